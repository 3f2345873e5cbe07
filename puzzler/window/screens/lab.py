"""The Lab: a search under the lens, what it takes next, and the bar that runs it."""

from __future__ import annotations

from collections.abc import Hashable

from pygame import Rect

from puzzler.window.desk import Desk
from puzzler.window.layout import Grow, column, inset, row
from puzzler.window.paint import Painter
from puzzler.window.panels.lab_bar import LabBar
from puzzler.window.panels.lab_board import LabBoard
from puzzler.window.panels.lab_figures import LabFigures
from puzzler.window.panels.lab_line import LabLine
from puzzler.window.panels.lab_method import LabMethod
from puzzler.window.panels.lab_predict import LabPredict
from puzzler.window.panels.lab_state import LabState
from puzzler.window.panels.lab_successors import LabSuccessors
from puzzler.window.panels.lab_tabs import LabTabs
from puzzler.window.panels.panel import Panel
from puzzler.window.panels.stack import GAP_UNITS, Stack
from puzzler.window.panels.top_bar import TopBar
from puzzler.window.screens.room import is_narrow

_LENS_SHARE = 0.385
"""Of the width, for the state under the lens; the tabs have the rest."""
_LEAST_BOARD_UNITS = 150
_UPRIGHT = 1.0
"""From this height for its width on the lens of a compact window has its board above its words."""


class LabRoom:
    """The panels of the Lab, and how they share the window.

    In a compact window the lens is the first of the tabs.
    """

    title = "Puzzler"

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._top = TopBar(desk)
        self._line = LabLine(desk)
        self._method = LabMethod(desk)
        self._tabs = LabTabs(desk)
        self._figures = LabFigures(desk)
        self._board = LabBoard(desk)
        self._bottom = LabBar(desk)
        lens = LabState(desk, self._board), LabSuccessors(desk), LabPredict(desk)
        self.column = Stack(desk, lens)

    @property
    def panels(self) -> list[Panel]:
        """In Tab order; what only explains comes last."""
        lens: list[Panel] = [self._board, self.column] if self._is_lens_there else []
        return [self._top, self._line, self._method, self._tabs, self._bottom, *lens, self._figures]

    @property
    def shape(self) -> Hashable:
        """A board of another shape, another tab of a compact window, a question."""
        desk = self._desk
        inspecting = desk.inspecting
        is_asked = inspecting is not None and inspecting.state().is_predicting
        return desk.session.activity.board.size, desk.is_compact, desk.is_lens_shown, is_asked

    @property
    def spare(self) -> Rect:
        """The tray with all its cells."""
        return self._desk.view.geometry.tray if self._is_lens_there else Rect(0, 0, 0, 0)

    @property
    def _is_lens_there(self) -> bool:
        return not self._desk.is_compact or self._desk.is_lens_shown

    def share(self, window: Rect) -> None:
        """Bars at the edges; between them the lens, and beside it the tabs."""
        desk, painter = self._desk, self._desk.painter
        desk.is_compact = is_narrow(window, painter)
        low = self._bottom.height(painter, window.width)
        high = self._top.height(painter, window.width)
        top_bar, between, bottom_bar = column(window, [high, Grow(), low])
        self._top.place(painter, top_bar)
        self._line.place(painter, self._top.space)
        self._bottom.place(painter, bottom_bar)
        if desk.is_compact:
            self._share_small(inset(between, painter.px(8), painter.px(6)), painter)
            return
        gap = painter.px(20)
        place = inset(between, gap, painter.px(16))
        lens, beside = row(place, [round(place.width * _LENS_SHARE), Grow()], gap)
        self._share_lens(lens, painter)
        self._share_beside(beside, painter, painter.px(10))

    def _share_small(self, place: Rect, painter: Painter) -> None:
        """The lens below the strip, where that is the chosen tab."""
        self._share_beside(place, painter, painter.px(6))
        if not self._is_lens_there:
            return
        body = self._tabs.body
        if body.height > body.width * _UPRIGHT:
            self._share_lens(body, painter)
            return
        board, words = row(body, [min(body.height, body.width * 45 // 100), Grow()], painter.px(8))
        self._board.place(painter, board)
        self.column.place(painter, words)

    def _share_beside(self, place: Rect, painter: Painter, gap: int) -> None:
        """The method above the tabs, the figures below them."""
        high = self._method.height(painter, place.width)
        low = self._figures.height(painter, place.width)
        method, tabs, figures = column(place, [high, Grow(), low], gap)
        self._method.place(painter, method)
        self._tabs.place(painter, tabs)
        self._figures.place(painter, figures)

    def _share_lens(self, place: Rect, painter: Painter) -> None:
        """The board above what is said of it, which has the room that it needs, if it can."""
        self.column.follow()
        wanted = self.column.height(painter, place.width)
        gap = painter.px(GAP_UNITS)
        most = place.height - gap - painter.px(_LEAST_BOARD_UNITS)
        rows, columns = self._desk.session.activity.board.size
        board_height = min(place.width * rows // columns, place.height - gap - min(wanted, most))
        board, words = column(place, [board_height, Grow()], gap)
        self._board.place(painter, board)
        self.column.place(painter, words)
