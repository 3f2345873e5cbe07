"""Finds the kernels that a task still needs without compiling them, to show the progress.

The task runs once with plain kernels, and their calls from Python are recorded. The kernels that
these kernels call are found in their code.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np

from puzzler.search.kernels import jit

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
            if (dispatcher, signature) not in found and _is_missing(dispatcher, signature):
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


def _is_missing(dispatcher: Any, signature: Signature) -> bool:
    if _is_loaded(dispatcher, signature):
        return False
    return not dispatcher._cache.is_stored(signature)


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
