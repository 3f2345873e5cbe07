"""Methods: algorithm, heuristic and parameters."""

from __future__ import annotations

from dataclasses import replace

import pytest

from puzzler.board import Board
from puzzler.search.feasibility import MIN_SHARE, count_within, warning
from puzzler.search.method import Method, parse_method
from puzzler.search.options import BY_F_TIES, DEFAULT_ORDER, ORDERS, Limit, Ties, checked_order
from puzzler.search.parameters import CHOICES, PARAMETERS
from puzzler.search.registry import ALGORITHMS, HEURISTICS
from puzzler.search.solve import solve
from tests import naive

LIMIT = Limit(seconds=3)


def test_parameters_without_effect_are_normalised():
    assert Method("bfs", "manhattan", 3) == Method("bfs")
    assert (Method("bfs").heuristic, Method("bfs").weight) == ("zero", 1)
    assert Method("greedy", "manhattan", 3) == Method("greedy", "manhattan")
    assert Method("astar", "manhattan", 3) != Method("astar", "manhattan")
    assert hash(Method("bfs", "manhattan")) == hash(Method("bfs"))


def test_the_default_heuristic_depends_on_the_algorithm():
    assert Method() == Method("astar", "manhattan+misplaced", 1, Limit())
    for name, algorithm in ALGORITHMS.items():
        assert Method(name).heuristic in (algorithm.heuristic, "zero")


def test_a_replaced_method_is_normalised():
    method = replace(Method("astar", "manhattan", 2, LIMIT), algorithm="dfs")
    assert method == Method("dfs", limit=LIMIT)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("ucs",), "uniform-cost search is astar with --heuristic zero"),
        (("a-star",), "unknown algorithm 'a-star'; did you mean astar"),
        (("bfs", "m"), "unknown heuristic 'm'; choose from zero"),
        (("bfs", None, -1), "the weight must be from 0 to 1,000 .*, not -1"),
        (("astar", None, 1.2345), "at most three decimals"),
    ],
)
def test_invalid_values_are_named(words, expected):
    with pytest.raises(ValueError, match=expected):
        Method(*words)


def test_titles_describe_the_method():
    assert Method().title == "A*, misplaced + Manhattan"
    assert Method("astar", "manhattan", 1.5).title == "Weighted A*, Manhattan, W = 1.5"
    assert Method("bfs").title == "Breadth-first"
    assert Method("beam").title == "Beam search, learned"
    method = Method("astar", "manhattan", 2, order="RDLU", ties="high-g")
    assert method.title == "Weighted A*, Manhattan, W = 2, order RDLU, tie-break: larger g"
    assert Method("dfs", depth_limit=20).title == "Depth-first, depth limit 20"
    assert Method("greedy", ties="lifo").title == Method("greedy").title


def test_default_methods_depend_on_the_shape():
    assert Method.shortest(4, 4, LIMIT) == Method("idastar", "pattern-database", limit=LIMIT)
    assert Method.shortest(3, 6) == Method("shortest") == Method.shortest(5, 5)
    assert Method.shortest(6, 6).heuristic == "pattern-database"
    assert Method.shortest(6, 7).heuristic == "linear-conflict"
    assert Method.shortest(6, 7).guarantee() == 1
    for size in ((3, 3), (4, 4)):
        assert Method.automatic(*size, LIMIT) == Method.shortest(*size, LIMIT)
        assert not Method.automatic(*size).is_chosen
    assert Method.watch(3, 3, LIMIT) == Method(limit=LIMIT)
    assert Method.watch(4, 4, LIMIT) == Method(limit=LIMIT, duplicates="late")
    for method in (Method.automatic(3, 6, LIMIT), Method.watch(3, 6, LIMIT)):
        assert method == Method("anytime", limit=LIMIT)


def test_without_numba_no_large_tables_are_built_by_default(monkeypatch):
    monkeypatch.setattr("puzzler.search.method.has_numba", lambda: False)
    assert Method.automatic(3, 3) == replace(Method.shortest(3, 3), is_chosen=False)
    for size in ((2, 5), (4, 4), (5, 5)):
        assert Method.automatic(*size) == Method("anytime", is_chosen=False)


