"""The best-first kernel compared with its naive twin, for any budget, shape and goal."""

from __future__ import annotations

from functools import cache, partial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzler.board import Board, shuffle
from puzzler.board.scenario import Problem
from puzzler.search.engine.best_first import FIRST_SLOT_BITS, max_states
from puzzler.search.engine.stepping import Status, Task
from puzzler.search.heuristics.heuristic import Tables
from puzzler.search.kernels import nodes
from puzzler.search.method import Method
from puzzler.search.options import ORDERS, Limit, LimitKind, Ties, When, weight_terms
from puzzler.search.packing import make_space, unpack
from puzzler.search.registry import ALGORITHMS, HEURISTICS
from puzzler.search.solve import solve
from puzzler.search.starting import start
from tests import naive
from tests.naive_trace import best_first, bidirectional, late_best_first, run_twin

HARDEST = Board.parse("8 6 7/2 5 4/3 0 1")
SHAPES = [(2, 2), (2, 3), (3, 2), (3, 3), (2, 4), (4, 3)]
LIMIT = 200
"""Number of expansions that are compared with the twin."""


@settings(max_examples=60)
@given(
    shape=st.sampled_from(SHAPES),
    seed=st.integers(0, 10**6),
    moves=st.integers(1, 24),
    heuristic=st.sampled_from(sorted(naive.HEURISTICS)),
    weight=st.sampled_from([None, 0, 0.5, 1, 1.234, 3]),
    own_goal=st.booleans(),
    order=st.sampled_from(ORDERS),
    ties=st.sampled_from(Ties),
    duplicates=st.sampled_from(When),
)
def test_the_kernel_has_the_counts_of_its_naive_twin(
    shape, seed, moves, heuristic, weight, own_goal, order, ties, duplicates
):
    goal = shuffle(*shape, 60, seed + 1).start if own_goal else Board.solved(*shape)
    board = shuffle(*shape, moves, seed, goal).start
    weights = (0, 1) if weight is None else weight_terms(weight)
    estimate = partial(naive.HEURISTICS[heuristic], goal=goal)
    is_late = duplicates is When.LATE and weight is not None
    rule = late_best_first if is_late else best_first
    twin = run_twin(rule, board, goal, estimate, weights, order, ties, max_expansions=LIMIT)
    algorithm = "greedy" if weight is None else "astar"
    method = Method(
        algorithm, heuristic, weight or 0, order=order, ties=ties, duplicates=duplicates
    )
    search = start(Problem(board, goal), method)
    assert (search.advance(LIMIT) is Status.SOLVED) == (twin.moves is not None)
    assert twin.moves is None or list(search.solution()) == twin.moves
    result = search.result(cancelled=True)
    assert (result.order, result.ties) == (order, ties)
    assert naive.counts(result.stats) == naive.counts(twin)


def test_states_are_reopened_if_a_shorter_path_is_found():
    goal = Board.solved(3, 3)
    estimate = partial(naive.HEURISTICS["manhattan+misplaced"], goal=goal)
    twin = run_twin(best_first, HARDEST, goal, estimate, (1, 1), "UDLR", "lifo")
    stats = solve(HARDEST, method=Method.watch(3, 3)).stats
    assert stats.reopened == twin.reopened > 100
    assert stats.expanded == twin.expanded


def test_interruptible_work_returns_without_expansions():
    board = Board.parse("0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1")
    search = start(Problem(board, Board.solved(4, 4)), Method("astar", "misplaced"))
    before, has_come_back = 0, False
    while search.expanded < 2**FIRST_SLOT_BITS:
        search.advance(10, interruptible=True)
        has_come_back |= search.expanded < before + 10
        before = search.expanded
    assert has_come_back


def test_a_running_search_has_no_solution():
    search = start(Problem(HARDEST, Board.solved(3, 3)), Method())
    with pytest.raises(ValueError, match="no solution yet"):
        search.solution()
    with pytest.raises(ValueError, match="still running"):
        search.result()
    assert search.result(cancelled=True).status == "cancelled"
    search.advance(10**9)
    search.stop(LimitKind.TIME)  # which does nothing after the end
    assert search.result().limit_reached is None


def test_an_unsuitable_heuristic_is_an_error():
    manhattan = HEURISTICS["manhattan"]
    steep = Tables(distance=manhattan.build(Board.solved(3, 3)).distance * 10**6)
    with pytest.raises(ValueError, match="too large"):
        ALGORITHMS["astar"].make(
            Task(Problem(HARDEST, Board.solved(3, 3)), "astar", manhattan, steep, 1, Limit(), 1)
        )


