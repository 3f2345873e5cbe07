"""Actions of all views for files and the clipboard."""

from __future__ import annotations

from functools import partial

from puzzler.game.core.category import Difficulty
from puzzler.window.common.actions import IN_ALL, Action, ButtonPlace, HelpSection
from puzzler.window.core.window import Window
from puzzler.window.files.importing import open_file, paste
from puzzler.window.files.recording import can_be_seen, save_animation, save_picture, save_result
from puzzler.window.files.saving import (
    copy_position,
    copy_result,
    copy_share,
    open_save_board,
    save_answer,
    save_answer_text,
)

_action = partial(Action, section=HelpSection.FILES, views=IN_ALL)
_in_menu = partial(_action, bar=ButtonPlace.FILES)
_COPY, _SAVE = "copy the board / the game", "save the game / the solution"


def _has_daily_result(window: Window) -> bool:
    finish, scenario = window.shown.play.finish, window.shown.play.scenario
    return finish is not None and finish.is_ranked and scenario.difficulty == Difficulty.DAILY


def _save_result(window: Window) -> None:
    board = window.session.boards.daily_board()
    if board is not None and board.card:
        save_result(window, board)


# in the order of the menu and the help
# fmt: off
ACTIONS: tuple[Action, ...] = (
    _in_menu("open", ("ctrl+o",), "Open a file…", open_file, help="open a file (or drop it here)",
             icon="folder"),
    _in_menu("paste-board", ("ctrl+v",), "Paste a board, moves, a scramble or a seed", paste,
             help="paste a board, moves or a seed", icon="paste"),
    _in_menu("copy-board", ("ctrl+c",), "Copy the board", copy_position, help=_COPY, icon="copy"),
    _action("copy-share", ("ctrl+shift+c",), "Copy the game for sharing", copy_share, help=_COPY,
            icon="copy", more=True),
    Action("copy-result", (), "Copy the result for sharing", copy_result, icon="copy",
           is_enabled=lambda window: window.shown.play.finish is not None),
    Action("save-result", (), "Save the result as picture…", _save_result, icon="picture",
           is_enabled=_has_daily_result),
    _in_menu("save", ("ctrl+s",), "Save the board or the game…", open_save_board, help=_SAVE,
             icon="save"),
    _in_menu("save-answer", ("ctrl+shift+s",), "Save the solution", save_answer, help=_SAVE,
             icon="save", is_enabled=lambda window: window.session.files.result is not None,
             text_now=save_answer_text),
    _in_menu("save-picture", ("ctrl+shift+p",), "Save as picture…", save_picture,
             help="save as a picture", icon="picture", applies=can_be_seen),
    _in_menu("save-animation", ("ctrl+shift+a",), "Save as animation…", save_animation,
             help="save as an animation", icon="play", applies=can_be_seen),
)
# fmt: on
