"""The bar at the bottom of Review: along what is shown, to mistakes, and to what is shortest."""

from __future__ import annotations

from collections.abc import Sequence

from puzzler.game.play.playback import FASTEST
from puzzler.game.play.playback import Track as Line
from puzzler.game.review.drilling import DrillState
from puzzler.game.review.reviewing import ReviewState
from puzzler.humanize import TIMES
from puzzler.humanize import speed as speed_words
from puzzler.window.common.actions import Bar, action_button, in_bar
from puzzler.window.common.track_bar import TRACK, position_words, track_bar
from puzzler.window.review.actions import TOO_LARGE, is_shortest_shown, is_too_large
from puzzler.window.toolkit.controls import Button, Rank
from puzzler.window.toolkit.element import Child, Element, Tip
from puzzler.window.toolkit.layout import Fit
from puzzler.window.toolkit.paint import Face
from puzzler.window.toolkit.track import Branch, Track
from puzzler.window.window import Window

_FACTORS = (1.0, 2.0, 4.0, 8.0)
_SPEEDS = (2.0, 4.0, 8.0, 16.0, FASTEST)
_TRACK = "What was played; a wedge is a mistake. A shortest continuation runs below it"
_SHORTEST = "shortest-from-here"


def review_bar(window: Window, state: ReviewState) -> Element:
    """Along what was played, or along its shortest continuation; icons do where room is scarce."""
    reviewing, shortest = window.session.reviews.current, state.shortest
    branch = None
    if shortest is not None:
        branch = Branch(shortest.total, shortest.position, reviewing.seek_shortest)

    def bar(*, has_words: bool) -> Element:
        return _bar(
            window,
            state.timeline,
            Track(
                state.position,
                state.track.total,
                reviewing.seek,
                marks=state.review.mistakes,
                branch=branch,
                tip=_TRACK,
                grow=1,
                priority=-3,
                key=TRACK,
            ),
            factor=state.factor,
            mistakes=[action_button(window, action.name) for action in in_bar(Bar.MISTAKES)],
            from_here=_from_here(window, has_words=has_words),
        )

    return Fit(bar(has_words=True), bar(has_words=False))


def drill_bar(window: Window, drill: DrillState) -> Element:
    """Along the continuation that is shown after a wrong answer."""
    shown = drill.continuation
    position, total = (shown.position, shown.total) if shown else (0, 0)
    seek = window.session.drills.current.seek if shown else None
    track = Track(position, total, seek, grow=1, priority=-3, key=TRACK)
    return _bar(window, shown, track)


def _bar(
    window: Window,
    shown: Line | None,
    track: Track,
    *,
    factor: float | None = None,
    mistakes: Sequence[Child] = (),
    from_here: Sequence[Child] = (),
) -> Element:
    position = "" if shown is None else f"{shown.position:,}/{shown.total:,}"
    return track_bar(
        window,
        *mistakes,
        _pace(window, factor, enabled=shown is not None),
        position_words([position], 76 if window.is_compact else 96, face=Face.FIGURES),
        track,
        *from_here,
        is_playing=shown is not None and shown.is_playing,
    )


def _from_here(window: Window, *, has_words: bool) -> list[Button]:
    """The shortest continuation, or what was played again; and to try it."""
    buttons = []
    for action in in_bar(Bar.FROM_HERE):
        label, icon = action.label, action.icon
        tip = Tip(action.words, window.keymap.hint(action.name))
        if action.name == _SHORTEST and is_shortest_shown(window):
            label, icon = "As it was played", "undo"
            tip = Tip("Back to what was played", tip.key)
        elif action.name == _SHORTEST and is_too_large(window):
            tip = Tip(TOO_LARGE)
        label = label if has_words else ""
        buttons.append(
            action_button(window, action.name, label=label, icon=icon, rank=Rank.NORMAL, tip=tip)
        )
    return buttons


def _pace(window: Window, factor: float | None, *, enabled: bool) -> Button:
    """How fast it is shown; a press chooses the next faster pace, past the fastest the slowest."""
    session, speed = window.session, window.session.settings.playback_speed
    if factor is not None:
        words, label = "How many times as fast as it was played", f"{factor:g}{TIMES}"
    else:
        words, label = "How many moves a second are shown", speed_words(speed)

    def press() -> None:
        if factor is None:
            session.set_speed(_next(speed, _SPEEDS))
        else:
            session.reviews.current.set_factor(_next(factor, _FACTORS))

    return Button(label, press, size=13, enabled=enabled, tip=f"{words}: click for another pace",
                  width=60, key="pace")  # fmt: skip


def _next(value: float, values: Sequence[float]) -> float:
    """The first that is greater; the least where there is none."""
    return next((each for each in values if each > value + 0.01), values[0])
