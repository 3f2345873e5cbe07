"""Moves as letters: U, D, L and R with run lengths, the directions of the blank or of the tile.

Sites of speed-solvers write where the tile goes, textbooks where the blank goes. From or into a
corner only one of both is legal, so that replaying the moves mostly settles it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import groupby

from puzzler.board.board import Board, targets_of
from puzzler.board.errors import IllegalMoveError, quoted
from puzzler.board.move import Move
from puzzler.board.tokens import LARGEST_SIDE, Token
from puzzler.formats.blocks import token_at
from puzzler.formats.headers import goal_name

MOST_MOVES = 300_000
"""No solution has more; longer texts are not read to their end."""
LETTERS = "UDLRudlr↑↓←→￪￬￩￫"
"""Letters and arrows for each ``Move``, four at a time."""

_NAMED = {letter: Move(number % 4) for number, letter in enumerate(LETTERS)}
_PIECE = re.compile(rf"([\s,]+)|([{LETTERS}]+)([0-9]*)|([0-9]+|\w+|.)", re.DOTALL)
_LETTER = re.compile(rf"[{LETTERS}]([0-9]*)")
_MOVER = re.compile(r"(?:#[^\S\n]*)?\bmoves?[^\S\n]*:[^\S\n]*(\w*)", re.IGNORECASE)
_NOT_SPACE = re.compile(r"\S")


class Mover(Enum):
    """Whose direction a letter names."""

    BLANK = "blank"
    TILE = "tile"

    def read(self, letters: Iterable[Move]) -> tuple[Move, ...]:
        """The moves that letters mean, or the letters for moves."""
        return tuple(letters if self is Mover.BLANK else (move.inverse for move in letters))


_MOVERS = {mover.value: mover for mover in Mover}


@dataclass(frozen=True)
class Letters:
    """Moves as written, before it is known whose directions they are."""

    moves: tuple[Move, ...]
    """The moves if they are directions of the blank."""
    text: str = ""
    """The text."""
    line: int = 1
    """Of the first letter of ``text``, from 1."""
    column: int = 1
    """Of the first letter of ``text``, from 1."""

    def token(self, index: int) -> Token:
        """The letter, with its run length, of the move with this index."""
        moves = 0
        for match in _LETTER.finditer(self.text):
            moves += int(match[1] or 1)
            if index < moves:
                return self.place(match.start(), match[0])
        raise IndexError(f"there are {moves} moves, not {index + 1}")

    def place(self, at: int, word: str) -> Token:
        """``word``, which is at index ``at`` of ``text``, with its line and column."""
        before = self.text.count("\n", 0, at)
        start = self.text.rfind("\n", 0, at) + 1
        column = at - start + (1 if before else self.column)
        return Token(word, self.line + before, column)


def read_moves(text: str, line: int = 1, column: int = 1) -> Letters:
    """Moves from U, D, L and R or arrows, each with its number of repeats: ``U2 R3dl``.

    White space and commas between them are ignored. line, column: where ``text`` begins. BoardError
    with line, column and token for anything else.
    """
    moves: list[Move] = []
    letters = Letters((), text, line, column)
    if sum(map(text.count, LETTERS)) > MOST_MOVES:  # noise, not read to its end
        at = len(text) - len(text.lstrip())
        raise letters.place(at, text[at]).error(f"there are more than {MOST_MOVES:,} moves")
    for match in _PIECE.finditer(text):
        space, run, count, other = match.groups()
        if space is not None:
            continue
        if other is not None:
            token = letters.place(match.start(), other)
            if other.isdigit():
                raise token.error(f"the number {quoted(other)} stands behind no letter: as in U2")
            raise token.error(f"{quoted(other)} is not a move: moves are U, D, L and R")
        moves.extend(map(_NAMED.__getitem__, run))
        if count:
            repeats = int(count) if len(count) < 4 else LARGEST_SIDE
            if not 0 < repeats < LARGEST_SIDE:
                token = letters.place(match.end() - len(count) - 1, run[-1] + count)
                raise token.error(
                    f"{quoted(token.text)}: a move is made 1 to {LARGEST_SIDE - 1} times in a row"
                )
            moves.extend([moves[-1]] * (repeats - 1))
        if len(moves) > MOST_MOVES:
            token = letters.place(match.start(), match.group())
            raise token.error(f"there are more than {MOST_MOVES:,} moves")
    return Letters(tuple(moves), text, line, column)


def split_mover(text: str, line: int = 1) -> tuple[Mover | None, str]:
    """Who moves by a header ``moves: tile`` or ``moves: blank``, and the text without it.

    The header may be a comment; the rest keeps its line and column. line: of the first line of
    ``text``. BoardError where a header names something else, or there are two different ones.
    """
    declared: Mover | None = None
    for match in _MOVER.finditer(text):
        mover = _MOVERS.get(match[1].lower())
        if mover is None or declared not in (None, mover):
            token = token_at(text, match[1], match.start(1))
            raise replace(token, line=line + token.line - 1).error(
                f"{quoted(match[1])} does not move: it is 'moves: blank' or 'moves: tile'"
                if mover is None
                else "the moves are said to be both the blank's and the tile's"
            )
        declared = mover
    return declared, _MOVER.sub(lambda match: _NOT_SPACE.sub(" ", match.group()), text)


def meant(
    start: Board,
    goal: Board | None,
    letters: Letters,
    declared: Mover | None = None,
    *,
    is_solution: bool = True,
) -> tuple[Move, ...]:
    """The moves that ``letters`` mean from ``start``: both meanings are replayed, none is guessed.

    declared: whose directions they are, if the text says so. If both are legal and the letters are
    a solution (``is_solution``), those count that end at ``goal``, or at any named goal if that is
    None. BoardError, with the first illegal letter, where neither is legal, and where both remain.
    """
    movers = Mover if declared is None else (declared,)
    wrong = {mover: fault for mover in movers if (fault := _fault(start, letters, mover))}
    found = {mover.read(letters.moves) for mover in movers if mover not in wrong}
    if not found:
        token, why = next(iter(wrong.values()))
        if declared is None:
            why = "; ".join(
                f"as directions of the {mover.value}, {fault}"
                for mover, (_, fault) in wrong.items()
            )
        raise token.error(why)
    if len(found) == 1:
        return next(iter(found))
    how = ""
    if is_solution:
        ends = {moves: start.apply_all(moves) for moves in found}
        fitting = [
            moves for moves, end in ends.items() if (end == goal if goal else goal_name(end))
        ]
        if len(fitting) == 1:
            return fitting[0]
        how = ", and both reach the goal" if fitting else ", and neither reaches the goal"
    raise letters.token(0).error(
        f"the letters can be directions of the blank and of the tile{how}: say which in a line "
        "before them, 'moves: blank' or 'moves: tile'"
    )


def of_blank(start: Board, letters: Letters, declared: Mover | None = None) -> tuple[Move, ...]:
    """The moves that ``letters`` mean where directions of the blank are expected.

    declared: whose they are, if the text says so. BoardError names the first illegal letter, and
    how to declare directions of the tile if those are legal.
    """
    mover = declared or Mover.BLANK
    if fault := _fault(start, letters, mover):
        token, why = fault
        if declared is None and _fault(start, letters, Mover.TILE) is None:
            why += "; they can be made as directions of the tile: write 'moves: tile' before them"
        raise token.error(why)
    return mover.read(letters.moves)


def write_moves(moves: Sequence[Move], *, runs: bool = True, mover: Mover = Mover.BLANK) -> str:
    """The letters of ``moves``, as directions of ``mover``; runs: ``U3`` instead of ``UUU``."""
    letters = [move.letter for move in mover.read(moves)]
    return "".join(map(_word, groupby(letters))) if runs else "".join(letters)


def _word(run: tuple[str, Iterator[str]]) -> str:
    letter, repeats = run[0], len(list(run[1]))
    most = LARGEST_SIDE - 1
    words = [f"{letter}{most}"] * (repeats // most)
    if rest := repeats % most:
        words.append(letter if rest == 1 else f"{letter}{rest}")
    return "".join(words)


def legal_count(start: Board, moves: Sequence[Move]) -> int:
    """The number of legal ``moves`` before the first illegal one."""
    targets, blank = targets_of(*start.size), start.blank
    for index, move in enumerate(moves):
        blank = targets[blank][move]
        if blank < 0:
            return index
    return len(moves)


def _fault(start: Board, letters: Letters, mover: Mover) -> tuple[Token, str] | None:
    """The first illegal letter, and why it is illegal; None where all moves are legal."""
    moves = mover.read(letters.moves)
    index = legal_count(start, moves)
    if index == len(moves):
        return None
    token = letters.token(index)
    try:
        start.apply_all(moves[: index + 1])
    except IllegalMoveError as error:
        return token, f"move {index + 1}, {quoted(token.text)}, cannot be made: {error}"
    raise AssertionError("all of them can be made")
