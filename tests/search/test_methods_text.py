"""Methods as people type them."""

from __future__ import annotations

import pytest

from puzzler.search.method import Method, read_method, read_named
from puzzler.search.options import Limit


@pytest.mark.parametrize(
    ("text", "method"),
    [
        ("astar", Method("astar")),
        ("astar/manhattan", Method("astar", "manhattan")),
        ("astar/manhattan/1.5", Method("astar", "manhattan", 1.5)),
        (" idastar / linear-conflict ", Method("idastar", "linear-conflict")),
        ("astar//2", Method("astar", weight=2)),
        ("bfs/zero/1", Method("bfs")),
        ("greedy/misplaced/1", Method("greedy", "misplaced")),
    ],
)
def test_a_method_is_read(text, method):
    assert read_method(text) == method


def test_the_rest_is_said_beside_it():
    told = read_method("astar/misplaced", Limit(expansions=9), order="RDLU", ties="fifo")
    expected = Method("astar", "misplaced", 1, Limit(expansions=9), order="RDLU", ties="fifo")
    assert told == expected
    assert read_method("dfs", depth_limit=7) == Method("dfs", depth_limit=7)


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
