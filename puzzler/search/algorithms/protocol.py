"""What every algorithm is to its caller: a search that is stepped."""

from __future__ import annotations

from enum import Enum
from typing import Protocol

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.search.result import SearchResult
from puzzler.search.stats import SearchStats


class Status(Enum):
    """What ``advance`` came to."""

    RUNNING = "running"
    SOLVED = "solved"
    EXHAUSTED = "exhausted"
    LIMIT = "limit"


class Search(Protocol):
    """A search in progress; pausing, stepping, cancelling and drawing are the caller's loop."""

    @property
    def expanded(self) -> int:
        """How many states have been expanded so far."""
        ...

    def advance(self, budget: int, *, interruptible: bool = False) -> Status:
        """Expand ``budget`` states, fewer only where the search ends or reaches a limit.

        With ``interruptible`` it also comes back after each piece of work that expands nothing,
        such as growing a table by a part, so that a caller can look around meanwhile. The result
        does not depend on how work is sliced.
        """
        ...

    def stats(self) -> SearchStats:
        """The figures so far."""
        ...

    def current(self) -> Board:
        """The state expanded last."""
        ...

    def solution(self) -> tuple[Move, ...]:
        """The moves from start to goal; ValueError unless the search is solved."""
        ...

    def result(self, *, cancelled: bool = False) -> SearchResult:
        """What came of it: after SOLVED, EXHAUSTED or LIMIT, or at any time with ``cancelled``."""
        ...
