"""The board on the screen: where its cells are, and how tiles glide and shake as time passes."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from pygame import Rect, Surface

from puzzler.board.board import Board
from puzzler.game.mode import Slide
from puzzler.window.layout import middle
from puzzler.window.paint import Painter
from puzzler.window.scene import Part
from puzzler.window.theme import mix
from puzzler.window.tiles import draw_tile, tile_color, tile_margin, tile_radius

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
        self.is_solved = False
        self.hovered: int | None = None
        """The cell under the pointer whose tile can slide."""
        self._glide: _Glide | None = None
        self._shaking: dict[int, float] = {}

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

    # ---------------------------------------------------------------- geometry

    @property
    def cell_size(self) -> int:
        """Pixels from one cell to the next."""
        # the tray's rim is a tenth of a cell all around
        return max(
            4,
            min(
                int(self.area.width / (self.board.columns + 0.24)),
                int(self.area.height / (self.board.rows + 0.24)),
            ),
        )

    @property
    def rect(self) -> Rect:
        """The tray with its rim, in the middle of the area."""
        cell = self.cell_size
        rim = self._rim
        return middle(
            self.area, cell * self.board.columns + 2 * rim, cell * self.board.rows + 2 * rim
        )

    def cell_rect(self, cell: int) -> Rect:
        """The whole of ``cell``, with the gap to its neighbours."""
        row, column = divmod(cell, self.board.columns)
        size = self.cell_size
        tray = self.rect
        return Rect(
            tray.left + self._rim + column * size, tray.top + self._rim + row * size, size, size
        )

    def cell_at(self, at: tuple[int, int]) -> int | None:
        """The cell at a point; None outside of all."""
        tray, size = self.rect, self.cell_size
        column = (at[0] - tray.left - self._rim) // size
        row = (at[1] - tray.top - self._rim) // size
        if 0 <= row < self.board.rows and 0 <= column < self.board.columns:
            return row * self.board.columns + column
        return None

    @property
    def _rim(self) -> int:
        return max(2, round(self.cell_size * 0.1))

    @property
    def _tile_size(self) -> int:
        size = self.cell_size
        return size - max(2, round(size * 0.055))

    # ----------------------------------------------------------------- picture

    def parts(self, painter: Painter) -> Iterator[Part]:
        """The tray and every tile."""
        yield self._tray(painter)
        moving = self._glide.tiles if self._glide is not None else {}
        # what moves lies above what rests
        cells = [(cell, tile) for cell, tile in enumerate(self.board.tiles) if tile]
        cells.sort(key=lambda place: place[1] in moving)
        size, margin = self._tile_size, tile_margin(self._tile_size)
        for cell, tile in cells:
            left, top = self._tile_position(cell, tile)
            bounds = Rect(left - margin, top - margin, size + 2 * margin, size + 2 * margin)
            is_lit = cell == self.hovered and tile not in moving
            color = tile_color(painter.theme, tile, self.goal)

            def draw(
                surface: Surface, tile: int = tile, bounds: Rect = bounds, is_lit: bool = is_lit
            ) -> None:
                color = tile_color(painter.theme, tile, self.goal)
                surface.blit(draw_tile(painter, size, str(tile), color, is_lit=is_lit), bounds)

            yield Part(("tile", tile), bounds, (size, color, is_lit), draw)

    def _tile_position(self, cell: int, tile: int) -> tuple[int, int]:
        inner = middle(self.cell_rect(cell), self._tile_size, self._tile_size)
        left, top = float(inner.left), float(inner.top)
        if self._glide is not None and tile in self._glide.tiles:
            origin = self.cell_rect(self._glide.tiles[tile][0])
            here = self.cell_rect(cell)
            back = 1 - self._glide.share
            left += (origin.left - here.left) * back
            top += (origin.top - here.top) * back
        if tile in self._shaking:
            share = self._shaking[tile] / SHAKE_SECONDS
            swing = math.sin(share * _SHAKE_SWINGS * 2 * math.pi) * (1 - share)
            left += swing * self.cell_size * _SHAKE_CELLS
        return round(left), round(top)

    def _tray(self, painter: Painter) -> Part:
        rect, shape, solved = self.rect, self.board.size, self.is_solved
        glow = self._rim

        def draw(surface: Surface) -> None:
            key = ("tray", rect.size, shape, solved, painter.scale)
            tray = painter.made(key, lambda: self._draw_tray(painter, rect, glow))
            surface.blit(tray, (rect.left - glow, rect.top - glow))

        return Part("tray", rect.inflate(2 * glow, 2 * glow), (shape, solved), draw)

    def _draw_tray(self, painter: Painter, rect: Rect, glow: int) -> Surface:
        theme = painter.theme
        size, tile = self.cell_size, self._tile_size
        radius = tile_radius(tile) + self._rim
        drawn = Surface((rect.width + 2 * glow, rect.height + 2 * glow)).convert_alpha()
        drawn.fill((*theme.tray, 0))
        tray = rect.copy()
        tray.topleft = glow, glow
        line = max(1, round(painter.scale * 1.5))
        if self.is_solved:
            for step in range(glow, 0, -1):
                halo = tray.inflate(2 * step, 2 * step)
                share = (1 - step / glow) ** 2
                shape = painter.rounded(
                    halo.width, halo.height, radius + step, theme.good, max(1, round(14 * share))
                )
                drawn.blit(shape, halo)
            line *= 2
        edge = theme.good if self.is_solved else theme.tray_edge
        drawn.blit(painter.rounded(tray.width, tray.height, radius, edge), tray)
        inner = tray.inflate(-2 * line, -2 * line)
        drawn.blit(painter.rounded(inner.width, inner.height, radius - line, theme.tray), inner)
        slot_radius = tile_radius(tile)
        for cell in range(self.board.rows * self.board.columns):
            row, column = divmod(cell, self.board.columns)
            place = Rect(
                tray.left + self._rim + column * size, tray.top + self._rim + row * size, size, size
            )
            slot = middle(place, tile, tile)
            dark = mix(theme.slot, theme.shadow, 0.35)
            drawn.blit(painter.rounded(tile, tile, slot_radius, dark), slot)
            lower = slot.move(0, max(1, tile // 60))
            lower.height -= max(1, tile // 60)
            drawn.blit(painter.rounded(tile, lower.height, slot_radius, theme.slot), lower)
        return drawn
