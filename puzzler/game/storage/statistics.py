"""Statistics of solves of one kind: bests, trimmed means, a curve over time, a sorted list.

A mean of N counts the last N solves in a row without the best and the worst of them, as
speed-solvers do; times and moves are trimmed independently. Solves are rows of an array of
``SOLVE``: figures of 100,000 of them take milliseconds.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.game.play.category import Kind
from puzzler.game.play.relay import Split

MEANS = (5, 12, 50, 100)
"""How many solves the means count."""
CURVE_MEAN = 12
"""How many the mean beside each point of the curve counts."""
MOST_POINTS = 400
"""Of a curve: more cannot be told apart on the screen."""


# ---- One solve ----------------------------------------------------------------------------


_WHOLE_NUMBERS = "id", "at", "milliseconds", "moves", "shortest"
SOLVE = np.dtype([*((name, "i8") for name in _WHOLE_NUMBERS), ("is_helped", "?")])
"""What the figures need of a solve: ``at`` in seconds since 1970, ``shortest`` 0 where unknown."""

Solves = npt.NDArray[np.void]
"""Of type ``SOLVE``, in the order in which they were added."""
Whole = npt.NDArray[np.int64]
Numbers = npt.NDArray[np.float64]


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
    move_count: int
    """Steps of the blank."""
    shortest: int | None = None
    """Length of a shortest solution; None while it is not proven."""
    assisted: bool = False
    """A search or a hint helped: in no figure."""
    coached: bool = False
    """The coach was on: in no figure."""
    splits: tuple[Split, ...] = ()
    """Of a relay, its stages in order."""

    @property
    def lost(self) -> int | None:
        """Moves more than the shortest; None while that is not known."""
        return None if self.shortest is None else self.move_count - self.shortest

    @property
    def moves_a_second(self) -> float | None:
        """None where it took no time."""
        return self.move_count / self.seconds if self.seconds > 0 else None


@dataclass(frozen=True, kw_only=True)
class Solve(SolveRow):
    """A solve with everything that is needed to review or replay it."""

    start: Board
    goal: Board
    moves: tuple[Move, ...]
    """Fewer than ``move_count`` where a search was left and its moves were undone."""
    times: tuple[float, ...]
    """When each move was made, in seconds of play."""
    blindfold: bool
    category: Kind | None


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
    """The lowest ever reached, in time and in moves independently."""


@dataclass(frozen=True)
class Summary:
    """The figures of solves without help; None where there are none."""

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


def summary(solves: Solves) -> Summary:
    """The figures of ``solves``, without those that had help."""
    counted = solves[~solves["is_helped"]]
    count = len(counted)
    if not count:
        return Summary()
    moves, milliseconds = int(counted["moves"].sum()), int(counted["milliseconds"].sum())
    known = counted[counted["shortest"] > 0]
    return Summary(
        count,
        float(counted["milliseconds"].min()) / 1000,
        int(counted["moves"].min()),
        float((known["moves"] / known["shortest"]).min()) if len(known) else None,
        {size: _means(counted, size) for size in MEANS},
        Average(milliseconds / count / 1000, moves / count),
        1000 * moves / milliseconds if milliseconds else None,
    )


def curve(solves: Solves) -> Curve:
    """Times over ``solves``, without those that had help."""
    counted = solves[~solves["is_helped"]]
    count, milliseconds = len(counted), counted["milliseconds"]
    if not count:
        return Curve()
    step = -(-count // (MOST_POINTS - 1))  # one point is kept for the fastest
    chosen = {*range(count - 1, -1, -step), int(milliseconds.argmin())}
    means = _trimmed_means(milliseconds, CURVE_MEAN) / 1000
    points = [
        Point(
            int(counted["id"][index]),
            float(counted["at"][index]),
            float(milliseconds[index]) / 1000,
            float(means[index - CURVE_MEAN + 1]) if index >= CURVE_MEAN - 1 else None,
        )
        for index in sorted(chosen)
    ]
    return Curve(tuple(points), count)


def sorted_ids(solves: Solves, order: Order, *, is_descending: bool) -> Whole:
    """The ids of all ``solves``; what is not known comes last, and equals latest first."""
    latest_first = solves[::-1]
    seconds, moves = latest_first["milliseconds"] / 1000, latest_first["moves"]
    shortest = np.where(latest_first["shortest"] > 0, latest_first["shortest"], np.nan)
    values: Numbers = {
        Order.DATE: latest_first["id"],
        Order.SECONDS: seconds,
        Order.MOVES: moves,
        Order.SHORTEST: shortest,
        Order.LOST: moves - shortest,
        Order.MOVES_A_SECOND: moves / np.where(seconds > 0, seconds, np.nan),
    }[order]
    keys = np.nan_to_num(-values if is_descending else values, nan=np.inf)
    ids: Whole = latest_first["id"][np.argsort(keys, kind="stable")]
    return ids


def _means(counted: Solves, size: int) -> Means:
    if len(counted) < size:
        return Means(None, None)
    seconds = _trimmed_means(counted["milliseconds"], size) / 1000
    moves = _trimmed_means(counted["moves"], size)
    return Means(
        Average(float(seconds[-1]), float(moves[-1])),
        Average(float(seconds.min()), float(moves.min())),
    )


def _trimmed_means(values: Whole, size: int) -> Numbers:
    """Of every ``size`` neighbours the mean without the least and the greatest.

    The sums are of whole numbers, and therefore exact.
    """
    if len(values) < size:
        return np.empty(0)
    sums = np.cumsum(np.concatenate(([0], values)))
    sums = sums[size:] - sums[:-size]
    means: Numbers = (sums - _lowest(values, size) + _lowest(-values, size)) / (size - 2)
    return means


def _lowest(values: Whole, size: int) -> Whole:
    """The least of every ``size`` neighbours, by doubling: of 1, 2, 4, ... and then of two runs."""
    length = 1
    while 2 * length <= size:
        values = np.minimum(values[:-length], values[length:])
        length *= 2
    rest = size - length
    return np.minimum(values[: len(values) - rest], values[rest:])
