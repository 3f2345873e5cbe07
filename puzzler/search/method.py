"""How to search, as one checked value: algorithm, heuristic, weight and limits."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Self

from puzzler.board.errors import quoted
from puzzler.search.options import (
    DEFAULT_ORDER,
    MOST_DEPTH,
    RANGE,
    Choices,
    Limit,
    When,
    checked_order,
    checked_ties,
    checked_when,
    weight_terms,
)
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
BLIND = "zero"
"""The heuristic of an algorithm that uses none."""


@dataclass(frozen=True, init=False)
class Method(Choices):
    """How to search, and how far. Choices that make no difference are normalised away.

    A blind algorithm has the heuristic ``zero``, one that does not use the weight has weight 1, and
    so on, so that equal methods search alike. ValueError names what is unknown or out of range.
    """

    algorithm: str
    heuristic: str
    """Name of the heuristic that guides it; ``zero`` where the algorithm is blind."""
    weight: float
    """Weight of the heuristic: f = g + weight * h; 1 where the algorithm does not use it."""
    limit: Limit
    is_chosen: bool = field(compare=False)
    """False for a default: where it fails, ``relief`` may take its place."""

    def __init__(  # noqa: PLR0913  the parts of a method, each with its default
        self,
        algorithm: str = DEFAULT_ALGORITHM,
        heuristic: str | None = None,
        weight: float = 1.0,
        limit: Limit = Limit(),
        is_chosen: bool = True,
        order: str = DEFAULT_ORDER,
        ties: str | None = None,
        depth_limit: int | None = None,
        *,
        goal_test: str = When.LATE,
        duplicates: str = When.EARLY,
        pruning: bool = True,
    ) -> None:
        """None as the heuristic and as the tie-break stand for the algorithm's own."""
        chosen = algorithm_called(algorithm)
        heuristic = heuristic_called(heuristic or chosen.heuristic).name
        weight_terms(weight)
        order, ties = checked_order(order), None if ties is None else checked_ties(ties)
        if depth_limit is not None and not 1 <= depth_limit <= MOST_DEPTH:
            raise ValueError(f"the depth limit goes from 1 to {MOST_DEPTH:,}, not {depth_limit}")
        values = {
            "algorithm": chosen.name,
            "heuristic": heuristic if chosen.uses_heuristic else "zero",
            "weight": weight if chosen.uses_weight else 1.0,
            "limit": limit,
            "is_chosen": is_chosen,
            "order": order if chosen.uses_order else DEFAULT_ORDER,
            "ties": (ties or chosen.ties[0]) if chosen.ties else None,
            "depth_limit": depth_limit if chosen.has_depth_limit else None,
            "goal_test": checked_when(goal_test) if chosen.has_goal_test else When.LATE,
            "duplicates": checked_when(duplicates) if chosen.has_duplicates else When.EARLY,
            "pruning": pruning or not can_prune(chosen.name, heuristic),
        }
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
        if algorithm.uses_heuristic:
            parts.append(HEURISTICS[self.heuristic].title)
        if self.weight != 1:
            parts = [f"Weighted {algorithm.title}", *parts[1:], f"w = {self.weight:g}"]
        if self.order != DEFAULT_ORDER:
            parts.append(f"order {self.order}")
        if self.ties is not None and self.ties is not algorithm.ties[0]:
            parts.append(f"tie-break: {self.ties.words}")
        if self.depth_limit is not None:
            parts.append(f"depth limit {self.depth_limit}")
        if self.goal_test is not When.LATE:
            parts.append(f"goal test {self.goal_test}")
        if self.duplicates is not When.EARLY:
            parts.append(f"duplicates {self.duplicates}")
        if not self.pruning:
            parts.append("no pruning")
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


def can_prune(algorithm: str, heuristic: str) -> bool:
    """Whether the search leaves out superfluous paths, longer than a move that is taken back."""
    return ALGORITHMS[algorithm].has_pruning and heuristic == "pattern-database"


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
    weight = _weight(words[2]) if len(words) > 2 else None
    if heuristic not in (None, BLIND) and not algorithm.uses_heuristic:
        raise ValueError(f"{algorithm.name} has no use for a heuristic, {quoted(words[1])}")
    if weight not in (None, 1) and not algorithm.uses_weight:
        raise ValueError(f"{algorithm.name} has no use for a weight, {quoted(words[2])}")
    return Named(algorithm.name, heuristic, weight)


def _weight(word: str) -> float:
    try:
        weight = float(word)
        weight_terms(weight)
    except ValueError:
        raise ValueError(f"{quoted(word)} is not a weight: weights go {RANGE}") from None
    return weight
