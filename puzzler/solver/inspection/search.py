"""An inspected search and its position."""

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
from puzzler.solver.slices import Slice

if TYPE_CHECKING:
    from puzzler.search.custom.heuristic import Printing


class InspectedSearch:
    """A search that can go back, by running it again. Its figures and result are kept."""

    def __init__(self, method: Method, clock: Callable[[], float]) -> None:
        self.search: Search | None = None
        """The current run."""
        self.last: Expansion | None = None
        """The last expansion, if known."""
        self.slice = Slice()
        self.cost = 0.0
        """Seconds of the last expansion together with a glimpse."""
        self.seconds_each = 0.0
        """Seconds per expansion without a glimpse; 0 if unknown."""
        self.sampled: Sampled | None = None
        """The samples at the last glimpse."""
        self.total: int | None = None
        """Total number of expansions; None until the end was reached."""
        self.result: SearchResult | None = None
        """The result; None until the end was reached."""
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
        """Number of expanded states; 0 without a search."""
        return 0 if self.search is None else self.search.expanded

    @property
    def has_ended(self) -> bool:
        """Whether the current run has ended."""
        return self.search is not None and self.search.status is not Status.RUNNING

    @property
    def is_known(self) -> bool:
        """Whether the moment is known completely, including the last expansion."""
        if self.search is None:
            return False
        at = self.expanded
        return at == 0 or (self.last is not None and self.last.index == at - 1)

    def is_over(self, moment: int) -> bool:
        """Whether ``moment`` is the end or after it."""
        return self.total is not None and moment >= self.total

    def leads_to(self, moment: int) -> bool:
        """Whether ``moment`` can be reached without restart: it is ahead, or current and known."""
        if self.search is None:
            return False
        if self.expanded < moment:
            return not self.has_ended
        return self.expanded == moment and self.is_known

    def release(self) -> None:
        """Release the memory of the search."""
        self.search = self._inspector = self.last = None

    def begin(self, search: Search) -> None:
        """Continue with ``search``, which has not expanded a state yet."""
        self.search, self._inspector = search, Inspector(search)
        self._samples.take(search)

    def leap(self, moment: int) -> None:
        """Expand a slice of the states up to ``moment``."""
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
        """Expand one state and return the expansion; None if the search ends without one."""
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
        """A view of the current state of the search, without its time."""
        assert self.search is not None
        assert self._inspector is not None
        began = self._clock()
        glimpse = self._inspector.glimpse()
        # a copy, because the search may go one expansion ahead
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
