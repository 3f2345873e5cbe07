"""What came of a search."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from puzzler.board.board import Board, targets_of
from puzzler.board.move import Move
from puzzler.search.branching import effective_branching_factor
from puzzler.search.limits import LimitKind
from puzzler.search.order import DEFAULT_ORDER
from puzzler.search.stats import SearchStats

MOST_SHOWN = 400
"""Improvements that are told while a search runs, and drawn."""


class Outcome(StrEnum):
    """How a search ended."""

    SOLVED = "solved"
    UNSOLVABLE = "unsolvable"
    LIMIT = "limit"
    CANCELLED = "cancelled"


@dataclass(frozen=True)
class Improvement:
    """A moment at which the answer had become shorter, or more was proven."""

    seconds: float = field(compare=False)
    """Since the search began, pauses left out; as it was noticed, after a slice of work."""
    expansions: int
    """States expanded until then."""
    length: int
    """Moves of the answer."""
    bound: int
    """No answer is shorter."""


@dataclass(frozen=True)
class SearchResult:
    """What came of a search: the moves where there are any, and what the answer is worth."""

    status: Outcome
    """solved, unsolvable, limit or cancelled."""
    start: Board
    """The board that was to be solved."""
    goal: Board
    """The board that was to be reached."""
    algorithm: str
    """Name of the algorithm."""
    heuristic: str
    """Name of the heuristic."""
    weight: float
    """Weight of the heuristic: f = g + weight * h."""
    moves: tuple[Move, ...] = ()
    """The blank's moves from start to goal; empty where there is no answer."""
    proven_optimal: bool = False
    """True only where no shorter answer exists, by proof."""
    bound_factor: float | None = None
    """The answer is at most this many times the shortest; 1 where proven, None where nothing is
    promised."""
    lower_bound: int = 0
    """No answer is shorter than this."""
    stats: SearchStats = SearchStats()
    """The figures at the end."""
    limit_reached: LimitKind | None = None
    """What stopped the search; None where no limit did."""
    note: str = ""
    """Why there is no answer, where the algorithm can fail by itself; one line, else empty."""
    setup_seconds: float = 0.0
    """Seconds of compiling and table loading, not part of ``stats.elapsed``."""
    improvements: tuple[Improvement, ...] = ()
    """How the answer came about, where the algorithm has one early and makes it better: the answer
    gets shorter or the bound higher from one to the next."""
    compiled: bool = True
    """False where the search ran uncompiled, because numba is missing or was not ready."""
    order: str = DEFAULT_ORDER
    """In which order successors were generated."""
    ties: str | None = None
    """Which of equal f was taken first; None where the algorithm leaves no choice."""
    depth_limit: int | None = None
    """How deep the search went at most; None without a limit."""

    @property
    def length(self) -> int | None:
        """Number of moves; None where there is no answer."""
        return len(self.moves) if self.status is Outcome.SOLVED else None

    @property
    def branching(self) -> float | None:
        """The effective branching factor b*; None where there is none, see ``branching``."""
        return effective_branching_factor(self.stats.generated, len(self.moves))

    @property
    def gap(self) -> int | None:
        """The answer is at most this many moves longer than the shortest.

        None where nothing is known but what the algorithm promises.
        """
        if not self.improvements or self.status is not Outcome.SOLVED:
            return None
        return len(self.moves) - self.lower_bound

    @property
    def tiles(self) -> tuple[int, ...]:
        """The same path as tile numbers: the tile that each move slides."""
        tiles, blank = list(self.start.tiles), self.start.blank
        targets = targets_of(*self.start.size)
        slid = []
        for move in self.moves:
            cell = targets[blank][move]
            tiles[blank] = tiles[cell]
            slid.append(tiles[cell])
            blank = cell
        return tuple(slid)


def thinned(improvements: Sequence[Improvement]) -> tuple[Improvement, ...]:
    """At most ``MOST_SHOWN`` of them, spread evenly, the first and the last among them."""
    count = len(improvements)
    if count <= MOST_SHOWN:
        return tuple(improvements)
    return tuple(
        improvements[number * (count - 1) // (MOST_SHOWN - 1)] for number in range(MOST_SHOWN)
    )


def promised(factor: float | None) -> str:
    """What an answer at most ``factor`` times the shortest is worth; None promises nothing.

    "may be up to twice the shortest", without a capital: the one home of these words.
    """
    if factor is None:
        return "no promise about the length"
    if factor == 1:
        return "proven shortest"
    times = "twice" if factor == 2 else f"{factor:g} times"
    return f"may be up to {times} the shortest"
