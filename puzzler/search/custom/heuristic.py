"""A function of the user's as a heuristic: a table of all states, or a call for each state.

Up to nine cells it is evaluated once for every state that can reach the goal; the values are kept
by the file's content, and searches read them at full speed. On larger boards the search calls it.
A fraction is rounded up, which keeps a heuristic admissible and consistent where it was.
"""

from __future__ import annotations

import hashlib
import weakref
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray
from typing_extensions import override

from puzzler.board.board import Board
from puzzler.progress import BuildProgress, attended, finish, reporting
from puzzler.search.custom.runner import CodeRunner, Loaded, Runner, Values, start_code
from puzzler.search.custom.source import CodeError, CodeFile, digest_of
from puzzler.search.heuristics.heuristic import (
    MAX_CALLED_H,
    NO_CUSTOM,
    Building,
    Heuristic,
    Tables,
)
from puzzler.search.kernels import estimate, jit
from puzzler.search.kernels.estimate import Custom
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

MOST_LISTED = np.iinfo(np.int16).max
"""The largest h in a table."""
MOST_KEPT = 50
"""Tables of values on the disk: each time a file is changed there is another."""
_AT_ONCE = 1000
"""States that are evaluated between two reports of progress: some 10 milliseconds."""
_KIND = "custom-"
_ROUNDING = 1e-9
"""What is added up of fractions may be so much too large."""
_NEGATIVE, _TOO_LARGE = "less than 0", "too large"
CALLS_COMPARED = 1000
"""Calls from a search before the function is compiled, which must then return the same."""
KNOWN_BYTES = 1 << 25
"""Boards whose h is kept for a search that calls the function: two million on 4x4."""
_CALLS_BETWEEN_LOOKS = 250
"""A look whether it is compiled takes up to 20 ms."""
_SAMPLE = 1000
"""States from which a sum over tiles is found, if h is one: there are 64 unknowns."""


@dataclass(frozen=True)
class CustomHeuristic(Heuristic):
    """A heuristic that is a function of a file."""

    @override
    def sharing(self, goal: Board) -> Building:
        if has_ranks(goal):
            return (yield from super().sharing(goal))
        # its process ends with the tables: no other search has them
        return (yield from self.building(goal))


@lru_cache(maxsize=64)
def custom_heuristic(source: CodeFile) -> Heuristic:
    """The heuristic that a function is. Nothing of its file is read before tables are made."""
    return replace(
        entry(source.title),
        name=source.name,
        summary=f"the function {source.function} of {source.file}",
        building=lambda goal: _building(source, goal),
        edition=lambda _: digest_of(source.file),
    )


def entry(title: str) -> CustomHeuristic:
    """A user's heuristic without any guarantees."""
    return CustomHeuristic(
        name=title,
        title=title,
        summary="",
        rank=1000,
        consistent=False,
        factor=None,
        building=_no_tables,
        kind="linear-conflict",
        measure="",
    )


def _no_tables(goal: Board) -> Building:
    raise NotImplementedError("its tables are made elsewhere")


def _building(source: CodeFile, goal: Board) -> Building:
    if has_ranks(goal):
        return tables_of(goal, (yield from _all_values(source, goal)), source.title)
    process = start_code(source)
    try:
        yield from loading(process)
    except BaseException:
        process.close()
        raise
    return calling_tables(process, goal, process.close)


def tables_of(goal: Board, values: Values, title: str) -> Tables:
    """The tables made of the values of all states, by number; CodeError for what has no use."""
    for wrong, what in ((values < 0, _NEGATIVE), (values > MOST_LISTED, _TOO_LARGE)):
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
    """(tiles, cells): what each tile adds on each cell, where h is such a sum; else None.

    h is that of all states, by number. The blank adds nothing, nor does a tile in its place.
    """
    tiles, cells = tiles_of(goal), len(goal.tiles)
    sample = np.random.default_rng(1).choice(len(tiles), min(len(tiles), _SAMPLE), replace=False)
    is_free = np.ones((cells, cells), np.bool_)
    is_free[np.arange(cells), goal.tiles] = is_free[:, 0] = False
    is_there = (tiles[sample, :, None] == np.arange(cells))[:, is_free].astype(np.int32)
    # the normal equations, in integers: with 1000 rows of floats BLAS starts threads on all cores,
    # which wait for each other ten times as long as they work
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
    """How many times the true distance h is at most, 1 where it is admissible; None for no end."""
    is_goal = distances == 0
    if h[is_goal].any():
        return None
    return max(1.0, float((h[~is_goal] / distances[~is_goal]).max()))


def true_distances(goal: Board) -> NDArray[np.uint8]:
    """(states,): the distance from ``goal`` of every state, by number."""
    distances = np.zeros(count_of(*goal.size), np.uint8)
    for moves, (layer, _) in enumerate(layers_of(goal)):
        distances[layer] = moves
    return distances


def _all_values(source: CodeFile, goal: Board) -> Generator[BuildProgress, None, Values]:
    """(states,): h of all that can reach ``goal``, by number: kept, or evaluated."""
    kept = store.load(_table_name(source, goal), 8 * count_of(*goal.size))
    if kept is not None:
        return kept.view(np.float64)
    with closing(start_code(source)) as process:
        yield from loading(process)
        values = yield from evaluating(process, goal, tiles_of(goal))
    yield from (BuildProgress(1, source.title) for _ in saving(source, goal, values))
    return values


