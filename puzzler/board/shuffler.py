"""Solvable scenarios by random legal moves from the goal."""

from __future__ import annotations

import random
import secrets
from functools import cache

from puzzler.board.board import Board, ways_out
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
    # a board for each of thousands of moves would take longer than a frame of the window
    tiles, solved, blank = list(goal.tiles), list(goal.tiles), goal.blank
    walked, before = list[Move](), None
    while len(walked) < moves or tiles == solved:
        choices = _ways_on(rows, columns, blank, before)
        # random() is promised to stay the same in later Pythons; choice() is not
        move, target = choices[int(generator.random() * len(choices))]
        tiles[blank], tiles[target] = tiles[target], 0
        blank, before = target, blank
        walked.append(move)
    return Scenario(Board(rows, columns, tuple(tiles)), goal, seed, tuple(walked))


@cache
def _ways_on(
    rows: int, columns: int, cell: int, before: int | None
) -> tuple[tuple[Move, int], ...]:
    """The moves of a blank on ``cell`` and where they lead, but not back to ``before``."""
    ways = ways_out(rows, columns, cell).items()
    return tuple((move, target) for move, target in ways if target != before)
