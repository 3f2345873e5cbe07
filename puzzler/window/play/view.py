"""Play: the board, the search that solves it, and the bar that plays the solution."""

from __future__ import annotations

from puzzler.board.board import Board
from puzzler.game.play.editing import EditState, Target
from puzzler.game.play.messages import goal_title
from puzzler.window.board.mini import CaptionedBoard, MiniBoard
from puzzler.window.board.tiles import Skin
from puzzler.window.common.actions import action_button, actions
from puzzler.window.common.board import BoardElement
from puzzler.window.common.top_bar import top_bar
from puzzler.window.common.views import PLAY, View
from puzzler.window.play.editing import edit_bar, edit_notes, edit_text
from puzzler.window.play.finish import finish_card, relay_card
from puzzler.window.play.status import status, welcome
from puzzler.window.toolkit.controls import Button, Rank
from puzzler.window.toolkit.element import Child, Context, Element, Range, Tip
from puzzler.window.toolkit.layout import At, Card, Column, Row, Stack
from puzzler.window.toolkit.scroll import Scroll
from puzzler.window.watch.actions import can_stop, offers_to_go_on
from puzzler.window.watch.bar import solution_bar
from puzzler.window.watch.figures import bounds_card, bounds_of, figures_card, ghost_card
from puzzler.window.watch.finished import finished_card
from puzzler.window.watch.solver import solver_card
from puzzler.window.window import Window

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
    watch = _watch_button(window) if window.is_compact else None
    bottom = solution_bar(window) if editing is None else edit_bar(window, editing)
    return Column(top_bar(window, watch), _between(window, editing), bottom, gap=0)


def _between(window: Window, editing: EditState | None) -> Element:
    board = _board(window)
    if editing is not None:
        low = edit_text(window, editing)
    else:
        low = welcome(window) if window.is_welcome else status(window)
    space = 4 if window.is_compact else 12
    gap = 14 if window.shown.watch.run is None else 8
    column = _Beside(Column(*_cards(window, editing), gap=gap), key=COLUMN, grow=0)
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


def _board(window: Window) -> Element:
    card = finish_card(window)
    board = BoardElement(window)
    return Stack(board, card and At(card, y=1.0, most=0.75, pad=(6, 8)), over=True, grow=1)


class _Beside(Scroll):
    """The column of cards; narrower where that leaves the board its share."""

    def measure_width(self, ui: Context) -> Range:
        return Range(ui.painter.px(_LEAST_COLUMN_UNITS), ui.painter.px(_COLUMN_UNITS))

    def measure_height(self, ui: Context, width: int) -> Range:
        least = round(_LEAST_SHARE * ui.size[1])
        return Range(least, max(least, super().measure_height(ui, width).wanted))


def _cards(window: Window, editing: EditState | None) -> list[Child]:
    """From the top; those of lower priority, and of equals the last, yield first."""
    goal = _goal(window, editing)
    if editing is not None:
        return [edit_notes(), goal]
    ui, run, relay = window.ui, window.shown.watch.run, window.shown.play.relay
    figures = None if run is None else run.figures
    bounds = bounds_of(figures)
    return [
        None if relay is None else ui.reuse(relay_card, relay),
        solver_card(window),
        None if bounds is None else ui.reuse(bounds_card, bounds),
        None if figures is None else ui.reuse(figures_card, figures),
        ghost_card(window),
        finished_card(window),
        goal,
    ]


def _goal(window: Window, editing: EditState | None) -> Element:
    """The goal as a small board; while the goal is drawn by hand, the board to it.

    A key shows it, too: it yields to both bounds of a solution and to what can be done about a
    limit.
    """
    watch, goal = window.shown.watch, window.shown.play.goal
    head, words, board = "The goal", goal_title(goal), goal
    if editing is not None and editing.target is Target.GOAL:
        head, words, board = "The board", "As it is drawn now", editing.draft.board
    has_bounds = watch.run is not None and bool(watch.run.figures.improvements)
    is_optional = has_bounds or watch.can_go_on
    large = watch.run is None
    return window.ui.reuse(
        _small_board, board, goal, window.view.skin, head, words, large, is_optional
    )


def _small_board(
    board: Board, goal: Board, skin: Skin, head: str, words: str, large: bool, optional: bool
) -> Element:
    small = CaptionedBoard(MiniBoard(board, goal, skin), head, words, size=162 if large else 92)
    pad = (16, 14) if large else (16, 10)
    return Card(small, pad=pad, optional=optional, priority=-1, key="goal card")


def _watch_button(window: Window) -> Button:
    """In the bar of a compact window: watch, stop, or go on after a limit."""
    stops, goes_on = can_stop(window), offers_to_go_on(window)
    means = "stop" if stops else "go-on" if goes_on else "watch"
    warning = window.shown.watch.warning if means == "watch" else ""
    button = action_button(
        window,
        "watch-or-stop",
        label="Stop" if stops else "Go on" if goes_on else "Watch",
        icon="stop" if stops else "play",
        rank=Rank.NORMAL if stops else Rank.PRIMARY,
        priority=1,
    )
    button.tip = Tip(warning or actions()[means].words, window.keymap.hint(means))
    return button


VIEW = View(
    PLAY, 10, "Play", "ctrl+1", "Play a board", "hand", lambda window: window.session.stop(),
    play_view,
)  # fmt: skip
