"""All optimal solutions of a board: their number, and the first of them.

Breadth-first layers from the start contain the states whose g + h is at most the length of an
optimal solution. From the last layer back to the first, only the moves that lead to the goal are
kept, and the solutions that continue with each of them are counted by dynamic programming.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from puzzler.board.board import Board
from puzzler.board.goal import GoalLike, resolve_board, resolve_goal
from puzzler.board.move import Move
from puzzler.humanize import counted
from puzzler.progress import Reporter, no_report
from puzzler.search.compilation import load_compiled
from puzzler.search.deadline import Deadline, TimeUpError
from puzzler.search.engine.measuring import heuristic_for
from puzzler.search.method import Method
from puzzler.search.multi_tile import AXES, evaluator
from puzzler.search.options import Limit
from puzzler.search.packing import make_space
from puzzler.search.result import Metric, SearchResult, SearchStats
from puzzler.search.solve import solve

Tiles = NDArray[np.uint8]
Moves = tuple[Move, ...]
CELLS_IN_WORD = 16
"""Boards of up to this number of cells fit into 64 bits."""
MAX_LISTED = 1000
"""The default limit on the number of listed solutions."""


@dataclass(frozen=True)
class OptimalSolutions:
    """The optimal solutions of a board.

    >>> found = solve_all("1 2 3/4 0 6/7 5 8")
    >>> found.solutions
    ((Move.DOWN, Move.RIGHT),)
    >>> print(found)
    1 optimal solution

    Attributes:
        result: The result of the search, with one of the solutions.
        count: Number of optimal solutions; None if a limit was reached before they were counted.
        solutions: The first solutions in the order of Move, up to the limit on their number. If
            ``count`` is None, only that of ``result``, if any.
    """

    result: SearchResult
    count: int | None
    solutions: tuple[tuple[Move, ...], ...]

    def __str__(self) -> str:
        if self.count is None:
            return "not counted, because a limit was reached"
        listed = len(self.solutions)
        cut = f", the first {listed:,} listed" if listed < self.count else ""
        return counted(self.count, "optimal solution") + cut

    def _repr_html_(self) -> str:
        return f"<p>{self}</p>{self.result._repr_html_()}"


def solve_all(
    board: Board | str,
    goal: GoalLike = None,
    *,
    metric: Metric | str = Metric.SINGLE,
    max_solutions: int = MAX_LISTED,
    limit: Limit | None = None,
    raise_interrupt: bool = True,
    on_build: Reporter = no_report,
    on_progress: Callable[[SearchStats], object] = lambda _: None,
) -> OptimalSolutions:
    """Count all optimal solutions and list the first ``max_solutions``.

    The other arguments are those of ``solve``. The time of ``limit`` is for the search and for the
    count; its memory also limits the states that are stored for the count. Boards of up to 16 cells
    need up to some seconds for a count of moves of one tile. Larger boards far from the
    goal reach a limit.

    >>> solutions = solve_all("8 6 7/2 5 4/3 0 1", max_solutions=2)
    >>> solutions.result.length, solutions.count, len(solutions.solutions)
    (31, 40, 2)
    """
    board = resolve_board(board)
    goal = resolve_goal(goal, board)
    metric, limit = Metric(metric), limit or Limit()
    deadline = Deadline(limit.seconds)
    method = Method.shortest(*board.size, limit) if metric is Metric.SINGLE else None
    result = solve(
        board,
        goal,
        method,
        limit=None if method else limit,
        metric=metric,
        raise_interrupt=raise_interrupt,
        on_build=on_build,
        on_progress=on_progress,
    )
    if not result.proven_optimal:
        found = () if result.length is None else (result.moves,)
        return OptimalSolutions(result, None, found)
    try:
        graphs = [*_graphs(result, deadline, limit.memory, on_build)]
    except (TimeUpError, MemoryError, KeyboardInterrupt) as error:
        if raise_interrupt and isinstance(error, KeyboardInterrupt):
            raise
        return OptimalSolutions(result, None, (result.moves,))
    paths = chain.from_iterable(paths for _, paths in graphs)
    listed = tuple(sorted(islice(paths, min(max_solutions, sys.maxsize))))
    return OptimalSolutions(result, sum(count for count, _ in graphs), listed)


def _graphs(
    result: SearchResult, deadline: Deadline, memory: int, report: Reporter
) -> Iterator[tuple[int, Iterator[Moves]]]:
    """Yield the number of solutions and the solutions in the order of their moves.

    Multi-tile moves alternate between two axes. Their solutions are yielded for each first axis.
    Raises TimeUpError at the deadline and MemoryError if the states exceed ``memory``.
    """
    load_compiled()
    if result.metric is Metric.SINGLE:
        tables = heuristic_for(result.goal).shared(result.goal, report)
        yield _graph(
            result, [tuple(Move)], lambda tiles, _: tables.evaluate_each(tiles), deadline, memory
        )
        return
    evaluate = evaluator(result.goal, report)
    yield _graph(result, AXES, evaluate, deadline, memory)
    if result.moves:  # a solved board has one solution, with either axis
        yield _graph(
            result, AXES[::-1], lambda tiles, axis: evaluate(tiles, 1 - axis), deadline, memory
        )


def _graph(
    result: SearchResult,
    axes: Sequence[Moves],
    evaluate: Callable[[Tiles, int], NDArray[np.integer]],
    deadline: Deadline,
    memory: int,
) -> tuple[int, Iterator[Moves]]:
    """Return the number of solutions and the solutions.

    axes: the moves of successive steps, repeated. evaluate: h before a step along an axis.
    """
    targets = make_space(*result.goal.size).targets
    longest = 1 if result.metric is Metric.SINGLE else max(result.goal.size) - 1
    length = result.lower_bound
    start, goal = (np.array([each.tiles], np.uint8) for each in (result.start, result.goal))
    layers = [start]
    for step in range(length):
        reached = [
            after[evaluate(after, (step + 1) % len(axes)) < length - step]
            for *_, after in _slides(layers[-1], axes[step % len(axes)], longest, targets)
        ]
        tiles = np.concatenate(reached) if reached else start[:0]
        layers.append(tiles[np.unique(_keys(tiles), return_index=True)[1]])
        deadline.check()
        # sorting and the next layer need several copies
        if sum(layer.nbytes for layer in layers) + 8 * tiles.nbytes > memory:
            raise MemoryError
    edges: list[dict[Hashable, list[tuple[Moves, Hashable]]]] = []
    counts: dict[Hashable, int] = {_keys(goal)[0].item(): 1}
    known = _keys(goal)
    for step in range(length - 1, -1, -1):
        tiles, leading = layers.pop(-2), defaultdict(list)
        keys, before = _keys(tiles), defaultdict[Hashable, int](int)
        for moves, sources, after in _slides(tiles, axes[step % len(axes)], longest, targets):
            following = _keys(after)
            hits = np.isin(following, known)
            for source, key in zip(
                keys[sources[hits]].tolist(), following[hits].tolist(), strict=True
            ):
                leading[source].append((moves, key))
                before[source] += counts[key]
        counts, known = before, np.array(list(before), keys.dtype)
        edges.insert(0, leading)
        deadline.check()
    first = _keys(start)[0].item()

    def paths(state: Hashable, step: int) -> Iterator[Moves]:
        if step == length:
            yield ()
            return
        for moves, following in edges[step][state]:
            for rest in paths(following, step + 1):
                yield (*moves, *rest)

    return counts.get(first, 0), paths(first, 0)


def _slides(
    tiles: Tiles, moves: Moves, longest: int, targets: NDArray[np.int64]
) -> Iterator[tuple[Moves, NDArray[np.int64], Tiles]]:
    """Yield each move of up to ``longest`` tiles, the rows in which it is legal, and the boards."""
    for move in moves:
        rows, after = np.arange(len(tiles)), tiles
        for count in range(1, longest + 1):
            blanks = after.argmin(axis=1)
            cells = targets[blanks, move]
            legal = cells >= 0
            rows, after = rows[legal], after[legal]
            if not len(rows):
                break
            each = np.arange(len(rows))
            after[each, blanks[legal]] = after[each, cells[legal]]
            after[each, cells[legal]] = 0
            yield (move,) * count, rows, after.copy()


def _keys(tiles: Tiles) -> NDArray[Any]:
    """Return a different value for each board, shape (boards,)."""
    cells = tiles.shape[1]
    if cells > CELLS_IN_WORD:
        return np.ascontiguousarray(tiles).view(f"S{cells}").ravel()
    shifts = np.arange(0, 4 * cells, 4).astype(np.uint64)
    keys: NDArray[np.uint64] = (tiles.astype(np.uint64) << shifts).sum(axis=1, dtype=np.uint64)
    return keys
