"""Below the board: the figures of the play, the coach, and the line that says what is going on."""

from __future__ import annotations

from puzzler.game.coach.coach import CoachLine
from puzzler.game.core.distances import ShortestLength
from puzzler.game.core.relay import STAGES
from puzzler.game.play.boards import PlayState
from puzzler.game.watch.figures import Figures
from puzzler.game.watch.watching import WatchPhase
from puzzler.humanize import counted, roughly_counted, running_time, sentence, solve_time
from puzzler.window.common.actions import action_button, tile_keys
from puzzler.window.core.window import Window
from puzzler.window.play.actions import is_blindfold
from puzzler.window.toolkit.cards import Bar, Space
from puzzler.window.toolkit.dialog import offer
from puzzler.window.toolkit.element import Element
from puzzler.window.toolkit.labels import Figure, Notice, Text
from puzzler.window.toolkit.layout import At, Column, Fit, Pages, Row
from puzzler.window.toolkit.paint import Face
from puzzler.window.toolkit.theme import mix

MESSAGE = "message"
"""The key of the line that says what is going on."""
REMARK_SECONDS = 2.0
"""How long it is said what a move has lost, before that fades."""
FADE_SECONDS = 0.6
_SHADES = 8
_FIRST_START = "This is needed only at the first start"
_LABELS = {"show-tiles": "Show the tiles"}
_LOOK = "Look at the board", "The timer starts with your first move or at 0"
_BLINDFOLD = "Blindfold: the tiles stay covered until the board is solved"


def status(window: Window) -> Element:
    """Moves, time, shortest; and the message. Before the timer runs, the time to look."""
    left = window.shown.play.inspection_left
    said = Column(
        *(
            [_line(window)]
            if window.is_compact
            else [_figures(window), _coach(window), _notice(window, align=0.5)]
        ),
        gap=0,
    )
    looking = window.ui.reuse(_inspection, left or 0, window.is_compact)
    pages = Pages(said, looking, shown=0 if left is None else 1)
    return Column(pages, pad=(8, 0) if window.is_compact else 0, priority=1)


def _figures(window: Window) -> Element:
    play = window.shown.play
    captions = (
        ("Moves", f"{play.move_count:,}"),
        ("Time (with help)" if play.assisted else "Time", _time(play)),
        ("Shortest", window.shown.coach.shortest.text),
    )
    figures = (
        Figure(caption, value, size=24, value_size=24 if len(value) < 8 else 16, align=0.5,
               width=130)
        if value
        else Space(width=130)
        for caption, value in captions
    )  # fmt: skip
    return At(Row(*figures, gap=12))


def _line(window: Window) -> Element:
    """All of it in one line; with the coach on, what is left stands in place of the shortest."""
    play, coach = window.shown.play, window.shown.coach
    if coach.line is None:
        words = "" if is_blindfold(window) else _shortest_words(play, coach.shortest)
        middle = Text(words, face=Face.FIGURES, lines=1, width=176, optional=True, priority=-2)
    else:
        middle = _coach_words(coach.line)
        middle.fixed_width, middle.priority = 224, -2
    lost = 0 if coach.line is None else coach.line.last_lost
    return Row(
        Text(counted(play.move_count, "move"), face=Face.FIGURES, lines=1, width=100),
        Text(_time(play), face=Face.FIGURES, lines=1, width=72),
        middle,
        _remark(window, lost, align=1.0) or _notice(window, align=1.0),
    )


def _time(play: PlayState) -> str:
    is_finished = play.is_solved and not play.is_timing and play.seconds > 0
    return solve_time(play.seconds) if is_finished else running_time(play.seconds)


def _notice(window: Window, *, align: float) -> Element:
    is_good = window.shown.play.is_solved and not window.notice
    is_covered = is_blindfold(window)
    notice = Notice(
        message(window),
        color="good" if is_good else "text_muted",
        align=1.0 if is_covered or window.shown.waited_for else align,
        grow=1,
        key=MESSAGE,
    )
    if window.is_compact or is_covered:
        notice.fixed_width = 0  # all that the others leave
    names = {
        "stop": bool(window.shown.waited_for),
        "show-now": window.is_compact and window.shown.watch.can_show_now,
        "show-tiles": is_covered,
    }
    buttons = [
        action_button(window, name, label=_LABELS.get(name), size=14, height=36)
        for name, is_offered in names.items()
        if is_offered
    ]
    if not buttons:
        return notice
    spare = None if window.is_compact else Space(width=0, grow=0.6)
    return Row(notice, *buttons, spare, gap=14, grow=1)


