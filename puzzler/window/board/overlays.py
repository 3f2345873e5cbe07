"""What lies over the tiles: the cover of a game that is paused, and a picture that is complete."""

from __future__ import annotations

from dataclasses import dataclass

from pygame import Rect, Surface

from puzzler.board.board import Board
from puzzler.window.board.geometry import BoardGeometry, inset, middle
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
    """A card in the middle of the tray that says why the tiles cannot be seen."""
    card = cover_card(painter, geometry, cover)
    blur = painter.px(18)

    def draw(surface: Surface) -> None:
        theme, radius = painter.theme, painter.px(16)
        shadow = painter.shadow(card.width, card.height, radius, blur, 150)
        surface.blit(shadow, (card.left - blur, card.top - blur))
        painter.box(surface, card, radius, theme.ground, theme.panel_edge)
        _write_cover(surface, painter, card, cover)

    return Part("cover", card.inflate(2 * blur, 2 * blur), (cover, card.size), draw)


def cover_card(painter: Painter, geometry: BoardGeometry, cover: Cover) -> Rect:
    """Where the card of a cover is: as large as its words, and never wider than the tray."""
    head, words = painter.type_size(24), painter.type_size(14)
    width = max(
        painter.text_width(cover.head, Face.DISPLAY, head),
        painter.text_width(cover.words, Face.BODY, words),
    )
    room = inset(geometry.tray, max(2, geometry.rim // 2))
    width = min(room.width, width + 2 * painter.px(28))
    lines = len(_lines(painter, cover, width))
    return middle(room, width, painter.px(104) + lines * round(words * 1.4))


def _write_cover(surface: Surface, painter: Painter, card: Rect, cover: Cover) -> None:
    theme = painter.theme
    icon = painter.icon(cover.icon, painter.px(34), theme.accent)
    surface.blit(icon, icon.get_rect(midtop=(card.centerx, card.top + painter.px(16))))
    head = Rect(card.left, card.top + painter.px(54), card.width, painter.px(32))
    painter.write(
        surface, cover.head, Face.DISPLAY, painter.type_size(24), theme.text, head, align=0.5
    )
    size = painter.type_size(14)
    height = round(size * 1.4)
    for number, line in enumerate(_lines(painter, cover, card.width)):
        place = Rect(card.left, head.bottom + number * height, card.width, height)
        painter.write(surface, line, Face.BODY, size, theme.text_muted, place, align=0.5)


def _lines(painter: Painter, cover: Cover, width: int) -> list[str]:
    inner = width - 2 * painter.px(16)
    return painter.wrapped(cover.words, Face.BODY, painter.type_size(14), inner)


def whole_picture(
    painter: Painter, geometry: BoardGeometry, skin: Skin, goal: Board, share: float
) -> Part:
    """The picture in one piece over all cells, ``share`` of the way from unseen to seen."""
    assert skin.picture is not None, "only a picture becomes whole"
    picture, shade = skin.picture, round(share * _SHADES)
    area = geometry.cells[0].unionall(geometry.cells)
    radius = tile_radius(geometry.tile)
    key = picture.file, area.size, radius

    def made() -> Surface:
        return picture.covering(painter, *area.size).convert()

    def draw(surface: Surface) -> None:
        whole = painter.made(("whole picture", key), made)
        corners = painter.made(("corners", key), lambda: _corners(painter, whole, radius))
        for part in (whole, corners):
            part.set_alpha(round(255 * shade / _SHADES))
        # pixel by pixel only at the corners: all of a large picture would take half a frame
        inner, across = (
            Rect(0, radius, area.width, area.height - 2 * radius),
            area.width - 2 * radius,
        )
        edges = [Rect(radius, top, across, radius) for top in (0, area.height - radius)]
        for band in (inner, *edges):
            surface.blit(whole, band.move(area.topleft), band)
        for right in (0, 1):
            for low in (0, 1):
                piece = Rect(right * radius, low * radius, radius, radius)
                left = area.right - radius if right else area.left
                top = area.bottom - radius if low else area.top
                surface.blit(corners, (left, top), piece)

    return Part("whole picture", area, (*key, shade), draw)


def _corners(painter: Painter, whole: Surface, radius: int) -> Surface:
    """The four corners of ``whole`` side by side, made round."""
    corners, area = Surface((2 * radius, 2 * radius)).convert(), whole.get_rect()
    for right in (0, 1):
        for low in (0, 1):
            piece = Rect(
                right * (area.width - radius), low * (area.height - radius), radius, radius
            )
            corners.blit(whole, (right * radius, low * radius), piece)
    return rounded_piece(painter, corners, radius)
