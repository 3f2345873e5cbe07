"""The tree of a search: its nodes compared with a simple search, and its layout."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzler.board import Board, Move
from puzzler.search.inspection.observation import SuccessorOutcome
from puzzler.search.inspection.tree import CODES, SearchTree, TreeMark, grow_tree
from tests.search.growth import chain, records_of, search, tree_at

DUPLICATE = CODES[SuccessorOutcome.DUPLICATE]
FOUND = CODES[SuccessorOutcome.GOAL]
NEW = CODES[SuccessorOutcome.NEW]
PRUNED = CODES[SuccessorOutcome.PRUNED]
REOPENED = CODES[SuccessorOutcome.REOPENED]

START = Board.parse("8 6 4/2 1 3/5 7 0")
GOAL = Board.parse("0 1 2/3 4 5/6 7 8")


def check_layout(tree: SearchTree) -> None:
    """Check that nodes are below their parents, do not overlap, and that edges do not cross."""
    layer_of, place = {}, {}
    for layer in range(len(tree.layers) - 1):
        nodes = tree.order[tree.layers[layer] : tree.layers[layer + 1]]
        assert len(nodes)
        layer_of |= dict.fromkeys(nodes.tolist(), layer)
        place |= {node: at for at, node in enumerate(nodes.tolist())}
        assert (np.diff(tree.x[nodes]) >= 1 - 1e-2).all()
        parents = [place.get(int(parent), -1) for parent in tree.parents[nodes]]
        if layer:
            above = tree.order[tree.layers[layer - 1] : tree.layers[layer]]
            assert set(tree.parents[nodes].tolist()) <= set(above.tolist())
            assert parents == sorted(parents)
    assert sorted(layer_of) == list(range(len(tree.parents)))
    for node, parent in enumerate(tree.parents.tolist()):
        assert layer_of[node] == (layer_of[parent] + 1 if parent >= 0 else 0)


@pytest.mark.parametrize("is_deep", [False, True])
@pytest.mark.parametrize("moment", [0, 1, 2, 10, 57])
def test_nodes_are_the_generated_states(is_deep: bool, moment: int) -> None:
    grown = search(START, GOAL, is_deep=is_deep, limit=60)
    tree = tree_at(START, grown, moment)
    assert (tree.expanded, tree.moment, tree.is_cut) == (moment, moment, False)
    boards = [tree.board(node) for node in range(len(tree.parents))]
    assert len(set(boards)) == len(boards)
    visited = {START}
    for board in boards[:moment]:
        visited |= {board.apply(move) for move in board.legal_moves()}
    assert set(boards) == visited
    assert (tree.marks[:moment] == TreeMark.CLOSED).all()
    assert (tree.marks[moment:] == TreeMark.FRONTIER).all()
    check_layout(tree)
    for node in range(len(tree.parents)):
        path = tree.path_to(node).tolist()
        assert path[0] == 0 and path[-1] == node and tree.parents[path[1:]].tolist() == path[:-1]
        assert tree.g[node] == len(path) - 1
        assert START.apply_all(Move(m) for m in tree.moves[path[1:]]) == boards[node]
    assert tree.h[:moment].tolist() == list(range(moment))
    assert (tree.h[moment:] == -1).all()


def test_leaves_have_the_outcome_of_their_state() -> None:
    grown = records_of(
        [
            (-1, -1, [NEW, 0, PRUNED, DUPLICATE], 0),
            (0, Move.UP, [0, DUPLICATE, FOUND, REOPENED], 1),
        ]
    )
    tree = tree_at(START, grown, 2)
    leaves = [
        (int(tree.parents[node]), Move(tree.moves[node]), TreeMark(tree.marks[node]))
        for node in range(2, len(tree.parents))
    ]
    assert leaves == [
        (0, Move.LEFT, TreeMark.PRUNED),
        (1, Move.LEFT, TreeMark.GOAL),
        (1, Move.RIGHT, TreeMark.FRONTIER),
    ]
    # one moment earlier the expanded state was in the frontier
    before = tree_at(START, grown, 1)
    assert before.marks.tolist() == [TreeMark.CLOSED, TreeMark.FRONTIER, TreeMark.PRUNED]


def test_later_records_do_not_change_the_tree_of_a_moment() -> None:
    long, short = (search(START, GOAL, is_deep=False, limit=limit) for limit in (300, 80))
    one, other = tree_at(START, long, 70), tree_at(START, short, 70)
    for name in ("parents", "moves", "marks", "order", "layers", "x", "g", "h"):
        assert np.array_equal(getattr(one, name), getattr(other, name)), name


def test_a_full_tree_has_only_the_first_expansions() -> None:
    grown = search(START, GOAL, is_deep=False, limit=400)
    tree = tree_at(START, grown, 400, limit=100)
    assert 90 < len(tree.parents) <= 100
    assert tree.is_cut and tree.expanded < 400
    assert len(tree_at(START, grown, tree.expanded + 1).parents) > 100
    check_layout(tree)


def test_a_long_branch_is_vertical() -> None:
    tree = tree_at(Board.parse("1 2/0 3"), chain(9864), 9864)
    assert len(tree.layers) - 1 == 9865
    assert tree.width[1] - tree.width[0] < 4
    check_layout(tree)
    path = tree.path_to(9863)
    assert len(path) == 9864
    deep = tree.board(9863)
    assert deep == Board.parse("1 2/0 3").apply_all(Move(m) for m in tree.moves[path[1:]])


def test_successors_are_centred_below_their_parent_if_there_is_space() -> None:
    outcomes = [NEW, 0, NEW, NEW]
    tree = tree_at(START, records_of([(-1, -1, outcomes, 0)]), 1)
    assert tree.x.tolist() == [0, -1, 0, 1]


def test_each_root_has_a_board() -> None:
    rows = [
        (-1, -1, [NEW, 0, NEW, 0], 0),
        (-1, -1, [0, NEW, 0, 0], 0),
    ]
    plain = records_of(rows)
    grown = replace(plain, roots={1: GOAL})
    tree = tree_at(START, grown, 2)
    assert tree.board(0) == START and tree.board(1) == GOAL
    assert tree.f.tolist() == [0, 1, 99, 99, 99], "leaves have the f of their generation"
    (below,) = [n for n in range(2, len(tree.parents)) if tree.parents[n] == 1]
    assert tree.board(below) == GOAL.apply(Move.DOWN)
    check_layout(tree)


def test_a_tree_is_built_in_short_steps() -> None:
    steps = list(grow_tree(START, search(START, GOAL, is_deep=False, limit=2000), 2000))
    assert len(steps) > 4


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_any_tree_has_a_layout(data: st.DataObject) -> None:
    rows: list[tuple[int, int, list[int], int]] = []
    free: list[tuple[int, int, int]] = []
    for index in range(data.draw(st.integers(0, 40))):
        parent, move, g = -1, -1, 0
        if free and data.draw(st.integers(0, 9)):
            parent, move, g = free.pop(data.draw(st.integers(0, len(free) - 1)))
        outcomes = data.draw(st.lists(st.integers(0, 5), min_size=4, max_size=4))
        free += [(index, m, g + 1) for m in range(4) if outcomes[m] in (NEW, REOPENED)]
        rows.append((parent, move, outcomes, g))
    moment = data.draw(st.integers(0, 50))
    check_layout(tree_at(START, records_of(rows), moment, data.draw(st.integers(10, 60))))
