"""The solution file of a weighted scenario.

Start, empty line, goal, empty line; then one line each for the weight, the depth, the number of
expanded states, the moves of the blank, and f of the state after each move.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from puzzler.board.board import Board
from puzzler.board.errors import BoardError, IllegalMoveError, quoted, shortened
from puzzler.board.move import Move
from puzzler.board.numbers import decimal_number
from puzzler.board.tokens import LARGEST_SIDE, Token
from puzzler.formats.blocks import split_blocks
from puzzler.formats.format import Answer, Contents, Format
from puzzler.formats.moves import legal_count
from puzzler.formats.rows import first_lines, lines_of, start_and_goal, write_rows

NAME = "solution"
LARGEST_WEIGHT = 1000
MAX_COUNT = 10**15
_F_VALUE = re.compile(r"[0-9]{1,15}(?:\.[0-9]{1,15})?")
_BLOCKS = ("the start", "the goal", "the weight")


def is_plausible(text: str) -> bool:
    """Whether the text has rows, an empty line, rows, an empty line, and a line of one word."""
    lines = first_lines(text, 2 * LARGEST_SIDE + 2)
    blocks, last = 0, -1
    for line in lines:
        blocks += line[0].line > last + 1
        last = line[0].line
        is_row = len(line) > 1 or "," in line[0].text or "/" in line[0].text
        if blocks == len(_BLOCKS) or not is_row:
            return blocks == len(_BLOCKS) and not is_row
    return False


def read(text: str) -> Contents:
    """Parse start, goal, weight and moves. Raises BoardError if the moves miss the goal."""
    blocks = split_blocks(text, limit=len(_BLOCKS))
    if len(blocks) < len(_BLOCKS):
        line = blocks[-1].rstrip().count("\n") + 2 if blocks else 1
        raise BoardError(f"{_BLOCKS[len(blocks)]} is missing here", line=line)
    start, goal = start_and_goal(blocks[0], blocks[1])
    lines = lines_of(blocks[2])
    weight_token = _alone(lines, "the weight")
    weight = weight_of(weight_token)
    depth = _alone(lines, "the depth", after=weight_token)
    expanded = _alone(lines, "the number of expanded states", after=depth)
    count = depth.number(MAX_COUNT, "a depth")
    expanded.number(MAX_COUNT, "a number of expanded states")
    letters = _words(lines, count, "moves", depth)
    f_values = _words(lines, count, "values of f", depth)
    rest = next(lines, None)
    if rest is not None:
        raise rest[0].error(f"{quoted(rest[0].text)} is unexpected after the values of f")
    moves = _replayed(start, goal, letters, depth)
    _check_f(f_values)
    return Contents(start=start, goal=goal, weight=weight, moves=moves)


def write_answer(answer: Answer) -> str:
    """Format the solution file. Raises BoardError if there is no solution."""
    if answer.moves is None:
        raise BoardError(f"the format {NAME} cannot represent the absence of a solution")
    return "\n".join(
        [
            *write_rows(answer.contents.start),
            "",
            *write_rows(answer.goal),
            "",
            decimal(Fraction(str(answer.weight))),
            str(len(answer.moves)),
            str(answer.expanded),
            " ".join(move.letter for move in answer.moves),
            " ".join(map(decimal, answer.f_values)),
        ]
    )


def decimal(number: Fraction) -> str:
    """Format a number in the shortest exact decimal notation: 2, 1.5, 0.125."""
    return f"{float(number):.6f}".rstrip("0").rstrip(".")


def weight_of(token: Token) -> float:
    """Parse a weight. Raises BoardError if the word is invalid."""
    try:
        weight = decimal_number(token.text, 0, LARGEST_WEIGHT, "a weight, which is a number")
    except ValueError as error:
        raise token.error(str(error)) from None
    if len(token.text.partition(".")[2].rstrip("0")) > 3:
        raise token.error(f"the weight {quoted(token.text)} has more than three decimals")
    return weight


def _alone(lines: Iterator[list[Token]], what: str, after: Token | None = None) -> Token:
    """Return the only word on the next line. what: its name for error messages."""
    line = next(lines, None)
    if line is None:
        raise BoardError(f"{what} is missing", line=after.line + 1 if after else None)
    if len(line) > 1:
        raise line[1].error(f"{quoted(line[1].text)} is unexpected: this line has only {what}")
    return line[0]


def _words(lines: Iterator[list[Token]], count: int, what: str, depth: Token) -> list[Token]:
    """Return the next ``count`` words, on one line. depth: the word that states ``count``."""
    words: list[Token] = []
    line = 0
    while len(words) < count:
        piece = next(lines, [])  # a long line comes in pieces
        if not piece or (words and piece[0].line != line):
            place = words[-1] if words else depth
            missing = f"{count - len(words)} of the {count} {what}"
            raise place.error(f"missing: {missing} announced on line {depth.line}")
        line = piece[0].line
        words += piece
    if len(words) > count:
        raise words[count].error(
            f"{quoted(words[count].text)} is one too many: line {depth.line} announces {count} "
            f"{what}"
        )
    return words


def _check_f(words: list[Token]) -> None:
    """Raise BoardError unless every f is a number of at least g, and equal to g at the goal."""
    for g, token in enumerate(words, 1):
        if _F_VALUE.fullmatch(token.text) is None:
            raise token.error(f"{quoted(token.text)} is not a value of f, which is a number")
        if decimal_number(token.text) < g:
            f = shortened(token.text, 24)
            raise token.error(f"f after move {g} is {f}, but cannot be less than {g}")
    if words and decimal_number(words[-1].text) != len(words):
        raise words[-1].error(f"f at the goal is {words[-1].text}, but the depth is {len(words)}")


def _replayed(start: Board, goal: Board, letters: list[Token], depth: Token) -> tuple[Move, ...]:
    """Return the moves. Raises BoardError if one is illegal or they do not reach ``goal``."""
    moves = []
    for token in letters:
        try:
            moves.append(Move.from_letter(token.text))
        except ValueError as error:
            raise token.error(str(error)) from None
    try:
        end = start.apply_all(moves)
    except IllegalMoveError as error:
        number = legal_count(start, moves)
        token = letters[number]
        raise token.error(f"move {number + 1}, {quoted(token.text)}: {error}") from None
    if end != goal:
        last = letters[-1] if letters else depth
        raise last.error(f"the moves lead to {end}, not to the goal")
    return tuple(moves)


FORMAT = Format(
    name=NAME,
    title="Weighted A*: solution (course)",
    summary="the answer to a weighted scenario: start, goal, weight, depth, expanded, moves, f",
    rank=110,
    pattern=re.compile(r"\n[^\S\n]*+\n"),
    is_plausible=is_plausible,
    read=read,
    example="1 0 2\n3 4 5\n\n1 4 2\n3 5 0\n\n1.5\n2\n2\nD R\n2.5 2",
    write_answer=write_answer,
    needs_f_values=True,
)
