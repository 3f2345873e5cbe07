"""``solve``: results, guarantees and errors."""

from __future__ import annotations

import gc
import tracemalloc
from dataclasses import replace

import pytest

from puzzler.board import Board, shuffle
from puzzler.board.scenario import Problem
from puzzler.progress import BuildProgress, Reporter
from puzzler.search import options
from puzzler.search.heuristics import manhattan
from puzzler.search.heuristics.heuristic import Tables
from puzzler.search.method import Method
from puzzler.search.options import Limit, LimitKind
from puzzler.search.registry import ALGORITHMS, HEURISTICS
from puzzler.search.report.texts import guarantee
from puzzler.search.result import Outcome, SearchResult
from puzzler.search.search_problem import SearchProblem
from puzzler.search.solve import minimum_moves, solve
from puzzler.search.starting import MAX_ENDED_BYTES, keep_arrays, start
from tests.instances import instances

HARDEST = Board.parse("8 6 7/2 5 4/3 0 1")
KORF = instances("korf_15puzzle_1_50.txt")
HARD = KORF[2].board
PINNED_EXPANSIONS = {9: 109_436, 12: 73_507}


def test_the_default_proves_a_shortest_solution():
    for board, length in ((HARDEST, 31), (HARD, 59)):
        result = solve(board)
        assert (result.length, result.proven_optimal) == (length, True)
        assert (result.algorithm, result.heuristic) == ("idastar", "pattern-database")


def test_watch_solves_the_hardest_8_puzzle_with_a_guarantee():
    result = solve(HARDEST, method=Method.watch(3, 3))
    assert result.status == "solved" and result.length == 31
    assert HARDEST.apply_all(result.moves) == result.goal
    assert guarantee(result) == "at most twice the optimal length"
    assert (result.algorithm, result.heuristic, result.weight) == (
        "astar",
        "manhattan+misplaced",
        1,
    )
    assert result.compiled and result.stats.elapsed > 0 and result.setup_seconds > 0


@pytest.mark.parametrize(
    ("heuristic", "weight", "expected"),
    [
        ("manhattan", 1, "proven optimal"),
        ("manhattan", 0.5, "proven optimal"),
        ("manhattan", 3, "at most 3 times the optimal length"),
        ("manhattan+misplaced", 1.5, "at most 3 times the optimal length"),
        ("manhattan+misplaced", 0.5, "proven optimal"),
    ],
)
def test_the_guarantee_follows_from_heuristic_and_weight(heuristic, weight, expected):
    assert guarantee(solve(HARDEST, heuristic=heuristic, weight=weight)) == expected


@pytest.mark.parametrize(
    "algorithm", [name for name, one in ALGORITHMS.items() if one.uses("weight")]
)
@pytest.mark.parametrize("weight", [0.5, 1.5, 3, 10.125])
def test_weighted_pattern_databases_keep_their_bound(eight_puzzle, algorithm, weight):
    goal = Board.solved(3, 4)
    boards = [(shuffle(3, 4, 40, seed).start, goal) for seed in range(3)]
    boards += [(board, Board.solved(3, 3)) for board, _ in eight_puzzle.every(30_011)]
    for board, goal in boards:
        shortest = minimum_moves(board, goal)
        result = solve(
            board, goal, algorithm=algorithm, heuristic="pattern-database", weight=weight
        )
        assert board.apply_all(result.moves) == goal
        assert result.length is not None and result.bound_factor is not None
        assert result.bound_factor <= max(1, weight)
        assert shortest <= result.length <= result.bound_factor * shortest
        assert result.lower_bound <= shortest
        assert result.proven_optimal == (result.bound_factor == 1)


def test_tiles_name_the_same_path():
    board = Board.parse("1 2 3/4 5 6/0 7 8")
    assert solve(board).tiles == (7, 8)


def test_an_unsolvable_board_has_a_result():
    result = solve(Board.parse("1 2 3/4 5 6/8 7 0"))
    assert result.status == "unsolvable" and result.length is None and guarantee(result) == ""


@pytest.mark.parametrize("weight", [float("nan"), float("inf"), -1, 1001, 1.23456])
@pytest.mark.parametrize("board", ["1 2 3/4 5 6/8 7 0", "1 2 3/4 5 6/7 8 0"])
def test_an_invalid_weight_is_an_error_for_any_board(board, weight):
    with pytest.raises(ValueError, match="the weight must"):
        solve(Board.parse(board), weight=weight)


@pytest.mark.parametrize("field", ["seconds", "expansions", "memory_bytes"])
def test_limits_must_be_positive(field):
    with pytest.raises(ValueError, match=field):
        Limit(**{field: 0})


