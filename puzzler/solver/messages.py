"""What crosses the thread boundary: commands in, events out, all of them immutable values."""

from __future__ import annotations

from dataclasses import dataclass

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.search.result import Improvement, SearchResult, SearchStats


@dataclass(frozen=True)
class Pause:
    """Stop expanding until Resume or Step."""


@dataclass(frozen=True)
class Resume:
    """Go on expanding."""


@dataclass(frozen=True)
class Step:
    """Expand exactly this many states, then pause; steps that were not taken yet add up."""

    expansions: int = 1


@dataclass(frozen=True)
class Cancel:
    """End the search; ``Finished`` follows, cancelled unless the search had just ended."""


@dataclass(frozen=True)
class SetRate:
    """Expand at most this many states a second; None is as fast as it goes."""

    expansions_per_second: float | None


@dataclass(frozen=True)
class Commit:
    """What is played of the answer, which need not be what the search has found since.

    A search that makes its answer better takes ``moves`` over and goes on from the state behind the
    first ``fixed``; what it tells from then on begins with those. What it told before it heard this
    may differ earlier. The newest holds, also where it fixes fewer than the one before.
    """

    moves: tuple[Move, ...]
    """All moves from the start to the goal, as they are to be played."""
    fixed: int
    """How many of them, from the first on, stay as they are: those played, or about to be."""


Command = Pause | Resume | Step | Cancel | SetRate | Commit


@dataclass(frozen=True)
class Started:
    """The search has begun (its tables are loaded)."""

    run_id: int


@dataclass(frozen=True)
class Found:
    """Moves to be played, in place of those that stood from ``index`` on before.

    A search that makes its answer better tells its fewest moves that begin with what ``Commit``
    said; the whole of its best answer, which may begin otherwise, comes with ``Finished``.
    """

    run_id: int
    index: int
    """How many moves of the answer stay as they are before these."""
    moves: tuple[Move, ...]
    """All that follow, up to the goal."""
    bound_factor: float | None
    """The answer is at most this many times the shortest; None where nothing is promised."""
    lower_bound: int
    """No answer is shorter than this."""


@dataclass(frozen=True)
class Finished:
    """The last event of a run that ended as it should."""

    run_id: int
    result: SearchResult


@dataclass(frozen=True)
class Failed:
    """The last event of a run that raised."""

    run_id: int
    message: str
    """One line for the user."""
    traceback: str
    """The whole of it, for the log."""


Event = Started | Found | Finished | Failed


@dataclass(frozen=True)
class Progress:
    """The newest live figures of a run."""

    run_id: int
    stats: SearchStats
    current: Board
    """The state expanded last."""
    rate: float
    """Expansions a second, over the last second; 0 while paused."""
    is_paused: bool = False
    """Nothing is expanded until Resume or Step."""
    improvements: tuple[Improvement, ...] = ()
    """How both ends came closer, thinned evenly, where the search makes its answer better."""
    lower_bound: int = 0
    """No answer is shorter, by all that has been searched; 0 where that tells nothing."""
