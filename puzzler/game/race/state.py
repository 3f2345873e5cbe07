"""What a race shows: its lanes, and the timeline that they share once it is over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum

import numpy as np

from puzzler.board.board import Board
from puzzler.board.scenario import Problem
from puzzler.game.lab.plots import Plotted
from puzzler.game.watch.figures import SearchProgress, bar
from puzzler.progress import BuildProgress
from puzzler.search.method import Method
from puzzler.search.report.comparison import Entry
from puzzler.search.report.winning import Winner, WinningRule
from puzzler.search.result import SearchStats
from puzzler.solver.inspection.job import Moment
from puzzler.solver.race.race_rules import (
    ROUND_SECONDS,
    LaneProgress,
    LaneState,
    Pace,
    RaceProgress,
    RaceRules,
)


class RacePhase(Enum):
    """How far a race is."""

    READY = "ready"
    """Its lanes and its rules can be chosen."""
    RUNNING = "running"
    OVER = "over"
    """All lanes have come to an end: any moment of it can be looked at."""


@dataclass(frozen=True)
class Timeline:
    """Moments are states expanded by each lane, or seconds that each lane has searched."""

    pace: Pace
    lanes: tuple[LaneProgress, ...]

    @property
    def end(self) -> float:
        """How far the lane came that came furthest; a whole number where states are counted."""
        return max(self.end_of(lane) for lane in self.lanes)

    @property
    def round(self) -> float:
        """The smallest step along it: one expansion, or a millisecond."""
        return 1 if self.pace is Pace.EXPANSIONS else ROUND_SECONDS

    def held(self, moment: float) -> float:
        """The moment on it that is nearest."""
        moment = min(max(moment, 0), self.end)
        return round(moment) if self.pace is Pace.EXPANSIONS else moment

    def end_of(self, lane: LaneProgress) -> float:
        """How far that lane came."""
        return lane.stats.expanded if self.pace is Pace.EXPANSIONS else lane.stats.elapsed

    def is_done(self, lane: LaneProgress, moment: float) -> bool:
        """That lane had ended by then; one that failed is only known as it ended."""
        return lane.state is LaneState.FAILED or moment >= self.end_of(lane)

    def expansions(self, lane: LaneProgress, moment: float) -> int:
        """How many states that lane had expanded then.

        With seconds, as measured, and evenly from one measurement to the next.
        """
        if moment >= self.end_of(lane):
            return lane.stats.expanded
        if self.pace is Pace.EXPANSIONS:
            return round(moment)
        return int(_between(moment, lane.times))

    def moment_of(self, expansions: int) -> float:
        """When the first lane had expanded so many states; the end where none did."""
        if self.pace is Pace.EXPANSIONS:
            return self.held(expansions)
        lanes = [lane for lane in self.lanes if lane.stats.expanded >= expansions]
        return min((self.seconds(lane, expansions) for lane in lanes), default=self.end)

    def seconds(self, lane: LaneProgress, expansions: int) -> float:
        """How long that lane had searched when it had expanded so many states."""
        if expansions >= lane.stats.expanded:
            return lane.stats.elapsed
        return _between(expansions, [(done, seconds) for seconds, done in lane.times])


def _between(at: float, points: Sequence[tuple[float, float]]) -> float:
    """The value at ``at`` on the line through ``points``, which never fall; 0 before the first."""
    known, values = zip(*points, strict=True) if points else ((0.0,), (0.0,))
    return float(np.interp(at, known, values, left=0.0))


@dataclass(frozen=True, kw_only=True)
class RaceLane:
    """One lane at the moment that is shown."""

    place: int
    method: Method
    board: Board
    """Where it is: the state expanded last, or where a depth-first search has gone from there."""
    stats: SearchStats
    bar: SearchProgress
    state: LaneState | None = None
    """How it stands then; None before the race."""
    expansions: int = 0
    """How many states it has expanded at the moment that is shown."""
    is_there: bool = True
    """Board and figures are those of that moment; else they are on the way to it."""
    progress: LaneProgress | None = None
    """Its progress as reported last; None before the race."""
    trouble: str = ""
    """Why it will not get to the moment that is shown, in one line; "" where nothing is wrong."""


def told(place: int, method: Method, lane: LaneProgress, shortest: int | None) -> RaceLane:
    """A lane as the race reported it last."""
    far = bar(
        method.algorithm,
        *(lane.stats, lane.start_h, lane.lower_bound, lane.best_length, lane.result, shortest),
    )
    done = lane.stats.expanded
    return RaceLane(
        place=place,
        method=method,
        board=lane.current,
        stats=lane.stats,
        bar=far,
        state=lane.state,
        expansions=done,
        progress=lane,
    )


def at(
    shown: RaceLane, moment: float, timeline: Timeline, looked: Moment | None, shortest: int | None
) -> RaceLane:
    """The lane of a finished race, ``shown`` at its end, as it was at ``moment``.

    looked: what has been seen of its search that was run anew, at that moment or at another.
    """
    lane = shown.progress
    if lane is None or timeline.is_done(lane, moment):
        return shown
    expansions = timeline.expansions(lane, moment)
    running = replace(shown, state=LaneState.RUNNING, expansions=expansions, is_there=False)
    if looked is None:
        return running
    glimpse, done = looked.glimpse, looked.expansions
    memory, seconds = lane.stats.memory_bytes, timeline.seconds(lane, done)
    stats = glimpse.stats._replace(elapsed=seconds, memory_bytes=memory)
    ends = glimpse.lower_bound, glimpse.best_length
    far = bar(shown.method.algorithm, stats, lane.start_h, *ends, shortest=shortest)
    is_there = looked.is_there and done == expansions
    return replace(running, board=glimpse.current, stats=stats, is_there=is_there, bar=far)


@dataclass(frozen=True, kw_only=True)
class RaceState:
    """A race that is ready, under way or over."""

    problem: Problem
    methods: tuple[Method, ...]
    rules: RaceRules
    rule: WinningRule
    phase: RacePhase
    rate: float | None
    """Rounds a second at most; None is as fast as it goes."""
    warnings: tuple[str, ...]
    """For each lane, why it cannot be expected to end with its share of the memory; else ""."""
    memory_each: int
    """Bytes that each lane may use: the memory is shared out evenly."""
    can_add: bool
    can_remove: bool
    race: RaceProgress | None
    """What was reported of the race last; None before it."""
    is_paused: bool
    """It stands still in the middle, or is about to."""
    building: BuildProgress | None
    """How far tables or machine code are, before the lanes begin."""
    lanes: tuple[RaceLane, ...]
    plots: tuple[Plotted, ...]
    """Every lane against its own expansions, to be joined; () before the race.

    A lane is another object as soon as it has more, and only then."""
    moment: float
    """What is shown: how far the lanes are, in states expanded or in seconds each."""
    timeline: Timeline | None
    """The axis of a finished race; None before its end."""
    shortest: int | None
    """Moves of the shortest solution, where that is proven by any search."""
    entries: tuple[Entry, ...]
    """The table of a finished race: a row for each lane; none before its end."""
    winner: Winner | None

    @property
    def is_running(self) -> bool:
        """The lanes go on without input."""
        return self.phase is RacePhase.RUNNING and not self.is_paused


def lane_names(methods: tuple[Method, ...]) -> tuple[str, ...]:
    """What lanes with these methods are called, no two alike: "2 Weighted A*"."""
    titles = (method.title.partition(", ")[0] for method in methods)
    return tuple(f"{number} {title}" for number, title in enumerate(titles, 1))
