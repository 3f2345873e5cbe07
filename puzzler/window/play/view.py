"""Play: the board, the panel of the search, and the bar that plays the solution."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from pygame import Rect

from puzzler.board.board import Board
from puzzler.game.core.texts import goal_title
from puzzler.game.play.challenges import Ghost
from puzzler.game.play.editing import EditState, EditTarget
from puzzler.humanize import counted
from puzzler.window.board.mini import CaptionedBoard, MiniBoard
from puzzler.window.board.tiles import Skin
from puzzler.window.common.board import BoardElement
from puzzler.window.common.help import open_goal
from puzzler.window.common.top_bar import top_bar
from puzzler.window.common.views import PLAY, View
from puzzler.window.core.window import Window
from puzzler.window.play.editing import edit_bar, edit_notes, edit_text
from puzzler.window.play.finish import finish_card, relay_card
from puzzler.window.play.status import status, welcome
from puzzler.window.play.timer import clock, timer_card
from puzzler.window.toolkit.context import Context
from puzzler.window.toolkit.controls import Pressable
from puzzler.window.toolkit.element import Child, Element, Range, Tip
from puzzler.window.toolkit.layout import At, Card, Column, Pages, Row, Space
from puzzler.window.toolkit.scroll import Scroll
from puzzler.window.toolkit.wrapping import Placed
from puzzler.window.watch.figures import (
    bounds_card,
    bounds_of,
    finished_card,
    ghost_card,
    search_card,
    show_now_card,
)
from puzzler.window.watch.solver import solution_bar, solver_card, watch_button

COLUMN = "column"
"""The key of the column next to the board."""
_COLUMN_UNITS, _MIN_COLUMN_UNITS = 388, 300
_GAP_UNITS = 20
"""The distance of the column from the board, and of both from the edges, if not compact."""
_ZEN_CLOCK_UNITS = 42
_MIN_FRAME_UNITS = 480
"""Minimum width of the board with the message below it, in a window that is not compact."""
_MIN_COLUMN_HEIGHT = 0.3
"""Minimum height of the column below the board, as a fraction of the window's height."""
_UPRIGHT = 1.3
"""Compact windows with at least this ratio of height to width have the column below the board."""


def play_view(window: Window) -> Element:
    """Return the view: the bars, the board with the area below it, and the column."""
    editing, watch = window.shown.edit, window.shown.watch
    button = watch_button(window) if window.is_compact and not _hides_solver(window) else None
    bottom: Element | None = None
    has_track = watch.phase is not None or watch.left is not None
    if window.is_zen and not (editing or has_track or finish_card(window)):
        time = clock(window, size=_ZEN_CLOCK_UNITS, align=0.5)
        return Column(BoardElement(window), time, gap=12, pad=20)
    if editing is not None:
        bottom = edit_bar(window, editing)
    elif window.is_first_run and window.is_compact:  # the board keeps its size without the tips
        tips = welcome(window) if window.is_welcome else Space()
        bottom = Pages(solution_bar(window), tips, shown=0 if has_track else 1)
    elif has_track:
        bottom = solution_bar(window)
    return Column(top_bar(window, button), _between(window, editing), bottom, gap=0)


def _between(window: Window, editing: EditState | None) -> Element:
    finish = finish_card(window)
    board: Element = BoardElement(window)
    low = status(window) if editing is None else edit_text(window, editing)
    space = 4 if window.is_compact else 12
    is_drawer_open = window.is_drawer_open or not window.is_compact
    cards = _cards(window, editing, finish) if is_drawer_open else [finish]
    column = _Beside(Column(*cards, gap=8, grow=1), key=COLUMN, grow=0)
    pad = (8, 6) if window.is_compact else (_GAP_UNITS, _GAP_UNITS)
    if not window.is_compact:
        column.fixed_width = _COLUMN_UNITS
        framed = _framed(board, low, space)
        place = partial(_place_together, framed, low, column, window.shown.play.board)
        return Placed(place, framed, column, pad=pad, grow=1)
    if not (is_drawer_open or finish):
        return Column(_framed(board, low, space), pad=pad, grow=1)
    width, height = window.size
    if height > width * _UPRIGHT:
        column.grow, column.priority = 1, -1
        return Column(_framed(board, low, space, grow=0), column, gap=8, pad=pad, grow=1)
    # the area below the board spans the board and the column
    column.priority = -1
    board.panel = "Board"
    row = Row(board, column, stretch=True, gap=8, grow=1)
    return Column(row, low, gap=space, pad=pad, grow=1)


def _framed(board: Element, low: Element, space: float, *, grow: float = 1) -> Element:
    return At(Column(board, low, gap=space), x=None, y=0, grow=grow, panel="Board")


