"""Solvable scenarios by random legal moves from the goal."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from functools import cache

from puzzler.board.board import Board, exits
from puzzler.board.errors import BoardError
from puzzler.board.move import Move
from puzzler.board.scenario import Scenario

MOST_MOVES = 1_000_000
MIXED = "mixed"
"""The difficulty of a board that was shuffled until nothing was left of the goal."""


def new_seed() -> int:
    """A fresh seed, short enough to read aloud: 0 to 999,999,999."""
    return random.SystemRandom().randrange(1_000_000_000)


def check_goal(goal: Board, rows: int, columns: int) -> None:
    """BoardError unless ``goal`` is of that shape."""
    if goal.size != (rows, columns):
        raise BoardError(f"the goal is {goal.rows}x{goal.columns}, not {rows}x{columns}")


def shuffle(
    rows: int,
    columns: int,
    moves: int | None = None,
    seed: int | None = None,
    goal: Board | None = None,
) -> Scenario:
    """A scenario whose start is reached from ``goal`` by random legal moves.

    Without ``moves`` there are as many as it takes: every solvable board is then equally likely,
    except the goal, which never comes. With ``moves`` there are exactly that many, or one more
    where they would end at the goal. No move takes back the one before it. The same arguments give
    the same scenario on every platform and Python.

    moves: at least 1. seed: by default a new one, told in the result. goal: by default the standard
    goal. Raises BoardError for an impossible shape or count.
    """
    if goal is None:
        goal = Board.solved(rows, columns)
    check_goal(goal, rows, columns)
    if moves is not None and not 1 <= moves <= MOST_MOVES:
        raise BoardError(f"a shuffle takes 1 to {MOST_MOVES:,} moves, not {moves}")
    if seed is None:
        seed = new_seed()
    # random() is promised to stay the same in later Pythons; choice() is not
    draw = random.Random(seed).random
    start, walked = mix(goal, draw) if moves is None else _walk(goal, moves, draw)
    difficulty = MIXED if moves is None else ""
    return Scenario(start, goal, seed, tuple(walked), difficulty=difficulty)


def wander(start: Board, draw: Callable[[], float]) -> Iterator[tuple[Move, list[int]]]:
    """Random legal moves from ``start`` without end, none of which takes back the one before it.

    draw: random numbers from 0 to below 1. With each move the tiles after it: the same list every
    time, for a board for each of thousands of moves would take longer than a frame of the window.
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
    """``moves`` moves from ``goal``, or one more where they would end there."""
    solved, walked = list(goal.tiles), list[Move]()
    for move, tiles in wander(goal, draw):
        walked.append(move)
        if len(walked) >= moves and tiles != solved:
            break
    return Board(*goal.size, tuple(tiles)), walked


def mix(goal: Board, draw: Callable[[], float]) -> tuple[Board, list[Move]]:
    """A board of which all but ``goal`` are equally likely, and the moves from ``goal`` to it.

    draw: random numbers from 0 to below 1.

    The blank is sent in random directions, though not straight back; at the edge it stays where it
    is. That makes the walk fair: as many steps lead to every state as lead away from it, wherever
    its blank is, whereas a walk that never bumps into the edge visits the middle of the board more
    often. And because a bump is a step but no move, the number of moves may be odd or even.
    """
    rows, columns = goal.size
    table = _steps_on(rows, columns)
    # The slowest to be forgotten is where along the longer side a tile was. What is left of that
    # shrinks about sevenfold with every rows * columns * side**2 steps; and on the smallest boards,
    # where all probabilities can be computed, they differ from equal ones by less than 0.1 %.
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
    return Board(rows, columns, tuple(tiles)), straightened(walked)


def straightened(moves: Iterable[Move | None]) -> list[Move]:
    """``moves`` without those that were taken back, and without None."""
    left: list[Move] = []
    for move in moves:
        if move is None:
            continue
        if left and move is _BACK[left[-1]]:
            left.pop()
        else:
            left.append(move)
    return left


_BACK = {move: move.inverse for move in Move}


@cache
def _steps_on(rows: int, columns: int) -> tuple[tuple[tuple[int, int, Move | None], ...], ...]:
    """The steps from each state: the state and the cell after it, and the move, None at the edge.

    A state is 5 * cell + the direction in which the blank does not go on, 4 for none.
    """
    table = []
    for cell in range(rows * columns):
        targets = exits(rows, columns, cell)
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
    """The moves of a blank on ``cell`` and where they lead, but not back to ``before``."""
    targets = exits(rows, columns, cell).items()
    return tuple((move, target) for move, target in targets if target != before)
