"""What a step points at: turned to when the step opens, and marked by a ring."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from pygame import Rect, Surface

from puzzler.game.lessons.values import Highlight, Tab
from puzzler.window.toolkit.paint import Painter
from puzzler.window.toolkit.scene import Part
from puzzler.window.widgets.control import Control
from puzzler.window.window import LENS, LESSON, Window

Found = Callable[[], Rect | None]
"""Where something stands now; None where it is not on the screen."""
ON_LENS = (Highlight.BOARD, Highlight.LENS, Highlight.WHY, Highlight.SUCCESSORS)
_THICK_UNITS = 2.5
_REACH_UNITS = 4


class LessonMarks:
    """Lies over the panels and takes nothing from them."""

    name = "lesson marks"
    controls: Sequence[Control] = ()

    def __init__(self, desk: Window, places: Mapping[Highlight, Found], tab: Callable[[str], Rect]):
        """``tab``: where on the strip a tab stands, by its name."""
        self._desk = desk
        self._places = places
        self._tab = tab
        self._followed: object = None

    @property
    def is_shown(self) -> bool:
        """A step points at something, and what it tells of is shown."""
        course = self._desk.session.lessons
        return course.is_open and course.step is not None

    def height(self, painter: Painter, width: int) -> int:
        """None of its own."""
        return 0

    def place(self, painter: Painter, area: Rect) -> None:
        """It stands where the others do."""

    def follow(self) -> None:
        """A step that opens has its tab turned to; in a compact window its text."""
        course, desk = self._desk.session.lessons, self._desk
        step = course.step
        if not course.is_open or step is None:
            return
        # whoever comes back from elsewhere comes to another activity
        opened = course.position, desk.session.activity
        if opened == self._followed:
            return
        self._followed = opened
        desk.lab_tab = LESSON if desk.is_compact else step.tab.value

    def parts(self, painter: Painter) -> Iterator[Part]:
        """A ring around each; where it is on another tab, around that."""
        step = self._desk.session.lessons.step
        for name in () if step is None else step.highlight:
            place = self._place(name)
            if place is not None and place.width:
                yield _ring(painter, f"mark {name}", place)

    def _place(self, name: Highlight) -> Rect | None:
        desk = self._desk
        if desk.inspecting is None:
            return self._places[name]() if name is Highlight.BOARD else None
        if name.value in set(Tab):
            if desk.lab_tab != name.value:
                return self._tab(name.value)
        elif desk.is_compact and name in ON_LENS and desk.lab_tab != LENS:
            is_seen = name is Highlight.BOARD and desk.is_lesson_shown
            return self._places[name]() if is_seen else self._tab(LENS)
        return self._places[name]()


def _ring(painter: Painter, key: str, place: Rect) -> Part:
    reach = painter.px(_REACH_UNITS)
    around = place.inflate(2 * reach, 2 * reach)

    def draw(surface: Surface) -> None:
        thick = max(2, painter.px(_THICK_UNITS))
        painter.ring(surface, around, painter.px(16), painter.theme.accent, thick)

    return Part(key, around, around.size, draw)
