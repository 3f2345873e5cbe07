"""Larger tables: ranks, resumed builds, complete files, and use if they fit in memory."""

from __future__ import annotations

import logging
from dataclasses import replace
from itertools import permutations
from math import perm

import numpy as np
import pytest

from puzzler import services
from puzzler.board import Board, shuffle
from puzzler.board.scenario import Problem
from puzzler.progress import Cancelled, finish
from puzzler.search import compilation
from puzzler.search.engine import depth_first, prover
from puzzler.search.engine.depth_first import DepthFirst
from puzzler.search.engine.parallel import ParallelDepthFirst
from puzzler.search.engine.path_arrays import lay_out_ranks, make_ranked_views
from puzzler.search.engine.stepping import Status, Task
from puzzler.search.heuristics import heuristic, manhattan
from puzzler.search.heuristics import pattern_database as pdb
from puzzler.search.heuristics.heuristic import Tables
from puzzler.search.kernels import estimate, paths
from puzzler.search.options import Limit
from puzzler.search.packing import make_space
from puzzler.search.registry import HEURISTICS
from puzzler.search.solve import solve
from puzzler.search.tables import collection_store, collections, pattern_choice
from puzzler.search.tables.collections import COLLECTIONS, Collection
from puzzler.search.tables.pattern_choice import PatternFrame
from puzzler.search.tables.shared import SharedTables
from tests import naive
from tests.search.test_patterns import naive_table

PATTERN_DATABASE = HEURISTICS["pattern-database"]
SMALL = Collection("4-4", PatternFrame(3, 3, 8), ((0, 1, 2, 5), (3, 4, 6, 7)), "small")
SYMMETRIC = Collection(
    "2-2-2-2", PatternFrame(3, 3, 4), ((0, 1), (2, 5), (7, 8), (3, 6)), "one table"
)
OBLONG = Collection(
    "4-4-3", PatternFrame(3, 4, 11), ((0, 1, 4, 5), (2, 3, 6, 7), (8, 9, 10)), "oblong"
)
FLAT = Collection("4-3", PatternFrame(2, 4, 7), ((0, 1, 4, 5), (2, 3, 6)), "flat")
TRIPLES = Collection(
    "3-3-3-3-3-3-3-3",
    PatternFrame(5, 5, 24),
    (
        (0, 1, 5), (3, 4, 9), (15, 20, 21), (2, 7, 12),
        (6, 10, 11), (8, 13, 14), (16, 17, 18), (19, 22, 23),
    ),
    "of all turns",
)  # fmt: skip
FIVE = COLLECTIONS[1]


@pytest.fixture(autouse=True)
def _own_folder(monkeypatch, tmp_path, compiled):
    monkeypatch.setenv("PUZZLER_HOME", str(tmp_path))
    # like with the largest tables, because small tables would not be ranked
    monkeypatch.setattr(pattern_choice, "LARGEST_SPREAD", 0)
    monkeypatch.setattr(collections, "COLLECTIONS", (SMALL, SYMMETRIC, OBLONG, FLAT))


def build(collection):
    steps = []
    collection_store.build(collection, steps.append)
    done = [step.done for step in steps]
    assert done == sorted(done) and done[-1] == 1
    return steps


def load(collection):
    return finish(collection_store.loading(collection))


def load_ranked(goal):
    return replace(PATTERN_DATABASE, make=pdb.PatternDatabases(10**9).make).build(goal)


def with_random_entries(collection, goal):
    """Return the collection with random entries, most of them 0."""
    entries = np.random.default_rng(3).choice([0, 0, 0, 1, 16], collection.bytes)
    return collection.ranked(goal, entries.astype(np.uint8))


