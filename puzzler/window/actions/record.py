"""What can be asked for in every view that has a board about pictures and animations of it."""

from __future__ import annotations

from puzzler.window.actions.action import IN_BOARDS, Action, Bar, Section
from puzzler.window.files.recording import can_be_seen, save_animation, save_picture
from puzzler.window.window import Window


def _save_picture(desk: Window) -> None:
    if can_be_seen(desk):
        save_picture(desk)


def _save_animation(desk: Window) -> None:
    if can_be_seen(desk):
        save_animation(desk)


_F = Section.FILES

# one row an action, in the order of the menu and of the help
# fmt: off
RECORD_ACTIONS: tuple[Action, ...] = (
    Action("save-picture", ("ctrl+shift+p",), "Save as picture…", _save_picture, _F,
           "save the board, or all boards, as a picture", "picture", bar=Bar.FILES,
           is_enabled=can_be_seen, views=IN_BOARDS),
    Action("save-animation", ("ctrl+shift+a",), "Save as animation…", _save_animation, _F,
           "save the moves as an animation", "play", bar=Bar.FILES,
           is_enabled=can_be_seen, views=IN_BOARDS),
)
# fmt: on
