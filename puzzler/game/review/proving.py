"""Proves all distances of a review.

On up to 16 cells the boards are proven one after the other, in the order of ``Review.questions``.
On larger boards hardly any distance far from the goal can be proven, so that all lower bounds are
improved in turns.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

from puzzler.board.board import Board
from puzzler.board.goal import GoalLike, resolve_board, resolve_goal
from puzzler.board.move import Move
from puzzler.formats.moves import as_moves
from puzzler.game.core.distances import CELLS_FOR_TABLES
from puzzler.game.review.review import Review
from puzzler.progress import BuildProgress, Reporter, no_report
from puzzler.search.deadline import Deadline, TimeUpError
from puzzler.search.engine.measuring import Measuring, Ruler
from puzzler.search.method import ENDLESS, Method
from puzzler.search.options import Limit
from puzzler.search.solve import solve

SLICE = 200_000
"""States between two checks of the deadline: some hundredths of a second."""
FIRST_SHARE = 100_000
"""States expanded for each large board in the first turn. Each turn has four times as many."""


def review(
    board: Board | str,
    moves: Iterable[Move] | str,
    goal: GoalLike = None,
    *,
    seconds: float | None = None,
) -> Review:
    """Compare every move of a solution with the best moves.

    moves: Moves, or a text such as "DDRU". goal: as for ``solve``. seconds: a limit, after which
    the review has what is proven until then. By default all distances are proven, which can take
    very long on boards of more than 16 cells.

    Raises PuzzlerError with the number of the first illegal move, counted from 1, and
    UnsolvableError if ``board`` cannot reach ``goal``.

    >>> found = review("1 2 3/4 0 6/7 5 8", "LRDR")
    >>> found.distances, found.is_solved
    ((2, 3, 2, 1, 0), True)
    """
    start = resolve_board(board)
    found = Review(start, resolve_goal(goal, start), as_moves(start, moves))
    with suppress(TimeUpError):
        complete(found, Deadline(seconds))
    return found


def complete(review: Review, deadline: Deadline, report: Reporter = no_report) -> None:
    """Prove all distances of ``review``; raise TimeUpError at the deadline.

    report: called with the progress while tables are built, then with None after every slice of
    work. Without a limit, boards of more than 16 cells may take forever. If TimeUpError or
    KeyboardInterrupt is raised, the review keeps what was proven.
    """

    def report_in_time(progress: BuildProgress | None) -> None:
        report(progress)
        if not review.is_complete:
            deadline.check()

    if review.is_complete:
        return
    is_large = len(review.goal.tiles) > CELLS_FOR_TABLES
    if is_large:
        _bound_start(review, deadline.left)
        report_in_time(None)
    if not review.is_complete:
        ruler = Ruler.build(review.goal, report_in_time)
        (_in_turns if is_large else _by_halves)(review, ruler, report_in_time)


def _by_halves(review: Review, ruler: Ruler, report: Reporter) -> None:
    """Prove one board after the other, the most informative first."""
    while questions := review.questions():
        for board in (question.board for question in questions):
            bounds = review.board_bounds.bounds(board)
            if bounds[0] != bounds[1]:
                _work(review, Measuring(ruler, board, *bounds), board, report)


def _in_turns(review: Review, ruler: Ruler, report: Reporter) -> None:
    """Work on each board in turns that get longer, on the boards nearest to the goal first."""
    started: dict[Board, Measuring] = {}
    for board in reversed(review.board_bounds.numbers):
        started[board] = Measuring(ruler, board)
        review.learn(board, started[board].at_least, None)
        report(None)
    share = FIRST_SHARE
    while not review.is_complete:
        for board in sorted(started, key=lambda board: review.board_bounds.bounds(board)[0]):
            _work(review, started[board], board, report, share)
        share *= 4


def _work(
    review: Review, measuring: Measuring, board: Board, report: Reporter, share: int | None = None
) -> None:
    """Improve the bounds of one board, by default until the distance is proven.

    share: limit on the states to expand.
    """
    stop = None if share is None else measuring.expanded + share
    while True:
        # other boards may have improved the bounds
        measuring.learn(*review.board_bounds.bounds(board))
        if (stop is not None and measuring.expanded >= stop) or not measuring.advance(SLICE):
            break
        report(None)
    review.learn(board, measuring.at_least, measuring.at_most)
    report(None)


def _bound_start(review: Review, seconds: float | None) -> None:
    """Bound the distance of the start, and those on the solution found, in half of the time."""
    limit = Limit(None if seconds is None else seconds / 2)
    found = solve(review.start, review.goal, Method(ENDLESS, limit=limit), raise_interrupt=False)
    review.learn(review.start, found.lower_bound, found.length)
    board = review.start
    for left, move in zip(range(len(found.moves) - 1, -1, -1), found.moves, strict=True):
        board = board.apply(move)
        review.learn(board, 0, left)
    if found.is_interrupted:
        raise KeyboardInterrupt
