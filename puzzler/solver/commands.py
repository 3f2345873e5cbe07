"""What crosses the thread boundary: commands in, events and live figures out, all immutable."""

from __future__ import annotations

from dataclasses import dataclass

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.search.engine.measuring import DistanceQuestion
from puzzler.search.result import Improvement, SearchResult, SearchStats


@dataclass(frozen=True)
class Pause:
    """Stop until ``Resume`` or ``Step``; a race stops as soon as all lanes are abreast."""


@dataclass(frozen=True)
class Resume:
    """Go on."""


@dataclass(frozen=True)
class Step:
    """Do exactly this much, then pause; steps that were not taken yet add up."""

    count: int = 1
    """Expansions; of a race rounds: an expansion or a millisecond of every lane."""


@dataclass(frozen=True)
class SetRate:
    """Go at most this fast."""

    per_second: float | None
    """Expansions, of a race rounds; None is as fast as it goes."""


@dataclass(frozen=True)
class Cancel:
    """End the job: a search is then cancelled unless it has just ended, lanes are stopped."""


@dataclass(frozen=True)
class Commit:
    """The solution that is played, which may differ from what the search has found since.

    A search that improves its solution takes ``moves`` over and goes on from the state behind the
    first ``fixed``; what it finds from then on begins with those. What it had published before may
    differ earlier. The newest holds, also where it fixes fewer than the one before.
    """

    moves: tuple[Move, ...]
    """All moves from the start to the goal, as they are to be played."""
    fixed: int
    """How many of them stay as they are: those played, or about to be."""


@dataclass(frozen=True)
class Seek:
    """Show a moment of a search under inspection, forward or back, and stay there.

    The newest holds. A moment behind the end is the end.
    """

    moment: int
    """How many states have been expanded."""


@dataclass(frozen=True)
class Record:
    """What is recorded beside a search under inspection; see ``ExpansionLog``."""

    ranks: bool = False
    """Which states were expanded."""
    tree: bool = False
    """Which state was reached from which."""


@dataclass(frozen=True)
class StopLane:
    """End one lane of a race; the others go on."""

    lane: int
    """Its place among the lanes."""


@dataclass(frozen=True)
class Ask:
    """Prove these distances, the first first, in place of those asked for before."""

    questions: tuple[DistanceQuestion, ...]


Command = Pause | Resume | Step | SetRate | Cancel | Commit | Seek | Record | StopLane | Ask


@dataclass(frozen=True)
class Started:
    """The search has begun: its tables are loaded."""

    run_id: int


@dataclass(frozen=True)
class Found:
    """Moves of the solution, in place of those that stood from ``index`` on before.

    A search that improves its solution publishes its fewest moves that begin with those of
    ``Commit``, and its best solution, which may begin otherwise.
    """

    run_id: int
    index: int
    """How many moves of the solution stay as they are before these."""
    moves: tuple[Move, ...]
    """All that follow, up to the goal."""
    bound_factor: float | None
    """The solution is at most this many times the shortest; None where nothing is guaranteed."""
    lower_bound: int
    """No solution is shorter than this."""


@dataclass(frozen=True)
class Finished:
    """The last event of a run that ended without an exception."""

    run_id: int
    result: SearchResult


@dataclass(frozen=True)
class Failed:
    """The last event of a run that raised."""

    run_id: int
    message: str
    """One line for the user."""
    traceback: str
    """The whole of it, for the log; "" for what Puzzler raises itself."""


SearchEvent = Started | Found | Finished | Failed


@dataclass(frozen=True)
class Progress:
    """The newest live figures of a search."""

    run_id: int
    stats: SearchStats
    current: Board
    """The state expanded last."""
    rate: float
    """Expansions a second, over the last second; 0 while paused."""
    is_paused: bool = False
    """Nothing is expanded until ``Resume`` or ``Step``."""
    improvements: tuple[Improvement, ...] = ()
    """How both bounds came closer, thinned evenly, where the search improves its solution."""
    lower_bound: int = 0
    """No solution is shorter, by all that has been searched; 0 where that proves nothing."""
