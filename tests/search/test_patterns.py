"""Pattern databases compared with a simple search, for all kinds of shapes and goals."""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from itertools import permutations

import numpy as np
import pytest

from puzzler.board import Board, shuffle
from puzzler.progress import no_report
from puzzler.search.heuristics import pattern_database as pdb
from puzzler.search.kernels.estimate import entry_at
from puzzler.search.registry import HEURISTICS
from puzzler.search.tables import pattern_choice, store
from puzzler.search.tables.pattern_build import TableMaker, spreading
from tests import naive

PATTERN_DATABASE = HEURISTICS["pattern-database"]


def naive_table(frame, pattern):
    """Compute the moves of the pattern's tiles for each arrangement by 0-1 breadth-first search."""
    start = (pattern, frame.blank)
    costs = {start: 0}
    waiting = deque([start])
    while waiting:
        cells, blank = waiting.popleft()
        for step in (-frame.columns, frame.columns, -1, 1):
            target = blank + step
            row = blank // frame.columns
            if not (0 <= target < frame.cells) or (
                abs(step) == 1 and target // frame.columns != row
            ):
                continue
            cost, moved = 0, cells
            if target in cells:
                cost, moved = 1, tuple(blank if cell == target else cell for cell in cells)
            reached, distance = (moved, target), costs[cells, blank] + cost
            if distance < costs.get(reached, 10**9):
                costs[reached] = distance
                (waiting.append if cost else waiting.appendleft)(reached)
    minima = {}
    for (cells, _), distance in costs.items():
        minima[cells] = min(distance, minima.get(cells, distance))
    return minima


def built(key, budget=pdb.BUDGET):
    maker = TableMaker(key)
    steps = list(maker.build(budget))
    return maker.table, steps


KEYS = [
    (pattern_choice.PatternFrame(2, 3, 5), (0, 1, 4)),
    (pattern_choice.PatternFrame(3, 3, 8), (0, 1, 3)),
    (pattern_choice.PatternFrame(3, 3, 4), (1, 3, 5)),  # the blank is enclosed with one exit
    (pattern_choice.PatternFrame(3, 4, 11), (7, 10)),  # the blank is enclosed
    (pattern_choice.PatternFrame(3, 6, 17), (11, 16)),  # the same without a list of regions
    (pattern_choice.PatternFrame(2, 10, 19), (9, 18)),
]


@pytest.mark.parametrize("budget", [1, 100])
@pytest.mark.parametrize(("frame", "pattern"), KEYS[1:5:3])
def test_tables_do_not_depend_on_the_budget(frame, pattern, budget):
    key = pattern_choice.TableKey(frame, pattern)
    unsliced, _ = built(key)
    sliced, steps = built(key, budget)
    assert (unsliced == sliced).all()
    assert steps == sorted(steps) and all(step <= key.arrangements for step in steps)


@pytest.mark.parametrize(("frame", "pattern"), KEYS)
def test_entries_equal_those_of_a_naive_search(frame, pattern):
    """An entry is half of the excess over the Manhattan distance."""
    key = pattern_choice.TableKey(frame, pattern)
    tables = np.zeros(key.bytes, np.uint8)
    for _ in spreading(key, built(key)[0], tables, pdb.BUDGET):
        pass
    entries = naive_table(frame, pattern)
    for cells in permutations(range(frame.cells), len(pattern)):
        index = int(np.ravel_multi_index(cells, [frame.cells] * len(cells)))
        if cells not in entries:
            assert entry_at(tables, index) == 0
            continue
        manhattan = 0
        for cell, home in zip(cells, pattern, strict=True):
            row, column = np.subtract(divmod(cell, frame.columns), divmod(home, frame.columns))
            manhattan += abs(row) + abs(column)
        assert entries[cells] == manhattan + 2 * entry_at(tables, index)


