"""The bar at the bottom of a race: run, pause and step it; once it is over, go along it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from puzzler.game.race.racing import Racing
from puzzler.game.race.state import Phase
from puzzler.solver.race.rules import Pace
from puzzler.window.panels.race_lanes import RaceLanes
from puzzler.window.panels.search_bar import Measures, SearchBar
from puzzler.window.race_words import moment_words
from puzzler.window.toolkit.paint import Face, Painter
from puzzler.window.widgets.search_track import Reach
from puzzler.window.widgets.tooltip import Tip
from puzzler.window.window import Window

_MEASURES = Measures(roomy=900, position=(250, 170), speed=64)
_TRACK = "The whole race: click or drag to see every lane as it stood at the same moment"
_TRACK_EARLY = "Once the race is over, this goes along it"
_SPEEDS = {
    Pace.EXPANSIONS: "Expansions of each lane a second; at the right end as fast as it can",
    Pace.TIME: "Milliseconds of each lane a second; at the right end as fast as it can",
}


class RaceBar(SearchBar):
    """The track can be used once the race is over."""

    name = "race bar"
    tips: ClassVar[Mapping[str, str]] = {
        "to-start": "To the start of the race",
        "step-back": "A step back; with Shift ten",
        "pause": "Run and pause the race",
        "step-forward": "A step on; with Shift ten",
        "to-end": "To the end of the race",
    }

    def __init__(self, desk: Window, lanes: RaceLanes) -> None:
        """``lanes``: what is said of a race that runs is of the moment that they show."""
        super().__init__(desk, _MEASURES, self._seek, self._set_rate)
        self._lanes = lanes

    def follow(self) -> None:
        """Where one is, and what can be done from here."""
        super().follow()
        racing = self._desk.racing
        if racing is None:
            return
        self.buttons["pause"].icon = "pause" if racing.state().is_running else "play"
        self.track.reach = _reach(racing)
        self.track.is_enabled = self.track.reach.last > 0
        width = self.room_for_position
        if width is not None:
            moment = self._lanes.moment if racing.state().is_running else racing.state().moment
            self.words = _position(racing, moment, self._desk.painter, width)
        self.show_rate(racing.rate, can_change=racing.phase is not Phase.OVER)

    def tip(self, name: str) -> Tip | None:
        """Of the actions; of the track and the speed."""
        racing = self._desk.racing
        if name == "track":
            return Tip(_TRACK if self.track.is_enabled else _TRACK_EARLY)
        if name == "speed" and racing is not None:
            return Tip(_SPEEDS[racing.rules.pace])
        return super().tip(name)

    def _seek(self, position: int) -> None:
        racing = self._desk.racing
        timeline = None if racing is None else racing.state().timeline
        if racing is not None and timeline is not None:
            racing.seek(position * timeline.round)

    def _set_rate(self, rate: float | None) -> None:
        if self._desk.racing is not None:
            self._desk.racing.set_rate(rate)


def _reach(racing: Racing) -> Reach:
    """In the smallest steps along the timeline; none before the end."""
    timeline = racing.state().timeline
    if timeline is None:
        return Reach(0, 0, is_end_known=True)
    here, end = (round(moment / timeline.round) for moment in (racing.state().moment, timeline.end))
    return Reach(here, end, is_end_known=True)


def _position(racing: Racing, moment: float, painter: Painter, width: int) -> str:
    """How far the lanes are, as long as finds room."""
    if racing.phase is Phase.READY:
        return "Ready"
    here = moment_words(racing.rules.pace, moment)
    said = [f"{here} each", here]
    timeline = racing.state().timeline
    if timeline is not None:
        last = moment_words(racing.rules.pace, timeline.end)
        said = [f"{here} of {last} each", f"{here} of {last}", here]
    size = painter.type_size(14)
    fitting = (words for words in said if painter.fits(words, Face.STRONG, size, width))
    return next(fitting, here)
