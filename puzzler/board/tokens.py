"""Text as rows of words, each with its place, for parsing boards."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from puzzler.board.errors import BoardError, quoted

SMALLEST_SIDE = 2
LARGEST_SIDE = 10
BLANK_MARKS = frozenset({"0", "_", "*", "."})

DIGITS = re.compile(r"[0-9]{4,}+|[0-9A-Fa-f]{15,17}")
"""A word that is meant as a whole board; 9 digits or 16 hexadecimal digits can be one."""

_GAP = r"\s,/\[\](){}"
_NAME = r"\A\s*+[^\W\d][\w.]*+(?=[\[({])"
_WORD_OR_GAP = re.compile(rf"({_NAME}|[{_GAP}]++)|[^{_GAP}]++")
_NESTED = re.compile(r"[\])}][\s,/]*+[\[({]")


@dataclass(frozen=True)
class Token:
    """A word and where it stands; line and column count from 1."""

    text: str
    line: int
    column: int

    def error(self, reason: str) -> BoardError:
        """What is wrong with it."""
        return BoardError(reason, line=self.line, column=self.column, token=self.text)


def token_grid(text: str, check: Callable[[Token], object]) -> list[list[Token]]:
    """The words of a board, 2x2 to 10x10, every row as long as the first; BoardError otherwise.

    ``check`` raises where a word is no tile. Nothing is read beyond the first thing that is wrong,
    so that large noise costs nothing.
    """
    grid: list[list[Token]] = []
    row: list[Token] = []
    for token, ends_row in tokens_of(text):
        check(token)
        row.append(token)
        if len(row) > LARGEST_SIDE:
            raise token.error(
                f"tile {quoted(token.text)} is one too many: a row has at most 10 tiles"
            )
        if not ends_row:
            continue
        if grid and len(row) != len(grid[0]):
            raise token.error(
                f"row {len(grid) + 1} ends with {quoted(token.text)} after {len(row)} tiles; "
                f"row 1 has {len(grid[0])}"
            )
        grid.append(row)
        if len(grid) > LARGEST_SIDE:
            raise row[0].error(f"row {len(grid)} is one too many: a board has at most 10 rows")
        row = []
    if not grid:
        raise BoardError("there is no board: the text is empty")
    if len(grid) == 1 or len(grid[0]) == 1:
        first = grid[0][0]
        raise first.error(
            f"from {quoted(first.text)} on this would be a {len(grid)}x{len(grid[0])} board: "
            f"rows and columns go from {SMALLEST_SIDE} to {LARGEST_SIDE}; "
            "separate the rows by / as in '1 2 3/4 5 6/7 8 0'"
        )
    return grid


def check_distinct(tokens: Iterable[Token], value: Callable[[Token], int | str]) -> None:
    """BoardError at a word whose ``value``, 0 or "" for the blank, is that of one before it."""
    seen: dict[int | str, Token] = {}
    for token in tokens:
        tile = value(token)
        first = seen.setdefault(tile, token)
        if first is not token:
            name = f"tile {tile}" if tile else f"the blank {quoted(token.text)}"
            line = "" if first.line == token.line else f"line {first.line}, "
            raise token.error(f"{name} appears twice, first at {line}column {first.column}")


def tokens_of(text: str) -> Iterator[tuple[Token, bool]]:
    """Yield every word of ``text`` and whether it is the last of its row.

    Spaces, commas and brackets separate words. A row ends with its line or at ``/``. In nested
    brackets, such as ``[[1, 2], [3, 0]]``, it ends at a closing bracket only. A name before the
    first bracket, as in ``array([[1, 2], [3, 0]])``, is skipped.
    """
    row_ends = frozenset("])}" if _NESTED.search(text) else "\n/")
    before: Token | None = None
    line, line_start = 1, 0
    for match in _WORD_OR_GAP.finditer(text):
        word = match.group()
        if match[1] is None:
            before = Token(word, line, match.start() - line_start + 1)
            continue
        if before is not None:
            yield before, match.end() == len(text) or not row_ends.isdisjoint(word)
            before = None
        if "\n" in word:
            line += word.count("\n")
            line_start = match.start() + word.rindex("\n") + 1
    if before is not None:
        yield before, True
