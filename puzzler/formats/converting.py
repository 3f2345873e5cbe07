"""From one format into another: the text, and what the other format cannot hold."""

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
    "is_unsolvable": "the promise that it is unsolvable",
    "name": "the name",
}
"""What may be left out, the least important first, in words."""
_COMMENT = "#"
TIME_STEP = 0.01
"""Seconds: times are written in hundredths."""


class SeveralLinesError(BoardError):
    """A text of several lines, which a list of boards cannot have."""


@dataclass(frozen=True)
class Converted:
    """A text, and what it lost."""

    text: str
    """Without its last line end."""
    lost: tuple[str, ...] = ()
    """Values of ``PARTS``."""


def converted(contents: Contents, form: Format) -> Converted:
    """``contents`` in that format, with as little left out as possible.

    BoardError where the format cannot hold the board or its goal.
    """
    text = _text(contents, form)
    read = registry.read(text, form.name)
    if read.start != contents.start or read.meant_goal != contents.meant_goal:
        raise BoardError(_why_not(contents, read, form))
    lost = [words for part, words in PARTS.items() if _is_lost(part, contents, read)]
    return Converted(text, tuple(lost))


class ListWriter:
    """Writes a list: a board per line, below a comment with its goal where that changes."""

    def __init__(self, form: Format) -> None:
        self._form = form
        self._header = ""
        self.lost: dict[str, None] = {}
        """Values of ``PARTS``, in the order in which they were lost."""

    def write(self, contents: Contents) -> str:
        """The board's line, without its end, and the comment above it where one is needed.

        BoardError where the format cannot hold the board, SeveralLinesError where it needs more
        than a line.
        """
        made = converted(contents, self._form)
        *comments, line = _on_one_line(made.text, self._form)
        # a comment holds for all lines below it, so that boards with the default goal need one too
        if comments or self._header:
            comments = comments or [headers.write_goal(contents.meant_goal)]
            if comments == [self._header]:
                comments = []
            else:
                self._header = comments[-1]
        self.lost |= dict.fromkeys(made.lost)
        return "\n".join([*comments, line])


def _on_one_line(text: str, form: Format) -> list[str]:
    """The comments above a board, and its lines joined by spaces or ``/``."""
    lines = text.split("\n")
    comments = list(takewhile(lambda line: line.startswith(_COMMENT), lines))
    rows = lines[len(comments) :]
    for between in (" ", "/") if len(rows) > 1 else ("",):
        made = [*comments, between.join(rows)]
        with suppress(BoardError):
            if registry.read("\n".join(made), form.name) == registry.read(text, form.name):
                return made
    raise SeveralLinesError(f"a board in {form.name} takes several lines, in a list it has one")


def _text(contents: Contents, form: Format) -> str:
    """The text with most of ``contents``; the error is that of the shortest one."""
    write: Callable[[Contents], str] | None = form.write
    if write is None:
        raise BoardError(f"no boards are written as {form.name}")
    error: BoardError | None = None
    for less in _shortened(contents):
        try:
            text = write(less)
            registry.read(text, form.name)  # what it cannot read back it cannot hold
        except BoardError as refused:
            error = refused
        else:
            return text
    assert error is not None, "nothing is left out at first"
    raise error


def _shortened(contents: Contents) -> Iterator[Contents]:
    """``contents``, then without one part, then without two, and so on."""
    there = [part for part in PARTS if getattr(contents, part) != getattr(_NOTHING, part)]
    for count in range(len(there) + 1):
        for parts in combinations(there, count):
            left_out: dict[str, Any] = {part: getattr(_NOTHING, part) for part in parts}
            if "moves" in parts:
                left_out["times"] = None  # times are those of moves
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
    has, wanted = (
        headers.goal_name(goal) or str(goal) for goal in (read.meant_goal, contents.meant_goal)
    )
    return f"{form.name} has the goal {has}; this board's is {wanted}: --goal changes it"
