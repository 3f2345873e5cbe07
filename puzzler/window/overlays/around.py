"""What a sheet of several pages needs of the window that it lies over."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from puzzler.window.overlays.overlay import Overlay
from puzzler.window.toolkit.clipboard import Clipboard
from puzzler.window.toolkit.paint import Painter
from puzzler.window.widgets.dropdown import OpenMenu


@dataclass(frozen=True)
class Around:
    """The window, as far as a sheet may know it."""

    clipboard: Clipboard
    open_menu: OpenMenu
    open_sheet: Callable[[Overlay], None]
    close_all: Callable[[], None]
    painter: Callable[[], Painter]
    size: Callable[[], tuple[int, int]]
    """Of the window, in pixels."""
    now: Callable[[], float]
    """Seconds by the clock of the window."""
    folder: Callable[[], Path]
    """Where files go that nobody has chosen a folder for."""
