"""The compilation of all kernels in steps: one algorithm with one kind of heuristic at a time.

Compiled steps are marked in the cache for other processes. Requested steps are compiled before the
others.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from puzzler.search import registry
from puzzler.search.compilation import (
    COMPLETE_MARK,
    DEFAULT_STEP,
    FULL_TRIAL,
    TINY_TRIAL,
    Trial,
    compile_step,
    kernel_folder,
    load_compiled,
    prepare_custom,
    prepare_default,
    prepare_larger,
    prepare_multi_tile,
    try_out,
)
from puzzler.search.heuristics import pattern_database
from puzzler.search.kernels import jit
from puzzler.search.kernels.kernel_store import KernelStore
from puzzler.search.method import ENDLESS, Method
from puzzler.search.result import Metric

Signature = tuple[Any, ...]
_Kernel = tuple[Any, Signature | None]
"""A dispatcher and the types of its arguments; None for any types."""


class MissingKernels:
    """The kernels that ``work`` needs and that are neither loaded nor stored.

    Kernels called by other kernels are counted once for all types of arguments.
    """

    def __init__(self, work: Callable[[], object]) -> None:
        """work: called with plain kernels, so it should be small."""
        with np.errstate(all="ignore"), jit.recording() as calls:
            work()
        found: set[_Kernel] = set()
        for dispatcher, signature in calls:
            if (dispatcher, signature) in found or _is_loaded(dispatcher, signature):
                continue
            if not dispatcher._cache.is_stored(signature):
                _add(dispatcher, signature, found)
        self.total = len(found)
        self._left = list(found)  # no set: hashing types takes long

    def count_compiled(self) -> int:
        """The number of these kernels that have been compiled or loaded since."""
        self._left = [kernel for kernel in self._left if not _is_loaded(*kernel)]
        return self.total - len(self._left)


def _add(dispatcher: Any, signature: Signature | None, found: set[_Kernel]) -> None:
    """Add a kernel and the kernels that it calls to ``found``."""
    found.add((dispatcher, signature))
    for called in _callees(dispatcher, signature):
        if (called, None) not in found and not called.overloads:
            _add(called, None, found)


def _is_loaded(dispatcher: Any, signature: Signature | None) -> bool:
    overloads = dispatcher.overloads
    return bool(overloads) and (signature is None or signature in overloads)


def _callees(dispatcher: Any, signature: Signature | None) -> list[Any]:
    """The kernels that a kernel calls, except in branches that numba drops for these types."""
    function = dispatcher.py_func
    names: tuple[str, ...] = function.__code__.co_names
    none: Any = import_module("numba").none
    if signature is not None and none in signature:
        names = _names_without_dead_branches(function, signature)
    values = [function.__globals__.get(name) for name in names]
    return [value for value in values if isinstance(value, type(dispatcher))]


def _names_without_dead_branches(function: Any, signature: Signature) -> tuple[str, ...]:
    """The global names that a function uses in branches that can be reached."""
    compiler: Any = import_module("numba.core.compiler")
    analysis: Any = import_module("numba.core.analysis")
    ir: Any = import_module("numba.core.ir")
    code = compiler.run_frontend(function)
    analysis.dead_branch_prune(code, signature)
    assignments = (each for block in code.blocks.values() for each in block.find_insts(ir.Assign))
    return tuple(each.value.name for each in assignments if isinstance(each.value, ir.Global))


CUSTOM_STEP = "custom"
"""The kernels of a user's heuristic or search, besides those of an algorithm."""
MULTI_TILE_STEP = "multi-tile"
"""The kernels of optimal solutions in multi-tile moves."""
LARGER_STEPS = {"tables ranked": False, "tables spread": True}
"""The kernels of larger pattern databases, and whether these are spread."""
DISTANCE_STEPS = ("idastar pattern-database", "anytime learned")
"""The kernels that prove distances, and those of anytime."""

Report = Callable[[Sequence[str], int, int], object]
"""Called with requested steps and the numbers of their kernels: compiled, and to be compiled."""

_log = logging.getLogger("puzzler")


def steps_for(method: Method, metric: Metric = Metric.SINGLE) -> tuple[str, ...]:
    """The steps that compile the kernels of a method."""
    if metric is Metric.MULTI:
        return (MULTI_TILE_STEP,)
    heuristic = registry.HEURISTICS[method.heuristic]
    is_custom = method.algorithm not in registry.ALGORITHMS
    # a user's search calls the kernels of its heuristic only: those are among the default search's
    algorithm = registry.ALGORITHMS[registry.DEFAULT_ALGORITHM if is_custom else method.algorithm]
    searches = [(algorithm.name, heuristic.kind), *algorithm.parts]
    steps = [_step(*search) for search in searches]
    if is_custom or method.heuristic not in registry.HEURISTICS:
        steps.append(CUSTOM_STEP)
    if any(kind == pattern_database.HEURISTIC.kind for _, kind in searches):
        steps += _larger_steps()
    return tuple(dict.fromkeys(steps))


@cache
def all_steps() -> tuple[str, ...]:
    """All steps, in the order in which they are compiled if nothing is requested."""
    kinds = tuple(dict.fromkeys(each.kind for each in registry.HEURISTICS.values()))
    searches = (
        _step(algorithm.name, kind)
        for algorithm in registry.ALGORITHMS.values()
        for kind in (kinds if algorithm.uses("heuristic") else kinds[:1])
    )
    steps = (DEFAULT_STEP, *_first_steps(), *searches, CUSTOM_STEP, MULTI_TILE_STEP, *LARGER_STEPS)
    return tuple(dict.fromkeys(steps))


