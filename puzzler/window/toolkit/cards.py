"""Cards, bars, dividers and empty space."""

from __future__ import annotations

from typing import Unpack

from pygame import Rect, Surface

from puzzler.window.toolkit.context import Context
from puzzler.window.toolkit.element import Child, Element
from puzzler.window.toolkit.frame import Frame
from puzzler.window.toolkit.layout import Column, GroupOptions, Row


class Space(Element):
    """Empty space. Pass ``width``, ``height`` or ``grow``."""


class Divider(Element):
    """A hairline across a column."""

    high_units = 1

    def emit(self, ui: Context, frame: Frame) -> None:
        color = ui.painter.theme.panel_edge

        def draw(surface: Surface) -> None:
            surface.fill(color, self.rect)

        frame.part(self.rect, color, draw)


class Card(Column):
    """A column on a raised background. A floating card casts a shadow and catches presses."""

    pad = (18, 14)

    def __init__(
        self, *children: Child, floating: bool = False, **options: Unpack[GroupOptions]
    ) -> None:
        super().__init__(*children, **options)
        self.floating = floating

    def emit(self, ui: Context, frame: Frame) -> None:
        painter, rect = ui.painter, self.rect
        blur = painter.px(24) if self.floating else 0

        def draw(surface: Surface) -> None:
            theme, radius = painter.theme, painter.px(16)
            if blur:
                painter.raised(surface, rect, radius, theme.ground, blur, 150)
            else:
                painter.box(surface, rect, radius, theme.panel, theme.panel_edge)

        look = rect.size, painter.scale, self.floating
        key = ("card", self.key) if self.key is not None else None
        frame.part(rect.inflate(2 * blur, 2 * blur), look, draw, key)
        if self.floating:
            frame.target(self)
        super().emit(ui, frame)


class Bar(Row):
    """A strip along the top or bottom edge of the window, with a hairline towards the content."""

    pad = (16, 10)

    def __init__(self, *children: Child, top: bool, **options: Unpack[GroupOptions]) -> None:
        super().__init__(*children, **options)
        self.top = top

    def emit(self, ui: Context, frame: Frame) -> None:
        theme, rect, high = ui.painter.theme, self.rect, ui.painter.px(1)
        line = Rect(rect.left, rect.bottom - high if self.top else rect.top, rect.width, high)

        def draw(surface: Surface) -> None:
            surface.fill(theme.bar, rect)
            surface.fill(theme.panel_edge, line)

        frame.part(rect, rect.size, draw)
        super().emit(ui, frame)
