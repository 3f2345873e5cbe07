"""Inspection: a search is stepped one expansion at a time, and shows all that it holds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count

from puzzler.search.engine.search import Search
from puzzler.search.engine.stepping import Status
from puzzler.search.heuristics.contributions import break_down
from puzzler.search.inspection.reading import Measure, Reader, Seen, class_called
from puzzler.search.inspection.values import Expansion, Glimpse, Node


class Inspector:
    """Shows a search and changes nothing in it.

    The last expansion is known only after ``step`` and ``reach``.
    """

    def __init__(self, search: Search) -> None:
        self.search = search
        self._reader: Reader = class_called(search.stepping.reader)(search.stepping)
        self._seen: Seen | None = None

    def step(self) -> Expansion | None:
        """Expand one state and return what happened; None where the search ended without one."""
        search = self.search
        if search.status is not Status.RUNNING:
            return None
        done = search.expanded
        self._reader.before()
        search.advance(1)
        if search.expanded == done:
            return None
        self._seen = self._reader.after(search.expanded - 1, int)
        return self._seen.expansion

    def reach(self, moment: int) -> Expansion | None:
        """Go on until ``moment`` states have been expanded; None where the search ends before."""
        ahead = moment - 1 - self.search.expanded
        if ahead > 0:
            self.search.advance(ahead)
        return self.step()

    def glimpse(self, top: int = 60) -> Glimpse:
        """All that there is to see now, with at most ``top`` states of the frontier."""
        search, task = self.search, self.search.task
        seen, view, stats = self._last(), self._reader.view(top), search.stats()
        path: Sequence[Node] = () if seen is None else seen.path()
        board = task.problem.start if seen is None else seen.expansion.node.board
        measure = Measure.of(task) if seen is None else seen.measure
        solution = search.stepping.solution()
        return Glimpse(
            **vars(view),
            expansions=search.expanded,
            expansion=None if seen is None else seen.expansion,
            current=search.current(),
            path=path,
            frontier_size=stats.frontier,
            breakdown=break_down(measure.heuristic, measure.tables, board, measure.goal),
            stats=stats,
            status=search.status,
            lower_bound=search.lower_bound(),
            best_length=None if solution is None else len(solution),
        )

    def _last(self) -> Seen | None:
        seen = self._seen
        is_last = seen is not None and seen.expansion.index == self.search.expanded - 1
        return seen if is_last else None


def traced(search: Search, expansions: int | None = None) -> Iterator[Expansion]:
    """Every expansion of a search from where it stands, in order, or the next ``expansions``."""
    inspector = Inspector(search)
    for _ in count() if expansions is None else range(expansions):
        expansion = inspector.step()
        if expansion is None:
            return
        yield expansion
