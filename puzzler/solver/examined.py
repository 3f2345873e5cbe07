"""A search under the lens, as the examiner's thread has it: where it stands, and how it goes on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from puzzler.search.engine.search import Search
from puzzler.search.engine.stepping import Status
from puzzler.search.inspection.inspector import Inspector
from puzzler.search.inspection.values import Expansion, Glimpse
from puzzler.search.method import Method
from puzzler.search.result import SearchResult
from puzzler.search.samples import Sampled, Samples
from puzzler.solver.solver_thread import Slice


class Examined:
    """One search after the other, all of them the same one run anew; what is known of it stays."""

    def __init__(self, method: Method, clock: Callable[[], float]) -> None:
        self.search: Search | None = None
        """The one that is at hand."""
        self.last: Expansion | None = None
        """What it has expanded last, where that is known."""
        self.slice = Slice()
        """How much it expands at a time."""
        self.cost = 0.0
        """Seconds that it took to expand one state and to look at what there is to see then."""
        self.sampled: Sampled | None = None
        """The samples as of that glimpse."""
        self.total: int | None = None
        """States expanded in all; None while no end has been seen."""
        self.result: SearchResult | None = None
        """What comes of it, from then on."""
        self._clock = clock
        self._step_cost = 0.0
        self._leapt, self._seconds = 0, 0.0
        self._inspector: Inspector | None = None
        self._samples = Samples(method)

    @property
    def expanded(self) -> int:
        """Where the search stands; 0 where there is none."""
        return 0 if self.search is None else self.search.expanded

    @property
    def has_ended(self) -> bool:
        """It goes no further."""
        return self.search is not None and self.search.status is not Status.RUNNING

    @property
    def seconds_each(self) -> float:
        """How long an expansion takes that nobody looks at; 0 where nobody knows."""
        return self._seconds / self._leapt if self._leapt else 0.0

    @property
    def is_known(self) -> bool:
        """All of the moment at which it stands can be told: also what was expanded last."""
        if self.search is None:
            return False
        at = self.expanded
        return at == 0 or (self.last is not None and self.last.index == at - 1)

    def is_over(self, moment: int) -> bool:
        """That is the end, or behind it."""
        return self.total is not None and moment >= self.total

    def leads_to(self, moment: int) -> bool:
        """``moment`` lies ahead of the search as it is, or it stands there and knows all of it."""
        if self.search is None:
            return False
        if self.expanded < moment:
            return not self.has_ended
        return self.expanded == moment and self.is_known

    def let_go(self) -> None:
        """Give the memory of the search back."""
        self.search = self._inspector = self.last = None

    def take_up(self, search: Search) -> None:
        """``search``, of which nothing is expanded yet, is the one at hand."""
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
        if self.expanded == before + budget:
            self.slice.adapt(budget, seconds)
        self._look_for_end()

    def step(self) -> Expansion | None:
        """Expand one state, and know it; None where the search ends before."""
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
        """What there is to see, but for the time: that of a stepped search means nothing."""
        assert self.search is not None
        assert self._inspector is not None
        began = self._clock()
        glimpse = self._inspector.glimpse()
        # as of now: when it has gone one ahead, nothing of that is to be told
        self.sampled = self._samples.snapshot(self.search)
        self.cost = self._step_cost + self._clock() - began
        stats = replace(glimpse.stats, elapsed=0.0)
        return replace(glimpse, stats=stats, expansion=self.last if self.is_known else None)

    def _look_for_end(self) -> None:
        if self.has_ended and self.result is None:
            assert self.search is not None
            self.total, self.result = self.expanded, self.search.result()
