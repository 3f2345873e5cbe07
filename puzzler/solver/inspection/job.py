"""An inspected search, of which any moment can be shown, forward and back.

The result of a search does not depend on slices, so that an earlier moment is reached by running
the search again from the start.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from puzzler.board.scenario import Problem
from puzzler.progress import Reporter, no_report
from puzzler.search.custom.source import CodeError
from puzzler.search.engine.search import Search
from puzzler.search.engine.stepping import OrderCursor
from puzzler.search.inspection.condition import Condition
from puzzler.search.inspection.observation import Expansion
from puzzler.search.inspection.recording import BYTES, ExpansionLog
from puzzler.search.method import Method
from puzzler.search.starting import start
from puzzler.solver.commands import Command, Pause, Record, Resume, Seek, SetRate
from puzzler.solver.inspection.moment import Inspection, InspectionWorker, Moment
from puzzler.solver.inspection.search import InspectedSearch
from puzzler.solver.worker import Job, Need, Worker

SHOW_EVERY = 0.04
"""Seconds between two moments shown while the search is running."""
RECORDING_PAUSE = 0.003
"""Sleep in seconds after each slice of recording, because plain Python delays frames."""
SHARE_FOR_SHOWING = 4
"""Minimum ratio of the search time at full speed to the time for showing it."""
LONGEST_PAUSE = 1.0
"""Limit in seconds on the time between two moments, because a step can be slow only once, for
example while a kernel is compiled."""
MAX_LEAD = 40
"""When going back by a step, limit on the number of moments before it that are cached on the way,
because they are usually shown next."""
SHARE_FOR_LEAD = 0.25
"""Limit on the additional time for caching these moments, as a share."""
SOON = 1_000_000
"""A search with more expansions is shown at its end before a second run finds the last one."""
FIRST_STRIDE, MAX_STRIDE = 16, 1 << 16
"""Limits on the expansions between two looks at a condition that the figures can exclude."""
FAR = 1 << 62
"""More expansions than any search has."""
MAX_MOMENTS = 64
"""Limit on the number of cached moments, the last shown ones."""
MAX_NODES = 1_000_000
"""Limit on the states on the paths of all cached moments; depth-first searches have long paths."""


def inspect(
    problem: Problem,
    method: Method,
    *,
    prepare: Callable[[], object] | None = None,
    make: Callable[[Problem, Method, Reporter], Search] = start,
    clock: Callable[[], float] = time.perf_counter,
) -> InspectionWorker:
    """Inspect a search from moment 0 on.

    Time limits are ignored, because each run would end at another moment. prepare: called first, in
    the thread. make: builds tables and returns a search.
    """
    method = replace(method, limit=replace(method.limit, seconds=None))
    job = InspectionJob(problem, method, make, clock)
    return Worker(job, name="inspection", prepare=prepare, clock=clock)


class InspectionJob(Job[Inspection, None]):
    """A search that is stopped at a moment, on its way to one, or running."""

    def __init__(
        self,
        problem: Problem,
        method: Method,
        make: Callable[[Problem, Method, Reporter], Search],
        clock: Callable[[], float],
    ) -> None:
        super().__init__()
        self._make: Callable[[Reporter], Search] = partial(make, problem, method)
        self._clock = clock
        self._search = InspectedSearch(method, clock)
        self._log = ExpansionLog(problem.start, partial(self._make, no_report))
        self._moments: dict[int, Moment] = {}  # cached, the last shown one at the end
        self._shown: Moment | None = None
        self._at = 0  # the shown moment
        self._shown_at = 0.0
        self._reached = 0  # the furthest moment reached
        self._speeds: deque[tuple[float, int]] = deque(maxlen=round(1 / SHOW_EVERY))
        self._target: int | None = 0  # the moment to show next
        self._seeking: float | None = None
        self._is_running = False
        self._until: Callable[[Expansion], bool] | None = None
        self._stride = 0  # expansions to the next look at a condition; 0 to look at each
        self._step_until = 0  # the moment up to which the condition is looked at in each step
        self._cursor = OrderCursor()
        self._rate: float | None = None
        self._may_record = False  # between two slices that a rate allows

    @property
    def needs(self) -> Need:
        if self._target is not None or self._records_first:
            return Need.TURN
        lags = self._log.lags(self._search.search, self._reached)
        if self._is_running:
            return Need.TURN if self._may_record and lags else Need.BUDGET
        return Need.TURN if lags else Need.COMMAND

    @property
    def _records_first(self) -> bool:
        """Whether the log must catch up now, because the memory would be short later."""
        search = self._search.search
        if search is None or not self._log.lags(search, search.expanded):
            return False
        stats = search.stats()
        return stats.bytes + BYTES > stats.memory_bytes

    def advance(self, budget: int) -> int:
        try:
            return self._advance(budget)
        except CodeError:  # raised by the next expansion
            if self._search.is_known:
                self._show(Moment(glimpse=self._search.glimpse(), at_end=False, is_there=True))
            raise

    def _advance(self, budget: int) -> int:
        if self._records_first:
            self._record(self._search.expanded)
        elif self._target is not None:
            self._approach(self._target)
        elif budget:
            self._may_record = self._rate is not None
            return self._run_on(budget) if self._until is None else self._look_for(budget)
        else:
            self._may_record = False
            self._record(self._reached)
        return 0

    def obey(self, command: Command) -> None:
        match command:
            case Seek(moment):
                self._is_running, self._target = False, max(0, moment)
            case Resume(until):
                self._until, self._cursor = until, OrderCursor()
                self._stride = FIRST_STRIDE if isinstance(until, Condition) else 0
                self._step_until = 0
                self._run()
            case Pause() if self._is_running:
                # if this moment is not known completely, stop at the next one
                at = self._search.expanded
                self._is_running, self._target = False, at if self._search.is_known else at + 1
            case SetRate(rate):
                self._rate = rate
            case Record(ranks, tree):
                self._log.select(ranks=ranks, tree=tree)

    def snapshot(self, *, is_paused: bool) -> Inspection:
        return Inspection(self._shown, self._log, self._seeking)

    def end(self, error: BaseException | None) -> None:
        self._seeking = None
        self._log.select(ranks=False, tree=False)

    def _run(self) -> None:
        """Run from the shown moment. If the search is at another one, go to the shown one first."""
        shown, search = self._at, self._search
        if self._is_running or search.is_over(shown if self._target is None else self._target):
            return
        self._is_running = True
        self._speeds.clear()
        is_near = search.expanded in (shown, shown + 1) and search.is_known
        if self._target is None and not is_near:
            self._target = shown

    # -- going to a moment --------------------------------------------------------------------

    def _approach(self, moment: int) -> None:
        """Advance by a slice towards ``moment``, and show it when it is reached."""
        search, cached = self._search, self._moments.get(moment)
        if cached is not None and not self._is_running:
            self._arrive(cached)
            return
        if search.is_over(moment) and moment != search.total:
            self._target = search.total
            return
        if not search.leads_to(moment):
            search.release()
            search.begin(self._make(self.report))
            self.building = None
            return
        first = moment - self._lead(moment)
        if search.expanded < first - 1:
            search.leap(first - 1)
            self._look_for_end()
        elif search.expanded < first or not search.is_known:
            search.step()
            self._look_for_end()
        else:
            self._stand()
        if self._target is not None:
            self._seeking = min(1.0, search.expanded / moment) if moment < FAR else 0.0

    def _lead(self, moment: int) -> int:
        shown, search = self._at, self._search
        if not shown - MAX_LEAD <= moment < shown:
            return 0
        seconds = SHARE_FOR_LEAD * moment * search.seconds_each
        return min(moment, MAX_LEAD, int(seconds / max(search.cost, 1e-6)))

    def _stand(self) -> None:
        """Cache the current moment with the next expansion; show it if it is the target."""
        search, at = self._search, self._search.expanded
        glimpse = search.glimpse()
        coming = search.step()
        if coming is None:
            glimpse = search.glimpse()
        moment = Moment(glimpse=glimpse, at_end=coming is None, is_there=True, coming=coming)
        if at == self._target or coming is None:
            self._arrive(moment)
        else:
            self._remember(moment)

    def _arrive(self, moment: Moment) -> None:
        self._remember(moment)
        self._target = self._seeking = None
        self._is_running &= not moment.at_end
        self._show(moment)

    def _look_for_end(self) -> None:
        """If the search has ended, show its last expansion, or start finding it."""
        search = self._search
        if not search.has_ended:
            return
        self._is_running = False
        if search.is_known:
            self._arrive(Moment(glimpse=search.glimpse(), at_end=True, is_there=True))
            return
        if search.expanded > SOON:
            self._show(Moment(glimpse=search.glimpse(), at_end=True))
        self._target = search.expanded

    # -- running ------------------------------------------------------------------------------

    @property
    def _is_due(self) -> bool:
        """Whether the next moment should be shown."""
        pause = min(SHARE_FOR_SHOWING * self._search.cost, LONGEST_PAUSE)
        return self._clock() - self._shown_at >= max(SHOW_EVERY, pause)

    def _run_on(self, budget: int) -> int:
        """Expand at most ``budget`` states, and show the moment if it is due."""
        search, rate, shown, is_due = self._search, self._rate, self._at, self._is_due
        budget, before, ahead = min(budget, search.slice.budget), search.expanded, 0
        if before == shown + 1 and search.is_known:
            # the search is one expansion ahead of the shown moment
            if is_due or budget == 1:
                self._show(Moment(glimpse=search.glimpse(), at_end=search.has_ended))
                return 1
            budget, ahead = budget - 1, 1
        # only a step provides the last expansion of a moment
        to_step = 1 if rate is not None or is_due else 0
        if rate is not None or not is_due:
            search.leap(search.expanded + budget - to_step)
        if to_step and not search.has_ended:
            search.step()
        spent = ahead + search.expanded - before
        self._look_for_end()
        if is_due and self._is_running and search.is_known:
            self._show(Moment(glimpse=search.glimpse(), at_end=search.has_ended))
            self._record(self._reached)
        return spent

    def _look_for(self, budget: int) -> int:
        """Expand at most ``budget`` states up to the first with the requested condition."""
        search, before, began = self._search, self._search.expanded, self._clock()
        assert self._until is not None, "there is a condition"
        # the search can be one expansion ahead of the shown moment
        is_ahead = before == self._at + 1 and search.is_known
        expansion = search.last if is_ahead else search.step()
        while expansion is not None:
            if self._until(expansion):
                self._is_running, self._target = False, search.expanded
                return search.expanded - before
            if search.expanded - before >= budget or self._clock() - began > SHOW_EVERY:
                break
            if self._stride and search.expanded > self._step_until:
                if self._is_due:
                    break
                if not self._leap_to_condition():
                    return max(0, search.expanded - before)
            expansion = search.step()
        self._look_for_end()
        if self._is_due and self._is_running and search.is_known:
            self._show(Moment(glimpse=search.glimpse(), at_end=search.has_ended))
        return search.expanded - before

    def _leap_to_condition(self) -> bool:
        """Expand some states without looking at each, if they cannot fulfil the condition.

        Return False if they may fulfil it. The search then goes back and tries fewer states.
        """
        search, until = self._search, self._until
        assert search.search is not None
        assert isinstance(until, Condition)
        stats, at = search.search.stats(), search.expanded
        if until.excludes(search.search, stats, self._cursor) is None:
            self._stride = 0
            return True
        cursor = replace(self._cursor, stack=[*self._cursor.stack])
        search.leap(at + self._stride)
        count = search.expanded - at
        if until.excludes(search.search, stats, self._cursor):
            self._stride = min(2 * self._stride, MAX_STRIDE)
            return True
        self._cursor, self._target = cursor, at
        if count <= FIRST_STRIDE:
            self._step_until = search.expanded
        self._stride = max(FIRST_STRIDE, count // 2)
        return False

    def _show(self, moment: Moment) -> None:
        """Show ``moment`` with the current facts about the search."""
        search, at = self._search, moment.expansions
        self._at, self._shown_at = at, self._clock()
        self._reached = max(self._reached, at)
        self._speeds.append((self._shown_at, at))
        (first, before), (last, after) = self._speeds[0], self._speeds[-1]
        rate = (after - before) / (last - first) if self._is_running and last > first else 0.0
        self._shown = replace(
            moment,
            sequence=1 if self._shown is None else self._shown.sequence + 1,
            is_running=self._is_running,
            total=search.total,
            reached=self._reached,
            result=search.result,
            samples=search.sampled,
            rate=max(0.0, rate),
        )

    def _remember(self, moment: Moment) -> None:
        """Cache ``moment`` and drop the least recently shown ones."""
        moments, at = self._moments, moment.expansions
        self._reached = max(self._reached, at)
        moments.pop(at, None)
        moments[at] = moment
        nodes = sum(len(each.glimpse.path) for each in moments.values())
        while len(moments) > MAX_MOMENTS or (nodes > MAX_NODES and len(moments) > 1):
            nodes -= len(moments.pop(next(iter(moments))).glimpse.path)

    def _record(self, reached: int) -> None:
        if self._search.search is not None:
            self._log.advance(self._search.search, reached)
            time.sleep(RECORDING_PAUSE)
