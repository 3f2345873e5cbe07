"""Compilation in steps, with trials that only record the kernels."""

from __future__ import annotations

import numpy as np
import pytest

from puzzler.board import Board, shuffle
from puzzler.board.scenario import Problem
from puzzler.search import compilation, compile_steps
from puzzler.search.compilation import DEFAULT_STEP
from puzzler.search.compile_steps import (
    DISTANCE_STEPS,
    MissingKernels,
    StepMarks,
    all_steps,
    steps_for,
)
from puzzler.search.heuristics import heuristic, linear_conflict
from puzzler.search.kernels import estimate, jit
from puzzler.search.kernels.kernel_store import KernelStore, MachineCode
from puzzler.search.method import Method
from puzzler.search.registry import ALGORITHMS, HEURISTICS
from puzzler.search.starting import start
from puzzler.search.tables.shared import SharedTables

GREEDY, BFS = "greedy linear-conflict", "bfs misplaced"


class FakeKernels:
    """Missing kernels that a test compiles one by one."""

    total = 3

    def __init__(self, work):
        work()
        self.compiled = 0

    def compile(self):
        self.compiled += 1
        jit._process.on_compiled()

    def count_compiled(self):
        return self.compiled


class Steps:
    """Replaces the kernels of all steps, and records compiled steps and reports."""

    def __init__(self, folder, monkeypatch):
        self.compiled = []
        self.foreseen = []
        self.reports = []
        self.requests = {}
        """Requests by the step after which they arrive."""
        self._kernels = []
        monkeypatch.setattr(compilation._process, "folder", folder)
        monkeypatch.setattr(compile_steps, "_run", self._run)
        monkeypatch.setattr(compile_steps, "load_compiled", lambda: True)
        monkeypatch.setattr(compile_steps, "prepare_default", self._prepare_default)
        monkeypatch.setattr(compile_steps, "MissingKernels", self._find_missing)
        self.store = KernelStore(folder)
        self.store.save("a.kernel()", b"code")

    def prepare(self):
        return compile_steps.prepare(self._take_request, self._report)

    def _take_request(self):
        requests = self.requests.get(self.compiled[-1] if self.compiled else "")
        return requests.pop(0) if requests else None

    def _report(self, *values):
        self.reports.append(values)

    def _prepare_default(self):
        self._run(DEFAULT_STEP, compilation.FULL_TRIAL)
        self.store.mark(DEFAULT_STEP)
        yield DEFAULT_STEP

    def _find_missing(self, work):
        self._kernels.append(FakeKernels(work))
        return self._kernels[-1]

    def _run(self, step, trial, *, is_inspected=False):
        if trial is compilation.TINY_TRIAL:
            self.foreseen.append(step)
            return
        self.compiled.append(step)
        if self._kernels and self._kernels[-1].compiled < FakeKernels.total:
            self._kernels[-1].compile()


@pytest.fixture
def steps(tmp_path, monkeypatch):
    return Steps(tmp_path, monkeypatch)


def test_the_default_is_compiled_first_then_distances_then_other_steps(steps):
    list(steps.prepare())
    assert steps.compiled[:4] == [DEFAULT_STEP, *DISTANCE_STEPS, "beam learned"]
    assert set(steps.compiled) == set(all_steps()) - {"tables ranked", "tables spread"}
    assert compilation.is_complete()


def test_a_request_follows_the_current_step(steps):
    steps.requests = {DEFAULT_STEP: [[GREEDY]], DISTANCE_STEPS[0]: [[BFS, DEFAULT_STEP]]}
    list(steps.prepare())
    assert steps.compiled[:4] == [DEFAULT_STEP, GREEDY, DISTANCE_STEPS[0], BFS]


def test_a_newer_request_precedes_the_rest_of_an_older_one(steps):
    walk, beam = "walk learned", "beam misplaced"
    steps.requests = {DEFAULT_STEP: [[GREEDY, walk]], GREEDY: [[BFS, beam]]}
    list(steps.prepare())
    assert steps.compiled[:5] == [DEFAULT_STEP, GREEDY, BFS, beam, walk]


def test_the_progress_of_requests_rises_to_its_end(steps):
    steps.requests = {DEFAULT_STEP: [[GREEDY, BFS]]}
    list(steps.prepare())
    assert steps.foreseen == [DEFAULT_STEP, GREEDY, BFS]
    default, request = (DEFAULT_STEP,), [GREEDY, BFS]
    assert steps.reports == [
        *[(default, 0, 3), (default, 1, 3), (default, 3, 3)],
        *[(request, 0, 3), (request, 1, 3), (request, 2, 3), (request, 3, 3)],
    ]


def test_an_unknown_progress_is_ignored(steps, monkeypatch):
    def fail(work):
        raise AttributeError("another numba")

    monkeypatch.setattr(compile_steps, "MissingKernels", fail)
    list(steps.prepare())
    assert compilation.is_complete() and not steps.reports


