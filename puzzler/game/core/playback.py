"""Playback of moves: a timeline, and a replay in which each move has its own time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from puzzler.board.board import Board, targets_of
from puzzler.board.move import Move
from puzzler.board.path import invert_moves, shortest_joined

LONGEST_STEP = 0.05
"""Seconds that one step of time counts at most, so that a stall skips nothing."""
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
    """How long one slide glides at ``speed`` moves a second, and whether at a constant speed.

    0 seconds is a jump. Slides that follow each other closely would stutter if they eased out.
    """
    seconds = 0.0 if speed > JUMP_ABOVE else min(LONGEST_SLIDE, SLIDE_SHARE / speed)
    return seconds, speed > LINEAR_ABOVE


@dataclass
class Playback:
    """Moves from a start, a position among them, and how they play.

    With ``times`` each move has the time at which it was made, but for long pauses: moves that were
    made at once, as a slide of several tiles is, are shown at once.
    """

    start: Board
    speed: float = USUAL_SPEED
    """Moves a second, 0.5 to 60."""
    moves: list[Move] = field(default_factory=list, compare=False)
    """All moves to the goal. Those not played may be replaced until ``is_complete``."""
    position: int = 0
    is_playing: bool = True
    is_complete: bool = False
    times: Sequence[float] | None = None
    """Seconds at which each move was made, never falling; None: it plays at ``speed``."""
    factor: float = 1.0
    """How many times as fast as they were made the moves are shown."""
    board: Board = field(init=False)
    revision: int = field(default=0, init=False)
    """Counts up whenever ``moves`` become others."""
    _gaps: tuple[float, ...] | None = field(default=None, init=False, repr=False)
    _waited: float = field(default=0.0, init=False, repr=False, compare=False)
    """Since the last move: seconds of its own time, else moves at ``speed``."""

    def __post_init__(self) -> None:
        self.board = self.start.apply_all(self.moves[: self.position])
        if self.times is None:
            self._waited = 1.0  # the first move is due at once
        else:
            gaps = (after - before for before, after in pairwise((0.0, *self.times)))
            self._gaps = tuple(min(max(gap, 0.0), LONGEST_PAUSE) for gap in gaps)

    @property
    def total(self) -> int:
        """How many moves are known so far."""
        return len(self.moves)

    @property
    def is_at_end(self) -> bool:
        """The last move of all has been shown."""
        return self.is_complete and self.position == len(self.moves)

    def track(self) -> Playback:
        """The playback as it is now, which stands still; ``moves`` is always the same list."""
        return copy(self)

    def take(self, index: int, moves: Sequence[Move]) -> bool:
        """Put ``moves`` in place of those from ``index`` on.

        What was shown stays: False, and nothing changes, where ``moves`` would change what lies
        before ``position``. ValueError where the moves before ``index`` are not known.
        """
        if not 0 <= index <= len(self.moves):
            raise ValueError(f"moves from {index} on do not follow on {len(self.moves)} moves")
        taken = [*self.moves[:index], *moves]
        if taken[: self.position] != self.moves[: self.position]:
            return False
        self.moves[:] = taken
        self.revision += 1
        return True

    def shorten(self, other: Sequence[Move]) -> bool:
        """Shorten the moves that were not played, with states of ``other``, another solution.

        No state that was played is visited again. Returns False if that shortens nothing.
        """
        shorter = shortest_joined(self.start, self.moves, self.position, other)
        if shorter is None:
            return False
        self.moves[:] = shorter
        self.revision += 1
        return True

    def finish(self) -> None:
        """No more moves will come."""
        self.is_complete = True
        self.is_playing &= not self.is_at_end

    def play(self) -> None:
        """Play on; at the end, from the start."""
        if self.is_at_end:
            self.seek(0)
        self.is_playing = bool(self.moves) or not self.is_complete
        self._waited = 1.0 if self._gaps is None else 0.0

    def pause(self) -> None:
        """Stand still."""
        self.is_playing = False

    def advance(self, elapsed: float) -> tuple[Move, ...]:
        """Let ``elapsed`` seconds pass, counted as at most 50 ms; the moves shown by that.

        Where the next move is not known yet the playback waits, and shows it as soon as it comes.
        """
        if not self.is_playing:
            return ()
        gaps = self._gaps
        rate = self.speed if gaps is None else self.factor
        self._waited += min(max(elapsed, 0.0), LONGEST_STEP) * rate
        before = position = self.position
        while position < len(self.moves):
            gap = 1.0 if gaps is None else gaps[position]
            if gap > self._waited + 1e-9:  # a hair more: many small steps may fall short in sum
                break
            self._waited = max(0.0, self._waited - gap)
            position += 1
        if gaps is None:
            self._waited = min(self._waited, 1.0)
        self._go_to(position)
        self.is_playing = not self.is_at_end
        return tuple(self.moves[before:position])

    def step(self, count: int) -> None:
        """Pause, and go ``count`` moves on, back where negative, as far as there are moves."""
        self.pause()
        self.seek(self.position + count)

    def seek(self, position: int) -> None:
        """Jump to the board after ``position`` moves, or to the nearest there is."""
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
    """The Manhattan distance of ``start`` and of every state after one of ``moves``.

    ``moves`` are legal from ``start``; ``goal`` is of the same shape and has the same tiles.
    """
    rows, columns = np.divmod(np.arange(len(start.tiles)), start.columns)
    homes = np.argsort(goal.tiles)  # by tile
    distances = abs(rows[homes, None] - rows) + abs(columns[homes, None] - columns)
    distances[0] = 0  # the blank is never away
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


def peaks(values: Sequence[int], most: int) -> tuple[int, ...]:
    """At most ``most`` values: of neighbours the largest, where there are more."""
    count = len(values)
    if count <= most:
        return tuple(values)
    bounds = [count * part // most for part in range(most + 1)]
    return tuple(max(values[first:last]) for first, last in pairwise(bounds))
