"""A search under inspection, any moment of which can be shown, forward and back.

A search gives the same result however it is sliced, so a moment that lies behind is reached by
running the search anew from the start.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from typing_extensions import override

from puzzler.board.scenario import Problem
from puzzler.search.custom.source import CodeError
from puzzler.search.inspection.observation import Expansion, Glimpse
from puzzler.search.inspection.recording import BYTES, ExpansionLog
from puzzler.search.inspection.samples import Sampled
from puzzler.search.method import Method
from puzzler.search.result import SearchResult
from puzzler.search.solve import Beginning, begin
from puzzler.solver.commands import Command, Pause, Record, Resume, Seek, SetRate
from puzzler.solver.inspection.search import InspectedSearch
from puzzler.solver.worker import Job, Need, Worker

SHOW_EVERY = 0.04
"""Seconds between two moments that are shown while it runs."""
RECORDING_PAUSE = 0.003
"""Seconds after each slice of recording, which is plain Python and would make frames late."""
SHARE_FOR_SHOWING = 4
"""At full speed it searches at least this many times as long as it takes to look at the search."""
MOST_LEAD = 40
"""Moments before one that is gone back to by a step: they are usually shown soon after, and are
remembered on the way there, at most this many."""
SHARE_FOR_LEAD = 0.25
"""How much longer that may make the way."""
SOON = 1_000_000
"""Expansions of a search whose end is shown before its last expansion is found, by a second run."""
FAR = 1 << 62
"""Further than any search goes."""
MOST_MOMENTS = 64
"""Moments that are remembered, those shown last."""
MAX_NODES = 1_000_000
"""States on their paths, all in all: a depth-first search has long ones."""


@dataclass(frozen=True, kw_only=True)
class Moment:
    """A search after some number of expansions."""

    glimpse: Glimpse
    """The search at this moment; without its time, which means nothing for a stepped search."""
    at_end: bool
    """The search has ended, and this is its last moment."""
    is_there: bool = False
    """The search stands here: the same moment always shows exactly this. False for one that was
    passed while running."""
    coming: Expansion | None = None
    """What is expanded next, where the search stands here; None at the end and while it runs."""
    sequence: int = 0
    """Counts up with every moment that is shown."""
    is_running: bool = False
    """More moments will follow without a command."""
    total: int | None = None
    """States expanded in all; None while the end has not been seen."""
    reached: int = 0
    """The furthest moment that has been seen."""
    result: SearchResult | None = None
    """None while the end has not been seen."""
    samples: Sampled | None = None
    """Figures against expansions, up to the furthest moment that has been seen."""
    rate: float = 0.0
    """Expansions a second while it runs."""

    @property
    def expansions(self) -> int:
        """How many states have been expanded."""
        return self.glimpse.expansions


@dataclass(frozen=True)
class Inspection:
    """The newest of a search under inspection."""

    moment: Moment | None
    """What is shown; None until the search is made."""
    log: ExpansionLog
    """What was recorded beside the search, as ``Record`` asked for."""
    seeking: float | None = None
    """How much of the way to the moment of ``Seek`` is done, 0 to 1, and 0 where the end is not
    known; None when there."""


InspectionWorker = Worker[Inspection, None]
"""Its commands are ``Seek``, ``Resume``, ``Pause``, ``SetRate``, ``Record`` and ``Cancel``."""


def inspect(
    problem: Problem,
    method: Method,
    *,
    prepare: Callable[[], object] | None = None,
    make: Callable[[Problem, Method], Beginning] = begin,
    clock: Callable[[], float] = time.perf_counter,
) -> InspectionWorker:
    """Inspect a search from moment 0 on.

    Limits on time do not hold here: they would end it at another moment each time. ``prepare`` is
    called in the thread first; ``make`` begins a search.
    """
    method = replace(method, limit=replace(method.limit, seconds=None))
    job = InspectionJob(problem, method, make, clock)
    return Worker(job, name="inspection", prepare=prepare, clock=clock)


class InspectionJob(Job[Inspection, None]):
    """One search, which stands at a moment, goes to one, or runs."""

    def __init__(
        self,
        problem: Problem,
        method: Method,
        make: Callable[[Problem, Method], Beginning],
        clock: Callable[[], float],
    ) -> None:
        super().__init__()
        self._make: Callable[[], Beginning] = partial(make, problem, method)
        self._clock = clock
        self._search = InspectedSearch(method, clock)
        self._log = ExpansionLog(problem.start, self._make)
        self._moments: dict[int, Moment] = {}  # that were shown lately, the newest last
        self._steps: Beginning | None = None  # of tables that are being built
        self._shown: Moment | None = None
        self._at = 0  # how many expansions it shows
        self._shown_at = 0.0
        self._reached = 0  # the furthest moment that was seen
        self._speeds: deque[tuple[float, int]] = deque(maxlen=round(1 / SHOW_EVERY))
        self._target: int | None = 0  # the moment to be shown, until it is
        self._seeking: float | None = None
        self._is_running = False
        self._rate: float | None = None
        self._may_record = False  # between two slices that a rate allows

    @property
    @override
    def needs(self) -> Need:
        if self._steps is not None or self._target is not None or self._records_first:
            return Need.TURN
        lags = self._log.lags(self._search.search, self._reached)
        if self._is_running:
            return Need.TURN if self._may_record and lags else Need.BUDGET
        return Need.TURN if lags else Need.COMMAND

    @property
    def _records_first(self) -> bool:
        """The log has to catch up as long as there is memory for it."""
        search = self._search.search
        if search is None or not self._log.lags(search, search.expanded):
            return False
        stats = search.stats()
        return stats.bytes + BYTES > stats.memory_bytes

    @override
    def advance(self, budget: int) -> int:
        try:
            return self._advance(budget)
        except CodeError:  # of what comes next
            if self._search.is_known:
                self._show(Moment(glimpse=self._search.glimpse(), at_end=False, is_there=True))
            raise

    def _advance(self, budget: int) -> int:
        if self._steps is not None:
            try:
                self.building = next(self._steps)
            except StopIteration as end:
                self._search.begin(end.value)
                self._steps = self.building = None
        elif self._records_first:
            self._record(self._search.expanded)
        elif self._target is not None:
            self._approach(self._target)
        elif budget:
            self._may_record = self._rate is not None
            return self._run_on(budget)
        else:
            self._may_record = False
            self._record(self._reached)
        return 0

    @override
    def obey(self, command: Command) -> None:
        match command:
            case Seek(moment):
                self._is_running, self._target = False, max(0, moment)
            case Resume():
                self._run()
            case Pause() if self._is_running:
                # where it was too fast to look, at the next moment
                at = self._search.expanded
                self._is_running, self._target = False, at if self._search.is_known else at + 1
            case SetRate(rate):
                self._rate = rate
            case Record(ranks, tree):
                self._log.want(ranks=ranks, tree=tree)

    @override
    def snapshot(self, *, is_paused: bool) -> Inspection:
        return Inspection(self._shown, self._log, self._seeking)

    @override
    def end(self, error: BaseException | None) -> None:
        self._seeking = None
        if self._steps is not None:
            self._steps.close()
        self._log.want(ranks=False, tree=False)

    def _run(self) -> None:
        """Run from what is shown; if the search is elsewhere by now, go there first."""
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
        """Come a slice closer to ``moment``, and show it when it is reached."""
        search, kept = self._search, self._moments.get(moment)
        if kept is not None and not self._is_running:
            self._arrive(kept)
            return
        if search.is_over(moment) and moment != search.total:
            self._target = search.total
            return
        if not search.leads_to(moment):
            search.release()
            self._steps = self._make()
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
        if not shown - MOST_LEAD <= moment < shown:
            return 0
        seconds = SHARE_FOR_LEAD * moment * search.seconds_each
        return min(moment, MOST_LEAD, int(seconds / max(search.cost, 1e-6)))

    def _stand(self) -> None:
        """Look at the present moment, and one expansion ahead; remember it."""
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
        """Where the search has ended, find out what was expanded last, and show that."""
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

    def _run_on(self, budget: int) -> int:
        """Expand a slice of at most ``budget`` states, and show where it is when it is time to."""
        search, rate, shown = self._search, self._rate, self._at
        since = self._clock() - self._shown_at
        is_due = since >= max(SHOW_EVERY, SHARE_FOR_SHOWING * search.cost)
        budget, before, ahead = min(budget, search.slice.budget), search.expanded, 0
        if before == shown + 1 and search.is_known:
            # what lies ahead of what is shown comes first
            if is_due or budget == 1:
                self._show(Moment(glimpse=search.glimpse(), at_end=search.has_ended))
                return 1
            budget, ahead = budget - 1, 1
        # a moment can only be shown where its last expansion was a step
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

    def _show(self, moment: Moment) -> None:
        """Show ``moment``, with what is known of the search by now."""
        search, at = self._search, moment.expansions
        self._at, self._shown_at = at, self._clock()
        self._reached = max(self._reached, at)
        self._speeds.append((self._shown_at, at))
        (first, least), (last, most) = self._speeds[0], self._speeds[-1]
        rate = (most - least) / (last - first) if self._is_running and last > first else 0.0
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
        """Remember ``moment``; those that were not shown for longest are forgotten."""
        moments, at = self._moments, moment.expansions
        self._reached = max(self._reached, at)
        moments.pop(at, None)
        moments[at] = moment
        nodes = sum(len(each.glimpse.path) for each in moments.values())
        while len(moments) > MOST_MOMENTS or (nodes > MAX_NODES and len(moments) > 1):
            nodes -= len(moments.pop(next(iter(moments))).glimpse.path)

    def _record(self, reached: int) -> None:
        if self._search.search is not None:
            self._log.advance(self._search.search, reached)
            time.sleep(RECORDING_PAUSE)
