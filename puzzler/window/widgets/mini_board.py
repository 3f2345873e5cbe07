"""A board to look at: small, flat, nothing to press."""

from __future__ import annotations

from pygame import Rect, Surface

from puzzler.board.board import Board
from puzzler.window.layout import middle
from puzzler.window.paint import Face, Painter
from puzzler.window.scene import Part
from puzzler.window.skin import Skin, rounded_piece
from puzzler.window.theme import mix
from puzzler.window.tiles import tile_colors

_SMALLEST_NUMBERED_CELL = 15
_GHOST_ALPHA = 200


def mini_board(
    painter: Painter,
    key: str,
    area: Rect,
    board: Board,
    goal: Board,
    skin: Skin,
    *,
    is_ghost: bool,
) -> Part:
    """``board`` as large as fits into ``area``; a ghost is dimmed, as a thought and not a thing."""
    cell = min((area.width - 6) // board.columns, (area.height - 6) // board.rows)
    if min(board.size) == 2:
        cell = min(area.width // (board.columns + 1), area.height // (board.rows + 1), cell)

    def draw(surface: Surface) -> None:
        gap = max(1, round(cell / 14))
        rect = middle(area, cell * board.columns + gap, cell * board.rows + gap)
        painter.box(surface, rect.inflate(2 * gap, 2 * gap), 3 * gap, painter.theme.tray)
        for index, tile in enumerate(board.tiles):
            if tile:
                row, column = divmod(index, board.columns)
                left, top = rect.left + gap + column * cell, rect.top + gap + row * cell
                place = Rect(left, top, cell - gap, cell - gap)
                _draw_tile(surface, painter, place, tile, goal, skin, cell, is_ghost)

    look = board, goal, skin, is_ghost, painter.theme, cell
    return Part(key, area, look, draw)


def _draw_tile(
    surface: Surface,
    painter: Painter,
    place: Rect,
    tile: int,
    goal: Board,
    skin: Skin,
    cell: int,
    is_ghost: bool,
) -> None:
    theme, radius = painter.theme, max(2, cell // 7)
    if skin.picture is not None:
        piece = skin.piece(painter, goal, tile, cell, place.width)
        face = rounded_piece(painter, piece, radius)
        if is_ghost:
            face.set_alpha(_GHOST_ALPHA)
        surface.blit(face, place)
        return
    color = tile_colors(theme, goal)[tile]
    painter.box(surface, place, radius, mix(theme.tray, color, 0.8) if is_ghost else color)
    if cell >= _SMALLEST_NUMBERED_CELL:
        size = round(cell * 0.46)
        words = skin.words(tile)
        painter.write(surface, words, Face.STRONG, size, theme.tile_ink, place, align=0.5)
