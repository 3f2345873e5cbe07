"""How to search, as one checked value: algorithm, heuristic, weight and limits."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Self

from puzzler.board.errors import quoted
from puzzler.search.engine.algorithm import Algorithm
from puzzler.search.heuristics.heuristic import Heuristic
from puzzler.search.options import Limit, When, read_weight
from puzzler.search.parameters import CHOICES, PARAMETERS, Choices, MethodParameter
from puzzler.search.registry import (
    ALGORITHMS,
    DEFAULT_ALGORITHM,
    HEURISTICS,
    algorithm_called,
    heuristic_called,
)

ENDLESS = "anytime"
"""The algorithm that always has a solution, and goes on to make it shorter."""
LARGEST_WITH_ASTAR = 16
"""Cells; on larger boards A* runs out of memory."""
LARGEST_EXACT = 9
"""Cells; any search on such boards takes a moment."""
LARGEST_WITH_TABLES = 25
"""Cells; up to here beams find shortest solutions before IDA* has proven them."""
LARGEST_WITH_PATTERNS = 36
"""Cells; the patterns of larger shapes have so few tiles that they tell little more."""

SEPARATOR = "/"
WEIGHT = next(row for row in PARAMETERS if row.name == "weight")
BLIND = "zero"
"""The heuristic of an algorithm that uses none."""


@dataclass(frozen=True)
class Method(Choices):
    """How to search, and how far. Parameters that the algorithm does not use get a fixed value.

    A blind algorithm has the heuristic ``zero``, an algorithm without a weight has weight 1, and so
    on, so that equal methods search alike. Raises ValueError if a name is unknown or a value is out
    of range.
    """

    algorithm: str = DEFAULT_ALGORITHM
    heuristic: str = ""
    """Name of the heuristic. "" or None selects the algorithm's own."""
    weight: float = 1.0
    """Weight of the heuristic: f = g + weight * h."""
    limit: Limit = Limit()
    is_chosen: bool = field(default=True, compare=False)
    """False for a default method. ``relief`` can replace it if it fails."""

    def __post_init__(self) -> None:
        algorithm = algorithm_called(self.algorithm)
        heuristic = heuristic_called(self.heuristic or algorithm.heuristic)
        values = {
            "algorithm": algorithm.name,
            "heuristic": heuristic.name if algorithm.uses("heuristic") else BLIND,
        }
        for row in (WEIGHT, *CHOICES):
            is_used = is_used_by(row, algorithm, heuristic)
            values[row.name] = row.checked(getattr(self, row.name), is_used=is_used)
        for name, value in values.items():
            object.__setattr__(self, name, value)

    @classmethod
    def automatic(cls, rows: int, columns: int, limit: Limit = Limit()) -> Self:
        """The default for boards of this shape.

        Beyond 16 cells ``anytime``: it has a solution at once, and improves it until a proof or a
        limit. A* finds duplicates late, which is faster, but on boards of up to 9 cells, whose
        counts are compared with textbooks'.
        """
        if rows * columns > LARGEST_WITH_ASTAR:
            return cls(ENDLESS, limit=limit, is_chosen=False)
        duplicates = When.LATE if rows * columns > LARGEST_EXACT else When.EARLY
        return cls(limit=limit, is_chosen=False, duplicates=duplicates)

    def relief(self) -> Method | None:
        """The fallback when a default method stops at a limit; None where there is none."""
        if self.is_chosen or self.algorithm == ENDLESS:
            return None
        return Method(ENDLESS, limit=self.limit, is_chosen=False)

    @classmethod
    def shortest(cls, rows: int, columns: int, limit: Limit = Limit()) -> Self:
        """The fastest way to a proven shortest solution on boards of this shape.

        Pattern databases up to 6x6: up to nine cells they are exact. Nothing is known that ends in
        time for every larger board; linear conflict goes as far as limits allow.
        """
        if LARGEST_WITH_ASTAR < rows * columns <= LARGEST_WITH_TABLES:
            return cls("shortest", limit=limit)
        if rows * columns <= LARGEST_WITH_PATTERNS:
            return cls("idastar", "pattern-database", limit=limit)
        return cls("idastar", "linear-conflict", limit=limit)

    @property
    def title(self) -> str:
        """As on the screen: "A*, misplaced + Manhattan", "Weighted A*, Manhattan, w = 1.5".

        Order, ties, depth limit and so on follow where they are not the usual ones.
        """
        algorithm = ALGORITHMS[self.algorithm]
        parts = [algorithm.title]
        if algorithm.uses("heuristic"):
            parts.append(HEURISTICS[self.heuristic].title)
        if self.weight != 1:
            parts = [f"Weighted {algorithm.title}", *parts[1:], f"w = {self.weight:g}"]
        for row in CHOICES:
            value = getattr(self, row.name)
            if value not in (row.default, row.unused):
                parts.append(row.phrase(value))
        return ", ".join(parts)

    @property
    def textbook(self) -> Method:
        """The same, with duplicates found as textbooks find them."""
        return replace(self, duplicates=When.EARLY)

    def guarantee(self, factor: float | None = None) -> float | None:
        """How many times the shortest a solution is at most; None where nothing is guaranteed.

        factor: that of the heuristic, where more is known of its tables for a goal.
        """
        factor = HEURISTICS[self.heuristic].factor if factor is None else factor
        if factor is None or not ALGORITHMS[self.algorithm].takes_smallest_f:
            return None
        return max(1, self.weight * factor)


def is_used_by(row: MethodParameter, algorithm: Algorithm, heuristic: Heuristic) -> bool:
    """Whether the parameter changes the search by ``algorithm`` with ``heuristic``."""
    has_effect = not row.depends_on_heuristic or row.name in heuristic.parameters
    return algorithm.uses(row.name) and has_effect


@dataclass(frozen=True)
class Named:
    """The parts of a method that a text names; None for the others."""

    algorithm: str
    heuristic: str | None = None
    weight: float | None = None


def read_named(text: str) -> Named:
    """A[/H[/W]]; an empty H is the algorithm's own heuristic. ValueError names the wrong word.

    Also wrong: a heuristic for a blind algorithm, and a weight where it changes nothing.
    """
    words = [word.strip() for word in text.split(SEPARATOR)]
    if len(words) > 3:
        raise ValueError(f"more than algorithm/heuristic/weight: {quoted(words[3])}")
    algorithm = algorithm_called(words[0])
    heuristic = heuristic_called(words[1]).name if len(words) > 1 and words[1] else None
    weight = read_weight(words[2]) if len(words) > 2 else None
    if heuristic not in (None, BLIND) and not algorithm.uses("heuristic"):
        raise ValueError(f"{algorithm.name} has no use for a heuristic, {quoted(words[1])}")
    if weight not in (None, 1) and not algorithm.uses("weight"):
        raise ValueError(f"{algorithm.name} has no use for a weight, {quoted(words[2])}")
    return Named(algorithm.name, heuristic, weight)
