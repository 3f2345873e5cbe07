"""The tokenizer for boards, and the rules that arrange its words in rows.

Every word keeps its line and column.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from math import isqrt

from puzzler.board.cleaning import BARS, EMPTY, GAP, NO_VALUES, cleaned
from puzzler.board.errors import BoardError, quoted
from puzzler.board.numbers import whole_number

SMALLEST_SIDE = 2
LARGEST_SIDE = 10
MAX_TILES = LARGEST_SIDE * LARGEST_SIDE
SIDES = {side * side: side for side in range(SMALLEST_SIDE, LARGEST_SIDE + 1)}
"""Side lengths of square boards by number of cells."""
BLANK_MARKS = frozenset({"", "0", "_", "*", ".", "-", "\N{WHITE SQUARE}"})
BLANK_WORDS = BLANK_MARKS | {"x", "b", "-1", *NO_VALUES}
"""Words for the blank, in lower case, on a board of numbers."""
COMPACT = re.compile(r"(?=[0-9A-Fa-fXx_.*\u25a1-]*[0-9])[0-9A-Fa-fXx_.*\u25a1-]{9}(?:.{7})?")
"""A word that can be a whole 3x3 or 4x4 board, one character per tile."""

_WORD_OR_GAP = re.compile(rf"([{GAP}]++)|{EMPTY}|[^{GAP}{EMPTY}]++")
_NESTED = re.compile(r"[\])}][\s,/;]*+[\[({]")
_CELL = rf"[^{GAP}{EMPTY}]"
_PAIR = re.compile(rf"{_CELL}[\"']?[ \t]*[, \t][ \t]*[\"']?{_CELL}")
"""Two cells divided by a space or comma; bars and semicolons then divide rows."""


@dataclass(frozen=True)
class Token:
    """A word and its position; line and column are counted from 1."""

    text: str
    line: int
    column: int
    digit: int | None = None
    """The value of a hexadecimal digit on a board without separators."""

    def error(self, reason: str) -> BoardError:
        """Return a BoardError with this token's position."""
        return BoardError(reason, line=self.line, column=self.column, token=self.text)

    def number(self, high: int, name: str) -> int:
        """Return the number from 0 to ``high`` that the word denotes. Raises BoardError."""
        try:
            return whole_number(self.text, 0, high, name)
        except ValueError as error:
            raise self.error(str(error)) from None


def token_grid(text: str, check: Callable[[Token], object]) -> list[list[Token]]:
    """Arrange the words of ``text`` in the rows of a board, 2x2 to 10x10, all of the same length.

    check: called with each token; raises an error if it is no tile. Raises BoardError at the first
    error in the shape. Words after the largest board are not read.
    """
    rows: list[list[Token]] = [[]]
    for token, is_last in islice(tokens_of(text), MAX_TILES + 2):
        rows[-1].append(token)
        if is_last:
            rows.append([])
    grid = _with_blank(_arrange(_without_size([row for row in rows if row])))
    if not grid:
        raise BoardError("there is no board: the text is empty")
    first = grid[0][0]
    if len(grid[0]) == 1 and len(grid) > 1 and len(grid[1]) > 1 and _is_wrong_size(first):
        raise first.error(f"{quoted(first.text)} is not a size: sizes go from 2 to 10")
    for number, row in enumerate(grid, 1):
        for token in row[:LARGEST_SIDE]:
            check(token)
        if len(row) > LARGEST_SIDE:
            word = row[LARGEST_SIDE]
            raise word.error(
                f"tile {quoted(word.text)} is one too many: a row has at most 10 tiles"
            )
        if len(row) != len(grid[0]):
            raise row[-1].error(
                f"row {number} ends with {quoted(row[-1].text)} after {len(row)} tiles; "
                f"row 1 has {len(grid[0])}"
            )
        if number > LARGEST_SIDE:
            raise row[0].error(f"row {number} is one too many: a board has at most 10 rows")
    if len(grid) == 1 or len(grid[0]) == 1:
        raise first.error(
            f"only one {'row' if len(grid) == 1 else 'column'}: boards have {SMALLEST_SIDE} to "
            f"{LARGEST_SIDE} rows and columns; separate rows by / as in '1 2 3/4 5 6/7 8 0'"
        )
    return grid


def in_rows(words: Sequence[Token], columns: int) -> list[list[Token]]:
    """Split ``words`` into rows of length ``columns``."""
    return [list(words[first : first + columns]) for first in range(0, len(words), columns)]


def _is_wrong_size(word: Token) -> bool:
    is_number = word.text.removeprefix("-").isdecimal() and word.text != "-1"
    return is_number and word.text not in map(str, range(SMALLEST_SIDE, LARGEST_SIDE + 1))


def _without_size(rows: list[list[Token]]) -> list[list[Token]]:
    """Leave out the size, or the numbers of rows and columns, above the tiles.

    Two numbers above rows of two tiles may be tiles.
    """
    if len(rows) <= SMALLEST_SIDE:
        return rows
    sizes, cells = [word.text for word in rows[0]], sum(map(len, rows[1:]))
    is_size = sizes == [str(SIDES.get(cells))]
    is_shape = sizes == [str(len(rows) - 1), str(len(rows[-1]))] and len(rows[-1]) > SMALLEST_SIDE
    return rows[1:] if is_size or is_shape else rows


