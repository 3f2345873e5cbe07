"""A line with the size, then rows of tiles: the common layout of files from several courses."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from puzzler.board.board import Board, board_of, tile_of
from puzzler.board.errors import BoardError, quoted
from puzzler.board.numbers import whole_number
from puzzler.board.tokens import LARGEST_SIDE, Token, tokens_of
from puzzler.formats.blocks import COMMENTS, checked_sizes, without_comments

_SIZE = r"[0-9]{1,2}"
_LINE_END = r"[^\S\n]*+(?:#[^\n]*+)?\n"
SIZE_LINE = re.compile(r"\A" + COMMENTS + _SIZE + _LINE_END)
"""The first line is one size."""
TWO_SIZES_LINE = re.compile(r"\A" + COMMENTS + _SIZE + r"[^\S\n]++" + _SIZE + _LINE_END)
_WORD = re.compile(r"\S+")
_MAX_WORDS = 400
"""More than any row of a board has."""


def lines_of(text: str) -> Iterator[list[Token]]:
    """Yield the words of every nonempty line, separated by white space only.

    Lines with more than ``_MAX_WORDS`` words are split into pieces of that length.
    """
    line, line_start, last = 1, 0, 0
    words: list[Token] = []
    for match in _WORD.finditer(text):
        breaks = text.count("\n", last, match.start())
        if words and (breaks or len(words) == _MAX_WORDS):
            yield words
            words = []
        if breaks:
            line += breaks
            line_start = text.rindex("\n", last, match.start()) + 1
        last = match.end()
        words.append(Token(match.group(), line, match.start() - line_start + 1))
    if words:
        yield words


def first_lines(text: str, limit: int) -> list[list[Token]]:
    """Return the words of the first nonempty lines, at most ``limit`` lines."""
    return list(islice(lines_of(text), limit))


def is_size(token: Token) -> bool:
    """Whether the word looks like a number of rows or columns: one or two digits."""
    return len(token.text) <= 2 and token.text.isascii() and token.text.isdigit()


def has_rows(text: str) -> bool:
    """Whether the first line is a single size and rows follow, directly or after comments.

    Rows after an empty line belong to a weighted scenario, unless their number is the size.
    """
    lines = first_lines(without_comments(text), LARGEST_SIDE + 2)
    if len(lines) < 2 or (len(lines) > 2 and len(lines[1]) == 1):  # a grid of one column
        return False
    first, row = lines[0][0].line, lines[1][0].line
    between = text.split("\n", row)[first : row - 1]
    return all(line.strip() for line in between) or len(lines) - 1 == whole_number(lines[0][0].text)


def sized_board(text: str, *, is_square: bool) -> Board:
    """Parse a text that starts with the number of rows and, unless ``is_square``, of columns.

    Comments and empty lines are ignored. Raises BoardError if a row or tile is invalid.
    """
    lines = lines_of(without_comments(text))
    head = next(lines, None)
    what = "the size" if is_square else "the numbers of rows and columns"
    if head is None:
        raise BoardError(f"the text is empty: {what} should be on line 1")
    rows, columns = _sizes(head, 1 if is_square else 2, what)
    grid: list[list[Token]] = []
    for row in lines:
        if len(grid) == rows:
            raise row[0].error(
                f"{quoted(row[0].text)} is unexpected: line {head[0].line} announces {rows} rows"
            )
        for token in row[:columns]:
            tile_of(token)  # raises if it is no tile
        if len(row) > columns:
            raise row[columns].error(
                f"{quoted(row[columns].text)} is one too many: line {head[0].line} announces "
                f"{columns} tiles per row"
            )
        if len(row) < columns:
            raise row[-1].error(
                f"row {len(grid) + 1} has {len(row)} tiles, but line {head[0].line} announces "
                f"{columns} tiles per row"
            )
        grid.append(row)
    if len(grid) < rows:
        last = grid[-1][0] if grid else head[0]
        raise BoardError(
            f"row {len(grid) + 1} of {rows} is missing after line {last.line}", line=last.line + 1
        )
    return board_of(grid)


def sizes(text: str) -> tuple[int, int]:
    """Parse the numbers of rows and columns, which are the only words of ``text``."""
    words = next(lines_of(text), [])
    if not words:
        raise BoardError("the numbers of rows and columns are missing", line=1)
    return _sizes(words, 2, "the numbers of rows and columns")


def start_and_goal(first: str, second: str) -> tuple[Board, Board]:
    """Parse the boards in two blocks. Raises BoardError if their shapes differ."""
    start, goal = Board.parse(first), Board.parse(second)
    if start.size != goal.size:
        raise next(tokens_of(second))[0].error(
            f"the goal is {goal.rows}x{goal.columns}, but the start is {start.rows}x{start.columns}"
        )
    return start, goal


def write_rows(board: Board) -> list[str]:
    """Return one line for each row."""
    return [" ".join(map(str, row)) for row in board.grid]


def _sizes(words: Sequence[Token], count: int, what: str) -> tuple[int, int]:
    for token in words[:count]:
        if not is_size(token):
            raise token.error(f"{quoted(token.text)} is not a size: line {token.line} has {what}")
    if len(words) < count:
        raise words[-1].error(f"the number of columns is missing after {quoted(words[-1].text)}")
    if len(words) > count:
        raise words[count].error(
            f"{quoted(words[count].text)} is unexpected: line {words[0].line} has only {what}"
        )
    return checked_sizes(whole_number(words[0].text), whole_number(words[-1].text), words[0])
