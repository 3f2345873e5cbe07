"""The map of all states of a small board: lit as the search runs, with paths drawn over it."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import partial

import numpy as np
import pygame
from pygame import Surface

from puzzler.board.board import Board
from puzzler.board.parity import is_solvable
from puzzler.game.lab.state import LabState
from puzzler.humanize import counted
from puzzler.search.inspection.atlas import Atlas, charting
from puzzler.search.packing import Ranks, has_numbers, ranks_of
from puzzler.window.board.tiles import Skin
from puzzler.window.core.window import Window
from puzzler.window.lab.map_picture import (
    Lights,
    MapPicture,
    MapTrack,
    TrackKind,
    dim_color,
    draw_track_sample,
    draw_tracks,
)
from puzzler.window.lab.states_view import Shape, StateInfo, StatesView, legend_entry, shape_entry
from puzzler.window.toolkit.cards import Space
from puzzler.window.toolkit.controls import Button
from puzzler.window.toolkit.element import Context, Element
from puzzler.window.toolkit.labels import Text
from puzzler.window.toolkit.layout import At, Column, Responsive, Row, Stack
from puzzler.window.toolkit.paint import Painter
from puzzler.window.toolkit.wrapping import Wrap

_MAP = "lab map"
_CHARTING = "Drawing the map..."
_BESIDE_UNITS, _BELOW_UNITS = 170, 40
"""What the legend takes there."""
_LONGEST = 100
"""States of a path that are drawn, the last ones: a longer one would cover the map."""
_TRACK_SECONDS = 0.1
"""Paths change at most this often while the search runs: faster cannot be read."""
_LIGHTS_A_FRAME = 10_000
"""States that are lit at a time: a faster search is caught up with in the next frames."""
_SHORT_CELLS = 6
"""Of boards whose map is there at once."""


class StateMap(StatesView[MapPicture]):
    """Rings are moves from the goal."""

    accessible_name = "Map of all boards"

    def __init__(self, key: Hashable) -> None:
        super().__init__(key)
        self.lights = Lights()
        self.tracks: tuple[MapTrack, ...] = ()
        """Paths that are drawn over it."""
        self._goal: Board | None = None
        self._overlay: tuple[Hashable, Surface] | None = None
        self.log: object = None
        """The log of the search that is shown."""
        self.fixed: tuple[MapTrack, ...] | None = None
        """Shortest path and the person's own; None while there is no map."""
        self.path_of: object = None
        self.path_since = 0.0
        self.is_cut = False
        """The path of the search is longer than what is drawn of it."""

    def show(self, goal: Board, skin: Skin) -> bool:
        """Show the states that reach ``goal``; True where it is another: all lights go out."""
        self.skin = skin
        is_new = goal != self._goal
        if is_new:
            self._goal, self.picture, self.tracks = goal, None, ()
            self.lights = Lights(goal)
        return is_new

    def take(self, atlas: Atlas) -> None:
        """The first picture can be drawn."""
        self.picture = MapPicture(atlas)
        self.fit()
        self.measure_picture()

    def content(self) -> Hashable:
        lights = self.lights
        return self.picture, self.skin, len(lights), lights.turn, self.tracks

    def draw_picture(self, surface: Surface, painter: Painter, picture: MapPicture) -> None:
        area = self.viewport.area
        surface.blit(picture.shown(painter, self.viewport, self.lights), area)
        if self.tracks:
            key = self.viewport.look, self.tracks, painter.theme, painter.scale
            if self._overlay is None or self._overlay[0] != key:
                glass = Surface(area.size, pygame.SRCALPHA)
                draw_tracks(glass, painter, picture.atlas, self.viewport, self.tracks)
                self._overlay = key, glass
            surface.blit(self._overlay[1], area)
        picture.draw_distances(surface, painter, self.viewport)

    def info(self, picture: MapPicture, state: int) -> StateInfo:
        atlas, moment = picture.atlas, self.lights.lit_at(state)
        distance = int(atlas.distances[state])
        where = f"{counted(distance, 'move')} from the goal" if distance else "the goal"
        when = "not expanded" if moment is None else f"expansion {moment:,}"
        return StateInfo(atlas.board(state), atlas.goal, (where, when), moment)


