"""Parts that are made once and shown again for as long as what they are made of stays the same."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable

from puzzler.window.toolkit.scene import Part


class Still:
    """Keeps the parts of a panel that changes far less often than it is asked for them."""

    def __init__(self) -> None:
        self._made_of: Hashable = None
        self._parts: tuple[Part, ...] = ()

    def parts(self, made_of: Hashable, make: Callable[[], Iterable[Part]]) -> tuple[Part, ...]:
        """Those made last where ``made_of`` is the same, else new ones."""
        if made_of != self._made_of:
            self._made_of, self._parts = made_of, tuple(make())
        return self._parts
