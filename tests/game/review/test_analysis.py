"""Cards out of a review, and reviews that fill in by turns."""

from __future__ import annotations

import random

from puzzler.board import Board
from puzzler.game.review.analysis import MOST_CARDS, cards_of
from puzzler.game.review.review import Review
from tests import naive

GOAL = Board.solved(3, 3)


def wandering(steps, seed):
    """A complete review of a walk at random to the goal."""
    rng, board, back = random.Random(seed), GOAL, []
    for _ in range(steps):
        move = rng.choice(board.legal_moves())
        back.insert(0, move.inverse)
        board = board.apply(move)
    review = Review(board, GOAL, back)
    for each in review.boards:
        review.learn(each, *2 * [naive.distances_from(GOAL)[each]])
    return review


def test_cards_are_the_dearest_first_and_of_each_board_one():
    found = 0
    for seed in range(8):
        review = wandering(120, seed)
        cards = cards_of(review)
        costs = {}
        for detour in review.detours:
            board = review.boards[detour.first]
            costs[board] = max(detour.cost, costs.get(board, 0))
        boards = [card.board for card in cards]
        assert len(set(boards)) == len(boards) <= MOST_CARDS
        assert GOAL not in boards
        taken = [costs[board] for board in boards]
        assert taken == sorted(taken, reverse=True)
        left = [cost for board, cost in costs.items() if board not in boards and board != GOAL]
        assert not left or (len(cards) == MOST_CARDS and max(left) <= min(taken))
        for card in cards:
            assert card.distance == naive.distances_from(GOAL)[card.board]
        found += len(cards)
    assert found > 8