@pytest.mark.parametrize("shape", [(2, 2), (2, 3), (3, 2), (2, 4), (3, 3)])
def test_small_boards_have_exact_distances_for_any_goal(shape):
    for seed in range(1 if shape in {(3, 3), (2, 4)} else 4):
        goal = shuffle(*shape, 37, seed).start
        tables = PATTERN_DATABASE.build(goal)
        distances = naive.distances_from(goal)
        for board, distance in distances.every(max(len(distances) // 5000, 1)):
            assert tables.evaluate(board) == distance


@pytest.mark.parametrize("shape", [(2, 5), (3, 4), (4, 3), (5, 3), (6, 6), (3, 9), (10, 10)])
def test_partitions_cover_every_tile_once_and_respect_the_size(shape):
    for blank in (0, shape[1] - 1, shape[0] * shape[1] // 2, shape[0] * shape[1] - 1):
        frame, symmetries = pattern_choice.find_frame(*shape, blank)
        assert all(cells[blank] == frame.blank for cells in symmetries)
        for partition in pattern_choice.partitions(frame):
            cells = sorted(cell for group in partition for cell in group)
            assert cells == [cell for cell in range(frame.cells) if cell != frame.blank]
            limit = pattern_choice.max_pattern_tiles(frame.cells)
            assert (
                max(map(len, partition)) <= limit
                and frame.cells**limit <= pattern_choice.LARGEST_TABLE
            )


def test_rotated_and_mirrored_goals_share_tables():
    def keys(goal):
        return {key for view in pattern_choice.choose_views(goal) for key, _ in view}

    standard = keys(Board.solved(4, 4))
    first = Board(4, 4, tuple(range(16)))
    corner = Board(4, 4, (3, 2, 1, 0, *range(4, 16)))
    assert keys(first) == keys(corner) == standard and len(standard) == 6
    assert keys(Board.solved(3, 4)) == keys(Board.solved(4, 3))
    inner = Board(4, 4, (5, 1, 2, 3, 4, 0, *range(6, 16)))
    assert keys(inner) != standard


@pytest.mark.parametrize("goal", [Board.solved(3, 3), Board.parse("1 2 3/4 0 5/6 7 8")])
def test_sums_are_admissible(monkeypatch, goal):
    # like on larger boards, but with known distances
    monkeypatch.setattr(pdb, "LARGEST_EXACT", 0)
    monkeypatch.setattr(pattern_choice, "max_pattern_tiles", lambda cells: 4)
    make = pdb.PatternDatabases(10**9).make
    sums = replace(PATTERN_DATABASE, make=make).build(goal)
    assert sums.patterns is not None and len(sums.patterns.first) > 2
    distances = naive.distances_from(goal)
    for board, distance in distances.every(37):
        assert naive.manhattan(board, goal) <= sums.evaluate(board) <= distance
    assert sums.largest >= max(sums.evaluate(board) for board, _ in distances.every(-1, 100))


def test_distances_of_3x3_are_stored_for_all_goals_with_the_same_blank(monkeypatch, tmp_path):
    monkeypatch.setenv("PUZZLER_HOME", str(tmp_path))

    def evaluated(text):
        goal = Board.parse(text)
        tables = pdb.PatternDatabases(10**9).make(goal, no_report)
        for board, distance in naive.distances_from(goal).every(997):
            assert tables.evaluate(board) == distance
        return sorted(tmp_path.glob("cache/tables/*"))

    (stored_file,) = evaluated("1 2 3/4 5 6/7 8 0")
    modified = stored_file.stat().st_mtime_ns
    assert (
        evaluated("8 1 2/4 3 5/6 7 0") == [stored_file]
        and stored_file.stat().st_mtime_ns == modified
    )
    assert len(evaluated("0 1 2/4 3 5/6 7 8")) == 2
    with stored_file.open("r+b") as file:
        file.seek(2_000_000)
        file.write(bytes(100))
    evaluated("8 1 2/4 3 5/6 7 0")
    assert stored_file.stat().st_mtime_ns != modified


def test_tables_are_built_once_and_then_loaded_or_cached(monkeypatch, tmp_path):
    monkeypatch.setenv("PUZZLER_HOME", str(tmp_path))

    def steps(databases, goal):
        return sum(1 for _ in databases.building(goal))

    databases = pdb.PatternDatabases(10**9)
    turned = Board(5, 2, tuple(range(10)))
    building = steps(databases, Board.solved(2, 5))
    assert steps(databases, turned) == 0
    loading = steps(pdb.PatternDatabases(10**9), turned)
    assert loading < building
    file = max(store.table_file("x").parent.iterdir(), key=lambda file: file.stat().st_size)
    file.write_bytes(file.read_bytes()[:-1])
    assert loading < steps(pdb.PatternDatabases(10**9), turned)
    assert loading == steps(pdb.PatternDatabases(10**9), turned)


def test_sums_are_not_consistent():
    goal = Board.solved(2, 5)
    tables = PATTERN_DATABASE.build(goal)
    assert not PATTERN_DATABASE.consistent
    assert any(
        abs(tables.evaluate(board.apply(move)) - tables.evaluate(board)) > 1
        for board in (shuffle(2, 5, 200, seed).start for seed in range(100))
        for move in board.legal_moves()
    )


def test_the_patterns_of_larger_boards_have_fewer_tiles():
    sizes = [pattern_choice.max_pattern_tiles(cells) for cells in (9, 12, 16, 20, 25, 36, 100)]
    assert sizes == [7, 6, 6, 5, 5, 4, 2]
