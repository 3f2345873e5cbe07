"""The switch from plain to compiled kernels during a search.

Plain kernels can start immediately. Loading compiled ones takes half a second, and compiling them
takes some seconds. Therefore small boards are first searched with plain kernels, and if kernels
have to be compiled, a child process compiles them while the search continues with plain ones.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from puzzler import services
from puzzler.board.board import Board
from puzzler.search import compilation
from puzzler.search.compile_steps import is_prepared, steps_for
from puzzler.search.heuristics import pattern_database
from puzzler.search.kernels import jit
from puzzler.search.method import Method
from puzzler.search.packing import has_ranks
from puzzler.search.registry import ALGORITHMS
from puzzler.search.result import Metric

SLICE = 100_000
"""Number of expansions between two reports, which takes a fraction of a second."""
PLAIN_SLICE = 1_000
"""The same with plain kernels."""
SECONDS_BETWEEN_LOOKS = 0.25
"""Time between two looks at the cache while a child process compiles."""


class KernelSwitch:
    """Chooses the kernels of one search."""

    def __init__(
        self, board: Board, method: Method, metric: Metric = Metric.SINGLE, *, compiled: bool = True
    ) -> None:
        """compiled: whether compiled kernels may be loaded."""
        self._board, self._compiled = board, compiled
        self._search = method, metric
        self._budget = compilation.uncompiled_budget(board) if compiled else 0
        self._is_settled = not compiled
        self.slice = self._budget or SLICE
        """Maximum number of expansions until the next call of ``choose``."""

    def record(self, expanded: int) -> None:
        """Record how many states the search has expanded."""
        if self._budget:
            compilation.record_uncompiled(expanded)
            self._budget, self.slice = 0, SLICE

    def choose(self) -> None:
        """Load the compiled kernels if the search should continue with them."""
        if self._is_settled or self._budget:
            return
        key = _key(*self._search)
        if key not in _children and self._is_plain_useful and must_compile(*self._search):
            _children[key] = _start_child(*self._search)
        if key in _children and _children[key]():
            self.slice = PLAIN_SLICE
            jit.restore_plain(is_paused=True)
            return
        compilation.load_compiled()
        self._is_settled, self.slice = True, SLICE

    @property
    def waits_for_compiler(self) -> bool:
        """Whether the search has to wait until kernels are compiled."""
        is_ready = self._is_settled or self._budget or self._is_plain_useful
        return not is_ready and must_compile(*self._search)

    @property
    def is_fast(self) -> bool:
        """Whether compiled kernels are used, or would be for a longer search."""
        return compilation.is_compiled() or (self._compiled and not compilation.failure_reason())

    @property
    def _is_plain_useful(self) -> bool:
        """Whether the search can end with plain kernels in the time that compiling takes.

        Building large tables takes longer, and an algorithm that improves solutions does not end.
        """
        if has_ranks(self._board):
            return True
        method, metric = self._search
        algorithm = ALGORITHMS.get(method.algorithm)
        uses_tables = metric is Metric.MULTI or any(
            pattern_database.HEURISTIC.kind in step for step in steps_for(method)
        )
        return not uses_tables and (algorithm is None or not algorithm.improves)


def _start_child(method: Method, metric: Metric) -> Callable[[], bool]:
    """Compile the kernels of a method in a child process, for all searches with it.

    Returns a function that reports whether kernels are still missing and the process is running.
    """
    has_ended: Callable[[], bool] = services.find("request_compiled")(steps_for(method, metric))
    looked, is_over = time.monotonic(), False

    def is_compiling() -> bool:
        nonlocal looked, is_over
        now = time.monotonic()
        if is_over or has_ended():
            is_over = True
        elif now - looked >= SECONDS_BETWEEN_LOOKS:
            looked, is_over = now, not must_compile(method, metric)
        return not is_over

    return is_compiling


def must_compile(method: Method, metric: Metric = Metric.SINGLE) -> bool:
    """Return whether kernels of ``method`` have to be compiled and can be."""
    key = _key(method, metric)
    if key not in _prepared and is_prepared(steps_for(method, metric)):
        _prepared.add(key)
    return key not in _prepared and not compilation.failure_reason()


def _key(method: Method, metric: Metric) -> _Key:
    return method.algorithm, method.heuristic, metric


_Key = tuple[str, str, Metric]
_prepared: set[_Key] = set()
"""Algorithms with heuristics whose kernels are known to be in the cache of this process."""
_children: dict[_Key, Callable[[], bool]] = {}
"""Results of ``_start_child``, by algorithm and heuristic."""
