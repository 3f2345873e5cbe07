"""Statistics of solves of one kind: bests, trimmed means, and a curve over time.

A mean of N counts the last N solves in a row, the best and the worst of them dropped, as
speed-solvers do; times and moves are each trimmed by themselves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.game.play.category import Kind

MEANS = (5, 12, 50, 100)
"""How many solves the means count."""
CURVE_MEAN = 12
"""How many the mean beside each point of the curve counts."""
MOST_POINTS = 400
"""Of a curve; nobody can see more."""

Whole = npt.NDArray[np.int64]
Numbers = npt.NDArray[np.float64]


# ---- One solve ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Split:
    """One stage of a relay."""

    rows: int
    columns: int
    seconds: float
    moves: int


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
    """Steps of the blank."""
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
    """Of the scenario; may be empty."""
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
    """How many solves are in these figures."""
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


# ---- How they are made ----------------------------------------------------------------------


@dataclass(frozen=True)
class Columns:
    """Every solve of one kind in the order in which they were kept; arrays of one length."""

    ids: Whole
    at: Whole
    """Milliseconds since 1970."""
    milliseconds: Whole
    moves: Whole
    shortest: Whole
    """0 where it is not known."""
    is_helped: npt.NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.ids)

    def where(self, chosen: npt.NDArray[np.bool_] | Whole | slice) -> Columns:
        """Some of them, in the order of ``chosen``."""
        return Columns(
            self.ids[chosen],
            self.at[chosen],
            self.milliseconds[chosen],
            self.moves[chosen],
            self.shortest[chosen],
            self.is_helped[chosen],
        )

    def since(self, at: float | None) -> Columns:
        """Those kept at that time (seconds since 1970) or later; all for None."""
        return self if at is None else self.where(self.at >= int(1000 * at))

    @property
    def counted(self) -> Columns:
        """Those that enter the figures."""
        return self.where(~self.is_helped)


_NONE = np.empty(0, np.int64)
NOTHING = Columns(_NONE, _NONE, _NONE, _NONE, _NONE, _NONE != 0)
"""No solves."""


def trimmed_mean(values: Sequence[float]) -> float | None:
    """The mean without the best and the worst; None for fewer than three values."""
    if len(values) < 3:
        return None
    return (sum(values) - min(values) - max(values)) / (len(values) - 2)


def bests(counted: Columns) -> Bests:
    """The bests of solves that enter the figures."""
    if not len(counted):
        return Bests()
    known = counted.where(counted.shortest > 0)
    return Bests(
        float(counted.milliseconds.min()) / 1000,
        int(counted.moves.min()),
        float((known.moves / known.shortest).min()) if len(known) else None,
    )


def summary(counted: Columns) -> Summary:
    """The figures of solves that enter them."""
    if not len(counted):
        return Summary()
    best = bests(counted)
    count, moves = len(counted), int(counted.moves.sum())
    milliseconds = int(counted.milliseconds.sum())
    return Summary(
        count,
        best.seconds,
        best.moves,
        best.efficiency,
        {size: _means(counted, size) for size in MEANS},
        Average(milliseconds / count / 1000, moves / count),
        1000 * moves / milliseconds if milliseconds else None,
    )


def curve(counted: Columns) -> Curve:
    """Times over the solves that enter the figures."""
    count = len(counted)
    if not count:
        return Curve()
    step = -(-count // (MOST_POINTS - 1))  # one point is kept for the fastest
    chosen = {*range(count - 1, -1, -step), int(counted.milliseconds.argmin())}
    means = _trimmed_means(counted.milliseconds, CURVE_MEAN) / 1000
    points = [
        Point(
            int(counted.ids[index]),
            float(counted.at[index]) / 1000,
            float(counted.milliseconds[index]) / 1000,
            float(means[index - CURVE_MEAN + 1]) if index >= CURVE_MEAN - 1 else None,
        )
        for index in sorted(chosen)
    ]
    return Curve(tuple(points), count)


def sorted_ids(columns: Columns, order: Order, *, is_descending: bool) -> Whole:
    """The ids of all of ``columns``; what is not known comes last, and equals latest first."""
    latest_first = columns.where(slice(None, None, -1))
    if order is Order.DATE:
        return latest_first.ids if is_descending else columns.ids
    values = _values(latest_first, order)
    keys = np.nan_to_num(-values if is_descending else values, nan=np.inf)
    ids: Whole = latest_first.ids[np.argsort(keys, kind="stable")]
    return ids


def _values(columns: Columns, order: Order) -> Numbers:
    """What is sorted by, not a number where it is not known."""
    seconds: Numbers = columns.milliseconds / 1000
    moves: Numbers = columns.moves.astype(np.float64)
    shortest: Numbers = np.where(columns.shortest > 0, columns.shortest, np.nan)
    match order:
        case Order.SECONDS:
            return seconds
        case Order.MOVES:
            return moves
        case Order.SHORTEST:
            return shortest
        case Order.LOST:
            return moves - shortest
        case _:
            return moves / np.where(seconds > 0, seconds, np.nan)


def _means(counted: Columns, size: int) -> Means:
    if len(counted) < size:
        return Means(None, None)
    seconds = _trimmed_means(counted.milliseconds, size) / 1000
    moves = _trimmed_means(counted.moves, size)
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


def local_time(at: float) -> str:
    """A time in seconds since 1970 as ISO text with the zone of this machine; "" for nonsense."""
    try:
        return datetime.fromtimestamp(at).astimezone().isoformat(timespec="seconds")
    except (OverflowError, OSError, ValueError):
        return ""
