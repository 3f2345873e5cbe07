"""Which of several states with the same f is taken first."""

from __future__ import annotations

from enum import StrEnum


class Ties(StrEnum):
    """What decides among states of equal f: their g, or when they were generated.

    Where it is g and that is equal too, the state that was generated last is taken first.
    """

    HIGH_G = "high-g"
    LOW_G = "low-g"
    FIFO = "fifo"
    LIFO = "lifo"

    @property
    def words(self) -> str:
        """As on the screen: "larger g", "first in"."""
        return _TITLES[self]


_TITLES = {
    Ties.HIGH_G: "larger g",
    Ties.LOW_G: "smaller g",
    Ties.FIFO: "first in",
    Ties.LIFO: "last in",
}


BY_F_TIES = (Ties.LIFO, Ties.HIGH_G, Ties.LOW_G, Ties.FIFO)
"""What there is to choose where states are taken by f, the usual one first."""


def checked_ties(text: str) -> Ties:
    """The rule of that name; ValueError names ``text`` and the rules that there are."""
    try:
        return Ties(text)
    except ValueError:
        raise ValueError(f"no tie-break is called {text!r}; there are {', '.join(Ties)}") from None
