"""The list of lessons with title, summary and progress."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Unpack

import pygame
from pygame import Rect, Surface

from puzzler.game.lessons.course import LessonEntry, LessonState
from puzzler.humanize import counted, sentence
from puzzler.window.core.window import Window
from puzzler.window.toolkit.cells import Cell, Cells, CellsOptions
from puzzler.window.toolkit.context import Context
from puzzler.window.toolkit.element import Element, Point, Tip, walk
from puzzler.window.toolkit.frame import draw_tree
from puzzler.window.toolkit.labels import Canvas, Heading, Icon, Meter, Text
from puzzler.window.toolkit.layout import At, Column, Row, Space, Stack
from puzzler.window.toolkit.paint import Face, Painter
from puzzler.window.toolkit.theme import mix

_LEADING = 1.27
_MAX_TROUBLES = 4
"""Maximum number of error lines above the list, so that the lessons remain visible."""


def lesson_list(window: Window, course: LessonState) -> Element:
    """Build the list: a heading, an error line for each invalid lesson, and the lessons."""
    entries, folder = course.entries, course.folder
    done = sum(entry.is_done for entry in entries)
    progress = f"{done} of {counted(len(entries), 'lesson')} done" if entries else ""

    def begin(number: int) -> None:
        window.session.lessons.begin(entries[number].lesson)

    content = id(window.session.activity), len(entries) > 0
    cards = LessonCards(entries, begin, content=content, key="lessons", grow=1)
    if not window.session.lessons.is_read:
        cards.empty = "Reading the lessons"
    view = Column(
        Row(
            Heading(f"Lessons in {folder}" if folder else "Lessons", size=28, grow=1),
            Text(progress, size=15, color="text_muted", lines=1, priority=1),
        ),
        *(
            Row(Icon("warning", color="bound"), Text(trouble, size=15, lines=1, grow=1),
                key=("trouble", number))
            for number, trouble in enumerate(course.troubles[:_MAX_TROUBLES])
        ),
        cards,
        gap=10, grow=1,
    )  # fmt: skip

    def take_key(key: int, mod: int) -> bool:
        """Pass keys to the cards if no control has the focus."""
        if mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT) or window.ui.focused is not None:
            return False
        return cards.key_down(window.ui, key, mod)

    view.on_key = take_key
    return view


def _next_index(entries: Sequence[LessonEntry]) -> int:
    """Return the index of the lesson to continue with, -1 if there are no lessons."""
    if not entries:
        return -1
    recent = max(entries, key=lambda entry: entry.progress.touched)
    at = entries.index(recent) if recent.progress.visited else 0
    return at + 1 if recent.is_visited and at + 1 < len(entries) else at


class LessonCards(Cells):
    """A grid of cards, one per lesson."""

    accessible_name = "Lessons"
    MARGIN_UNITS = 0
    GAP_UNITS = 8
    row_units = 74
    empty = "There are no lessons."

    def __init__(
        self,
        entries: Sequence[LessonEntry],
        on_choose: Callable[[int], object],
        **options: Unpack[CellsOptions],
    ) -> None:
        options.setdefault("first", _next_index(entries))
        super().__init__(len(entries), on_choose, **options)
        self.entries = entries
        self.cell_look = tuple(
            (e.lesson.name, e.lesson.title, e.visited, e.answered, e.right) for e in entries
        )
        self.cards = [_card(number, entry) for number, entry in enumerate(entries, 1)]

    def cell_text(self, index: int) -> str:
        lesson = self.entries[index].lesson
        return f"{index + 1}: {lesson.title}"

    def columns(self, ui: Context, width: int) -> int:
        """Return the smallest number of columns that shows all cards, or as many as fit."""
        painter, count = ui.painter, max(1, self.count)
        limit = max(1, min(width // painter.px(330), 3))
        high = self.row_height(ui) + painter.px(self.GAP_UNITS)
        fitting = (n for n in range(1, limit) if -(-count // n) * high <= self.rect.height)
        return next(fitting, limit)

    def tip_at(self, ui: Context, at: Point | None) -> Tip | None:
        """Return title and summary if the text of the card is cut."""
        index = self.cell_at(ui, at)
        if index < 0:
            return None
        card, lesson = self.cards[index], self.entries[index].lesson
        card.place(ui, self.cell_rect(ui, index))
        is_cut = any(text.is_cut for text in walk(card) if isinstance(text, Text))
        return Tip(f"{lesson.title}: {lesson.summary}") if is_cut else None

    def draw_cell(self, ui: Context, surface: Surface, cell: Cell) -> None:
        painter, theme = ui.painter, ui.painter.theme
        ground = mix(theme.panel, theme.control, 0.55) if cell.is_over else theme.panel
        painter.box(surface, cell.rect, painter.px(14), ground, theme.panel_edge)
        if cell.is_marked:
            painter.ring(surface, cell.rect, painter.px(14), theme.accent, max(2, painter.px(2)))
        draw_tree(surface, ui, self.cards[cell.index], cell.rect)


def _card(number: int, entry: LessonEntry) -> Element:
    mark: Element = Text(f"{number}", size=15, face=Face.FIGURES, align=0.5)
    color = "good" if entry.is_done else "accent"
    if entry.is_done:
        mark = Icon("check", color=color)
    done = Meter(entry.visited / len(entry.lesson.steps), color=color, height=4)
    return Column(
        Row(
            Stack(Canvas("disk", _draw_disk), At(mark), width=34, height=34),
            Column(
                Row(
                    Text(entry.lesson.title, size=16, smaller=(15, 14, 13), strong=True, lines=1,
                         leading=_LEADING, width=0, grow=1),
                    Text(_note(entry), size=12, color="text_muted", lines=1, leading=_LEADING),
                    gap=10, priority=1,
                ),
                Text(sentence(entry.lesson.summary), size=14, color="text_muted", lines=2,
                     leading=_LEADING),
                gap=0, width=0, grow=1,
            ),
            gap=12, pad=(14, 0), grow=1,
        ),
        At(done, x=None, pad=(14, 0)) if entry.progress.visited else Space(height=4),
        gap=0, pad=(0, 3),
    )  # fmt: skip


def _draw_disk(surface: Surface, painter: Painter, rect: Rect) -> None:
    theme = painter.theme
    painter.box(surface, rect, rect.height // 2, theme.well, theme.panel_edge)


def _note(entry: LessonEntry) -> str:
    if not entry.progress.visited:
        return ""
    if not entry.is_visited:
        return f"{entry.visited} of {len(entry.lesson.steps)}"
    if not entry.is_done:
        return f"{entry.answered}/{entry.task_count} done"
    has_questions = any(step.question is not None for step in entry.lesson.steps)
    return f"{entry.right}/{entry.task_count} right" if has_questions else "Done"
