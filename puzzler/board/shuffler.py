"""Shuffling: solvable scenarios from random legal moves."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from functools import cache

from puzzler import services
from puzzler.board.board import Board, moves_from_cell
from puzzler.board.errors import BoardError
from puzzler.board.goal import GoalLike, resolve_goal
from puzzler.board.move import Move
from puzzler.board.scenario import Scenario

MAX_MOVES = 1_000_000
MIXED = "mixed"
"""The difficulty of a board that was drawn uniformly from all solvable boards."""


def new_seed() -> int:
    """Return a random seed that is short enough to read aloud: 0 to 999,999,999."""
    return random.SystemRandom().randrange(1_000_000_000)


def shuffle(
    rows: int,
    columns: int,
    moves: int | None = None,
    seed: int | None = None,
    goal: GoalLike = None,
    *,
    difficulty: str | None = None,
) -> Scenario:
    """Return a scenario whose start is reached from ``goal`` by random legal moves.

    Without ``moves``, all solvable boards except the goal are equally likely. With ``moves``, the
    shuffle has exactly that many, or one more if it would end at the goal. No move undoes the
    previous move. The same arguments return the same scenario on every platform and Python version.

    moves: 1 to 1,000,000. seed: by default a new seed, available as ``Scenario.seed``. goal: as for
    ``solve``. difficulty: "easy", "medium", "hard" or "mixed", as in the window, instead of
    ``moves``.

    Raises BoardError if shape, goal, number of moves or difficulty is invalid.

    >>> print(shuffle(3, 3, moves=5, seed=7).start)
    1 5 2/0 4 3/7 8 6
    """
    goal = resolve_goal(goal, Board.solved(rows, columns))
    if difficulty is not None:
        if moves is not None:
            raise BoardError("moves cannot be combined with difficulty")
        scenario: Scenario = services.find("shuffle_by_difficulty")(goal, difficulty, seed)
        return scenario
    if moves is not None and not 1 <= moves <= MAX_MOVES:
        raise BoardError(f"a shuffle takes 1 to {MAX_MOVES:,} moves, not {moves}")
    if seed is None:
        seed = new_seed()
    # Python guarantees that random() stays reproducible, but not choice()
    draw = random.Random(seed).random
    start, walked = random_board(goal, draw) if moves is None else _walk(goal, moves, draw)
    difficulty = MIXED if moves is None else ""
    return Scenario(start, goal, seed, tuple(walked), difficulty=difficulty)


def random_moves(start: Board, draw: Callable[[], float]) -> Iterator[tuple[Move, list[int]]]:
    """Yield endless random legal moves from ``start``, none of which undoes the previous move.

    draw: returns random numbers from 0 to below 1. Each move comes with the tiles after it. The
    list of tiles is reused, because thousands of boards would take longer than a frame.
    """
    rows, columns = start.size
    tiles, blank, before = list(start.tiles), start.blank, None
    while True:
        choices = _moves_on(rows, columns, blank, before)
        move, target = choices[int(draw() * len(choices))]
        tiles[blank], tiles[target] = tiles[target], 0
        blank, before = target, blank
        yield move, tiles


def _walk(goal: Board, moves: int, draw: Callable[[], float]) -> tuple[Board, list[Move]]:
    """Make ``moves`` random moves from ``goal``, or one more if they would end there."""
    solved, walked = list(goal.tiles), list[Move]()
    for move, tiles in random_moves(goal, draw):
        walked.append(move)
        if len(walked) >= moves and tiles != solved:
            break
    return Board(*goal.size, tuple(tiles)), walked


def random_board(goal: Board, draw: Callable[[], float]) -> tuple[Board, list[Move]]:
    """Return a random board, all but ``goal`` equally likely, and the moves from ``goal`` to it.

    draw: returns random numbers from 0 to below 1.

    The blank moves in random directions, but not straight back; a step over the edge leaves it in
    place. This makes the stationary distribution uniform, because every state has as many incoming
    as outgoing steps. A walk of legal moves only would visit the middle of the board more often.
    A step over the edge does not count as a move, so the number of moves can be odd or even.
    """
    rows, columns = goal.size
    table = _steps_on(rows, columns)
    # The slowest feature to randomize is a tile's position along the longer side. Its bias shrinks
    # about sevenfold every rows * columns * side**2 steps. On the smallest boards, for which all
    # probabilities can be computed, they differ from uniform by less than 0.1 %.
    steps = 100 + 5 * rows * columns * max(rows, columns) ** 2
    tiles, solved, blank = list(goal.tiles), list(goal.tiles), goal.blank
    walked: list[Move | None] = []
    while tiles == solved:
        state = blank * 5 + 4
        for _ in range(steps):
            choices = table[state]
            state, target, move = choices[int(draw() * len(choices))]
            tiles[blank], tiles[target] = tiles[target], 0
            blank = target
            walked.append(move)
    return Board(rows, columns, tuple(tiles)), cancel_inverses(walked)


def cancel_inverses(moves: Iterable[Move | None]) -> list[Move]:
    """Return ``moves`` without None and without pairs of moves that cancel each other."""
    result: list[Move] = []
    for move in moves:
        if move is None:
            continue
        if result and move is _BACK[result[-1]]:
            result.pop()
        else:
            result.append(move)
    return result


_BACK = {move: move.inverse for move in Move}


@cache
def _steps_on(rows: int, columns: int) -> tuple[tuple[tuple[int, int, Move | None], ...], ...]:
    """For each state, the possible steps as (next state, next cell, move or None at the edge).

    A state is 5 * cell + banned, where banned is the move that is not allowed, or 4 for none.
    """
    table = []
    for cell in range(rows * columns):
        targets = moves_from_cell(rows, columns, cell)
        steps: list[tuple[int, int, Move | None]] = [
            (5 * targets[move] + move.inverse, targets[move], move)
            if move in targets
            else (5 * cell + move, cell, None)
            for move in Move
        ]
        table += [tuple(steps[m] for m in Move if m != banned) for banned in range(5)]
    return tuple(table)


@cache
def _moves_on(
    rows: int, columns: int, cell: int, before: int | None
) -> tuple[tuple[Move, int], ...]:
    """Return the moves of a blank on ``cell``, each with its target, except back to ``before``."""
    targets = moves_from_cell(rows, columns, cell).items()
    return tuple((move, target) for move, target in targets if target != before)
