"""Messages between threads: commands, events and live figures. All are immutable."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.search.engine.measuring import DistanceQuestion
from puzzler.search.inspection.observation import Expansion
from puzzler.search.result import Improvement, SearchResult, SearchStats


@dataclass(frozen=True)
class Pause:
    """Stop until ``Resume`` or ``Step``. A race stops when all lanes are level."""


@dataclass(frozen=True)
class Resume:
    """Continue."""

    until: Callable[[Expansion], bool] | None = None
    """The expansion at which an inspected search stops; None for its end."""


@dataclass(frozen=True)
class Step:
    """Do ``count`` units of work, then pause. Pending steps add up."""

    count: int = 1
    """Expansions, or rounds of a race. A round is an expansion or a millisecond of every lane."""


@dataclass(frozen=True)
class SetRate:
    """Limit the rate."""

    per_second: float | None
    """Expansions, or rounds of a race. None: no limit."""


@dataclass(frozen=True)
class Cancel:
    """End the job. Its search is cancelled, and the lanes of a race are stopped."""


@dataclass(frozen=True)
class Commit:
    """The solution that is being played. The search may have found another one in the meantime.

    A search that improves its solution continues with ``moves``. It searches from the state after
    the first ``fixed`` moves, and all later solutions start with them. Solutions published before
    may differ in earlier moves. Only the newest command applies, even if it fixes fewer moves.
    """

    moves: tuple[Move, ...]
    """All moves from the start to the goal."""
    fixed: int
    """Number of moves that cannot change, because they are played now or were before."""


@dataclass(frozen=True)
class Seek:
    """Show a moment of an inspected search and stop there.

    Only the newest command applies. A moment after the end is the end.
    """

    moment: int
    """Number of expanded states."""


@dataclass(frozen=True)
class Record:
    """Set what is recorded of an inspected search; see ``ExpansionLog``."""

    ranks: bool = False
    """The expanded states."""
    tree: bool = False
    """The search tree."""


@dataclass(frozen=True)
class StopLane:
    """End one lane of a race. The others continue."""

    lane: int
    """Index of the lane."""


@dataclass(frozen=True)
class Ask:
    """Prove distances in this order. Replaces the questions of earlier commands."""

    questions: tuple[DistanceQuestion, ...]


Command = Pause | Resume | Step | SetRate | Cancel | Commit | Seek | Record | StopLane | Ask


@dataclass(frozen=True)
class Found:
    """Moves of a solution, which replace all published moves from ``index`` on.

    A search that improves its solution publishes the shortest solution that starts with the fixed
    moves of ``Commit``, and the shortest of all, which may start differently.

    >>> from puzzler import Solver
    >>> with Solver("1 2 3/4 0 6/7 5 8") as solver:
    ...     [len(event.moves) for event in solver if isinstance(event, Found)]
    [2]

    Attributes:
        run_id: The number of the search.
        index: Number of published moves that are unchanged.
        moves: The moves from ``index`` to the goal.
        bound_factor: Limit on solution length / optimal length. None: no guarantee.
        lower_bound: Proven lower bound of the solution length.
    """

    run_id: int
    index: int
    moves: tuple[Move, ...]
    bound_factor: float | None
    lower_bound: int


@dataclass(frozen=True)
class Finished:
    """The last event of a search that ended without an exception.

    >>> from puzzler import Solver
    >>> with Solver("1 2 3/4 0 6/7 5 8") as solver:
    ...     [event.result.length for event in solver if isinstance(event, Finished)]
    [2]

    Attributes:
        run_id: The number of the search.
        result: The result.
    """

    run_id: int
    result: SearchResult


@dataclass(frozen=True)
class Failed:
    """The last event of a search that raised an exception."""

    run_id: int
    message: str
    """One line for the user."""
    traceback: str
    """The traceback for the log; "" for a PuzzlerError."""


SearchEvent = Found | Finished | Failed


@dataclass(frozen=True)
class Progress:
    """The newest live figures of a search.

    >>> from puzzler import Solver
    >>> with Solver("8 6 7/2 5 4/3 0 1", algorithm="bfs") as solver:
    ...     figures = [event for event in solver if isinstance(event, Progress)]
    >>> all(figure.stats.expanded < 181_440 for figure in figures)
    True

    Attributes:
        run_id: The number of the search.
        stats: The counters of the search.
        current: The last expanded state.
        rate: Expansions per second in the last second; 0 while paused.
        is_paused: Nothing is expanded until ``Resume`` or ``Step``.
        improvements: The history of both bounds of a search that improves its solution, thinned
            evenly.
        lower_bound: Proven lower bound of the solution length; 0 if nothing is proven.
    """

    run_id: int
    stats: SearchStats
    current: Board
    rate: float
    is_paused: bool = False
    improvements: tuple[Improvement, ...] = ()
    lower_bound: int = 0
