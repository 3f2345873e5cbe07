"""The thread that owns the searches of a race: obey, let each lane have its turn, tell."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import assert_never

from puzzler.board.scenario import Problem
from puzzler.search.compilation import COMPILING, compile_watch, is_compiled
from puzzler.search.method import Method
from puzzler.search.solve import Beginning
from puzzler.solver import racing, solver_thread
from puzzler.solver.lane import TURN, Lane
from puzzler.solver.racing import (
    ROUND_SECONDS,
    Cancel,
    LaneProgress,
    LaneState,
    Order,
    Pause,
    RaceProgress,
    RaceRules,
    Resume,
    SetRate,
    Step,
    StopLane,
)
from puzzler.solver.solver_thread import LONGEST_WAIT, PLAIN_PAUSE, PUBLISH_EVERY, Slice
from puzzler.steps import BuildProgress

SAMPLES_EVERY = 0.2
"""Seconds between two samples for plots that are told."""
LONGEST_SILENCE = 0.25
"""Seconds after which figures are told although the lanes are not abreast."""
LEAST_ROUNDS = 2
"""How many rounds of equal time are gone at once, at least."""
FAIR = 0.025
"""And otherwise such a share of those gone before: by no more are lanes ever apart."""


class RaceThread(threading.Thread):
    """Some searches on one problem, spoken to by ``orders``, speaking by ``latest``."""

    def __init__(
        self,
        problem: Problem,
        methods: Sequence[Method],
        rules: RaceRules,
        run_id: int,
        prepare: Callable[[], object] | None,
        make: Callable[[Problem, Method], Beginning],
        clock: Callable[[], float],
    ) -> None:
        """``methods`` are those of ``racing.lane_methods``."""
        # a daemon, so that a program that crashes while a race runs ends nevertheless
        super().__init__(name=f"race-{run_id}", daemon=True)
        self.orders: queue.SimpleQueue[Order] = queue.SimpleQueue()
        self._problem = problem
        self._rules = rules
        self._prepare = prepare
        self._make = make
        self._clock = clock
        self._lanes = [Lane(problem, method, rules) for method in methods]
        self._unit = ROUND_SECONDS if rules.pace is racing.Pace.TIME else 1
        self._pace = solver_thread.Pace(clock)
        self._chunk = Slice(TURN)
        self._rounds = 0  # gone by all lanes that run still
        self._steps: int | None = None  # rounds left until the pause; None while it goes on freely
        self._is_cancelled = False
        self._heard = 0
        self._began: float | None = None
        self._stood = 0.0  # seconds of all pauses
        self._told_at = self._sampled_at = clock()
        self._is_compiling: Callable[[], bool] = lambda: False  # until the thread runs
        self.latest = RaceProgress(
            run_id,
            tuple(lane.progress for lane in self._lanes),
            0,
            0.0,
            min(method.limit.memory for method in methods),
        )

    @property
    def building(self) -> BuildProgress | None:
        """How far tables or machine code are, until the race has begun."""
        if self._began is not None or self.latest.is_over:
            return None
        if self._is_compiling():
            return COMPILING
        told = (lane.progress.building for lane in self._lanes)
        return next((building for building in told if building is not None), None)

    def run(self) -> None:
        """Race; whatever happens every lane comes to an end, and that is told."""
        self._is_compiling = compile_watch()
        try:
            if self._prepare is not None:
                self._prepare()
            self._build()
            self._race()
        except BaseException as error:  # the end is promised, whatever was raised
            for lane in self._lanes:
                lane.fail(error)
        finally:
            self._tell(is_over=True)

    # -- orders -------------------------------------------------------------------------------

    def _obey_waiting(self) -> None:
        while not self.orders.empty():
            self._obey(self.orders.get())

    def _wait(self, seconds: float) -> None:
        """Let time pass, but wake for an order."""
        try:
            self._obey(self.orders.get(timeout=min(seconds, LONGEST_WAIT)))
        except queue.Empty:
            return

    def _obey(self, order: Order) -> None:
        self._heard += 1
        match order:
            case Pause():
                self._steps = 0
            case Resume():
                self._steps = None
            case Step(rounds):
                self._steps = (self._steps or 0) + max(0, rounds)
            case SetRate(rate):
                self._pace.rate = rate
                self._pace.begin_anew()
            case StopLane(place):
                if 0 <= place < len(self._lanes):
                    self._lanes[place].stop()
            case Cancel():
                self._is_cancelled = True
                for lane in self._lanes:
                    lane.stop()
            case _:
                assert_never(order)

    # -- tables -------------------------------------------------------------------------------

    def _build(self) -> None:
        """The tables of all lanes, one after the other: none begins before the others can."""
        for lane in self._lanes:
            make = partial(self._make, self._problem, lane.progress.method)
            building = lane.build(make, self._clock)
            while not lane.progress.state.is_over and building.go_on():
                self._tell_where_due(PUBLISH_EVERY)
                self._obey_waiting()
                self._rest()
            building.close()

    # -- racing -------------------------------------------------------------------------------

    def _race(self) -> None:
        """Round after round, until no lane runs any more."""
        self._began = self._clock()
        self._pace.begin_anew()
        self._tell()
        while True:
            self._obey_waiting()
            self._stand_still()
            if not any(lane.is_running for lane in self._lanes):
                return
            most = self._most_rounds()
            rounds = self._pace.allowed(most if self._steps is None else min(most, self._steps))
            if rounds == 0:
                self._tell_where_due(PUBLISH_EVERY)
                self._wait(self._pace.seconds_to_wait())
                continue
            self._go(rounds)
            self._pace.spend(rounds)
            if self._steps is not None:
                self._steps = max(0, self._steps - rounds)
            self._tell_where_due(PUBLISH_EVERY)

    def _most_rounds(self) -> int:
        """How many rounds are gone at once, at most."""
        if self._rules.pace is racing.Pace.EXPANSIONS:
            return self._chunk.budget
        return min(max(LEAST_ROUNDS, int(FAIR * self._rounds)), round(TURN / ROUND_SECONDS))

    def _go(self, rounds: int) -> None:
        """Let every lane have ``rounds`` more, the one that has had least going first."""
        began = time.thread_time()
        self._rounds += rounds
        moment = self._rounds * self._unit
        if self._rules.pace is racing.Pace.TIME and self._rules.seconds is not None:
            moment = min(moment, self._rules.seconds)  # none has more than the others in the end
        running = [lane for lane in self._lanes if lane.is_running]
        count = len(running)
        while running and not self._is_cancelled:
            lane = min(running, key=lambda lane: lane.spent)
            if lane.is_at(moment):
                running.remove(lane)
                continue
            lane.turn(moment)
            self._tell_where_due(LONGEST_SILENCE)
            self._obey_waiting()
            self._rest()
        self._chunk.adapt(rounds, (time.thread_time() - began) / count)

    def _stand_still(self) -> None:
        """While it is paused, wait for an order that ends that."""
        if self._steps != 0 or not any(lane.is_running for lane in self._lanes):
            return
        began = self._clock()
        self._tell(is_paused=True, until=began)
        while self._steps == 0 and any(lane.is_running for lane in self._lanes):
            self._obey(self.orders.get())
            if self._steps == 0:
                self._tell(is_paused=True, until=began)
        self._stood += self._clock() - began
        self._pace.begin_anew()

    def _rest(self) -> None:
        """Plain Python holds the interpreter's lock: others are to have it now and then."""
        if not is_compiled():
            time.sleep(PLAIN_PAUSE)

    # -- telling ------------------------------------------------------------------------------

    def _tell_where_due(self, every: float) -> None:
        if self._clock() - self._told_at >= every:
            self._tell()

    def _tell(
        self, *, is_paused: bool = False, is_over: bool = False, until: float | None = None
    ) -> None:
        now = self._clock()
        samples = is_paused or now - self._sampled_at >= SAMPLES_EVERY
        if samples:
            self._sampled_at = now
        self._told_at = now
        has_begun = self._began is not None
        lanes = tuple(
            lane.look(samples=samples) if has_begun else lane.progress for lane in self._lanes
        )
        elapsed = 0.0
        if self._began is not None:
            elapsed = (now if until is None else until) - self._began - self._stood
        self.latest = replace(
            self.latest,
            lanes=lanes,
            moment=self._moment(lanes),
            elapsed=elapsed,
            heard=self._heard,
            has_begun=has_begun,
            is_paused=is_paused,
            is_over=is_over,
        )

    def _moment(self, lanes: Sequence[LaneProgress]) -> float:
        """How far all are that run still; at the end the one that came furthest."""
        is_timed = self._rules.pace is racing.Pace.TIME
        spent = [lane.stats.elapsed if is_timed else lane.stats.expanded for lane in lanes]
        running = [
            at for at, lane in zip(spent, lanes, strict=True) if lane.state is LaneState.RUNNING
        ]
        return min(running) if running else max(spent)
