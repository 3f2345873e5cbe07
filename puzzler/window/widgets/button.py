"""A button: words, an icon, or both."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from enum import Enum

import pygame
from pygame import Rect, Surface

from puzzler.window.layout import inset
from puzzler.window.toolkit.paint import Face, Painter
from puzzler.window.toolkit.theme import Color, mix
from puzzler.window.widgets.control import Point, Touch


class Rank(Enum):
    """How loudly a button asks to be pressed."""

    PRIMARY = "primary"
    """The one thing to do here."""
    NORMAL = "normal"
    QUIET = "quiet"
    """Only an icon or words until the pointer comes."""


class Button:
    """Calls ``on_press`` when it is released under the pointer, or by Enter or Space."""

    def __init__(
        self,
        name: str,
        on_press: Callable[[], None],
        *,
        label: str = "",
        icon: str = "",
        hint: str = "",
        rank: Rank = Rank.NORMAL,
        units: float = 15,
    ) -> None:
        self.name = name
        self.on_press = on_press
        self.label = label
        self.icon = icon
        self.hint = hint
        """The key that does the same, shown at the right."""
        self.rank = rank
        self.units = units
        """Size of its letters."""
        self.rect = Rect(0, 0, 0, 0)
        self.is_enabled = True

    def width(self, painter: Painter) -> int:
        """The width that its contents ask for."""
        if not self.label:
            return painter.target(40)
        text = painter.text_width(self.label, Face.STRONG, painter.type_size(self.units))
        icon = painter.px(18 + 8) if self.icon else 0
        margin = painter.px(16 if self.units >= 15 else 10)
        return max(painter.target(40), text + icon + 2 * margin)

    def look(self, touch: Touch) -> Hashable:
        """Everything that its picture depends on."""
        return (
            self.label,
            self.icon,
            self.is_enabled,
            touch.at is not None,
            self._is_down(touch),
            self.rank,
        )

    def draw(self, surface: Surface, painter: Painter, touch: Touch) -> None:
        """Draw it."""
        fill, ink = self._colors(painter, touch)
        radius = painter.px(10)
        if fill is not None:
            # on the bright ground of a theme a bright edge would not be seen
            light = (255, 255, 255) if self.rank is Rank.PRIMARY else painter.theme.text
            edge = mix(fill, light, 0.10) if self.is_enabled else None
            painter.box(surface, self.rect, radius, fill, edge)
        inner = inset(self.rect, painter.px(6 if self.label else 0), 0)
        if self._is_down(touch):
            inner = inner.move(0, max(1, painter.px(1)))
        self._draw_contents(surface, painter, inner, ink)

    def press(self, at: Point) -> None:
        """Nothing yet: a press that is let go elsewhere is no press."""

    def drag(self, at: Point) -> None:
        """Nothing: a button cannot be dragged."""

    def release(self, at: Point) -> None:
        """The press counts where the pointer is still on it."""
        if self.rect.collidepoint(at) and self.is_enabled:
            self.on_press()

    def key(self, key: int, mod: int = 0) -> bool:
        """Enter and Space press it."""
        if key not in (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE):
            return False
        self.on_press()
        return True

    def _is_down(self, touch: Touch) -> bool:
        return touch.is_pressed and touch.at is not None

    def _colors(self, painter: Painter, touch: Touch) -> tuple[Color | None, Color]:
        """The ground, None for none, and the ink."""
        theme = painter.theme
        if not self.is_enabled:
            ground = None if self.rank is Rank.QUIET else mix(theme.panel, theme.control, 0.4)
            return ground, theme.text_disabled
        if self.rank is Rank.PRIMARY:
            if self._is_down(touch):
                return theme.accent_pressed, theme.on_accent
            return (theme.accent if touch.at is None else theme.accent_hover), theme.on_accent
        if self._is_down(touch):
            return theme.control_pressed, theme.text
        if touch.at is not None:
            return theme.control_hover, theme.text
        return (None if self.rank is Rank.QUIET else theme.control), theme.text

    def _draw_contents(self, surface: Surface, painter: Painter, area: Rect, ink: Color) -> None:
        size = painter.type_size(self.units)
        icon_size = painter.px(20 if not self.label else 18)
        gap = painter.px(8) if self.icon and self.label else 0
        words = self.label
        taken = icon_size + gap if self.icon else 0
        if self.icon and painter.text_width(words, Face.STRONG, size) > area.width - taken:
            # where words find no room, the icon says it alone
            words, taken, icon_size = "", painter.px(20), painter.px(20)
        words = painter.fitted(words, Face.STRONG, size, area.width - taken)
        width = taken + painter.text_width(words, Face.STRONG, size)
        left = area.centerx - width // 2
        if self.icon:
            icon = painter.icon(self.icon, icon_size, ink)
            surface.blit(icon, (left, area.centery - icon_size // 2))
        if words:
            rest = Rect(left + taken, area.top, area.right - left - taken, area.height)
            painter.write(surface, words, Face.STRONG, size, ink, rest)
        if self.hint:
            key = self._key_place(painter, area)
            if key.left > left + width + painter.px(3):
                self._draw_hint(surface, painter, key, ink)

    def _key_place(self, painter: Painter, area: Rect) -> Rect:
        width = painter.text_width(self.hint, Face.FIGURES, painter.type_size(12))
        key = Rect(0, 0, max(width + painter.px(10), painter.px(20)), painter.px(20))
        key.midright = area.right - painter.px(6), area.centery
        return key

    def _draw_hint(self, surface: Surface, painter: Painter, key: Rect, ink: Color) -> None:
        size = painter.type_size(12)
        painter.ring(surface, key, painter.px(5), ink, max(1, painter.px(1)))
        painter.write(surface, self.hint, Face.FIGURES, size, ink, key, align=0.5)
