"""When and where the kernels are compiled.

The machine code is kept in a folder of the user's that is named by a digest of all kernel files
and of the versions that made it. The window has a child process fill it at first start
(``solver.preparation``), because compiling makes frames late. Whatever is damaged there is compiled
anew, and where compiling fails the plain kernels serve.
"""

from __future__ import annotations

import atexit
import hashlib
import importlib.util
import logging
import os
import platform
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from enum import Enum
from pathlib import Path
from typing import NamedTuple

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
from puzzler.search.options import Limit
from puzzler.search.packing import make_space

DEFAULT_STEP = "astar misplaced"
"""The mark of the default search's kernels: a step of ``compile_steps``."""
COMPILING = BuildProgress(0, "compiling this search, first time only")
"""What is being built while kernels are compiled; how far it is cannot be told."""
COMPLETE_MARK = "complete"
"""The mark of all kernels."""
ROOM = 20_000_000
"""Bytes that all kernels need at most; they take 5 MB."""


_log = logging.getLogger("puzzler")


is_compiled, is_compiling = jit.is_compiled, jit.is_compiling


class CompilationError(PuzzlerError):
    """The kernels cannot be compiled; the text says why."""


class Trial(NamedTuple):
    """A short search for the sake of the kernels that it calls."""

    problem: Problem
    expansions: int


FULL_TRIAL = Trial(Problem(Board.parse("8 6 7/2 5 4/3 0 1"), Board.solved(3, 3)), 100_000)
"""A hardest 3x3: misplaced tiles guide so badly that the table has to grow, by another kernel."""
TINY_TRIAL = Trial(Problem(Board.parse("4 5 0/1 2 3"), Board.solved(2, 3)), 5_000)
"""Small enough for plain kernels."""
PLAIN_EXPANSIONS = 10_000
"""States of small boards that plain kernels expand in about the time it takes to load others."""


class _Process:
    """What is known of compiling in this process."""

    plain_left = PLAIN_EXPANSIONS

    failure = ""
    """Why compiling is not tried again; "" while it may be."""
    folder: Path | None = None
    """Where kernels are kept, where that is not the usual folder."""


_process = _Process()


class Readiness(Enum):
    """Whether compiled kernels are at hand."""

    WARM = "compiled kernels are in the cache"
    COLD = "the kernels must be compiled first, which takes some seconds"
    MISSING = "numba is not installed: the kernels run uncompiled, slow and correct"


def readiness() -> Readiness:
    """Whether compiled kernels are at hand; does not import numba."""
    if not _has_numba():
        return Readiness.MISSING
    return Readiness.WARM if KernelStore(kernel_folder()).has(DEFAULT_STEP) else Readiness.COLD


def kernel_folder() -> Path:
    """The cache folder for exactly these kernels, this numba and this Python."""
    if _process.folder is not None:
        return _process.folder
    digest = hashlib.sha256()
    for file in sorted(Path(jit.__file__).parent.glob("*.py")):
        digest.update(file.read_bytes())
    for version in (
        kernel_store.FORMAT,
        *map(_version, ("numba", "llvmlite", "numpy")),
        sys.implementation.cache_tag or sys.version,
        platform.machine(),
        os.environ.get("NUMBA_CPU_NAME", ""),  # without it, what code is for is in its own key
    ):
        digest.update(version.encode())
    return resources.cache_folder() / "kernels" / digest.hexdigest()[:16]


def keep_in(folder: Path) -> None:
    """Let ``folder`` be the cache folder of this process."""
    _process.folder = folder


def has_room() -> bool:
    """True where the cache folder can be written and its disk is not full."""
    with suppress(OSError):
        return _store() is not None and shutil.disk_usage(kernel_folder()).free >= ROOM
    return False


def find_room() -> Path | None:
    """The cache folder for a child that compiles for this process; None where there is no room.

    It is a temporary one, removed at exit, where the usual one cannot be written or its disk is
    full.
    """
    if has_room():
        return kernel_folder()
    room = ExitStack()
    try:
        folder = room.enter_context(resources.temporary_folder())
    except OSError:
        return None
    atexit.register(room.close)
    keep_in(folder)
    return folder


def compile_watch() -> Callable[[], bool]:
    """What tells any thread whether the one that has called this waits for compiling."""
    watch = jit.watch()
    return lambda: watch.is_compiling


def load_compiled() -> bool:
    """Put compiled kernels in place of the plain ones; False where the plain ones have to serve.

    Their code comes from the cache, or is compiled when a kernel is first called. It may be called
    again, from any thread, and returns when it is done.
    """
    if jit.is_compiled():
        return True
    if failure():
        return False
    try:
        jit.compile_all(_store())
    except Exception as error:  # a broken numba can raise anything
        raise_interrupt(error)
        _give_up(error)
        return False
    return True


