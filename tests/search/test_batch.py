"""Many boards, one after the other: what does not depend on the board is worked out once."""

from __future__ import annotations

import gc
import tracemalloc
from dataclasses import replace

import pytest

from puzzler.board import Board, shuffle
from puzzler.search.heuristics.heuristic import Building
from puzzler.search.method import Method
from puzzler.search.registry import HEURISTICS
from puzzler.search.solve import solve


def boards(count: int, rows: int = 3, columns: int = 3) -> list[Board]:
    return [shuffle(rows, columns, 40, seed).start for seed in range(count)]


@pytest.mark.parametrize("name", ["pattern-database", "walking-distance", "manhattan"])
def test_the_tables_of_a_goal_are_built_once(name, monkeypatch):
    built: list[Board] = []
    heuristic = HEURISTICS[name]

    def building(goal: Board) -> Building:
        built.append(goal)
        return (yield from heuristic.building(goal))

    monkeypatch.setitem(HEURISTICS, name, replace(heuristic, building=building))
    goals = [Board.solved(3, 3), Board.parse("0 1 2/3 4 5/6 7 8")]
    for board in boards(5):
        solve(board, goals[0], Method("idastar", name))
        solve(board.apply(board.legal_moves()[0]), goals[0], Method("astar", name))
    assert built == goals[:1]
    solve(goals[1].apply(goals[1].legal_moves()[0]), goals[1], Method("idastar", name))
    assert built == goals


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
        assert solved(300) - few < 300 * 500
    finally:
        tracemalloc.stop()
