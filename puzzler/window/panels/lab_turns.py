"""Who may draw in a frame: while a search runs, lens and tab take turns."""

from __future__ import annotations

from puzzler.game.lab.inspecting import Inspecting
from puzzler.search.inspection.values import Glimpse


class Turns:
    """Leaves a frame in which a running search shows a new moment to the lens.

    Both drawn anew in one frame would make it late; one frame later nobody sees the difference.
    """

    def __init__(self) -> None:
        self._seen: Glimpse | None = None
        self._has_waited = False

    def waits(self, inspecting: Inspecting) -> bool:
        """Asked once a frame: let this one pass; never two of them in a row."""
        is_new = inspecting.state().glimpse is not self._seen
        self._seen = inspecting.state().glimpse
        self._has_waited = inspecting.is_running and is_new and not self._has_waited
        return self._has_waited
