"""A race: searches on one problem that are advanced in turn, so that none gets ahead."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from typing_extensions import override

from puzzler.board.scenario import Problem
from puzzler.progress import finish
from puzzler.search.compilation import is_compiled
from puzzler.search.engine.search import Search
from puzzler.search.engine.stepping import Status
from puzzler.search.inspection.samples import COARSE, Samples
from puzzler.search.method import Method
from puzzler.search.options import LimitKind
from puzzler.search.result import SearchStats
from puzzler.search.solve import Beginning, begin, unstarted_result
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
from puzzler.solver.worker import PUBLISH_EVERY, Job, Need, Slice, Worker, one_line

SAMPLES_EVERY = 0.2
"""Seconds between two samples for plots."""
LONGEST_SILENCE = 0.25
"""Seconds after which figures are published although the lanes are not abreast."""
LEAST_ROUNDS = 2
"""How many rounds of equal time are begun at once, at least."""
FAIR = 0.025
"""And otherwise this share of those done before: lanes are never further apart than that."""
MOST_TIMES = 2_000
"""Pairs of seconds and expansions that are kept of a lane, an even number."""
TURN = 0.02
"""Seconds that a turn aims at: short enough to be stopped at once, and long enough that it hardly
matters that the processor's caches hold the states of another search when it begins."""
LONGEST_TIMED_AGAIN = 2.0
"""Seconds. A search that was stopped again and again, for samples or because it ran slowly, took
longer than it takes alone: one that took no longer than this is run again at the end for its time.
Of longer ones samples are few, and the difference is small."""
CHUNK = 20_000
"""Expansions of such a run before commands are looked at."""
NEAR = ROUND_SECONDS / 4
"""Seconds short of a moment that count as having reached it: less would be all overhead."""

_log = logging.getLogger("puzzler")

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
    lanes = [_Lane(problem, method, rules, make, clock) for method in methods]
    commands: list[Command] = [*([Pause()] if is_paused else []), SetRate(rate)]
    job = RaceJob(lanes, rules, clock)
    return Worker(job, name="race", prepare=prepare, commands=commands, clock=clock)


class RaceJob(Job[RaceProgress, None]):
    """The lanes, and how far they are to come next."""

    publish_every = PUBLISH_EVERY

    def __init__(
        self, lanes: Sequence[_Lane], rules: RaceRules, clock: Callable[[], float]
    ) -> None:
        super().__init__()
        self._lanes = lanes
        self._rules = rules
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
        if any(lane.is_building or lane.timed for lane in self._lanes):
            return Need.TURN
        if not any(lane.search for lane in self._lanes):
            return Need.END
        return Need.BUDGET if self._is_abreast else Need.TURN

    @override
    def advance(self, budget: int) -> int:
        for lane in self._lanes:
            if lane.is_building:  # no lane begins before the others can
                lane.attempt(lane.build)
                self.building = lane.progress.building
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

    @override
    def obey(self, command: Command) -> None:
        match command:
            case StopLane(place) if 0 <= place < len(self._lanes):
                self._lanes[place].stop()
            case Cancel():
                for lane in self._lanes:
                    lane.stop()
                    lane.timed = None

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
        running = sum(lane.search is not None for lane in self._lanes)
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


