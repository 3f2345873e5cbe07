"""Proves all distances of a review, without threads: for the command line and for measuring.

Up to 16 cells one board after the other is proven, as ``Review.questions`` says. On larger boards
hardly any distance can be proven but near the goal: there both ends close in for as long as one
likes.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace

from puzzler.board.board import Board
from puzzler.game.review.review import Review
from puzzler.search.engine.measuring import Measuring, Ruler
from puzzler.search.method import ENDLESS, Method
from puzzler.search.options import Limit
from puzzler.search.solve import solve
from puzzler.steps import BuildProgress

LARGEST_PROVEN = 16
"""Cells of the largest boards whose distances are all proven, if it takes ever so long."""
SLICE = 200_000
"""States between two looks at the clock: some hundredths of a second."""
FIRST_SHARE = 100_000
"""States that each board of a large review gets at first; four times as many each time after."""


def complete(
    review: Review,
    limit: Limit | None = None,
    on_build: Callable[[BuildProgress], object] = lambda _: None,
    on_proof: Callable[[], object] = lambda: None,
    clock: Callable[[], float] = time.perf_counter,
) -> bool:
    """Let ``review`` learn all that can be proven; True where that is every distance.

    limit: after its seconds it ends with what is proven by then; without any, boards of more than
    16 cells may take for ever. Kernels are left as they are. A KeyboardInterrupt takes
    nothing back of what was learned. ``on_proof`` is called whenever something was.
    """
    limit = limit or Limit()
    end = float("inf") if limit.seconds is None else clock() + limit.seconds
    is_large = len(review.goal.tiles) > LARGEST_PROVEN
    if is_large and not review.is_complete:
        _close_in(review, limit)
        on_proof()
    steps = Ruler.building(review.goal)
    while not review.is_complete:
        try:
            on_build(next(steps))
        except StopIteration as built:
            ruler: Ruler = built.value
            break
        if clock() >= end:
            return False
    else:
        return True
    for _ in _by_patience(review, ruler) if is_large else _by_halves(review, ruler):
        on_proof()
        if clock() >= end:
            break
    return review.is_complete


def _by_halves(review: Review, ruler: Ruler) -> Iterator[None]:
    """One board after the other, the most informative first."""
    while questions := review.questions():
        question = questions[0]
        measuring = Measuring(ruler, question.board, question.at_least, question.at_most)
        while measuring.advance(SLICE):
            yield
        review.learn(question.board, measuring.at_least, measuring.at_most)
        yield


def _by_patience(review: Review, ruler: Ruler) -> Iterator[None]:
    """All boards again and again, those nearest to the goal first, with ever more patience."""
    begun: dict[Board, Measuring] = {}
    share = FIRST_SHARE
    for board in set(review.boards):
        begun[board] = Measuring(ruler, board)
        review.learn(board, begun[board].at_least, None)
    while not review.is_complete:
        waiting = {
            board: ends
            for board, ends in zip(review.boards, review.ends, strict=True)
            if ends[0] != ends[1]
        }
        for board in sorted(waiting, key=lambda board: waiting[board][0]):
            measuring = begun[board]
            stop = measuring.expanded + share
            while True:
                # what is proven of other boards narrows this one
                measuring.learn(*review.ends[review.boards.index(board)])
                if measuring.expanded >= stop or not measuring.advance(SLICE):
                    break
                yield
            review.learn(board, measuring.at_least, measuring.at_most)
            yield
        share *= 4


def _close_in(review: Review, limit: Limit) -> None:
    """Both ends of the start's distance, from ``anytime``, and what they tell of other boards.

    It takes half of the time.
    """
    if limit.seconds is not None:
        limit = replace(limit, seconds=limit.seconds / 2)
    found = solve(review.start, review.goal, Method(ENDLESS, limit=limit))
    review.learn(review.start, found.lower_bound, found.length)
    board = review.start
    for left, move in zip(range(len(found.moves) - 1, -1, -1), found.moves, strict=True):
        board = board.apply(move)
        review.learn(board, 0, left)
