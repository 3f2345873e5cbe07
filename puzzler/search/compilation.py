"""When and where the kernels are compiled.

The machine code is cached in a folder of the user's that is named by a digest of all kernel files
and of the versions that made it. The window has a child process fill it at first start
(``solver.compiler``), because compiling makes frames late.
"""

from __future__ import annotations

import atexit
import hashlib
import importlib.util
import platform
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from enum import Enum
from importlib import metadata
from pathlib import Path

from puzzler import resources
from puzzler.board.board import Board
from puzzler.search import registry
from puzzler.search.algorithms.algorithm import Algorithm
from puzzler.search.algorithms.task import Task
from puzzler.search.heuristics import pattern_database
from puzzler.search.heuristics.heuristic import BuildProgress
from puzzler.search.kernels import jit
from puzzler.search.limits import Limit
from puzzler.search.problem import Problem

READY_MARK = "ready"
COMPILING = BuildProgress(0, "machine code, once")
"""What is being built while kernels are compiled; how far it is cannot be told."""
COMPLETE_MARK = "complete"
KINDS = ("misplaced", "linear-conflict", "walking-distance", "pattern-database")
"""A heuristic of each kind: a sum, lines, walking distances, patterns."""


class Readiness(Enum):
    """Whether compiled kernels are at hand."""

    WARM = "compiled kernels are in the cache"
    COLD = "the kernels must be compiled first, which takes some seconds"
    MISSING = "numba is not installed: the kernels run uncompiled, slow and correct"


def readiness() -> Readiness:
    """Whether compiled kernels are at hand; does not import numba."""
    if not _has_numba():
        return Readiness.MISSING
    return Readiness.WARM if (kernel_folder() / READY_MARK).exists() else Readiness.COLD


def kernel_folder() -> Path:
    """The cache folder for exactly these kernels, this numba and this Python."""
    digest = hashlib.sha256()
    for file in sorted(Path(jit.__file__).parent.glob("*.py")):
        digest.update(file.read_bytes())
    for version in (
        metadata.version("numba") if _has_numba() else "none",
        metadata.version("numpy"),
        sys.implementation.cache_tag or sys.version,
        platform.machine(),
    ):
        digest.update(version.encode())
    return resources.cache_folder() / "kernels" / digest.hexdigest()[:16]


def is_compiled() -> bool:
    """True once ``load_compiled`` has put compiled kernels in place."""
    return jit.is_compiled()


def is_compiling() -> bool:
    """True while this process makes machine code that was not in the cache."""
    return jit.is_compiling()


def load_compiled() -> bool:
    """Put compiled kernels in place of the plain ones; False where numba is missing.

    Their code comes from the cache, or is compiled when a kernel is first called. Without a
    writable cache a temporary folder serves, and without that nothing is kept. Calling it again is
    harmless.
    """
    if not _has_numba():
        return False
    if not jit.is_compiled():
        jit.compile_all(_writable_folder())
    return True


def is_complete() -> bool:
    """True where the kernels of all algorithms are in the cache, not only the default's."""
    return (kernel_folder() / COMPLETE_MARK).exists()


def prepare_default() -> Iterator[str]:
    """Compile what the default search needs, and mark the cache warm; yields its name when done."""
    load_compiled()
    _try_out(registry.ALGORITHMS[registry.DEFAULT_ALGORITHM], "misplaced")
    _mark(READY_MARK)
    yield registry.DEFAULT_ALGORITHM


def prepare() -> Iterator[str]:
    """Compile every kernel into the cache, the default's first; yields a name for each part."""
    yield from prepare_default()
    pattern_database.rehearse()
    for algorithm in registry.ALGORITHMS.values():
        # one of each kind: for some algorithms a kernel is made anew for each
        for heuristic in KINDS if algorithm.uses_heuristic else KINDS[:1]:
            _try_out(algorithm, heuristic)
            yield f"{algorithm.name} {heuristic}"
    _mark(COMPLETE_MARK)


def _try_out(algorithm: Algorithm, name: str) -> None:
    # misplaced tiles guide so little that the table has to grow: that is a kernel, too
    hardest = Problem(Board.parse("8 6 7/2 5 4/3 0 1"), Board.solved(3, 3))
    heuristic = registry.HEURISTICS[name]
    tables = heuristic.build(hardest.goal)
    search = algorithm.start(Task(hardest, algorithm.name, heuristic, tables, 1, Limit(), None))
    search.advance(100_000)
    search.result(cancelled=True)


def _mark(name: str) -> None:
    # a folder that cannot be written keeps nothing, and is not ready the next time either
    with suppress(OSError):
        (kernel_folder() / name).touch()


def _has_numba() -> bool:
    return importlib.util.find_spec("numba") is not None


def _writable_folder() -> Path | None:
    if _is_writable(kernel_folder()):
        return kernel_folder()
    try:
        temporary = Path(tempfile.mkdtemp(prefix="puzzler-"))
    except OSError:
        return None
    atexit.register(shutil.rmtree, temporary, ignore_errors=True)
    return temporary


def _is_writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False
