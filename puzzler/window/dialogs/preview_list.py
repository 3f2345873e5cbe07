"""A list of files or boards with previews."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import Unpack

import pygame
from pygame import Rect, Surface

from puzzler.window.board.mini import MiniBoard
from puzzler.window.board.tiles import Skin, rounded_piece
from puzzler.window.dialogs.previews import Preview
from puzzler.window.toolkit.cells import CellsOptions
from puzzler.window.toolkit.context import Context
from puzzler.window.toolkit.element import Element, Range
from puzzler.window.toolkit.frame import Frame, draw_tree
from puzzler.window.toolkit.labels import Canvas, Icon
from puzzler.window.toolkit.layout import At, Row, Space
from puzzler.window.toolkit.list import Item, List
from puzzler.window.toolkit.paint import Painter

_ROW_UNITS = {0: 36, 1: 40, 2: 108}
"""Heights of a row without a preview, with one small board, and with two boards."""
_MARGIN_UNITS = 5


class PreviewList(List):
    """A list with small boards or a picture in front of the text of each row."""

    takes_text = True

    def __init__(
        self,
        rows: Sequence[tuple[Item, Preview | None]],
        on_choose: Callable[[int], object],
        *,
        boards: int,
        shown: int,
        on_scroll: Callable[[int], object] = lambda first: None,
        on_path: Callable[[str], object] | None = None,
        **options: Unpack[CellsOptions],
    ) -> None:
        """boards: the boards that fit into a row. shown: the preferred number of visible rows.

        on_scroll: called with the index of the first visible row. on_path: called with "/" or "~"
        if it is typed as the start of a path.
        """
        super().__init__([item for item, _ in rows], on_choose, **options)
        self.previews, self.boards, self.on_scroll = [each for _, each in rows], boards, on_scroll
        self.preferred_rows, self.min_rows, self.row_units = shown, 2, _ROW_UNITS[boards]
        self.cell_look = self.cell_look, tuple(self.previews)
        self.on_path = on_path

    def write(self, ui: Context, text: str) -> None:
        if self.on_path is not None and text in ("/", "~"):
            self.on_path(text)
        else:
            super().write(ui, text)

    def measure_width(self, ui: Context) -> Range:
        return Range(ui.painter.px(80), ui.painter.px(240))

    def emit(self, ui: Context, frame: Frame) -> None:
        super().emit(ui, frame)
        self.on_scroll(self.in_sight(ui).start)

    def draw_front(self, ui: Context, surface: Surface, inner: Rect, index: int) -> int:
        if not self.boards:
            return super().draw_front(ui, surface, inner, index)
        front = self._front(index)
        draw_tree(surface, ui, front, inner)
        return front.widths(ui).preferred + ui.painter.px(12)

    def _front(self, index: int) -> Element:
        """Return the previews in front of the text of a row. The width is always the same."""
        preview, side = self.previews[index], _ROW_UNITS[self.boards] - 2 * _MARGIN_UNITS
        shown: list[Element] = []
        if preview is not None and preview.pixels:
            shown = [Canvas(preview, partial(_draw_picture, preview), width=side, height=side)]
        elif preview is not None:
            skin = Skin(labels=preview.labels)
            shown = [
                MiniBoard(board, goal, skin, width=side, height=side)
                for board, goal in preview.boards[: self.boards]
            ]
        elif self.items[index].icon:
            icon = Icon(self.items[index].icon, size=24, color="text_muted")
            shown = [At(icon, width=side, height=side)]
        for _ in range(len(shown), self.boards):
            shown.append(Space(width=side))
        has_arrow = preview is not None and len(preview.boards) > 1
        arrow = Icon("play", size=14, color="text_muted") if has_arrow else Space(width=14)
        return Row(shown[0], *(part for each in shown[1:] for part in (arrow, each)), gap=6)


def _draw_picture(preview: Preview, surface: Surface, painter: Painter, place: Rect) -> None:
    def draw() -> Surface:
        side = math.isqrt(len(preview.pixels) // 3)
        picture = pygame.image.frombytes(preview.pixels, (side, side), "RGB")
        scaled = pygame.transform.smoothscale(picture, place.size)
        return rounded_piece(painter, scaled, painter.px(6))

    surface.blit(painter.cached(("preview", preview.pixels, place.size), draw), place)
