"""Presenting: one panel of the view fills the window, to be readable from a distance.

An element with the option ``panel`` is a panel. Everything else in the view is hidden, except the
bar at the bottom, so that its keys and its track still work.
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
"""The key of the tabs that choose a panel."""


@dataclass(frozen=True)
class PresentedPanel:
    """A panel that can fill the window."""

    title: str
    element: Element
    tabs: Segments[object] | None = None
    """The tabs that select the panel, if ``element`` shows one of several panels."""
    number: int = 0
    """The index of the panel in ``tabs``."""


def panels(element: Element) -> Iterator[PresentedPanel]:
    """Yield the outermost panels of a view in the order of the tree."""
    if isinstance(element.panel, Segments):
        for number, option in enumerate(element.panel.options):
            yield PresentedPanel(option.text, element, element.panel, number)
    elif isinstance(element.panel, str) and element.panel:
        yield PresentedPanel(element.panel, element)
    else:
        for child in element.children:
            yield from panels(child)


def present_chosen_panel(window: Window, root: Element) -> Element:
    """Return the view with only the chosen panel, or unchanged if it has no panels."""
    available = list(panels(root))
    if not available or not isinstance(root, Group):
        return root
    chosen = _chosen(available, window.ui.choice(PANELS, ""))
    options = [Option(at, panel.title) for at, panel in enumerate(available)]

    def choose(at: int) -> None:
        panel = available[at]
        window.ui.choose(PANELS, panel.title)
        if panel.tabs is not None:
            panel.tabs.choose(panel.number)

    strip = Row(
        Tabs(options, available.index(chosen), choose, key=PANELS,
             accessible_name="Panels", size=14, priority=1)
        if len(available) > 1
        else None,
        Text(sentence(window.line), size=13, smaller=(12, 11, 10), color="text_muted", lines=2,
             width=0, grow=1, key="presented line"),
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


def _chosen(available: list[PresentedPanel], title: str) -> PresentedPanel:
    """Return the panel with that title, by default the last visible one."""
    shown = [panel for panel in available if panel.tabs is None or panel.tabs.index == panel.number]
    named = next((panel for panel in available if panel.title == title), shown[-1])
    # another tab may have been selected since
    return next(panel for panel in shown if panel.element is named.element)
