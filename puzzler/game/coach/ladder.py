"""A search in the background whose methods are tried in turn, until one finds an answer."""

from __future__ import annotations

from collections.abc import Callable

from puzzler.board.board import Board
from puzzler.board.scenario import Problem
from puzzler.game.watch.run import Run
from puzzler.search.method import Method
from puzzler.search.options import Limit
from puzzler.search.result import Outcome, SearchResult

BLINK = 0.3
"""Seconds that an attempt may take where it will probably fail."""
_MEMORY = 64 * 2**20

BY_RULE = Method("beam", "manhattan", limit=Limit(seconds=10.0, memory_bytes=2**13))
"""With so little memory the beam gives way at once to the constructive method: it never fails."""
QUICK_LADDER = (
    Method("astar", "manhattan", limit=Limit(seconds=BLINK, memory_bytes=_MEMORY)),
    Method("astar", "manhattan", 1.5, Limit(seconds=0.25, memory_bytes=_MEMORY)),
    Method("astar", "manhattan+misplaced", 3, Limit(seconds=0.5, memory_bytes=2 * _MEMORY)),
    BY_RULE,
)
"""For a hint: each is tried where the one before it found nothing, from short answers to any."""
LARGE_LADDER = (
    Method("astar", "manhattan", limit=Limit(seconds=0.1, memory_bytes=_MEMORY)),
    Method("anytime", limit=Limit(seconds=BLINK, memory_bytes=_MEMORY)),
    BY_RULE,
)
"""The same for boards whose distances cannot be proven."""


class Ladder:
    """One question under way. Nothing here waits."""

    def __init__(
        self,
        board: Board,
        goal: Board,
        methods: tuple[Method, ...],
        start: Callable[[Problem, Method], Run],
    ) -> None:
        """UnsolvableError where ``board`` cannot reach ``goal``."""
        self.question = board, goal
        """The board, and the goal to reach."""
        self.is_over = False
        """It has its result, or every method has failed."""
        self.result: SearchResult | None = None
        """What came of it; None while it goes on, and where the search broke."""
        self._start = start
        self._problem = Problem(board, goal)
        self._left = list(methods)
        self._run = self._next()

    @property
    def lower_bound(self) -> int:
        """No answer is shorter, by what the present search has proven."""
        return self._run.lower_bound

    def poll(self) -> None:
        """Hear the search, and try the next method where it has found nothing."""
        run = self._run
        run.poll()
        if run.result is None:
            self.is_over = run.is_over
        elif run.result.status is Outcome.LIMIT and self._left:
            self._run = self._next()
        else:
            self.result, self.is_over = run.result, True

    def cancel(self) -> None:
        """Nobody wants it any more."""
        self._run.cancel()

    def _next(self) -> Run:
        return self._start(self._problem, self._left.pop(0))
