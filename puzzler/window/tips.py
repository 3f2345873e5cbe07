"""When a tooltip is shown: where the pointer rests, and at once for what the keyboard holds."""

from __future__ import annotations

from collections.abc import Callable

from puzzler.window.widgets.control import Control, Controls
from puzzler.window.widgets.tooltip import SECONDS, Tip


class Tips:
    """Waits; time is handed in."""

    def __init__(self, find: Callable[[str], Tip | None]) -> None:
        """``find`` knows what is to be said about the control of a name."""
        self.name: str | None = None
        """The control whose tooltip is shown."""
        self._find = find
        self._since: tuple[str, float] | None = None
        self._hushed: Control | None = None
        self._is_to_hush = False
        self._now: float | None = None

    @property
    def tip(self) -> Tip | None:
        """What is shown."""
        return None if self.name is None else self._find(self.name)

    def seconds_to_come(self) -> float | None:
        """How long until one is to be shown; None where none is waited for."""
        if self._since is None or self.name is not None or self._now is None:
            return None
        return max(0.001, self._since[1] + SECONDS - self._now)

    def hush(self) -> None:
        """What is being pressed need not be explained any more, until the pointer comes again."""
        self._is_to_hush = True

    def tick(self, now: float, controls: Controls, *, is_covered: bool) -> None:
        """Let time pass up to ``now``; nothing is said about what a sheet covers."""
        self._now = now
        over = None if is_covered or controls.is_held else controls.hovered or controls.focused
        if self._is_to_hush:
            self._hushed, self._is_to_hush = controls.hovered, False
        if over is not None and over is self._hushed:
            over = None
        elif controls.hovered is not self._hushed:
            self._hushed = None
        if over is None or self._find(over.name) is None:
            self._since = self.name = None
            return
        if self._since is None or self._since[0] != over.name:
            # from one tooltip to the next there is no wait
            is_quick = self.name is not None or over is controls.focused
            self._since = over.name, now - SECONDS if is_quick else now
            self.name = None
        if now - self._since[1] >= SECONDS:
            self.name = over.name