def test_a_method_excludes_other_arguments():
    board = Board.parse("1 2 3/4 0 6/7 5 8")
    result = solve(board, method=Method("astar", "manhattan", 2), compiled=False)
    assert (result.algorithm, result.heuristic, result.weight) == ("astar", "manhattan", 2)
    for words in ({"weight": 1}, {"algorithm": "bfs"}, {"limit": LIMIT}):
        with pytest.raises(TypeError, match="cannot be combined"):
            solve(board, method=Method(), **words)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("astar", ("astar", None, None)),
        ("astar/manhattan/1.5", ("astar", "manhattan", 1.5)),
        (" idastar / linear-conflict ", ("idastar", "linear-conflict", None)),
        ("astar//2", ("astar", None, 2)),
        ("bfs/zero/1", ("bfs", "zero", 1)),
    ],
)
def test_a_method_is_read_from_text(text, named):
    assert parse_method(text) == named


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "unknown algorithm ''; choose from astar"),
        ("astra/manhattan", "unknown algorithm 'astra'"),
        ("astar/foo", "unknown heuristic 'foo'; choose from zero"),
        ("astar/manhattan/heavy", "'heavy' is not a weight from 0"),
        ("astar/manhattan/-1", "'-1' is not a weight"),
        ("astar/manhattan/nan", "'nan' is not a weight"),
        ("astar/manhattan/", "'' is not a weight"),
        ("astar/manhattan/1/2", "unexpected part after algorithm/heuristic/weight: '2'"),
        ("bfs/manhattan", "bfs does not use a heuristic: 'manhattan'"),
        ("greedy/manhattan/2", "greedy does not use a weight: '2'"),
    ],
)
def test_the_invalid_word_is_named(text, words):
    with pytest.raises(ValueError, match=r"^.+$") as error:
        parse_method(text)
    assert words in str(error.value)


def test_a_method_can_have_code_in_a_folder(tmp_path):
    folder = tmp_path / "astar" / "b"
    folder.mkdir(parents=True)
    (folder / "mine.py").write_text("def h(board): return 0\ndef search(problem, h): return []\n")
    file = str(folder / "mine.py")
    assert parse_method(f"astar/{file}:h") == ("astar", f"{file}:h", None)
    assert parse_method(f"astar/{file}/2") == ("astar", f"{file}:h", 2)
    assert parse_method(f"{file}/{file}:h") == (f"{file}:search", f"{file}:h", None)
    with pytest.raises(ValueError, match="file not found"):
        parse_method("astar/folder/missing.py")


def test_an_order_contains_each_move_once():
    assert len(set(ORDERS)) == 24 and ORDERS[0] == DEFAULT_ORDER == "UDLR"
    assert checked_order("rdlu") == "RDLU"
    for text in ("", "UDL", "UDLL", "UDLRU", "UDLX"):
        with pytest.raises(ValueError, match=f"'{text}' is not an order"):
            checked_order(text)


def test_orders_and_ties_without_effect_are_normalised():
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
    ("words", "expected"),
    [
        ({"order": "UDLU"}, "'UDLU' is not an order"),
        ({"ties": "g"}, "unknown tie-break 'g'; choose from high-g, low-g, fifo, lifo"),
        ({"depth_limit": 0}, "the depth limit must be 1 to 1,000,000, not 0"),
    ],
)
def test_invalid_orders_and_ties_are_named(words, expected):
    with pytest.raises(ValueError, match=expected):
        Method("dfs", **words)


TWO_GIGABYTES = Limit(memory_bytes=2 * 10**9)


@pytest.mark.parametrize("shape", [(2, 2), (2, 3), (3, 3), (3, 4)])
def test_small_shapes_have_no_warning(shape):
    for name in ALGORITHMS:
        for heuristic in (None, "zero"):
            assert warning(Method(name, heuristic, limit=TWO_GIGABYTES), *shape) == ""


