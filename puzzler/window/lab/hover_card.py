"""A board beside the pointer, with a few words: what lies below it on a map or in a tree."""

from __future__ import annotations

from collections.abc import Sequence

from pygame import Rect, Surface

from puzzler.board.board import Board
from puzzler.window.board.mini import draw_mini_board
from puzzler.window.board.tiles import Skin
from puzzler.window.toolkit.paint import Face, Painter

_BOARD_UNITS = 84
_TYPE_UNITS = 13
_AWAY_UNITS = 12
"""From what it tells of to its edge."""
_PAD_UNITS = 8


def draw_hover_card(
    surface: Surface,
    painter: Painter,
    within: Rect,
    at: tuple[int, int],
    board: Board,
    goal: Board,
    skin: Skin,
    lines: Sequence[str],
) -> None:
    """Draw it beside ``at``, on the side with more room, inside ``within``; and mark ``at``."""
    theme, pad = painter.theme, painter.px(_PAD_UNITS)
    size = painter.type_size(_TYPE_UNITS)
    line = round(size * 1.45)
    side = painter.px(_BOARD_UNITS)
    words = max((painter.text_width(text, Face.BODY, size) for text in lines), default=0)
    card = Rect(0, 0, max(side, words) + 2 * pad, side + line * len(lines) + 2 * pad)
    away = painter.px(_AWAY_UNITS)
    card.centery = at[1]
    if at[0] < within.centerx:
        card.left = at[0] + away
    else:
        card.right = at[0] - away
    card.clamp_ip(within)
    painter.box(surface, card, painter.px(8), theme.panel, theme.panel_edge)
    place = Rect(card.left + pad, card.top + pad, card.width - 2 * pad, side)
    draw_mini_board(surface, painter, place, board, goal, skin)
    row = Rect(place.left, place.bottom + pad // 2, place.width, line)
    for text in lines:
        painter.write(surface, text, Face.BODY, size, theme.text, row, align=0.5)
        row.top += line
    mark = Rect(0, 0, painter.px(13), painter.px(13))
    mark.center = at
    painter.ring(surface, mark, mark.width, theme.focus, max(2, painter.px(2)))
