"""Answers as a search gives them, for the tests of what is written."""

from __future__ import annotations

from fractions import Fraction

from puzzler.board import Board, Move
from puzzler.formats.format import Answer, Contents


def answer(
    start: str,
    moves: str | None,
    *,
    goal: str = "",
    is_shortest: bool = True,
    is_unsolvable: bool = False,
    f_values: tuple[str, ...] = (),
    figures: tuple[int, int, int] = (10, 22, 4),
) -> Answer:
    """The answer ``moves`` (letters; None where there is none).

    figures: states expanded, the most held at once, the deepest.
    """
    expanded, most_held, deepest = figures
    board = Board.parse(start)
    return Answer(
        Contents(board),
        Board.parse(goal) if goal else Board.solved(*board.size),
        None if moves is None else tuple(map(Move.from_letter, moves)),
        is_shortest=is_shortest,
        is_unsolvable=is_unsolvable,
        expanded=expanded,
        generated=most_held - 1,
        most_held=most_held,
        deepest=deepest,
        seconds=0.00188088,
        memory_bytes=81920,
        weight=1.5,
        f_values=tuple(map(Fraction, f_values)),
    )
