"""The solution file of a weighted scenario.

The start, an empty line, the goal, an empty line; then on a line each the weight, the depth, the
number of expanded states, the moves of the blank, and f of the state after each.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from puzzler.board.board import Board
from puzzler.board.errors import BoardError, IllegalMoveError, quoted, shortened
from puzzler.board.move import Move
from puzzler.board.tokens import LARGEST_SIDE, Token
from puzzler.formats.blocks import split_blocks
from puzzler.formats.format import Answer, Contents, Format
from puzzler.formats.moves import legal_count
from puzzler.formats.rows import first_lines, lines_of, start_and_goal, write_rows

NAME = "solution"
LARGEST_WEIGHT = 1000
_WEIGHT = re.compile(r"\d{1,4}(?:\.(\d{0,12}))?|\.(\d{1,12})", re.ASCII)
_COUNT = re.compile(r"[0-9]{1,15}")
_F_VALUE = re.compile(r"[0-9]{1,15}(?:\.[0-9]{1,15})?")
_BLOCKS = ("the start's rows", "the goal's rows", "the weight")


def is_meant(text: str) -> bool:
    """Whether there are rows, an empty line, rows, an empty line, and a line of one word."""
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
    """Start, goal, weight and moves; BoardError where the moves do not lead to the goal."""
    blocks = split_blocks(text, most=len(_BLOCKS))
    if len(blocks) < len(_BLOCKS):
        line = blocks[-1].rstrip().count("\n") + 2 if blocks else 1
        raise BoardError(f"{_BLOCKS[len(blocks)]} should stand here", line=line)
    start, goal = start_and_goal(blocks[0], blocks[1])
    lines = lines_of(blocks[2])
    weight_token = _alone(lines, "the weight")
    weight = weight_of(weight_token)
    depth = _alone(lines, "the depth", after=weight_token)
    expanded = _alone(lines, "the number of expanded states", after=depth)
    for token, what in ((depth, "depth"), (expanded, "number of expanded states")):
        if _COUNT.fullmatch(token.text) is None:
            raise token.error(f"{quoted(token.text)} is not a {what}: that is a whole number")
    count = int(depth.text)
    letters = _words(lines, count, "moves", depth)
    f_values = _words(lines, count, "values of f", depth)
    rest = next(lines, None)
    if rest is not None:
        raise rest[0].error(f"{quoted(rest[0].text)} does not belong here")
    moves = _replayed(start, goal, letters, depth)
    _check_f(f_values)
    return Contents(start=start, goal=goal, weight=weight, moves=moves)


def write_answer(answer: Answer) -> str:
    """The solution file; BoardError where there is no solution."""
    if answer.moves is None:
        raise BoardError(f"there is no solution, and the format {NAME} has no form to say so")
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
    """A decimal number, as short as it is exact: 2, 1.5, 0.125."""
    return f"{float(number):.6f}".rstrip("0").rstrip(".")


def weight_of(token: Token) -> float:
    """The weight in a word; BoardError where it is none."""
    match = _WEIGHT.fullmatch(token.text)
    if match is None or float(token.text) > LARGEST_WEIGHT:
        raise token.error(
            f"{quoted(token.text)} is not a weight: that is a number from 0 to {LARGEST_WEIGHT}"
        )
    if len((match[1] or match[2] or "").rstrip("0")) > 3:
        raise token.error(f"the weight {quoted(token.text)} has more than three decimals")
    return float(token.text)


def _alone(lines: Iterator[list[Token]], what: str, after: Token | None = None) -> Token:
    """The only word on the next line, which is ``what``."""
    line = next(lines, None)
    if line is None:
        raise BoardError(f"{what} is missing", line=after.line + 1 if after else None)
    if len(line) > 1:
        raise line[1].error(f"{quoted(line[1].text)} does not belong here: the line is {what}")
    return line[0]


def _words(lines: Iterator[list[Token]], count: int, what: str, depth: Token) -> list[Token]:
    """The next ``count`` words, on one line; ``depth`` is the word with that number."""
    words: list[Token] = []
    line = 0
    while len(words) < count:
        piece = next(lines, [])  # a long line comes in pieces
        if not piece or (words and piece[0].line != line):
            place = words[-1] if words else depth
            says = f"of the {count} that line {depth.line} says"
            raise place.error(f"the {what} end after {len(words)} {says}")
        line = piece[0].line
        words += piece
    if len(words) > count:
        raise words[count].error(
            f"{quoted(words[count].text)} is one too many: line {depth.line} says {count} {what}"
        )
    return words


def _check_f(words: list[Token]) -> None:
    """BoardError where one is no number, less than g, or not g at the goal."""
    for g, token in enumerate(words, 1):
        if _F_VALUE.fullmatch(token.text) is None:
            raise token.error(f"{quoted(token.text)} is not a value of f: that is a number")
        if float(token.text) < g:
            f = shortened(token.text, 24)
            raise token.error(f"after move {g} f is {f}: it is never less than {g}")
    if words and float(words[-1].text) != len(words):
        raise words[-1].error(f"at the goal f is {words[-1].text}, and not the depth, {len(words)}")


def _replayed(start: Board, goal: Board, letters: list[Token], depth: Token) -> tuple[Move, ...]:
    """The moves; BoardError where one is illegal or they do not end at the goal."""
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
        raise last.error(f"the moves end at {end}, not at the goal")
    return tuple(moves)


FORMAT = Format(
    name=NAME,
    summary="start, goal, weight, depth, expanded states, moves, f: the answer to a scenario",
    rank=110,
    pattern=re.compile(r"\n[^\S\n]*+\n"),
    is_meant=is_meant,
    read=read,
    example="1 0 2\n3 4 5\n\n1 4 2\n3 5 0\n\n1.5\n2\n2\nD R\n2.5 2",
    write_answer=write_answer,
    needs_f_values=True,
)
