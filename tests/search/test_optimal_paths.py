"""All optimal solutions, compared with plain Python."""

from __future__ import annotations

from unittest import mock

import pytest

from puzzler import Board, Limit, shuffle, solve, solve_all
from puzzler.search import optimal_paths
from puzzler.search.deadline import TimeUpError
from tests import naive


@pytest.mark.parametrize("seed", range(4))
def test_the_8_puzzle_has_exactly_the_solutions_of_plain_python(
    seed: int, eight_puzzle: naive.Distances
):
    board = shuffle(3, 3, seed=seed).start
    expected = sorted(map(tuple, naive.optimal_solutions(board, eight_puzzle)))
    found = solve_all(board)
    assert list(found.solutions) == expected and found.count == len(expected)


@pytest.mark.parametrize("size", [(2, 2), (2, 3), (3, 2)])
def test_small_boards_have_all_solutions_in_both_metrics(size: tuple[int, int]):
    goal = Board.solved(*size)
    singles, multi = naive.distances_from(goal), naive.multi_tile_distances(goal)
    for seed in range(3):
        board = shuffle(*size, seed=seed).start
        for distances, is_multi in ((singles, False), (multi, True)):
            expected = list(naive.optimal_solutions(board, distances, is_multi=is_multi))
            found = solve_all(board, metric="multi" if is_multi else "single")
            assert list(found.solutions) == sorted(map(tuple, expected))
            assert found.count == len(expected) > 0


def test_the_count_is_exact_if_the_list_is_limited():
    board = Board.parse("8 6 7/2 5 4/3 0 1")
    found = solve_all(board, max_solutions=3)
    assert (found.count, len(found.solutions)) == (40, 3)
    assert found.solutions == solve_all(board).solutions[:3]


def test_a_larger_board_close_to_its_goal_has_all_solutions():
    start = Board.solved(5, 5)
    for move in "UULLDDRRULDR":
        start = start.apply(next(each for each in start.legal_moves() if each.letter == move))
    near: dict[Board, int] = {Board.solved(5, 5): 0}
    layer = [Board.solved(5, 5)]
    for length in range(1, 13):
        layer = [after for board in layer for after in map(board.apply, board.legal_moves())]
        layer = list({after for after in layer if after not in near})
        near |= dict.fromkeys(layer, length)
    expected = sorted(map(tuple, naive.optimal_solutions(start, near)))
    assert list(solve_all(start).solutions) == expected


def test_solved_and_unsolvable_boards_have_no_moves():
    for metric in ("single", "multi"):
        found = solve_all(Board.solved(3, 3), metric=metric)
        assert (found.count, found.solutions) == (1, ((),))
        found = solve_all("2 1 3/4 5 6/7 8 0", metric=metric)
        assert (found.count, found.solutions) == (None, ())


def test_a_limit_leaves_the_count_unknown():
    board = "8 6 7/2 5 4/3 0 1"
    found = solve_all(board, limit=Limit(memory_bytes=1000))
    assert found.count is None and len(found.solutions) <= 1
    found = solve_all(board, limit=Limit(expansions=1))
    assert found.count is None and found.solutions == ()


def test_a_limit_can_end_the_count_after_the_search(monkeypatch):
    result = solve("8 6 7/2 5 4/3 0 1", algorithm="bfs")
    monkeypatch.setattr(optimal_paths, "solve", lambda *_, **options: result)
    found = solve_all(result.start, limit=Limit(memory_bytes=1000))
    assert (found.count, found.solutions) == (None, (result.moves,))
    for steps, count in ((30, None), (61, None), (62, 40)):  # 31 there and 31 back
        checks = [*[None] * steps, TimeUpError]
        monkeypatch.setattr(optimal_paths.Deadline, "check", mock.Mock(side_effect=checks))
        assert solve_all(result.start).count == count
