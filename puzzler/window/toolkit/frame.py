"""The parts and targets that a tree of elements emits for one frame, and their drawing.

Only the parts of the picture that have changed are drawn again.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple

from pygame import Rect, Surface

from puzzler.window.toolkit.element import Element, Point

if TYPE_CHECKING:
    from puzzler.window.toolkit.context import Context

_MAX_DAMAGES = 64


class Part(NamedTuple):
    """One part of the picture, for one frame."""

    key: Hashable
    """Identifies the part in successive frames."""
    bounds: Rect
    """Contains everything that the part draws."""
    look: Hashable
    """If it equals the look of the last frame, the pixels are unchanged."""
    draw: Callable[[Surface], None]


class Target(NamedTuple):
    """An element that pointer or keyboard can reach, and its visible area."""

    element: Element
    clip: Rect | None = None
    scrolls: tuple[Element, ...] = ()
    """The scrolling containers of the element, outermost first."""

    def hits(self, at: Point) -> bool:
        in_sight = self.clip is None or self.clip.collidepoint(at)
        return bool(in_sight) and self.element.hits(at)


@dataclass(kw_only=True)
class Frame:
    """The parts and targets of one layer."""

    layer: int
    parts: list[Part | Frame] = field(default_factory=list)
    """From back to front. A frame within the frame has the parts of a moving element."""
    targets: list[Target] = field(default_factory=list)
    keys: list[Callable[[int, int], bool]] = field(default_factory=list)
    """Called with (key, modifiers) for keys that no control handled, last function first."""
    wheels: list[Callable[[float], bool]] = field(default_factory=list)
    """Called with lines (positive is down) if no control handled the wheel, last function first."""
    keep_clear: Rect | None = None
    """Tooltips avoid this area if possible."""
    card: Rect | None = None
    """The area of a dialog. A press outside closes the dialog."""
    primary: Callable[[], object] | None = None
    """The action of Enter in a dialog."""
    moving: list[tuple[Element, Frame]] = field(default_factory=list)
    """The elements that ``Ui.move`` emits again, and the frames with their parts."""
    _scope: Hashable = None
    _count: int = 0
    _clip: Rect | None = None
    _scrolls: tuple[Element, ...] = ()

    def emit_moving(self, ui: Context, kinds: tuple[type[Element], ...]) -> None:
        """Emit the parts of the moving elements of ``kinds`` again and leave all other parts."""
        for element, inner in self.moving:
            if isinstance(element, kinds):
                # the targets are unchanged
                again = replace(inner, parts=[], targets=[], keys=[], wheels=[], moving=[])
                element.emit(ui, again)
                inner.parts = again.parts

    def moving_frame(self, element: Element) -> Frame:
        """Add a frame for the parts of an element with a key, which ``Ui.move`` emits again."""
        inner = replace(self, parts=[])
        self.parts.append(inner)
        self.moving.append((element, inner))
        return inner

    def all_parts(self) -> list[Part]:
        """The parts, including those of moving elements."""
        parts: list[Part] = []
        for part in self.parts:
            if isinstance(part, Part):
                parts.append(part)
            else:
                parts += part.all_parts()
        return parts

    def part(
        self, bounds: Rect, look: Hashable, draw: Callable[[Surface], None], key: Hashable = None
    ) -> None:
        """Add one part. Without a key the part is identified by its position in the tree."""
        if key is None:
            self._count += 1
            key = (self._scope, self._count)
        part = Part((self.layer, key), bounds, look, draw)
        if self._clip is None or self._clip.contains(bounds):
            self.parts.append(part)
        elif self._clip.colliderect(bounds):
            self.parts.append(_clipped(part, self._clip))

    def target(self, element: Element) -> None:
        """Make ``element`` reachable with the pointer and with Tab."""
        self.targets.append(Target(element, self._clip, self._scrolls))

    def add_all(self, ui: Context, key: Hashable, elements: Sequence[Element]) -> None:
        """Add elements. Their parts are identified by ``key``, unless it is None, and a number."""
        before = self._scope, self._count
        if key is not None:
            self._scope, self._count = (self._scope, key), 0
        for element in elements:
            element.emit(ui, self)
        if key is not None:
            self._scope, self._count = before

    @contextmanager
    def clipping(self, view: Rect, scroll: Element, margin: int) -> Iterator[None]:
        """Context manager: clip added parts to ``view`` plus ``margin``, within ``scroll``."""
        before = self._clip, self._scrolls
        window = view.inflate(2 * margin, 2 * margin)
        self._clip = window if self._clip is None else window.clip(self._clip)
        self._scrolls = (*self._scrolls, scroll)
        yield
        self._clip, self._scrolls = before


def draw_tree(surface: Surface, ui: Context, root: Element, rect: Rect) -> None:
    """Draw a tree of elements immediately, for a cell of a list or a picture without a window."""
    frame = Frame(layer=0)
    root.place(ui, rect)
    root.emit(ui, frame)
    for part in frame.all_parts():
        part.draw(surface)


class Scene:
    """Draws parts over a background, from back to front, and remembers the drawn parts."""

    def __init__(self, draw_ground: Callable[[Surface, Rect], object]) -> None:
        """draw_ground: draws the background within a rectangle."""
        self._draw_ground = draw_ground
        self._shown: dict[Hashable, Part] = {}
        self._is_blank = True

    def update(self, surface: Surface, parts: Iterable[Part]) -> list[Rect]:
        """Redraw the changed parts of ``surface``. Return the redrawn rectangles."""
        parts = list(parts)
        shown = {part.key: part for part in parts}
        window = surface.get_rect()
        # new parts on top are drawn over the surface: a dialog that opens needs no redraw below it
        split = len(parts)
        while split and not self._is_blank and parts[split - 1].key not in self._shown:
            split -= 1
        lower, upper = parts[:split], parts[split:]
        before = {part.key: shown[part.key] for part in lower} if upper else shown
        damages = [window] if self._is_blank else _merged(self._changed(before), window)
        for damage in damages:
            self._draw_ground(surface, damage)
        for part in lower:
            for index in part.bounds.collidelistall(damages):
                surface.set_clip(damages[index])
                part.draw(surface)
        for part in upper:
            surface.set_clip(part.bounds.clip(window))
            part.draw(surface)
        surface.set_clip(None)
        self._shown, self._is_blank = shown, False
        return _merged([*damages, *(part.bounds for part in upper)], window) if upper else damages

    def _changed(self, shown: dict[Hashable, Part]) -> list[Rect]:
        rects = []
        for key, part in shown.items():
            before = self._shown.get(key)
            if before is None:
                rects.append(part.bounds)
            elif before is not part and before[1:3] != part[1:3]:  # (bounds, look)
                rects.append(part.bounds.union(before.bounds))
        rects += [part.bounds for key, part in self._shown.items() if key not in shown]
        return rects


def _merged(rects: list[Rect], window: Rect) -> list[Rect]:
    """Merge rectangles into a few that do not overlap and cover at least the same area."""
    merged: list[Rect] = []
    for rect in rects:
        grown = rect.clip(window)
        if grown.width == 0 or grown.height == 0:
            continue
        while (hit := grown.collidelist(merged)) >= 0:
            grown = grown.union(merged.pop(hit))
        merged.append(grown)
    return merged if len(merged) <= _MAX_DAMAGES else [merged[0].unionall(merged[1:])]


def _clipped(part: Part, window: Rect) -> Part:
    def draw(surface: Surface) -> None:
        clip = surface.get_clip()
        surface.set_clip(clip.clip(window))
        part.draw(surface)
        surface.set_clip(clip)

    # the look includes the offset, because after scrolling the same bounds can show other content
    return Part(part.key, part.bounds.clip(window), (part.look, part.bounds.topleft), draw)
