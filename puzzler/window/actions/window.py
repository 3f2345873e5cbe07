"""What can be asked for in every view: other views, sheets, the window itself, and to stop."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from puzzler.game.play.editing import Editing
from puzzler.game.play.playing import Playing
from puzzler.window.actions.action import IN_ALL, Action, Bar, Section
from puzzler.window.actions.play import can_stop, toggle_drawer
from puzzler.window.dialogs.settings import offered_scales, open_settings
from puzzler.window.dialogs.tile_faces import open_tile_faces
from puzzler.window.review.statistics import open_statistics
from puzzler.window.screen import Next
from puzzler.window.views import VIEWS, go_to
from puzzler.window.widgets.control import TakesText
from puzzler.window.window import Window


def _escape(desk: Window) -> None:
    """Stop what runs; else put away what is open."""
    activity = desk.session.activity
    focused: object = desk.controls.focused
    if isinstance(focused, TakesText):
        desk.controls.clear_focus()
    elif _stop_search(desk):
        return
    elif desk.session.lessons.is_open:
        desk.session.lessons.browse()
    elif desk.session.lessons.is_excursion:
        desk.session.lessons.enter()
    elif isinstance(activity, Editing):
        if activity.held is not None:
            activity.drop()
        else:
            desk.session.cancel_edit()
    elif desk.session.boards.pending is not None:
        desk.session.boards.drop_pending()
    elif not isinstance(activity, Playing):
        desk.session.stop()
    elif desk.is_drawer_open:
        toggle_drawer(desk)
    else:
        desk.controls.clear_focus()


def _stop_search(desk: Window) -> bool:
    """Let what runs under the lens, or races, stand still, or ask no more; False for nothing."""
    inspecting, racing = desk.inspecting, desk.racing
    if inspecting is not None and inspecting.is_running:
        inspecting.pause()
    elif inspecting is not None and inspecting.is_predicting:
        inspecting.stop_asking()
    elif racing is not None and racing.is_running:
        racing.toggle_pause()
    else:
        return False
    return True


def _mute(desk: Window) -> None:
    desk.set(is_muted=not desk.session.settings.is_muted)
    desk.try_sound()


def _rescale(step: int, desk: Window) -> None:
    """To the next larger or smaller interface that fits, or with 0 to the automatic one."""
    scale = None
    if step:
        now, offered = desk.painter.scale, offered_scales(desk.size)
        beyond = [s for s in offered if (s > now + 0.01 if step > 0 else s < now - 0.01)]
        scale = (min(beyond) if step > 0 else max(beyond)) if beyond else now
    desk.set(interface_scale=scale)


def _come(after: Next, desk: Window) -> None:
    desk.next = after


_O = Section.WINDOW
_SIZE = "a larger, smaller or automatic interface"


# fmt: off
def window_actions(
    open_help: Callable[[Window], object], open_files: Callable[[Window], object]
) -> tuple[Action, ...]:
    """One row an action, in the order of the bars and of the help, which is made of all rows."""
    return (
        Action("stop", ("escape",), "Stop", _escape, Section.WATCHING, "stop; close what is open",
               "stop", "Stop", is_enabled=can_stop, views=IN_ALL),
        Action("files", (), "Files: open, save, copy, paste", open_files, icon="folder",
               bar=Bar.PAGES, views=IN_ALL),
        Action("picture", ("p",), "Tile faces: numbers, letters or a picture", open_tile_faces, _O,
               "numbers, letters or a picture on the tiles", "picture", bar=Bar.PAGES,
               views=IN_ALL),
        Action("statistics", ("t",), "Statistics", open_statistics, _O, "statistics", "records",
               bar=Bar.PAGES, views=IN_ALL),
        Action("help", ("shift+slash", "question", "f1"), "Help", open_help, _O, "help", "help",
               bar=Bar.WINDOW, views=IN_ALL),
        Action("settings", ("ctrl+comma", "f2"), "Settings", open_settings, _O, "settings",
               "settings", bar=Bar.WINDOW, views=IN_ALL),
        *(Action(f"view-{view.name}", (view.key,), view.words, partial(go_to, view), _O,
                 view.words[:1].lower() + view.words[1:], view.icon, views=IN_ALL)
          for view in VIEWS),
        Action("mute", ("m",), "Sound on and off", _mute, _O, "sound on and off", views=IN_ALL),
        Action("larger", ("ctrl+plus", "ctrl+equals", "ctrl+shift+equals", "ctrl+kp_plus"),
               "A larger interface", partial(_rescale, 1), _O, _SIZE, is_everywhere=True,
               views=IN_ALL),
        Action("smaller", ("ctrl+minus", "ctrl+kp_minus"), "A smaller interface",
               partial(_rescale, -1), _O, _SIZE, is_everywhere=True, views=IN_ALL),
        Action("automatic-scale", ("ctrl+0", "ctrl+kp_0"), "An interface that follows the window",
               partial(_rescale, 0), _O, _SIZE, is_everywhere=True, views=IN_ALL),
        Action("full-screen", ("f11",), "Full screen", partial(_come, Next.FULL_SCREEN), _O,
               "full screen", is_everywhere=True, views=IN_ALL),
        Action("quit", ("ctrl+q",), "Quit", partial(_come, Next.QUIT), _O, "quit",
               is_everywhere=True, views=IN_ALL),
    )
# fmt: on
