"""Play: the board, the machine that solves it, and the bar that plays the answer."""

from __future__ import annotations

from collections.abc import Hashable

from pygame import Rect

from puzzler.window.layout import Grow, column, inset, middle, row
from puzzler.window.panels.board import BoardPanel
from puzzler.window.panels.edit_bar import EditBar
from puzzler.window.panels.edit_notes import EditNotes
from puzzler.window.panels.edit_text import EditText
from puzzler.window.panels.figures import FiguresPanel
from puzzler.window.panels.finish_card import FinishCard
from puzzler.window.panels.finished import FinishedPanel
from puzzler.window.panels.gap import GapPanel
from puzzler.window.panels.ghost import GhostPanel
from puzzler.window.panels.goal import GoalPanel
from puzzler.window.panels.panel import MakePanel, Panel
from puzzler.window.panels.relay import RelayPanel
from puzzler.window.panels.solver import SolverPanel
from puzzler.window.panels.stack import Stack
from puzzler.window.panels.status import Status
from puzzler.window.panels.top_bar import TopBar
from puzzler.window.panels.transport import Transport
from puzzler.window.panels.welcome import Welcome
from puzzler.window.play.actions import is_editing
from puzzler.window.screens.room import is_narrow
from puzzler.window.toolkit.paint import Painter
from puzzler.window.window import Window

COLUMN: tuple[MakePanel, ...] = (
    RelayPanel,
    SolverPanel,
    EditNotes,
    GapPanel,
    FiguresPanel,
    GhostPanel,
    FinishedPanel,
    GoalPanel,
)
"""Beside the board, from the top; in a compact window in the drawer."""
BELOW: tuple[MakePanel, ...] = (Status, EditText, Welcome)
"""Below the board: whichever is shown now."""
BOTTOM: tuple[MakePanel, ...] = (Transport, EditBar)
"""At the lower edge: whichever is shown now."""

OVER: tuple[MakePanel, ...] = (FinishCard,)
"""Over the board, as far as they need."""

COLUMN_UNITS = 388
_LEAST_SHARE = 0.6
"""What the board keeps of the window's height where a drawer is open, if it can."""
_LEAST_COLUMN_UNITS = 300
_UPRIGHT = 1.2
"""From this height for its width on, a compact window has its drawer below the board."""


class PlayRoom:
    """The panels of play, and how they share the window."""

    title = "Puzzler"

    def __init__(self, desk: Window) -> None:
        self._desk = desk
        self._top = TopBar(desk)
        self._board = BoardPanel(desk)
        self._below = [make(desk) for make in BELOW]
        self._bottom = [make(desk) for make in BOTTOM]
        self._over = [make(desk) for make in OVER]
        self.column = Stack(desk, [make(desk) for make in COLUMN])

    @property
    def panels(self) -> list[Panel]:
        """In Tab order; the board lies above the bars, so that a tile may be dragged over them."""
        column = [self.column] if self._is_column_shown else []
        return [self._top, *column, *self._bottom, self._board, *self._below, *self._over]

    @property
    def shape(self) -> Hashable:
        """Another board, another activity, the drawer, the coach's line, the welcome."""
        desk = self._desk
        return (
            desk.session.activity.board.size,
            is_editing(desk),
            desk.is_drawer_open,
            desk.session.settings.coach,
            desk.is_welcome,
        )

    @property
    def spare(self) -> Rect:
        """The tray with all its cells."""
        return self._desk.view.geometry.tray

    @property
    def _is_column_shown(self) -> bool:
        return not self._desk.is_compact or self._desk.is_drawer_open

    def share(self, window: Rect) -> None:
        """Bars at the edges; between them the board, what is below it, and the column."""
        desk, painter = self._desk, self._desk.painter
        desk.is_compact = is_narrow(window, painter)
        desk.is_drawer_open &= desk.is_compact
        bottom = [panel for panel in self._bottom if panel.is_shown]
        low = max((panel.height(painter, window.width) for panel in bottom), default=0)
        high = self._top.height(painter, window.width)
        top_bar, between, bottom_bar = column(window, [high, Grow(), low])
        self._top.place(painter, top_bar)
        for panel in bottom:
            panel.place(painter, bottom_bar)
        gap = painter.px(8 if desk.is_compact else 20)
        place = inset(between, gap, painter.px(6) if desk.is_compact else gap)
        if not self._is_column_shown:
            self._share_board(place, painter)
        elif desk.is_compact and place.height <= place.width * _UPRIGHT:
            self._share_small(place, gap, window, painter)
        else:
            place, beside = self._cut_column(place, gap, painter)
            self.column.place(painter, beside)
            self._share_board(place, painter)

    def _cut_column(self, place: Rect, gap: int, painter: Painter) -> tuple[Rect, Rect]:
        """The board's place and the column's: beside it, or below it in an upright window."""
        if self._desk.is_compact:
            height = max(place.height - place.width - painter.px(30), place.height // 3)
            board, beside = column(place, [Grow(), height], gap)
        else:
            board, beside = row(place, [Grow(), painter.px(COLUMN_UNITS)], gap)
        return board, beside

    def _share_small(self, place: Rect, gap: int, window: Rect, painter: Painter) -> None:
        """Board and drawer side by side, and across both what else is below the board.

        The drawer takes no more than what leaves the board its share: it covers none of its cells.
        """
        above, low = column(place, [Grow(), self._low(place, painter)], painter.px(4))
        most = place.width - gap - round(_LEAST_SHARE * window.height)
        least = min(painter.px(COLUMN_UNITS), painter.px(_LEAST_COLUMN_UNITS))
        width = max(min(painter.px(COLUMN_UNITS), most), least)
        board, beside = row(above, [Grow(), width], gap)
        self.column.place(painter, beside)
        self._place_board(board, painter)
        self._place_below(low, painter)

    def _share_board(self, place: Rect, painter: Painter) -> None:
        """Where the board cannot use all the height, what is below it stays close to it."""
        low = self._low(place, painter)
        space = painter.px(4 if self._desk.is_compact else 12)
        rows, columns = self._desk.session.activity.board.size
        height = min(place.height - low - space, place.width * (rows + 1) // (columns + 1))
        place = middle(place, place.width, height + space + low)
        board, below = column(place, [Grow(), low], space)
        self._place_board(board, painter)
        self._place_below(below, painter)

    def _place_board(self, area: Rect, painter: Painter) -> None:
        # while it is drawn it has a frame
        area = inset(area, painter.px(8)) if is_editing(self._desk) else area
        self._board.place(painter, area)

    def _low(self, place: Rect, painter: Painter) -> int:
        """How high what is below the board is."""
        shown = [panel for panel in self._below if panel.is_shown]
        return max((panel.height(painter, place.width) for panel in shown), default=0)

    def _place_below(self, area: Rect, painter: Painter) -> None:
        for panel in self._below:
            if panel.is_shown:
                panel.place(painter, area)
