"""Scrambles and solutions as sites of speed-solvers write them: letters, with run lengths.

A board in any format and letters after it are a solution: ``5 3 8/0 2 6/1 4 7 U2RDL``. Letters
alone are a scramble of the solved board, with its size before them: ``4x4 R2 D3 L U``. A
line ``moves: tile`` or ``moves: blank`` tells whose directions they are; without it both are
replayed.
"""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import replace

from puzzler.board.board import Board, check_shape
from puzzler.board.errors import BoardError
from puzzler.board.move import Move
from puzzler.formats import grid, headers
from puzzler.formats.blocks import token_at
from puzzler.formats.format import Contents, Format
from puzzler.formats.moves import (
    LETTERS,
    Letters,
    Mover,
    meant,
    read_moves,
    split_mover,
    write_moves,
)

NAME = "scramble"
MOVES_A_LINE = 100
"""Of a solution that is written."""

_COMMENT = re.compile(r"#[^\n]*")
_SIZE = re.compile(r"\s*(([0-9]{1,3})[xX\u00d7]([0-9]{1,3}))(?=\s|$)")
_HEADER = re.compile(r"\bmoves?[^\S\n]*:", re.IGNORECASE)
_LAST_WORD = re.compile(rf"(?:^|\W)[{LETTERS}0-9]*[{LETTERS}][0-9]{{0,3}}$")
_LONGEST_WORD = 200
"""Letters at the end of a text that are searched for moves."""
_FIRST_LETTER = re.compile(rf"[{LETTERS}]")
_OTHER_LETTER = re.compile(rf"(?<![0-9])[xX]|[^\W\d_xX{LETTERS}]")
"""Of a letter board; the one of ``4x4:1,2,3`` is none."""
_BETWEEN = " \t\r,"


def is_meant(text: str) -> bool:
    """Whether it begins with a size, says who moves, or ends with moves."""
    plain = _without_comments(text)
    if _SIZE.match(plain) or _HEADER.search(plain):
        return True
    end = plain.rstrip()
    if not _LAST_WORD.search(end[-_LONGEST_WORD:]):
        return False
    return are_moves(end[end.rfind("\n") + 1 :]) or not _OTHER_LETTER.search(plain)


def read(text: str, size: tuple[int, int] | None = None) -> Contents:
    """A board, its goal and the moves; or the board that a scramble leads to.

    size: (rows, columns) of the solved board for scrambles without a size. Letters alone start at
    the goal in a comment, else at the standard one, and ``moves`` is None. After a board they are
    its ``moves``; its goal is then, where none is given, the named one at which they end.
    """
    is_marked = _HEADER.search(_without_comments(text)) is not None
    declared, text = split_mover(text)
    size_before, size_token = None, token_at(text, "", 0)
    if match := _SIZE.match(_without_comments(text)):
        size_before = _size(match)
        size_token = token_at(text, match[1], match.start(1))
        text = text[: match.start(1)] + " " * len(match[1]) + text[match.end() :]
    plain = _without_comments(text)
    at = _first_move(plain)
    letters = _letters(plain, at)
    if plain[:at].strip():
        played = _played(text[:at], letters if letters.moves or is_marked else None, declared)
        if size_before not in (None, played.start.size):
            shape = "x".join(map(str, played.start.size))
            raise size_token.error(
                f"the size is said to be {size_token.text}, and then comes a board of {shape}"
            )
        return played
    if not letters.moves:
        line = text.rstrip().count("\n") + 1
        raise BoardError("there are no moves: a scramble has letters such as URDL", line=line)
    rows, columns = size_before or size or (0, 0)
    if not rows:
        raise letters.token(0).error(
            "moves without a board: say the size of the board that they scramble on a line before "
            "them, such as 4x4"
        )
    commented = headers.commented_goal(text)
    goal = commented.for_shape(rows, columns) if commented else Board.solved(rows, columns)
    start = goal.apply_all(meant(goal, None, letters, declared, is_solution=False))
    return Contents(start=start, goal=goal)


