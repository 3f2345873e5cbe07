"""Inspecting a search does not change it, and each moment is reproducible."""

from __future__ import annotations

from dataclasses import replace

import pytest

from puzzler.board import Board, shuffle
from puzzler.board.scenario import Problem
from puzzler.search.engine import graph_search
from puzzler.search.engine.stepping import OrderCursor, Status
from puzzler.search.inspection import nodes
from puzzler.search.inspection.condition import expands
from puzzler.search.inspection.inspector import Inspector
from puzzler.search.inspection.observation import Glimpse, rule_text
from puzzler.search.method import Method
from puzzler.search.options import Limit, Ties
from puzzler.search.registry import ALGORITHMS
from puzzler.search.starting import start
from tests.search.ended import finish

HARDEST = Problem(Board.parse("8 6 7/2 5 4/3 0 1"), Board.solved(3, 3))
LARGE = Problem(shuffle(5, 5, 300, 1).start, Board.solved(5, 5))
LIMIT = Limit(expansions=80)


def methods() -> list[Method]:
    """Every algorithm with its own and an incremental heuristic, with all tie-breaking rules."""
    found = {
        Method(name, heuristic, limit=LIMIT)
        for name in ALGORITHMS
        for heuristic in (None, "linear-conflict")
    }
    found |= {
        *(Method("astar", ties=ties, limit=LIMIT) for ties in Ties),
        Method("greedy", ties="fifo", limit=LIMIT),
        Method("dfs", depth_limit=12, limit=LIMIT),
        Method("idastar", "pattern-database", limit=LIMIT),
        Method("idastar", "walking-distance", 1.5, LIMIT, order="RDLU"),
        Method("astar", "manhattan", 0, LIMIT),
    }
    return sorted(found, key=lambda method: method.title)


METHODS = methods()
TITLES = [method.title for method in METHODS]


def without_time(glimpse: Glimpse) -> Glimpse:
    return replace(glimpse, stats=glimpse.stats._replace(elapsed=0), path=tuple(glimpse.path))


@pytest.mark.parametrize(
    ("method", "problem"),
    [(each, HARDEST) for each in METHODS]
    + [(Method(each, limit=LIMIT), LARGE) for each in ALGORITHMS],
)
def test_reading_every_moment_does_not_change_the_search(method: Method, problem: Problem) -> None:
    inspected = Inspector(start(problem, method))
    for moment in range(LIMIT.expansions):
        glimpse = inspected.glimpse(3)
        assert glimpse.expansions == moment
        expansion = inspected.step()
        if expansion is None:
            break
        assert expansion.index == moment
        # the next expansion is the announced one, if one was announced
        assert not glimpse.frontier or glimpse.frontier[0].node == expansion.node
    assert finish(inspected.search, 1) == finish(start(problem, method))


@pytest.mark.parametrize("method", METHODS, ids=TITLES)
def test_a_moment_does_not_depend_on_how_it_is_reached(method):
    stepped = Inspector(start(HARDEST, method))
    shown = {0: without_time(stepped.glimpse())}
    while len(shown) < 41 and stepped.step():
        moment = stepped.search.expanded
        shown[moment] = without_time(stepped.glimpse())
    last = len(shown) - 1
    for moments in ((2,), (17,), (7, 25, last)):
        again = Inspector(start(HARDEST, method))
        for moment in moments:
            again.reach(moment)
            assert without_time(again.glimpse()) == shown[moment]


@pytest.mark.parametrize("method", METHODS, ids=TITLES)
def test_glimpses_and_expansions_are_consistent(method):
    inspector = Inspector(start(HARDEST, method))
    boards: dict[int, Board] = {}
    while (expansion := inspector.step()) and expansion.index < 40:
        node, parent = expansion.node, expansion.parent
        boards[expansion.index] = node.board
        if parent is None:
            assert expansion.parent_index is None and node.move is None and node.g == 0
        else:
            assert parent.apply(node.move) == node.board
            assert boards[expansion.parent_index] == parent
        for successor in expansion.successors:
            assert node.board.apply(successor.node.move) == successor.node.board
            assert (successor.node.g, successor.node.side) == (node.g + 1, node.side)
        glimpse = inspector.glimpse(20)
        path = glimpse.path
        assert (path[0].g, path[-1], len(path)) == (0, node, node.g + 1)
        assert path[0].board.apply_all([step.move for step in path[1:]]) == node.board
        assert glimpse.breakdown.h == node.h
        assert glimpse.frontier_size == glimpse.stats.frontier
        assert len(glimpse.frontier) <= 20
        if glimpse.histogram:
            assert sum(count for _, count in glimpse.histogram) == glimpse.frontier_size
            assert sorted(glimpse.histogram) == list(glimpse.histogram)


