"""The area below the board: figures of the game, the coach, and the message line."""

from __future__ import annotations

from puzzler.game.core.distances import ShortestLength
from puzzler.game.core.live_figures import LiveFigures
from puzzler.game.play.boards import PlayState
from puzzler.game.play.finish import finish_text
from puzzler.game.watch.watching import WatchPhase
from puzzler.humanize import counted, roughly_counted, running_time, sentence
from puzzler.window.common.actions import action_button, tile_keys
from puzzler.window.core.window import Window
from puzzler.window.play.actions import is_blindfold
from puzzler.window.play.finish import is_open, is_visible
from puzzler.window.play.timer import INSPECT, clock, game_buttons, kind_of_board, moves_text
from puzzler.window.toolkit.dialog import offer
from puzzler.window.toolkit.element import Element
from puzzler.window.toolkit.labels import Notice, Text
from puzzler.window.toolkit.layout import Bar, Card, Column, Fit, Pages, Row, Space
from puzzler.window.toolkit.paint import Face
from puzzler.window.toolkit.theme import mix

MESSAGE = "message"
"""The key of the message line."""
REMARK_SECONDS = 2.0
"""Time until the remark about the last move starts to fade."""
FADE_SECONDS = 0.6
_SHADES = 8
_LARGE_TIME, _SMALL_TIME = 28, 18
_LARGE_LENGTH, _MIN_LARGE = 7, 600
"""Maximum characters of a time and minimum width of a window in units for the large size."""
_MIN_BOTH = 700
"""Minimum width of a window in units for the shortest length next to a message."""


def status(window: Window) -> Element:
    """Return the coach and the message. A compact window has the figures of the game, too."""
    if not window.is_compact:
        return Column(_coach(window), _notice(window, align=0.5), gap=0, priority=1)
    left = window.shown.play.inspection_left
    countdown = window.ui.reuse(_inspection, left or 0)
    pages = Pages(_line(window), countdown, shown=0 if left is None else 1)
    return Column(pages, pad=(8, 0), priority=1)


def _line(window: Window) -> Element:
    """Return everything in one line. The line of the coach replaces the shortest length.

    In a narrow window a message replaces it, too. The card of a result has the same figures.
    """
    play, coach = window.shown.play, window.shown.coach
    if is_visible(window):
        return _notice(window, align=1.0)
    middle: Text | None = None
    if coach.line is None and (
        window.size[0] >= window.painter.px(_MIN_BOTH) or not message(window)
    ):
        words = "" if is_blindfold(window) else _shortest_text(play, coach.shortest)
        middle = Text(words, face=Face.FIGURES, lines=1, width=176, optional=True, priority=-2)
    elif coach.line is not None:
        middle = _coach_text(coach.line.short_text)
        middle.fixed_width, middle.priority = 224, -2
    time = running_time(play.seconds)
    has_room = coach.line is None and window.size[0] >= window.painter.px(_MIN_LARGE)
    size = _LARGE_TIME if has_room and len(time) <= _LARGE_LENGTH else _SMALL_TIME
    lost = 0 if coach.line is None else coach.line.last_lost
    is_watching = window.shown.watch.phase is not None  # the message needs the room of the clock
    timer = clock(window, size=size, width=126 if has_room else 92)
    return Row(
        Text(moves_text(play), face=Face.FIGURES, lines=1, width=100),
        *([] if is_watching else [timer]),
        # the result and the cards of an open drawer have the same buttons
        *([] if is_watching or is_open(window) or window.is_drawer_open else game_buttons(window)),
        middle,
        _remark(window, lost, align=1.0) or _notice(window, align=1.0),
    )  # fmt: skip


def _notice(window: Window, *, align: float) -> Element:
    is_good = window.shown.play.is_solved and not window.notice
    is_covered = is_blindfold(window)
    notice = Notice(
        message(window),
        color="good" if is_good else "text_muted",
        align=1.0 if is_covered or window.shown.background_text else align,
        grow=1,
        key=MESSAGE,
    )
    if window.is_compact or is_covered or window.shown.background_text:
        notice.fixed_width = 0  # it gets the remaining width, so that no button depends on the text
    rows = (
        ("stop", None, bool(window.shown.background_text)),
        ("show-now", None, window.is_compact and window.shown.watch.can_show_now),
        ("show-tiles", "Peek at the tiles", is_covered),
    )
    buttons = [
        action_button(window, name, label=label, size=14, height=36)
        for name, label, is_visible in rows
        if is_visible
    ]
    if not buttons:
        return notice
    spare = None if window.is_compact else Space(width=0, grow=0.6)
    return Row(notice, *buttons, spare, gap=14, grow=1)


