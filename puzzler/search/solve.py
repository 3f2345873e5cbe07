"""The one way in: a board, a goal, and names out of the registry."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Mapping
from dataclasses import replace
from typing import TypeVar

from puzzler.board.board import Board
from puzzler.board.errors import UnsolvableError
from puzzler.search import compilation
from puzzler.search.algorithms.algorithm import Algorithm
from puzzler.search.algorithms.overdue import OverdueSearch
from puzzler.search.algorithms.protocol import Search, Status
from puzzler.search.algorithms.task import Stopwatch, Task
from puzzler.search.heuristics.heuristic import BuildProgress, Heuristic
from puzzler.search.limits import Limit
from puzzler.search.problem import Problem
from puzzler.search.registry import ALGORITHMS, DEFAULT_ALGORITHM, HEURISTICS
from puzzler.search.result import Outcome, SearchResult
from puzzler.search.weight import weight_terms

Entry = TypeVar("Entry")

SLICE = 1_000_000
"""Expansions between two looks for a keyboard interrupt: well under a second."""


Beginning = Generator[BuildProgress, None, Search]
"""A search whose tables are being built: progress now and then, the search at last."""


def begin(
    problem: Problem,
    algorithm: str = DEFAULT_ALGORITHM,
    heuristic: str | None = None,
    weight: float = 1,
    limit: Limit | None = None,
    clock: Callable[[], float] = time.perf_counter,
) -> Beginning:
    """Build the tables step by step, then make the search; nothing is expanded yet.

    Where the time runs out before, the search that comes of it has reached its limit already. A
    blind algorithm searches with the heuristic ``zero``, whatever is asked for, and one that weighs
    nothing with weight 1; without a name the algorithm's own heuristic guides it. ValueError names
    what is unknown or out of range.
    """
    way = _named("algorithm", ALGORITHMS, algorithm)
    estimate = _guide(way, heuristic)
    weight = weight if way.uses_weight else 1
    weight_terms(weight)
    limit = limit or Limit()
    setup = Stopwatch(clock)
    steps = estimate.building(problem.goal)
    while True:
        try:
            with setup:
                progress = next(steps)
        except StopIteration as end:
            tables = end.value
            break
        if limit.seconds is not None and setup.seconds >= limit.seconds:
            steps.close()
            return OverdueSearch(problem, way.name, estimate.name, weight, limit)
        yield progress
    promise = way.promise(estimate, weight)
    with setup:
        return way.start(Task(problem, way.name, estimate, tables, weight, limit, promise, setup))


def unbegun(problem: Problem, algorithm: str, heuristic: str | None, weight: float) -> SearchResult:
    """What came of a search that was cancelled while its tables were being built."""
    way = _named("algorithm", ALGORITHMS, algorithm)
    return SearchResult(
        Outcome.CANCELLED,
        problem.start,
        problem.goal,
        algorithm,
        _guide(way, heuristic).name,
        weight if way.uses_weight else 1,
    )


def start(
    problem: Problem,
    algorithm: str = DEFAULT_ALGORITHM,
    heuristic: str | None = None,
    weight: float = 1,
    limit: Limit | None = None,
) -> Search:
    """As ``begin``, however long the tables take."""
    return _built(begin(problem, algorithm, heuristic, weight, limit), lambda _: None)


def solve(
    board: Board,
    goal: Board | None = None,
    *,
    algorithm: str = DEFAULT_ALGORITHM,
    heuristic: str | None = None,
    weight: float = 1,
    limit: Limit | None = None,
    compiled: bool = True,
    on_build: Callable[[BuildProgress], object] = lambda _: None,
) -> SearchResult:
    """Search for moves from ``board`` to ``goal``, by default the standard one.

    The answer is in ``status``: also an unsolvable board and a limit are answers, not errors. With
    ``compiled`` False the kernels are left as they are, plain Python unless they were compiled
    before. ``on_build`` hears how far the heuristic's tables are, where they take time. Raises
    ValueError where a name is unknown or the weight is out of range. A KeyboardInterrupt ends the
    search with the status cancelled.
    """
    began = time.perf_counter()
    # first of all, so that no board makes them right
    heuristic = heuristic or _named("algorithm", ALGORITHMS, algorithm).heuristic
    _named("heuristic", HEURISTICS, heuristic)
    weight_terms(weight)
    goal = goal or Board.solved(board.rows, board.columns)
    try:
        problem = Problem(board, goal)
    except UnsolvableError:
        return SearchResult(Outcome.UNSOLVABLE, board, goal, algorithm, heuristic, weight)
    if compiled:
        compilation.load_compiled()
    result = unbegun(problem, algorithm, heuristic, weight)
    setup = None
    try:
        search = _built(begin(problem, algorithm, heuristic, weight, limit), on_build)
        setup = time.perf_counter() - began
        result = _searched(search)
    except KeyboardInterrupt:
        pass
    return replace(
        result,
        setup_seconds=time.perf_counter() - began if setup is None else setup,
        compiled=compilation.is_compiled(),
    )


def promise(result: SearchResult) -> str:
    """What the answer is worth, in a few words; "" where there is no answer."""
    if result.status is not Outcome.SOLVED:
        return ""
    if result.bound_factor is None:
        return "no promise"
    if result.bound_factor == 1:
        return "proven shortest"
    return f"at most {result.bound_factor:g}x the shortest"


def promised_factor(algorithm: str, heuristic: str | None, weight: float) -> float | None:
    """How many times the shortest an answer will be at most; None where nothing is promised."""
    way = _named("algorithm", ALGORITHMS, algorithm)
    return way.promise(_guide(way, heuristic), weight if way.uses_weight else 1)


def _guide(way: Algorithm, heuristic: str | None) -> Heuristic:
    name = heuristic or way.heuristic
    return _named("heuristic", HEURISTICS, name if way.uses_heuristic else "zero")


def _built(steps: Beginning, hear: Callable[[BuildProgress], object]) -> Search:
    while True:
        try:
            hear(next(steps))
        except StopIteration as end:
            search: Search = end.value
            return search


def _searched(search: Search) -> SearchResult:
    try:
        while search.advance(SLICE) is Status.RUNNING:
            pass
    except KeyboardInterrupt:
        return search.result(cancelled=True)
    return search.result()


def _named(kind: str, entries: Mapping[str, Entry], name: str) -> Entry:
    try:
        return entries[name]
    except KeyError:
        raise ValueError(f"no {kind} is called {name!r}; there are {', '.join(entries)}") from None
