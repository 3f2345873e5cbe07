"""Order of moves and tie-breaks: named, checked, and to the count of the plain twin."""

from __future__ import annotations

from dataclasses import replace

import pytest

from puzzler.board import Board, Move
from puzzler.board.scenario import Problem
from puzzler.search.engine.stepping import Status
from puzzler.search.method import Method
from puzzler.search.options import (
    BY_F_TIES,
    DEFAULT_ORDER,
    ORDERS,
    Limit,
    Ties,
    checked_order,
    moves_in,
)
from puzzler.search.registry import ALGORITHMS
from puzzler.search.solve import solve, start

HARDEST = Board.parse("8 6 7/2 5 4/3 0 1")


def test_an_order_is_each_move_once():
    assert len(set(ORDERS)) == 24 and ORDERS[0] == DEFAULT_ORDER == "UDLR"
    assert checked_order("rdlu") == "RDLU"
    assert moves_in("RDLU") == (Move.RIGHT, Move.DOWN, Move.LEFT, Move.UP)
    for text in ("", "UDL", "UDLL", "UDLRU", "UDLX"):
        with pytest.raises(ValueError, match=f"each once, not '{text}'"):
            checked_order(text)


def test_what_makes_no_difference_is_normalised_away():
    assert {ties.value for ties in Ties} == {"high-g", "low-g", "fifo", "lifo"} == set(BY_F_TIES)
    assert Method().ties is Ties.LIFO and Method(ties="fifo") != Method()
    assert Method("bfs", ties="high-g") == Method("bfs") and Method("bfs").ties is None
    assert Method("bfs", order="RLDU") != Method("bfs")
    assert Method("anytime", order="RLDU", ties="fifo", depth_limit=3) == Method("anytime")
    assert Method("dfs", depth_limit=3) != Method("dfs")
    assert replace(Method("dfs", order="LRUD", depth_limit=3), algorithm="astar") == Method(
        "astar", "zero", order="LRUD"
    )


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ({"order": "UDLU"}, "each once, not 'UDLU'"),
        ({"ties": "g"}, "no tie-break is called 'g'; there are high-g, low-g, fifo, lifo"),
        ({"depth_limit": 0}, "the depth limit must be at least 1, not 0"),
    ],
)
def test_what_cannot_be_is_named(words, said):
    with pytest.raises(ValueError, match=said):
        Method("dfs", **words)


def test_titles_name_what_is_not_as_usual():
    method = Method("astar", "manhattan", 2, order="RDLU", ties="high-g")
    assert method.title == "Weighted A*, Manhattan, W 2, order RDLU, ties larger g"
    assert Method("dfs", depth_limit=20).title == "Depth-first, depth limit 20"
    assert Method("greedy", ties="lifo").title == Method("greedy").title


@pytest.mark.parametrize("ties", Ties)
@pytest.mark.parametrize("algorithm", ["astar", "greedy"])
def test_the_same_at_any_budget_also_where_room_is_made(algorithm, ties):
    # blind, greedy search goes deeper than there is room for at first
    heuristic = "zero" if algorithm == "greedy" else "misplaced"
    problem = Problem(HARDEST, Board.solved(3, 3))
    method = Method(algorithm, heuristic, ties=ties, limit=Limit(expansions=5000))
    results = []
    for budget in (1, 61, 10**9):
        search = start(problem, method)
        while search.advance(budget) is Status.RUNNING:
            pass
        result = search.result()
        results.append(replace(result, stats=replace(result.stats, elapsed=0)))
    assert results[0] == results[1] == results[2]
    if (algorithm, ties) in {("greedy", Ties.LIFO), ("greedy", Ties.HIGH_G)}:
        assert results[0].stats.deepest > 1000


@pytest.mark.parametrize("ties", BY_F_TIES)
def test_ties_decide_how_much_is_expanded(ties):
    result = solve(HARDEST, method=Method("astar", "manhattan", ties=ties))
    assert result.length == 31 and result.proven_optimal
    assert result.stats.depth == 31


def test_any_order_is_shortest_where_that_is_promised(eight_puzzle):
    board = list(eight_puzzle)[77_777]
    for algorithm in ALGORITHMS:
        for order in ("RLDU", "DULR"):
            result = solve(board, method=Method(algorithm, "manhattan", order=order))
            if result.length is not None:
                assert board.apply_all(result.moves) == result.goal
                assert not result.proven_optimal or result.length == eight_puzzle[board]
