"""Plain and compiled kernels agree, and the program works without a folder of compiled code."""

from __future__ import annotations

import gc
import json
import os
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest

from puzzler.board import Board
from puzzler.search import compilation, compile_steps
from puzzler.search.compilation import CompilationError, KernelState
from puzzler.search.heuristics.heuristic import NO_CUSTOM, NO_REST
from puzzler.search.kernels import estimate, intrinsics, jit
from puzzler.search.kernels.kernel_store import KernelStore
from puzzler.search.solve import solve
from tests.programs import run_command
from tests.solver.scripted import wait_until

PRINT_RESULT = """
from puzzler.board import shuffle
from puzzler.search.options import Limit
from puzzler.search.solve import solve
for shape, moves, most in (((3, 3), 80, None), ((4, 4), 30, None), ((5, 5), 200, 3000)):
    board, limit = shuffle(*shape, moves, 3).start, Limit(expansions=most)
    result = solve(board, limit=limit, compiled={compiled})
    print(result.compiled, result.moves, result.stats._replace(elapsed=0))
"""


def run(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return run_command([sys.executable, "-W", "error", "-c", code], env=os.environ | environment)


def test_plain_python_and_compiled_code_have_the_same_results():
    compiled = run(PRINT_RESULT.format(compiled=True))  # plain code takes minutes for the tables
    plain = run(PRINT_RESULT.format(compiled=False))
    assert plain.stderr == compiled.stderr == ""
    assert plain.stdout.count("False") == compiled.stdout.count("True") == 3
    assert plain.stdout.replace("False", "True") == compiled.stdout


def test_plain_python_improves_and_proves_solutions_without_large_tables(tmp_path):
    code = """
from puzzler.board import shuffle
from puzzler.search.options import Limit
from puzzler.search.solve import solve
from puzzler.search.algorithms import anytime
result = solve(shuffle(5, 5, None, 1).start, compiled=False, limit=Limit(expansions=14_000))
print(result.compiled, result.status, len(result.improvements) > 1)
anytime.TURNS = ((36, anytime.Turns(1000, 1000, 1000, 1000)),)
result = solve(shuffle(5, 5, 30, 2).start, compiled=False)
print(result.compiled, result.algorithm, result.proven_optimal, result.improvements[-1].lower_bound)
"""
    done = run(code, PUZZLER_HOME=str(tmp_path))
    assert (done.stdout, done.stderr) == ("False solved True\nFalse anytime True 30\n", "")
    assert not (tmp_path / "cache" / "tables").exists()


def test_small_boards_do_not_wait_for_compiled_code_and_long_searches_switch_to_it():
    code = """
import sys
from dataclasses import replace
from puzzler.board import Board, shuffle
from puzzler.search import compilation
from puzzler.search.kernels import jit
from puzzler.search.solve import solve
hardest, near = Board.parse("8 6 7/2 5 4/3 0 1"), shuffle(3, 3, 14, 1).start
for algorithm, board, most in (
    ("astar", hardest, 10_000), ("bfs", near, 2000), ("astar", hardest, 500),
    ("idastar", hardest, 500),
):
    jit.restore_plain()
    compilation._process.uncompiled_budget = most
    results = [solve(board, algorithm=algorithm, compiled=kind) for kind in (False, True)]
    same = replace(results[0], compiled=True, setup_seconds=0, stats=results[1].stats)
    assert same == replace(results[1], setup_seconds=0)
    assert results[0].stats._replace(elapsed=results[1].stats.elapsed) == results[1].stats
    print(*[result.compiled for result in results], "numba" in sys.modules)
"""
    done = run(code)
    assert done.stderr == ""
    assert done.stdout.splitlines() == ["False True False", *["False True True"] * 3]


def test_compiling_works_without_a_folder(tmp_path):
    (tmp_path / "a-file").write_text("")
    result = run(
        "from puzzler.search import compilation as c\n"
        "print(c.kernel_state().name, c.load_compiled(), c.kernel_state().name)",
        PUZZLER_HOME=str(tmp_path / "a-file"),
    )
    assert (result.stdout, result.stderr) == ("MISSING True READY\n", "")


def test_a_child_compiles_in_a_temporary_folder_if_the_disk_is_full(monkeypatch):
    monkeypatch.setattr(compilation._process, "folder", None)
    closed: list[Callable[[], None]] = []
    monkeypatch.setattr(compilation.atexit, "register", closed.append)
    usual = compilation.kernel_folder()
    assert compilation.has_room() and compilation.child_folder() == usual and not closed
    usage = compilation.shutil.disk_usage("/")._replace(free=1_000_000)
    monkeypatch.setattr(compilation.shutil, "disk_usage", lambda _: usage)
    folder = compilation.child_folder()
    assert usual != folder == compilation.kernel_folder() and folder.is_dir()
    [close] = closed  # at exit
    close()
    assert not folder.exists()


def test_kernels_for_another_processor_have_another_folder(monkeypatch):
    monkeypatch.setattr(compilation._process, "folder", None)
    usual = compilation.kernel_folder()
    monkeypatch.setenv("NUMBA_CPU_NAME", "generic")
    assert compilation.kernel_folder().parent == usual.parent
    assert compilation.kernel_folder() != usual


@pytest.mark.parametrize("work", ["load_compiled", "compile_step"])
def test_an_interrupt_while_numba_is_imported_is_not_a_failure(monkeypatch, empty_cache, work):
    def fail(*_):
        error = ImportError("numba")
        error.__context__ = KeyboardInterrupt()
        raise error

    if work == "load_compiled":
        monkeypatch.setattr(jit, "is_compiled", lambda: False)
        monkeypatch.setattr(jit, "compile_all", fail)
    with pytest.raises(KeyboardInterrupt):
        compilation.compile_step("a step", fail)
    assert not compilation.failure_reason()
    assert empty_cache.load("a.kernel()") == b"code"


def test_numba_is_not_imported_before_kernels_are_requested():
    result = run(
        "import sys; from puzzler.search import solve, compilation as c; c.kernel_state()\n"
        "print(c.is_compiled(), 'numba' in sys.modules)"
    )
    assert (result.stdout, result.stderr) == ("False False\n", "")


def test_without_numba_kernels_are_plain(monkeypatch):
    monkeypatch.setattr(compilation, "has_numba", lambda: False)
    monkeypatch.setattr(jit, "is_compiled", lambda: False)
    assert compilation.kernel_state() is KernelState.UNAVAILABLE
    assert compilation.load_compiled() is False


@pytest.fixture
def empty_cache(monkeypatch, tmp_path):
    """A folder with one compiled kernel, because a mark requires a file."""
    monkeypatch.setenv("PUZZLER_HOME", str(tmp_path))
    store = KernelStore(compilation.kernel_folder())
    store.clear()
    store.save("a.kernel()", b"code")
    return store


def test_preparing_the_default_marks_the_cache_as_ready(empty_cache, monkeypatch):
    def state() -> KernelState:
        with monkeypatch.context() as patch:  # like in a new process
            patch.setattr(jit, "is_compiled", lambda: False)
            return compilation.kernel_state()

    assert state() is KernelState.MISSING
    assert next(compile_steps.prepare()) == compilation.DEFAULT_STEP
    assert state() is KernelState.READY and not compilation.is_complete()


@pytest.mark.slow
def test_all_steps_are_compiled(empty_cache):
    steps = {*compile_steps.all_steps()} - {*compile_steps.LARGER_STEPS}
    assert {*compile_steps.prepare()} == steps
    assert compilation.is_complete()
    assert compile_steps.StepMarks().update() == steps


def test_plain_kernels_do_not_call_compiled_ones():
    assert jit.is_compiled()
    for function in jit._plain:
        globals_called = {value for value in function.__globals__.values() if callable(value)}
        assert not [value for value in globals_called if hasattr(value, "py_func")], function


def test_a_signal_during_a_callback_of_a_kernel_is_not_lost(monkeypatch):
    raised: list[BaseException] = []
    lost: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", lost.append)
    custom = NO_CUSTOM._replace(
        boards=np.ones((1, 4), np.uint8),
        stored_h=np.zeros(1, np.int16),
        tiles=np.zeros(4, np.int64),
    )
    distance, boards = np.zeros((4, 4), np.int32), np.zeros((2000, 4), np.uint8)
    values, room = np.zeros(len(boards), np.int64), np.zeros(4, np.int64)
    usual = signal.signal(signal.SIGALRM, signal.default_int_handler)
    gc.disable()  # callbacks of the garbage collector would also lose signals
    try:
        with intrinsics.callback(len, 4, raised.append) as address:
            called = NO_REST._replace(custom=custom._replace(is_used=1, address=address))
            # load or compile the kernel
            estimate.estimate_each(called, distance, boards, room, values)
            for _ in range(100):
                with suppress(KeyboardInterrupt):  # raised in the loop
                    signal.setitimer(signal.ITIMER_REAL, 0.0005)
                    estimate.estimate_each(called, distance, boards, room, values)
                    assert set(values) <= {4, 0}
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, usual)
        gc.enable()
    assert {*map(type, raised)} == {KeyboardInterrupt}
    assert not lost


