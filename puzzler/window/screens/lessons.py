"""Lessons: the list of them; and a step, its text beside what it tells of."""

from __future__ import annotations

from collections.abc import Hashable

from pygame import Rect

from puzzler.game.lessons.values import Highlight
from puzzler.window.desk import Desk
from puzzler.window.layout import Grow, Size, column, inset, middle, row
from puzzler.window.paint import Painter
from puzzler.window.panels.lab_bar import LabBar
from puzzler.window.panels.lab_figures import LabFigures
from puzzler.window.panels.lab_line import LabLine
from puzzler.window.panels.lab_method import LabMethod
from puzzler.window.panels.lab_predict import LabPredict
from puzzler.window.panels.lab_state import LabState
from puzzler.window.panels.lab_successors import LabSuccessors
from puzzler.window.panels.lab_tabs import LabTabs
from puzzler.window.panels.lesson_board import LessonBoard
from puzzler.window.panels.lesson_foot import LessonFoot
from puzzler.window.panels.lesson_line import LessonLine
from puzzler.window.panels.lesson_list import LessonList
from puzzler.window.panels.lesson_marks import LessonMarks
from puzzler.window.panels.lesson_question import LessonQuestion
from puzzler.window.panels.lesson_text import LessonText
from puzzler.window.panels.panel import Panel
from puzzler.window.panels.stack import GAP_UNITS, Stack
from puzzler.window.panels.top_bar import TopBar
from puzzler.window.screens.room import is_narrow

_TEXT_SHARE = 0.325
_LENS_SHARE = 0.31
"""Of the width, for text and lens; the tabs have the rest."""
_LEAST_BOARD_UNITS = 150
_UPRIGHT = 1.0
"""From this height for its width on a compact window has the board above the text."""
_FOOT_UNITS = 440
_QUESTION_UNITS = 19.0


