"""What an element is, and what elements share while they are measured, placed and drawn."""

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
"""Room around a control for the ring that shows the focus."""


@dataclass(frozen=True, slots=True)
class Tip:
    """A tooltip: what an element means or does, and the key that does the same."""

    words: str
    key: str = ""


class Touch(NamedTuple):
    """What pointer and keyboard are doing to one control."""

    at: Point | None = None
    """Where the pointer is over it, None where it is elsewhere."""
    is_held: bool = False
    """The pointer went down on it and has not come up yet."""
    has_focus: bool = False

    @property
    def is_over(self) -> bool:
        """The pointer is on it."""
        return self.at is not None


class Range(NamedTuple):
    """The least that an element can do with and what it wants, in pixels."""

    least: int
    wanted: int


def exactly(pixels: int) -> Range:
    """Neither more nor less."""
    return Range(pixels, pixels)


class Options(TypedDict, total=False):
    """What every element can be given."""

    key: Hashable
    """Tells it from the others of its layer; controls need one."""
    width: float
    """Fixed, in units; else as wide as its content wants. 0 for what only grows."""
    height: float
    """Fixed, in units. A control is never smaller than what can be pressed."""
    grow: float
    """Its share of what a row or column has left over."""
    priority: int
    """Where room is scarce the elements of lower priority yield first."""
    optional: bool
    """It yields by being left out."""
    tip: Tip | str | None
    accessible_name: str
    """What a screen reader calls it where it shows no words of its own; a group with a name is told
    as a group."""
    reads_as: str
    """What a screen reader says in place of what is in it, "" for nothing; a control's value."""
    panel: Element | str
    """It can be shown alone: its title, or the tabs that choose which of several it shows."""


_ATTRIBUTES = {
    "width": "fixed_width",
    "height": "fixed_height",
    "optional": "is_optional",
    "enabled": "is_enabled",
}


class Element:
    """A piece of the picture. Elements are made anew whenever what they show has changed."""

    rect = Rect(0, 0, 0, 0)
    """Where it was placed."""

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
    """What tells it from others that are reused; None where it is made anew each time."""
    is_reused = False
    """It was placed before, and what it shows is the same."""
    is_volatile = False
    """Its look changes while it is reused: it depends on more than what the element is made of."""
    children: Sequence[Element] = ()
    least_units = wanted_units = high_units = 0.0
    """The least and the wanted width, and the height, where the content does not say."""
    _widths: Range | None = None
    _heights: dict[int, Range] | None = None

    def __init__(self, **options: Unpack[Options]) -> None:
        self.set_options(options)

    def set_options(self, options: Mapping[str, object]) -> None:
        """Each option is the attribute of its name; what is not given stays as the class has it."""
        for name, value in options.items():
            if name == "tip" and isinstance(value, str):
                value = Tip(value) if value else None  # noqa: PLW2901  words are a tip
            setattr(self, _ATTRIBUTES.get(name, name), value)

    @property
    def name(self) -> Hashable:
        """Its key; without one something that no other element has."""
        return id(self) if self.key is None else self.key

    # ---- Size: what subclasses override are the ``measure`` methods -----------------------

    def widths(self, ui: Context) -> Range:
        """The width that it needs at least, and the one that it wants."""
        if self._widths is None:
            if self.fixed_width is not None:
                self._widths = exactly(self.pixels(ui, self.fixed_width) or 1)
            else:
                self._widths = self.measure_width(ui)
        return self._widths

    def heights(self, ui: Context, width: int) -> Range:
        """The height that it needs at least, and the one that it wants, at a width in pixels."""
        if self.fixed_height is not None:
            return exactly(self.pixels(ui, self.fixed_height) or 1)
        if self._heights is None:
            self._heights = {}
        heights = self._heights.get(width)
        if heights is None:
            heights = self._heights[width] = self.measure_height(ui, width)
        return heights

    def measure_width(self, ui: Context) -> Range:
        """The least and the wanted width, in pixels."""
        return Range(self.pixels(ui, self.least_units), self.pixels(ui, self.wanted_units))

    def measure_height(self, ui: Context, width: int) -> Range:
        """The least and the wanted height in pixels at that ``width``."""
        return exactly(self.pixels(ui, self.high_units))

    def pixels(self, ui: Context, units: float) -> int:
        """``units`` in pixels, of a control as many as can be pressed; 0 for none."""
        if not units:
            return 0
        return ui.painter.target(units) if self.is_control else ui.painter.px(units)

    # ---- Place and picture --------------------------------------------------------------

    def place(self, ui: Context, rect: Rect) -> None:
        """Take that place, and give the children theirs."""
        if self.is_reused and ui.keeps_places and self.rect == rect:
            return
        self.rect = rect
        self.arrange(ui, rect)

    def arrange(self, ui: Context, rect: Rect) -> None:
        """Place what is in it."""

    def emit(self, ui: Context, frame: Frame) -> None:
        """Add its parts and targets to ``frame``, from back to front."""
        if self.tip is not None:
            frame.target(self)

    # ---- Screen readers -----------------------------------------------------------------

    lists_children = True
    """What is in it is told after it; else what it says itself is all."""

    def access(self, ui: Context) -> Access | None:
        """What a screen reader says of it; None where only what is in it counts."""
        if isinstance(self.panel, str) and self.panel:
            return Access(role="REGION", name=self.panel, key=("panel", self.panel), rect=self.rect)
        return None

    # ---- Pointer ------------------------------------------------------------------------

    is_control = False
    """It can be pressed or focused, rather than only pointed at."""
    is_enabled = True
    takes_focus = False

    def tip_at(self, ui: Context, at: Point | None) -> Tip | None:
        """Its tooltip while the pointer is at ``at``; None of both for the keyboard."""
        return self.tip

    def hits(self, at: Point) -> bool:
        """Whether the point is on it."""
        return self.rect.collidepoint(at)


