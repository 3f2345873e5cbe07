"""Multi-tile moves: counts and optimal solutions, compared with plain Python."""

from __future__ import annotations

import importlib

import numpy as np
import pytest

from puzzler import Board, Limit, Method, Move, shuffle, solve
from puzzler.board.path import count_slides
from puzzler.search import multi_tile
from puzzler.search.multi_tile import distances_to, evaluate_each, patterns_for
from puzzler.search.options import LimitKind
from puzzler.search.packing import neighbours_of, rank_of
from puzzler.search.report.texts import command_text, guarantee
from puzzler.search.result import Metric, Outcome
from tests import naive

HARDEST = "8 6 7/2 5 4/3 0 1"
EIGHT_PUZZLE_LAYERS = [
    *(1, 4, 8, 16, 32, 64, 127, 244, 454, 856, 1576, 2854, 5117, 8588, 13466, 19739, 26558),
    *(31485, 30985, 23494, 11751, 3390, 589, 41, 1),
]


@pytest.fixture
def without_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """Search small boards instead of using a table, with small pattern databases."""
    for module in (multi_tile, importlib.import_module("puzzler.search.solve")):
        monkeypatch.setattr(module, "has_ranks", lambda goal: False)
    monkeypatch.setattr(multi_tile, "MAX_ENTRIES", 10**4)
    monkeypatch.setattr(multi_tile, "_shared", type(multi_tile._shared)(1, lambda _: 1))


def assert_optimal(board: Board, length: int) -> None:
    result = solve(board, metric="multi")
    assert board.apply_all(result.moves) == result.goal
    assert (result.multi_tile_length, result.proven_optimal) == (length, True)
    assert (result.lower_bound, result.metric) == (length, Metric.MULTI)


def test_successive_moves_in_one_direction_count_once():
    assert count_slides([]) == 0
    assert count_slides([Move.UP, Move.UP, Move.LEFT, Move.UP]) == 3
    result = solve("1 2 3/0 5 6/4 7 8", metric="multi")
    assert (result.length, result.multi_tile_length) == (3, 2)
    assert solve("2 1 3/4 5 6/7 8 0").multi_tile_length is None


@pytest.mark.parametrize("size", [(2, 2), (2, 3), (3, 2)])
def test_the_table_has_the_distance_of_every_state_of_a_small_board(size: tuple[int, int]):
    goal = Board.solved(*size)
    expected = naive.multi_tile_distances(goal)
    table = distances_to(goal)
    assert len(table) == len(expected)
    assert all(table[rank_of(board)] == length for board, length in expected.items())


def test_the_8_puzzle_has_a_diameter_of_24_multi_tile_moves():
    goal = Board.solved(3, 3)
    table = distances_to(goal)
    assert np.bincount(table).tolist() == EIGHT_PUZZLE_LAYERS
    near = naive.multi_tile_distances(goal, 9)
    assert all(table[rank_of(board)] == length for board, length in near.items())
    # every move lowers the distance by at most one, and one of them by exactly one
    after = neighbours_of(goal)
    lowest = np.full(len(table), 99)
    for move in Move:
        line = np.arange(len(table))
        for _ in range(2):
            line = np.where(line < 0, -1, after[line, move])
            lowest = np.minimum(lowest, np.where(line < 0, 99, table[line]))
    assert (lowest[table > 0] == table[table > 0] - 1).all()


@pytest.mark.slow
def test_the_table_of_the_8_puzzle_is_that_of_plain_python():
    goal = Board.solved(3, 3)
    table = distances_to(goal)
    for board, length in naive.multi_tile_distances(goal).items():
        assert table[rank_of(board)] == length


@pytest.mark.parametrize("goal", ["standard", "blank-first"])
def test_a_solution_of_a_small_board_has_the_length_in_the_table(goal: str):
    for seed in range(5):
        scenario = shuffle(3, 3, seed=seed, goal=goal)
        result = solve(scenario.start, scenario.goal, metric="multi")
        assert result.multi_tile_length == distances_to(result.goal)[rank_of(scenario.start)]
        assert scenario.start.apply_all(result.moves) == result.goal


@pytest.mark.usefixtures("without_table")
@pytest.mark.parametrize("size", [(2, 3), (2, 4), (3, 3)])
def test_the_search_finds_the_lengths_in_the_table(size: tuple[int, int]):
    goal = Board.solved(*size)
    table = distances_to(goal)
    for seed in range(6):
        board = shuffle(*size, seed=seed).start
        assert_optimal(board, int(table[rank_of(board)]))
    assert_optimal(goal, 0)


