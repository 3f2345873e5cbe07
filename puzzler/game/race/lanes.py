"""A lane of a race as it is shown: live, at its end, and at any moment of a finished race."""

from __future__ import annotations

from dataclasses import dataclass, replace

from puzzler.board.board import Board
from puzzler.game.race.timeline import Timeline
from puzzler.game.watch.progress_bar import Bar, Standing, bar
from puzzler.search.method import Method
from puzzler.search.result import SearchStats
from puzzler.solver.inspection.moments import Moment
from puzzler.solver.race.progress import LaneProgress, LaneState


@dataclass(frozen=True)
class RaceLane:
    """One lane at the moment that is shown."""

    place: int
    """Among the lanes, from 0."""
    method: Method
    """As it was chosen."""
    state: LaneState | None
    """How it stands then; None before the race."""
    board: Board
    """Where it is: the state expanded last, or where a depth-first search has gone from there."""
    stats: SearchStats
    """Its figures."""
    expansions: int
    """How many states it has expanded at the moment that is shown."""
    is_there: bool
    """Board and figures are those of that moment; else they are on the way to it."""
    bar: Bar
    """How far it is."""
    progress: LaneProgress | None = None
    """All that the race has told of it last; None before the race."""
    trouble: str = ""
    """Why it will not get to the moment that is shown, in one line; "" where nothing is wrong."""


def waiting(place: int, method: Method, start: Board, memory: int) -> RaceLane:
    """A lane before the race, which may use ``memory`` bytes."""
    stats = SearchStats(memory_bytes=memory)
    return RaceLane(place, method, None, start, stats, 0, is_there=True, bar=Bar(0.0, ""))


def told(place: int, method: Method, lane: LaneProgress, shortest: int | None) -> RaceLane:
    """A lane as the race told of it last."""
    standing = Standing(
        method.algorithm, lane.stats, lane.start_h, lane.lower_bound, lane.best_length, lane.result
    )
    return RaceLane(
        place,
        method,
        lane.state,
        lane.current,
        lane.stats,
        lane.stats.expanded,
        is_there=True,
        bar=bar(standing, shortest),
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
    standing = Standing(
        shown.method.algorithm, stats, lane.start_h, glimpse.lower_bound, glimpse.best_length
    )
    return replace(
        running,
        board=glimpse.current,
        stats=stats,
        is_there=looked.is_there and looked.expansions == expansions,
        bar=bar(standing, shortest),
    )
