"""The figures that a lesson can quote or show, worked out by running its searches.

A figure is one row in ``FIGURES``. One whose name ends with a dot takes a number after it:
``layer.3``. The searches of lessons are small, so that each is run as often as it takes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from math import factorial

from puzzler.game.lessons.lesson import LessonStep, Trial, Value
from puzzler.humanize import counted
from puzzler.progress import no_report
from puzzler.search.engine.algorithm import Keeps
from puzzler.search.engine.stepping import Status
from puzzler.search.heuristics.heuristic import Tables
from puzzler.search.inspection.atlas import Atlas, chart
from puzzler.search.inspection.inspector import Inspector
from puzzler.search.inspection.observation import Expansion, Glimpse, SuccessorOutcome
from puzzler.search.method import Method
from puzzler.search.options import Limit
from puzzler.search.packing import MAX_CELLS
from puzzler.search.registry import ALGORITHMS, HEURISTICS
from puzzler.search.report.comparison import Entry, combine_bounds
from puzzler.search.result import SearchResult
from puzzler.search.solve import solve, start

MOST_STEPPED = 50_000
"""Expansions that are looked at one by one."""
MOST_PROVING = 3_000_000
"""Expansions for the distance of a board that is too large for a table of all states."""


class NoFigureError(ValueError):
    """A figure that this search does not have, as h of a moment that it does not reach."""


class Ran:
    """A trial and its results; each is computed when it is first used."""

    def __init__(self, trial: Trial) -> None:
        self.trial = trial
        self.start = trial.problem.start

    @cached_property
    def result(self) -> SearchResult:
        """The result of the search."""
        search = start(self.trial.problem, self.trial.method)
        while search.status is Status.RUNNING:
            search.advance(MOST_STEPPED)
        return search.result()

    @cached_property
    def tables(self) -> Tables:
        """The method's heuristic."""
        return HEURISTICS[self.trial.method.heuristic].build(self.trial.problem.goal)

    @cached_property
    def distance(self) -> int:
        """Moves of a shortest solution."""
        method = Method.shortest(*self.start.size)
        if len(self.start.tiles) > MAX_CELLS:
            # the tables of larger boards take longer to build than a lesson's search without them
            method = Method("idastar", "linear-conflict", limit=Limit(expansions=MOST_PROVING))
        result = solve(self.start, self.trial.problem.goal, method)
        if result.length is None:
            raise NoFigureError("finding it takes too long")
        return result.length

    @cached_property
    def atlas(self) -> Atlas:
        """All states by their distance from the goal."""
        try:
            return chart(self.trial.problem.goal)
        except ValueError:
            raise NoFigureError("only boards of at most nine cells have it") from None

    @property
    def last(self) -> Expansion:
        """What was expanded last."""
        glimpse, _ = self.there
        if glimpse.expansion is None:
            raise NoFigureError("nothing has been expanded at that moment")
        return glimpse.expansion

    @cached_property
    def passes(self) -> tuple[tuple[int, int], ...]:
        """(bound, states expanded under it) of each pass of an iterative search."""
        if not ALGORITHMS[self.trial.method.algorithm].has_passes:
            iterative = [name for name, algorithm in ALGORITHMS.items() if algorithm.has_passes]
            raise NoFigureError(f"only {' and '.join(iterative)} have passes")
        if self.result.stats.expanded > MOST_STEPPED:
            raise NoFigureError(f"only searches of at most {MOST_STEPPED:,} expansions have it")
        found: dict[int, int] = {}
        inspector = Inspector(start(self.trial.problem, self.trial.method))
        search = inspector.search
        bound = search.stats().bound  # of what comes next: a pass that is done has made way for it
        while inspector.step() is not None:
            found[bound] = found.get(bound, 0) + 1
            bound = search.stats().bound
        return tuple(found.items())

    @cached_property
    def meeting(self) -> tuple[int, int]:
        """Where the two sides met first: the moves of the path, and the states expanded."""
        search = start(self.trial.problem, self.trial.method)
        if ALGORITHMS[self.trial.method.algorithm].keeps is not Keeps.BOTH_SIDES:
            raise NoFigureError("only bidirectional has it")
        while search.status is Status.RUNNING and search.expanded < MOST_STEPPED:
            search.advance(1)
            length = search.stepping.meeting_length()
            if length is not None:
                return length, search.expanded
        raise NoFigureError("the sides do not meet")

    @cached_property
    def there(self) -> tuple[Glimpse, Expansion | None]:
        """What there is to see at the moment of the trial, and what is expanded next if any."""
        inspector = Inspector(start(self.trial.problem, self.trial.method))
        moment = self.trial.moment
        if moment is None:
            moment = self.result.stats.expanded
        if moment and inspector.reach(moment) is None:
            done = inspector.search.expanded
            ends = counted(done, "expansion")
            raise NoFigureError(f"the search ends after {ends}, before {moment:,}")
        glimpse = inspector.glimpse()
        return glimpse, inspector.step()


