"""The grid: tiles in any notation that ``Board.parse`` reads. ``#`` starts a comment.

The goal may follow as a second board after the word "goal" or after an empty line.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from puzzler.board.board import Board
from puzzler.formats import headers
from puzzler.formats.blocks import blank_out, split_blocks, without_comments
from puzzler.formats.format import Contents, Format
from puzzler.formats.rows import start_and_goal

_LABEL = r"\b(?:{})(?:[ _]?(?:state|board))?\b[ \t]*[:=]?"
_START = re.compile(r"\A\s*" + _LABEL.format("start|initial"), re.IGNORECASE)
_GOAL = re.compile(_LABEL.format("goal|target"), re.IGNORECASE)
_BLANK = re.compile(r"(?<![^\s,/\[({])[0_*.](?![^\s,/\])}])")


def read(text: str) -> Contents:
    """Parse the board, and the goal if a second board follows."""
    plain = without_comments(text)
    boards = _split_goal(plain)
    if boards is None:
        return Contents(start=Board.parse(plain))
    start, goal = start_and_goal(*boards)
    return Contents(start=start, goal=goal)


def _split_goal(text: str) -> Sequence[str] | None:
    """Return the texts of start and goal, or None if ``text`` has only one board.

    The word "goal" separates them. So does an empty line, if the boards above and below it have
    several lines and a blank.
    """
    if match := _GOAL.search(text):
        start = _START.sub(lambda label: blank_out(label[0]), text[: match.start()])
        goal = blank_out(text[: match.end()]) + text[match.end() :]
        return (start, goal) if start.strip() and goal.strip() else None
    blocks = split_blocks(text, limit=3)
    are_boards = all("\n" in block.strip() and _BLANK.search(block) for block in blocks)
    return blocks if len(blocks) == 2 and are_boards else None


def write_line(board: Board, labels: Sequence[str] | None = None, blank: str = "_") -> str:
    """Format ``board`` on one line, with rows separated by ``/``.

    With ``labels``, ``labels[tile]`` is written for each tile and ``blank`` for an empty label.
    Without labels, ``blank`` is ignored.
    """
    if labels is None:
        return str(board)
    return "/".join(" ".join(labels[tile] or blank for tile in row) for row in board.grid)


def write(board: Board, blank: str = "0", labels: Sequence[str] | None = None) -> str:
    """Format ``board`` with one line per row, in aligned columns, without the last line end.

    labels: the text on each tile, by tile number.
    """
    words = [*(labels or map(str, range(len(board.tiles))))]
    words[0] = blank
    width = max(map(len, words))
    return "\n".join(" ".join(words[tile].rjust(width) for tile in row) for row in board.grid)


def write_text(contents: Contents) -> str:
    """Format the board in aligned columns, below a comment with the goal if it is not standard."""
    board = write(contents.start)
    if contents.goal_or_standard == Board.solved(*contents.start.size):
        return board
    return f"{headers.write_goal(contents.goal_or_standard)}\n{board}"


FORMAT = Format(
    name="grid",
    summary="rows on separate lines, divided by / or in brackets; the blank is 0, _, * or .",
    rank=1000,  # its error is shown for a text in no format
    pattern=re.compile(""),
    read=read,
    example="8 6 7\n2 5 4\n3 0 1",
    write=write_text,
)