Child = Element | Literal[False] | None
"""What is false is left out: ``is_open and Text(...)``."""


# ---- What a tree emits ----------------------------------------------------------------------


class Target(NamedTuple):
    """An element that pointer or keyboard can reach, and what of it is in sight."""

    element: Element
    clip: Rect | None = None
    scrolls: tuple[Element, ...] = ()
    """What it scrolls in, from the outside in."""

    def hits(self, at: Point) -> bool:
        in_sight = self.clip is None or self.clip.collidepoint(at)
        return bool(in_sight) and self.element.hits(at)


@dataclass(frozen=True, slots=True)
class Emitted:
    """What an element added to a frame that showed ``rect`` of it within ``clip``."""

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
    """Called with (key, modifiers) for keys that no control took, the last first."""
    wheels: list[Callable[[float], bool]] = field(default_factory=list)
    """Called with lines, positive is down, where nothing below turns; the last first."""
    keep_clear: Rect | None = None
    """Tooltips cover nothing of this where they need not."""
    card: Rect | None = None
    """What a dialog covers: a press elsewhere closes it."""
    primary: Callable[[Context], object] | None = None
    """What Enter does in a dialog."""
    moving: tuple[Element, int, int] | None = None
    """What may move while all else rests, and which of ``parts`` are its own."""
    _scope: Hashable = None
    _count: int = 0
    _clip: Rect | None = None
    _scrolls: tuple[Element, ...] = ()

    def add(self, ui: Context, element: Element) -> None:
        """Add an element; one that is reused, was not moved and is not touched adds the same."""
        if element.reuse_name is None:
            element.emit(ui, self)
            return
        kept = ui.emitted.pop(element.reuse_name, None)
        touched = {ui.hovered, ui.held, ui.layers[self.layer].focus}
        if (
            kept is not None
            and element.is_reused
            and ui.keeps_parts
            and (kept.rect, kept.clip) == (element.rect, self._clip)
            and touched.isdisjoint(kept.touchable)
        ):
            self.parts += kept.parts
            for target in kept.targets:
                self.target(target)
            ui.emitted[element.reuse_name] = kept
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
            kept = Emitted(element.rect, self._clip, self.parts[parts:], elements, touchable)
            ui.emitted[element.reuse_name] = kept

    def emit_moving(self, ui: Context) -> None:
        """Tell what moves again, and leave all else as it is."""
        if self.moving is None:
            return
        element, first, last = self.moving
        anew = Frame(layer=self.layer)
        element.emit(ui, anew)
        self.parts[first:last] = anew.parts
        self.moving = element, first, first + len(anew.parts)

    def _others(self) -> tuple[object, ...]:
        """All but parts and targets: what adds to these is told again each time."""
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
        """Add one part; without a key it is known by its place in the tree."""
        if key is None:
            self._count += 1
            key = (self._scope, self._count)
        part = Part((self.layer, key), bounds, look, draw)
        if self._clip is None or self._clip.contains(bounds):
            self.parts.append(part)
        else:
            self.parts.extend(clipped(part, self._clip))

    def target(self, element: Element) -> None:
        """Let ``element`` be found under the pointer and by Tab."""
        self.targets.append(Target(element, self._clip, self._scrolls))

    def add_all(self, ui: Context, key: Hashable, elements: Sequence[Element]) -> None:
        """Add elements whose parts are known by that key, unless it is None, and a number."""
        before = self._scope, self._count
        if key is not None:
            self._scope, self._count = (self._scope, key), 0
        for element in elements:
            self.add(ui, element)
        if key is not None:
            self._scope, self._count = before

    @contextmanager
    def clipping(self, view: Rect, scroll: Element, margin: int) -> Iterator[None]:
        """What is added is seen inside ``view`` only, and scrolls in ``scroll``."""
        before = self._clip, self._scrolls
        window = view.inflate(2 * margin, 2 * margin)
        self._clip = window if self._clip is None else window.clip(self._clip)
        self._scrolls = (*self._scrolls, scroll)
        yield
        self._clip, self._scrolls = before


