"""The problem that a search of the user receives, and the results that it may return."""

from __future__ import annotations

import copy
from types import SimpleNamespace
from typing import Any

import pytest

from puzzler.board import Board, Move
from puzzler.search.custom.calling import ResultError
from puzzler.search.custom.problem import RecordedProblem, moves_of
from puzzler.search.custom.variables import MAX_TEXT, MAX_VARIABLES, describe, describe_variables

GOAL = Board.solved(2, 3)
START = GOAL.apply_all((Move.UP, Move.LEFT))
evaluated: list[int] = []


def h_of_all(states: Any) -> list[float]:
    """Return 7 as the h of each state, and record how many there are."""
    evaluated.append(len(states))
    return [7] * len(states)


@pytest.fixture
def problem() -> RecordedProblem:
    evaluated.clear()
    return RecordedProblem(START, GOAL, "UDLR", h_of_all, __file__, lambda: None)


def test_costs_and_values_of_the_protocols(problem: RecordedProblem) -> None:
    state = problem.getStartState()
    assert problem.getCostOfActions(["R", "Down"]) == 2
    assert problem.getCostOfActions([]) == 0
    for actions in (["U"], ["R", "jump"]):
        assert problem.getCostOfActions(actions) == 999999
    assert problem.heuristic(state, problem) == problem.h(SimpleNamespace(state=state)) == 7
    assert problem.value(state) == -7
    assert problem.path_cost(3, state, "U", state) == 4
    assert problem.action_cost(state, "U", state) == 1
    assert problem.result(state, "r") == START.apply(Move.RIGHT)
    assert problem.expanded == 0


def test_h_is_evaluated_once_and_together_with_that_of_the_siblings(
    problem: RecordedProblem,
) -> None:
    problem.h(problem.start)
    children = [after for _, after in problem.successors(problem.start)]
    for state in (*children, problem.start, *children):
        assert problem.h(state) == 7
    assert evaluated == [1, len(children)]


def test_only_states_that_the_last_expansion_generated_have_it_as_their_parent(
    problem: RecordedProblem,
) -> None:
    actions = problem.actions(problem.start)
    children = [problem.result(problem.start, action) for action in actions]
    assert {child.parent for child in children} == {0} and {child.g for child in children} == {1}
    problem.actions(children[0])
    assert problem.result(children[0], problem.actions(children[0])[0]).parent == 2
    assert problem.result(problem.start, actions[0]).parent == -1


def test_a_copy_of_the_goal_reports_no_comparison(problem: RecordedProblem) -> None:
    other = copy.deepcopy(problem.goal)
    for left, right in ((other, START), (copy.deepcopy(problem.goal.tiles), START.tiles)):
        assert left != right
    assert problem._tested == []
    assert type(other.tiles) is tuple
    assert problem.goal != START
    assert problem.goal.tiles != START.tiles
    assert len(problem._tested) == 2 and not problem.has_met_goal
    assert problem.is_goal(GOAL) and problem.has_met_goal


@pytest.mark.parametrize(
    ("answer", "moves"),
    [
        (None, None),
        ("failure", None),
        ("cutoff", None),
        ("", []),
        ("RD", [Move.RIGHT, Move.DOWN]),
        ("right,Down", [Move.RIGHT, Move.DOWN]),
        ("r DOWN", [Move.RIGHT, Move.DOWN]),
        ([Move.RIGHT, "d"], [Move.RIGHT, Move.DOWN]),
        (SimpleNamespace(solution=lambda: ("R", "D")), [Move.RIGHT, Move.DOWN]),
        ([START, START.apply(Move.RIGHT), GOAL], [Move.RIGHT, Move.DOWN]),
        ([START.apply(Move.RIGHT), GOAL], [Move.RIGHT, Move.DOWN]),
        ([START], []),
    ],
)
def test_a_result_is_converted_to_moves(answer: object, moves: list[Move] | None) -> None:
    assert moves_of(answer, START) == moves


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        ([START, GOAL], "does not follow"),
        ([1], r"returned \[1\], which is not a list"),
        ({"R"}, "which is not a list"),
        (["x" * 50], rf"returned \['{'x' * 38}\.\.\., which"),
    ],
)
def test_another_result_is_quoted(answer: object, words: str) -> None:
    with pytest.raises(ResultError, match=words):
        moves_of(answer, START)


def test_variables_are_few_and_without_functions_and_modules(problem: RecordedProblem) -> None:
    class Node:
        pass

    others = {
        "f": moves_of,
        "b": len,
        "m": [].append,
        "own": problem.h,
        "t": copy,
        "c": Node,
        "_": 1,
        "p": problem,
    }
    assert describe_variables({**others, "node": Node()}, problem) == [("node", "Node()")]
    many = {f"x{number}": number for number in range(MAX_VARIABLES + 1)}
    assert [name for name, _ in describe_variables(many, problem)] == [*many][:-1]
    assert len(describe("x" * (MAX_TEXT - 2))) == MAX_TEXT
    assert describe(2 ** (4 * MAX_TEXT)) == "a long integer"
    assert describe(-(2 ** (4 * MAX_TEXT)) + 1).endswith("...")
    assert describe(type("_Hidden", (), {})()) == "()"
