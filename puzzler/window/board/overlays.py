"""What lies over the tiles: the cover of a game that is paused, and a picture that is complete."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

from pygame import Rect, Surface

from puzzler.board.board import Board
from puzzler.window.board.geometry import BoardGeometry, middle
from puzzler.window.board.skin import Skin, rounded_piece
from puzzler.window.board.tiles import tile_radius
from puzzler.window.toolkit.paint import Face, Painter
from puzzler.window.toolkit.scene import Part

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
    head, size, blur = painter.type_size(24), painter.type_size(14), painter.px(18)
    margin = max(2, geometry.rim // 2)
    room = geometry.tray.inflate(-2 * margin, -2 * margin)
    widths = (
        painter.text_width(cover.head, Face.DISPLAY, head),
        painter.text_width(cover.words, Face.BODY, size),
    )
    width = min(room.width, max(widths) + 2 * painter.px(28))
    lines = painter.wrapped(cover.words, Face.BODY, size, width - 2 * painter.px(16))
    high = round(size * 1.4)
    card = middle(room, width, painter.px(104) + len(lines) * high)

    def draw(surface: Surface) -> None:
        theme = painter.theme
        painter.raised(surface, card, painter.px(16), theme.ground, blur, 150)
        icon = painter.icon(cover.icon, painter.px(34), theme.accent)
        surface.blit(icon, icon.get_rect(midtop=(card.centerx, card.top + painter.px(16))))
        place = Rect(card.left, card.top + painter.px(54), card.width, painter.px(32))
        painter.write(surface, cover.head, Face.DISPLAY, head, theme.text, place, align=0.5)
        low = Rect(card.left, place.bottom, card.width, high * len(lines))
        ink = theme.text_muted
        painter.write_lines(surface, lines, high, Face.BODY, size, ink, low, align=0.5)

    return Part("cover", card.inflate(2 * blur, 2 * blur), (cover, card.size), draw)


def whole_picture(
    painter: Painter, geometry: BoardGeometry, skin: Skin, goal: Board, share: float
) -> Part:
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
