"""The delay, placement and drawing of tooltips."""

from __future__ import annotations

from collections.abc import Iterator

from pygame import Rect, Surface

from puzzler.window.toolkit.element import Tip
from puzzler.window.toolkit.frame import Part
from puzzler.window.toolkit.paint import Face, Painter

WIDEST_UNITS = 330
"""The maximum width of a line; longer text is wrapped."""
SECONDS = 0.5
"""Delay from the moment the pointer rests on an element until its tooltip appears."""
SHOWN_SECONDS = 8.0
"""How long a tooltip is shown. It returns when the pointer or the focus does."""


def tooltip(painter: Painter, anchor: Rect, within: Rect, tip: Tip, spare: Rect) -> Part:
    """The tooltip of ``anchor`` as a part inside ``within``, outside ``spare`` if possible."""
    text, key = tip.text, tip.key
    size = painter.type_size(13)
    widest = min(painter.px(WIDEST_UNITS), within.width // 2 - painter.px(24))
    lines = painter.wrapped(text, Face.BODY, size, widest)
    width = max(painter.text_width(line, Face.BODY, size) for line in lines) + 2 * painter.px(12)
    key_width = painter.text_width(key, Face.FIGURES, size) + painter.px(14) if key else 0
    height = round(size * 1.45)
    rect = Rect(0, 0, width + key_width, len(lines) * height + painter.px(13))
    room = within.inflate(-2 * painter.px(4), -2 * painter.px(4))
    places = list(_places(painter, rect, anchor, spare, room))
    rect = next((at for at in places if not at.colliderect(spare)), places[0])
    blur = painter.px(12)

    def draw(surface: Surface) -> None:
        theme = painter.theme
        painter.raised(surface, rect, painter.px(8), theme.panel, blur, 120)
        inner = rect.inflate(-2 * painter.px(12), 0)
        painter.write_lines(surface, lines, height, Face.BODY, size, theme.text, inner)
        painter.write(surface, key, Face.FIGURES, size, theme.text_muted, inner, align=1.0)

    return Part("tooltip", rect.inflate(2 * blur, 2 * blur), (text, key, rect.size), draw)


def _places(painter: Painter, rect: Rect, anchor: Rect, spare: Rect, room: Rect) -> Iterator[Rect]:
    """Yield places inside ``room``, best first. They do not cover the anchor's bar."""
    gap, wide = painter.px(7), painter.px(9)

    def at(**corner: tuple[int, int]) -> Rect:
        place = rect.move_to(**corner)
        place.left = max(room.left, min(place.left, room.right - place.width))
        return place

    below = at(midtop=(anchor.centerx, anchor.bottom + gap))
    near = [
        below,
        at(midtop=(anchor.centerx, anchor.bottom - gap // 2 - 2)),
        at(midbottom=(anchor.centerx, anchor.top - gap)),
    ]
    if anchor.bottom <= spare.top:
        # on the nearer side of the board or below it, because places next to the anchor cover its
        # bar
        top = below.top
        left = at(topleft=(min(below.left, spare.left - gap - rect.width), top))
        right = at(topleft=(max(below.left, spare.right + gap), top))
        near += [left, right] if anchor.centerx < spare.centerx else [right, left]
        near += [at(midtop=(anchor.centerx, spare.bottom + gap // 2))]
    beside = [
        rect.move_to(midright=(anchor.left - wide, anchor.centery)),
        rect.move_to(midleft=(anchor.right + wide, anchor.centery)),
    ]
    yield from (place for place in (*near, *beside) if room.contains(place))
    # finally along the edge of the window, because covering neighbours is better than the board
    yield from (place.clamp(room) for place in (*reversed(beside), *reversed(near)))
