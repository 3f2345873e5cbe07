"""The map of all states of a small board: lit as the search runs, with paths drawn over it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from time import perf_counter

import numpy as np

from puzzler.board.board import Board
from puzzler.board.parity import is_solvable
from puzzler.game.lab.inspecting import Inspecting
from puzzler.search.numbering import Ranks, has_numbers, ranks_of
from puzzler.window.lab.legend import Entry, legend
from puzzler.window.lab.map_tracks import Track, TrackKind, draw_track_sample
from puzzler.window.lab.state_map import StateMap, draw_state_sample
from puzzler.window.toolkit.controls import Button
from puzzler.window.toolkit.element import Element
from puzzler.window.toolkit.layout import Column, Row
from puzzler.window.window import Window

_MAP = "lab map"
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


def map_panel(window: Window, inspecting: Inspecting) -> Element:
    """States by their distance from the goal, which is in the middle."""
    kept = window.ui.state(("lab", _MAP), _Map)
    kept.map.on_choose = inspecting.seek
    if not has_numbers(inspecting.problem.goal):
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
    return Column(kept.map, Row(legend(entries), whole))


def follow_map(window: Window, inspecting: Inspecting) -> bool:
    """Light what was expanded, and draw the paths; True while there is more to do."""
    kept = window.ui.state(("lab", _MAP), _Map)
    states = kept.map
    states.show(inspecting.problem.goal, window.view.skin)
    if inspecting.log is not kept.log:  # another search, or the same anew
        kept.log, kept.fixed, kept.path_of = inspecting.log, None, None
        states.dim_to(0)
    until = perf_counter() + _CHARTING_SECONDS
    while states.advance() and perf_counter() < until:
        pass
    if not has_numbers(inspecting.problem.goal):
        return False
    if inspecting.expansions < states.moment:
        states.dim_to(inspecting.expansions)
    elif inspecting.expansions > states.moment:
        upto = min(inspecting.expansions, states.moment + _LIGHTS_A_FRAME)
        states.light(inspecting.log.ranks_between(states.moment, upto))
    _follow_tracks(window, inspecting, kept)
    known = min(inspecting.expansions, inspecting.log.ranks_known)
    return states.moment < known or states.atlas is None


def _follow_tracks(window: Window, inspecting: Inspecting, kept: _Map) -> None:
    """Those that stay are made once; the search's own follows the moment."""
    atlas, glimpse = kept.map.atlas, inspecting.glimpse
    if atlas is None or glimpse is None:
        return
    is_new = kept.fixed is None
    if kept.fixed is None:
        shortest = Track(TrackKind.SHORTEST, atlas.shortest(inspecting.problem.start))
        own = _own_path(window, inspecting.problem.goal)
        kept.fixed = shortest, *((Track(TrackKind.OWN, own),) if len(own) > 1 else ())
    is_due = not inspecting.is_running or window.now - kept.path_since >= _TRACK_SECONDS
    if is_new or (glimpse is not kept.path_of and is_due):
        kept.path_of, kept.path_since = glimpse, window.now
        kept.is_cut = len(glimpse.path) > _LONGEST
        path = glimpse.path[max(0, len(glimpse.path) - _LONGEST) :]
        track = Track(TrackKind.SEARCH, _ranks([node.board for node in path]))
        kept.map.set_tracks((*kept.fixed, track))


def _own_path(window: Window, goal: Board) -> Ranks:
    """What the person has played, where that lies on this map."""
    boards = window.session.lab.own_path
    is_here = boards[0].size == goal.size and is_solvable(boards[0], goal)
    return _ranks(boards if is_here else ())


def _ranks(boards: Sequence[Board]) -> Ranks:
    """Their numbers."""
    if not boards:
        return np.zeros(0, np.int32)
    return ranks_of(np.array([board.tiles for board in boards], np.uint8))
