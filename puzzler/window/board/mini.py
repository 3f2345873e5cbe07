"""Small flat boards without interaction."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from typing import Unpack

import pygame
from pygame import Rect, Surface

from puzzler.board.board import Board
from puzzler.window.board.tiles import Skin, rounded_piece, tile_color
from puzzler.window.toolkit.context import Context
from puzzler.window.toolkit.element import Options, Range
from puzzler.window.toolkit.labels import Canvas, Text
from puzzler.window.toolkit.layout import Column, Group
from puzzler.window.toolkit.paint import Face, Painter
from puzzler.window.toolkit.theme import Color, mix

_SMALLEST_NUMBERED_CELL = 15
_GHOST_ALPHA = 200


class MiniBoard(Canvas):
    """A board scaled to fit its area; a ghost is dimmed, for states a search only considers."""

    accessible_name = "Board"

    def __init__(
        self,
        board: Board,
        goal: Board,
        skin: Skin,
        *,
        ghost: bool = False,
        size: float = 112,
        **options: Unpack[Options],
    ) -> None:
        """``size``: the preferred width in layout units."""
        if skin.labels is not None and len(skin.labels) != len(board.tiles):
            skin = replace(skin, labels=None)  # they belong to the game's board, not to this one
        super().__init__((board, goal, skin, ghost), **options)
        self.board, self.goal, self.skin, self.ghost = board, goal, skin, ghost
        self.min_units, self.preferred_units = min(40, size), size
        self.spoken_value = str(board)

    def measure_height(self, ui: Context, width: int) -> Range:
        preferred = width * (self.board.rows + 1) // (self.board.columns + 1)
        return Range(min(preferred, ui.painter.px(40)), preferred)

    def draw(self, surface: Surface, painter: Painter, rect: Rect) -> None:
        board, goal, cell = self.board, self.goal, self._cell(rect)
        gap, theme = max(1, round(cell / 14)), painter.theme
        inner = Rect(0, 0, cell * board.columns + gap, cell * board.rows + gap)
        inner.center = rect.center
        painter.box(surface, inner.inflate(2 * gap, 2 * gap), 3 * gap, painter.theme.tray)
        for index, tile in enumerate(board.tiles):
            if tile:
                row, column = divmod(index, board.columns)
                place = inner.left + gap + column * cell, inner.top + gap + row * cell
                skin, is_home = self.skin, goal.tiles[index] == tile
                color = tile_color(theme, goal, skin.colors, tile, is_home=is_home)
                face = mini_tile(painter, tile, goal, skin, color, cell, is_ghost=self.ghost)
                surface.blit(face, place)

    def _cell(self, area: Rect) -> int:
        """Return the largest cell size in pixels with which the rounded tray fits into ``area``."""
        rows, columns = self.board.size
        cell = min((area.width - 6) // columns, (area.height - 6) // rows)
        if min(rows, columns) == 2:
            cell = min(area.width // (columns + 1), area.height // (rows + 1), cell)
        while cell > 1:
            margin = 3 * max(1, round(cell / 14))
            if cell * columns + margin <= area.width and cell * rows + margin <= area.height:
                break
            cell -= 1
        return max(1, cell)


class CaptionedBoard(Group):
    """A board with a caption to its right."""

    def __init__(
        self, board: MiniBoard, title: str, text: str, *, size: float, **options: Unpack[Options]
    ) -> None:
        """``size``: the preferred height in layout units."""
        super().__init__(
            board,
            Column(
                Text(title, size=16, strong=True, lines=1),
                Text(text, color="text_muted", lines=4),
                gap=0,
            ),
            gap=16,
            **options,
        )
        self.size, self.reads_as = size, f"{title}: {board.board}. {text}"

    def measure_height(self, ui: Context, width: int) -> Range:
        return Range(ui.painter.px(56), ui.painter.px(self.size))

    def arrange(self, ui: Context, rect: Rect) -> None:
        board, caption = self.children
        side, gap = min(rect.height, rect.width // 2), ui.painter.space(self.gap)
        board.place(ui, Rect(rect.left, rect.centery - side // 2, side, side))
        width = rect.width - side - gap
        height = min(rect.height, caption.heights(ui, width).preferred)
        caption.place(ui, Rect(rect.right - width, rect.centery - height // 2, width, height))


def mini_tile(
    painter: Painter,
    tile: int,
    goal: Board,
    skin: Skin,
    color: Color,
    cell: int,
    *,
    is_ghost: bool = False,
) -> Surface:
    """Return the cached image of a tile, because ghost boards change ten times per second."""
    radius, side, picture = max(2, cell // 7), cell - max(1, round(cell / 14)), skin.picture
    color = mix(painter.theme.tray, color, 0.8) if is_ghost else color
    text = skin.words(tile) if cell >= _SMALLEST_NUMBERED_CELL else ""

    def draw() -> Surface:
        if picture is not None:
            face = rounded_piece(painter, skin.piece(painter, goal, tile, cell, side), radius)
            if is_ghost:
                face.set_alpha(_GHOST_ALPHA)
            return face
        face = Surface((side, side), pygame.SRCALPHA)
        place = face.get_rect()
        painter.box(face, place, radius, color)
        size = round(cell * 0.46)
        painter.write(face, text, Face.STRONG, size, painter.theme.tile_ink, place, align=0.5)
        return face

    look: Hashable = color, text
    if picture is not None:
        look = picture, goal.size, goal.tiles.index(tile), is_ghost
    return painter.cached(("mini", look, cell, side), draw)
