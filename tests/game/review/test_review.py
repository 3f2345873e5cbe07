"""The review of a play, compared with a table of distances."""

from __future__ import annotations

import random
from functools import cache, cached_property
from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzler.board import Board, Move, PuzzlerError, UnsolvableError, shuffle
from puzzler.board.goal import snail
from puzzler.game.review.analysis import MAX_CARDS, cards_of
from puzzler.game.review.review import Detour, Review, ReviewStage, finished_parts
from puzzler.search.distance_bounds import tighten
from puzzler.search.method import Method
from puzzler.search.solve import solve
from tests import naive

GOALS = [
    Board.solved(2, 2),
    Board.solved(2, 3),
    snail(3, 2),
    Board.solved(2, 4),
    Board.parse("4 0 2/1 5 3"),
]


@cache
def tables(goal):
    return naive.distances_from(goal)


@st.composite
def plays(draw):
    """A play of which some moves are best ones and some are not."""
    goal = draw(st.sampled_from(GOALS))
    start = shuffle(*goal.size, draw(st.integers(1, 80)), draw(st.integers(0, 10**6)), goal).start
    rng = random.Random(draw(st.integers(0, 10**6)))
    share = draw(st.sampled_from([0.0, 0.4, 0.7, 0.9, 1.0]))
    moves, board = [], start
    for _ in range(draw(st.integers(0, 60))):
        choices = list(board.legal_moves())
        if rng.random() < share:
            choices = [
                move
                for move in choices
                if tables(goal)[board.apply(move)] < max(tables(goal)[board], 1)
            ] or choices
        moves.append(rng.choice(choices))
        board = board.apply(moves[-1])
    return Review(start, goal, moves)


def distances(review):
    return [tables(review.goal)[board] for board in review.boards]


def answer(review, question):
    distance = tables(review.goal)[question.board]
    assert question.at_least <= distance
    assert question.at_most is None or distance <= question.at_most
    review.learn(question.board, distance, distance)


def completed(review):
    while questions := review.questions():
        answer(review, questions[0])
    return review


def naive_detours(known):
    """Walk on; where the distance rises, the detour lasts until it is back."""
    found, place, end = [], 0, len(known) - 1
    while place < end:
        if known[place + 1] < known[place]:
            place += 1
            continue
        back = next((at for at in range(place + 1, end) if known[at] == known[place]), end)
        found.append(Detour(place, back - 1, back - place - known[place] + known[back]))
        place = back
    return tuple(found)


@settings(max_examples=50)
@given(plays(), st.randoms(use_true_random=False))
def test_the_order_of_answers_does_not_change_the_review(review, rng):
    asked = 0
    while questions := review.questions():
        assert len({question.board for question in questions}) == len(questions)
        answer(review, rng.choice(questions))
        asked += 1
        known = distances(review)
        for (at_least, at_most), distance in zip(review.bounds, known, strict=True):
            assert at_least <= distance
            assert at_most is None or distance <= at_most
        wrong = {move for move in range(len(known) - 1) if known[move + 1] > known[move]}
        assert set(review.mistakes) <= wrong
        assert set(review.detours) <= set(naive_detours(known))
        lost = len(review.moves) - known[0] + known[-1]
        least, most = review.lost_bounds
        assert least >= 2 * len(review.mistakes)
        assert least <= lost and (most is None or lost <= most)
    assert asked <= len(set(review.boards))
    known = distances(review)
    assert review.is_complete
    assert list(review.distances) == known
    assert review.shortest == known[0]
    assert review.lost == len(review.moves) - known[0] + known[-1] == 2 * len(review.mistakes)
    assert review.lost_bounds == (review.lost, review.lost)
    assert review.mistakes == tuple(
        move for move in range(len(known) - 1) if known[move + 1] > known[move]
    )
    assert review.detours == naive_detours(known)
    assert sum(detour.cost for detour in review.detours) == review.lost


@given(plays(), st.randoms(use_true_random=False))
def test_a_review_learns_bounds_in_any_order(review, rng):
    known = list(zip(review.boards, distances(review), strict=True))
    rng.shuffle(known)
    for board, distance in known:
        review.learn(board, max(0, distance - rng.randint(0, 3)), distance + rng.randint(0, 3))
    for board, distance in known:
        review.learn(board, distance, None)
        review.learn(board, 0, distance)
    assert review.is_complete
    assert list(review.distances) == distances(review)
    assert review.questions() == []


@given(plays())
def test_the_stages_make_up_the_whole_play(review):
    completed(review)
    if not review.moves:
        assert (review.stages, review.detours, review.moves_a_second) == ((), (), None)
        return
    assert sum(stage.moves for stage in review.stages) == len(review.moves)
    assert sum(stage.lost for stage in review.stages) == review.lost
    assert all(stage.moves > 0 for stage in review.stages)
    places = [place for _, place in finished_parts(review.boards, review.goal)]
    assert places == sorted(places)
    names = [stage.name for stage in review.stages]
    assert ("Not finished" in names[:-1]) is False
    if review.is_solved:  # else what is not finished may have taken no moves yet
        assert names[-1] != "Not finished"
    assert review.is_solved or not names[-1].startswith(("Last", "Whole"))


