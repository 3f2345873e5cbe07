"""Loads and compiles the kernels.

The machine code is stored in the user's cache, in a folder named by a digest of all kernel files
and of the versions of the compiler. At first start, the window runs a child process to fill the
folder (``solver.preparation``), because compiling in the window would delay frames. Damaged files
are compiled again. If compiling fails, the uncompiled kernels are used.
"""

from __future__ import annotations

import atexit
import hashlib
import logging
import os
import platform
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from enum import Enum
from functools import cache
from pathlib import Path

import numpy as np

from puzzler import resources
from puzzler.board.board import Board
from puzzler.board.errors import PuzzlerError
from puzzler.board.scenario import Problem
from puzzler.interrupts import raise_interrupt
from puzzler.progress import BuildProgress
from puzzler.search import registry
from puzzler.search.engine.algorithm import Algorithm
from puzzler.search.engine.search import Search
from puzzler.search.engine.stepping import Task
from puzzler.search.heuristics import linear_conflict, pattern_database
from puzzler.search.heuristics.heuristic import NO_CUSTOM, Tables
from puzzler.search.kernels import estimate, jit, kernel_store, look_ahead
from puzzler.search.kernels.kernel_store import KernelStore
from puzzler.search.multi_tile import MultiTileSearch
from puzzler.search.options import Limit, has_numba
from puzzler.search.packing import has_ranks, make_space

DEFAULT_STEP = "astar misplaced"
"""The mark of the default search's kernels: a step of ``compile_steps``."""
COMPILING = BuildProgress(0, "preparing this method (first time only)")
"""The progress while kernels are compiled. Its share is unknown."""
COMPLETE_MARK = "complete"
REQUIRED_BYTES = 20_000_000
"""Disk space required before compiling. All kernels take about 5 MB."""


_log = logging.getLogger("puzzler")


is_compiled, is_compiling = jit.is_compiled, jit.is_compiling
expect_short_use = jit.expect_short_use


class CompilationError(PuzzlerError):
    """The kernels cannot be compiled. The message is the reason."""


Trial = tuple[Problem, int]
"""A problem and the expansions of a short search, so that the kernels it calls are compiled."""
FULL_TRIAL: Trial = Problem(Board.parse("8 6 7/2 5 4/3 0 1"), Board.solved(3, 3)), 100_000
"""A hardest 3x3 board. With misplaced tiles the hash table grows, which calls another kernel."""
TINY_TRIAL: Trial = Problem(Board.parse("4 5 0/1 2 3"), Board.solved(2, 3)), 5_000
"""A trial that is fast even with uncompiled kernels."""
PLAIN_EXPANSIONS = 10_000
"""Number of states of small boards that uncompiled kernels expand in about the time that loading
compiled kernels takes."""


class _Process:
    uncompiled_budget = PLAIN_EXPANSIONS

    failure_reason = ""
    """Why compiling failed and is not tried again, or ""."""
    folder: Path | None = None
    """The cache folder if it is not the usual one."""


_process = _Process()


class KernelState(Enum):
    """Whether this process can use the compiled kernels of the default search."""

    READY = "compiled kernels are loaded, or in the cache and loaded in less than a second"
    MISSING = "the kernels must be compiled first, which takes some seconds"
    UNAVAILABLE = "the kernels cannot be compiled: they run uncompiled, slow and correct"


def kernel_state() -> KernelState:
    """Return whether compiled kernels are available. Does not import numba."""
    if jit.is_compiled():
        return KernelState.READY
    if failure_reason():
        return KernelState.UNAVAILABLE
    is_cached = KernelStore(kernel_folder()).has(DEFAULT_STEP)
    return KernelState.READY if is_cached else KernelState.MISSING


def kernel_folder() -> Path:
    """Return the cache folder for these kernels and these versions of numba and Python."""
    if _process.folder is not None:
        return _process.folder
    # without a name, the keys in the cache contain the CPU
    name = _folder_name(os.environ.get("NUMBA_CPU_NAME", ""))
    return resources.cache_folder() / "kernels" / name


@cache  # each board of a list looks whether its kernels are compiled
def _folder_name(cpu: str) -> str:
    digest = hashlib.sha256()
    for file in sorted(Path(jit.__file__).parent.glob("*.py")):
        digest.update(file.read_bytes())
    for version in (
        kernel_store.FORMAT,
        *map(_version, ("numba", "llvmlite", "numpy")),
        sys.implementation.cache_tag or sys.version,
        platform.machine(),
        cpu,
    ):
        digest.update(version.encode())
    return digest.hexdigest()[:16]


def use_folder(folder: Path) -> None:
    """Use ``folder`` as the cache folder of this process."""
    _process.folder = folder


def has_room() -> bool:
    """Return whether the cache folder can be written and its disk is not full."""
    with suppress(OSError):
        return _store() is not None and shutil.disk_usage(kernel_folder()).free >= REQUIRED_BYTES
    return False


def child_folder() -> Path | None:
    """Return a cache folder for a child process that compiles for this one, or None if impossible.

    If the usual folder cannot be written or its disk is full, this is a temporary folder, which is
    deleted at exit.
    """
    if has_room():
        return kernel_folder()
    room = ExitStack()
    try:
        folder = room.enter_context(resources.temporary_folder())
    except OSError:
        return None
    atexit.register(room.close)
    use_folder(folder)
    return folder


def compile_watch() -> Callable[[], bool]:
    """Return a function that reports whether the calling thread is waiting for the compiler."""
    watch = jit.watch()
    return lambda: watch.is_compiling