class StepMarks:
    """Reads and stores which steps are in the cache of this process."""

    def __init__(self) -> None:
        self._store = KernelStore(kernel_folder())
        self.compiled: frozenset[str] = frozenset()
        """The steps that were in the cache at the last ``update``, or have been added since."""

    def update(self) -> frozenset[str]:
        """Look for new marks, and return ``compiled``."""
        missing = (step for step in all_steps() if step not in self.compiled)
        self.compiled |= {step for step in missing if self._store.has(step)}
        return self.compiled

    def add(self, step: str) -> None:
        """Mark a step as compiled."""
        if step not in self.compiled:
            self._store.mark(step)
            self.compiled |= {step}

    def complete(self) -> None:
        """Mark all kernels as compiled."""
        self._store.mark(COMPLETE_MARK)


def prepare(
    take_request: Callable[[], Sequence[str] | None] = lambda: None,
    report: Report | None = None,
    first: Sequence[str] = (),
) -> Iterator[str]:
    """Compile every kernel into the cache, and yield the name of each step when it is done.

    take_request: returns steps to compile next, or None; called between two steps. The newest
    request comes first. report: called while the default search or a request is compiled. first:
    steps that are compiled before the default search.

    Raises CompilationError if the default search cannot be compiled.
    """
    return _Compiler(take_request, report).run(first)


def is_prepared(steps: Sequence[str]) -> bool:
    """Return whether the kernels of all these steps are in the cache of this process."""
    loaded = jit.folder() if jit.is_compiled() else ""
    store = KernelStore(Path(loaded) if loaded else kernel_folder())
    return all(store.has(step) for step in steps)


def prepare_steps(steps: Sequence[str]) -> None:
    """Compile the kernels of these steps into the cache, in this process.

    Raises CompilationError if that is impossible.
    """
    for step in steps:
        if not is_prepared((step,)):
            compile_step(step, partial(_run, step, FULL_TRIAL))


def prepare_larger_tables(*, is_spread: bool) -> None:
    """Compile the kernels that read larger tables into the cache."""
    prepare_steps([step for step, kind in LARGER_STEPS.items() if kind == is_spread])


class _Compiler:
    def __init__(
        self, take_request: Callable[[], Sequence[str] | None], report: Report | None
    ) -> None:
        self._take_request = take_request
        self._report = report
        self._marks = StepMarks()

    def run(self, first: Sequence[str]) -> Iterator[str]:
        if first:
            prepare_steps(first)
            yield from first
        with self._reporting((DEFAULT_STEP,)):
            yield from prepare_default()
        self._marks.update()
        for step in _first_steps():
            yield from self._compile_requests()
            yield from self._compile(step)
        larger = _larger_steps()
        for step in all_steps():
            yield from self._compile_requests()
            if step not in LARGER_STEPS or step in larger:
                _run(step, FULL_TRIAL, is_inspected=True)
                self._marks.add(step)
                yield step
        self._marks.complete()

    def _compile_requests(self) -> Iterator[str]:
        while (steps := self._take_request()) is not None:
            with self._reporting(steps):
                for step in steps:
                    yield from self._compile_requests()  # newer ones
                    yield from self._compile(step)

    def _compile(self, step: str) -> Iterator[str]:
        if step not in self._marks.compiled:
            _run(step, FULL_TRIAL)
            self._marks.add(step)
            yield step

    @contextmanager
    def _reporting(self, steps: Sequence[str]) -> Iterator[None]:
        report, kernels = self._report, self._find_missing(steps)
        if report is None or kernels is None or not kernels.total:
            yield
            return

        def report_progress() -> None:
            report(steps, kernels.count_compiled(), kernels.total)

        report_progress()
        with jit.calling_back(report_progress):
            yield
        report(steps, kernels.total, kernels.total)

    def _find_missing(self, steps: Sequence[str]) -> MissingKernels | None:
        missing = [step for step in steps if step not in self._marks.compiled]
        if self._report is None or not missing or not load_compiled():
            return None

        def try_out_tiny() -> None:
            for step in missing:
                _run(step, TINY_TRIAL)

        try:
            return MissingKernels(try_out_tiny)
        except Exception:  # numba's own code can raise anything, and only the progress is lost
            _log.debug("the progress of compiling is unknown", exc_info=True)
            return None


def _run(step: str, trial: Trial, *, is_inspected: bool = False) -> None:
    if step == CUSTOM_STEP:
        prepare_custom()
    elif step == MULTI_TILE_STEP:
        prepare_multi_tile()
    elif step in LARGER_STEPS:
        prepare_larger(is_spread=LARGER_STEPS[step], expansions=trial[1])
    else:
        algorithm, _, kind = step.partition(" ")
        try_out(registry.ALGORITHMS[algorithm], kind, trial, is_inspected=is_inspected)


def _step(algorithm: str, kind: str) -> str:
    return f"{algorithm} {kind}"


def _first_steps() -> tuple[str, ...]:
    return (*DISTANCE_STEPS, *steps_for(Method(ENDLESS)))


def _larger_steps() -> list[str]:
    """The steps of larger pattern databases that are stored on this computer."""
    return [
        step
        for step, is_spread in LARGER_STEPS.items()
        if pattern_database.has_larger(is_spread=is_spread)
    ]
