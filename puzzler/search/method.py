"""A method: algorithm, heuristic, weight, other parameters and limits, as one checked value."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Self

from puzzler.board.errors import quoted
from puzzler.search.engine.algorithm import Algorithm
from puzzler.search.heuristics.heuristic import Heuristic
from puzzler.search.options import Limit, When, has_numba, read_weight
from puzzler.search.packing import MAX_CELLS
from puzzler.search.parameters import CHOICES, PARAMETERS, Choices, MethodParameter
from puzzler.search.registry import (
    ALGORITHMS,
    DEFAULT_ALGORITHM,
    HEURISTICS,
    algorithm_called,
    heuristic_called,
)

if TYPE_CHECKING:
    from puzzler.search.result import SearchResult

ENDLESS = "anytime"
"""The algorithm that quickly finds a solution and then improves it."""
LARGEST_WITH_ASTAR = 16
"""Number of cells. On larger boards A* runs out of memory."""
LARGEST_WITH_TABLES = 25
"""Number of cells up to which beam search finds optimal solutions before IDA* proves them."""
LARGEST_WITH_PATTERNS = 36
"""Number of cells. On larger boards patterns have too few tiles to improve h much."""

SEPARATOR = "/"
_CODE = re.compile(r"(.+?\.py(?::\w*)?)\s*(?:/(.*))?", re.DOTALL)
WEIGHT = next(row for row in PARAMETERS if row.name == "weight")
BLIND = "zero"
"""The heuristic of an algorithm that uses none."""


@dataclass(frozen=True)
class Method(Choices):
    """A search method and its limits. Unused parameters get a fixed value.

    An uninformed algorithm has the heuristic ``zero``, an algorithm without a weight has weight 1,
    and so on. Therefore methods that search alike are equal. Raises ValueError if a name is unknown
    or a value is out of range.

    >>> Method("astar", "manhattan", weight=1.5).title
    'Weighted A*, Manhattan, W = 1.5'
    >>> Method("bfs", weight=3) == Method("bfs")
    True

    Attributes:
        algorithm: Name or alias of the algorithm.
        heuristic: Name of the heuristic. "" or None selects the algorithm's own.
        weight: Weight of the heuristic: f = g + weight * h.
        limit: The limits of the search.
        is_chosen: False for a default method. ``fallback`` can replace it if it fails.
        order: The order in which successors are generated.
        ties: The rule for states of equal f; None if the algorithm has no such rule.
        depth_limit: The largest depth in moves; None: no limit.
        goal_test: When a state is compared with the goal.
        duplicates: When A* and depth-first search find duplicates.
        pruning: Whether the search prunes redundant paths of several moves, not only inverse moves.
    """

    algorithm: str = DEFAULT_ALGORITHM
    heuristic: str = ""
    weight: float = 1.0
    limit: Limit = Limit()
    is_chosen: bool = field(default=True, compare=False)

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
        if values["depth_limit"] is not None:  # only the path is stored
            values["duplicates"] = When.EARLY
        for name, value in values.items():
            object.__setattr__(self, name, value)

    @classmethod
    def automatic(cls, rows: int, columns: int, limit: Limit = Limit()) -> Self:
        """Return the default method of ``solve`` for boards of this shape.

        Up to 16 cells this is ``shortest``, above it is ``anytime``; see ``watch``. Without numba,
        it is ``anytime`` above 9 cells, because plain Python takes minutes to build the tables.
        """
        if rows * columns > (LARGEST_WITH_ASTAR if has_numba() else MAX_CELLS):
            return cls(ENDLESS, limit=limit, is_chosen=False)
        return replace(cls.shortest(rows, columns, limit), is_chosen=False)

    @classmethod
    def watch(cls, rows: int, columns: int, limit: Limit = Limit()) -> Self:
        """Return the default method of Watch in the window for boards of this shape.

        Up to 16 cells this is A* with misplaced tiles and Manhattan, which is not always optimal.
        Above 16 cells this is ``anytime``, which quickly finds a solution and improves it until it
        is proven optimal or a limit is reached. A* finds duplicates late, which is faster, except
        on boards of up to 9 cells, whose counts are compared with those of textbooks.
        """
        if rows * columns > LARGEST_WITH_ASTAR:
            return cls(ENDLESS, limit=limit, is_chosen=False)
        duplicates = When.LATE if rows * columns > MAX_CELLS else When.EARLY
        return cls(limit=limit, is_chosen=False, duplicates=duplicates)

    @classmethod
    def of(cls, result: SearchResult) -> Self:
        """Return the method of a result, without its limits."""
        return cls(result.algorithm, result.heuristic, result.weight, **result.choices())

    def fallback(self) -> Method | None:
        """Return the fallback if a default method stops at a limit, or None if there is none."""
        if self.is_chosen or self.algorithm == ENDLESS:
            return None
        return Method(ENDLESS, limit=self.limit, is_chosen=False)

    @classmethod
    def shortest(cls, rows: int, columns: int, limit: Limit = Limit()) -> Self:
        """Return the fastest method that proves its solution optimal on boards of this shape.

        Uses pattern databases up to 6x6. No method can solve every larger board; there, IDA* with
        linear conflict searches until a limit is reached.
        """
        if LARGEST_WITH_ASTAR < rows * columns <= LARGEST_WITH_TABLES:
            return cls("shortest", limit=limit)
        if rows * columns <= LARGEST_WITH_PATTERNS:
            return cls("idastar", "pattern-database", limit=limit)
        return cls("idastar", "linear-conflict", limit=limit)

    @property
    def title(self) -> str:
        """The text on the screen: "A*, misplaced + Manhattan", "Weighted A*, Manhattan, W = 1.5".

        Other parameters follow if they differ from their defaults.
        """
        algorithm = ALGORITHMS[self.algorithm]
        parts = [algorithm.title]
        if algorithm.uses("heuristic"):
            parts.append(HEURISTICS[self.heuristic].title)
        if self.weight != 1:
            parts = [f"Weighted {algorithm.title}", *parts[1:], f"W = {self.weight:g}"]
        for row in CHOICES:
            value = getattr(self, row.name)
            if value not in (row.default, row.unused):
                parts.append(row.phrase(value))
        return ", ".join(parts)

    @property
    def textbook(self) -> Method:
        """This method, for A* with early duplicate detection, as in textbooks."""
        is_best_first = ALGORITHMS[self.algorithm].uses("heuristic")
        return replace(self, duplicates=When.EARLY) if is_best_first else self

    def guarantee(self, factor: float | None = None) -> float | None:
        """Return the largest ratio of a solution's length to the optimal length, or None.

        None if no ratio is guaranteed. factor: the factor of the heuristic's tables for a goal if
        it is known, see ``Heuristic.factor``.
        """
        factor = HEURISTICS[self.heuristic].factor if factor is None else factor
        if factor is None or not ALGORITHMS[self.algorithm].takes_smallest_f:
            return None
        return max(1, self.weight * factor)


def is_used_by(row: MethodParameter, algorithm: Algorithm, heuristic: Heuristic) -> bool:
    """Whether the parameter changes the search by ``algorithm`` with ``heuristic``."""
    has_effect = not row.depends_on_heuristic or row.name in heuristic.parameters
    return algorithm.uses(row.name) and has_effect


def parse_method(text: str) -> tuple[str, str | None, float | None]:
    """Parse ALGORITHM[/HEURISTIC[/WEIGHT]]. Missing parts and an empty heuristic are None.

    Raises ValueError if a name is unknown, a weight is invalid, or a part has no effect.
    """
    parts = _split(text)
    if len(parts) > 3:
        raise ValueError(f"unexpected part after algorithm/heuristic/weight: {quoted(parts[3])}")
    algorithm = algorithm_called(parts[0])
    heuristic = heuristic_called(parts[1]).name if len(parts) > 1 and parts[1] else None
    weight = read_weight(parts[2]) if len(parts) > 2 else None
    if heuristic not in (None, BLIND) and not algorithm.uses("heuristic"):
        raise ValueError(f"{algorithm.name} does not use a heuristic: {quoted(parts[1])}")
    if weight not in (None, 1) and not algorithm.uses("weight"):
        raise ValueError(f"{algorithm.name} does not use a weight: {quoted(parts[2])}")
    return algorithm.name, heuristic, weight


def _split(text: str) -> list[str]:
    """Split a method at its separators, except at those in the path of a file of code."""
    parts: list[str] = []
    rest: str | None = text
    while rest is not None:
        name, separator, after = rest.partition(SEPARATOR)
        is_name = len(parts) > 1 or name.strip() in {*ALGORITHMS, *HEURISTICS}
        code = None if is_name else _CODE.fullmatch(rest)
        parts.append((code[1] if code else name).strip())
        rest = code[2] if code else after if separator else None
    return parts
