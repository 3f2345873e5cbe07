"""f along a path, made of g and what h adds, against the bound that cuts it off."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

import pygame
from pygame import Rect, Surface

from puzzler.humanize import counted
from puzzler.window.layout import Grow, column
from puzzler.window.toolkit.paint import Face, Painter
from puzzler.window.toolkit.theme import Color, mix
from puzzler.window.widgets.control import Point, Touch
from puzzler.window.widgets.histogram import figure

_TYPE_UNITS = 12.5
_WIDEST_UNITS = 30
_SWATCH_UNITS = 10


@dataclass(frozen=True)
class Profile:
    """What is shown."""

    figures: tuple[tuple[int, int, float], ...] = ()
    """g, h and f of the states along the path."""
    bound: float | None = None
    next_bound: float | None = None
    """The smallest f above the bound that was met so far."""
    first: int = 0
    """Moves from the start to the first of these states."""

    @property
    def counts_g(self) -> bool:
        """They are ranked by g and what h adds; else by h alone."""
        return any(f != h for _, h, f in self.figures)

    @property
    def height(self) -> float:
        """The largest value that is drawn."""
        lines = [line for line in (self.bound, self.next_bound) if line is not None]
        return max([f for _, _, f in self.figures] + lines, default=0) or 1


class PathProfile:
    """A control to look at."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.profile = Profile()
        self.rect = Rect(0, 0, 0, 0)
        self.is_enabled = True
        self._above = self._plot = self._below = Rect(0, 0, 0, 0)
        self._widest = 1

    def place(self, painter: Painter, area: Rect) -> None:
        """Words above, the path, depths below."""
        self.rect = area
        line = round(painter.type_size(_TYPE_UNITS) * 1.5)
        self._above, self._plot, self._below = column(area, [line, Grow(), line])
        self._widest = painter.px(_WIDEST_UNITS)

    def place_of(self, index: int) -> Rect:
        """The column of a state of the path."""
        pitch = min(self._widest, self._plot.width / max(1, len(self.profile.figures)))
        left, right = round(index * pitch), round((index + 1) * pitch)
        return Rect(self._plot.left + left, self._plot.top, right - left, self._plot.height)

    def index_at(self, at: Point | None) -> int | None:
        """The state of the path nearest to the pointer; None where there is none."""
        many = len(self.profile.figures)
        if at is None or not many or not self.rect.collidepoint(at):
            return None
        pitch = min(self._widest, self._plot.width / many)
        return max(0, min(many - 1, int((at[0] - self._plot.left) / pitch)))

    def told(self, index: int) -> str:
        """A state of the path in words."""
        g, h, f = self.profile.figures[index]
        moves = counted(self.profile.first + index, "move")
        return f"after {moves}: g {g:,}, h {h:,}, f {figure(f)}"

    def look(self, touch: Touch) -> Hashable:
        """Everything that its picture depends on."""
        return self.profile, self.index_at(touch.at), self.rect.size

    def draw(self, surface: Surface, painter: Painter, touch: Touch) -> None:
        """The columns, the two lines, and what is under the pointer."""
        theme, size = painter.theme, painter.type_size(_TYPE_UNITS)
        profile, over = self.profile, self.index_at(touch.at)
        line = max(1, round(painter.scale))
        floor = self._plot.bottom - line
        surface.fill(theme.panel_edge, (self._plot.left, floor, self._plot.width, line))
        self._draw_columns(surface, painter, floor, over)
        self._draw_bounds(surface, painter, floor, size)
        self._draw_legend(surface, painter)
        last = len(profile.figures) - 1
        for index in {0, last} if last >= 0 else ():
            words, place = f"{profile.first + index:,}", self.place_of(index)
            at = Rect(0, 0, painter.text_width(words, Face.FIGURES, size), self._below.height)
            at.center = place.centerx, self._below.centery
            painter.write(surface, words, Face.FIGURES, size, theme.text_muted, at.clamp(self.rect))
        if over is not None:
            words = self.told(over)
            painter.write(surface, words, Face.STRONG, size, theme.text, self._above, align=1.0)

    def _draw_columns(
        self, surface: Surface, painter: Painter, floor: int, over: int | None
    ) -> None:
        theme, drawn, counts_g = painter.theme, -1, self.profile.counts_g
        for index, (g, _, f) in enumerate(self.profile.figures):
            place = self.place_of(index)
            if place.right <= drawn:
                continue  # many states share this pixel
            drawn = place.right
            gap = max(1, place.width // 8) if place.width > 3 else 0
            left, width = place.left + gap, max(1, place.width - 2 * gap)
            upper = _lit(theme.accent, theme.text, is_over=index == over)
            lower = _lit(theme.bound, theme.text, is_over=index == over)
            below = min(g, f) if counts_g else 0
            tops = self._top_of(f, floor), self._top_of(below, floor)
            surface.fill(upper, (left, tops[0], width, tops[1] - tops[0]))
            surface.fill(lower, (left, tops[1], width, floor - tops[1]))

    def _draw_bounds(self, surface: Surface, painter: Painter, floor: int, size: int) -> None:
        """The two lines, each with its words above it; side by side where the lines are close."""
        told = list[tuple[int, str]]()
        for value, words, is_dashed in (
            (self.profile.bound, "bound", False),
            (self.profile.next_bound, "next bound", True),
        ):
            if value is not None:
                top = self._top_of(value, floor)
                self._draw_line(surface, painter, top, is_dashed=is_dashed)
                told.append((top, f"{words} {figure(value)}"))
        if len(told) == 2 and told[0][0] - told[1][0] < round(1.5 * size):
            told = [(told[1][0], ", ".join(words for _, words in told))]
        for top, words in told:
            place = Rect(self._plot.left, top - round(1.3 * size), self._plot.width, size)
            painter.write(surface, words, Face.STRONG, size, painter.theme.text, place, align=1.0)

    def _draw_line(self, surface: Surface, painter: Painter, top: int, *, is_dashed: bool) -> None:
        thick = max(1, painter.px(1.6))
        left, right = self._plot.left, self._plot.right
        dash = painter.px(6) if is_dashed else right - left
        for start in range(left, right, 2 * dash):
            end = min(right, start + dash)
            pygame.draw.line(surface, painter.theme.text, (start, top), (end, top), thick)

    def _draw_legend(self, surface: Surface, painter: Painter) -> None:
        """What the two colours are."""
        theme, size, side = painter.theme, painter.type_size(_TYPE_UNITS), painter.px(_SWATCH_UNITS)
        left = self._above.left
        both = (theme.bound, "g"), (theme.accent, "what h adds, up to f")
        for color, words in both if self.profile.counts_g else ((theme.accent, "h"),):
            swatch = Rect(left, self._above.centery - side // 2, side, side)
            painter.box(surface, swatch, painter.px(2), color)
            width = painter.text_width(words, Face.BODY, size)
            place = Rect(swatch.right + painter.px(5), self._above.top, width, self._above.height)
            painter.write(surface, words, Face.BODY, size, theme.text_muted, place)
            left = place.right + painter.px(12)

    def _top_of(self, value: float, floor: int) -> int:
        room = self._plot.height - round(self._plot.height * 0.12)
        return floor - round(room * max(0.0, value) / self.profile.height)

    def press(self, at: Point) -> None:
        """Nothing."""

    def drag(self, at: Point) -> None:
        """Nothing."""

    def release(self, at: Point) -> None:
        """Nothing."""

    def key(self, key: int, mod: int = 0) -> bool:
        """None."""
        return False


def _lit(color: Color, text: Color, *, is_over: bool) -> Color:
    return mix(color, text, 0.35) if is_over else color
