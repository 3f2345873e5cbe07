"""Steps a search one expansion at a time and reads its state."""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import islice
from pkgutil import resolve_name
from typing import Any, NamedTuple

from puzzler.board.board import Board
from puzzler.search.engine.algorithm import Pseudocode
from puzzler.search.engine.search import Search
from puzzler.search.engine.stepping import Status, Stepping, Task
from puzzler.search.heuristics.contributions import break_down
from puzzler.search.heuristics.heuristic import Heuristic, Tables
from puzzler.search.inspection.observation import Expansion, Glimpse, Node, NodeView, Trace
from puzzler.search.inspection.tracing import code_of
from puzzler.search.result import SearchStats


class Measure(NamedTuple):
    """A heuristic with its tables for a goal."""

    heuristic: Heuristic
    tables: Tables
    goal: Board

    @classmethod
    def of(cls, task: Task) -> Measure:
        """Return the heuristic of the search of ``task``."""
        return cls(task.heuristic, task.tables, task.problem.goal)


class LastExpansion(NamedTuple):
    """The last expansion, with the path to its state and the heuristic that evaluated it."""

    expansion: Expansion
    path: Callable[[], Sequence[Node]]
    """Returns the path from the root to the expanded state."""
    measure: Measure
    """The heuristic that evaluated the state."""


class Reader(ABC):
    """Reads a search, or one stage of a search, step by step."""

    def before(self) -> None:  # noqa: B027  optional for subclasses
        """Save data that the next expansion will overwrite."""

    @abstractmethod
    def after(self, index: int, shift: Callable[[int], int]) -> LastExpansion:
        """Return the last expansion, after ``before`` was called directly before it.

        index: its index in the whole search. shift: converts an index of this reader's stage to an
        index of the whole search.
        """

    @abstractmethod
    def view(self, top: int) -> NodeView:
        """Return the next states, at most ``top``."""


class SearchReader(Reader):
    """Reads what all searches have in common. Subclasses read more."""

    def __init__(self, stepping: Stepping) -> None:
        self.task = stepping.task
        self._any_search = stepping

    def after(self, index: int, shift: Callable[[int], int]) -> LastExpansion:
        task, board = self.task, self._any_search.current()
        h = task.tables.evaluate(board)
        node = Node(board, None, 0, h, h)
        return LastExpansion(
            Expansion(index, node, None, None, ()), lambda: (node,), Measure.of(task)
        )

    def view(self, top: int) -> NodeView:
        return NodeView((), (self._any_search.note or "the next states are not shown",))

    @property
    def code(self) -> Pseudocode | None:
        """The pseudocode of the search, or None if it has none."""
        return code_of(self.task)

    def trace(
        self, code: Pseudocode, expansion: Expansion | None, stats: SearchStats, status: Status
    ) -> Trace | None:
        """Return the trace up to the current moment, or None. expansion: the last one, if known."""
        return None


def reader_class(name: str) -> type[Any]:
    """Return the reader class with a name, which algorithms and stages declare."""
    found: type[Any] = resolve_name(f"puzzler.search.inspection.{name}")
    return found


def quotient(value: int, weight: int) -> float:
    """Return value / weight, as an int if it is an integer. Weight 0 counts as 1."""
    exact = Fraction(value, weight or 1)
    return exact.numerator if exact.denominator == 1 else float(exact)


class Inspector:
    """Reads a search without changing its result.

    The last expansion is known only after ``step`` and ``reach``.
    """

    def __init__(self, search: Search) -> None:
        self.search = search
        self._reader: SearchReader = reader_class(search.stepping.reader)(search.stepping)
        self._last: LastExpansion | None = None

    def step(self) -> Expansion | None:
        """Expand one state. Return the expansion, or None if the search ended without one."""
        search = self.search
        if search.status is not Status.RUNNING:
            return None
        done = search.expanded
        self._reader.before()
        search.advance(1)
        if search.expanded == done:
            return None
        self._last = self._reader.after(search.expanded - 1, int)
        return self._last.expansion

    def reach(self, moment: int) -> Expansion | None:
        """Search until ``moment`` states are expanded. Return None if the search ends earlier."""
        ahead = moment - 1 - self.search.expanded
        if ahead > 0:
            self.search.advance(ahead)
        return self.step()

    def glimpse(self, top: int = 60) -> Glimpse:
        """Return the current state of the search, with at most ``top`` states of the frontier."""
        search, task = self.search, self.search.task
        last, view, stats = self._last, self._reader.view(top), search.stats()
        if last is not None and last.expansion.index != search.expanded - 1:
            last = None
        path: Sequence[Node] = () if last is None else last.path()
        board = task.problem.start if last is None else last.expansion.node.board
        measure = Measure.of(task) if last is None else last.measure
        if measure.tables.custom is not None:
            path = tuple(path)  # call the user's function now, because its process can end
        solution, code = search.stepping.solution(), self._reader.code
        expansion = None if last is None else last.expansion
        return Glimpse(
            **vars(view),
            expansions=search.expanded,
            expansion=expansion,
            current=search.current(),
            path=path,
            frontier_size=stats.frontier,
            breakdown=break_down(measure.heuristic, measure.tables, board, measure.goal),
            stats=stats,
            status=search.status,
            lower_bound=search.lower_bound(),
            best_length=None if solution is None else len(solution),
            trace=None
            if code is None
            else self._reader.trace(code, expansion, stats, search.status),
        )


def trace_expansions(search: Search, expansions: int | None = None) -> Iterator[Expansion]:
    """Return the following expansions of a search in order, at most ``expansions``."""
    limit = None if expansions is None else min(expansions, sys.maxsize)
    return islice(iter(Inspector(search).step, None), limit)
