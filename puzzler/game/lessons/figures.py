"""The figures that lessons can quote, computed by running their searches.

A figure is a row in ``FIGURES``. A name that ends with a dot is followed by a number: ``layer.3``.
The searches of lessons are short, so they are run whenever a figure needs them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cached_property, partial
from math import factorial

from puzzler.board.board import Board, moves_from_cell
from puzzler.board.move import Move
from puzzler.board.numbers import whole_number
from puzzler.game.lessons.lesson import LessonPanel, LessonStep, Trial, Value, format_value
from puzzler.humanize import counted
from puzzler.progress import no_report
from puzzler.search.engine.stepping import Status, Storage
from puzzler.search.heuristics.heuristic import Tables
from puzzler.search.inspection.atlas import Atlas, build_atlas
from puzzler.search.inspection.inspector import Inspector
from puzzler.search.inspection.observation import Expansion, Glimpse, SuccessorOutcome
from puzzler.search.method import Method
from puzzler.search.options import Limit
from puzzler.search.packing import MAX_CELLS
from puzzler.search.registry import ALGORITHMS, HEURISTICS
from puzzler.search.report.comparison import Entry, combine_bounds
from puzzler.search.result import SearchResult
from puzzler.search.solve import solve
from puzzler.search.starting import start

MAX_STEPPED = 50_000
"""Maximum number of expansions of an inspected search."""
MAX_PROVING = 3_000_000
"""Maximum number of expansions to find the distance of a board without a table of all states."""


class NoFigureError(ValueError):
    """Raised if a search does not have a figure, such as h after the end of the search."""


class TrialResults:
    """A trial and its results; each is computed when it is first used."""

    def __init__(self, trial: Trial) -> None:
        self.trial = trial
        self.start = trial.problem.start

    @cached_property
    def result(self) -> SearchResult:
        """The result of the search."""
        search = start(self.trial.problem, self.trial.method)
        while search.status is Status.RUNNING:
            search.advance(MAX_STEPPED)
        return search.result()

    @cached_property
    def tables(self) -> Tables:
        """The tables of the heuristic."""
        return HEURISTICS[self.trial.method.heuristic].build(self.trial.problem.goal)

    @cached_property
    def distance(self) -> int:
        """Length of a shortest solution."""
        method = Method.shortest(*self.start.size)
        if len(self.start.tiles) > MAX_CELLS:
            # building tables of larger boards takes longer than such a search without them
            method = Method("idastar", "linear-conflict", limit=Limit(expansions=MAX_PROVING))
        result = solve(self.start, self.trial.problem.goal, method)
        if result.length is None:
            raise NoFigureError("finding it takes too long")
        return result.length

    @cached_property
    def atlas(self) -> Atlas:
        """The states by their distance from the goal."""
        try:
            return build_atlas(self.trial.problem.goal)
        except ValueError:
            raise NoFigureError("only boards of at most nine cells have it") from None

    @property
    def last(self) -> Expansion:
        """The latest expansion."""
        glimpse, _ = self.at_moment
        if glimpse.expansion is None:
            raise NoFigureError("nothing is expanded before that moment")
        return glimpse.expansion

    @cached_property
    def passes(self) -> tuple[tuple[int, int], ...]:
        """The bound of each pass of an iterative search, and the states expanded in it."""
        if not ALGORITHMS[self.trial.method.algorithm].has_passes:
            iterative = [name for name, algorithm in ALGORITHMS.items() if algorithm.has_passes]
            raise NoFigureError(f"only {' and '.join(iterative)} have passes")
        if self.result.stats.expanded > MAX_STEPPED:
            raise NoFigureError(f"only searches of at most {MAX_STEPPED:,} expansions have it")
        found: dict[int, int] = {}
        inspector = Inspector(start(self.trial.problem, self.trial.method))
        search = inspector.search
        bound = (
            search.stats().bound
        )  # the bound of the next expansion, because a finished pass is replaced by the next
        while inspector.step() is not None:
            found[bound] = found.get(bound, 0) + 1
            bound = search.stats().bound
        return tuple(found.items())

    @cached_property
    def meeting(self) -> tuple[int, int]:
        """The first meeting of the two sides: the moves of the path, and the states expanded."""
        search = start(self.trial.problem, self.trial.method)
        if ALGORITHMS[self.trial.method.algorithm].keeps is not Storage.BOTH_SIDES:
            raise NoFigureError("only bidirectional has it")
        while search.status is Status.RUNNING and search.expanded < MAX_STEPPED:
            search.advance(1)
            length = search.stepping.meeting_length()
            if length is not None:
                return length, search.expanded
        raise NoFigureError("the sides do not meet")

    @cached_property
    def f_counts(self) -> tuple[int, int]:
        """Count the states with f below and equal to the length of a shortest solution.

        g is the distance from the start. Only paths with such states are followed, which finds all
        of them if h is consistent.
        """
        length, visited, layer, counts = self.distance, {self.start}, [self.start], [0, 0]
        for g in range(length + 1):
            values = [g + self.tables.evaluate(board) for board in layer]
            counts[0] += sum(f < length for f in values)
            counts[1] += values.count(length)
            followed = [board for board, f in zip(layer, values, strict=True) if f <= length]
            after = (board.apply(move) for board in followed for move in board.legal_moves())
            layer = [board for board in dict.fromkeys(after) if board not in visited]
            visited.update(layer)
        return counts[0], counts[1]

    def paths(self, length: int) -> int:
        """Count the paths of ``length`` moves that never take a move back immediately."""
        counts: Counter[tuple[int, Move | None]] = Counter({(self.start.blank, None): 1})
        for _ in range(length):
            after: Counter[tuple[int, Move | None]] = Counter()
            for (cell, last), count in counts.items():
                for move, target in moves_from_cell(*self.start.size, cell).items():
                    if last is None or move is not last.inverse:
                        after[target, move] += count
            counts = after
        return counts.total()

    @cached_property
    def at_moment(self) -> tuple[Glimpse, Expansion | None]:
        """The view at the moment of the trial, and the next expansion if there is one."""
        inspector = Inspector(start(self.trial.problem, self.trial.method))
        moment = self.trial.moment
        if moment is None:
            moment = self.result.stats.expanded
        if moment and inspector.reach(moment) is None:
            expanded = inspector.search.expanded
            count = counted(expanded, "expansion")
            raise NoFigureError(f"the search ends after {count}, before {moment:,}")
        glimpse = inspector.glimpse()
        return glimpse, inspector.step()


def _stat(name: str, run: TrialResults, _: int) -> Value:
    value: int = getattr(run.result.stats, name)
    return value


def _with(outcome: SuccessorOutcome, run: TrialResults, _: int) -> Value:
    return sum(each.outcome is outcome for each in run.last.successors)


def _numbered(several: Sequence[int], number: int) -> Value:
    if not 1 <= number <= len(several):
        raise NoFigureError(f"there are {len(several)}, counted from 1")
    return several[number - 1]


Find = Callable[[TrialResults, int], Value | None]
"""Returns the value or None. Called with the number after the dot, or 0."""

FIGURES: dict[str, Find] = {
    # the whole search
    "expanded": partial(_stat, "expanded"),
    "generated": partial(_stat, "generated"),
    "duplicates": partial(_stat, "duplicates"),
    "reopened": partial(_stat, "reopened"),
    "frontier": partial(_stat, "frontier"),
    "peak_frontier": partial(_stat, "peak_frontier"),
    "stored": partial(_stat, "stored"),
    "deepest": partial(_stat, "deepest"),
    "length": lambda run, _: run.result.length,
    "f_below": lambda run, _: run.f_counts[0],
    "f_equal": lambda run, _: run.f_counts[1],
    "ties": lambda run, _: run.result.stats.expanded - run.f_counts[0],
    "paths.": lambda run, length: run.paths(length),
    "moves": lambda run, _: "".join(move.letter for move in run.result.moves) or None,
    "branching": lambda run, _: run.result.branching,
    "lower_bound": lambda run, _: run.result.lower_bound,
    "status": lambda run, _: run.result.status.value,
    "passes": lambda run, _: len(run.passes),
    "bound.": lambda run, number: _numbered([bound for bound, _ in run.passes], number),
    "pass.": lambda run, number: _numbered([expanded for _, expanded in run.passes], number),
    "meeting": lambda run, _: run.meeting[0],
    "met_at": lambda run, _: run.meeting[1],
    # the board
    "h": lambda run, _: run.tables.evaluate(run.start),
    "neighbour.": lambda run, number: _numbered(
        [run.tables.evaluate(run.start.apply(move)) for move in run.start.legal_moves()], number
    ),
    "distance": lambda run, _: run.distance,
    "choices": lambda run, _: len(run.start.legal_moves()),
    # all boards of this size with the same goal
    "arrangements": lambda run, _: factorial(len(run.start.tiles)),
    "states": lambda run, _: factorial(len(run.start.tiles)) // 2,
    "furthest": lambda run, _: len(run.atlas.rings) - 1,
    "layer.": lambda run, at: len(run.atlas.states_at(at)) if at < len(run.atlas.rings) else 0,
    # the search at the moment of the step
    "at.board": lambda run, _: str(run.last.node.board),
    "at.g": lambda run, _: run.last.node.g,
    "at.h": lambda run, _: run.last.node.h,
    "at.f": lambda run, _: run.last.node.f,
    "at.successors": lambda run, _: len(run.last.successors),
    "at.new": partial(_with, SuccessorOutcome.NEW),
    "at.replaced": partial(_with, SuccessorOutcome.REPLACED),
    "at.duplicate": partial(_with, SuccessorOutcome.DUPLICATE),
    "at.reopened": partial(_with, SuccessorOutcome.REOPENED),
    "at.pruned": partial(_with, SuccessorOutcome.PRUNED),
    "at.frontier": lambda run, _: run.at_moment[0].frontier_size,
    "at.bound": lambda run, _: run.at_moment[0].bound,
    "at.next_bound": lambda run, _: run.at_moment[0].next_bound,
    "at.next": lambda run, _: (
        None if run.at_moment[1] is None else str(run.at_moment[1].node.board)
    ),
}
"""The figures that a lesson can quote. docs/lessons.md describes them."""


LARGEST_NUMBER = 10**9
"""The largest number in the name of a figure."""


def find_figure(name: str) -> tuple[Find, int] | None:
    """Return the function of a figure and the number in its name, or 0; None if there is none."""
    head, dot, number = name.rpartition(".")
    if dot and head + dot in FIGURES:
        with suppress(ValueError):
            return FIGURES[head + dot], whole_number(number, 0, LARGEST_NUMBER)
    return (FIGURES[name], 0) if name in FIGURES and not name.endswith(".") else None


def value_of(run: TrialResults, name: str) -> Value:
    """Return the value of a figure. Raises NoFigureError if this search has none."""
    found = find_figure(name)
    if found is None:
        raise NoFigureError(f"no figure is called {name!r}")
    find, number = found
    value = find(run, number)
    if value is None:
        raise NoFigureError("this search does not have it")
    return value


_SLICE = 20_000
"""Number of expansions between two checks whether the results are still needed."""
Entries = tuple[Entry, ...]


def compared_trials(step: LessonStep) -> dict[str, Trial]:
    """Return the searches that a step compares, by name: its runs, or its own search."""
    return dict(step.runs) or {"": step.trial}


def quoted_figure(step: LessonStep, name: str, column: str) -> str:
    """Return a claimed figure of a compared search if the text or the question quotes it, else "".

    name: the name of the search. column: the name of a column of a comparison.
    """
    key = ".".join(filter(None, (name, column.replace("-", "_"))))
    texts = step.text + (step.question.text if step.question is not None else "")
    is_quoted = key in step.figures and f"{{{key}}}" in texts
    return format_value(step.figures[key]) if is_quoted else ""


def shown_board(step: LessonStep) -> Board:
    """Return the board that the panel shows before the question of the step is answered."""
    has_state = step.panel is LessonPanel.STATE and not step.is_to_predict
    trial = step.trial
    is_start = not has_state or not trial.moment
    return trial.problem.start if is_start else TrialResults(trial).last.node.board


def compare(step: LessonStep, publish: Callable[[Entries], object] = no_report) -> Entries:
    """Run the searches of a step; ``publish`` is called with the finished entries."""
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
