"""The bar at the bottom of the Lab: along the search, how fast it runs, and Predict."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from puzzler.game.lab.inspecting import Inspecting
from puzzler.window.common.actions import Bar, in_bar
from puzzler.window.panels.search_bar import Measures, SearchBar
from puzzler.window.toolkit.paint import Face, Painter
from puzzler.window.widgets.button import Rank
from puzzler.window.widgets.search_track import Reach
from puzzler.window.widgets.tooltip import Tip
from puzzler.window.window import Window

_MEASURES = Measures(roomy=940, position=(216, 150), speed=56)
_TIPS = {
    "track": "The search itself: click or drag to go to any of its expansions, forward and back",
    "speed": "Expansions a second; at the right end as fast as it can",
}


class LabBar(SearchBar):
    """A track that was not yet run to its end grows as the search goes on."""

    name = "lab bar"
    tips: ClassVar[Mapping[str, str]] = {
        "to-start": "To the start of the search",
        "step-back": "An expansion back; with Shift ten",
        "pause": "Run and pause",
        "step-forward": "An expansion on; with Shift ten",
        "to-end": "To the end of the search",
    }

    def __init__(self, desk: Window) -> None:
        super().__init__(desk, _MEASURES, self._seek, self._set_rate, in_bar(Bar.ASK))

    def follow(self) -> None:
        """Where one is, and what can be done from here."""
        super().follow()
        inspecting = self._desk.inspecting
        if inspecting is None:
            return
        self.buttons["pause"].icon = "pause" if inspecting.is_running else "play"
        is_asked = inspecting.is_predicting
        self.buttons["predict"].rank = Rank.PRIMARY if is_asked else Rank.NORMAL
        self.track.reach = _reach(inspecting)
        width = self.room_for_position
        if width is not None:
            self.words = _position(inspecting, self._desk.painter, width)
        self.show_rate(inspecting.rate)

    def tip(self, name: str) -> Tip | None:
        """Of the actions; of the track and the speed."""
        return Tip(_TIPS[name]) if name in _TIPS else super().tip(name)

    def _seek(self, moment: int) -> None:
        if self._desk.inspecting is not None:
            self._desk.inspecting.seek(moment)

    def _set_rate(self, rate: float | None) -> None:
        if self._desk.inspecting is not None:
            self._desk.inspecting.set_rate(rate)


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
