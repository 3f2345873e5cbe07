"""The text of a step: where one is in the lesson, its title, and what it says."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from pygame import Rect, Surface

from puzzler.game.lessons.markup import Block
from puzzler.game.lessons.values import View
from puzzler.humanize import sentence
from puzzler.window.common.views import LESSONS
from puzzler.window.layout import Grow, column, inset, row
from puzzler.window.panels.panel import drawn
from puzzler.window.sheets import open_race
from puzzler.window.toolkit.paint import Face, Painter
from puzzler.window.toolkit.scene import Part
from puzzler.window.toolkit.theme import mix
from puzzler.window.widgets.button import Button
from puzzler.window.widgets.control import Control
from puzzler.window.widgets.label import label
from puzzler.window.widgets.rich_text import laid_out, rich_text
from puzzler.window.widgets.segmented import Segmented
from puzzler.window.widgets.tooltip import Tip
from puzzler.window.window import Window

TEXT_UNITS = (21.0, 19.5, 18.0, 17.0, 16.0)
"""Sizes of type: the largest with which every step of a lesson has its text in sight."""
_MOST_SHARE, _MOST_BESIDE_QUESTION = 0.58, 0.42
"""Of the height, for the text alone."""
_TITLE_UNITS = 24
_TITLE_LEADING = 1.25
_MARGIN = 20, 16
_HEAD_UNITS = 20
_DOTS_UNITS = 5
_GAP_UNITS = 10
_RUNS_UNITS = 38
_OWN = "This step"
_RACE = "Race them"


class LessonText:
    """There while a step is open. The step's other searches are a press away."""

    name = "lesson text"

    def __init__(self, desk: Window, on_open: Callable[[], None]) -> None:
        """``on_open`` is called when another step is opened."""
        self._desk = desk
        self._on_open = on_open
        self._area = Rect(0, 0, 0, 0)
        self._blocks: tuple[Block, ...] = ()
        self._own = ""
        self._followed: object = None
        self.units = TEXT_UNITS[-1]
        """The size of the type."""
        self.runs: Segmented[str] = Segmented("searches", [], desk.session.lessons.look_at)
        """The step's own search, and those that it is compared with."""

        self._race = Button("race them", self._open_race, label=_RACE, icon="race")

    @property
    def is_shown(self) -> bool:
        """A step is open."""
        return self._desk.session.lessons.is_open

    def height(self, painter: Painter, width: int) -> int:
        """All of it."""
        inner = width - 2 * painter.px(_MARGIN[0])
        heights = self._heights(painter, inner)
        return sum(heights) + (len(heights) - 1) * self._gap(painter) + 2 * painter.px(_MARGIN[1])

    def suit(self, painter: Painter, width: int, height: int) -> None:
        """Choose the size of the type for a column of this size."""
        lesson, inner = self._desk.session.lessons.lesson, width - 2 * painter.px(_MARGIN[0])
        if lesson is None or inner <= 0:
            return
        # in a compact window a question and its reply need the room
        for units in TEXT_UNITS[2:] if self._desk.is_compact else TEXT_UNITS:
            self.units = units
            if all(
                laid_out(painter, step.blocks, units, inner).height
                <= height * (_MOST_SHARE if step.question is None else _MOST_BESIDE_QUESTION)
                for step in lesson.steps
            ):
                break

    def place(self, painter: Painter, area: Rect) -> None:
        """From the top."""
        self._area = inset(area, *map(painter.px, _MARGIN))
        if self.runs.options:
            runs, *below = self._rows(painter)[4:]
            wide = self._race.width(painter)
            if self._is_race and not below:
                runs, self._race.rect = row(runs, [Grow(), wide], self._gap(painter))
            for place in below:
                self._race.rect = row(place, [wide, Grow()])[0]
            self.runs.rect = runs

    def follow(self) -> None:
        """The step, as it is laid out."""
        course = self._desk.session.lessons
        step = course.step
        if step is not self._followed and step is not None:
            self._followed, self._blocks = step, step.blocks
            names = [(name, _shown(name)) for name in step.runs]
            # where one of them is the step's own search it need not be there twice
            self._own = next((name for name, run in step.runs.items() if run == step.trial), "")
            self.runs.options = names if self._own or not names else [("", _OWN), *names]
            self._on_open()
        self.runs.chosen = course.run or self._own

    @property
    def controls(self) -> Sequence[Control]:
        """The searches, where there are several."""
        race = [self._race] if self._is_race else []
        return [self.runs, *race] if self.runs.options else []

    def tip(self, name: str) -> Tip | None:
        """Where the race is, and how to come back."""
        if name != self._race.name:
            return None
        keymap = self._desk.keymap
        back = keymap.hint(f"view-{LESSONS}")
        return Tip(f"Let these searches race; {back} leads back here", keymap.hint("view-race"))

    def parts(self, painter: Painter) -> Iterator[Part]:
        """Lesson, place, title, text."""
        course, theme = self._desk.session.lessons, painter.theme
        lesson, step = course.lesson, course.step
        if lesson is None or step is None:
            return
        head, dots, title, text, *_ = self._rows(painter)
        count = len(lesson.steps)
        where = f"{course.position + 1} of {count}"
        size = painter.type_size(14)
        names, number = row(head, [Grow(), painter.text_width(where, Face.FIGURES, size)], 8)
        yield label(painter, "lesson", names, lesson.title, color=theme.text_muted, units=14)
        yield label(
            painter, "place", number, where, color=theme.text_muted, units=14, face=Face.FIGURES
        )
        yield self._dots(painter, dots, course.position, count)
        for number_of, line in enumerate(self._title(painter, title.width)):
            height = round(painter.type_size(_TITLE_UNITS) * _TITLE_LEADING)
            at = Rect(title.left, title.top + number_of * height, title.width, height)
            yield label(
                painter,
                f"title {number_of}",
                at,
                line,
                color=theme.text,
                units=_TITLE_UNITS,
                face=Face.DISPLAY,
            )
        yield rich_text(painter, "text", text, self._blocks, self.units)
        yield from drawn(self._desk, painter, self.controls)

    # ---- Within ------------------------------------------------------------------------------

    def _gap(self, painter: Painter) -> int:
        return painter.px(_GAP_UNITS)

    def _rows(self, painter: Painter) -> list[Rect]:
        heights = self._heights(painter, self._area.width)
        return column(self._area, heights, self._gap(painter))

    def _heights(self, painter: Painter, width: int) -> list[int]:
        title = len(self._title(painter, width))
        heights = [
            painter.type_size(_HEAD_UNITS),
            max(4, painter.px(_DOTS_UNITS)),
            title * round(painter.type_size(_TITLE_UNITS) * _TITLE_LEADING),
            laid_out(painter, self._blocks, self.units, max(1, width)).height,
        ]
        if self.runs.options:
            beside = self.runs.width(painter) + self._gap(painter) + self._race.width(painter)
            lines = 2 if self._is_race and beside > width else 1
            heights += [painter.target(_RUNS_UNITS)] * lines
        return heights

    @property
    def _is_race(self) -> bool:
        """The step's searches are to race."""
        step = self._desk.session.lessons.step
        return step is not None and step.view is View.RACE

    def _open_race(self) -> None:
        open_race(self._desk)

    def _title(self, painter: Painter, width: int) -> list[str]:
        step = self._desk.session.lessons.step
        words = "" if step is None else step.shown(step.title)
        size = painter.type_size(_TITLE_UNITS)
        return painter.wrapped(words, Face.DISPLAY, size, max(1, width))

    def _dots(self, painter: Painter, place: Rect, position: int, count: int) -> Part:
        """One dash a step: those gone through, the present one, those to come."""

        def draw(surface: Surface) -> None:
            theme = painter.theme
            for number, at in enumerate(row(place, [Grow()] * count, painter.px(4))):
                color = theme.accent if number <= position else mix(theme.well, theme.track, 0.45)
                low = at if number == position else inset(at, 0, max(1, at.height // 4))
                painter.box(surface, low, low.height, color)

        return Part("dots", place, (position, count), draw)


def _shown(name: str) -> str:
    """The name of a search, as words: a-star is A*."""
    if name.endswith("-star"):
        return f"{name.removesuffix('-star').upper()}*"
    return sentence(name.replace("_", " ").replace("-", " "))
