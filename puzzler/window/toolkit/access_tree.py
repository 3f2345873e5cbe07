"""The tree of accessibility data of the window, independent of any accessibility library."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pygame import Rect

from puzzler.window.toolkit.access import Access
from puzzler.window.toolkit.context import Context
from puzzler.window.toolkit.element import Element


def access_nodes(ui: Context, element: Element) -> list[Access]:
    """The accessibility node of ``element``, or those of its children if it has none."""
    if element.reads_as is not None and not element.is_control:
        note = "" if element.tip is None else element.tip.text
        node = Access(
            role="LABEL", name=element.reads_as, note=note, key=element.key, rect=element.rect
        )
        return [node] if node.name else []
    own = element.access(ui)
    if own is not None and not element.lists_children:
        return [own]
    inner = [
        access
        for child in element.children
        if child.rect.width and child.rect.height
        for access in access_nodes(ui, child)
    ]
    return inner if own is None else [replace(own, children=(*own.children, *inner))]


def spoken_text(ui: Context, element: Element) -> str:
    """The text of an element and its descendants, in one line."""
    every = (each for access in access_nodes(ui, element) for each in access.walk())
    return ", ".join(text for each in every if (text := f"{each.name} {each.value}".strip()))


def window_tree(ui: Context, title: str, live: str) -> Access:
    """The node of the window: its topmost layer and ``live``, a line announced on change."""
    root = ui.top.root
    inner: Sequence[Access] = () if root is None else access_nodes(ui, root)
    if len(ui.layers) > 1:
        first = next((each for a in inner for each in a.walk() if each.role == "HEADING"), None)
        name = "" if first is None else first.name
        role = "DIALOG" if ui.top.is_veiled else "MENU"
        inner = [Access(role=role, name=name, key=("layer", len(ui.layers)), children=tuple(inner))]
    node = Access(role="LABEL", name=live, key="live line", is_live=True)
    window = Rect((0, 0), ui.size)
    return Access(role="WINDOW", name=title, key="window", rect=window, children=(*inner, node))
