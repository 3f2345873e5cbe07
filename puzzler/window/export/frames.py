"""The board of a film, drawn moment by moment as the window draws it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

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
from puzzler.window.toolkit.paint import Painter
from puzzler.window.toolkit.scene import Scene

LEAD_SECONDS = 1.0
"""How long the first board stands."""
END_SECONDS = 2.5
"""How long the last one does."""
_AROUND = 0.44
"""Cells: the rim of the tray, and as much again around it, on both sides together."""
_INSIDE = 0.25
"""Cells of that which the board itself may use."""
_BASE = 560
"""Pixels of a board in a window at scale 1: what its hairlines are made for."""
_LEAST_SCALE = 0.5


@dataclass(frozen=True)
class FramePace:
    """How time is cut into frames."""

    rate: int
    """Ticks in a second: every frame is shown for a whole number of them."""
    step: int
    """Ticks from one frame of a slide to the next."""
    least: int
    """Ticks that every frame is shown for at least."""
    longest_slide: float
    """Seconds."""
    fades: bool
    """A solved picture becomes one bit by bit, not at once."""


@dataclass(frozen=True)
class Shot:
    """One frame, which the stage's surface shows until the next one is asked for."""

    damage: Rect | None
    """All that has changed lies in here; None where nothing has."""
    ticks: int
    """How long it is shown."""
    moves: int
    """How many moves have begun."""


class FrameStage:
    """Draws a film onto ``surface``, opaque. PictureError where its picture cannot be used."""

    def __init__(self, film: Film, side: int | None = None) -> None:
        """``side``: pixels of the longer side of the board, by default what the film says."""
        self._film = film
        side = side or film.side or SIDE
        size = frame_size(film.start, side)
        self.painter = Painter(load_theme(film.look.theme), max(_LEAST_SCALE, side / _BASE))
        self.surface = Surface(size, depth=32)
        self._scene = Scene(self._draw_ground)
        self._view = BoardView(film.start, film.goal)
        look = film.look
        picture = find_picture(look.picture) if look.face is TileFace.PICTURE else None
        self._view.skin = Skin(look.face, picture, look.has_ranks, look.labels)
        rows, columns = film.start.size
        cell = side / (max(rows, columns) + _AROUND)
        inner = round(cell * (columns + _INSIDE)), round(cell * (rows + _INSIDE))
        self._view.area = Rect(0, 0, *inner).move_to(center=self.surface.get_rect().center)

    def still(self, board: Board) -> Surface:
        """``board`` at rest; a solved one as it is shown at the end."""
        view = self._view
        view.show(board, self._film.goal)
        view.is_solved, view.is_instant = board == self._film.goal, True
        view.advance(0.0)
        self._scene.update(self.surface, view.parts(self.painter))
        return self.surface

    def shots(self, pace: FramePace) -> Iterator[Shot]:
        """All frames of the film, in turn."""
        film, view = self._film, self._view
        self._scene = Scene(self._draw_ground)
        self.still(film.start)
        view.is_solved, view.is_instant = not film.moves and view.is_solved, not pace.fades
        lead = round(LEAD_SECONDS * pace.rate)
        yield Shot(self.surface.get_rect(), lead, 0)
        interval = pace.rate / film.speed
        glides = interval >= pace.step + pace.least
        seconds, is_linear = slide_pace(film.speed)
        seconds = min(pace.longest_slide, seconds) if glides else 0.0
        for number, move in enumerate(film.moves):
            after = view.board.apply(move)
            view.slide(Slide((move,), view.board, after, seconds, is_linear))
            now, then = (lead + round(count * interval) for count in (number, number + 1))
            yield from self._until(now, then, pace, number + 1)
        view.is_solved = view.board == film.goal
        view.advance(0.0)  # a picture that does not fade in is complete now
        yield from self._until(0, round(END_SECONDS * pace.rate), pace, len(film.moves))

    def _until(self, now: int, then: int, pace: FramePace, moves: int) -> Iterator[Shot]:
        """The frames from one tick to another; the last of them is what rests."""
        while now < then:
            following = now + pace.step
            if not self._view.is_moving or following + pace.least > then:
                following = then
            yield Shot(self._draw(), following - now, moves)
            self._view.advance((following - now) / pace.rate)
            now = following

    def _draw_ground(self, surface: Surface, area: Rect) -> None:
        surface.fill(self.painter.theme.ground, area)

    def _draw(self) -> Rect | None:
        damages = self._scene.update(self.surface, self._view.parts(self.painter))
        return damages[0].unionall(damages[1:]) if damages else None


def frame_size(board: Board, side: int) -> tuple[int, int]:
    """Width and height of the picture of ``board`` whose longer side has ``side`` pixels.

    Both are even: some players show no others.
    """
    cell = side / (max(board.size) + _AROUND)
    height, width = (2 * round(cell * (count + _AROUND) / 2) for count in board.size)
    return width, height


def seconds_of(film: Film) -> float:
    """How long an animation of it lasts."""
    return LEAD_SECONDS + len(film.moves) / film.speed + END_SECONDS
