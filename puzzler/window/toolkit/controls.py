"""Buttons and toggles."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import replace
from enum import Enum
from functools import partial
from typing import Unpack

from pygame import Rect, Surface

from puzzler.window.toolkit.context import Context
from puzzler.window.toolkit.control import Control, ControlOptions
from puzzler.window.toolkit.element import Access, Element, Point, Range, Tip, Touch
from puzzler.window.toolkit.frame import Frame
from puzzler.window.toolkit.paint import Face, Painter
from puzzler.window.toolkit.theme import Color, Theme, mix


class Rank(Enum):
    """The prominence of a button."""

    PRIMARY = "primary"
    """The main action; Enter presses it in a dialog."""
    NORMAL = "normal"
    QUIET = "quiet"
    """No background unless the pointer is over the button."""


class Button(Control):
    """A button. Calls ``on_press`` on a click, Enter or Space.

    If there is no room for icon and label, the button shows the label, ``short`` or the icon.
    """

    high_units = 40

    def __init__(
        self,
        label: str,
        on_press: Callable[[], object] | None,
        *,
        icon: str = "",
        short: str = "",
        rank: Rank = Rank.NORMAL,
        size: float = 15,
        **options: Unpack[ControlOptions],
    ) -> None:
        super().__init__(**options)
        self.key = self.key if self.key is not None else label or icon
        self.on_press = on_press
        self.label, self.icon, self.short = label, icon, short
        self.rank, self.size = rank, size
        self._shown = label, icon

    def measure_width(self, ui: Context) -> Range:
        widths = [self._width(ui.painter, label, icon) for label, icon in self._variants()]
        return Range(min(widths), widths[0])

    def arrange(self, ui: Context, rect: Rect) -> None:
        variants = self._variants()
        fitting = (v for v in variants if self._width(ui.painter, *v) <= rect.width)
        self._shown = next(fitting, variants[-1])

    def emit(self, ui: Context, frame: Frame) -> None:
        super().emit(ui, frame)
        if self.rank is Rank.PRIMARY and self.is_enabled:
            frame.primary = partial(self.activate, ui)

    def tip_at(self, ui: Context, at: Point | None) -> Tip | None:
        if self._shown[0] == self.label and self.label and self.tip is None:
            return None
        return self.tip or Tip(self.label)

    def look(self, ui: Context, touch: Touch) -> Hashable:
        return self._shown, self.is_enabled, touch.is_over, touch.is_held, self.rank

    @property
    def spoken_name(self) -> str:
        return self.accessible_name or self.label or super().spoken_name or str(self.key)

    def draw(self, ui: Context, surface: Surface, touch: Touch) -> None:
        painter, theme, is_down = ui.painter, ui.painter.theme, touch.is_over and touch.is_held
        name, color, light = "control", theme.text, theme.text
        if self.rank is Rank.PRIMARY:
            # a bright edge would be invisible on the bright background
            name, color, light = "accent", theme.on_accent, (255, 255, 255)
        color = color if self.is_enabled else theme.text_disabled
        if self.rank is not Rank.QUIET or touch.is_over:
            fill = _ground(theme, touch, name, is_enabled=self.is_enabled)
            edge = mix(fill, light, 0.10) if self.is_enabled else None
            painter.box(surface, self.rect, painter.px(10), fill, edge)
        inner = self.rect.inflate(-2 * painter.px(6 if self._shown[0] else 0), 0)
        if is_down:
            inner = inner.move(0, max(1, painter.px(1)))
        self._draw_content(surface, painter, inner, color)

    def _variants(self) -> list[tuple[str, str]]:
        """Pairs of label and icon, widest first."""
        all_of_them = [(self.label, self.icon), (self.label, ""), (self.short, ""), ("", self.icon)]
        return list(dict.fromkeys(v for v in all_of_them if any(v))) or [("", "")]

    def _width(self, painter: Painter, label: str, icon: str) -> int:
        if not label:
            return painter.target(40)
        text = painter.text_width(label, Face.STRONG, painter.type_size(self.size))
        margin = painter.px(16 if self.size >= 15 else 10)
        return max(painter.target(40), text + (painter.px(18 + 8) if icon else 0) + 2 * margin)

    def _draw_content(self, surface: Surface, painter: Painter, area: Rect, color: Color) -> None:
        label, icon = self._shown
        size, pixels = painter.type_size(self.size), painter.px(18 if label else 20)
        icon_width = (pixels + (painter.px(8) if label else 0)) if icon else 0
        label = painter.fitted(label, Face.STRONG, size, area.width - icon_width) if label else ""
        width = icon_width + painter.text_width(label, Face.STRONG, size)
        left = area.centerx - width // 2
        if icon:
            surface.blit(painter.icon(icon, pixels, color), (left, area.centery - pixels // 2))
        if label:
            rest = Rect(left + icon_width, area.top, area.right - left - icon_width, area.height)
            painter.write(surface, label, Face.STRONG, size, color, rest)


def _ground(theme: Theme, touch: Touch, name: str = "control", *, is_enabled: bool) -> Color:
    """The theme's fill colour for a control in this state."""
    if not is_enabled:
        return mix(theme.panel, theme.control, 0.4)
    state = "_pressed" if touch.is_held else "_hover"
    color: Color = getattr(theme, name + state if touch.is_over else name)
    return color


