"""The board on the screen: how its tiles glide, follow a hand, shake, dance and are covered."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pygame import Rect, Surface

from puzzler.board.board import Board
from puzzler.game.core.feedback import HAND_SECONDS, Slide
from puzzler.game.core.playback import LONGEST_STEP
from puzzler.window.board.overlays import (
    Cover,
    Mark,
    cover_part,
    mark_part,
    tick_part,
    whole_picture,
)
from puzzler.window.board.tiles import (
    BoardGeometry,
    Skin,
    TileLook,
    draw_tile,
    draw_tray,
    measure,
    tile_margin,
)
from puzzler.window.toolkit.paint import Painter
from puzzler.window.toolkit.scene import Part

SHAKE_SECONDS = 0.24
_SHAKE_SWINGS = 3
_SHAKE_CELLS = 0.035
PARTY_SECONDS = 0.4
"""How long a solved board is celebrated: a single soft wave through the tiles."""
_HOP_SECONDS = 0.22
_HOP_CELLS = 0.07
COMPLETION_SECONDS = 0.5
"""How long a solved picture takes to become one: the last piece comes, gaps and badges go."""
LEAN = 0.04
"""How far a tile under a hand leans to the blank: one sees that it is held, and where it goes."""
_DRAG_CELLS = 0.08
"""A pointer that moves less than this is no drag but a click."""
_FIRST_FRAME = 1 / 60
"""A slide begins one frame in, so that a click shows in the very next picture."""

_Paths = dict[int, tuple[int, int]]
"""Tile to (cell it left, cell it goes to)."""


@dataclass
class _Glide:
    """Tiles that are moving."""

    tiles: _Paths
    seconds: float
    is_linear: bool
    begun: float = 0.0
    """How far they were when it began, 0 to 1: a hand may have brought them there."""
    elapsed: float = _FIRST_FRAME

    @property
    def share(self) -> float:
        """How far they are, 0 to 1."""
        share = min(1.0, self.elapsed / self.seconds)
        share = share if self.is_linear else 1 - (1 - share) ** 3
        return self.begun + (1 - self.begun) * share


@dataclass
class Hold:
    """A tile under a hand, and those between it and the blank."""

    cell: int
    tiles: _Paths
    at: tuple[int, int]
    """Where the hand took it."""
    share: float = LEAN
    is_dragged: bool = False


class BoardView:
    """Shows one board in the area it is given; time is handed in."""

    def __init__(self, board: Board, goal: Board) -> None:
        self.board = board
        self.goal = goal
        self.skin = Skin()
        self.area = Rect(0, 0, 0, 0)
        self.is_solved = False
        self.hovered: int | None = None
        """The cell under the pointer whose tile can slide."""
        self.marks: Sequence[Mark] = ()
        self.ticked: Sequence[int] = ()
        """The cells whose tiles begin a shortest solution."""
        self.is_face_down = False
        """What is on the tiles cannot be seen."""
        self.cover: Cover | None = None
        """What lies over them, and says why."""
        self.is_instant = False
        """A picture is complete at once, instead of fading in."""
        self._completion = 0.0
        self._glide: _Glide | None = None
        self.hold: Hold | None = None
        """The tile under a hand."""
        self._let_go: Hold | None = None
        self._shaking: dict[int, float] = {}
        self._party: float | None = None
        self._common: tuple[BoardGeometry, Skin, Board, Painter, bool] | None = None
        self._tile_parts: dict[int, tuple[tuple[int, int, bool, bool], Part]] = {}
        self._geometry: tuple[object, BoardGeometry] | None = None

    @property
    def geometry(self) -> BoardGeometry:
        """Where the cells are."""
        key = tuple(self.area), self.board.size
        if self._geometry is None or self._geometry[0] != key:
            self._geometry = key, measure(self.area, *self.board.size)
        return self._geometry[1]

    # -------------------------------------------------------------------- time

    @property
    def is_moving(self) -> bool:
        """Something glides, shakes, dances or fades in."""
        is_dancing = self._party is not None or (self.completes and self._completion < 1)
        return self._glide is not None or bool(self._shaking) or is_dancing

    @property
    def completes(self) -> bool:
        """It is solved, and carries a picture: that is shown as one now."""
        return self.is_solved and self.skin.picture is not None and not self.is_face_down

    @property
    def completion(self) -> float:
        """How far a solved picture has become one, 0 to 1."""
        return self._completion if self.completes else 0.0

    def show(self, board: Board, goal: Board) -> None:
        """This board and no other, at once; a slide that leads to it may finish."""
        if (board, goal) == (self.board, self.goal):
            return
        self.board, self.goal = board, goal
        self._glide = self.hold = self._let_go = self._party = None
        self._shaking.clear()

    def slide(self, slide: Slide) -> None:
        """Let the tiles glide as ``slide`` says; what glided before is there at once."""
        let_go, self._let_go = self._let_go, None
        self.board, self._glide, self.hold, self._party = slide.after, None, None, None
        self._shaking.clear()
        if slide.seconds > 0 and slide.before.size == slide.after.size:
            tiles = _paths(slide.before, slide.after)
            if let_go is not None and let_go.tiles == tiles:
                rest = max(_FIRST_FRAME * 2, slide.seconds * (1 - let_go.share))
                self._glide = _Glide(tiles, rest, slide.is_linear, let_go.share)
            elif tiles:
                self._glide = _Glide(tiles, slide.seconds, slide.is_linear)

    def shake(self, cell: int) -> None:
        """Shake the tile on ``cell``: it cannot slide."""
        tile = self.board.tiles[cell]
        if tile:
            self._shaking[tile] = _FIRST_FRAME

    def celebrate(self) -> None:
        """Let one wave run through the tiles; a picture is celebrated by becoming one."""
        if self.skin.picture is None:
            self._party = _FIRST_FRAME

    def advance(self, elapsed: float) -> None:
        """Let ``elapsed`` seconds pass."""
        elapsed = min(elapsed, LONGEST_STEP)
        if not self.completes:
            self._completion = 0.0
        elif self._glide is None:
            share = 1.0 if self.is_instant else elapsed / COMPLETION_SECONDS
            self._completion = min(1.0, self._completion + share)
        if self._glide is not None:
            self._glide.elapsed += elapsed
            if self._glide.elapsed >= self._glide.seconds:
                self._glide = None
        if self._party is not None:
            self._party += elapsed
            if self._party >= PARTY_SECONDS:
                self._party = None
        self._shaking = {
            tile: seconds + elapsed
            for tile, seconds in self._shaking.items()
            if seconds + elapsed < SHAKE_SECONDS
        }

    # -------------------------------------------------------------------- hand

    def grab(self, cell: int, at: tuple[int, int]) -> bool:
        """A hand takes the tile on ``cell``; False where it cannot slide."""
        moves = self.board.moves_to_slide(cell)
        if not moves:
            return False
        self._glide = None
        self.hold = Hold(cell, _paths(self.board, self.board.apply_all(moves)), at)
        return True

    def drag(self, at: tuple[int, int]) -> None:
        """The hand moves: the tile follows as far as it can."""
        hold = self.hold
        if hold is None:
            return
        cells = self.geometry.cells
        start, end = hold.tiles[self.board.tiles[hold.cell]]
        across = (cells[end].left - cells[start].left) * (at[0] - hold.at[0])
        down = (cells[end].top - cells[start].top) * (at[1] - hold.at[1])
        share = (across + down) / self.geometry.cell**2
        reach = max(abs(at[0] - hold.at[0]), abs(at[1] - hold.at[1]))
        hold.is_dragged |= reach > self.geometry.cell * _DRAG_CELLS
        hold.share = max(0.0, min(1.0, share)) if hold.is_dragged else LEAN

    def let_go(self, *, glides_back: bool) -> int | None:
        """The hand lets go: the cell whose tile is to slide, None where it goes back.

        It slides past half a cell, and where it was not dragged at all but clicked.
        """
        hold, self.hold = self.hold, None
        if hold is None:
            return None
        if not hold.is_dragged or hold.share > 0.5:
            self._let_go = hold
            return hold.cell
        if glides_back and hold.share > 0:
            back = {tile: (end, start) for tile, (start, end) in hold.tiles.items()}
            self._glide = _Glide(back, HAND_SECONDS, False, 1 - hold.share)
        return None

    # ----------------------------------------------------------------- picture

    def parts(self, painter: Painter) -> Iterator[Part]:
        """The tray, every tile, and what lies over them."""
        yield self._tray(painter)
        moving = self._moving
        geometry = self.geometry
        # what moves lies above what rests
        cells = [(cell, tile) for cell, tile in enumerate(self.board.tiles) if tile]
        if moving:
            cells.sort(key=lambda place: place[1] in moving)
        common = geometry, self.skin, self.goal, painter, self.is_face_down
        if common != self._common:
            self._common, self._tile_parts = common, {}
        for cell, tile in cells:
            yield self._tile(painter, geometry, cell, tile, is_moving=tile in moving)
        if self._glide is None:
            for number, mark in enumerate(self.marks):
                yield mark_part(painter, geometry, number, mark)
            # the ring of a hint would cut the badge of the coach
            yield from (tick_part(painter, geometry, cell) for cell in self.ticked)
        if self.completion > 0:
            yield whole_picture(painter, geometry, self.skin, self.completion)
        if self.cover is not None:
            yield cover_part(painter, geometry, self.cover)

    def _tile(
        self, painter: Painter, geometry: BoardGeometry, cell: int, tile: int, *, is_moving: bool
    ) -> Part:
        """One tile; the very part of the last frame where nothing has changed about it."""
        left, top = geometry.tiles[cell].topleft
        if is_moving or self._party is not None or tile in self._shaking:
            left, top = self._moved(geometry, cell, tile)
        is_lit = cell == self.hovered and (not is_moving or self.hold is not None)
        key = left, top, is_lit, is_moving
        known = self._tile_parts.get(tile)
        if known is None or known[0] != key:
            size, margin = geometry.tile, tile_margin(geometry.tile)
            bounds = Rect(left - margin, top - margin, size + 2 * margin, size + 2 * margin)
            is_back, shown = self.is_face_down, 0 if self.is_face_down else tile
            look = TileLook(shown, self.goal, self.skin, geometry.cell, size, is_lit, is_back)

            def draw(surface: Surface) -> None:
                drawn = painter.made(("tile", look), lambda: draw_tile(painter, look))
                surface.blit(drawn, bounds)

            known = key, Part(("tile", tile), bounds, (look, is_moving), draw)
            self._tile_parts[tile] = known
        return known[1]

    @property
    def _moving(self) -> _Paths:
        if self.hold is not None and self.hold.share:
            return self.hold.tiles
        return self._glide.tiles if self._glide is not None else {}

    def _moved(self, geometry: BoardGeometry, cell: int, tile: int) -> tuple[int, int]:
        """The left and top of a tile that does not rest in its cell."""
        place = geometry.tiles[cell]
        left, top = float(place.left), float(place.top)
        towards, share = cell, 0.0
        if self.hold is not None and tile in self.hold.tiles:
            towards, share = self.hold.tiles[tile][1], self.hold.share
        elif self._glide is not None and tile in self._glide.tiles:
            towards, share = self._glide.tiles[tile][0], 1 - self._glide.share
        other = geometry.tiles[towards]
        left += (other.left - place.left) * share
        top += (other.top - place.top) * share
        if tile in self._shaking:
            share = self._shaking[tile] / SHAKE_SECONDS
            swing = math.sin(share * _SHAKE_SWINGS * 2 * math.pi) * (1 - share)
            left += swing * geometry.cell * _SHAKE_CELLS
        if self._party is not None:  # the wave lifts it
            place_in_wave = sum(divmod(cell, self.board.columns)) / (sum(self.board.size) - 2)
            share = (self._party - place_in_wave * (PARTY_SECONDS - _HOP_SECONDS)) / _HOP_SECONDS
            if 0 < share < 1:
                top -= math.sin(share * math.pi) * geometry.cell * _HOP_CELLS
        return round(left), round(top)

    def _tray(self, painter: Painter) -> Part:
        geometry = self.geometry
        glow = 0.0
        if self.is_solved:
            glow = 1.0 if self._party is None else round(self._party / PARTY_SECONDS * 6) / 6
        bounds = geometry.tray.inflate(2 * geometry.rim, 2 * geometry.rim)

        def draw(surface: Surface) -> None:
            draw_tray(surface, painter, geometry, glow)

        return Part("tray", bounds, (self.board.size, glow), draw)


def _paths(before: Board, after: Board) -> _Paths:
    cells = {tile: cell for cell, tile in enumerate(before.tiles)}
    return {
        tile: (cells[tile], cell)
        for cell, tile in enumerate(after.tiles)
        if tile and cells[tile] != cell
    }
