"""The accessibility data of an element, for screen readers."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, field

from pygame import Rect

Action = Callable[[str], object]
"""Called with the new value; "" if the action has no value."""


@dataclass(frozen=True, kw_only=True)
class Access:
    """The accessibility data of one element."""

    role: str
    """The name of an accesskit role."""
    name: str = ""
    value: str = ""
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
