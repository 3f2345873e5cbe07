"""What a room is to the screen that shows it."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Protocol

from pygame import Rect

from puzzler.window.panels.panel import Panel
from puzzler.window.toolkit.paint import Painter

NARROW_UNITS = 940
"""Narrower windows, in units, have no room for a column beside the board: they are compact."""


class Room(Protocol):
    """A list of panels and how they share the window."""

    @property
    def title(self) -> str:
        """For the window's title bar."""
        ...

    @property
    def panels(self) -> Sequence[Panel]:
        """From back to front, in Tab order, and in the order in which they hear of events."""
        ...

    def share(self, window: Rect) -> None:
        """Give every panel that is shown its place."""
        ...

    @property
    def shape(self) -> Hashable:
        """What the places depend on besides the size of the window."""
        ...

    @property
    def spare(self) -> Rect:
        """What no tooltip may cover."""
        ...


def is_narrow(window: Rect, painter: Painter) -> bool:
    """The window is to be compact."""
    return window.width < painter.px(NARROW_UNITS)
