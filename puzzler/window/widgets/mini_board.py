"""A small board as a part of the picture, for panels."""

from __future__ import annotations

from collections.abc import Iterator

from pygame import Rect, Surface

from puzzler.board.board import Board
from puzzler.window.board.mini import draw_mini_board, mini_tile
from puzzler.window.board.skin import Skin
from puzzler.window.layout import Grow, row
from puzzler.window.toolkit.paint import Face, Painter
from puzzler.window.toolkit.scene import Part
from puzzler.window.widgets.label import label

__all__ = ["captioned_board", "mini_board", "mini_tile"]


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
    """``board`` as large as fits into ``area``."""

    def draw(surface: Surface) -> None:
        draw_mini_board(surface, painter, area, board, goal, skin, is_ghost=is_ghost)

    return Part(key, area, (board, goal, skin, is_ghost, painter.theme, painter.scale), draw)


def captioned_board(
    painter: Painter,
    area: Rect,
    board: Board,
    goal: Board,
    skin: Skin,
    head: str,
    words: str,
    *,
    is_ghost: bool = False,
) -> Iterator[Part]:
    """``board`` at the left; beside it ``head`` and, broken into lines, ``words``."""
    side = min(area.height, round(area.width * 0.5))
    place, beside = row(area, [side, Grow()], painter.px(16))
    place = Rect(place.left, place.centery - side // 2, side, side)
    yield mini_board(painter, "board", place, board, goal, skin, is_ghost=is_ghost)
    lines = painter.wrapped(words, Face.BODY, painter.type_size(14), beside.width)[:4]
    line = painter.type_size(20)
    above = Rect(beside.left, 0, beside.width, painter.type_size(24))
    above.top = beside.centery - (above.height + line * len(lines)) // 2
    theme = painter.theme
    yield label(painter, "head", above, head, color=theme.text, units=16, face=Face.STRONG)
    for number, text in enumerate(lines):
        at = Rect(beside.left, above.bottom + number * line, beside.width, line)
        yield label(painter, f"line {number}", at, text, color=theme.text_muted)
