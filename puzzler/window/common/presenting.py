"""Presenting: one panel of the view fills the window, large enough for the last row.

Any element becomes a panel by its option ``panel``. What a view shows besides its panels is left
out, except the bar at the bottom, so that its keys and its track still work.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from puzzler.humanize import sentence
from puzzler.window.common.actions import action_button
from puzzler.window.common.track_bar import BOTTOM_BAR
from puzzler.window.core.window import Window
from puzzler.window.toolkit.choices import Option, Segments, Tabs
from puzzler.window.toolkit.element import Element, Tip, walk
from puzzler.window.toolkit.labels import Text
from puzzler.window.toolkit.layout import Column, Group, Row

PANELS = "panels"
"""The key of the strip on which a panel is chosen."""


@dataclass(frozen=True)
class PresentedPanel:
    """What can be presented."""

    title: str
    element: Element
    tabs: Segments[object] | None = None
    """Where it is one of several that ``element`` shows: what it is chosen with."""
    number: int = 0
    """Its place in ``tabs``."""


def panels(element: Element) -> Iterator[PresentedPanel]:
    """The panels of a view, in the order of its tree; a panel within another is part of that."""
    if isinstance(element.panel, Segments):
        for number, option in enumerate(element.panel.options):
            yield PresentedPanel(option.text, element, element.panel, number)
    elif isinstance(element.panel, str) and element.panel:
        yield PresentedPanel(element.panel, element)
    else:
        for child in element.children:
            yield from panels(child)


def presented(window: Window, root: Element) -> Element:
    """The view with the chosen panel alone; all of it where it has no panels."""
    offered = list(panels(root))
    if not offered or not isinstance(root, Group):
        return root
    chosen = _chosen(offered, window.ui.choice(PANELS, ""))
    options = [Option(at, panel.title) for at, panel in enumerate(offered)]

    def choose(at: int) -> None:
        panel = offered[at]
        window.ui.choose(PANELS, panel.title)
        if panel.tabs is not None:
            panel.tabs.choose(panel.number)

    strip = Row(
        Tabs(options, offered.index(chosen), choose, key=PANELS,
             accessible_name="Panels", size=14, priority=1)
        if len(offered) > 1
        else None,
        Text(sentence(window.line), size=13, color="text_muted", lines=1, width=0, grow=1),
        action_button(window, "present", icon="close",
                      tip=Tip("Leave the presentation", window.keymap.hint("present"))),
        gap=10,
    )  # fmt: skip
    panel = chosen.element
    panel.fixed_width = panel.fixed_height = None
    panel.grow, panel.is_optional = 1, False
    last = root.children[-1]
    has_bar = any(each.key == BOTTOM_BAR for each in walk(last))
    body = Column(strip, panel, gap=6, pad=(10, 4), grow=1)
    root.children = (body, last) if has_bar else (body,)
    return root


def _chosen(offered: list[PresentedPanel], title: str) -> PresentedPanel:
    """The one of that title; at first the last that the view shows."""
    shown = [panel for panel in offered if panel.tabs is None or panel.tabs.index == panel.number]
    named = next((panel for panel in offered if panel.title == title), shown[-1])
    # another tab may have been turned to since
    return next(panel for panel in shown if panel.element is named.element)
