"""A board to look at: small, flat, nothing to press."""

from __future__ import annotations

from pygame import Rect, Surface

from puzzler.board.board import Board
from puzzler.window.layout import middle
from puzzler.window.paint import Face, Painter
from puzzler.window.scene import Part
from puzzler.window.theme import mix
from puzzler.window.tiles import tile_colors, words_on

_SMALLEST_NUMBERED_CELL = 15


def mini_board(
    painter: Painter,
    key: str,
    area: Rect,
    board: Board,
    goal: Board,
    *,
    is_ghost: bool,
    labels: tuple[str, ...] | None = None,
) -> Part:
    """``board`` as large as fits into ``area``; a ghost is dimmed, as a thought and not a thing."""

    def draw(surface: Surface) -> None:
        theme = painter.theme
        colors = tile_colors(theme, goal)
        gap = max(1, round(cell / 14))
        rect = middle(area, cell * board.columns + gap, cell * board.rows + gap)
        painter.box(surface, rect.inflate(2 * gap, 2 * gap), 3 * gap, theme.tray)
        for index, tile in enumerate(board.tiles):
            if not tile:
                continue
            row, column = divmod(index, board.columns)
            place = Rect(
                rect.left + gap + column * cell, rect.top + gap + row * cell, cell - gap, cell - gap
            )
            color = colors[tile]
            if is_ghost:
                color = mix(theme.tray, color, 0.8)
            painter.box(surface, place, max(2, cell // 7), color)
            if cell >= _SMALLEST_NUMBERED_CELL:
                size = round(cell * 0.46)
                words = words_on(tile, labels)
                painter.write(surface, words, Face.STRONG, size, theme.tile_ink, place, align=0.5)

    cell = min(area.width // (board.columns + 1), area.height // (board.rows + 1))
    if board.rows > 2 and board.columns > 2:
        cell = min((area.width - 6) // board.columns, (area.height - 6) // board.rows)
    return Part(key, area, (board, goal, is_ghost, labels), draw)
