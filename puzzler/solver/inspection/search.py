"""The search under inspection: where it stands, and how it goes on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from puzzler.search.custom.source import named
from puzzler.search.engine.search import Search
from puzzler.search.engine.stepping import Status
from puzzler.search.inspection.inspector import Inspector
from puzzler.search.inspection.observation import Expansion, Glimpse
from puzzler.search.inspection.samples import Sampled, Samples
from puzzler.search.method import Method
from puzzler.search.result import SearchResult
from puzzler.solver.worker import Slice

if TYPE_CHECKING:
    from puzzler.search.custom.heuristic import Printing


class InspectedSearch:
    """A search that is run anew to go back; what is known of it is kept."""

    def __init__(self, method: Method, clock: Callable[[], float]) -> None:
        self.search: Search | None = None
        """The present run."""
        self.last: Expansion | None = None
        """The last expansion, where it is known."""
        self.slice = Slice()
        self.cost = 0.0
        """Seconds that expanding one state and looking at the search took last."""
        self.seconds_each = 0.0
        """How long an expansion takes without looking at it; 0 where that is not known."""
        self.sampled: Sampled | None = None
        """The samples as of the last glimpse."""
        self.total: int | None = None
        """States expanded in all; None while the end has not been seen."""
        self.result: SearchResult | None = None
        """None while the end has not been seen."""
        self._clock = clock
        self._step_cost = 0.0
        self._leapt, self._seconds = 0, 0.0
        self._inspector: Inspector | None = None
        self._samples = Samples(method)
        source = named(method.heuristic)
        self._printing: Printing | None = None
        if source is not None:
            from puzzler.search.custom.heuristic import Printing

            self._printing = Printing(source)

    @property
    def expanded(self) -> int:
        """How many states have been expanded; 0 without a search."""
        return 0 if self.search is None else self.search.expanded

    @property
    def has_ended(self) -> bool:
        """The present run has ended."""
        return self.search is not None and self.search.status is not Status.RUNNING

    @property
    def is_known(self) -> bool:
        """Everything about this moment is known, also the last expansion."""
        if self.search is None:
            return False
        at = self.expanded
        return at == 0 or (self.last is not None and self.last.index == at - 1)

    def is_over(self, moment: int) -> bool:
        """``moment`` is the end, or behind it."""
        return self.total is not None and moment >= self.total

    def leads_to(self, moment: int) -> bool:
        """``moment`` lies ahead of the present run, or is where it stands and is known."""
        if self.search is None:
            return False
        if self.expanded < moment:
            return not self.has_ended
        return self.expanded == moment and self.is_known

    def release(self) -> None:
        """Release the memory of the search."""
        self.search = self._inspector = self.last = None

    def begin(self, search: Search) -> None:
        """Go on with ``search``, of which nothing is expanded yet."""
        self.search, self._inspector = search, Inspector(search)
        self._samples.take(search)

    def leap(self, moment: int) -> None:
        """Expand a slice of the states before ``moment``."""
        assert self.search is not None
        before, began = self.expanded, self._clock()
        budget = min(self.slice.budget, moment - before)
        if budget <= 0:
            return
        self._samples.run(self.search, budget, interruptible=True)
        if self.expanded > before:
            self.last = None
        seconds = self._clock() - began
        self._leapt += self.expanded - before
        self._seconds += seconds
        self.seconds_each = self._seconds / max(self._leapt, 1)
        if self.expanded == before + budget:
            self.slice.adapt(budget, seconds)
        self._look_for_end()

    def step(self) -> Expansion | None:
        """Expand one state and tell what became of it; None where the search ends before."""
        assert self.search is not None
        assert self._inspector is not None
        began = self._clock()
        expansion = self._inspector.step()
        self._step_cost = self._clock() - began
        self._samples.take(self.search)
        self.last = expansion or self.last
        self._look_for_end()
        return expansion

    def glimpse(self) -> Glimpse:
        """The search as it stands, without its time."""
        assert self.search is not None
        assert self._inspector is not None
        began = self._clock()
        glimpse = self._inspector.glimpse()
        # as of now: when the search has gone one ahead, that must not show
        self.sampled = self._samples.snapshot(self.search)
        self.cost = self._step_cost + self._clock() - began
        stats = glimpse.stats._replace(elapsed=0.0)
        expansion, printed = self.last if self.is_known else None, self.search.stepping.printed
        if self._printing is not None and not printed:
            problem = self.search.task.problem
            board = problem.start if expansion is None else expansion.node.board
            printed = self._printing.of(board, problem.goal)
        return replace(glimpse, stats=stats, expansion=expansion, printed=printed)

    def _look_for_end(self) -> None:
        if self.has_ended and self.result is None:
            assert self.search is not None
            self.total, self.result = self.expanded, self.search.result()