@pytest.mark.parametrize("collection", [SMALL, SYMMETRIC, OBLONG])
def test_every_arrangement_has_a_unique_rank(collection):
    goal = Board.solved(*collection.shape)
    if collection is SYMMETRIC:
        goal = Board.parse("1 2 3/4 0 5/6 7 8")
    ranked = collection.ranked(goal, np.zeros(collection.bytes, np.uint8))
    size = len(goal.tiles)
    for slot in range(int(ranked.first[1])):
        members = np.flatnonzero(ranked.places[slot] >= 0)
        numbers = set()
        for cells in permutations(range(size), len(members)):
            tiles = np.zeros(size, np.int64)
            tiles[list(cells)] = members
            numbers.add(int(estimate.ranked_index(ranked, slot, tiles) - ranked.offsets[slot]))
        assert numbers == set(range(perm(size, len(members))))


def test_equal_tables_of_rotated_and_mirrored_patterns_are_shared():
    assert len(FIVE.partition) == 4 and len(FIVE.keys) == 2  # ranked: no dual look-ups
    assert len(SYMMETRIC.keys) == 1 and len(OBLONG.keys) == 2
    assert sorted(cell for group in FIVE.partition for cell in group) == list(range(24))
    assert FIVE.bytes == perm(25, 6) == 127_512_000


