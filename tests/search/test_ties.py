"""Order of moves and tie-breaks: named, checked, and to the count of the plain twin."""

from __future__ import annotations

from dataclasses import replace

import pytest

from puzzler.board import Board, Move
from puzzler.search.method import Method
from puzzler.search.options import BY_F_TIES, DEFAULT_ORDER, ORDERS, Ties, checked_order, moves_in
from puzzler.search.solve import solve

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


@pytest.mark.parametrize("ties", BY_F_TIES)
def test_ties_decide_how_much_is_expanded(ties):
    result = solve(HARDEST, method=Method("astar", "manhattan", ties=ties))
    assert result.length == 31 and result.proven_optimal
    assert result.stats.depth == 31
