"""The card of a solve: what it came to, and what can be done next; and the splits of a relay.

The board is locked; the card is shown as long as it stays solved. Escape or the cross closes it.
"""

from __future__ import annotations

import pygame

from puzzler.game.core.relay import STAGES, Relay
from puzzler.game.play.playing import Finish
from puzzler.humanize import NOTHING, TIMES, counted, listed, running_time, sentence, solve_time
from puzzler.window.common.actions import action_button, actions
from puzzler.window.core.window import Window
from puzzler.window.toolkit.cards import Card
from puzzler.window.toolkit.control import ARROWS
from puzzler.window.toolkit.controls import Button, Rank
from puzzler.window.toolkit.element import Element, Tip
from puzzler.window.toolkit.labels import Heading, Text
from puzzler.window.toolkit.layout import Column, Fit, Row
from puzzler.window.toolkit.paint import Face
from puzzler.window.toolkit.wrapping import Wrap

_AWAY = "finish is away"
APPEARS_SECONDS = 0.3
"""After the last slide: the wave through the tiles, or most of the last piece, has been seen."""
_LOW_UNITS = 560
"""In a window that is lower the buttons stand in one line: enough of the board is to be seen."""
_DOT = " \N{MIDDLE DOT} "
_BEHIND = "Seconds behind (+) or ahead of (\N{MINUS SIGN}) the record after this board"
_BESTS = {"time": "time", "moves": "number of moves", "efficiency": "efficiency"}
_WORDS = {
    "new": ("New", "New"),
    "restart": ("Same board again", "Same again"),
    "relay": ("Another relay", "Another"),
    "view-review": ("Review", "Review"),
    "watch-shortest": ("Watch a shortest solution", "See shortest"),
    "copy-result": ("Share", "Share"),
}
"""By its action, what stands on each button: in full, and where room is scarce."""


def finish_card(window: Window) -> Element | None:
    """The result of a solve by hand, shown shortly after its last move; None if it was closed."""
    finish, ui = window.shown.play.finish, window.ui
    seconds = ui.seconds_of("finish", finish is not None or None)
    if finish is None:
        ui.choose(_AWAY, False)
    if finish is None or ui.choice(_AWAY, False):
        return None
    wait = 0.0 if window.shown.reduces_motion else APPEARS_SECONDS
    if seconds < wait:
        ui.wake_in(wait - seconds)
        return None
    told = moves_words(finish), speed_words(finish)
    lines = [
        Fit(*(
            Text(_DOT.join(filter(None, said)), size=15, strong=is_strong, color=color, lines=1)
            for said in dict.fromkeys((words, words[:1]))
        ))
        for words, is_strong, color in (
            (told, True, "text"),
            ((bests_words(finish),), True, "good"),
            ((kind_words(finish),), False, "text_muted"),
        )
        if any(words)
    ]  # fmt: skip

    def put_away() -> None:
        ui.choose(_AWAY, True)

    cross = Button("", put_away, icon="close", rank=Rank.QUIET, width=32, height=32,
                   tip=Tip("Put this away", "Esc"), key="put away")  # fmt: skip
    is_small, is_low = window.is_compact, window.size[1] < window.painter.px(_LOW_UNITS)
    left_out = {"restart", "watch-shortest"} if finish.relay is not None else {"relay"}
    buttons = [
        action_button(
            window,
            name,
            label=label,
            short=short,
            size=14,
            rank=Rank.PRIMARY if name == "new" else Rank.NORMAL,
            shows_key=True,
            autofocus=name == "new",
            tip=Tip(actions()[name].words) if name == "copy-result" else None,
            grow=1,
            key=("finish", name),
        )
        for name, (label, short) in _WORDS.items()
        if name not in left_out and actions()[name].is_enabled(window)
    ]

    def take_key(key: int, mod: int) -> bool:
        """Escape puts it away; the arrow keys go from one button to the next."""
        keys = [button.key for button in (cross, *buttons)]
        if key == pygame.K_ESCAPE:
            put_away()
        elif key in ARROWS and ui.focused in keys:
            ui.go_to(keys[(keys.index(ui.focused) + sum(ARROWS[key])) % len(keys)])
        else:
            return False
        return True

    content = Card(
        Row(Heading(head_words(finish), size=25, grow=1), cross),
        Column(*lines, gap=1),
        None if finish.relay is None else splits(finish.relay),
        Row(*buttons) if is_low else Wrap(*buttons, fill=True),
        gap=4 if is_small else 8,
        pad=10 if is_small else 18,
        width=600 if is_low else 440 if is_small else 490,
        floating=True,
        key="finish",
    )
    content.on_key = take_key
    return content