class LessonsRoom:
    """The panels of a lesson, and how they share the window.

    In a compact window the text is the first of the tabs, and the lens the second.
    """

    title = "Puzzler"

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._top = TopBar(desk)
        self._line = LabLine(desk)
        self._list = LessonList(desk)
        self._foot = LessonFoot(desk)
        self._method = LabMethod(desk)
        self._tabs = LabTabs(desk)
        self._figures = LabFigures(desk)
        self._board = LessonBoard(desk)
        self._moves = LessonLine(desk)
        self._bottom = LabBar(desk)
        lens = LabState(desk, self._board), LabSuccessors(desk), LabPredict(desk)
        self.lens = Stack(desk, lens)
        self._text = LessonText(desk, self._reveal_text)
        self._question = LessonQuestion(desk, self._reveal_reply)
        self.column = Stack(desk, (self._text, self._question))
        self._lens_area = Rect(0, 0, 0, 0)
        self._marks = LessonMarks(
            desk,
            {
                Highlight.BOARD: lambda: desk.view.geometry.tray,
                Highlight.LENS: lambda: self._lens_area,
                Highlight.WHY: lambda: self.lens.cards.get("lab state"),
                Highlight.SUCCESSORS: lambda: self.lens.cards.get("lab successors"),
                Highlight.FRONTIER: lambda: self._tabs.body,
                Highlight.TREE: lambda: self._tabs.body,
                Highlight.PLOTS: lambda: self._tabs.body,
                Highlight.MAP: lambda: self._tabs.body,
                Highlight.FIGURES: lambda: self._figures.card if self._is_lab_there else None,
                Highlight.TRACK: lambda: self._bottom.track.rect,
            },
            self._tabs.segment,
        )

    @property
    def panels(self) -> list[Panel]:
        """In Tab order; what only explains comes last."""
        desk = self._desk
        if not desk.session.lessons.is_open:
            return [self._top, self._line, self._list]
        if desk.inspecting is None:
            text: list[Panel] = [self.column, self._foot]
            return [self._top, self._line, *text, self._board, self._moves, self._marks]
        lens: list[Panel] = [self._board, self.lens] if self._is_lens_there else []
        text = [self.column] if self._is_text_there else []
        if desk.is_lesson_shown:
            lens = [self._board]
        lab: list[Panel] = [self._method, self._figures] if self._is_lab_there else []
        return [
            self._top,
            self._line,
            *text,
            self._foot,
            self._tabs,
            self._bottom,
            *lens,
            *lab,
            self._marks,
        ]

    @property
    def shape(self) -> Hashable:
        """List, play or Lab; a board of another shape; another tab of a compact window."""
        desk, course = self._desk, self._desk.session.lessons
        inspecting = desk.inspecting
        is_asked = inspecting is not None and inspecting.state().is_predicting
        shown = desk.is_compact and (desk.is_lens_shown, desk.is_lesson_shown)
        kind = course.is_open, inspecting is None
        lesson = None if course.lesson is None else course.lesson.name
        return kind, lesson, desk.session.activity.board.size, shown, is_asked, bool(desk.line)

    @property
    def spare(self) -> Rect:
        """The tray with all its cells."""
        is_there = self._desk.inspecting is None or self._is_lens_there
        is_seen = is_there and self._desk.session.lessons.is_open
        return self._desk.view.geometry.tray if is_seen else Rect(0, 0, 0, 0)

    @property
    def _is_lens_there(self) -> bool:
        return not self._desk.is_compact or self._desk.is_lens_shown

    @property
    def _is_text_there(self) -> bool:
        return not self._desk.is_compact or self._desk.is_lesson_shown

    @property
    def _is_lab_there(self) -> bool:
        """Method and figures: in a compact window not beside the text."""
        return not (self._desk.is_compact and self._desk.is_lesson_shown)

    def share(self, window: Rect) -> None:
        """Bars at the edges; between them the list, or the step."""
        desk, painter = self._desk, self._desk.painter
        desk.is_compact = is_narrow(window, painter)
        is_lab = desk.inspecting is not None
        low = self._bottom.height(painter, window.width) if is_lab else 0
        high = self._top.height(painter, window.width)
        top_bar, between, bottom_bar = column(window, [high, Grow(), low])
        self._top.place(painter, top_bar)
        if is_lab:
            self._bottom.place(painter, bottom_bar)
        margin = painter.px(8 if desk.is_compact else 20)
        place = inset(between, margin, painter.px(6 if desk.is_compact else 16))
        space = self._top.space
        if desk.is_compact and desk.session.lessons.is_open:
            space = self._share_space(space, painter)
        self._line.place(painter, space)
        if not desk.session.lessons.is_open:
            self._share_list(place, painter)
        elif not is_lab:
            self._share_play(place, painter)
        elif desk.is_compact:
            self._share_small(place, painter)
        else:
            self._share_wide(place, painter)

    def _share_list(self, place: Rect, painter: Painter) -> None:
        """No wider than can be read."""
        width = min(place.width, painter.px(1160))
        place = Rect(place.left + (place.width - width) // 2, place.top, width, place.height)
        self._list.place(painter, place)

    def _share_space(self, space: Rect, painter: Painter) -> Rect:
        """Of the top bar of a compact window: Back and Next; what is left for what is said."""
        width = min(painter.px(_FOOT_UNITS), space.width)
        left, foot = row(space, [Grow(), width], painter.px(8))
        height = self._foot.height(painter, width)
        self._foot.place(painter, Rect(foot.left, foot.centery - height // 2, width, height))
        return left

    def _reveal_text(self) -> None:
        self.column.reveal_start()

    def _reveal_reply(self) -> None:
        self.column.reveal_end()

    def _place_text(self, place: Rect, painter: Painter) -> None:
        """In letters that suit it."""
        self._text.suit(painter, place.width, place.height)
        self._question.units = min(self._text.units, _QUESTION_UNITS)
        self.column.follow()
        self.column.place(painter, place)

    def _share_text(self, place: Rect, painter: Painter) -> None:
        """The text, and at its foot what leads on."""
        low = self._foot.height(painter, place.width)
        text, foot = column(place, [Grow(), low], painter.px(GAP_UNITS))
        self._place_text(text, painter)
        self._foot.place(painter, foot)

    def _share_play(self, place: Rect, painter: Painter) -> None:
        """The text beside the board, which is played."""
        gap = painter.px(8 if self._desk.is_compact else 20)
        if place.height > place.width * _UPRIGHT:
            board, text = column(place, [Grow(), place.height // 2], gap)
        else:
            share = 0.5 if self._desk.is_compact else _TEXT_SHARE
            text, board = row(place, [round(place.width * share), Grow()], gap)
        if self._desk.is_compact:
            self._place_text(text, painter)
        else:
            self._share_text(text, painter)
        low = self._moves.height(painter, board.width)
        space = painter.px(8)
        rows, columns = self._desk.session.activity.board.size
        high = min(board.height - low - space, board.width * (rows + 1) // (columns + 1))
        board, moves = column(middle(board, board.width, high + space + low), [high, low], space)
        self._board.place(painter, board)
        self._moves.place(painter, moves)

    def _share_small(self, place: Rect, painter: Painter) -> None:
        """The strip, and below it the text with its board, the lens, or a tab."""
        gap = painter.px(6)
        if self._is_lab_there:
            high = self._method.height(painter, place.width)
            low = self._figures.height(painter, place.width)
            method, place, figures = column(place, [high, Grow(), low], gap)
            self._method.place(painter, method)
            self._figures.place(painter, figures)
        self._tabs.place(painter, place)
        body = self._tabs.body
        if self._desk.is_lesson_shown:
            self._share_beside_board(body, painter)
        elif self._is_lens_there:
            self._share_lens(body, painter)

    def _share_beside_board(self, body: Rect, painter: Painter) -> None:
        """The text, and the board that it tells of."""
        gap = painter.px(8)
        rows, columns = self._desk.session.activity.board.size
        if body.height > body.width * _UPRIGHT:
            height = min(body.height * 2 // 5, body.width * rows // columns)
            board, text = column(body, [height, Grow()], gap)
        else:
            text, board = row(body, [Grow(), min(body.height, body.width * 2 // 5)], gap)
        self._board.place(painter, board)
        self._place_text(text, painter)
        self._lens_area = board

    def _share_wide(self, place: Rect, painter: Painter) -> None:
        """Text, lens and tabs side by side."""
        gap = painter.px(16)
        text, lab = row(place, [round(place.width * _TEXT_SHARE), Grow()], gap)
        self._share_text(text, painter)
        high = self._method.height(painter, lab.width)
        method, lab = column(lab, [high, Grow()], painter.px(10))
        self._method.place(painter, method)
        lens, beside = row(lab, [round(place.width * _LENS_SHARE), Grow()], gap)
        self._share_lens(lens, painter)
        low = self._figures.height(painter, beside.width)
        tabs, figures = column(beside, [Grow(), low], painter.px(10))
        self._tabs.place(painter, tabs)
        self._figures.place(painter, figures)

    def _share_lens(self, place: Rect, painter: Painter) -> None:
        """The board above what is said of it, or beside it where there is little height."""
        self._lens_area = place
        self.lens.follow()
        if self._desk.is_compact and place.height <= place.width * _UPRIGHT:
            sizes: list[Size] = [min(place.height, place.width * 45 // 100), Grow()]
            board, words = row(place, sizes, painter.px(8))
        else:
            wanted = self.lens.height(painter, place.width)
            gap = painter.px(GAP_UNITS)
            most = place.height - gap - painter.px(_LEAST_BOARD_UNITS)
            rows, columns = self._desk.session.activity.board.size
            wide = place.width * rows // columns
            board_height = min(wide, place.height - gap - min(wanted, most))
            board, words = column(place, [board_height, Grow()], gap)
        self._board.place(painter, board)
        self.lens.place(painter, words)
