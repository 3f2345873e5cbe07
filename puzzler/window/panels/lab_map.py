"""The map of all states of a small board: lit as the search runs, with paths drawn over it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from time import perf_counter

import numpy as np
from pygame import Rect

from puzzler.board.board import Board
from puzzler.board.parity import is_solvable
from puzzler.game.activities.inspecting import Inspecting
from puzzler.search.inspection.recording import ExpansionLog
from puzzler.search.packing import Ranks, has_numbers, ranks_of
from puzzler.window.desk import Desk
from puzzler.window.layout import Grow, column, row
from puzzler.window.paint import Painter
from puzzler.window.panels.lab_turns import Turns
from puzzler.window.panels.legend import Entry, legend, legend_height, legend_width
from puzzler.window.panels.panel import drawn
from puzzler.window.scene import Part
from puzzler.window.widgets.button import Button
from puzzler.window.widgets.control import Control
from puzzler.window.widgets.map_tracks import Track, TrackKind, track_sample
from puzzler.window.widgets.state_map import StateMap, state_sample
from puzzler.window.widgets.tooltip import Tip

_LEAST_UNITS = 220
_GAP_UNITS = 14
_BUTTON_UNITS = 34
_BESIDE = 1.2
"""From this width for its height on the legend stands beside the map."""
_LONGEST = 100
"""States of a path that are drawn, the last ones: a longer one would cover the map."""
_TRACK_SECONDS = 0.1
"""Paths change at most this often while the search runs: faster cannot be read."""
_LIGHTS_A_FRAME = 10_000
"""States that are lit at a time: a search that is faster is caught up with in the next frames."""
_CHARTING_SECONDS = 0.003
"""How long of a frame the first picture is worked at, where one step of it takes less."""
_LIT, _DARK = "expanded", "not expanded so far"


class LabMap:
    """States by their distance from the goal, which is in the middle."""

    name = "lab map"
    is_shown = True

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._area = self._legend = Rect(0, 0, 0, 0)
        self._log: ExpansionLog | None = None
        self._fixed: tuple[Track, ...] | None = None  # shortest and own; None while not charted
        self._path_of: object = None
        self._path_since = 0.0
        self._turns = Turns()
        self._is_cut = self._is_placed_small = False
        self.map = StateMap("lab states", on_choose=self._seek)
        self.whole = Button("whole map", self.map.fit, label="Whole map", units=14)

    @property
    def _is_small(self) -> bool:
        """There is a map of such a board."""
        inspecting = self._desk.inspecting
        return inspecting is not None and has_numbers(inspecting.problem.goal)

    # ---- Layout -------------------------------------------------------------------------

    def height(self, painter: Painter, width: int) -> int:
        """Large enough for rings to be told apart."""
        return painter.px(_LEAST_UNITS)

    def place(self, painter: Painter, area: Rect) -> None:
        """The map, and its legend beside or below it, wherever there is more room."""
        self._area, self._is_placed_small = area, self._is_small
        if not self._is_small:
            self.map.place(painter, area)  # it says why there is none
            return
        gap, button = painter.px(_GAP_UNITS), painter.target(_BUTTON_UNITS)
        entries, wide = self._entries(), self.whole.width(painter)
        if area.width >= _BESIDE * area.height:
            width = max(legend_width(painter, entries), wide)
            place, beside = row(area, [Grow(), min(width, area.width // 3)], gap)
            self._legend, below = column(beside, [Grow(), button], gap)
            self.whole.rect = Rect(below.left, below.top, min(wide, below.width), button)
        else:
            low = max(button, legend_height(painter, entries, area.width - wide - gap))
            place, below = column(area, [Grow(), low], gap)
            self._legend, right = row(below, [Grow(), wide], gap)
            self.whole.rect = Rect(right.left, right.top, right.width, button)
        self.map.place(painter, place)

    # ---- What is shown ------------------------------------------------------------------

    def follow(self) -> None:
        """The states expanded up to the present moment, and the paths."""
        inspecting = self._desk.inspecting
        if inspecting is None:
            return
        inspecting.record(ranks=True, tree=False)
        self.map.show(inspecting.problem.goal, self._desk.view.skin)
        if inspecting.log is not self._log:  # another search, or the same anew
            self._log, self._fixed, self._path_of = inspecting.log, None, None
            self.map.dim_to(0)
        until = perf_counter() + _CHARTING_SECONDS
        while self.map.advance() and perf_counter() < until:
            pass
        if self._is_small != self._is_placed_small and self._area.width:
            self.place(self._desk.painter, self._area)
        if not self._is_small or self._turns.waits(inspecting):
            return
        self._follow_lights(inspecting)
        self._follow_tracks(inspecting)

    def _follow_lights(self, inspecting: Inspecting) -> None:
        """Forward as far as states are recorded, or back."""
        shown, now = self.map.moment, inspecting.expansions
        if now < shown:
            self.map.dim_to(now)
        elif now > shown:
            now = min(now, shown + _LIGHTS_A_FRAME)
            self.map.light(inspecting.log.ranks_between(shown, now))

    def _follow_tracks(self, inspecting: Inspecting) -> None:
        """Those that stay are made once; the search's own follows the moment."""
        atlas, glimpse, now = self.map.atlas, inspecting.glimpse, self._desk.now
        if atlas is None or glimpse is None:
            return
        is_new = self._fixed is None
        if self._fixed is None:
            shortest = Track(TrackKind.SHORTEST, atlas.shortest(inspecting.problem.start))
            own = self._own_path(inspecting.problem.goal)
            self._fixed = shortest, *((Track(TrackKind.OWN, own),) if len(own) > 1 else ())
        is_due = not inspecting.is_running or now - self._path_since >= _TRACK_SECONDS
        if not is_new and (glimpse is self._path_of or not is_due):
            return
        self._path_of, self._path_since = glimpse, now
        was_cut, self._is_cut = self._is_cut, len(glimpse.path) > _LONGEST
        path = glimpse.path[max(0, len(glimpse.path) - _LONGEST) :]
        track = Track(TrackKind.SEARCH, _ranks([node.board for node in path]))
        self.map.set_tracks((*self._fixed, track))
        if self._area.width and (is_new or was_cut != self._is_cut):
            self.place(self._desk.painter, self._area)

    def seconds_to_change(self) -> float | None:
        """The first picture is drawn, and many states are lit, over several frames."""
        inspecting = self._desk.inspecting
        if inspecting is None or not self._is_small:
            return None
        lags = self.map.moment < min(inspecting.expansions, inspecting.log.ranks_known)
        return 0.001 if lags or self.map.atlas is None else None

    def _own_path(self, goal: Board) -> Ranks:
        """What the person has played, where that lies on this map."""
        boards = self._desk.session.lab.own_path
        is_here = boards[0].size == goal.size and is_solvable(boards[0], goal)
        return _ranks(boards if is_here else ())

    def _seek(self, moment: int) -> None:
        if self._desk.inspecting is not None:
            self._desk.inspecting.seek(moment)

    # ---- Controls and picture -----------------------------------------------------------

    @property
    def controls(self) -> list[Control]:
        """The map, and what shows all of it."""
        return [self.map, self.whole] if self._is_small else [self.map]

    def tip(self, name: str) -> Tip | None:
        """What the button does; what the map is says itself under the pointer."""
        if name == self.whole.name:
            return Tip("See all of it again. The wheel goes nearer, a drag moves it")
        return None

    def parts(self, painter: Painter) -> Iterator[Part]:
        """The map and what its colours and lines mean."""
        yield from drawn(self._desk, painter, self.controls)
        if self._is_small:
            yield from legend(painter, self._legend, self._entries())

    def _entries(self) -> Sequence[Entry]:
        """What is on the map."""
        entries = [
            Entry(_LIT, partial(state_sample, is_lit=True)),
            Entry(_DARK, partial(state_sample, is_lit=False)),
        ]
        kinds = [track.kind for track in self._fixed or ()]
        for kind in (TrackKind.SEARCH, *kinds):
            is_cut = kind is TrackKind.SEARCH and self._is_cut
            words = f"the last {_LONGEST} moves to it" if is_cut else kind.title
            entries.append(Entry(words, partial(track_sample, kind=kind)))
        return entries


def _ranks(boards: Sequence[Board]) -> Ranks:
    """Their numbers."""
    if not boards:
        return np.zeros(0, np.int32)
    return ranks_of(np.array([board.tiles for board in boards], np.uint8))
