"""A lane of a race, as the race's thread has it: one search, turn by turn, until it ends."""

from __future__ import annotations

import logging
import time
import traceback
from collections.abc import Callable
from dataclasses import replace

from puzzler.board.scenario import Problem
from puzzler.search.compilation import is_compiled
from puzzler.search.engine.search import Search
from puzzler.search.engine.stepping import Status
from puzzler.search.method import Method
from puzzler.search.options import LimitKind
from puzzler.search.result import Outcome, SearchStats
from puzzler.search.samples import COARSE, Samples
from puzzler.search.solve import Beginning, unbegun
from puzzler.solver.racing import ROUND_SECONDS, LaneProgress, LaneState, Pace, RaceRules
from puzzler.solver.solver_thread import Slice, one_line

MOST_TIMES = 2_000
"""Pairs of seconds and expansions that are kept of a lane, an even number."""
TURN = 0.02
"""Seconds that a turn aims at: short enough to be stopped at once, and long enough that it does not
matter much that the processor's caches hold the states of another search when it begins."""
NEAR = ROUND_SECONDS / 4
"""Seconds short of a moment that are as good as there: a slice of less would be all overhead."""
_STATES = {
    Outcome.SOLVED: LaneState.SOLVED,
    Outcome.UNSOLVABLE: LaneState.UNSOLVABLE,
    Outcome.LIMIT: LaneState.LIMIT,
    Outcome.CANCELLED: LaneState.STOPPED,
}

_log = logging.getLogger("puzzler")


class Lane:
    """One search of a race; what goes wrong in it is told, and hurts no other."""

    def __init__(self, problem: Problem, method: Method, rules: RaceRules) -> None:
        self.progress = LaneProgress(
            method, LaneState.BUILDING, SearchStats(memory_bytes=method.limit.memory), problem.start
        )
        """As it was looked at last."""
        self._problem = problem
        self._rules = rules
        self._search: Search | None = None
        self._samples = Samples(method, COARSE)
        self._slice = Slice(TURN)
        self._rate = 1.0  # expansions a second, as of its last turn
        self._times = _Times()
        self._setup_seconds = 0.0

    @property
    def is_running(self) -> bool:
        """It has begun and goes on."""
        return self._search is not None

    @property
    def spent(self) -> float:
        """What it has had so far of what all lanes get as much of: expansions, or seconds."""
        if self._search is None:
            return 0.0
        is_timed = self._rules.pace is Pace.TIME
        return self._search.elapsed if is_timed else self._search.expanded

    def build(self, make: Callable[[], Beginning], clock: Callable[[], float]) -> Building:
        """Build its tables: to be gone through to the end, or closed, which stops the lane."""
        return Building(self, make, clock)

    def begin(self, search: Search, setup_seconds: float) -> None:
        """``search`` is the one that runs here."""
        self._search, self._setup_seconds = search, setup_seconds
        self._samples.take(search)
        if search.status is not Status.RUNNING:
            self._end()

    def is_at(self, moment: float) -> bool:
        """It has had as much as that, or has ended."""
        if self._search is None:
            return True
        near = NEAR if self._rules.pace is Pace.TIME else 0.0
        return moment - self.spent <= near

    def turn(self, moment: float) -> None:
        """Search a slice towards ``moment``."""
        search = self._search
        assert search is not None
        before, elapsed, began = search.expanded, search.elapsed, time.thread_time()
        left = moment - self.spent
        budget = int(left * self._rate) if self._rules.pace is Pace.TIME else int(left)
        budget = max(1, min(budget, self._slice.budget))
        try:
            self._samples.run(search, budget, interruptible=True)
            self._learn(search.expanded - before, search.elapsed - elapsed)
            if search.expanded - before == budget:  # else there was other work, of other cost
                # processor time: a turn is no shorter because others have the processor, too
                self._slice.adapt(budget, time.thread_time() - began)
            if search.status is Status.RUNNING and self._is_out_of_time(search):
                search.stop(LimitKind.TIME)
            if search.status is not Status.RUNNING:
                self._end()
        except Exception as error:  # whatever it was, the other lanes go on
            self.fail(error)

    def look(self, *, samples: bool) -> LaneProgress:
        """How it stands now; its samples anew only where that is asked for."""
        search, shown = self._search, self.progress
        if search is None:
            return shown
        improvements = search.improvements
        self.progress = replace(
            shown,
            state=LaneState.RUNNING,
            building=None,
            stats=search.stats(),
            current=search.current(),
            start_h=search.task.start_h,
            lower_bound=search.lower_bound(),
            best_length=improvements[-1].length if improvements else None,
            samples=self._samples.snapshot(search) if samples else shown.samples,
        )
        return self.progress

    def stop(self) -> None:
        """End it by hand, where it is not over."""
        if self._search is not None:
            self._end(is_stopped=True)
        elif not self.progress.state.is_over:
            shown, problem = self.progress, self._problem
            nothing = unbegun(problem.start, problem.goal, shown.method)
            self.progress = replace(shown, state=LaneState.STOPPED, building=None, result=nothing)

    def fail(self, error: BaseException) -> None:
        """It ends with ``error``, where it is not over; the figures are those seen last."""
        if self.progress.state.is_over:
            return
        _log.warning("a search of a race failed", exc_info=error)
        self._let_go()
        self.progress = replace(
            self.progress,
            state=LaneState.FAILED,
            building=None,
            times=self._times.told,
            failure=one_line(error),
            traceback="".join(traceback.format_exception(error)),
        )

    # -- within -------------------------------------------------------------------------------

    def _learn(self, expanded: int, seconds: float) -> None:
        """Learn from a turn how fast it goes, and note when it was where."""
        assert self._search is not None
        if expanded and seconds > 0:
            self._rate = expanded / seconds
        self._times.note(self._search.elapsed, self._search.expanded)

    def _is_out_of_time(self, search: Search) -> bool:
        seconds = self._rules.seconds
        return seconds is not None and seconds - search.elapsed <= NEAR

    def _end(self, *, is_stopped: bool = False) -> None:
        search = self._search
        assert search is not None
        progress = self.look(samples=True)
        result = replace(
            search.result(cancelled=is_stopped),
            setup_seconds=self._setup_seconds,
            compiled=is_compiled(),
        )
        self._times.end(search.elapsed, search.expanded)
        self._let_go()
        self.progress = replace(
            progress,
            state=LaneState.STOPPED if is_stopped else _STATES[result.status],
            stats=result.stats,
            lower_bound=result.lower_bound,
            best_length=result.length,
            times=self._times.told,
            result=result,
        )

    def _let_go(self) -> None:
        """Give the memory of the search back."""
        self._search = None