def _inspection(left: int) -> Element:
    number = Text(f"{left}", size=24, face=Face.FIGURES, color="accent", align=1.0, lines=1,
                  width=34, key="inspection")  # fmt: skip
    text = f"{INSPECT[0]}: {INSPECT[1][:1].lower()}{INSPECT[1][1:]}"
    return Row(number, Notice(text, align=0.0, grow=1, width=0), gap=14)


def _coach(window: Window) -> Element:
    """Return the line of the coach, or an empty line so that the board keeps its size."""
    advice = window.shown.coach.line
    if advice is None:
        return Space(height=20)
    remark = _remark(window, advice.last_lost) or Space(width=0, grow=1)
    return Row(Space(width=0, grow=1), _coach_text(advice.text), remark, gap=14, height=20)


def _coach_text(words: str) -> Text:
    return Text(sentence(words), size=14, strong=True, lines=1, key="coach line")


def _remark(window: Window, lost: int, *, align: float = 0.0) -> Element | None:
    """Return the remark about extra moves until it has faded."""
    play, ui = window.shown.play, window.ui
    move = (play.move_count, play.board, lost) if lost else None
    fading = ui.seconds_of("coach", move) - REMARK_SECONDS
    if move is None or fading >= FADE_SECONDS:
        return None
    strength = 1.0
    if window.shown.reduces_motion:
        ui.wake_in(FADE_SECONDS - fading)
    else:  # in a few shades
        ui.wake_in(max(-fading, FADE_SECONDS / _SHADES))
        strength = round(min(1.0, 1 - fading / FADE_SECONDS) * _SHADES) / _SHADES
    if not strength:
        return None
    theme = window.painter.theme
    color = mix(theme.ground, theme.accent, strength)
    texts = (
        Text(words, size=14, color=color, lines=1, align=align, key="remark")
        for words in (f"That move costs {counted(lost, 'move')}", f"{lost:,} extra")
    )
    return Fit(*texts, width=0, grow=1)


def message(window: Window) -> str:
    """Return the text of the message line."""
    if window.notice:  # an error, for example of an imported text
        return sentence(window.notice)
    shown, watch = window.shown, window.shown.watch
    if watch.phase is WatchPhase.PREPARING and shown.preparation_message:
        return sentence(shown.preparation_message) if window.is_compact else "First start only"
    figures = watch.figures
    if watch.is_searching and figures is not None:
        if window.is_compact:
            return _search_text(figures)
        if window.line == figures.state:
            return ""  # the card of the search has it
    if not window.line and is_blindfold(window):
        return "Blindfold: the tiles are covered until the board is solved"
    finish = shown.play.finish
    is_in_card = finish is not None and is_open(window) and window.line == finish_text(finish)
    if not window.line:
        # a wide window shows the warning next to the button
        is_warned = window.is_compact and watch.phase is None
        return sentence(shown.preparation_message) or (watch.warning if is_warned else "")
    return "" if is_in_card else sentence(window.line)


def _search_text(figures: LiveFigures) -> str:
    """Return the state of a search, or both bounds of Anytime, for windows without the panel."""
    if figures.best_length is None:
        if figures.stats is None:
            return figures.state
        return f"{figures.state}: {roughly_counted(figures.stats.expanded, 'state')}"
    at_most = counted(figures.best_length, "move")
    if not figures.lower_bound:
        return f"At most {at_most}"
    return f"At least {figures.lower_bound:,} \N{MIDDLE DOT} at most {at_most}"


def _shortest_text(play: PlayState, shortest: ShortestLength) -> str:
    """Return the shortest length for the compact line, or the state of a relay or a ghost."""
    if play.relay is not None and not play.relay.is_ended:
        board = f"board {play.relay.stage + 1} of {len(play.relay.stages)}"
        return kind_of_board(play) if play.relay.is_complete else board
    if play.ghost is not None and not play.is_solved:
        return f"ghost {play.ghost.position:,} of {play.ghost.total:,}"
    if shortest.moves is None and shortest.at_least:
        return f"shortest \N{GREATER-THAN OR EQUAL TO} {shortest.at_least:,}"
    if shortest.moves is None and shortest.is_computing:
        return "shortest: computing"
    return f"shortest {shortest.text}" if shortest.text else ""


def welcome(window: Window) -> Element:
    """Return the tips of the first run. They disappear with the first move or search."""
    watch, help_key = window.keymap.hint("watch"), window.keymap.hint("help")
    tips = [
        offer(icon, first, second, size=14)
        for icon, first, second in (
            ("hand", "Click or drag", "a tile next to the gap"),
            ("keys", tile_keys(window.shown.settings), "also move tiles"),
            ("play", f"Press {watch} to watch", f"the AI solve; {help_key} for help"),
        )
    ]
    if window.is_compact:
        return Bar(Row(*tips, even=True, gap=8, grow=1), top=False, pad=(16, 4), key="welcome")
    return Card(*tips, gap=10, pad=(16, 12), key="welcome")
