"""Statistics of solves of one kind: bests, averages, a curve over time, a sorted list.

Averages are those of speed-solvers: aoN is the mean of N solves in a row without the best and the
worst of them, 5 % at each end and at least one (of ao5 and ao12 one, of ao50 three, of ao100 five),
as the World Cube Association defines it for five and timers define it for the others. mo3 is the
mean of three solves, without trimming. Times and moves are trimmed independently. A DNF ("did not
finish") is the slowest of its average. If more are DNF than are left out at that end, the average
is DNF. Solves are rows of an array of type ``SOLVE``, because it gives the averages of 100,000
solves in milliseconds.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.board.scenario import Scenario
from puzzler.game.core.category import Kind, Split
from puzzler.humanize import DNF

AVERAGES = (3, 5, 12, 50, 100)
"""Numbers of solves in an average."""
MEAN = 3
"""The number of solves of which no solve is left out."""
CURVE_AVERAGE = 12
"""Number of solves in the average at each point of the curve."""
TRIM_SHARE = 0.05
"""Share that an average leaves out at each end, rounded up."""
_AT_ONCE = 20_000
"""Averages that are computed together, so that their values fit into the processor's cache."""
MAX_POINTS = 400
"""Maximum number of points of a curve. The screen cannot show more."""


DEFAULT_SESSION = 1
"""The session of solves of older versions."""
RETRY = "retry"
"""The player had solved the same board before."""
FIRST_MOVE = "first move"
"""The board was solved by its first move."""

PLUS_2 = "+2"
"""A penalty of two seconds, which imported times contain."""
NEVER = 2**40
"""The milliseconds and moves of a DNF, and unknown moves. Averages with it exceed all others."""
MAX_FIGURE = 2**32 - 2
"""Larger figures, which only a damaged file contains, are replaced by this one."""

FIELDS = "id", "at", "milliseconds", "moves", "shortest", "is_helped"
SOLVE = np.dtype([*((name, "i8") for name in FIELDS[:-1]), (FIELDS[-1], "?")])
"""Figures of a solve: ``at`` in seconds since 1970, ``shortest`` 0 if it is not proven."""

Solves = npt.NDArray[np.void]
"""An array of type ``SOLVE``, in the order in which the solves were added."""
Integers = npt.NDArray[np.int64]
Numbers = npt.NDArray[np.float64]
Narrow = npt.NDArray[np.uint32]
_LARGEST = 2**32 - 1


@dataclass(frozen=True, kw_only=True)
class SolveRow:
    """A row in the list of solves or relays."""

    id: int
    solved_at: float
    """Seconds since 1970."""
    seed: str
    """"" if there is none."""
    title: str
    """Title of the scenario, such as the name of a file; may be empty."""
    seconds: float
    move_count: int
    """Steps of the blank; 0 if unknown."""
    slides: int | None = None
    """Multi-tile moves: a row of tiles moved by one action counts once. None if unknown."""
    shortest: int | None = None
    """Length of a shortest solution; None if it is not proven."""
    assisted: bool = False
    """A search or a hint helped. Such a solve is not counted in the summary."""
    coached: bool = False
    """The coach was on. Such a solve is not counted in the summary."""
    is_best: bool = False
    """It was a personal best when it was solved. The database does not store this figure."""
    unranked: str = ""
    """Why else it is not counted in the summary: ``RETRY``, ``FIRST_MOVE`` or ""."""
    penalty: str = ""
    """``DNF``, ``PLUS_2`` or ""."""
    session: str = ""
    """The name of the session."""
    difficulty: str = ""
    """The value of a ``Difficulty``; "" if the board was not shuffled."""
    blindfold: bool = False
    splits: tuple[Split, ...] = ()
    """Stages of a relay, in order."""
    board: str = ""
    """The shuffled board as text; "" for a relay."""
    goal: str = ""
    """The name of the goal, or its board as text; "" for a relay."""
    path: str = ""
    """The moves over UDLR; "" for a relay, a game that was given up, and if they are unknown."""
    move_times: str = ""
    """Milliseconds of play at each move, separated by spaces; "" if unknown."""

    @property
    def lost(self) -> int | None:
        """Moves beyond the shortest solution; None if that is not proven, or for a DNF."""
        if self.shortest is None or not self.move_count or self.penalty == DNF:
            return None
        return self.move_count - self.shortest

    @property
    def moves_a_second(self) -> float | None:
        """Moves per second; None if the solve took no time, or for a DNF."""
        is_known = self.seconds > 0 and self.move_count and self.penalty != DNF
        return self.move_count / self.seconds if is_known else None

    @property
    def counted_seconds(self) -> float:
        """The time in averages: infinite for a DNF."""
        return math.inf if self.penalty == DNF else self.seconds

    def in_metric(self, *, is_multi_tile: bool) -> SolveRow:
        """Return the row with its moves in the chosen metric. A shortest solution has no slides."""
        if not is_multi_tile or self.splits:
            return self
        return replace(self, move_count=self.slides or 0, shortest=None)


