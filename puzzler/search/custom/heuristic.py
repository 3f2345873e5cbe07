"""A function of the user as a heuristic: a table of all states, or a call for each state.

Up to nine cells the function is evaluated once for every state that can reach the goal. The values
are stored under a digest of the file, and searches read them like other tables. On larger boards
the search calls the function. Fractions are rounded up, which preserves admissibility and
consistency.
"""

from __future__ import annotations

import hashlib
import time
import weakref
from collections.abc import Callable
from contextlib import ExitStack, closing, suppress
from dataclasses import replace
from functools import lru_cache, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from puzzler.board.board import Board, unchecked
from puzzler.progress import BuildProgress, Reporter, check_cancelled, no_report
from puzzler.search.custom.calling import ResultError, caller
from puzzler.search.custom.runner import CodeRunner, Runner, Values, start_code
from puzzler.search.custom.source import CodeError, CodeFile, digest_of
from puzzler.search.deadline import TimeUpError
from puzzler.search.heuristics.heuristic import MAX_CALLED_H, NO_CUSTOM, Heuristic, Tables
from puzzler.search.kernels import estimate, intrinsics
from puzzler.search.kernels.heuristic_data import Custom
from puzzler.search.packing import (
    board_of,
    count_of,
    has_ranks,
    index_factors,
    index_size,
    layers_of,
    tiles_of,
)
from puzzler.search.tables import store

MAX_LISTED = np.iinfo(np.int16).max
"""The largest h in a table."""
MAX_TABLES = 50
"""Limit on the tables of values on disk. Each change of a file adds one."""
_AT_ONCE = 1000
"""States evaluated between two reports of progress, which takes about 10 milliseconds."""
_KIND = "custom-"
_ROUNDING = 1e-9
"""Tolerance for sums of fractions that are slightly too large."""
_NEGATIVE, _TOO_LARGE = "less than 0", "too large"
CALLS_COMPARED = 1000
"""Calls before the function is compiled. The compiled function must return the same values."""
CACHE_BYTES = 1 << 25
"""Bytes of the cache of boards and their h, for calls from a search: two million on 4x4."""
_SAMPLE = 1000
"""States used to test whether h is a sum over tiles, which has up to 64 unknowns."""


@lru_cache(maxsize=64)
def custom_heuristic(source: CodeFile) -> Heuristic:
    """Return the function as a heuristic. Its file is not read before tables are built."""
    return replace(
        entry(source.title),
        name=source.name,
        summary=f"the function {source.function} of {source.file}",
        make=partial(_build, source),
        edition=lambda _: digest_of(source.file),
    )


def entry(title: str) -> Heuristic:
    """A user's heuristic without any guarantees."""
    return Heuristic(
        name=title,
        title=title,
        summary="",
        rank=1000,
        consistent=False,
        factor=None,
        make=_no_tables,
        kind="linear-conflict",
        # on larger boards each search has a process, which ends with the tables
        is_shared=has_ranks,
    )


def _no_tables(goal: Board, report: Reporter) -> Tables:
    raise NotImplementedError("its tables are made elsewhere")


def _build(source: CodeFile, goal: Board, report: Reporter) -> Tables:
    if has_ranks(goal):
        return tables_of(goal, _all_values(source, goal, report), source.title)
    process = start_code(source)
    try:
        load(process, report)
    except BaseException:
        process.close()
        raise
    return calling_tables(process, goal, process.close)


def tables_of(goal: Board, values: Values, title: str) -> Tables:
    """Build tables from the values of all states. Raises CodeError for an unusable value."""
    for wrong, what in ((values < 0, _NEGATIVE), (values > MAX_LISTED, _TOO_LARGE)):
        if wrong.any():
            first = int(wrong.argmax())
            raise CodeError(_refused(title, values[first], what, board_of(first, goal)))
    steps = np.ceil(values - _ROUNDING).astype(np.int16)
    factor = largest_factor(steps, true_distances(goal))
    distance = as_sum(goal, steps)
    if distance is not None:
        return Tables(distance=distance, factor=factor)
    factors, table = index_factors(goal), np.zeros(index_size(goal), np.int16)
    table[factors[tiles_of(goal)] @ np.arange(len(goal.tiles))] = steps
    custom = NO_CUSTOM._replace(is_used=1, values=table, factors=factors)
    return Tables(distance=_no_distance(goal), custom=custom, factor=factor)


def as_sum(goal: Board, h: NDArray[np.int16]) -> NDArray[np.int32] | None:
    """Return (tiles, cells), the summands, if h is a sum over tiles; else None.

    h: the values of all states, by number. The blank and tiles on their goal cells add nothing.
    """
    tiles, cells = tiles_of(goal), len(goal.tiles)
    sample = np.random.default_rng(1).choice(len(tiles), min(len(tiles), _SAMPLE), replace=False)
    is_free = np.ones((cells, cells), np.bool_)
    is_free[np.arange(cells), goal.tiles] = is_free[:, 0] = False
    is_there = (tiles[sample, :, None] == np.arange(cells))[:, is_free].astype(np.int32)
    # the normal equations, in integers, because BLAS would start threads on all cores for 1000
    # rows of floats and take ten times as long
    sums, right = is_there.T @ is_there, is_there.T @ h[sample]
    solved, *_ = np.linalg.lstsq(sums.astype(np.float64), right.astype(np.float64), rcond=None)
    added = np.zeros((cells, cells), np.int32)
    added[is_free] = np.rint(solved)
    summed = sum(added[cell][tiles[:, cell]] for cell in range(cells))
    return np.ascontiguousarray(added.T) if (summed == h).all() else None


