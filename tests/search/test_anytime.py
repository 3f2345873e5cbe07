"""The anytime search: an answer at once, ever shorter, between two ends that close in."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from puzzler.board import Board, shuffle
from puzzler.search.engine import anytime
from puzzler.search.engine.anytime import LARGE_TURNS, Anytime, Turns
from puzzler.search.engine.search import Search
from puzzler.search.engine.stepping import Status
from puzzler.search.limits import Limit, LimitKind
from puzzler.search.method import Method
from puzzler.search.problem import Problem
from puzzler.search.result import SearchResult
from puzzler.search.solve import solve, start
from tests import naive
from tests.instances import instances


def begun(board: Board, goal: Board | None = None, **limit: float) -> Search:
    problem = Problem(board, goal or Board.solved(*board.size))
    return start(problem, Method("anytime", limit=Limit(**limit)))


def stepping(search: Search) -> Anytime:
    assert isinstance(search.stepping, Anytime)
    return search.stepping


def finish(search: Search, budget: int) -> SearchResult:
    while search.advance(budget) is Status.RUNNING:
        pass
    result = search.result()
    return replace(result, stats=replace(result.stats, elapsed=0))


def improves(search: Search) -> None:
    """What is promised of its history."""
    history = stepping(search).history()
    assert history
    for before, after in pairwise(history):
        assert after.length <= before.length and after.bound >= before.bound
        assert (after.length, after.bound) != (before.length, before.bound)
        assert after.expanded >= before.expanded
    answer = search.stepping.answer()
    assert answer is not None and history[-1].length == len(answer)


@pytest.mark.parametrize("shape", [(2, 3), (3, 2), (2, 4)])
def test_every_small_board_ends_proven(shape):
    goal = Board.solved(*shape)
    known = naive.distances_from(goal)
    step = max(len(known) // 100, 1)
    for board, distance in list(known.items())[::step]:
        search = begun(board)
        result = finish(search, 10**9)
        assert result.proven_optimal and result.length == result.lower_bound == distance
        assert board.apply_all(result.moves) == goal
        improves(search)


def test_a_sample_of_the_8_puzzle_ends_proven(eight_puzzle):
    for board, distance in list(eight_puzzle.items())[::3000]:
        search = begun(board)
        result = finish(search, 10**9)
        assert result.proven_optimal and result.length == distance
        assert board.apply_all(result.moves) == result.goal
        improves(search)


def test_15_puzzles_end_proven_and_every_moment_before_lies_between(monkeypatch):
    # so that both searches have their turns
    monkeypatch.setattr(anytime, "TURNS", ((16, Turns(100, 2000, 3000, 2000)),))
    for board, distance in instances("korf_15puzzle_1_50.txt")[:6]:
        search = begun(board)
        result = finish(search, 10**9)
        assert result.proven_optimal and result.length == distance
        improves(search)
        for moment in stepping(search).history():
            assert moment.bound <= distance <= moment.length


@pytest.mark.parametrize("budget", [13, 2000])
def test_the_same_at_any_budget(budget, monkeypatch):
    turns = Turns(200, 1500, 300, 500)
    monkeypatch.setattr(anytime, "TURNS", ((16, turns), (36, turns)))
    for shape in ((4, 4), (5, 5), (3, 7), (7, 7)):
        board = shuffle(*shape, None, 8).start
        searches = [begun(board, expansions=6_543) for _ in range(2)]
        one, other = finish(searches[0], budget), finish(searches[1], 10**9)
        assert one == other
        assert one.stats.expanded <= 6_543
        assert stepping(searches[0]).history() == stepping(searches[1]).history()


@pytest.mark.parametrize("shape", [(2, 10), (10, 2), (10, 10), (7, 3), (6, 6), (3, 9), (5, 4)])
def test_a_limit_after_the_first_answer_is_an_answer(shape):
    goal = shuffle(*shape, 80, 3).start
    board = shuffle(*shape, None, 4, goal).start
    search = begun(board, goal, expansions=150_000)
    result = finish(search, 10**9)
    assert result.status == "solved" and board.apply_all(result.moves) == goal
    assert 0 < result.lower_bound <= len(result.moves)
    assert result.limit_reached is LimitKind.EXPANSIONS or result.proven_optimal
    improves(search)
    assert len(result.moves) < stepping(search).history()[0].length


def test_a_limit_before_the_first_answer_is_a_limit():
    result = solve(shuffle(6, 6, None, 1).start, algorithm="anytime", limit=Limit(expansions=9))
    assert (result.status, result.stats.expanded) == ("limit", 9)
    assert result.lower_bound > 50


@pytest.mark.parametrize("memory", [3000, 100_000, 1_000_000])
@pytest.mark.parametrize("shape", [(2, 2), (3, 3), (5, 5), (8, 8)])
def test_little_memory_is_enough_for_an_answer(shape, memory):
    board = shuffle(*shape, None, 5).start
    limit = Limit(memory_bytes=memory, expansions=300_000)
    result = solve(board, algorithm="anytime", limit=limit)
    assert result.status == "solved" and board.apply_all(result.moves) == result.goal
    assert result.stats.bytes <= memory


def test_when_memory_is_at_its_end_stretches_are_drawn_by_lot():
    board = shuffle(6, 6, None, 2).start
    search = begun(board, memory_bytes=200_000, expansions=400_000)
    result = finish(search, 10**9)
    assert result.status == "solved" and board.apply_all(result.moves) == result.goal
    improves(search)


def test_what_is_played_stays_and_what_is_to_come_gets_shorter(monkeypatch):
    monkeypatch.setattr(anytime, "TURNS", ((36, LARGE_TURNS),))
    search = begun(shuffle(5, 5, None, 1).start)
    work = stepping(search)
    while not work.history():
        search.advance(100)
    fixed, promised = 0, work.history()[-1].length
    played = list(work.answer() or ())[:0]
    for _ in range(40):
        fixed += 3
        work.fix(fixed)
        now = list(work.answer() or ())
        assert now[: len(played)] == played and len(now) <= promised
        played, promised = now[:fixed], len(now)
        search.advance(10_000)
    now = list(work.answer() or ())
    assert now[: len(played)] == played and len(now) <= promised
    assert search.result(cancelled=True).start.apply_all(now) == Board.solved(5, 5)


def test_the_bound_does_not_depend_on_what_guides_the_search_for_answers():
    board = shuffle(6, 6, None, 1).start
    limit = Limit(expansions=2000)
    blind = solve(board, algorithm="anytime", heuristic="zero", limit=limit)
    assert blind.status == "solved" and blind.lower_bound > 50


def test_a_solved_board_takes_no_moves():
    result = solve(Board.solved(6, 6), algorithm="anytime")
    assert result.length == 0 and result.proven_optimal
