"""The rules of a race, and snapshots of its lanes."""

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

MIN_LANES = 2
MAX_LANES = 4
ROUND_SECONDS = 0.001
"""Time of each lane in a round of equal time."""


class Pace(StrEnum):
    """The quantity that is equal for all lanes."""

    EXPANSIONS = "expansions"
    """Equal expansions. The race is reproducible."""
    TIME = "time"


@dataclass(frozen=True)
class RaceRules:
    """The limits of the lanes, and the quantity that is equal for all lanes.

    Without limits the race ends when all lanes have ended.
    """

    pace: Pace = Pace.EXPANSIONS
    """The quantity that is equal for all lanes."""
    expansions: int | None = None
    """Limit on the expansions of each lane; at least 1."""
    seconds: float | None = None
    """Limit on the search time of each lane, without building tables. Must be positive."""

    def __post_init__(self) -> None:
        for name in ("expansions", "seconds"):
            value = getattr(self, name)
            if value is not None and not value > 0:
                raise ValueError(f"the {name} of each lane must be positive, not {value}")


def lane_methods(
    methods: Sequence[Method], rules: RaceRules, memory_bytes: int | None = None
) -> tuple[Method, ...]:
    """Adapt methods to a race: apply the rules and divide the memory equally.

    memory_bytes: by default the limit of a single search. Time limits of the methods are removed,
    because they would include building tables. Raises ValueError if there are too few or too many.
    """
    check_lanes(methods)
    total = default_memory_bytes() if memory_bytes is None else memory_bytes
    share = max(1, total // len(methods))
    return tuple(replace(method, limit=_within(method.limit, rules, share)) for method in methods)


def check_lanes(methods: Sequence[Method]) -> None:
    """Raise ValueError if there are too few or too many methods for a race."""
    if not MIN_LANES <= len(methods) <= MAX_LANES:
        raise ValueError(f"a race needs {MIN_LANES} to {MAX_LANES} methods, not {len(methods)}")


def _within(limit: Limit, rules: RaceRules, share: int) -> Limit:
    bounds = [bound for bound in (limit.expansions, rules.expansions) if bound is not None]
    memory = share if limit.memory_bytes is None else min(limit.memory_bytes, share)
    return Limit(expansions=min(bounds, default=None), memory_bytes=memory)


class LaneState(StrEnum):
    """Whether a lane is running, or how it ended."""

    BUILDING = "building"
    """The tables of all lanes are being built."""
    RUNNING = "running"
    SOLVED = "solved"
    UNSOLVABLE = "unsolvable"
    LIMIT = "limit"
    FAILED = "failed"
    STOPPED = "stopped"
    """Stopped by the user."""

    @property
    def is_over(self) -> bool:
        """Whether the lane has finished."""
        return self not in (LaneState.BUILDING, LaneState.RUNNING)


@dataclass(frozen=True, kw_only=True)
class LaneProgress:
    """A snapshot of one lane of a race."""

    method: Method
    """The method, with the lane's share of the memory."""
    state: LaneState
    stats: SearchStats
    """The figures of the search. Their time does not include other lanes."""
    current: Board
    """The goal of a solved lane, else the last expanded state or that of a depth-first path."""
    start_h: int = 0
    """h of the start; 0 before the race and for uninformed searches."""
    lower_bound: int = 0
    """Proven lower bound of the solution length; 0 if nothing is proven."""
    best_length: int | None = None
    """Length of the best solution so far; None without a solution."""
    building: BuildProgress | None = None
    """Progress of the lane's tables while they are built."""
    samples: Sampled | None = None
    """Samples of the search figures at some numbers of expansions."""
    times: tuple[tuple[float, int], ...] = ()
    """Pairs of seconds and expansions, thinned evenly. Set at the end of the lane."""
    result: SearchResult | None = None
    """The result; None while the lane is running and after a failure."""
    failure: str = ""
    """The error in one line, or ""."""


@dataclass(frozen=True)
class RaceProgress:
    """A snapshot of all lanes, in which the pace of all running lanes is equal."""

    lanes: tuple[LaneProgress, ...]
    """The lanes, in the order of the methods."""
    moment: float
    """Expansions or seconds of every running lane."""
    elapsed: float
    """Seconds since the start, without pauses."""
    memory_each: int
    """Memory limit of each lane, in bytes."""
    is_paused: bool = False
    """Nothing is expanded until ``Resume`` or ``Step``."""
    is_over: bool = False
    """All lanes have ended. This is the last snapshot."""
