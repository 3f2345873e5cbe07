"""Stored kernels that are called without numba have the same results as those called with it."""

from __future__ import annotations

import contextlib
from pathlib import Path

import numpy as np
import pytest

from puzzler.board import Board
from puzzler.board.scenario import Problem
from puzzler.search.kernels import best_first, depth_first, estimate, jit, stored_code
from puzzler.search.kernels.kernel_store import MAX_STORED_CALLS, KernelStore, StoredKernel
from puzzler.search.kernels.stored_code import NotStoredError, flatten, name_types
from puzzler.search.method import Method
from puzzler.search.starting import start

BOARD = Board.parse("1 2 3 4/6 0 7 8/5 10 11 12/9 13 14 15")
HARDER = Board.parse("13 6 8 12/15 14 0 10/11 7 4 5/9 1 3 2")

pytestmark = [
    pytest.mark.usefixtures("compiled"),
    pytest.mark.skipif(not stored_code.IS_SUPPORTED, reason="not used on this system"),
]


class NumbaError(Exception):
    """A stored kernel has imported numba."""


def searched(board, method):
    search = start(Problem(board, Board.solved(4, 4)), method)
    search.advance(100_000)
    return search.result()


def need_numba(function):
    raise NumbaError(function.__name__)


@pytest.fixture
def stored(monkeypatch):
    """Replace a kernel by its stored machine code; count the calls."""

    def replace(module, name, numba_kernel=need_numba, folder=None):
        store = KernelStore(Path(jit.folder()) if folder is None else folder)
        plain = next(
            plain for plain, kernel in jit._dispatchers.items() if kernel is getattr(module, name)
        )
        kernel = StoredKernel(plain, store, contextlib.nullcontext, numba_kernel)
        monkeypatch.setattr(module, name, kernel)
        monkeypatch.setattr(StoredKernel, "_calls", 0)
        return kernel

    return replace


@pytest.mark.parametrize(
    ("algorithm", "heuristic", "module", "kernel"),
    [
        ("idastar", "manhattan", depth_first, "search"),
        ("idastar", "linear-conflict", depth_first, "search"),
        ("idastar", "pattern-database", depth_first, "search"),
        ("astar", "misplaced", best_first, "expand"),
    ],
)
def test_stored_code_gives_the_same_search(stored, algorithm, heuristic, module, kernel):
    board = HARDER if heuristic == "pattern-database" else BOARD
    method = Method(algorithm, heuristic)
    expected = searched(board, method)
    replaced = stored(module, kernel)
    result = searched(board, method)
    assert result.moves == expected.moves
    assert result.stats.expanded == expected.stats.expanded
    assert result.stats.generated == expected.stats.generated
    assert StoredKernel._calls and replaced._loaded


def test_a_kernel_without_stored_code_is_called_by_numba(stored, tmp_path):
    board = np.arange(16)
    distance = np.ones((16, 16), np.int32)
    estimate.summed_distance(distance, board)
    with pytest.raises(NumbaError):
        stored(estimate, "summed_distance", folder=tmp_path)(distance, board)


def test_many_calls_load_numba(stored):
    board, distance = np.arange(16), np.ones((16, 16), np.int32)
    estimate.summed_distance(distance, board)
    kernel = stored(estimate, "summed_distance")
    for _ in range(MAX_STORED_CALLS):
        assert kernel(distance, board) == 16
    with pytest.raises(NumbaError):
        kernel(distance, board)


def test_bound_kernels_read_their_arrays_at_each_call_and_need_no_numba(stored):
    board, distance = np.arange(16), np.ones((16, 16), np.int32)
    estimate.summed_distance(distance, board)
    kernel = stored(estimate, "summed_distance")
    bound = jit.bind(kernel, (distance, board))
    for _ in range(MAX_STORED_CALLS + 1):
        assert bound() == 16
    distance[:] = 2
    assert bound() == 32
    assert jit.bind(len, ((1, 2),))() == 2


@pytest.mark.parametrize(
    "arguments",
    [
        (1, np.int64(2), True, 0.5, None),
        ((), (1, 2), (1, None), (np.zeros(3), 1)),
        (np.zeros((2, 3), np.int32), np.zeros((4, 4), np.uint8)[:, 1:], np.zeros((2, 3)).T),
        (
            best_first.Ties(0, 1, np.zeros((2, 2), np.int32)),
            estimate.Lines(*[1] * 3, *[np.arange(2)] * 2),
        ),
    ],
)
def test_types_have_the_names_of_numbas_types(arguments):
    from numba import typeof

    names, values, kinds = flatten(arguments)
    assert names == name_types(tuple(map(typeof, arguments)))
    assert len(values) == len(kinds)


def test_constant_arrays_have_another_name():
    constant = np.zeros(3)
    constant.flags.writeable = False
    assert flatten((constant,))[0] != flatten((np.zeros(3),))[0]


def test_other_types_are_handled_by_numba():
    with pytest.raises(NotStoredError):
        flatten((np.uint8(1),))
    with pytest.raises(NotStoredError):
        flatten(("text",))
    with pytest.raises(NotStoredError):
        flatten((np.zeros(17, np.uint8)[1:].view(np.int64),))