@dataclass(frozen=True)
class QuotedFigure:
    """A figure by its name."""

    words: str
    find: Callable[[Ran, int], Value | None]
    """Its value, and None where there is none; the number is the one after the dot, else 0."""


def _stat(name: str, ran: Ran, _: int) -> Value:
    value: int = getattr(ran.result.stats, name)
    return value


def _with(outcome: SuccessorOutcome, ran: Ran, _: int) -> Value:
    return sum(each.outcome is outcome for each in ran.last.successors)


def _numbered(several: Sequence[int], number: int) -> Value:
    if not 1 <= number <= len(several):
        raise NoFigureError(f"there are {len(several)}, counted from 1")
    return several[number - 1]


FIGURES: dict[str, QuotedFigure] = {
    # of the search as a whole
    "expanded": QuotedFigure("states expanded", partial(_stat, "expanded")),
    "generated": QuotedFigure("successors generated", partial(_stat, "generated")),
    "duplicates": QuotedFigure("successors that are discarded", partial(_stat, "duplicates")),
    "reopened": QuotedFigure("states expanded again", partial(_stat, "reopened")),
    "frontier": QuotedFigure("states in the frontier at the end", partial(_stat, "frontier")),
    "peak_frontier": QuotedFigure(
        "the most states in the frontier at any time", partial(_stat, "peak_frontier")
    ),
    "stored": QuotedFigure("nodes held in memory at the end", partial(_stat, "stored")),
    "deepest": QuotedFigure("the largest depth of any state", partial(_stat, "deepest")),
    "length": QuotedFigure("moves of the solution", lambda ran, _: ran.result.length),
    "moves": QuotedFigure(
        "the moves of the solution, such as ULDR",
        lambda ran, _: "".join(move.letter for move in ran.result.moves) or None,
    ),
    "branching": QuotedFigure(
        "the effective branching factor", lambda ran, _: ran.result.branching
    ),
    "lower_bound": QuotedFigure(
        "no solution is shorter (proven)", lambda ran, _: ran.result.lower_bound
    ),
    "status": QuotedFigure(
        "how it ended: solved, unsolvable or limit", lambda ran, _: ran.result.status.value
    ),
    "passes": QuotedFigure("passes of idastar and iddfs", lambda ran, _: len(ran.passes)),
    "bound.": QuotedFigure(
        "the bound of one pass, from 1",
        lambda ran, number: _numbered([bound for bound, _ in ran.passes], number),
    ),
    "pass.": QuotedFigure(
        "states expanded in one pass, from 1",
        lambda ran, number: _numbered([expanded for _, expanded in ran.passes], number),
    ),
    "meeting": QuotedFigure(
        "moves of the path by which the sides of bidirectional first meet",
        lambda ran, _: ran.meeting[0],
    ),
    "met_at": QuotedFigure("states expanded until then", lambda ran, _: ran.meeting[1]),
    # of the board
    "h": QuotedFigure(
        "the heuristic's estimate for the board", lambda ran, _: ran.tables.evaluate(ran.start)
    ),
    "neighbour.": QuotedFigure(
        "h one move away, from 1: the moves UDLR that are legal, in this order",
        lambda ran, number: _numbered(
            [ran.tables.evaluate(ran.start.apply(move)) for move in ran.start.legal_moves()], number
        ),
    ),
    "distance": QuotedFigure("moves of a shortest solution", lambda ran, _: ran.distance),
    "choices": QuotedFigure(
        "moves that are legal on the board", lambda ran, _: len(ran.start.legal_moves())
    ),
    # of all boards of the same shape, with the same goal
    "arrangements": QuotedFigure(
        "arrangements of the tiles, solvable or not", lambda ran, _: factorial(len(ran.start.tiles))
    ),
    "states": QuotedFigure(
        "arrangements that can reach the goal", lambda ran, _: factorial(len(ran.start.tiles)) // 2
    ),
    "furthest": QuotedFigure(
        "the largest distance of any state, up to 3x3", lambda ran, _: len(ran.atlas.rings) - 1
    ),
    "layer.": QuotedFigure(
        "states so many moves from the goal, up to 3x3",
        lambda ran, at: len(ran.atlas.states_at(at)) if at < len(ran.atlas.rings) else 0,
    ),
    # of the moment at which the search stands
    "at.board": QuotedFigure(
        "the state expanded last, at the moment", lambda ran, _: str(ran.last.node.board)
    ),
    "at.g": QuotedFigure("its g", lambda ran, _: ran.last.node.g),
    "at.h": QuotedFigure("its h", lambda ran, _: ran.last.node.h),
    "at.f": QuotedFigure("its f", lambda ran, _: ran.last.node.f),
    "at.successors": QuotedFigure("its successors", lambda ran, _: len(ran.last.successors)),
    "at.new": QuotedFigure("how many of them are new", partial(_with, SuccessorOutcome.NEW)),
    "at.duplicate": QuotedFigure(
        "how many are duplicates", partial(_with, SuccessorOutcome.DUPLICATE)
    ),
    "at.reopened": QuotedFigure("how many are reopened", partial(_with, SuccessorOutcome.REOPENED)),
    "at.pruned": QuotedFigure("how many are pruned", partial(_with, SuccessorOutcome.PRUNED)),
    "at.frontier": QuotedFigure(
        "states in the frontier at the moment", lambda ran, _: ran.there[0].frontier_size
    ),
    "at.bound": QuotedFigure("the bound at the moment", lambda ran, _: ran.there[0].bound),
    "at.next_bound": QuotedFigure("the next bound so far", lambda ran, _: ran.there[0].next_bound),
    "at.next": QuotedFigure(
        "the board that is expanded next",
        lambda ran, _: None if ran.there[1] is None else str(ran.there[1].node.board),
    ),
}
"""By the name that a lesson has for it."""