def loading(runner: Runner) -> Generator[BuildProgress, None, Loaded]:
    """Run the file."""
    return (yield from reporting(runner.loading(), lambda _: BuildProgress(0, runner.title)))


def evaluating(
    runner: Runner, goal: Board, tiles: NDArray[np.uint8]
) -> Generator[BuildProgress, None, Values]:
    """(n,): h of boards, given as rows of tiles: (n, cells)."""
    values = np.empty(len(tiles))
    for first in range(0, len(tiles), _AT_ONCE):
        done = BuildProgress(first / len(tiles), f"values of {runner.title}")
        part = slice(first, first + _AT_ONCE)
        steps = runner.evaluating(goal, tiles[part])
        values[part] = yield from reporting(steps, lambda _, done=done: done)  # type: ignore[misc]
        yield done
    return values


def saving(source: CodeFile, goal: Board, values: Values) -> Iterator[None]:
    """Keep the values of all states, by the file's content, in short steps."""
    yield from store.saving(_table_name(source, goal), values.view(np.uint8))
    store.remove_oldest(_KIND, MOST_KEPT)


def _table_name(source: CodeFile, goal: Board) -> str:
    what = f"{digest_of(source.file)} {source.function} {goal}"
    return _KIND + hashlib.sha256(what.encode()).hexdigest()[:24]


class _Calls:
    """Calls of a function from a search.

    After some of them a second process compiles the function while the first goes on. Once it has,
    and has returned the same values so far, it is asked instead: for a board and for others that
    the search is likely to come to, so that there are few messages.
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
        self._compiling: Iterator[None] = iter(())

    def fail(self, error: BaseException) -> None:
        """Keep what a call has raised: a CodeError, a stop, or Ctrl-C."""
        self._failure = self._failure or error
        self._processes.close()

    def check(self) -> None:
        """Raise what a call has raised."""
        if self._failure is not None:
            raise self._failure

    def value(self, numbers: NDArray[np.int64]) -> int:
        """What h is for some tiles; 0 once a call has failed."""
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
        estimate.keep_values(self._custom, boards[is_legal], steps)
        return int(steps[0])

    def _evaluated(self, tiles: NDArray[np.uint8]) -> Values:
        return attended(self._runner.evaluating(self._goal, tiles[None]))

    def _explored(
        self, process: CodeRunner, tiles: NDArray[np.uint8]
    ) -> tuple[NDArray[np.uint8], Values]:
        try:
            h, boards, values = attended(process.exploring(self._goal, tiles))
        except CodeError:  # such as no end: the plain function says where
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
        """Have the function compiled, once it was called some times."""
        self._count += 1
        if self._count <= CALLS_COMPARED:
            self._boards.append(tiles)
            self._values.append(h)
        if self._count == CALLS_COMPARED and (second := self._runner.start_second()) is not None:
            self._second = second
            self._processes.callback(second.close)
            seen = np.array(self._boards), np.array(self._values)
            self._compiling = compiling(second, self._goal, *seen)
        if self._second is not None and self._count % _CALLS_BETWEEN_LOOKS == 0:
            try:
                next(self._compiling)
            except StopIteration as end:
                self._is_compiled = end.value == ""
                if end.value:
                    self._second.close()


class Printing:
    """What a heuristic of the user's prints for a board. Its process starts when it is needed."""

    def __init__(self, source: CodeFile) -> None:
        self._source = source
        self._process: CodeRunner | None = None

    def of(self, board: Board, goal: Board) -> str:
        """It is called for ``board``; "" where that fails."""
        with suppress(CodeError):
            if self._process is None:
                self._process = start_code(self._source)
                weakref.finalize(self, self._process.close)
                finish(self._process.loading())
            self._process.printed = ""
            finish(self._process.evaluating(goal, np.array([board.tiles], np.uint8)))
        return "" if self._process is None else self._process.printed


def calling_tables(runner: Runner, goal: Board, close: Callable[[], None]) -> Tables:
    """Tables that call the function for each state; ``close`` is called when they are dropped."""
    cells, ends, processes = len(goal.tiles), ExitStack(), ExitStack()
    processes.callback(close)

    def value(numbers: NDArray[np.int64]) -> int:
        calls = known()
        return 0 if calls is None else calls.value(numbers)

    def fail(error: BaseException) -> None:
        if (calls := known()) is not None:
            calls.fail(error)

    slots = KNOWN_BYTES // cells
    custom = Custom(
        *(1, np.zeros(0, np.int16), np.zeros(cells, np.int64)),
        *(ends.enter_context(jit.callback(value, cells, fail)), np.zeros(cells, np.int64)),
        *(np.zeros((slots, cells), np.uint8), np.zeros(slots, np.int16)),
    )
    ends.callback(processes.close)
    calls = _Calls(runner, goal, custom, processes)
    known = weakref.ref(calls)
    weakref.finalize(calls, ends.close)
    return Tables(distance=_no_distance(goal), custom=custom, check=calls.check)


def compiling(
    process: CodeRunner, goal: Board, tiles: NDArray[np.uint8], h: Values
) -> Generator[None, None, str]:
    """Compile a function in a process that was just started; why that cannot be, or "".

    h: the values of boards, given as rows of tiles: (n,) and (n, cells). The function must return
    the same when it is compiled.
    """
    try:
        yield from process.loading()
        return (yield from process.compiling(goal, tiles, h))
    except CodeError as error:
        return str(error)
