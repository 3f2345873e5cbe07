"""Scenarios: what can stand on a tile, and what is remembered of a shuffle."""

from __future__ import annotations

import pytest

from puzzler.board import Board, BoardError, Scenario, shuffle
from puzzler.board.scenario import printable

GOAL = Board.solved(2, 2)


@pytest.mark.parametrize(
    ("label", "reason"),
    [
        ("x" * 100_000, "has 100,000 letters; 20 are the most"),
        ("a\0b", "cannot be shown"),
        ("\udcff", "cannot be shown"),
        ("two\nlines", "cannot be shown"),
    ],
)
def test_a_label_that_cannot_be_shown_is_refused(label: str, reason: str) -> None:
    with pytest.raises(BoardError, match=reason) as error:
        Scenario(GOAL, GOAL, labels=("", "A", label, "C"))
    assert str(error.value).isprintable()
    assert len(str(error.value)) < 100


def test_there_is_a_label_for_each_tile() -> None:
    with pytest.raises(BoardError, match="3 labels do not fit a board of 4 cells"):
        Scenario(GOAL, GOAL, labels=("", "A", "B"))
    labels = ("", "Äpfel", "\N{SNOWMAN}", "x" * 20)
    assert Scenario(GOAL, GOAL, labels=labels).labels == labels


def test_a_title_can_always_be_shown() -> None:
    assert Scenario(GOAL, GOAL, title="caf\udce9\0.txt").title == "caf��.txt"
    assert len(Scenario(GOAL, GOAL, title="x" * 100_000).title) == 200
    assert printable("Ünusual, \N{SNOWMAN}") == "Ünusual, \N{SNOWMAN}"


def test_the_number_of_moves_outlives_the_moves() -> None:
    scenario = shuffle(3, 3, 9, seed=1)
    bare = scenario.without_moves()
    assert (scenario.shuffle_moves, bare.shuffle_moves, bare.shuffle) == (9, 9, ())
    assert (bare.start, bare.goal, bare.seed) == (scenario.start, scenario.goal, 1)
    assert Scenario(GOAL, GOAL).shuffle_moves == 0