def map_panel(window: Window, lab: LabState) -> Element:
    """States by their distance from the goal, which is in the middle."""
    states = window.ui.state(_MAP, partial(StateMap, _MAP))
    if _follow(window, lab, states):
        window.ui.wake_in(0.001)
    states.on_choose = window.session.lab.current.seek
    if states.picture is None:
        words = Text(_CHARTING, color="text_muted", align=0.5)
        return Stack(states, At(words, pad=12))
    return window.ui.reuse(_map_panel, window, states, states.fixed or (), states.is_cut)


def _map_panel(
    window: Window, states: StateMap, fixed: Sequence[MapTrack], is_cut: bool
) -> Element:
    entries = [
        shape_entry("expanded", Shape.DISC, 9, "accent"),
        shape_entry("not expanded", Shape.DISC, 5, dim_color(window.painter.theme, 1)),
    ]
    for kind in (TrackKind.SEARCH, *(track.kind for track in fixed)):
        is_short = kind is TrackKind.SEARCH and is_cut
        title = f"the last {_LONGEST} moves to it" if is_short else kind.value
        entries.append(legend_entry(title, kind, partial(draw_track_sample, kind=kind)))
    whole = Button("Whole map", states.fit, size=14, key="whole map",
                   tip="See all of it again. The wheel zooms, a drag moves it")  # fmt: skip

    def build(ui: Context, width: int, height: int) -> Element:
        """The legend where it leaves the circle the most room."""
        beside, below = ui.painter.px(_BESIDE_UNITS), ui.painter.px(_BELOW_UNITS)
        if min(width - beside, height) < min(width, height - below):
            return Column(states, Row(Wrap(*entries, gap=18, line_gap=0, grow=1), whole))
        column = Column(Column(*entries, gap=0), Space(grow=1), Row(whole))
        return Row(states, column, stretch=True, gap=10)

    return Responsive(build, grow=1)


def _follow(window: Window, lab: LabState, states: StateMap) -> bool:
    """Light what was expanded, and draw the paths; True while there is more to do."""
    goal, background = lab.problem.goal, window.session.context.background
    if states.show(goal, window.view.skin):
        background.drop(_MAP)
        if has_numbers(goal):
            is_short = len(goal.tiles) <= _SHORT_CELLS
            background.run(_MAP, "", charting(goal), states.take, is_short=is_short)
    if lab.log is not states.log:  # another search, or the same anew
        states.log, states.fixed, states.path_of = lab.log, None, None
        states.lights.dim_to(0)
    if not has_numbers(goal):
        return False
    lights = states.lights
    lights.dim_to(lab.expansions)
    upto = min(lab.expansions, lights.moment + _LIGHTS_A_FRAME)
    lights.add(lab.log.ranks.read(lights.moment, upto))
    _follow_tracks(window, lab, states)
    return lights.moment < min(lab.expansions, lab.log.ranks.count) or states.picture is None


def _follow_tracks(window: Window, lab: LabState, states: StateMap) -> None:
    """Those that stay are made once; the search's own follows the moment."""
    picture, glimpse = states.picture, lab.glimpse
    if picture is None or glimpse is None:
        return
    is_new = states.fixed is None
    if states.fixed is None:
        states.fixed = (MapTrack(TrackKind.SHORTEST, picture.atlas.shortest(lab.problem.start)),)
        own, goal = lab.own_path, lab.problem.goal
        if len(own) > 1 and own[0].size == goal.size and is_solvable(own[0], goal):
            states.fixed += (MapTrack(TrackKind.OWN, _ranks(own)),)
    is_due = not lab.is_running or window.now - states.path_since >= _TRACK_SECONDS
    if is_new or (glimpse is not states.path_of and is_due):
        states.path_of, states.path_since = glimpse, window.now
        states.is_cut = len(glimpse.path) > _LONGEST
        path = _ranks([node.board for node in glimpse.path[-_LONGEST:]])
        states.tracks = *states.fixed, MapTrack(TrackKind.SEARCH, path)


def _ranks(boards: Sequence[Board]) -> Ranks:
    if not boards:
        return np.zeros(0, np.int32)
    return ranks_of(np.array([board.tiles for board in boards], np.uint8))