def head_words(finish: Finish) -> str:
    """Solved in 2:05.31."""
    if finish.relay is None:
        return f"Solved in {solve_time(finish.seconds)}"
    return f"Relay finished in {solve_time(finish.relay.seconds)}"


def moves_words(finish: Finish) -> str:
    """58 moves, shortest 46, 12 lost; less where less is known yet, or was asked for."""
    if finish.relay is not None:
        return counted(sum(split.moves for split in finish.relay.splits), "move")
    said = [counted(finish.moves, "move")]
    shortest = finish.shortest
    if shortest.text:
        is_known = shortest.moves is not None or shortest.at_least
        said.append(f"shortest {shortest.text}" if is_known else "computing the shortest")
    if finish.lost is not None:
        said.append(f"{finish.lost:,} lost" if finish.lost > 0 else "none lost")
    return _DOT.join(said)


def speed_words(finish: Finish) -> str:
    """0.46 moves a second; "" where it took no time."""
    moves, seconds = finish.moves, finish.seconds
    if finish.relay is not None:
        moves, seconds = sum(split.moves for split in finish.relay.splits), finish.relay.seconds
    return f"{moves / seconds:.2f} moves/s" if seconds else ""


def bests_words(finish: Finish) -> str:
    """New best time and number of moves; "" where nothing was beaten."""
    relay = finish.relay
    if relay is not None and not relay.is_helped and (relay.behind(len(STAGES)) or 0) < 0:
        return "New relay record"
    named = [words for name, words in _BESTS.items() if name in finish.beaten]
    return f"New best {listed(named)}" if named else ""


def kind_words(finish: Finish) -> str:
    """Whether the solve counts, and whether it was blindfold; "" for a plain solve."""
    if finish.is_repeated:
        return "Solved again: your first solve counts"
    helped = [*(["help"] if finish.assisted else []), *(["the coach"] if finish.coached else [])]
    said = "Blindfold" if finish.blindfold else ""
    if helped:
        with_help = f"with {listed(helped)}: not counted"
        return f"{said}, {with_help}" if said else sentence(with_help)
    return said


def relay_card(relay: Relay) -> Element:
    """How long it has taken, and the record; then board by board."""
    said = "ended" if relay.is_ended else running_time(relay.seconds)
    record = sum(split.seconds for split in relay.record)
    behind = f"record {solve_time(record)}" if record else "no record yet"
    return Card(
        Row(
            Text("Relay", size=16, strong=True, lines=1),
            Text(behind, size=13, color="text_muted", lines=1, width=0, grow=1),
            Text(said, face=Face.FIGURES, lines=1),
        ),
        splits(relay),
        pad=(20, 14),
        key="relay",
    )


def splits(relay: Relay) -> Element:
    """A column for each board: time, moves, and how far behind the record or ahead of it then."""
    columns = []
    for number, (rows, width) in enumerate(STAGES):
        solved = relay.splits[number] if number < len(relay.splits) else None
        time = NOTHING if solved is None else solve_time(solved.seconds)
        is_present = number == relay.stage and not (relay.is_complete or relay.is_ended)
        moves = "" if solved is None else counted(solved.moves, "move")
        ink = "text" if is_present or solved is not None else "text_muted"
        lines = [
            (f"{rows}{TIMES}{width}", 13, Face.STRONG, "text_muted"),
            ("now" if is_present else time, 15, Face.FIGURES, ink),
            (moves, 12, Face.BODY, "text_muted"),
        ]
        behind = relay.behind(number + 1)
        if relay.record:
            words = "" if behind is None else f"{behind:+.2f}".replace("-", "\N{MINUS SIGN}")
            color = "good" if (behind or 0) < 0 else "text_muted"
            lines.append((words, 12, Face.FIGURES, color))
        texts = (
            Text(words, size=size, face=face, color=color, align=0.5, lines=1)
            for words, size, face, color in lines
        )
        tip = _BEHIND if relay.record else ""
        columns.append(Column(*texts, gap=0, grow=1, tip=tip, key=("split", number)))
    return Row(*columns, even=True)
