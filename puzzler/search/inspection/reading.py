"""What is read of a search: the last expansion, and what comes next."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from fractions import Fraction
from importlib import import_module
from typing import Any, NamedTuple

from typing_extensions import override

from puzzler.board.board import Board
from puzzler.search.engine.stepping import Stepping, Task
from puzzler.search.heuristics.heuristic import Heuristic, Tables
from puzzler.search.inspection.values import Expansion, Node, Rule, View


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
    def view(self, top: int) -> View:
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
    def view(self, top: int) -> View:
        return View((), Rule((self._any_search.note or "what comes next is not shown",)))


def class_called(name: str) -> type[Any]:
    """The reader that a family or a stage names."""
    module, _, name = name.rpartition(".")
    found: type[Any] = getattr(import_module(f"puzzler.search.inspection.{module}"), name)
    return found


def quotient(value: int, weight: int) -> float:
    """``value``, in units of 1 / ``weight``; an int where it is whole. Weight 0 stands for 1."""
    exact = Fraction(value, weight or 1)
    return exact.numerator if exact.denominator == 1 else float(exact)
