"""A function of the user's as a heuristic: a table of all states, or a call for each state.

Up to nine cells it is evaluated once for every state that can reach the goal; the values are kept
by the file's content, and searches read them at full speed. On larger boards the search calls it.
A fraction is rounded up, which keeps a heuristic admissible and consistent where it was.
"""

from __future__ import annotations

import hashlib
import math
import weakref
from collections.abc import Generator, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from typing_extensions import override

from puzzler.board.board import Board
from puzzler.search.custom.process import CodeProcess, Loaded, Values
from puzzler.search.custom.source import CodeError, Source, find
from puzzler.search.heuristics.heuristic import MOST_CALLED, Building, Heuristic, Tables
from puzzler.search.kernels import jit
from puzzler.search.kernels.estimate import Custom
from puzzler.search.packing import (
    board_of,
    count_of,
    has_numbers,
    index_factors,
    index_size,
    layers_of,
    tiles_of,
)
from puzzler.search.tables import store
from puzzler.steps import BuildProgress, finish, reporting

MOST_LISTED = np.iinfo(np.int16).max
"""The largest h in a table."""
MOST_KEPT = 50
"""Tables of values on the disk: each time a file is changed there is another."""
_AT_ONCE = 1000
"""States that are evaluated between two reports of progress: some 10 milliseconds."""
_KIND = "custom-"
_SAMPLE = 1000
"""States from which a sum over tiles is found, if h is one: there are 64 unknowns."""


@dataclass(frozen=True)
class CustomHeuristic(Heuristic):
    """A heuristic that is a function of a file."""

    @override
    def sharing(self, goal: Board) -> Building:
        if has_numbers(goal):
            return (yield from super().sharing(goal))
        # its process ends with the tables: no other search has them
        return (yield from self.building(goal))


def custom_heuristic(name: str) -> Heuristic:
    """The heuristic that ``name`` means: see ``source.find``. Nothing of the file is run."""
    source = find(name)
    return CustomHeuristic(
        name=source.name,
        title=source.title,
        summary=f"the function {source.function} of {source.file}",
        rank=1000,
        consistent=False,
        factor=None,
        measure="",
        building=lambda goal: _building(find(name), goal),
        edition=lambda goal: find(name).digest,
    )


def _building(source: Source, goal: Board) -> Building:
    if not has_numbers(goal):
        return (yield from _calling(source, goal))
    steps = in_moves(source, goal, (yield from _all_values(source, goal)))
    factor = largest_factor(steps, true_distances(goal))
    distance = as_sum(goal, steps)
    if distance is not None:
        return Tables(distance, factor=factor)
    factors, table = index_factors(goal), np.zeros(index_size(goal), np.int16)
    table[factors[tiles_of(goal)] @ np.arange(len(goal.tiles))] = steps
    custom = Custom(1, table, factors, 0, np.zeros(0, np.int64))
    return Tables(_no_distance(goal), custom=custom, factor=factor)


def as_sum(goal: Board, h: NDArray[np.int16]) -> NDArray[np.int32] | None:
    """(tiles, cells): what each tile adds on each cell, where h is such a sum; else None.

    h is that of all states, by number. The blank adds nothing, nor does a tile in its place.
    """
    tiles, cells = tiles_of(goal), len(goal.tiles)
    sample = np.random.default_rng(1).choice(len(tiles), min(len(tiles), _SAMPLE), replace=False)
    is_there = tiles[sample, :, None] == np.arange(cells)  # (sample, cells, tiles)
    is_free = np.ones((cells, cells), np.bool_)
    is_free[np.arange(cells), goal.tiles] = is_free[:, 0] = False
    solved, *_ = np.linalg.lstsq(
        is_there[:, is_free].astype(np.float64), h[sample].astype(np.float64), rcond=None
    )
    added = np.zeros((cells, cells), np.int32)
    added[is_free] = np.rint(solved)
    summed = sum(added[cell][tiles[:, cell]] for cell in range(cells))
    return np.ascontiguousarray(added.T) if (summed == h).all() else None


def _no_distance(goal: Board) -> NDArray[np.int32]:
    return np.zeros((len(goal.tiles),) * 2, np.int32)


