"""Statistics of solves of one kind: bests, averages, a curve over time, a sorted list.

Averages are those of speed-solvers: aoN is the mean of N solves in a row without the best and the
worst of them, 5 % at each end and at least one (of ao5 and ao12 one, of ao50 three, of ao100 five),
as the World Cube Association has it for five and timers have it for the others. Times and moves are
trimmed independently. Solves are rows of an array of
``SOLVE``: figures of 100,000 of them take milliseconds.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numpy.lib.stride_tricks import sliding_window_view

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.board.scenario import Scenario
from puzzler.game.core.category import Kind
from puzzler.game.core.relay import Split

AVERAGES = (5, 12, 50, 100)
"""How many solves the averages count."""
CURVE_AVERAGE = 12
"""How many the average beside each point of the curve counts."""
TRIMMED = 0.05
"""The share that an average leaves out at each end, rounded up."""
_AT_ONCE = 10_000
"""Averages whose solves are sorted together: it bounds the memory."""
MOST_POINTS = 400
"""Of a curve: more cannot be told apart on the screen."""


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

    scenario: Scenario
    """The board as it was shuffled."""
    start: Board
    """From which ``moves`` lead: further on than the scenario where a search was gone back to."""
    moves: tuple[Move, ...]
    """Fewer than ``move_count`` where a search was left and its moves were undone."""
    times: tuple[float, ...]
    """When each move was made, in seconds of play."""
    category: Kind | None


@dataclass(frozen=True)
class Result:
    """Time and moves of a solve."""

    seconds: float
    moves: int
    shortest: int | None = None
    """Length of a shortest solution; None if it is not proven."""


class SolveOrder(StrEnum):
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
        return self in (SolveOrder.DATE, SolveOrder.MOVES_A_SECOND)


@dataclass(frozen=True)
class Average:
    """Of some solves."""

    seconds: float
    moves: float


class Averages(NamedTuple):
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
    averages: Mapping[int, Averages] = field(
        default_factory=lambda: dict.fromkeys(AVERAGES, Averages(None, None))
    )
    """By the number of solves that they count."""
    mean: Average | None = None
    """Of all of them, nothing dropped."""
    moves_a_second: float | None = None


class Point(NamedTuple):
    """One solve in the curve."""

    id: int
    at: float
    """Seconds since 1970."""
    seconds: float
    average: float | None
    """Of the twelve solves up to this one; None where there are fewer."""


@dataclass(frozen=True)
class Curve:
    """Times over the solves, the latest at the end: all of them, or evenly spaced ones."""

    points: tuple[Point, ...] = ()
    """At most 400, among them always the latest solve and the fastest."""
    count: int = 0
    """How many solves they were taken from."""


def figures(solves: Solves, shown: Solves) -> Generator[None, None, tuple[Summary, Curve]]:
    """The figures of those that are ``shown``, and the curve of all; in the background."""
    yield None
    made = summary(shown)
    yield None
    return made, curve(solves)


def summary(solves: Solves, averages: Sequence[int] = AVERAGES) -> Summary:
    """The figures of ``solves``, without those that had help; ``averages`` take the longest."""
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
        {size: _averages(counted, size) for size in averages},
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
    averages = trimmed_means(milliseconds, CURVE_AVERAGE) / 1000
    points = [
        Point(
            int(counted["id"][index]),
            float(counted["at"][index]),
            float(milliseconds[index]) / 1000,
            float(averages[index - CURVE_AVERAGE + 1]) if index >= CURVE_AVERAGE - 1 else None,
        )
        for index in sorted(chosen)
    ]
    return Curve(tuple(points), count)


def sorted_ids(solves: Solves, order: SolveOrder, *, is_descending: bool) -> Whole:
    """The ids of all ``solves``; what is not known comes last, and equals latest first."""
    latest_first = solves[::-1]
    seconds, moves = latest_first["milliseconds"] / 1000, latest_first["moves"]
    shortest = np.where(latest_first["shortest"] > 0, latest_first["shortest"], np.nan)
    values: Numbers = {
        SolveOrder.DATE: latest_first["id"],
        SolveOrder.SECONDS: seconds,
        SolveOrder.MOVES: moves,
        SolveOrder.SHORTEST: shortest,
        SolveOrder.LOST: moves - shortest,
        SolveOrder.MOVES_A_SECOND: moves / np.where(seconds > 0, seconds, np.nan),
    }[order]
    keys = np.nan_to_num(-values if is_descending else values, nan=np.inf)
    ids: Whole = latest_first["id"][np.argsort(keys, kind="stable")]
    return ids


def _averages(counted: Solves, size: int) -> Averages:
    if len(counted) < size:
        return Averages(None, None)
    seconds = trimmed_means(counted["milliseconds"], size) / 1000
    moves = trimmed_means(counted["moves"], size)
    return Averages(
        Average(float(seconds[-1]), float(moves[-1])),
        Average(float(seconds.min()), float(moves.min())),
    )


def trimmed_means(values: Whole, size: int) -> Numbers:
    """Of every ``size`` neighbours the mean without the least and the greatest 5 %, rounded up.

    The sums are of whole numbers, and therefore exact.
    """
    count, left_out = len(values) - size + 1, math.ceil(TRIMMED * size)
    means = np.empty(max(0, count))
    for first in range(0, count, _AT_ONCE):
        some = sliding_window_view(values[first : first + _AT_ONCE + size - 1], size)
        counted = np.sort(some)[:, left_out : size - left_out]
        means[first : first + _AT_ONCE] = counted.sum(axis=1) / counted.shape[1]
    return means
