"""The parts and targets that a tree of elements emits for one frame."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from pygame import Rect, Surface

from puzzler.window.toolkit.element import Element, Point
from puzzler.window.toolkit.scene import Part, clip

if TYPE_CHECKING:
    from puzzler.window.toolkit.context import Context


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
    parts: list[Part] = field(default_factory=list)
    targets: list[Target] = field(default_factory=list)
    keys: list[Callable[[int, int], bool]] = field(default_factory=list)
    """Called with (key, modifiers) for keys that no control handled, last function first."""
    wheels: list[Callable[[float], bool]] = field(default_factory=list)
    """Called with lines (positive is down) if no control handled the wheel, last function first."""
    keep_clear: Rect | None = None
    """Tooltips avoid this area if possible."""
    card: Rect | None = None
    """The area of a dialog. A press outside closes the dialog."""
    primary: Callable[[Context], object] | None = None
    """The action of Enter in a dialog."""
    moving: tuple[Element, int, int] | None = None
    """The animated element and the range (first, last) of its parts in ``parts``."""
    _scope: Hashable = None
    _count: int = 0
    _clip: Rect | None = None
    _scrolls: tuple[Element, ...] = ()

    def emit_moving(self, ui: Context) -> None:
        """Emit the parts of the animated element again and leave all other parts unchanged."""
        if self.moving is None:
            return
        element, first, last = self.moving
        frame = Frame(layer=self.layer)
        element.emit(ui, frame)
        self.parts[first:last] = frame.parts
        self.moving = element, first, first + len(frame.parts)

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
        else:
            self.parts.extend(clip(part, self._clip))

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
    for part in frame.parts:
        part.draw(surface)