def _no_distance(goal: Board) -> NDArray[np.int32]:
    return np.zeros((len(goal.tiles),) * 2, np.int32)


def _refused(title: str, value: float, what: str, board: Board) -> str:
    return f"{title} returned {value:g}, which is {what}, for {board}"


def largest_factor(h: NDArray[Any], distances: NDArray[np.uint8]) -> float | None:
    """The largest ratio of h to the true distance, at least 1; None if h of the goal is not 0."""
    is_goal = distances == 0
    if h[is_goal].any():
        return None
    return max(1.0, float((h[~is_goal] / distances[~is_goal]).max()))


def true_distances(goal: Board) -> NDArray[np.uint8]:
    """(states,): the distance of every state from ``goal``, by number."""
    distances = np.zeros(count_of(*goal.size), np.uint8)
    for moves, (layer, _) in enumerate(layers_of(goal)):
        distances[layer] = moves
    return distances


def _all_values(source: CodeFile, goal: Board, report: Reporter) -> Values:
    """(states,): h of all states, by number, read from the disk or computed."""
    stored = store.load(_table_name(source, goal), 8 * count_of(*goal.size))
    if stored is not None:
        return stored.view(np.float64)
    with closing(start_code(source)) as process:
        load(process, report)
        values = evaluate(process, goal, tiles_of(goal), report)
    save(source, goal, values, lambda _: report(BuildProgress(1, source.title)))
    return values


def load(runner: Runner, report: Reporter) -> dict[str, bool]:
    """Run the file and return its promises."""
    return runner.load(lambda _: report(BuildProgress(0, runner.title)))


def evaluate(runner: Runner, goal: Board, tiles: NDArray[np.uint8], report: Reporter) -> Values:
    """(n,): h of boards, given as rows of tiles: (n, cells)."""
    values = np.empty(len(tiles))
    for first in range(0, len(tiles), _AT_ONCE):
        done = BuildProgress(first / len(tiles), f"values of {runner.title}")
        part = slice(first, first + _AT_ONCE)
        try:
            values[part] = runner.evaluate(goal, tiles[part], lambda _, done=done: report(done))  # type: ignore[misc]
            report(done)
        except TimeUpError as error:
            known = f"{first:,} of {len(tiles):,} values of {runner.title} were computed"
            raise TimeUpError(f"{error}: {known}, nothing is proven") from None
    return values


def save(source: CodeFile, goal: Board, values: Values, report: Reporter) -> None:
    """Store the values of all states under the digest of the file."""
    for _ in store.saving(_table_name(source, goal), values.view(np.uint8)):
        report(None)
    store.remove_oldest(_KIND, MAX_TABLES)


def _table_name(source: CodeFile, goal: Board) -> str:
    what = f"{digest_of(source.file)} {source.function} {goal}"
    return _KIND + hashlib.sha256(what.encode()).hexdigest()[:24]


