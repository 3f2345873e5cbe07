"""The tokenizer for boards: text as rows of words, each with its line and column."""

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
    """A word and its position; line and column are counted from 1."""

    text: str
    line: int
    column: int

    def error(self, reason: str) -> BoardError:
        """Return a BoardError with this token's position."""
        return BoardError(reason, line=self.line, column=self.column, token=self.text)


def token_grid(text: str, check: Callable[[Token], object]) -> list[list[Token]]:
    """Split ``text`` into the rows of a board, 2x2 to 10x10, all of the same length.

    check: called with each token; raises an error if it is no tile. Raises BoardError at the first
    error in the shape. The rest of the text is not read, so large invalid files are cheap.
    """
    grid: list[list[Token]] = []
    row: list[Token] = []
    for token, is_last in tokens_of(text):
        check(token)
        row.append(token)
        if len(row) > LARGEST_SIDE:
            raise token.error(
                f"tile {quoted(token.text)} is one too many: a row has at most 10 tiles"
            )
        if not is_last:
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
    """Raise BoardError at the first repeated value. ``value`` returns 0 or "" for the blank."""
    first_tokens: dict[int | str, Token] = {}
    for token in tokens:
        tile = value(token)
        first = first_tokens.setdefault(tile, token)
        if first is not token:
            name = f"tile {tile}" if tile else f"the blank {quoted(token.text)}"
            line = "" if first.line == token.line else f"line {first.line}, "
            raise token.error(f"{name} appears twice, first at {line}column {first.column}")


def tokens_of(text: str) -> Iterator[tuple[Token, bool]]:
    """Yield each word of ``text`` and whether it is the last of its row.

    Words are separated by spaces, commas and brackets. A row ends with its line or at ``/``. In
    nested brackets, such as ``[[1, 2], [3, 0]]``, it ends only at a closing bracket. A name before
    the first bracket, as in ``array([[1, 2], [3, 0]])``, is skipped.
    """
    row_ends = frozenset("])}" if _NESTED.search(text) else "\n/")
    pending: Token | None = None
    line, line_start = 1, 0
    for match in _WORD_OR_GAP.finditer(text):
        word = match.group()
        if match[1] is None:
            pending = Token(word, line, match.start() - line_start + 1)
            continue
        if pending is not None:
            yield pending, match.end() == len(text) or not row_ends.isdisjoint(word)
            pending = None
        if "\n" in word:
            line += word.count("\n")
            line_start = match.start() + word.rindex("\n") + 1
    if pending is not None:
        yield pending, True
