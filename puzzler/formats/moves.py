"""Moves as letters: U, D, L and R with run lengths, as directions of the blank or of the tile.

Speed-solving sites write directions of the tile, textbooks those of the blank. Next to an edge only
one of the two is legal, so replaying the moves usually shows which is meant.
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
from puzzler.board.numbers import whole_number
from puzzler.board.tokens import LARGEST_SIDE, Token
from puzzler.formats.blocks import token_at
from puzzler.formats.headers import goal_name

MAX_MOVES = 300_000
"""No solution is longer. Longer texts are not read completely."""
LETTERS = "UDLRudlr↑↓←→￪￬￩￫"
"""Letters and arrows for each ``Move``, in groups of four."""

_NAMED = {letter: Move(number % 4) for number, letter in enumerate(LETTERS)}
_COMPASS = {"north": "up", "south": "down", "west": "left", "east": "right"}
_WORD_MOVES = {move.name.lower(): move for move in Move}
_WORD_MOVES |= {word: _WORD_MOVES[other] for word, other in _COMPASS.items()}
_WORDS = rf"\b(?i:{'|'.join(_WORD_MOVES)})\b"
_QUOTED_WORD = re.compile(
    rf"[\[('\"]{{0,3}}(?:\b[A-Za-z]{{1,20}}\.)?({_WORDS})['\")\]]{{0,3}}"
    rf"|(?<!\w)([0-9]{{1,6}})[.):](?=[ \t]{{0,3}}['\"]?(?:{_WORDS}|[{LETTERS}]))"
)
"""A word for a move, or the number of a list item before a move."""
_PIECE = re.compile(
    rf"((?:[\s,;>\[\]()\"'-]|\bpath_to_goal:)+)"
    rf"|([{LETTERS}]+(?![a-z_]{{2}}))([0-9]*)|([0-9]+|\w+|.)",
    re.DOTALL,
)
_LETTER = re.compile(rf"(?:{_WORDS}|[{LETTERS}])([0-9]*)")
_TILES = re.compile(r"[\s,;\[\]()\"'-]*[0-9]{1,2}(?:[\s,;\[\]()\"'-]+[0-9]{1,2})*[\s,;\[\]()\"'-]*")
_NUMBER = re.compile(r"[0-9]+")
_MOVER = re.compile(r"(?:#[^\S\n]*)?\bmoves?[^\S\n]*:[^\S\n]*(\w*)", re.IGNORECASE)
_NOT_SPACE = re.compile(r"\S")


class Mover(Enum):
    """Which piece moves in the direction of a letter."""

    BLANK = "blank"
    TILE = "tile"

    def read(self, letters: Iterable[Move]) -> tuple[Move, ...]:
        """Convert letters to moves of the blank, or moves to letters."""
        return tuple(letters if self is Mover.BLANK else (move.inverse for move in letters))


@dataclass(frozen=True)
class Letters:
    """Moves as written, before their mover is known."""

    moves: tuple[Move, ...]
    """The moves if the letters are directions of the blank."""
    text: str = ""
    line: int = 1
    """The line of the first letter, from 1."""
    column: int = 1
    """The column of the first letter, from 1."""

    def token(self, index: int) -> Token:
        """Return the letter, with its run length, of the move number ``index``."""
        moves = 0
        for match in _LETTER.finditer(self.text):
            moves += whole_number(match[1] or "1")
            if index < moves:
                return self.place(match.start(), match[0])
        raise IndexError(f"there are {moves} moves, not {index + 1}")

    def place(self, at: int, word: str) -> Token:
        """Return ``word`` with the line and column of index ``at`` of ``text``."""
        before = self.text.count("\n", 0, at)
        start = self.text.rfind("\n", 0, at) + 1
        column = at - start + (1 if before else self.column)
        return Token(word, self.line + before, column)


def with_letters(text: str) -> str:
    """Return the text, of the same length, with letters instead of words such as ``Up``.

    The numbers of list items, as in ``1. Up 2. Left``, become spaces if they count from 1.
    """
    items = 0

    def written(match: re.Match[str]) -> str:
        nonlocal items
        word, number = match.groups()
        if word is not None:
            place = match.start(1) - match.start()
            return (" " * place + _WORD_MOVES[word.lower()].letter).ljust(len(match[0]))
        if whole_number(number) != items + 1:
            return match[0]
        items += 1
        return " " * len(match[0])

    return _QUOTED_WORD.sub(written, text)


def read_moves(text: str, line: int = 1, column: int = 1) -> Letters:
    """Parse U, D, L, R or arrows with run lengths, such as ``U2 R3dl``, or words such as ``Up``.

    Words may be directions of the compass, and moves may be numbered, as in ``1. U 2. L``.

    White space, commas, brackets and quotes are ignored. line, column: the place of ``text``.
    Raises BoardError with line, column and token for any other text.
    """
    moves: list[Move] = []
    letters = Letters((), text, line, column)
    if sum(map(text.count, LETTERS)) > MAX_MOVES:  # not a solution: do not read it completely
        at = len(text) - len(text.lstrip())
        raise letters.place(at, text[at]).error(f"there are more than {MAX_MOVES:,} moves")
    prime = text.find("'")
    if prime > 0 and text[prime - 1] in LETTERS:  # not the end of a quoted word
        token = letters.place(prime - 1, text[prime - 1 : prime + 1])
        opposite = _NAMED[text[prime - 1]].inverse.letter
        raise token.error(f"{token.text} is not a move: write the opposite letter, {opposite}")
    for match in _PIECE.finditer(with_letters(text)):
        space, run, count, other = match.groups()
        if space is not None:
            continue
        if other is not None:
            token = letters.place(match.start(), other)
            if other.isdigit():
                raise token.error(f"{quoted(other)} must follow a letter, as in U2")
            raise token.error(f"{quoted(other)} is not a move: moves are U, D, L and R")
        moves.extend(map(_NAMED.__getitem__, run))
        if count:
            repeats = whole_number(count) if len(count) < 4 else LARGEST_SIDE
            if not 0 < repeats < LARGEST_SIDE:
                token = letters.place(match.end() - len(count) - 1, run[-1] + count)
                raise token.error(
                    f"{quoted(token.text)}: a move can be repeated 1 to {LARGEST_SIDE - 1} times"
                )
            moves.extend([moves[-1]] * (repeats - 1))
        if len(moves) > MAX_MOVES:
            token = letters.place(match.start(), match.group())
            raise token.error(f"there are more than {MAX_MOVES:,} moves")
    return Letters(tuple(moves), text, line, column)


def read_tiles(text: str, start: Board) -> tuple[Move, ...] | None:
    """Return the moves that slide the tiles with the numbers in ``text``, or None for other text.

    Raises BoardError, with line, column and token, if a tile is not next to the blank.
    """
    if not _TILES.fullmatch(text):
        return None
    moves: list[Move] = []
    board = start
    for match in _NUMBER.finditer(text):
        step = next(
            (
                move
                for move in board.legal_moves()
                if board.tiles[board.target(move)] == whole_number(match[0])
            ),
            None,
        )
        if step is None:
            raise token_at(text, match[0], match.start()).error(
                f"move {len(moves) + 1}: tile {whole_number(match[0])} is not next to the blank"
            )
        moves.append(step)
        board = board.apply(step)
    return tuple(moves)


def parse_moves(start: Board, text: str) -> tuple[Move, ...]:
    """Parse moves from ``start``: letters, words, or tile numbers. Raises BoardError."""
    moves = read_tiles(text, start)
    if moves is not None:
        return moves
    mover, letters = split_mover(text)
    return moves_from_letters(start, read_moves(letters), mover)


def as_moves(start: Board, moves: Iterable[Move] | str) -> tuple[Move, ...]:
    """Return the moves, or those in a text. Raises TypeError for other values."""
    if isinstance(moves, str):
        return parse_moves(start, moves)
    if isinstance(moves, Iterable):
        return tuple(moves)
    raise TypeError(f"moves must be Moves or text, not {type(moves).__name__}")


def split_mover(text: str, line: int = 1) -> tuple[Mover | None, str]:
    """Find a header ``moves: tile`` or ``moves: blank``.

    Returns the mover, or None without a header, and the text with the header replaced by spaces.
    The header may be a comment. line: the number of the first line. Raises BoardError for unknown
    or contradictory headers.
    """
    declared: Mover | None = None
    for match in _MOVER.finditer(text):
        mover = next((each for each in Mover if each.value == match[1].lower()), None)
        if mover is None or declared not in (None, mover):
            token = token_at(text, match[1], match.start(1))
            raise replace(token, line=line + token.line - 1).error(
                f"{quoted(match[1])} cannot move: write 'moves: blank' or 'moves: tile'"
                if mover is None
                else "the text has both 'moves: blank' and 'moves: tile'"
            )
        declared = mover
    return declared, _MOVER.sub(lambda match: _NOT_SPACE.sub(" ", match.group()), text)


def resolve_moves(
    start: Board,
    goal: Board | None,
    letters: Letters,
    declared: Mover | None = None,
    *,
    is_solution: bool = True,
) -> tuple[Move, ...]:
    """Convert letters to moves of the blank by replaying them as directions of blank and tile.

    declared: the mover, if the text names it. If both are legal and the letters are a solution
    (``is_solution``), choose the one that ends at ``goal``, or at any named goal if ``goal`` is
    None. Raises BoardError, with the first illegal letter, if neither is legal, or if both remain
    possible.
    """
    movers = Mover if declared is None else (declared,)
    wrong = {mover: fault for mover in movers if (fault := _fault(start, letters, mover))}
    found = {mover.read(letters.moves) for mover in movers if mover not in wrong}
    if not found:
        token, why = next(iter(wrong.values()))
        if declared is None:
            why = "; ".join(
                f"{fault} (as directions of the {mover.value})"
                for mover, (_, fault) in wrong.items()
            )
        raise token.error(why)
    if len(found) == 1:
        return next(iter(found))
    how = ""
    if is_solution:
        last = {moves: start.apply_all(moves) for moves in found}
        fitting = [
            moves for moves in found if (last[moves] == goal if goal else goal_name(last[moves]))
        ]
        if len(fitting) == 1:
            return fitting[0]
        how = ", and both reach the goal" if fitting else ", and neither reaches the goal"
    raise letters.token(0).error(
        f"the letters can be directions of the blank or of the tile{how}: add a line "
        "'moves: blank' or 'moves: tile' before them"
    )


def moves_from_letters(
    start: Board, letters: Letters, declared: Mover | None = None
) -> tuple[Move, ...]:
    """Convert letters to moves, as directions of the blank unless ``declared`` is the tile.

    Raises BoardError at the first illegal letter. If all letters are legal as directions of the
    tile, the message explains how to declare that.
    """
    mover = declared or Mover.BLANK
    if fault := _fault(start, letters, mover):
        token, why = fault
        if declared is None and _fault(start, letters, Mover.TILE) is None:
            why += "; if they are directions of the tile, write 'moves: tile' before them"
        raise token.error(why)
    return mover.read(letters.moves)


def write_moves(moves: Sequence[Move], *, runs: bool = True, mover: Mover = Mover.BLANK) -> str:
    """Format moves as directions of ``mover``. runs: write ``U3`` instead of ``UUU``."""
    letters = [move.letter for move in mover.read(moves)]
    return "".join(map(_word, groupby(letters))) if runs else "".join(letters)


def _word(run: tuple[str, Iterator[str]]) -> str:
    letter, repeats = run[0], len(list(run[1]))
    longest = LARGEST_SIDE - 1
    words = [f"{letter}{longest}"] * (repeats // longest)
    if rest := repeats % longest:
        words.append(letter if rest == 1 else f"{letter}{rest}")
    return "".join(words)


def legal_count(start: Board, moves: Sequence[Move]) -> int:
    """Return the number of legal moves before the first illegal one."""
    targets, blank = targets_of(*start.size), start.blank
    for index, move in enumerate(moves):
        blank = targets[blank][move]
        if blank < 0:
            return index
    return len(moves)


def _fault(start: Board, letters: Letters, mover: Mover) -> tuple[Token, str] | None:
    """Return the first illegal letter and a message, or None if all moves are legal."""
    moves = mover.read(letters.moves)
    index = legal_count(start, moves)
    if index == len(moves):
        return None
    token = letters.token(index)
    try:
        start.apply_all(moves)
    except IllegalMoveError as error:
        return token, f"move {index + 1} ({token.text}) is not possible: {error}"
    raise AssertionError("all moves are legal")
