"""The base class of elements, their options, their tooltips and their accessibility data."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from typing import TYPE_CHECKING, Literal, NamedTuple, TypedDict, Unpack

from pygame import Rect

if TYPE_CHECKING:
    from puzzler.window.toolkit.context import Context
    from puzzler.window.toolkit.frame import Frame


Action = Callable[[str], object]
"""Called with the new value; "" if the action has no value."""


@dataclass(frozen=True)
class Access:
    """The accessibility data of one element."""

    role: str
    """The name of an accesskit role."""
    name: str = ""
    value: str = ""
    _: KW_ONLY
    note: str = ""
    """A description, such as a tooltip."""
    key: Hashable = None
    """Identifies the element within its layer; without a key its position identifies it."""
    rect: Rect = field(default_factory=lambda: Rect(0, 0, 0, 0))
    is_enabled: bool = True
    is_on: bool | None = None
    """The state of a switch; None for other elements."""
    is_selected: bool | None = None
    """Whether this option of several is selected; None if the element cannot be selected."""
    has_focus: bool = False
    is_live: bool = False
    """Whether screen readers announce each change."""
    number: tuple[float, float, float] | None = None
    """The value, the minimum and the maximum."""
    size: tuple[int, int] | None = None
    """The rows and columns of a grid."""
    place: tuple[int, int] | None = None
    """The row and column in a grid, from 0."""
    actions: Mapping[str, Action] = field(default_factory=dict, compare=False)
    """The available actions by the names of accesskit's actions."""
    children: tuple[Access, ...] = ()

    def walk(self) -> Iterator[Access]:
        """Yield this node and all its descendants."""
        yield self
        for child in self.children:
            yield from child.walk()


Point = tuple[int, int]
OUTSIDE: Point = (-1, -1)
"""The position of the pointer while it is outside the window."""
RING_UNITS = 3
"""Room around a control for the focus ring."""


@dataclass(frozen=True, slots=True)
class Tip:
    """A tooltip: an explanation and the keyboard shortcut of an element."""

    text: str
    key: str = ""


class Touch(NamedTuple):
    """The state of pointer and keyboard for one control."""

    at: Point | None = None
    """The position of the pointer if it is over the control."""
    is_held: bool = False
    """The mouse button was pressed on the control and is still down."""
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
    """Fixed width in units; by default the width of the content. 0 makes ``grow`` determine it."""
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
    """The name for screen readers if the element has no text. Named groups are announced."""
    reads_as: str
    """Text for screen readers, instead of the content or the value of a control."""
    panel: Element | str
    """The title of a panel that can be shown alone, or the tabs that choose between panels."""


_ATTRIBUTES = {
    "width": "fixed_width",
    "height": "fixed_height",
    "optional": "is_optional",
    "enabled": "is_enabled",
}


class Element:
    """A node of the tree. Elements are created again whenever their content changes."""

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
    is_reused = False
    """Whether the element was placed before and its content is unchanged."""
    children: Sequence[Element] = ()
    min_units = preferred_units = high_units = 0.0
    """Minimum width, preferred width and height in units, if the content is not measured."""
    _widths: Range | None = None
    _heights: dict[int, Range] | None = None

    def __init__(self, **options: Unpack[Options]) -> None:
        self.set_options(options)

    def set_options(self, options: Mapping[str, object]) -> None:
        """Set each option as an attribute. Other attributes keep the value of the class."""
        for name, value in options.items():
            if name == "tip" and isinstance(value, str):
                value = Tip(value) if value else None  # noqa: PLW2901  a text is a tip
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
        """The accessibility node; None if only the children have nodes."""
        if isinstance(self.panel, str) and self.panel:
            return Access(role="REGION", name=self.panel, key=("panel", self.panel), rect=self.rect)
        return None

    def access_nodes(self, ui: Context) -> list[Access]:
        """The accessibility node of the element, or those of its children if it has none."""
        if self.reads_as is not None and not self.is_control:
            note = "" if self.tip is None else self.tip.text
            node = Access(role="LABEL", name=self.reads_as, note=note, key=self.key, rect=self.rect)
            return [node] if node.name else []
        own = self.access(ui)
        if own is not None and not self.lists_children:
            return [own]
        inner = [
            access
            for child in self.children
            if child.rect.width and child.rect.height
            for access in child.access_nodes(ui)
        ]
        return inner if own is None else [replace(own, children=(*own.children, *inner))]

    def spoken_text(self, ui: Context) -> str:
        """The text of the element and its descendants, in one line."""
        every = (each for access in self.access_nodes(ui) for each in access.walk())
        return ", ".join(text for each in every if (text := f"{each.name} {each.value}".strip()))

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


def walk(element: Element) -> Iterator[Element]:
    """Yield ``element`` and all its descendants."""
    yield element
    for child in element.children:
        yield from walk(child)
