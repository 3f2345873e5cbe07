"""Searches of many boards, with one or several methods, here or in several processes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from typing import Any

from puzzler.board.board import Board
from puzzler.board.errors import PuzzlerError
from puzzler.board.goal import GoalLike, resolve_board, resolve_goal
from puzzler.board.html import table
from puzzler.search.method import Method, parse_method
from puzzler.search.options import Limit
from puzzler.search.report.comparison import (
    AVERAGES,
    COLUMNS,
    ComparisonColumn,
    Entry,
    as_text,
    entries_of,
    records,
)
from puzzler.search.result import SearchResult
from puzzler.search.solve import solve
from puzzler.solver.processes.process_pool import ProcessPool

_Request = tuple[Board, Board, Method]


@dataclass(frozen=True)
class Comparison:
    """The results of several methods on the same boards; see ``compare``.

    ``str`` returns a table, which notebooks display. With several boards it contains averages.

    >>> comparison = compare("1 2 3/4 0 6/7 5 8", ["bfs", "astar/manhattan"])
    >>> [result.stats.expanded for result in comparison.results]
    [8, 2]

    Attributes:
        entries: One row of the table for each method, with one result for each board.
    """

    entries: tuple[Entry, ...]

    @property
    def results(self) -> list[SearchResult]:
        """All results, method by method."""
        return [result for entry in self.entries for result in entry.results]

    def to_records(self) -> list[dict[str, Any]]:
        """Return a dict for each result, for ``pandas.DataFrame``.

        The keys are "method", those of ``SearchResult.to_dict`` except "improvements", "quality":
        a text, and "shortest": the optimal length if any method has proven it, else None.
        """
        return [record for entry in self.entries for record in records(entry)]

    @property
    def _columns(self) -> tuple[ComparisonColumn, ...]:
        is_several = any(len(entry.results) > 1 for entry in self.entries)
        return AVERAGES if is_several else COLUMNS

    def __str__(self) -> str:
        rows = [line.split("\t") for line in as_text(self.entries, self._columns).splitlines()]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = (map(str.ljust, row, widths) for row in rows)
        return "\n".join("  ".join(line).rstrip() for line in lines)

    def _repr_html_(self) -> str:
        rows = ([column.text(entry) for column in self._columns] for entry in self.entries)
        return table([column.title for column in self._columns], rows)


def compare(
    boards: Board | str | Iterable[Board | str],
    methods: Method | str | Iterable[Method | str],
    goal: GoalLike = None,
    *,
    limit: Limit | None = None,
    processes: int = 1,
) -> Comparison:
    """Search every board with every method.

    boards: one or more boards or texts; all have the same shape if ``goal`` is a board. methods:
    one or more, each a Method or a text such as "astar/manhattan" or "astar/manhattan/1.5". goal:
    as for ``solve``. limit: the limit of each search, for methods without one. processes: the
    number of parallel processes, or one per core with 0.

    Raises ValueError for an unknown name, BoardError for an invalid board and PuzzlerError if a
    search fails.

    >>> comparison = compare("8 6 7/2 5 4/3 0 1", ["bfs", "astar/manhattan", "idastar/manhattan"])
    >>> [(record["algorithm"], record["length"]) for record in comparison.to_records()]
    [('bfs', 31), ('astar', 31), ('idastar', 31)]
    """
    chosen = [_parse(method, limit) for method in _listed("methods", methods, Method)]
    pairs = [_with_goal(board, goal) for board in _listed("boards", boards, Board)]
    cells = list(product(range(len(pairs)), range(len(chosen))))
    found = _search_all(((*pairs[board], chosen[at]) for board, at in cells), processes)
    results = dict(zip(cells, found, strict=True))
    return Comparison(entries_of(chosen, results, range(len(pairs))))


def solve_many(
    boards: Board | str | Iterable[Board | str],
    goal: GoalLike = None,
    method: Method | str | None = None,
    *,
    limit: Limit | None = None,
    processes: int = 1,
) -> Iterator[SearchResult]:
    """Yield the result of each board in order. The arguments are those of ``compare``.

    boards: can be endless, because boards are read shortly before they are searched.

    >>> [result.length for result in solve_many(["1 2 3/4 0 6/7 5 8", "8 6 7/2 5 4/3 0 1"])]
    [2, 31]
    """
    chosen = None if method is None else _parse(method, limit)

    def requests() -> Iterator[_Request]:
        for board in _listed("boards", boards, Board):
            start, target = _with_goal(board, goal)
            automatic = Method.automatic(*start.size, limit or Limit())
            yield start, target, chosen or automatic

    return _search_all(requests(), processes)


def _listed(name: str, values: Any, kind: type) -> Iterable[Any]:
    """Return the values, or a single one as a list. Raises TypeError for other arguments."""
    if isinstance(values, kind | str):
        return [values]
    if not isinstance(values, Iterable):
        raise TypeError(f"{name} must be one or more of {kind.__name__} or text, not {values!r}")
    return values


def _parse(method: Method | str, limit: Limit | None) -> Method:
    if isinstance(method, str):
        algorithm, heuristic, weight = parse_method(method)
        method = Method(algorithm, heuristic or "", 1.0 if weight is None else weight)
    elif not isinstance(method, Method):
        raise TypeError(f"a method must be a Method or text, not {type(method).__name__}")
    return replace(method, limit=limit) if limit and method.limit == Limit() else method


def _with_goal(board: Board | str, goal: GoalLike) -> tuple[Board, Board]:
    start = resolve_board(board)
    return start, resolve_goal(goal, start)


def _search_all(requests: Iterable[_Request], processes: int) -> Iterator[SearchResult]:
    if processes < 0:
        raise ValueError(f"processes must be 0 or more, not {processes}")
    if processes == 1:
        yield from map(_search, requests)
        return
    with closing(ProcessPool(processes)) as pool:
        for done in pool.run(partial(_search, shares=pool.memory_shares), requests):
            if done.result is None:
                raise PuzzlerError(f"board {done.index + 1}: {done.failure}")
            yield done.result


def _search(request: _Request, shares: int = 1) -> SearchResult:
    start, goal, method = request
    if shares > 1:
        method = replace(method, limit=replace(method.limit, memory_shares=shares))
    return solve(start, goal, method)
