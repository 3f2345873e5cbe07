"""What lies over the tiles: lit cells, the cover of a paused game, and a picture made whole."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import product

import pygame
from pygame import Rect, Surface

from puzzler.board.move import Move
from puzzler.window.board.tiles import BoardGeometry, Skin, rounded_piece, tile_radius
from puzzler.window.toolkit.cards import Card
from puzzler.window.toolkit.element import Context, draw_tree
from puzzler.window.toolkit.labels import Heading, Icon, Text
from puzzler.window.toolkit.layout import At
from puzzler.window.toolkit.paint import Painter
from puzzler.window.toolkit.scene import Part

_WORDS_UNITS = 140
"""How wide the words of a cover are: longer ones become two lines."""
_SHADES = 32
"""Steps in which a picture fades in: more cannot be told apart."""


@dataclass(frozen=True)
class Cover:
    """What a cover says."""

    icon: str
    head: str
    words: str
    """What to do now."""


def cover_part(painter: Painter, geometry: BoardGeometry, cover: Cover) -> Part:
    """A card that says why the tiles cannot be seen: as large as its words, inside the tray."""
    ui, margin, blur = Context(painter), max(2, geometry.rim // 2), painter.px(24)
    room = geometry.tray.inflate(-2 * margin, -2 * margin)
    card = Card(
        Icon(cover.icon, size=34, color="accent"),
        Heading(cover.head, size=24),
        Text(cover.words, color="text_muted", align=0.5, width=_WORDS_UNITS),
        floating=True,
        align=0.5,
        gap=1,
        pad=(28, 16),
    )
    root = At(card)
    root.place(ui, room)
    bounds = card.rect.inflate(2 * blur, 2 * blur)
    look = cover, card.rect.size
    return Part("cover", bounds, look, lambda surface: draw_tree(surface, ui, root, room))


def whole_picture(painter: Painter, geometry: BoardGeometry, skin: Skin, share: float) -> Part:
    """The picture in one piece over all cells, ``share`` of the way from unseen to seen."""
    assert skin.picture is not None, "only a picture becomes whole"
    picture, shade = skin.picture, round(share * _SHADES)
    area = geometry.cells[0].unionall(geometry.cells)
    radius = tile_radius(geometry.tile)
    key = picture.file, area.size, radius

    def draw(surface: Surface) -> None:
        whole = painter.made(
            ("whole picture", key), lambda: picture.covering(painter, *area.size).convert()
        )
        corners = painter.made(("corners", key), lambda: _corners(painter, whole, radius))
        for part in (whole, corners):
            part.set_alpha(round(255 * shade / _SHADES))
        # pixel by pixel only at the corners: all of a large picture would take half a frame
        width, height = area.width - 2 * radius, area.height - 2 * radius
        bands = [Rect(radius, top, width, radius) for top in (0, radius + height)]
        for band in (Rect(0, radius, area.width, height), *bands):
            surface.blit(whole, band.move(area.topleft), band)
        for right, low in product((0, 1), (0, 1)):
            place = area.left + right * (radius + width), area.top + low * (radius + height)
            surface.blit(corners, place, Rect(right * radius, low * radius, radius, radius))

    return Part("whole picture", area, (*key, shade), draw)


def _corners(painter: Painter, whole: Surface, radius: int) -> Surface:
    """The four corners of ``whole`` side by side, made round."""
    corners, area = Surface((2 * radius, 2 * radius)).convert(), whole.get_rect()
    for right, low in product((0, 1), (0, 1)):
        left, top = right * (area.width - radius), low * (area.height - radius)
        corners.blit(whole, (right * radius, low * radius), (left, top, radius, radius))
    return rounded_piece(painter, corners, radius)


# ---- Lit cells: a hint, the hand of the editor, and the ticks of the coach ---------------------


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
    thick, line = max(3, round(0.55 * math.sqrt(geometry.tile))), max(1, geometry.tile // 60)
    radius = tile_radius(geometry.tile)

    def draw(surface: Surface) -> None:
        inner = place.inflate(-2 * thick, -2 * thick)
        painter.ring(surface, inner, max(1, radius - thick), theme.tile_ink, line)
        painter.ring(surface, place, radius, theme.coach, thick)
        # in the corner that no badge of a picture uses
        size = max(14, round(min(0.24 * geometry.tile, 2.6 * math.sqrt(geometry.tile))))
        off = thick // 2 + 1
        chip = Rect(0, 0, size, size).move_to(topright=(place.right - off, place.top + off))
        edge = chip.inflate(2 * line, 2 * line)
        painter.box(surface, edge, 2 * chip.width, theme.coach, theme.tile_ink, line)
        tick = painter.icon("check", round(chip.width * 0.78), theme.tile_ink)
        surface.blit(tick, tick.get_rect(center=chip.center))

    return Part(("tick", cell), place, (geometry.tile, theme.coach), draw)


_ANGLES = {Move.UP: 90, Move.LEFT: 180, Move.DOWN: 270, Move.RIGHT: 0}


def _draw_arrow(surface: Surface, painter: Painter, tile: Rect, direction: Move) -> None:
    """In which direction a tile goes, at the edge that it leads to."""
    theme = painter.theme
    size = max(16, tile.width // 3)
    edges = {Move.UP: tile.midtop, Move.DOWN: tile.midbottom, Move.LEFT: tile.midleft}
    chip = Rect(0, 0, size, size).move_to(center=edges.get(direction, tile.midright))
    edge = chip.inflate(4, 4)
    painter.box(surface, edge, size // 2 + 2, theme.tile_ink, theme.tile_first, 2)
    icon = painter.icon("arrow", round(size * 0.7), theme.tile_first)
    turned = pygame.transform.rotate(icon, _ANGLES[direction])
    surface.blit(turned, turned.get_rect(center=chip.center))
