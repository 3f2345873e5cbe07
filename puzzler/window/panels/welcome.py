"""The hint of the first run: three things in one glance, where the figures will be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pygame
from pygame import Rect
from pygame.event import Event

from puzzler.window.common.actions import tile_keys
from puzzler.window.layout import Grow, Size, column, inset, row
from puzzler.window.toolkit.paint import Face, Painter
from puzzler.window.toolkit.scene import Part
from puzzler.window.widgets.card import card
from puzzler.window.widgets.control import Control
from puzzler.window.widgets.label import icon, label
from puzzler.window.window import Window

_WIDEST_UNITS = 600


class Welcome:
    """It goes with the first key or click."""

    name = "welcome"
    controls: Sequence[Control] = ()

    def __init__(self, desk: Window) -> None:
        self._desk = desk
        self.rect = Rect(0, 0, 0, 0)

    @property
    def is_shown(self) -> bool:
        """Once in a life."""
        return self._desk.is_welcome

    def height(self, painter: Painter, width: int) -> int:
        """An icon and two lines."""
        return painter.px(88)

    def place(self, painter: Painter, area: Rect) -> None:
        """In the middle."""
        self.rect = Rect(0, 0, min(area.width, painter.px(_WIDEST_UNITS)), area.height)
        self.rect.midtop = area.midtop

    def follow(self) -> None:
        """It never changes."""

    def handle(self, event: Event) -> bool:
        """A press on it reaches nothing else."""
        is_press = event.type == pygame.MOUSEBUTTONDOWN
        return is_press and self.rect.collidepoint(event.pos)

    def parts(self, painter: Painter) -> Iterator[Part]:
        """Three columns on a card."""
        theme, keymap = painter.theme, self._desk.keymap
        yield card(painter, "welcome", self.rect, is_floating=True)
        watch, help_key = keymap.hint("watch"), keymap.hint("help")
        keys = tile_keys(self._desk.session.settings)
        columns = (
            ("hand", "Click or drag", "a tile beside the blank"),
            ("keys", keys, "move tiles, too"),
            ("play", f"Press {watch} to watch", f"the AI solve; {help_key} for help"),
        )
        inner = inset(self.rect, painter.px(10), painter.px(9))
        for number, (place, (name, first, second)) in enumerate(
            zip(row(inner, [Grow()] * 3, painter.px(6)), columns, strict=True)
        ):
            lines: list[Size] = [painter.px(24), painter.px(22), painter.px(18), Grow()]
            picture, above, below, _ = column(place, lines, painter.px(2))
            yield icon(painter, picture, name, theme.accent)
            yield label(
                painter,
                f"welcome {number}",
                above,
                first,
                color=theme.text,
                face=Face.STRONG,
                align=0.5,
            )
            yield label(
                painter,
                f"welcome too {number}",
                below,
                second,
                color=theme.text_muted,
                units=13,
                align=0.5,
            )
