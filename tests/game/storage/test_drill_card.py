"""Cards and Leitner's boxes."""

from __future__ import annotations

import pytest

from puzzler.board import Board, Move, UnsolvableError
from puzzler.game.storage.drill_card import DAYS, Card, CardKind, is_right

BOARD = Board.parse("1 2 3/4 5 6/0 7 8")
GOAL = Board.solved(3, 3)
DAY = 24 * 3600


def test_a_new_card_is_due_at_once():
    card = Card(BOARD, GOAL, 2)
    assert (card.box, card.due_at, card.kind) == (1, 0, CardKind.MISTAKE)


def test_right_answers_lead_from_box_to_box():
    card, told = Card(BOARD, GOAL, 2), []
    for number in range(6):
        card = card.answered(True, now=1000.0 * number)
        told.append((card.box, (card.due_at - 1000 * number) / DAY))
    assert told == [(2, 1), (3, 3), (4, 7), (5, 21), (5, 21), (5, 21)]
    assert len(DAYS) == 5


@pytest.mark.parametrize("box", range(1, 6))
def test_a_wrong_answer_leads_back_into_the_first_box(box):
    card = Card(BOARD, GOAL, 2, box=box).answered(False, now=77.0)
    assert (card.box, card.due_at) == (1, 77)


def test_an_answer_is_right_where_it_begins_any_shortest_solution():
    assert is_right({Move.RIGHT, Move.UP}, Move.UP)
    assert not is_right({Move.RIGHT}, Move.UP)


def test_cards_that_cannot_be_are_refused():
    with pytest.raises(UnsolvableError):
        Card(Board.parse("1 2 3/4 5 6/8 7 0"), GOAL, 2)
    with pytest.raises(ValueError, match="no card asks for a move at distance 0"):
        Card(GOAL, GOAL, 0)
    with pytest.raises(ValueError, match="no box 6"):
        Card(BOARD, GOAL, 2, box=6)
    with pytest.raises(ValueError, match="cruel"):
        Card(BOARD, GOAL, 2, "cruel")
