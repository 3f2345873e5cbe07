"""What can be asked for in every view about files and the clipboard: in and out."""

from __future__ import annotations

from puzzler.window.actions.action import IN_ALL, IN_BOARDS, Action, Bar, Section
from puzzler.window.files.importing import open_file, paste
from puzzler.window.files.save_board import (
    answer_words,
    copy_position,
    copy_share,
    open_save_board,
    save_answer,
)
from puzzler.window.window import Window


def can_save_answer(desk: Window) -> bool:
    """A search of this board has ended with an answer, or with the proof that there is none."""
    return desk.session.giving.result is not None


_F = Section.FILES
_COPY = "copy the board, the game to share"
_SAVE = "save the board or the game, the answer"

# one row an action, in the order of the menu and of the help
# fmt: off
FILE_ACTIONS: tuple[Action, ...] = (
    Action("open", ("ctrl+o",), "Open a file…", open_file, _F, "open a file, as dropping it does",
           "folder", bar=Bar.FILES, views=IN_ALL),
    Action("paste-board", ("ctrl+v",), "Paste a board, moves, a scramble or a seed", paste, _F,
           "paste a board, moves, a scramble or a seed", "paste", bar=Bar.FILES, views=IN_ALL),
    Action("copy-board", ("ctrl+c",), "Copy the board", copy_position, _F, _COPY, "copy",
           bar=Bar.FILES, views=IN_BOARDS),
    Action("copy-share", ("ctrl+shift+c",), "Copy the game to share", copy_share, _F, _COPY,
           "copy", bar=Bar.FILES, views=IN_BOARDS),
    Action("save", ("ctrl+s",), "Save the board or the game…", open_save_board, _F, _SAVE, "save",
           bar=Bar.FILES, views=IN_BOARDS),
    Action("save-answer", ("ctrl+shift+s",), "Save the answer", save_answer, _F, _SAVE, "save",
           bar=Bar.FILES, is_enabled=can_save_answer, views=IN_BOARDS, words_now=answer_words),
)
# fmt: on
