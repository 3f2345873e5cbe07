"""What can be wrong with a board, said in one line that names the bad input."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


class PuzzlerError(Exception):
    """Base of every error that Puzzler raises on purpose; its text is one line for the user."""


class BoardError(PuzzlerError, ValueError):
    """A board that cannot be: wrong shape, wrong tiles, or text that is no board.

    Where the error comes from text, ``line`` and ``column`` (both from 1) say where
    and ``token`` quotes what stood there.
    """

    def __init__(
        self,
        reason: str,
        *,
        line: int | None = None,
        column: int | None = None,
        token: str | None = None,
    ) -> None:
        self.reason = reason
        self.line = line
        self.column = column
        self.token = token
        places = [f"{name} {at}" for name, at in (("line", line), ("column", column)) if at]
        where = ", ".join(places) + ": " if places else ""
        super().__init__(where + reason)


class IllegalMoveError(PuzzlerError, ValueError):
    """A move that would carry the blank over the edge."""


class UnsolvableError(PuzzlerError, ValueError):
    """No moves lead from start to goal: they lie in different halves of the state space."""


def quoted(text: str, limit: int = 24) -> str:
    """``text`` in quotes, shortened and made printable, for an error message."""
    return repr(shortened(text, limit))


def shortened(text: str, limit: int) -> str:
    """``text``, or its first letters and a sign that there are more."""
    return text if len(text) <= limit else text[: limit - 1] + "…"


def unknown(kind: str, name: object, names: Iterable[str]) -> str:
    """The error message for a ``name`` that is not among ``names``; suggests a similar one."""
    return f"unknown {kind} {quoted(str(name))}; {suggestion(str(name), names)}"


def suggestion(name: str, names: Iterable[str], otherwise: str = "choose from") -> str:
    """The one of ``names`` that ``name`` is most like, as a question; else all of them."""
    there = list(names)
    similar = get_close_matches(name.lower(), there, 1)
    return f"did you mean {similar[0]}?" if similar else f"{otherwise} {', '.join(there)}"
