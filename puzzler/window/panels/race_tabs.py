"""Below the lanes of a race: the joint plot or the table; in a compact window the lanes, too."""

from __future__ import annotations

from collections.abc import Iterator

from pygame import Rect

from puzzler.game.race.state import Phase
from puzzler.window.layout import Grow, column, inset
from puzzler.window.panels.panel import drawn
from puzzler.window.panels.race_lanes import RaceLanes
from puzzler.window.panels.race_plot import RacePlot
from puzzler.window.panels.race_table import RaceTable
from puzzler.window.toolkit.paint import Painter
from puzzler.window.toolkit.scene import Part
from puzzler.window.widgets.card import card
from puzzler.window.widgets.control import Control
from puzzler.window.widgets.tabs import Tabs
from puzzler.window.widgets.tooltip import Tip
from puzzler.window.window import RACE_LANES, RACE_PLOT, RACE_TABLE, Window

_STRIP_UNITS = 36
_GAP_UNITS = 8
_MARGIN = 16, 10
_TIGHT_MARGIN = 8, 6
_TITLES = {RACE_LANES: "Lanes", RACE_PLOT: "Plot", RACE_TABLE: "Table"}
_TIPS = {
    RACE_LANES: "How each lane stands",
    RACE_PLOT: "A curve for each lane, against its expansions",
    RACE_TABLE: "What came of each lane, once the race is over",
}


class RaceTabs:
    """A panel that holds plot and table; only the chosen one follows and is drawn."""

    name = "race tabs"

    def __init__(self, desk: Window, lanes: RaceLanes) -> None:
        self._desk = desk
        self._area = Rect(0, 0, 0, 0)
        self._panels: dict[str, RacePlot | RaceTable] = {
            RACE_PLOT: RacePlot(desk, lanes),
            RACE_TABLE: RaceTable(desk),
        }
        self.body = Rect(0, 0, 0, 0)
        """What is left below the strip."""
        self.strip: Tabs[str] = Tabs("race tab", [], self._choose)

    @property
    def is_shown(self) -> bool:
        """Before the race there is nothing to plot."""
        racing = self._desk.racing
        return racing is not None and racing.phase is not Phase.READY

    @property
    def panel(self) -> RacePlot | RaceTable | None:
        """Of the chosen tab; None where the lanes are."""
        return None if self._desk.are_lanes_alone else self._panels[self._desk.race_tab]

    def height(self, painter: Painter, width: int) -> int:
        """The strip, and room for a table of four rows."""
        table = self._panels[RACE_TABLE].height(painter, width)
        margin = 2 * painter.px((_TIGHT_MARGIN if self._desk.is_compact else _MARGIN)[1])
        return painter.target(_STRIP_UNITS) + painter.px(_GAP_UNITS) + table + margin

    def place(self, painter: Painter, area: Rect) -> None:
        """The strip, and the card below it."""
        self._area = area
        self._follow_strip()
        strip, below = column(area, [painter.target(_STRIP_UNITS), Grow()], painter.px(_GAP_UNITS))
        width = min(self.strip.width(painter), strip.width)
        self.strip.rect = Rect(strip.left, strip.top, width, strip.height)
        self.body = below
        panel = self.panel
        if panel is not None:
            margin = _TIGHT_MARGIN if self._desk.is_compact else _MARGIN
            panel.place(painter, inset(below, *map(painter.px, margin)))

    def follow(self) -> None:
        """The chosen tab."""
        self._follow_strip()
        panel = self.panel
        if panel is not None and self.is_shown:
            panel.follow()

    def _follow_strip(self) -> None:
        desk = self._desk
        self.strip.options = [(name, _TITLES[name]) for name in desk.race_tabs]
        self.strip.chosen = desk.race_tab

    def _choose(self, name: str) -> None:
        self._desk.race_tab = name

    def seconds_to_change(self) -> float | None:
        """As the chosen tab has it."""
        panel = self.panel
        return panel.seconds_to_change() if isinstance(panel, RacePlot) else None

    @property
    def controls(self) -> list[Control]:
        """The strip, then those of the tab."""
        panel = self.panel
        return [self.strip, *(() if panel is None else panel.controls)]

    def tip(self, name: str) -> Tip | None:
        """What a tab shows; else what the chosen one says."""
        if name == self.strip.name:
            over = self.strip.segment_at(self._desk.controls.touch(self.strip).at)
            chosen = self.strip.options[over][0] if over >= 0 else self._desk.race_tab
            return Tip(_TIPS[chosen])
        panel = self.panel
        return None if panel is None else panel.tip(name)

    def parts(self, painter: Painter) -> Iterator[Part]:
        """The strip, and what the chosen tab shows."""
        yield from drawn(self._desk, painter, [self.strip])
        panel = self.panel
        if panel is not None:
            yield card(painter, "card race", self.body)
            yield from panel.parts(painter)
