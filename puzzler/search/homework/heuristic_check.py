"""Checks of a user's heuristic: proofs over all states, or tests on many boards."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from puzzler import services
from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.board.scenario import Problem
from puzzler.progress import BuildProgress, Reporter, no_report
from puzzler.search.compilation import load_compiled
from puzzler.search.custom import heuristic as custom
from puzzler.search.custom.runner import Runner, Values, start_code
from puzzler.search.custom.source import CodeError, CodeFile
from puzzler.search.engine.search import Search
from puzzler.search.engine.stepping import Status, Task
from puzzler.search.heuristics.heuristic import Heuristic, Tables
from puzzler.search.homework.checked_states import (
    UNKNOWN,
    CheckedStates,
    all_states,
    choose_boards,
    choose_states,
)
from puzzler.search.homework.wrong_heuristics import cause_of
from puzzler.search.options import Limit
from puzzler.search.packing import has_ranks
from puzzler.search.registry import ALGORITHMS, HEURISTICS

ALGORITHMS_TRIED = ("astar", "idastar")
LARGEST_PLAIN = 6
"""Number of cells up to which loading the compiled kernels takes longer than a check without."""
YARDSTICKS = tuple(name for name, each in HEURISTICS.items() if each.is_yardstick)
MOST_EXPANDED = 1_000_000
MOST_CALLS = 2_000
"""Limit on the expansions of a search that calls the function for each state."""
_SEED = 1
_REPEATED = 1000
_COMPARED = 300
"""Number of states by whose values a wrong heuristic is recognised."""
_FAR = 10_000
"""A number of moves that is larger than any known distance."""
_TOLERANCE = 1e-9


@dataclass(frozen=True)
class Overestimate:
    """A board whose h is more than its distance from the goal."""

    board: Board
    h: float
    distance: int
    """No other such board has a smaller distance."""


@dataclass(frozen=True)
class Inconsistency:
    """A move by which h changes by more than one."""

    board: Board
    move: Move
    h: float
    h_after: float


@dataclass(frozen=True, kw_only=True)
class Report:
    """The results of checking a heuristic.

    >>> report = check(lambda board: 0, (2, 2))
    >>> report.consistent, report.mean_h
    (True, 0.0)

    Attributes:
        title: The name of the heuristic.
        goal: The goal of all tested states.
        states: The number of states tested.
        is_proof: Whether all states that can reach the goal were tested.
        counterexample: A state whose h is more than its distance, or None.
        overestimates: Number of states with a known distance that is smaller than h.
        inconsistency: A move by which h changes by more than one, or None.
        inconsistencies: Number of states with such a move.
        goal_h: h of the goal.
        least_h: The smallest h.
        least_at: A board with the smallest h.
        disagreement: A board for which two calls returned different values, or None.
        mean_h: Mean h over the states with a known distance.
        mean_distance: Mean distance of these states.
        means: The mean of each built-in heuristic over the same states.
        dominated_by: Admissible built-in heuristics that are larger for some states and smaller for
            none.
        dominates: Admissible built-in heuristics that are smaller for some states and larger for
            none.
        equals: Built-in heuristics with the same values.
        expansions: The mean number of expansions on ``searched`` boards, by algorithm and
            heuristic. A mean is None if a search reached a limit. The mapping is None if searches
            cannot use h. It contains only the requested algorithms.
        searched: Number of boards that were searched.
        microseconds_per_call: Time of one call.
        not_compiled: Why searches call the function uncompiled, or "" if they call compiled code.
            None if they use a table of all values.
        promises: The declarations in the file: ``admissible`` and ``consistent``.
        cause: Why h is not admissible or not consistent, with advice, or "" if that is not known.
    """

    title: str
    goal: Board
    states: int
    is_proof: bool
    counterexample: Overestimate | None
    overestimates: int
    inconsistency: Inconsistency | None
    inconsistencies: int
    goal_h: float
    least_h: float
    least_at: Board
    disagreement: Board | None
    mean_h: float
    mean_distance: float
    means: Mapping[str, float]
    dominated_by: tuple[str, ...]
    dominates: tuple[str, ...]
    equals: tuple[str, ...]
    expansions: Mapping[str, Mapping[str, float | None]] | None
    searched: int
    microseconds_per_call: float
    not_compiled: str | None
    promises: Mapping[str, bool]
    cause: str = ""

    def __str__(self) -> str:
        return str(services.find("report_text")(self))

    def _repr_html_(self) -> str:
        return str(services.find("report_html")(self))

    @property
    def admissible(self) -> bool | None:
        """Whether h never overestimates, or None if that is not proven."""
        return False if self.counterexample is not None else self._proven

    @property
    def consistent(self) -> bool | None:
        """Whether h is 0 at the goal and no move changes it by more than 1. None: not proven."""
        if self.inconsistency is not None or abs(self.goal_h) > _TOLERANCE:
            return False
        return self._proven

    @property
    def _proven(self) -> bool | None:
        return True if self.is_proof else None

    @property
    def broken_promises(self) -> tuple[str, ...]:
        """The declarations in the file that are false."""
        found = {"admissible": self.admissible, "consistent": self.consistent}
        return tuple(
            name
            for name, is_promised in self.promises.items()
            if is_promised and found[name] is False
        )


def check(
    h: CodeFile | Callable[..., float], shape: tuple[int, int] = (3, 3), goal: Board | None = None
) -> Report:
    """Check whether ``h`` is admissible and consistent, and compare it with built-in heuristics.

    h: a function of a board and, if it takes two arguments, of the goal, which is called in this
    process; or a function in a file (see ``custom.source.find``), which is called in another one.
    shape: rows and columns, used if there is no goal. goal: by default the standard goal.

    Raises CodeError (a ValueError) if the function does not return numbers. Exceptions of a
    function in this process are not caught.

    >>> report = check(lambda board: board.tiles[-1] != 0, (2, 2))
    >>> report.admissible, report.states
    (True, 12)
    """
    return check_heuristic(h, goal or Board.solved(*shape))


def check_heuristic(
    h: CodeFile | Callable[..., float],
    goal: Board,
    boards: Sequence[Board] = (),
    algorithms: Collection[str] = ALGORITHMS_TRIED,
    report: Reporter = no_report,
) -> Report:
    """Run ``check`` with more options.

    boards: the boards to search, by default 100. algorithms: the algorithms to search them with.
    """
    if len(goal.tiles) > LARGEST_PLAIN:
        load_compiled()
    if not isinstance(h, CodeFile):
        if not callable(h):
            raise TypeError(f"h must be a function, not {h!r}")
        return _check(custom.FunctionRunner(h), goal, boards, algorithms, no_report, report)

    def keep(values: Values) -> None:
        custom.save(h, goal, values, lambda _: report(BuildProgress(1, h.title)))

    with closing(start_code(h)) as process:
        return _check(process, goal, boards, algorithms, keep, report)


def _check(
    runner: Runner,
    goal: Board,
    searched: Sequence[Board],
    algorithms: Collection[str],
    keep: Callable[[Values], object],
    report: Reporter,
) -> Report:
    promises = custom.load(runner, report)
    is_proof = has_ranks(goal)
    states = choose_states(goal, report)
    h = _evaluate(runner, goal, states, report)
    per_call = 1e6 * runner.seconds / len(h)
    if is_proof:
        keep(h)
    tiles, seen = states.tiles[: states.tested], h[: states.tested]
    disagreement = _repeated(runner, goal, tiles, seen, report)
    not_compiled = None
    if not is_proof and (second := runner.start_second()) is not None:
        runner.compiled = second
        sample = slice(custom.CALLS_COMPARED)
        progress = BuildProgress(1, f"{runner.title} is compiled")
        not_compiled = second.compile(goal, tiles[sample], seen[sample], lambda _: report(progress))
        if not_compiled:
            second.close()
            runner.compiled = None
    distances = states.distances[: states.tested]
    is_known = distances != UNKNOWN
    over = is_known & (seen > distances + _TOLERANCE)
    far = np.where(is_known, distances, _FAR)
    nearest = int(np.where(over, far, 2 * _FAR).argmin())
    after = states.after[: states.tested]
    changes = np.where(after >= 0, np.abs(h[after] - seen[:, None]), 0.0)
    is_jump = changes > 1 + _TOLERANCE
    jumping = is_jump.any(1)
    first = int(np.where(jumping, far, 2 * _FAR).argmin())
    least = int(seen.argmin())

    def board(number: int) -> Board:
        return Board(*goal.size, tuple(states.tiles[number].tolist()))

    def inconsistency() -> Inconsistency:
        move = Move(int(is_jump[first].argmax()))
        return Inconsistency(board(first), move, float(h[first]), float(h[after[first, move]]))

    means: dict[str, float] = {}
    orders: dict[str, list[str]] = {"dominated_by": [], "dominates": [], "equals": []}
    for name, values in _all_values(goal, tiles):
        report(BuildProgress(1, f"values of {name}"))
        means[name] = float(values[is_known].mean())
        is_less = bool((seen < values - _TOLERANCE).any())
        is_more = bool((seen > values + _TOLERANCE).any())
        if not (is_less or is_more):
            orders["equals"].append(name)
        elif HEURISTICS[name].admissible and is_less != is_more:  # else larger is not better
            orders["dominated_by" if is_less else "dominates"].append(name)
    searched = searched or [*map(board, choose_boards(distances, is_called=not is_proof))]
    expanded = _expanded(runner, goal, seen, searched, algorithms, report)
    goal_h = float(seen[int((distances == 0).argmax())])
    return Report(
        title=runner.title,
        goal=goal,
        states=states.tested,
        is_proof=is_proof,
        counterexample=Overestimate(board(nearest), float(h[nearest]), int(distances[nearest]))
        if over.any()
        else None,
        overestimates=int(over.sum()),
        inconsistency=inconsistency() if jumping.any() else None,
        inconsistencies=int(jumping.sum()),
        goal_h=goal_h,
        least_h=float(seen[least]),
        least_at=board(least),
        disagreement=None if disagreement is None else board(disagreement),
        mean_h=float(seen[is_known].mean()),
        mean_distance=float(distances[is_known].mean()),
        means=means,
        **{name: tuple(names) for name, names in orders.items()},
        expansions=expanded,
        searched=len(searched),
        microseconds_per_call=per_call,
        not_compiled=not_compiled,
        promises=promises,
        cause=_cause(goal, tiles, seen, goal_h)
        if over.any() or jumping.any() or abs(goal_h) > _TOLERANCE
        else "",
    )


def _evaluate(runner: Runner, goal: Board, states: CheckedStates, report: Reporter) -> Values:
    """Return h of all states. An error cites the nearest board."""
    order = np.lexsort((states.distances, states.distances == UNKNOWN))
    h = np.empty(len(order))
    h[order] = custom.evaluate(runner, goal, states.tiles[order], report)
    return h


def _chosen(limit: int, count: int) -> NDArray[np.int64]:
    """Return at most ``limit`` of the first ``count`` numbers, at random."""
    return np.random.default_rng(_SEED).choice(count, min(limit, count), replace=False)


def _cause(goal: Board, tiles: NDArray[np.uint8], h: Values, goal_h: float) -> str:
    chosen = _chosen(_COMPARED, len(tiles)).tolist()
    values = [(tiles[number].tobytes(), float(h[number])) for number in chosen]
    return cause_of(goal, [(bytes(goal.tiles), goal_h), *values])


def _repeated(
    runner: Runner, goal: Board, tiles: NDArray[np.uint8], h: Values, report: Reporter
) -> int | None:
    """Return the number of a board for which a second call returns another value, or None."""
    again = _chosen(_REPEATED, len(tiles))
    differs = custom.evaluate(runner, goal, tiles[again], report) != h[again]
    return int(again[differs.argmax()]) if differs.any() else None


def _all_values(goal: Board, tiles: NDArray[np.uint8]) -> Iterator[tuple[str, NDArray[np.int16]]]:
    """Yield the values of each built-in heuristic, except on large boards if tables take long."""
    for name, heuristic in HEURISTICS.items():
        if has_ranks(goal):
            yield name, _values_of_all(heuristic, goal)
        elif not heuristic.is_slow_to_build:
            yield name, _values(heuristic, goal, tiles)


@lru_cache(maxsize=16)
def _values_of_all(heuristic: Heuristic, goal: Board) -> NDArray[np.int16]:
    return _values(heuristic, goal, all_states(goal).tiles)


def _values(heuristic: Heuristic, goal: Board, tiles: NDArray[np.uint8]) -> NDArray[np.int16]:
    return heuristic.shared(goal).evaluate_each(tiles).astype(np.int16)


def _expanded(
    runner: Runner,
    goal: Board,
    h: Values,
    boards: Sequence[Board],
    algorithms: Collection[str],
    report: Reporter,
) -> dict[str, dict[str, float | None]] | None:
    if not algorithms:
        return {}
    is_called, found = not has_ranks(goal), dict[str, dict[str, float | None]]()
    entry = custom.entry(runner.title)
    limit = Limit(expansions=MOST_CALLS if is_called else MOST_EXPANDED)

    def mean(algorithm: str, ours: str) -> float | None:
        total = 0
        for board in boards:
            report(BuildProgress(1, f"{algorithm} with {ours or runner.title}"))
            searched = algorithm, Problem(board, goal), limit
            count = _count_with_ours(*searched, ours) if ours else _count(*searched, entry, tables)
            if count is None:
                return None
            total += count
        return total / len(boards)

    try:
        tables = (
            custom.calling_tables(runner, goal, lambda: None)
            if is_called
            else custom.tables_of(goal, h, runner.title)
        )
        for algorithm in algorithms:
            found[algorithm] = {
                ours or runner.title: mean(algorithm, ours) for ours in ("", *YARDSTICKS)
            }
    except CodeError:  # h is negative or too large
        return None
    return found


@lru_cache(maxsize=1000)  # because all files of a graded folder are compared with the same searches
def _count_with_ours(algorithm: str, problem: Problem, limit: Limit, name: str) -> int | None:
    heuristic = HEURISTICS[name]
    return _count(algorithm, problem, limit, heuristic, heuristic.shared(problem.goal))


def _count(
    algorithm: str, problem: Problem, limit: Limit, heuristic: Heuristic, tables: Tables
) -> int | None:
    task = Task(problem, algorithm, heuristic, tables, 1, limit, None)
    search = Search(task, ALGORITHMS[algorithm].make(task))
    return search.expanded if search.advance(MOST_EXPANDED) is Status.SOLVED else None
