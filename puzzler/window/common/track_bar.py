"""The bar at the bottom: buttons, the track, the position and the speed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from puzzler.game.lab.search_activity import RATES
from puzzler.humanize import speed as speed_text
from puzzler.window.common.actions import ButtonPlace, action_button, in_bar
from puzzler.window.core.window import Window
from puzzler.window.toolkit.controls import Button, Rank
from puzzler.window.toolkit.element import Child, Element, Tip
from puzzler.window.toolkit.labels import Text
from puzzler.window.toolkit.layout import Bar, Fit, Row
from puzzler.window.toolkit.paint import Face
from puzzler.window.toolkit.track import Slider

TRACK = "track"
"""The key of the track of a view."""
BOTTOM_BAR = "bottom bar"
_FULL_SPEED = "max"


def track_bar(
    window: Window, *children: Child, is_playing: bool, tips: Mapping[str, str] | None = None
) -> Bar:
    """Return a bar with the buttons of a track and ``children``, from left to right.

    tips: tooltips by action that replace those of the actions.
    """
    enabled = tuple(action.is_enabled(window) for action in in_bar(ButtonPlace.TRACK))
    buttons = window.ui.reuse(
        _track_buttons, window, is_playing, tips or {}, window.is_compact, window.keymap, enabled
    )
    gap = 5 if window.is_compact else 10
    return Bar(buttons, *children, top=False, gap=gap, key=BOTTOM_BAR)


def track_tips(what: str, step: str, more: str, pause: str, end: str = "") -> dict[str, str]:
    """Return tooltips by action for a track. more: the distance of a step with Shift."""
    return {
        "to-start": f"Go to the start of the {what}",
        "step-back": f"{step} back; with Shift {more}",
        "pause": pause,
        "step-forward": f"{step} forward; with Shift {more}",
        "to-end": f"Go to the end of the {what}{end}",
    }


def _track_buttons(
    window: Window, is_playing: bool, tips: Mapping[str, str], is_compact: bool, *_: object
) -> Row:
    buttons: list[Button] = []
    for action in in_bar(ButtonPlace.TRACK):
        is_pause = action.name == "pause"
        button = action_button(
            window,
            action.name,
            icon=("pause" if is_playing else "play") if is_pause else None,
            rank=Rank.NORMAL if is_pause else Rank.QUIET,
            tip=Tip(tips.get(action.name, action.text), window.keymap.hint(action.name)),
        )
        if is_pause and not is_compact:
            button.fixed_width = 64
        buttons.append(button)
    return Row(*buttons, gap=5 if is_compact else 10)


def position_label(
    forms: Sequence[str], width: float, *, face: Face = Face.STRONG, color: str = "text"
) -> Element:
    """Return the position as the first of ``forms`` that fits. The width never changes."""
    texts = [Text(words, face=face, color=color, align=0.5, lines=1) for words in forms]
    return Fit(*texts, width=width, optional=True, priority=-2, key="position")


def speed_label(
    words: str, *, align: float = 1.0, is_live: bool = True, is_short: bool = True
) -> Text:
    """Return the text of the speed next to the slider: "4/s", or "4 moves/s" if not short."""
    words = words if is_short else words.replace("/s", " moves/s")
    color = "text" if is_live else "text_disabled"
    return Text(words, face=Face.FIGURES, color=color, align=align, lines=1,
                width=60 if is_short else 92,
                optional=True, priority=-1, reads_as="")  # fmt: skip


def rate_slider(
    window: Window,
    rate: float | None,
    on_rate: Callable[[float | None], object],
    tip: str,
    *,
    enabled: bool = True,
) -> tuple[Slider, Text]:
    """Return a slider and a label for the speed of a search. rate: one of RATES, None: no limit."""
    last = len(RATES) - 1
    slower = [at for at, each in enumerate(RATES) if rate and each is not None and each <= rate]
    at = last if rate is None else max(slower, default=0)
    words = _FULL_SPEED if rate is None else speed_text(rate)
    slider = Slider(
        at,
        last,
        lambda chosen: on_rate(RATES[chosen]),
        enabled=enabled,
        width=76 if window.is_compact else 130,
        tip=tip,
        accessible_name="Speed",
        reads_as=words,
        key="speed",
    )
    return slider, speed_label(words, align=0.0, is_live=enabled)
