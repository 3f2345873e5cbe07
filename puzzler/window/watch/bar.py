"""The bar at the bottom of Play: the track of a solution, how it is played, and how fast."""

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
from puzzler.window.watch.actions import pause_words, pauses_game

_PROFILE = "Below: the Manhattan distance to the goal after each move"
_MOST_POINTS = 2048
"""Of the curve below the track: some for each pixel."""
_SPEEDS = FASTEST / SLOWEST
_NOTCHES = 1000
"""Of the speed, from the slowest to the fastest: more than a slider has pixels."""


def solution_bar(window: Window) -> Element:
    """The playback track; faint after it was left. Its handle, or Play, resumes it."""
    shown = window.shown
    watch = shown.watch
    track = watch.playback or watch.left
    is_moving = watch.phase is not None or pauses_game(window)
    position, total = (track.position, track.total) if track is not None else (0, 0)
    is_left = watch.playback is None
    run = None if watch.run is None else watch.run.run
    position_text = "" if track is None else f"{position:,}/{total:,}"
    shown_speed = USUAL_SPEED if track is None else track.speed
    speed = shown.settings.playback_speed or shown_speed
    means = pause_words(window) if pauses_game(window) else ""
    solution = None if run is None else f"solution of {run.method.title}"
    if not means and watch.phase is None and watch.left is not None and solution:
        means = f"Resume the {solution}"
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
            tip="Speed of the playback, in moves a second",
            accessible_name="Speed",
            reads_as=speed_words(speed),
            key="speed",
        ),
        speed_label(speed_words(speed)),
        action_button(window, "close-track", width=36, height=36) if watch.left else None,
        is_playing=is_moving and not shown.play.is_paused,
        tips={"pause": means} if means else {},
    )


def _profile(window: Window, track: Playback | None) -> tuple[int, ...]:
    run = window.shown.watch.run
    kept = window.ui.state("profile", dict[tuple[int, int], tuple[int, ...]])
    if track is None or run is None:
        return ()
    made_of = id(track.moves), track.revision
    if made_of not in kept:
        kept.clear()
        distances = distances_along(track.start, run.run.problem.goal, track.moves)
        kept[made_of] = peaks(distances, _MOST_POINTS)
    return kept[made_of]


def _seek(window: Window, moment: int) -> None:
    """Go along the track; one that was left is taken up again."""
    session = window.session
    if session.activity.timeline is None and window.shown.watch.left is not None:
        session.watch.resume()
        if not session.activity.is_paused:
            session.toggle_pause()
    session.activity.seek(moment)


def _set_speed(window: Window, share: float) -> None:
    speed = SLOWEST * _SPEEDS**share
    window.session.set_speed(round(speed, 1) if speed < 10 else round(speed))