def _inspection(left: int, is_compact: bool) -> Element:
    size = 24 if is_compact else 52
    number = Text(f"{left}", size=size, face=Face.FIGURES, color="accent", align=1.0, lines=1,
                  width=1.4 * size, key="inspection")  # fmt: skip
    if is_compact:
        said = f"{_LOOK[0]}: {_LOOK[1][:1].lower()}{_LOOK[1][1:]}"
        return Row(number, Notice(said, align=0.0, grow=1, width=0), gap=14)
    head, note = Text(_LOOK[0], size=16, strong=True, lines=1), Text(_LOOK[1], color="text_muted")
    words = Column(head, note, gap=0, width=230)
    return At(Row(number, words, gap=22))


def _coach(window: Window) -> Element:
    """Its line; room for it is kept while it is off, so that the board stays as large as it is."""
    said = window.shown.coach.line
    if said is None:
        return Space(height=20)
    remark = _remark(window, said.last_lost) or Space(width=0, grow=1)
    return Row(Space(width=0, grow=1), _coach_words(said), remark, gap=14, height=20)


def _coach_words(said: CoachLine) -> Text:
    return Text(sentence(said.text), size=14, strong=True, lines=1, key="coach line")


def _remark(window: Window, lost: int, *, align: float = 0.0) -> Element | None:
    """What the last move has wasted, until that has faded."""
    play, ui = window.shown.play, window.ui
    what = (play.move_count, play.board, lost) if lost else None
    gone = ui.seconds_of("coach", what) - REMARK_SECONDS
    if what is None or gone >= FADE_SECONDS:
        return None
    strength = 1.0
    if window.shown.reduces_motion:
        ui.wake_in(FADE_SECONDS - gone)
    else:  # in a few shades
        ui.wake_in(max(-gone, FADE_SECONDS / _SHADES))
        strength = round(min(1.0, 1 - gone / FADE_SECONDS) * _SHADES) / _SHADES
    if not strength:
        return None
    theme = window.painter.theme
    color = mix(theme.ground, theme.accent, strength)
    texts = (
        Text(words, size=14, color=color, lines=1, align=align, key="remark")
        for words in (f"That move wasted {lost:,}", f"{lost:,} wasted")
    )
    return Fit(*texts, width=0, grow=1)


def message(window: Window) -> str:
    """The one line that says what is going on."""
    if window.notice:  # by the window, such as what is wrong with a text
        return sentence(window.notice)
    shown, watch = window.shown, window.shown.watch
    if watch.phase is WatchPhase.PREPARING and shown.preparation_message:
        return sentence(shown.preparation_message) if window.is_compact else _FIRST_START
    figures = None if watch.run is None else watch.run.figures
    if window.is_compact and watch.is_searching and figures is not None:
        if figures.best_length is not None:
            return _bounds_text(figures)
        if figures.stats is not None:
            return f"{figures.state}: {roughly_counted(figures.stats.expanded, 'state')}"
        return figures.state
    if not window.line and is_blindfold(window):
        return _BLINDFOLD
    if not window.line:
        # beside a column the warning stands by the button that it warns of
        is_warned = window.is_compact and watch.phase is None
        return sentence(shown.preparation_message) or (watch.warning if is_warned else "")
    return sentence(window.line)


def _bounds_text(figures: Figures) -> str:
    """Both bounds of a solution that Anytime is improving, where no panel shows them."""
    at_most = counted(figures.best_length or 0, "move")
    if not figures.lower_bound:
        return f"At most {at_most}"
    return f"At least {figures.lower_bound:,} \N{MIDDLE DOT} at most {at_most}"


def _shortest_words(play: PlayState, shortest: ShortestLength) -> str:
    """In one line with moves and time; of a relay the number of the board."""
    if play.relay is not None and not play.relay.is_ended:
        return f"board {play.relay.stage + 1} of {len(STAGES)}"
    if shortest.moves is None and shortest.at_least:
        return f"shortest \N{GREATER-THAN OR EQUAL TO} {shortest.at_least:,}"
    if shortest.moves is None and shortest.is_computing:
        return "computing shortest"
    return f"shortest {shortest.text}" if shortest.text else ""


def welcome(window: Window) -> Element:
    """The hint of the first run, where a track will be; it goes with the first key or click."""
    watch, help_key = window.keymap.hint("watch"), window.keymap.hint("help")
    columns = (
        offer(icon, first, second, size=14)
        for icon, first, second in (
            ("hand", "Click or drag", "a tile beside the blank"),
            ("keys", tile_keys(window.shown.settings), "also move tiles"),
            ("play", f"Press {watch} to watch", f"the AI solve; {help_key} for help"),
        )
    )
    hints = Row(*columns, even=True, gap=8, grow=1)
    if not window.is_compact:
        hints.fixed_width = 780
    return Bar(At(hints, grow=1), top=False, pad=(16, 4), key="welcome")
