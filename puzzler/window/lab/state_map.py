"""The map of all states of a small board, lit in the order in which a search expands them."""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Sequence

import numpy as np
import pygame
from pygame import Rect, Surface

from puzzler.board.board import Board
from puzzler.humanize import counted
from puzzler.search.atlas import Atlas, charting
from puzzler.search.packing import MOST_CELLS, Ranks, count_of, has_numbers
from puzzler.window.board.tiles import Skin
from puzzler.window.lab.hover_card import draw_hover_card
from puzzler.window.lab.map_picture import (
    RECENT,
    Lights,
    MapPicture,
    dim_color,
    lit_color,
)
from puzzler.window.lab.map_tracks import Track, draw_tracks
from puzzler.window.lab.shapes import Shape, draw_shapes
from puzzler.window.toolkit.element import Context, Point, Touch
from puzzler.window.toolkit.paint import Face, Painter
from puzzler.window.toolkit.viewport import Panned

_REACH_UNITS = 12
"""How far from the pointer a state may lie to be the one below it."""
_TOO_LARGE = f"A map is drawn of boards of at most {MOST_CELLS} cells."
_CHARTING = "Drawing the map ..."


class StateMap(Panned):
    """Rings are moves from the goal. ``on_choose`` is called with a moment of the search."""

    def __init__(self, key: Hashable) -> None:
        super().__init__(key)
        self.on_choose: Callable[[int], None] | None = None
        self.atlas: Atlas | None = None
        """None until it is drawn, and where the board is too large."""
        self.moment = 0
        """Expansions that were told."""
        self._goal: Board | None = None
        self._skin = Skin()
        self._steps: Generator[float, None, Atlas] | None = None
        self._picture: MapPicture | None = None
        self._painter: Painter | None = None
        self._tracks: tuple[Track, ...] = ()
        self._overlay: tuple[Hashable, Surface] | None = None
        self._order = self._first = np.zeros(0, np.int32)
        self._when = np.zeros(0, np.int64)
        self._count = self._turn = 0
        self._forget()

    # ---- What is shown ------------------------------------------------------------------

    def show(self, goal: Board, skin: Skin) -> None:
        """Show the states that reach ``goal``; where it is another all lights go out."""
        self._skin = skin
        if goal == self._goal:
            return
        self._goal, self.atlas, self._picture = goal, None, None
        self._steps = charting(goal) if has_numbers(goal) else None
        self._tracks = ()
        self._forget()

    def advance(self) -> bool:
        """One short step towards the first picture, to be made each frame; True while it is not."""
        if self._steps is None:
            return False
        try:
            next(self._steps)
        except StopIteration as end:
            atlas: Atlas = end.value
            self.atlas, self._steps = atlas, None
            self._picture = MapPicture(atlas)
            self.viewport.fit()
            self._reach()
        return True

    def light(self, ranks: Ranks) -> None:
        """The states that were expanded next, in order."""
        if self._first.size and len(ranks):
            fresh = np.flatnonzero(self._first[ranks] < 0)
            states, number = ranks[fresh], np.arange(len(fresh), dtype=np.int32)
            # written from the end on, so that of a state's expansions the first stays
            self._first[states[::-1]] = number[::-1]
            is_first = self._first[states] == number
            states, at = states[is_first], fresh[is_first]
            end = self._count + len(states)
            self._first[states] = np.arange(self._count, end)
            self._order[self._count : end] = states
            self._when[self._count : end] = self.moment + at
            self._count = end
        self.moment += len(ranks)

    def dim_to(self, moment: int) -> None:
        """Back to an earlier moment: what was first expanded later goes out."""
        if moment >= self.moment:
            return
        count = int(np.searchsorted(self._when[: self._count], moment))
        self._first[self._order[count : self._count]] = -1
        self._count, self.moment = count, moment
        self._turn += 1

    def set_tracks(self, tracks: Sequence[Track]) -> None:
        """Draw these paths over it."""
        self._tracks = tuple(tracks)

    def fit(self) -> None:
        """See all of it."""
        self.viewport.fit()

    # ---- Where things are ---------------------------------------------------------------

    def arrange(self, ui: Context, rect: Rect) -> None:
        super().arrange(ui, rect)
        self._painter = ui.painter
        self._reach()

    def place_of(self, rank: int) -> Point:
        """Where a state lies, in pixels of the window."""
        assert self.atlas is not None, "only states of a map have a place"
        x, y = self.atlas.positions[rank].tolist()
        right, down = self.viewport.place_of(x, y)
        return round(right), round(down)

    def hovered(self, at: Point) -> int | None:
        """The state below the pointer, or the nearest to it; None where none is near."""
        if self._picture is None or self._painter is None or not self.rect.collidepoint(at):
            return None
        reach = max(self._painter.px(_REACH_UNITS), self._picture.dot)
        return self._picture.nearest(self.viewport, at, reach)

    def lit_at(self, rank: int) -> int | None:
        """The moment at which a state had just been expanded for the first time; None for never."""
        first = int(self._first[rank])
        return None if first < 0 else int(self._when[first]) + 1

    # ---- Picture ------------------------------------------------------------------------

    def look(self, ui: Context, touch: Touch) -> Hashable:
        over = None if touch.at is None or self.is_held else self.hovered(touch.at)
        lights = self._count, self._recent, self._turn
        return (
            (self.atlas, self._goal, self._skin, lights, over, touch.at if over else None),
            self.viewport.look,
            self._tracks,
            self._painter and (self._painter.theme, self._painter.scale),
        )

    def draw(self, ui: Context, surface: Surface, touch: Touch) -> None:
        painter = ui.painter
        theme = painter.theme
        painter.box(surface, self.rect, painter.px(6), theme.well, theme.panel_edge)
        if self._picture is None or self.atlas is None:
            words = _CHARTING if self._steps is not None else _TOO_LARGE
            self._write(surface, painter, words)
            return
        lights = Lights(self._order[: self._count], self._recent, self._turn)
        area, clip = self.viewport.area, surface.get_clip()
        surface.blit(self._picture.shown(painter, self.viewport, lights), area)
        surface.set_clip(clip.clip(area))
        if self._tracks:
            surface.blit(self._drawn_tracks(painter, self.atlas), area)
        self._picture.draw_distances(surface, painter, self.viewport)
        over = None if touch.at is None or self.is_held else self.hovered(touch.at)
        if over is not None:
            self._draw_hover(surface, painter, self.atlas, over)
        surface.set_clip(clip)

    def _write(self, surface: Surface, painter: Painter, words: str) -> None:
        size = painter.type_size(14)
        lines = painter.wrapped(words, Face.BODY, size, self.rect.width - 2 * painter.px(12))
        line = Rect(self.rect.left, 0, self.rect.width, round(size * 1.5))
        line.top = self.rect.centery - line.height * len(lines) // 2
        for text in lines:
            color = painter.theme.text_muted
            painter.write(surface, text, Face.BODY, size, color, line, align=0.5)
            line.top += line.height

    def _drawn_tracks(self, painter: Painter, atlas: Atlas) -> Surface:
        """All tracks on glass, kept until one of them changes."""
        key = self.viewport.look, self._tracks, painter.theme, painter.scale
        if self._overlay is None or self._overlay[0] != key:
            glass = Surface(self.viewport.area.size, pygame.SRCALPHA)
            draw_tracks(glass, painter, atlas, self.viewport, self._tracks)
            self._overlay = key, glass
        return self._overlay[1]

    def _draw_hover(self, surface: Surface, painter: Painter, atlas: Atlas, rank: int) -> None:
        distance = int(atlas.distances[rank])
        moment = self.lit_at(rank)
        lines = [
            "the goal" if not distance else counted(distance, "move") + " from the goal",
            "not expanded" if moment is None else f"expansion {moment:,}",
        ]
        at = self.place_of(rank)
        draw_hover_card(
            surface,
            painter,
            self.viewport.area,
            at,
            atlas.board(rank),
            atlas.goal,
            self._skin,
            lines,
        )

    # ---- Input --------------------------------------------------------------------------

    @property
    def is_empty(self) -> bool:
        return self._picture is None

    def choose_at(self, at: Point) -> None:
        rank = self.hovered(at)
        moment = None if rank is None else self.lit_at(rank)
        if moment is not None and self.on_choose is not None:
            self.on_choose(moment)

    # ---- Lights -------------------------------------------------------------------------

    @property
    def _recent(self) -> int:
        """The first of the lights that stand out."""
        return int(np.searchsorted(self._when[: self._count], self.moment - RECENT))

    def _forget(self) -> None:
        """Nothing was expanded."""
        goal = self._goal
        states = count_of(*goal.size) if goal is not None and has_numbers(goal) else 0
        self._order = np.zeros(states, np.int32)
        self._when = np.zeros(states, np.int64)
        self._first = np.full(states, -1, np.int32)
        self._count = self.moment = 0
        self._turn += 1

    def _reach(self) -> None:
        """The viewport knows how large the map is."""
        if self._picture is not None and self._painter is not None:
            self.viewport.show(self._picture.extent(self._painter, self.viewport.area))


def draw_state_sample(surface: Surface, painter: Painter, area: Rect, *, is_lit: bool) -> None:
    """A state of the map, for a legend."""
    theme = painter.theme
    color = lit_color(theme) if is_lit else dim_color(theme, 1)
    place = np.array([area.centerx], np.int32), np.array([area.centery], np.int32)
    draw_shapes(surface, painter, place, Shape.DISC, painter.px(9 if is_lit else 5), color)