@pytest.mark.usefixtures("without_table")
@pytest.mark.parametrize(
    ("size", "groups"), [((2, 3), [[1, 2, 3, 4], [5]]), ((2, 4), [[1, 2, 3], [4, 5, 6], [7]])]
)
def test_tables_and_counts_are_those_of_plain_python(
    size: tuple[int, int], groups: list[list[int]]
):
    goal = Board.solved(*size)
    for group, table in zip(groups, patterns_for(goal).tables, strict=True):
        expected = naive.multi_tile_pattern(goal, group)
        factors = len(goal.tiles) ** np.arange(len(group) + 1)
        for (axis, cells), length in expected.items():
            assert table[axis, factors @ [cells.index(tile) for tile in (0, *group)]] == length
        assert (table != multi_tile.UNKNOWN).sum() == len(expected)
    for seed in range(3):
        board = shuffle(*size, seed=seed).start
        stats = (result := solve(board, metric="multi")).stats
        counts = result.multi_tile_length, stats.expanded, stats.generated
        assert counts == naive.multi_tile_ida(board, goal, groups)
        assert (stats.deepest, stats.best_h) == (result.multi_tile_length, 0)


@pytest.mark.usefixtures("without_table")
def test_tables_are_stored_and_count_as_memory(monkeypatch, tmp_path):
    monkeypatch.setenv("PUZZLER_HOME", str(tmp_path))
    board = shuffle(2, 3, seed=1).start
    size = multi_tile.table_bytes(Board.solved(2, 3))
    result = solve(board, metric="multi")
    (file,) = (tmp_path / "cache" / "tables").iterdir()
    assert size < file.stat().st_size < size + 200 and result.stats.bytes > size
    monkeypatch.setattr(multi_tile, "_shared", type(multi_tile._shared)(1, lambda _: 1))
    monkeypatch.setattr(multi_tile.kernel, "fill", None)  # they are not built again
    same_cells = Board.parse("5 4 3/2 1 0")
    for other in (result.goal, same_cells):  # which differ only in the numbers of the tiles
        assert patterns_for(other).tables.nbytes == size
    limited = solve(board, metric="multi", limit=Limit(memory_bytes=size))
    assert limited.limit_reached is LimitKind.MEMORY and not limited.stats.expanded
    assert limited.lower_bound == 0  # that of single moves is no bound


@pytest.mark.usefixtures("without_table")
def test_the_heuristic_is_admissible_and_consistent():
    goal = Board.solved(2, 4)
    patterns, table = patterns_for(goal), distances_to(goal)
    boards = list(naive.multi_tile_distances(goal, 9))
    tiles = np.array([board.tiles for board in boards], np.uint8)
    h = [dict(zip(boards, evaluate_each(patterns, tiles, axis), strict=True)) for axis in (0, 1)]
    for board in boards:
        assert min(h[0][board], h[1][board]) <= table[rank_of(board)]
        for moves, after in naive.multi_tile_neighbours(board):
            axis = int(moves[0] in (Move.LEFT, Move.RIGHT))
            if after in h[0]:
                assert h[axis][board] <= h[1 - axis][after] + 1


@pytest.mark.usefixtures("without_table")
def test_compiled_and_plain_kernels_expand_the_same_states(plain: None):
    board = shuffle(2, 4, seed=2).start
    interpreted = solve(board, metric="multi", compiled=False)
    compiled = solve(board, metric="multi")
    assert interpreted.moves == compiled.moves and not interpreted.compiled
    assert interpreted.stats.expanded > 0


@pytest.mark.usefixtures("without_table")
def test_a_limit_gives_a_bound_in_multi_tile_moves():
    result = solve(HARDEST, metric="multi", limit=Limit(expansions=10))
    assert result.status is Outcome.LIMIT and 0 < result.lower_bound <= 20
    assert command_text(result).endswith(
        f"no solution has fewer than {result.lower_bound} multi-tile moves"
    )


def test_texts_name_the_metric():
    result = solve(HARDEST, metric=Metric.MULTI)
    assert guarantee(result) == "proven optimal"
    assert command_text(result) == (
        f"20 multi-tile moves ({result.length} moves of one tile), proven optimal"
    )
    record = result.to_dict()
    assert (record["metric"], record["multi_tile_length"]) == ("multi", 20)
    assert (record["length"], record["lower_bound"]) == (len(result.moves), 20)
    unsolvable = solve("2 1 3/4 5 6/7 8 0", metric="multi")
    assert (unsolvable.status, unsolvable.metric) == (Outcome.UNSOLVABLE, Metric.MULTI)


def test_a_metric_excludes_a_method_and_must_exist():
    with pytest.raises(TypeError, match="'multi' cannot be combined with a method"):
        solve(HARDEST, metric="multi", method=Method("bfs"))
    with pytest.raises(ValueError, match="'tiles' is not a valid Metric"):
        solve(HARDEST, metric="tiles")