def load_compiled() -> bool:
    """Replace the uncompiled kernels by compiled ones. Return False if that is impossible.

    The code is loaded from the cache, or compiled at the first call of a kernel. Any thread can
    call this function several times.
    """
    if jit.is_compiled():
        return True
    if failure_reason():
        return False
    try:
        jit.compile_all(_store())
    except Exception as error:  # a broken numba can raise anything
        raise_interrupt(error)
        _give_up(error)
        return False
    return True


def uncompiled_budget(board: Board) -> int:
    """Return how many states of this board to expand before loading compiled kernels."""
    is_plain = has_ranks(board) and not jit.is_compiled()
    return _process.uncompiled_budget if is_plain else 0


def record_uncompiled(expansions: int) -> None:
    """Record that uncompiled kernels have expanded states, which counts as at least 1."""
    _process.uncompiled_budget = max(0, _process.uncompiled_budget - max(1, expansions))


def failure_reason() -> str:
    """Return why this process uses the uncompiled kernels until its end, or ""."""
    return _process.failure_reason or ("" if has_numba() else "numba is not installed")


def is_complete() -> bool:
    """Return whether the kernels of all algorithms are in the cache."""
    return KernelStore(kernel_folder()).has(COMPLETE_MARK)


def prepare_default() -> Iterator[str]:
    """Compile the kernels of the default search, mark them, and yield DEFAULT_STEP.

    Raises CompilationError if that is impossible.
    """
    default = registry.ALGORITHMS[registry.DEFAULT_ALGORITHM]
    compile_step(DEFAULT_STEP, lambda: try_out(default, "misplaced"))
    yield DEFAULT_STEP


def compile_step(step: str, run_trial: Callable[[], object]) -> None:
    """Compile the kernels that a trial calls, and mark the step.

    If the trial fails, the cache is emptied and the kernels are compiled again. If that fails too,
    CompilationError is raised, and the plain kernels are used from then on.
    """

    def run() -> None:
        if not load_compiled():
            raise CompilationError(failure_reason())
        run_trial()

    try:
        run()
    except CompilationError:
        raise
    except Exception as error:  # a damaged kernel can raise anything
        raise_interrupt(error)
        _log.warning("the solver is compiled again (%s)", _one_line(error))
        jit.restore_plain()
        KernelStore(kernel_folder()).clear()
        try:
            run()
        except Exception as error_again:
            raise_interrupt(error_again)
            _give_up(error_again)
            raise CompilationError(failure_reason()) from error_again
    KernelStore(kernel_folder()).mark(step)


def prepare_larger(*, is_spread: bool, expansions: int = FULL_TRIAL[1]) -> None:
    """Compile the kernels that IDA* needs for larger tables, spread or ranked."""
    tables = pattern_database.empty_larger(is_spread=is_spread)
    trial = FULL_TRIAL[0], expansions
    try_out(registry.ALGORITHMS["idastar"], "pattern-database", trial, tables)


def prepare_custom() -> None:
    """Compile the kernels that store and look up the values of a user's heuristic."""
    no_boards = np.empty((0, 4), np.uint8)
    look_ahead.explore_boards(None, no_boards, np.empty(0), make_space(2, 2).targets)
    estimate.store_values(NO_CUSTOM, NO_CUSTOM.boards, np.empty(0, np.int64))
    linear_conflict.build(Board.solved(2, 2)).evaluate_each(no_boards)


def prepare_multi_tile() -> None:
    """Compile the kernels for multi-tile moves, with a board that is too small to store tables."""
    problem, expansions = TINY_TRIAL
    heuristic = registry.HEURISTICS["zero"]
    tables = heuristic.build(problem.goal)
    MultiTileSearch(Task(problem, "idastar", heuristic, tables, 1, Limit(), None)).work(expansions)


def try_out(
    algorithm: Algorithm,
    heuristic: str,
    trial: Trial = FULL_TRIAL,
    tables: Tables | None = None,
    *,
    is_inspected: bool = False,
) -> None:
    """Run a short search, so that the kernels that it calls are compiled.

    tables: used instead of the heuristic's tables. is_inspected: whether to compile the kernels of
    the inspector, too.
    """
    if heuristic == pattern_database.HEURISTIC.name:
        pattern_database.compile_builders()
    entry, (problem, expansions) = registry.HEURISTICS[heuristic], trial
    tables = tables or entry.build(problem.goal)
    task = Task(problem, algorithm.name, entry, tables, 1, Limit(), None)
    search = Search(task, algorithm.make(task))
    if is_inspected:
        # imported here because every search loads this module, and few are inspected
        from puzzler.search.inspection.inspector import Inspector

        inspector = Inspector(search)
        inspector.step()
        inspector.glimpse()
    search.advance(expansions)
    search.result(cancelled=True)


def _give_up(error: Exception) -> None:
    jit.restore_plain()
    _process.failure_reason = _one_line(error)
    _log.warning("the solver runs uncompiled and slow (%s)", _process.failure_reason)


def _one_line(error: Exception) -> str:
    return f"{type(error).__name__}: {error}".splitlines()[0]


def _version(package: str) -> str:
    """The version of a package, as part of the name of its folder of metadata if possible."""
    for folder in sys.path:
        with suppress(OSError):
            if names := [path.name for path in Path(folder or ".").glob(f"{package}-*-info")]:
                return " ".join(sorted(names))
    from importlib import metadata  # not above: it takes a tenth of the time of a short command

    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return "none"


def _store() -> KernelStore | None:
    """Return the cache, or None if it cannot be written."""
    folder = kernel_folder()
    store = KernelStore(folder)
    try:
        store.begin()
        with tempfile.TemporaryFile(dir=folder):
            return store
    except OSError:
        return None
