"""A list whose rows have small boards or a picture before their words."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass

import pygame
from pygame import Rect, Surface

from puzzler.board.board import Board
from puzzler.window.board.skin import Skin, rounded_piece
from puzzler.window.toolkit.paint import Painter
from puzzler.window.widgets.control import Touch
from puzzler.window.widgets.mini_board import mini_board
from puzzler.window.widgets.scroll_list import Item, ScrollList

FILE_UNITS, CHOICE_UNITS = 64, 108
"""Heights of a row: boards that are told from each other, and boards that can be read."""
_MARGIN_UNITS = 5


@dataclass(frozen=True)
class Preview:
    """What stands before the words."""

    boards: tuple[tuple[Board, Board], ...] = ()
    """Boards with their goals, side by side with an arrow between; the goal gives the colours."""
    labels: tuple[str, ...] | None = None
    """What stands on the tiles."""
    pixels: bytes = b""
    """A picture instead: three bytes a pixel."""
    size: tuple[int, int] = (0, 0)
    """Of the picture, in pixels."""


class PreviewList(ScrollList):
    """As a list; the previews may come later."""

    def __init__(
        self,
        name: str,
        on_choose: Callable[[int], None],
        *,
        painter: Callable[[], Painter],
        on_mark: Callable[[int], None] | None = None,
        row_units: int = FILE_UNITS,
        boards: int = 1,
    ) -> None:
        """``row_units``: how high a row is; ``boards``: for how many of them every row has room."""
        super().__init__(name, on_choose, painter=painter, on_mark=on_mark)
        self.row_units = row_units
        self._boards = boards
        self._rows: list[Item] = []
        self._previews: list[Preview | None] = []

    def show(self, items: Sequence[Item], marked: int = -1) -> None:
        """These rows from now on, from the top, without previews."""
        self._rows, self._previews = list(items), [None] * len(items)
        self.items, self.marked = self._rows, marked
        self._scroll.offset = 0
        self._fit()

    def tell(self, index: int, item: Item, preview: Preview | None) -> None:
        """What is known of a row by now."""
        self._rows[index], self._previews[index] = item, preview

    def row_height(self) -> int:
        """As it was made."""
        return self._painter().target(self.row_units)

    @property
    def first(self) -> int:
        """The first row in sight."""
        return self._scroll.offset // max(1, self.row_height())

    def look(self, touch: Touch) -> Hashable:
        """Everything that its picture depends on: of thousands of rows those in sight."""
        marks = self.marked, self.current, self.row_at(touch.at)
        last = self.first + self.rect.height // max(1, self.row_height()) + 2
        rows = tuple(self._rows[self.first : last])
        previews = tuple(self._previews[self.first : last])
        scrolled = self._scroll.offset, len(self._rows)
        return rows or self.empty, previews, marks, scrolled, touch.is_pressed, self.is_enabled

    def _draw_front(self, surface: Surface, painter: Painter, inner: Rect, index: int) -> int:
        preview = self._previews[index]
        margin = painter.px(_MARGIN_UNITS)
        side, gap = inner.height - 2 * margin, painter.px(12)
        arrow = painter.px(26)
        width = self._boards * side + (self._boards - 1) * arrow
        place = Rect(inner.left, inner.top + margin, side, side)
        if preview is not None and preview.pixels:
            _draw_picture(surface, painter, preview, place)
        elif preview is not None and preview.boards:
            skin = Skin(labels=preview.labels)
            for number, (board, goal) in enumerate(preview.boards[: self._boards]):
                if number:
                    icon = painter.icon("play", painter.px(14), painter.theme.text_muted)
                    between = Rect(place.right, place.top, arrow, side)
                    surface.blit(icon, icon.get_rect(center=between.center))
                    place = place.move(side + arrow, 0)
                part = mini_board(painter, "board", place, board, goal, skin, is_ghost=False)
                part.draw(surface)
        elif self.items[index].icon:
            pixels = painter.px(24)
            icon = painter.icon(self.items[index].icon, pixels, painter.theme.text_muted)
            surface.blit(icon, icon.get_rect(center=place.center))
        return width + gap


def _draw_picture(surface: Surface, painter: Painter, preview: Preview, place: Rect) -> None:
    """As much of it as a square shows."""

    def draw() -> Surface:
        whole = pygame.image.frombytes(preview.pixels, preview.size, "RGB")
        least = min(preview.size)
        part = Rect(0, 0, least, least)
        part.center = preview.size[0] // 2, preview.size[1] // 2
        scaled = pygame.transform.smoothscale(whole.subsurface(part), place.size)
        return rounded_piece(painter, scaled, painter.px(6))

    face = painter.made(("preview", preview.pixels, preview.size, place.size), draw)
    surface.blit(face, place)
