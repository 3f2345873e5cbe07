"""Reviews of plays, compared with tables of distances."""

from __future__ import annotations

import random
from functools import cache, cached_property
from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzler.board import Board, Move, PuzzlerError, UnsolvableError, shuffle
from puzzler.board.goal import snail
from puzzler.game.review.drilling import MAX_CARDS, cards_of
from puzzler.game.review.proving import review as public_review
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
    """Draw a play with best moves and other moves."""
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


def complete_review(review):
    while questions := review.questions():
        answer(review, questions[0])
    return review


def naive_detours(distances):
    """Compute detours. A detour starts when the distance rises and ends when it is equal again."""
    found, place, end = [], 0, len(distances) - 1
    while place < end:
        if distances[place + 1] < distances[place]:
            place += 1
            continue
        back = next((at for at in range(place + 1, end) if distances[at] == distances[place]), end)
        found.append(Detour(place, back - 1, back - place - distances[place] + distances[back]))
        place = back
    return tuple(found)


@pytest.mark.parametrize("goal", GOALS)
def test_the_function_proves_the_distances_to_any_goal(goal: Board) -> None:
    start = shuffle(*goal.size, 12, 1, goal).start
    moves = solve(start, goal).moves
    assert moves is not None
    found = public_review(start, moves, goal=goal)
    assert found.distances == tuple(range(len(moves), -1, -1))
    assert found.is_solved


@settings(max_examples=50)
@given(plays(), st.randoms(use_true_random=False))
def test_the_order_of_answers_does_not_change_the_review(review, rng):
    count = 0
    while questions := review.questions():
        assert len({question.board for question in questions}) == len(questions)
        answer(review, rng.choice(questions))
        count += 1
        distances_now = distances(review)
        for (at_least, at_most), distance in zip(review.bounds, distances_now, strict=True):
            assert at_least <= distance
            assert at_most is None or distance <= at_most
        wrong = {
            move
            for move in range(len(distances_now) - 1)
            if distances_now[move + 1] > distances_now[move]
        }
        assert set(review.mistakes) <= wrong
        assert set(review.detours) <= set(naive_detours(distances_now))
        lost = len(review.moves) - distances_now[0] + distances_now[-1]
        minimum, maximum = review.lost_bounds
        assert minimum >= 2 * len(review.mistakes)
        assert minimum <= lost and (maximum is None or lost <= maximum)
    assert count <= len(set(review.boards))
    distances_now = distances(review)
    assert review.is_complete
    assert list(review.distances) == distances_now
    assert review.shortest == distances_now[0]
    assert (
        review.lost
        == len(review.moves) - distances_now[0] + distances_now[-1]
        == 2 * len(review.mistakes)
    )
    assert review.lost_bounds == (review.lost, review.lost)
    assert review.mistakes == tuple(
        move
        for move in range(len(distances_now) - 1)
        if distances_now[move + 1] > distances_now[move]
    )
    assert review.detours == naive_detours(distances_now)
    assert sum(detour.cost for detour in review.detours) == review.lost


@given(plays(), st.randoms(use_true_random=False))
def test_bounds_can_arrive_in_any_order(review, rng):
    pairs = list(zip(review.boards, distances(review), strict=True))
    rng.shuffle(pairs)
    for board, distance in pairs:
        review.learn(board, max(0, distance - rng.randint(0, 3)), distance + rng.randint(0, 3))
    for board, distance in pairs:
        review.learn(board, distance, None)
        review.learn(board, 0, distance)
    assert review.is_complete
    assert list(review.distances) == distances(review)
    assert review.questions() == []


@given(plays())
def test_stages_cover_the_whole_play(review):
    complete_review(review)
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
    if review.is_solved:  # otherwise an unfinished stage can have no moves
        assert names[-1] != "Not finished"
    assert review.is_solved or not names[-1].startswith(("Last", "Whole"))


@given(plays())
def test_cards_are_unique_boards_with_the_largest_loss_first(review):
    cards, costs = cards_of(complete_review(review)), {}
    for detour in review.detours:
        board = review.boards[detour.first]
        costs[board] = max(detour.cost, costs.get(board, 0))
    boards = [card.board for card in cards]
    assert len(set(boards)) == len(boards) <= MAX_CARDS
    card_costs = [costs.pop(board) for board in boards]
    assert card_costs == sorted(card_costs, reverse=True)
    costs.pop(review.goal, None)  # the goal has no questions
    assert not costs or (len(cards) == MAX_CARDS and max(costs.values()) <= min(card_costs))
    assert all(card.distance == tables(review.goal)[card.board] > 0 for card in cards)


def test_no_further_questions_if_start_and_goal_prove_every_move():
    start, goal = shuffle(2, 4, seed=3).start, Board.solved(2, 4)
    review = Review(start, goal, solve(start, goal, Method.shortest(2, 4)).moves)
    assert review.is_solved
    [question] = review.questions()
    assert question.board == review.start
    answer(review, question)
    assert review.is_complete
    assert (review.lost, review.mistakes, review.detours) == (0, (), ())


def test_stages_are_rows_and_columns():
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
    assert Review(start, review.goal, play[:1], (0.00003,)).moves_a_second is None


def test_a_row_is_finished_when_it_remains_complete():
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


def test_repeated_boards_have_no_cost_of_their_own(monkeypatch):
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
    pairs = list(zip(review.boards, distances(review), strict=True))
    rng.shuffle(pairs)
    for board, distance in pairs:
        for name in names:
            getattr(review, name)
        for each in (review, fresh):
            each.learn(board, distance, distance)
    for name in names:
        assert str(getattr(review, name)) == str(getattr(fresh, name)), name
