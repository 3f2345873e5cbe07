"""The list of lessons: each with its title, one line, and how far one is."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Unpack

import pygame
from pygame import Rect, Surface

from puzzler.game.lessons.lessons import Entry
from puzzler.humanize import counted, sentence
from puzzler.window.toolkit.cells import Cells
from puzzler.window.toolkit.element import Context, Element, Options, Point, Tip
from puzzler.window.toolkit.labels import Heading, Icon, Text
from puzzler.window.toolkit.layout import Column, Row
from puzzler.window.toolkit.paint import Face, Painter
from puzzler.window.toolkit.theme import mix
from puzzler.window.window import Window

_LEAST_UNITS = 330
_MOST_COLUMNS = 3
_ROW_UNITS = 94
_MARGIN = 14, 8
_NUMBER_UNITS = 34
_TITLE_UNITS, _LINE_UNITS, _NOTE_UNITS = 16.5, 14, 13
_MOST_TITLE = 2
_LEADING = 1.27
_MOST_TROUBLES = 4
"""Lines: the lessons that are right go before more of them."""


def lesson_list(window: Window) -> Element:
    """A heading, a line for each lesson that cannot be read, and the lessons."""
    course, activity = window.shown.lesson, window.session.activity
    entries = () if course is None else course.entries
    troubles = () if course is None else course.troubles
    done = sum(entry.is_done for entry in entries)
    said = f"{done} of {counted(len(entries), 'lesson')} done" if entries else ""

    def begin(number: int) -> None:
        window.session.lessons.begin(entries[number].lesson)

    cards = LessonCards(entries, begin, content=id(activity), key="lessons", grow=1)
    content = Column(
        Row(
            Heading("Lessons", size=28, grow=1),
            Text(said, size=15, color="text_muted", lines=1, priority=1),
        ),
        *(
            Row(Icon("warning", color="bound"), Text(words, size=15, lines=1, grow=1),
                key=("trouble", number))
            for number, words in enumerate(troubles[:_MOST_TROUBLES])
        ),
        cards,
        gap=10, grow=1,
    )  # fmt: skip

    def take_key(key: int, mod: int) -> bool:
        """Keys that no control took go to the lessons."""
        if mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT) or window.ui.focused is not None:
            return False
        return cards.key_down(window.ui, key, mod)

    content.on_key = take_key
    return content


class LessonCards(Cells):
    """A card for each lesson, column by column, so that their order is read downwards."""

    MARGIN_UNITS = 0
    GAP_UNITS = 10

    def __init__(
        self,
        entries: Sequence[Entry],
        on_choose: Callable[[int], object],
        *,
        content: Hashable,
        **options: Unpack[Options],
    ) -> None:
        super().__init__(
            len(entries), on_choose, content=content, empty="No lessons are there.", **options
        )
        self.entries = entries

    def first_mark(self) -> int:
        """The next one to be learned."""
        if not self.entries:
            return -1
        latest = max(self.entries, key=lambda entry: entry.progress.touched)
        at = self.entries.index(latest) if latest.progress.seen else 0
        return at + 1 if latest.is_done and at + 1 < len(self.entries) else at

    # ---- Cells run down each column --------------------------------------------------------

    is_downwards = True

    def columns(self, ui: Context, width: int) -> int:
        """The fewest in which all are in sight at once; else as many as find room."""
        painter, count = ui.painter, max(1, self.count)
        most = max(1, min(width // painter.px(_LEAST_UNITS), _MOST_COLUMNS))
        high = self.row_height(ui) + painter.px(self.GAP_UNITS)
        fitting = (n for n in range(1, most) if -(-count // n) * high <= self.rect.height)
        return next(fitting, most)

    def row_height(self, ui: Context) -> int:
        return ui.painter.target(_ROW_UNITS)

    def tip_at(self, ui: Context, at: Point | None) -> Tip | None:
        """What a lesson is about, where its line had no room."""
        index = self.cell_at(ui, at)
        if index < 0:
            return None
        entry, width = self.entries[index], self._text_place(ui.painter, self.cell_rect(ui, index))
        if not _lines(ui.painter, entry, width)[2]:
            return None
        return Tip(f"{entry.lesson.title}: {entry.lesson.summary}")

    def cell_look(self) -> Hashable:
        return tuple((e.lesson.name, e.lesson.title, e.seen, e.right) for e in self.entries)

    def draw_cell(
        self,
        ui: Context,
        surface: Surface,
        rect: Rect,
        index: int,
        *,
        is_over: bool,
        is_marked: bool,
    ) -> None:
        painter, theme, entry = ui.painter, ui.painter.theme, self.entries[index]
        ground = mix(theme.panel, theme.control, 0.55) if is_over else theme.panel
        painter.box(surface, rect, painter.px(14), ground, theme.panel_edge)
        if is_marked:
            thick = max(2, painter.px(2))
            painter.ring(surface, rect, painter.px(14), theme.accent, thick)
        self._draw_number(surface, painter, index, rect)
        place = self._text_place(painter, rect)
        title, said, _ = _lines(painter, entry, place)
        big, small = painter.type_size(_TITLE_UNITS), painter.type_size(_LINE_UNITS)
        high = [round(big * _LEADING)] * len(title) + [round(small * _LEADING)] * len(said)
        top = place.centery - sum(high) // 2
        size, note = painter.type_size(_NOTE_UNITS), _note(entry)
        head = Rect(place.left, top, place.width, high[0])
        painter.write(surface, note, Face.BODY, size, theme.text_muted, head, align=1.0)
        for number, words in enumerate((*title, *said)):
            at = Rect(place.left, top, place.width, high[number])
            if number < len(title):
                painter.write(surface, words, Face.STRONG, big, theme.text, at)
            else:
                painter.write(surface, words, Face.BODY, small, theme.text_muted, at)
            top += high[number]
        self._draw_progress(surface, painter, entry, rect)

    def _text_place(self, painter: Painter, rect: Rect) -> Rect:
        """Of the title and the line, right of the number."""
        inner = rect.inflate(-2 * painter.px(_MARGIN[0]), -2 * painter.px(_MARGIN[1]))
        taken = painter.px(_NUMBER_UNITS) + painter.px(12)
        return Rect(inner.left + taken, inner.top, inner.width - taken, inner.height)

    def _draw_number(self, surface: Surface, painter: Painter, index: int, card: Rect) -> None:
        """Its place in the list; a tick once it is done."""
        theme, side = painter.theme, painter.px(_NUMBER_UNITS)
        disk = Rect(card.left + painter.px(_MARGIN[0]), 0, side, side)
        disk.centery = card.centery
        painter.box(surface, disk, side // 2, theme.well, theme.panel_edge)
        if self.entries[index].is_done:
            mark = painter.icon("check", side * 6 // 10, theme.good)
            surface.blit(mark, mark.get_rect(center=disk.center))
        else:
            size, words = painter.type_size(15), f"{index + 1}"
            painter.write(surface, words, Face.FIGURES, size, theme.text, disk, align=0.5)

    def _draw_progress(self, surface: Surface, painter: Painter, entry: Entry, card: Rect) -> None:
        """A line along the foot of the card."""
        if not entry.progress.seen:
            return
        theme, count = painter.theme, len(entry.lesson.steps)
        thick, margin = max(3, painter.px(4)), painter.px(_MARGIN[0])
        top = card.bottom - thick - painter.px(3)
        track = Rect(card.left + margin, top, card.width - 2 * margin, thick)
        painter.box(surface, track, thick, mix(theme.well, theme.track, 0.45))
        done = Rect(track.left, track.top, track.width * entry.seen // count, thick)
        painter.box(surface, done, thick, theme.good if entry.is_done else theme.accent)


def _note(entry: Entry) -> str:
    """How far it was gone through, and how the questions went."""
    count = len(entry.lesson.steps)
    if not entry.progress.seen:
        return counted(count, "step")
    if not entry.is_done:
        return f"{entry.seen} of {count}"
    return f"{entry.right} of {entry.asks} right" if entry.asks else "Done"


def _lines(painter: Painter, entry: Entry, place: Rect) -> tuple[list[str], list[str], bool]:
    """The title beside the note, in what is left its one line, broken; and whether that is cut."""
    note = painter.text_width(_note(entry), Face.BODY, painter.type_size(_NOTE_UNITS))
    width = max(1, place.width - note - painter.px(10))
    big, small = painter.type_size(_TITLE_UNITS), painter.type_size(_LINE_UNITS)
    title = painter.wrapped(entry.lesson.title, Face.STRONG, big, width)
    summary = sentence(entry.lesson.summary)
    said = painter.wrapped(summary, Face.BODY, small, max(1, place.width))
    count = len(title) + len(said)
    if len(title) > _MOST_TITLE:
        title = [title[0], painter.fitted(" ".join(title[1:]), Face.STRONG, big, width)]
    rest = place.height - len(title) * round(big * _LEADING)
    most = max(1, rest // round(small * _LEADING))
    if len(said) > most:
        last = painter.fitted(" ".join(said[most - 1 :]), Face.BODY, small, place.width)
        said = [*said[: most - 1], last]
    return title, said, len(title) + len(said) < count
