"""The exceptions of Puzzler. Each message is one line and quotes the bad input."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


class PuzzlerError(Exception):
    """Base class of Puzzler's errors. The message is one line, suitable for users.

    >>> from puzzler import Board
    >>> try:
    ...     Board.solved(1, 11)
    ... except PuzzlerError as error:
    ...     print(error)
    there is no 1x11 board: rows and columns go from 2 to 10
    """


class BoardError(PuzzlerError, ValueError):
    """An invalid board: a wrong shape, wrong tiles, or text that cannot be parsed.

    For an error in text, ``line`` and ``column`` (both counted from 1) are its position and
    ``token`` is the text at that position.

    >>> from puzzler import Board
    >>> try:
    ...     Board.parse("1 2/3 y")
    ... except BoardError as error:
    ...     print(error.column, error.token)
    7 y
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
    """A move that would take the blank off the board.

    >>> from puzzler import Board, Move
    >>> Board.solved(2, 2).apply(Move.DOWN)
    Traceback (most recent call last):
    puzzler.board.errors.IllegalMoveError: the blank in row 2, column 2 cannot move DOWN
    """


class UnsolvableError(PuzzlerError, ValueError):
    """The goal cannot be reached from the start: their shape or their parity differs.

    >>> from puzzler import Board, Problem
    >>> Problem(Board.solved(2, 2), Board.solved(2, 3))
    Traceback (most recent call last):
    puzzler.board.errors.UnsolvableError: the start is 2x2, the goal 2x3
    """


def quoted(text: str, limit: int = 24) -> str:
    """Return ``text`` in quotes for an error message, shortened to ``limit`` and printable."""
    return repr(shortened(text, limit))


def shortened(text: str, limit: int) -> str:
    """Return ``text`` cut to at most ``limit`` characters, with an ellipsis at the cut."""
    return text if len(text) <= limit else text[: limit - 1] + "…"


def reading_failure(error: OSError) -> str:
    """Return the reason why a file cannot be read."""
    reasons = {
        FileNotFoundError: "file not found",
        IsADirectoryError: "this is a folder, not a file",
        PermissionError: "no permission to read it",
    }
    return reasons.get(type(error), f"cannot be read: {error.strerror or error}")


def unknown_name(kind: str, name: object, names: Iterable[str]) -> str:
    """Return the error message for a ``name`` that is not in ``names``; suggests a similar name."""
    return f"unknown {kind} {quoted(str(name))}; {suggestion(str(name), names)}"


def suggestion(name: str, names: Iterable[str], otherwise: str = "choose from") -> str:
    """Return "did you mean ...?" with a similar name, or ``otherwise`` and all ``names``."""
    choices = list(names)
    similar = get_close_matches(name.lower(), choices, 1)
    return f"did you mean {similar[0]}?" if similar else f"{otherwise} {', '.join(choices)}"
