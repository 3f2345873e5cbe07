"""The result of a search, and its figures."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from puzzler.board.board import Board, targets_of
from puzzler.board.move import Move
from puzzler.search.options import LimitKind
from puzzler.search.parameters import Choices

MOST_SHOWN = 400
"""Improvements that are told while a search runs, and drawn."""
STEPS = 200
"""Halvings: far more than a number has digits."""
LARGEST_GROWTH = 700.0
"""The largest power of e, nearly, that a number can be."""


class Outcome(StrEnum):
    """How a search ended."""

    SOLVED = "solved"
    UNSOLVABLE = "unsolvable"
    LIMIT = "limit"
    CANCELLED = "cancelled"


@dataclass(frozen=True)
class Improvement:
    """A moment at which the solution had become shorter, or more was proven."""

    seconds: float = field(compare=False)
    """Since the search began, pauses left out; as it was noticed, after a slice of work."""
    expansions: int
    length: int
    bound: int


class SearchStats(NamedTuple):
    """A snapshot of a search's counters. Every algorithm counts alike."""

    expanded: int = 0
    """States whose successors were generated."""
    generated: int = 0
    """Successors of the states expanded, without the one that takes the last move back."""
    duplicates: int = 0
    """Successors that were discarded because their state was known."""
    reopened: int = 0
    """Expanded states that went back into the frontier because of a shorter path."""
    frontier: int = 0
    """States generated and not yet expanded."""
    peak_frontier: int = 0
    stored: int = 0
    """States known; of a search that keeps only a path, those on it."""
    bound: int = 0
    """The smallest f in the frontier (best-first) or the threshold (iterative deepening)."""
    depth: int = 0
    """g of the state expanded last: its distance from the start in moves."""
    deepest: int = 0
    """The largest g of all states that entered the frontier; of all states generated where a search
    keeps only a path."""
    best_h: int = 0
    """The smallest h of all states expanded."""
    elapsed: float = 0.0
    """Seconds spent searching, pauses left out."""
    bytes: int = 0
    """Bytes of the search's own arrays in use."""
    memory_bytes: int = 0
    """Bytes that the search may use at most."""


@dataclass(frozen=True, kw_only=True)
class SearchResult(Choices):
    """The result of a search: the moves, and what is known of them."""

    status: Outcome
    start: Board
    goal: Board
    algorithm: str
    heuristic: str
    weight: float
    """Weight of the heuristic: f = g + weight * h."""
    moves: tuple[Move, ...] = ()
    """The blank's moves from start to goal; empty where there is no solution."""
    proven_optimal: bool = False
    """True only where no shorter solution exists, by proof."""
    bound_factor: float | None = None
    """The solution is at most this many times the shortest; 1 where proven, None where nothing is
    promised."""
    lower_bound: int = 0
    stats: SearchStats = SearchStats()
    limit_reached: LimitKind | None = None
    """What stopped the search; None where no limit did."""
    process_bytes: int = 0
    """The memory of the whole process at a limit on memory; 0 elsewhere, or where it is unknown."""
    note: str = ""
    """Why there is no solution, where the algorithm itself gave up; one line, else empty."""
    setup_seconds: float = 0.0
    """Seconds of compiling and table loading, not part of ``stats.elapsed``."""
    improvements: tuple[Improvement, ...] = ()
    """How the solution came about, where the algorithm has one early and makes it better: the
    solution gets shorter or the bound higher from one to the next."""
    compiled: bool = True
    """False where the search ran uncompiled and slow: numba is missing or was not ready."""

    @property
    def length(self) -> int | None:
        """Number of moves; None where there is no solution."""
        return len(self.moves) if self.status is Outcome.SOLVED else None

    @property
    def branching(self) -> float | None:
        """The effective branching factor b*; None where there is none, see ``branching``."""
        return effective_branching_factor(self.stats.generated, len(self.moves))

    @property
    def is_interrupted(self) -> bool:
        """Ctrl-C ended the search, even if it had found a solution by then."""
        goes_on = bool(self.improvements) and not self.proven_optimal
        return self.status is Outcome.CANCELLED or (goes_on and self.limit_reached is None)

    @property
    def gap(self) -> int | None:
        """The most moves above the shortest; None where only a factor is known."""
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


@lru_cache(maxsize=1024)
def effective_branching_factor(generated: int, depth: int) -> float | None:
    """b* with generated + 1 = 1 + b* + b*^2 + ... + b*^depth (Russell and Norvig).

    Below 1 where a solution of ``depth`` moves has more moves than nodes were ``generated``. None
    without moves or nodes.
    """
    if depth < 1 or generated < 1:
        return None
    # at the upper end the first power alone is as many
    low, high = 0.0, float(generated)
    for _ in range(STEPS):
        middle = (low + high) / 2
        if not low < middle < high:
            break
        if _is_larger(middle, depth, generated):
            high = middle
        else:
            low = middle
    return high


def _is_larger(base: float, depth: int, generated: int) -> bool:
    """Whether base + base^2 + ... + base^depth exceeds ``generated``."""
    if base == 1:
        return depth > generated
    growth = depth * math.log(base)
    if growth > LARGEST_GROWTH:
        return True
    return base * math.expm1(growth) / (base - 1) > generated
