"""The frames of a film, drawn like the board of the window."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from pygame import Rect, Surface

from puzzler.board.board import Board
from puzzler.game.core.feedback import Slide
from puzzler.game.core.playback import slide_pace
from puzzler.game.core.settings import TileFace
from puzzler.window.board.pictures import find_picture
from puzzler.window.board.tiles import Skin
from puzzler.window.board.view import BoardView
from puzzler.window.core.themes import load_theme
from puzzler.window.export.film import SIDE, Film
from puzzler.window.toolkit.frame import Scene
from puzzler.window.toolkit.paint import Painter

LEAD_SECONDS = 1.0
"""Duration of the first board."""
END_SECONDS = 2.5
"""Duration of the last board."""
_BORDER = 0.44
"""The width of the rim and the margin on both sides together, in cells."""
_RIM = 0.25
"""The part of _BORDER inside the area of the board, in cells. The rest is the margin."""
_UNSCALED_SIDE = 560
"""The side of a board in a window at scale 1, in pixels. It determines the width of lines."""
_LONGEST_SLIDE = 1.0
"""Maximum duration of a slide in seconds."""


@dataclass(frozen=True)
class FramePace:
    """The timing of frames."""

    rate: int
    """Ticks per second. The duration of every frame is a whole number of ticks."""
    step: int
    """Ticks between two frames of a slide."""
    min_ticks: int
    """Minimum duration of a frame in ticks."""
    fades: bool
    """Whether a solved picture fades in."""


Shot = tuple[Rect | None, int, int]
"""A frame: the changed area or None, its duration in ticks, and the number of started moves."""


class FrameStage:
    """Draws a film onto ``surface``. Raises PictureError if its picture cannot be used."""

    def __init__(self, film: Film, side: int | None = None) -> None:
        """side: the longer side of the board in pixels, by default that of the film."""
        self._film = film
        side = side or film.side or SIDE
        size = frame_size(film.start, side)
        self.painter = Painter(load_theme(film.look.theme), max(0.5, side / _UNSCALED_SIDE))
        self.surface = Surface(size, depth=32)
        self._scene = Scene(self._draw_ground)
        self._view = BoardView(film.start, film.goal)
        look = film.look
        picture = find_picture(look.picture) if look.face is TileFace.PICTURE else None
        if picture is not None:
            picture = replace(picture, crop=look.crop)
        self._view.skin = Skin(look.face, picture, look.has_numbers, look.colors, look.labels)
        rows, columns = film.start.size
        cell = side / (max(rows, columns) + _BORDER)
        inner = round(cell * (columns + _RIM)), round(cell * (rows + _RIM))
        self._view.area = Rect(0, 0, *inner).move_to(center=self.surface.get_rect().center)

    def still(self, board: Board) -> Surface:
        """Draw ``board`` without animation. A solved board looks as at the end of the film."""
        view = self._view
        view.show(board, self._film.goal)
        view.is_solved, view.is_instant = board == self._film.goal, True
        view.advance(0.0)
        self._scene.update(self.surface, view.parts(self.painter))
        return self.surface

    def shots(self, pace: FramePace) -> Iterator[Shot]:
        """Yield the frames of the film. The surface shows a frame until the next is requested."""
        film, view = self._film, self._view
        self._scene = Scene(self._draw_ground)
        self.still(film.start)
        view.is_solved, view.is_instant = not film.moves and view.is_solved, not pace.fades
        lead = round(LEAD_SECONDS * pace.rate)
        yield self.surface.get_rect(), lead, 0
        interval = pace.rate / film.speed
        glides = interval >= pace.step + pace.min_ticks
        seconds, is_linear = slide_pace(film.speed)
        seconds = min(_LONGEST_SLIDE, seconds) if glides else 0.0
        for number, move in enumerate(film.moves):
            after = view.board.apply(move)
            view.slide(Slide((move,), view.board, after, seconds, is_linear))
            now, end = (lead + round(count * interval) for count in (number, number + 1))
            yield from self._until(now, end, pace, number + 1)
        view.is_solved = view.board == film.goal
        view.advance(0.0)  # completes the picture if it does not fade in
        yield from self._until(0, round(END_SECONDS * pace.rate), pace, len(film.moves))

    def _until(self, now: int, end: int, pace: FramePace, moves: int) -> Iterator[Shot]:
        """Yield the frames from tick ``now`` to ``end``. The last one lasts until ``end``."""
        while now < end:
            following = now + pace.step
            if not self._view.is_moving or following + pace.min_ticks > end:
                following = end
            yield self._draw(), following - now, moves
            self._view.advance((following - now) / pace.rate)
            now = following

    def _draw_ground(self, surface: Surface, area: Rect) -> None:
        surface.fill(self.painter.theme.ground, area)

    def _draw(self) -> Rect | None:
        damages = self._scene.update(self.surface, self._view.parts(self.painter))
        return damages[0].unionall(damages[1:]) if damages else None


def frame_size(board: Board, side: int) -> tuple[int, int]:
    """Return the width and height of a picture of ``board`` with a longer side of ``side`` pixels.

    Both are even, because some video players reject odd numbers.
    """
    cell = side / (max(board.size) + _BORDER)
    height, width = (2 * round(cell * (count + _BORDER) / 2) for count in board.size)
    return width, height


def seconds_of(film: Film) -> float:
    """Return the duration of an animation of the film."""
    return LEAD_SECONDS + len(film.moves) / film.speed + END_SECONDS
