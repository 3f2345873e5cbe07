"""The lanes of a race as they are shown, and the timeline that they share once it is over."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace

from puzzler.board.board import Board
from puzzler.game.watch.figures import Bar, bar
from puzzler.search.method import Method
from puzzler.search.result import SearchStats
from puzzler.solver.inspection.moments import Moment
from puzzler.solver.race.progress import LaneProgress, LaneState
from puzzler.solver.race.rules import ROUND_SECONDS, Pace


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
        return int(_between(moment, [pair[0] for pair in lane.times], [p[1] for p in lane.times]))

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
        return _between(expansions, [p[1] for p in lane.times], [pair[0] for pair in lane.times])


def _between(at: float, known: Sequence[float], values: Sequence[float]) -> float:
    """The value at ``at`` on the line through what is known; ``known`` never falls."""
    after = bisect_right(known, at)
    if after == 0 or not values:
        return 0.0
    if after == len(known):
        return values[-1]
    (x, y), (next_x, next_y) = (known[after - 1], values[after - 1]), (known[after], values[after])
    return y + (next_y - y) * (at - x) / (next_x - x)


@dataclass(frozen=True)
class RaceLane:
    """One lane at the moment that is shown."""

    place: int
    method: Method
    state: LaneState | None
    """How it stands then; None before the race."""
    board: Board
    """Where it is: the state expanded last, or where a depth-first search has gone from there."""
    stats: SearchStats
    expansions: int
    """How many states it has expanded at the moment that is shown."""
    is_there: bool
    """Board and figures are those of that moment; else they are on the way to it."""
    bar: Bar
    progress: LaneProgress | None = None
    """Its progress as reported last; None before the race."""
    trouble: str = ""
    """Why it will not get to the moment that is shown, in one line; "" where nothing is wrong."""


def waiting(place: int, method: Method, start: Board, memory: int) -> RaceLane:
    """A lane before the race, which may use ``memory`` bytes."""
    stats = SearchStats(memory_bytes=memory)
    return RaceLane(place, method, None, start, stats, 0, is_there=True, bar=Bar(0.0, ""))


def told(place: int, method: Method, lane: LaneProgress, shortest: int | None) -> RaceLane:
    """A lane as the race reported it last."""
    far = bar(
        method.algorithm,
        *(lane.stats, lane.start_h, lane.lower_bound, lane.best_length, lane.result, shortest),
    )
    return RaceLane(
        place,
        method,
        lane.state,
        lane.current,
        lane.stats,
        lane.stats.expanded,
        is_there=True,
        bar=far,
        progress=lane,
    )


def at(
    shown: RaceLane,
    moment: float,
    timeline: Timeline,
    looked: Moment | None,
    shortest: int | None,
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
    glimpse = looked.glimpse
    seconds = timeline.seconds(lane, looked.expansions)
    stats = replace(glimpse.stats, elapsed=seconds, memory_bytes=lane.stats.memory_bytes)
    ends = glimpse.lower_bound, glimpse.best_length
    return replace(
        running,
        board=glimpse.current,
        stats=stats,
        is_there=looked.is_there and looked.expansions == expansions,
        bar=bar(shown.method.algorithm, stats, lane.start_h, *ends, shortest=shortest),
    )
