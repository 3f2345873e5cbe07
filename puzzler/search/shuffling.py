"""Random boards with a given true distance from the goal.

If the largest distance is given, a distance is chosen at random. A walk of random moves starts at
the goal and stops at the first board with this distance. Otherwise, the board is mixed fully until
it is far enough, so that all such boards are equally likely.

The board of a seed is the same on every machine, because it does not depend on how a distance is
proven. Few distances are computed: none before the walk is long enough, and each computed distance
determines how many more moves are needed. Most tests end with the first lower bound.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from puzzler.board.board import Board
from puzzler.board.errors import PuzzlerError
from puzzler.board.move import Move
from puzzler.board.scenario import Scenario
from puzzler.board.shuffler import cancel_inverses, random_board, random_moves
from puzzler.progress import Reporter, no_report
from puzzler.search.engine.measuring import Measuring, Ruler
from puzzler.search.heuristics import linear_conflict
from puzzler.search.kernels import jit
from puzzler.search.packing import has_ranks

BUDGET = 10_000
"""Number of states expanded between two steps, which takes about a millisecond."""
BUDGET_UNCOMPILED = 40


@dataclass(frozen=True)
class Band:
    """A range of distances from the goal, including both bounds."""

    minimum: int
    """The smallest distance, at least 1."""
    maximum: int | None = None
    """The largest distance. None: no limit."""


def needs_tables(goal: Board, band: Band) -> bool:
    """Whether pattern databases and therefore compiled kernels are needed.

    On small boards, IDA* with linear conflict proves any distance quickly.
    """
    return band.maximum is None and not has_ranks(goal)


def graded(goal: Board, band: Band, seed: int, report: Reporter = no_report) -> Scenario:
    """Return a scenario with a start in ``band``. Its shuffle is the whole walk.

    The same arguments give the same scenario on every machine. ``band`` must contain a distance
    that exists on boards of this shape. Raises PuzzlerError if the band needs compiled kernels that
    are missing.
    """
    # Python guarantees the sequence of random() across versions, but not of choice() or randrange()
    draw = random.Random(seed).random
    if not needs_tables(goal, band):
        ruler = Ruler(goal, linear_conflict.HEURISTIC, linear_conflict.HEURISTIC.build(goal))
    elif jit.is_compiled():
        ruler = Ruler.build(goal, report)
    else:
        raise PuzzlerError(
            f"boards of {goal.rows}x{goal.columns} at least {band.minimum} moves from the goal "
            "need the compiled solver, which is not available"
        )
    walked: list[Move] = []
    if band.maximum is None:
        board = goal
        while True:
            board, moves = random_board(board, draw)
            walked += moves
            found = _shorter(ruler, board, band.minimum, report)
            if found is None:
                break
    else:
        distance = band.minimum + int(draw() * (band.maximum - band.minimum + 1))
        at_most = 0  # upper bound on the distance of the current board
        for move, tiles in random_moves(goal, draw):
            walked.append(move)
            at_most += 1
            if at_most < distance:
                continue
            board = Board(*goal.size, tuple(tiles))
            found = _shorter(ruler, board, distance, report, at_most)
            if found is None:
                break
            at_most = found
    return Scenario(board, goal, seed, tuple(cancel_inverses(walked)))


def _shorter(
    ruler: Ruler, board: Board, distance: int, report: Reporter, at_most: int | None = None
) -> int | None:
    """Return the distance if it is below ``distance``, else None. at_most: an upper bound."""
    measuring = Measuring(ruler, board, at_most=at_most)
    budget = BUDGET if jit.is_compiled() else BUDGET_UNCOMPILED
    while measuring.at_least < distance and measuring.advance(budget):
        report(None)
    return None if measuring.at_least >= distance else measuring.at_least
