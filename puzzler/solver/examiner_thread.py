"""The thread that owns a search under the lens: obey, go a slice on, show; until it is closed."""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from typing import assert_never

from puzzler.board.scenario import Problem
from puzzler.search.compilation import COMPILING, compile_watch, is_compiled
from puzzler.search.inspection.recording import ExpansionLog
from puzzler.search.inspection.values import Expansion, Glimpse
from puzzler.search.method import Method
from puzzler.search.solve import Beginning
from puzzler.solver.examined import Examined
from puzzler.solver.examining import Close, Moment, Order, Pause, Record, Run, Seek, Step
from puzzler.solver.showing import SHOW_EVERY, Showing
from puzzler.solver.solver_thread import LONGEST_WAIT, PLAIN_PAUSE, Pace, one_line
from puzzler.steps import BuildProgress

RECORDING_PAUSE = 0.003
"""Seconds after each slice of recording, which is plain Python and would make frames late."""
SHARE_FOR_SHOWING = 4
"""At full speed it searches at least so many times as long as it shows what there is to see."""
MOST_LEAD = 40
"""Moments before one that is gone back to by a step: they are shown soon after, as a rule, and are
kept on the way there, at most so many."""
SHARE_FOR_LEAD = 0.25
"""How much longer that way may take for it."""
SOON = 1_000_000
"""Expansions of a search that is run twice before its end is shown: whole, and a moment later."""
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
        # a limit on time would end the search at another moment each time
        method = replace(method, limit=replace(method.limit, seconds=None))
        self.orders: queue.SimpleQueue[Order] = queue.SimpleQueue()
        self.showing = Showing(clock)
        self.log = ExpansionLog(problem.start, lambda: make(problem, method))
        self.seeking: float | None = None
        self.failure = ""
        self.settled = -1
        """How many orders had been heard when there was nothing left to do."""
        self._run_id = run_id
        self._prepare = prepare
        self._make: Callable[[], Beginning] = lambda: make(problem, method)
        self._examined = Examined(method, clock)
        self._pace = Pace(clock)
        self._step: BuildProgress | None = None
        self._is_building = True
        self._is_compiling: Callable[[], bool] = lambda: False  # until the thread runs
        self._heard = 0
        self._is_closed = False
        self._wish: int | None = 0  # the moment to be shown, until it is
        self._is_running = False

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
            _log.warning("a search under the lens failed (%s)", self.failure)
            _log.debug("where it failed", exc_info=True)
        finally:
            self.seeking = None
            # their memory is wanted elsewhere
            self._examined.let_go()
            self.log.let_go()

    def _go_on(self) -> None:
        """Obey what was ordered; then a slice of the work that is to be done."""
        if self._wish is None and not self._is_running and not self._lags:
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
                begins = self.showing.at if self._wish is None else self._wish
                self._is_running, self._wish = False, max(0, begins + expansions)
            case Run(rate):
                self._pace.rate = rate
                self._pace.begin_anew()
                self._run()
            case Pause():
                self._pause()
            case Record(ranks, tree):
                self.log.want(ranks=ranks, tree=tree)
            case Close():
                self._is_closed = True
            case _:
                assert_never(order)

    def _run(self) -> None:
        """Run on from what is shown; where the search is elsewhere by now, it goes there first."""
        shown, examined = self.showing.at, self._examined
        if self._is_running or examined.is_over(shown if self._wish is None else self._wish):
            return
        self._is_running = True
        self.showing.begin_run()
        is_near = examined.expanded in (shown, shown + 1) and examined.is_known
        if self._wish is None and not is_near:
            self._wish = shown

    def _pause(self) -> None:
        """Stand still; where it was too fast to look, at the next moment."""
        if self._is_running:
            self._is_running = False
            at = self._examined.expanded
            self._wish = at if self._examined.is_known else at + 1

    # -- going to a moment --------------------------------------------------------------------

    def _approach(self, moment: int) -> None:
        """Come a slice closer to ``moment``, and show it when it is reached."""
        examined, kept = self._examined, self.showing.kept(moment)
        if kept is not None and not self._is_running:
            self._arrive(kept)
            return
        if examined.is_over(moment) and moment != examined.total:
            self._wish = examined.total
            return
        if not examined.leads_to(moment) and not self._begin_anew():
            return
        if self._wish != moment:  # it was ordered elsewhere while tables were built
            return
        first = moment - self._lead(moment)
        if examined.expanded < first - 1:
            examined.leap(first - 1)
            self._look_for_end()
        elif examined.expanded < first or not examined.is_known:
            examined.step()
            self._look_for_end()
        else:
            self._stand()
        if self._wish is not None:
            self.seeking = min(1.0, examined.expanded / moment) if moment < LEAP else 0.0

    def _lead(self, moment: int) -> int:
        """How many moments before it are looked at, too."""
        shown, examined = self.showing.at, self._examined
        if not shown - MOST_LEAD <= moment < shown:
            return 0
        seconds = SHARE_FOR_LEAD * moment * examined.seconds_each
        return min(moment, MOST_LEAD, int(seconds / max(examined.cost, 1e-6)))

    def _stand(self) -> None:
        """Look at the moment at which the search is, and one expansion ahead; keep that."""
        examined, at = self._examined, self._examined.expanded
        glimpse = examined.glimpse()
        coming = examined.step()
        if coming is None:
            glimpse = examined.glimpse()
        moment = self._moment(glimpse, coming, is_there=True)
        self.showing.keep(moment)
        if at == self._wish or coming is None:
            self._arrive(moment)

    def _arrive(self, moment: Moment) -> None:
        """Show ``moment``, and stand still there; or run on from it."""
        self._wish = self.seeking = None
        self._is_running &= not moment.at_end
        self._tell(moment)

    def _look_for_end(self) -> None:
        """Where the search has ended, find out what was expanded last, and show that."""
        examined = self._examined
        if not examined.has_ended:
            return
        self._is_running = False
        if examined.is_known:
            moment = self._moment(examined.glimpse(), None, is_there=True)
            self.showing.keep(moment)
            self._arrive(moment)
            return
        if examined.expanded > SOON:
            self._tell(self._moment(examined.glimpse(), None))
        self._wish = examined.expanded

    def _begin_anew(self) -> bool:
        """Have the search with nothing expanded; False where it was closed meanwhile."""
        self._examined.let_go()
        steps = self._make()
        self._is_building = True
        try:
            while True:
                self._obey_waiting()
                if self._is_closed:
                    return False
                self._step = next(steps)
                if not is_compiled():
                    time.sleep(PLAIN_PAUSE)
        except StopIteration as end:
            self._examined.take_up(end.value)
        finally:
            self._is_building = False
            steps.close()
        return True

    # -- running ------------------------------------------------------------------------------

    def _run_on(self) -> None:
        """Expand a slice, as fast as it may, and show where it is when it is time to."""
        examined, pace, shown = self._examined, self._pace, self.showing.at
        is_due = self.showing.seconds >= max(SHOW_EVERY, SHARE_FOR_SHOWING * examined.cost)
        allowed, before = pace.allowed(examined.slice.budget), examined.expanded
        if not allowed:
            if is_due and before > shown and examined.is_known:
                self._pass_by()
            elif self._lags:
                self._record()
            else:
                self._wait(pace.seconds_to_wait())
            return
        if before == shown + 1 and examined.is_known:
            # what lay ahead comes first
            pace.spend(1)
            if is_due or allowed == 1:
                self._pass_by()
                return
            allowed -= 1
        # what is shown is known only where it was stepped to
        to_step = 1 if pace.rate is not None or is_due else 0
        if pace.rate is not None or not is_due:
            examined.leap(examined.expanded + allowed - to_step)
        if to_step and not examined.has_ended:
            examined.step()
        pace.spend(examined.expanded - before)
        self._look_for_end()
        if is_due and self._is_running and examined.is_known:
            self._pass_by()
            self._record()

    def _pass_by(self) -> None:
        """Show where it is, and go on."""
        self._tell(self._moment(self._examined.glimpse(), None))

    # -- showing ------------------------------------------------------------------------------

    def _moment(
        self, glimpse: Glimpse, coming: Expansion | None, *, is_there: bool = False
    ) -> Moment:
        examined = self._examined
        return Moment(
            self._run_id,
            0,
            glimpse,
            self._is_running,
            is_there,
            examined.has_ended and coming is None,
            coming,
            examined.total,
            self.showing.reached,
            examined.result,
        )

    def _tell(self, moment: Moment) -> None:
        """Show ``moment``, with what is known of the search by now."""
        examined = self._examined
        self.showing.tell(
            replace(
                moment,
                is_running=self._is_running,
                total=examined.total,
                result=examined.result,
                samples=examined.sampled,
            )
        )

    # -- recording ----------------------------------------------------------------------------

    @property
    def _lags(self) -> bool:
        return self.log.lags(self._examined.search, self.showing.reached)

    def _record(self) -> None:
        """Record a slice of what has been searched."""
        if self._examined.search is not None:
            self.log.advance(self._examined.search, self.showing.reached)
            time.sleep(RECORDING_PAUSE)