class Pressable(Control):
    """A child that can be pressed like a button. A ring appears under the pointer."""

    def __init__(
        self, child: Element, on_press: Callable[[], object], **options: Unpack[ControlOptions]
    ) -> None:
        super().__init__(**options)
        self.child, self.children, self.on_press = child, (child,), on_press

    def access(self, ui: Context) -> Access:
        access = super().access(ui)
        return replace(access, name=access.name or self.child.spoken_text(ui))

    def measure_width(self, ui: Context) -> Range:
        return self.child.widths(ui)

    def measure_height(self, ui: Context, width: int) -> Range:
        return self.child.heights(ui, width)

    def arrange(self, ui: Context, rect: Rect) -> None:
        self.child.place(ui, rect)

    def emit(self, ui: Context, frame: Frame) -> None:
        frame.add_all(ui, self.key, self.children)
        super().emit(ui, frame)

    def look(self, ui: Context, touch: Touch) -> Hashable:
        return touch.is_over

    def draw(self, ui: Context, surface: Surface, touch: Touch) -> None:
        painter = ui.painter
        if touch.is_over:
            thick = max(2, painter.px(2))
            painter.ring(surface, self.rect, painter.px(10), painter.theme.accent, thick)


class Toggle(Control):
    """A switch. Calls ``on_change`` with the new state on a click, Enter or Space."""

    min_units = preferred_units = 52
    high_units = 32
    role = "SWITCH"

    def __init__(
        self, is_on: bool, on_change: Callable[[bool], object], **options: Unpack[ControlOptions]
    ) -> None:
        super().__init__(**options)
        self.is_on, self.on_press = is_on, lambda: on_change(not is_on)

    def look(self, ui: Context, touch: Touch) -> Hashable:
        return self.is_on, self.is_enabled, touch.is_over

    def draw(self, ui: Context, surface: Surface, touch: Touch) -> None:
        painter, theme = ui.painter, ui.painter.theme
        track = Rect(0, 0, painter.px(46), painter.px(26)).move_to(midright=self.rect.midright)
        fill = mix(theme.panel, theme.track, 0.55 if touch.is_over else 0.35)
        if self.is_on:
            fill = theme.accent_hover if touch.is_over else theme.accent
        painter.box(surface, track, track.height, fill, fill if self.is_on else theme.track)
        knob = Rect(0, 0, painter.px(18), painter.px(18))
        knob.midleft = track.left + painter.px(4), track.centery
        if self.is_on:
            knob.right = track.right - painter.px(4)
        painter.box(surface, knob, knob.height, theme.on_accent if self.is_on else theme.text)