def _place_together(
    framed: Element, low: Element, column: Element, board: Board, ui: Context, inner: Rect
) -> None:
    """Place the board with the area ``low`` below it, and the column, centred as one group.

    The width of the board is that without a bar at the bottom, so that such a bar moves no column.
    """
    gap, beside = ui.painter.space(_GAP_UNITS), column.widths(ui).preferred
    height = ui.size[1] - inner.top - gap - low.heights(ui, inner.width).preferred
    width = max(height * board.columns // board.rows, ui.painter.px(_MIN_FRAME_UNITS))
    width = min(width, inner.width - gap - beside)
    left = inner.left + (inner.width - width - gap - beside) // 2
    framed.place(ui, Rect(left, inner.top, width, inner.height))
    column.place(ui, Rect(left + width + gap, inner.top, beside, inner.height))


class _Beside(Scroll):
    """The column of cards. It gets narrower before the board gets too small."""

    def measure_width(self, ui: Context) -> Range:
        return Range(ui.painter.px(_MIN_COLUMN_UNITS), ui.painter.px(_COLUMN_UNITS))

    def measure_height(self, ui: Context, width: int) -> Range:
        low = round(_MIN_COLUMN_HEIGHT * ui.size[1])
        return Range(low, max(low, super().measure_height(ui, width).preferred))


def _cards(window: Window, editing: EditState | None, finish: Element | None) -> list[Child]:
    """Return the cards from top to bottom. If they do not fit, the lowest priority is hidden."""
    goal = _goal(window, editing)
    if editing is not None:
        return [edit_notes(editing), goal if editing.new_board is None else None]
    ui, relay, bounds = window.ui, window.shown.play.relay, bounds_of(window.shown.watch.figures)
    solver = None if _hides_solver(window) else solver_card(window)
    return [
        None if relay is None or finish else ui.reuse(relay_card, relay),
        None if window.is_compact else solver,
        finish or timer_card(window),
        welcome(window) if window.is_welcome and not window.is_compact else None,
        solver if window.is_compact else None,
        None if bounds is None else ui.reuse(bounds_card, bounds),
        search_card(window),
        ghost_card(window),
        _ghost(window.shown.play.ghost, window.shown.play.goal, window.view.skin),
        None if window.is_compact else show_now_card(window),
        finished_card(window) if window.shown.settings.details else None,
        Space(grow=1),  # keeps the goal at the bottom
        goal,
    ]


def _hides_solver(window: Window) -> bool:
    """Whether a relay is played, which a solution would end."""
    relay = window.shown.play.relay
    is_racing = relay is not None and not (relay.is_complete or relay.is_ended)
    return is_racing and window.shown.watch.phase is None


def _ghost(ghost: Ghost | None, goal: Board, skin: Skin) -> Element | None:
    """Build a small board with the ghost that the player races against."""
    if ghost is None:
        return None
    board = MiniBoard(ghost.board, goal, skin, ghost=True)
    text = f"{ghost.position:,} of {counted(ghost.total, 'move')}"
    captioned = CaptionedBoard(board, ghost.title, text, size=120)
    return Card(captioned, pad=(16, 10), key="raced ghost")


def _goal(window: Window, editing: EditState | None) -> Element:
    """Return a small board with the goal, or with the board while the goal is edited.

    A click enlarges the goal; in the editor it edits the small board. It is hidden first if bounds
    of a solution or a list of searches are shown, because a key also shows the goal.
    """
    watch, goal = window.shown.watch, window.shown.play.goal
    head, words, board, tip = "Goal", goal_title(goal), goal, Tip("Show the goal")
    on_press: Callable[[], object] = partial(open_goal, window)
    if editing is None:
        tip = Tip(tip.text, window.keymap.hint("goal"))
    else:
        other = EditTarget.BOARD if editing.target is EditTarget.GOAL else EditTarget.GOAL
        tip = Tip(f"Edit the {other.value}")
        on_press = partial(window.session.editor.turn_to, other)
        if other is EditTarget.BOARD:
            head, words, board = "Board", "As edited so far", editing.draft.start
    has_bounds = watch.figures is not None and bool(watch.figures.improvements)
    has_list = window.shown.settings.details and len(watch.rows) > 1
    small = window.ui.reuse(_small_board, board, goal, window.view.skin, head, words)
    card = Pressable(small, on_press, tip=tip, key="show goal")
    card.is_optional, card.priority = has_bounds or has_list, -1
    return card


def _small_board(board: Board, goal: Board, skin: Skin, head: str, words: str) -> Element:
    return Card(CaptionedBoard(MiniBoard(board, goal, skin), head, words, size=92), pad=(16, 10))


VIEW = View(
    name=PLAY, title="Play", key="ctrl+1", purpose="Solve a board yourself, or watch the AI",
    icon="hand",
    go=lambda window: window.session.stop(), build=play_view,
    useful=("new", "undo", "hint", "watch", "pause"),
    picture=(("", "Click or drag a tile"),
             ("Watch the AI", "Time and moves", "Goal"), "The solution: play, pause, step"),
)  # fmt: skip
