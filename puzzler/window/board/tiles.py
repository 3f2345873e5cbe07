"""The layout of a board's cells, and the drawing of its tiles: colour, body, text and picture."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import pygame
from pygame import Rect, Surface

from puzzler.board.board import Board
from puzzler.game.core.settings import TileColors, TileFace
from puzzler.game.core.texts import letters
from puzzler.window.board.pictures import Picture
from puzzler.window.toolkit.fill import fill_gradient
from puzzler.window.toolkit.paint import Face, Painter
from puzzler.window.toolkit.theme import Color, Theme, mix

_SHADES = 24
"""The number of tile colours minus one; limited so that images of tiles can be cached."""
GROUPS: tuple[Color, ...] = (
    *((240, 228, 66), (128, 202, 242), (245, 178, 80), (122, 204, 178)),
    *((228, 172, 206), (244, 241, 230)),
)
"""Colours of rows, columns or layers: the palette of Okabe and Ito, light enough for dark ink."""
_SMALL_TILE = 52
"""Tile size in pixels below which the numbers are relatively larger."""
_RIM = 0.1
"""Width of the tray's rim as a share of a cell."""
_GAP = 0.055
"""Distance between two tiles as a share of a cell."""


@dataclass(frozen=True)
class BoardGeometry:
    """The layout of a board in an area, in pixels."""

    cell: int
    """The side of a cell."""
    rim: int
    """The width of the tray's rim around the cells."""
    tile: int
    """The side of a tile: a cell minus the gap."""
    tray: Rect
    """The cells with the rim, centred in the area."""
    cells: tuple[Rect, ...]
    """The cells including gaps, in row-major order."""
    tiles: tuple[Rect, ...]
    """The tile positions in the same order."""

    def cell_at(self, at: tuple[int, int]) -> int | None:
        """Return the cell at a point, None outside the board."""
        hit = Rect(at, (1, 1)).collidelist(self.cells)
        return hit if hit >= 0 else None


def measure(area: Rect, rows: int, columns: int) -> BoardGeometry:
    """Lay out the largest board of this shape that fits into ``area`` including its rim."""
    across = area.width / (columns + 2 * _RIM + 0.04)
    down = area.height / (rows + 2 * _RIM + 0.04)
    cell = max(4, int(min(across, down)))
    rim = max(2, round(cell * _RIM))
    tray = Rect(0, 0, cell * columns + 2 * rim, cell * rows + 2 * rim)
    tray.center = area.center
    left, top = tray.left + rim, tray.top + rim
    cells = tuple(
        Rect(left + column * cell, top + row * cell, cell, cell)
        for row in range(rows)
        for column in range(columns)
    )
    tile = _tile_size(cell)
    tiles = tuple(Rect(0, 0, tile, tile).move_to(center=place.center) for place in cells)
    return BoardGeometry(cell, rim, tile, tray, cells, tiles)


def _tile_size(cell: int) -> int:
    return cell - max(2, round(cell * _GAP))


@dataclass(frozen=True)
class Skin:
    """The faces of the tiles: numbers, letters, labels or pieces of a picture."""

    face: TileFace = TileFace.NUMBERS
    picture: Picture | None = None
    has_numbers: bool = False
    """Whether the pieces of a picture show numbers too."""
    colors: TileColors = TileColors.GRADIENT
    labels: tuple[str, ...] | None = None
    """The board's own labels, indexed by tile; they override ``face``."""

    def words(self, tile: int) -> str:
        """Return the text on ``tile``; may be empty."""
        if self.picture is not None and not self.has_numbers:
            return ""
        if self.labels is not None:
            return self.labels[tile]
        return letters(tile) if self.face is TileFace.LETTERS else str(tile)

    def piece(self, painter: Painter, goal: Board, tile: int, cell: int, size: int) -> Surface:
        """Return the piece of the picture on ``tile``. cell, size: pixels of a cell and a tile."""
        assert self.picture is not None, "only a picture has pieces"
        picture = self.picture.covering(painter, goal.columns * cell, goal.rows * cell)
        row, column = divmod(goal.tiles.index(tile), goal.columns)
        gap = (cell - size) // 2
        return picture.subsurface(Rect(column * cell + gap, row * cell + gap, size, size))


