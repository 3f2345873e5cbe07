"""Shuffles: random legal moves, reproducible, never the goal."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection
from hashlib import sha256
from itertools import pairwise
from statistics import mean, stdev
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzler import GOALS, minimum_moves
from puzzler.board import Board, BoardError, Scenario, is_solvable, make_solvable, new_seed, shuffle
from puzzler.board.scenario import printable
from tests.board.boards import boards, shapes
from tests.naive import manhattan


@given(boards(), st.integers(1, 60), st.integers(0, 2**64))
def test_any_goal_can_be_shuffled(goal: Board, moves: int, seed: int) -> None:
    scenario = shuffle(goal.rows, goal.columns, moves, seed, goal)
    assert goal.apply_all(scenario.shuffle) == scenario.start  # so every move is legal
    assert all(second != first.inverse for first, second in pairwise(scenario.shuffle))
    assert scenario.start != scenario.goal == goal
    assert is_solvable(scenario.start, goal) and is_solvable(goal, scenario.start)
    assert len(scenario.shuffle) >= moves
    assert scenario.seed == seed
    assert shuffle(goal.rows, goal.columns, moves, seed, goal) == scenario


@given(shapes(4), st.integers(0, 2**64))
def test_the_default_is_the_standard_goal_fully_mixed(shape: tuple[int, int], seed: int) -> None:
    scenario = shuffle(*shape, seed=seed)
    goal = Board.solved(*shape)
    assert scenario.goal == goal != scenario.start
    assert goal.apply_all(scenario.shuffle) == scenario.start
    assert all(second != first.inverse for first, second in pairwise(scenario.shuffle))
    assert scenario.shuffle_moves == len(scenario.shuffle)
    assert scenario.difficulty == "mixed"
    assert shuffle(*shape, seed=seed) == scenario


def chi_square(counts: Collection[int]) -> float:
    """The deviation of counts from a uniform distribution, in standard deviations."""
    mean = sum(counts) / len(counts)
    freedom = len(counts) - 1
    return (sum((count - mean) ** 2 for count in counts) / mean - freedom) / (2 * freedom) ** 0.5


@pytest.mark.parametrize(("shape", "boards", "each"), [((2, 2), 11, 200), ((2, 3), 359, 15)])
def test_all_boards_except_the_goal_are_equally_likely(
    shape: tuple[int, int], boards: int, each: int
) -> None:
    counts = Counter(shuffle(*shape, seed=seed).start for seed in range(boards * each))
    assert len(counts) == boards
    assert abs(chi_square(counts.values())) < 4


@pytest.mark.parametrize("goal", [Board.solved(3, 3), Board.parse("1 2 3/8 0 4/7 6 5")])
def test_mixed_boards_have_the_blank_on_any_cell_and_either_parity(goal: Board) -> None:
    scenarios = [shuffle(3, 3, seed=seed, goal=goal) for seed in range(1800)]
    assert abs(chi_square(Counter(scenario.start.blank for scenario in scenarios).values())) < 4
    # after an even number of moves the blank is on one of five of the nine cells
    odd = sum(scenario.shuffle_moves % 2 for scenario in scenarios)
    assert odd == pytest.approx(800, abs=4 * (1800 * 20 / 81) ** 0.5)


def uniform(generator: random.Random, goal: Board) -> Board:
    """A random solvable board. All solvable boards are equally likely."""
    return make_solvable(
        Board(*goal.size, tuple(generator.sample(goal.tiles, len(goal.tiles)))), goal
    )


@pytest.mark.parametrize("shape", [(6, 6), (2, 10), (8, 3)])
def test_mixed_boards_have_no_remains_of_the_goal(shape: tuple[int, int]) -> None:
    count, goal = 60, Board.solved(*shape)
    generator = random.Random(1)
    mixed = [manhattan(shuffle(*shape, seed=seed).start, goal) for seed in range(count)]
    fair = [manhattan(uniform(generator, goal), goal) for _ in range(4 * count)]
    error = stdev(fair) / count**0.5
    assert mean(mixed) == pytest.approx(mean(fair), abs=3.5 * error)
    assert stdev(mixed) == pytest.approx(stdev(fair), rel=0.35)


def test_a_shuffle_that_would_end_at_the_goal_is_one_move_longer() -> None:
    """On 2x2 a walk without moves back returns to the goal after every 12 moves."""
    for seed in range(10):
        assert len(shuffle(2, 2, 12, seed).shuffle) == 13
        assert len(shuffle(2, 2, 11, seed).shuffle) == 11


def test_a_seed_always_gives_the_same_board() -> None:
    walk, mixed = shuffle(3, 3, 20, 1), shuffle(3, 3, seed=1)
    assert str(walk.start) == "2 5 0/8 7 4/1 6 3"
    assert "".join(move.letter for move in walk.shuffle) == "ULLURDLDRURULDLDRRUU"
    assert (str(mixed.start), mixed.shuffle_moves) == ("5 2 7/0 1 4/6 8 3", 157)
    digest = sha256(str(shuffle(10, 10, seed=1).start).encode()).hexdigest()
    assert digest[:16] == "f63c54b09235e05a"


def test_different_seeds_give_different_boards() -> None:
    assert len({shuffle(4, 4, seed=seed).start for seed in range(50)}) == 50
    seeds = {new_seed() for _ in range(50)}
    assert len(seeds) > 45
    assert all(0 <= seed < 1_000_000_000 for seed in seeds)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((3, 3, 0), "not 0"),
        ((3, 3, -1), "not -1"),
        ((3, 3, 1_000_001), "not 1000001"),
        ((1, 9), "1x9"),
        ((3, 2, None, 1, Board.solved(2, 3)), "goal is 2x3, but board is 3x2"),
    ],
)
def test_impossible_shuffles_are_errors(arguments: tuple, words: str) -> None:  # type: ignore[type-arg]
    with pytest.raises(BoardError, match=words):
        shuffle(*arguments)


def test_a_goal_can_be_a_name() -> None:
    assert shuffle(3, 3, seed=1, goal="snail") == shuffle(3, 3, seed=1, goal=GOALS["snail"](3, 3))


@pytest.mark.parametrize(("difficulty", "minimum", "maximum"), [("easy", 6, 10), ("hard", 24, 31)])
def test_a_difficulty_is_a_range_of_distances(difficulty: str, minimum: int, maximum: int) -> None:
    scenario = shuffle(3, 3, seed=5, difficulty=difficulty)
    assert scenario.difficulty == difficulty
    assert minimum <= minimum_moves(scenario.start) <= maximum


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"difficulty": "hrad"}, "hard"),
        ({"difficulty": "hard", "moves": 3}, "moves"),
        ({"goal": "1 2/3 0"}, "2x2"),
    ],
)
def test_wrong_arguments_are_named(arguments: dict[str, Any], words: str) -> None:
    with pytest.raises(BoardError, match=words):
        shuffle(3, 3, **arguments)


# ---- Scenarios --------------------------------------------------------------------------------


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


def test_the_number_of_moves_is_preserved_without_the_moves() -> None:
    scenario = shuffle(3, 3, 9, seed=1)
    bare = scenario.without_moves()
    assert (scenario.shuffle_moves, bare.shuffle_moves, bare.shuffle) == (9, 9, ())
    assert (bare.start, bare.goal, bare.seed) == (scenario.start, scenario.goal, 1)
    assert Scenario(GOAL, GOAL).shuffle_moves == 0


def test_a_difficulty_replaces_the_number_of_moves():
    assert shuffle(3, 3, difficulty="easy", seed=1).difficulty == "easy"
    with pytest.raises(BoardError, match="moves cannot be combined with difficulty"):
        shuffle(3, 3, moves=5, difficulty="easy")
