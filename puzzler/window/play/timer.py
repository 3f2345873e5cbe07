"""The card with the timer, the figures of the game, and the times of this kind of board."""

from __future__ import annotations

from puzzler.game.core.category import difficulty_of
from puzzler.game.play.boards import PlayState
from puzzler.game.storage.statistics import Times
from puzzler.humanize import NOTHING, TIMES, counted, running_time, sentence
from puzzler.window.common.actions import action_button
from puzzler.window.core.window import Window
from puzzler.window.toolkit.cards import Card
from puzzler.window.toolkit.controls import Button, Rank
from puzzler.window.toolkit.element import Element, Tip
from puzzler.window.toolkit.labels import Figure, Text
from puzzler.window.toolkit.layout import At, Column, Pages, Row
from puzzler.window.toolkit.paint import Face
from puzzler.window.watch.actions import pause_label

INSPECT = "Inspect the board", "The timer starts at 0 or with your first move"
_TIME_SIZES = 42, 34, 27
"""Sizes of a time of up to 7, 8 and more characters, in units."""


def timer_card(window: Window) -> Element:
    """Return the card. The countdown of an inspection replaces the timer."""
    play = window.shown.play
    words = Text(kind_of_board(play), size=13, color="text_muted", lines=1, width=0, grow=1,
                 key="kind of board")  # fmt: skip
    left = play.inspection_left
    if window.shown.settings.details and window.shown.watch.run is not None:
        return _small_card(window)  # the figures of the searches need the room
    countdown = window.ui.reuse(inspection, left or 0)
    return Card(
        Row(words, *game_buttons(window), gap=2),
        Pages(_figures(window), countdown, shown=0 if left is None else 1),
        window.ui.reuse(times_of_kind, play.times),
        gap=4,
        pad=(16, 8),
        key="timer",
    )


def _small_card(window: Window) -> Element:
    """Return the card in one line."""
    play = window.shown.play
    return Card(
        Row(
            Text(running_time(play.seconds), face=Face.FIGURES, size=22, lines=1),
            Text(moves_text(play), face=Face.FIGURES, lines=1, width=0, grow=1),
            *game_buttons(window),
            gap=12,
        ),
        pad=(16, 6),
        key="timer",
    )


def kind_of_board(play: PlayState) -> str:
    """Return the size and the difficulty, such as "4x4, fully mixed, assisted"."""
    difficulty = difficulty_of(play.scenario)
    parts = [f"{play.scenario.goal.rows}{TIMES}{play.scenario.goal.columns}"]
    parts += [difficulty.label.lower()] if difficulty is not None else []
    parts += ["assisted"] if play.assisted else []
    return ", ".join(parts)


def moves_text(play: PlayState) -> str:
    """Return the number of moves in the chosen metric, such as "12 moves"."""
    return NOTHING if play.shown_moves is None else counted(play.shown_moves, "move")


def game_buttons(window: Window) -> list[Button]:
    """Return the buttons that pause and restart the game."""
    is_paused = window.shown.play.is_paused and window.shown.play.is_covering
    tip = Tip(pause_label(window), window.keymap.hint("pause"))
    pause = action_button(window, "pause-game", icon="play" if is_paused else "pause", tip=tip,
                          rank=Rank.QUIET, width=36, height=32)  # fmt: skip
    restart = action_button(window, "restart", rank=Rank.QUIET, width=36, height=32)
    return [pause, restart]


def _figures(window: Window) -> Element:
    play = window.shown.play
    time, shortest = running_time(play.seconds), window.shown.coach.shortest.text
    size = _TIME_SIZES[min(max(len(time) - 7, 0), len(_TIME_SIZES) - 1)]
    return Row(
        Figure("Time (assisted)" if play.assisted else "Time", time, size=_TIME_SIZES[0],
               value_size=size, width=0, grow=1),
        Figure("Moves", NOTHING if play.shown_moves is None else f"{play.shown_moves:,}",
               size=_TIME_SIZES[0], value_size=20, width=64),
        # a shortest solution is one of single-tile moves
        None if window.shown.settings.multi_tile else
        Figure("Shortest", shortest, size=_TIME_SIZES[0],
               value_size=20 if len(shortest) < 8 else 14, width=92),
        gap=8,
    )  # fmt: skip


def times_of_kind(times: Times) -> Element:
    """Return the best time, the averages, and the latest times, the latest first."""
    named = ("Best", times.best), ("ao5", times.ao5), ("ao12", times.ao12)
    figures = (
        Figure(name, NOTHING if seconds is None else running_time(seconds), size=17, grow=1)
        for name, seconds in named
    )
    latest = "   ".join(running_time(seconds) for seconds in times.latest[:5])
    words = sentence(f"last {latest}") if latest else "No times of this kind of board yet"
    return Column(
        Row(*figures, even=True),
        Text(words, size=13, color="text_muted", lines=1, key="last times"),
        gap=2,
        key="times",
    )


def inspection(left: int) -> Element:
    """Return the countdown of the inspection."""
    number = Text(f"{left}", size=42, face=Face.FIGURES, color="accent", align=1.0, lines=1,
                  width=64, key="inspection")  # fmt: skip
    head = Text(INSPECT[0], size=16, strong=True, lines=1)
    return At(Row(number, Column(head, Text(INSPECT[1], color="text_muted"), gap=0, width=230),
                  gap=16))  # fmt: skip
