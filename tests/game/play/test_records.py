"""Records: bests, averages, what is compared with what."""

from __future__ import annotations

from dataclasses import replace

import pytest

from puzzler.board import Board, BoardError, Scenario, shuffle
from puzzler.board.goal import snail
from puzzler.game.play.difficulty import Difficulty, difficulty_of
from puzzler.game.play.records import LONGEST_AVERAGE, Category, Record, Solve

EASY = Category(3, 3, "standard", Difficulty.EASY)
FULL = Category(4, 4, "snail", Difficulty.MIXED)


def solved(*solves: tuple[float, int]) -> Record:
    last = tuple(Solve(*solve) for solve in solves)[-LONGEST_AVERAGE:]
    return Record(len(solves), min(s for s, _ in solves), min(m for _, m in solves), last)


def test_bests_are_kept_each_by_itself():
    record = solved((20, 50), (10, 80), (30, 60))
    assert (record.solves, record.best_seconds, record.best_moves) == (3, 10, 50)
    assert record.is_beaten_in_time(Solve(9.9, 90))
    assert not record.is_beaten_in_time(Solve(10, 1))
    assert record.is_beaten_in_moves(Solve(99, 49))
    assert not record.is_beaten_in_moves(Solve(1, 50))


def test_the_first_solve_beats_nothing():
    assert not Record().is_beaten_in_time(Solve(1, 1))
    assert not Record().is_beaten_in_moves(Solve(1, 1))


def test_averages_are_of_the_last_and_only_where_there_are_enough():
    record = solved(*((second, 10 * second) for second in range(1, 15)))
    assert record.average(5) == Solve(12, 120)
    assert record.average(12) == Solve(8.5, 85)
    assert record.average(13) is None
    assert record.average(0) is None
    assert (record.solves, len(record.last), record.best_seconds) == (14, 12, 1)
    assert solved((1, 1)).average(5) is None


def test_what_is_compared_with_what():
    assert Category.of(shuffle(3, 3, 9, seed=1)) == EASY
    assert Category.of(shuffle(4, 4, seed=1, goal=snail(4, 4))) == FULL
    own = Board.parse("3 1/2 0")
    assert Category.of(shuffle(2, 2, 5, seed=1, goal=own)).goal == "3 1/2 0"
    assert Category.of(Scenario(Board.parse("1 2/0 3"), Board.solved(2, 2))) is None


@pytest.mark.parametrize(
    ("moves", "difficulty"),
    [
        (1, Difficulty.EASY),
        (16, Difficulty.EASY),
        (47, Difficulty.EASY),
        (48, Difficulty.MEDIUM),
        (112, Difficulty.HARD),
        (1000, Difficulty.HARD),
        (None, Difficulty.MIXED),
    ],
)
def test_a_shuffle_is_as_difficult_as_the_level_it_reaches(moves, difficulty):
    assert difficulty_of(shuffle(4, 4, moves, seed=5)) is difficulty


def test_a_difficulty_that_is_named_counts_whatever_the_number_of_moves():
    scenario = shuffle(2, 2, seed=3)
    assert (scenario.shuffle_moves, difficulty_of(scenario)) == (15, Difficulty.MIXED)
    assert difficulty_of(replace(scenario, difficulty="hard")) is Difficulty.HARD
    assert difficulty_of(replace(scenario, difficulty="cruel")) is None


def test_difficulties_go_up_for_every_shape():
    for rows in range(2, 11):
        for columns in range(2, 11):
            *moves, mixed = (level.shuffle_moves(rows, columns) for level in Difficulty)
            assert moves == sorted(set(moves))
            assert mixed is None
    assert [difficulty.label for difficulty in Difficulty] == [
        "Easy",
        "Medium",
        "Hard",
        "Fully mixed",
    ]


def test_a_category_that_cannot_be_is_refused():
    with pytest.raises(BoardError):
        Category(3, 11, "standard", Difficulty.EASY)
    with pytest.raises(BoardError):
        Category(3, 3, "crooked", Difficulty.EASY)
    with pytest.raises(ValueError, match="impossible"):
        Category(3, 3, "standard", "impossible")


@pytest.mark.parametrize("values", [(-1,), (1,), (1, 2.0, None), (0, None, None, (Solve(1, 1),))])
def test_a_record_that_cannot_be_is_refused(values):
    with pytest.raises(ValueError, match="cannot be"):
        Record(*values)


@pytest.mark.parametrize("seconds", [-1, float("nan"), float("inf"), "1", True])
def test_a_solve_that_cannot_be_is_refused(seconds):
    with pytest.raises(ValueError, match="cannot take"):
        Solve(seconds, 1)
