"""The figures that a lesson can quote, worked out by running its searches.

A figure is one row in ``FIGURES``. One whose name ends with a dot takes a number after it:
``layer.3``. The searches of lessons are small, so that each is run as often as it takes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from math import factorial

from puzzler.board.scenario import Problem
from puzzler.game.lessons.values import Trial, Value
from puzzler.search.atlas import Atlas, charting
from puzzler.search.engine.algorithm import Keeps
from puzzler.search.engine.stepping import Status
from puzzler.search.heuristics.heuristic import Tables
from puzzler.search.inspection.inspector import Inspector
from puzzler.search.inspection.values import Expansion, Glimpse, Node, SuccessorOutcome
from puzzler.search.method import Method
from puzzler.search.options import Limit
from puzzler.search.packing import MOST_CELLS
from puzzler.search.registry import ALGORITHMS, HEURISTICS
from puzzler.search.result import SearchResult
from puzzler.search.solve import solve, start
from puzzler.steps import finish

MOST_STEPPED = 50_000
"""Expansions that are looked at one by one."""
MOST_PROVING = 3_000_000
"""Expansions for the distance of a board that is too large for a table of all states."""


class NoFigureError(ValueError):
    """A figure that this search does not have, as h of a moment that it does not reach."""


@dataclass(frozen=True)
class Meeting:
    """The first time that the two sides of a bidirectional search met."""

    length: int
    moment: int
    """How many states had been expanded."""


class Ran:
    """A trial and its results; each is computed when it is first used."""

    def __init__(self, trial: Trial) -> None:
        self.trial = trial

    @cached_property
    def result(self) -> SearchResult:
        """The result of the search."""
        search = start(self._problem, self.trial.method)
        while search.status is Status.RUNNING:
            search.advance(MOST_STEPPED)
        return search.result()

    @cached_property
    def h(self) -> int:
        """What the method's heuristic says of the start."""
        return self._tables.evaluate(self.trial.start)

    @cached_property
    def h_of_neighbours(self) -> tuple[int, ...]:
        """The same of the states one move from the start, in the order of the method."""
        start = self.trial.start
        return tuple(self._tables.evaluate(start.apply(move)) for move in start.legal_moves())

    @cached_property
    def distance(self) -> int:
        """Moves of a shortest answer."""
        shape = self.trial.start.size
        is_small = shape[0] * shape[1] <= MOST_CELLS
        # the tables of larger boards take longer to build than a lesson's search without them
        method = Method("idastar", "linear-conflict", limit=Limit(expansions=MOST_PROVING))
        if is_small:
            method = Method.shortest(*shape)
        result = solve(self.trial.start, self.trial.goal, method)
        if result.length is None:
            raise NoFigureError("it takes too long to find out")
        return result.length

    @cached_property
    def atlas(self) -> Atlas:
        """All states by their distance from the goal."""
        try:
            return finish(charting(self.trial.goal))
        except ValueError:
            raise NoFigureError("only boards of at most nine cells have it") from None

    @property
    def glimpse(self) -> Glimpse:
        """What there is to see at the moment of the trial."""
        return self._there[0]

    @property
    def coming(self) -> Expansion | None:
        """What is expanded next; None where the search ends."""
        return self._there[1]

    @property
    def last(self) -> Expansion:
        """What was expanded last."""
        if self.glimpse.expansion is None:
            raise NoFigureError("nothing has been expanded at that moment")
        return self.glimpse.expansion

    @property
    def node(self) -> Node:
        """The node that was expanded last; NoFigureError before the first."""
        return self.last.node

    @cached_property
    def passes(self) -> tuple[tuple[int, int], ...]:
        """(bound, states expanded under it) of each pass of an iterative search."""
        if not ALGORITHMS[self.trial.method.algorithm].has_passes:
            iterative = [name for name, algorithm in ALGORITHMS.items() if algorithm.has_passes]
            raise NoFigureError(f"only {' and '.join(iterative)} have passes")
        if self.result.stats.expanded > MOST_STEPPED:
            raise NoFigureError(f"only searches of at most {MOST_STEPPED:,} expansions have it")
        found: dict[int, int] = {}
        inspector = Inspector(start(self._problem, self.trial.method))
        search = inspector.search
        bound = search.stats().bound  # of what comes next: a pass that is done has made way for it
        while inspector.step() is not None:
            found[bound] = found.get(bound, 0) + 1
            bound = search.stats().bound
        return tuple(found.items())

    @cached_property
    def meeting(self) -> Meeting:
        """Where the two sides met first."""
        search = start(self._problem, self.trial.method)
        if ALGORITHMS[self.trial.method.algorithm].keeps is not Keeps.BOTH_SIDES:
            raise NoFigureError("only bidirectional has it")
        while search.status is Status.RUNNING and search.expanded < MOST_STEPPED:
            search.advance(1)
            length = search.stepping.meeting_length()
            if length is not None:
                return Meeting(length, search.expanded)
        raise NoFigureError("the sides do not meet")

    @cached_property
    def _problem(self) -> Problem:
        return Problem(self.trial.start, self.trial.goal)

    @cached_property
    def _tables(self) -> Tables:
        return HEURISTICS[self.trial.method.heuristic].build(self.trial.goal)

    @cached_property
    def _there(self) -> tuple[Glimpse, Expansion | None]:
        inspector = Inspector(start(self._problem, self.trial.method))
        moment = self.trial.moment
        if moment is None:
            moment = self.result.stats.expanded
        if moment and inspector.reach(moment) is None:
            done = inspector.search.expanded
            raise NoFigureError(f"the search ends after {done:,} expansions, before {moment:,}")
        glimpse = inspector.glimpse()
        return glimpse, inspector.step()


