"""Actions of every view: other views, dialogs, the window, and stop."""

from __future__ import annotations

from functools import partial

import pygame

from puzzler.window.common.actions import (
    IN_ALL,
    Action,
    ButtonPlace,
    HelpSection,
    in_bar,
    open_actions,
)
from puzzler.window.common.help import open_help
from puzzler.window.common.top_bar import MORE
from puzzler.window.common.views import LAB, LESSONS, RACE, REVIEW, go_to, views
from puzzler.window.core.display import is_full_screen, toggle_full_screen
from puzzler.window.core.window import Window
from puzzler.window.dialogs.settings import fitting_scales, open_settings
from puzzler.window.dialogs.tile_faces import open_tile_faces
from puzzler.window.play.actions import toggle_drawer, toggle_zen
from puzzler.window.review.statistics import open_statistics
from puzzler.window.watch.actions import can_stop


def open_files_menu(window: Window) -> None:
    """Open the menu for files and the clipboard at the button *More*."""
    button = window.ui.find(MORE) or window.ui.layers[0].root
    assert button is not None, "the view has been built"
    open_actions(window, in_bar(ButtonPlace.FILES), button)


def _escape(window: Window) -> None:
    """Stop a running task; if there is none, close what is open."""
    if window.ui.is_writing:
        window.ui.focus(None)
    elif window.is_presenting:
        _present(window)
    elif window.is_zen:
        toggle_zen(window)
    elif window.session.background.stop() or _stop_search(window):
        return
    elif window.session.lessons.state().is_open:
        window.session.lessons.browse()
    elif window.session.lessons.state().is_excursion:
        window.session.lessons.enter()
    elif window.session.activity.escape():
        return
    elif window.is_drawer_open:
        toggle_drawer(window)
    elif is_full_screen() and window.ui.focused is None:
        _toggle_full_screen(window)
    else:
        window.ui.focus(None)


def _stop_search(window: Window) -> bool:
    """Pause the search of the Lab or the race, or end its questions. False if none is active."""
    shown, session = window.session.snapshot(), window.session
    if shown.lab is not None and shown.lab.is_running:
        session.lab.current.pause()
    elif shown.lab is not None and shown.lab.is_predicting:
        session.lab.current.stop_asking()
    elif shown.race is not None and shown.race.is_running:
        session.race.current.toggle_pause()
    else:
        return False
    return True


def _mute(window: Window) -> None:
    window.set(is_muted=not window.session.settings.is_muted)
    window.play_sound()


def _rescale(step: int, window: Window) -> None:
    """Choose the next larger (1) or smaller (-1) scale that fits, or the automatic scale (0)."""
    scale = None
    if step:
        now, scales = window.painter.scale, fitting_scales(window.size)
        beyond = [s for s in scales if (s > now + 0.01 if step > 0 else s < now - 0.01)]
        scale = (min(beyond) if step > 0 else max(beyond)) if beyond else now
    window.set(interface_scale=scale)


def _present(window: Window) -> None:
    """Switch between one panel that fills the window and the whole view."""
    window.is_presenting = not window.is_presenting
    window.lose_pointer()


def _is_whole_view(window: Window) -> bool:
    return not window.is_presenting


def _toggle_full_screen(window: Window) -> None:
    window.store_bounds()
    toggle_full_screen()
    pygame.event.post(pygame.Event(pygame.WINDOWEXPOSED))  # the picture may be lost


def _quit(window: Window) -> None:
    window.must_quit = True


_O = HelpSection.WINDOW
_SIZE = "larger / smaller / automatic interface size"

# one row per action, in the order of menus, bars and help
# fmt: off
ACTIONS: tuple[Action, ...] = (
    Action("stop", ("escape",), "Stop", _escape, section=HelpSection.WATCHING,
           help="stop, or close", icon="stop", label="Stop",
           is_enabled=lambda window: bool(window.shown.background_text) or can_stop(window),
           views=IN_ALL),
    Action("files", (), "Files: open, save, copy, paste…", open_files_menu, icon="folder",
           more=True, views=IN_ALL),
    Action("picture", ("p",), "Tile faces: numbers, letters or a picture", open_tile_faces,
           section=_O, help="numbers, letters or a picture on the tiles", icon="picture", more=True,
           views=IN_ALL),
    Action("statistics", ("t",), "Statistics", open_statistics, section=_O, icon="records",
           label="Statistics", bar=ButtonPlace.REVIEW, more=True, views=IN_ALL),
    Action("help", ("shift+slash", "question", "f1"), "Help", open_help, section=_O, icon="help",
           more=True, views=IN_ALL),
    Action("settings", ("ctrl+comma", "f2"), "Settings", open_settings, section=_O, icon="settings",
           bar=ButtonPlace.WINDOW, more=True, views=IN_ALL),
    *(Action(f"view-{view.name}", (view.key,), view.line, partial(go_to, view), section=_O,
             help=view.line, icon=view.icon, views=IN_ALL)
      for view in sorted(views(), key=lambda view: view.key)),
    Action("mute", ("m",), "Turn sound on or off", _mute, section=_O, views=IN_ALL),
    Action("larger", ("ctrl+plus", "ctrl+equals", "ctrl+shift+equals", "ctrl+kp_plus"),
           "A larger interface", partial(_rescale, 1), section=_O, help=_SIZE, is_everywhere=True,
           applies=_is_whole_view, views=IN_ALL),
    Action("smaller", ("ctrl+minus", "ctrl+kp_minus"), "A smaller interface", partial(_rescale, -1),
           section=_O, help=_SIZE, is_everywhere=True, applies=_is_whole_view, views=IN_ALL),
    Action("automatic-scale", ("ctrl+0", "ctrl+kp_0"), "An interface that follows the window",
           partial(_rescale, 0), section=_O, help=_SIZE, is_everywhere=True, applies=_is_whole_view,
           views=IN_ALL),
    Action("full-screen", ("f11",), "Full screen", _toggle_full_screen, section=_O,
           is_everywhere=True, views=IN_ALL),
    Action("present", ("f5",), "Present", _present, section=_O,
           help="presentation mode: one panel fills the window", icon="present",
           more=(REVIEW, LAB, RACE, LESSONS), views=IN_ALL),
    # at the end of the menu, because the line appears when a game starts
    Action("give-up", (), "Give up: store this game as DNF",
           lambda window: window.session.boards.give_up(), section=HelpSection.PLAYING,
           icon="close", more=True,
           is_enabled=lambda window: window.session.boards.can_give_up),
    Action("quit", ("ctrl+q",), "Quit", _quit, section=_O,
           is_everywhere=True, views=IN_ALL),
)
# fmt: on