class Building:
    """The tables of a lane, built step by step."""

    def __init__(
        self, lane: Lane, make: Callable[[], Beginning], clock: Callable[[], float]
    ) -> None:
        self._lane = lane
        self._clock = clock
        self._began = clock()
        self._steps: Beginning | None = None
        self._make = make

    def go_on(self) -> bool:
        """Build a little more; False where the lane has begun, or has failed."""
        lane = self._lane
        try:
            if self._steps is None:
                self._steps = self._make()
            lane.progress = replace(lane.progress, building=next(self._steps))
        except StopIteration as end:
            lane.progress = replace(lane.progress, building=None)
            lane.begin(end.value, self._clock() - self._began)
        except Exception as error:  # whatever it was, the other lanes go on
            lane.fail(error)
        else:
            return True
        return False

    def close(self) -> None:
        """Build no more."""
        if self._steps is not None:
            self._steps.close()


class _Times:
    """Pairs of seconds and expansions, evenly thinned."""

    def __init__(self) -> None:
        self._kept = [(0.0, 0)]
        self._between = 0.0  # seconds from one to the next, at least

    @property
    def told(self) -> tuple[tuple[float, int], ...]:
        return tuple(self._kept)

    def note(self, seconds: float, expanded: int) -> None:
        if seconds - self._kept[-1][0] >= self._between:
            self._kept.append((seconds, expanded))
        if len(self._kept) > MOST_TIMES:
            del self._kept[1::2]
            self._between = 2 * seconds / MOST_TIMES

    def end(self, seconds: float, expanded: int) -> None:
        if self._kept[-1] != (seconds, expanded):
            self._kept.append((seconds, expanded))
