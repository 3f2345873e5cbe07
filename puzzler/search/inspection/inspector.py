"""Inspection: a search is stepped one expansion at a time, and shows all that it holds."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from importlib import import_module
from itertools import count
from typing import Any, NamedTuple

from typing_extensions import override

from puzzler.board.board import Board
from puzzler.search.engine.algorithm import Pseudocode
from puzzler.search.engine.search import Search
from puzzler.search.engine.stepping import Status, Stepping, Task
from puzzler.search.heuristics.contributions import break_down
from puzzler.search.heuristics.heuristic import Heuristic, Tables
from puzzler.search.inspection.observation import Expansion, Glimpse, Node, NodeView, Rule, Trace
from puzzler.search.inspection.tracing import code_of
from puzzler.search.result import SearchStats


class Measure(NamedTuple):
    """What evaluates h."""

    heuristic: Heuristic
    tables: Tables
    """The heuristic for ``goal``."""
    goal: Board

    @classmethod
    def of(cls, task: Task) -> Measure:
        """What guides the search of ``task``."""
        return cls(task.heuristic, task.tables, task.problem.goal)


class Seen(NamedTuple):
    """The expansion stepped last."""

    expansion: Expansion
    path: Callable[[], Sequence[Node]]
    """Makes the path from the state that its search began with to the one that was expanded."""
    measure: Measure
    """What evaluated its h."""


class Reader(ABC):
    """Reads one search, or one stage of a search, step by step."""

    def before(self) -> None:  # noqa: B027  there may be nothing to note
        """Note what the next expansion makes the search forget."""

    @abstractmethod
    def after(self, index: int, shift: Callable[[int], int]) -> Seen:
        """The expansion that was just done, number ``index`` of the whole search.

        ``before`` was called right before it. ``shift`` turns an index of this reader's stage into
        one of the whole search.
        """

    @abstractmethod
    def view(self, top: int) -> NodeView:
        """What comes next; at most ``top`` states of the frontier."""


class SearchReader(Reader):
    """Reads a whole search. What it shows here any search has; families show more."""

    def __init__(self, stepping: Stepping) -> None:
        self.task = stepping.task
        self._any_search = stepping

    @override
    def after(self, index: int, shift: Callable[[int], int]) -> Seen:
        task, board = self.task, self._any_search.current()
        h = task.tables.evaluate(board)
        node = Node(board, None, 0, h, h)
        return Seen(Expansion(index, node, None, None, ()), lambda: (node,), Measure.of(task))

    @override
    def view(self, top: int) -> NodeView:
        return NodeView((), Rule((self._any_search.note or "what comes next is not shown",)))

    @property
    def code(self) -> Pseudocode | None:
        """The pseudocode of the search; None where there is none."""
        return code_of(self.task)

    def trace(
        self, code: Pseudocode, expansion: Expansion | None, stats: SearchStats, status: Status
    ) -> Trace | None:
        """How the pseudocode led to the present moment, whose last expansion that is if known."""
        return None


def class_called(name: str) -> type[Any]:
    """The reader that a family or a stage names."""
    module, _, name = name.rpartition(".")
    found: type[Any] = getattr(import_module(f"puzzler.search.inspection.{module}"), name)
    return found


def quotient(value: int, weight: int) -> float:
    """``value``, in units of 1 / ``weight``; an int where it is whole. Weight 0 stands for 1."""
    exact = Fraction(value, weight or 1)
    return exact.numerator if exact.denominator == 1 else float(exact)


class Inspector:
    """Shows a search and changes nothing in it.

    The last expansion is known only after ``step`` and ``reach``.
    """

    def __init__(self, search: Search) -> None:
        self.search = search
        self._reader: SearchReader = class_called(search.stepping.reader)(search.stepping)
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
        seen, view, stats = self._seen, self._reader.view(top), search.stats()
        if seen is not None and seen.expansion.index != search.expanded - 1:
            seen = None
        path: Sequence[Node] = () if seen is None else seen.path()
        board = task.problem.start if seen is None else seen.expansion.node.board
        measure = Measure.of(task) if seen is None else seen.measure
        if measure.tables.custom is not None:
            path = tuple(path)  # calls the user's function, which may end with the search, now
        solution, code = search.stepping.solution(), self._reader.code
        expansion = None if seen is None else seen.expansion
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


def traced(search: Search, expansions: int | None = None) -> Iterator[Expansion]:
    """Every expansion of a search from where it stands, in order, or the next ``expansions``."""
    inspector = Inspector(search)
    for _ in count() if expansions is None else range(expansions):
        expansion = inspector.step()
        if expansion is None:
            return
        yield expansion
