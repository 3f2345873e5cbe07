"""Generated cards: of which size, and how far from the goal."""

from __future__ import annotations

from collections.abc import Iterator

from pygame import Rect

from puzzler.humanize import TIMES, counted
from puzzler.window.layout import Grow, Size, column, inset, row
from puzzler.window.panels.panel import drawn
from puzzler.window.toolkit.paint import Face, Painter
from puzzler.window.toolkit.scene import Part
from puzzler.window.widgets.button import Button
from puzzler.window.widgets.control import Control
from puzzler.window.widgets.label import label
from puzzler.window.widgets.segmented import Segmented
from puzzler.window.widgets.slider import Slider
from puzzler.window.widgets.tooltip import Tip
from puzzler.window.window import Window

FARTHEST = {(2, 2): 6, (2, 3): 21, (3, 3): 30, (3, 4): 44, (4, 4): 60}
"""Sizes that are offered, and how far from the goal boards are that are met now and then."""
_DISTANCE = 12
_MARGIN = 16, 14


class DrillMaker:
    """There while cards are asked."""

    name = "drill maker"

    def __init__(self, desk: Window) -> None:
        self._desk = desk
        self._title = self._words = Rect(0, 0, 0, 0)
        self._size = 3, 3
        self._distance = _DISTANCE
        sizes = [(size, f"{size[0]}{TIMES}{size[1]}") for size in FARTHEST]
        self.sizes = Segmented("card size", sizes, self._choose_size)
        self.slider = Slider("card distance", self._choose_distance)
        self.begin = Button("make cards", self._begin, label="Start", icon="cards")
        self._follow_choice()

    @property
    def is_shown(self) -> bool:
        """Cards are asked."""
        return self._desk.drilling is not None

    def height(self, painter: Painter, width: int) -> int:
        """A title, the sizes, the distance, a button."""
        heights = [painter.px(24), *[painter.target(40)] * 3]
        return sum(heights) + 3 * painter.px(8) + 2 * painter.px(_MARGIN[1])

    def place(self, painter: Painter, area: Rect) -> None:
        """From the top."""
        inner = inset(area, *map(painter.px, _MARGIN))
        heights = [painter.px(24), *[painter.target(40)] * 3]
        self._title, self.sizes.rect, distance, self.begin.rect = column(
            inner, heights, painter.px(8)
        )
        widest = painter.text_width("88 moves to the goal", Face.BODY, painter.type_size(14))
        sizes: list[Size] = [Grow(), min(widest + painter.px(4), inner.width // 2)]
        self.slider.rect, self._words = row(distance, sizes, painter.px(12))

    def follow(self) -> None:
        """It changes only by hand."""

    @property
    def controls(self) -> list[Control]:
        """From the top."""
        return [self.sizes, self.slider, self.begin]

    def tip(self, name: str) -> Tip | None:
        """What they are for."""
        if name == self.slider.name:
            return Tip("How many moves a shortest solution of such a card takes")
        if name == self.begin.name:
            return Tip("Boards of this size and distance, one after another")
        return None

    def parts(self, painter: Painter) -> Iterator[Part]:
        """Title, controls, and the distance in words."""
        theme = painter.theme
        yield label(
            painter,
            "title",
            self._title,
            "Generated cards",
            color=theme.text,
            units=15,
            face=Face.STRONG,
        )
        words = counted(self._distance, "move")
        longer = f"{words} to the goal"
        size = painter.type_size(14)
        words = longer if painter.fits(longer, Face.BODY, size, self._words.width) else words
        yield label(painter, "distance", self._words, words, color=theme.text)
        yield from drawn(self._desk, painter, self.controls)

    def _choose_size(self, size: tuple[int, int]) -> None:
        self._size = size
        self._distance = min(self._distance, FARTHEST[size])
        self._follow_choice()

    def _choose_distance(self, share: float) -> None:
        self._distance = 1 + round(share * (FARTHEST[self._size] - 1))
        self._follow_choice()

    def _follow_choice(self) -> None:
        most = FARTHEST[self._size]
        self.sizes.chosen = self._size
        self.slider.value = (self._distance - 1) / (most - 1)
        self.slider.step = 1 / (most - 1)

    def _begin(self) -> None:
        self._desk.session.drills.begin_generated(*self._size, self._distance)
