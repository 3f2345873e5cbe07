"""The element under the pointer, and the delay, placement and drawing of its tooltip."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from pygame import Rect, Surface

from puzzler.window.toolkit.context import Context
from puzzler.window.toolkit.control import Control
from puzzler.window.toolkit.element import RING_UNITS, Element, Point, Tip
from puzzler.window.toolkit.frame import Frame, Part, Target
from puzzler.window.toolkit.paint import Face, Painter

WIDEST_UNITS, _NARROWEST_UNITS = 330, 60
"""The limits of the width of a line; longer text is wrapped."""
SECONDS = 0.5
"""Delay from the moment the pointer rests on an element until its tooltip appears."""
SHOWN_SECONDS = 8.0
"""How long a tooltip is shown. It returns when the pointer or the focus does."""


def tooltip(painter: Painter, anchor: Rect, within: Rect, tip: Tip, spare: Rect) -> Part:
    """The tooltip of ``anchor`` as a part inside ``within``, outside ``spare`` if possible."""
    text, key = tip.text, tip.key
    size = painter.type_size(13)
    widest = min(painter.px(WIDEST_UNITS), within.width // 2 - painter.px(24))
    key_width = painter.text_width(key, Face.FIGURES, size) + painter.px(14) if key else 0
    height, margins = round(size * 1.45), key_width + 2 * painter.px(12)
    room = within.inflate(-2 * painter.px(4), -2 * painter.px(4))
    beside = max(spare.left - room.left, room.right - spare.right) - painter.px(7) - margins
    options = list[tuple[bool, Rect, list[str]]]()
    for limit in (widest, max(painter.px(_NARROWEST_UNITS), min(beside, widest))):
        lines = painter.wrapped(text, Face.BODY, size, limit)
        width = max(painter.text_width(line, Face.BODY, size) for line in lines) + margins
        rect = Rect(0, 0, width, len(lines) * height + painter.px(13))
        options += [(*each, lines) for each in _places(painter, rect, anchor, spare, room)]
    _, rect, lines = min(options, key=lambda each: (each[1].colliderect(spare), each[0]))
    blur = painter.px(12)

    def draw(surface: Surface) -> None:
        theme = painter.theme
        painter.raised(surface, rect, painter.px(8), theme.panel, blur, 120)
        inner = rect.inflate(-2 * painter.px(12), 0)
        painter.write_lines(surface, lines, height, Face.BODY, size, theme.text, inner)
        painter.write(surface, key, Face.FIGURES, size, theme.text_muted, inner, align=1.0)

    return Part("tooltip", rect.inflate(2 * blur, 2 * blur), (text, key, rect.size), draw)


def _places(
    painter: Painter, rect: Rect, anchor: Rect, spare: Rect, room: Rect
) -> Iterator[tuple[bool, Rect]]:
    """Yield places inside ``room``, best first, and whether they are worse than more lines."""
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
    beside = [
        rect.move_to(midright=(anchor.left - wide, anchor.centery)),
        rect.move_to(midleft=(anchor.right + wide, anchor.centery)),
    ]
    if anchor.bottom <= spare.top:
        # on the nearer side of the board, to cover neither the bar nor the line below the board
        left = at(topleft=(min(below.left, spare.left - gap - rect.width), below.top))
        right = at(topleft=(max(below.left, spare.right + gap), below.top))
        near += [left, right] if anchor.centerx < spare.centerx else [right, left]
        beside.append(at(midtop=(anchor.centerx, spare.bottom + gap // 2)))
    else:
        near += beside
    yield from ((False, place) for place in near if room.contains(place))
    # finally along the edge of the window, because covering neighbours is better than the board
    yield from ((True, place.clamp(room)) for place in (*reversed(beside), *reversed(near)))


class TipContext(Context):
    """The shared state with the element under the pointer and its tooltip."""

    _hit: tuple[Frame, Point, Element | None] | None = None
    _pointed: tuple[Hashable, float] | None = None
    """The element with a tooltip, and the time it was first pointed at."""
    _is_tip_shown = False
    _suppressed: Hashable = None
    _has_moved = True
    """Whether the pointer has moved since the last key or press."""
    _at_tip: Point | None = None

    def _over(self, at: Point) -> Element | None:
        """The topmost element at a point of the topmost layer."""
        frame = self.top.frame
        if self._hit is None or self._hit[0] is not frame or self._hit[1] != at:
            over = next((t.element for t in reversed(frame.targets) if t.hits(at)), None)
            self._hit = frame, at, over
        return self._hit[2]

    def _control(self, key: Hashable) -> Control | None:
        target = self._target(key)
        element = None if target is None else target.element
        return element if isinstance(element, Control) else None

    def _target(self, key: Hashable) -> Target | None:
        """The target with this key in the topmost layer."""
        targets = self.top.frame.targets if key is not None else ()
        return next((target for target in targets if target.element.key == key), None)

    def _update_tip(self) -> None:
        """Show or hide the tooltip of the element that has been pointed at long enough."""
        tip_target, now = self._tip_target(), self.now
        name = None if tip_target is None else tip_target[0].name
        over = self._over(self.pointer)  # its tooltip is hidden until the pointer moves
        names = name, None if over is None else over.name
        if self.pressed is None and self._suppressed not in names:
            self._suppressed = None
        if name is None or name == self._suppressed:
            self._pointed = None
            self._show_tip(is_shown=False)
            return
        if self._pointed is None or self._pointed[0] != name:
            # no delay after another tooltip, nor for the focused control
            is_quick = self._is_tip_shown or name == self.focused
            self._pointed = name, now - SECONDS if is_quick else now
        waited = now - self._pointed[1] - SECONDS
        if waited >= SHOWN_SECONDS:
            self._suppressed = name
        self._show_tip(is_shown=0 <= waited < SHOWN_SECONDS)

    @property
    def _tip_change(self) -> float | None:
        """The time at which a tooltip appears or disappears; None if none will."""
        if self._pointed is None:
            return None
        return self._pointed[1] + SECONDS + self._is_tip_shown * SHOWN_SECONDS

    @property
    def tip(self) -> Tip | None:
        """The visible tooltip."""
        tip_target = self._tip_target() if self._is_tip_shown else None
        return None if tip_target is None else tip_target[1]

    def _show_tip(self, *, is_shown: bool) -> None:
        at = self.pointer if is_shown else None
        if is_shown != self._is_tip_shown or (is_shown and at != self._at_tip):
            self._is_tip_shown, self._at_tip = is_shown, at
            self.refresh()

    def _suppress_tip(self) -> None:
        """Hide the tooltip under the pointer until the pointer leaves the element."""
        over = self._over(self.pointer)
        self._suppressed = None if over is None else over.name
        self._pointed = None
        self._show_tip(is_shown=False)

    def _tip_target(self) -> tuple[Element, Tip] | None:
        """The element under the pointer, or else the focused one, and its tooltip.

        An element that a key or a press brings below a resting pointer has no tooltip.
        """
        if self.pressed is not None:
            return None
        over = self._over(self.pointer) if self._has_moved else None
        tip = None if over is None else over.tip_at(self, self.pointer)
        if over is None or (tip is None and not over.is_control):
            over = self._control(self.focused)
            at = self.pointer if over is not None and over.hits(self.pointer) else None
            tip = None if over is None else over.tip_at(self, at)
        return None if over is None or tip is None else (over, tip)

    def _tip_part(self) -> Part | None:
        tip_target = self._tip_target() if self._is_tip_shown else None
        if tip_target is None:
            return None
        ring = 2 * self.painter.px(RING_UNITS)
        anchor = tip_target[0].rect.inflate(ring, ring)
        spare = self.top.frame.keep_clear or Rect(0, 0, 0, 0)
        return tooltip(self.painter, anchor, Rect((0, 0), self.size), tip_target[1], spare)
