"""Boards graded by their true distance: walks of random legal moves that end where the grade says.

A walk begins at the goal and visits boards one move further or nearer at a time. For a grade with
two ends a distance is drawn first, and the walk stops on the first of its boards that is so far
away. A grade without a farther end is rare among the boards near the goal: there the board is mixed
fully, and mixed again until it is far enough, so that all boards of the grade are equally likely.

The board of a seed does not depend on how a distance is proven, and so is the same on every
machine. Bounds come first: no test is made before the walk is long enough, a solution that a test
has found says how much longer it must get, and most tests end with the first bound.
"""

from __future__ import annotations

import random
from collections.abc import Generator
from dataclasses import dataclass

from puzzler.board.board import Board
from puzzler.board.errors import PuzzlerError
from puzzler.board.move import Move
from puzzler.board.scenario import Scenario
from puzzler.board.shuffler import cancel_inverses, mix, wander
from puzzler.progress import BuildProgress
from puzzler.search.engine.measuring import Measuring, Ruler
from puzzler.search.heuristics import linear_conflict
from puzzler.search.kernels import jit

BUDGET = 10_000
"""States expanded between two steps: about a millisecond."""
BUDGET_UNCOMPILED = 40
LARGEST_WITHOUT_TABLES = 9
"""Cells of the largest boards of which linear conflicts prove any distance in a blink."""

Grading = Generator[BuildProgress | None, None, Scenario]
"""A graded board in the making; tells how far its tables are, None where it builds none."""


class GradingError(PuzzlerError):
    """Boards of this grade cannot be made here."""


@dataclass(frozen=True)
class Band:
    """How far from the goal the boards of a grade are: both ends belong to it."""

    least: int
    """Moves of a shortest solution; at least 1."""
    most: int | None = None
    """None: as far as it gets."""


def needs_tables(goal: Board, band: Band) -> bool:
    """Pattern databases are needed, and so the compiled kernels, without which none are built."""
    return band.most is None and len(goal.tiles) > LARGEST_WITHOUT_TABLES


def grading(goal: Board, band: Band, seed: int) -> Grading:
    """A scenario whose start is as far from ``goal`` as ``band`` says, step by step.

    Its shuffle is the whole walk. The same arguments give the same scenario everywhere.
    GradingError where the band needs compiled kernels that are missing. ``band`` must hold a
    distance that boards of the shape have.
    """
    # random() is promised to stay the same in later Pythons; choice() and randrange() are not
    draw = random.Random(seed).random
    if not needs_tables(goal, band):
        ruler = Ruler(goal, linear_conflict.HEURISTIC, linear_conflict.HEURISTIC.build(goal))
    elif jit.is_compiled():
        ruler = yield from Ruler.building(goal)
    else:
        raise GradingError(
            f"boards of {goal.rows}x{goal.columns} at least {band.least} moves from the goal "
            "need the compiled solver, which is not there"
        )
    walked: list[Move] = []
    if band.most is None:
        board = goal
        while True:
            board, moves = mix(board, draw)
            walked += moves
            found = yield from _shorter(ruler, board, band.least)
            if found is None:
                break
    else:
        distance = band.least + int(draw() * (band.most - band.least + 1))
        at_most = 0  # the distance of the present board
        for move, tiles in wander(goal, draw):
            walked.append(move)
            at_most += 1
            if at_most < distance:
                continue
            board = Board(*goal.size, tuple(tiles))
            found = yield from _shorter(ruler, board, distance, at_most)
            if found is None:
                break
            at_most = found
    return Scenario(board, goal, seed, tuple(cancel_inverses(walked)))


def _shorter(
    ruler: Ruler, board: Board, distance: int, at_most: int | None = None
) -> Generator[None, None, int | None]:
    """The distance of ``board``, at most ``at_most``, where it is below ``distance``; else None."""
    measuring = Measuring(ruler, board, at_most=at_most)
    budget = BUDGET if jit.is_compiled() else BUDGET_UNCOMPILED
    while measuring.at_least < distance and measuring.advance(budget):
        yield
    return None if measuring.at_least >= distance else measuring.at_least
