"""How to search, as one value."""

from __future__ import annotations

from dataclasses import replace

import pytest

from puzzler.board import Board
from puzzler.search.method import Method, Named, read_named
from puzzler.search.options import BY_F_TIES, DEFAULT_ORDER, ORDERS, Limit, Ties, checked_order
from puzzler.search.registry import ALGORITHMS
from puzzler.search.solve import solve

LIMIT = Limit(seconds=3)


def test_what_makes_no_difference_is_normalised_away():
    assert Method("bfs", "manhattan", 3) == Method("bfs")
    assert (Method("bfs").heuristic, Method("bfs").weight) == ("zero", 1)
    assert Method("greedy", "manhattan", 3) == Method("greedy", "manhattan")
    assert Method("astar", "manhattan", 3) != Method("astar", "manhattan")
    assert hash(Method("bfs", "manhattan")) == hash(Method("bfs"))


def test_without_a_name_the_algorithms_own_heuristic_guides_it():
    assert Method() == Method("astar", "manhattan+misplaced", 1, Limit())
    for name, algorithm in ALGORITHMS.items():
        assert Method(name).heuristic in (algorithm.heuristic, "zero")


def test_a_method_made_from_another_is_normalised_again():
    method = replace(Method("astar", "manhattan", 2, LIMIT), algorithm="dfs")
    assert method == Method("dfs", limit=LIMIT)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("a-star",), "no algorithm is called 'a-star'; there are .*astar"),
        (("bfs", "m"), "no heuristic is called 'm'; there are .*manhattan"),
        (("bfs", None, -1), "the weight must be from 0 to 1,000 .*, not -1"),
        (("astar", None, 1.2345), "at most three decimals"),
    ],
)
def test_what_cannot_be_is_named(words, said):
    with pytest.raises(ValueError, match=said):
        Method(*words)


def test_titles():
    assert Method().title == "A*, misplaced + Manhattan"
    assert Method("astar", "manhattan", 1.5).title == "Weighted A*, Manhattan, W 1.5"
    assert Method("bfs").title == "Breadth-first"
    assert Method("beam").title == "Beam search, learned"


def test_methods_by_the_shape():
    assert Method.shortest(4, 4, LIMIT) == Method("idastar", "pattern-database", limit=LIMIT)
    assert Method.shortest(6, 6).heuristic == "pattern-database"
    assert Method.shortest(6, 7).heuristic == "linear-conflict"
    assert Method.shortest(6, 7).guarantee() == 1
    assert Method.automatic(4, 4, LIMIT) == Method(limit=LIMIT)
    assert Method.automatic(3, 6, LIMIT) == Method("anytime", limit=LIMIT)


def test_a_search_takes_a_method_or_words_but_not_both():
    board = Board.parse("1 2 3/4 0 6/7 5 8")
    result = solve(board, method=Method("astar", "manhattan", 2), compiled=False)
    assert (result.algorithm, result.heuristic, result.weight) == ("astar", "manhattan", 2)
    for words in ({"weight": 1}, {"algorithm": "bfs"}, {"limit": LIMIT}):
        with pytest.raises(TypeError, match="already says"):
            solve(board, method=Method(), **words)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("astar", Named("astar")),
        ("astar/manhattan/1.5", Named("astar", "manhattan", 1.5)),
        (" idastar / linear-conflict ", Named("idastar", "linear-conflict")),
        ("astar//2", Named("astar", weight=2)),
        ("bfs/zero/1", Named("bfs", "zero", 1)),
    ],
)
def test_a_method_is_read_from_text(text, named):
    assert read_named(text) == named


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no algorithm is called ''; there are astar"),
        ("astra/manhattan", "no algorithm is called 'astra'"),
        ("astar/foo", "no heuristic is called 'foo'; there are zero"),
        ("astar/manhattan/heavy", "'heavy' is not a weight: weights go from 0"),
        ("astar/manhattan/-1", "'-1' is not a weight"),
        ("astar/manhattan/nan", "'nan' is not a weight"),
        ("astar/manhattan/", "'' is not a weight"),
        ("astar/manhattan/1/2", "more than algorithm/heuristic/weight: '2'"),
        ("bfs/manhattan", "bfs has no use for a heuristic, 'manhattan'"),
        ("greedy/manhattan/2", "greedy has no use for a weight, '2'"),
    ],
)
def test_the_wrong_word_is_named(text, words):
    with pytest.raises(ValueError, match=r"^.+$") as error:
        read_named(text)
    assert words in str(error.value)


def test_an_order_is_each_move_once():
    assert len(set(ORDERS)) == 24 and ORDERS[0] == DEFAULT_ORDER == "UDLR"
    assert checked_order("rdlu") == "RDLU"
    for text in ("", "UDL", "UDLL", "UDLRU", "UDLX"):
        with pytest.raises(ValueError, match=f"each once, not '{text}'"):
            checked_order(text)


def test_orders_and_ties_that_make_no_difference_are_normalised_away():
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
def test_orders_and_ties_that_cannot_be_are_named(words, said):
    with pytest.raises(ValueError, match=said):
        Method("dfs", **words)


def test_titles_name_what_is_not_as_usual():
    method = Method("astar", "manhattan", 2, order="RDLU", ties="high-g")
    assert method.title == "Weighted A*, Manhattan, W 2, order RDLU, ties larger g"
    assert Method("dfs", depth_limit=20).title == "Depth-first, depth limit 20"
    assert Method("greedy", ties="lifo").title == Method("greedy").title
