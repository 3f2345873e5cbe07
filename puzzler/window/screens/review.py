"""Review: a play under its curve, move by move; and the drill of what it lost."""

from __future__ import annotations

from collections.abc import Hashable

from pygame import Rect

from puzzler.window.layout import Grow, column, inset, middle, row
from puzzler.window.panels.drill_card import DrillCard
from puzzler.window.panels.drill_curve import DrillCurve
from puzzler.window.panels.drill_line import DrillLine
from puzzler.window.panels.drill_maker import DrillMaker
from puzzler.window.panels.panel import MakePanel, Panel
from puzzler.window.panels.review_bar import ReviewBar
from puzzler.window.panels.review_board import ReviewBoard
from puzzler.window.panels.review_graph import ReviewGraph
from puzzler.window.panels.review_line import ReviewLine
from puzzler.window.panels.review_summary import ReviewSummary
from puzzler.window.panels.stack import Stack
from puzzler.window.panels.top_bar import TopBar
from puzzler.window.screens.room import is_narrow
from puzzler.window.toolkit.paint import Painter
from puzzler.window.window import Window

COLUMN: tuple[MakePanel, ...] = (
    ReviewGraph,
    ReviewSummary,
    DrillCard,
    DrillMaker,
    DrillCurve,
)
"""Beside the board, from the top."""
BELOW: tuple[MakePanel, ...] = (ReviewLine, DrillLine)
"""Below the board: whichever is shown now."""

_COLUMN_SHARE = 0.46
"""Of the width, for the column: the curve is what one has come for."""
_LEAST_SHARE = 0.6
"""What the board keeps of the window's height, if it can."""
_UPRIGHT = 1.1
"""From this height for its width on the column is below the board."""


class ReviewRoom:
    """The panels of review and drill, and how they share the window."""

    title = "Puzzler"

    def __init__(self, desk: Window) -> None:
        self._desk = desk
        self._top = TopBar(desk)
        self._board = ReviewBoard(desk)
        self._below = [make(desk) for make in BELOW]
        self._bottom = ReviewBar(desk)
        self.column = Stack(desk, [make(desk) for make in COLUMN])

    @property
    def panels(self) -> list[Panel]:
        """In Tab order; the board lies above the bars."""
        return [self._top, self.column, self._bottom, self._board, *self._below]

    @property
    def shape(self) -> Hashable:
        """A board of another shape, a drill instead of a review."""
        desk = self._desk
        return desk.session.activity.board.size, desk.reviewing is None

    @property
    def spare(self) -> Rect:
        """The tray with all its cells."""
        return self._desk.view.geometry.tray

    def share(self, window: Rect) -> None:
        """Bars at the edges; between them the board with its line, and the column beside it."""
        desk, painter = self._desk, self._desk.painter
        desk.is_compact = is_narrow(window, painter)
        low = self._bottom.height(painter, window.width)
        high = self._top.height(painter, window.width)
        top_bar, between, bottom_bar = column(window, [high, Grow(), low])
        self._top.place(painter, top_bar)
        self._bottom.place(painter, bottom_bar)
        gap = painter.px(8 if desk.is_compact else 20)
        place = inset(between, gap, painter.px(6) if desk.is_compact else gap)
        if place.height > place.width * _UPRIGHT:
            board, beside = column(place, [Grow(), place.height - round(place.width * 0.95)], gap)
        else:
            board, beside = row(place, [Grow(), self._column_width(place, window, gap)], gap)
        self.column.place(painter, beside)
        self._share_board(board, painter)

    def _column_width(self, place: Rect, window: Rect, gap: int) -> int:
        """What the board cannot use, and at least its share; but the board keeps its own."""
        low = self._low(place, self._desk.painter)
        wanted = max(round(place.width * _COLUMN_SHARE), place.width - gap - (place.height - low))
        return min(wanted, place.width - gap - round(_LEAST_SHARE * window.height))

    def _share_board(self, place: Rect, painter: Painter) -> None:
        """Where the board cannot use all the height, its line stays close to it."""
        low = self._low(place, painter)
        space = painter.px(4 if self._desk.is_compact else 12)
        rows, columns = self._desk.session.activity.board.size
        height = min(place.height - low - space, place.width * (rows + 1) // (columns + 1))
        place = middle(place, place.width, height + space + low)
        board, below = column(place, [Grow(), low], space)
        self._board.place(painter, board)
        for panel in self._below:
            if panel.is_shown:
                panel.place(painter, below)

    def _low(self, place: Rect, painter: Painter) -> int:
        """How high what is below the board is."""
        shown = [panel for panel in self._below if panel.is_shown]
        return max((panel.height(painter, place.width) for panel in shown), default=0)
