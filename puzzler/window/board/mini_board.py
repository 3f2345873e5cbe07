"""A board to look at: small, flat, nothing to press."""

from __future__ import annotations

from typing import Unpack

import pygame
from pygame import Rect, Surface

from puzzler.board.board import Board
from puzzler.window.board.skin import Skin, rounded_piece
from puzzler.window.board.tiles import tile_colors
from puzzler.window.toolkit.element import Context, Element, Frame, Options, Range
from puzzler.window.toolkit.paint import Face, Painter
from puzzler.window.toolkit.scene import Part
from puzzler.window.toolkit.theme import Color, mix

_SMALLEST_NUMBERED_CELL = 15
_GHOST_ALPHA = 200


class MiniBoard(Element):
    """A board to look at: small, flat, as large as finds room."""

    def __init__(
        self,
        board: Board,
        goal: Board,
        skin: Skin,
        *,
        side: float = 120,
        is_ghost: bool = False,
        **options: Unpack[Options],
    ) -> None:
        """side: the longer one that it wants, in units. A ghost is dimmed, as a mere thought."""
        super().__init__(**options)
        self.board, self.goal, self.skin = board, goal, skin
        self.side, self.is_ghost = side, is_ghost

    def measure_width(self, ui: Context) -> Range:
        wanted = ui.painter.px(self.side * min(1, self.board.columns / self.board.rows))
        return Range(min(wanted, ui.painter.px(40)), wanted)

    def measure_height(self, ui: Context, width: int) -> Range:
        most = ui.painter.px(self.side * min(1, self.board.rows / self.board.columns))
        wanted = min(most, width * self.board.rows // self.board.columns + ui.painter.px(8))
        return Range(min(wanted, ui.painter.px(40)), wanted)

    def emit(self, ui: Context, frame: Frame) -> None:
        super().emit(ui, frame)
        part = mini_board(
            ui.painter, "", self.rect, self.board, self.goal, self.skin, is_ghost=self.is_ghost
        )
        frame.part(part.bounds, part.look, part.draw)


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
    while cell > 1 and not _has_room(board, cell, area):
        cell -= 1

    def draw(surface: Surface) -> None:
        gap = _gap(cell)
        rect = Rect(0, 0, cell * board.columns + gap, cell * board.rows + gap)
        rect.center = area.center
        painter.box(surface, rect.inflate(2 * gap, 2 * gap), 3 * gap, painter.theme.tray)
        colors = tile_colors(painter.theme, goal)
        for index, tile in enumerate(board.tiles):
            if tile:
                row, column = divmod(index, board.columns)
                left, top = rect.left + gap + column * cell, rect.top + gap + row * cell
                side, color = cell - gap, colors[tile]
                face = mini_tile(painter, tile, goal, skin, color, cell, side, is_ghost=is_ghost)
                surface.blit(face, (left, top))

    look = board, goal, skin, is_ghost, painter.theme, cell
    return Part(key, area, look, draw)


def _gap(cell: int) -> int:
    return max(1, round(cell / 14))


def _has_room(board: Board, cell: int, area: Rect) -> bool:
    """The tray with its round corners lies inside ``area``."""
    edges = 3 * _gap(cell)
    return cell * board.columns + edges <= area.width and cell * board.rows + edges <= area.height


def mini_tile(
    painter: Painter,
    tile: int,
    goal: Board,
    skin: Skin,
    color: Color,
    cell: int,
    side: int,
    *,
    is_ghost: bool,
) -> Surface:
    """One tile, kept for the next time: a ghost board is drawn ten times a second."""
    radius = max(2, cell // 7)
    if skin.picture is not None:
        picture, home = skin.picture, goal.tiles.index(tile)

        def draw_piece() -> Surface:
            face = rounded_piece(painter, skin.piece(painter, goal, tile, cell, side), radius)
            if is_ghost:
                face.set_alpha(_GHOST_ALPHA)
            return face

        return painter.made(("mini", picture.file, goal.size, home, cell, is_ghost), draw_piece)
    color = mix(painter.theme.tray, color, 0.8) if is_ghost else color
    words = skin.words(tile) if cell >= _SMALLEST_NUMBERED_CELL else ""

    def draw_plain() -> Surface:
        face = Surface((side, side), pygame.SRCALPHA)
        place = face.get_rect()
        painter.box(face, place, radius, color)
        size = round(cell * 0.46)
        painter.write(face, words, Face.STRONG, size, painter.theme.tile_ink, place, align=0.5)
        return face

    return painter.made(("mini", color, words, cell, side), draw_plain)
