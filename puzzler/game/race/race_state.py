"""What there is to see of a race: all that a window reads to draw."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from enum import Enum

from puzzler.board.board import Board
from puzzler.board.scenario import Problem, Scenario
from puzzler.game.play.game import Play
from puzzler.game.race.lanes import RaceLane, at, told, waiting
from puzzler.game.race.timeline import Timeline
from puzzler.game.watch.plots import NOTHING_PLOTTED, Plotted, plotted
from puzzler.search import feasibility
from puzzler.search.comparison import Entry, compared
from puzzler.search.heuristics.heuristic import BuildProgress
from puzzler.search.method import Method
from puzzler.search.options import Limit
from puzzler.search.samples import Sampled
from puzzler.search.winning import Rule, Winner, winner
from puzzler.solver.inspection.job import InspectionWorker
from puzzler.solver.inspection.moments import Moment
from puzzler.solver.messages import Progress
from puzzler.solver.race.job import RaceWorker
from puzzler.solver.race.progress import RaceProgress
from puzzler.solver.race.rules import RaceRules, check_lanes, lane_methods


class Phase(Enum):
    """How far a race is."""

    READY = "ready"
    """Its lanes and its rules can be chosen."""
    RUNNING = "running"
    """It runs, or is paused."""
    OVER = "over"
    """All lanes have come to an end: any moment of it can be looked at."""


class Raced:
    """Read at any time; nothing here changes anything. ``Racing`` adds what a person does."""

    is_aside = True

    def __init__(
        self, problem: Problem, methods: Sequence[Method], rules: RaceRules, memory_bytes: int
    ) -> None:
        self.problem = problem
        """Start and goal of all lanes."""
        self.rules = rules
        """How the lanes are kept abreast, and how far they go."""
        self.rule = Rule.FEWEST_EXPANSIONS
        """Who wins."""
        self.shortest: int | None = None
        """Moves of the shortest answer, where that is proven by anybody."""
        self._methods = checked_lanes(methods)
        self._memory_bytes = memory_bytes
        self._racer: RaceWorker | None = None
        self._race: RaceProgress | None = None
        self._is_held = False  # it was asked to stand still
        self._timeline: Timeline | None = None
        self._moment: float | None = None  # shown of a finished race; None is its end
        self._examiners: dict[int, InspectionWorker] = {}
        self._looked: dict[int, Moment] = {}
        self._plots: dict[int, tuple[Sampled, str, Plotted]] = {}  # they are read in every frame
        # the table, and what it was made of: it is read in every frame
        self._entries: tuple[tuple[Timeline | None, int | None], tuple[Entry, ...]] | None = None
        self._is_over = False

    # ---- The race -------------------------------------------------------------------------

    @property
    def methods(self) -> tuple[Method, ...]:
        """What the lanes search with, as they were chosen."""
        return self._methods

    @property
    def phase(self) -> Phase:
        """How far the race is."""
        if self._race is None:
            return Phase.READY
        return Phase.OVER if self._race.is_over else Phase.RUNNING

    @property
    def race(self) -> RaceProgress | None:
        """What was told of the race last; None before it."""
        return self._race

    @property
    def memory_each(self) -> int:
        """Bytes that each lane may use: the memory is shared out evenly."""
        return self._memory_bytes // len(self._methods)

    @property
    def elapsed(self) -> float:
        """Seconds since the race began, pauses left out."""
        return 0.0 if self._race is None else self._race.elapsed

    @property
    def building(self) -> BuildProgress | None:
        """How far tables or machine code are, before the lanes begin."""
        return None if self._racer is None else self._racer.building

    @property
    def is_running(self) -> bool:
        """The lanes go on by themselves."""
        return self.phase is Phase.RUNNING and not self.is_paused

    def warning(self, place: int) -> str:
        """Why that lane, with its share of the memory, cannot be expected to end; else ""."""
        method = lane_methods(self._methods, self.rules, self._memory_bytes)[place]
        limit = replace(method.limit, seconds=self.rules.seconds)
        return feasibility.warning(replace(method, limit=limit), *self.problem.start.size)

    # ---- Its moments ----------------------------------------------------------------------

    @property
    def moment(self) -> float:
        """What is shown: how far the lanes are, in states expanded or in seconds each."""
        if self._moment is not None:
            return self._moment
        if self._timeline is not None:
            return self._timeline.end
        return 0 if self._race is None else self._race.moment

    @property
    def timeline(self) -> Timeline | None:
        """The axis of a finished race; None before its end."""
        return self._timeline

    @property
    def is_seeking(self) -> bool:
        """Lanes are under way to the moment that is shown."""
        return any(not lane.is_there and not lane.trouble for lane in self.lanes)

    @property
    def seeking(self) -> float | None:
        """How much of that is done, 0 to 1; None when all are there."""
        told = [each.latest.seeking for each in self._examiners.values()]
        return min((share for share in told if share is not None), default=None)

    @property
    def lanes(self) -> tuple[RaceLane, ...]:
        """All lanes, at the moment that is shown."""
        shown = []
        for place, method in enumerate(self._methods):
            if self._race is None:
                shown.append(waiting(place, method, self.problem.start, self.memory_each))
                continue
            lane = told(place, method, self._race.lanes[place], self._least)
            if self._timeline is not None and self._moment is not None:
                looked, examiner = self._looked.get(place), self._examiners.get(place)
                lane = at(lane, self._moment, self._timeline, looked, self._least)
                if not lane.is_there and examiner is not None:
                    lane = replace(lane, trouble=examiner.failure)
            shown.append(lane)
        return tuple(shown)

    @property
    def names(self) -> tuple[str, ...]:
        """What the lanes are called in a plot, no two alike: "2 Weighted A*"."""
        titles = (method.title.partition(", ")[0] for method in self._methods)
        return tuple(f"{number} {title}" for number, title in enumerate(titles, 1))

    @property
    def plots(self) -> tuple[Plotted, ...]:
        """Every lane against its own expansions, to be joined; () before the race.

        A lane is another object as soon as it has more, and only then.
        """
        lanes = () if self._race is None else self._race.lanes
        return tuple(self._plot(place, lane.samples) for place, lane in enumerate(lanes))

    def _plot(self, place: int, sampled: Sampled | None) -> Plotted:
        if sampled is None:
            return NOTHING_PLOTTED
        kept, name = self._plots.get(place), self.names[place]
        if kept is None or kept[0] is not sampled or kept[1] != name:
            kept = sampled, name, plotted(self._methods[place], sampled, name)
            self._plots[place] = kept
        return kept[2]

    # ---- Its end --------------------------------------------------------------------------

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The table of a finished race: a row for each lane; none before its end."""
        made_of = self._timeline, self.shortest
        if self._entries is None or self._entries[0] != made_of:
            self._entries = made_of, self._made_entries()
        return self._entries[1]

    def _made_entries(self) -> tuple[Entry, ...]:
        if self._timeline is None:
            return ()
        lanes = zip(self._methods, self._timeline.lanes, strict=True)
        rows = compared(
            [
                Entry(method, () if lane.result is None else (lane.result,), failure=lane.failure)
                for method, lane in lanes
            ]
        )
        if self.shortest is None:
            return rows
        return tuple(
            replace(row, shortest=(self.shortest,)) if row.results else row for row in rows
        )

    @property
    def winner(self) -> Winner | None:
        """Who has won by ``rule``; None before the end."""
        return None if self._timeline is None else winner(self.entries, self.rule)

    # ---- As an activity -------------------------------------------------------------------

    @property
    def board(self) -> Board:
        """Where all lanes begin."""
        return self.problem.start

    @property
    def goal(self) -> Board:
        """The goal of all lanes."""
        return self.problem.goal

    @property
    def play(self) -> Play:
        """A play of which no move is made."""
        return Play(Scenario(self.problem.start, self.problem.goal), self.board, 0, 0.0)

    @property
    def progress(self) -> Progress | None:
        """No single search is watched."""
        return None

    @property
    def is_busy(self) -> bool:
        """Something may change by itself."""
        racer = self._racer
        if racer is not None and (racer.is_busy or self._race is not racer.latest):
            return True
        return any(
            each.is_busy or each.latest.moment is not self._looked.get(place)
            for place, each in self._examiners.items()
        )

    @property
    def is_over(self) -> bool:
        """It was left."""
        return self._is_over

    @property
    def is_paused(self) -> bool:
        """It stands still in the middle, or is about to."""
        return self.phase is Phase.RUNNING and self._is_held

    @property
    def holds_timer(self) -> bool:
        """The game waits."""
        return True

    @property
    def can_undo(self) -> bool:
        """Nothing is changed here."""
        return False

    @property
    def can_redo(self) -> bool:
        """Nothing is changed here."""
        return False

    # ---- Within ---------------------------------------------------------------------------

    @property
    def _least(self) -> int | None:
        """Moves of the shortest answer that anybody knows of."""
        lanes = () if self._race is None else self._race.lanes
        lengths = [length for lane in lanes if (length := lane.best_length) is not None]
        if self.shortest is not None:
            lengths.append(self.shortest)
        return min(lengths, default=None)


def checked_lanes(methods: Sequence[Method]) -> tuple[Method, ...]:
    """The methods without limits, for the rules of the race say how far they go.

    ValueError where they are too few or too many.
    """
    check_lanes(methods)
    return tuple(replace(method, limit=Limit()) for method in methods)