@given(plays())
def test_cards_are_the_dearest_first_and_of_each_board_one(review):
    cards, costs = cards_of(completed(review)), {}
    for detour in review.detours:
        board = review.boards[detour.first]
        costs[board] = max(detour.cost, costs.get(board, 0))
    boards = [card.board for card in cards]
    assert len(set(boards)) == len(boards) <= MAX_CARDS
    taken = [costs.pop(board) for board in boards]
    assert taken == sorted(taken, reverse=True)
    costs.pop(review.goal, None)  # there is nothing to ask at the goal
    assert not costs or (len(cards) == MAX_CARDS and max(costs.values()) <= min(taken))
    assert all(card.distance == tables(review.goal)[card.board] > 0 for card in cards)


def test_a_review_asks_nothing_else_if_both_ends_prove_every_move():
    start, goal = shuffle(2, 4, seed=3).start, Board.solved(2, 4)
    review = Review(start, goal, solve(start, goal, Method.shortest(2, 4)).moves)
    assert review.is_solved
    [question] = review.questions()
    assert question.board == review.start
    answer(review, question)
    assert review.is_complete
    assert (review.lost, review.mistakes, review.detours) == (0, (), ())


def test_stages_by_rows_and_columns():
    start = Board.parse("1 2 3 4/5 6 7 8/9 10 11 12/0 13 14 15")
    play = (Move.RIGHT, Move.RIGHT, Move.RIGHT)
    review = Review(start, Board.solved(4, 4), play, (0.0, 1.5, 4.0))
    review.learn(start, 3, 3)
    assert review.is_complete
    assert review.stages == (
        ReviewStage("Column 1", 1, 0, 0.0),
        ReviewStage("Column 2", 1, 0, 1.5),
        ReviewStage("Last 2x2", 1, 0, 2.5),
    )
    assert review.moves_a_second == 0.75


def test_a_row_counts_as_finished_where_it_stays_so():
    goal = Board.solved(3, 3)
    start = goal.apply_all([Move.UP, Move.UP, Move.LEFT])
    review = Review(start, goal, [Move.RIGHT, Move.DOWN, Move.UP, Move.DOWN, Move.DOWN])
    assert [(stage.name, stage.moves) for stage in review.stages] == [("Row 1", 4), ("Last 2x2", 1)]
    around = Review(goal, goal, [Move.UP, Move.DOWN])
    assert [stage.name for stage in around.stages] == ["Last 2x2"]
    small = Review(Board.solved(2, 2).apply(Move.UP), Board.solved(2, 2), [Move.DOWN])
    assert [stage.name for stage in small.stages] == ["Whole board"]
    with_middle = Board.parse("1 2 3/4 0 5/6 7 8")
    review = Review(with_middle.apply(Move.UP), with_middle, [Move.DOWN])
    assert [stage.name for stage in review.stages] == ["Last 2x2"]


def test_illegal_moves_raise_an_error():
    goal = Board.solved(3, 3)
    with pytest.raises(PuzzlerError, match=r"^move 2, R: the blank in row 2, column 3 cannot"):
        Review(goal, goal, [Move.UP, Move.RIGHT])
    with pytest.raises(UnsolvableError):
        Review(Board.parse("2 1 3/4 5 6/7 8 0"), goal, [])
    with pytest.raises(ValueError, match="1 times do not fit 2 moves"):
        Review(goal, goal, [Move.UP, Move.DOWN], [0.0])


def test_boards_that_come_again_cost_nothing(monkeypatch):
    spy = mock.Mock(wraps=tighten)
    monkeypatch.setattr("puzzler.search.distance_bounds.tighten", spy)
    moves = [Move.RIGHT, Move.LEFT] * 20_000
    review = Review(Board.parse("1 2 3/4 5 6/7 0 8"), Board.solved(3, 3), moves)
    assert spy.call_count < 10 and review.is_complete
    assert (review.shortest, review.lost) == (1, 40_000)


@given(plays(), st.randoms(use_true_random=False))
def test_all_properties_follow_a_new_distance(review, rng):
    fresh = Review(review.start, review.goal, review.moves)
    names = [name for name in dir(Review) if isinstance(getattr(Review, name), cached_property)]
    assert len(names) > 5
    known = list(zip(review.boards, distances(review), strict=True))
    rng.shuffle(known)
    for board, distance in known:
        for name in names:
            getattr(review, name)
        for each in (review, fresh):
            each.learn(board, distance, distance)
    for name in names:
        assert str(getattr(review, name)) == str(getattr(fresh, name)), name
