"""Nodes of a search as a grid of small boards with their figures; it scrolls."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Unpack

from pygame import Rect, Surface

from puzzler.board.board import Board
from puzzler.window.board.mini import draw_mini_board
from puzzler.window.board.tiles import Skin
from puzzler.window.toolkit.cells import Cell, Cells
from puzzler.window.toolkit.element import Context, Options
from puzzler.window.toolkit.paint import Face, Painter
from puzzler.window.toolkit.theme import mix

_CELL_UNITS = 21
"""What a cell takes, where the board is not so large that it has to be smaller."""
_LEAST_UNITS, _MOST_UNITS = 64, 106
"""The side of a board."""
_FIGURES_UNITS = 72
"""What stands beside the board."""
_MARGIN_UNITS = 9
_TYPE_UNITS, _SMALL_UNITS = 15, 12.5
_ZOOMS = 2.2, 1.9, 1.6, 1.3, 1.0
"""How much larger few cards may be."""


@dataclass(frozen=True, slots=True)
class NodeCard:
    """One node."""

    board: Board
    rank: str
    """Its place in the order, muted, above the figures."""
    figures: tuple[tuple[str, str], ...]
    """Captions and values, one below the other."""
    words: str = ""
    """What is said about its place, below the board."""
    is_lit: bool = False
    """It is what the eye should find first."""
    mark: str = ""
    """An icon that tells right from wrong, at the upper right."""


class NodeCards(Cells):
    """Cards are asked for when they are seen, so that 10,000 cost no more than ten."""

    MARGIN_UNITS = 0
    GAP_UNITS = 8

    def __init__(  # noqa: PLR0913  each of them by its name
        self,
        count: int,
        card: Callable[[int], NodeCard],
        goal: Board,
        skin: Skin,
        *,
        version: Hashable,
        on_choose: Callable[[int], object] | None = None,
        content: Hashable = None,
        empty: str = "",
        at_end: bool = False,
        has_words: bool = True,
        fills: bool = False,
        **options: Unpack[Options],
    ) -> None:
        """Cards made by ``card`` from an index.

        version: another one whenever cards have changed. fills: few cards are made larger, as far
        as there is room for all of them.
        """
        super().__init__(
            count, on_choose, content=content, empty=empty, at_end=at_end, least_rows=1, **options
        )
        self.card, self.goal, self.skin, self.version = card, goal, skin, version
        self.has_words, self.fills = has_words, fills
        self._zoom = 1.0

    def arrange(self, ui: Context, rect: Rect) -> None:
        width = self._inner_width(ui, rect.width)
        for zoom in _ZOOMS if self.fills else (1.0,):
            self._zoom = zoom
            rows = -(-self.count // self.columns(ui, width))
            height = rows * self._step(ui) - ui.painter.space(self.GAP_UNITS)
            if height <= rect.height and self._card_width(ui) <= width:
                break
        self.cell_look = self.version, self.skin, self._zoom
        super().arrange(ui, rect)

    def columns(self, ui: Context, width: int) -> int:
        gap = ui.painter.space(self.GAP_UNITS)
        return max(1, (width + gap) // (self._card_width(ui) + gap))

    def row_height(self, ui: Context) -> int:
        painter = ui.painter
        words = round(painter.type_size(_SMALL_UNITS) * 1.7) if self.has_words else 0
        return self._board_height(painter) + words + 2 * painter.px(_MARGIN_UNITS - 2)

    def draw_cell(self, ui: Context, surface: Surface, cell: Cell) -> None:
        painter, theme, card = ui.painter, ui.painter.theme, self.card(cell.index)
        fill = mix(theme.well, theme.control, 0.6) if cell.is_over else theme.well
        edge = theme.accent if card.is_lit or cell.is_marked else theme.panel_edge
        painter.box(surface, cell.rect, painter.px(9), fill, edge)
        across, down = painter.px(_MARGIN_UNITS), painter.px(_MARGIN_UNITS - 2)
        inner = cell.rect.inflate(-2 * across, -2 * down)
        board = Rect(inner.left, inner.top, self._side(painter), self._board_height(painter))
        draw_mini_board(surface, painter, board, card.board, self.goal, self.skin)
        left = board.right + painter.px(10)
        beside = Rect(left, board.top, inner.right - left, board.height)
        self._write_figures(surface, painter, card, beside)
        if card.words and self.has_words:
            size = painter.type_size(_SMALL_UNITS)
            below = Rect(inner.left, board.bottom, inner.width, inner.bottom - board.bottom)
            painter.write(surface, card.words, Face.BODY, size, theme.text_muted, below)

    def _write_figures(
        self, surface: Surface, painter: Painter, card: NodeCard, place: Rect
    ) -> None:
        """The rank and below it the figures, the last of them strong."""
        theme = painter.theme
        small, size = self._type(painter, _SMALL_UNITS), self._type(painter, _TYPE_UNITS)
        above, line = round(small * 1.5) if card.rank or card.mark else 0, round(size * 1.3)
        top = place.centery - (above + line * len(card.figures)) // 2
        head = Rect(place.left, top, place.width, above)
        if card.mark:
            pixels = round(small * 1.3)
            color = theme.good if card.mark == "check" else theme.accent
            icon = painter.icon(card.mark, pixels, color)
            surface.blit(icon, (head.right - pixels, head.centery - pixels // 2))
            head.width -= pixels + painter.px(4)
        color = theme.accent if card.is_lit else theme.text_muted
        painter.write(surface, card.rank, Face.STRONG, small, color, head)
        indent = painter.text_width("m", Face.BODY, size)
        for number, (caption, value) in enumerate(card.figures):
            at = Rect(place.left, top + above + number * line, place.width, line)
            is_last = number == len(card.figures) - 1
            painter.write(surface, caption, Face.BODY, size, theme.text_muted, at)
            at = Rect(at.left + indent, at.top, at.width - indent, at.height)
            color = theme.text if is_last else theme.text_muted
            painter.write(surface, value, Face.FIGURES, size, color, at)

    # ---- Sizes --------------------------------------------------------------------------

    def _side(self, painter: Painter) -> int:
        largest = max(self.goal.size)
        side = max(_LEAST_UNITS, min(_MOST_UNITS, _CELL_UNITS * largest + 6))
        # numbers are readable from 15 pixels a cell on, whatever the scale
        least = min(15 * largest + 6, painter.px(1.3 * _MOST_UNITS))
        return max(painter.px(side * self._zoom), least)

    def _board_height(self, painter: Painter) -> int:
        """At least as much as the figures beside it."""
        lines = round(self._type(painter, _SMALL_UNITS) * 1.5)
        lines += 3 * round(self._type(painter, _TYPE_UNITS) * 1.3)
        return max(self._side(painter) * self.goal.rows // max(self.goal.size), lines)

    def _card_width(self, ui: Context) -> int:
        painter = ui.painter
        figures = max(painter.px(_FIGURES_UNITS), 5 * self._type(painter, _TYPE_UNITS))
        return self._side(painter) + painter.px(10) + figures + 2 * painter.px(_MARGIN_UNITS)

    def _type(self, painter: Painter, units: float) -> int:
        return painter.type_size(units * self._zoom)
