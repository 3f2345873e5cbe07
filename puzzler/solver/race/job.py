"""A race: searches on one problem that take turns, so that none gets ahead."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial

from puzzler.board.scenario import Problem
from puzzler.progress import Cancelled, Reporter
from puzzler.search.engine.search import Search
from puzzler.search.method import Method
from puzzler.search.starting import start
from puzzler.solver.commands import Cancel, Command, Pause, SetRate, StopLane
from puzzler.solver.race.lane import TURN, Lane
from puzzler.solver.race.race_rules import (
    ROUND_SECONDS,
    LaneState,
    Pace,
    RaceProgress,
    RaceRules,
    lane_methods,
)
from puzzler.solver.slices import Slice
from puzzler.solver.worker import PUBLISH_EVERY, Job, Need, Worker

SAMPLES_EVERY = 0.2
"""Seconds between two samples for plots."""
LONGEST_SILENCE = 0.25
"""Seconds after which figures are published even if the lanes are not equal."""
MIN_ROUNDS = 2
"""Minimum number of rounds of equal time that are started together."""
FAIR = 0.025
"""Rounds started together, as a share of finished rounds: the largest gap between lanes."""

RaceWorker = Worker[RaceProgress, None]
"""Its commands are ``Pause``, ``Resume``, ``Step``, ``SetRate``, ``StopLane`` and ``Cancel``. Its
last snapshot has ``is_over`` set."""


def start_race(
    problem: Problem,
    methods: Sequence[Method],
    rules: RaceRules,
    *,
    memory_bytes: int | None = None,
    is_paused: bool = False,
    rate: float | None = None,
    prepare: Callable[[], object] | None = None,
    make: Callable[[Problem, Method, Reporter], Search] = start,
    clock: Callable[[], float] = time.perf_counter,
) -> RaceWorker:
    """Start a race of two to four searches on one problem.

    memory_bytes: divided equally among the lanes; by default the limit of a single search.
    is_paused: wait for ``Resume`` or ``Step`` before the first round. rate: as in ``SetRate``.
    prepare: called first, in the thread. make: builds tables and returns a search. Raises
    ValueError if there are too few or too many lanes.
    """
    methods = lane_methods(methods, rules, memory_bytes)
    lanes = [Lane(problem, method, rules, make, clock) for method in methods]
    commands: list[Command] = [*([Pause()] if is_paused else []), SetRate(rate)]
    job = RaceJob(lanes, rules, clock)
    return Worker(job, name="race", prepare=prepare, commands=commands, clock=clock)


class RaceJob(Job[RaceProgress, None]):
    """The lanes and their next common moment."""

    publish_every = PUBLISH_EVERY

    def __init__(self, lanes: Sequence[Lane], rules: RaceRules, clock: Callable[[], float]) -> None:
        super().__init__()
        self._lanes = lanes
        self._rules = rules
        self._clock = clock
        self._slice = Slice(TURN)  # in rounds
        self._rounds = 0  # finished by all running lanes, or started
        self._group_rounds = 0  # number of rounds in the last group
        self._seconds = 0.0  # processor time of the last group
        self._moment = 0.0  # end of the last group
        self._began: float | None = None
        self._paused_at: float | None = None
        self._paused = 0.0  # seconds of all pauses
        self._published = self._sampled = clock()
        self._latest: RaceProgress | None = None

    @property
    def needs(self) -> Need:
        if any(lane.is_building or lane.timed for lane in self._lanes):
            return Need.TURN
        if not any(lane.search for lane in self._lanes):
            return Need.END
        return Need.BUDGET if self._is_abreast else Need.TURN

    def advance(self, budget: int) -> int:
        for lane in self._lanes:
            if lane.is_building:  # all lanes start together
                with suppress(Cancelled):  # by StopLane or Cancel
                    lane.attempt(partial(lane.build, self.report))
                self.building = None
                return 0
        for lane in self._lanes:
            if lane.timed:
                lane.attempt(lane.time_again)
                return 0
        if self._began is None:
            self._began = self._clock()
        if self._paused_at is not None:
            self._paused += self._clock() - self._paused_at
            self._paused_at = None
        rounds = self._begin_rounds(budget) if self._is_abreast else 0
        began = time.thread_time()
        running = [lane for lane in self._lanes if not lane.is_at(self._moment)]
        if running:
            lane = min(running, key=lambda lane: lane.spent)
            lane.attempt(lambda: lane.turn(self._moment))
        self._seconds += time.thread_time() - began
        return rounds

    def obey(self, command: Command) -> None:
        match command:
            case StopLane(place) if 0 <= place < len(self._lanes):
                self._lanes[place].stop()
            case Cancel():
                for lane in self._lanes:
                    lane.stop()
                    lane.timed = None

    def snapshot(self, *, is_paused: bool) -> RaceProgress:
        now, is_over = self._clock(), self.needs is Need.END
        is_silent = not self._is_abreast and now - self._published < LONGEST_SILENCE
        if self._latest is not None and is_silent and not (is_paused or is_over):
            return self._latest
        if is_paused and self._began is not None and self._paused_at is None:
            self._paused_at = now
        self._published = now
        is_sampled = is_paused or now - self._sampled >= SAMPLES_EVERY
        if is_sampled:
            self._sampled = now
        is_started = not any(lane.is_building for lane in self._lanes)
        lanes = tuple(
            lane.look(samples=is_sampled) if is_started else lane.progress for lane in self._lanes
        )
        end = now if self._paused_at is None else self._paused_at
        # progress of the running lanes, or of the furthest one at the end
        is_timed = self._rules.pace is Pace.TIME
        spent = [lane.stats.elapsed if is_timed else lane.stats.expanded for lane in lanes]
        running = [spent[at] for at, lane in enumerate(lanes) if lane.state is LaneState.RUNNING]
        self._latest = RaceProgress(
            lanes,
            moment=min(running) if running else max(spent),
            elapsed=0.0 if self._began is None else end - self._began - self._paused,
            memory_each=min(lane.method.limit.memory for lane in lanes),
            is_paused=is_paused,
            is_over=is_over,
        )
        return self._latest

    def end(self, error: BaseException | None) -> None:
        if error is not None:
            for lane in self._lanes:
                lane.fail(error)

    @property
    def _is_abreast(self) -> bool:
        """Whether all lanes have reached the common moment."""
        return all(lane.is_at(self._moment) for lane in self._lanes)

    def _begin_rounds(self, budget: int) -> int:
        """Start at most ``budget`` more rounds; return their number."""
        running = sum(lane.search is not None for lane in self._lanes)
        if self._group_rounds:
            self._slice.adapt(self._group_rounds, self._seconds / running)
        if self._rules.pace is Pace.TIME:
            share = max(MIN_ROUNDS, int(FAIR * self._rounds))
            rounds = min(budget, share, round(TURN / ROUND_SECONDS))
            moment = (self._rounds + rounds) * ROUND_SECONDS
            # all lanes end with the same time
            self._moment = min(moment, self._rules.seconds or moment)
        else:
            rounds = min(budget, self._slice.budget)
            self._moment = self._rounds + rounds
        self._group_rounds, self._seconds = rounds, 0.0
        self._rounds += rounds
        return rounds
