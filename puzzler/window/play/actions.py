"""What can be asked for in Play: moving tiles, boards, watching, and placing tiles by hand."""

from __future__ import annotations

from functools import partial

from puzzler.board.move import Move
from puzzler.game.lab.inspecting import Inspecting
from puzzler.game.play.editing import Editing
from puzzler.game.play.playing import Playing
from puzzler.game.review.reviewing import Reviewing
from puzzler.game.watch.watching import Watching
from puzzler.window.common.actions import BY_HAND, Action, ButtonPlace, HelpSection
from puzzler.window.common.help import open_goal
from puzzler.window.core.window import Window
from puzzler.window.dialogs.new_board import open_new_board

RANK = 20


_ALONG_TRACK = "Left and right step along the solution; Esc gives you the board"

# ---- What they do -----------------------------------------------------------------------


def _move(move: Move, window: Window) -> None:
    """Slide the tile that moves against ``move``. Along a track no arrow key moves a tile."""
    activity = window.session.activity
    if isinstance(activity, Watching) and activity.timeline and not activity.is_locked:
        window.say(_ALONG_TRACK)
        return
    window.session.move(move.inverse if window.session.settings.arrows_move_blank else move)


def _edit(window: Window) -> None:
    if isinstance(window.session.activity, Editing):
        window.session.context.finish_edit()
    else:
        window.session.edit()


def toggle_drawer(window: Window) -> None:
    """Show the column in a compact window, or put it away."""
    window.is_drawer_open = not window.is_drawer_open


# ---- When they can be done --------------------------------------------------------------


def is_blindfold(window: Window) -> bool:
    """The tiles are covered because the person wants it so."""
    return window.shown.play.is_covering and not window.shown.play.is_paused


def _can_restart(window: Window) -> bool:
    play, is_playing = window.shown.play, window.shown.activity is Playing
    return window.shown.edit is None and (not is_playing or play.board != play.scenario.start)


_P, _E = HelpSection.PLAYING, HelpSection.EDITING

# one row an action, in the order of the bars and of the help
# fmt: off
ACTIONS: tuple[Action, ...] = (
    *(Action(name, (name,), f"Move a tile {name}", partial(_move, move), _P,
             "move a tile into the blank", letter=letter, views=BY_HAND, applies=lambda window:
             not isinstance(window.session.activity, Reviewing | Inspecting))
      for name, move, letter in (("left", Move.RIGHT, "a"), ("right", Move.LEFT, "d"),
                                 ("up", Move.DOWN, "w"), ("down", Move.UP, "s"))),
    Action("new", ("n",), "Shuffle a new board", lambda window: window.session.boards.new(), _P,
           "a new board", "new", "New", ButtonPlace.BOARD),
    Action("board", ("b",), "New board…", open_new_board, _P,
           "a new board of any size, goal, difficulty and seed", "grid"),
    Action("undo", ("ctrl+z",), "Undo", lambda window: window.session.undo(), _P, "undo, redo",
           "undo", "Undo", ButtonPlace.BOARD, is_enabled=lambda window: window.shown.play.can_undo),
    Action("redo", ("ctrl+y", "ctrl+shift+z"), "Redo", lambda window: window.session.redo(), _P,
           "undo, redo", "redo", "Redo", ButtonPlace.BOARD,
           is_enabled=lambda window: window.shown.play.can_redo),
    Action("hint", ("h",), "Hint: first the tile, then the move",
           lambda window: window.session.coach.ask_hint(), _P,
           "a hint: first the tile, then the move", "hint", "Hint", ButtonPlace.BOARD,
           is_enabled=lambda window: window.shown.edit is None and not window.shown.play.is_solved),
    Action("coach", ("c",), "Coach: moves left, and the best tiles",
           lambda window: window.set(coach=not window.session.settings.coach), _P,
           "the coach on and off", "coach", "Coach", ButtonPlace.BOARD),
    Action("restart", ("r",), "Restart this board",
           lambda window: window.session.boards.restart(), _P, "restart this board",
           "restart", more=True, is_enabled=_can_restart),
    Action("daily", ("d",), "Board of the day", lambda window: window.session.boards.new_daily(),
           _P, "the board of the day", "calendar", more=True),
    Action("relay", (), "Relay: 2x2 to 5x5 against one clock",
           lambda window: window.session.boards.begin_relay(), _P, icon="relay", more=True),
    Action("show-tiles", ("v",), "Show the tiles: the play counts as helped",
           lambda window: window.session.challenges.show_tiles(), _P,
           "show the tiles of a blindfold play", applies=is_blindfold),
    Action("goal", ("g",), "Show the goal", open_goal, _P, "show the goal", "goal", more=True),
    Action("edit", ("e",), "Edit the board", _edit, _E, "edit the board, and back", "edit",
           more=True),
    Action("panel", (), "Method, details and goal", toggle_drawer, icon="panel",
           bar=ButtonPlace.COMPACT),
)
# fmt: on
