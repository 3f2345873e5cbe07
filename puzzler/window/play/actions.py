"""Actions of Play: moving tiles, new boards, hints and the editor."""

from __future__ import annotations

from functools import partial

from puzzler.board.move import Move
from puzzler.game.play.playing import Playing
from puzzler.window.common.actions import BY_HAND, Action, ButtonPlace, HelpSection
from puzzler.window.common.help import open_goal
from puzzler.window.core.window import Window
from puzzler.window.dialogs.new_board import open_new_board
from puzzler.window.files.archive import open_archive

_ALONG_TRACK = "Left and Right step through the solution. Press Esc to play yourself"

# ---- Effects ----------------------------------------------------------------------------


def _move(move: Move, window: Window) -> None:
    """Move the gap by ``move``, or by its inverse as the settings say. Refuse along a track."""
    activity = window.session.activity
    if activity.timeline is not None and not activity.is_aside:
        window.say(_ALONG_TRACK)
        return
    window.session.move(move.inverse if window.session.settings.arrows_move_blank else move)


def _can_move_by_key(window: Window) -> bool:
    """Whether arrow keys move tiles. A solved board ignores them and keeps its message."""
    activity = window.session.activity
    return activity.arrows_move_tiles and not activity.is_locked


def _edit(window: Window) -> None:
    if window.session.activity.is_editing:
        window.session.finish_edit()
    else:
        window.session.edit()


def toggle_drawer(window: Window) -> None:
    """Show or hide the column in a compact window."""
    window.is_drawer_open = not window.is_drawer_open


def toggle_zen(window: Window) -> None:
    """Show only the board and the clock, or the whole view."""
    window.is_zen = not window.is_zen
    window.lose_pointer()


def _peek(window: Window) -> None:
    window.view.is_peeking = True


# ---- Conditions -------------------------------------------------------------------------


def is_blindfold(window: Window) -> bool:
    """Whether the tiles are covered because the game is played blindfold."""
    return window.shown.play.is_covering and not window.shown.play.is_paused


def _can_restart(window: Window) -> bool:
    play, is_playing = window.shown.play, window.shown.activity is Playing
    return window.shown.edit is None and (not is_playing or play.board != play.scenario.start)


def _has_relay(window: Window) -> bool:
    finish = window.shown.play.finish
    return finish is not None and finish.relay is not None


def _start_another_relay(window: Window) -> None:
    """Start a relay of the kind that has just been finished."""
    finish = window.shown.play.finish
    if finish is not None and finish.relay is not None:
        window.session.boards.start_relay(finish.relay.stages)


_P = HelpSection.PLAYING

# in the order of the bars and the help
# fmt: off
ACTIONS: tuple[Action, ...] = (
    *(Action(name, (name,), f"Move a tile {name}", partial(_move, move), section=_P,
             help="move a tile into the gap", letter=letter, views=BY_HAND,
             applies=_can_move_by_key)
      for name, move, letter in (("left", Move.RIGHT, "a"), ("right", Move.LEFT, "d"),
                                 ("up", Move.DOWN, "w"), ("down", Move.UP, "s"))),
    Action("new", ("n",), "Shuffle a new board", lambda window: window.session.boards.new(),
           section=_P, icon="new", label="New", bar=ButtonPlace.BOARD),
    Action("board", ("b",), "New board…",
           lambda window: open_new_board(window, partial(open_archive, window)), section=_P,
           help="new board: size, goal, difficulty, seed", icon="grid"),
    Action("undo", ("ctrl+z",), "Undo", lambda window: window.session.undo(), section=_P,
           help="undo, redo", icon="undo", label="Undo", bar=ButtonPlace.BOARD,
           is_enabled=lambda window: window.shown.play.can_undo),
    Action("redo", ("ctrl+y", "ctrl+shift+z"), "Redo", lambda window: window.session.redo(),
           section=_P, help="undo, redo", icon="redo", label="Redo", bar=ButtonPlace.BOARD,
           is_enabled=lambda window: window.shown.play.can_redo),
    Action("hint", ("h",), "Hint (press twice to see the move)",
           lambda window: window.session.coach.ask_hint(), section=_P, icon="hint", label="Hint",
           bar=ButtonPlace.BOARD,
           is_enabled=lambda window: window.shown.edit is None and not window.shown.play.is_solved),
    Action("coach", ("c",), "Coach: shows moves left and the best tiles",
           lambda window: window.set(coach=not window.session.settings.coach), section=_P,
           help="turn the coach on or off", icon="coach", label="Coach", bar=ButtonPlace.BOARD),
    Action("restart", ("r",), "Restart this board", lambda window: window.session.boards.restart(),
           section=_P, icon="restart", more=True, is_enabled=_can_restart),
    Action("daily", ("d",), "Board of the day", lambda window: window.session.boards.new_daily(),
           section=_P, icon="calendar", more=True),
    Action("relay", (), "Relay: 2x2 to 5x5, one clock",
           lambda window: window.session.boards.start_relay(), section=_P, icon="relay", more=True),
    Action("another-relay", (), "Another relay or marathon", _start_another_relay, icon="relay",
           is_enabled=_has_relay),
    Action("show-tiles", ("v",), "Peek at the tiles: this game will not count",
           lambda window: window.session.challenges.show_tiles(), section=_P,
           help="peek at the tiles (blindfold)", applies=is_blindfold),
    Action("goal", ("g",), "Show the goal", open_goal, section=_P, icon="goal", more=True),
    Action("peek", ("shift+p",), "See the whole picture (hold the key)", _peek, section=_P,
           help="hold to see the whole picture",
           applies=lambda window: window.view.skin.picture is not None),
    Action("zen", ("shift+z",), "Zen: only the board and the clock", toggle_zen, section=_P,
           help="show only the board and the clock", icon="present", more=True,
           is_enabled=lambda window: window.shown.edit is None),
    Action("edit", ("e",), "Edit the board", _edit, section=_P, help="open or close the editor",
           icon="edit", more=True),
    Action("panel", (), "Method, details and goal", toggle_drawer, icon="panel",
           bar=ButtonPlace.COMPACT),
)
# fmt: on
