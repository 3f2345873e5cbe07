"""A race at some moment: what is known of each lane."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from puzzler.board.board import Board
from puzzler.search.method import Method
from puzzler.search.result import SearchResult, SearchStats
from puzzler.search.samples import Sampled
from puzzler.steps import BuildProgress


class LaneState(StrEnum):
    """Whether a lane runs, and how it ended."""

    BUILDING = "building"
    """It waits until the tables of all lanes are built."""
    RUNNING = "running"
    SOLVED = "solved"
    UNSOLVABLE = "unsolvable"
    LIMIT = "limit"
    FAILED = "failed"
    STOPPED = "stopped"
    """By hand."""

    @property
    def is_over(self) -> bool:
        """It does not change any more."""
        return self not in (LaneState.BUILDING, LaneState.RUNNING)


@dataclass(frozen=True)
class LaneProgress:
    """One lane of a race at some moment."""

    method: Method
    """What it searches with, and how far; its memory is its share."""
    state: LaneState
    stats: SearchStats
    """The figures; their time is what it has searched itself."""
    current: Board
    """The state expanded last, or where a depth-first search has gone from there; before the race
    the start."""
    start_h: int = 0
    """The heuristic of the start; 0 until the race has begun, and for a blind search."""
    lower_bound: int = 0
    """No solution is shorter, by all that it has searched; 0 where that proves nothing."""
    best_length: int | None = None
    """Moves of its best solution so far; None while there is none."""
    building: BuildProgress | None = None
    """The progress of its tables, while they are being built."""
    samples: Sampled | None = None
    """Figures against its expansions."""
    times: tuple[tuple[float, int], ...] = ()
    """Pairs of seconds searched and states expanded, thinned evenly, both ends included. Known at
    its end."""
    result: SearchResult | None = None
    """None while it runs, and where it failed."""
    failure: str = ""
    """What went wrong, in one line; "" where nothing did."""


@dataclass(frozen=True)
class RaceProgress:
    """All lanes at one moment, those that still run abreast of each other."""

    lanes: tuple[LaneProgress, ...]
    """In the order in which they were named."""
    moment: float
    """How far every running lane is: states expanded, or seconds."""
    elapsed: float
    """Seconds since the race began, without pauses."""
    memory_each: int
    """Bytes that each lane may use: the memory is shared evenly."""
    is_paused: bool = False
    """Nothing is expanded until ``Resume`` or ``Step``."""
    is_over: bool = False
    """No lane runs any more, and nothing follows."""
