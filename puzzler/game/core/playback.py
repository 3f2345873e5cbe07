"""Playback of moves: a timeline, and a replay in which each move has its own time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import KW_ONLY, dataclass, field
from itertools import pairwise

import numpy as np

from puzzler.board.board import Board, targets_of
from puzzler.board.move import Move
from puzzler.board.path import invert_moves, shortest_joined

LONGEST_STEP = 0.05
"""The maximum step of time in seconds, so that a stalled window skips nothing."""
LONGEST_PAUSE = 3.0
SLOWEST = 0.5
FASTEST = 60.0
USUAL_SPEED = 4.0
LONGEST_SLIDE = 0.16
SLIDE_SHARE = 0.7
"""A slide takes at most this share of the time between two moves."""
LINEAR_ABOVE = 8.0
JUMP_ABOVE = 30.0


def slide_pace(speed: float) -> tuple[float, bool]:
    """Return the seconds of one slide, and whether its speed is constant.

    speed: moves per second. 0 seconds is a jump. Slides in quick succession have constant speed
    because easing would make them stutter.
    """
    seconds = 0.0 if speed > JUMP_ABOVE else min(LONGEST_SLIDE, SLIDE_SHARE / speed)
    return seconds, speed > LINEAR_ABOVE


@dataclass
class Playback:
    """Moves from a start, the playback position and the speed.

    With ``times`` the moves are shown at the times at which they were made, except that long pauses
    are shortened. Moves with the same time are shown together.
    """

    start: Board
    speed: float = USUAL_SPEED
    """Moves per second, 0.5 to 60."""
    moves: list[Move] = field(default_factory=list, compare=False)
    """All moves to the goal. Moves not played yet may change until ``is_complete``."""
    _: KW_ONLY
    position: int = 0
    is_playing: bool = True
    is_complete: bool = False
    times: Sequence[float] | None = None
    """The time of each move in seconds, ascending; None to play at ``speed``."""
    factor: float = 1.0
    board: Board = field(init=False)
    revision: int = field(default=0, init=False)
    _gaps: tuple[float, ...] | None = field(default=None, init=False, repr=False)
    _waited: float = field(default=0.0, init=False, repr=False, compare=False)
    """Time since the last move: in seconds with ``times``, otherwise in moves at ``speed``."""

    def __post_init__(self) -> None:
        self.board = self.start.apply_all(self.moves[: self.position])
        if self.times is None:
            self._waited = 1.0  # the first move is due immediately
        else:
            gaps = (after - before for before, after in pairwise((0.0, *self.times)))
            self._gaps = tuple(min(max(gap, 0.0), LONGEST_PAUSE) for gap in gaps)

    @property
    def total(self) -> int:
        """The number of moves known so far."""
        return len(self.moves)

    @property
    def is_at_end(self) -> bool:
        """Whether the last move has been shown."""
        return self.is_complete and self.position == len(self.moves)

    def snapshot(self) -> Playback:
        """Return a copy of the playback, which shares the list ``moves``."""
        return copy(self)

    def take(self, index: int, moves: Sequence[Move]) -> bool:
        """Replace the moves from ``index`` on. Return False if a played move would change.

        Raises ValueError if ``index`` is greater than ``total``.
        """
        if not 0 <= index <= len(self.moves):
            raise ValueError(f"moves from {index} on do not follow on {len(self.moves)} moves")
        changed = [*self.moves[:index], *moves]
        if changed[: self.position] != self.moves[: self.position]:
            return False
        self.moves[:] = changed
        self.revision += 1
        return True

    def shorten(self, other: Sequence[Move]) -> bool:
        """Shorten the moves not played yet by using ``other``, another solution.

        The result does not visit a played state again. Return False if nothing was shortened.
        """
        shorter = shortest_joined(self.start, self.moves, self.position, other)
        if shorter is None:
            return False
        self.moves[:] = shorter
        self.revision += 1
        return True

    def finish(self) -> None:
        """Mark the moves as complete."""
        self.is_complete = True
        self.is_playing &= not self.is_at_end

    def play(self) -> None:
        """Start playback; at the end, play from the start."""
        if self.is_at_end:
            self.seek(0)
        self.is_playing = bool(self.moves) or not self.is_complete
        self._waited = 1.0 if self._gaps is None else 0.0

    def pause(self) -> None:
        """Stop playback."""
        self.is_playing = False

    def advance(self, elapsed: float) -> tuple[Move, ...]:
        """Advance by at most 50 ms and return the moves to show.

        If the next move is not known yet, the playback waits for it.
        """
        if not self.is_playing:
            return ()
        gaps = self._gaps
        rate = self.speed if gaps is None else self.factor
        self._waited += min(max(elapsed, 0.0), LONGEST_STEP) * rate
        before = position = self.position
        while position < len(self.moves):
            gap = 1.0 if gaps is None else gaps[position]
            if gap > self._waited + 1e-9:  # tolerance for rounding in the sum of many small steps
                break
            self._waited = max(0.0, self._waited - gap)
            position += 1
        if gaps is None:
            self._waited = min(self._waited, 1.0)
        self._go_to(position)
        self.is_playing = not self.is_at_end
        return tuple(self.moves[before:position])

    def step(self, count: int) -> None:
        """Pause and go forward by ``count`` moves; backward if negative."""
        self.pause()
        self.seek(self.position + count)

    def seek(self, position: int) -> None:
        """Go to the board after ``position`` moves, or the nearest valid position."""
        self._go_to(max(0, min(position, len(self.moves))))
        self._waited = 0.0
        self.is_playing &= not self.is_at_end

    def _go_to(self, position: int) -> None:
        if position < self.position // 2:  # fewer moves from the start
            self.board = self.start.apply_all(self.moves[:position])
        elif position >= self.position:
            self.board = self.board.apply_all(self.moves[self.position : position])
        else:
            self.board = self.board.apply_all(invert_moves(self.moves[position : self.position]))
        self.position = position


def distances_along(start: Board, goal: Board, moves: Iterable[Move]) -> tuple[int, ...]:
    """Return the Manhattan distance of ``start`` and of the state after each move.

    moves: legal from ``start``. goal: has the same shape and the same tiles.
    """
    rows, columns = np.divmod(np.arange(len(start.tiles)), start.columns)
    homes = np.argsort(goal.tiles)  # goal cell of each tile
    distances = abs(rows[homes, None] - rows) + abs(columns[homes, None] - columns)
    distances[0] = 0  # the blank does not count
    away = distances.tolist()
    tiles, blank, targets = list(start.tiles), start.blank, targets_of(*start.size)
    total = sum(away[tile][cell] for cell, tile in enumerate(tiles))
    along = [total]
    for move in moves:
        cell = targets[blank][move]
        tile = tiles[cell]
        away_of = away[tile]
        total += away_of[blank] - away_of[cell]
        tiles[blank], blank = tile, cell
        along.append(total)
    return tuple(along)


def peaks(values: Sequence[int], limit: int) -> tuple[int, ...]:
    """Return at most ``limit`` values, each the largest of its neighbours."""
    count = len(values)
    if count <= limit:
        return tuple(values)
    bounds = [count * part // limit for part in range(limit + 1)]
    return tuple(max(values[first:last]) for first, last in pairwise(bounds))
