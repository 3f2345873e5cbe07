"""What is agreed before a race, and what is known of its lanes at some moment."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from puzzler.board.board import Board
from puzzler.progress import BuildProgress
from puzzler.search.inspection.samples import Sampled
from puzzler.search.method import Method
from puzzler.search.options import Limit, default_memory_bytes
from puzzler.search.result import SearchResult, SearchStats

LEAST_LANES = 2
MOST_LANES = 4
ROUND_SECONDS = 0.001
"""What a round of equal time gives each lane."""


class Pace(StrEnum):
    """What every lane gets an equal share of."""

    EXPANSIONS = "expansions"
    """It reproduces exactly."""
    TIME = "time"


@dataclass(frozen=True)
class RaceRules:
    """How the lanes are kept abreast, and how far they go.

    With neither expansions nor seconds they go on until all are done.
    """

    pace: Pace = Pace.EXPANSIONS
    """What they get equal shares of."""
    expansions: int | None = None
    """How many states each lane may expand; at least 1."""
    seconds: float | None = None
    """How long each lane may search; building its tables does not count. Must be positive."""

    def __post_init__(self) -> None:
        for name in ("expansions", "seconds"):
            value = getattr(self, name)
            if value is not None and not value > 0:
                raise ValueError(f"the {name} of each lane must be positive, not {value}")


def lane_methods(
    methods: Sequence[Method], rules: RaceRules, memory_bytes: int | None = None
) -> tuple[Method, ...]:
    """The methods as lanes search with them: within the rules, each with its share of the memory.

    memory_bytes: what they share; None is as much as a search may use that runs alone. A limit on
    the time of a method is dropped, since that includes building tables. ValueError where they are
    too few or too many.
    """
    check_lanes(methods)
    total = default_memory_bytes() if memory_bytes is None else memory_bytes
    share = max(1, total // len(methods))
    return tuple(replace(method, limit=_within(method.limit, rules, share)) for method in methods)


def check_lanes(methods: Sequence[Method]) -> None:
    """ValueError where they are too few or too many for a race."""
    if not LEAST_LANES <= len(methods) <= MOST_LANES:
        raise ValueError(f"a race has {LEAST_LANES} to {MOST_LANES} lanes, not {len(methods)}")


def _within(limit: Limit, rules: RaceRules, share: int) -> Limit:
    bounds = [most for most in (limit.expansions, rules.expansions) if most is not None]
    memory = share if limit.memory_bytes is None else min(limit.memory_bytes, share)
    return Limit(expansions=min(bounds, default=None), memory_bytes=memory)


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


@dataclass(frozen=True, kw_only=True)
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
