"""The card with the timer, the figures of the game, and the times of this kind of board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Unpack

from puzzler.game.core.category import RelayKind, difficulty_of
from puzzler.game.play.boards import PlayState
from puzzler.game.storage.statistics import Times
from puzzler.humanize import NOTHING, TIMES, clock_time, counted, running_time, sentence
from puzzler.window.common.actions import action_button, actions
from puzzler.window.core.window import Window
from puzzler.window.toolkit.controls import Rank
from puzzler.window.toolkit.element import Element, Tip
from puzzler.window.toolkit.labels import Figure, Text, TextOptions
from puzzler.window.toolkit.layout import At, Card, Column, Live, Pages, Row, Space
from puzzler.window.toolkit.paint import Face
from puzzler.window.watch.actions import pause_label

INSPECT = "Inspect the board", "The timer starts at 0 or with your first move"
_NO_TIMES = "No times of this kind of board yet"
_TIME_UNITS, _LONG_TIME_UNITS = 60, 42
_LONG_TIME = 8
"""Sizes of a time of up to ``_LONG_TIME`` and of more characters."""


def timer_card(window: Window) -> Element:
    """Return the card. The countdown of an inspection replaces the timer."""
    play = window.shown.play
    left = play.inspection_left
    if window.shown.settings.details and window.shown.watch.run is not None:
        return _small_card(window)  # the figures of the searches need the room
    countdown = window.ui.reuse(inspection, left or 0)
    return Card(
        Row(kind_label(window), *game_buttons(window), gap=2),
        Pages(_figures(window), countdown, shown=0 if left is None else 1),
        play.relay is None and has_times(window) and window.ui.reuse(times_of_kind, play.times),
        gap=8,
        pad=(16, 10),
        key="timer",
    )


def _small_card(window: Window) -> Element:
    """Return the card in one line."""
    play = window.shown.play
    return Card(
        Row(
            clock(window, size=22),
            Text(moves_text(play), face=Face.FIGURES, lines=1, width=0, grow=1),
            *game_buttons(window),
            gap=12,
        ),
        pad=(16, 6),
        key="timer",
    )


def kind_label(window: Window) -> Text:
    """Return a line with the kind of the board."""
    text = kind_of_board(window.shown.play)
    return Text(text, size=13, color="text_muted", lines=1, width=0, grow=1, key="kind of board")


def kind_of_board(play: PlayState) -> str:
    """Return the size and the difficulty, such as "4x4 fully mixed, assisted", or the relay."""
    if play.relay is not None and play.relay.is_complete:
        return RelayKind(play.relay.stages).title
    difficulty = difficulty_of(play.scenario)
    kind = f"{play.scenario.goal.rows}{TIMES}{play.scenario.goal.columns}"
    kind += "" if difficulty is None else f" {difficulty.label.lower()}"
    return f"{kind}, assisted" if play.assisted else kind


def moves_text(play: PlayState) -> str:
    """Return the number of moves in the chosen metric, such as "12 moves"."""
    return NOTHING if play.shown_moves is None else counted(play.shown_moves, "move")


def game_buttons(window: Window) -> list[Element]:
    """Return the buttons that pause and restart the game, or their space if neither can be used."""
    names = "pause-game", "restart"
    if not any(actions()[name].is_enabled(window) for name in names):
        return [Space(width=36, height=32) for _ in names]
    is_paused = window.shown.play.is_paused and window.shown.play.is_covering
    tip = Tip(pause_label(window), window.keymap.hint("pause"))
    pause = action_button(window, "pause-game", icon="play" if is_paused else "pause", tip=tip,
                          rank=Rank.QUIET, width=36, height=32)  # fmt: skip
    restart = action_button(window, "restart", rank=Rank.QUIET, width=36, height=32)
    return [pause, restart]


def _figures(window: Window) -> Element:
    play = window.shown.play
    moves = NOTHING if play.shown_moves is None else f"{play.shown_moves:,}"
    figures = [("Moves", moves)]
    # a shortest solution is one of single-tile moves, and of a single board
    if not (window.shown.settings.multi_tile or (play.relay and play.relay.is_complete)):
        figures.append(("Shortest", window.shown.coach.shortest.text))
    caption = "Time (assisted)" if play.assisted else "Time"
    return Column(
        Live(lambda: _running_figure(window, caption), key="time"),
        figure_row(figures, 3),
        gap=8,
    )


def _running_figure(window: Window, caption: str) -> Figure:
    """Return the time of the game. Screen readers get whole seconds, which change less often."""
    seconds = window.shown.play.seconds
    figure = time_figure(seconds, caption)
    if window.shown.play.is_timing:
        figure.reads_as = f"{caption} {clock_time(seconds)}"
    return figure


def time_figure(seconds: float, caption: str = "Time") -> Figure:
    """Return a time as the largest text next to the board."""
    time = running_time(seconds)
    size = _TIME_UNITS if len(time) <= _LONG_TIME else _LONG_TIME_UNITS
    return Figure(caption, time, size=_TIME_UNITS, value_size=size, key="time")


def clock(window: Window, **options: Unpack[TextOptions]) -> Live:
    """Return the time of the play as a line of text."""
    options |= TextOptions(face=Face.FIGURES, lines=1)

    def build() -> Text:
        seconds = window.shown.play.seconds
        text = Text(running_time(seconds), **options)
        if window.shown.play.is_timing:
            text.reads_as = clock_time(seconds)
        return text

    return Live(build, key="clock")


def figure_row(figures: Sequence[tuple[str, str]], columns: int) -> Row:
    """Return figures with captions. Up to three columns have equal widths."""
    shown = [
        Figure(caption, value, size=18, value_size=18 if len(value) < 9 else 14, grow=1)
        for caption, value in figures
    ]
    spare = (Space(grow=1) for _ in range(columns - len(shown)))
    return Row(*shown, *spare, even=columns < 4, gap=4)


def has_times(window: Window) -> bool:
    """Whether solves of the board have times to compare: those of drawn and typed boards do not."""
    return difficulty_of(window.shown.play.scenario) is not None


def times_of_kind(times: Times, *, has_latest: bool = True) -> Element:
    """Return the best time, the averages, and the latest times, the latest first.

    Without any of them, return a note. has_latest: whether the latest times are shown.
    """
    if times.best is None and not times.latest:
        return Text(_NO_TIMES, size=13, color="text_muted", lines=1, key="last times")
    named = ("Best", times.best), ("ao5", times.ao5), ("ao12", times.ao12)
    figures = [
        (name, NOTHING if seconds is None else running_time(seconds)) for name, seconds in named
    ]
    latest = "   ".join(running_time(seconds) for seconds in times.latest[:5])
    words = sentence(f"last {latest}") if latest else "No times in this session yet"
    return Column(
        figure_row(figures, len(figures)),
        has_latest and Text(words, size=13, color="text_muted", lines=1, key="last times"),
        gap=4,
        key="times",
    )


def inspection(left: int) -> Element:
    """Return the countdown of the inspection."""
    number = Text(f"{left}", size=42, face=Face.FIGURES, color="accent", align=1.0, lines=1,
                  width=64, key="inspection")  # fmt: skip
    head = Text(INSPECT[0], size=16, strong=True, lines=1)
    return At(Row(number, Column(head, Text(INSPECT[1], color="text_muted"), gap=0, width=230),
                  gap=16))  # fmt: skip
