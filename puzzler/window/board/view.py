"""The animated board: sliding, dragging, shaking and celebrating, with overlays."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pygame import Rect, Surface

from puzzler.board.board import Board
from puzzler.game.core.feedback import HAND_SECONDS, Slide
from puzzler.game.core.playback import LONGEST_STEP
from puzzler.game.core.settings import TileColors
from puzzler.window.board.overlays import (
    Mark,
    arrow_part,
    complete_picture_part,
    cover_part,
    ring_part,
    tick_part,
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
from puzzler.window.toolkit.frame import Part
from puzzler.window.toolkit.paint import Painter

SHAKE_SECONDS = 0.24
_SHAKE_SWINGS = 3
_SHAKE_CELLS = 0.035
PARTY_SECONDS = 0.4
"""Duration of the celebration, one wave through the tiles."""
_HOP_SECONDS = 0.22
_HOP_CELLS = 0.07
COMPLETION_SECONDS = 0.5
"""Duration of the fade from pieces to the complete picture."""
LEAN = 0.04
"""Shift of a pressed tile towards the blank, as a share of a cell, to show where it will slide."""
_DRAG_CELLS = 0.08
"""A pointer movement below this share of a cell is a click, not a drag."""
_FIRST_FRAME = 1 / 60
"""Initial time of an animation in seconds, so that a click is visible in the next frame."""

_Paths = dict[int, tuple[int, int]]
"""Maps each moving tile to (start cell, end cell)."""


@dataclass
class _Glide:
    """An animation of sliding tiles."""

    tiles: _Paths
    seconds: float
    is_linear: bool
    start_share: float = 0.0
    """Progress at the start, 0 to 1; above 0 if the tiles were dragged before."""
    elapsed: float = _FIRST_FRAME

    @property
    def share(self) -> float:
        """Current progress, 0 to 1."""
        share = min(1.0, self.elapsed / self.seconds)
        share = share if self.is_linear else 1 - (1 - share) ** 3
        return self.start_share + (1 - self.start_share) * share


@dataclass
class Hold:
    """A pressed or dragged tile, with the tiles between it and the blank."""

    cell: int
    tiles: _Paths
    at: tuple[int, int]
    """The point at which the pointer was pressed."""
    share: float = LEAN
    is_dragged: bool = False


class BoardView:
    """A board in ``area``. The caller passes in the elapsed time; see advance."""

    def __init__(self, board: Board, goal: Board) -> None:
        self.board = board
        self.goal = goal
        self.skin = Skin()
        self.area = Rect(0, 0, 0, 0)
        self.is_solved = False
        self.hovered: int | None = None
        """The cell under the pointer if its tile can slide."""
        self.marks: Sequence[Mark] = ()
        self.ticked: Sequence[int] = ()
        """The cells whose tiles start a shortest solution."""
        self.is_face_down = False
        """Whether the tiles show their backs."""
        self.cover = ""
        """The instruction on a card over the hidden tiles of a paused game; "" for no card."""
        self.is_instant = False
        """Whether pictures appear without fading in, and nothing moves but sliding tiles."""
        self.is_peeking = False
        """Whether the complete picture is shown while its key is pressed."""
        self._completion = 0.0
        self._glide: _Glide | None = None
        self.hold: Hold | None = None
        """The pressed or dragged tile."""
        self._released: Hold | None = None
        self._shaking: dict[int, float] = {}
        self._party: float | None = None
        self._common: tuple[BoardGeometry, Skin, Board, Painter, bool] | None = None
        self._tile_parts: dict[int, tuple[tuple[int, int, bool, bool, bool], Part]] = {}
        self._geometry: tuple[object, BoardGeometry] | None = None

    @property
    def geometry(self) -> BoardGeometry:
        """The layout of the board in the area."""
        key = tuple(self.area), self.board.size
        if self._geometry is None or self._geometry[0] != key:
            self._geometry = key, measure(self.area, *self.board.size)
        return self._geometry[1]

    # -------------------------------------------------------------------- time

    @property
    def is_moving(self) -> bool:
        """Whether an animation is running."""
        is_celebrating = self._party is not None or (
            self.shows_complete_picture and self._completion < 1
        )
        return self._glide is not None or bool(self._shaking) or is_celebrating

    @property
    def shows_complete_picture(self) -> bool:
        """Whether the complete picture is shown, because the board is solved."""
        return self.is_solved and self.skin.picture is not None and not self.is_face_down

    @property
    def completion(self) -> float:
        """Opacity of the complete picture, 0 to 1."""
        if self.is_peeking and self.skin.picture is not None and not self.is_face_down:
            return 1.0
        return self._completion if self.shows_complete_picture else 0.0

    def show(self, board: Board, goal: Board) -> None:
        """Show ``board`` without animation; a running slide to the same board may finish."""
        if (board, goal) == (self.board, self.goal):
            return
        self.board, self.goal = board, goal
        self._glide = self.hold = self._released = self._party = None
        self._shaking.clear()

    def slide(self, slide: Slide) -> None:
        """Animate ``slide``; a running animation is finished immediately."""
        released, self._released = self._released, None
        self.board, self._glide, self.hold, self._party = slide.after, None, None, None
        self._shaking.clear()
        if slide.seconds > 0 and slide.before.size == slide.after.size:
            tiles = _paths(slide.before, slide.after)
            if released is not None and released.tiles == tiles:
                rest = max(_FIRST_FRAME * 2, slide.seconds * (1 - released.share))
                self._glide = _Glide(tiles, rest, slide.is_linear, released.share)
            elif tiles:
                self._glide = _Glide(tiles, slide.seconds, slide.is_linear)

    def shake(self, cell: int) -> None:
        """Shake the tile on ``cell`` to show that it cannot slide."""
        tile = self.board.tiles[cell]
        if tile and not self.is_instant:
            self._shaking[tile] = _FIRST_FRAME

    def celebrate(self) -> None:
        """Start a wave through the tiles. With a picture, do nothing: the picture fades in."""
        if self.skin.picture is None and not self.is_instant:
            self._party = _FIRST_FRAME

    def advance(self, elapsed: float) -> None:
        """Advance all animations by ``elapsed`` seconds."""
        elapsed = min(elapsed, LONGEST_STEP)
        if not self.shows_complete_picture:
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

    # -------------------------------------------------------------------- pointer

    def grab(self, cell: int, at: tuple[int, int]) -> bool:
        """Press the tile on ``cell`` at a point; return False if it cannot slide."""
        moves = self.board.moves_to_slide(cell)
        if not moves:
            return False
        self._glide = None
        self.hold = Hold(cell, _paths(self.board, self.board.apply_all(moves)), at)
        return True

    def drag(self, at: tuple[int, int]) -> None:
        """Move the pressed tile with the pointer, at most to its target cell."""
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

    def let_go(self) -> int | None:
        """Release the tile; return its cell if it should slide, None if it returns.

        It slides if it was clicked or dragged past half a cell.
        """
        hold, self.hold = self.hold, None
        if hold is None:
            return None
        if not hold.is_dragged or hold.share > 0.5:
            self._released = hold
            return hold.cell
        if not self.is_instant and hold.share > 0:
            back = {tile: (end, start) for tile, (start, end) in hold.tiles.items()}
            self._glide = _Glide(back, HAND_SECONDS, False, 1 - hold.share)
        return None

    # ----------------------------------------------------------------- picture

    def parts(self, painter: Painter) -> Iterator[Part]:
        """Yield the tray, the tiles and the overlays, from back to front."""
        yield self._tray(painter)
        moving = self._moving
        geometry = self.geometry
        # moving tiles are drawn above the others
        cells = [(cell, tile) for cell, tile in enumerate(self.board.tiles) if tile]
        if moving:
            cells.sort(key=lambda place: place[1] in moving)
        common = geometry, self.skin, self.goal, painter, self.is_face_down
        if common != self._common:
            self._common, self._tile_parts = common, {}
        for cell, tile in cells:
            yield self._tile(painter, geometry, cell, tile, is_moving=tile in moving)
        if self._glide is None:
            # the ring of a hint would cut the badge of the coach, whose edge would cut an arrow
            for number, mark in enumerate(self.marks):
                if mark.has_ring:
                    yield ring_part(painter, geometry, number, mark)
            yield from (tick_part(painter, geometry, cell) for cell in self.ticked)
            for number, mark in enumerate(self.marks):
                if mark.move is not None:
                    yield arrow_part(painter, geometry, number, mark.cell, mark.move)
        if self.completion > 0:
            yield complete_picture_part(painter, geometry, self.skin, self.completion)
        if self.cover:
            yield cover_part(painter, geometry, self.cover)

    def _tile(
        self, painter: Painter, geometry: BoardGeometry, cell: int, tile: int, *, is_moving: bool
    ) -> Part:
        """Return the part of a tile, the same object as in the last frame if it is unchanged."""
        left, top = geometry.tiles[cell].topleft
        if is_moving or self._party is not None or tile in self._shaking:
            left, top = self._animated_position(geometry, cell, tile)
        is_lit = cell == self.hovered and (not is_moving or self.hold is not None)
        shown = 0 if self.is_face_down else tile
        is_home = self.skin.colors is TileColors.SOLVED and 0 < shown == self.goal.tiles[cell]
        key = left, top, is_lit, is_moving, is_home
        cached = self._tile_parts.get(tile)
        if cached is None or cached[0] != key:
            size, margin = geometry.tile, tile_margin(geometry.tile)
            bounds = Rect(left - margin, top - margin, size + 2 * margin, size + 2 * margin)
            look = TileLook(shown, self.goal, self.skin, geometry.cell, is_lit, is_home)

            def draw(surface: Surface) -> None:
                image = painter.cached(("tile", look), lambda: draw_tile(painter, look))
                surface.blit(image, bounds)

            cached = key, Part(("tile", tile), bounds, (look, is_moving), draw)
            self._tile_parts[tile] = cached
        return cached[1]

    @property
    def _moving(self) -> _Paths:
        if self.hold is not None and self.hold.share:
            return self.hold.tiles
        return self._glide.tiles if self._glide is not None else {}

    def _animated_position(self, geometry: BoardGeometry, cell: int, tile: int) -> tuple[int, int]:
        """Return the left and top of a tile in pixels, including its animations."""
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
