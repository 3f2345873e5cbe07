"""The solver: the Watch button, the method and its details, and the bar of a solution."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import partial
from typing import Any

from puzzler.game.core.playback import (
    FASTEST,
    SLOWEST,
    USUAL_SPEED,
    Playback,
    distances_along,
    peaks,
)
from puzzler.game.core.settings import AUTOMATIC, Settings
from puzzler.game.watch.watching import WatchPhase, guarantee_ahead
from puzzler.humanize import memory, precise_time, sentence
from puzzler.humanize import speed as speed_words
from puzzler.search.options import default_memory_bytes
from puzzler.search.parameters import WEIGHTS
from puzzler.search.registry import ALGORITHMS, DEFAULT_ALGORITHM, HEURISTICS
from puzzler.window.common.actions import action_button, actions
from puzzler.window.common.method_choice import (
    YOUR_OWN,
    heuristic_options,
    listed_algorithms,
    method_item,
)
from puzzler.window.common.track_bar import TRACK, position_label, speed_label, track_bar
from puzzler.window.core.window import Window
from puzzler.window.dialogs.settings import SOLVER, open_settings
from puzzler.window.files.own_code import open_code
from puzzler.window.toolkit.choices import Option, Stepper
from puzzler.window.toolkit.controls import Button, Rank
from puzzler.window.toolkit.element import Element, Tip
from puzzler.window.toolkit.labels import Icon, Text
from puzzler.window.toolkit.layout import Card, Row, Space
from puzzler.window.toolkit.list import Item, open_menu
from puzzler.window.toolkit.paint import Face
from puzzler.window.toolkit.track import Slider, Track
from puzzler.window.watch.actions import (
    KEEP_TRYING,
    can_stop,
    offers_solution,
    pause_label,
    pauses_game,
)

SHORTEST = ""
"""The key of the option for the fastest method that proves a shortest solution."""
AUTOMATIC_SUMMARY = "Picks the method for this board: A* up to 16 cells, Anytime on larger boards"
SHORTEST_SUMMARY = "Picks the fastest method that proves a shortest solution"


def watch_button(window: Window) -> Button:
    """Build the button that starts Watch, stops it, or shows a solution after a limit."""
    shown, is_compact = window.shown, window.is_compact
    means = "stop" if can_stop(window) else "show-now" if offers_solution(window) else "watch"
    action = actions()[means]
    warning = shown.watch.warning if means == "watch" else ""
    is_short = is_compact or means == "stop" or shown.settings.details  # leaves room for the method
    text = KEEP_TRYING if means == "show-now" else action.text
    label = action.label if is_short and means != "show-now" else text
    if _shows_preparation(window):
        label = sentence(shown.preparation_message)
    button = action_button(
        window,
        "watch-or-stop",
        label=label,
        icon=action.icon or "play",
        rank=_rank(window),
        tip=Tip(warning or text, window.keymap.hint(means)),
        priority=1,
    )
    if not is_compact:
        button.fixed_height, button.short = 40, "Watch"
    return button


def _rank(window: Window) -> Rank:
    """Return the rank of the button, which is not the main action after a solve or in a relay."""
    play = window.shown.play
    return Rank.NORMAL if can_stop(window) or play.finish or play.relay else Rank.PRIMARY


def _shows_preparation(window: Window) -> bool:
    """Whether the button has the progress of the preparation as its label."""
    shown = window.shown
    is_preparing = shown.watch.phase is WatchPhase.PREPARING and bool(shown.preparation_message)
    return is_preparing and not window.is_compact


def solver_card(window: Window) -> Element:
    """Build the card with the method of the next search."""
    shown, watch = window.shown, window.shown.watch
    enabled = [actions()[name].is_enabled(window) for name in ("watch-or-stop", "look-inside")]
    means = can_stop(window), offers_solution(window), watch.phase, shown.preparation_message
    inputs = watch.method, watch.warning, means, enabled, _rank(window), window.keymap
    return window.ui.reuse(_solver_card, window, shown.settings, window.is_compact, inputs)


def _solver_card(window: Window, *_: object) -> Element:
    settings, watch = window.shown.settings, window.shown.watch
    limit = settings.limit
    seconds = "no time limit" if limit.seconds is None else precise_time(limit.seconds)
    memory_limit = memory(limit.memory_bytes or default_memory_bytes())
    is_open, (words, tip) = settings.details, _method_words(window)
    return Card(
        Row(
            # a compact window has the button in the bar
            None if window.is_compact else watch_button(window),
            # the progress of the preparation needs the room of the method
            Space(grow=1) if _shows_preparation(window) else
            Button(sentence(words), lambda: _open_methods(window), rank=Rank.QUIET, size=14,
                   height=34, width=0, grow=1, tip=tip, key="method",
                   accessible_name="Change the method"),
            is_open and action_button(window, "look-inside", label="", rank=Rank.QUIET, width=36,
                                      height=34),
            Button("", lambda: window.set(details=not is_open),
                   icon="down" if is_open else "right", rank=Rank.QUIET, width=36, height=34,
                   tip=f"{'Hide' if is_open else 'Show'} the method, its limits and its figures",
                   accessible_name="Details", key="details"),
            gap=4,
        ),
        Row(Icon("warning", size=18, color="accent"),
            Text(watch.warning, color="text_muted", grow=1), align=0)
        if watch.warning
        else None,
        is_open and _heuristic_and_weight(window),
        is_open and Row(
            Text(f"Limits: {seconds}, {memory_limit}", lines=1, width=0, grow=1,
                 tip="Time and memory limits for a search"),
            Button("Change", lambda: open_settings(window, SOLVER), rank=Rank.QUIET, size=14,
                   height=34, key="limits", accessible_name="Change the limits"),
            gap=0,
        ),
        gap=4,
        pad=(16, 10),
        key="solver",
    )  # fmt: skip


def _method_words(window: Window) -> tuple[str, str]:
    settings, method = window.shown.settings, window.shown.watch.method
    algorithm = ALGORITHMS[method.algorithm]
    guarantee = guarantee_ahead(method)
    if not settings.is_automatic and not settings.shortest:
        return method.title, f"{sentence(algorithm.summary)}. {guarantee}"
    words, summary = "automatic", AUTOMATIC_SUMMARY
    if settings.shortest:
        words, summary = "shortest", SHORTEST_SUMMARY
    if settings.details:
        words = f"{words}, {algorithm.title}"
    return words, f"{summary}. Now {method.title}. {guarantee}"


def _open_methods(window: Window) -> None:
    settings, watch = window.shown.settings, window.session.watch
    size = window.shown.play.board.size
    items = {
        AUTOMATIC: Item("Automatic", detail=AUTOMATIC_SUMMARY),
        SHORTEST: Item("Shortest", detail=SHORTEST_SUMMARY),
    }
    chosen = [] if settings.algorithm == AUTOMATIC else [settings.algorithm]
    for name in dict.fromkeys((*listed_algorithms(), *chosen)):
        method = replace(settings, **_choosing(settings, name)).method(*size)
        items[name] = method_item(ALGORITHMS[name].title, method, watch.warning_of(method))
    names = [*items]
    present = names.index(SHORTEST if settings.shortest else settings.algorithm)

    def take(at: int) -> None:
        if at == len(names):
            open_code(window)
        else:
            window.set(**_choosing(window.session.settings, names[at]))

    place = window.ui.place_of("method")
    open_menu(window.ui, place, [*items.values(), YOUR_OWN], present, take)


def _choosing(settings: Settings, name: str) -> dict[str, Any]:
    """Return the settings that choose an algorithm, ``AUTOMATIC`` or ``SHORTEST``.

    The heuristic changes to the default of the algorithm, unless the user has chosen another one.
    """
    if name == SHORTEST:
        return {"shortest": True}
    changes = {"shortest": False, "algorithm": name}
    before = ALGORITHMS.get(settings.algorithm, ALGORITHMS[DEFAULT_ALGORITHM])
    if name in ALGORITHMS and settings.heuristic == before.heuristic:
        changes["heuristic"] = ALGORITHMS[name].heuristic
    return changes


def _heuristic_and_weight(window: Window) -> Row:
    settings, method = window.shown.settings, window.shown.watch.method
    algorithm, entry = ALGORITHMS[method.algorithm], HEURISTICS[method.heuristic]

    def choose(**changes: Any) -> None:
        """Change a part of the method. The automatic method becomes the chosen one."""
        if window.session.settings.is_automatic:
            shown = {"algorithm": method.algorithm, "heuristic": method.heuristic}
            changes = {**shown, "weight": method.weight, **changes}
        window.set(**changes)

    def part(
        name: str, options: list[Option[Any]], tip: str, **sizes: float
    ) -> Stepper[Any] | None:
        if not algorithm.uses(name):
            return None
        return Stepper(
            options,
            getattr(method, name),
            lambda value: choose(**{name: value}),
            enabled=not settings.shortest,
            height=34,
            tip=tip,
            accessible_name=name.capitalize(),
            key=name,
            also=(YOUR_OWN, partial(open_code, window)) if name == "heuristic" else None,
            **sizes,  # type: ignore[arg-type]  # width or grow
        )

    weights = [Option(w, f"Weight {w:g}") for w in sorted({*WEIGHTS, settings.weight})]
    heuristics = heuristic_options(method.heuristic)
    tip = f"{sentence(entry.title)}: {entry.summary}"
    weight_tip = "How much h counts: f = g + W h. Higher is faster, but solutions get longer"
    return Row(
        part("heuristic", heuristics, tip, grow=1),
        part("weight", weights, weight_tip, width=136),
        grow=1,
    )


_SPEEDS = FASTEST / SLOWEST
_NOTCHES = 1000
"""Steps of the logarithmic speed slider, more than it has pixels."""


def solution_bar(window: Window) -> Element:
    """Build the playback track, which is faint and can be resumed if it was left."""

    def set_speed(notch: int) -> None:
        speed = SLOWEST * _SPEEDS ** (notch / _NOTCHES)
        window.session.set_speed(round(speed, 1) if speed < 10 else round(speed))

    shown, watch, tip = window.shown, window.shown.watch, None
    track, is_left = watch.playback or watch.left, watch.playback is None
    is_moving = watch.phase is not None or pauses_game(window)
    position, total, speed = 0, 0, USUAL_SPEED
    if track is not None:
        position, total, speed = track.position, track.total, track.speed
    speed = shown.settings.playback_speed or speed
    pause_tip = pause_label(window) if pauses_game(window) else ""
    if track is not None and watch.run is not None:
        solution = f"solution of {watch.run.method.title}"
        tip = f"The {solution}. Below: the Manhattan distance to the goal after each move"
        if not pause_tip and watch.phase is None and watch.left is not None:
            pause_tip = f"Resume the {solution}"
    return track_bar(
        window,
        Track(position, total, partial(_seek, window), profile=_profile(window, track),
              faint=is_left, tip=tip, grow=1, priority=-3, accessible_name="Moves", key=TRACK),
        position_label([f"{position:,}/{total:,}" if track else ""], 104, face=Face.FIGURES,
                       color="text_muted" if is_left else "text"),
        Slider(
            round(_NOTCHES * math.log(speed / SLOWEST) / math.log(_SPEEDS)),
            _NOTCHES,
            set_speed,
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
    )  # fmt: skip


def _profile(window: Window, track: Playback | None) -> tuple[int, ...]:
    run = window.shown.watch.run
    cache = window.ui.state("profile", dict[tuple[int, int], tuple[int, ...]])
    if track is None or run is None:
        return ()
    key = id(track.moves), track.revision
    if key not in cache:
        cache.clear()
        distances = distances_along(track.start, run.goal, track.moves)
        cache[key] = peaks(distances, 2048)
    return cache[key]


def _seek(window: Window, moment: int) -> None:
    """Go to a position, and resume a solution that was left."""
    session = window.session
    if session.activity.timeline is None and window.shown.watch.left is not None:
        session.watch.resume()
        if not session.activity.is_paused:
            session.toggle_pause()
    session.activity.seek(moment)
