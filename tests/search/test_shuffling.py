"""Boards with a given distance from the goal, which are the same on every machine."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzler.board import GOALS, Board
from puzzler.board.errors import PuzzlerError
from puzzler.board.scenario import Scenario
from puzzler.search import shuffling as module
from puzzler.search.kernels import jit
from puzzler.search.method import Method
from puzzler.search.result import Outcome
from puzzler.search.shuffling import Band, graded, needs_tables
from puzzler.search.solve import solve
from tests.naive import distances_from

GOAL = Board.solved(3, 3)
FAR = Band(24)
CUSTOM_GOAL = Board.parse("3 1 2/0 4 5/8 7 6")
# boards of fixed seeds, which must never change
EASY = ["2 3 0/1 5 6/4 7 8", "4 1 2/6 3 8/7 5 0"]
HARD = "2 1 4/0 8 7/5 3 6"
MEDIUM_WIDE = "7 6 4 8/5 11 1 12/9 0 2 15/13 10 3 14"
HARD_WIDE = "2 15 14 11/7 10 0 1/12 13 6 8/3 9 5 4"


def is_within(distance: int, band: Band) -> bool:
    return band.minimum <= distance <= (band.maximum or distance)


def distance(scenario: Scenario) -> int:
    result = solve(scenario.start, scenario.goal, Method.shortest(*scenario.start.size))
    assert result.status is Outcome.SOLVED and result.proven_optimal
    return len(result.moves)


def is_walk(scenario: Scenario) -> bool:
    """Whether the shuffle leads from the goal to the start without immediate inverses."""
    moves = scenario.shuffle
    is_onward = all(after is not before.inverse for before, after in pairwise(moves))
    return is_onward and scenario.goal.apply_all(moves) == scenario.start


@pytest.mark.parametrize("goal", [GOAL, GOALS["snail"](3, 3), CUSTOM_GOAL])
@pytest.mark.parametrize("band", [Band(1, 2), Band(6, 10), Band(14, 18), FAR])
def test_boards_of_3x3_have_a_distance_within_the_band(
    compiled: None, goal: Board, band: Band
) -> None:
    distances = distances_from(goal)
    counts = Counter[int]()
    for seed in range(90):
        scenario = graded(goal, band, seed)
        far = distances[scenario.start]
        assert is_within(far, band) and far > 0
        assert (scenario.goal, scenario.seed) == (goal, seed)
        assert is_walk(scenario)
        counts[far] += 1
    # all distances of the band occur with similar frequency
    bounds = range(band.minimum, band.maximum + 1) if band.maximum else range(24, 28)
    assert set(bounds) <= set(counts)
    if band.maximum:
        assert min(counts.values()) > 90 / len(bounds) / 4


@pytest.mark.parametrize(("band", "seeds"), [(Band(12, 20), 12), (Band(28, 36), 8), (Band(56), 3)])
def test_boards_of_4x4_have_a_proven_distance_within_the_band(
    compiled: None, band: Band, seeds: int
) -> None:
    for seed in range(seeds):
        scenario = graded(Board.solved(4, 4), band, seed)
        assert is_within(distance(scenario), band)
        assert is_walk(scenario)


@given(seed=st.integers(0, 10**12), minimum=st.integers(1, 20), width=st.integers(0, 8))
def test_small_boards_support_any_band(seed: int, minimum: int, width: int) -> None:
    goal = Board.solved(2, 3)
    band = Band(minimum, min(21, minimum + width))
    scenario = graded(goal, band, seed)
    assert is_within(distances_from(goal)[scenario.start], band)
    assert scenario == graded(goal, band, seed)


def test_boards_of_fixed_seeds_never_change(compiled: None) -> None:
    wide = Board.solved(4, 4)
    assert [str(graded(GOAL, Band(6, 10), seed).start) for seed in (1, 2)] == EASY
    assert str(graded(GOAL, FAR, 1).start) == HARD
    assert str(graded(wide, Band(28, 36), 1).start) == MEDIUM_WIDE
    assert str(graded(wide, Band(56), 1).start) == HARD_WIDE


def test_boards_are_the_same_without_compiled_kernels(plain: None) -> None:
    assert not jit.is_compiled()
    assert [str(graded(GOAL, Band(6, 10), seed).start) for seed in (1, 2)] == EASY
    assert str(graded(GOAL, FAR, 1).start) == HARD
    assert str(graded(Board.solved(4, 4), Band(28, 36), 1).start) == MEDIUM_WIDE


def test_a_band_that_needs_tables_is_an_error_if_they_cannot_be_built(plain: None) -> None:
    goal = Board.solved(4, 4)
    assert needs_tables(goal, Band(56)) and not needs_tables(goal, Band(28, 36))
    with pytest.raises(PuzzlerError, match=r"boards of 4x4 at least 56 moves from the goal need"):
        graded(goal, Band(56), 1)


def test_the_board_does_not_depend_on_the_slices(
    compiled: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Proofs in slices of one expansion give the same board."""
    monkeypatch.setattr(module, "BUDGET", 1)
    goal = Board.solved(4, 4)
    steps: list[object] = []
    scenario = graded(goal, Band(28, 36), 1, steps.append)
    assert len(steps) > 5 and str(scenario.start) == MEDIUM_WIDE