def plain_left(board: Board) -> int:
    """How many states of this board are to be expanded before compiled kernels are loaded."""
    is_small = len(board.tiles) <= pattern_database.LARGEST_EXACT
    return _process.plain_left if is_small and not jit.is_compiled() else 0


def spend_plain(expansions: int) -> None:
    """Note that plain kernels have expanded so many states, at least one."""
    _process.plain_left = max(0, _process.plain_left - max(1, expansions))


def failure() -> str:
    """Why the plain kernels serve until the end of the process; "" where they need not."""
    return _process.failure or ("" if _has_numba() else "numba is not installed")


def is_complete() -> bool:
    """Whether the kernels of all algorithms are in the cache, not only the default's."""
    return KernelStore(kernel_folder()).has(COMPLETE_MARK)


def prepare_default() -> Iterator[str]:
    """Compile the kernels of the default search, mark them, and yield DEFAULT_STEP.

    If the trial fails, the cache is emptied and the kernels are compiled again. If that fails too,
    CompilationError is raised, and the plain kernels are used from then on.
    """
    try:
        _try_default()
    except CompilationError:
        raise
    except Exception as error:  # a kernel that is of no use can raise anything
        raise_interrupt(error)
        _log.warning("the solver is compiled anew (%s)", _one_line(error))
        jit.restore_plain()
        KernelStore(kernel_folder()).clear()
        try:
            _try_default()
        except Exception as error_again:
            raise_interrupt(error_again)
            _give_up(error_again)
            raise CompilationError(failure()) from error_again
    KernelStore(kernel_folder()).mark(DEFAULT_STEP)
    yield DEFAULT_STEP


def prepare_larger(*, is_spread: bool, expansions: int = FULL_TRIAL.expansions) -> None:
    """Compile the kernels that IDA* needs for larger tables, spread or ranked."""
    tables = pattern_database.empty_larger(is_spread=is_spread)
    trial = FULL_TRIAL._replace(expansions=expansions)
    try_out(registry.ALGORITHMS["idastar"], "pattern-database", trial, tables)


def prepare_custom() -> None:
    """Compile the kernels that store and look up the values of a user's heuristic."""
    no_boards = np.empty((0, 4), np.uint8)
    look_ahead.explore_boards(None, no_boards, np.empty(0), make_space(2, 2).targets)
    estimate.store_values(NO_CUSTOM, NO_CUSTOM.boards, np.empty(0, np.int64))
    linear_conflict.build(Board.solved(2, 2)).evaluate_each(no_boards)


def _try_default() -> None:
    if not load_compiled():
        raise CompilationError(failure())
    try_out(registry.ALGORITHMS[registry.DEFAULT_ALGORITHM], "misplaced")


def try_out(
    algorithm: Algorithm,
    heuristic: str,
    trial: Trial = FULL_TRIAL,
    tables: Tables | None = None,
    *,
    is_inspected: bool = False,
) -> None:
    """Run a short search, so that the kernels that it calls are compiled.

    tables: instead of those that the heuristic builds. is_inspected: compile the kernels of the
    inspector, too.
    """
    if heuristic == pattern_database.HEURISTIC.name:
        pattern_database.rehearse()
    entry = registry.HEURISTICS[heuristic]
    tables = tables or entry.build(trial.problem.goal)
    task = Task(trial.problem, algorithm.name, entry, tables, 1, Limit(), None)
    search = Search(task, algorithm.make(task))
    if is_inspected:
        # imported here because every search loads this module, and few are inspected
        from puzzler.search.inspection.inspector import Inspector

        inspector = Inspector(search)
        inspector.step()
        inspector.glimpse()
    search.advance(trial.expansions)
    search.result(cancelled=True)


def _give_up(error: Exception) -> None:
    jit.restore_plain()
    _process.failure = _one_line(error)
    _log.warning("the solver runs uncompiled and slow (%s)", _process.failure)


def _one_line(error: Exception) -> str:
    return f"{type(error).__name__}: {error}".splitlines()[0]


def _version(package: str) -> str:
    """The version of an installed package, else "none"."""
    from importlib import metadata  # not above: it takes 12 ms

    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return "none"


def _has_numba() -> bool:
    return importlib.util.find_spec("numba") is not None


def _store() -> KernelStore | None:
    """The cache; None where nothing can be kept."""
    folder = kernel_folder()
    store = KernelStore(folder)
    try:
        store.begin()
        with tempfile.TemporaryFile(dir=folder):
            return store
    except OSError:
        return None
