"""Solvable scenarios by random legal moves from the goal."""

from __future__ import annotations

import random
import secrets

from puzzler.board.board import Board
from puzzler.board.errors import BoardError
from puzzler.board.move import Move
from puzzler.board.scenario import Scenario

MOST_MOVES = 1_000_000


def default_shuffle_moves(rows: int, columns: int) -> int:
    """How many random moves mix a board of this shape well: 25 for each cell."""
    return 25 * rows * columns


def new_seed() -> int:
    """A fresh seed, short enough to read aloud: 0 to 999,999,999."""
    return secrets.randbelow(1_000_000_000)


def shuffle(
    rows: int,
    columns: int,
    moves: int | None = None,
    seed: int | None = None,
    goal: Board | None = None,
) -> Scenario:
    """A scenario whose start lies ``moves`` random legal moves from ``goal``.

    No move takes back the one before it, and the start is never the goal: a walk that ends there
    goes one move further. The same arguments give the same scenario on every platform and Python.

    moves: at least 1, by default 25 for each cell. seed: by default a new one, told in the result.
    goal: by default the standard goal. Raises BoardError for an impossible shape or count.
    """
    if goal is None:
        goal = Board.solved(rows, columns)
    if goal.size != (rows, columns):
        raise BoardError(f"the goal is {goal.rows}x{goal.columns}, not {rows}x{columns}")
    if moves is None:
        moves = default_shuffle_moves(rows, columns)
    if not 1 <= moves <= MOST_MOVES:
        raise BoardError(f"a shuffle takes 1 to {MOST_MOVES:,} moves, not {moves}")
    if seed is None:
        seed = new_seed()
    generator = random.Random(seed)
    board, walked = goal, list[Move]()
    while len(walked) < moves or board == goal:
        choices = [move for move in board.legal_moves() if not walked or move != walked[-1].inverse]
        # random() is promised to stay the same in later Pythons; choice() is not
        move = choices[int(generator.random() * len(choices))]
        board = board.apply(move)
        walked.append(move)
    return Scenario(board, goal, seed, tuple(walked))
