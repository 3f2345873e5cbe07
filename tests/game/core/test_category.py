"""Categories of plays in the statistics."""

from __future__ import annotations

import pytest

from puzzler.board import Board, BoardError, Scenario, shuffle
from puzzler.board.goal import snail
from puzzler.game.core.category import Category, Difficulty, RelayKind, goal_from_text
from puzzler.game.core.game import Play

EASY = Category(2, 3, "standard", Difficulty.EASY)
FULL = Category(5, 5, "snail", Difficulty.MIXED)


def category_of(scenario: Scenario, **about) -> Category | None:
    return Category.of(Play(scenario=scenario, board=scenario.start, **about))


def test_the_category_of_each_play():
    assert category_of(shuffle(2, 3, 6, seed=1)) == EASY
    assert category_of(shuffle(5, 5, seed=1, goal=snail(5, 5))) == FULL
    own = Board.parse("3 1/2 0")
    assert category_of(shuffle(2, 2, 5, seed=1, goal=own)).goal == "3 1/2 0"
    assert category_of(Scenario(Board.parse("1 2/0 3"), Board.solved(2, 2))) is None


def test_blindfold_plays_without_help_are_a_separate_category():
    normal, blindfold = (
        category_of(shuffle(5, 5, seed=1), blindfold=answer) for answer in (False, True)
    )
    assert normal != blindfold and blindfold.is_blindfold
    assert category_of(shuffle(5, 5, seed=1), assisted=True, coached=True) == normal


def test_kinds_have_titles():
    blindfold = Category(3, 4, "blank-first", Difficulty.MIXED, is_blindfold=True)
    own = Category(2, 2, "3 1/2 0", Difficulty.HARD)
    assert EASY.title == "2×3 easy"
    assert blindfold.title == "3×4 fully mixed, gap first goal, blindfold"
    assert own.title == "2×2 hard, custom goal"
    assert RelayKind().title == "Relay, 2×2 to 5×5"


def test_an_invalid_category_is_an_error():
    with pytest.raises(BoardError):
        Category(3, 11, "standard", Difficulty.EASY)
    with pytest.raises(BoardError):
        Category(3, 3, "crooked", Difficulty.EASY)
    with pytest.raises(ValueError, match="impossible"):
        Category(3, 3, "standard", "impossible")


def test_a_goal_of_another_shape_is_replaced_by_the_standard_one():
    assert goal_from_text("3 1/2 0", 2, 2) == Board.parse("3 1/2 0")
    assert goal_from_text("3 1/2 0", 2, 3) == Board.solved(2, 3)
