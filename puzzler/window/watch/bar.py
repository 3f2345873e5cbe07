"""The bar at the bottom of Play: the track of a solution, its buttons and its speed."""

from __future__ import annotations

import math

from puzzler.game.core.playback import (
    FASTEST,
    SLOWEST,
    USUAL_SPEED,
    Playback,
    distances_along,
    peaks,
)
from puzzler.humanize import speed as speed_words
from puzzler.window.common.actions import action_button
from puzzler.window.common.track_bar import TRACK, position_label, speed_label, track_bar
from puzzler.window.core.window import Window
from puzzler.window.toolkit.element import Element
from puzzler.window.toolkit.paint import Face
from puzzler.window.toolkit.track import Slider, Track
from puzzler.window.watch.actions import pause_label, pauses_game

_PROFILE = "Below: the Manhattan distance to the goal after each move"
_MAX_POINTS = 2048
_SPEEDS = FASTEST / SLOWEST
_NOTCHES = 1000
"""Steps of the logarithmic speed slider, more than it has pixels."""


def solution_bar(window: Window) -> Element:
    """Build the playback track, which is faint and can be resumed if it was left."""
    shown = window.shown
    watch = shown.watch
    track = watch.playback or watch.left
    is_moving = watch.phase is not None or pauses_game(window)
    position, total = (track.position, track.total) if track is not None else (0, 0)
    is_left = watch.playback is None
    position_text = "" if track is None else f"{position:,}/{total:,}"
    shown_speed = USUAL_SPEED if track is None else track.speed
    speed = shown.settings.playback_speed or shown_speed
    pause_tip = pause_label(window) if pauses_game(window) else ""
    solution = None if watch.run is None else f"solution of {watch.run.method.title}"
    if not pause_tip and watch.phase is None and watch.left is not None and solution:
        pause_tip = f"Resume the {solution}"
    return track_bar(
        window,
        Track(
            position,
            total,
            lambda moment: _seek(window, moment),
            profile=_profile(window, track),
            faint=is_left,
            tip=f"The {solution}. {_PROFILE}" if solution and track else None,
            grow=1,
            priority=-3,
            accessible_name="Moves",
            key=TRACK,
        ),
        position_label(
            [position_text], 104, face=Face.FIGURES, color="text_muted" if is_left else "text"
        ),
        Slider(
            round(_NOTCHES * math.log(speed / SLOWEST) / math.log(_SPEEDS)),
            _NOTCHES,
            lambda notch: _set_speed(window, notch / _NOTCHES),
            pace=_NOTCHES // 20,
            width=104 if window.is_compact else 150,
            tip="Speed of the playback, in moves per second",
            accessible_name="Speed",
            reads_as=speed_words(speed),
            key="speed",
        ),
        speed_label(speed_words(speed), is_short=window.is_compact),
        action_button(window, "close-track", width=36, height=36) if watch.left else None,
        is_playing=is_moving and not shown.play.is_paused,
        tips={"pause": pause_tip} if pause_tip else {},
    )


def _profile(window: Window, track: Playback | None) -> tuple[int, ...]:
    run = window.shown.watch.run
    cache = window.ui.state("profile", dict[tuple[int, int], tuple[int, ...]])
    if track is None or run is None:
        return ()
    key = id(track.moves), track.revision
    if key not in cache:
        cache.clear()
        distances = distances_along(track.start, run.goal, track.moves)
        cache[key] = peaks(distances, _MAX_POINTS)
    return cache[key]


def _seek(window: Window, moment: int) -> None:
    """Go to a position, and resume a solution that was left."""
    session = window.session
    if session.activity.timeline is None and window.shown.watch.left is not None:
        session.watch.resume()
        if not session.activity.is_paused:
            session.toggle_pause()
    session.activity.seek(moment)


def _set_speed(window: Window, share: float) -> None:
    speed = SLOWEST * _SPEEDS**share
    window.session.set_speed(round(speed, 1) if speed < 10 else round(speed))
