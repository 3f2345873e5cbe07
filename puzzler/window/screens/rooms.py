"""The rooms: what is shown in each view."""

from __future__ import annotations

from collections.abc import Callable

from puzzler.window.screens.room import Room
from puzzler.window.window import Window

ROOMS: dict[str, Callable[[Window], Room]] = {}
"""By the names of their views; each is made when it is first entered."""
