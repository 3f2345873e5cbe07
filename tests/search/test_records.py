"""What a search found, as the formats write it."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from puzzler.board import Board, Move
from puzzler.formats.format import Contents
from puzzler.formats.registry import FORMATS
from puzzler.search.method import Method
from puzzler.search.options import Limit
from puzzler.search.records import answer_of
from puzzler.search.result import effective_branching_factor
from puzzler.search.solve import solve

START = Board.parse("1 2 3/4 5 6/0 7 8")
GOAL = Board.solved(3, 3)


def test_an_answer_has_the_figures_of_the_search():
    contents = Contents(START, name="7")
    result = solve(START, GOAL, Method("bfs"))
    answer = answer_of(result, contents)
    assert answer.contents is contents and answer.contents.start == START and answer.goal == GOAL
    assert answer.moves == (Move.RIGHT, Move.RIGHT)
    assert answer.is_shortest and not answer.is_unsolvable
    stats = result.stats
    assert (answer.expanded, answer.generated) == (stats.expanded, stats.generated)
    assert (answer.most_held, answer.deepest) == (stats.stored, stats.deepest)
    assert (answer.seconds, answer.memory_bytes) == (stats.elapsed, stats.bytes)
    assert answer.f_values == ()


def test_f_is_told_after_every_move_where_the_format_says_it():
    form = replace(FORMATS["grid"], needs_f_values=True)
    result = solve(START, GOAL, Method("astar", "manhattan", 1.5))
    answer = answer_of(result, Contents(START), form)
    # h is 1 after the first move, 0 after the second
    assert answer.f_values == (Fraction(5, 2), Fraction(2))
    assert answer.weight == 1.5


def test_a_board_without_an_answer_has_no_moves():
    swapped = Board.parse("1 2 3/4 5 6/8 7 0")
    answer = answer_of(solve(swapped, GOAL, Method("astar")), Contents(swapped))
    assert answer.moves is None and answer.is_unsolvable
    far = Board.parse("8 6 7/2 5 4/3 0 1")
    stopped = solve(far, GOAL, Method("bfs", limit=Limit(expansions=5)))
    answer = answer_of(stopped, Contents(far))
    assert answer.moves is None and not answer.is_unsolvable and not answer.is_shortest


def test_a_board_that_is_its_goal_has_an_answer_without_moves():
    answer = answer_of(solve(GOAL, GOAL, Method("astar")), Contents(GOAL))
    assert answer.moves == ()


# ---- Effective branching factor ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("generated", "depth", "expected"),
    [
        (52, 5, 1.92),  # the example of Russell and Norvig
        (10, 2, 2.70),
        (3, 1, 3),
        (6, 2, 2),
        (31, 31, 1),
        (181_440, 31, 1.42),
        (90_316, 46_142, 1.00),
        (10**12, 80, 1.39),
        (10**12, 2, 10**6),
        (1, 2, 0.62),
    ],
)
def test_known_factors(generated, depth, expected):
    factor = effective_branching_factor(generated, depth)
    assert factor == pytest.approx(expected, abs=0.006, rel=1e-6)


@pytest.mark.parametrize("depth", [1, 2, 7, 31, 400])
@pytest.mark.parametrize("factor", [0.9, 1.0, 1.05, 1.9, 3.0])
def test_a_uniform_tree_has_its_own_factor(depth, factor):
    nodes = sum(factor**level for level in range(1, depth + 1))
    if 1 <= nodes < 10**15 and abs(nodes - round(nodes)) < 1e-9:
        assert effective_branching_factor(round(nodes), depth) == pytest.approx(factor)


def test_there_is_none_without_moves_or_nodes():
    for generated, depth in ((0, 0), (5, 0), (0, 3)):
        assert effective_branching_factor(generated, depth) is None
