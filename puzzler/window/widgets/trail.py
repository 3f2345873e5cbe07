"""A trail: the distances along a play as far as they are known, and where it lost moves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

_STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 2500, 5000, 10_000, 20_000)
"""Round distances between two lines of the grid."""


@dataclass(frozen=True, slots=True)
class Detour:
    """Moves that were lost, and won back as far as they were."""

    first: int
    """The position from which the first wrong move was made."""
    last: int
    """The position at which the play was back, or nearest to being."""
    cost: int
    """Moves lost."""


@dataclass(frozen=True)
class Trail:
    """Distances along a play, as far as they are known."""

    ends: tuple[tuple[int, int | None], ...]
    """At least and at most, None where no end is known, for the start and after every move."""
    detours: tuple[Detour, ...] = ()
    continuation: tuple[int, int] | None = None
    """A shortest continuation that is shown beside it: from which position, and how many moves."""

    @cached_property
    def width(self) -> int:
        """Moves from the left edge to the right one."""
        ghost = sum(self.continuation) if self.continuation else 0
        return max(1, len(self.ends) - 1, ghost)

    @cached_property
    def height(self) -> int:
        """The largest distance that has room."""
        values = [most if most is not None else least for least, most in self.ends]
        return max(1, *values) if values else 1

    def most(self, position: int) -> int:
        """The upper end there; the upper edge where none is known."""
        most = self.ends[position][1]
        return self.height if most is None else most

    def is_proven(self, position: int) -> bool:
        """Both ends are one."""
        least, most = self.ends[position]
        return least == most


def round_values(most: int, count: int) -> list[int]:
    """Round values from 0 on, at most ``count``."""
    step = next((step for step in _STEPS if most // step < count), _STEPS[-1])
    return list(range(0, most + 1, step))


def stretches(trail: Trail, *, is_proven: bool) -> Iterator[tuple[int, int]]:
    """(first, last) of the positions in a row that are proven, or that are not.

    What is not proven reaches to its proven neighbours, so that the picture has no holes.
    """
    count, begin = len(trail.ends), None
    for position in range(count + 1):
        is_in = position < count and trail.is_proven(position) == is_proven
        if is_in and begin is None:
            begin = position
        elif not is_in and begin is not None:
            reach = 0 if is_proven else 1
            yield max(0, begin - reach), min(count - 1, position - 1 + reach)
            begin = None
