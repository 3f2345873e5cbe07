"""Weights learned from solved boards: tables of every shape and goal."""

from __future__ import annotations

import gc
import importlib.util
import sys
import weakref
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzler.board import Board, shuffle
from puzzler.search.algorithms import beam
from puzzler.search.engine.beam_pass import beam_between
from puzzler.search.heuristics.learned import HEURISTIC
from puzzler.search.kernels import estimate
from puzzler.search.solve import solve
from puzzler.search.tables import learned, shared
from tests import naive


@settings(max_examples=60, deadline=None)
@given(rows=st.integers(2, 6), columns=st.integers(2, 6), seed=st.integers(0, 10**6))
def test_goals_are_ranked_by_the_rotated_tables_of_their_shape(rows, columns, seed):
    goal = shuffle(rows, columns, 30, seed).start
    board = shuffle(rows, columns, None, seed + 1, goal).start
    tables = learned.of_shape(*sorted((rows, columns)))
    rank = estimate.pair_sum(learned.for_goal(goal), np.array(board.tiles, np.int64))
    assert rank == naive.learned_rank(board, goal, tables)


def test_unused_learned_tables_are_dropped():
    board = shuffle(5, 7, 60, 1).start
    beam_between(board, Board.solved(5, 7), 60, 8, 10**7, 12, is_learned=True)
    reference = weakref.ref(HEURISTIC.shared(Board.solved(5, 7)).pairs.single)
    gc.collect()
    assert reference() is not None
    shared.forget_unused(0)
    gc.collect()
    assert reference() is None


@pytest.mark.parametrize("size", [(3, 3), (4, 4), (5, 5), (6, 6), (7, 7)])
def test_a_board_and_its_mirror_image_have_the_same_estimate(size):
    goal = Board.solved(*size)
    pairs = learned.for_goal(goal)
    mirror = np.arange(len(goal.tiles)).reshape(size).T.ravel()
    names = np.append(0, mirror[:-1] + 1)
    for seed in range(5):
        tiles = np.array(shuffle(*size, None, seed).start.tiles, np.int64)
        mirrored = names[tiles][mirror]
        assert estimate.pair_sum(pairs, tiles) == estimate.pair_sum(pairs, mirrored)


@pytest.mark.parametrize("size", [(2, 2), (2, 3), (4, 4), (9, 3), (5, 5), (10, 10)])
def test_the_estimate_is_zero_only_at_the_goal_and_at_least_manhattan(size):
    for goal in (Board.solved(*size), shuffle(*size, 40, 9).start):
        tables = HEURISTIC.build(goal)
        assert tables.evaluate(goal) == 0
        board = shuffle(*size, None, 4, goal).start
        h = tables.evaluate(board)
        assert naive.manhattan(board, goal) <= h <= tables.largest
        assert tables.pairs is not None and tables.nbytes > tables.pairs.terms.nbytes


@pytest.mark.parametrize("size", [(4, 5), (5, 5), (6, 6), (7, 7)])
def test_a_beam_search_with_learned_weights_finds_shorter_paths(size, monkeypatch):
    monkeypatch.setattr(beam, "WORK", 150_000)
    boards = [shuffle(*size, None, seed).start for seed in range(4)]
    lengths = {
        heuristic: sum(
            len(solve(board, algorithm="beam", heuristic=heuristic).moves) for board in boards
        )
        for heuristic in ("learned", "linear-conflict")
    }
    assert lengths["learned"] < lengths["linear-conflict"]


@pytest.fixture
def tool(tmp_path, monkeypatch):
    """The training script, configured for tiny boards and a temporary folder."""
    file = Path(__file__).parents[2] / "tools" / "train_learned.py"
    spec = importlib.util.spec_from_file_location("train_learned", file)
    assert spec is not None and spec.loader is not None
    tool = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = tool  # required by dataclasses
    spec.loader.exec_module(tool)
    monkeypatch.setattr(learned, "file", lambda _: tmp_path / "learned" / "weights.npz")
    _forget()
    yield tool
    del sys.modules[spec.name]
    _forget()


def _forget():
    learned._load_weights.cache_clear()


def test_training_and_search_rank_states_equally(tool):
    board = np.array(shuffle(3, 4, None, 3).start.tiles, np.int64)
    shape = tool.Shape(3, 4, (30, 2))
    training = tool.Training(4.0, 7)
    for _ in range(8):
        training.learn(shape, 2)
    tool.write(training, training.unit(), learned.file(12))
    shape.take(training.mean().astype(np.float32))
    _forget()
    pairs = learned.of_shape(3, 4)
    rank = estimate.pair_sum(pairs, board) - pairs.goal_sum
    assert rank == shape.rank(board) - shape.rank(shape.goal)
    assert rank != 64 * naive.manhattan(Board(3, 4, tuple(board.tolist())), Board.solved(3, 4))


@pytest.mark.parametrize("size", [(2, 2), (2, 5), (3, 3), (4, 4)])
def test_contacts_are_distinguished_by_direction_and_edges(size):
    found = learned.contacts(*size)
    kinds = {}
    for first, second, kind in zip(found.first, found.second, found.kinds, strict=True):
        (row, column), (to_row, to_column) = (
            divmod(int(cell), size[1]) for cell in (first, second)
        )
        edges = (row == 0, to_row == size[0] - 1), (column == 0, to_column == size[1] - 1)
        names = ["first" if low else "last" if high else "none" for low, high in edges]
        kinds.setdefault(int(kind), set()).add((to_row > row, *names))
    assert all(len(names) == 1 for names in kinds.values())
    assert len(kinds) == len(set().union(*kinds.values()))
    assert max(kinds) < learned.CONTACT_KINDS
