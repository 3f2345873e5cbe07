"""A board that cannot be solved may be meant in another format, whose goal it can reach."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from puzzler.board.board import Board
from puzzler.board.errors import BoardError, UnsolvableError
from puzzler.board.parity import is_solvable
from puzzler.formats import registry
from puzzler.formats.format import Contents
from puzzler.formats.registry import FORMATS


def hint(contents: Contents, goal: Board) -> str:
    """Which format would make an unsolvable board solvable, in one line; "" where none would.

    goal: what the board cannot reach. Nothing is said where the text itself promises that, or where
    the goal is another than the text's.
    """
    if contents.is_unsolvable or goal != contents.meant_goal:
        return ""
    for name, other in _others(contents):
        if is_solvable(other.start, other.meant_goal):
            return f"with the goal of the format {name} it can be solved: --from {name}"
    return ""


@contextlib.contextmanager
def hinted(contents: Contents, goal: Board) -> Iterator[None]:
    """Within it, an UnsolvableError ends with the hint."""
    try:
        yield
    except UnsolvableError as error:
        words = hint(contents, goal)
        raise UnsolvableError(f"{error}; {words}" if words else str(error)) from None


def _others(contents: Contents) -> Iterator[tuple[str, Contents]]:
    """What the same text says to the other formats that can read it, by their names."""
    form = FORMATS.get(contents.form)
    if form is None or form.write is None:
        return
    try:
        text = form.write(contents)
    except BoardError:
        return
    for name in FORMATS:
        with contextlib.suppress(BoardError):
            other = registry.read(text, name)
            if name != form.name and other.start == contents.start:
                yield name, other
