"""Guarantees of every algorithm with every heuristic, on boards with known distances."""

from __future__ import annotations

from functools import cache

import pytest

from puzzler.board import Board, shuffle
from puzzler.board.scenario import Problem
from puzzler.search.engine.search import Search
from puzzler.search.engine.stepping import Status, Task
from puzzler.search.method import Method
from puzzler.search.options import Limit
from puzzler.search.registry import ALGORITHMS, HEURISTICS
from puzzler.search.starting import start
from tests import naive
from tests.search.ended import finish

PAIRS = [
    (name, heuristic)
    for name, algorithm in ALGORITHMS.items()
    for heuristic in (HEURISTICS if algorithm.uses("heuristic") else ("zero",))
]
LIMIT = Limit(expansions=100_000)
SHAPES = [(2, 2), (2, 3), (3, 2), (3, 3)]
HARDEST_8 = Board.parse("8 6 7/2 5 4/3 0 1")
HARDEST_15 = Board.parse("0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1")


@cache
def boards_of(shape: tuple[int, int]) -> list[tuple[Board, Board, int]]:
    """Yield (start, goal, distance) for the standard goal and a goal with the blank elsewhere."""
    if shape == (3, 3):
        goals = [Board.solved(3, 3)]
    else:
        goals = [Board.solved(*shape), shuffle(*shape, 17, 5).start]
    rows = []
    for goal in goals:
        distances = naive.distances_from(goal)
        step = max(len(distances) // 5, 1)
        rows += [(board, goal, distance) for board, distance in distances.every(-step)]
    return rows


@pytest.mark.parametrize(("algorithm", "heuristic"), PAIRS)
def test_every_algorithm_with_every_heuristic_keeps_its_guarantees(algorithm, heuristic):
    solved = 0
    for shape in SHAPES:
        for board, goal, distance in boards_of(shape):
            problem = Problem(board, goal)
            search = start(problem, Method(algorithm, heuristic, limit=LIMIT))
            while search.advance(499) is Status.RUNNING:
                assert search.lower_bound() <= distance
            result = search.result()
            assert result.lower_bound <= distance
            assert result.status in ("solved", "limit")
            if result.status == "limit":
                assert result.moves == () and not result.proven_optimal
                continue
            solved += 1
            assert board.apply_all(result.moves) == goal
            assert len(result.moves) >= distance
            if result.proven_optimal:
                assert len(result.moves) == distance
            factor = Method(algorithm, heuristic).guarantee()
            if factor is not None:
                assert len(result.moves) <= factor * distance
                assert factor > 1 or result.proven_optimal
    assert solved >= 5


@pytest.mark.parametrize(("algorithm", "heuristic"), PAIRS)
def test_searches_do_not_depend_on_the_budget(algorithm, heuristic):
    limit = Limit(expansions=400)
    for board, budget in ((HARDEST_8, 37), (shuffle(3, 3, 12, 9).start, 1)):
        problem = Problem(board, Board.solved(3, 3))
        unsliced = finish(start(problem, Method(algorithm, heuristic, limit=limit)))
        sliced = finish(start(problem, Method(algorithm, heuristic, limit=limit)), budget)
        assert sliced == unsliced
        assert unsliced.stats.expanded <= 400
        if unsliced.limit_reached is not None:
            assert unsliced.stats.expanded == 400
        assert unsliced.stats.bytes <= unsliced.stats.memory_bytes


GROWING = [
    (Method("astar", "misplaced", limit=Limit(expansions=20_000)), HARDEST_15),
    (Method("bidirectional", "manhattan", limit=Limit(expansions=20_000)), HARDEST_15),
    (Method("bfs", limit=Limit(expansions=20_000)), HARDEST_15),
    (Method("dfs", limit=Limit(expansions=20_000)), HARDEST_15),
    (Method("dfs", depth_limit=31, limit=Limit(expansions=20_000)), HARDEST_8),
    (Method("iddfs", limit=Limit(expansions=20_000)), HARDEST_8),
    (Method("idastar", "misplaced", limit=Limit(expansions=20_000)), HARDEST_8),
    (Method("bidirectional", "index-distance"), HARDEST_8),
    *(
        (Method(algorithm, "misplaced", limit=Limit(memory_bytes=300_000)), HARDEST_15)
        for algorithm in ("bfs", "dfs", "astar", "bidirectional")
    ),
    (Method(limit=Limit(expansions=3000)), shuffle(5, 5, 60, 5).start),
    *(
        (Method(*method, ties=ties, limit=Limit(expansions=5000)), HARDEST_8)
        for method in (("astar", "misplaced"), ("greedy", "zero"))
        for ties in ("lifo", "fifo", "high-g", "low-g")
    ),
]
"""Methods and boards for which tables, queues and paths exceed their initial capacity."""


@pytest.mark.parametrize(("method", "board"), GROWING)
def test_searches_do_not_depend_on_the_budget_when_arrays_grow(method, board):
    problem = Problem(board, Board.solved(*board.size))
    unsliced = start(problem, method)
    result = finish(unsliced)
    for budget in (7, 1000):
        sliced = start(problem, method)
        while sliced.advance(budget) is Status.RUNNING:
            assert sliced.lower_bound() <= (31 if board is HARDEST_8 else 80)
        assert finish(sliced, budget) == result
        assert sliced.current() == unsliced.current()


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_solved_board_takes_no_moves(algorithm):
    goal = Board.solved(4, 4)
    result = finish(start(Problem(goal, goal), Method(algorithm)))
    assert (result.status, result.moves, result.proven_optimal) == ("solved", (), True)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("shape", [(3, 4), (3, 5), (4, 4), (2, 10), (5, 5), (10, 10)])
def test_every_algorithm_agrees_with_proven_lengths_on_larger_boards(algorithm, shape):
    problem, best = near_problem(shape)
    result = finish(start(problem, Method(algorithm, "linear-conflict", limit=LIMIT)))
    assert result.lower_bound <= best
    if result.status == "solved":
        assert problem.start.apply_all(result.moves) == problem.goal
        assert len(result.moves) >= best
        assert len(result.moves) == best or not result.proven_optimal


@cache
def near_problem(shape: tuple[int, int]) -> tuple[Problem, int]:
    """Return a problem and its optimal length."""
    problem = Problem(shuffle(*shape, 24, 2).start, Board.solved(*shape))
    best = finish(start(problem, Method("astar", "manhattan")))
    assert best.proven_optimal
    return problem, len(best.moves)


@pytest.mark.slow
@pytest.mark.parametrize("algorithm", ["astar", "idastar", "bidirectional", "bfs", "iddfs"])
def test_optimal_algorithms_over_the_whole_8_puzzle(algorithm, eight_puzzle):
    """All states with alternating heuristics, or a sample of states for uninformed algorithms."""
    goal = Board.solved(3, 3)
    guides = [
        (heuristic, heuristic.build(goal))
        for heuristic in HEURISTICS.values()
        if heuristic.rank >= HEURISTICS["manhattan"].rank
        and Method(algorithm, heuristic.name).guarantee() == 1
    ]
    step = {"bfs": 1009, "iddfs": 20_011}.get(algorithm, 1)
    if not ALGORITHMS[algorithm].uses("heuristic"):
        guides = [(HEURISTICS["zero"], HEURISTICS["zero"].build(goal))]
    for number, (board, distance) in enumerate(eight_puzzle.every(step)):
        heuristic, tables = guides[number % len(guides)]
        task = Task(Problem(board, goal), algorithm, heuristic, tables, 1, Limit(), 1)
        result = finish(Search(task, ALGORITHMS[algorithm].make(task)))
        assert result.proven_optimal and len(result.moves) == distance
        assert board.apply_all(result.moves) == goal