def in_moves(source: Source, goal: Board, values: Values) -> NDArray[np.int16]:
    """(states,): the values of all states as searches use them; CodeError for what they cannot."""
    for wrong, what in ((values < 0, "less than 0"), (values > MOST_LISTED, "too large")):
        if wrong.any():
            first = int(wrong.argmax())
            raise _refused(source, values[first], what, board_of(first, goal))
    return np.ceil(values).astype(np.int16)


def _refused(source: Source, value: float, what: str, board: Board) -> CodeError:
    return CodeError(f"{source.title} returned {value:g}, which is {what}, for {board}")


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


def _all_values(source: Source, goal: Board) -> Generator[BuildProgress, None, Values]:
    """(states,): h of all that can reach ``goal``, by number: kept, or evaluated."""
    kept = store.load(_table_name(source, goal), 8 * count_of(*goal.size))
    if kept is not None:
        return kept.view(np.float64)
    with CodeProcess(source) as process:
        yield from loading(process)
        values = yield from evaluating(process, goal, tiles_of(goal))
    yield from (BuildProgress(1, source.title) for _ in saving(source, goal, values))
    return values


def loading(process: CodeProcess) -> Generator[BuildProgress, None, Loaded]:
    """Run the file."""
    return (yield from reporting(process.loading(), lambda _: BuildProgress(0, "your code")))


def evaluating(
    process: CodeProcess, goal: Board, tiles: NDArray[np.uint8]
) -> Generator[BuildProgress, None, Values]:
    """(n,): h of boards, given as rows of tiles: (n, cells)."""
    values = np.empty(len(tiles))
    for first in range(0, len(tiles), _AT_ONCE):
        done = BuildProgress(first / len(tiles), f"values of {process.source.title}")
        part = slice(first, first + _AT_ONCE)
        steps = process.evaluating(goal, tiles[part])
        values[part] = yield from reporting(steps, lambda _, done=done: done)  # type: ignore[misc]
        yield done
    return values


def saving(source: Source, goal: Board, values: Values) -> Iterator[None]:
    """Keep the values of all states, by the file's content, in short steps."""
    yield from store.saving(_table_name(source, goal), values.view(np.uint8))
    store.remove_oldest(_KIND, MOST_KEPT)


def _table_name(source: Source, goal: Board) -> str:
    what = f"{source.digest} {source.function} {goal}"
    return _KIND + hashlib.sha256(what.encode()).hexdigest()[:24]


class _Calls:
    """Calls of a function from a search, each answered by the process of the user's code."""

    def __init__(self, process: CodeProcess, goal: Board) -> None:
        self._process = process
        self._goal = goal
        self._failure: CodeError | None = None

    def value(self, numbers: NDArray[np.int64]) -> int:
        """What h is for some tiles; 0 once there was a failure."""
        if self._failure is not None:
            return 0
        try:
            tiles = numbers.astype(np.uint8)[None]
            value = float(finish(self._process.evaluating(self._goal, tiles))[0])
            if 0 <= value <= MOST_CALLED:
                return math.ceil(value)
            what = "less than 0" if value < 0 else "too large"
            board = Board(*self._goal.size, tuple(numbers.tolist()))
            self._failure = _refused(self._process.source, value, what, board)
        except CodeError as error:
            self._failure = error
        return 0

    def check(self) -> None:
        """Raise what has failed."""
        if self._failure is not None:
            raise self._failure


def _calling(source: Source, goal: Board) -> Building:
    ends = ExitStack()
    try:
        process = ends.enter_context(CodeProcess(source))
        yield from loading(process)
    except BaseException:
        ends.close()
        raise
    calls = _Calls(process, goal)
    known = weakref.ref(calls)

    def value(numbers: NDArray[np.int64]) -> int:
        there = known()
        return 0 if there is None else there.value(numbers)

    cells = len(goal.tiles)
    address = ends.enter_context(jit.callback(value, cells))
    weakref.finalize(calls, ends.close)
    custom = Custom(
        1, np.zeros(0, np.int16), np.zeros(cells, np.int64), address, np.zeros(cells, np.int64)
    )
    return Tables(_no_distance(goal), custom=custom, check=calls.check)
