"""What a family of algorithms is to the search that steps it."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple, Protocol, runtime_checkable

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.search.stats import SearchStats


class Status(Enum):
    """What a step came to."""

    RUNNING = "running"
    SOLVED = "solved"
    EXHAUSTED = "exhausted"
    LIMIT = "limit"


class Stepping(Protocol):
    """The work of one search, piece by piece. It knows no clock and no limit but memory."""

    @property
    def expanded(self) -> int:
        """How many states have been expanded so far."""
        ...

    def work(self, budget: int) -> Status:
        """Expand at most ``budget`` states, fewer or none where other work is done meanwhile.

        The result does not depend on how work is sliced. LIMIT says that memory is lacking,
        EXHAUSTED that there is nothing left to expand.
        """
        ...

    def stats(self) -> SearchStats:
        """The figures so far, but for the time and the limit on memory."""
        ...

    def current(self) -> Board:
        """The state expanded last."""
        ...

    def answer(self) -> tuple[Move, ...] | None:
        """The best moves from start to goal so far; None while there are none."""
        ...

    def lower_bound(self) -> int:
        """No answer is shorter than this, by all that has been searched."""
        ...

    def note(self) -> str:
        """Why an exhausted search has no answer although there is one; else empty."""
        ...


class Advance(NamedTuple):
    """How good the answer was after some work."""

    expanded: int
    """States expanded until then."""
    length: int
    """Moves of the answer."""
    bound: int
    """No answer is shorter."""


@runtime_checkable
class Improving(Stepping, Protocol):
    """A stepping that has an answer early and makes it better from then on."""

    def history(self) -> Sequence[Advance]:
        """Every answer and every bound that was better than the one before, in order."""
        ...

    def adopt(self, moves: Sequence[Move], fixed: int) -> None:
        """Go on from what is played: ``moves`` lead to the goal, and the first ``fixed`` stay.

        Before the first answer they are that. What comes of it depends on when it is said, counted
        in expansions. What was said before holds no more.
        """
        ...

    def path(self) -> tuple[Move, ...] | None:
        """The fewest moves known that begin with those which stay; None while there are none.

        A shorter answer, also a proven shortest, need not begin so.
        """
        ...
