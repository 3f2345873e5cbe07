"""What a screen reader is told of one element."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, field

from pygame import Rect

Action = Callable[[str], object]
"""Called with the new value, "" where there is none."""


@dataclass(frozen=True, kw_only=True)
class Access:
    """What is said of one element, and what can be done with it."""

    role: str
    """The name of a role of accesskit."""
    name: str = ""
    value: str = ""
    note: str = ""
    """What explains it."""
    key: Hashable = None
    """Tells it from the others of its layer; without one it is known by its place."""
    rect: Rect = field(default_factory=lambda: Rect(0, 0, 0, 0))
    is_enabled: bool = True
    is_on: bool | None = None
    """Of a switch; None for what is none."""
    is_selected: bool | None = None
    """Of one of several; None for what is not chosen."""
    has_focus: bool = False
    is_live: bool = False
    """It is read aloud whenever it changes."""
    number: tuple[float, float, float] | None = None
    """Where it stands, the least and the most."""
    size: tuple[int, int] | None = None
    """The rows and columns of a grid."""
    place: tuple[int, int] | None = None
    """Its row and column in a grid, from 0."""
    actions: Mapping[str, Action] = field(default_factory=dict, compare=False)
    """What can be done with it, by the names of accesskit's actions."""
    children: tuple[Access, ...] = ()

    def walk(self) -> Iterator[Access]:
        """It and all that is in it."""
        yield self
        for child in self.children:
            yield from child.walk()
