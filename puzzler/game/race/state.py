"""What a race shows."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from puzzler.board.scenario import Problem
from puzzler.game.race.lanes import RaceLane, Timeline
from puzzler.game.watch.plots import Plotted
from puzzler.search.comparison import Entry
from puzzler.search.method import Method
from puzzler.search.winning import Rule, Winner
from puzzler.solver.race.values import LEAST_LANES, MOST_LANES, RaceProgress, RaceRules
from puzzler.steps import BuildProgress

RACE_WHILE_SEARCHING = "A search is running. Stop it first to race."
RACED = "This is a race. Play is where tiles are moved."
RACE_IS_OVER = "The race is over: drag its timeline, or race again"
NO_ANSWER_TO_PLAY = "This lane has no answer to play"


class Phase(Enum):
    """How far a race is."""

    READY = "ready"
    """Its lanes and its rules can be chosen."""
    RUNNING = "running"
    OVER = "over"
    """All lanes have come to an end: any moment of it can be looked at."""


@dataclass(frozen=True)
class RaceState:
    """A race that is ready, under way or over."""

    problem: Problem
    methods: tuple[Method, ...]
    rules: RaceRules
    rule: Rule
    rate: float | None
    """Rounds a second at most; None is as fast as it goes."""
    warnings: tuple[str, ...]
    """For each lane, why it cannot be expected to end with its share of the memory; else ""."""
    memory_each: int
    """Bytes that each lane may use: the memory is shared out evenly."""
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
    seeking: float | None
    """How far the lanes are on the way to the moment, 0 to 1; None when all are there."""
    shortest: int | None
    """Moves of the shortest solution, where that is proven by any search."""
    entries: tuple[Entry, ...]
    """The table of a finished race: a row for each lane; none before its end."""
    winner: Winner | None
    """Who has won by ``rule``; None before the end."""

    @property
    def phase(self) -> Phase:
        """How far the race is."""
        if self.race is None:
            return Phase.READY
        return Phase.OVER if self.race.is_over else Phase.RUNNING

    @property
    def elapsed(self) -> float:
        """Seconds since the race began, pauses left out."""
        return 0.0 if self.race is None else self.race.elapsed

    @property
    def is_running(self) -> bool:
        """The lanes go on without input."""
        return self.phase is Phase.RUNNING and not self.is_paused

    @property
    def is_seeking(self) -> bool:
        """Lanes are on the way to the moment that is shown."""
        return any(not lane.is_there and not lane.trouble for lane in self.lanes)

    @property
    def names(self) -> tuple[str, ...]:
        """What the lanes are called in a plot, no two alike: "2 Weighted A*"."""
        return lane_names(self.methods)

    @property
    def can_add(self) -> bool:
        """There is room for another lane."""
        return len(self.methods) < MOST_LANES

    @property
    def can_remove(self) -> bool:
        """A lane can be removed."""
        return len(self.methods) > LEAST_LANES


def lane_names(methods: tuple[Method, ...]) -> tuple[str, ...]:
    """What lanes with these methods are called, no two alike: "2 Weighted A*"."""
    titles = (method.title.partition(", ")[0] for method in methods)
    return tuple(f"{number} {title}" for number, title in enumerate(titles, 1))
