"""How the search under the lens searches: a choice for each part of its method."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from pygame import Rect

from puzzler.search.method import Method
from puzzler.window.layout import Grow, row
from puzzler.window.panels.method_choice import MethodChoice, choice_width
from puzzler.window.panels.panel import drawn
from puzzler.window.toolkit.menu import open_menu
from puzzler.window.toolkit.paint import Painter
from puzzler.window.toolkit.scene import Part
from puzzler.window.widgets.control import Control
from puzzler.window.widgets.tooltip import Tip
from puzzler.window.window import Window

_HEIGHT_UNITS = 38


class LabMethod:
    """Only the choices that mean something for the algorithm; what is chosen begins anew."""

    name = "lab method"
    is_shown = True

    def __init__(self, desk: Window) -> None:
        self._desk = desk
        self._area = Rect(0, 0, 0, 0)
        self.choice = MethodChoice(self._choose, partial(open_menu, desk.ui))

    def height(self, painter: Painter, width: int) -> int:
        """One line of targets."""
        return painter.target(_HEIGHT_UNITS)

    def place(self, painter: Painter, area: Rect) -> None:
        """Each as wide as its words, as far as there is room."""
        self._area = area
        shown, gap = self.choice.shown, painter.px(6)
        self.choice.offer(is_brief=False)
        widths = [choice_width(painter, choice) for choice in shown]
        if sum(widths) + gap * (len(widths) - 1) > area.width:
            self.choice.offer(is_brief=True)
            widths = [choice_width(painter, choice) for choice in shown]
        rest = area.width - sum(widths) - gap * (len(widths) - 1)
        if rest >= 0:
            rects = row(area, [*widths, Grow()], gap)
        else:
            rects = row(area, [Grow(width) for width in widths], gap)
        for choice, rect in zip(shown, rects, strict=False):
            choice.rect = rect

    def follow(self) -> None:
        """What is chosen; another algorithm has other choices."""
        inspecting = self._desk.inspecting
        method = None if inspecting is None else inspecting.method
        if self.choice.follow(method) and self._area.width:
            self.place(self._desk.painter, self._area)

    @property
    def controls(self) -> Sequence[Control]:
        """Those that mean something."""
        return self.choice.shown

    def tip(self, name: str) -> Tip | None:
        """What the choice means."""
        return self.choice.tip(name)

    def parts(self, painter: Painter) -> Iterator[Part]:
        """The choices."""
        yield from drawn(self._desk, painter, self.choice.shown)

    def _choose(self, method: Method) -> None:
        if self._desk.inspecting is not None:
            self._desk.inspecting.set_method(method)
