"""The declared properties of every heuristic, checked for all states of the 8-puzzle."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzler.board import Board, Move, shuffle
from puzzler.search.heuristics import pattern_database, walking_distance
from puzzler.search.heuristics.contributions import ContributionKind, break_down
from puzzler.search.heuristics.walking_distance import MAX_STATES, divide_borders
from puzzler.search.registry import HEURISTICS
from tests import naive
from tests.instances import instances

GOAL = Board.solved(3, 3)


@pytest.fixture(scope="module")
def states(eight_puzzle):
    """Tiles (states, 9), distances (states,), and for each move the next state or -1."""
    tiles = eight_puzzle.tiles
    keys = tiles @ 9 ** np.arange(9)
    by_key, places = np.argsort(keys), np.arange(len(keys))
    leads_to = np.full((len(keys), len(Move)), -1)
    blanks = (tiles == 0).argmax(axis=1)
    for move in Move:
        row, column = blanks // 3 + move.row_step, blanks % 3 + move.column_step
        some = places[(row >= 0) & (row < 3) & (column >= 0) & (column < 3)]
        after, targets = tiles[some], 3 * row[some] + column[some]
        after[range(len(some)), blanks[some]] = tiles[some, targets]
        after[range(len(some)), targets] = 0
        found = np.searchsorted(keys, after @ 9 ** np.arange(9), sorter=by_key)
        leads_to[some, move] = by_key[found]
    return tiles, np.array(list(eight_puzzle.values())), leads_to


@pytest.mark.parametrize("heuristic", HEURISTICS.values(), ids=HEURISTICS)
def test_declared_properties_hold_for_the_8_puzzle(heuristic, states):
    tiles, distances, leads_to = states
    h = heuristic.build(GOAL).evaluate_each(tiles.astype(np.uint8))
    assert h[distances == 0] == [0]
    assert heuristic.admissible == bool((h <= distances).all())
    steps = [np.abs(h - h[leads_to[:, move]])[leads_to[:, move] >= 0].max() for move in Move]
    # Pattern databases are exact here. test_patterns.py shows that larger ones are inconsistent.
    assert heuristic.consistent == (max(steps) <= 1) or heuristic.name == "pattern-database"
    if heuristic.factor is not None:
        assert (h <= heuristic.factor * distances).all()


@pytest.mark.parametrize("heuristic", HEURISTICS.values(), ids=HEURISTICS)
@pytest.mark.parametrize("shape", [(2, 2), (2, 5), (4, 3), (4, 4), (10, 10)])
def test_tables_equal_the_naive_heuristics(heuristic, shape):
    goal = shuffle(*shape, 70, 1).start
    tables = heuristic.build(goal)
    assert tables.evaluate(goal) == 0
    for seed in range(20):
        board = shuffle(*shape, 90, seed, goal).start
        h = tables.evaluate(board)
        assert h <= tables.largest
        if heuristic.name in naive.HEURISTICS:
            assert h == naive.HEURISTICS[heuristic.name](board, goal)


BREAKDOWN_SHAPES = [(2, 2), (2, 3), (3, 2), (3, 3), (3, 4), (2, 7), (4, 4), (5, 6)]


def shapes_of(name: str) -> list[tuple[int, int]]:
    # tables of larger shapes take seconds to build
    return BREAKDOWN_SHAPES[:5] if name == "pattern-database" else BREAKDOWN_SHAPES


@pytest.mark.parametrize("name", HEURISTICS)
@settings(max_examples=8)
@given(data=st.data())
def test_the_parts_of_the_breakdown_sum_to_h(name, data):
    shape = data.draw(st.sampled_from(shapes_of(name)))
    goal = Board.solved(*shape)
    if data.draw(st.booleans()):
        goal = shuffle(*shape, 60, data.draw(st.integers(0, 1))).start
    tables = HEURISTICS[name].build(goal)
    board = shuffle(*shape, data.draw(st.integers(1, 200)), data.draw(st.integers(0, 99)), goal)
    parts = break_down(HEURISTICS[name], tables, board.start, goal)
    assert parts.h == tables.evaluate(board.start)
    assert math.isclose(sum(share.amount for share in parts.contributions), parts.h, abs_tol=1e-9)
    assert all(share.amount for share in parts.contributions)
    assert str(parts.h) in parts.words
    for share in parts.contributions:
        assert share.cells == tuple(board.start.tiles.index(tile) for tile in share.tiles)
        assert share.home == tuple(goal.tiles.index(tile) for tile in share.tiles)


@pytest.mark.parametrize("name", HEURISTICS)
def test_the_breakdown_of_the_goal_is_zero(name):
    goal = shuffle(3, 3, 30, 2).start
    parts = break_down(HEURISTICS[name], HEURISTICS[name].build(goal), goal, goal)
    assert (parts.h, parts.contributions) == (0, ())


def breakdown_text(
    name: str, board: Board, goal: Board
) -> tuple[str, list[tuple[str, tuple[int, ...]]]]:
    parts = break_down(HEURISTICS[name], HEURISTICS[name].build(goal), board, goal)
    return parts.words, [(share.kind, share.tiles) for share in parts.contributions]


def test_the_breakdown_uses_the_terms_of_the_heuristic():
    goal, board = Board.solved(3, 3), Board.parse("3 2 1/5 4 0/7 8 6")
    words = {
        "zero": "0",
        "misplaced": "5 misplaced",
        "manhattan": "7 Manhattan",
        "manhattan+misplaced": "5 misplaced + 7 Manhattan = 12",
        "chessboard": "7 chessboard",
        "chessboard-with-blank": "8 chessboard",
        "index-distance": "9 cells in reading order",
        "linear-conflict": "7 Manhattan + 6 for 3 conflicts = 13",
        "walking-distance": "1 between rows + 8 between columns = 9",
        "pattern-database": f"{naive.distances_from(goal)[board]}, the true distance",
    }
    assert words == {name: breakdown_text(name, board, goal)[0] for name in words}
    assert breakdown_text("misplaced", board, goal)[1] == [
        (ContributionKind.CROSS, (tile,)) for tile in (1, 3, 4, 5, 6)
    ]
    assert (ContributionKind.ARROW, (0,)) in breakdown_text("chessboard-with-blank", board, goal)[1]
    conflicts = [
        set(tiles)
        for kind, tiles in breakdown_text("linear-conflict", board, goal)[1]
        if kind is ContributionKind.CONFLICT
    ]
    assert len(conflicts) == 3 and {4, 5} in conflicts
    assert all(pair < {1, 2, 3} for pair in conflicts if pair != {4, 5})
    assert breakdown_text("pattern-database", board, goal)[1] == [
        (ContributionKind.PATTERN, tuple(range(1, 9)))
    ]


def test_a_sum_consists_of_distances_only_if_its_heuristic_names_them():
    heuristic, goal = replace(HEURISTICS["index-distance"], measure=""), Board.solved(2, 2)
    parts = break_down(heuristic, heuristic.build(goal), Board.parse("1 2/0 3"), goal)
    assert [share.words for share in parts.contributions] == ["tile 3 adds 1"]


@pytest.mark.parametrize("seed", range(5))
def test_every_tile_that_must_leave_its_line_is_listed_once(seed):
    goal = shuffle(3, 4, 50, seed + 9).start
    board = shuffle(3, 4, 60, seed, goal).start
    heuristic = HEURISTICS["linear-conflict"]
    parts = break_down(heuristic, heuristic.build(goal), board, goal)
    conflicts = [share for share in parts.contributions if share.kind is ContributionKind.CONFLICT]
    assert 2 * len(conflicts) == naive.linear_conflict(board, goal) - naive.manhattan(board, goal)
    for share in conflicts:
        first, second = (np.divmod(cells, 4) for cells in (share.cells, share.home))
        assert any(len({*first[line], *second[line]}) == 1 for line in (0, 1))


def test_the_breakdown_of_ranked_tables_lists_patterns():
    tables = pattern_database.empty_larger(is_spread=False)
    goal, board = Board.solved(3, 3), Board.parse("8 6 7/2 5 4/3 0 1")
    parts = break_down(HEURISTICS["pattern-database"], tables, board, goal)
    assert parts.h == tables.evaluate(board) == sum(share.amount for share in parts.contributions)
    assert {share.kind for share in parts.contributions} == {ContributionKind.PATTERN}


WALKING_DISTANCE = HEURISTICS["walking-distance"]


def test_the_usual_tables_of_4x4():
    walking = WALKING_DISTANCE.build(Board.solved(4, 4)).walking
    assert walking is not None
    assert walking.first.tolist() == [0, 24_964, 49_928]
    assert walking.distances.max() == 35
    assert (walking.distances == 0).sum() == 2


@pytest.mark.parametrize(("shape", "blank"), [((3, 3), 0), ((4, 5), 7), ((10, 2), 11), ((7, 8), 3)])
def test_all_states_are_ranked_uniquely(shape, blank):
    for bands, part in divide_borders(shape[0], shape[1], blank // shape[1]):
        keys = part.list_states()[0]
        assert len(keys) == part.states == len(np.unique(keys)) <= MAX_STATES
        counts, blanks = part.decode(keys)
        assert (counts >= 0).all()
        assert (counts.sum(axis=2) == part.goal).all()
        room = np.array(part.sizes) - (blanks[:, None] == np.arange(len(part.sizes)))
        assert (counts.sum(axis=1) == room).all()
        assert len(bands) == shape[0]


@pytest.mark.parametrize("shape", [(2, 2), (2, 3), (3, 2), (2, 4)])
def test_walking_distance_is_admissible_and_at_least_manhattan(shape):
    goal = shuffle(*shape, 33, 5).start
    tables = WALKING_DISTANCE.build(goal)
    for board, distance in naive.distances_from(goal).items():
        assert naive.manhattan(board, goal) <= tables.evaluate(board) <= distance


@pytest.mark.parametrize("shape", [(3, 5), (5, 4), (6, 6), (2, 10), (9, 4)])
def test_walking_distance_changes_by_at_most_one(shape):
    goal = shuffle(*shape, 200, 5).start
    tables = WALKING_DISTANCE.build(goal)
    for seed in range(40):
        board = shuffle(*shape, 15 * seed + 1, seed, goal).start
        h = tables.evaluate(board)
        assert naive.manhattan(board, goal) <= h <= tables.largest
        for move in Move:
            if move in board.legal_moves():
                assert abs(tables.evaluate(board.apply(move)) - h) <= 1


@pytest.mark.parametrize("name", ["walking-distance", "pattern-database", "linear-conflict"])
def test_heuristics_do_not_exceed_known_lengths_of_15_puzzles(name):
    tables = HEURISTICS[name].build(Board.solved(4, 4))
    for board, length in instances("korf_15puzzle_1_50.txt"):
        h = tables.evaluate(board)
        assert h <= length and (h - length) % 2 == 0


def test_the_progress_of_walking_distances_is_a_share(monkeypatch):
    class Unshared:
        def make(self, part, build, report):
            return build(report)

    monkeypatch.setattr(walking_distance, "_listings", Unshared())
    shares = []
    walking_distance.build(Board.solved(3, 4), lambda progress: shares.append(progress.done))
    assert shares == sorted(shares) and len({*shares}) > 10
    assert 0 < shares[0] < 0.01 and shares[-1] == pytest.approx(1)