def test_only_waiting_threads_are_compiling():
    from numba.core import event
    from numba.core.compiler_lock import global_compiler_lock

    watches = {}
    has_lock, may_continue, is_waiting = (threading.Event() for _ in range(3))

    def compiling():
        watches["maker"] = compilation.compile_watch()
        with global_compiler_lock, event.trigger_event("numba:compile"):
            has_lock.set()
            may_continue.wait(60)

    def waiting():
        watches["waiter"] = compilation.compile_watch()
        is_waiting.set()
        with global_compiler_lock:
            pass

    def searching():
        watches["searcher"] = compilation.compile_watch()

    threads = [threading.Thread(target=target) for target in (compiling, waiting, searching)]
    for thread in threads:
        thread.start()
        has_lock.wait(60)
    is_waiting.wait(60)
    wait_until(lambda: len(watches) == 3)
    wait_until(watches["waiter"])
    before = jit.seconds_compiling()
    assert compilation.is_compiling()
    assert watches["maker"]() and watches["waiter"]() and not watches["searcher"]()
    may_continue.set()
    for thread in threads:
        thread.join(300)
    assert not compilation.is_compiling() and not any(watch() for watch in watches.values())
    assert jit.seconds_compiling() == before  # this thread did not wait


@pytest.fixture
def fresh_start(monkeypatch, empty_cache):
    """Start without compiled kernels and failures, and restore the state at the end."""
    monkeypatch.setattr(compilation, "_process", compilation._Process())
    jit.restore_plain()
    yield empty_cache
    monkeypatch.undo()
    assert compilation.load_compiled()


