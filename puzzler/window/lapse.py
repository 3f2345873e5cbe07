"""How long something has been there."""

from __future__ import annotations

from collections.abc import Hashable


class Lapse:
    """Counts from the first tick that sees it, for between two events much time may have passed."""

    def __init__(self) -> None:
        self._what: Hashable = None
        self._noticed = 0.0
        self._since: float | None = None

    def follow(self, what: Hashable, now: float) -> None:
        """``what`` is there now, None for nothing; another one counts anew."""
        if what != self._what:
            self._what, self._noticed, self._since = what, now, None
        elif self._since is None and now != self._noticed:
            self._since = now

    def seconds(self, now: float) -> float:
        """How long it has been there; 0 where nothing is."""
        return 0.0 if self._since is None else now - self._since
