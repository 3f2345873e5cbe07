"""The board on the screen: where its cells are, and how tiles glide and shake as time passes."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from pygame import Rect, Surface

from puzzler.board.board import Board
from puzzler.game.mode import Slide
from puzzler.window.board_geometry import BoardGeometry, measure
from puzzler.window.paint import Painter
from puzzler.window.scene import Part
from puzzler.window.theme import Color
from puzzler.window.tiles import draw_tile, draw_tray, tile_colors, tile_margin, words_on

LONGEST_STEP = 0.05
"""Seconds that one step of time counts at most, so that a stall does not skip a slide."""
SHAKE_SECONDS = 0.24
_SHAKE_SWINGS = 3
_SHAKE_CELLS = 0.035
_FIRST_FRAME = 1 / 60
"""A slide begins one frame in, so that a click shows in the very next picture."""


@dataclass
class _Glide:
    """Tiles on their way: tile to (cell it left, cell it goes to)."""

    tiles: dict[int, tuple[int, int]]
    seconds: float
    is_linear: bool
    elapsed: float = _FIRST_FRAME

    @property
    def share(self) -> float:
        """How much of the way is done, 0 to 1."""
        share = min(1.0, self.elapsed / self.seconds)
        return share if self.is_linear else 1 - (1 - share) ** 3


class BoardView:
    """Shows one board in the area it is given; time is handed in."""

    def __init__(self, board: Board, goal: Board) -> None:
        self.board = board
        self.goal = goal
        self.area = Rect(0, 0, 0, 0)
        self.labels: tuple[str, ...] | None = None
        """What stands on the tiles, by their numbers; None where that is the number."""
        self.is_solved = False
        self.hovered: int | None = None
        """The cell under the pointer whose tile can slide."""
        self._glide: _Glide | None = None
        self._shaking: dict[int, float] = {}
        self._geometry: tuple[Rect, tuple[int, int], BoardGeometry] | None = None

    @property
    def geometry(self) -> BoardGeometry:
        """Where the cells of the present board are."""
        known = self._geometry
        if known is None or known[0] != self.area or known[1] != self.board.size:
            known = (self.area.copy(), self.board.size, measure(self.area, *self.board.size))
            self._geometry = known
        return known[2]

    # -------------------------------------------------------------------- time

    @property
    def is_moving(self) -> bool:
        """Something glides or shakes."""
        return self._glide is not None or bool(self._shaking)

    def show(self, board: Board, goal: Board) -> None:
        """This board and no other, at once; a slide that leads to it may finish."""
        if (board, goal) != (self.board, self.goal):
            self.board, self.goal = board, goal
            self._glide = None
            self._shaking.clear()

    def slide(self, slide: Slide) -> None:
        """Let the tiles glide as ``slide`` says; what glided before is there at once."""
        self.board, self._glide = slide.after, None
        self._shaking.clear()
        if slide.seconds > 0 and slide.before.size == slide.after.size:
            cells = {tile: cell for cell, tile in enumerate(slide.before.tiles)}
            tiles = {
                tile: (cells[tile], cell)
                for cell, tile in enumerate(slide.after.tiles)
                if tile and cells[tile] != cell
            }
            self._glide = _Glide(tiles, slide.seconds, slide.is_linear) if tiles else None

    def shake(self, cell: int) -> None:
        """Shake the tile on ``cell``: it cannot slide."""
        tile = self.board.tiles[cell]
        if tile:
            self._shaking[tile] = _FIRST_FRAME

    def advance(self, elapsed: float) -> None:
        """Let ``elapsed`` seconds pass."""
        elapsed = min(elapsed, LONGEST_STEP)
        if self._glide is not None:
            self._glide.elapsed += elapsed
            if self._glide.elapsed >= self._glide.seconds:
                self._glide = None
        self._shaking = {
            tile: seconds + elapsed
            for tile, seconds in self._shaking.items()
            if seconds + elapsed < SHAKE_SECONDS
        }

    # ----------------------------------------------------------------- picture

    def parts(self, painter: Painter) -> Iterator[Part]:
        """The tray and every tile."""
        yield self._tray(painter)
        moving = self._glide.tiles if self._glide is not None else {}
        size, margin = self.geometry.tile, tile_margin(self.geometry.tile)
        colors = tile_colors(painter.theme, self.goal)
        # what moves lies above what rests
        cells = [(cell, tile) for cell, tile in enumerate(self.board.tiles) if tile]
        cells.sort(key=lambda place: place[1] in moving)
        for cell, tile in cells:
            left, top = self._tile_position(cell, tile)
            bounds = Rect(left - margin, top - margin, size + 2 * margin, size + 2 * margin)
            is_lit = cell == self.hovered and tile not in moving
            look = (size, words_on(tile, self.labels), colors[tile], is_lit)
            draw = partial(_draw_at, painter, bounds, look)
            yield Part(("tile", tile), bounds, (look, tile in moving), draw)

    def _tile_position(self, cell: int, tile: int) -> tuple[int, int]:
        place = self.geometry.tile_rect(cell)
        left, top = float(place.left), float(place.top)
        if self._glide is not None and tile in self._glide.tiles:
            origin = self.geometry.tile_rect(self._glide.tiles[tile][0])
            back = 1 - self._glide.share
            left += (origin.left - place.left) * back
            top += (origin.top - place.top) * back
        if tile in self._shaking:
            share = self._shaking[tile] / SHAKE_SECONDS
            swing = math.sin(share * _SHAKE_SWINGS * 2 * math.pi) * (1 - share)
            left += swing * self.geometry.cell * _SHAKE_CELLS
        return round(left), round(top)

    def _tray(self, painter: Painter) -> Part:
        geometry, is_solved = self.geometry, self.is_solved
        bounds = geometry.tray.inflate(2 * geometry.rim, 2 * geometry.rim)

        def draw(surface: Surface) -> None:
            draw_tray(surface, painter, geometry, is_solved=is_solved)

        return Part("tray", bounds, (self.board.size, is_solved), draw)


def _draw_at(
    painter: Painter, bounds: Rect, look: tuple[int, str, Color, bool], surface: Surface
) -> None:
    size, words, color, is_lit = look
    surface.blit(draw_tile(painter, size, words, color, is_lit=is_lit), bounds)
