"""Statistics of solves of one kind: bests, averages, a curve over time, a sorted list.

Solves are rows of an array of type ``SOLVE``, because it gives the averages of 100,000 solves in
milliseconds. A DNF ("did not finish") is slower than every time.
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
from puzzler.game.storage.averages import AVERAGES, NEVER, left_out, trimmed_means
from puzzler.humanize import DNF

CURVE_AVERAGE = 12
"""Number of solves in the average at each point of the curve."""
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

FIELDS = "id", "at", "milliseconds", "moves", "shortest", "is_helped"
SOLVE = np.dtype([*((name, "i8") for name in FIELDS[:-1]), (FIELDS[-1], "?")])
"""Figures of a solve: ``at`` in seconds since 1970, ``shortest`` 0 if it is not proven."""

Solves = npt.NDArray[np.void]
"""An array of type ``SOLVE``, in the order in which the solves were added."""


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

    size: tuple[int, int]
    """Rows and columns."""
    seed: str
    """"" if there is none."""
    seconds: float
    moves: int
    shortest: int | None = None
    """Length of a shortest solution; None if it is not proven."""
    solved_on: date | None = None
    """The local date; None if it does not matter."""


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
    averages = np.concatenate((np.full(CURVE_AVERAGE - 1, math.inf), averages))
    bests = best_ids(counted)
    points = [
        Point(
            int(counted["id"][index]),
            float(counted["at"][index]),
            float(milliseconds[index]) / 1000,
            float(averages[index]) if np.isfinite(averages[index]) else None,
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


def best_ids(counted: Solves) -> frozenset[int]:
    """Return the ids of the solves that were faster than all solves before them."""
    lowest = np.minimum.accumulate(counted["milliseconds"])
    is_best = np.append(lowest[:1] < NEVER, lowest[1:] < lowest[:-1])
    return frozenset(counted["id"][is_best].tolist())
