"""The thread that owns a search under the lens: obey, go a slice on, show; until it is closed."""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import replace
from typing import assert_never

from puzzler.search.compilation import COMPILING, compile_watch, is_compiled
from puzzler.search.engine.search import Search
from puzzler.search.engine.stepping import Status
from puzzler.search.heuristics.heuristic import BuildProgress
from puzzler.search.inspection.inspector import Inspector
from puzzler.search.inspection.recording import ExpansionLog
from puzzler.search.inspection.values import Expansion, Glimpse
from puzzler.search.method import Method
from puzzler.search.problem import Problem
from puzzler.search.result import SearchResult
from puzzler.search.samples import Sampled, Samples
from puzzler.search.solve import Beginning
from puzzler.solver.examining import Close, Moment, Order, Pause, Record, Run, Seek, Step
from puzzler.solver.solver_thread import LONGEST_WAIT, PLAIN_PAUSE, Pace, Slice, one_line

SHOW_EVERY = 0.04
"""Seconds between two moments that are shown while it runs."""
SHARE_FOR_SHOWING = 4
"""At full speed it searches at least so many times as long as it shows what there is to see."""
KEPT_MOMENTS = 64
"""Moments that are remembered, those shown last."""
KEPT_NODES = 1_000_000
"""States on their paths, all in all: a depth-first search has long ones."""
FAR = 100_000
"""Expansions behind which it takes a while to get there again: the moments before are shown soon
after, as a rule, and are kept beforehand."""
LEAD = 8
"""How many of them."""
CHEAP = 0.02
"""Seconds that it may take to look at one of them."""
FARTHEST_END = 20_000_000
"""Expansions of the longest search that is run twice to tell what was expanded last."""
LEAP = 1 << 62
"""Further than any search goes."""

_log = logging.getLogger("puzzler")


