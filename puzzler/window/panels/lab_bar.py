"""The bar at the bottom of the Lab: along the search, how fast it runs, and Predict."""

from __future__ import annotations

from collections.abc import Iterator

from pygame import Rect

from puzzler.game.activities.inspecting import RATES, Inspecting
from puzzler.window.actions import BY_NAME, in_bar
from puzzler.window.actions.action import Bar
from puzzler.window.desk import Desk
from puzzler.window.layout import Grow, Size, inset, row
from puzzler.window.paint import Face, Painter
from puzzler.window.panels.panel import Places, action_button, action_tip, drawn
from puzzler.window.scene import Part
from puzzler.window.widgets.button import Button, Rank
from puzzler.window.widgets.card import bar
from puzzler.window.widgets.control import Control
from puzzler.window.widgets.label import label
from puzzler.window.widgets.search_track import Reach, SearchTrack
from puzzler.window.widgets.slider import Slider
from puzzler.window.widgets.tooltip import Tip
from puzzler.words import speed as speed_words

_ROOMY = 940
_FULL_SPEED = "full"
_TRACK = "The search itself: click or drag to go to any of its expansions, forward and back"
_SPEED = "Expansions a second; at the right end as fast as it can"
_TIPS = {
    "to-start": "To the start of the search",
    "step-back": "An expansion back; with Shift ten",
    "pause": "Run and pause",
    "step-forward": "An expansion on; with Shift ten",
    "to-end": "To the end of the search",
}
_LEAST_TRACK = 60
"""Pixels; the words go before the track becomes shorter."""


class LabBar:
    """A track that was not yet run to its end grows as the search goes on."""

    name = "lab bar"
    is_shown = True

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._area = Rect(0, 0, 0, 0)
        self._places: Places = {}
        self._words = ""
        self._buttons: dict[str, Button] = {
            action.name: action_button(desk, action)
            for place in (Bar.TRACK, Bar.ASK)
            for action in in_bar(place)
        }
        self._buttons["pause"].rank = Rank.NORMAL
        self.track = SearchTrack("track", self._seek)
        self.speed = Slider("speed", self._set_speed, step=1 / (len(RATES) - 1))
        self._controls: dict[str, Control] = {
            **self._buttons,
            "track": self.track,
            "speed": self.speed,
        }

    def height(self, painter: Painter, width: int) -> int:
        """One line of targets."""
        return painter.target(40) + 2 * painter.px(10)

    def place(self, painter: Painter, area: Rect) -> None:
        """The track has all that the others leave."""
        self._area = area
        room = inset(area, painter.px(16), painter.px(10))
        is_roomy = room.width >= painter.px(_ROOMY)
        target, gap = painter.target(40), painter.px(10 if is_roomy else 5)
        sizes: dict[str, Size] = {action.name: target for action in in_bar(Bar.TRACK)}
        if is_roomy:
            sizes["pause"] = painter.px(64)
        ask = self._buttons["predict"]
        sizes |= {
            "track": Grow(),
            "position": painter.px(216 if is_roomy else 150),
            "speed": painter.px(130 if is_roomy else 76),
            "speed label": painter.px(56),
            "predict": ask.width(painter) if is_roomy else target,
        }
        for name in ("position", "speed label"):
            taken = sum(size for size in sizes.values() if isinstance(size, int))
            if room.width - taken - gap * (len(sizes) - 1) < _LEAST_TRACK:
                del sizes[name]
        self._places = dict(zip(sizes, row(room, list(sizes.values()), gap), strict=True))
        for name, control in self._controls.items():
            control.rect = self._places[name]

    @property
    def controls(self) -> list[Control]:
        """From left to right."""
        return [self._controls[name] for name in self._places if name in self._controls]

    def follow(self) -> None:
        """Where one is, and what can be done from here."""
        desk, inspecting = self._desk, self._desk.inspecting
        for name, button in self._buttons.items():
            button.is_enabled = BY_NAME[name].is_enabled(desk)
        if inspecting is None:
            return
        self._buttons["pause"].icon = "pause" if inspecting.is_running else "play"
        is_asked = inspecting.is_predicting
        self._buttons["predict"].rank = Rank.PRIMARY if is_asked else Rank.NORMAL
        self.track.reach = _reach(inspecting)
        if "position" in self._places:
            self._words = _position(inspecting, desk.painter, self._places["position"].width)
        self.speed.value = _share_of(inspecting.rate)

    def tip(self, name: str) -> Tip | None:
        """Of the actions; of the track and the speed."""
        desk = self._desk
        if name == "track":
            return Tip(_TRACK)
        if name == "speed":
            return Tip(_SPEED)
        if name in _TIPS:
            return Tip(_TIPS[name], desk.keymap.hint(name))
        return action_tip(desk, BY_NAME[name]) if name in BY_NAME else None

    def parts(self, painter: Painter) -> Iterator[Part]:
        """The bar, the controls, position and speed."""
        yield bar(painter, "bottom bar", self._area, is_at_top=False)
        yield from drawn(self._desk, painter, self.controls)
        inspecting, theme = self._desk.inspecting, painter.theme
        if inspecting is None:
            return
        if "position" in self._places:
            yield label(
                painter,
                "position",
                self._places["position"],
                self._words,
                color=theme.text,
                face=Face.STRONG,
                align=0.5,
            )
        if "speed label" in self._places:
            rate = inspecting.rate
            yield label(
                painter,
                "speed label",
                self._places["speed label"],
                _FULL_SPEED if rate is None else speed_words(rate),
                color=theme.text,
                face=Face.FIGURES,
            )

    def _seek(self, moment: int) -> None:
        if self._desk.inspecting is not None:
            self._desk.inspecting.seek(moment)

    def _set_speed(self, share: float) -> None:
        if self._desk.inspecting is not None:
            self._desk.inspecting.set_rate(RATES[round(share * (len(RATES) - 1))])


def _share_of(rate: float | None) -> float:
    """Where the slider stands for a rate: at the last of ``RATES`` that is not faster."""
    slower = [at for at, each in enumerate(RATES) if each is None or (rate and each <= rate)]
    at = len(RATES) - 1 if rate is None else slower[0 if len(slower) == 1 else -2]
    return at / (len(RATES) - 1)


def _reach(inspecting: Inspecting) -> Reach:
    return Reach(
        inspecting.expansions,
        max(inspecting.last_known, inspecting.expansions),
        inspecting.is_end_known,
        inspecting.target if inspecting.is_seeking else None,
    )


def _position(inspecting: Inspecting, painter: Painter, width: int) -> str:
    """Where one is, as long as finds room."""
    here, last = inspecting.expansions, inspecting.last_known
    more = "" if inspecting.is_end_known else "+"
    size = painter.type_size(14)
    of = f" of {last:,}{more}" if here < last or inspecting.is_end_known else ""
    words = f"expansion {here:,}{of}"
    share = inspecting.seeking
    if inspecting.is_seeking and share is not None:
        words = f"going to {inspecting.target:,}: {share:.0%}"
    elif not painter.fits(words, Face.STRONG, size, width):
        words = f"{here:,}{of}"
    return words
