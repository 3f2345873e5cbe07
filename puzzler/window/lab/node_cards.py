"""Nodes of a search as a grid of small boards with their figures; it scrolls."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Unpack

from pygame import Rect, Surface

from puzzler.board.board import Board
from puzzler.window.board.mini import MiniBoard
from puzzler.window.board.tiles import Skin
from puzzler.window.toolkit.cells import Cell, Cells
from puzzler.window.toolkit.element import Context, Element, Options, draw_tree
from puzzler.window.toolkit.labels import LEADING, Icon, Text
from puzzler.window.toolkit.layout import Column, Row
from puzzler.window.toolkit.paint import Face, Painter
from puzzler.window.toolkit.theme import mix

_CELL_UNITS = 21
"""What a cell takes, where the board is not so large that it has to be smaller."""
_LEAST_UNITS, _MOST_UNITS = 64, 106
"""The side of a board."""
_FIGURES_UNITS = 75
"""What stands beside the board."""
_PAD, _GAP = (9, 7), 10
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
            if height <= rect.height and ui.painter.px(self._sizes(ui.painter)[2]) <= width:
                break
        self.cell_look = self.version, self.skin, self._zoom
        super().arrange(ui, rect)

    def columns(self, ui: Context, width: int) -> int:
        gap = ui.painter.space(self.GAP_UNITS)
        return max(1, (width + gap) // (ui.painter.px(self._sizes(ui.painter)[2]) + gap))

    def row_height(self, ui: Context) -> int:
        words = round(ui.painter.type_size(_SMALL_UNITS) * LEADING) if self.has_words else 0
        return ui.painter.px(self._sizes(ui.painter)[1] + 2 * _PAD[1]) + words

    def draw_cell(self, ui: Context, surface: Surface, cell: Cell) -> None:
        painter, theme, card = ui.painter, ui.painter.theme, self.card(cell.index)
        fill = mix(theme.well, theme.control, 0.6) if cell.is_over else theme.well
        edge = theme.accent if card.is_lit or cell.is_marked else theme.panel_edge
        painter.box(surface, cell.rect, painter.px(9), fill, edge)
        draw_tree(surface, ui, self._content(painter, card), cell.rect)

    def _content(self, painter: Painter, card: NodeCard) -> Element:
        """The board, and beside it the rank and the figures, the last of them strong."""
        side, height, _ = self._sizes(painter)
        small, size = _SMALL_UNITS * self._zoom, _TYPE_UNITS * self._zoom
        color = "accent" if card.is_lit else "text_muted"
        mark = card.mark and Icon(
            card.mark, size=small * 1.3, color="good" if card.mark == "check" else "accent"
        )
        head = Row(
            Text(card.rank, size=small, color=color, strong=True, lines=1, grow=1), mark or None
        )
        captions, values = zip(*card.figures, strict=True)
        return Column(
            Row(
                MiniBoard(card.board, self.goal, self.skin, width=side, height=height),
                Column(
                    head if card.rank or card.mark else None,
                    Row(
                        Text("\n".join(captions), size=size, color="text_muted", width=size),
                        Column(
                            Text("\n".join(values[:-1]), size=size, face=Face.FIGURES,
                                 color="text_muted"),
                            Text(values[-1], size=size, face=Face.FIGURES, lines=1),
                            gap=0, grow=1,
                        ),
                        gap=0,
                    ),
                    gap=0, grow=1, width=0,
                ),
                gap=_GAP,
            ),
            Text(card.words, size=_SMALL_UNITS, color="text_muted", lines=1)
            if self.has_words and card.words else None,
            pad=_PAD, gap=0,
        )  # fmt: skip

    def _sizes(self, painter: Painter) -> tuple[float, float, float]:
        """The side of the board, the height beside it, and the width of a card, in units."""
        largest, zoom, scale = max(self.goal.size), self._zoom, painter.scale
        side = zoom * max(_LEAST_UNITS, min(_MOST_UNITS, _CELL_UNITS * largest + 6))
        # numbers are readable from 15 pixels a cell on, whatever the scale
        side = max(side, min((15 * largest + 6) / scale, 1.3 * _MOST_UNITS))
        lines = round(painter.type_size(_SMALL_UNITS * zoom) * LEADING)
        lines += 3 * round(painter.type_size(_TYPE_UNITS * zoom) * LEADING)
        height = max(side * self.goal.rows / largest, lines / scale)
        figures = max(_FIGURES_UNITS * zoom, 5 * painter.type_size(_TYPE_UNITS * zoom) / scale)
        return side, height, side + _GAP + figures + 2 * _PAD[0]
