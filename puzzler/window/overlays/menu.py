"""A menu: a list that opens beside what was pressed, and closes with the choice."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import pygame
from pygame import Rect
from pygame.event import Event

from puzzler.window.layout import inset
from puzzler.window.toolkit.paint import Face, Painter
from puzzler.window.toolkit.scene import Part
from puzzler.window.widgets.card import card
from puzzler.window.widgets.control import Controls
from puzzler.window.widgets.scroll_list import Item, ScrollList

_MOST_ROWS = 9


class Menu:
    """``items`` below ``anchor``; a press elsewhere, Escape and Tab close it without a choice.

    ``marked`` is the row that is chosen now, -1 for none.
    """

    is_veiled = False

    def __init__(
        self, anchor: Rect, items: Sequence[Item], marked: int, on_choose: Callable[[int], None]
    ) -> None:
        self.anchor = anchor
        self._on_choose = on_choose
        self._painter: Painter | None = None
        self._is_open = True
        self.list = ScrollList("menu", self._choose, painter=self._the_painter)
        self.list.items, self.list.marked, self.list.current = tuple(items), marked, marked
        self.controls = Controls([self.list])
        self.controls.focus(self.list)

    @property
    def is_over_control(self) -> bool:
        """The pointer is over a row."""
        return self.controls.is_hovering

    def place(self, window: Rect, painter: Painter) -> None:
        """Find room: below the anchor, above it, or wherever there is most."""
        self._painter = painter
        items = self.list.items
        small = painter.type_size(13)
        words = max(
            max(
                painter.text_width(item.words, Face.BODY, painter.type_size(14.5))
                + painter.text_width(item.note, Face.BODY, small)
                + painter.px(10 if item.note else 0),
                painter.text_width(item.detail, Face.BODY, small),
            )
            + painter.px(28 if item.icon else 0)
            + painter.px(24 if self.list.current >= 0 else 0)
            for item in items
        )
        room = inset(window, painter.px(8))
        margin = painter.px(5)
        width = max(self.anchor.width, min(room.width, words + painter.px(52)))
        rows = min(_MOST_ROWS, len(items))
        height = min(room.height, rows * self.list.row_height() + 2 * margin)
        rect = Rect(self.anchor.left, self.anchor.bottom + painter.px(6), width, height)
        if rect.bottom > room.bottom and self.anchor.top - painter.px(6) - height >= room.top:
            rect.bottom = self.anchor.top - painter.px(6)
        self.list.rect = rect.clamp(room)
        self.list.reveal()

    def handle(self, event: Event) -> bool:
        """One event; False once it is to be closed."""
        is_elsewhere = (
            event.type == pygame.MOUSEBUTTONDOWN
            and event.button == 1
            and not self.list.rect.collidepoint(event.pos)
        )
        closes = event.type == pygame.KEYDOWN and event.key in (pygame.K_ESCAPE, pygame.K_TAB)
        if is_elsewhere or closes:
            return False
        if event.type == pygame.MOUSEMOTION and not self.controls.is_held:
            over = self.list.row_at(event.pos)
            if over >= 0:
                self.list.marked = over
        self.controls.handle(event)
        if event.type == pygame.MOUSEBUTTONDOWN:
            self.controls.focus(self.list)
        return self._is_open

    def tick(self, now: float) -> None:
        """Nothing moves."""

    def parts(self, painter: Painter) -> Iterator[Part]:
        """The list on a floating card."""
        yield card(painter, "sheet", self.list.rect, is_floating=True)
        part = self.controls.part(self.list, painter, shows_focus=False)
        yield part

    def close(self) -> None:
        """It is being put away."""

    def _choose(self, index: int) -> None:
        self._is_open = False
        self._on_choose(index)

    def _the_painter(self) -> Painter:
        assert self._painter is not None, "placed before it is drawn"
        return self._painter