def write(contents: Contents) -> str:
    """The board on a line, then the moves, as directions of the tile, as those sites have them.

    Above it is the goal, if reading would assume another one.
    """
    start, moves = contents.start, contents.moves
    standard = Board.solved(*start.size)
    goal = contents.goal or standard
    taken = None if moves is None else _named_end(start, moves)
    lines = [] if goal == (taken or standard) else [headers.write_goal(goal)]
    if moves is not None:
        lines.append(f"moves: {Mover.TILE.value}")
    lines.append(grid.write_line(start, contents.labels if moves else None))
    for first in range(0, len(moves or ()), MOVES_A_LINE):
        some = (moves or ())[first : first + MOVES_A_LINE]
        lines.append(write_moves(some, mover=Mover.TILE))
    return "\n".join(lines)


def _without_comments(text: str) -> str:
    """``text`` with spaces in place of comments: the rest keeps its index."""
    return _COMMENT.sub(lambda comment: " " * len(comment[0]), text) if "#" in text else text


def _size(match: re.Match[str]) -> tuple[int, int]:
    rows, columns = int(match[2]), int(match[3])
    try:
        check_shape(rows, columns)
    except BoardError as error:
        raise token_at(match.string, match[1], match.start(1)).error(error.reason) from None
    return rows, columns


def _first_move(text: str) -> int:
    """The index of the first move; the length of ``text`` where there is none.

    That is the first letter. After a board of letters, moves are on lines of their own.
    """
    match = _FIRST_LETTER.search(text)
    first = match.start() if match else len(text)
    if _OTHER_LETTER.search(text, 0, first) is None and (text[:first].strip() or are_moves(text)):
        return first
    end = len(text)
    while end > first:
        start = text.rfind("\n", 0, end) + 1
        line = text[start:end]
        if line.strip(_BETWEEN) and not are_moves(line):
            break
        end = max(start - 1, 0)
    return end if text[end:].strip(_BETWEEN + "\n") else first


def are_moves(text: str) -> bool:
    """Whether ``text`` looks like moves and nothing else."""
    words = text.strip(_BETWEEN + "\n")
    return words[:1] in {*LETTERS} and not words.strip(LETTERS + "0123456789" + _BETWEEN + "\n")


def _letters(text: str, at: int) -> Letters:
    before = token_at(text, "", at)
    return read_moves(text[at:], before.line, before.column)


def _played(text: str, letters: Letters | None, declared: Mover | None) -> Contents:
    """The board before the moves, in any format without moves, and the moves.

    If several formats fit, the one counts whose goal the moves reach.
    """
    from puzzler.formats import registry  # which looks up this very module

    readings = registry.readings(text, besides=(NAME, "share"))
    if len(readings) == 1:
        return _with_moves(readings[0].contents, letters, declared)
    reaching: dict[object, Contents] = {}
    for reading in readings if letters else ():
        with suppress(BoardError):
            played = _with_moves(reading.contents, letters, declared)
            if played.start.apply_all(played.moves or ()) == played.goal:
                reaching.setdefault((played.start, played.goal, played.moves), played)
    if len(reaching) != 1:
        both = "; or ".join(reading.words for reading in readings)
        raise BoardError(
            f"the board before the moves fits {len(readings)} formats: {both}. Say its goal in a "
            "line above it, such as # goal: snail"
        )
    return next(iter(reaching.values()))


def _with_moves(contents: Contents, letters: Letters | None, declared: Mover | None) -> Contents:
    if letters is None:
        return contents
    start = contents.start
    if contents.moves is not None:
        place = letters.token(0) if letters.moves else None
        reason = "moves follow on moves: which are meant?"
        raise place.error(reason) if place else BoardError(reason)
    moves = meant(start, contents.goal, letters, declared)
    return replace(contents, goal=contents.goal or _named_end(start, moves), moves=moves)


def _named_end(start: Board, moves: tuple[Move, ...]) -> Board | None:
    """The named goal at which ``moves`` end; None where they end elsewhere."""
    end = start.apply_all(moves)
    return end if headers.goal_name(end) else None


FORMAT = Format(
    name=NAME,
    summary="a board and its solution, or a size and a scramble, in letters such as URDL2",
    rank=150,
    pattern=re.compile(rf"[a-zA-Z\u00d7{LETTERS}]"),
    is_meant=is_meant,
    read=read,
    example="8 2 0/4 6 1/3 7 5\nR2U2LDLDRURDLULDRULURDLU",
    write=write,
)
