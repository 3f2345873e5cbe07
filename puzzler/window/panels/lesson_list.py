"""The list of lessons: each with its title, one line, and how far one is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pygame
from pygame import Rect
from pygame.event import Event

from puzzler.game.lessons.browsing import Browsing
from puzzler.game.lessons.lessons import Entry
from puzzler.humanize import counted
from puzzler.window.layout import Grow, column, row
from puzzler.window.panels.panel import drawn
from puzzler.window.toolkit.paint import Face, Painter
from puzzler.window.toolkit.scene import Part
from puzzler.window.widgets.control import Control
from puzzler.window.widgets.label import icon, label
from puzzler.window.widgets.lesson_grid import LessonGrid
from puzzler.window.widgets.spot import Spot
from puzzler.window.widgets.tooltip import Tip
from puzzler.window.window import Window

_TITLE_UNITS = 28
_NONE = "No lessons are there."
_TROUBLE = "trouble "
_TROUBLE_UNITS = 15
_MOST_TROUBLES = 4
"""Lines: the lessons that are right go before more of them."""


class LessonList:
    """There while no lesson is open; arrow keys and Enter reach it wherever the focus is not."""

    name = "lesson list"

    def __init__(self, desk: Window) -> None:
        self._desk = desk
        self._title = self._where = Rect(0, 0, 0, 0)
        self._troubles: list[Spot] = []
        self._followed: Browsing | None = None
        self.grid = LessonGrid("lessons", self._begin, painter=lambda: desk.painter)

    @property
    def is_shown(self) -> bool:
        """The list is looked at."""
        return isinstance(self._desk.session.activity, Browsing)

    def height(self, painter: Painter, width: int) -> int:
        """All the room there is."""
        return 0

    def place(self, painter: Painter, area: Rect) -> None:
        """A heading, a line for each lesson that cannot be read, and the lessons below."""
        troubles = self._desk.session.lessons.troubles[:_MOST_TROUBLES]
        self._troubles = [Spot(f"{_TROUBLE}{number}") for number in range(len(troubles))]
        lines = [painter.type_size(_TROUBLE_UNITS * 1.6)] * len(troubles)
        heading = painter.type_size(_TITLE_UNITS * 1.5)
        head, *places, self.grid.rect = column(area, [heading, *lines, Grow()], painter.px(10))
        for spot, place in zip(self._troubles, places, strict=True):
            spot.rect = place
        self._title, self._where = row(head, [Grow(), painter.px(330)], painter.px(10))

    def follow(self) -> None:
        """How far one is; the next one to be learned is marked when the list comes."""
        activity = self._desk.session.activity
        if not isinstance(activity, Browsing):
            return
        entries = self._desk.session.lessons.entries
        self.grid.entries = entries
        # it comes anew with every lesson that is left; while one is open nobody follows it
        if self._followed is not activity and entries:
            self._followed = activity
            latest = max(entries, key=lambda entry: entry.progress.touched)
            at = entries.index(latest) if latest.is_begun else 0
            if latest.is_done and at + 1 < len(entries):
                at += 1
            self.grid.mark(at)

    @property
    def controls(self) -> Sequence[Control]:
        """The lessons, and what is wrong with others."""
        return [self.grid, *self._troubles]

    def tip(self, name: str) -> Tip | None:
        """What a lesson is about, where its line had no room; what is wrong with one, likewise."""
        if name.startswith(_TROUBLE):
            return Tip(self._desk.session.lessons.troubles[int(name.removeprefix(_TROUBLE))])
        number = self.grid.cut_at(self._desk.controls.touch(self.grid).at)
        entries = self._desk.session.lessons.entries
        return None if number < 0 else _told(entries[number])

    def handle(self, event: Event) -> bool:
        """Keys that no control took go to the lessons."""
        if event.type != pygame.KEYDOWN or event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT):
            return False
        return self._desk.controls.focused is None and self.grid.key(event.key, event.mod)

    def parts(self, painter: Painter) -> Iterator[Part]:
        """Heading, how many are done, the lessons."""
        theme, course = painter.theme, self._desk.session.lessons
        entries = course.entries
        yield label(
            painter,
            "heading",
            self._title,
            "Lessons",
            color=theme.text,
            units=_TITLE_UNITS,
            face=Face.DISPLAY,
        )
        done = sum(entry.is_done for entry in entries)
        words = f"{done} of {counted(len(entries), 'lesson')} done" if entries else ""
        yield label(
            painter, "done", self._where, words, color=theme.text_muted, units=15, align=1.0
        )
        for spot, words in zip(self._troubles, course.troubles, strict=False):
            side = painter.type_size(_TROUBLE_UNITS * 1.3)
            mark, said = row(spot.rect, [side, Grow()], painter.px(8))
            yield icon(painter, mark, "warning", theme.bound)
            yield label(painter, spot.name, said, words, color=theme.text, units=_TROUBLE_UNITS)
        if not entries:
            yield label(painter, "none", self.grid.rect, _NONE, color=theme.text_muted, align=0.5)
        yield from drawn(self._desk, painter, self.controls)

    def _begin(self, number: int) -> None:
        entries = self._desk.session.lessons.entries
        self._desk.session.lessons.begin(entries[number].lesson)


def _told(entry: Entry) -> Tip:
    """Title and summary, in full."""
    return Tip(f"{entry.lesson.title}: {entry.lesson.summary}")