def test_random_15_puzzles_are_solved_with_reproducible_counts():
    for number, expanded in PINNED_EXPANSIONS.items():
        board, best = KORF[number - 1]
        result = solve(board, method=Method.watch(*board.size))
        assert board.apply_all(result.moves) == result.goal
        assert result.length is not None and best <= result.length <= 2 * best
        assert result.stats.expanded == expanded


def slow_tables(monkeypatch: pytest.MonkeyPatch, end: type[BaseException] | None = None) -> None:
    """Make Manhattan tables take two steps, or raise an exception in the second."""

    def make(goal: Board, report: Reporter) -> Tables:
        report(BuildProgress(0.5, "tables"))
        if end is not None:
            raise end
        report(BuildProgress(1, "tables"))
        return manhattan.build(goal)

    slow = replace(HEURISTICS["manhattan"], make=make)
    monkeypatch.setitem(HEURISTICS, "manhattan", slow)


def test_building_tables_reports_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    slow_tables(monkeypatch)
    reports: list[BuildProgress] = []
    board = Board.parse("1 2 3/4 0 6/7 5 8")
    result = solve(board, heuristic="manhattan", on_build=reports.append)
    assert result.length == 2
    assert [progress.done for progress in reports] == [0.5, 1]


def test_an_interrupt_while_tables_are_built_cancels_the_search(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    slow_tables(monkeypatch, KeyboardInterrupt)
    board = Board.parse("1 2 3/4 0 6/7 5 8")
    result = solve(board, heuristic="manhattan", weight=2, raise_interrupt=False)
    assert result.status is Outcome.CANCELLED
    assert (result.start, result.algorithm, result.heuristic) == (board, "astar", "manhattan")
    assert result.setup_seconds > 0
    assert str(result) == "cancelled before the search started"


@pytest.mark.parametrize("function", ["fallback_after", "KernelSwitch.record"])
def test_an_interrupt_when_a_search_has_ended_is_not_lost(
    function: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    board = Board.parse("1 2 3/4 0 6/7 5 8")
    assert solve(board).length == 2
    monkeypatch.setattr(f"puzzler.search.solve.{function}", interrupt)
    with pytest.raises(KeyboardInterrupt):
        solve(board)


def test_anytime_continues_at_the_default_memory_limit(monkeypatch):
    monkeypatch.setattr(options, "default_memory_bytes", lambda: 1_000_000)
    stopped: list[SearchResult] = []
    method = Method.watch(4, 4, Limit(expansions=300_000))
    result = solve(HARD, method=method, on_fallback=stopped.append)
    assert (result.algorithm, result.status) == ("anytime", "solved")
    assert HARD.apply_all(result.moves) == result.goal
    [before] = stopped
    assert (before.algorithm, before.limit_reached) == ("astar", LimitKind.MEMORY)
    # earlier expansions count
    assert before.stats.expanded + result.stats.expanded <= 300_000


@pytest.mark.parametrize(
    "chosen",
    [
        {"algorithm": "astar"},
        {"weight": 1.0},
        {"method": Method.watch(4, 4, Limit(memory_bytes=1_000_000))},
        {"method": Method.watch(4, 4, Limit(expansions=1000))},
        {"method": Method("astar")},
    ],
)
def test_chosen_methods_and_given_limits_have_no_fallback(monkeypatch, chosen):
    monkeypatch.setattr(options, "default_memory_bytes", lambda: 1_000_000)
    result = solve(HARD, **chosen)
    assert (result.algorithm, result.status) == ("astar", "limit")


def boards(count: int, rows: int = 3, columns: int = 3) -> list[Board]:
    return [shuffle(rows, columns, 40, seed).start for seed in range(count)]


@pytest.mark.parametrize("name", ["pattern-database", "walking-distance", "manhattan"])
def test_the_tables_of_a_goal_are_built_once(name, monkeypatch):
    built: list[Board] = []
    heuristic = HEURISTICS[name]

    def make(goal: Board, report: Reporter) -> Tables:
        built.append(goal)
        return heuristic.make(goal, report)

    monkeypatch.setitem(HEURISTICS, name, replace(heuristic, make=make))
    goals = [Board.solved(3, 3), Board.parse("0 1 2/3 4 5/6 7 8")]
    for board in boards(5):
        solve(board, goals[0], Method("idastar", name))
        solve(board.apply(board.legal_moves()[0]), goals[0], Method("astar", name))
    assert built == goals[:1]
    solve(goals[1].apply(goals[1].legal_moves()[0]), goals[1], Method("idastar", name))
    assert built == goals


def test_tables_that_cannot_be_shared_are_built_for_each_search():
    built = []

    def make(goal: Board, report: Reporter) -> Tables:
        built.append(goal.rows)
        return manhattan.build(goal)

    heuristic = replace(HEURISTICS["manhattan"], make=make, is_shared=lambda goal: goal.rows > 3)
    for side in (3, 3, 4, 4):
        heuristic.shared(Board.solved(side, side))
    assert built == [3, 3, 4]


def test_memory_does_not_grow_with_the_number_of_boards():
    def solved(count: int) -> int:
        for board in boards(count):
            solve(board, method=Method.shortest(3, 3))
        gc.collect()
        return tracemalloc.get_traced_memory()[0]

    tracemalloc.start()
    try:
        solved(50)
        few = solved(10)
        assert solved(150) - few < 150 * 1000
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    ("algorithm", "heuristic"),
    [
        ("idastar", "pattern-database"),
        ("idastar", "walking-distance"),
        ("astar", "manhattan"),
        ("bfs", "zero"),
        ("walk", "manhattan"),
        ("bidirectional", "manhattan"),
    ],
)
def test_a_search_that_uses_the_arrays_of_another_has_the_same_result(algorithm, heuristic):
    # the second board needs a larger hash table or more frames than the third
    boards = [shuffle(2, 4, moves, seed).start for seed, moves in enumerate((20, None, 9, 1, 30))]
    method = Method(algorithm, heuristic, limit=Limit(expansions=6000))
    alone = [start(Problem(board, Board.solved(2, 4)), method) for board in boards]
    for search in alone:
        search.advance(10_000)
    for board, search in zip(boards, alone, strict=True):
        expected, result = search.result(), solve(board, method=method)
        assert result.stats._replace(elapsed=0) == expected.stats._replace(elapsed=0)
        assert (result.status, result.moves) == (expected.status, expected.moves)
        assert (result.lower_bound, result.note) == (expected.lower_bound, expected.note)


def test_the_failure_of_a_heuristic_is_raised_by_every_call(monkeypatch):
    failures = []

    def check():
        if failures:
            raise failures.pop()

    problem = Problem(HARDEST, Board.solved(3, 3))
    tables = replace(manhattan.build(problem.goal), check=check)
    heuristic = replace(HEURISTICS["manhattan"], make=lambda goal, report: tables)
    monkeypatch.setitem(HEURISTICS, "manhattan", heuristic)
    search = start(problem, Method("astar", "manhattan"))
    own = SearchProblem(HARDEST, heuristic="manhattan")
    for work in (
        lambda: search.advance(10),
        lambda: start(problem, Method("greedy", "manhattan")),
        lambda: own.heuristic(HARDEST),
    ):
        failures.append(ZeroDivisionError())
        with pytest.raises(ZeroDivisionError):
            work()


def test_a_search_with_the_arrays_of_another_has_its_own_h():
    method, goal = Method("idastar", "pattern-database"), Board.solved(4, 4)
    problems = [Problem(shuffle(4, 4, None, seed).start, goal) for seed in range(20)]
    expected = [start(problem, method).task.start_h for problem in problems]
    for problem, h in zip(problems, expected, strict=True):
        search = start(problem, method)
        assert search.task.start_h == h
        keep_arrays(search, method, 0)


def test_a_search_does_not_continue_the_growth_of_another():
    """The first search is stopped while its states are moved to a larger hash table."""
    method, goal = Method("bfs"), Board.solved(3, 3)
    board = shuffle(3, 3, seed=1).start
    expected = solve(board, method=method)
    first = start(Problem(HARDEST, goal), method)
    while not first.stepping._growing:
        first.advance(100, interruptible=True)
    keep_arrays(first, method, 0)
    second = start(Problem(board, goal), method)
    assert second.stepping is first.stepping
    second.advance(10**9)
    assert second.result().stats._replace(elapsed=0) == expected.stats._replace(elapsed=0)


def test_the_arrays_of_a_few_small_searches_are_kept():
    methods = [Method("astar", "manhattan", weight) for weight in range(1, 7)]
    problem = Problem(HARDEST, Board.solved(3, 3))
    searches = [start(problem, method) for method in methods]
    for search, method in zip(searches, methods, strict=True):
        keep_arrays(search, method, 0)
    used = [start(problem, method).stepping for method in methods]
    pairs = zip(searches, used, strict=True)
    assert [search.stepping is other for search, other in pairs] == [False] * 2 + [True] * 4
    keep_arrays(searches[5], methods[5], MAX_ENDED_BYTES + 1)
    assert start(problem, methods[5]).stepping is not searches[5].stepping


def test_the_arrays_of_an_ended_search_are_used_once():
    method, problem = Method("idastar", "manhattan"), Problem(HARDEST, Board.solved(3, 3))
    solve(HARDEST, method=method)
    first, second = start(problem, method), start(problem, method)
    assert first.stepping is not second.stepping
    solve(HARDEST, method=method)
    assert start(problem, method).stepping not in (first.stepping, second.stepping)