def test_glimpses_show_the_current_and_the_next_bound():
    inspector = Inspector(start(HARDEST, Method("idastar", "manhattan")))
    bounds = set()
    while (expansion := inspector.step()) and expansion.index < 2000:
        glimpse = inspector.glimpse(60)
        bounds.add(glimpse.bound)
        assert glimpse.next_bound is None or glimpse.next_bound > glimpse.bound
        assert all(waiting.node.f <= glimpse.bound for waiting in glimpse.frontier)
    assert bounds == {21, 23, 25, 27}
    limited = Inspector(start(HARDEST, Method("dfs", depth_limit=9)))
    limited.step()
    assert (limited.glimpse().bound, limited.glimpse().next_bound) == (9, None)


def test_the_current_layer_is_shown():
    queue = Inspector(start(HARDEST, Method("bfs")))
    assert [queue.reach(moment) and queue.glimpse().layer for moment in (1, 4, 12)] == [1, 2, 3]
    beam = Inspector(start(HARDEST, Method("beam", "manhattan")))
    assert [beam.reach(moment) and beam.glimpse().layer for moment in (1, 2, 5)] == [0, 1, 2]


@pytest.mark.parametrize("ties", Ties)
def test_ties_are_described(ties):
    inspector = Inspector(start(HARDEST, Method("astar", "manhattan", ties=ties)))
    inspector.reach(300)
    glimpse = inspector.glimpse()
    first = {"fifo": "first in, first out", "lifo": "last in, first out"}.get(ties, ties.words)
    assert rule_text(glimpse.rule).startswith(f"lowest f; ties: {first}")
    before = glimpse.frontier[0]
    assert before.tie == ""
    for waiting in glimpse.frontier[1:]:
        node = waiting.node
        assert (waiting.tie == "") == (node.f > before.node.f)
        if waiting.tie.startswith("same f;"):
            larger = {Ties.HIGH_G: before.node.g > node.g, Ties.LOW_G: before.node.g < node.g}
            assert larger.get(ties, True)
        before = waiting


def test_both_sides_of_a_bidirectional_search_are_shown():
    inspector = Inspector(start(HARDEST, Method("bidirectional", "manhattan")))
    inspector.reach(500)
    sides = [waiting.node.side for waiting in inspector.glimpse(10).frontier]
    assert sides.count(0) == sides.count(1) == 5


def test_the_last_expansion_is_shown_at_the_end():
    inspector = Inspector(start(HARDEST, Method("astar", "manhattan")))
    while last := inspector.step():
        shown = last
    glimpse = inspector.glimpse()
    assert glimpse.status is Status.SOLVED
    assert (glimpse.expansion, glimpse.best_length) == (shown, 31)
    assert inspector.step() is None and Inspector(inspector.search).step() is None


def test_a_long_path_is_read_in_parts(monkeypatch):
    inspector = Inspector(start(HARDEST, Method("dfs")))
    inspector.reach(1000)
    whole = tuple(inspector.glimpse().path)
    monkeypatch.setattr(nodes, "AT_ONCE", 2 * nodes.EVERY)
    assert tuple(inspector.glimpse().path) == whole and len(whole) > 500


def test_a_condition_is_not_excluded_by_the_last_expansions(monkeypatch):
    monkeypatch.setattr(graph_search, "STACK_READ_SLICE", 10)
    search = start(HARDEST, Method("dfs"))
    search.advance(100)
    for board, is_excluded in ((HARDEST.start, False), (HARDEST.goal, True)):
        excludes = expands(board).excludes
        assert excludes(search, search.stats(), OrderCursor()) is is_excluded


def test_the_last_expansion_is_unknown_without_a_step():
    inspector = Inspector(start(HARDEST, Method()))
    assert (inspector.glimpse().expansion, len(inspector.glimpse().path)) == (None, 0)
    inspector.step()
    inspector.search.advance(5)
    assert inspector.glimpse().expansion is None
    assert inspector.reach(5) is None or inspector.search.expanded == 7


def test_a_limit_ends_the_inspection():
    inspector = Inspector(start(HARDEST, Method(limit=Limit(expansions=3))))
    assert [inspector.step() is None for _ in range(5)] == [False] * 3 + [True] * 2
    assert inspector.glimpse().status is Status.LIMIT
    for limit in (Limit(memory_bytes=100), Limit(seconds=1e-9)):
        ended = Inspector(start(LARGE, Method("astar", "walking-distance", limit=limit)))
        assert ended.step() is None
        assert (ended.glimpse().expansion, ended.glimpse().status) == (None, Status.LIMIT)


@pytest.mark.parametrize("method", [Method("astar", "manhattan"), Method("astar", "zero")])
def test_no_state_of_the_frontier_has_a_lower_f_than_the_bound(method: Method) -> None:
    inspector = Inspector(start(HARDEST, method))
    is_reached = set()
    for _ in range(60):
        inspector.step()
        lowest = min(entry.node.f for entry in inspector.glimpse().frontier)
        assert inspector.search.stats().bound <= lowest
        is_reached.add(inspector.search.stats().bound == lowest)
    # it rises only when a larger f is selected
    assert is_reached == {True, False}
