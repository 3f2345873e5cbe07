"""A race: searches on one problem that take turns, so that none gets ahead. Each is a lane."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

from puzzler.board.scenario import Problem
from puzzler.progress import BuildProgress, Cancelled, Reporter, no_report
from puzzler.search.compilation import is_compiled
from puzzler.search.engine.search import Search
from puzzler.search.engine.stepping import Status
from puzzler.search.inspection.samples import COARSE, Samples
from puzzler.search.method import Method
from puzzler.search.options import LimitKind
from puzzler.search.result import SearchStats
from puzzler.search.starting import start, unstarted_result
from puzzler.solver.commands import Cancel, Command, Pause, SetRate, StopLane
from puzzler.solver.race.race_rules import (
    ROUND_SECONDS,
    LaneProgress,
    LaneState,
    Pace,
    RaceProgress,
    RaceRules,
    lane_methods,
)
from puzzler.solver.slices import Slice
from puzzler.solver.worker import PUBLISH_EVERY, Job, Need, Worker, one_line

MAX_TIMES = 2_000
"""Limit on the stored pairs of seconds and expansions of a lane. Must be even."""
LONGEST_TIMED_AGAIN = 2.0
"""Seconds. Interruptions by other lanes make a search slower. Therefore a search that took at most
this time is run again at its end to measure its time. The difference is small for longer ones."""
RUNS, SHORT = 3, 0.05
"""A search that takes at most SHORT seconds is run this often for its time, because other processes
can interrupt it for longer than it takes. The smallest time counts."""
CHUNK = 20_000
"""Expansions of the second run between two checks for commands."""
NEAR = ROUND_SECONDS / 4
"""Tolerance in seconds for reaching a moment, because shorter turns are mostly overhead."""
TURN = 0.02
"""Target length of a turn in seconds. It is short enough for an immediate stop, and long enough
that refilling the processor caches hardly matters."""

_log = logging.getLogger("puzzler")


class Lane:
    """One search of a race. An exception in one lane does not end the others."""

    def __init__(
        self,
        problem: Problem,
        method: Method,
        rules: RaceRules,
        make: Callable[[Problem, Method, Reporter], Search],
        clock: Callable[[], float],
    ) -> None:
        stats = SearchStats(memory_bytes=method.limit.memory)
        self.progress = LaneProgress(
            method=method, state=LaneState.BUILDING, stats=stats, current=problem.start
        )
        """The latest progress."""
        self.search: Search | None = None
        """The running search; None before its start and after its end."""
        self._problem = problem
        self._seconds = rules.seconds
        self._is_timed = rules.pace is Pace.TIME
        self._make = partial(make, problem, method)
        self.timed: Search | None = None
        """A further run of the search without interruptions, which measures its time; None if no
        measurement is missing."""
        self._measured: list[Search] = []
        self._clock = clock
        self._setup_seconds = 0.0
        self._samples = Samples(method, COARSE)
        self._slice = Slice(TURN)
        self._rate = 1.0  # expansions per second in the last turn
        self._times = [(0.0, 0)]  # pairs of seconds and expansions, evenly thinned
        self._between = 0.0  # minimum seconds between two pairs

    @property
    def is_building(self) -> bool:
        """Whether the search is being prepared."""
        return self.search is None and not self.progress.state.is_over

    @property
    def spent(self) -> float:
        """Expansions or seconds used, depending on the pace."""
        if self.search is None:
            return 0.0
        return self.search.elapsed if self._is_timed else self.search.expanded

    def is_at(self, moment: float) -> bool:
        """Whether the lane has reached ``moment`` or has ended."""
        return self.search is None or moment - self.spent <= (NEAR if self._is_timed else 0.0)

    def attempt(self, work: Callable[[], object]) -> None:
        """Do ``work`` for the search. An exception ends this lane only."""
        try:
            work()
            if self.search is not None and self.search.status is not Status.RUNNING:
                self._end(self.search)
        except Exception as error:  # any error, because the other lanes must continue
            self.timed = None
            self.fail(error)

    def build(self, report: Reporter) -> None:
        """Build the tables and start the search. Raises Cancelled if the lane is stopped."""

        def report_lane(progress: BuildProgress | None) -> None:
            self.progress = replace(self.progress, building=progress)
            report(progress)
            if self.progress.state.is_over:
                raise Cancelled

        began = self._clock()
        search = self._make(report_lane)
        self.progress = replace(self.progress, building=None)
        self._setup_seconds = self._clock() - began
        self.search = search
        self._samples.take(search)

    def turn(self, moment: float) -> None:
        """Search a slice towards ``moment``."""
        search = self.search
        assert search is not None
        before, elapsed, began = search.expanded, search.elapsed, time.thread_time()
        left = moment - self.spent
        budget = max(1, min(int(left * self._rate if self._is_timed else left), self._slice.budget))
        self._samples.run(search, budget, interruptible=True)
        expanded, seconds = search.expanded - before, search.elapsed - elapsed
        if expanded and seconds > 0:
            self._rate = expanded / seconds
        if search.elapsed - self._times[-1][0] >= self._between:
            self._times.append((search.elapsed, search.expanded))
        if len(self._times) > MAX_TIMES:
            del self._times[1::2]
            self._between = 2 * search.elapsed / MAX_TIMES
        if expanded == budget:  # otherwise other work was included
            # processor time, which does not depend on other processes
            self._slice.adapt(budget, time.thread_time() - began)
        if self._seconds is not None and self._seconds - search.elapsed <= NEAR:
            search.stop(LimitKind.TIME)

    def time_again(self) -> None:
        """Continue the run that measures the time. At its end, use the time for the lane."""
        search, shown = self.timed, self.progress
        assert search is not None
        assert shown.result is not None
        expanded = shown.stats.expanded
        search.advance(min(CHUNK, expanded - search.expanded))
        if search.status is Status.RUNNING and search.expanded < expanded:
            return
        self.timed = None
        self._measured.append(search)
        if search.elapsed <= SHORT and len(self._measured) < RUNS:
            self.timed = self._make(no_report)
            return
        search = min(self._measured, key=lambda each: each.elapsed)
        self._measured.clear()
        was, now = shown.stats.elapsed, search.elapsed
        share = now / was if was else 1.0
        at = {each.expanded: each.seconds for each in search.improvements}
        self.progress = replace(
            shown,
            stats=shown.stats._replace(elapsed=now),
            times=tuple((seconds * share, count) for seconds, count in shown.times),
            result=replace(
                shown.result,
                stats=shown.result.stats._replace(elapsed=now),
                improvements=tuple(
                    replace(each, seconds=at.get(each.expanded, now))
                    for each in shown.result.improvements
                ),
            ),
        )

    def look(self, *, samples: bool) -> LaneProgress:
        """Update and return the progress. samples: update the samples as well."""
        search, shown = self.search, self.progress
        if search is None:
            return shown
        improvements = search.improvements
        self.progress = replace(
            shown,
            state=LaneState.RUNNING,
            stats=search.stats(),
            current=search.current(),
            start_h=search.task.start_h,
            lower_bound=search.lower_bound(),
            best_length=improvements[-1].length if improvements else None,
            samples=self._samples.snapshot(search) if samples else shown.samples,
        )
        return self.progress

    def stop(self) -> None:
        """Stop the search if it is not over."""
        if self.search is not None:
            self._end(self.search, is_stopped=True)
        elif not self.progress.state.is_over:
            start, goal = self._problem.start, self._problem.goal
            self._finish(
                LaneState.STOPPED, result=unstarted_result(start, goal, self.progress.method)
            )

    def fail(self, error: BaseException) -> None:
        """End the lane with an exception if it is not over. Its figures remain the latest ones."""
        if not self.progress.state.is_over:
            _log.warning("a search of a race failed", exc_info=error)
            self._finish(LaneState.FAILED, failure=one_line(error))

    def _end(self, search: Search, *, is_stopped: bool = False) -> None:
        self.look(samples=True)
        result = replace(
            search.result(cancelled=is_stopped),
            setup_seconds=self._setup_seconds,
            compiled=is_compiled(),
        )
        if self._times[-1] != (search.elapsed, search.expanded):
            self._times.append((search.elapsed, search.expanded))
        self._finish(
            LaneState.STOPPED if is_stopped else LaneState(result.status),
            stats=result.stats,
            current=self.progress.current if result.length is None else self._problem.goal,
            lower_bound=result.lower_bound,
            best_length=result.length,
            result=result,
        )
        is_brief = self._setup_seconds + search.elapsed <= LONGEST_TIMED_AGAIN
        if not (is_stopped or self._is_timed) and is_brief and search.expanded:
            self.timed = self._make(no_report)

    def _finish(self, state: LaneState, **figures: Any) -> None:
        """Release the search and set the final figures."""
        self.search = None
        times = tuple(self._times)
        self.progress = replace(self.progress, state=state, building=None, times=times, **figures)


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