# ---- What elements share ----------------------------------------------------------------------


class Clipboard:
    """The one text that the system keeps for all programs, where it keeps one."""

    def copy(self, text: str) -> bool:
        """Put ``text`` there; False where there is no clipboard."""
        with suppress(pygame.error, ValueError):  # no clipboard, or signs that it cannot hold
            pygame.scrap.put_text(text)
            return True
        return False

    def paste(self) -> str | None:
        """The text there; None where there is none, or no clipboard."""
        with suppress(pygame.error, ValueError):
            return pygame.scrap.get_text() or None
        return None


@dataclass(kw_only=True)
class Layer:
    """One tree: the view, or a dialog or menu over it."""

    build: Callable[[], Element]
    key: Hashable = None
    is_veiled: bool = False
    """What lies below is darkened."""
    on_close: Callable[[], object] | None = None
    poll: Callable[[], bool] | None = None
    """Called with every tick; True while what it shows may change without input."""
    focus: Hashable = None
    """The key of the control that holds the keyboard."""
    states: dict[Hashable, object] = field(default_factory=dict)
    """Scroll positions, carets and marks, by the keys of its elements."""
    root: Element | None = None
    frame: Frame = field(default_factory=lambda: Frame(layer=0))


class Context:
    """What elements read and ask for while they are measured, placed, drawn and used."""

    def __init__(
        self,
        painter: Painter,
        build: Callable[[], Element] = Element,
        clipboard: Clipboard | None = None,
    ) -> None:
        """``build`` describes the view."""
        self.painter = painter
        self.clipboard = clipboard or Clipboard()
        self.size: tuple[int, int] = (0, 0)
        """The window's, in pixels."""
        self.layers = [Layer(build=build)]
        """The view first; the last one has the input."""
        self.pointer: Point = (-1, -1)
        self.hovered: Hashable = None
        """The key of the control under the pointer, in the layer that has the input."""
        self.held: Hashable = None
        self.grip = 0
        """Which part of it the pointer went down on; what that means is up to the control."""
        self._placed: Layer | None = None
        self._choices: dict[Hashable, object] = {}
        self.emitted: dict[Hashable, Emitted] = {}
        """What each element that is to be reused added to the last frame, by its name."""
        self.must_build = self.must_place = self.must_emit = self.must_move = True
        self.keeps_places = self.keeps_parts = False
        """What is reused in the same place need not be placed or told again."""
        self.now = 0.0
        """The time of this frame, in seconds."""
        self.wakes: dict[float, bool] = {}
        """The times at which something changes, and whether the trees are described anew then."""

    # ---- What has changed ---------------------------------------------------------------

    def rebuild(self) -> None:
        """The trees must be described anew."""
        self.must_build = True

    def relayout(self) -> None:
        """The trees are the same, but something has another size or place."""
        self.must_place = True

    def refresh(self) -> None:
        """Something looks different where it stands."""
        self.must_emit = True

    def move(self) -> None:
        """Nothing but what is ``Frame.moving`` looks different."""
        self.must_move = True

    def wake_in(self, seconds: float, *, builds: bool = True) -> None:
        """Describe the trees anew after so many seconds: something will be shown by then.

        For views that change with time alone; not within what ``reuse`` keeps. Elements that only
        look different by then build nothing.
        """
        at = self.now + seconds
        self.wakes[at] = builds or self.wakes.get(at, False)

    # ---- State of the picture -----------------------------------------------------------

    def state(self, key: Hashable, make: Callable[[], State]) -> State:
        """The state of the element of this key; made at first, and gone with its layer."""
        states = (self._placed or self.top).states
        if key not in states:
            states[key] = make()
        return states[key]  # type: ignore[return-value]  # what ``make`` has made

    @contextmanager
    def within(self, layer: int) -> Iterator[None]:
        """``state`` is that of the layer of this number: another may lie over it by now."""
        before, layers = self._placed, self.layers[layer : layer + 1]
        self._placed = layers[0] if layers else None
        yield
        self._placed = before

    def choice(self, key: Hashable, default: State) -> State:
        """What was chosen for the picture alone, such as an open tab."""
        return self._choices.get(key, default)  # type: ignore[return-value]  # as ``choose`` had it

    def choose(self, key: Hashable, value: object) -> None:
        """Choose it; the trees are described anew."""
        if self._choices.get(key) == value:
            return
        self._choices[key] = value
        self.rebuild()

    def touch(self, layer: int, control: Element) -> Touch:
        """What is being done to ``control``."""
        is_top = layer == len(self.layers) - 1
        focus = self.layers[layer].focus
        is_over = is_top and control.is_enabled and control.key == self.hovered
        return Touch(
            self.pointer if is_over else None,
            is_top and control.key == self.held,
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
        """Put a dialog, or without a veil a menu, over everything.

        poll: called with every tick; while it returns True the dialog is described anew each time.
        """
        self.hovered = self.held = None
        self.layers.append(
            Layer(
                build=build, key=key, is_veiled=is_veiled, on_close=on_close, poll=poll, focus=focus
            )
        )
        self.must_build = True

    def close(self, key: Hashable = None) -> None:
        """Put away the topmost layer, or the one of that key and what lies over it."""
        keys = [layer.key for layer in self.layers[1:]]
        if key is not None and key not in keys:
            return
        first = len(self.layers) - 1 if key is None else 1 + keys.index(key)
        for layer in reversed(self.layers[max(1, first) :]):
            self.layers.remove(layer)
            if layer.on_close is not None:
                layer.on_close()
        self.hovered = self.held = None
        self.must_build = True

    def close_all(self) -> None:
        """Put away every dialog and menu."""
        while len(self.layers) > 1:
            self.close()

    def go_to(self, key: Hashable) -> None:
        """Give the keyboard to the control of that key, and scroll it into sight."""
        raise NotImplementedError

    def focus(self, key: Hashable) -> None:
        """Give the keyboard to the control of that key; None takes it off whatever held it."""
        if self.focused == key:
            return
        self.top.focus = key
        self.refresh()

    @property
    def focused(self) -> Hashable:
        """The key of the control that holds the keyboard."""
        return self.top.focus

    @property
    def top(self) -> Layer:
        """The layer that has the input."""
        return self.layers[-1]


def walk(element: Element) -> Iterator[Element]:
    """``element`` and all that is in it."""
    yield element
    for child in element.children:
        yield from walk(child)


def draw_tree(surface: Surface, ui: Context, root: Element, rect: Rect) -> None:
    """Draw a tree at once: in a cell of a list, or in a picture that needs no window."""
    frame = Frame(layer=0)
    root.place(ui, rect)
    root.emit(ui, frame)
    for part in frame.parts:
        part.draw(surface)
