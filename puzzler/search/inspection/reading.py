"""What is read of each kind of search, in its own terms."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple, Protocol

from puzzler.board.board import Board
from puzzler.search.engine.task import Task
from puzzler.search.heuristics.heuristic import Heuristic, Tables
from puzzler.search.inspection.values import Expansion, FrontierNode, Node, Rule


class Measure(NamedTuple):
    """What h is measured by."""

    heuristic: Heuristic
    """It has built the tables."""
    tables: Tables
    """See there."""
    goal: Board
    """What h estimates the moves to."""

    @classmethod
    def of(cls, task: Task) -> Measure:
        """What guides a search."""
        return cls(task.heuristic, task.tables, task.problem.goal)


class Seen(NamedTuple):
    """The expansion stepped last."""

    expansion: Expansion
    """What happened."""
    path: Callable[[], Sequence[Node]]
    """Makes the path from the state that its search began with to the one that was expanded; as
    long as the search is there."""
    measure: Measure
    """What its h is measured by."""


@dataclass(frozen=True)
class View:
    """What lies before a search."""

    frontier: tuple[FrontierNode, ...]
    """As in ``Glimpse``, as for all others."""
    rule: Rule
    """How it is ordered."""
    histogram: tuple[tuple[float, int], ...] = ()
    """How many there are of each f."""
    bound: float | None = None
    """The threshold on f."""
    next_bound: float | None = None
    """The smallest f above it so far."""
    layer: int | None = None
    """The g of what is being expanded."""


class Reader(Protocol):
    """Reads one search; told when it is stepped."""

    def before(self) -> None:
        """Note what the next expansion makes the search forget."""
        ...

    def after(self) -> Seen:
        """The expansion that was just done, after ``before`` was called right before it."""
        ...

    def view(self, top: int) -> View:
        """What lies before the search now; at most ``top`` states of its frontier."""
        ...


def ranked(g: int, h: int, g_weight: int, h_weight: int) -> float:
    """What g + weight * h comes to, or h where g does not count; an int where it is whole."""
    return quotient(g_weight * g + h_weight * h, g_weight)


def quotient(value: int, weight: int) -> float:
    """``value``, in units of 1 / ``weight``; an int where it is whole. Weight 0 stands for 1."""
    exact = Fraction(value, weight or 1)
    return exact.numerator if exact.denominator == 1 else float(exact)


def rule_of(*steps: str) -> Rule:
    """The rule that takes these steps one after the other."""
    return Rule(steps, ", then ".join(steps))
