"""The card with the result of a solve, and the splits of a relay.

The card is next to the board while that is solved and locked. Escape or the cross closes the card.
"""

from __future__ import annotations

import pygame

from puzzler.game.core.category import STAGES, Relay, moves_per_second
from puzzler.game.play.finish import UNRANKED, Finish
from puzzler.humanize import NOTHING, TIMES, counted, listed, running_time, sentence, solve_time
from puzzler.window.common.actions import action_button, actions
from puzzler.window.core.window import Window
from puzzler.window.play.timer import (
    figure_row,
    has_times,
    kind_label,
    kind_of_board,
    time_figure,
    times_of_kind,
)
from puzzler.window.toolkit.control import ARROWS
from puzzler.window.toolkit.controls import Button, Rank
from puzzler.window.toolkit.element import Child, Element, Tip
from puzzler.window.toolkit.labels import Heading, Text
from puzzler.window.toolkit.layout import Card, Column, Row
from puzzler.window.toolkit.paint import Face
from puzzler.window.toolkit.wrapping import Wrap

_CLOSED = "finish is closed"
_MAX_SPLITS = 5
APPEARS_SECONDS = 0.3
"""Delay after the last slide, so that the animation of the solved board can be seen."""
_BEHIND = "Seconds behind (+) or ahead of (\N{MINUS SIGN}) the best relay after this board"
_BESTS = "time", "moves", "efficiency"
_WORDS = {
    "new": ("New", "New"),
    "restart": ("Same board", "Same board"),
    "another-relay": ("Another {kind}", "Another"),
    "view-review": ("Review", "Review"),
    "copy-result": ("Share", "Share"),
    "save-result": ("Picture", "Picture"),
    "watch-shortest": ("Watch the shortest", "Shortest"),
}
"""The label and the short label of each button, by action."""
_EXPLAINED = "copy-result", "save-result"
"""Actions with a tooltip."""


def is_open(window: Window) -> bool:
    """Whether there is a result and the player has not closed its card."""
    return window.shown.play.finish is not None and not window.ui.choice(_CLOSED, False)


def is_visible(window: Window) -> bool:
    """Whether the card is shown, which is shortly after the last move."""
    finish, ui = window.shown.play.finish, window.ui
    seconds = ui.seconds_of("finish", finish is not None or None)
    if finish is None:
        ui.choose(_CLOSED, False)
    if not is_open(window):
        return False
    wait = 0.0 if window.shown.reduces_motion else APPEARS_SECONDS
    if seconds < wait:
        ui.wake_in(wait - seconds)
    return seconds >= wait


def finish_card(window: Window) -> Element | None:
    """The result of a solve by hand; None if it is not shown."""
    finish, ui = window.shown.play.finish, window.ui
    if not is_visible(window) or finish is None:
        return None
    relay = finish.relay
    time = finish.seconds if relay is None else relay.seconds
    is_small, times, figures = window.is_compact, window.shown.play.times, figures_of(finish)
    is_fast = "time" in finish.beaten
    difference, notes = difference_text(finish), [kind_text(finish)]
    if not is_small:
        notes.append(streak_text(times.streak))
    elif relay:
        notes.append(kind_of_board(window.shown.play))
    lines: list[Child] = [Text(words, size=15, color="text_muted") for words in notes if words]
    if difference:
        color = "good" if is_fast else "text"
        lines.insert(0, Text(difference, size=15, strong=is_fast, color=color))

    def close() -> None:
        ui.choose(_CLOSED, True)

    cross = Button("", close, icon="close", rank=Rank.QUIET, width=32, height=32,
                   tip=Tip("Close", "Esc"), key="put away")  # fmt: skip
    kind = "" if relay is None else relay.title.lower()
    left_out = {"restart", "watch-shortest"} if kind else set()
    buttons = [
        action_button(
            window,
            name,
            label=label.format(kind=kind),
            short=short,
            size=14,
            rank=Rank.PRIMARY if name == "new" else Rank.NORMAL,
            autofocus=name == "new",
            tip=Tip(actions()[name].text) if name in _EXPLAINED else None,
            grow=1,
            key=("finish", name),
        )
        for name, (label, short) in _WORDS.items()
        if name not in left_out and actions()[name].is_enabled(window)
    ]

    def take_key(key: int, mod: int) -> bool:
        """Close the card with Escape, or move between its buttons with the arrow keys."""
        keys = [button.key for button in (cross, *buttons)]
        if key == pygame.K_ESCAPE:
            close()
        elif key in ARROWS and ui.focused in keys:
            ui.go_to(keys[(keys.index(ui.focused) + sum(ARROWS[key])) % len(keys)])
        else:
            return False
        return True

    has_kind = has_times(window)
    words = title_text(finish, has_kind=has_kind)
    if is_small:
        title = Text(words, size=17, strong=True, width=0, grow=1)
        small_time = Text(running_time(time), size=22, face=Face.FIGURES, lines=1)
        head: list[Child] = [Row(title, small_time, cross)]
    else:
        head = [Row(kind_label(window), cross), Heading(words, size=19), time_figure(time)]
    content = Card(
        *head,
        Column(*lines, gap=0),
        figure_row(figures, len(figures)),
        splits(relay) if relay else has_kind and times_of_kind(times, has_latest=not is_small),
        Wrap(*buttons, fill=True, gap=6),
        gap=6 if is_small else 10,
        pad=10 if is_small else (16, 10),
        key="finish",
    )
    content.on_key = take_key
    return content


