"""What crosses the boundary between a race of searches and whoever watches it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from puzzler.board.board import Board
from puzzler.search.method import Method
from puzzler.search.options import Limit, default_memory_bytes
from puzzler.search.result import SearchResult, SearchStats
from puzzler.search.samples import Sampled
from puzzler.steps import BuildProgress

LEAST_LANES = 2
MOST_LANES = 4
ROUND_SECONDS = 0.001
"""What a round of equal time gives each lane."""


class Pace(StrEnum):
    """What every lane gets as much of as the others."""

    EXPANSIONS = "expansions"
    """It reproduces exactly."""
    TIME = "time"


@dataclass(frozen=True)
class RaceRules:
    """How the lanes are kept abreast, and how far they go.

    Where neither expansions nor seconds are said, until all are done.
    """

    pace: Pace = Pace.EXPANSIONS
    """What they get equally much of."""
    expansions: int | None = None
    """How many states each lane may expand; at least 1."""
    seconds: float | None = None
    """How long each lane may search; building its tables does not count. Must be positive."""

    def __post_init__(self) -> None:
        for name in ("expansions", "seconds"):
            value = getattr(self, name)
            if value is not None and not value > 0:
                raise ValueError(f"the {name} of each lane must be positive, not {value}")


@dataclass(frozen=True)
class Pause:
    """Stand still as soon as all lanes are abreast, until Resume or Step."""


@dataclass(frozen=True)
class Resume:
    """Go on."""


@dataclass(frozen=True)
class Step:
    """Go so many rounds on, then pause; steps that were not taken yet add up.

    A round is one expansion of every lane, or a millisecond of every lane.
    """

    rounds: int = 1


@dataclass(frozen=True)
class SetRate:
    """Go at most so many rounds a second; None is as fast as it goes."""

    rounds_per_second: float | None


@dataclass(frozen=True)
class StopLane:
    """End one lane; the others go on."""

    lane: int
    """Its place among the lanes."""


@dataclass(frozen=True)
class Cancel:
    """End the race; lanes that were not done are stopped."""


Order = Pause | Resume | Step | SetRate | StopLane | Cancel


class LaneState(StrEnum):
    """How a lane stands."""

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
    """How it stands."""
    stats: SearchStats
    """The figures; their time is what it has searched for itself."""
    current: Board
    """Where it is: the state expanded last, or where a depth-first search has gone from there;
    before the race the start."""
    start_h: int = 0
    """The heuristic of the start; 0 until the race has begun, and where the search is blind."""
    lower_bound: int = 0
    """No answer is shorter, by all that it has searched; 0 where that tells nothing."""
    best_length: int | None = None
    """Moves of its answer, the best so far; None while there is none."""
    building: BuildProgress | None = None
    """How far its tables are, while they are being built."""
    samples: Sampled | None = None
    """Figures against its expansions."""
    times: tuple[tuple[float, int], ...] = ()
    """How long it had searched when it had expanded so many states, thinned evenly; both ends are
    among them. Told at its end."""
    result: SearchResult | None = None
    """What came of it; None while it runs, and where it failed."""
    failure: str = ""
    """What went wrong, in one line; "" where nothing did."""
    traceback: str = ""
    """The whole of it, for the log."""


@dataclass(frozen=True)
class RaceProgress:
    """All lanes at one moment, those that run still abreast of each other."""

    run_id: int
    """Tells the races of one sitting apart."""
    lanes: tuple[LaneProgress, ...]
    """In the order in which they were named."""
    moment: float
    """How far every lane is that still runs: states expanded, or seconds."""
    elapsed: float
    """Seconds since the race began, pauses left out."""
    memory_each: int
    """Bytes that each lane may use: the memory is shared out evenly."""
    heard: int = 0
    """How many orders had been heard."""
    has_begun: bool = False
    """The tables of all lanes are built."""
    is_paused: bool = False
    """Nothing is expanded until Resume or Step."""
    is_over: bool = False
    """No lane runs any more, and nothing follows."""


def lane_methods(
    methods: Sequence[Method], rules: RaceRules, memory_bytes: int | None = None
) -> tuple[Method, ...]:
    """The methods as lanes search with them: within the rules, and each with its share of memory.

    memory_bytes: what they share; None is as much as a search may use that runs alone. A limit on
    the time of a method does not hold here, since that counts building tables, too. ValueError
    where they are too few or too many.
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
