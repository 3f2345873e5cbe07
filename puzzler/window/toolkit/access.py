"""What a screen reader is told of the elements: the tree of accessibility, without any library."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from pygame import Rect

if TYPE_CHECKING:
    from puzzler.window.toolkit.element import Context, Element

Action = Callable[[str], object]
"""Called with the new value, "" where there is none."""


@dataclass(frozen=True)
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


def described(ui: Context, element: Element) -> list[Access]:
    """``element`` and what is in it; of what says nothing itself only what is in it."""
    own = element.access(ui)
    if own is not None and not element.lists_children:
        return [own]
    inner = [
        access
        for child in element.children
        if child.rect.width and child.rect.height
        for access in described(ui, child)
    ]
    return inner if own is None else [replace(own, children=(*own.children, *inner))]


def spoken(ui: Context, element: Element) -> str:
    """The words in an element, in one line."""
    every = (each for access in described(ui, element) for each in access.walk())
    return ", ".join(words for each in every if (words := f"{each.name} {each.value}".strip()))


def window_tree(ui: Context, title: str, live: str) -> Access:
    """The window: its topmost layer, and the line that is read aloud when it changes."""
    root = ui.top.root
    inner: Sequence[Access] = () if root is None else described(ui, root)
    if len(ui.layers) > 1:
        first = next((each for a in inner for each in a.walk() if each.role == "HEADING"), None)
        name = "" if first is None else first.name
        role = "DIALOG" if ui.top.is_veiled else "MENU"
        inner = [Access(role, name, key=("layer", len(ui.layers)), children=tuple(inner))]
    said = Access("STATUS", value=live, key="live line", is_live=True)
    window = Rect((0, 0), ui.size)
    return Access("WINDOW", title, key="window", rect=window, children=(*inner, said))