def test_a_blind_search_that_stores_all_states_lacks_memory():
    assert warning(Method("bfs", limit=TWO_GIGABYTES), 4, 4) == (
        "Breadth-first will run out of memory on most 4×4 boards: "
        "10.5 trillion states, room for 62.5 million in 2.0 GB"
    )
    assert "10²⁴" in warning(Method("astar", "zero"), 5, 5)
    assert warning(Method("bidirectional", "zero", limit=TWO_GIGABYTES), 4, 4) == ""
    assert "will run out of memory" in warning(Method("bidirectional", "zero"), 6, 6)
    assert warning(Method("bidirectional", "zero", limit=TWO_GIGABYTES), 4, 5) != ""


def test_a_blind_search_with_little_memory_lacks_time():
    assert warning(Method("iddfs"), 4, 4) == (
        "Iterative deepening takes more than 7 hours on most 4×4 boards: "
        "it expands 2.6 trillion states"
    )
    assert warning(Method("idastar", "manhattan"), 4, 4) == ""
    assert warning(Method("iddfs"), 3, 5) == ""
    assert "more than 27 minutes" in warning(Method("iddfs", limit=Limit(seconds=60)), 3, 5)


def test_a_depth_limit_finds_duplicates_early() -> None:
    limited = Method("dfs", depth_limit=5, duplicates="late")
    assert limited.duplicates == "early"
    assert limited == Method("dfs", depth_limit=5)
    assert Method("dfs", duplicates="late").duplicates == "late"


def test_a_fallback_is_a_default_method() -> None:
    fallback = Method.automatic(4, 4, LIMIT).fallback()
    assert (fallback, fallback.is_chosen) == (Method("anytime", limit=LIMIT), False)
    assert fallback.fallback() is None is Method("astar").fallback()


def test_depth_first_search_stores_all_states_or_has_a_depth_limit():
    assert "room for 62.5 million" in warning(Method("dfs", limit=TWO_GIGABYTES), 4, 4)
    assert warning(Method("dfs", depth_limit=24), 4, 4) == (
        "Depth-first, depth limit 24 cannot finish most 4×4 boards: they need more moves"
    )
    assert warning(Method("dfs", depth_limit=80), 4, 4) == ""
    assert warning(Method("dfs", depth_limit=31), 3, 3) == ""
    assert warning(Method("dfs", depth_limit=10**6), 10, 10) == ""


@pytest.mark.parametrize("shape", [(2, 2), (2, 3), (3, 3)])
def test_paths_are_counted(shape):
    states = list(naive.distances_from(Board.solved(*shape)).values())
    for depth in range(1, 9):
        near = sum(distance <= depth for distance in states)
        assert near <= count_within(*shape, depth, 10**9)
    assert count_within(2, 2, 3, 10**9) == 1 + 2 + 2 + 2
    assert count_within(3, 3, 10**9, 1000) >= 1000


def test_thorough_searches_with_a_heuristic_fail_on_large_boards():
    for method in (Method("astar"), Method("bidirectional", "manhattan")):
        assert "will run out of memory on most 6×6 boards: they need more than" in warning(
            method, 6, 6
        )
    assert warning(Method("astar", weight=3), 6, 6) == ""
    for name in ("greedy", "beam", "walk", "anytime"):
        assert warning(Method(name), 10, 10) == ""


def test_warnings_are_correct_for_the_8_puzzle_with_little_memory():
    """With little memory the 8-puzzle is like a larger board with much memory."""
    limit = Limit(memory_bytes=1_000_000)
    assert "will run out of memory on most 3×3 boards" in warning(Method("bfs", limit=limit), 3, 3)
    boards = [board for board, _ in naive.distances_from(Board.solved(3, 3)).every(4000)]
    solved = [solve(board, algorithm="bfs", limit=limit).length is not None for board in boards]
    assert 0 < sum(solved) < len(boards) * 2 / MIN_SHARE


def test_algorithms_and_heuristics_use_only_parameters_that_are_declared():
    names = {row.name for row in PARAMETERS} - {"algorithm"}
    used = {
        name for each in (*ALGORITHMS.values(), *HEURISTICS.values()) for name in each.parameters
    }
    assert used == names


def test_a_parameter_is_normalised_unless_the_algorithm_uses_it():
    for algorithm in ALGORITHMS.values():
        method = Method(algorithm.name)
        for row in CHOICES:
            is_used = algorithm.uses(row.name) and not row.depends_on_heuristic
            assert getattr(method, row.name) == (row.default if is_used else row.unused)
