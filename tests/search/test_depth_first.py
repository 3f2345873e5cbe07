"""The depth-first kernel compared with its naive twin: IDA*, depth-limited, iterative deepening."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzler.board import Board, Move, shuffle
from puzzler.board.scenario import Problem
from puzzler.search.engine.path_arrays import lay_out_views, make_cache, make_views
from puzzler.search.engine.pruning import _equal_paths, distinct_first_moves, make_places
from puzzler.search.engine.search import Search
from puzzler.search.engine.stepping import Status, Task
from puzzler.search.kernels import paths
from puzzler.search.kernels.heuristic_data import Patterns
from puzzler.search.method import Method
from puzzler.search.options import ORDERS, Limit, weight_terms
from puzzler.search.packing import make_space
from puzzler.search.registry import ALGORITHMS, HEURISTICS
from puzzler.search.solve import solve
from puzzler.search.starting import start
from tests import naive
from tests.board.boards import layers
from tests.naive_trace import depth_first, run_twin

HARDEST = Board.parse("8 6 7/2 5 4/3 0 1")
KORF_1 = Board.parse("13 6 8 12/15 14 0 10/11 7 4 5/9 1 3 2")
SHAPES = [(2, 2), (2, 3), (3, 2), (3, 3), (2, 4), (4, 3), (4, 4)]
LIMIT = 2000
"""Number of expansions that are compared with the twin."""


def counts(search):
    return search.stats().expanded, search.stats().generated


def run(board, goal=None, algorithm="idastar", heuristic="manhattan", weight=1, limit=None):
    search = start(
        Problem(board, goal or Board.solved(*board.size)),
        Method(algorithm, heuristic, weight, limit or Limit()),
    )
    search.advance(10**9)
    return search


@settings(max_examples=30)
@given(
    shape=st.sampled_from(SHAPES),
    seed=st.integers(0, 10**6),
    moves=st.integers(1, 13),
    heuristic=st.sampled_from(sorted(naive.HEURISTICS)),
    weight=st.sampled_from([0.5, 1, 1.5, 3]),
    own_goal=st.booleans(),
    order=st.sampled_from(ORDERS),
)
def test_idastar_has_the_counts_of_its_naive_twin(
    shape, seed, moves, heuristic, weight, own_goal, order
):
    goal = shuffle(*shape, 60, seed + 1).start if own_goal else Board.solved(*shape)
    board = shuffle(*shape, moves, seed, goal).start

    def opinion(state):
        return [naive.HEURISTICS[heuristic](state, goal)]

    weights = weight_terms(weight)
    twin = run_twin(depth_first, board, goal, opinion, weights, order, max_expansions=LIMIT)
    search = start(Problem(board, goal), Method("idastar", heuristic, weight, order=order))
    assert (search.advance(LIMIT) is Status.SOLVED) == (twin.moves is not None)
    assert twin.moves is None or list(search.solution()) == twin.moves
    assert counts(search) == (twin.expanded, twin.generated)
    assert search.stats().deepest == twin.deepest


@settings(max_examples=15)
@given(shape=st.sampled_from(SHAPES), seed=st.integers(0, 10**6), moves=st.integers(1, 8))
def test_iddfs_has_the_counts_of_its_naive_twin_and_is_optimal(shape, seed, moves):
    scenario = shuffle(*shape, moves, seed)
    twin = run_twin(depth_first, scenario.start, scenario.goal, lambda board: [0], (1, 0), "UDLR")
    search = run(scenario.start, scenario.goal, "iddfs")
    assert list(search.solution()) == twin.moves
    assert counts(search) == (twin.expanded, twin.generated)
    assert search.result().proven_optimal
    shortest = solve(scenario.start, algorithm="bfs")
    assert search.result().length == shortest.length == search.stats().bound


def test_dfs_reports_its_depth_limit():
    result = solve(KORF_1, method=Method("dfs", depth_limit=24, limit=Limit(expansions=1000)))
    assert result.status == "limit" and result.note == "" and result.lower_bound == 0
    assert result.stats.bound == result.depth_limit == 24
    result = solve(KORF_1, method=Method("dfs", depth_limit=11))
    assert result.status == "limit" and result.length is None
    assert result.stats.bound == 11 == result.stats.deepest and result.lower_bound == 12
    assert result.note == "no path to the goal within the depth limit of 11 moves"


def test_a_budget_is_used_exactly_and_the_current_state_is_the_end_of_the_path():
    search = start(Problem(HARDEST, Board.solved(3, 3)), Method("idastar", "manhattan"))
    for expanded in range(1, 300):
        assert search.current().size == (3, 3)
        assert search.advance(1) is Status.RUNNING
        stats = search.stats()
        assert stats.expanded == expanded
        assert stats.stored == stats.depth + 1 and stats.frontier == 0
        assert stats.depth <= stats.bound
    search.advance(10**9)
    assert search.current() == Board.solved(3, 3)
    assert search.stats().best_h == 0 and search.stats().depth == 31


@pytest.mark.parametrize(("more", "are_pruned"), [(0, True), (1, True), (-1, False)])
def test_moves_to_states_that_were_searched_as_deeply_are_pruned(more, are_pruned):
    search = start(Problem(HARDEST, Board.solved(3, 3)), Method("idastar", "manhattan"))
    search.advance(40)
    stepping, board, stats = search.stepping, search.current(), search.stats()
    assert stepping.cached_moves() == frozenset()
    stepping.cache = cache = make_cache(9, 16)
    assert stepping.cached_moves() == frozenset()
    *moves, other = board.legal_moves()
    for move in moves:
        first, second = (np.array(board.apply(move).tiles) @ cache.factors).tolist()
        left = stats.bound - stats.depth - 1 + more
        place = paths.place_of(first, second, cache.bits)
        cache.states[place] = (left << paths.LEFT_SHIFT) | first, second
    assert moves and other not in stepping.cached_moves()
    assert stepping.cached_moves() == (frozenset(moves) if are_pruned else frozenset())


def random_patterns(goal, *, with_blank):
    """Pattern databases of pairs of tiles with random entries, most of them 0, one mirrored."""
    cells = len(goal.tiles)
    mirrored = np.arange(cells).reshape(goal.size)[:, ::-1].reshape(-1)
    groups = [range(1, cells)] if with_blank else np.array_split(np.arange(1, cells), cells // 2)
    slots, factors = np.zeros((2, 2, cells), np.int64)
    offsets, end = [], 0
    for view in range(2):
        for group in groups:
            members = [0, *group] if with_blank else list(group)
            offsets.append(end)
            end += cells ** len(members)
            for place, tile in enumerate(reversed(members)):
                slots[view, tile] = len(offsets) - 1
                factors[view, tile] = cells**place
        slots[view, 0] = slots[view, 1]
    return Patterns(
        1,
        np.random.default_rng(3).choice([0, 0, 0, 1, 16], -(-end // 2)).astype(np.uint8),
        np.repeat([np.arange(cells), mirrored], len(groups), axis=0),
        slots,
        factors,
        np.array(offsets),
        np.array([0, len(groups), 2 * len(groups)]),
    )


@pytest.mark.parametrize(
    ("shape", "with_blank"), [((3, 3), False), ((2, 3), True), ((3, 4), False), ((4, 4), False)]
)
@pytest.mark.parametrize("summed", ["zero", "manhattan"])
def test_incremental_look_ups_equal_complete_ones(shape, with_blank, summed):
    goal = shuffle(*shape, 50, 1).start
    problem = Problem(shuffle(*shape, 60, 2, goal).start, goal)
    patterns = random_patterns(goal, with_blank=with_blank)
    tables = replace(HEURISTICS[summed].build(goal), patterns=patterns)
    task = Task(problem, "idastar", HEURISTICS["manhattan"], tables, 1, Limit(), 1)
    search = Search(task, ALGORITHMS["idastar"].make(task))
    assert task.start_h == tables.evaluate(problem.start)
    targets = make_space(*shape).targets
    for budget in range(1, 60):
        if search.advance(budget) is not Status.RUNNING:
            break
        followed = search.stepping._views
        afresh = make_views(lay_out_views(patterns, targets), np.array(search.current().tiles))
        here = followed.path[search.stats().depth]
        assert (followed.words == afresh.words).all()
        assert (here[1::2] == afresh.path[0, 1::2]).all()
        assert here[1::2][here[0]] == max(here[1::2])


@pytest.mark.parametrize("shape", [(2, 2), (2, 3), (3, 2), (3, 3)])
@pytest.mark.parametrize("longest", [2, 6, 8])
@pytest.mark.parametrize("blank", [0, -1])
def test_pruning_keeps_the_depth_of_every_state(shape, longest, blank):
    places = make_places(*shape, longest)
    board = Board.solved(*shape)
    if blank == 0:
        board = Board(*shape, tuple(range(shape[0] * shape[1])))
    deepest = 12
    reached, layer = {board: 0}, {(board, board.blank)}
    for depth in range(1, deepest + 1):
        layer = {
            (state.apply(Move(move)), after)
            for state, place in layer
            for move, after in places.following[place]
            if state.apply(Move(move)).blank == places.cells[after]
        }
        for state, _ in layer:
            reached.setdefault(state, depth)
    true = enumerate(islice(layers(board), deepest + 1))
    assert reached == {state: depth for depth, layer in true for state in layer}


def test_pruning_of_length_2_excludes_only_inverses():
    places = make_places(4, 4, 2)
    for following in places.following[:16]:
        for move, after in following:
            onward = dict(places.following[after])
            back = Move(move).inverse
            assert back not in onward
            assert len(onward) == len(places.following[places.cells[after]]) - 1


def test_the_listed_superfluous_paths_are_those_that_a_plain_enumeration_finds():
    listed = [
        ["".join(map(str, map(Move, path))) for path, _ in group] for group in _equal_paths(8)
    ]
    assert listed == naive.equal_paths(8)


def test_cycles_are_searched_in_one_direction():
    assert len(make_places(4, 4, 6).cells) > len(make_places(4, 4, 2).cells)


@pytest.mark.parametrize("goal", ["1 2 3/4 5 6/7 8 0", "1 2 3/4 0 5/6 7 8"])
def test_a_distinct_first_move_starts_an_optimal_path(goal):
    goal = Board.parse(goal)
    near = enumerate(islice(layers(goal), 14))
    distances = {state: depth for depth, layer in near for state in layer}
    symmetric = 0
    for state, depth in islice(distances.items(), 1, None):
        moves = distinct_first_moves(Problem(state, goal))
        if len(moves) < len(state.legal_moves()):
            symmetric += 1
            assert depth - 1 in (distances.get(state.apply(move)) for move in moves)
    assert symmetric


def test_only_one_of_two_mirrored_moves_is_searched():
    goal = Board.solved(4, 4)
    mirrored = Board.parse("0 15 8 3/12 11 7 4/14 10 6 5/9 13 2 1")
    assert distinct_first_moves(Problem(mirrored, goal)) == [Move.DOWN]
    other = mirrored.apply(Move.DOWN)
    assert distinct_first_moves(Problem(other, goal)) == list(other.legal_moves())
    # the image of this board has the same tiles in the same order, but another shape
    tall, goal = Board.parse("3 7/0 6/2 5/1 4"), Board.parse("1 2/0 3/4 5/6 7")
    assert distinct_first_moves(Problem(tall, goal)) == [Move.UP, Move.DOWN, Move.RIGHT]


def test_superfluous_paths_are_pruned_unless_pruning_is_off():
    board = shuffle(3, 4, None, 3).start
    results = [
        solve(board, None, Method("idastar", "pattern-database", pruning=pruning))
        for pruning in (True, False)
    ]
    assert results[0].length == results[1].length
    assert results[0].stats.expanded < results[1].stats.expanded
    assert Method("idastar", "manhattan", pruning=False) == Method("idastar", "manhattan")
    assert Method("idastar", "pattern-database", pruning=False).title.endswith("no pruning")


@pytest.mark.parametrize("heuristic", ["manhattan", "linear-conflict", "pattern-database"])
@pytest.mark.parametrize("missing", [0, 2, 4])
def test_a_search_that_skips_proven_passes_finds_the_same_length(heuristic, missing):
    board, method = Board.parse("8 6 7/2 5 4/3 0 1"), Method("idastar", heuristic)
    searches = [start(Problem(board, Board.solved(3, 3)), method) for _ in range(2)]
    searches[1].stepping.skip_to(31 - missing)
    searches[1].stepping.skip_to(1)  # which is lower and changes nothing
    for search in searches:
        while search.status is Status.RUNNING:
            search.advance(100_000)
    whole, partial = (search.result() for search in searches)
    assert whole.length == partial.length == 31 == partial.lower_bound
    assert partial.stats.expanded < whole.stats.expanded or heuristic == "pattern-database"