def find_figure(name: str) -> tuple[QuotedFigure, int] | None:
    """The figure of that name, and the number in it, else 0; None where there is none."""
    head, dot, number = name.rpartition(".")
    if dot and number.isdecimal() and head + dot in FIGURES:
        return FIGURES[head + dot], int(number)
    return (FIGURES[name], 0) if name in FIGURES and not name.endswith(".") else None


def value_of(ran: Ran, name: str) -> Value:
    """The figure of that name; NoFigureError where this search has none."""
    found = find_figure(name)
    if found is None:
        raise NoFigureError(f"no figure is called {name!r}")
    figure, number = found
    value = figure.find(ran, number)
    if value is None:
        raise NoFigureError("this search has none")
    return value


_SLICE = 20_000
"""Expansions until the next look at whether the results are still wanted."""
Entries = tuple[Entry, ...]


def compared_trials(step: LessonStep) -> dict[str, Trial]:
    """The searches whose figures a step shows, by name: its runs, or without any its own."""
    return dict(step.runs) or {"": step.trial}


def compare(step: LessonStep, publish: Callable[[Entries], object] = no_report) -> Entries:
    """Run the searches one after the other; ``publish`` often gets the rows that are done."""
    entries: Entries = ()
    trials = compared_trials(step).values()
    for trial in trials:
        search = start(trial.problem, trial.method)
        while search.status is Status.RUNNING:
            search.advance(_SLICE)
            publish(entries)
        entries = (*entries, Entry(trial.method, (search.result(),)))
    is_one_problem = len({trial.problem for trial in trials}) == 1
    return combine_bounds(entries) if is_one_problem else entries