def _with_blank(grid: list[list[Token]]) -> list[list[Token]]:
    """Replace the only symbol by a blank if no tile is missing."""
    words = [word.text for row in grid for word in row]
    others = set(words).difference(map(str, range(1, len(words))))
    if (
        len(words) < 4
        or len(others) != 1
        or len(set(words)) < len(words)
        or not _SYMBOL.match("".join(others))
    ):
        return grid
    return [[replace(w, text="_") if w.text in others else w for w in row] for row in grid]


_SYMBOL = re.compile(r"[^\w\x00-\x1f]+\Z")


def _arrange(rows: list[list[Token]]) -> list[list[Token]]:
    """Return the rows of digits without separators, and of a square board in one row or column.

    Other rows are returned unchanged.
    """
    words = [word for row in rows for word in row]
    if not words or (len(rows) > 1 and len(rows) != len(words)):
        return rows
    lengths = {len(word.text) for word in words}
    is_compact = len(lengths) == 1 and all(map(_ROW.fullmatch, (word.text for word in words)))
    if is_compact and len(words) == 1 and COMPACT.fullmatch(words[0].text):
        return in_rows(_characters(words), isqrt(len(words[0].text)))
    if is_compact and len(words) > 1 and (len(rows) > 1 or len(words) == max(lengths) > 2):
        return in_rows(_characters(words), max(lengths))
    if len(words) == 1 and _DIGITS.fullmatch(words[0].text):
        raise words[0].error(
            f"{quoted(words[0].text)} has {len(words[0].text):,} digits: a board without "
            "separators has 9, or 16 hexadecimal ones, each once"
        )
    return in_rows(words, SIDES[len(words)]) if len(words) in SIDES else rows


_ROW = re.compile(r"[0-9A-Fa-fXx_.*\u25a1-]{2,}")
_DIGITS = re.compile(r"[0-9]{4,}+|[0-9A-Fa-f]{15,17}")


def _characters(words: Sequence[Token]) -> list[Token]:
    """Return each character as a word. On boards of at most 10 tiles, b is the blank."""
    cells = sum(len(word.text) for word in words)
    digits = "0123456789" if cells <= LARGEST_SIDE else "0123456789abcdef"
    return [
        Token(
            text, word.line, column, digits.find(text.lower()) if text.lower() in digits else None
        )
        for word in words
        for column, text in enumerate(word.text, word.column)
    ]


def check_distinct(tokens: Sequence[Token], values: Sequence[int | str], more: str = "") -> None:
    """Raise BoardError at the first repeated value, which is 0 or "" for the blank.

    more: added to the message.
    """
    first_tokens: dict[int | str, Token] = {}
    for token, tile in zip(tokens, values, strict=True):
        first = first_tokens.setdefault(tile, token)
        if first is not token:
            name = f"tile {tile}" if tile else f"the blank {quoted(token.text)}"
            line = "" if first.line == token.line else f"line {first.line}, "
            raise token.error(f"{name} appears twice, first at {line}column {first.column}{more}")


def missing_tiles(values: Sequence[int], cells: int) -> str:
    """Return the end of a message: the tiles of a board of ``cells`` cells not in ``values``."""
    missing = sorted(set(range(cells)).difference(values))
    if not 0 < len(missing) <= LARGEST_SIDE // 2:
        return ""
    tiles = [f"tile {tile}" if tile else "the blank" for tile in missing]
    return f"; {' and '.join(tiles)} {'is' if len(tiles) == 1 else 'are'} missing"


def tokens_of(text: str) -> Iterator[tuple[Token, bool]]:
    """Yield each word of ``text`` and whether it is the last of its row.

    Words are separated by spaces, commas, brackets, quotes, bars and semicolons. A row ends with
    its line or at ``/``, and at a bar or semicolon if spaces or commas separate the words. In
    nested brackets, such as ``[[1, 2], [3, 0]]``, it ends only at a closing bracket. An empty cell
    is the word "" if the text has no other blank. Frames of drawn boards, a name before the first
    bracket, as in ``array([[1, 2], [3, 0]])``, and a type after the last are skipped.
    """
    text = cleaned(text)
    closings = "])}" if _NESTED.search(text) else "\n/\\"
    row_ends = frozenset(closings + (f";{BARS}" if _PAIR.search(text) else ""))
    pending: Token | None = None
    line, line_start = 1, 0
    for match in _WORD_OR_GAP.finditer(text):
        word = match.group()
        if match[1] is None:
            if pending is not None:  # an empty cell follows without a gap
                yield pending, False
            pending = Token(word.strip(EMPTY), line, match.start() - line_start + 1)
            continue
        if pending is not None:
            yield pending, match.end() == len(text) or not row_ends.isdisjoint(word)
            pending = None
        if "\n" in word:
            line += word.count("\n")
            line_start = match.start() + word.rindex("\n") + 1
    if pending is not None:
        yield pending, True
