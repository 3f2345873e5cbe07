"""The map of all states of a small board: lit as the search runs, with paths drawn over it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from time import perf_counter

import numpy as np

from puzzler.board.board import Board
from puzzler.board.parity import is_solvable
from puzzler.game.lab.inspecting import LabState
from puzzler.search.packing import Ranks, has_numbers, ranks_of
from puzzler.window.lab.legend import Entry, legend
from puzzler.window.lab.map_tracks import Track, TrackKind, draw_track_sample
from puzzler.window.lab.state_map import StateMap, draw_state_sample
from puzzler.window.toolkit.controls import Button
from puzzler.window.toolkit.element import Context, Element
from puzzler.window.toolkit.layout import Column, Responsive, Row, Space
from puzzler.window.window import Window

_MAP = "lab map"
_BESIDE_UNITS, _BELOW_UNITS = 170, 40
"""What the legend takes there."""
_LONGEST = 100
"""States of a path that are drawn, the last ones: a longer one would cover the map."""
_TRACK_SECONDS = 0.1
"""Paths change at most this often while the search runs: faster cannot be read."""
_LIGHTS_A_FRAME = 10_000
"""States that are lit at a time: a faster search is caught up with in the next frames."""
_CHARTING_SECONDS = 0.003
"""How long of a frame the first picture is worked at, where one step of it takes less."""


class _Map:
    """What is kept of the map from frame to frame."""

    def __init__(self) -> None:
        self.map = StateMap(_MAP)
        self.log: object = None
        self.fixed: tuple[Track, ...] | None = None
        """Shortest path and the person's own; None while there is no map."""
        self.path_of: object = None
        self.path_since = 0.0
        self.is_cut = False


def map_panel(window: Window, lab: LabState) -> Element:
    """States by their distance from the goal, which is in the middle."""
    kept = window.ui.state(("lab", _MAP), _Map)
    kept.map.on_choose = window.session.lab.current.seek
    if not has_numbers(lab.problem.goal):
        return kept.map  # it says why there is none

    def fit() -> None:
        kept.map.fit()
        window.ui.refresh()

    entries = [
        Entry("expanded", True, partial(draw_state_sample, is_lit=True)),
        Entry("not expanded so far", False, partial(draw_state_sample, is_lit=False)),
    ]
    for kind in (TrackKind.SEARCH, *(track.kind for track in kept.fixed or ())):
        is_cut = kind is TrackKind.SEARCH and kept.is_cut
        words = f"the last {_LONGEST} moves to it" if is_cut else kind.title
        entries.append(Entry(words, kind, partial(draw_track_sample, kind=kind)))
    whole = Button("Whole map", fit, size=14, key="whole map",
                   tip="See all of it again. The wheel zooms, a drag moves it")  # fmt: skip

    def build(ui: Context, width: int, height: int) -> Element:
        """The legend where it leaves the circle the most room."""
        beside, below = ui.painter.px(_BESIDE_UNITS), ui.painter.px(_BELOW_UNITS)
        if min(width - beside, height) < min(width, height - below):
            return Column(kept.map, Row(legend(entries), whole))
        words = Column(legend(entries, is_column=True), Space(grow=1), Row(whole))
        return Row(kept.map, words, stretch=True, gap=10)

    return Responsive(build)


def follow_map(window: Window, lab: LabState) -> bool:
    """Light what was expanded, and draw the paths; True while there is more to do."""
    kept = window.ui.state(("lab", _MAP), _Map)
    states = kept.map
    states.show(lab.problem.goal, window.view.skin)
    if lab.log is not kept.log:  # another search, or the same anew
        kept.log, kept.fixed, kept.path_of = lab.log, None, None
        states.dim_to(0)
    until = perf_counter() + _CHARTING_SECONDS
    while states.advance() and perf_counter() < until:
        pass
    if not has_numbers(lab.problem.goal):
        return False
    if lab.expansions < states.moment:
        states.dim_to(lab.expansions)
    elif lab.expansions > states.moment:
        upto = min(lab.expansions, states.moment + _LIGHTS_A_FRAME)
        states.light(lab.log.ranks_between(states.moment, upto))
    _follow_tracks(window, lab, kept)
    known = min(lab.expansions, lab.log.ranks_known)
    return states.moment < known or states.atlas is None


def _follow_tracks(window: Window, lab: LabState, kept: _Map) -> None:
    """Those that stay are made once; the search's own follows the moment."""
    atlas, glimpse = kept.map.atlas, lab.glimpse
    if atlas is None or glimpse is None:
        return
    is_new = kept.fixed is None
    if kept.fixed is None:
        shortest = Track(TrackKind.SHORTEST, atlas.shortest(lab.problem.start))
        own = _own_path(lab)
        kept.fixed = shortest, *((Track(TrackKind.OWN, own),) if len(own) > 1 else ())
    is_due = not lab.is_running or window.now - kept.path_since >= _TRACK_SECONDS
    if is_new or (glimpse is not kept.path_of and is_due):
        kept.path_of, kept.path_since = glimpse, window.now
        kept.is_cut = len(glimpse.path) > _LONGEST
        path = glimpse.path[max(0, len(glimpse.path) - _LONGEST) :]
        track = Track(TrackKind.SEARCH, _ranks([node.board for node in path]))
        kept.map.set_tracks((*kept.fixed, track))


def _own_path(lab: LabState) -> Ranks:
    """What the person has played, where that lies on this map."""
    boards = lab.own_path
    goal = lab.problem.goal
    is_here = bool(boards) and boards[0].size == goal.size and is_solvable(boards[0], goal)
    return _ranks(boards if is_here else ())


def _ranks(boards: Sequence[Board]) -> Ranks:
    """Their numbers."""
    if not boards:
        return np.zeros(0, np.int32)
    return ranks_of(np.array([board.tiles for board in boards], np.uint8))
