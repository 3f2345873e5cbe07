"""Moves as letters: U, D, L and R with run lengths, the directions of the blank or of the tile.

Speed-solvers' sites write where the tile goes, textbooks where the blank goes. From a corner only
one of both can be made, and into a corner as well, so that replaying them mostly settles it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import groupby

from puzzler.board.board import Board, targets_of
from puzzler.board.errors import BoardError, IllegalMoveError, quoted
from puzzler.board.goal import GOALS
from puzzler.board.move import Move
from puzzler.board.tokens import LARGEST_SIDE, Token

MOST_MOVES = 300_000
"""No solution has more; the text of one that has is not read to its end."""
LETTERS = "UDLRudlr↑↓←→￪￬￩￫"
"""Of the moves, by their numbers, again and again."""

_NAMED = {letter: Move(number % 4) for number, letter in enumerate(LETTERS)}
_PIECE = re.compile(rf"([\s,]+)|([{LETTERS}]+)([0-9]*)|([0-9]+|\w+|.)", re.DOTALL)
_LETTER = re.compile(rf"[{LETTERS}]([0-9]*)")
_MOVER = re.compile(r"(?:#[^\S\n]*)?\bmoves?[^\S\n]*:[^\S\n]*(\w*)", re.IGNORECASE)
_NOT_SPACE = re.compile(r"\S")


class Mover(Enum):
    """Whose direction a letter is."""

    BLANK = "blank"
    TILE = "tile"

    def read(self, letters: Iterable[Move]) -> tuple[Move, ...]:
        """The moves that letters mean, or the letters that moves are written as."""
        return tuple(letters if self is Mover.BLANK else (move.inverse for move in letters))


_MOVERS = {mover.value: mover for mover in Mover}


@dataclass(frozen=True)
class Letters:
    """Moves as they are written, before it is known whose directions they are."""

    moves: tuple[Move, ...]
    """What they are if they are the directions of the blank."""
    text: str = ""
    """Where they come from."""
    line: int = 1
    """Of the first letter of ``text``, from 1."""
    column: int = 1
    """Of the first letter of ``text``, from 1."""

    def token(self, index: int) -> Token:
        """The letter, with its run length, that says the move of that number, from 0."""
        moves = 0
        for match in _LETTER.finditer(self.text):
            moves += int(match[1] or 1)
            if index < moves:
                return self.place(match.start(), match[0])
        raise IndexError(f"there are {moves} moves, not {index + 1}")

    def place(self, at: int, word: str) -> Token:
        """A word at a place of ``text``, from 0, and its line and column."""
        before = self.text.count("\n", 0, at)
        start = self.text.rfind("\n", 0, at) + 1
        column = at - start + (1 if before else self.column)
        return Token(word, self.line + before, column)


def read_moves(text: str, line: int = 1, column: int = 1) -> Letters:
    """Moves from U, D, L and R or arrows, each with the number of times it is made: ``U2 R3dl``.

    White space and commas may stand between them. line, column: where ``text`` begins. BoardError
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
            raise token.error(f"{quoted(other)} is no move: moves are U, D, L and R")
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
    """Who moves where a header ``moves: tile`` or ``moves: blank`` says it, and the other text.

    The header may be a comment; what is left keeps its line and column. line: of the first line of
    ``text``. BoardError where it says something else, or both.
    """
    said: Mover | None = None
    for match in _MOVER.finditer(text):
        mover = _MOVERS.get(match[1].lower())
        if mover is None or said not in (None, mover):
            number = line + text.count("\n", 0, match.start(1))
            token = Token(match[1], number, match.start(1) - text.rfind("\n", 0, match.start(1)))
            raise token.error(
                f"{quoted(match[1])} does not move: it is 'moves: blank' or 'moves: tile'"
                if mover is None
                else "the moves are said to be both the blank's and the tile's"
            )
        said = mover
    return said, _MOVER.sub(lambda match: _NOT_SPACE.sub(" ", match.group()), text)


def meant(
    start: Board,
    goal: Board | None,
    letters: Letters,
    said: Mover | None = None,
    *,
    is_solution: bool = True,
) -> tuple[Move, ...]:
    """The moves that ``letters`` mean from ``start``: both meanings are replayed, none is guessed.

    said: whose directions they are, where the text says so. Where both can be made, and it
    ``is_solution``, the one is meant that ends at ``goal``; None: at any goal with a name.
    BoardError, which names the first letter that cannot be made, where neither can, and where
    nothing tells which is meant.
    """
    if said is not None:
        _check(start, letters, said)
        return said.read(letters.moves)
    movers = [mover for mover in Mover if not _is_illegal(start, letters, mover)]
    if not movers:
        faults = [_first_fault(start, letters, mover) for mover in Mover]
        raise faults[0][0].error(
            "; ".join(
                f"as directions of the {mover.value}, {fault[1]}"
                for mover, fault in zip(Mover, faults, strict=True)
            )
        )
    found = {mover.read(letters.moves): mover for mover in movers}
    if len(found) == 1:
        return next(iter(found))
    how = ""
    if is_solution:
        goals = [goal] if goal else named_goals(start)
        fitting = [moves for moves in found if start.apply_all(moves) in goals]
        if len(fitting) == 1:
            return fitting[0]
        how = ", and both reach the goal" if fitting else ", and neither reaches the goal"
    raise letters.token(0).error(
        f"the letters can be directions of the blank and of the tile{how}: say which in a line "
        "before them, 'moves: blank' or 'moves: tile'"
    )


def named_goals(board: Board) -> list[Board]:
    """The goals with a name, of the shape of ``board``."""
    return [shape(*board.size) for shape in GOALS.values()]


def of_blank(start: Board, letters: Letters, said: Mover | None = None) -> tuple[Move, ...]:
    """The moves that ``letters`` mean where they are promised to be directions of the blank.

    said: whose they are all the same, where the text says so. BoardError names the first letter
    that cannot be made, and how to say that they are the tile's where these all can be made.
    """
    mover = said or Mover.BLANK
    try:
        _check(start, letters, mover)
    except BoardError as error:
        if said is None and not _is_illegal(start, letters, Mover.TILE):
            raise BoardError(
                f"{error.reason}; they can be made as directions of the tile: "
                "write 'moves: tile' before them",
                line=error.line,
                column=error.column,
                token=error.token,
            ) from None
        raise
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


def _check(start: Board, letters: Letters, mover: Mover) -> None:
    """BoardError at the first letter that cannot be made."""
    if _is_illegal(start, letters, mover):
        token, why = _first_fault(start, letters, mover)
        raise token.error(why)


def _is_illegal(start: Board, letters: Letters, mover: Mover) -> bool:
    return _legal_count(start, mover.read(letters.moves)) < len(letters.moves)


def _legal_count(start: Board, moves: Sequence[Move]) -> int:
    """How many of ``moves`` can be made, from the first on."""
    targets, blank = targets_of(*start.size), start.blank
    for index, move in enumerate(moves):
        blank = targets[blank][move]
        if blank < 0:
            return index
    return len(moves)


def _first_fault(start: Board, letters: Letters, mover: Mover) -> tuple[Token, str]:
    """The first letter that cannot be made, and why."""
    moves = mover.read(letters.moves)
    index = _legal_count(start, moves)
    token = letters.token(index)
    try:
        start.apply_all(moves[: index + 1])
    except IllegalMoveError as error:
        return token, f"move {index + 1}, {quoted(token.text)}, cannot be made: {error}"
    raise AssertionError("all of them can be made")