def test_a_failed_trial_empties_the_cache_and_compiles_again(fresh_start, monkeypatch):
    trials = []

    def try_out(algorithm, heuristic):
        trials.append(sorted(path.suffix for path in fresh_start.folder.iterdir()))
        if len(trials) == 1:
            raise SystemError("bad code")
        fresh_start.save("b.kernel()", b"code")

    monkeypatch.setattr(compilation, "try_out", try_out)
    assert list(compilation.prepare_default()) == [compilation.DEFAULT_STEP]
    assert trials == [[".kernel"], []]
    assert compilation.is_compiled() and compilation.kernel_state() is KernelState.READY


def test_plain_kernels_are_used_if_compiling_fails_twice(fresh_start, monkeypatch):
    def try_out(algorithm, heuristic):
        raise TypeError("no such thing\nand more")

    monkeypatch.setattr(compilation, "try_out", try_out)
    with pytest.raises(CompilationError, match=r"^TypeError: no such thing$"):
        list(compilation.prepare_default())
    assert compilation.load_compiled() is False
    assert not compilation.is_compiled()
    assert compilation.kernel_state() is KernelState.UNAVAILABLE
    result = solve(Board.parse("1 2 3/4 0 6/7 5 8"))
    assert result.length == 2 and not result.compiled


SOLVE = [
    sys.executable,
    "-m",
    "puzzler",
    "solve",
    "1 2 3 4/5 6 7 8/9 10 0 12/13 14 11 15",
    "--json",
    *("--method", "watch"),
    *("--batch", "--jobs", "2"),  # workers require compiled kernels
]


def solve_in(home: Path, *, seconds: float = 120) -> str:
    """Solve a board with ``home`` and return standard error."""
    result = run_command(SOLVE, env=os.environ | {"PUZZLER_HOME": str(home)}, timeout=seconds)
    assert result.returncode == 0, result.stderr
    assert json.loads(result.stdout)["moves"] == "DR"
    assert "Traceback" not in result.stderr
    return result.stderr


@pytest.fixture(scope="module")
def sound_folder():
    if compilation.kernel_state() is KernelState.MISSING:
        list(compilation.prepare_default())
    return compilation.kernel_folder()


def copy_of(folder: Path, home: Path) -> Path:
    copy = home / folder.relative_to(os.environ["PUZZLER_HOME"])
    shutil.copytree(folder, copy, dirs_exist_ok=True)
    return copy


def test_damaged_files_are_compiled_again(sound_folder, tmp_path):
    folder = copy_of(sound_folder, tmp_path)
    foreign = next(folder.glob("best_first.expand-*")).read_bytes()
    # The default search loads all of these, the last two if `add_root` is compiled again.
    damages: dict[str, Callable[[bytes], bytes]] = {
        "trace_back": lambda _: foreign,
        "move_entries": lambda content: content[:-100],
        "enter": lambda content: content[:-1] + bytes([content[-1] ^ 16]),
        "push": lambda _: b"",
    }
    damaged = {}
    for name, damage in damages.items():
        for file in folder.glob(f"*.{name}-*"):
            damaged[file] = damage(file.read_bytes())
            file.write_bytes(damaged[file])
    # one file is intact but not a compile result
    for file in folder.glob("*.add_root-*"):
        key = file.read_bytes()[32:].partition(b"\n")[0]
        KernelStore(folder).save(key.decode(), b"no pickle")
        damaged[file] = file.read_bytes()
        assert b"no pickle" in damaged[file]
    preparing = "puzzler: preparing the solver (first run only)\n"
    assert preparing in solve_in(tmp_path)
    assert all(file.read_bytes() != content for file, content in damaged.items())
    assert preparing not in solve_in(tmp_path)


def test_plain_python_builds_and_spreads_tables_without_overflowing_a_byte():
    code = (
        "import numpy as np\n"
        "from puzzler.search.tables.pattern_build import TableMaker, spreading\n"
        "from puzzler.search.tables.pattern_choice import PatternFrame, TableKey\n"
        "key = TableKey(PatternFrame(3, 4, 11), (0, 1, 2))\n"
        "maker = TableMaker(key)\n"
        "steps = list(maker.build(10**6))\n"
        "spread = np.zeros(key.bytes, np.uint8)\n"
        "list(spreading(key, maker.table, spread, 10**6))\n"
        "table = maker.table\n"
        "sums = [(each & 15).sum() + (each >> 4).sum() for each in (spread, table)]\n"
        "print(sums[0] == sums[1])"
    )
    done = run(code)
    assert done.stderr == ""
    assert done.stdout.endswith("True\n")