class FunctionRunner(Runner):
    """Calls a function of this process."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._value = caller(function)
        self.title = getattr(function, "__name__", "h")
        self.seconds = 0.0

    def evaluate(self, goal: Board, tiles: NDArray[np.uint8], report: Reporter) -> Values:
        started, values = time.perf_counter(), np.empty(len(tiles))
        for number, row in enumerate(tiles.tolist()):
            board = unchecked(*goal.size, tuple(row), row.index(0))
            try:
                values[number] = self._value(board, goal)
            except ResultError as error:
                raise CodeError(f"{self.title} {error}, for {board}") from None
        self.seconds += time.perf_counter() - started
        return values


def function_heuristic(function: Callable[..., float], name: str) -> Heuristic:
    """Return a function of this process as a heuristic: of a board and, if it has two, the goal."""
    runner = FunctionRunner(function)

    def build(goal: Board, report: Reporter) -> Tables:
        if has_ranks(goal):
            values = evaluate(runner, goal, tiles_of(goal), report)
            return tables_of(goal, values, runner.title)
        return calling_tables(runner, goal, lambda: None)

    return replace(entry(runner.title), name=name, make=build)


class _Calls:
    """Calls of a function from a search.

    After ``CALLS_COMPARED`` calls a second process compiles the function. If it returns the same
    values, the second process replaces the first. Each of its answers also contains h of boards
    that the search is likely to reach, which reduces the number of messages.
    """

    def __init__(self, runner: Runner, goal: Board, custom: Custom, processes: ExitStack) -> None:
        self._runner = runner
        self._goal = goal
        self._custom = custom
        self._processes = processes
        self._failure: BaseException | None = None
        self._second = runner.compiled
        self._is_compiled = self._second is not None
        self._count = CALLS_COMPARED if self._is_compiled else 0
        self._boards: list[NDArray[np.uint8]] = []
        self._values: list[float] = []
        self._poll: Callable[[], str | None] = _not_compiled

    def fail(self, error: BaseException) -> None:
        """Store the exception of a call: CodeError, Cancelled or KeyboardInterrupt."""
        self._failure = self._failure or error
        self._processes.close()

    def check(self) -> None:
        """Raise the exception of a failed call."""
        if self._failure is not None:
            raise self._failure

    def value(self, numbers: NDArray[np.int64]) -> int:
        """Return h of ``numbers``, the tiles of a board; 0 after a failed call."""
        if self._failure is not None:
            return 0
        tiles = numbers.astype(np.uint8)
        if self._second is not None and self._is_compiled:
            boards, values = self._explored(self._second, tiles)
        else:
            boards, values = tiles[None], self._evaluated(tiles)
            self._prepare(tiles, float(values[0]))
        first = float(values[0])
        if not 0 <= first <= MAX_CALLED_H:
            board = Board(*self._goal.size, tuple(tiles.tolist()))
            what = _NEGATIVE if first < 0 else _TOO_LARGE
            raise CodeError(_refused(self._runner.title, first, what, board))
        is_legal = (values >= 0) & (values <= MAX_CALLED_H)
        steps = np.ceil(values[is_legal] - _ROUNDING).astype(np.int64)
        estimate.store_values(self._custom, boards[is_legal], steps)
        return int(steps[0])

    def _evaluated(self, tiles: NDArray[np.uint8]) -> Values:
        return self._runner.evaluate(self._goal, tiles[None], check_cancelled)

    def _explored(
        self, process: CodeRunner, tiles: NDArray[np.uint8]
    ) -> tuple[NDArray[np.uint8], Values]:
        try:
            h, boards, values = process.explore(self._goal, tiles, check_cancelled)
        except CodeError:  # such as an endless loop; the plain function reports the line
            self._is_compiled, h = False, None
            process.close()
        if h is None:
            return tiles[None], self._evaluated(tiles)
        if h != values[0]:
            raise CodeError(
                f"{process.title} returned {h:g}, and compiled {values[0]:g}, for "
                f"{Board(*self._goal.size, tuple(tiles.tolist()))}; COMPILED = False in the file "
                "keeps it from being compiled"
            )
        return boards, values

    def _prepare(self, tiles: NDArray[np.uint8], h: float) -> None:
        """Start compiling after ``CALLS_COMPARED`` calls, and use the result when it is there."""
        self._count += 1
        if self._count <= CALLS_COMPARED:
            self._boards.append(tiles)
            self._values.append(h)
        if self._count == CALLS_COMPARED and (second := self._runner.start_second()) is not None:
            self._second = second
            self._processes.callback(second.close)
            examples = np.array(self._boards), np.array(self._values)
            self._poll = second.compile_in_background(self._goal, *examples)
        if (failure := self._poll()) is not None:
            self._poll, self._is_compiled = _not_compiled, not failure
            if failure and self._second is not None:
                self._second.close()


def _not_compiled() -> None:
    return None


class Printing:
    """The text that a heuristic prints for a board. Its process is started on demand."""

    def __init__(self, source: CodeFile) -> None:
        self._source = source
        self._process: CodeRunner | None = None

    def of(self, board: Board, goal: Board) -> str:
        """Call the heuristic and return what it printed; "" if the call fails."""
        with suppress(CodeError):
            if self._process is None:
                self._process = start_code(self._source)
                weakref.finalize(self, self._process.close)
                self._process.load(no_report)
            self._process.printed = ""
            self._process.evaluate(goal, np.array([board.tiles], np.uint8), no_report)
        return "" if self._process is None else self._process.printed


def calling_tables(runner: Runner, goal: Board, close: Callable[[], None]) -> Tables:
    """Return tables that call the function for each state, and ``close`` when they are dropped."""
    cells, resources, processes = len(goal.tiles), ExitStack(), ExitStack()
    processes.callback(close)

    def value(numbers: NDArray[np.int64]) -> int:
        calls = reference()
        return 0 if calls is None else calls.value(numbers)

    def fail(error: BaseException) -> None:
        if (calls := reference()) is not None:
            calls.fail(error)

    slots = CACHE_BYTES // cells
    custom = Custom(
        *(1, np.zeros(0, np.int16), np.zeros(cells, np.int64)),
        *(
            resources.enter_context(intrinsics.callback(value, cells, fail)),
            np.zeros(cells, np.int64),
        ),
        *(np.zeros((slots, cells), np.uint8), np.zeros(slots, np.int16)),
    )
    resources.callback(processes.close)
    calls = _Calls(runner, goal, custom, processes)
    reference = weakref.ref(calls)
    weakref.finalize(calls, resources.close)
    return Tables(distance=_no_distance(goal), custom=custom, check=calls.check)