@dataclass(frozen=True)
class Figure:
    """A figure by its name."""

    words: str
    find: Callable[[Ran, int], Value | None]
    """Its value, and None where there is none; the number is the one after the dot, else 0."""


def _at(found: Callable[[Ran], Value | None]) -> Callable[[Ran, int], Value | None]:
    return lambda ran, _: found(ran)


def _of_stats(name: str) -> Callable[[Ran, int], Value | None]:
    return lambda ran, _: getattr(ran.result.stats, name)


def _with_outcome(outcome: SuccessorOutcome) -> Callable[[Ran, int], Value | None]:
    return lambda ran, _: sum(each.outcome is outcome for each in ran.last.successors)


def _numbered(found: Callable[[Ran], tuple[int, ...]]) -> Callable[[Ran, int], Value | None]:
    """One of several, counted from 1."""

    def find(ran: Ran, number: int) -> Value:
        several = found(ran)
        if not 1 <= number <= len(several):
            raise NoFigureError(f"there are {len(several)}, counted from 1")
        return several[number - 1]

    return find


def _layer(ran: Ran, number: int) -> int:
    return len(ran.atlas.states_at(number)) if number <= ran.atlas.furthest else 0


FIGURES: dict[str, Figure] = {
    # of the search as a whole
    "expanded": Figure("states expanded", _of_stats("expanded")),
    "generated": Figure("successors made", _of_stats("generated")),
    "duplicates": Figure("successors that were known already", _of_stats("duplicates")),
    "reopened": Figure("states expanded again", _of_stats("reopened")),
    "frontier": Figure("states that still wait at the end", _of_stats("frontier")),
    "peak_frontier": Figure("the most states that ever waited", _of_stats("peak_frontier")),
    "stored": Figure("nodes held in memory at the end", _of_stats("stored")),
    "deepest": Figure("the largest depth of any state", _of_stats("deepest")),
    "length": Figure("moves of the answer", _at(lambda ran: ran.result.length)),
    "moves": Figure(
        "the moves of the answer, such as ULDR",
        _at(lambda ran: "".join(move.letter for move in ran.result.moves) or None),
    ),
    "branching": Figure("the effective branching factor", _at(lambda ran: ran.result.branching)),
    "lower_bound": Figure("no answer is shorter: proven", _at(lambda ran: ran.result.lower_bound)),
    "status": Figure(
        "how it ended: solved, unsolvable or limit", _at(lambda ran: ran.result.status.value)
    ),
    "passes": Figure("passes of idastar and iddfs", _at(lambda ran: len(ran.passes))),
    "bound.": Figure(
        "the bound of one pass, from 1",
        _numbered(lambda ran: tuple(bound for bound, _ in ran.passes)),
    ),
    "pass.": Figure(
        "states expanded in one pass, from 1",
        _numbered(lambda ran: tuple(expanded for _, expanded in ran.passes)),
    ),
    "meeting": Figure(
        "moves of the path by which the sides of bidirectional first meet",
        _at(lambda ran: ran.meeting.length),
    ),
    "met_at": Figure("states expanded until then", _at(lambda ran: ran.meeting.moment)),
    # of the board
    "h": Figure("what the heuristic says of the board", _at(lambda ran: ran.h)),
    "neighbour.": Figure(
        "h one move away, from 1: the moves UDLR that are legal, in this order",
        _numbered(lambda ran: ran.h_of_neighbours),
    ),
    "distance": Figure("moves of a shortest answer", _at(lambda ran: ran.distance)),
    "choices": Figure(
        "moves that are legal on the board", _at(lambda ran: len(ran.trial.start.legal_moves()))
    ),
    # of all boards of the same shape, with the same goal
    "arrangements": Figure(
        "arrangements of the tiles, solvable or not",
        _at(lambda ran: factorial(len(ran.trial.start.tiles))),
    ),
    "states": Figure(
        "arrangements that can reach the goal",
        _at(lambda ran: factorial(len(ran.trial.start.tiles)) // 2),
    ),
    "furthest": Figure(
        "the largest distance of any state, up to 3x3", _at(lambda ran: ran.atlas.furthest)
    ),
    "layer.": Figure("states so many moves from the goal, up to 3x3", _layer),
    # of the moment at which the search stands
    "at.board": Figure(
        "the state expanded last, at the moment", _at(lambda ran: str(ran.node.board))
    ),
    "at.g": Figure("its g", _at(lambda ran: ran.node.g)),
    "at.h": Figure("its h", _at(lambda ran: ran.node.h)),
    "at.f": Figure("its f", _at(lambda ran: ran.node.f)),
    "at.successors": Figure("its successors", _at(lambda ran: len(ran.last.successors))),
    "at.new": Figure("how many of them are new", _with_outcome(SuccessorOutcome.NEW)),
    "at.duplicate": Figure("how many are duplicates", _with_outcome(SuccessorOutcome.DUPLICATE)),
    "at.reopened": Figure("how many are opened again", _with_outcome(SuccessorOutcome.REOPENED)),
    "at.pruned": Figure("how many are cut off", _with_outcome(SuccessorOutcome.PRUNED)),
    "at.frontier": Figure(
        "states that wait at the moment", _at(lambda ran: ran.glimpse.frontier_size)
    ),
    "at.bound": Figure("the bound at the moment", _at(lambda ran: ran.glimpse.bound)),
    "at.next_bound": Figure("the next bound so far", _at(lambda ran: ran.glimpse.next_bound)),
    "at.next": Figure(
        "the board that is expanded next",
        _at(lambda ran: None if ran.coming is None else str(ran.coming.node.board)),
    ),
}
"""By the name that a lesson has for it."""


def is_figure(name: str) -> bool:
    """Whether there is such a figure."""
    return _row(name) is not None


def figure(ran: Ran, name: str) -> Value:
    """The figure of that name; NoFigureError where this search has none."""
    row = _row(name)
    if row is None:
        raise NoFigureError(f"no figure is called {name!r}")
    found = row[0].find(ran, row[1])
    if found is None:
        raise NoFigureError("this search has none")
    return found


def _row(name: str) -> tuple[Figure, int] | None:
    head, dot, number = name.rpartition(".")
    if dot and number.isdecimal() and head + dot in FIGURES:
        return FIGURES[head + dot], int(number)
    return (FIGURES[name], 0) if name in FIGURES and not name.endswith(".") else None
