"""Overlays on the board: marked cells, the cover of a paused game, and the complete picture."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import product

import pygame
from pygame import Rect, Surface

from puzzler.board.move import Move
from puzzler.window.board.tiles import BoardGeometry, Skin, rounded_piece, tile_radius
from puzzler.window.toolkit.context import Context
from puzzler.window.toolkit.frame import Part, draw_tree
from puzzler.window.toolkit.labels import Heading, Icon, Text
from puzzler.window.toolkit.layout import At, Card
from puzzler.window.toolkit.paint import Painter

_TEXT_UNITS = 140
"""Maximum width of a cover's text in layout units; longer texts are wrapped."""
_SHADES = 32
"""Number of steps in which a picture fades in. More steps would not be visible."""


def cover_part(painter: Painter, geometry: BoardGeometry, instruction: str) -> Part:
    """Return a part that draws a card in the middle of the tray of a paused game."""
    ui, margin, blur = Context(painter), max(2, geometry.rim // 2), painter.px(24)
    room = geometry.tray.inflate(-2 * margin, -2 * margin)
    card = Card(
        Icon("pause", size=34, color="accent"),
        Heading("Paused", size=24),
        Text(instruction, color="text_muted", align=0.5, width=_TEXT_UNITS),
        floating=True,
        align=0.5,
        gap=1,
        pad=(28, 16),
    )
    root = At(card)
    root.place(ui, room)
    bounds = card.rect.inflate(2 * blur, 2 * blur)
    look = instruction, card.rect.size
    return Part("cover", bounds, look, lambda surface: draw_tree(surface, ui, root, room))


def complete_picture_part(
    painter: Painter, geometry: BoardGeometry, skin: Skin, share: float
) -> Part:
    """Return a part that draws the complete picture over all cells. share: opacity, 0 to 1."""
    assert skin.picture is not None, "only a picture becomes whole"
    picture, shade = skin.picture, round(share * _SHADES)
    area = geometry.cells[0].unionall(geometry.cells)
    radius = tile_radius(geometry.tile)
    key = picture, area.size, radius

    def draw(surface: Surface) -> None:
        image = painter.cached(
            ("whole picture", key), lambda: picture.covering(painter, *area.size).convert()
        )
        corners = painter.cached(("corners", key), lambda: _corners(painter, image, radius))
        for part in (image, corners):
            part.set_alpha(round(255 * shade / _SHADES))
        # alpha blending only for the corners, because a large picture would take half a frame
        width, height = area.width - 2 * radius, area.height - 2 * radius
        bands = [Rect(radius, top, width, radius) for top in (0, radius + height)]
        for band in (Rect(0, radius, area.width, height), *bands):
            surface.blit(image, band.move(area.topleft), band)
        for right, low in product((0, 1), (0, 1)):
            place = area.left + right * (radius + width), area.top + low * (radius + height)
            surface.blit(corners, place, Rect(right * radius, low * radius, radius, radius))

    return Part("whole picture", area, (*key, shade), draw)


def _corners(painter: Painter, image: Surface, radius: int) -> Surface:
    """Return the four rounded corners of ``image``, joined to one small surface."""
    corners, area = Surface((2 * radius, 2 * radius)).convert(), image.get_rect()
    for right, low in product((0, 1), (0, 1)):
        left, top = right * (area.width - radius), low * (area.height - radius)
        corners.blit(image, (right * radius, low * radius), (left, top, radius, radius))
    return rounded_piece(painter, corners, radius)


# ---- Marked cells: hints, the selected cell of the editor, and the ticks of the coach -----------


@dataclass(frozen=True, slots=True)
class Mark:
    """A highlighted cell."""

    cell: int
    move: Move | None = None
    """The blank's move that slides the tile, to show as an arrow; None for no arrow."""
    is_slight: bool = False
    has_ring: bool = True
    """Whether the cell has a ring. False for a tile that already has a tick and an edge."""


def ring_part(painter: Painter, geometry: BoardGeometry, number: int, mark: Mark) -> Part:
    """Return a part with the ring of ``mark``. number: its unique index."""
    theme = painter.theme
    place = geometry.tiles[mark.cell]
    thick = max(2, geometry.tile // (40 if mark.is_slight else 22))
    radius = tile_radius(geometry.tile)

    def draw(surface: Surface) -> None:
        # a dark ring inside a light ring is visible on every tile and picture
        painter.ring(surface, place, radius, theme.tile_first, 2 * thick)
        inner = place.inflate(-thick, -thick)
        painter.ring(surface, inner, radius - thick // 2, theme.tile_ink, thick)

    return Part(("ring", number), place.inflate(4, 4), (mark, geometry.tile), draw)


def tick_part(painter: Painter, geometry: BoardGeometry, cell: int) -> Part:
    """Return a part with a green edge and a tick, for a tile that starts a shortest solution.

    A dark line separates the edge and the tick from the tile, so that both are visible on every
    picture. The tick is for users who cannot see green.
    """
    theme, place = painter.theme, geometry.tiles[cell]
    thick, line = max(3, round(0.55 * math.sqrt(geometry.tile))), max(1, geometry.tile // 60)
    radius = tile_radius(geometry.tile)

    def draw(surface: Surface) -> None:
        inner = place.inflate(-2 * thick, -2 * thick)
        painter.ring(surface, inner, max(1, radius - thick), theme.tile_ink, line)
        painter.ring(surface, place, radius, theme.coach, thick)
        # the badges of pictures use another corner
        size = max(14, round(min(0.24 * geometry.tile, 2.6 * math.sqrt(geometry.tile))))
        off = thick // 2 + 1
        chip = Rect(0, 0, size, size).move_to(topright=(place.right - off, place.top + off))
        edge = chip.inflate(2 * line, 2 * line)
        painter.box(surface, edge, 2 * chip.width, theme.coach, theme.tile_ink, line)
        tick = painter.icon("check", round(chip.width * 0.78), theme.tile_ink)
        surface.blit(tick, tick.get_rect(center=chip.center))

    return Part(("tick", cell), place, (geometry.tile, theme.coach), draw)


_ANGLES = {Move.UP: 90, Move.LEFT: 180, Move.DOWN: 270, Move.RIGHT: 0}


def arrow_part(
    painter: Painter, geometry: BoardGeometry, number: int, cell: int, move: Move
) -> Part:
    """Return a part with an arrow at the edge of a tile. move: the blank's, which slides the tile.

    number: the unique index of its mark.
    """
    theme, tile, direction = painter.theme, geometry.tiles[cell], move.inverse
    size = max(16, tile.width // 3)
    edges = {Move.UP: tile.midtop, Move.DOWN: tile.midbottom, Move.LEFT: tile.midleft}
    chip = Rect(0, 0, size, size).move_to(center=edges.get(direction, tile.midright))
    edge = chip.inflate(4, 4)

    def draw(surface: Surface) -> None:
        painter.box(surface, edge, size // 2 + 2, theme.tile_ink, theme.tile_first, 2)
        icon = painter.icon("arrow", round(size * 0.7), theme.tile_first)
        turned = pygame.transform.rotate(icon, _ANGLES[direction])
        surface.blit(turned, turned.get_rect(center=chip.center))

    return Part(("arrow", number), edge, (direction, size), draw)
