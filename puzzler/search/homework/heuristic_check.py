"""What a heuristic of the user's is worth: proven over all states, or seen on many boards."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from puzzler.board.board import Board, unchecked
from puzzler.board.move import Move
from puzzler.board.parity import mended
from puzzler.board.scenario import Problem
from puzzler.board.shuffler import wander
from puzzler.progress import BuildProgress, Reporter, no_report
from puzzler.search.custom import heuristic as custom
from puzzler.search.custom.calling import NotANumberError, caller
from puzzler.search.custom.runner import CodeRunner, Loaded, Runner, Values, start_code
from puzzler.search.custom.source import CodeError, CodeFile
from puzzler.search.engine.measuring import Measuring, Ruler
from puzzler.search.engine.search import Search
from puzzler.search.engine.stepping import Status, Task
from puzzler.search.heuristics import linear_conflict
from puzzler.search.heuristics.heuristic import Heuristic, Tables
from puzzler.search.options import Limit
from puzzler.search.packing import has_numbers, make_space, neighbours_of, tiles_of
from puzzler.search.registry import ALGORITHMS, HEURISTICS

SAMPLE = 10_000
"""Boards that are looked at where there are too many states for all."""
LONGEST_WALK = 30
"""Half of those boards are reached from the goal by so many random moves at most."""
SEARCHED = 100
"""Boards that are searched."""
ALGORITHMS_TRIED = ("astar", "idastar")
BESIDE = tuple(name for name, each in HEURISTICS.items() if each.is_yardstick)
MOST_EXPANDED = 1_000_000
MOST_CALLS = 2_000
"""Expansions of a search that calls the function for each state."""
_FARTHEST_CALLED = 16
"""Moves: boards farther away are not searched so."""
_SEED = 1
_REPEATED = 1000
_TOLERANCE = 1e-9


@dataclass(frozen=True)
class Overestimate:
    """A board whose h is more than its distance from the goal."""

    board: Board
    h: float
    distance: int
    """At least that of any such board."""


@dataclass(frozen=True)
class Jump:
    """A move by which h changes by more than one."""

    board: Board
    move: Move
    h: float
    h_after: float


@dataclass(frozen=True, kw_only=True)
class Report:
    """What was found of a heuristic; see ``checking``."""

    title: str
    goal: Board
    states: int
    """How many were looked at."""
    is_proof: bool
    """They are all that can reach the goal."""
    counterexample: Overestimate | None
    overestimates: int
    """States whose h is more than the distance, of those whose distance is known."""
    jump: Jump | None
    jumps: int
    """States with such a move."""
    goal_h: float
    least: float
    """The smallest h."""
    least_at: Board
    disagreement: Board | None
    """A board for which two calls returned different values."""
    mean_h: float
    mean_distance: float
    """Both over the states whose distance is known."""
    means: Mapping[str, float]
    """The mean of each heuristic that comes with the program, over the same states."""
    dominated_by: tuple[str, ...]
    """Those that are nowhere less, and somewhere more."""
    dominates: tuple[str, ...]
    """Those that are nowhere more, and somewhere less."""
    equals: tuple[str, ...]
    expanded: Mapping[str, Mapping[str, float | None]] | None
    """By algorithm and heuristic: the mean of the expansions on ``searched`` boards; None where a
    limit was reached. None for all where h is of no use to a search. Only what was asked for."""
    searched: int
    microseconds_per_call: float
    not_compiled: str | None
    """Why searches call it uncompiled, "" where they do not; None where they call nothing."""
    promises: Mapping[str, bool]
    """What the file says of it: ``admissible``, ``consistent``."""

    @property
    def admissible(self) -> bool | None:
        """It never overestimates; None where that is not proven."""
        return False if self.counterexample is not None else self._proven

    @property
    def consistent(self) -> bool | None:
        """H is 0 at the goal and no move changes it by more than one; None: not proven."""
        if self.jump is not None or abs(self.goal_h) > _TOLERANCE:
            return False
        return self._proven

    @property
    def _proven(self) -> bool | None:
        return True if self.is_proof else None

    @property
    def broken_promises(self) -> tuple[str, ...]:
        """What the file says of the heuristic, and is not so."""
        found = {"admissible": self.admissible, "consistent": self.consistent}
        return tuple(
            name
            for name, is_promised in self.promises.items()
            if is_promised and found[name] is False
        )


class _Direct:
    """Calls a function in this process."""

    compiled: CodeRunner | None = None

    def __init__(self, function: Callable[..., Any]) -> None:
        self._value = caller(function)
        self.title = getattr(function, "__name__", "h")
        self.seconds = 0.0

    def load(self, report: Reporter) -> Loaded:
        return Loaded({})

    def start_second(self) -> CodeRunner | None:
        return None

    def evaluate(self, goal: Board, tiles: NDArray[np.uint8], report: Reporter) -> Values:
        begun, values = time.perf_counter(), np.empty(len(tiles))
        for number, row in enumerate(tiles.tolist()):
            board = unchecked(*goal.size, tuple(row), row.index(0))
            try:
                values[number] = self._value(board, goal)
            except NotANumberError as error:
                raise CodeError(f"{self.title} {error}, for {board}") from None
        self.seconds += time.perf_counter() - begun
        return values


def check(
    h: CodeFile | Callable[..., float], shape: tuple[int, int] = (3, 3), goal: Board | None = None
) -> Report:
    """What ``h`` is worth as a heuristic on boards of ``shape``, for ``goal``.

    h: a function of a board, and of the goal if it takes two arguments, called in this process; or
    a function in a file, as ``custom.source.find`` names it, called in a process of its own.
    goal: by default the standard one; it tells the shape, too.

    Raises CodeError (a ValueError) where it does not return numbers; in this process whatever ``h``
    raises.
    """
    return check_heuristic(h, goal or Board.solved(*shape))


def check_heuristic(
    h: CodeFile | Callable[..., float],
    goal: Board,
    boards: Sequence[Board] = (),
    algorithms: Collection[str] = ALGORITHMS_TRIED,
    report: Reporter = no_report,
) -> Report:
    """As ``check``, with more choices.

    boards: those that are searched, by default 100. algorithms: what searches them.
    """
    if not isinstance(h, CodeFile):
        return _check(_Direct(h), goal, boards, algorithms, no_report, report)

    def keep(values: Values) -> None:
        custom.save(h, goal, values, lambda _: report(BuildProgress(1, h.title)))

    with closing(start_code(h)) as process:
        return _check(process, goal, boards, algorithms, keep, report)


@dataclass(frozen=True)
class _States:
    """The states that are looked at."""

    tiles: NDArray[np.uint8]
    """(n, cells)"""
    distances: NDArray[np.int16]
    """(n,): from the goal, _UNKNOWN where that is unknown. The goal is the only one with 0."""
    after: NDArray[np.int32]
    """(n, 4): the number of the state after each move, -1 where it is not legal."""
    looked_at: int
    """Of these the first are looked at; the others come after a move only."""


_UNKNOWN = -1
_FAR = 10_000
"""Moves: more than any distance that is known."""


@lru_cache(maxsize=1)  # of a folder that is graded each file needs them
def _all_states(goal: Board) -> _States:
    tiles = tiles_of(goal)
    distances = custom.true_distances(goal).astype(np.int16)
    return _States(tiles, distances, neighbours_of(goal), len(tiles))


def _sample(goal: Board, report: Reporter) -> _States:
    """The goal, boards some random moves from it, with their distances, and boards at random."""
    draw = random.Random(_SEED).random
    found: dict[tuple[int, ...], int] = {goal.tiles: 0}
    ruler = Ruler(goal, linear_conflict.HEURISTIC, linear_conflict.HEURISTIC.build(goal))
    for number in range(SAMPLE // 2):
        length = 1 + number % LONGEST_WALK
        for _, (_, walked) in zip(range(length), wander(goal, draw), strict=False):
            tiles = tuple(walked)
        if tiles not in found:
            measuring = Measuring(ruler, Board(*goal.size, tiles))
            while measuring.advance(MOST_EXPANDED):
                pass
            found[tiles] = measuring.at_least
        if number % 100 == 0:
            report(BuildProgress(number / SAMPLE, "distances of boards"))
    while len(found) < SAMPLE:
        # not by ``mix``, whose moves nobody wants here, and which takes 40 s on 10x10
        tiles = tuple(sorted(goal.tiles, key=lambda _: draw()))
        found.setdefault(mended(Board(*goal.size, tiles), goal).tiles, _UNKNOWN)
        if len(found) % 100 == 0:
            report(BuildProgress(len(found) / SAMPLE, "boards at random"))
    tiles_found = np.array(list(found), np.uint8)
    distances = np.array(list(found.values()), np.int16)
    after, more = _neighbours(goal, tiles_found)
    unknown = np.full(len(more), _UNKNOWN, np.int16)
    return _States(
        np.concatenate([tiles_found, more]),
        np.concatenate([distances, unknown]),
        after,
        len(tiles_found),
    )


def measure_boards(
    goal: Board, boards: Iterable[Board], report: Reporter
) -> list[tuple[Board, int]]:
    """These boards with their distances, the nearest first."""
    ruler = Ruler(goal, linear_conflict.HEURISTIC, linear_conflict.HEURISTIC.build(goal))
    found = []
    for board in boards:
        measuring = Measuring(ruler, board)
        while measuring.advance(MOST_EXPANDED):
            report(BuildProgress(1, "distances of boards"))
        found.append((board, measuring.at_least))
    return sorted(found, key=lambda each: each[1])


def nearest_boards(
    goal: Board, count: int, farthest: int, report: Reporter
) -> list[tuple[Board, int]]:
    """At most ``count`` boards with their distances, up to ``farthest``, the nearest first."""
    states = _all_states(goal) if has_numbers(goal) else _sample(goal, report)
    is_near = (states.distances > 0) & (states.distances <= farthest)
    distances = np.where(is_near, states.distances, 0)[: states.looked_at]
    chosen = sorted(_chosen(distances, is_called=False)[:count],
                    key=lambda number: int(distances[number]))  # fmt: skip
    return [
        (Board(*goal.size, tuple(states.tiles[number].tolist())), int(distances[number]))
        for number in chosen
    ]


def _neighbours(
    goal: Board, tiles: NDArray[np.uint8]
) -> tuple[NDArray[np.int32], NDArray[np.uint8]]:
    """For each row of tiles the numbers of the boards after each move; and those boards."""
    targets = make_space(*goal.size).targets[np.argmin(tiles, 1)]
    rows, moves = np.nonzero(targets >= 0)
    blanks, cells = np.argmin(tiles, 1)[rows], targets[rows, moves]
    more = tiles[rows].copy()
    each = np.arange(len(rows))
    more[each, blanks], more[each, cells] = more[each, cells], 0
    after = np.full(targets.shape, -1, np.int32)
    after[rows, moves] = len(tiles) + each
    return after, more


def _check(
    runner: Runner,
    goal: Board,
    searched: Sequence[Board],
    algorithms: Collection[str],
    keep: Callable[[Values], object],
    report: Reporter,
) -> Report:
    loaded = custom.load(runner, report)
    is_proof = has_numbers(goal)
    states = _all_states(goal) if is_proof else _sample(goal, report)
    h = custom.evaluate(runner, goal, states.tiles, report)
    per_call = 1e6 * runner.seconds / len(h)
    if is_proof:
        keep(h)
    tiles, seen = states.tiles[: states.looked_at], h[: states.looked_at]
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
    distances = states.distances[: states.looked_at]
    is_known = distances != _UNKNOWN
    over = is_known & (seen > distances + _TOLERANCE)
    far = np.where(is_known, distances, _FAR)
    nearest = int(np.where(over, far, 2 * _FAR).argmin())
    after = states.after[: states.looked_at]
    changes = np.where(after >= 0, np.abs(h[after] - seen[:, None]), 0.0)
    is_jump = changes > 1 + _TOLERANCE
    jumping = is_jump.any(1)
    first = int(np.where(jumping, far, 2 * _FAR).argmin())
    least = int(seen.argmin())

    def board(number: int) -> Board:
        return Board(*goal.size, tuple(states.tiles[number].tolist()))

    def jump() -> Jump:
        move = Move(int(is_jump[first].argmax()))
        return Jump(board(first), move, float(h[first]), float(h[after[first, move]]))

    means: dict[str, float] = {}
    orders: dict[str, list[str]] = {"dominated_by": [], "dominates": [], "equals": []}
    for name, values in _ours(goal, tiles):
        report(BuildProgress(1, f"values of {name}"))
        means[name] = float(values[is_known].mean())
        is_less, is_more = (seen < values - _TOLERANCE).any(), (seen > values + _TOLERANCE).any()
        match bool(is_less), bool(is_more):
            case True, False:
                orders["dominated_by"].append(name)
            case False, True:
                orders["dominates"].append(name)
            case False, False:
                orders["equals"].append(name)
    searched = searched or [*map(board, _chosen(distances, is_called=not is_proof))]
    expanded = _expanded(runner, goal, seen, searched, algorithms, report)
    return Report(
        title=runner.title,
        goal=goal,
        states=states.looked_at,
        is_proof=is_proof,
        counterexample=Overestimate(board(nearest), float(h[nearest]), int(distances[nearest]))
        if over.any()
        else None,
        overestimates=int(over.sum()),
        jump=jump() if jumping.any() else None,
        jumps=int(jumping.sum()),
        goal_h=float(seen[int((distances == 0).argmax())]),
        least=float(seen[least]),
        least_at=board(least),
        disagreement=None if disagreement is None else board(disagreement),
        mean_h=float(seen[is_known].mean()),
        mean_distance=float(distances[is_known].mean()),
        means=means,
        **{name: tuple(names) for name, names in orders.items()},
        expanded=expanded,
        searched=len(searched),
        microseconds_per_call=per_call,
        not_compiled=not_compiled,
        promises=loaded.promises,
    )


def _repeated(
    runner: Runner, goal: Board, tiles: NDArray[np.uint8], h: Values, report: Reporter
) -> int | None:
    """The number of a state for which h is another one when it is called again."""
    count = min(_REPEATED, len(tiles))
    again = np.random.default_rng(_SEED).choice(len(tiles), count, replace=False)
    values = custom.evaluate(runner, goal, tiles[again], report)
    differs = np.flatnonzero(values != h[again])
    return int(again[differs[0]]) if differs.size else None


def _ours(goal: Board, tiles: NDArray[np.uint8]) -> Iterator[tuple[str, NDArray[np.int16]]]:
    """The values of each heuristic that comes with the program, where its tables are made soon."""
    for name, heuristic in HEURISTICS.items():
        if has_numbers(goal):
            yield name, _values_of_all(heuristic, goal)
        elif not heuristic.is_slow_to_build:
            yield name, _values(heuristic, goal, tiles)


@lru_cache(maxsize=16)
def _values_of_all(heuristic: Heuristic, goal: Board) -> NDArray[np.int16]:
    return _values(heuristic, goal, _all_states(goal).tiles)


def _values(heuristic: Heuristic, goal: Board, tiles: NDArray[np.uint8]) -> NDArray[np.int16]:
    return heuristic.shared(goal).evaluate_each(tiles).astype(np.int16)


def _chosen(distances: NDArray[np.int16], *, is_called: bool) -> list[int]:
    """The numbers of the boards that are searched: of all distances, from the nearest on."""
    numbers = np.flatnonzero(distances > 0)
    if is_called:
        numbers = numbers[distances[numbers] <= _FARTHEST_CALLED]
    mixed = np.random.default_rng(_SEED).permutation(numbers)
    by_distance: dict[int, list[int]] = {}
    for number in mixed.tolist():
        by_distance.setdefault(int(distances[number]), []).append(number)
    chosen: list[int] = []
    while len(chosen) < min(SEARCHED, len(numbers)):
        for group in (by_distance[distance] for distance in sorted(by_distance)):
            if group and len(chosen) < SEARCHED:
                chosen.append(group.pop())
    return chosen


def _expanded(
    runner: Runner,
    goal: Board,
    h: Values,
    boards: Sequence[Board],
    algorithms: Collection[str],
    report: Reporter,
) -> dict[str, dict[str, float | None]] | None:
    """The mean of the expansions on ``boards``, by algorithm and heuristic."""
    if not algorithms:
        return {}
    is_called = not has_numbers(goal)
    entry = custom.entry(runner.title)
    try:
        tables = (
            custom.calling_tables(runner, goal, lambda: None)
            if is_called
            else custom.tables_of(goal, h, runner.title)
        )
        limit = Limit(expansions=MOST_CALLS if is_called else MOST_EXPANDED)
        found: dict[str, dict[str, float | None]] = {}
        for algorithm in algorithms:
            found[algorithm] = {}
            for ours in ("", *BESIDE):
                name = ours or runner.title
                counts: list[int] = []
                for board in boards:
                    report(BuildProgress(1, f"{algorithm} with {name}"))
                    searched = algorithm, Problem(board, goal), limit
                    if ours:
                        count = _count_with_ours(*searched, ours)
                    else:
                        count = _count(*searched, entry, tables)
                    if count is None:
                        break
                    counts.append(count)
                is_whole = len(counts) == len(boards)
                found[algorithm][name] = sum(counts) / len(boards) if is_whole else None
    except CodeError:  # it is less than 0, or too large
        return None
    return found


@lru_cache(maxsize=1000)  # of a folder that is graded each file is compared with the same
def _count_with_ours(algorithm: str, problem: Problem, limit: Limit, name: str) -> int | None:
    heuristic = HEURISTICS[name]
    return _count(algorithm, problem, limit, heuristic, heuristic.shared(problem.goal))


def _count(
    algorithm: str, problem: Problem, limit: Limit, heuristic: Heuristic, tables: Tables
) -> int | None:
    """How many states are expanded; None where the limit is reached."""
    task = Task(problem, algorithm, heuristic, tables, 1, limit, None)
    search = Search(task, ALGORITHMS[algorithm].make(task))
    return search.expanded if search.advance(MOST_EXPANDED) is Status.SOLVED else None
