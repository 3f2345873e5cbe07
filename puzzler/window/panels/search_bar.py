"""The bar at the bottom of Lab and Race: along a search, how far one is, and how fast it runs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from pygame import Rect

from puzzler.game.lab.inspecting import RATES
from puzzler.humanize import speed as speed_words
from puzzler.window.common.actions import Action, Bar, actions, in_bar
from puzzler.window.layout import Grow, Size, inset, row
from puzzler.window.panels.panel import Places, action_button, action_tip, drawn
from puzzler.window.toolkit.paint import Face, Painter
from puzzler.window.toolkit.scene import Part
from puzzler.window.widgets.button import Button, Rank
from puzzler.window.widgets.card import bar
from puzzler.window.widgets.control import Control
from puzzler.window.widgets.label import label
from puzzler.window.widgets.search_track import SearchTrack
from puzzler.window.widgets.slider import Slider
from puzzler.window.widgets.tooltip import Tip
from puzzler.window.window import Window

_LEAST_TRACK = 60
"""Pixels; the words go before the track becomes shorter."""
_FULL_SPEED = "full"


@dataclass(frozen=True)
class Measures:
    """How much room the words have, in units: in a wide bar, and in a narrow one."""

    roomy: int
    """From this width on a bar is wide."""
    position: tuple[int, int]
    """Of where one is."""
    speed: int
    """Of how fast it runs."""


class SearchBar:
    """What Lab and Race share; each says what it goes along in ``follow`` and ``tip``."""

    name = "search bar"
    is_shown = True
    tips: ClassVar[Mapping[str, str]] = {}
    """What the buttons of the track do, by their actions."""

    def __init__(
        self,
        desk: Window,
        measures: Measures,
        on_seek: Callable[[int], None],
        on_rate: Callable[[float | None], None],
        more: Sequence[Action] = (),
    ) -> None:
        """``more`` stand at the right end; ``on_rate`` is given one of ``RATES``."""
        self._desk = desk
        self._measures = measures
        self._area = Rect(0, 0, 0, 0)
        self._places: Places = {}
        self._more = [action.name for action in more]
        self.words = ""
        """Where one is."""
        self.buttons: dict[str, Button] = {
            action.name: action_button(desk, action) for action in (*in_bar(Bar.TRACK), *more)
        }
        self.buttons["pause"].rank = Rank.NORMAL
        self.track = SearchTrack("track", on_seek)
        self.speed = Slider(
            "speed", lambda share: on_rate(_rate_at(share)), step=1 / (len(RATES) - 1)
        )
        self._rate: float | None = None
        self._controls: dict[str, Control] = {
            **self.buttons,
            "track": self.track,
            "speed": self.speed,
        }

    # ---- Layout -------------------------------------------------------------------------

    def height(self, painter: Painter, width: int) -> int:
        """One line of targets."""
        return painter.target(40) + 2 * painter.px(10)

    def place(self, painter: Painter, area: Rect) -> None:
        """The track has all that the others leave."""
        self._area = area
        room = inset(area, painter.px(16), painter.px(10))
        is_roomy = room.width >= painter.px(self._measures.roomy)
        target, gap = painter.target(40), painter.px(10 if is_roomy else 5)
        sizes: dict[str, Size] = {action.name: target for action in in_bar(Bar.TRACK)}
        if is_roomy:
            sizes["pause"] = painter.px(64)
        sizes |= {
            "track": Grow(),
            "position": painter.px(self._measures.position[0 if is_roomy else 1]),
            "speed": painter.px(130 if is_roomy else 76),
            "speed label": painter.px(self._measures.speed),
        }
        for name in self._more:
            sizes[name] = self.buttons[name].width(painter) if is_roomy else target
        for name in ("position", "speed label"):
            taken = sum(size for size in sizes.values() if isinstance(size, int))
            if room.width - taken - gap * (len(sizes) - 1) < _LEAST_TRACK:
                del sizes[name]
        self._places = dict(zip(sizes, row(room, list(sizes.values()), gap), strict=True))
        for name, control in self._controls.items():
            control.rect = self._places[name]

    @property
    def room_for_position(self) -> int | None:
        """Pixels for the words of where one is; None where they have no place."""
        place = self._places.get("position")
        return None if place is None else place.width

    # ---- What is shown ------------------------------------------------------------------

    @property
    def controls(self) -> list[Control]:
        """From left to right."""
        return [self._controls[name] for name in self._places if name in self._controls]

    def follow(self) -> None:
        """What can be done from here."""
        for name, button in self.buttons.items():
            button.is_enabled = actions()[name].is_enabled(self._desk)

    def show_rate(self, rate: float | None, *, can_change: bool = True) -> None:
        """How fast it runs; None is as fast as it goes."""
        self._rate = rate
        self.speed.value, self.speed.is_enabled = _share_of(rate), can_change

    def tip(self, name: str) -> Tip | None:
        """Of the actions."""
        if name in self.tips:
            return Tip(self.tips[name], self._desk.keymap.hint(name))
        return action_tip(self._desk, actions()[name]) if name in actions() else None

    def parts(self, painter: Painter) -> Iterator[Part]:
        """The bar, the controls, position and speed."""
        yield bar(painter, "bottom bar", self._area, is_at_top=False)
        yield from drawn(self._desk, painter, self.controls)
        theme, places = painter.theme, self._places
        if "position" in places:
            yield label(
                painter,
                "position",
                places["position"],
                self.words,
                color=theme.text,
                face=Face.STRONG,
                align=0.5,
            )
        if "speed label" in places:
            yield label(
                painter,
                "speed label",
                places["speed label"],
                _FULL_SPEED if self._rate is None else speed_words(self._rate),
                color=theme.text if self.speed.is_enabled else theme.text_disabled,
                face=Face.FIGURES,
            )


def _rate_at(share: float) -> float | None:
    return RATES[round(share * (len(RATES) - 1))]


def _share_of(rate: float | None) -> float:
    """Where the slider stands for a rate: at the last of ``RATES`` that is not faster."""
    slower = [at for at, each in enumerate(RATES) if rate and each is not None and each <= rate]
    at = len(RATES) - 1 if rate is None else max(slower, default=0)
    return at / (len(RATES) - 1)
