"""A lane of a race: one search, advanced turn by turn until it ends."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from puzzler.board.scenario import Problem
from puzzler.search.compilation import is_compiled
from puzzler.search.engine.search import Search
from puzzler.search.engine.stepping import Status
from puzzler.search.method import Method
from puzzler.search.options import LimitKind
from puzzler.search.result import Outcome, SearchStats
from puzzler.search.samples import COARSE, Samples
from puzzler.search.solve import Beginning, unbegun
from puzzler.solver.budget import Slice
from puzzler.solver.race.progress import LaneProgress, LaneState
from puzzler.solver.race.rules import ROUND_SECONDS, Pace, RaceRules
from puzzler.solver.worker import one_line

MOST_TIMES = 2_000
"""Pairs of seconds and expansions that are kept of a lane, an even number."""
TURN = 0.02
"""Seconds that a turn aims at: short enough to be stopped at once, and long enough that it hardly
matters that the processor's caches hold the states of another search when it begins."""
NEAR = ROUND_SECONDS / 4
"""Seconds short of a moment that count as having reached it: less would be all overhead."""
_STATES = {
    Outcome.SOLVED: LaneState.SOLVED,
    Outcome.UNSOLVABLE: LaneState.UNSOLVABLE,
    Outcome.LIMIT: LaneState.LIMIT,
    Outcome.CANCELLED: LaneState.STOPPED,
}

_log = logging.getLogger("puzzler")


class Lane:
    """One search of a race; an exception in it ends no other lane."""

    def __init__(
        self,
        problem: Problem,
        method: Method,
        rules: RaceRules,
        steps: Beginning,
        clock: Callable[[], float],
    ) -> None:
        self.progress = LaneProgress(
            method, LaneState.BUILDING, SearchStats(memory_bytes=method.limit.memory), problem.start
        )
        """As it was looked at last."""
        self._problem = problem
        self._rules = rules
        self._steps = steps
        self._clock = clock
        self._began: float | None = None
        self._setup_seconds = 0.0
        self._search: Search | None = None
        self._samples = Samples(method, COARSE)
        self._slice = Slice(TURN)
        self._rate = 1.0  # expansions a second, as of its last turn
        self._times = Times()

    @property
    def is_building(self) -> bool:
        """Its tables are not built yet."""
        return self._search is None and not self.progress.state.is_over

    @property
    def is_running(self) -> bool:
        """It has begun and has not ended."""
        return self._search is not None

    @property
    def spent(self) -> float:
        """What it has had of what all lanes get equal shares of: expansions, or seconds."""
        if self._search is None:
            return 0.0
        is_timed = self._rules.pace is Pace.TIME
        return self._search.elapsed if is_timed else self._search.expanded

    def is_at(self, moment: float) -> bool:
        """It has had as much as that, or has ended."""
        if self._search is None:
            return True
        near = NEAR if self._rules.pace is Pace.TIME else 0.0
        return moment - self.spent <= near

    def build(self) -> None:
        """Build its tables a step further; with the last step it has begun."""
        try:
            self._began = self._clock() if self._began is None else self._began
            self.progress = replace(self.progress, building=next(self._steps))
        except StopIteration as end:
            self.progress = replace(self.progress, building=None)
            self._setup_seconds = self._clock() - (self._began or 0.0)
            self._search = end.value
            self._samples.take(end.value)
            if end.value.status is not Status.RUNNING:
                self._end()
        except Exception as error:  # whatever it was, the other lanes go on
            self.fail(error)

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
            expanded, seconds = search.expanded - before, search.elapsed - elapsed
            if expanded and seconds > 0:
                self._rate = expanded / seconds
            self._times.note(search.elapsed, search.expanded)
            if expanded == budget:  # else there was other work, of other cost
                # processor time: a turn is no shorter because others have the processor, too
                self._slice.adapt(budget, time.thread_time() - began)
            most = self._rules.seconds
            if most is not None and most - search.elapsed <= NEAR:
                search.stop(LimitKind.TIME)
            if search.status is not Status.RUNNING:
                self._end()
        except Exception as error:  # whatever it was, the other lanes go on
            self.fail(error)

    def look(self, *, samples: bool) -> LaneProgress:
        """Its progress as of now; samples anew only if asked for."""
        search, shown = self._search, self.progress
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
        if self._search is not None:
            self._end(is_stopped=True)
        elif not self.progress.state.is_over:
            start, goal = self._problem.start, self._problem.goal
            self._finish(LaneState.STOPPED, result=unbegun(start, goal, self.progress.method))

    def fail(self, error: BaseException) -> None:
        """End it with an exception, unless it is over; the figures are those looked at last."""
        if self.progress.state.is_over:
            return
        _log.warning("a search of a race failed", exc_info=error)
        self._finish(LaneState.FAILED, failure=one_line(error))

    def _end(self, *, is_stopped: bool = False) -> None:
        search = self._search
        assert search is not None
        self.look(samples=True)
        result = replace(
            search.result(cancelled=is_stopped),
            setup_seconds=self._setup_seconds,
            compiled=is_compiled(),
        )
        self._times.end(search.elapsed, search.expanded)
        self._finish(
            LaneState.STOPPED if is_stopped else _STATES[result.status],
            stats=result.stats,
            lower_bound=result.lower_bound,
            best_length=result.length,
            result=result,
        )

    def _finish(self, state: LaneState, **figures: Any) -> None:
        """Release the search, and set the last figures."""
        self._steps.close()
        self._search = None
        times = self._times.pairs
        self.progress = replace(self.progress, state=state, building=None, times=times, **figures)


class Times:
    """Pairs of seconds and expansions, evenly thinned."""

    def __init__(self) -> None:
        self._pairs = [(0.0, 0)]
        self._between = 0.0  # seconds from one to the next, at least

    @property
    def pairs(self) -> tuple[tuple[float, int], ...]:
        """Those that are kept, the first and the last included."""
        return tuple(self._pairs)

    def note(self, seconds: float, expanded: int) -> None:
        """Keep a pair, unless it is too close to the last."""
        if seconds - self._pairs[-1][0] >= self._between:
            self._pairs.append((seconds, expanded))
        if len(self._pairs) > MOST_TIMES:
            del self._pairs[1::2]
            self._between = 2 * seconds / MOST_TIMES

    def end(self, seconds: float, expanded: int) -> None:
        """Keep the last pair."""
        if self._pairs[-1] != (seconds, expanded):
            self._pairs.append((seconds, expanded))