def test_a_child_continues_the_work_of_a_killed_child(steps):
    steps.requests = {DEFAULT_STEP: [[GREEDY]]}
    for step in steps.prepare():
        if step == DISTANCE_STEPS[0]:
            break
    assert StepMarks().update() == {DEFAULT_STEP, GREEDY, DISTANCE_STEPS[0]}
    assert not compilation.is_complete()
    steps.compiled.clear()
    steps.requests = {DEFAULT_STEP: [[GREEDY]]}
    list(steps.prepare())
    assert steps.compiled[:3] == [DEFAULT_STEP, DISTANCE_STEPS[1], "beam learned"]
    assert StepMarks().update() >= {GREEDY, *DISTANCE_STEPS}
    assert compilation.is_complete()


# ---- The kernels of a method ------------------------------------------------------------------


def test_every_method_has_steps():
    for algorithm in ALGORITHMS:
        for h in HEURISTICS:
            assert {*steps_for(Method(algorithm, h))} <= {*all_steps()}
    assert steps_for(Method()) == (DEFAULT_STEP,)
    assert steps_for(Method("astar", "manhattan", 2.0)) == (DEFAULT_STEP,)
    assert steps_for(Method("bfs")) == (BFS,)
    assert {*DISTANCE_STEPS} < {*steps_for(Method("anytime"))}


@pytest.fixture
def own_code(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(
        "def h(board): return sum(tile != i for i, tile in enumerate(board.tiles))\n"
        "def search(problem, heuristic):\n"
        "    for move, state in problem.successors(problem.start):\n"
        "        heuristic(state)\n"
    )
    return file


@pytest.fixture
def fresh_kernels(monkeypatch):
    """Return functions that unload all kernels and list the loaded kernels."""

    def unload():
        # tables of earlier searches refer to loaded kernels
        shared = SharedTables(heuristic.CACHE_BYTES, heuristic._bytes_of)
        monkeypatch.setattr(heuristic, "_shared", shared)
        jit.restore_plain()
        assert compilation.load_compiled()

    def loaded():
        return {
            (kernel.__qualname__, signature)
            for kernel, dispatcher in jit._dispatchers.items()
            for signature in dispatcher.overloads
        }

    return unload, loaded


@pytest.mark.parametrize(
    ("algorithm", "h", "shape"),
    [
        ("astar", None, (4, 4)),
        ("anytime", None, (5, 5)),
        ("idastar", "pattern-database", (3, 4)),
        ("bidirectional", "walking-distance", (3, 4)),
        ("greedy", "{file}:h", (3, 4)),
        ("{file}:search", "learned", (3, 4)),
        ("{file}:search", "{file}:h", (3, 4)),
    ],
)
def test_the_steps_of_a_method_compile_all_its_kernels(
    own_code, fresh_kernels, algorithm, h, shape
):
    unload, loaded = fresh_kernels
    method = Method(algorithm.format(file=own_code), h and h.format(file=own_code))
    unload()
    for step in steps_for(method):
        compile_steps._run(step, compilation.FULL_TRIAL)
    compiled = loaded()
    unload()
    board = shuffle(*shape, None, 1).start
    search = start(Problem(board, Board.solved(*shape)), method)
    search.advance(30_000 if algorithm == "anytime" else 1000)
    search.result(cancelled=True)
    assert loaded() <= compiled


# ---- Missing kernels --------------------------------------------------------------------------


def names_of(kernels: MissingKernels) -> list[str]:
    return sorted(dispatcher.py_func.__name__ for dispatcher, _ in kernels._left)


def test_missing_kernels_are_predicted_and_counted(fresh_kernels, tmp_path, monkeypatch):
    unload, _ = fresh_kernels
    monkeypatch.setattr(compilation._process, "folder", tmp_path)
    lines = linear_conflict.HEURISTIC.build(Board.solved(2, 2)).lines
    tiles = np.array([0, 1, 2, 3])
    unload()
    kernels = MissingKernels(lambda: estimate.all_conflicts(lines, tiles))
    assert names_of(kernels) == ["all_conflicts", "line_conflicts"]
    counts = [kernels.count_compiled()]
    with jit.calling_back(lambda: counts.append(kernels.count_compiled())):
        estimate.all_conflicts(lines, tiles)
    assert counts == sorted(counts) and counts[0] == 0 and counts[-1] == kernels.total == 2
    for _ in range(2):  # first loaded, then only stored
        assert MissingKernels(lambda: estimate.all_conflicts(lines, tiles)).total == 0
        unload()
    monkeypatch.undo()
    unload()


@pytest.mark.parametrize("step", [DEFAULT_STEP, "idastar linear-conflict", "anytime learned"])
def test_kernels_called_by_python_are_predicted(fresh_kernels, monkeypatch, step):
    unload, loaded = fresh_kernels
    monkeypatch.setattr(MachineCode, "is_stored", lambda *_: False)
    unload()
    kernels = MissingKernels(lambda: compile_steps._run(step, compilation.TINY_TRIAL))
    foreseen = {
        (dispatcher.py_func.__qualname__, signature)
        for dispatcher, signature in kernels._left
        if signature is not None
    }
    compile_steps._run(step, compilation.FULL_TRIAL)
    # except the kernel that enlarges tables, which a tiny board does not need
    assert {kernel for kernel in loaded() - foreseen if kernel[0] != "move_entries"} == set()
