"""The gap: what is proven of the shortest answer and what was found, and how they came closer."""

from __future__ import annotations

from collections.abc import Iterator

from pygame import Rect

from puzzler.game.watch.figures import Figures
from puzzler.humanize import counted, duration, precise_time
from puzzler.window.layout import Grow, Size, column, inset, row
from puzzler.window.panels.panel import drawn
from puzzler.window.panels.still import Still
from puzzler.window.play.actions import is_editing
from puzzler.window.toolkit.paint import Face, Painter
from puzzler.window.toolkit.scene import Part
from puzzler.window.widgets.control import Control
from puzzler.window.widgets.ends import Course, EndsCurve, gap_bar, least_curve_height
from puzzler.window.widgets.label import figure, figure_rows, icon, label
from puzzler.window.widgets.tooltip import Tip
from puzzler.window.window import Window

_UNITS = 24
_BAR_UNITS = 12
_CURVE_UNITS = 96
_GAP_UNITS = 10
_MARGIN = 20, 14


class GapPanel:
    """There where the search that is shown has two ends: a better answer, and a proof, may come."""

    name = "gap"

    def __init__(self, desk: Window) -> None:
        self._desk = desk
        self._still = Still()
        self._followed: Figures | None = None
        self._area = self._figures = self._bar = Rect(0, 0, 0, 0)
        self.curve = EndsCurve("ends")

    @property
    def is_shown(self) -> bool:
        """It has an answer that may become better."""
        return self.curve.course is not None and not is_editing(self._desk)

    def height(self, painter: Painter, width: int) -> int:
        """Two figures, the bar, the curve."""
        return _height_above(painter) + painter.px(_CURVE_UNITS) + painter.px(_MARGIN[1])

    def least_height(self, painter: Painter, width: int) -> int:
        """With a lower curve."""
        return _height_above(painter) + least_curve_height(painter) + painter.px(_MARGIN[1])

    def place(self, painter: Painter, area: Rect) -> None:
        """From the top; the curve has what is left."""
        self._area = area
        inner = inset(area, *map(painter.px, _MARGIN))
        sizes: list[Size] = [_figures_height(painter), painter.px(_BAR_UNITS), Grow()]
        self._figures, self._bar, below = column(inner, sizes, painter.px(_GAP_UNITS))
        self.curve.place(painter, below)

    def follow(self) -> None:
        """The desk keeps the figures still for as long as it takes to read them."""
        figures = self._desk.figures
        if figures is not self._followed:
            self._followed, self.curve.course = figures, _course(figures)

    @property
    def controls(self) -> list[Control]:
        """The curve, which says what was known when."""
        return [self.curve]

    def tip(self, name: str) -> Tip | None:
        """What was known at the time under the pointer."""
        course, at = self.curve.course, self._desk.controls.touch(self.curve).at
        seconds = None if at is None else self.curve.time_at(at)
        if course is None or seconds is None:
            return Tip("What was found, above, and what was proven, below, as time went on")
        then = course.at(seconds)
        after = f"After {(duration if seconds < 1 else precise_time)(seconds)}"
        if then is None:
            return Tip(f"{after}: no answer yet")
        return Tip(f"{after}: at least {then.bound:,}, at most {counted(then.length, 'move')}")

    def parts(self, painter: Painter) -> Iterator[Part]:
        """Figures and bar change with the ends, the curve with time as well."""
        course, figures = self.curve.course, self._desk.figures
        if course is None or figures is None:
            return
        made_of = course.first, course.bound, course.length, painter, tuple(self._area)
        yield from self._still.parts(made_of, lambda: self._made(course, figures, painter))
        yield from drawn(self._desk, painter, self.controls)

    def _made(self, course: Course, figures: Figures, painter: Painter) -> Iterator[Part]:
        theme, area = painter.theme, self._figures
        if course.gap:
            left, middle, right = row(area, [Grow()] * 3, painter.px(6))
            share = course.gap / max(1, course.bound)
            yield figure(painter, "bound", left, "At least", f"{course.bound:,}", units=_UNITS)
            caption = f"Gap, {share:.0%}"
            yield figure(
                painter, "gap", middle, caption, f"{course.gap:,}", units=_UNITS, align=0.5
            )
            length = f"{course.length:,}"
            yield figure(painter, "length", right, "At most", length, units=_UNITS, align=1.0)
        else:
            mark = painter.px(26)
            tick, words, right = row(area, [mark, Grow(2), Grow()], painter.px(8))
            yield icon(painter, tick, "check", theme.good)
            yield label(
                painter,
                "proven",
                words,
                "Proven shortest",
                color=theme.good,
                units=18,
                face=Face.STRONG,
            )
            length = f"{course.length:,}"
            yield figure(painter, "length", right, "Moves", length, units=_UNITS, align=1.0)
        yield gap_bar(painter, "bar", self._bar, course)


def _course(figures: Figures | None) -> Course | None:
    if figures is None or not figures.improvements or figures.best_length is None:
        return None
    return Course(
        figures.improvements,
        figures.elapsed or 0.0,
        min(figures.lower_bound, figures.best_length),
        figures.best_length,
        is_over=figures.is_over,
    )


def _figures_height(painter: Painter) -> int:
    return sum(figure_rows(painter, _UNITS)) + painter.px(3)


def _height_above(painter: Painter) -> int:
    """Of all that stands above the curve."""
    parts = [_figures_height(painter), painter.px(_BAR_UNITS), 2 * painter.px(_GAP_UNITS)]
    return sum(parts) + painter.px(_MARGIN[1])
