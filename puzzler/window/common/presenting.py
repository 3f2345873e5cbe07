"""Presenting: one panel of the view fills the window, to be readable from a distance.

An element with the option ``panel`` is a panel. Everything else in the view is hidden, except the
bar at the bottom, so that its keys and its track still work.
"""

from __future__ import annotations

from collections.abc import Iterator

from puzzler.humanize import sentence
from puzzler.window.common.actions import action_button
from puzzler.window.common.track_bar import BOTTOM_BAR
from puzzler.window.core.window import Window
from puzzler.window.toolkit.choices import Option, Segments, Tabs
from puzzler.window.toolkit.element import Element, Tip, walk
from puzzler.window.toolkit.labels import Text
from puzzler.window.toolkit.layout import Column, Group, Row

PANELS = "panels"
"""The key of the tabs that choose a panel."""


def panels(element: Element) -> Iterator[tuple[str, Element, int]]:
    """Yield the title and the element of the outermost panels of a view, in the order of the tree.

    If tabs select what an element shows, each tab is a panel, and the last value is its number.
    """
    if isinstance(element.panel, Segments):
        for number, option in enumerate(element.panel.options):
            yield option.text, element, number
    elif isinstance(element.panel, str) and element.panel:
        yield element.panel, element, 0
    else:
        for child in element.children:
            yield from panels(child)


def present_chosen_panel(window: Window, root: Element) -> Element:
    """Return the view with only the chosen panel, or unchanged if it has no panels."""
    available = list(panels(root))
    if not available or not isinstance(root, Group):
        return root
    shown = [  # the panels that are visible in the whole view
        at
        for at, (_, element, number) in enumerate(available)
        if not isinstance(element.panel, Segments) or element.panel.index == number
    ]
    chosen_title = window.ui.choice(PANELS, "")
    named = (element for title, element, _ in available if title == chosen_title)
    panel = next(named, available[shown[-1]][1])
    # another tab may have been selected since
    present = next(at for at in shown if available[at][1] is panel)
    options = [Option(at, title) for at, (title, *_) in enumerate(available)]

    def choose(at: int) -> None:
        title, element, number = available[at]
        window.ui.choose(PANELS, title)
        if isinstance(element.panel, Segments):
            element.panel.choose(number)

    strip = Row(
        Tabs(options, present, choose, key=PANELS,
             accessible_name="Panels", size=14, priority=1)
        if len(available) > 1
        else None,
        Text(sentence(window.line), size=13, smaller=(12, 11, 10), color="text_muted", lines=2,
             width=0, grow=1, key="presented line"),
        action_button(window, "present", icon="close",
                      tip=Tip("Leave the presentation", window.keymap.hint("present"))),
        gap=10,
    )  # fmt: skip
    panel.fixed_width = panel.fixed_height = None
    panel.grow, panel.is_optional = 1, False
    last = root.children[-1]
    has_bar = any(each.key == BOTTOM_BAR for each in walk(last))
    body = Column(strip, panel, gap=6, pad=(10, 4), grow=1)
    root.children = (body, last) if has_bar else (body,)
    return root
