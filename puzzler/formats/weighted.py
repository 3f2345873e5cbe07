"""The weighted scenario: weight, start and goal, separated by empty lines; and its solution."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction

from puzzler.board.board import Board
from puzzler.board.errors import BoardError, quoted
from puzzler.board.move import Move
from puzzler.board.tokens import Token, tokens_of
from puzzler.formats.blocks import split_blocks, without_comments
from puzzler.formats.format import Answer, Contents, Format

LARGEST_WEIGHT = 1000
_WORD_AND_EMPTY_LINE = re.compile(r"\s*[^\s,/]+[^\S\n]*\n[^\S\n]*(?:\n|$)")
_WEIGHT = re.compile(r"\d{1,4}(?:\.(\d{0,12}))?|\.(\d{1,12})", re.ASCII)


def recognises(text: str) -> bool:
    """True where the first line has one word and an empty line follows."""
    return _WORD_AND_EMPTY_LINE.match(without_comments(text)) is not None


def read(text: str) -> Contents:
    """The weight, the start's rows and the goal's rows, an empty line between them."""
    blocks = split_blocks(text, most=4)
    weight = _weight(_first_token(blocks[0]))
    if len(blocks) < 3:
        missing = ("start", "goal")[len(blocks) - 1]
        line = blocks[-1].rstrip().count("\n") + 2
        raise BoardError(f"after an empty line, the {missing}'s rows are missing here", line=line)
    start, goal = Board.parse(blocks[1]), Board.parse(blocks[2])
    if start.size != goal.size:
        raise _first_token(blocks[2]).error(
            f"the goal is {goal.rows}x{goal.columns}, the start {start.rows}x{start.columns}"
        )
    if len(blocks) > 3:
        more = _first_token(blocks[3])
        raise more.error(f"{quoted(more.text)} does not belong here: the goal's rows come last")
    return Contents(start, goal, weight=weight)


def write_answer(answer: Answer) -> str:
    """The solution file; BoardError where there is no solution."""
    if answer.moves is None:
        raise BoardError("there is no solution")
    return write_solution(
        answer.start, answer.goal, answer.weight, answer.expanded, answer.moves, answer.f_values
    )


def write_solution(
    start: Board,
    goal: Board,
    weight: float,
    expanded: int,
    moves: Sequence[Move],
    f_values: Sequence[Fraction],
) -> str:
    """The solution file without its last line end.

    The start, an empty line, the goal, an empty line; then on a line each the weight, the depth,
    the number of expanded states, the moves of the blank, and f of the state that each reaches.
    """
    return "\n".join(
        [
            *_rows(start),
            "",
            *_rows(goal),
            "",
            shortest(Fraction(str(weight))),
            str(len(moves)),
            str(expanded),
            " ".join(move.letter for move in moves),
            " ".join(map(shortest, f_values)),
        ]
    )


def shortest(number: Fraction) -> str:
    """A decimal number, as short as it is exact: 2, 1.5, 0.125."""
    return f"{float(number):.6f}".rstrip("0").rstrip(".")


def _rows(board: Board) -> list[str]:
    return [" ".join(map(str, row)) for row in board.grid]


def _first_token(block: str) -> Token:
    return next(tokens_of(block))[0]


def _weight(token: Token) -> float:
    match = _WEIGHT.fullmatch(token.text)
    if match is None or float(token.text) > LARGEST_WEIGHT:
        raise token.error(
            f"{quoted(token.text)} is not a weight: line 1 is a number from 0 to {LARGEST_WEIGHT}"
        )
    if len((match[1] or match[2] or "").rstrip("0")) > 3:
        raise token.error(f"the weight {quoted(token.text)} has more than three decimals")
    return float(token.text)


FORMAT = Format(
    name="weighted",
    summary="the weight, an empty line, the start's rows, an empty line, the goal's rows",
    rank=100,
    recognises=recognises,
    read=read,
    example="1.5\n\n8 6 7\n2 5 4\n3 0 1\n\n1 2 3\n4 5 6\n7 8 0",
    write_answer=write_answer,
    needs_f_values=True,
)
