"""The letter board: tiles named by single letters, such as ``A B C/D _ E/F G H``.

Tiles are numbered in alphabetical order, so the alphabet with the blank last is the standard goal.
The goal may follow as a second board after an empty line.
"""

from __future__ import annotations

import re
from string import ascii_lowercase, ascii_uppercase

from puzzler.board.board import Board
from puzzler.board.errors import BoardError, quoted
from puzzler.board.tokens import BLANK_MARKS, Token, check_distinct, token_grid
from puzzler.formats import grid
from puzzler.formats.blocks import split_blocks
from puzzler.formats.format import Contents, Format

_ALPHABET = ascii_uppercase + ascii_lowercase
"""The letters of tiles 1, 2, 3 ... if the tiles have no labels."""
_GAP = r"(?:[\s,/]++|#[^\n]*+)"
_BLANK, _LETTER = rf"[0_*.]{_GAP}++", r"[^\W\d_]"
_TWO_LETTERS = re.compile(
    rf"\A{_GAP}*+(?:{_BLANK}{_LETTER}{_GAP}++|{_LETTER}{_GAP}++(?:{_BLANK})?){_LETTER}(?={_GAP}|\Z)"
)
"""Matches a text whose first two words, not counting the blank, are single letters."""


def read(text: str) -> Contents:
    """Parse a board of letters, and the goal if one follows."""
    blocks = split_blocks(text, limit=2)
    if not blocks:
        raise BoardError("there is no board: the text is empty")
    grids = [token_grid(block, _letter) for block in blocks]
    for rows in grids:
        tokens = [token for row in rows for token in row]
        check_distinct(tokens, [_letter(token) for token in tokens])
    start = grids[0]
    labels = tuple(sorted(_letter(token) for row in start for token in row))
    if labels[0]:
        last = start[-1][-1]
        raise last.error("the board has no blank, which is _, 0, * or .")
    if (len(start), len(start[0])) != (len(grids[-1]), len(grids[-1][0])):
        raise grids[-1][0][0].error(
            f"the goal is {len(grids[-1])}x{len(grids[-1][0])}, "
            f"but the start is {len(start)}x{len(start[0])}"
        )
    for row in grids[-1]:
        for token in row:
            if _letter(token) not in labels:
                raise token.error(f"the goal has {quoted(token.text)}, which is not on the board")
    boards = [
        Board.from_rows([[labels.index(_letter(token)) for token in row] for row in rows])
        for rows in grids
    ]
    return Contents(start=boards[0], goal=boards[1] if len(boards) > 1 else None, labels=labels)


def write(contents: Contents) -> str:
    """Format the board. The goal follows after an empty line unless it is standard.

    Tiles without labels get the letters of the alphabet. Raises BoardError if there are too few.
    """
    start = contents.start
    labels = contents.labels or ("", *_ALPHABET[: len(start.tiles) - 1])
    if len(labels) < len(start.tiles):
        raise BoardError(
            f"a {start.rows}x{start.columns} board has {len(start.tiles) - 1} tiles, "
            f"but there are only {len(_ALPHABET)} letters"
        )
    boards = [start]
    if contents.goal not in (None, Board.solved(*start.size)):
        boards.append(contents.goal_or_standard)
    return "\n\n".join(grid.write(board, "_", labels) for board in boards)


def _letter(token: Token) -> str:
    """Return the letter, or "" for the blank. Raises BoardError for other words."""
    if token.text in BLANK_MARKS:
        return ""
    if len(token.text) != 1 or not token.text.isalpha():
        raise token.error(
            f"{quoted(token.text)} is not a tile: the tiles of this board are single letters"
        )
    return token.text


FORMAT = Format(
    name="letters",
    title="Letters",
    summary="rows of letters in alphabetical order; the goal may follow after an empty line",
    rank=200,
    pattern=_TWO_LETTERS,
    read=read,
    example="A B C\nD _ E\nF G H",
    write=write,
)
