"""Every expansion of every search, compared with its naive twin."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, product

import pytest

from puzzler.board import Board, shuffle
from puzzler.board.scenario import Problem
from puzzler.search.algorithms import anytime, shortest
from puzzler.search.heuristics import linear_conflict
from puzzler.search.heuristics.heuristic import Tables
from puzzler.search.method import Method
from puzzler.search.options import BY_F_TIES, weight_terms
from puzzler.search.registry import ALGORITHMS, HEURISTICS
from puzzler.search.solve import trace
from tests import naive, naive_trace
from tests.naive_trace import ExpansionRecord

LIMIT = 70
"""Number of compared expansions."""
GOALS = (
    Board.solved(2, 2),
    Board.parse("3 0/1 2"),
    Board.solved(2, 3),
    Board.parse("5 1 0/2 4 3"),
    Board.solved(3, 2),
    Board.parse("0 1 2/3 4 5/6 7 8"),
)
PROBLEMS = [
    Problem(shuffle(*goal.size, 11 - seed % 2, seed, goal).start, goal)
    for seed, goal in enumerate(GOALS)
]
ORDERS = ("UDLR", "RDLU", "LURD", "DRUL")
METHODS = [
    (name, heuristic)
    for name, algorithm in ALGORITHMS.items()
    for heuristic in (HEURISTICS if algorithm.uses("heuristic") else ("zero",))
]


def opinions(tables: Tables):
    """The estimates whose maximum is h, in the order in which depth-first search reads them."""
    rest = [
        Tables(distance=tables.distance * 0, **{part: getattr(tables, part)})
        for part in ("walking", "pairs")
        if getattr(tables, part)
    ]
    parts = [Tables(distance=tables.distance, lines=tables.lines), *rest]
    if tables.patterns:
        parts.append(tables)
    return lambda board: [part.evaluate(board) for part in parts]


def twin(problem: Problem, method: Method) -> Iterator[ExpansionRecord]:  # noqa: PLR0911  one a search
    start, goal = problem.start, problem.goal
    tables = HEURISTICS[method.heuristic].build(goal)
    h, order, weights = tables.evaluate, method.order, weight_terms(method.weight)
    match method.algorithm:
        case "astar":
            return naive_trace.best_first(start, goal, h, weights, order, method.ties)
        case "greedy":
            return naive_trace.best_first(start, goal, h, (0, 1), order, method.ties)
        case "bfs":
            return naive_trace.graph_search(start, goal, order, is_stack=False)
        case "dfs" if method.depth_limit is None:
            is_late = method.duplicates == "late"
            return naive_trace.graph_search(start, goal, order, is_stack=True, is_late=is_late)
        case "dfs":
            limit = method.depth_limit
            return naive_trace.depth_first(start, goal, blind, (1, 0), order, limit=limit)
        case "iddfs":
            return naive_trace.depth_first(start, goal, blind, (1, 0), order)
        case "idastar":
            longest = 8 if tables.patterns else 2
            return naive_trace.depth_first(
                start, goal, opinions(tables), weights, order, longest=longest
            )
        case "bidirectional":
            plain = tables.walking is None and tables.patterns is None and tables.pairs is None
            backward = (HEURISTICS[method.heuristic] if plain else linear_conflict.HEURISTIC).build
            is_even = method.guarantee() == 1
            return naive_trace.bidirectional(
                start, goal, (h, backward(start).evaluate), order, is_even=is_even
            )
        case "walk":
            return naive_trace.walk(start, goal, h, order)
        case "beam":
            return naive_trace.beam(start, goal, h, order)
        case "anytime" | "shortest":
            exact = HEURISTICS["pattern-database"].build(goal)
            conflicts = naive.linear_conflict(start, goal)
            bound = max(start_bound(problem, method), conflicts)
            bound += (bound - conflicts) % 2
            return naive_trace.anytime(start, goal, h, opinions(exact), bound)
    raise ValueError(f"{method.algorithm} has no twin")


def start_bound(problem: Problem, method: Method) -> int:
    heuristic = HEURISTICS[method.heuristic]
    h = heuristic.build(problem.goal).evaluate(problem.start)
    return math.ceil(h / heuristic.factor) if heuristic.factor else 0


def blind(board: Board) -> list[int]:
    return [0]


def check(problem: Problem, method: Method, limit: int = LIMIT) -> None:
    found = islice(trace(problem, method), limit)
    expected = islice(twin(problem, method), limit)
    for number, (actual, twin_record) in enumerate(zip(found, expected, strict=True)):
        assert ExpansionRecord.of(actual) == twin_record, (problem, method.title, number)


@pytest.mark.parametrize(("name", "heuristic"), METHODS)
def test_every_expansion_equals_that_of_the_naive_twin(name, heuristic, monkeypatch):
    # the twin of anytime continues with the proof directly after the first solution
    turns = anytime.Turns(0, 0, 1_000_000, 10_000)
    monkeypatch.setattr(anytime, "TURNS", ((16, turns),))
    monkeypatch.setattr(shortest, "TURNS", turns)
    ties = BY_F_TIES if ALGORITHMS[name].uses("ties") else (None,)
    # The twin is slow because it finds superfluous paths of eight moves.
    limit = 40 if (name, heuristic) == ("idastar", "pattern-database") else LIMIT
    first = METHODS.index((name, heuristic)) % 4  # every fourth problem
    for number, problem in enumerate(PROBLEMS[first::4]):
        order = ORDERS[number % len(ORDERS)]
        for tie in ties if number % 3 == 0 else ties[:1]:
            check(problem, Method(name, heuristic, order=order, ties=tie), limit)


WEIGHTED = [
    Method(*each) for each in product(("astar", "idastar"), ["manhattan"], (0, 0.5, 1.5, 3))
]
LIMITED = [Method("dfs", depth_limit=limit) for limit in (1, 2, 7)]
LATE = Method("dfs", duplicates="late")


@pytest.mark.parametrize("method", [*WEIGHTED, *LIMITED, LATE], ids=lambda method: method.title)
def test_other_parameters_give_the_same_expansions_as_the_twin(method):
    for number, problem in enumerate(PROBLEMS[::2]):
        check(problem, replace(method, order=ORDERS[number % 4]))


def test_the_requested_number_of_expansions_is_traced():
    problem = Problem(Board.parse("8 6 7/2 5 4/3 0 1"), Board.solved(3, 3))
    assert [each.index for each in trace(problem, Method(), 5)] == [0, 1, 2, 3, 4]
    assert list(trace(Problem(problem.goal, problem.goal), Method())) == []
