"""Turns the kernels from plain Python into compiled code, when it is told to.

A kernel is an ordinary function marked with ``@kernel``. It runs as plain Python, slow and correct,
until ``compile_all`` puts numba's dispatchers in its place in every kernel module. Callers name
kernels through their module (``best_first.expand(...)``), so that they meet the compiled one from
then on. numba is not imported before that: it takes half a second.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from types import FunctionType
from typing import Any, TypeVar

INDEX = (1 << 40) - 1
"""``array[index & INDEX]`` shows the compiler that an index is not negative: without the code for
those that count from the end, the hottest loops are faster by a quarter."""

F = TypeVar("F", bound=Callable[..., Any])

_plain: list[Callable[..., Any]] = []
_substitutes: dict[Callable[..., Any], Callable[[], Any]] = {}
_compiled: dict[Callable[..., Any], Any] = {}


class _Stopwatch:
    """Runs while numba compiles: one kernel within the other, but one thread at a time."""

    def __init__(self) -> None:
        self._depth = 0
        self._began = 0.0
        self._seconds = 0.0

    def start(self) -> None:
        if self._depth == 0:
            self._began = time.perf_counter()
        self._depth += 1

    def stop(self) -> None:
        self._depth -= 1
        if self._depth == 0:
            self._seconds += time.perf_counter() - self._began

    @property
    def is_running(self) -> bool:
        return self._depth > 0

    @property
    def seconds(self) -> float:
        return self._seconds + (time.perf_counter() - self._began if self.is_running else 0.0)

    def attach(self) -> None:
        """Hear of it from numba, from now on."""
        events: Any = import_module("numba.core.event")  # through Any: numba has no types
        watch = self

        class Listener(events.Listener):  # type: ignore[misc]
            def on_start(self, event: Any) -> None:
                watch.start()

            def on_end(self, event: Any) -> None:
                watch.stop()

        events.register("numba:compile", Listener())


_stopwatch = _Stopwatch()


def kernel(function: F) -> F:
    """Mark ``function`` as one to compile."""
    _plain.append(function)
    return function


def kernel_with_substitute(substitute: Callable[[], Any]) -> Callable[[F], F]:
    """Mark a function as one that compiled code replaces by what ``substitute`` makes."""

    def mark(function: F) -> F:
        _substitutes[function] = substitute
        return kernel(function)

    return mark


def is_compiled() -> bool:
    """True once ``compile_all`` has run."""
    return bool(_compiled)


def is_compiling() -> bool:
    """True while machine code is made, and not found in the cache."""
    return _stopwatch.is_running


def seconds_compiling() -> float:
    """How long this process has compiled so far."""
    return _stopwatch.seconds


def compile_all(cache_folder: Path | None) -> None:
    """Put compiled functions in the place of all imported kernels; ImportError without numba.

    The machine code is kept in ``cache_folder``, which must be writable; None keeps none. A folder
    belongs to one state of all kernel files: numba does not notice an edit in a file that is
    called.
    """
    from numba import njit  # here, not above: it takes half a second
    from numba.core import config

    if not _compiled:
        _stopwatch.attach()
    before = getattr(config, "CACHE_DIR", "")
    vars(config)["CACHE_DIR"] = str(cache_folder or "")
    try:
        for function in _plain:
            if function in _compiled:
                continue
            if function in _substitutes:
                _compiled[function] = _substitutes[function]()
            else:
                compiler = njit(nogil=True, cache=cache_folder is not None)
                _compiled[function] = compiler(function)
    finally:
        vars(config)["CACHE_DIR"] = before
    package = __name__.rpartition(".")[0] + "."
    for name, module in list(sys.modules.items()):
        if name.startswith(package) and name != __name__:
            _swap(vars(module))


def _swap(namespace: dict[str, Any]) -> None:
    for name, value in list(namespace.items()):
        if isinstance(value, FunctionType) and value in _compiled:
            namespace[name] = _compiled[value]