@pytest.mark.parametrize("ties", Ties)
def test_the_queue_grows_with_f(ties):
    # g exceeds the initial capacity of 256
    board = shuffle(6, 6, 600, 3).start
    solved = solve(board, method=Method(weight=20, ties=ties))
    assert solved.length is not None and solved.length > 256
    assert board.apply_all(solved.moves) == Board.solved(6, 6)


def test_a_bidirectional_search_starts_with_the_smaller_h():
    goal, differences = Board.solved(3, 3), 0
    for seed in range(10):
        problem = Problem(shuffle(3, 3, seed=seed).start, goal)
        search = start(problem, Method("bidirectional", "walking-distance"))
        h = search.task.start_h, search.stepping.backward.evaluate(goal)
        assert search.stats().bound == search.stats().best_h == min(h)
        differences += h[0] != h[1]
    assert differences


@pytest.mark.parametrize("heuristic", ["walking-distance", "linear-conflict"])
def test_both_sides_store_the_h_of_every_state(heuristic):
    search = start(Problem(HARDEST, Board.solved(3, 3)), Method("bidirectional", heuristic))
    search.advance(100)
    stepping, measures = search.stepping, (search.task.tables, search.stepping.backward)
    stored = int(stepping.counters[nodes.STORED])
    heights = stepping.nodes.links[:stored, nodes.BITS] >> nodes.H_SHIFT
    for words, h in zip(stepping.nodes.states[:stored], heights.tolist(), strict=True):
        board = unpack(make_space(3, 3), words, 3, 3)
        assert measures[words[-1]].evaluate(board) == h


def test_chains_count_as_memory():
    problem = Problem(HARDEST, Board.solved(3, 3))
    one, other = (start(problem, Method(ties=ties)) for ties in (Ties.LIFO, Ties.HIGH_G))
    assert other.stats().bytes - one.stats().bytes == other.stepping.ties.chains.nbytes > 0


def test_chains_and_buckets_grow_within_the_memory_limit():
    search = start(Problem(HARDEST, Board.solved(3, 3)), Method(ties=Ties.HIGH_G)).stepping
    chains, heads = search.ties.chains, search.nodes.heads
    assert search._add_chains() is search._add_buckets() is Status.RUNNING
    for before, after in ((chains, search.ties.chains), (heads, search.nodes.heads)):
        old, new = np.split(after, 2)
        assert (old == before).all() and (old != new).any()
        assert (new[:, nodes.FIRST] == nodes.NONE).all() and new.max() <= 0
    search._memory = search._bytes() + 1
    assert search._add_chains() is search._add_buckets() is Status.LIMIT


@cache
def sample(shape: tuple[int, int], own_goal: bool) -> tuple[Board, list[tuple[Board, int]]]:
    goal = shuffle(*shape, 61, 5).start if own_goal else Board.solved(*shape)
    distances = naive.distances_from(goal)
    return goal, distances.every(-max(len(distances) // 60, 1))


@pytest.mark.parametrize("heuristic", ["zero", "misplaced", "manhattan", "linear-conflict"])
@pytest.mark.parametrize("own_goal", [False, True], ids=["standard", "own goal"])
def test_bidirectional_search_has_the_counts_of_its_naive_twin(own_goal, heuristic):
    for shape in [(2, 3), (3, 2), (3, 3)]:
        goal, rows = sample(shape, own_goal)
        for number, (board, distance) in enumerate(rows[8::20]):
            order = ORDERS[5 * number % len(ORDERS)]
            h = naive.HEURISTICS[heuristic]
            estimates = partial(h, goal=goal), partial(h, goal=board)
            plain = run_twin(bidirectional, board, goal, estimates, order, is_even=True)
            method = Method("bidirectional", heuristic, order=order)
            result = solve(board, goal, method)
            assert list(result.moves) == plain.moves and len(plain.moves) == distance
            counts = "expanded", "generated", "duplicates", "reopened", "peak_frontier", "deepest"
            for count in counts:
                assert getattr(result.stats, count) == getattr(plain, count)


def test_bidirectional_search_meets_in_the_middle():
    board = Board.parse("8 6 7/2 5 4/3 0 1")
    stats = solve(board, algorithm="bidirectional", heuristic="zero").stats
    assert stats.expanded < 0.1 * solve(board, algorithm="bfs").stats.expanded
    assert stats.bound in {30, 31}


@pytest.mark.parametrize("memory", [300_000, 3_000_000])
def test_the_number_of_states_that_fit_is_known_in_advance(memory):
    method = Method("astar", "manhattan", limit=Limit(memory_bytes=memory))
    found = solve(Board.parse("0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1"), method=method)
    assert 0.6 < found.stats.stored / max_states(4, 4, memory) <= 1
