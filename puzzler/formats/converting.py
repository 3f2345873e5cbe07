"""Conversion to another format, and the fields that the other format cannot represent."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import combinations, takewhile
from math import isclose
from typing import Any

from puzzler.board.board import Board
from puzzler.board.errors import BoardError
from puzzler.formats import headers, registry
from puzzler.formats.format import Contents, Format

_NOTHING = Contents(start=Board.solved(2, 2))
PARTS = {
    "times": "the times of the moves",
    "moves": "the moves",
    "weight": "the weight",
    "labels": "the letters",
    "length": "the promised length",
    "is_unsolvable": "the promise of unsolvability",
    "name": "the name",
}
"""Optional fields and their names, the least important first."""
_COMMENT = "#"
TIME_STEP = 0.01
"""Resolution of written times, in seconds."""


class SeveralLinesError(BoardError):
    """A board needs several lines, but a list has one line per board."""


@dataclass(frozen=True)
class Conversion:
    """The result of a conversion."""

    text: str
    """The text without its last line end."""
    lost: tuple[str, ...] = ()
    """Values of ``PARTS`` that the text does not contain."""


def convert(contents: Contents, form: Format) -> Conversion:
    """Convert ``contents`` to a text in ``form``, omitting as few fields as possible.

    Raises BoardError if the format cannot represent the board or its goal.
    """
    text = _text(contents, form)
    read = registry.read(text, form.name)
    if read.start != contents.start or read.goal_or_standard != contents.goal_or_standard:
        raise BoardError(_why_not(contents, read, form))
    lost = [words for part, words in PARTS.items() if _is_lost(part, contents, read)]
    return Conversion(text, tuple(lost))


class ListWriter:
    """Writes one board per line, with a comment wherever the goal changes."""

    def __init__(self, form: Format) -> None:
        self._form = form
        self._header = ""
        self.lost: dict[str, None] = {}
        """Values of ``PARTS``, in the order in which they were lost."""

    def write(self, contents: Contents) -> str:
        """Return the line of a board without its line end, with a comment above it if needed.

        Raises BoardError if the format cannot represent the board, SeveralLinesError if it needs
        more than one line.
        """
        result = convert(contents, self._form)
        *comments, line = _on_one_line(result.text, self._form)
        # a comment applies to all lines below it, so boards with the default goal also need one
        if comments or self._header:
            comments = comments or [headers.write_goal(contents.goal_or_standard)]
            if comments == [self._header]:
                comments = []
            else:
                self._header = comments[-1]
        self.lost |= dict.fromkeys(result.lost)
        return "\n".join([*comments, line])


def _on_one_line(text: str, form: Format) -> list[str]:
    """Return the comments above a board, and its lines joined by spaces or ``/``."""
    lines = text.split("\n")
    comments = list(takewhile(lambda line: line.startswith(_COMMENT), lines))
    rows = lines[len(comments) :]
    for between in (("/", " ") if form.name == "grid" else (" ", "/")) if len(rows) > 1 else ("",):
        result = [*comments, between.join(rows)]
        with suppress(BoardError):
            if registry.read("\n".join(result), form.name) == registry.read(text, form.name):
                return result
    raise SeveralLinesError(
        f"boards in {form.name} take several lines, but a list has one line per board"
    )


def _text(contents: Contents, form: Format) -> str:
    """Write as many fields of ``contents`` as possible. Raises the error of the last attempt."""
    write: Callable[[Contents], str] | None = form.write
    if write is None:
        raise BoardError(f"the format {form.name} is read-only")
    error: BoardError | None = None
    for less in _shortened(contents):
        try:
            text = write(less)
            registry.read(text, form.name)  # fails if the format cannot represent the contents
        except BoardError as refused:
            error = refused
        else:
            return text
    assert error is not None, "nothing is left out at first"
    raise error


def _shortened(contents: Contents) -> Iterator[Contents]:
    """Yield ``contents``, then copies without one field, without two fields, and so on."""
    there = [part for part in PARTS if getattr(contents, part) != getattr(_NOTHING, part)]
    for count in range(len(there) + 1):
        for parts in combinations(there, count):
            left_out: dict[str, Any] = {part: getattr(_NOTHING, part) for part in parts}
            if "moves" in parts:
                left_out["times"] = None  # times belong to moves
            yield replace(contents, **left_out)


def _is_lost(part: str, contents: Contents, read: Contents) -> bool:
    before, after = getattr(contents, part), getattr(read, part)
    if before == getattr(_NOTHING, part):
        return False
    if part == "times" and after is not None:
        pairs = zip(before, after, strict=False)
        return not all(isclose(*pair, rel_tol=0, abs_tol=TIME_STEP) for pair in pairs)
    return bool(before != after)


def _why_not(contents: Contents, read: Contents, form: Format) -> str:
    if read.start != contents.start:
        return f"{form.name} cannot represent this board"
    has, target = (
        headers.goal_name(goal) or str(goal)
        for goal in (read.goal_or_standard, contents.goal_or_standard)
    )
    return f"{form.name} implies the goal {has}, not {target}: add --goal {has}"
