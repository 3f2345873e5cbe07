"""Plain kernels are used until compiled ones are ready."""

from __future__ import annotations

import pytest

from puzzler import services
from puzzler.board.board import Board
from puzzler.board.shuffler import shuffle
from puzzler.search import compilation, kernel_switch
from puzzler.search.compile_steps import all_steps, steps_for
from puzzler.search.kernel_switch import PLAIN_SLICE, SLICE, KernelSwitch
from puzzler.search.kernels import jit, space
from puzzler.search.method import Method
from puzzler.search.options import Limit
from puzzler.search.registry import ALGORITHMS
from puzzler.search.result import Metric
from puzzler.search.solve import solve

NEAR, NEAR_15 = shuffle(3, 3, 12, 1).start, shuffle(4, 4, 12, 1).start


class Compiler:
    """A fake of the child process that compiles and of its cache."""

    def __init__(self) -> None:
        self.requested: list[tuple[str, ...]] = []
        self.has_ended = False
        self.has_compiled = False
        self.now = 0.0

    def request(self, steps):
        self.requested.append(steps)
        return lambda: self.has_ended

    def monotonic(self) -> float:
        self.now += 1
        return self.now


@pytest.fixture
def compiler(monkeypatch, compiled):
    """A cache without kernels and an exhausted budget for plain kernels."""
    compiler = Compiler()
    monkeypatch.setattr(compilation._process, "uncompiled_budget", 0)
    monkeypatch.setattr(kernel_switch, "is_prepared", lambda steps: compiler.has_compiled)
    monkeypatch.setattr(kernel_switch, "_prepared", set())
    monkeypatch.setattr(kernel_switch, "_children", {})
    monkeypatch.setattr(kernel_switch, "time", compiler)
    monkeypatch.setattr(services, "find", lambda name: compiler.request)
    yield compiler
    assert compilation.load_compiled()


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_no_search_of_a_small_board_waits_for_the_compiler(compiler, algorithm):
    result = solve(NEAR, algorithm=algorithm, limit=Limit(expansions=3_000))
    assert compiler.requested == [steps_for(Method(algorithm))]
    assert result.stats.expanded > 0 and not jit.is_compiled()


def test_a_search_continues_with_compiled_kernels_when_they_are_ready(compiler):
    loaded = space.hash_state
    switch = KernelSwitch(NEAR, Method("bfs"))
    for _ in range(3):
        switch.choose()
        assert not jit.is_compiled() and switch.slice == PLAIN_SLICE
    compiler.has_compiled = True
    switch.choose()
    assert jit.is_compiled() and switch.slice == SLICE
    assert len(compiler.requested) == 1
    assert space.hash_state is loaded, "loaded kernels are not loaded again"


def test_each_search_with_plain_kernels_uses_some_of_the_budget(monkeypatch):
    monkeypatch.setattr(compilation._process, "uncompiled_budget", 3)
    for expanded, left in ((0, 2), (1, 1), (5, 0)):
        compilation.record_uncompiled(expanded)
        assert compilation._process.uncompiled_budget == left


def test_multi_tile_moves_have_kernels_of_their_own(compiler, monkeypatch):
    looks = []
    monkeypatch.setattr(kernel_switch, "is_prepared", looks.append)
    switch = KernelSwitch(NEAR_15, Method("idastar", "pattern-database"), Metric.MULTI)
    assert switch.waits_for_compiler
    assert looks == [("multi-tile",)] and "multi-tile" in all_steps()


def test_searches_with_one_method_share_the_child_and_its_state(compiler, monkeypatch):
    monkeypatch.setattr(compiler, "monotonic", lambda: compiler.now)
    looks = []
    monkeypatch.setattr(
        kernel_switch, "is_prepared", lambda steps: looks.append(steps) or compiler.has_compiled
    )
    for _ in range(5):
        solve(NEAR, algorithm="bfs")
    assert len(compiler.requested) == len(looks) == 1 and not jit.is_compiled()
    compiler.has_compiled = True
    compiler.now += kernel_switch.SECONDS_BETWEEN_LOOKS
    solve(NEAR, algorithm="bfs")
    assert len(compiler.requested) == 1 and len(looks) == 2 and jit.is_compiled()


def test_a_search_compiles_itself_if_the_child_has_failed(compiler):
    switch = KernelSwitch(NEAR, Method("bfs"))
    compiler.has_ended = True
    switch.choose()
    assert jit.is_compiled() and switch.slice == SLICE


@pytest.mark.parametrize(
    ("board", "method", "waits"),
    [
        (NEAR, Method.automatic(3, 3), False),
        (NEAR, Method("anytime"), False),
        (NEAR_15, Method("astar", "manhattan"), False),
        (NEAR_15, Method.automatic(4, 4), True),  # plain code builds these tables in minutes
        (Board.solved(5, 5), Method.automatic(5, 5), True),  # never ends
    ],
)
def test_a_search_waits_only_if_plain_code_takes_longer(compiler, board, method, waits):
    switch = KernelSwitch(board, method)
    assert switch.waits_for_compiler is waits
    switch.choose()
    assert jit.is_compiled() is waits
    compiler.has_compiled = True
    assert not KernelSwitch(board, method).waits_for_compiler
