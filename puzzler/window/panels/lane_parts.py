"""What the card of a lane is made of: lines of words, figures, and a piece of its curve."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from pygame import Rect, Surface

from puzzler.game.watch.plots import LOOKS
from puzzler.window.layout import Grow, column, inset, middle, row
from puzzler.window.panels.method_choice import MethodChoice
from puzzler.window.toolkit.paint import Face, Painter
from puzzler.window.toolkit.scene import Part
from puzzler.window.toolkit.theme import Color
from puzzler.window.widgets.dropdown import Dropdown
from puzzler.window.widgets.label import icon, label
from puzzler.window.widgets.plot_curves import draw_line_sample

TYPE_UNITS = 13
_LINE_UNITS = 19
_BADGE_UNITS = 22
"""What stands before a line, with its gap."""
_MOST_LINES = 3
LEAST_BOARD = 48
"""Pixels: a smaller board tells nothing."""
_FIGURES_UNITS = 260
"""Further apart a caption and its value would not be read together."""
_HALF_SHARE = 0.46
"""Of the width, for the board, where the figures stand beside it."""
_ROWS = 6
"""Of figures, at most."""
_GAP_UNITS = 6


def line_height(painter: Painter) -> int:
    """Of a line of small type."""
    return max(painter.px(_LINE_UNITS), round(1.35 * painter.type_size(TYPE_UNITS)))


def figure_places(painter: Painter, area: Rect, lines: int, breadth: float) -> dict[str, Rect]:
    """The rest of the method, ``lines`` of its state, board, figures, and the bar with its words.

    breadth: of the board, for its height. The figures stand beside it, or below it.
    """
    line, gap = line_height(painter), painter.px(_GAP_UNITS)
    detail, state, body, said, bar = column(
        area, [line, line * lines, Grow(), line, painter.px(8)], painter.px(2)
    )
    body = inset(body, 0, painter.px(4))
    rows = _ROWS * line
    is_wide = body.width >= 1.2 * body.height or body.height < rows + gap + LEAST_BOARD
    if is_wide:
        across = min(round(body.width * _HALF_SHARE), round(body.height * breadth))
        board, figures = row(body, [across, Grow()], 2 * gap)
        figures.width = min(figures.width, painter.px(_FIGURES_UNITS))
        figures = middle(figures, figures.width, min(figures.height, rows))
    else:
        board, figures = column(body, [Grow(), min(rows, body.height)], gap)
    if min(board.size) < LEAST_BOARD:
        board, figures = Rect(body.topleft, (0, 0)), body
    places = {"detail": detail, "state": state, "board": board, "figures": figures}
    return places | {"said": said, "bar": bar}


def in_lines(choice: MethodChoice) -> list[Sequence[Dropdown[Any]]]:
    """Which choices share a line: what is long has one of its own."""
    shown = choice.shown
    wide = [each for each in shown if each in (choice.algorithm, choice.heuristic)]
    rest = [each for each in shown if each not in wide]
    lines: list[Sequence[Dropdown[Any]]] = [[each] for each in wide]
    return [*lines, *(rest[at : at + 2] for at in range(0, len(rest), 2))]


def few_lines(painter: Painter, words: str, width: int, *, mark: str, face: Face) -> list[str]:
    """``words`` as ``marked_lines`` shows them: broken, the last of three lines cut."""
    room = width - (painter.px(_BADGE_UNITS) if mark else 0)
    lines = painter.wrapped(words, face, painter.type_size(TYPE_UNITS), room)
    if len(lines) > _MOST_LINES:
        lines = [*lines[: _MOST_LINES - 1], " ".join(lines[_MOST_LINES - 1 :])]
    return lines


def marked_lines(
    painter: Painter, key: str, place: Rect, words: str, *, mark: str, tint: Color, face: Face
) -> Iterator[Part]:
    """``words`` in few lines, behind an icon where there is one."""
    line, badge = line_height(painter), painter.px(_BADGE_UNITS) if mark else 0
    color = painter.theme.text if face is Face.STRONG else painter.theme.text_muted
    if mark:
        yield icon(painter, Rect(place.left, place.top, painter.type_size(16), line), mark, tint)
    lines = few_lines(painter, words, place.width, mark=mark, face=face)
    for number, text in enumerate(lines):
        at = Rect(place.left + badge, place.top + number * line, place.width - badge, line)
        yield label(painter, f"{key} {number}", at, text, color=color, units=TYPE_UNITS, face=face)


def figures_part(
    painter: Painter, key: str, area: Rect, figures: Sequence[tuple[str, str, str]]
) -> Part:
    """Captions, and values at the right or their short forms; all in one, for they change at once.

    Where not all find room, those that matter least go: the last.
    """
    theme, size = painter.theme, painter.type_size(TYPE_UNITS)
    line, least = line_height(painter), round(1.2 * size)
    if line * len(figures) > area.height:
        line = max(least, area.height // max(1, len(figures)))
    there = tuple(figures[: max(1, area.height // line)])

    def draw(surface: Surface) -> None:
        for number, (caption, value, brief) in enumerate(there):
            place = Rect(area.left, area.top + number * line, area.width, line)
            room = area.width - painter.text_width(caption, Face.BODY, size) - painter.px(8)
            shown = value if painter.fits(value, Face.FIGURES, size, room) else brief
            painter.write(surface, shown, Face.FIGURES, size, theme.text, place, align=1.0)
            place.width -= painter.text_width(shown, Face.FIGURES, size) + painter.px(6)
            place.width = max(0, place.width)
            painter.write(surface, caption, Face.BODY, size, theme.text_muted, place)

    return Part(key, area, there, draw)


def curve_part(painter: Painter, key: str, place: Rect, lane: int) -> Part:
    """A piece of the line that a lane has in the joint plot."""
    tone, line = LOOKS[lane]

    def draw(surface: Surface) -> None:
        draw_line_sample(surface, painter, tone, line, place)

    return Part(key, place, (tone, line), draw)
