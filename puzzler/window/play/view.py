"""Play: the board, the search that solves it, and the bar that plays the solution."""

from __future__ import annotations

from puzzler.board.board import Board
from puzzler.game.core.texts import goal_title
from puzzler.game.play.editing import EditState, EditTarget
from puzzler.window.board.mini import CaptionedBoard, MiniBoard
from puzzler.window.board.tiles import Skin
from puzzler.window.common.board import BoardElement
from puzzler.window.common.top_bar import top_bar
from puzzler.window.common.views import PLAY, View
from puzzler.window.core.window import Window
from puzzler.window.play.editing import edit_bar, edit_notes, edit_text
from puzzler.window.play.finish import finish_card, relay_card
from puzzler.window.play.status import status, welcome
from puzzler.window.toolkit.cards import Card, Space
from puzzler.window.toolkit.context import Context
from puzzler.window.toolkit.element import Child, Element, Range
from puzzler.window.toolkit.layout import At, Column, Pages, Row, Stack
from puzzler.window.toolkit.scroll import Scroll
from puzzler.window.watch.bar import solution_bar
from puzzler.window.watch.figures import (
    bounds_card,
    bounds_of,
    ghost_card,
    search_card,
    show_now_card,
)
from puzzler.window.watch.finished import finished_card
from puzzler.window.watch.solver import solver_card, watch_button

COLUMN = "column"
"""The key of what stands beside the board."""
_COLUMN_UNITS, _LEAST_COLUMN_UNITS = 388, 300
_LEAST_SHARE = 0.3
"""Of the window's height: what the column has below the board of an upright window."""
_UPRIGHT = 1.3
"""From this height for its width on, a compact window has the column below the board."""


def play_view(window: Window) -> Element:
    """Bars at the edges; between them the board, what is below it, and the column."""
    editing = window.shown.edit
    watch = watch_button(window) if window.is_compact else None
    bottom: Element
    if editing is not None:
        bottom = edit_bar(window, editing)
    else:
        # the room of the track is kept, so that nothing moves once there is something to play
        has_track = window.shown.watch.phase is not None or window.shown.watch.left is not None
        spare = welcome(window) if window.is_welcome else Space()
        bottom = Pages(solution_bar(window), spare, shown=0 if has_track else 1)
    return Column(top_bar(window, watch), _between(window, editing), bottom, gap=0)


def _between(window: Window, editing: EditState | None) -> Element:
    card, tiles = finish_card(window), BoardElement(window)
    board = Stack(tiles, card and At(card, y=1.0, max_share=0.75, pad=(6, 8)), over=True, grow=1)
    low = status(window) if editing is None else edit_text(window, editing)
    space = 4 if window.is_compact else 12
    column = _Beside(Column(*_cards(window, editing), gap=8, grow=1), key=COLUMN, grow=0)
    pad = (8, 6) if window.is_compact else (20, 20)
    if not window.is_compact:
        column.fixed_width = _COLUMN_UNITS
        return Row(_framed(board, low, space), column, stretch=True, gap=20, pad=pad, grow=1)
    if not window.is_drawer_open:
        return Column(_framed(board, low, space), pad=pad, grow=1)
    width, height = window.size
    if height > width * _UPRIGHT:
        column.grow, column.priority = 1, -1
        return Column(_framed(board, low, space, grow=0), column, gap=8, pad=pad, grow=1)
    # across board and column what is below the board; the column leaves the board its share
    column.priority = -1
    board.panel = "Board"
    row = Row(board, column, stretch=True, gap=8, grow=1)
    return Column(row, low, gap=space, pad=pad, grow=1)


def _framed(board: Element, low: Element, space: float, *, grow: float = 1) -> Element:
    return At(Column(board, low, gap=space), x=None, grow=grow, panel="Board")


class _Beside(Scroll):
    """The column of cards; narrower where that leaves the board its share."""

    def measure_width(self, ui: Context) -> Range:
        return Range(ui.painter.px(_LEAST_COLUMN_UNITS), ui.painter.px(_COLUMN_UNITS))

    def measure_height(self, ui: Context, width: int) -> Range:
        least = round(_LEAST_SHARE * ui.size[1])
        return Range(least, max(least, super().measure_height(ui, width).preferred))


def _cards(window: Window, editing: EditState | None) -> list[Child]:
    """From the top; those of lower priority, and of equals the last, yield first."""
    goal = _goal(window, editing)
    if editing is not None:
        return [edit_notes(), goal]
    ui, run, relay = window.ui, window.shown.watch.run, window.shown.play.relay
    bounds = None if run is None else bounds_of(run.figures)
    return [
        None if relay is None else ui.reuse(relay_card, relay),
        solver_card(window),
        None if bounds is None else ui.reuse(bounds_card, bounds),
        search_card(window),
        ghost_card(window),
        None if window.is_compact else show_now_card(window),
        finished_card(window) if window.shown.settings.details else None,
        Space(grow=1),  # the goal stays where it is
        goal,
    ]


def _goal(window: Window, editing: EditState | None) -> Element:
    """The goal as a small board; while the goal is drawn by hand, the board to it.

    A key shows it, too: it yields to both bounds of a solution.
    """
    watch, goal = window.shown.watch, window.shown.play.goal
    head, words, board = "Goal", goal_title(goal), goal
    if editing is not None and editing.target is EditTarget.GOAL:
        head, words, board = "The board", "As it is drawn now", editing.draft.start
    has_bounds = watch.run is not None and bool(watch.run.figures.improvements)
    return window.ui.reuse(_small_board, board, goal, window.view.skin, head, words, has_bounds)


def _small_board(
    board: Board, goal: Board, skin: Skin, head: str, words: str, optional: bool
) -> Element:
    small = CaptionedBoard(MiniBoard(board, goal, skin), head, words, size=92)
    return Card(small, pad=(16, 10), optional=optional, priority=-1, key="goal card")


VIEW = View(
    name=PLAY, title="Play", key="ctrl+1", words="Solve a board yourself, or watch the AI",
    icon="hand",
    go=lambda window: window.session.stop(), build=play_view,
    useful=("new", "undo", "hint", "watch", "pause"),
    picture=(("", "Click or drag a tile", "Moves, time, shortest"),
             ("Watch the AI solve", "Method and details", "The goal"),
             "The solution: play, pause, step"),
)  # fmt: skip
