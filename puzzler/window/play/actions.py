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


def _move(move: Move, window: Window) -> None:
    """Move the gap by ``move``, or by its inverse as the settings say. Refuse along a track."""
    activity = window.session.activity
    if activity.timeline is not None and not activity.is_aside:
        window.say("Left and Right step through the solution. Press Esc to play yourself")
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


_action = partial(Action, section=HelpSection.PLAYING)
_undo_or_redo = partial(_action, help="undo, redo", bar=ButtonPlace.BOARD)

# in the order of the bars and the help
# fmt: off
ACTIONS: tuple[Action, ...] = (
    *(_action(name, (name,), f"Move a tile {name}", partial(_move, move), letter=letter,
              help="move a tile into the gap", views=BY_HAND, applies=_can_move_by_key)
      for name, move, letter in (("left", Move.RIGHT, "a"), ("right", Move.LEFT, "d"),
                                 ("up", Move.DOWN, "w"), ("down", Move.UP, "s"))),
    _action("new", ("n",), "Shuffle a new board", lambda window: window.session.boards.new(),
            icon="new", label="New", bar=ButtonPlace.BOARD),
    _action("board", ("b",), "New board…",
            lambda window: open_new_board(window, partial(open_archive, window)),
            help="new board: size, goal, difficulty, seed", icon="grid"),
    _undo_or_redo("undo", ("ctrl+z",), "Undo", lambda window: window.session.undo(), icon="undo",
                  label="Undo", is_enabled=lambda window: window.shown.play.can_undo),
    _undo_or_redo("redo", ("ctrl+y", "ctrl+shift+z"), "Redo", lambda window: window.session.redo(),
                  icon="redo", label="Redo", is_enabled=lambda window: window.shown.play.can_redo),
    _action("hint", ("h",), "Hint (press twice to see the move)",
            lambda window: window.session.coach.ask_hint(), icon="hint", label="Hint",
            bar=ButtonPlace.BOARD,
            is_enabled=lambda window:
            window.shown.edit is None and not window.shown.play.is_solved),
    _action("coach", ("c",), "Coach: shows moves left and the best tiles",
            lambda window: window.set(coach=not window.session.settings.coach),
            help="turn the coach on or off", icon="coach", label="Coach", bar=ButtonPlace.BOARD),
    _action("restart", ("r",), "Restart this board", lambda window: window.session.boards.restart(),
            icon="restart", more=True, is_enabled=_can_restart),
    _action("daily", ("d",), "Board of the day", lambda window: window.session.boards.new_daily(),
            icon="calendar", more=True),
    _action("relay", (), "Relay: 2x2 to 5x5, one clock",
            lambda window: window.session.boards.start_relay(), icon="relay", more=True),
    Action("another-relay", (), "Another relay or marathon", _start_another_relay, icon="relay",
           is_enabled=_has_relay),
    _action("show-tiles", ("v",), "Peek at the tiles: this game will not count",
            lambda window: window.session.challenges.show_tiles(),
            help="peek at the tiles (blindfold)", applies=is_blindfold),
    _action("goal", ("g",), "Show the goal", open_goal, icon="goal", more=True),
    _action("peek", ("shift+p",), "See the whole picture (hold the key)", _peek,
            help="hold to see the whole picture",
            applies=lambda window: window.view.skin.picture is not None),
    _action("zen", ("shift+z",), "Zen: only the board and the clock", toggle_zen,
            help="show only the board and the clock", icon="present", more=True,
            is_enabled=lambda window: window.shown.edit is None),
    _action("edit", ("e",), "Edit the board", _edit, help="open or close the editor", icon="edit",
            more=True),
    Action("panel", (), "Method, details and goal", toggle_drawer, icon="panel",
           bar=ButtonPlace.COMPACT),
)
# fmt: on
