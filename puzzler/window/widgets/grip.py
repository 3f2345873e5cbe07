"""A hand that moves what a viewport shows, or clicks on it."""

from __future__ import annotations

from puzzler.window.widgets.control import Point
from puzzler.window.widgets.viewport import Viewport

STILL_UNITS = 5
"""A hand that moves no further than this clicks and does not drag."""


class Grip:
    """From the press of the button to its release."""

    def __init__(self, viewport: Viewport) -> None:
        self._viewport = viewport
        self._pressed_at: Point | None = None
        self._moved_to: Point | None = None

    @property
    def is_held(self) -> bool:
        """The button is down."""
        return self._pressed_at is not None

    def press(self, at: Point) -> None:
        """Take hold."""
        self._pressed_at, self._moved_to = at, None

    def drag(self, at: Point, still: int) -> bool:
        """Move along, as soon as it is more than ``still`` pixels; True where it moved."""
        if self._pressed_at is None:
            return False
        if self._moved_to is None:
            if max(abs(at[0] - self._pressed_at[0]), abs(at[1] - self._pressed_at[1])) <= still:
                return False
            self._moved_to = self._pressed_at
        self._viewport.pan(at[0] - self._moved_to[0], at[1] - self._moved_to[1])
        self._moved_to = at
        return True

    def release(self) -> bool:
        """Let go; True where it never moved, so that it was a click."""
        was_click = self.is_held and self._moved_to is None
        self._pressed_at = self._moved_to = None
        return was_click
