"""A race: searches on one problem that are advanced in turn, so that none gets ahead."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from typing_extensions import override

from puzzler.board.scenario import Problem
from puzzler.search.method import Method
from puzzler.search.solve import Beginning, begin
from puzzler.solver.budget import Slice
from puzzler.solver.messages import Cancel, Command, Pause, SetRate, StopLane
from puzzler.solver.race.lane import TURN, Lane
from puzzler.solver.race.progress import LaneState, RaceProgress
from puzzler.solver.race.rules import ROUND_SECONDS, Pace, RaceRules, lane_methods
from puzzler.solver.worker import PUBLISH_EVERY, Job, Need, Worker
from puzzler.steps import BuildProgress

SAMPLES_EVERY = 0.2
"""Seconds between two samples for plots."""
LONGEST_SILENCE = 0.25
"""Seconds after which figures are published although the lanes are not abreast."""
LEAST_ROUNDS = 2
"""How many rounds of equal time are begun at once, at least."""
FAIR = 0.025
"""And otherwise this share of those done before: lanes are never further apart than that."""

RaceWorker = Worker[RaceProgress, None]
"""Its commands are ``Pause``, ``Resume``, ``Step``, ``SetRate``, ``StopLane`` and ``Cancel``; its
last snapshot ``is_over``."""


def start_race(
    problem: Problem,
    methods: Sequence[Method],
    rules: RaceRules,
    *,
    memory_bytes: int | None = None,
    is_paused: bool = False,
    rate: float | None = None,
    prepare: Callable[[], object] | None = None,
    make: Callable[[Problem, Method], Beginning] = begin,
    clock: Callable[[], float] = time.perf_counter,
) -> RaceWorker:
    """Let two to four searches race on one problem.

    memory_bytes: what the lanes share evenly; None is as much as one search may use. is_paused: it
    waits at its start for ``Resume`` or ``Step``. rate: as of ``SetRate``, from the first round on.
    ``prepare`` is called in the thread first; ``make`` begins a search. ValueError where there are
    too few lanes or too many.
    """
    methods = lane_methods(methods, rules, memory_bytes)
    lanes = [Lane(problem, method, rules, make(problem, method), clock) for method in methods]
    memory_each = min(method.limit.memory for method in methods)
    return Worker(
        RaceJob(lanes, rules, memory_each, clock),
        name="race",
        prepare=prepare,
        commands=[*([Pause()] if is_paused else []), SetRate(rate)],
        clock=clock,
    )


class RaceJob(Job[RaceProgress]):
    """The lanes, and how far they are to come next."""

    publish_every = PUBLISH_EVERY

    def __init__(
        self,
        lanes: Sequence[Lane],
        rules: RaceRules,
        memory_each: int,
        clock: Callable[[], float],
    ) -> None:
        self.building: BuildProgress | None = None
        self._lanes = lanes
        self._rules = rules
        self._memory_each = memory_each
        self._clock = clock
        self._slice = Slice(TURN)  # in rounds
        self._rounds = 0  # that all running lanes have done, or are to do next
        self._begun = 0  # of these, the rounds that were begun together last
        self._seconds = 0.0  # of processor time that those have taken
        self._moment = 0.0  # where they end
        self._began: float | None = None
        self._paused_at: float | None = None
        self._paused = 0.0  # seconds of all pauses
        self._published = self._sampled = clock()
        self._latest: RaceProgress | None = None

    @property
    @override
    def needs(self) -> Need:
        if any(lane.is_building for lane in self._lanes):
            return Need.TURN
        if not any(lane.is_running for lane in self._lanes):
            return Need.END
        return Need.BUDGET if self._is_abreast else Need.TURN

    @override
    def advance(self, budget: int) -> int:
        building = next((lane for lane in self._lanes if lane.is_building), None)
        if building is not None:  # no lane begins before the others can
            building.build()
            self.building = building.progress.building
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
            min(running, key=lambda lane: lane.spent).turn(self._moment)
        self._seconds += time.thread_time() - began
        return rounds

    @override
    def obey(self, command: Command) -> None:
        match command:
            case StopLane(place) if 0 <= place < len(self._lanes):
                self._lanes[place].stop()
            case Cancel():
                for lane in self._lanes:
                    lane.stop()

    @override
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
        has_begun = not any(lane.is_building for lane in self._lanes)
        lanes = tuple(
            lane.look(samples=is_sampled) if has_begun else lane.progress for lane in self._lanes
        )
        end = now if self._paused_at is None else self._paused_at
        # how far all are that still run; at the end the one that came furthest
        is_timed = self._rules.pace is Pace.TIME
        spent = [lane.stats.elapsed if is_timed else lane.stats.expanded for lane in lanes]
        running = [
            at for at, lane in zip(spent, lanes, strict=True) if lane.state is LaneState.RUNNING
        ]
        self._latest = RaceProgress(
            lanes,
            moment=min(running) if running else max(spent),
            elapsed=0.0 if self._began is None else end - self._began - self._paused,
            memory_each=self._memory_each,
            is_paused=is_paused,
            is_over=is_over,
        )
        return self._latest

    @override
    def end(self, error: BaseException | None) -> None:
        if error is not None:
            for lane in self._lanes:
                lane.fail(error)

    @property
    def _is_abreast(self) -> bool:
        """All lanes have come as far as they were to come."""
        return all(lane.is_at(self._moment) for lane in self._lanes)

    def _begin_rounds(self, budget: int) -> int:
        """Let all lanes do some more rounds, at most ``budget``; how many."""
        running = sum(lane.is_running for lane in self._lanes)
        if self._begun:
            self._slice.adapt(self._begun, self._seconds / running)
        if self._rules.pace is Pace.TIME:
            share = max(LEAST_ROUNDS, int(FAIR * self._rounds))
            rounds = min(budget, share, round(TURN / ROUND_SECONDS))
            moment = (self._rounds + rounds) * ROUND_SECONDS
            # none has more than the others in the end
            self._moment = min(moment, self._rules.seconds or moment)
        else:
            rounds = min(budget, self._slice.budget)
            self._moment = self._rounds + rounds
        self._begun, self._seconds = rounds, 0.0
        self._rounds += rounds
        return rounds
