"""What is recorded: a board, the moves from it, and how all that looks. A value without pygame."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from puzzler.board.board import Board
from puzzler.board.errors import IllegalMoveError, PuzzlerError
from puzzler.board.move import Move
from puzzler.game.core.settings import TileFace

SMALLEST_SIDE, LARGEST_SIDE = 48, 2160
SIDE = 480
"""Pixels of the longer side of a board, where nothing else is said."""
SHEET_SIDE = 160
"""The same of each board of a picture of several."""
SLOWEST, FASTEST = 0.1, 25.0
"""Moves a second: in a GIF each has 4 hundredths of a second at least, or browsers slow it down."""
SPEED = 4.0
Report = Callable[[int], object]
"""Called with the number of moves that are drawn. It may raise an exception to cancel."""


class RecordingError(PuzzlerError):
    """What cannot be recorded; the message is one line that says why."""


@dataclass(frozen=True)
class Look:
    """How the board is drawn."""

    theme: str = "dark"
    """A name of ``find_themes``."""
    face: TileFace = TileFace.NUMBERS
    picture: str = ""
    """What ``find_picture`` takes, where ``face`` is a picture."""
    has_ranks: bool = False
    """Numbers stand on the pieces of the picture, too."""
    labels: tuple[str, ...] | None = None
    """The board's own words, by the numbers of its tiles."""


@dataclass(frozen=True)
class Film:
    """A board and what is played on it."""

    start: Board
    goal: Board
    moves: tuple[Move, ...] = ()
    look: Look = field(default_factory=Look)
    side: int | None = None
    """Pixels of the longer side of a board; None is ``SIDE``, or ``SHEET_SIDE`` where a picture has
    several boards."""
    speed: float = SPEED
    """Moves a second."""
    is_looped: bool = True
    """A GIF begins anew at its end."""

    def __post_init__(self) -> None:
        if self.side is not None and not SMALLEST_SIDE <= self.side <= LARGEST_SIDE:
            allowed = f"{SMALLEST_SIDE} to {LARGEST_SIDE:,}"
            raise RecordingError(f"a board of {self.side:,} pixels: it may have {allowed}")
        if not SLOWEST <= self.speed <= FASTEST:
            allowed = f"{SLOWEST:g} to {FASTEST:g}"
            raise RecordingError(f"{self.speed:g} moves a second: {allowed} can be recorded")
        board = self.start
        for number, move in enumerate(self.moves, 1):
            try:
                board = board.apply(move)
            except IllegalMoveError as error:
                raise RecordingError(f"move {number} cannot be made: {error}") from None