@dataclass(frozen=True, kw_only=True)
class Solve(SolveRow):
    """A solve with its scenario and moves, to be reviewed or replayed."""

    scenario: Scenario
    """The shuffled board."""
    start: Board
    """The board before ``moves``. It differs from the scenario's if the player resumed a search."""
    moves: tuple[Move, ...]
    """The moves. They are fewer than ``move_count`` if the player undid the moves of a search."""
    times: tuple[float, ...]
    """Time of each move in seconds of play; empty if unknown."""
    category: Kind | None


@dataclass(frozen=True)
class Session:
    """A named part of the solves."""

    id: int
    name: str


@dataclass(frozen=True)
class Selection:
    """Which solves of a kind are counted, and how their moves are counted."""

    session: int | None = None
    """None selects all sessions."""
    is_multi_tile: bool = False
    """A row of tiles that one action moves counts as one move."""


ALL: Final = Selection()


@dataclass(frozen=True)
class Result:
    """Time and moves of a solve."""

    seconds: float
    moves: int
    shortest: int | None = None
    """Length of a shortest solution; None if it is not proven."""


@dataclass(frozen=True)
class DailySolve:
    """A solve of a board of the day without help."""

    size: tuple[int, int]
    """Rows and columns."""
    seed: str
    solved_on: date
    """The local date."""
    result: Result


@dataclass(frozen=True)
class Average:
    """Average time and moves of some solves."""

    seconds: float
    """Infinite if the average is DNF."""
    moves: float
    """Infinite if it is DNF or moves are unknown."""
    deviation: float | None = None
    """Sample standard deviation of the times that are not left out, in seconds; None if DNF."""
    ids: tuple[int, ...] = ()
    """The solves behind the average time, the first one first."""


class Averages(NamedTuple):
    """Averages of a fixed number of consecutive solves."""

    current: Average | None
    """Average of the latest solves; None if there are too few."""
    best: Average | None
    """The lowest average time and, independently, the lowest average number of moves."""


@dataclass(frozen=True)
class Summary:
    """Figures of the solves without help. A figure is None if there are too few solves."""

    count: int = 0
    """Number of solves, without DNFs."""
    best_seconds: float | None = None
    best_moves: int | None = None
    best_efficiency: float | None = None
    """Lowest ratio of moves to the shortest length, among solves with a proven shortest length."""
    averages: Mapping[int, Averages] = field(
        default_factory=lambda: dict.fromkeys(AVERAGES, Averages(None, None))
    )
    """Averages by their number of solves."""
    mean: Average | None = None
    """Mean of all solves, without DNFs."""
    moves_a_second: float | None = None
    dnf_count: int = 0


class Bests(NamedTuple):
    """The bests of the solves of one kind without help. A figure is None if it is unknown."""

    seconds: float | None = None
    moves: int | None = None
    efficiency: float | None = None
    """Lowest ratio of moves to the shortest length, among solves with a proven shortest length."""


