"""Predictions: questions, correct answers, and explanations of wrong answers."""

from __future__ import annotations

from dataclasses import replace

import pytest

from puzzler.board import Board
from puzzler.board.scenario import Problem
from puzzler.game.lab.prediction import PredictionKind, judge, make_question
from puzzler.search.inspection.inspector import Inspector
from puzzler.search.inspection.observation import FrontierNode, Node
from puzzler.search.method import Method
from puzzler.search.registry import ALGORITHMS
from puzzler.search.starting import start

pytestmark = pytest.mark.usefixtures("compiled")

GOAL = Board.solved(2, 3)
PROBLEM = Problem(Board.parse("5 4 3/2 1 0"), GOAL)
NEXT, H, FATE = PredictionKind


def moments(method, count=30, problem=PROBLEM):
    """Yield every moment with the next expansion."""
    inspector = Inspector(start(problem, method))
    for _ in range(count):
        glimpse = inspector.glimpse()
        coming = inspector.step()
        if coming is None:
            return
        yield glimpse, coming


@pytest.mark.parametrize("name", ALGORITHMS)
def test_the_right_answer_is_the_next_expansion(name):
    method, kinds = Method(name), set()
    for glimpse, coming in moments(method):
        for kind in PredictionKind:
            question = make_question(glimpse, coming, method.heuristic, GOAL, kind)
            if question is None:
                continue
            kinds.add(kind)
            right = question.choices[question.right]
            assert (question.kind, question.moment) == (kind, glimpse.expansions)
            assert len(question.choices) == len(set(question.choices)) == len(question.reasons) > 1
            match kind:
                case PredictionKind.NEXT:
                    assert right.node.board == coming.node.board
                case PredictionKind.H:
                    assert question.board in {each.node.board for each in coming.successors}
                    [node] = {e.node for e in coming.successors if e.node.board == question.board}
                    assert right.words == f"h {node.h}"
                case PredictionKind.OUTCOME:
                    dropped = [
                        each.node
                        for each in coming.successors
                        if each.outcome in ("duplicate", "pruned", "not chosen")
                    ]
                    assert [right.node] == (dropped or [None])
            for chosen in range(len(question.choices)):
                verdict = judge(question, chosen)
                assert verdict.is_right == (chosen == question.right)
                assert verdict.words.startswith("Right: " if verdict.is_right else "Wrong: ")
    assert kinds  # every algorithm has questions
    assert (H in kinds) <= ALGORITHMS[name].uses("heuristic")


def test_the_order_of_the_choices_does_not_reveal_the_answer():
    method = Method("astar", "manhattan")
    questions = [make_question(*moment, "manhattan", GOAL, NEXT) for moment in moments(method)]
    assert len({question.right for question in filter(None, questions)}) > 2


def test_the_kinds_of_questions_alternate():
    method = Method("astar", "manhattan")
    kinds = [make_question(*moment, "manhattan", GOAL) for moment in moments(method)]
    assert {question.kind for question in kinds} == set(PredictionKind)


def question_of(rule, *ranked):
    """A question about three states with these g, h and f. The first one is expanded."""
    glimpse, coming = next(moments(Method("bfs")))
    boards = [GOAL.apply_all(GOAL.moves_to_slide(cell)) for cell in (4, 3, 2)]
    nodes = [Node(board, None, *figures) for board, figures in zip(boards, ranked, strict=False)]
    glimpse = replace(glimpse, frontier=tuple(FrontierNode(node, "") for node in nodes), rule=rule)
    question = make_question(glimpse, replace(coming, node=nodes[0]), "manhattan", GOAL, NEXT)
    places = [choice.node for choice in question.choices]
    return [judge(question, places.index(node)).words for node in nodes]


def test_a_wrong_answer_is_explained():
    by_f = ("lowest f", "larger g", "last in, first out")
    right, by_g, larger = question_of(by_f, (5, 2, 7), (4, 3, 7), (4, 4, 8))
    assert right == (
        "Right: f = 5 + 2 = 7; the rule is lowest f; ties: larger g, then last in, first out"
    )
    tie = "Wrong: both have f 7 (5 + 2 = 7 and"
    assert by_g == f"{tie} 4 + 3 = 7); larger g goes first: 5 before 4"
    assert larger == "Wrong: the next one has f = 5 + 2 = 7; this one has f = 4 + 4 = 8"
    [_, tied] = question_of(by_f, (5, 2, 7), (5, 2, 7))
    assert tied == f"{tie} 5 + 2 = 7); ties: last in, first out"
    [_, weighted] = question_of(by_f, (5, 2, 9), (5, 3, 11))
    assert weighted == "Wrong: the next one has g 5, h 2, f 9; this one has g 5, h 3, f 11"
    [greedy, _] = question_of(("lowest h", "last in, first out"), (5, 2, 2), (4, 3, 3))
    assert greedy.startswith("Right: h 2;")
    depth = question_of(("deepest", "first in the order UDLR"), (5, 1, 6), (5, 3, 8))[1]
    assert depth == "Wrong: both are at depth 5; ties: first in the order UDLR"


@pytest.mark.parametrize(
    ("heuristic", "board", "sum_"),
    [
        ("manhattan", "1 5 2/4 0 3", "tiles 2, 3 and 5 add 1 + 1 + 1, so h is 3"),
        ("misplaced", "1 2 3/4 0 5", "tile 5 adds 1, so h is 1"),
        ("misplaced", "1 2 3/4 5 0", "h is 0"),
        ("linear-conflict", "2 1 3/4 0 5", "h is 3 Manhattan + 2 for 1 conflict = 5"),
        ("manhattan+misplaced", "2 1 3/4 5 0", "tiles 1 and 2 add 2 + 2, so h is 4"),
    ],
)
def test_h_is_explained_as_a_sum(heuristic, board, sum_):
    parent = Board.parse(board)
    glimpse, coming = next(moments(Method("astar", heuristic), 1))
    node = replace(coming.node, board=parent, h=int(sum_.split()[-1]))
    coming = replace(coming, successors=(replace(coming.successors[0], node=node),))
    question = make_question(glimpse, coming, heuristic, GOAL, H)
    assert set(question.reasons) == {sum_}


@pytest.mark.parametrize(
    ("steps", "words"),
    [
        (("first in, first out (FIFO)",), "first in, first out: this one was generated later"),
        (("last in, first out (LIFO)",), "last in, first out: this one was generated earlier"),
        (("deepest", "first in the order UDLR"), "the deepest is expanded first: depth 5 before 4"),
        (("layer by layer, width 9",), "this one comes later in its layer"),
        (
            ("lowest max(f, 2g)", "last in, first out"),
            "the next one has f 6 and 2g 10",
        ),
        (("chosen by the constructive heuristic",), "the rule is chosen by the"),
    ],
)
def test_every_tie_breaking_rule_has_a_text(steps, words):
    wrong = question_of(steps, (5, 1, 6), (4, 8, 12))[1]
    assert wrong.startswith(f"Wrong: {words}")


def test_an_unknown_choice_raises_an_error():
    glimpse, coming = next(moments(Method("astar")))
    question = make_question(glimpse, coming, "manhattan", GOAL, FATE)
    with pytest.raises(IndexError, match="no answer 9"):
        judge(question, 9)
    assert make_question(glimpse, None, "manhattan", GOAL) is None