def test_tables_of_six_tiles_on_5x5_are_spread_and_of_eight_on_4x4_are_not(monkeypatch):
    monkeypatch.undo()
    assert [each.is_spread for each in COLLECTIONS] == [False, True]
    assert [each.bytes for each in COLLECTIONS] == [288_288_000, 3 * ((25**6 + 1) // 2)]
    # One pattern encloses the goal's blank, so dual look-ups need a table of the other region.
    assert len(FIVE.keys) == 3


@pytest.mark.parametrize("collection", [SMALL, OBLONG])
def test_entries_equal_those_of_a_naive_search(collection):
    build(collection)
    tables = load(collection)
    goal = Board.solved(*collection.shape)
    ranked = collection.ranked(goal, tables)
    for slot, group in enumerate(collection.partition):
        home = dict(zip(group, (goal.tiles[cell] for cell in group), strict=True))
        entries = naive_table(collection.frame, group)
        for cells, moves in list(entries.items())[::7]:
            tiles = np.zeros(len(goal.tiles), np.int64)
            tiles[list(cells)] = [home[cell] for cell in group]
            minimum = sum(
                abs(a - b)
                for cell, place in zip(cells, group, strict=True)
                for a, b in zip(
                    divmod(cell, goal.columns), divmod(place, goal.columns), strict=True
                )
            )
            index = estimate.ranked_index(ranked, slot, tiles)
            assert moves == minimum + 2 * estimate.entry_at(tables, index)


@pytest.mark.parametrize("is_spread", [False, True])
@pytest.mark.parametrize("goal", [Board.solved(2, 4), Board.parse("0 7/2 1/3 6/5 4")])
def test_sums_are_admissible_and_at_least_manhattan(monkeypatch, goal, is_spread):
    monkeypatch.setattr(pattern_choice, "LARGEST_SPREAD", 10**9 if is_spread else 0)
    monkeypatch.setattr(pdb, "LARGEST_EXACT", 0)
    build(FLAT)
    tables = pdb.PatternDatabases(10**9)
    built = replace(PATTERN_DATABASE, make=tables.make).build(goal)
    assert (built.patterns is not None) == (built.ranked is None) == is_spread
    assert built.evaluate(goal) == 0
    for board, distance in naive.distances_from(goal).every(37):
        assert naive.manhattan(board, goal) <= built.evaluate(board) <= distance
        assert built.evaluate(board) <= built.largest


SHUT = Collection(
    "3-3-2", PatternFrame(3, 3, 8), ((0, 1, 3), (2, 4, 6), (5, 7)), "the blank is shut in"
)
PAIRS = Collection(
    "2-2-2-1", PatternFrame(3, 3, 8), ((0, 1), (3, 4), (2, 5), (6,)), "not all tiles"
)


def naive_dual(board, goal, groups, tables_by_group):
    """Return lower bounds for the tiles on the cells of each group, from the dual board."""
    home = {tile: cell for cell, tile in enumerate(goal.tiles)}
    left = set(range(len(goal.tiles))) - {board.blank}
    total = 0
    for group in groups:
        cells = tuple(cell for cell in group if cell != board.blank)
        frame = PatternFrame(*goal.size, board.blank)
        if (cells, board.blank) not in tables_by_group:
            tables_by_group[cells, board.blank] = naive_table(frame, cells)
        total += tables_by_group[cells, board.blank][
            tuple(home[board.tiles[cell]] for cell in cells)
        ]
        left -= set(cells)
    for cell in left:
        place = home[board.tiles[cell]]
        total += abs(cell // 3 - place // 3) + abs(cell % 3 - place % 3)
    return total


@pytest.mark.parametrize("collection", [SHUT, PAIRS, SYMMETRIC], ids=lambda each: each.name)
def test_dual_look_ups_equal_the_naive_ones_and_are_admissible(monkeypatch, collection):
    monkeypatch.setattr(pattern_choice, "LARGEST_SPREAD", 10**9)
    goal = Board(3, 3, (*range(1, 9), 0))
    if collection is SYMMETRIC:
        goal = Board.parse("8 3 1/5 0 2/6 7 4")
    build(collection)
    duals = collection.duals(goal, load(collection))
    row = np.zeros(len(duals.begins) + len(duals.groups), np.int64)
    of_view = len(duals.begins) // len(duals.groups)
    tables_by_group = {}
    distances = naive.distances_from(goal)
    by_tile = manhattan.build(goal).distance[distances.tiles, np.arange(9)].sum(axis=1).tolist()
    all_tiles = distances.tiles.astype(np.uint8)
    for number, distance in enumerate(distances.values()):
        summed, tiles = by_tile[number], all_tiles[number]
        assert summed + 2 * estimate.read_duals(duals, tiles, row) <= distance
        if number % 97:
            continue
        board = Board(3, 3, tuple(tiles.tolist()))
        assert summed == naive.manhattan(board, goal)
        for view, cells in enumerate(duals.groups):
            slots = range(view * of_view, (view + 1) * of_view - 1)
            groups = [np.flatnonzero(cells == slot).tolist() for slot in slots]
            twin = naive_dual(board, goal, groups, tables_by_group)
            assert summed + 2 * row[len(duals.begins) + view] == twin


def test_dual_look_ups_never_lower_an_estimate(monkeypatch):
    monkeypatch.setattr(pattern_choice, "LARGEST_SPREAD", 10**9)
    build(OBLONG)
    goal = Board.solved(3, 4)
    make = pdb.PatternDatabases(10**9).make
    tables = replace(PATTERN_DATABASE, make=make).build(goal)
    duals = pdb.with_duals(goal, tables)
    boards = [shuffle(3, 4, 300, seed, goal).start for seed in range(50)]
    pairs = [(duals.evaluate(board), tables.evaluate(board)) for board in boards]
    assert all(one >= other for one, other in pairs)
    assert any(one > other for one, other in pairs)


@pytest.mark.parametrize("bits", [0, 6, 14])
def test_proofs_with_dual_look_ups_and_visited_states_do_not_depend_on_the_budget(
    monkeypatch, bits
):
    monkeypatch.setattr(pattern_choice, "LARGEST_SPREAD", 10**9)
    monkeypatch.setattr(depth_first, "CACHE_BITS", bits)
    build(OBLONG)
    expanded = {True: 0, False: 0}
    for seed, goal in enumerate((Board.solved(3, 4), Board.parse("0 11 10 9/8 7 6 5/4 3 2 1"))):
        board = shuffle(3, 4, 300, seed, goal).start
        make = pdb.PatternDatabases(10**9).make
        tables = replace(PATTERN_DATABASE, make=make).build(goal)
        best = solve(board, goal, algorithm="idastar", heuristic="linear-conflict").length
        outcomes = set()
        for budget, heeds in ((1, True), (10**9, True), (10**9, False)):
            own = pdb.with_duals(goal, tables) if heeds else tables
            task = Task(Problem(board, goal), "idastar", PATTERN_DATABASE, own, 1, Limit(), 1)
            search = DepthFirst(task, 1, 1)
            while search.work(budget) is Status.RUNNING:
                if search.expanded % 101 == 0:
                    here = search._dualing.path[search.stats().depth]
                    afresh = np.zeros_like(here)
                    tiles = np.array(search.current().tiles, np.uint8)
                    estimate.read_duals(own.duals, tiles, afresh)
                    assert (here == afresh).all()
            assert len(search.solution()) == best == search.lower_bound()
            assert board.apply_all(search.solution()) == goal
            if heeds:
                outcomes.add((search.expanded, search.stats().generated, search.solution()))
            if budget > 1:
                expanded[heeds] += search.expanded
        assert len(outcomes) == 1
        own = pdb.with_duals(goal, tables)
        search = DepthFirst(replace(task, tables=own), 1, 1)
        state, cache = board, search.cache
        for move in outcomes.pop()[2]:  # other states with the same first number prune no state
            state = state.apply(move)
            first, second = (np.array(state.tiles) @ cache.factors).tolist()
            place = paths.place_of(first, second, cache.bits)
            cache.states[place] = (paths.LARGEST_LEFT << paths.LEFT_SHIFT) | first, second ^ 1
        while search.work(10**9) is Status.RUNNING:
            pass
        assert len(search.solution()) == best
    assert expanded[True] < 0.95 * expanded[False]


@pytest.mark.parametrize("collection", [SHUT, PAIRS], ids=lambda each: each.name)
def test_tables_for_the_way_back_give_the_same_bounds_as_dual_look_ups(monkeypatch, collection):
    # because both are about the tiles that the start has on the cells of a pattern
    monkeypatch.setattr(pattern_choice, "LARGEST_SPREAD", 10**9)
    monkeypatch.setattr(pdb, "LARGEST_EXACT", 0)
    monkeypatch.setattr(collections, "COLLECTIONS", (collection,))
    build(collection)
    goal = Board.parse("3 7 2/4 1 5/6 8 0")
    tables = pdb.with_duals(goal, PATTERN_DATABASE.build(goal))
    duals = tables.duals
    row = np.zeros(len(duals.begins) + len(duals.groups), np.int64)
    blanks = set()
    for start, distance in naive.distances_from(goal).every(3001):
        back = pdb.reversed_tables(Problem(start, goal), tables)
        largest = estimate.read_duals(duals, np.array(start.tiles, np.uint8), row)
        one_way = replace(back, duals=None).evaluate(goal)
        assert one_way <= back.evaluate(goal) <= distance
        if start.blank not in (0, 2, 6):  # where a partition for another corner is used
            assert one_way == naive.manhattan(start, goal) + 2 * largest
            assert back.evaluate(goal) == tables.evaluate(start)
        assert back.evaluate(start) == 0
        blanks.add(start.blank)
    assert len(blanks) == 9


@pytest.mark.parametrize("kind", ["dual look-ups", "usual tables", "linear conflicts"])
def test_a_proof_chooses_the_direction_that_needs_fewer_states(monkeypatch, limit_tables, kind):
    monkeypatch.setattr(pattern_choice, "LARGEST_SPREAD", 10**9)
    monkeypatch.setattr(prover, "TRIAL", 60)
    monkeypatch.setattr(prover, "TRIAL_STEP", 10)
    monkeypatch.setattr(prover, "LATE_TRIAL", 500)
    monkeypatch.setattr(prover, "LARGEST_ONE_WAY", 9)
    if kind == "dual look-ups":
        build(OBLONG)
    elif kind == "usual tables":
        limit_tables(12**5)
    else:
        monkeypatch.setattr(prover, "LARGEST_WITH_PATTERNS", 11)
    goal = Board.solved(3, 4)
    origins = []
    for seed in range(6):
        start = shuffle(3, 4, 300, seed, goal).start
        best = solve(start, goal, algorithm="idastar", heuristic="linear-conflict").length
        outcomes = set()
        for budget in (17, 10**9):
            tables = HEURISTICS["zero"].shared(goal)
            task = Task(Problem(start, goal), "shortest", HEURISTICS["zero"], tables, 1, Limit(), 1)
            proof = prover.Prover(task)
            while proof.building:
                proof.prepare()
            proof.take_tables()
            bound, solution = proof.bound, None
            while solution is None:
                solution = proof.advance(budget)
                assert bound <= proof.live_bound() <= best
                bound = proof.live_bound()
            assert len(solution) == best and start.apply_all(solution) == goal
            outcomes.add((proof.expanded, proof.stats().generated, solution))
        assert len(outcomes) == 1
        origins.append(proof.search.task.problem.start == goal)
    assert set(origins) == {False, True}


def test_tables_of_another_collection_are_not_removed(monkeypatch):
    fewer = replace(SMALL, partition=((0, 1, 2, 5), (3, 4, 6)))
    monkeypatch.setattr(collections, "COLLECTIONS", (SMALL, fewer))
    build(SMALL)
    build(fewer)
    collection_store.remove(fewer)
    assert collection_store.is_stored(SMALL) and collection_store.count_stored(fewer) == 1
    collection_store.remove(SMALL)
    assert not collection_store.bytes_on_disk(SMALL)


def test_a_stopped_build_is_resumed(monkeypatch, tmp_path):
    build(OBLONG)
    complete = load(OBLONG)
    collection_store.remove(OBLONG)
    assert load(OBLONG) is None
    monkeypatch.setattr(collection_store, "SAVE_EVERY", 0.0)
    monkeypatch.setattr(collection_store, "BUDGET", 2_000)
    part = collection_store.part_file(OBLONG.keys[0])
    done = 0.0
    stops = 0
    while not collection_store.is_stored(OBLONG):
        # Each build is cancelled soon after it has saved something, like by Ctrl-C.
        before = part.read_bytes() if part.exists() else b""
        saved = 0

        def report(step):
            nonlocal done, before, saved
            if part.exists() and part.read_bytes() != before:
                assert step.done >= done
                done = step.done
                before = part.read_bytes()
                saved += 1
                if saved == 40:
                    raise Cancelled

        try:
            collection_store.build(OBLONG, report)
        except Cancelled:
            stops += 1
    assert stops > 2
    assert (load(OBLONG) == complete).all()
    assert not part.exists()


@pytest.mark.parametrize("where", ["table_file", "part_file"])
def test_a_damaged_table_is_built_again(monkeypatch, caplog, where):
    build(SMALL)
    complete = load(SMALL)
    key = SMALL.keys[0]
    if where == "part_file":
        collection_store.remove(SMALL)
        monkeypatch.setattr(collection_store, "SAVE_EVERY", 0.0)

        def report(_):
            if collection_store.part_file(key).exists():
                raise Cancelled

        with pytest.raises(Cancelled):
            collection_store.build(SMALL, report)
    file = getattr(collection_store, where)(key)
    content = bytearray(file.read_bytes())
    content[-100] ^= 4
    file.write_bytes(content)
    with caplog.at_level(logging.WARNING, "puzzler"):
        if where == "table_file":
            assert load(SMALL) is None and not file.exists()
        build(SMALL)
    assert len(caplog.records) == 1
    assert "damaged" in caplog.text and str(file) in caplog.text
    assert (load(SMALL) == complete).all()


@pytest.mark.parametrize("spoil", [lambda content: content[:-1], lambda content: content + b"!"])
def test_a_file_of_another_size_is_missing(spoil):
    build(SMALL)
    file = collection_store.table_file(SMALL.keys[0])
    file.write_bytes(spoil(file.read_bytes()))
    assert not collection_store.is_stored(SMALL)


def test_pattern_database_uses_larger_tables_when_they_are_built():
    goal = Board.solved(3, 4)
    turned = Board(4, 3, tuple(range(12)))
    inner = Board.parse("1 2 3 4/5 0 6 7/8 9 10 11")
    assert PATTERN_DATABASE.build(goal).ranked is None
    before = PATTERN_DATABASE.edition(goal)
    build(OBLONG)
    assert PATTERN_DATABASE.edition(goal) != before
    for fitting in (goal, turned):
        assert PATTERN_DATABASE.build(fitting).ranked is not None
    for other in (inner, Board.solved(2, 5)):
        assert PATTERN_DATABASE.build(other).ranked is None
    board = shuffle(3, 4, 60, 5).start
    solve(board, algorithm="idastar", heuristic="pattern-database")
    collection_store.remove(OBLONG)
    assert PATTERN_DATABASE.build(goal).ranked is None


@pytest.mark.parametrize("algorithm", ["idastar", "beam", "anytime"])
def test_every_algorithm_can_use_larger_tables(algorithm):
    build(OBLONG)
    for goal in (Board.solved(3, 4), Board.parse("0 11 10 9/8 7 6 5/4 3 2 1")):
        board = shuffle(3, 4, 30, 5, goal).start
        result = solve(board, goal, algorithm=algorithm, heuristic="pattern-database")
        assert result.moves is not None and board.apply_all(result.moves) == goal
        best = solve(board, goal, algorithm="idastar", heuristic="manhattan").length
        assert best is not None and result.length is not None
        assert result.length == best or not result.proven_optimal
        assert result.lower_bound <= best <= result.length


@pytest.mark.parametrize("collection", [SMALL, OBLONG, TRIPLES], ids=lambda each: each.name)
def test_incremental_look_ups_equal_complete_ones(collection):
    standard = Board.solved(*collection.shape)
    for goal in (standard, Board(*standard.size, standard.tiles[::-1])):
        problem = Problem(shuffle(*goal.size, 60, 2, goal).start, goal)
        ranked = with_random_entries(collection, goal)
        tables = Tables(distance=manhattan.build(goal).distance, ranked=ranked)
        task = Task(problem, "idastar", HEURISTICS["manhattan"], tables, 1, Limit(), 1)
        search = DepthFirst(task, 1, 1)
        layout = lay_out_ranks(ranked, make_space(*goal.size).targets)
        for budget in range(1, 60):
            if search.work(budget) is not Status.RUNNING:
                break
            followed = search._views
            tiles = np.array(search.current().tiles)
            afresh = make_ranked_views(ranked, layout, tiles)
            here = followed.path[search.stats().depth]
            assert (followed.words == afresh.words).all()
            assert (here[1::2] == afresh.path[0, 1::2]).all()
            assert 2 * here[1::2].max() == 2 * estimate.ranked_excess(ranked, tiles)


def test_spread_and_ranked_tables_give_the_same_estimate(monkeypatch):
    goal = Board.solved(3, 4)
    board = shuffle(3, 4, 500, 0).start
    found = set()
    for largest in (0, 10**9, 0):
        monkeypatch.setattr(pattern_choice, "LARGEST_SPREAD", largest)
        build(OBLONG)
        found.add(PATTERN_DATABASE.build(goal).evaluate(board))
    assert len(found) == 1


@pytest.mark.parametrize(
    ("is_spread", "expanded"),
    [
        (True, [(32, 627), (42, 34219), (36, 11452), (34, 11110)]),
        # with ranked tables, visited states are stored
        (False, [(32, 627), (42, 33265), (36, 11195), (34, 10831)]),
    ],
)
def test_idastar_expands_the_published_numbers_of_states(monkeypatch, is_spread, expanded):
    monkeypatch.setattr(pattern_choice, "LARGEST_SPREAD", 10**9 if is_spread else 0)
    monkeypatch.setattr(heuristic, "_shared", SharedTables(1 << 30, lambda _: 0))
    build(OBLONG)
    counts = []
    for seed in range(4):
        board = shuffle(3, 4, 500, seed).start
        result = solve(board, algorithm="idastar", heuristic="pattern-database")
        assert result.proven_optimal
        counts.append((result.length, result.stats.expanded))
    assert counts == expanded


@pytest.mark.parametrize("threads", [1, 3])
def test_the_solution_does_not_depend_on_the_number_of_threads(threads):
    build(OBLONG)
    goal = Board.solved(3, 4)
    for seed in (0, 2):
        board = shuffle(3, 4, 500, seed).start
        task = Task(
            Problem(board, goal), "idastar", PATTERN_DATABASE, load_ranked(goal), 1, Limit(), 1
        )
        single, many = DepthFirst(task, 1, 1), DepthFirst(task, 1, 1)
        shared = ParallelDepthFirst(many, threads)
        for search in (single, shared):
            while search.work(1000) is Status.RUNNING:
                pass
        assert shared.solution() == single.solution()
        assert shared.lower_bound() == len(shared.solution())
        assert shared.stats().expanded == shared.expanded
        # each pass numbers its subtrees from 0
        assert single.claims.sum() == single.counters[paths.SUBTREES] > 0
        if threads == 1:
            assert shared.expanded == single.expanded
            assert many.counters[paths.SUBTREES] == single.counters[paths.SUBTREES]


def test_the_first_solution_is_chosen_if_another_thread_finds_it_later(monkeypatch):
    def map_backwards(function, shares, _threads):
        return [function(share) for share in reversed([*shares])]

    monkeypatch.setattr(services, "find", lambda _: map_backwards)
    build(OBLONG)
    goal = Board.solved(3, 4)
    for seed in range(6):
        problem = Problem(shuffle(3, 4, 500, seed).start, goal)
        task = Task(problem, "idastar", PATTERN_DATABASE, load_ranked(goal), 1, Limit(), 1)
        single, shared = DepthFirst(task, 1, 1), ParallelDepthFirst(DepthFirst(task, 1, 1), 3)
        for search in (single, shared):
            while search.work(10**6) is Status.RUNNING:
                pass
        assert shared.solution() == single.solution()


@pytest.mark.parametrize(("megabytes", "bits"), [(1, 11), (64, 17), (10_000, 22)])
def test_a_restarted_search_stores_as_many_states_as_the_memory_limit_allows(megabytes, bits):
    build(OBLONG)
    goal = Board.solved(3, 4)
    problem, limit = Problem(shuffle(3, 4, 500, 0).start, goal), Limit(memory_bytes=megabytes << 20)
    search = DepthFirst(
        Task(problem, "idastar", PATTERN_DATABASE, load_ranked(goal), 1, limit, 1), 1, 1
    )
    search.skip_to(0)
    assert search.cache.bits == bits


def test_threads_build_the_same_tables():
    build(SMALL)
    tables = load(SMALL)
    collection_store.remove(SMALL)
    collection_store.build(SMALL, threads=3)
    assert (load(SMALL) == tables).all()


def test_kernels_of_ranked_tables_are_compiled_if_such_tables_are_stored(monkeypatch):
    assert not pdb.has_larger(is_spread=False)
    build(OBLONG)
    assert pdb.has_larger(is_spread=False)
    compilation.prepare_larger(is_spread=False)
    monkeypatch.setattr(pattern_choice, "LARGEST_SPREAD", 10**9)
    assert not pdb.has_larger(is_spread=False)