@dataclass(frozen=True)
class Times:
    """Times of the solves of one kind without help, in seconds."""

    best: float | None = None
    ao5: float | None = None
    ao12: float | None = None
    latest: tuple[float, ...] = ()
    """The latest first, at most twelve."""
    streak: int = 0
    """Consecutive days up to today on which a board of any kind was solved."""


class Point(NamedTuple):
    """A solve in the curve."""

    id: int
    at: float
    """Seconds since 1970."""
    seconds: float
    average: float | None
    """Average of the twelve solves up to this one; None if there are fewer."""
    is_best: bool = False
    """Whether the solve was a personal best when it was solved."""


@dataclass(frozen=True)
class Curve:
    """Times of all solves or of evenly spaced ones, the latest at the end."""

    points: tuple[Point, ...] = ()
    """At most 400 points. The latest and the fastest solve are always included."""
    count: int = 0
    """Number of solves from which the points were taken."""
    best_ids: frozenset[int] = frozenset()
    """The solves that were personal bests when they were solved."""


def summary(solves: Solves, averages: Sequence[int] = AVERAGES) -> Summary:
    """Return the summary of the solves without help. Computing ``averages`` is the slowest part."""
    counted = solves[~solves["is_helped"]]
    finished = counted[counted["milliseconds"] < NEVER]
    count, milliseconds = len(finished), int(finished["milliseconds"].sum())
    with_moves = finished[finished["moves"] < NEVER]
    moves, seconds = int(with_moves["moves"].sum()), float(with_moves["milliseconds"].sum()) / 1000
    mean_moves = moves / len(with_moves) if len(with_moves) else math.inf
    proven = with_moves[with_moves["shortest"] > 0]
    return Summary(
        count,
        float(finished["milliseconds"].min()) / 1000 if count else None,
        int(with_moves["moves"].min()) if len(with_moves) else None,
        float((proven["moves"] / proven["shortest"]).min()) if len(proven) else None,
        {size: _averages(counted, size) for size in averages},
        Average(milliseconds / count / 1000, mean_moves) if count else None,
        moves / seconds if seconds else None,
        len(counted) - count,
    )


