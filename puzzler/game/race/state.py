"""What a race shows: its lanes, and the timeline that they share once it is over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum

import numpy as np

from puzzler.board.scenario import Problem
from puzzler.game.core.live_figures import LiveFigures, SearchProgress, search_progress
from puzzler.game.lab.plots import Plotted
from puzzler.progress import BuildProgress
from puzzler.search.method import Method
from puzzler.search.report.comparison import Entry
from puzzler.search.report.winning import Winner, WinningRule
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
    figures: LiveFigures
    bar: SearchProgress
    state: LaneState | None = None
    """The state at this moment; None before the race."""
    expansions: int = 0
    """The number of states expanded at this moment."""
    is_there: bool = True
    """Whether the figures are those of this moment; otherwise the lane is being replayed to it."""
    progress: LaneProgress | None = None
    """The last progress reported; None before the race."""
    trouble: str = ""
    """Why this moment cannot be shown, in one line; "" if it can."""


def lane_now(place: int, lane: LaneProgress, shortest: int | None) -> RaceLane:
    """Return a lane as the race reported it last."""
    figures = LiveFigures(
        method=lane.method,
        stats=lane.stats,
        current=lane.current,
        best_length=lane.best_length,
        lower_bound=lane.lower_bound,
        is_over=lane.state.is_over,
    )
    return RaceLane(
        place=place,
        figures=figures,
        bar=search_progress(figures, lane.start_h, lane.result, shortest),
        state=lane.state,
        expansions=lane.stats.expanded,
        progress=lane,
    )


def lane_at(
    lane: RaceLane, moment: float, timeline: Timeline, replay: Moment | None, shortest: int | None
) -> RaceLane:
    """Return a lane of a finished race as it was at ``moment``.

    lane: the lane at its end. replay: the state of the search that replays it, at any moment.
    """
    end = lane.progress
    if end is None or timeline.is_done(end, moment):
        return lane
    expansions, figures = timeline.expansions(end, moment), replace(lane.figures, is_over=False)
    lane = replace(
        lane, figures=figures, state=LaneState.RUNNING, expansions=expansions, is_there=False
    )
    if replay is None:
        return lane
    glimpse, seconds = replay.glimpse, timeline.seconds(end, replay.expansions)
    figures = LiveFigures(
        method=figures.method,
        stats=glimpse.stats._replace(elapsed=seconds, memory_bytes=end.stats.memory_bytes),
        current=glimpse.current,
        best_length=glimpse.best_length,
        lower_bound=glimpse.lower_bound,
    )
    return replace(
        lane,
        figures=figures,
        bar=search_progress(figures, end.start_h, shortest=shortest),
        is_there=replay.is_there and replay.expansions == expansions,
    )


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