class ExaminerThread(threading.Thread):
    """One search, spoken to by ``orders``, speaks by attributes; see ``examiner.Examiner``."""

    def __init__(
        self,
        problem: Problem,
        method: Method,
        run_id: int,
        prepare: Callable[[], object] | None,
        make: Callable[[Problem, Method], Beginning],
        clock: Callable[[], float],
    ) -> None:
        # a daemon, so that a program that crashes meanwhile ends nevertheless
        super().__init__(name=f"examiner-{run_id}", daemon=True)
        self.orders: queue.SimpleQueue[Order] = queue.SimpleQueue()
        self.latest: Moment | None = None
        self.seeking: float | None = None
        self.failure = ""
        self.settled = -1
        """How many orders had been heard when there was nothing left to do."""
        self.log = ExpansionLog(problem.start, self._made)
        # a limit on time would end the search at another moment each time
        self._method = replace(method, limit=replace(method.limit, seconds=None))
        self._problem = problem
        self._run_id = run_id
        self._prepare = prepare
        self._make = make
        self._clock = clock
        self._step: BuildProgress | None = None
        self._is_building = True
        self._is_compiling: Callable[[], bool] = lambda: False  # until the thread runs
        self._heard = 0
        self._is_closed = False
        self._wish: int | None = 0  # the moment to be shown, until it is
        self._is_running = False
        self._pace = Pace(clock)
        self._slice = Slice()
        self._search: Search | None = None
        self._inspector: Inspector | None = None
        self._samples = Samples(self._method)
        self._sampled: Sampled | None = None
        self._last: Expansion | None = None  # what was expanded last, where that is known
        self._shown = 0  # the moment that is shown
        self._shown_at = 0.0
        self._cost = 0.0  # seconds that it took to show it
        self._sequence = 0
        self._total: int | None = None
        self._reached = 0
        self._result: SearchResult | None = None
        self._kept: OrderedDict[int, Moment] = OrderedDict()
        self._kept_nodes = 0
        self._speeds: deque[tuple[float, int]] = deque(maxlen=round(1 / SHOW_EVERY))

    @property
    def building(self) -> BuildProgress | None:
        """How far tables or machine code are, while they are being made."""
        if not self._is_building:
            return None
        return COMPILING if self._is_compiling() else self._step

    def run(self) -> None:
        """Obey until it is closed; whatever is raised is told."""
        self._is_compiling = compile_watch()
        try:
            if self._prepare is not None:
                self._prepare()
            while not self._is_closed:
                self._go_on()
        except BaseException as error:  # whoever looks is told, whatever was raised
            self.failure = one_line(error)
            _log.warning("a search under the lens failed", exc_info=True)
        finally:
            self.seeking = None
            self._search = self._inspector = None  # its memory is wanted elsewhere

    def _go_on(self) -> None:
        """Obey what was ordered; then a slice of the work that is to be done."""
        if self._is_idle:
            self.settled = self._heard
            self._obey(self.orders.get())
        self._obey_waiting()
        if self._is_closed:
            return
        if self._wish is not None:
            self._approach(self._wish)
        elif self._is_running:
            self._run_on()
        else:
            self._record()
        if not is_compiled():
            time.sleep(PLAIN_PAUSE)

    @property
    def _is_idle(self) -> bool:
        return self._wish is None and not self._is_running and not self._lags

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
            case Seek(moment):
                self._is_running, self._wish = False, max(0, moment)
            case Step(expansions):
                begins = self._shown if self._wish is None else self._wish
                self._is_running, self._wish = False, max(0, begins + expansions)
            case Run(rate):
                self._pace.rate = rate
                self._pace.begin_anew()
                self._run()
            case Pause():
                if self._is_running:
                    self._is_running = False
                    # where it was too fast to look the next one is shown
                    search = self._search
                    self._wish = self._shown if search is None else self._standing(search)
            case Record():
                self.log.want(ranks=order.ranks, tree=order.tree)
            case Close():
                self._is_closed = True
            case _:
                assert_never(order)

    def _run(self) -> None:
        """Run on from what is shown; where the search is elsewhere by now, it goes there first."""
        if self._is_running or self._is_over(self._shown if self._wish is None else self._wish):
            return
        self._is_running = True
        self._speeds.clear()
        search = self._search
        is_near = search is not None and search.expanded in (self._shown, self._shown + 1)
        if self._wish is None and not (is_near and self._knows(search)):
            self._wish = self._shown

    def _standing(self, search: Search) -> int:
        """The next moment that can be shown whole."""
        return search.expanded if self._knows(search) else search.expanded + 1

    # -- going to a moment --------------------------------------------------------------------

    def _approach(self, moment: int) -> None:
        """Come a slice closer to ``moment``, and show it when it is reached."""
        kept = self._kept.get(moment)
        if kept is not None and not self._is_running:
            self._show_again(kept)
            return
        if self._is_over(moment) and moment != self._total:
            self._wish = self._total
            return
        search = self._search
        if search is None or not self._leads_to(search, moment):
            search = self._begin_anew()
            if search is None:
                return
        is_far = moment > FAR and moment <= self._reached and self._cost < CHEAP
        first = moment - LEAD if is_far else moment
        if search.expanded < first - 1:
            self._leap(search, first - 1)
        elif search.expanded < first or not self._knows(search):
            self._take(search)
        else:
            for each in range(search.expanded, moment + 1):
                self._stand(search, each)
        if self._wish is not None:
            self.seeking = min(1.0, search.expanded / moment) if moment < LEAP else 0.0

    def _leads_to(self, search: Search, moment: int) -> bool:
        """``moment`` lies ahead of the search as it is, or it stands there and knows all of it."""
        if search.expanded < moment:
            return search.status is Status.RUNNING
        return search.expanded == moment and self._knows(search)

    def _knows(self, search: Search | None) -> bool:
        """What was expanded last is known."""
        if search is None:
            return False
        at = search.expanded
        return at == 0 or (self._last is not None and self._last.index == at - 1)

    def _is_over(self, moment: int) -> bool:
        return self._total is not None and moment >= self._total

    def _leap(self, search: Search, moment: int) -> None:
        """Expand a slice of the states before ``moment``."""
        budget = min(self._slice.budget, moment - search.expanded)
        if budget == 0:
            return
        before, began = search.expanded, self._clock()
        self._samples.run(search, budget, interruptible=True)
        if search.expanded > before:
            self._last = None
        if search.expanded == before + budget:
            self._slice.adapt(budget, self._clock() - began)
        self._look_for_end(search)

    def _take(self, search: Search) -> None:
        """Expand one state, and know it."""
        self._last = self._expand_one(search) or self._last
        self._look_for_end(search)

    def _expand_one(self, search: Search) -> Expansion | None:
        assert self._inspector is not None
        expansion = self._inspector.step()
        self._samples.take(search)
        return expansion

    def _look_for_end(self, search: Search) -> None:
        """Where the search has ended, show that, and find out what was expanded last."""
        if search.status is Status.RUNNING:
            return
        self._learn_end(search)
        self._is_running = False
        if self._knows(search) or search.expanded > FARTHEST_END:
            self._show(self._glimpse(search), is_there=True, at_end=True)
        else:
            self._show(self._glimpse(search), at_end=True)
            self._wish = search.expanded

    def _stand(self, search: Search, moment: int) -> None:
        """The search is at ``moment``: look at it, then one expansion ahead, and show it."""
        glimpse = self._glimpse(search)
        coming = self._expand_one(search)
        if coming is not None:
            self._last = coming
        else:
            self._learn_end(search)
            glimpse = self._glimpse(search)
        is_wished = moment == self._wish or coming is None
        self._show(glimpse, coming, is_there=True, at_end=coming is None, is_told=is_wished)

    def _learn_end(self, search: Search) -> None:
        self._total = search.expanded
        if self._result is None:
            self._result = search.result()

    def _begin_anew(self) -> Search | None:
        """The search with nothing expanded; None where it was closed, or sent on, meanwhile."""
        self._search = self._inspector = self._last = None  # first its memory is given back
        self._samples.let_go()
        steps = self._made()
        self._is_building = True
        try:
            while True:
                self._obey_waiting()
                if self._is_closed:
                    return None
                self._step = next(steps)
                if not is_compiled():
                    time.sleep(PLAIN_PAUSE)
        except StopIteration as end:
            search: Search = end.value
        finally:
            self._is_building = False
            steps.close()
        self._search, self._inspector = search, Inspector(search)
        self._samples.take(search)
        return search

    def _made(self) -> Beginning:
        return self._make(self._problem, self._method)

    # -- running ------------------------------------------------------------------------------

    def _run_on(self) -> None:
        """Expand a slice, as fast as it may, and show where it is when it is time to."""
        search = self._search
        assert search is not None  # it stands somewhere, else there would be a wish
        now = self._clock()
        is_due = now - self._shown_at >= max(SHOW_EVERY, SHARE_FOR_SHOWING * self._cost)
        allowed = self._pace.allowed(self._slice.budget)
        if not allowed:
            if is_due and search.expanded > self._shown and self._knows(search):
                self._show(self._glimpse(search))
            elif self._lags:
                self._record()
            else:
                self._wait(self._pace.seconds_to_wait())
            return
        is_paced, before = self._pace.rate is not None, search.expanded
        if before == self._shown + 1 and self._knows(search):
            allowed, before = allowed - 1, self._shown  # what lay ahead comes first
            if allowed == 0 or is_due:
                self._pace.spend(1)
                self._show(self._glimpse(search))
                return
        to_take = 1 if is_paced or is_due else 0
        if not is_due or is_paced:
            self._leap(search, search.expanded + allowed - to_take)
        if to_take and search.status is Status.RUNNING:
            self._take(search)
        self._pace.spend(search.expanded - before)
        if is_due and self._is_running and self._knows(search):
            self._show(self._glimpse(search))
            self._record()

    # -- showing ------------------------------------------------------------------------------

    def _glimpse(self, search: Search) -> Glimpse:
        """What there is to see, but for the time: that of a stepped search means nothing."""
        assert self._inspector is not None
        began = self._clock()
        glimpse = self._inspector.glimpse()
        # before it goes one ahead, of which nothing is to be told
        self._sampled = self._samples.snapshot(search)
        self._cost = self._clock() - began
        stats = replace(glimpse.stats, elapsed=0.0)
        last = glimpse.expansion if self._knows(search) else None
        return replace(glimpse, stats=stats, expansion=last)

    def _show(
        self,
        glimpse: Glimpse,
        coming: Expansion | None = None,
        *,
        is_there: bool = False,
        at_end: bool = False,
        is_told: bool = True,
    ) -> None:
        """Tell a moment; where it stands still there, keep it."""
        at = glimpse.expansions
        self._reached = max(self._reached, at)
        moment = Moment(
            self._run_id,
            0,
            glimpse,
            self._is_running,
            is_there,
            at_end,
            coming,
            self._total,
            self._reached,
            self._result,
        )
        if is_there:
            self._keep(moment)
        if is_told:
            self._tell(moment)
            if is_there:
                self._arrive()

    def _keep(self, moment: Moment) -> None:
        kept = self._kept
        before = kept.pop(moment.expansions, None)
        self._kept_nodes += len(moment.glimpse.path) - (len(before.glimpse.path) if before else 0)
        kept[moment.expansions] = moment
        while len(kept) > KEPT_MOMENTS or (self._kept_nodes > KEPT_NODES and len(kept) > 1):
            _, oldest = kept.popitem(last=False)
            self._kept_nodes -= len(oldest.glimpse.path)

    def _show_again(self, kept: Moment) -> None:
        self._kept.move_to_end(kept.expansions)
        self._tell(kept)
        self._arrive()

    def _arrive(self) -> None:
        self._wish = self.seeking = None

    def _tell(self, moment: Moment) -> None:
        self._sequence += 1
        self._shown, self._shown_at = moment.expansions, self._clock()
        self._speeds.append((self._shown_at, self._shown))
        (first, least), (last, most) = self._speeds[0], self._speeds[-1]
        rate = (most - least) / (last - first) if self._is_running and last > first else 0.0
        self.latest = replace(
            moment,
            sequence=self._sequence,
            is_running=self._is_running,
            total=self._total,
            reached=self._reached,
            result=self._result,
            samples=self._sampled,
            rate=max(0.0, rate),
        )

    # -- recording ----------------------------------------------------------------------------

    @property
    def _lags(self) -> bool:
        return self.log.lags(self._search, self._reached)

    def _record(self) -> None:
        """Record a slice of what has been searched."""
        if self._search is not None:
            self.log.advance(self._search, self._reached)
