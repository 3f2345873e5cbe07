"""A film: the board, the moves and the look of a recording. A value that does not need pygame."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from puzzler.board.board import Board
from puzzler.board.errors import IllegalMoveError, PuzzlerError
from puzzler.board.move import Move
from puzzler.game.core.settings import MIDDLE, Crop, TileColors, TileFace

GIF, PNG, MP4 = ".gif", ".png", ".mp4"
SUFFIXES = (GIF, PNG, MP4)
"""The suffixes of files, which select the format."""
SMALLEST_SIDE, LARGEST_SIDE = 48, 2160
SIDE = 480
"""The default length of the longer side of a board in pixels."""
SHEET_SIDE = 160
"""The default length in a picture of several boards."""
SLOWEST, FASTEST = 0.1, 25.0
"""Moves per second. Browsers slow down a GIF with frames shorter than 0.02 s."""
SPEED = 4.0
Report = Callable[[int], object]
"""Called with the number of drawn moves. Can raise an exception to cancel."""


class RecordingError(PuzzlerError):
    """A recording failed. The message is one line."""


@dataclass(frozen=True)
class Look:
    """The theme and the tile faces of the board."""

    theme: str = "dark"
    """The name of a theme; see ``find_themes``."""
    face: TileFace = TileFace.NUMBERS
    picture: str = ""
    """The argument of ``find_picture`` if ``face`` is a picture."""
    has_numbers: bool = False
    """Whether the pieces of the picture also have numbers."""
    labels: tuple[str, ...] | None = None
    """The labels of the board, by tile."""
    colors: TileColors = TileColors.GRADIENT
    crop: Crop = MIDDLE
    """The part of the picture."""


@dataclass(frozen=True)
class Film:
    """A board and the moves to record."""

    start: Board
    goal: Board
    moves: tuple[Move, ...] = ()
    look: Look = field(default_factory=Look)
    side: int | None = None
    """The longer side of a board in pixels. None: ``SIDE``, or ``SHEET_SIDE`` if a picture has
    several boards."""
    speed: float = SPEED
    """Moves per second."""
    is_looped: bool = True
    """Whether a GIF restarts at its end."""
    card: tuple[str, ...] = ()
    """Texts below the board in a PNG picture of a result: the title, the time, then details."""

    def __post_init__(self) -> None:
        if self.side is not None and not SMALLEST_SIDE <= self.side <= LARGEST_SIDE:
            allowed = f"{SMALLEST_SIDE} to {LARGEST_SIDE:,}"
            raise RecordingError(f"the board must have {allowed} pixels, not {self.side:,}")
        if not SLOWEST <= self.speed <= FASTEST:
            allowed = f"{SLOWEST:g} to {FASTEST:g}"
            raise RecordingError(
                f"the speed must be {allowed} moves per second, not {self.speed:g}"
            )
        board = self.start
        for number, move in enumerate(self.moves, 1):
            try:
                board = board.apply(move)
            except IllegalMoveError as error:
                raise RecordingError(f"move {number} is not possible: {error}") from None
