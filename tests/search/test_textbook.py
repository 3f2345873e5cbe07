"""A program written only from docs/searches.md has the same counts as the searches."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import pytest

from puzzler.board import Board
from puzzler.board.scenario import Problem
from puzzler.search.method import Method
from puzzler.search.options import ORDERS, Ties
from puzzler.search.solve import solve, trace
from tests.search import textbook

BOARDS = (
    "4 1 3/5 0 7/2 8 6",
    "2 4 3/1 0 8/6 5 7",
    "1 3 6/4 0 2/7 5 8",
    "4 1 2/7 0 3/8 5 6",
    "2 3 6/1 4 8/7 5 0",
    "3 2 4 7/1 6 5 0",
    "2 0 1/5 4 3",
    "1 3 4/2 5 0",
    "4 5/1 2/3 0",
    "4 5 0/1 2 3",
    "2 5/1 6/3 4/7 0",
    "2 7 6 3 5/1 8 0 4 9",
)
SMALL = BOARDS[6:10]
FIGURES = (
    *("expanded", "generated", "duplicates", "reopened"),
    *("stored", "deepest", "frontier", "peak_frontier"),
)


def counts(figures: object, names: Sequence[str] = FIGURES) -> dict[str, int]:
    return {name: getattr(figures, name) for name in names}


def puzzle_of(board: Board, order: str = "UDLR") -> textbook.Puzzle:
    goal = Board.solved(*board.size)
    return textbook.Puzzle(*board.size, board.tiles, goal.tiles, order)


def check(text: str, found: textbook.Count, method: Method, names: Sequence[str] = FIGURES) -> None:
    result = solve(Board.parse(text), None, method)
    assert counts(result.stats, names) == counts(found, names), (text, method.title)
    assert result.length == found.length, (text, method.title)


def by_f(text: str, algorithm: str, heuristic: str, weight: int, order: str, ties: str) -> None:
    puzzle = puzzle_of(Board.parse(text), order)
    estimate = getattr(puzzle, heuristic)
    found = textbook.best_first(puzzle, estimate, ties, weight, is_greedy=algorithm == "greedy")
    check(text, found, Method(algorithm, heuristic, weight, order=order, ties=ties))


@pytest.mark.parametrize("text", BOARDS)
def test_astar_in_all_orders_and_ties(text):
    for order, ties in product(ORDERS, Ties):
        by_f(text, "astar", "manhattan", 1, order, ties)


@pytest.mark.parametrize(
    ("algorithm", "heuristic", "weight"),
    [("astar", "misplaced", 1), ("astar", "manhattan", 3), ("greedy", "manhattan", 1)],
)
def test_other_weights_in_all_orders_and_ties(algorithm, heuristic, weight):
    for number, (order, ties) in enumerate(product(ORDERS, Ties)):
        for text in BOARDS[number % 3 :: 3]:
            by_f(text, algorithm, heuristic, weight, order, ties)


@pytest.mark.parametrize(
    ("text", "heuristic", "ties", "expanded"),
    [
        ("2 0 3/8 6 1/4 5 7", "manhattan", "lifo", 1843),
        ("2 0 7/1 8 6/4 3 5", "manhattan", "lifo", 415),
        ("4 1 3/5 0 7/2 8 6", "misplaced", "lifo", 198),
    ],
)
def test_counts_equal_published_ones(text, heuristic, ties, expanded):
    by_f(text, "astar", heuristic, 1, "UDLR", ties)
    assert solve(Board.parse(text), None, Method("astar", heuristic)).stats.expanded == expanded


@pytest.mark.parametrize("goal_test", ["early", "late"])
def test_breadth_first_in_all_orders(goal_test):
    for number, order in enumerate(ORDERS):
        text = SMALL[number % 4]
        found = textbook.breadth_first(puzzle_of(Board.parse(text), order), goal_test)
        check(text, found, Method("bfs", order=order, goal_test=goal_test))
    found = textbook.breadth_first(puzzle_of(Board.parse(BOARDS[1])), goal_test)
    check(BOARDS[1], found, Method("bfs", goal_test=goal_test))


def test_depth_first_in_all_orders():
    for number, order in enumerate(ORDERS):
        text = SMALL[number % 4]
        puzzle = puzzle_of(Board.parse(text), order)
        check(text, textbook.depth_first(puzzle), Method("dfs", order=order))
        found = textbook.deepening(puzzle, puzzle.zero, 9)
        names = ["expanded", "generated", "deepest"]
        check(text, found, Method("dfs", order=order, depth_limit=9), names)


@pytest.mark.parametrize("heuristic", ["manhattan", "misplaced", "zero"])
def test_iterations_in_all_orders(heuristic):
    name = "iddfs" if heuristic == "zero" else "idastar"
    names = ["expanded", "generated", "stored", "deepest"]
    for number, order in enumerate(ORDERS):
        text = BOARDS[number % len(BOARDS)] if heuristic != "zero" else SMALL[number % 4]
        puzzle = puzzle_of(Board.parse(text), order)
        found = textbook.deepening(puzzle, getattr(puzzle, heuristic))
        check(text, found, Method(name, heuristic, order=order), names)


def test_bidirectional_in_all_orders():
    for text, heuristic in product(BOARDS, ("manhattan", "misplaced")):
        for order in ORDERS[:: 1 if heuristic == "manhattan" else 8]:
            found = textbook.both_ends(puzzle_of(Board.parse(text), order), heuristic)
            check(text, found, Method("bidirectional", heuristic, order=order))


def test_walk_in_all_orders():
    for text, order, heuristic in product(BOARDS, ORDERS, ("manhattan", "misplaced")):
        puzzle = puzzle_of(Board.parse(text), order)
        found = textbook.walk(puzzle, getattr(puzzle, heuristic))
        check(text, found, Method("walk", heuristic, order=order))


@pytest.mark.parametrize("name", ["astar", "greedy", "bfs", "dfs", "bidirectional", "idastar"])
def test_the_trace_expands_the_same_states_in_the_same_order(name):
    for number, text in enumerate(BOARDS):
        if name == "dfs" and text not in SMALL:
            continue
        board, order = Board.parse(text), ORDERS[number]
        puzzle = puzzle_of(board, order)
        searches = {
            "astar": lambda puzzle: textbook.best_first(puzzle, puzzle.manhattan),
            "greedy": lambda puzzle: textbook.best_first(puzzle, puzzle.manhattan, is_greedy=True),
            "bfs": textbook.breadth_first,
            "dfs": textbook.depth_first,
            "bidirectional": lambda puzzle: textbook.both_ends(puzzle, "manhattan"),
            "idastar": lambda puzzle: textbook.deepening(puzzle, puzzle.manhattan),
        }
        found = searches[name](puzzle)
        problem = Problem(board, Board.solved(*board.size))
        limit = 300
        expansions = list(trace(problem, Method(name, "manhattan", order=order), limit))
        assert [expansion.node.board.tiles for expansion in expansions] == found.order[:limit]
        fates = [
            successor.outcome for expansion in expansions for successor in expansion.successors
        ]
        if len(expansions) == found.expanded:
            assert fates.count("duplicate") == found.duplicates
            assert fates.count("reopened") == found.reopened
