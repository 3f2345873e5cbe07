"""Turns the kernels from plain Python into compiled code, when it is told to.

A kernel is an ordinary function marked with ``@kernel``. It runs as plain Python, slow and correct,
until ``compile_all`` puts numba's dispatchers in its place in every kernel module. Callers name
kernels through their module (``best_first.expand(...)``), so that they meet the compiled one from
then on. numba is not imported before that: it takes half a second.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

_plain: list[Callable[..., Any]] = []
_compiled: dict[Callable[..., Any], Any] = {}


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Mark ``function`` as one to compile."""
    _plain.append(function)
    return function


def is_compiled() -> bool:
    """True once ``compile_all`` has run."""
    return bool(_compiled)


def compile_all(cache_folder: Path | None) -> None:
    """Put compiled functions in the place of all kernels that are imported; ImportError without numba.

    The machine code is kept in ``cache_folder``, which must be writable; None keeps none. A folder
    belongs to one state of all kernel files: numba does not notice an edit in a file that is called.
    """
    import numba  # noqa: PLC0415 - half a second that a program which only draws need not spend

    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = "" if cache_folder is None else str(cache_folder)
    try:
        for function in _plain:
            if function not in _compiled:
                _compiled[function] = numba.njit(nogil=True, cache=cache_folder is not None)(
                    function
                )
    finally:
        numba.config.CACHE_DIR = before
    for name in {function.__module__.rpartition(".")[0] for function in _plain}:
        for module_name, module in list(sys.modules.items()):
            if module_name.startswith(name + "."):
                _swap(vars(module))


def _swap(namespace: dict[str, Any]) -> None:
    for name, value in list(namespace.items()):
        if callable(value) and getattr(value, "__hash__", None) and value in _compiled:
            namespace[name] = _compiled[value]
