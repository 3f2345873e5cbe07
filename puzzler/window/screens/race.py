"""The Race: two to four searches on one board, side by side."""

from __future__ import annotations

from collections.abc import Hashable

from pygame import Rect

from puzzler.game.race.state import Phase
from puzzler.window.layout import Grow, column, inset
from puzzler.window.panels.lab_line import LabLine
from puzzler.window.panels.panel import Panel
from puzzler.window.panels.race_bar import RaceBar
from puzzler.window.panels.race_lanes import RaceLanes
from puzzler.window.panels.race_rules import RaceRulesPanel
from puzzler.window.panels.race_tabs import RaceTabs
from puzzler.window.panels.top_bar import TopBar
from puzzler.window.screens.room import is_narrow
from puzzler.window.toolkit.paint import Painter
from puzzler.window.window import Window

_LANES_SHARE = 0.55
"""Of the height, for the lanes above plot and table."""


class RaceRoom:
    """The panels of a race, and how they share the window.

    In a compact window the lanes are the first of the tabs.
    """

    title = "Puzzler"

    def __init__(self, desk: Window) -> None:
        self._desk = desk
        self._top = TopBar(desk)
        self._line = LabLine(desk)
        self._rules = RaceRulesPanel(desk)
        self._lanes = RaceLanes(desk)
        self._tabs = RaceTabs(desk, self._lanes)
        self._bottom = RaceBar(desk, self._lanes)

    @property
    def panels(self) -> list[Panel]:
        """In Tab order."""
        lanes: list[Panel] = [self._lanes, self._tabs]
        if self._desk.is_compact:
            lanes = [self._tabs, self._lanes]
        return [self._top, self._line, self._rules, *lanes, self._bottom]

    @property
    def shape(self) -> Hashable:
        """Another board, before or after the start, another tab."""
        desk, racing = self._desk, self._desk.racing
        is_choosing = racing is None or racing.phase is Phase.READY
        return desk.session.activity.board.size, is_choosing, desk.is_compact, desk.race_tab

    @property
    def spare(self) -> Rect:
        """Nothing: every board here is small, and shown again at once."""
        return Rect(0, 0, 0, 0)

    def share(self, window: Rect) -> None:
        """Bars at the edges; between them the rules, the lanes, and plot or table."""
        desk, painter = self._desk, self._desk.painter
        desk.is_compact = is_narrow(window, painter)
        low = self._bottom.height(painter, window.width)
        high = self._top.height(painter, window.width)
        top_bar, between, bottom_bar = column(window, [high, Grow(), low])
        self._top.place(painter, top_bar)
        self._line.place(painter, self._top.space)
        self._bottom.place(painter, bottom_bar)
        tight = desk.is_compact
        gap = painter.px(6 if tight else 12)
        place = inset(between, painter.px(8 if tight else 20), painter.px(6 if tight else 14))
        rules, below = column(place, [self._rules.height(painter, place.width), Grow()], gap)
        self._rules.place(painter, rules)
        if not self._tabs.is_shown:
            self._lanes.place(painter, below)
        elif tight:
            self._tabs.place(painter, below)
            if self._lanes.is_shown:
                self._lanes.place(painter, self._tabs.body)
        else:
            self._share_wide(below, painter, gap)

    def _share_wide(self, place: Rect, painter: Painter, gap: int) -> None:
        """The table has as much as it needs, the lanes the rest."""
        wanted = self._tabs.height(painter, place.width)
        least = self._lanes.height(painter, place.width)
        most = max(0, place.height - gap - least)
        height = min(max(wanted, round(place.height * (1 - _LANES_SHARE))), most)
        lanes, tabs = column(place, [Grow(), height], gap)
        self._lanes.place(painter, lanes)
        self._tabs.place(painter, tabs)
