"""The timeline of a finished race: one axis for all lanes, and where each of them was then."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from puzzler.solver.race.progress import LaneProgress, LaneState
from puzzler.solver.race.rules import ROUND_SECONDS, Pace


@dataclass(frozen=True)
class Timeline:
    """Moments are states expanded by each lane, or seconds that each lane has searched."""

    pace: Pace
    """What all lanes got equally much of."""
    lanes: tuple[LaneProgress, ...]
    """As they ended."""

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
        """How long that lane had searched when it had expanded so many states, told likewise."""
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
