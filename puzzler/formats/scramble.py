"""Scrambles and solutions in the notation of speed-solving sites: letters with run lengths.

A board in any format followed by letters is a solution: ``5 3 8/0 2 6/1 4 7 U2RDL``. Letters
without a board scramble the solved board and follow its size: ``4x4 R2 D3 L U``. A line ``moves:
tile`` or ``moves: blank`` declares the mover. Without it, both are replayed.
"""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import replace

from puzzler.board.board import Board
from puzzler.board.errors import BoardError
from puzzler.board.move import Move
from puzzler.formats import grid, headers
from puzzler.formats.blocks import sizes_in, token_at
from puzzler.formats.format import Contents, Format
from puzzler.formats.moves import (
    LETTERS,
    Letters,
    Mover,
    read_moves,
    resolve_moves,
    split_mover,
    with_letters,
    write_moves,
)

NAME = "scramble"
MOVES_A_LINE = 100
"""Moves per line of a written solution."""

_COMMENT = re.compile(r"#[^\n]*")
_SIZE = re.compile(r"\s*(([0-9]{1,3})[xX\u00d7]([0-9]{1,3}))(?=\s|$)")
_HEADER = re.compile(r"\bmoves?[^\S\n]*:", re.IGNORECASE)
_LAST_WORD = re.compile(rf"(?:^|\W)[{LETTERS}0-9]*[{LETTERS}][0-9]{{0,3}}$")
_LONGEST_WORD = 200
"""Characters at the end of a text that are searched for moves."""
_FIRST_LETTER = re.compile(rf"[{LETTERS}]")
_OTHER_LETTER = re.compile(rf"(?<![0-9])[xX]|[^\W\d_xX{LETTERS}]")
"""A letter of a letter board, but not the x of ``4x4:1,2,3``."""
_BETWEEN = " \t\r,"


def is_plausible(text: str) -> bool:
    """Whether the text starts with a size, declares the mover, or ends with moves."""
    plain = with_letters(_without_comments(text))
    if _SIZE.match(plain) or _HEADER.search(plain):
        return True
    end = plain.rstrip()
    if not _LAST_WORD.search(end[-_LONGEST_WORD:]):
        return False
    return are_moves(end[end.rfind("\n") + 1 :]) or not _OTHER_LETTER.search(plain)


def read(text: str, size: tuple[int, int] | None = None) -> Contents:
    """Parse a board followed by moves, or a scramble (moves without a board).

    A scramble is applied to the goal in a comment or to the standard goal. The result is the start,
    and ``moves`` is None. size: (rows, columns) of a scramble without a size. If a board with moves
    has no goal, its goal is the position after the moves if that is a named goal.
    """
    is_marked = _HEADER.search(_without_comments(text)) is not None
    last_line = text.rstrip().count("\n") + 1
    declared, text = split_mover(text)
    size_before, size_token = None, token_at(text, "", 0)
    if match := _SIZE.match(_without_comments(text)):
        size_before = sizes_in(match)
        size_token = token_at(text, match[1], match.start(1))
        text = text[: match.start(1)] + " " * len(match[1]) + text[match.end() :]
    plain = with_letters(_without_comments(text))
    at = _first_move(plain)
    place = token_at(plain, "", at)
    letters = read_moves(plain[at:], place.line, place.column)
    if plain[:at].strip():
        played = _played(
            text[: len(plain[:at].rstrip())],
            letters if letters.moves or is_marked else None,
            declared,
        )
        if size_before not in (None, played.start.size):
            shape = "x".join(map(str, played.start.size))
            raise size_token.error(
                f"the size is {size_token.text}, but the board below it is {shape}"
            )
        return played
    if not letters.moves:
        reason = "the moves are missing: a scramble has letters such as URDL"
        raise BoardError(reason, line=last_line)
    rows, columns = size_before or size or (0, 0)
    if not rows:
        raise letters.token(0).error(
            "there are moves but no board: add the size of the board to scramble on a line before "
            "them, such as 4x4"
        )
    goal = (headers.commented_goal(text) or Board.solved)(rows, columns)
    start = goal.apply_all(resolve_moves(goal, None, letters, declared, is_solution=False))
    return Contents(start=start, goal=goal)


