"""The log of expansions equals the result of single steps, for every algorithm."""

from __future__ import annotations

import numpy as np
import pytest

from puzzler.board import Board, shuffle
from puzzler.board.scenario import Problem
from puzzler.search.inspection import recording
from puzzler.search.inspection.inspector import Inspector
from puzzler.search.inspection.observation import SuccessorOutcome
from puzzler.search.inspection.recording import ExpansionLog, GrowingArray
from puzzler.search.inspection.tree import CODES, TreeMark
from puzzler.search.method import Method
from puzzler.search.options import Ties
from puzzler.search.packing import rank_of
from puzzler.search.registry import ALGORITHMS
from puzzler.search.starting import start
from tests.search.growth import tree_at

GOAL = Board.solved(2, 3)
PROBLEM = Problem(Board.parse("5 4 3/2 1 0"), GOAL)
METHODS = [
    *map(Method, ALGORITHMS),
    *(Method("astar", "manhattan", ties=ties) for ties in Ties),
    Method("greedy", "misplaced", order="LRDU"),
    Method("dfs", order="RLDU"),
    Method("dfs", depth_limit=8),
    Method("astar", weight=2.5),
]


def step_through(problem, method, limit=400):
    inspector, expansions = Inspector(start(problem, method)), []
    while len(expansions) < limit and (expansion := inspector.step()) is not None:
        expansions.append(expansion)
    return expansions


def record(log, search, reached, limit=2000):
    for _ in range(limit):
        if not log.lags(search, reached):
            return
        log.advance(search, reached)
    raise AssertionError("it never gets done")


def recorded_log(problem, method):
    return ExpansionLog(problem.start, lambda: start(problem, method))


@pytest.mark.parametrize("method", METHODS, ids=lambda method: method.title)
def test_the_log_equals_the_stepped_expansions(method):
    expansions = step_through(PROBLEM, method)
    search, log = start(PROBLEM, method), recorded_log(PROBLEM, method)
    log.select(ranks=True, tree=True)
    for moment in (0, 1, 7, 8, len(expansions)):
        search.advance(max(0, min(moment, len(expansions)) - search.expanded))
        record(log, search, search.expanded)
        assert log.ranks.count == log.tree.count == search.expanded
    ranks = [rank_of(expansion.node.board) for expansion in expansions]
    assert log.ranks.read(0, len(ranks)).tolist() == ranks
    assert log.ranks.read(3, 5).tolist() == ranks[3:5]
    grown = log.tree.read()
    for at, expansion in enumerate(expansions):
        parent, move, row = expansion.parent_index, expansion.node.move, grown.rows[at]
        assert row["parent"] == (-1 if parent is None else parent)
        assert row["move"] == (-1 if move is None else move)
        assert (row["g"], row["h"]) == (expansion.node.g, expansion.node.h)
        outcomes = {each.node.move: CODES[each.outcome] for each in expansion.successors}
        assert row["made"].tolist() == [outcomes.get(way, 0) for way in range(4)]
        if parent is None:
            assert grown.roots.get(at, PROBLEM.start) == expansion.node.board


_WAITING = (SuccessorOutcome.NEW, SuccessorOutcome.REPLACED, SuccessorOutcome.REOPENED)


@pytest.mark.parametrize(
    "method",
    [*(Method("astar", "manhattan", 3, ties=ties) for ties in Ties), Method("bfs"), Method("dfs")],
    ids=lambda method: method.title,
)
def test_a_state_of_the_frontier_is_in_the_tree_once(method):
    expansions = step_through(PROBLEM, method)
    log, search = recorded_log(PROBLEM, method), start(PROBLEM, method)
    log.select(ranks=False, tree=True)
    search.advance(len(expansions))
    record(log, search, len(expansions))
    grown = log.tree.read()
    for moment in range(0, len(expansions) + 1, 7):
        waiting = {PROBLEM.start: 0}
        for expansion in expansions[:moment]:
            waiting.pop(expansion.node.board, None)
            for each in expansion.successors:
                if each.outcome in _WAITING:
                    waiting[each.node.board] = each.node.g
        tree = tree_at(PROBLEM.start, grown, moment)
        leaves = np.flatnonzero(tree.marks == TreeMark.FRONTIER).tolist()
        assert {tree.board(leaf): tree.g[leaf] for leaf in leaves} == waiting
        assert len(leaves) == len(waiting)


@pytest.mark.parametrize("method", METHODS, ids=lambda method: method.title)
def test_the_tree_has_the_frontier_of_the_search(method):
    expansions = step_through(PROBLEM, method, limit=150)
    log, search = recorded_log(PROBLEM, method), start(PROBLEM, method)
    log.select(ranks=False, tree=True)
    search.advance(len(expansions))
    record(log, search, len(expansions))
    grown, lens = log.tree.read(), Inspector(start(PROBLEM, method))
    for moment in range(1, len(expansions), 7):
        lens.reach(moment)
        # A search that restarts has its start in the frontier, which is not a leaf. Nor are goals.
        coming = {node.node.board for node in lens.glimpse(1000).frontier}
        coming -= {PROBLEM.start, GOAL}
        tree = tree_at(PROBLEM.start, grown, moment)
        leaves = np.flatnonzero(tree.marks == TreeMark.FRONTIER).tolist()
        waiting = {tree.board(leaf) for leaf in leaves} - {GOAL}
        # a layer of a beam can contain a state of an earlier layer
        if method.algorithm in ("beam", "anytime", "shortest"):
            assert waiting <= coming
        else:
            assert waiting == coming


@pytest.mark.parametrize("name", ["astar", "bfs", "dfs", "bidirectional", "idastar"])
def test_recording_remains_ahead_when_a_search_returns_to_an_earlier_moment(name):
    method = Method(name, "misplaced")
    expansions = step_through(PROBLEM, method)
    log, search = recorded_log(PROBLEM, method), start(PROBLEM, method)
    log.select(ranks=True, tree=False)
    search.advance(2)
    record(log, search, len(expansions))
    assert log.ranks.count == len(expansions)
    assert log.ranks.read(0, 1 << 40).tolist() == [
        rank_of(expansion.node.board) for expansion in expansions
    ]


def test_states_of_large_boards_have_no_ranks():
    problem = Problem(shuffle(3, 4, seed=1).start, Board.solved(3, 4))
    log, search = recorded_log(problem, Method("walk")), start(problem, Method("walk"))
    search.advance(10)
    log.select(ranks=True, tree=True)
    record(log, search, 10)
    assert (log.ranks.count, len(log.ranks.read(0, 10)), log.tree.count) == (0, 0, 10)


def test_a_second_run_stops_at_its_limits(monkeypatch):
    monkeypatch.setattr(recording, "MAX_STEPPED", 5)
    monkeypatch.setattr(recording, "MAX_TREE", 7)
    log, search = recorded_log(PROBLEM, Method("beam")), start(PROBLEM, Method("beam"))
    search.advance(9)
    log.select(ranks=True, tree=True)
    record(log, search, 9)
    assert (log.ranks.count, log.tree.count) == (5, 7)


def test_values_read_before_an_array_grows_do_not_change():
    growing = GrowingArray(np.int32)
    growing.append(np.arange(1000))
    first = growing.read(10, 20)
    growing.append(np.arange(1000, 5000))
    assert first.tolist() == list(range(10, 20))
    assert growing.read(0, 9999).tolist() == list(range(5000))
    assert growing.count == 5000