class _Lane:
    """One search of a race; an exception in it ends no other lane."""

    def __init__(
        self,
        problem: Problem,
        method: Method,
        rules: RaceRules,
        make: Callable[[Problem, Method], Beginning],
        clock: Callable[[], float],
    ) -> None:
        stats = SearchStats(memory_bytes=method.limit.memory)
        self.progress = LaneProgress(
            method=method, state=LaneState.BUILDING, stats=stats, current=problem.start
        )
        """As it was looked at last."""
        self.search: Search | None = None
        """None before it has begun, and at its end."""
        self._problem = problem
        self._seconds = rules.seconds
        self._is_timed = rules.pace is Pace.TIME
        self._make = partial(make, problem, method)
        self._steps = self._make()
        self.timed: Search | None = None
        """The same search, run again at its end without a pause, for the time that it takes; with
        None the time that was measured stays."""
        self._clock = clock
        self._began: float | None = None
        self._setup_seconds = 0.0
        self._samples = Samples(method, COARSE)
        self._slice = Slice(TURN)
        self._rate = 1.0  # expansions a second, as of its last turn
        self._times = [(0.0, 0)]  # pairs of seconds and expansions, evenly thinned
        self._between = 0.0  # seconds from one of them to the next, at least

    @property
    def is_building(self) -> bool:
        return self.search is None and not self.progress.state.is_over

    @property
    def spent(self) -> float:
        """What it has had of what all lanes get equal shares of: expansions, or seconds."""
        if self.search is None:
            return 0.0
        return self.search.elapsed if self._is_timed else self.search.expanded

    def is_at(self, moment: float) -> bool:
        """It has had as much as that, or has ended."""
        return self.search is None or moment - self.spent <= (NEAR if self._is_timed else 0.0)

    def attempt(self, work: Callable[[], object]) -> None:
        try:
            work()
            if self.search is not None and self.search.status is not Status.RUNNING:
                self._end(self.search)
        except Exception as error:  # whatever it was, the other lanes go on
            self.timed = None
            self.fail(error)

    def build(self) -> None:
        """Build its tables a step further; with the last step it has begun."""
        try:
            self._began = self._clock() if self._began is None else self._began
            self.progress = replace(self.progress, building=next(self._steps))
        except StopIteration as end:
            self.progress = replace(self.progress, building=None)
            self._setup_seconds = self._clock() - (self._began or 0.0)
            self.search = end.value
            self._samples.take(end.value)

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
        if len(self._times) > MOST_TIMES:
            del self._times[1::2]
            self._between = 2 * search.elapsed / MOST_TIMES
        if expanded == budget:  # else there was other work, of other cost
            # processor time: a turn is no shorter because others have the processor, too
            self._slice.adapt(budget, time.thread_time() - began)
        if self._seconds is not None and self._seconds - search.elapsed <= NEAR:
            search.stop(LimitKind.TIME)

    def time_again(self) -> None:
        """Run the second search on; at its end its time is that of the lane."""
        search, shown = self.timed, self.progress
        assert search is not None
        assert shown.result is not None
        expanded = shown.stats.expanded
        search.advance(min(CHUNK, expanded - search.expanded))
        if search.status is Status.RUNNING and search.expanded < expanded:
            return
        self.timed = None
        was, now = shown.stats.elapsed, search.elapsed
        share = now / was if was else 1.0
        at = {each.expansions: each.seconds for each in search.improvements}
        self.progress = replace(
            shown,
            stats=shown.stats._replace(elapsed=now),
            times=tuple((seconds * share, count) for seconds, count in shown.times),
            result=replace(
                shown.result,
                stats=shown.result.stats._replace(elapsed=now),
                improvements=tuple(
                    replace(each, seconds=at.get(each.expansions, now))
                    for each in shown.result.improvements
                ),
            ),
        )

    def look(self, *, samples: bool) -> LaneProgress:
        """Its progress as of now; samples anew only if asked for."""
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
        """End it by hand, unless it is over."""
        if self.search is not None:
            self._end(self.search, is_stopped=True)
        elif not self.progress.state.is_over:
            start, goal = self._problem.start, self._problem.goal
            self._finish(
                LaneState.STOPPED, result=unstarted_result(start, goal, self.progress.method)
            )

    def fail(self, error: BaseException) -> None:
        """End it with an exception, unless it is over; the figures are those looked at last."""
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
            lower_bound=result.lower_bound,
            best_length=result.length,
            result=result,
        )
        is_brief = self._setup_seconds + search.elapsed <= LONGEST_TIMED_AGAIN
        if not (is_stopped or self._is_timed) and is_brief and search.expanded:
            self.timed = finish(self._make())

    def _finish(self, state: LaneState, **figures: Any) -> None:
        """Release the search, and set the last figures."""
        self._steps.close()
        self.search = None
        times = tuple(self._times)
        self.progress = replace(self.progress, state=state, building=None, times=times, **figures)