def write(contents: Contents) -> str:
    """Format the board on one line, then the moves as directions of the tile.

    A comment with the goal precedes them if reading would otherwise assume another goal.
    """
    start, moves = contents.start, contents.moves
    standard = Board.solved(*start.size)
    goal = contents.goal or standard
    implied = None if moves is None else _named_end(start, moves)
    lines = [] if goal == (implied or standard) else [headers.write_goal(goal)]
    if moves is not None:
        lines.append(f"moves: {Mover.TILE.value}")
    lines.append(grid.write_line(start, contents.labels if moves else None))
    for first in range(0, len(moves or ()), MOVES_A_LINE):
        some = (moves or ())[first : first + MOVES_A_LINE]
        lines.append(write_moves(some, mover=Mover.TILE))
    return "\n".join(lines)


def _without_comments(text: str) -> str:
    """Replace comments by spaces, so that the rest keeps its index."""
    return _COMMENT.sub(lambda comment: " " * len(comment[0]), text) if "#" in text else text


def _first_move(text: str) -> int:
    """Return the index of the first move, or the length of ``text`` if there are no moves.

    The first letter is a move, except after a board of letters, where moves have their own lines.
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
    """Whether ``text`` contains moves only."""
    words = text.strip(_BETWEEN + "\n")
    return words[:1] in {*LETTERS} and not words.strip(LETTERS + "0123456789" + _BETWEEN + "\n")


def _played(text: str, letters: Letters | None, declared: Mover | None) -> Contents:
    """Parse the board before the moves, in any format without moves, and add the moves.

    If several formats accept the board, choose the one with the goal that the moves reach.
    """
    from puzzler.formats import registry  # imports this module

    readings = registry.readings(text, besides=(NAME, "share"))
    if len(readings) == 1:
        return _with_moves(readings[0], letters, declared)
    reaching: dict[object, Contents] = {}
    for reading in readings if letters else ():
        with suppress(BoardError):
            played = _with_moves(reading, letters, declared)
            if played.start.apply_all(played.moves or ()) == played.goal:
                reaching.setdefault((played.start, played.goal, played.moves), played)
    if len(reaching) != 1:
        both = "; or ".join(map(registry.described, readings))
        raise BoardError(
            f"the board before the moves matches {len(readings)} formats: {both}. Add a line with "
            "its goal above it, such as # goal: snail"
        )
    return next(iter(reaching.values()))


def _with_moves(contents: Contents, letters: Letters | None, declared: Mover | None) -> Contents:
    if letters is None:
        return contents
    start = contents.start
    if contents.moves is not None:
        place = letters.token(0) if letters.moves else None
        reason = "the board already has moves"
        raise place.error(reason) if place else BoardError(reason)
    moves = resolve_moves(start, contents.goal, letters, declared)
    return replace(contents, goal=contents.goal or _named_end(start, moves), moves=moves)


def _named_end(start: Board, moves: tuple[Move, ...]) -> Board | None:
    """Return the position after ``moves`` if it is a named goal, otherwise None."""
    end = start.apply_all(moves)
    return end if headers.goal_name(end) else None


FORMAT = Format(
    name=NAME,
    title="Scramble",
    summary="a board and its solution, or a size and a scramble, as letters such as URDL2",
    rank=150,
    pattern=re.compile(rf"[a-zA-Z\u00d7{LETTERS}]"),
    is_plausible=is_plausible,
    read=read,
    example="8 2 0/4 6 1/3 7 5\nR2U2LDLDRURDLULDRULURDLU",
    write=write,
)
