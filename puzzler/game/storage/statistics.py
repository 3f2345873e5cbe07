"""Statistics of solves of one kind: bests, trimmed means, a curve over time, a list.

A mean of N counts the last N solves in a row, the best and the worst of them dropped, as
speed-solvers do; times and moves are each trimmed by themselves.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.game.play.category import Kind
from puzzler.game.play.relay import Split

MEANS = (5, 12, 50, 100)
"""How many solves the means count."""
CURVE_MEAN = 12
"""How many the mean beside each point of the curve counts."""
MOST_POINTS = 400
"""Of a curve; nobody can see more."""


# ---- One solve ----------------------------------------------------------------------------


@dataclass(frozen=True)
class SolveRow:
    """A line in the list of solves."""

    id: int
    solved_at: float
    """Seconds since 1970."""
    seed: str
    """"" where there is none."""
    title: str
    """Of the scenario, such as a file's name; may be empty."""
    seconds: float
    moves: int
    shortest: int | None = None
    """Length of a shortest solution; None while nobody has proven it."""
    assisted: bool = False
    """The machine helped: in no figure."""
    coached: bool = False
    """The coach spoke: in no figure."""
    splits: tuple[Split, ...] = ()
    """Of a relay, its stages in order."""

    @property
    def is_helped(self) -> bool:
        """It is listed, but enters no figure."""
        return self.assisted or self.coached

    @property
    def lost(self) -> int | None:
        """Moves more than the shortest; None while that is not known."""
        return None if self.shortest is None else self.moves - self.shortest

    @property
    def moves_a_second(self) -> float | None:
        """None where it took no time."""
        return self.moves / self.seconds if self.seconds > 0 else None


@dataclass(frozen=True)
class KeptSolve:
    """A solve with everything that is needed to review or replay it."""

    id: int
    start: Board
    goal: Board
    moves: tuple[Move, ...]
    times: tuple[float, ...]
    """When each move was made, in seconds of play."""
    seed: str
    """"" where there is none."""
    title: str
    seconds: float
    move_count: int
    """Steps of the blank; more than ``moves`` where a search was left and its moves were undone."""
    shortest: int | None
    coached: bool
    assisted: bool
    blindfold: bool
    solved_at: float
    """Seconds since 1970."""
    category: Kind | None
    """None where the board was not shuffled."""


class Order(StrEnum):
    """What a list of solves can be sorted by."""

    DATE = "date"
    SECONDS = "seconds"
    MOVES = "moves"
    SHORTEST = "shortest"
    LOST = "lost"
    MOVES_A_SECOND = "moves a second"

    @property
    def is_descending(self) -> bool:
        """The greatest is what people look for: the latest date, and the highest speed."""
        return self in (Order.DATE, Order.MOVES_A_SECOND)


# ---- Figures ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Average:
    """Of some solves."""

    seconds: float
    moves: float


class Means(NamedTuple):
    """Of a number of solves in a row."""

    current: Average | None
    """Of the latest ones; None while there are fewer."""
    best: Average | None
    """The lowest ever reached, in time and in moves each by itself."""


@dataclass(frozen=True)
class Bests:
    """What is to be beaten; None before the first solve."""

    seconds: float | None = None
    moves: int | None = None
    efficiency: float | None = None
    """Moves over the shortest; None while no shortest is known."""


@dataclass(frozen=True)
class Summary:
    """The figures of one kind, over solves without help."""

    count: int = 0
    best_seconds: float | None = None
    best_moves: int | None = None
    best_efficiency: float | None = None
    """Moves over the shortest, of the solves whose shortest is known."""
    means: Mapping[int, Means] = field(
        default_factory=lambda: dict.fromkeys(MEANS, Means(None, None))
    )
    """Trimmed, by the number of solves that they count."""
    mean: Average | None = None
    """Of all of them, nothing dropped."""
    moves_a_second: float | None = None
    """All moves over all seconds."""


class Point(NamedTuple):
    """One solve in the curve."""

    id: int
    at: float
    """Seconds since 1970."""
    seconds: float
    mean: float | None
    """Trimmed, of the twelve solves up to this one; None where there are fewer."""


@dataclass(frozen=True)
class Curve:
    """Times over the solves, the latest at the end: all of them, or evenly spaced ones."""

    points: tuple[Point, ...] = ()
    """At most 400, among them always the latest solve and the fastest."""
    count: int = 0
    """How many solves they were taken from."""
