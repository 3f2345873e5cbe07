"""A board to look at: small, flat, nothing to press."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from typing import Unpack

import pygame
from pygame import Rect, Surface

from puzzler.board.board import Board
from puzzler.window.board.tiles import Skin, rounded_piece, tile_colors
from puzzler.window.toolkit.access import Access
from puzzler.window.toolkit.element import Context, Options, Range
from puzzler.window.toolkit.labels import Canvas, Text
from puzzler.window.toolkit.layout import Column, Group
from puzzler.window.toolkit.paint import Face, Painter
from puzzler.window.toolkit.theme import Color, mix

_SMALLEST_NUMBERED_CELL = 15
_GHOST_ALPHA = 200


class MiniBoard(Canvas):
    """A board as large as fits into its place; a ghost is dimmed: a state that is thought of."""

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
        """``size``: how wide it wants to be, in units."""
        if skin.labels is not None and len(skin.labels) != len(board.tiles):
            skin = replace(skin, labels=None)  # those of the game's board, which this is not
        super().__init__((board, goal, skin, ghost), **options)
        self.board, self.goal, self.skin, self.ghost = board, goal, skin, ghost
        self.least_units, self.wanted_units = min(40, size), size

    def measure_height(self, ui: Context, width: int) -> Range:
        wanted = width * (self.board.rows + 1) // (self.board.columns + 1)
        return Range(min(wanted, ui.painter.px(40)), wanted)

    def access(self, ui: Context) -> Access:
        return Access(
            role="IMAGE",
            name=self.accessible_name or "Board",
            value=str(self.board),
            rect=self.rect,
        )

    def draw(self, surface: Surface, painter: Painter, rect: Rect) -> None:
        board, goal, cell = self.board, self.goal, self._cell(rect)
        gap, colors = max(1, round(cell / 14)), tile_colors(painter.theme, goal)
        inner = Rect(0, 0, cell * board.columns + gap, cell * board.rows + gap)
        inner.center = rect.center
        painter.box(surface, inner.inflate(2 * gap, 2 * gap), 3 * gap, painter.theme.tray)
        for index, tile in enumerate(board.tiles):
            if tile:
                row, column = divmod(index, board.columns)
                place = inner.left + gap + column * cell, inner.top + gap + row * cell
                color, skin = colors[tile], self.skin
                face = mini_tile(painter, tile, goal, skin, color, cell, is_ghost=self.ghost)
                surface.blit(face, place)

    def _cell(self, area: Rect) -> int:
        """The side of a cell in pixels: the tray with its round corners lies inside ``area``."""
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
    """A board as high as its place, and beside it what it is."""

    def __init__(
        self, board: MiniBoard, head: str, words: str, *, size: float, **options: Unpack[Options]
    ) -> None:
        """``size``: the height that it wants, in units."""
        super().__init__(
            board,
            Column(
                Text(head, size=16, strong=True, lines=1),
                Text(words, color="text_muted", lines=4),
                gap=0,
            ),
            gap=16,
            **options,
        )
        self.size, self.reads_as = size, f"{head}: {board.board}. {words}"

    def measure_height(self, ui: Context, width: int) -> Range:
        return Range(ui.painter.px(64), ui.painter.px(self.size))

    def arrange(self, ui: Context, rect: Rect) -> None:
        board, words = self.children
        side, gap = min(rect.height, rect.width // 2), ui.painter.space(self.gap)
        board.place(ui, Rect(rect.left, rect.centery - side // 2, side, side))
        width = rect.width - side - gap
        height = min(rect.height, words.heights(ui, width).wanted)
        words.place(ui, Rect(rect.right - width, rect.centery - height // 2, width, height))


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
    """One tile, cached: a ghost board is drawn ten times a second."""
    radius, side, picture = max(2, cell // 7), cell - max(1, round(cell / 14)), skin.picture
    color = mix(painter.theme.tray, color, 0.8) if is_ghost else color
    words = skin.words(tile) if cell >= _SMALLEST_NUMBERED_CELL else ""

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
        painter.write(face, words, Face.STRONG, size, painter.theme.tile_ink, place, align=0.5)
        return face

    look: Hashable = color, words
    if picture is not None:
        look = picture.file, goal.size, goal.tiles.index(tile), is_ghost
    return painter.made(("mini", look, cell, side), draw)
