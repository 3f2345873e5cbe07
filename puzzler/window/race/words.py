"""Texts about a race and its lanes."""

from __future__ import annotations

import math
from collections.abc import Sequence

from puzzler import humanize
from puzzler.game.race.state import RaceLane, RaceState
from puzzler.search.comparison import Entry
from puzzler.search.compilation import COMPILING
from puzzler.search.guarantee import outcome_line
from puzzler.search.method import Method
from puzzler.search.registry import ALGORITHMS
from puzzler.solver.race.values import LaneState, Pace, RaceRules
from puzzler.steps import BuildProgress

PACES = {Pace.EXPANSIONS: "Equal expansions", Pace.TIME: "Equal time"}
UNTIL_DONE = "Run to completion"
_BARS = {
    "Lower": "Proven: no solution is shorter. The bar is full at the length of the best known "
    "solution; while none is known, a grey bar compares the lanes",
    "Best": "The lowest h of all expanded states, beside h of the start; 0 is the goal",
    "Depth": "Depth of the state expanded last",
}
"""What a bar measures, by the first of its words."""
_OPEN = 0.75
_SOLVED = "The lane has its solution"


def lane_titles(method: Method) -> tuple[str, str]:
    """The title of a method in two parts: the algorithm, and its options."""
    first, _, rest = method.title.partition(", ")
    return first, humanize.sentence(rest)


def state_words(race: RaceState, lane: RaceLane, entry: Entry | None) -> str:
    """The state of a lane and its result, in one line."""
    result = None if lane.progress is None else lane.progress.result
    match lane.state:
        case LaneState.BUILDING:
            return _building_words(race.building)
        case LaneState.RUNNING if lane.trouble:
            return f"Cannot be shown: {lane.trouble}"
        case LaneState.RUNNING:
            goes_on = "Paused" if race.is_paused else "Searching"
            return goes_on if lane.expansions else "At the start"
        case LaneState.FAILED if lane.progress is not None:
            return f"Failed: {lane.progress.failure}"
    if result is not None:
        shortest = None if entry is None else next(iter(entry.shortest), None)
        return outcome_line(result, shortest, None if entry is None else entry.lower_bound)
    return "Stopped" if lane.state is not None else ""


def _building_words(building: BuildProgress | None) -> str:
    if building is None:
        return "Preparing..."
    if building is COMPILING:
        return "Compiling, first time only"
    return f"Building tables, first time only: {math.floor(100 * building.done)} %"


def open_share(lane: RaceLane, lanes: Sequence[RaceLane]) -> float | None:
    """How far a lane is where the whole is unknown: compared with the others, or its own depth.

    The lane with the largest bound is at three quarters. None where its bar is a share of a known
    whole, and where nothing is known.
    """
    if lane.bar.share is not None or lane.state is not LaneState.RUNNING or not lane.is_there:
        return None
    if lane.bar.words.startswith("Depth"):
        deepest = max(lane.stats.deepest, lane.stats.depth)
        return _OPEN * lane.stats.depth / deepest if deepest else None
    bounds = [0 if each.progress is None else each.progress.lower_bound for each in lanes]
    largest = max(bounds, default=0)
    return _OPEN * bounds[lane.place] / largest if largest else None


def bar_tip(said: str) -> str:
    """What the bar of a lane measures."""
    return f"{humanize.sentence(said)}. {_BARS.get(said.partition(' ')[0], _SOLVED)}."


def figures_of(lane: RaceLane) -> list[tuple[str, str, str]]:
    """Captions, values, and short values; only those that apply to the algorithm."""
    stats, algorithm = lane.stats, ALGORITHMS[lane.method.algorithm]
    counts = [("Expanded", stats.expanded), ("Generated", stats.generated)]
    if "frontier" in algorithm.figures:
        counts.append(("Frontier", stats.frontier))
    counts.append(("Deepest", stats.deepest))
    rows = [(caption, f"{count:,}", humanize.short_count(count)) for caption, count in counts]
    is_over = lane.state is not None and lane.state.is_over
    used = humanize.memory(stats.bytes)
    spent = (humanize.exact_time if is_over else humanize.duration)(stats.elapsed)
    return [*rows, ("Memory", used, used), ("Time", spent, spent)]


def budget_words(rules: RaceRules) -> str:
    """How far each lane goes."""
    if rules.pace is Pace.EXPANSIONS and rules.expansions is not None:
        return f"{humanize.long_count(rules.expansions)} per lane"
    if rules.pace is Pace.TIME and rules.seconds is not None:
        return f"{rules.seconds:g} s per lane"
    return UNTIL_DONE


def moment_words(pace: Pace, moment: float) -> str:
    """A moment of the timeline, in expansions or seconds."""
    if pace is Pace.EXPANSIONS:
        return f"{round(moment):,}"
    return humanize.duration(moment) if moment else "0 ms"