def curve(solves: Solves) -> Curve:
    """Return the curve of the solves without help and without DNFs."""
    counted = solves[~solves["is_helped"]]
    milliseconds = counted["milliseconds"]
    finished = np.flatnonzero(milliseconds < NEVER)
    count = len(finished)
    if not count:
        return Curve()
    step = -(-count // (MAX_POINTS - 1))  # one point is kept for the fastest
    chosen = {*finished[::-step].tolist(), int(milliseconds.argmin())}
    averages = trimmed_means(milliseconds, CURVE_AVERAGE) / 1000
    bests = best_ids(counted)
    points = [
        Point(
            int(counted["id"][index]),
            float(counted["at"][index]),
            float(milliseconds[index]) / 1000,
            _finite(float(averages[index - CURVE_AVERAGE + 1]))
            if index >= CURVE_AVERAGE - 1
            else None,
            int(counted["id"][index]) in bests,
        )
        for index in sorted(chosen)
    ]
    return Curve(tuple(points), count, bests)


def _averages(counted: Solves, size: int) -> Averages:
    if len(counted) < size:
        return Averages(None, None)
    seconds = trimmed_means(counted["milliseconds"], size) / 1000
    moves = trimmed_means(counted["moves"], size)

    def average(index: int, moves: float) -> Average:
        behind = counted[index : index + size]
        times = behind["milliseconds"] / 1000
        is_dnf = not math.isfinite(seconds[index])
        return Average(
            float(seconds[index]),
            moves,
            None if is_dnf else float(np.delete(times, left_out(times)).std(ddof=1)),
            tuple(behind["id"].tolist()),
        )

    return Averages(
        average(len(seconds) - 1, float(moves[-1])),
        average(int(seconds.argmin()), float(moves.min())),
    )


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None


def best_ids(counted: Solves) -> frozenset[int]:
    """Return the ids of the solves that were faster than all solves before them."""
    lowest = np.minimum.accumulate(counted["milliseconds"])
    is_best = np.append(lowest[:1] < NEVER, lowest[1:] < lowest[:-1])
    return frozenset(counted["id"][is_best].tolist())


def average_name(size: int) -> str:
    """Return the name of the average of ``size`` solves: mo3, ao5, ao12 and so on."""
    return f"{'m' if size == MEAN else 'a'}o{size}"


def _trim(size: int) -> int:
    """Return how many solves an average leaves out at each end."""
    return 0 if size == MEAN else math.ceil(TRIM_SHARE * size)


def left_out(times: Sequence[float] | Numbers) -> list[int]:
    """Return the indices of the times that their average leaves out."""
    count = _trim(len(times))
    order = np.argsort(np.asarray(times), kind="stable").tolist()
    return [*order[:count], *order[len(order) - count :]]


def trimmed_means(values: Integers, size: int) -> Numbers:
    """Return the mean of every ``size`` neighbours without the smallest and the largest 5 %.

    The mean of three is not trimmed. The number of values that are left out is rounded up. The sums
    are exact, because the values are whole numbers. A mean that contains ``NEVER`` is infinite.
    """
    trim = _trim(size)
    if len(values) < size:
        return np.empty(0)
    small = np.minimum(values, MAX_FIGURE + 1)
    sums = _window_sums(small, size)
    if trim:
        sums -= _sums_left_out(small, size, trim)
    means: Numbers = sums / (size - 2 * trim)
    means[_window_sums(small > MAX_FIGURE, size) > trim] = math.inf
    return means


def _window_sums(values: Integers | npt.NDArray[np.bool_], size: int) -> Integers:
    """Return the sum of every ``size`` neighbours."""
    totals = np.concatenate(([0], np.cumsum(values)))
    sums: Integers = totals[size:] - totals[:-size]
    return sums


def _sums_left_out(values: Integers, size: int, trim: int) -> Integers:
    """Return the sum of the ``trim`` smallest and largest of every ``size`` neighbours."""
    narrow = values.astype(np.uint32)  # handled twice as fast as 64 bits
    sums = np.full(len(values) - size + 1, trim * _LARGEST)
    for first in range(0, len(sums), _AT_ONCE):
        part = narrow[first : first + _AT_ONCE + size - 1]
        smallest, largest = _smallest(part, size, trim), _smallest(~part, size, trim)
        sums[first : first + _AT_ONCE] += np.sum(smallest, axis=0, dtype=np.int64)
        sums[first : first + _AT_ONCE] -= np.sum(largest, axis=0, dtype=np.int64)
    return sums


def _smallest(values: Narrow, size: int, count: int) -> list[Narrow]:
    """Return the ``count`` smallest of every ``size`` neighbours, in ascending order.

    Blocks of 1, 2, 4, 8, ... neighbours are merged, which is faster than sorting each window.
    """
    filler = [np.full_like(values, _LARGEST)] * count
    block, span = [values, *filler[1:]], 1
    smallest, covered = filler, 0
    while True:
        if size & span:
            smallest = _merged(smallest, [each[covered:] for each in block])
            covered += span
        if covered == size:
            return smallest
        block = _merged(block, [each[span:] for each in block])
        span *= 2


def _merged(first: list[Narrow], second: list[Narrow]) -> list[Narrow]:
    """Return the smaller half of two sorted lists of numbers, sorted, at each index of ``second``.

    The smaller half of a[0] <= a[1] <= ... and b[0] <= b[1] <= ... is the minimum of a[i] and
    b[count - 1 - i] for each i (Batcher 1968).
    """
    ends = len(second[0])
    half = [np.minimum(a[:ends], b) for a, b in zip(first, reversed(second), strict=True)]
    for turn in range(len(half)):  # sort by exchanging neighbours
        for at in range(turn % 2, len(half) - 1, 2):
            low, high = half[at : at + 2]
            half[at : at + 2] = np.minimum(low, high), np.maximum(low, high)
    return half
