"""The visible state of a race: its lanes and its timeline."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum

import numpy as np

from puzzler.board.scenario import Problem
from puzzler.game.core.live_figures import LiveFigures, SearchProgress, search_progress
from puzzler.game.lab.plots import PlotSet
from puzzler.progress import BuildProgress
from puzzler.search.method import Method
from puzzler.search.report.comparison import Entry
from puzzler.search.report.winning import Winner, WinningRule
from puzzler.solver.inspection.moment import Moment
from puzzler.solver.race.race_rules import (
    ROUND_SECONDS,
    LaneProgress,
    LaneState,
    Pace,
    RaceProgress,
    RaceRules,
)


class RacePhase(Enum):
    """The phase of a race."""

    READY = "ready"
    RUNNING = "running"
    OVER = "over"
    """All lanes have ended, and every moment can be shown."""


@dataclass(frozen=True)
class Timeline:
    """The timeline of a finished race, in states expanded per lane or in seconds per lane."""

    pace: Pace
    lanes: tuple[LaneProgress, ...]

    @property
    def end(self) -> float:
        """The end of the longest lane; a whole number if states are counted."""
        return max(self.end_of(lane) for lane in self.lanes)

    @property
    def round(self) -> float:
        """The smallest step on the timeline: one expansion, or a millisecond."""
        return 1 if self.pace is Pace.EXPANSIONS else ROUND_SECONDS

    def nearest(self, moment: float) -> float:
        """Return the nearest moment of the timeline."""
        moment = min(max(moment, 0), self.end)
        return round(moment) if self.pace is Pace.EXPANSIONS else moment

    def end_of(self, lane: LaneProgress) -> float:
        """Return the end of a lane."""
        return lane.stats.expanded if self.pace is Pace.EXPANSIONS else lane.stats.elapsed

    def is_done(self, lane: LaneProgress, moment: float) -> bool:
        """Whether a lane had ended at ``moment``. A failed lane shows only its end."""
        return lane.state is LaneState.FAILED or moment >= self.end_of(lane)

    def expansions(self, lane: LaneProgress, moment: float) -> int:
        """Return how many states a lane had expanded at ``moment``.

        With seconds, interpolated between measurements.
        """
        if moment >= self.end_of(lane):
            return lane.stats.expanded
        if self.pace is Pace.EXPANSIONS:
            return round(moment)
        return int(_between(moment, lane.times))

    def moment_of(self, expansions: int) -> float:
        """Return the first moment at which a lane had ``expansions`` expansions; else the end."""
        if self.pace is Pace.EXPANSIONS:
            return self.nearest(expansions)
        lanes = [lane for lane in self.lanes if lane.stats.expanded >= expansions]
        return min((self.seconds(lane, expansions) for lane in lanes), default=self.end)

    def seconds(self, lane: LaneProgress, expansions: int) -> float:
        """Return how many seconds a lane had searched after ``expansions``."""
        if expansions >= lane.stats.expanded:
            return lane.stats.elapsed
        return _between(expansions, [(done, seconds) for seconds, done in lane.times])


def _between(at: float, points: Sequence[tuple[float, float]]) -> float:
    """Interpolate ``points``, which are ascending, at ``at``; 0 before the first."""
    xs, values = zip(*points, strict=True) if points else ((0.0,), (0.0,))
    return float(np.interp(at, xs, values, left=0.0))


@dataclass(frozen=True, kw_only=True)
class RaceLane:
    """One lane at the moment that is shown."""

    place: int
    figures: LiveFigures
    bar: SearchProgress
    state: LaneState | None = None
    """The state at this moment; None before the race."""
    expansions: int = 0
    is_there: bool = True
    """Whether the figures belong to this moment. Otherwise the lane is being replayed to it."""
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
        is_there=replay.expansions == expansions,
    )


@dataclass(frozen=True, kw_only=True)
class RaceState:
    """The visible state of a race."""

    problem: Problem
    methods: tuple[Method, ...]
    rules: RaceRules
    rule: WinningRule
    phase: RacePhase
    rate: float | None
    """Maximum rounds per second; None is unlimited."""
    warnings: tuple[str, ...]
    """For each lane, the reason why its memory will probably not suffice, or ""."""
    memory_each: int
    """The memory limit of each lane in bytes: an equal share of the total."""
    can_add: bool
    can_remove: bool
    race: RaceProgress | None
    is_paused: bool
    """The race is paused, or will be after the current round."""
    building: BuildProgress | None
    """Progress of building tables or compiling before the lanes start."""
    lanes: tuple[RaceLane, ...]
    plots: tuple[PlotSet, ...]
    """The plots of each lane; () before the race.

    A new object if and only if a lane has more samples.
    """
    moment: float
    """The moment that is shown, in states expanded or seconds per lane."""
    timeline: Timeline | None
    shortest: int | None
    """Moves of a shortest solution, if proven by any search."""
    entries: tuple[Entry, ...]
    """The table of a finished race with a row per lane; empty before its end."""
    winner: Winner | None

    @property
    def is_running(self) -> bool:
        """Whether the lanes are running and not paused."""
        return self.phase is RacePhase.RUNNING and not self.is_paused


def lane_names(methods: tuple[Method, ...]) -> tuple[str, ...]:
    """Return distinct names of the lanes, such as "2 Weighted A*"."""
    titles = (method.title.partition(", ")[0] for method in methods)
    return tuple(f"{number} {title}" for number, title in enumerate(titles, 1))
