"""Difficulties: what a shuffle is called, and how far each shuffles."""

from __future__ import annotations

from dataclasses import replace

import pytest

from puzzler.board import shuffle
from puzzler.game.play.difficulty import Difficulty, difficulty_of


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
