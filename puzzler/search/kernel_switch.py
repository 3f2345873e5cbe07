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
from puzzler.search.registry import ALGORITHMS

SLICE = 100_000
"""Number of expansions between two reports, which takes a fraction of a second."""
PLAIN_SLICE = 1_000
"""The same with plain kernels."""
SECONDS_BETWEEN_LOOKS = 0.25
"""Time between two looks at the cache while a child process compiles."""


class KernelSwitch:
    """Chooses the kernels of one search."""

    def __init__(self, board: Board, method: Method, *, compiled: bool = True) -> None:
        """compiled: whether compiled kernels may be loaded."""
        self._board, self._method, self._compiled = board, method, compiled
        self._budget = compilation.uncompiled_budget(board) if compiled else 0
        self._is_settled = not compiled
        self._has_ended: Callable[[], bool] | None = None  # of the child that compiles
        self._looked = 0.0
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
        if self._has_ended is None and must_compile(self._method) and self._is_plain_useful:
            self._has_ended = services.find("request_compiled")(steps_for(self._method))
            self.slice = PLAIN_SLICE
            jit.restore_plain(is_paused=True)
        if self._has_ended is not None and not self._has_ended():
            if time.monotonic() - self._looked < SECONDS_BETWEEN_LOOKS:
                return
            self._looked = time.monotonic()
            if must_compile(self._method):
                return
        compilation.load_compiled()
        self._is_settled, self.slice = True, SLICE

    @property
    def waits_for_compiler(self) -> bool:
        """Whether the search has to wait until kernels are compiled."""
        is_ready = self._is_settled or self._budget or self._is_plain_useful
        return not is_ready and must_compile(self._method)

    @property
    def is_fast(self) -> bool:
        """Whether compiled kernels are used, or would be for a longer search."""
        can_load = self._compiled and not compilation.failure_reason()
        return can_load or compilation.is_compiled()

    @property
    def _is_plain_useful(self) -> bool:
        """Whether the search can end with plain kernels in the time that compiling takes.

        Building large tables takes longer, and an algorithm that improves solutions does not end.
        """
        if len(self._board.tiles) <= pattern_database.LARGEST_EXACT:
            return True
        algorithm = ALGORITHMS.get(self._method.algorithm)
        uses_tables = any(
            pattern_database.HEURISTIC.kind in step for step in steps_for(self._method)
        )
        return not uses_tables and (algorithm is None or not algorithm.improves)


def must_compile(method: Method) -> bool:
    """Return whether kernels of ``method`` have to be compiled and can be."""
    key = method.algorithm, method.heuristic
    if key not in _prepared and is_prepared(steps_for(method)):
        _prepared.add(key)
    return key not in _prepared and not compilation.failure_reason()


_prepared: set[tuple[str, str]] = set()
"""Algorithms with heuristics whose kernels are known to be in the cache of this process."""
