"""The bar at the bottom of a race: run, pause and step it; once it is over, go along it."""

from __future__ import annotations

from collections.abc import Iterator

from pygame import Rect

from puzzler.game.activities.inspecting import RATES
from puzzler.game.activities.racing import Racing
from puzzler.game.raced import Phase
from puzzler.solver.racing import Pace
from puzzler.window.actions import BY_NAME, in_bar
from puzzler.window.actions.action import Bar
from puzzler.window.desk import Desk
from puzzler.window.layout import Grow, Size, inset, row
from puzzler.window.paint import Face, Painter
from puzzler.window.panels.panel import Places, action_button, action_tip, drawn
from puzzler.window.panels.race_lanes import RaceLanes
from puzzler.window.race_words import moment_words
from puzzler.window.scene import Part
from puzzler.window.widgets.button import Button, Rank
from puzzler.window.widgets.card import bar
from puzzler.window.widgets.control import Control
from puzzler.window.widgets.label import label
from puzzler.window.widgets.search_track import Reach, SearchTrack
from puzzler.window.widgets.slider import Slider
from puzzler.window.widgets.tooltip import Tip
from puzzler.words import speed as speed_words

_ROOMY = 900
_LEAST_TRACK = 60
"""Pixels; the words go before the track becomes shorter."""
_FULL_SPEED = "full"
_TRACK = "The whole race: click or drag to see every lane as it stood at the same moment"
_TRACK_EARLY = "Once the race is over, this goes along it"
_SPEEDS = {
    Pace.EXPANSIONS: "Expansions of each lane a second; at the right end as fast as it can",
    Pace.TIME: "Milliseconds of each lane a second; at the right end as fast as it can",
}
_TIPS = {
    "to-start": "To the start of the race",
    "step-back": "A step back; with Shift ten",
    "pause": "Run and pause the race",
    "step-forward": "A step on; with Shift ten",
    "to-end": "To the end of the race",
}


class RaceBar:
    """The track can be used once the race is over."""

    name = "race bar"
    is_shown = True

    def __init__(self, desk: Desk, lanes: RaceLanes) -> None:
        """``lanes``: what is said of a race that runs is of the moment that they show."""
        self._desk = desk
        self._lanes = lanes
        self._area = Rect(0, 0, 0, 0)
        self._places: Places = {}
        self._words = ""
        self._buttons: dict[str, Button] = {
            action.name: action_button(desk, action) for action in in_bar(Bar.TRACK)
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
        sizes |= {
            "track": Grow(),
            "position": painter.px(250 if is_roomy else 170),
            "speed": painter.px(130 if is_roomy else 76),
            "speed label": painter.px(64),
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
        desk, racing = self._desk, self._desk.racing
        for name, button in self._buttons.items():
            button.is_enabled = BY_NAME[name].is_enabled(desk)
        if racing is None:
            return
        is_over = racing.phase is Phase.OVER
        self._buttons["pause"].icon = "pause" if racing.is_running else "play"
        self.track.reach = _reach(racing)
        self.track.is_enabled = self.track.reach.last > 0
        if "position" in self._places:
            moment = self._lanes.moment if racing.is_running else racing.moment
            width = self._places["position"].width
            self._words = _position(racing, moment, desk.painter, width)
        self.speed.value = _share_of(racing.rate)
        self.speed.is_enabled = not is_over

    def tip(self, name: str) -> Tip | None:
        """Of the actions; of the track and the speed."""
        desk, racing = self._desk, self._desk.racing
        if name == "track":
            return Tip(_TRACK if self.track.is_enabled else _TRACK_EARLY)
        if name == "speed" and racing is not None:
            return Tip(_SPEEDS[racing.rules.pace])
        if name in _TIPS:
            return Tip(_TIPS[name], desk.keymap.hint(name))
        return action_tip(desk, BY_NAME[name]) if name in BY_NAME else None

    def parts(self, painter: Painter) -> Iterator[Part]:
        """The bar, the controls, position and speed."""
        yield bar(painter, "bottom bar", self._area, is_at_top=False)
        yield from drawn(self._desk, painter, self.controls)
        racing, theme = self._desk.racing, painter.theme
        if racing is None:
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
            yield label(
                painter,
                "speed label",
                self._places["speed label"],
                _FULL_SPEED if racing.rate is None else speed_words(racing.rate),
                color=theme.text if racing.phase is not Phase.OVER else theme.text_disabled,
                face=Face.FIGURES,
            )

    def _seek(self, position: int) -> None:
        racing = self._desk.racing
        if racing is not None and racing.timeline is not None:
            racing.seek(position * racing.timeline.round)

    def _set_speed(self, share: float) -> None:
        if self._desk.racing is not None:
            self._desk.racing.set_rate(RATES[round(share * (len(RATES) - 1))])


def _share_of(rate: float | None) -> float:
    """Where the slider stands for a rate: at the last of ``RATES`` that is not faster."""
    slower = [at for at, each in enumerate(RATES) if rate and each is not None and each <= rate]
    at = len(RATES) - 1 if rate is None else max(slower, default=0)
    return at / (len(RATES) - 1)


def _reach(racing: Racing) -> Reach:
    """In the smallest steps along the timeline; none before the end."""
    timeline = racing.timeline
    if timeline is None:
        return Reach(0, 0, is_end_known=True)
    here, end = (round(moment / timeline.round) for moment in (racing.moment, timeline.end))
    return Reach(here, end, is_end_known=True)


def _position(racing: Racing, moment: float, painter: Painter, width: int) -> str:
    """How far the lanes are, as long as finds room."""
    if racing.phase is Phase.READY:
        return "Ready"
    here = moment_words(racing.rules.pace, moment)
    said = [f"{here} each", here]
    if racing.timeline is not None:
        last = moment_words(racing.rules.pace, racing.timeline.end)
        said = [f"{here} of {last} each", f"{here} of {last}", here]
    size = painter.type_size(14)
    fitting = (words for words in said if painter.fits(words, Face.STRONG, size, width))
    return next(fitting, here)
