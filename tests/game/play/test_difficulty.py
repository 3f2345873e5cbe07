"""Levels: numbers of random moves, and on 3x3 and 4x4 grades of true distance."""

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
        # where distances are graded, a number of moves is no grade
        (4, 16, Difficulty.EASY_BY_MOVES),
        (4, 48, Difficulty.MEDIUM_BY_MOVES),
        (4, 112, Difficulty.HARD_BY_MOVES),
        (4, None, Difficulty.MIXED),
    ],
)
def test_a_shuffle_is_as_difficult_as_the_level_it_reaches(
    rows: int, moves: int | None, difficulty: Difficulty
) -> None:
    assert difficulty_of(shuffle(rows, 4, moves, seed=5)) is difficulty


def test_a_difficulty_that_is_named_counts_whatever_the_number_of_moves() -> None:
    scenario = replace(shuffle(4, 4, 15, seed=5), difficulty="mixed")
    assert (scenario.shuffle_moves, difficulty_of(scenario)) == (15, Difficulty.MIXED)
    assert difficulty_of(replace(scenario, difficulty="hard")) is Difficulty.HARD
    assert difficulty_of(replace(scenario, difficulty="daily")) is Difficulty.DAILY
    assert difficulty_of(replace(scenario, difficulty="relay")) is None
    assert difficulty_of(replace(scenario, difficulty="cruel")) is None


def test_levels_go_up_for_every_shape() -> None:
    for rows in range(2, 11):
        for columns in range(2, 11):
            *levels, mixed = CHOICES
            assert mixed.shuffle_moves(rows, columns) is mixed.band(rows, columns) is None
            bands = [level.band(rows, columns) for level in levels]
            if (rows, columns) in GRADED:
                known = [band for band in bands if band is not None]
                assert len(known) == 3
                ends = [end for band in known for end in (band.minimum, band.maximum)]
                assert ends.pop() is None  # the hardest is as far as it gets
                assert ends == sorted(ends, key=lambda end: end or 0)
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


def test_what_is_chosen_and_what_only_stands_beside_a_board() -> None:
    labels = ["Easy", "Medium", "Hard", "Fully mixed"]
    assert [difficulty.label for difficulty in CHOICES] == labels
    assert Difficulty.DAILY.label == "Board of the day"
    assert Difficulty.EASY_BY_MOVES.label == "Easy by number of moves"
    for name in set(Difficulty) - set(CHOICES):
        with pytest.raises(ValueError, match="difficulty is one of easy, medium, hard, mixed, not"):
            Settings(difficulty=name)


def test_a_difficulty_belongs_to_the_size_that_it_was_chosen_for():
    session = Stage(instant_shuffle=True).session
    session.boards.new(10, 10, difficulty=Difficulty.EASY)
    assert play_of(session).scenario.difficulty == "easy"
    session.boards.new(5, 5)
    assert play_of(session).scenario.difficulty == "mixed"
    session.boards.new(10, 10)
    assert play_of(session).scenario.difficulty == "easy"
    assert session.settings.difficulties == {"10x10": Difficulty.EASY}
