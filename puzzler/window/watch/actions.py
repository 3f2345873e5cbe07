"""Actions of watching a search and of the playback track, in every view."""

from __future__ import annotations

from functools import partial

from puzzler.game.core.distances import CELLS_FOR_TABLES
from puzzler.game.play.playing import Playing
from puzzler.game.race.state import RacePhase
from puzzler.window.common.actions import IN_ALL, Action, ButtonPlace, HelpSection
from puzzler.window.core.window import Window

LONG_STEP = 10
SHOW_NOW = "Show a solution now"
KEEP_TRYING = "Keep trying (Anytime)"
"""The label of the same action after a limit."""


def _step(count: int, window: Window) -> None:
    window.session.activity.step(count)


def _pause(window: Window) -> None:
    """Pause or resume the search, the playback or the game. Resume a solution that was left."""
    if window.shown.activity is not Playing or pauses_game(window):
        window.session.toggle_pause()
    elif window.shown.watch.left is not None:
        window.session.watch.resume()


def _pause_game(window: Window) -> None:
    window.pause_under_dialogs()  # closing the menu has started the timer
    window.session.toggle_pause()


def pause_label(window: Window) -> str:
    """Return the label of the action that pauses or continues the game."""
    return "Continue the game" if window.shown.play.is_paused else "Pause the game"


def _watch_or_stop(window: Window) -> None:
    if can_stop(window):
        window.session.stop()
    elif offers_solution(window):
        window.session.watch.show_now()
    else:
        window.session.watch.start()


def can_stop(window: Window) -> bool:
    """Return whether a search or playback can be stopped."""
    return window.session.activity.can_stop


def can_watch(window: Window) -> bool:
    """Return whether a search can start."""
    return not window.session.activity.is_searching


def can_watch_shortest(window: Window) -> bool:
    """Return whether a shortest solution can be found, or is known on a large board."""
    shown = window.shown
    is_small = len(shown.play.board.tiles) <= CELLS_FOR_TABLES
    return can_watch(window) and (is_small or shown.coach.shortest.moves is not None)


def can_show_now(window: Window) -> bool:
    """Return whether Anytime can show a solution, because a search is slow or reached a limit."""
    return window.shown.watch.can_show_now


def offers_solution(window: Window) -> bool:
    """Return whether the search stopped at a limit and the method has not been changed since."""
    watch, run = window.shown.watch, window.shown.watch.run
    return watch.can_show_now and run is not None and run.is_over and run.method == watch.method


def can_pause(window: Window) -> bool:
    """Return whether Space would pause or resume something."""
    can_pause = window.session.activity.can_pause
    if window.shown.race is not None:
        return can_pause
    return can_pause or window.shown.watch.left is not None or pauses_game(window)


def pauses_game(window: Window) -> bool:
    """Return whether Space would pause or resume the game. False if a solution was left."""
    play = window.shown.play
    if window.shown.activity is not Playing:
        return False
    return play.is_paused or (play.is_timing and window.shown.watch.left is None)


def _can_go(direction: int, window: Window) -> bool:
    """Return whether the track of the Lab, a race or a solution continues in that direction."""
    lab, race, timeline = window.shown.lab, window.shown.race, window.session.activity.timeline
    if lab is not None:
        return lab.can_step_forward if direction > 0 else lab.can_step_back
    if race is not None and direction > 0:
        return race.timeline is None or race.moment < race.timeline.end
    if race is not None:
        return race.phase is RacePhase.OVER and race.moment > 0
    return timeline is not None and 0 <= timeline.position + direction <= timeline.total


def _has_track(window: Window) -> bool:
    return window.session.activity.has_track


_BEHIND, _AHEAD = partial(_can_go, -1), partial(_can_go, 1)
_ENDS, _STEP = "go to the start or the end", "step through the solution (Shift: 10 moves)"
_action = partial(Action, section=HelpSection.WATCHING)
_track = partial(_action, bar=ButtonPlace.TRACK, views=IN_ALL)
_step_action = partial(_track, help=_STEP, applies=_has_track)

# one row per action, in the order of the bars and of the help
# fmt: off
ACTIONS: tuple[Action, ...] = (
    _action("watch", ("s", "return", "kp_enter"), "Watch the AI solve",
            lambda window: window.session.watch.start(), icon="play", label="Watch",
            is_enabled=can_watch),
    _action("show-now", ("o",), SHOW_NOW, lambda window: window.session.watch.show_now(),
            help="show a solution now (long searches)", icon="play", label=SHOW_NOW,
            is_enabled=can_show_now, applies=can_show_now),
    Action("watch-shortest", (), "Watch the shortest solution",
           lambda window: window.session.watch.start(is_shortest=True), icon="play",
           is_enabled=can_watch_shortest),
    _track("to-start", ("home",), "Go to the start",
           lambda window: window.session.activity.seek_shown(0), help=_ENDS, icon="to-start",
           is_enabled=_BEHIND),
    _step_action("step-back", ("left",), "Back one move", partial(_step, -1), icon="step-back",
                 is_enabled=_BEHIND),
    _track("pause", ("space",), "Play or pause", _pause, help="pause or continue", icon="play",
           is_enabled=can_pause),
    Action("pause-game", (), "Pause the game", _pause_game, icon="pause", more=True,
           is_enabled=pauses_game, text_now=pause_label),
    _step_action("step-forward", ("right",), "Forward one move", partial(_step, 1),
                 icon="step-forward", is_enabled=_AHEAD),
    _track("to-end", ("end",), "Go to the end", lambda window: window.session.activity.to_end(),
           help=_ENDS, icon="to-end", is_enabled=_AHEAD),
    Action("ten-back", ("shift+left",), "Back ten moves", partial(_step, -LONG_STEP),
           applies=_has_track, views=IN_ALL),
    Action("ten-forward", ("shift+right",), "Forward ten moves", partial(_step, LONG_STEP),
           applies=_has_track, views=IN_ALL),
    Action("close-track", (), "Close this solution",
           lambda window: window.session.watch.close_track(), icon="close",
           is_enabled=lambda window: window.shown.watch.left is not None),
    Action("watch-or-stop", (), "Watch the AI solve, stop it, or show a solution now",
           _watch_or_stop, icon="play", label="Watch",
           is_enabled=lambda window: can_watch(window) or can_stop(window)),
)
# fmt: on
