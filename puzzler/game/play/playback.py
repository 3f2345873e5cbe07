"""Playback of moves: a timeline, and a replay in which each move has its own time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.board.path import joined

LONGEST_STEP = 0.05
"""Seconds that one step of time counts at most, so that a stall skips nothing."""


def counted_time(elapsed: float) -> float:
    """``elapsed`` seconds as they count: at least none, at most ``LONGEST_STEP``."""
    return min(max(elapsed, 0.0), LONGEST_STEP)


SLOWEST = 0.5
FASTEST = 60.0
LONGEST_SLIDE = 0.16
SLIDE_SHARE = 0.7
"""A slide takes at most this share of the time between two moves."""
LINEAR_ABOVE = 8.0
JUMP_ABOVE = 30.0


def held_speed(moves_per_second: float) -> float:
    """The speed held within what a playback can do: 0.5 to 60 moves a second."""
    return min(FASTEST, max(SLOWEST, moves_per_second))


def slide_seconds(speed: float) -> float:
    """How long one slide glides at ``speed`` moves a second; 0 is a jump."""
    return 0.0 if speed > JUMP_ABOVE else min(LONGEST_SLIDE, SLIDE_SHARE / speed)


def is_linear(speed: float) -> bool:
    """True where slides follow each other so closely that easing out would look like stutter."""
    return speed > LINEAR_ABOVE


@dataclass(frozen=True)
class Track:
    """A playback at one moment."""

    start: Board
    board: Board
    position: int
    total: int
    is_playing: bool
    is_complete: bool
    revision: int
    """Counts up whenever the moves become others."""
    playback: Playback = field(compare=False, repr=False)

    @property
    def moves(self) -> list[Move]:
        """All moves known so far; not to be changed."""
        return self.playback.moves

    @property
    def is_at_end(self) -> bool:
        """The last move of all has been shown."""
        return self.is_complete and self.position == self.total


@dataclass
class Playback:
    """Moves from a start, a position among them, and how they play."""

    start: Board
    speed: float = 4.0
    """Moves a second, 0.5 to 60."""
    moves: list[Move] = field(default_factory=list)
    """The moves known so far; they come, and change, until ``is_complete``."""
    position: int = 0
    is_playing: bool = True
    is_complete: bool = False
    board: Board = field(init=False)
    revision: int = field(default=0, init=False, compare=False)
    """Counts up whenever ``moves`` become others."""
    _due: float = field(default=1.0, init=False, repr=False)
    """Moves that time has made due; the first is due at once."""

    def __post_init__(self) -> None:
        self.board = self.start.apply_all(self.moves[: self.position])

    @property
    def total(self) -> int:
        """How many moves are known so far."""
        return len(self.moves)

    @property
    def is_at_end(self) -> bool:
        """The last move of all has been shown."""
        return self.is_complete and self.position == len(self.moves)

    def track(self) -> Track:
        """The playback as it is now."""
        return Track(
            self.start,
            self.board,
            self.position,
            len(self.moves),
            self.is_playing,
            self.is_complete,
            self.revision,
            self,
        )

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

    def join(self, moves: Sequence[Move]) -> bool:
        """Go over to ``moves``, another whole path, at a state that both pass from here on.

        False, and nothing changes, where that makes the moves in all no fewer.
        """
        shorter = joined(self.start, self.moves, self.position, moves)
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
        self._due = 1.0

    def pause(self) -> None:
        """Stand still."""
        self.is_playing = False

    def advance(self, elapsed: float) -> tuple[Move, ...]:
        """Let ``elapsed`` seconds pass, counted as at most 50 ms; the moves shown by that.

        Where the next move is not known yet the playback waits, and shows it as soon as it comes.
        """
        if not self.is_playing:
            return ()
        self._due += counted_time(elapsed) * self.speed
        # a hair more than the sum of many small steps, which may fall short of a whole move
        count = min(int(self._due + 1e-9), len(self.moves) - self.position)
        self._due = min(self._due - count, 1.0)
        before = self.position
        self._go_to(before + count)
        self.is_playing = not self.is_at_end
        return tuple(self.moves[before : self.position])

    def step(self, count: int) -> None:
        """Pause, and go ``count`` moves on, back where negative, as far as there are moves."""
        self.pause()
        self.seek(self.position + count)

    def seek(self, position: int) -> None:
        """Jump to the board after ``position`` moves, or to the nearest there is."""
        self._go_to(max(0, min(position, len(self.moves))))
        self._due = 0.0
        self.is_playing &= not self.is_at_end

    def _go_to(self, position: int) -> None:
        if position < self.position // 2:  # fewer moves from the start
            self.board = self.start.apply_all(self.moves[:position])
        elif position >= self.position:
            self.board = self.board.apply_all(self.moves[self.position : position])
        else:
            back = reversed(self.moves[position : self.position])
            self.board = self.board.apply_all([move.inverse for move in back])
        self.position = position


LONGEST_PAUSE = 3.0
"""Seconds before a move, at most; longer pauses are cut."""


@dataclass
class Replay(Playback):
    """A timeline in which each move has the time at which it was made, but for long pauses.

    Moves that were made at once, as a slide of several tiles is, are shown at once. Without
    ``times`` it plays at ``speed``, as every playback does.
    """

    times: Sequence[float] | None = None
    """Seconds at which each move was made, never falling; None where they are not known."""
    factor: float = 1.0
    """How many times as fast as they were made the moves are shown."""
    _waited: float = field(default=0.0, init=False, repr=False)
    """Seconds of its own time since the last move."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self._gaps: tuple[float, ...] | None = None
        if self.times is not None:
            gaps = (after - before for before, after in pairwise((0.0, *self.times)))
            self._gaps = tuple(min(max(gap, 0.0), LONGEST_PAUSE) for gap in gaps)

    @property
    def is_timed(self) -> bool:
        """Each move has the time at which it was made."""
        return self._gaps is not None

    def play(self) -> None:
        super().play()
        self._waited = 0.0

    def seek(self, position: int) -> None:
        super().seek(position)
        self._waited = 0.0

    def advance(self, elapsed: float) -> tuple[Move, ...]:
        """Let ``elapsed`` seconds pass, counted as at most 50 ms; the moves shown by that."""
        if self._gaps is None:
            return super().advance(elapsed)
        if not self.is_playing:
            return ()
        self._waited += counted_time(elapsed) * self.factor
        before = position = self.position
        # a hair more, as the sum of many small steps may fall short
        while position < self.total and self._gaps[position] <= self._waited + 1e-9:
            self._waited = max(0.0, self._waited - self._gaps[position])
            position += 1
        self._go_to(position)
        self.is_playing = not self.is_at_end
        return tuple(self.moves[before:position])
