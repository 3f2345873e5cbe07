"""The Map tab: all states of a small board, with expanded states and paths highlighted."""

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
from puzzler.search.inspection.atlas import Atlas, build_atlas
from puzzler.search.packing import Ranks, has_ranks, ranks_of
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
from puzzler.window.toolkit.context import Context
from puzzler.window.toolkit.controls import Button
from puzzler.window.toolkit.element import Element
from puzzler.window.toolkit.labels import Text
from puzzler.window.toolkit.layout import At, Column, Responsive, Row, Space, Stack
from puzzler.window.toolkit.paint import Painter
from puzzler.window.toolkit.wrapping import Wrap

_MAP = "lab map"
_BESIDE_UNITS, _BELOW_UNITS = 170, 40
"""Width of the legend to the right of the map, and height below it."""
_LONGEST = 100
"""Maximum number of drawn states of a path, because longer paths would cover the map."""
_TRACK_SECONDS = 0.1
"""Minimum time between updates of the path while the search runs."""
_LIGHTS_PER_FRAME = 10_000
"""Maximum number of states that are lit per frame; the others follow in the next frames."""
_SHORT_CELLS = 6
"""Maximum number of cells of a board whose map is computed without delay."""


class StateMap(StatesView[MapPicture]):
    """The map. States at the same distance from the goal form a ring around it."""

    accessible_name = "Map of all boards"

    def __init__(self, key: Hashable) -> None:
        super().__init__(key)
        self.lights = Lights()
        self.tracks: tuple[MapTrack, ...] = ()
        """The paths on top of the map."""
        self._goal: Board | None = None
        self._overlay: tuple[Hashable, Surface] | None = None
        self.log: object = None
        """The log of the shown search."""
        self.fixed: tuple[MapTrack, ...] | None = None
        """The shortest path and the player's path; None until the map is ready."""
        self.path_of: object = None
        self.path_since = 0.0
        self.is_cut = False
        """Whether only the last part of the search's path is drawn."""

    def show(self, goal: Board, skin: Skin) -> bool:
        """Set the goal; return True if it has changed, which clears the map."""
        self.skin = skin
        is_new = goal != self._goal
        if is_new:
            self._goal, self.picture, self.tracks = goal, None, ()
            self.lights = Lights(goal)
        return is_new

    def take(self, atlas: Atlas) -> None:
        """Show the map from ``atlas``, called when it has been computed."""
        self.picture = MapPicture(atlas)
        self.fit()
        self.measure_picture()

    def content(self) -> Hashable:
        lights = self.lights
        return self.picture, self.skin, len(lights), lights.resets, self.tracks

    def draw_picture(self, surface: Surface, painter: Painter, picture: MapPicture) -> None:
        area = self.viewport.area
        surface.blit(picture.shown(painter, self.viewport, self.lights), area)
        if self.tracks:
            key = self.viewport.look, self.tracks, painter.theme, painter.scale
            if self._overlay is None or self._overlay[0] != key:
                overlay = Surface(area.size, pygame.SRCALPHA)
                draw_tracks(overlay, painter, picture.atlas, self.viewport, self.tracks)
                self._overlay = key, overlay
            surface.blit(self._overlay[1], area)
        picture.draw_distances(surface, painter, self.viewport)

    def info(self, picture: MapPicture, state: int) -> StateInfo:
        atlas, moment = picture.atlas, self.lights.lit_at(state)
        distance = int(atlas.distances[state])
        where = f"{counted(distance, 'move')} from the goal" if distance else "the goal"
        when = "not expanded" if moment is None else f"expansion {moment:,}"
        return StateInfo(atlas.board(state), atlas.goal, (where, when), moment)


def map_panel(window: Window, lab: LabState) -> Element:
    """Build the tab with the map and its legend."""
    states = window.ui.state(_MAP, partial(StateMap, _MAP))
    if _follow(window, lab, states):
        window.ui.wake_in(0.001)
    states.on_choose = window.session.lab.current.seek
    if states.picture is None:
        note = Text("Drawing the map...", color="text_muted", align=0.5)
        return Stack(states, At(note, pad=12))
    result = lab.moment.result if lab.moment is not None and lab.is_goal_shown else None
    length = 0 if result is None else len(result.moves)
    return window.ui.reuse(_map_panel, window, states, states.fixed or (), states.is_cut, length)


def _map_panel(
    window: Window, states: StateMap, fixed: Sequence[MapTrack], is_cut: bool, length: int
) -> Element:
    """``length``: the moves of the solution if the goal is shown, else 0."""
    entries = [
        shape_entry("expanded", Shape.DISC, 9, "accent"),
        shape_entry("not expanded", Shape.DISC, 5, dim_color(window.painter.theme, 1)),
    ]
    path = f"the solution: {length}" if length else TrackKind.SEARCH.title
    titles = {TrackKind.SEARCH: f"the last {_LONGEST} moves to it" if is_cut else path}
    for track in fixed:
        if moves := len(track.ranks) - 1:
            titles[track.kind] = f"{track.kind.title}: {moves}"
    for kind, title in titles.items():
        entries.append(legend_entry(title, kind, partial(draw_track_sample, kind=kind)))
    fit_button = Button("Whole map", states.fit, size=14, key="whole map",
                        tip="Show the whole map. Use the wheel to zoom, drag to move")  # fmt: skip

    def build(ui: Context, width: int, height: int) -> Element:
        """Put the legend where it leaves more space for the map, to the right or below."""
        beside, below = ui.painter.px(_BESIDE_UNITS), ui.painter.px(_BELOW_UNITS)
        if min(width - beside, height) < min(width, height - below):
            return Column(states, Row(Wrap(*entries, gap=18, line_gap=0, grow=1), fit_button))
        column = Column(Column(*entries, gap=0), Space(grow=1), Row(fit_button))
        return Row(states, column, stretch=True, gap=10)

    return Responsive(build, grow=1)


def _follow(window: Window, lab: LabState, states: StateMap) -> bool:
    """Update the lit states and the paths; return True if work remains for the next frame."""
    goal, background = lab.problem.goal, window.session.background
    if states.show(goal, window.view.skin):
        background.drop(_MAP)
        if has_ranks(goal):
            is_short = len(goal.tiles) <= _SHORT_CELLS
            background.run(_MAP, "", partial(build_atlas, goal), states.take, is_short=is_short)
    if lab.log is not states.log:  # a new search, or the same one restarted
        states.log, states.fixed, states.path_of = lab.log, None, None
        states.lights.dim_to(0)
    if not has_ranks(goal):
        return False
    lights = states.lights
    lights.dim_to(lab.expansions)
    end = min(lab.expansions, lights.moment + _LIGHTS_PER_FRAME)
    lights.add(lab.log.ranks.read(lights.moment, end))
    _follow_tracks(window, lab, states)
    return lights.moment < min(lab.expansions, lab.log.ranks.count) or states.picture is None


def _follow_tracks(window: Window, lab: LabState, states: StateMap) -> None:
    """Update the search's path; compute the shortest and the player's path once."""
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
