"""What lights up single cells of the board: a hint, the editor's hand, and the coach's ticks."""

from __future__ import annotations

import math
from dataclasses import dataclass

import pygame
from pygame import Rect, Surface

from puzzler.board.move import Move
from puzzler.window.board.geometry import BoardGeometry
from puzzler.window.board.tiles import tile_radius
from puzzler.window.toolkit.paint import Painter
from puzzler.window.toolkit.scene import Part


@dataclass(frozen=True, slots=True)
class Mark:
    """A cell that is lit up."""

    cell: int
    move: Move | None = None
    """The direction of the blank that moves its tile, where that is to be shown."""
    is_slight: bool = False
    has_ring: bool = True
    """Only the arrow is shown where not: the tile has a tick and an edge of its own."""


def mark_part(painter: Painter, geometry: BoardGeometry, number: int, mark: Mark) -> Part:
    """The ring of a mark, and its arrow; ``number`` tells it from the others."""
    theme = painter.theme
    place = geometry.tiles[mark.cell]
    thick = max(2, geometry.tile // (40 if mark.is_slight else 22))
    radius = tile_radius(geometry.tile)

    def draw(surface: Surface) -> None:
        # a dark ring in a light one is seen on every tile and every picture
        if mark.has_ring:
            painter.ring(surface, place, radius, theme.tile_first, 2 * thick)
            inner = place.inflate(-thick, -thick)
            painter.ring(surface, inner, radius - thick // 2, theme.tile_ink, thick)
        if mark.move is not None:
            _draw_arrow(surface, painter, place, mark.move.inverse)

    reach = max(20, geometry.tile // 2)
    bounds = place.inflate(reach, reach)
    return Part(("mark", number), bounds, (mark, geometry.tile), draw)


def tick_part(painter: Painter, geometry: BoardGeometry, cell: int) -> Part:
    """The edge and the tick of a tile that begins a shortest solution.

    Each has a dark line between itself and the tile: it is seen on every picture, and the tick
    tells it to those who see no green.
    """
    theme, place = painter.theme, geometry.tiles[cell]
    thick, line = edge_thickness(geometry.tile), max(1, geometry.tile // 60)
    radius = tile_radius(geometry.tile)

    def draw(surface: Surface) -> None:
        inner = place.inflate(-2 * thick, -2 * thick)
        painter.ring(surface, inner, max(1, radius - thick), theme.tile_ink, line)
        painter.ring(surface, place, radius, theme.coach, thick)
        chip = tick_place(geometry, cell)
        painter.box(surface, chip.inflate(2 * line, 2 * line), chip.width, theme.tile_ink)
        painter.box(surface, chip, chip.width, theme.coach)
        tick = painter.icon("check", round(chip.width * 0.78), theme.tile_ink)
        surface.blit(tick, tick.get_rect(center=chip.center))

    return Part(("tick", cell), place, (geometry.tile, theme.coach), draw)


def edge_thickness(tile: int) -> int:
    """Pixels of the green edge of a tile with sides of ``tile`` pixels."""
    return max(3, round(0.55 * math.sqrt(tile)))


def tick_place(geometry: BoardGeometry, cell: int) -> Rect:
    """Where the tick of a cell is: in the corner that no badge of a picture uses."""
    place, tile = geometry.tiles[cell], geometry.tile
    size = max(14, round(min(0.24 * tile, 2.6 * math.sqrt(tile))))
    off = edge_thickness(tile) // 2 + 1
    return Rect(0, 0, size, size).move_to(topright=(place.right - off, place.top + off))


_ANGLES = {Move.UP: 90, Move.LEFT: 180, Move.DOWN: 270, Move.RIGHT: 0}


def _draw_arrow(surface: Surface, painter: Painter, tile: Rect, direction: Move) -> None:
    """In which direction a tile goes, at the edge that it leads to."""
    theme = painter.theme
    size = max(16, tile.width // 3)
    edges = {Move.UP: tile.midtop, Move.DOWN: tile.midbottom, Move.LEFT: tile.midleft}
    chip = Rect(0, 0, size, size).move_to(center=edges.get(direction, tile.midright))
    painter.box(surface, chip.inflate(4, 4), size // 2 + 2, theme.tile_first)
    painter.box(surface, chip, size // 2, theme.tile_ink)
    icon = painter.icon("arrow", round(size * 0.7), theme.tile_first)
    turned = pygame.transform.rotate(icon, _ANGLES[direction])
    surface.blit(turned, turned.get_rect(center=chip.center))
