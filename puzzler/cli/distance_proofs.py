"""Proves all distances of a review, one step after the other.

Up to 16 cells one board after the other is proven, as ``Review.questions`` says. On larger boards
hardly any distance can be proven but near the goal: there both ends close in for as long as one
likes.
"""

from __future__ import annotations

from puzzler.board.board import Board
from puzzler.cli.deadline import Deadline
from puzzler.game.core.distances import CELLS_FOR_TABLES
from puzzler.game.review.review import Review
from puzzler.progress import BuildProgress, Reporter, no_report
from puzzler.search.engine.measuring import Measuring, Ruler
from puzzler.search.method import ENDLESS, Method
from puzzler.search.options import Limit
from puzzler.search.solve import solve

SLICE = 200_000
"""States between two looks at the clock: some hundredths of a second."""
FIRST_SHARE = 100_000
"""States that each board of a large review gets at first; four times as many each time after."""


def complete(review: Review, deadline: Deadline, report: Reporter = no_report) -> None:
    """Add all distances that can be proven to ``review``; raise TimeUpError at the deadline.

    Without a deadline, boards of more than 16 cells may take for ever. The kernels are used as they
    are, compiled or not. Distances proven before an exception stay in ``review``.
    """

    def report_in_time(progress: BuildProgress | None) -> None:
        report(progress)
        if not review.is_complete:
            deadline.check()

    if review.is_complete:
        return
    is_large = len(review.goal.tiles) > CELLS_FOR_TABLES
    if is_large:
        _close_in(review, deadline.left)
        report(None)
    if not review.is_complete:
        ruler = Ruler.build(review.goal, report_in_time)
        (_by_patience if is_large else _by_halves)(review, ruler, report_in_time)


def _by_halves(review: Review, ruler: Ruler, report: Reporter) -> None:
    """One board after the other, the most informative first."""
    while questions := review.questions():
        for board in (question.board for question in questions):
            at_least, at_most = review.bounds(board)
            if at_least == at_most:  # another answer has proven it
                continue
            measuring = Measuring(ruler, board, at_least, at_most)
            while measuring.advance(SLICE):
                report(None)
            review.learn(board, measuring.at_least, measuring.at_most)
            report(None)


def _by_patience(review: Review, ruler: Ruler, report: Reporter) -> None:
    """All boards again and again, those nearest to the goal first, with ever more patience."""
    begun: dict[Board, Measuring] = {}
    share = FIRST_SHARE
    for board in set(review.boards):
        begun[board] = Measuring(ruler, board)
        review.learn(board, begun[board].at_least, None)
        report(None)
    while not review.is_complete:
        waiting = {board: ends for board in begun if len({*(ends := review.bounds(board))}) > 1}
        for board in sorted(waiting, key=lambda board: waiting[board][0]):
            measuring = begun[board]
            stop = measuring.expanded + share
            while True:
                # what is proven of other boards narrows this one
                measuring.learn(*review.bounds(board))
                if measuring.expanded >= stop or not measuring.advance(SLICE):
                    break
                report(None)
            review.learn(board, measuring.at_least, measuring.at_most)
            report(None)
        share *= 4


def _close_in(review: Review, seconds: float | None) -> None:
    """Both ends of the start's distance, from ``anytime``, and what they tell of other boards.

    It takes half of the time.
    """
    limit = Limit(None if seconds is None else seconds / 2)
    found = solve(review.start, review.goal, Method(ENDLESS, limit=limit))
    review.learn(review.start, found.lower_bound, found.length)
    board = review.start
    for left, move in zip(range(len(found.moves) - 1, -1, -1), found.moves, strict=True):
        board = board.apply(move)
        review.learn(board, 0, left)
    if found.is_interrupted:
        raise KeyboardInterrupt