def rounded_piece(painter: Painter, piece: Surface, radius: int) -> Surface:
    """Return a copy of ``piece`` with rounded corners."""
    face = piece.convert_alpha()
    painter.round_off(face, min(radius, *(side // 2 for side in face.get_size())))
    return face


def tile_color(theme: Theme, goal: Board, colors: TileColors, tile: int, *, is_home: bool) -> Color:
    """Return the colour of a tile. is_home: whether the tile is in its goal cell."""
    if colors is TileColors.GRADIENT:
        return _gradient(theme, goal)[tile]
    if colors is TileColors.NONE:
        return theme.tile_first
    if colors is TileColors.SOLVED:
        return GROUPS[3] if is_home else theme.tile_first
    row, column = divmod(goal.tiles.index(tile), goal.columns)
    groups = {TileColors.ROWS: row, TileColors.COLUMNS: column}
    return GROUPS[groups.get(colors, min(row, column)) % len(GROUPS)]


@lru_cache(maxsize=16)
def _gradient(theme: Theme, goal: Board) -> tuple[Color, ...]:
    """Return the colour of each tile, a gradient along the diagonal of the goal.

    On a solved board the gradient is smooth, so an unsolved board is easy to recognize.
    """
    colors = [theme.slot] * len(goal.tiles)
    for cell, tile in enumerate(goal.tiles):
        row, column = divmod(cell, goal.columns)
        share = (row / (goal.rows - 1) + column / (goal.columns - 1)) / 2
        colors[tile] = mix(theme.tile_first, theme.tile_last, round(share * _SHADES) / _SHADES)
    return tuple(colors)


def tile_margin(size: int) -> int:
    """Return the width in pixels of a tile's shadow outside its edge."""
    return max(3, size // 10)


@dataclass(frozen=True, slots=True)
class TileLook:
    """The cache key of a tile's image: everything that it depends on."""

    tile: int
    """0 for the back of a tile; all backs are alike."""
    goal: Board
    skin: Skin
    cell: int
    """The side of a cell in pixels."""
    is_lit: bool
    is_home: bool
    """Whether the tile is in its goal cell. False if the colours do not depend on it."""


def tile_radius(size: int) -> int:
    """Return the corner radius of a tile of ``size`` pixels."""
    return max(3, round(size * 0.13))


def draw_tray(surface: Surface, painter: Painter, geometry: BoardGeometry, glow: float) -> None:
    """Draw the tray with a slot for each tile. glow: strength of the glow around it, 0 to 1."""
    theme, tray = painter.theme, geometry.tray
    radius = tile_radius(geometry.tile) + geometry.rim
    line = max(1, round(painter.scale * 1.5))
    if glow > 0:
        line = round(line * (1 + glow))
        blur = geometry.rim
        painter.shadow(surface, tray, radius, blur, round(120 * glow), theme.good)
    edge = mix(theme.tray_edge, theme.good, glow)
    painter.box(surface, tray, radius, theme.tray, edge, line)
    slot = painter.cached(("slot", geometry.tile), lambda: _slot(painter, geometry.tile))
    surface.blits([(slot, tile) for tile in geometry.tiles], doreturn=False)


def _slot(painter: Painter, size: int) -> Surface:
    """Return the image of an empty slot in the tray."""
    theme, corner, shade = painter.theme, tile_radius(size), max(1, size // 60)
    image = Surface((size, size))
    image.fill(theme.tray)
    painter.box(image, image.get_rect(), corner, mix(theme.slot, theme.shadow, 0.35))
    painter.box(image, Rect(0, shade, size, size - shade), corner, theme.slot)
    return image


def draw_tile(painter: Painter, look: TileLook) -> Surface:
    """Return the image of a tile with its shadow; see tile_margin for the size of the shadow."""
    theme, size = painter.theme, _tile_size(look.cell)
    margin = tile_margin(size)
    image = Surface((size + 2 * margin,) * 2, pygame.SRCALPHA)
    # the background has the tile's colour, so that its smooth edge does not mix with black
    below = Rect(margin, margin + max(1, margin // 3), size, size)
    painter.shadow(image, below, tile_radius(size), margin, 170)
    if not look.tile:
        image.blit(_back(painter, size, look.is_lit), (margin, margin))
        return image
    text = look.skin.words(look.tile)
    if look.skin.picture is not None:
        image.blit(_picture_tile(painter, look, size), (margin, margin))
        if text:
            _draw_badge(image, painter, Rect(margin, margin, size, size), text)
        return image
    color = tile_color(theme, look.goal, look.skin.colors, look.tile, is_home=look.is_home)
    image.blit(_body(painter, size, color, look.is_lit), (margin, margin))
    area = image.get_rect().inflate(-2 * margin, -2 * margin)
    area.height -= _lip(size)
    pixels = round(size * (0.40 if size >= _SMALL_TILE else 0.48))
    painter.write(image, text, Face.DISPLAY, pixels, theme.tile_ink, area, align=0.5)
    return image


def _picture_tile(painter: Painter, look: TileLook, size: int) -> Surface:
    """Return a piece of the picture with a light upper and a dark lower edge for depth."""
    radius = tile_radius(size)
    piece = look.skin.piece(painter, look.goal, look.tile, look.cell, size)
    body = rounded_piece(painter, piece, radius)
    line = max(1, round(size / 70))
    if look.is_lit:
        body.fill((26, 26, 26, 0), special_flags=pygame.BLEND_RGBA_ADD)
    for color, shift in (((255, 255, 255), line), ((0, 0, 0), -line)):

        def draw(color: Color = color, shift: int = shift) -> Surface:
            edge = painter.rounded(size, size, radius, color, 90).copy()
            hole = painter.rounded(size, size, radius, (255, 255, 255))
            edge.blit(hole, (0, shift), special_flags=pygame.BLEND_RGBA_SUB)
            return edge

        body.blit(painter.cached(("piece edge", size, shift), draw), (0, 0))
    return body


def _draw_badge(surface: Surface, painter: Painter, tile: Rect, text: str) -> None:
    """Draw the text of a picture piece on a badge in its lower left corner."""
    theme = painter.theme
    pixels = max(10, round(tile.width * 0.20))
    width = painter.text_width(text, Face.STRONG, pixels) + round(pixels * 0.8)
    badge, off = Rect(0, 0, max(width, round(pixels * 1.5)), round(pixels * 1.5)), tile.width // 20
    badge.bottomleft = tile.left + max(2, off), tile.bottom - max(2, off)
    painter.box(surface, badge, badge.height // 3, theme.tile_first)
    painter.write(surface, text, Face.STRONG, pixels, theme.tile_ink, badge, align=0.5)


def _body(painter: Painter, size: int, color: Color, is_lit: bool) -> Surface:
    def draw() -> Surface:
        white, black = (255, 255, 255), (0, 0, 0)
        face_color = mix(color, white, 0.16) if is_lit else color
        radius, lip = tile_radius(size), _lip(size)
        line = max(1, round(size / 90))
        height = size - lip
        body = Surface((size, size), pygame.SRCALPHA)
        painter.box(body, body.get_rect(), radius, mix(face_color, (60, 20, 10), 0.42))
        painter.box(body, Rect(0, 0, size, height), radius, mix(face_color, white, 0.55))
        face = Surface((size, height - line), pygame.SRCALPHA)
        top, bottom = mix(face_color, white, 0.10), mix(face_color, black, 0.045)
        fill_gradient(face, face.get_rect(), height - line, top, bottom)
        painter.round_off(face, min(radius, (height - line) // 2))
        body.blit(face, (0, line))
        return body

    return painter.cached(("tile body", size, color, is_lit), draw)


def _back(painter: Painter, size: int, is_lit: bool) -> Surface:
    """Return the image of a tile's back: a muted colour and the icon of a board."""
    theme = painter.theme
    color = mix(theme.slot, theme.tile_last, 0.34)
    back = _body(painter, size, color, is_lit).copy()
    step = max(3, size // 7)
    side, left, top = step - max(1, step // 8), size // 2 - step, (size - _lip(size)) // 2 - step
    for across, down in ((0, 0), (1, 0), (0, 1)):
        dot = Rect(left + across * step, top + down * step, side, side)
        mark = mix(color, theme.tile_first, 0.45 if is_lit else 0.22)
        painter.box(back, dot, max(1, side // 4), mark)
    return back


def _lip(size: int) -> int:
    """Return the height in pixels of the visible front side of a tile."""
    return max(1, round(size * 0.035))