def title_text(finish: Finish, *, has_kind: bool = True) -> str:
    """Return the title: the record that was broken, or "Solved".

    has_kind: False for drawn and typed boards, which have no times to compare with.
    """
    relay = finish.relay
    if relay is not None:
        is_best = not relay.is_helped and (relay.behind(len(relay.stages)) or 0) < 0
        return f"New best {relay.title.lower()} time" if is_best else f"{relay.title} finished"
    named = [name for name in _BESTS if name in finish.beaten]
    if named:
        return f"New best {listed(named)}"
    is_first = finish.best_seconds is None and finish.solve_id is not None and finish.is_ranked
    if is_first and has_kind:
        return "Your first recorded time"
    return "A perfect solution" if finish.lost == 0 else "Solved"


def figures_of(finish: Finish) -> list[tuple[str, str]]:
    """Return the captions and values that are known so far: moves, shortest, extra, TPS."""
    moves, seconds, shortest = finish.shown_moves, finish.seconds, finish.shortest
    if finish.relay is not None:
        moves, seconds = finish.relay.moves, finish.relay.seconds
    caption = "Moves"
    if finish.is_multi_tile and finish.relay is None:
        caption = "Single-tile moves" if finish.slides is None else "Multi-tile moves"
    figures = [(caption, f"{moves:,}")]
    if finish.relay is None and shortest.text and not finish.is_multi_tile:
        is_known = shortest.moves is not None or shortest.at_least
        figures.append(("Shortest", shortest.text if is_known else "computing"))
    if finish.relay is None and finish.lost is not None:
        figures.append(("Extra", f"{finish.lost:,}"))
    if (tps := moves_per_second(moves, seconds)) is not None:
        figures.append(("TPS", f"{tps:.2f}"))
    return figures


def difference_text(finish: Finish) -> str:
    """Return the difference from the best time before: "1.24 s slower than your best"."""
    if finish.best_seconds is None or finish.is_repeated or finish.relay is not None:
        return ""
    difference = round(finish.seconds - finish.best_seconds, 2)
    if difference > 0:
        return f"{solve_time(difference)} slower than your best"
    if difference < 0:
        previous = "previous " if "time" in finish.beaten else ""
        return f"{solve_time(-difference)} faster than your {previous}best"
    return "As fast as your best"


def streak_text(days: int) -> str:
    """Return "3-day streak"; "" for fewer than two days."""
    return f"{days:,}-day streak" if days > 1 else ""


def kind_text(finish: Finish) -> str:
    """Return whether the solve is blindfold and whether it counts, or "" for a normal solve."""
    if finish.is_repeated:
        return "Solved again: your first solve counts"
    if finish.unranked and not (finish.assisted or finish.coached):
        return f"Not counted: {UNRANKED[finish.unranked]}"
    help_used = [*(["help"] if finish.assisted else []), *(["coach"] if finish.coached else [])]
    kind = "Blindfold" if finish.blindfold else ""
    if help_used:
        used = f"{listed(help_used)} used: not counted"
        return f"{kind}, {used}" if kind else sentence(used)
    return kind


def relay_card(relay: Relay) -> Element:
    """Return the card with the time, the best time and the splits of a relay."""
    time = "ended" if relay.is_ended else running_time(relay.seconds)
    record = sum(split.seconds for split in relay.record)
    best = f"best time {solve_time(record)}" if record else "no best time yet"
    return Card(
        Row(
            Text(relay.title, size=16, strong=True, lines=1),
            Text(best, size=13, color="text_muted", lines=1, width=0, grow=1),
            Text(time, face=Face.FIGURES, lines=1),
        ),
        splits(relay),
        pad=(16, 14),
        key="relay",
    )


def splits(relay: Relay) -> Element:
    """Return a column for each board: time, moves, and the difference from the best relay.

    Of a long marathon, five boards are shown: the current one and its neighbours.
    """
    columns = []
    first = max(0, min(relay.stage - 2, len(relay.stages) - _MAX_SPLITS))
    for number, (rows, width) in list(enumerate(relay.stages))[first : first + _MAX_SPLITS]:
        name = f"{rows}{TIMES}{width}" if relay.stages == STAGES else f"{number + 1}"
        solved = relay.splits[number] if number < len(relay.splits) else None
        time = NOTHING if solved is None else solve_time(solved.seconds)
        is_present = number == relay.stage and not (relay.is_complete or relay.is_ended)
        moves = "" if solved is None else counted(solved.moves, "move")
        ink = "text" if is_present or solved is not None else "text_muted"
        lines = [
            (name, 13, Face.STRONG, "text_muted"),
            ("now" if is_present else time, 15, Face.FIGURES, ink),
            (moves, 12, Face.BODY, "text_muted"),
        ]
        behind = relay.behind(number + 1)
        if relay.record:
            words = "" if behind is None else f"{behind:+.2f}".replace("-", "\N{MINUS SIGN}")
            color = "good" if (behind or 0) < 0 else "text_muted"
            lines.append((words, 12, Face.FIGURES, color))
        texts = (
            Text(words, size=size, face=face, color=color, align=0.5, lines=2)
            for words, size, face, color in lines
        )
        tip = _BEHIND if relay.record else ""
        columns.append(Column(*texts, gap=0, grow=1, tip=tip, key=("split", number)))
    return Row(*columns, even=True, align=0)
