"""The base class of elements, and the context and frame that elements share."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypedDict, TypeVar, Unpack

import pygame
from pygame import Rect, Surface

from puzzler.window.toolkit.access import Access
from puzzler.window.toolkit.paint import Painter
from puzzler.window.toolkit.scene import Part, clipped

Point = tuple[int, int]
State = TypeVar("State")
RING_UNITS = 3
"""Room around a control for the focus ring."""


@dataclass(frozen=True, slots=True)
class Tip:
    """A tooltip: an explanation and the keyboard shortcut of an element."""

    words: str
    key: str = ""


class Touch(NamedTuple):
    """The state of pointer and keyboard for one control."""

    at: Point | None = None
    """The position of the pointer if it is over the control."""
    is_held: bool = False
    """The pointer was pressed on the control and has not been released."""
    has_focus: bool = False

    @property
    def is_over(self) -> bool:
        return self.at is not None


class Range(NamedTuple):
    """Minimum and preferred size in pixels."""

    minimum: int
    preferred: int


def exactly(pixels: int) -> Range:
    """A range that allows only this size."""
    return Range(pixels, pixels)


class Options(TypedDict, total=False):
    """Options of all elements."""

    key: Hashable
    """Identifies the element within its layer. Controls need a key."""
    width: float
    """Fixed width in units; by default the width of the content. 0 if only ``grow`` counts."""
    height: float
    """Fixed height in units. A control is never smaller than the smallest target."""
    grow: float
    """Share of the space left over in a row or column."""
    priority: int
    """If room is scarce, elements of lower priority shrink first."""
    optional: bool
    """Whether the element is left out, rather than shrunk, if room is scarce."""
    tip: Tip | str | None
    accessible_name: str
    """The name for screen readers if there is no text. A named group is announced as a group."""
    reads_as: str
    """Screen readers read this instead of the content, "" for nothing. For a control: its value."""
    panel: Element | str
    """The title of a panel that can be shown alone, or the tabs that choose between panels."""


_ATTRIBUTES = {
    "width": "fixed_width",
    "height": "fixed_height",
    "optional": "is_optional",
    "enabled": "is_enabled",
}


class Element:
    """A piece of the picture. Elements are created again whenever their content changes."""

    rect = Rect(0, 0, 0, 0)
    """The position assigned by ``place``, in pixels."""

    key: Hashable = None
    fixed_width: float | None = None
    fixed_height: float | None = None
    grow = 0.0
    priority = 0
    is_optional = False
    tip: Tip | None = None
    accessible_name = ""
    reads_as: str | None = None
    panel: Element | str = ""
    reuse_name: Hashable = None
    """Identifies the element among reusable elements; None if it is created again each time."""
    is_reused = False
    """Whether the element was placed before and its content is unchanged."""
    is_volatile = False
    """Whether the look depends on state that can change while the element is reused."""
    children: Sequence[Element] = ()
    min_units = preferred_units = high_units = 0.0
    """Minimum width, preferred width and height, in units, without measuring the content."""
    _widths: Range | None = None
    _heights: dict[int, Range] | None = None

    def __init__(self, **options: Unpack[Options]) -> None:
        self.set_options(options)

    def set_options(self, options: Mapping[str, object]) -> None:
        """Set each option as an attribute. Other attributes keep the value of the class."""
        for name, value in options.items():
            if name == "tip" and isinstance(value, str):
                value = Tip(value) if value else None  # noqa: PLW2901  words are a tip
            setattr(self, _ATTRIBUTES.get(name, name), value)

    @property
    def name(self) -> Hashable:
        """The key, or a unique name for an element without a key."""
        return id(self) if self.key is None else self.key

    # ---- Size: subclasses override the ``measure`` methods ---------------------------------

    def widths(self, ui: Context) -> Range:
        """The minimum and preferred width. Cached."""
        if self._widths is None:
            if self.fixed_width is not None:
                self._widths = exactly(self.pixels(ui, self.fixed_width) or 1)
            else:
                self._widths = self.measure_width(ui)
        return self._widths

    def heights(self, ui: Context, width: int) -> Range:
        """The minimum and preferred height at a width in pixels. Cached."""
        if self.fixed_height is not None:
            return exactly(self.pixels(ui, self.fixed_height) or 1)
        if self._heights is None:
            self._heights = {}
        heights = self._heights.get(width)
        if heights is None:
            heights = self._heights[width] = self.measure_height(ui, width)
        return heights

    def measure_width(self, ui: Context) -> Range:
        """Compute the minimum and preferred width."""
        return Range(self.pixels(ui, self.min_units), self.pixels(ui, self.preferred_units))

    def measure_height(self, ui: Context, width: int) -> Range:
        """Compute the minimum and preferred height at a width in pixels."""
        return exactly(self.pixels(ui, self.high_units))

    def pixels(self, ui: Context, units: float) -> int:
        """Convert units to pixels. Controls get at least the smallest target size; 0 remains 0."""
        if not units:
            return 0
        return ui.painter.target(units) if self.is_control else ui.painter.px(units)

    # ---- Place and picture --------------------------------------------------------------

    def place(self, ui: Context, rect: Rect) -> None:
        """Assign a rectangle to the element and place its children."""
        if self.is_reused and ui.keeps_places and self.rect == rect:
            return
        self.rect = rect
        self.arrange(ui, rect)

    def arrange(self, ui: Context, rect: Rect) -> None:
        """Place the children within ``rect``."""

    def emit(self, ui: Context, frame: Frame) -> None:
        """Add the parts and targets of the element to ``frame``, from back to front."""
        if self.tip is not None:
            frame.target(self)

    # ---- Screen readers -----------------------------------------------------------------

    lists_children = True
    """Whether screen readers also read the children."""

    def access(self, ui: Context) -> Access | None:
        """The accessibility node, or None if only the children have nodes."""
        if isinstance(self.panel, str) and self.panel:
            return Access(role="REGION", name=self.panel, key=("panel", self.panel), rect=self.rect)
        return None

    # ---- Pointer ------------------------------------------------------------------------

    is_control = False
    """Whether the element can be pressed or focused."""
    is_enabled = True
    takes_focus = False

    def tip_at(self, ui: Context, at: Point | None) -> Tip | None:
        """The tooltip with the pointer at ``at``, or with the keyboard focus if ``at`` is None."""
        return self.tip

    def hits(self, at: Point) -> bool:
        """Whether the point is on the element."""
        return self.rect.collidepoint(at)


Child = Element | Literal[False] | None
"""A child of a group. False and None are left out, which allows ``is_open and Text(...)``."""


# ---- What a tree emits ----------------------------------------------------------------------


class Target(NamedTuple):
    """An element that pointer or keyboard can reach, and its visible area."""

    element: Element
    clip: Rect | None = None
    scrolls: tuple[Element, ...] = ()
    """The scrolling containers of the element, outermost first."""

    def hits(self, at: Point) -> bool:
        in_sight = self.clip is None or self.clip.collidepoint(at)
        return bool(in_sight) and self.element.hits(at)


@dataclass(frozen=True, slots=True)
class Emitted:
    """The cached output of an element that was placed at ``rect`` and clipped to ``clip``."""

    rect: Rect
    clip: Rect | None
    parts: list[Part]
    targets: list[Element]
    touchable: frozenset[Hashable]
    """The keys of ``targets``."""


@dataclass(kw_only=True)
class Frame:
    """The parts and targets of one layer."""

    layer: int
    parts: list[Part] = field(default_factory=list)
    targets: list[Target] = field(default_factory=list)
    keys: list[Callable[[int, int], bool]] = field(default_factory=list)
    """Called with (key, modifiers) for keys that no control handled, the last one first."""
    wheels: list[Callable[[float], bool]] = field(default_factory=list)
    """Called with lines (positive is down) if no control handled the wheel, the last one first."""
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

    def add(self, ui: Context, element: Element) -> None:
        """Add an element. Its parts are reused if it is unchanged, unmoved and untouched."""
        if element.reuse_name is None:
            element.emit(ui, self)
            return
        cached = ui.emitted.pop(element.reuse_name, None)
        touched = {ui.hovered, ui.pressed, ui.layers[self.layer].focus}
        if (
            cached is not None
            and element.is_reused
            and ui.keeps_parts
            and (cached.rect, cached.clip) == (element.rect, self._clip)
            and touched.isdisjoint(cached.touchable)
        ):
            self.parts += cached.parts
            for target in cached.targets:
                self.target(target)
            ui.emitted[element.reuse_name] = cached
            return
        others = self._others()
        parts, targets = len(self.parts), len(self.targets)
        before = self._scope, self._count
        self._scope, self._count = (self._scope, ("reused", element.reuse_name)), 0
        element.emit(ui, self)
        self._scope, self._count = before
        added = self.targets[targets:]
        touchable = frozenset(target.element.key for target in added)
        is_plain = others == self._others() and not any(
            target.clip != self._clip or target.element.is_volatile for target in added
        )
        if is_plain and touched.isdisjoint(touchable):
            elements = [target.element for target in added]
            cached = Emitted(element.rect, self._clip, self.parts[parts:], elements, touchable)
            ui.emitted[element.reuse_name] = cached

    def emit_moving(self, ui: Context) -> None:
        """Emit the parts of the animated element again and leave all other parts unchanged."""
        if self.moving is None:
            return
        element, first, last = self.moving
        frame = Frame(layer=self.layer)
        element.emit(ui, frame)
        self.parts[first:last] = frame.parts
        self.moving = element, first, first + len(frame.parts)

    def _others(self) -> tuple[object, ...]:
        """The state that cannot be reused, because only parts and targets are cached."""
        return (
            len(self.keys),
            len(self.wheels),
            self.keep_clear,
            self.card,
            self.primary,
            self.moving,
        )

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
            self.parts.extend(clipped(part, self._clip))

    def target(self, element: Element) -> None:
        """Make ``element`` reachable by pointer and Tab."""
        self.targets.append(Target(element, self._clip, self._scrolls))

    def add_all(self, ui: Context, key: Hashable, elements: Sequence[Element]) -> None:
        """Add elements. Their parts are identified by ``key``, unless it is None, and a number."""
        before = self._scope, self._count
        if key is not None:
            self._scope, self._count = (self._scope, key), 0
        for element in elements:
            self.add(ui, element)
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


# ---- What elements share ----------------------------------------------------------------------


class Clipboard:
    """The clipboard of the system, if there is one."""

    def copy(self, text: str) -> bool:
        """Copy ``text`` to the clipboard. Return False if that is impossible."""
        with suppress(pygame.error, ValueError):  # no clipboard, or unsupported characters
            pygame.scrap.put_text(text)
            return True
        return False

    def paste(self) -> str | None:
        """The text of the clipboard; None if it is empty or missing."""
        with suppress(pygame.error, ValueError):
            return pygame.scrap.get_text() or None
        return None


@dataclass(kw_only=True)
class Layer:
    """One tree of elements: the view, a dialog or a menu."""

    build: Callable[[], Element]
    key: Hashable = None
    is_veiled: bool = False
    """Whether the layers below are darkened; true for dialogs, false for menus."""
    on_close: Callable[[], object] | None = None
    poll: Callable[[], bool] | None = None
    """Called every tick; returns True while the content may change without input."""
    focus: Hashable = None
    """The key of the focused control."""
    states: dict[Hashable, object] = field(default_factory=dict)
    """Scroll positions, carets and marks, by the keys of elements."""
    root: Element | None = None
    frame: Frame = field(default_factory=lambda: Frame(layer=0))


class Context:
    """The shared state that elements use while they are measured, placed, drawn and operated."""

    def __init__(
        self,
        painter: Painter,
        build: Callable[[], Element] = Element,
        clipboard: Clipboard | None = None,
    ) -> None:
        """build: creates the tree of the view."""
        self.painter = painter
        self.clipboard = clipboard or Clipboard()
        self.size: tuple[int, int] = (0, 0)
        """The size of the window in pixels."""
        self.layers = [Layer(build=build)]
        """The layers from bottom to top: the view first. Only the last one receives input."""
        self.pointer: Point = (-1, -1)
        self.hovered: Hashable = None
        """The key of the control under the pointer, in the topmost layer."""
        self.pressed: Hashable = None
        self.grip = 0
        """The part of the pressed control under the pointer; its meaning depends on the control."""
        self._placed: Layer | None = None
        self._choices: dict[Hashable, object] = {}
        self.emitted: dict[Hashable, Emitted] = {}
        """The cached output of reusable elements in the last frame, by reuse name."""
        self.must_build = self.must_place = self.must_emit = self.must_move = True
        self.keeps_places = self.keeps_parts = False
        """Whether reused elements keep their places, and whether they keep their parts."""
        self.now = 0.0
        """The time of this frame, in seconds."""
        self.wakes: dict[float, bool] = {}
        """Times of scheduled updates, in seconds, and whether the trees are rebuilt then."""

    # ---- What has changed ---------------------------------------------------------------

    def rebuild(self) -> None:
        """Request a rebuild of the trees."""
        self.must_build = True

    def relayout(self) -> None:
        """Request a new layout of the same trees."""
        self.must_place = True

    def refresh(self) -> None:
        """Request a redraw without a new layout."""
        self.must_emit = True

    def move(self) -> None:
        """Request a redraw of ``Frame.moving`` alone."""
        self.must_move = True

    def wake_in(self, seconds: float, *, builds: bool = True) -> None:
        """Schedule a rebuild in ``seconds``, or only a redraw if ``builds`` is false.

        For views that change with time alone. Not for content cached by ``reuse``.
        """
        at = self.now + seconds
        self.wakes[at] = builds or self.wakes.get(at, False)

    # ---- State of the picture -----------------------------------------------------------

    def state(self, key: Hashable, make: Callable[[], State]) -> State:
        """The state of the element with this key. Created by ``make``; deleted with the layer."""
        states = (self._placed or self.top).states
        if key not in states:
            states[key] = make()
        return states[key]  # type: ignore[return-value]  # returned by ``make``

    @contextmanager
    def within(self, layer: int) -> Iterator[None]:
        """Context manager: ``state`` uses the layer of this number instead of the topmost layer."""
        before, layers = self._placed, self.layers[layer : layer + 1]
        self._placed = layers[0] if layers else None
        yield
        self._placed = before

    def choice(self, key: Hashable, default: State) -> State:
        """A choice that concerns only the display, such as the open tab."""
        return self._choices.get(key, default)  # type: ignore[return-value]  # stored by ``choose``

    def choose(self, key: Hashable, value: object) -> None:
        """Store a choice and rebuild the trees if it has changed."""
        if self._choices.get(key) == value:
            return
        self._choices[key] = value
        self.rebuild()

    def touch(self, layer: int, control: Element) -> Touch:
        """The state of pointer and keyboard for ``control``."""
        is_top = layer == len(self.layers) - 1
        focus = self.layers[layer].focus
        is_over = is_top and control.is_enabled and control.key == self.hovered
        return Touch(
            self.pointer if is_over else None,
            is_top and control.key == self.pressed,
            is_top and focus is not None and control.key == focus,
        )

    # ---- Layers -------------------------------------------------------------------------

    def open(
        self,
        build: Callable[[], Element],
        key: Hashable = None,
        *,
        is_veiled: bool = True,
        on_close: Callable[[], object] | None = None,
        poll: Callable[[], bool] | None = None,
        focus: Hashable = None,
    ) -> None:
        """Open a dialog, or a menu if ``is_veiled`` is false.

        poll: called every tick; while it returns True, the dialog is rebuilt each time.
        """
        self.hovered = self.pressed = None
        self.layers.append(
            Layer(
                build=build, key=key, is_veiled=is_veiled, on_close=on_close, poll=poll, focus=focus
            )
        )
        self.must_build = True

    def close(self, key: Hashable = None) -> None:
        """Close the topmost layer, or the layer with this key and all layers above it."""
        keys = [layer.key for layer in self.layers[1:]]
        if key is not None and key not in keys:
            return
        first = len(self.layers) - 1 if key is None else 1 + keys.index(key)
        for layer in reversed(self.layers[max(1, first) :]):
            self.layers.remove(layer)
            if layer.on_close is not None:
                layer.on_close()
        self.hovered = self.pressed = None
        self.must_build = True

    def close_all(self) -> None:
        """Close all dialogs and menus."""
        while len(self.layers) > 1:
            self.close()

    def go_to(self, key: Hashable) -> None:
        """Focus the control with this key and scroll it into sight."""
        raise NotImplementedError

    def focus(self, key: Hashable) -> None:
        """Focus the control with this key; None removes the focus."""
        if self.focused == key:
            return
        self.top.focus = key
        self.refresh()

    @property
    def focused(self) -> Hashable:
        """The key of the focused control."""
        return self.top.focus

    @property
    def top(self) -> Layer:
        """The topmost layer, which receives input."""
        return self.layers[-1]


def walk(element: Element) -> Iterator[Element]:
    """Yield ``element`` and all its descendants."""
    yield element
    for child in element.children:
        yield from walk(child)


def draw_tree(surface: Surface, ui: Context, root: Element, rect: Rect) -> None:
    """Draw a tree immediately, for a cell of a list or a picture without a window."""
    frame = Frame(layer=0)
    root.place(ui, rect)
    root.emit(ui, frame)
    for part in frame.parts:
        part.draw(surface)
