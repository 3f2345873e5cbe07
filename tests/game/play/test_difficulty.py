"""Difficulties: numbers of random moves, and on 3x3 and 4x4 ranges of the distance."""

from __future__ import annotations

from dataclasses import replace

import pytest

from puzzler.board import shuffle
from puzzler.game.core.category import CHOICES, Difficulty, difficulty_of
from puzzler.game.core.settings import Settings
from puzzler.search.shuffling import Band
from tests.game.fakes import Stage, play_of

GRADED = ((3, 3), (4, 4))


@pytest.mark.parametrize(
    ("rows", "moves", "difficulty"),
    [
        (5, 1, Difficulty.EASY),
        (5, 59, Difficulty.EASY),
        (5, 60, Difficulty.MEDIUM),
        (5, 140, Difficulty.HARD),
        (5, None, Difficulty.MIXED),
        # a number of moves has no difficulty if distances define it
        (4, 16, Difficulty.EASY_BY_MOVES),
        (4, 48, Difficulty.MEDIUM_BY_MOVES),
        (4, 112, Difficulty.HARD_BY_MOVES),
        (4, None, Difficulty.MIXED),
    ],
)
def test_a_shuffle_has_the_difficulty_of_its_number_of_moves(
    rows: int, moves: int | None, difficulty: Difficulty
) -> None:
    assert difficulty_of(shuffle(rows, 4, moves, seed=5)) is difficulty


def test_a_given_difficulty_takes_precedence_over_the_number_of_moves() -> None:
    scenario = replace(shuffle(4, 4, 15, seed=5), difficulty="mixed")
    assert (scenario.shuffle_moves, difficulty_of(scenario)) == (15, Difficulty.MIXED)
    assert difficulty_of(replace(scenario, difficulty="hard")) is Difficulty.HARD
    assert difficulty_of(replace(scenario, difficulty="daily")) is Difficulty.DAILY
    assert difficulty_of(replace(scenario, difficulty="relay")) is None
    assert difficulty_of(replace(scenario, difficulty="cruel")) is None


def test_difficulties_increase_for_every_shape() -> None:
    for rows in range(2, 11):
        for columns in range(2, 11):
            *levels, mixed = CHOICES
            assert mixed.shuffle_moves(rows, columns) is mixed.band(rows, columns) is None
            bands = [level.band(rows, columns) for level in levels]
            if (rows, columns) in GRADED:
                ranges = [band for band in bands if band is not None]
                assert len(ranges) == 3
                bounds = [end for band in ranges for end in (band.minimum, band.maximum)]
                assert bounds.pop() is None  # the hardest range ends at the largest distance
                assert bounds == sorted(bounds, key=lambda end: end or 0)
            else:
                assert bands == [None] * 3
                moves = [level.shuffle_moves(rows, columns) or 0 for level in levels]
                assert moves == sorted(set(moves)) and moves[0] > 1


def test_difficulties_are_described_for_each_shape() -> None:
    assert Difficulty.EASY.describe(3, 3) == "6 to 10 moves from the goal"
    assert Difficulty.HARD.describe(4, 4) == "at least 56 moves from the goal"
    assert Difficulty.HARD.describe(2, 5) == "70 random moves"
    assert Difficulty.MIXED.describe(3, 3).startswith("fully random")
    assert Difficulty.MEDIUM.band(4, 4) == Band(28, 36)


def test_a_chosen_difficulty_and_the_difficulty_of_a_board() -> None:
    labels = ["Easy", "Medium", "Hard", "Fully mixed"]
    assert [difficulty.label for difficulty in CHOICES] == labels
    assert Difficulty.DAILY.label == "Board of the day"
    assert Difficulty.EASY_BY_MOVES.label == "Easy by number of moves"
    for name in set(Difficulty) - set(CHOICES):
        with pytest.raises(ValueError, match="difficulty is one of easy, medium, hard, mixed, not"):
            Settings(difficulty=name)


def test_each_size_has_its_own_difficulty():
    session = Stage(instant_shuffle=True).session
    session.boards.new(10, 10, difficulty=Difficulty.EASY)
    assert play_of(session).scenario.difficulty == "easy"
    session.boards.new(5, 5)
    assert play_of(session).scenario.difficulty == "mixed"
    session.boards.new(10, 10)
    assert play_of(session).scenario.difficulty == "easy"
    assert session.settings.difficulties == {"10x10": Difficulty.EASY}
