"""Predictions: the search waits, and a person says what it does next.

A question is made of a moment at which the search stands still, and of what it has not shown yet:
the expansion that comes next. What is right is known from the first, and told only by ``judge``.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from puzzler.board.board import Board
from puzzler.search.inspection.values import Expansion, Fate, Glimpse, Node, Rule, Successor
from puzzler.search.registry import HEURISTICS

MOST_BOARDS = 6
"""From so many boards the next one is to be chosen at most."""
VALUES = 4
"""So many numbers to choose h from."""
DROPPED = (Fate.DUPLICATE, Fate.PRUNED)


class QuestionKind(StrEnum):
    """What is asked."""

    NEXT = "next"
    """Which board is expanded next."""
    H = "h"
    """What h a board will have."""
    FATE = "fate"
    """Which successor is cut off or known already."""


@dataclass(frozen=True)
class Choice:
    """One of the answers."""

    words: str
    """It in words, "h 19", "None of them"; "" where the board is the answer."""
    node: Node | None = None
    """The board that is the answer. Of it no more may be shown than ``Question.tells`` says."""


@dataclass(frozen=True)
class Question:
    """What is asked at one moment."""

    kind: QuestionKind
    """What is asked."""
    moment: int
    """When: how many states have been expanded."""
    words: str
    """The question itself."""
    choices: tuple[Choice, ...]
    """The answers, in an order that tells nothing."""
    right: int
    """Which of them is right; not to be shown before it is answered."""
    reasons: tuple[str, ...]
    """For each choice, what decides against it; for the right one what decides for it."""
    board: Board | None = None
    """The board that is asked about, where it is one."""
    parent: Board | None = None
    """The board whose successors are asked about, where they are."""

    @property
    def tells(self) -> bool:
        """g, h and f of the choices may be shown: they are what the answer follows from."""
        return self.kind is QuestionKind.NEXT


@dataclass(frozen=True)
class Verdict:
    """What an answer came to."""

    question: Question
    """What was asked."""
    chosen: int
    """Which choice was taken."""
    words: str
    """Right or wrong, and what decided: the f, the h and the tie-break."""

    @property
    def is_right(self) -> bool:
        """The right choice was taken."""
        return self.chosen == self.question.right


@dataclass(frozen=True)
class PredictionScore:
    """All answers so far."""

    answered: int = 0
    """How many there are."""
    right: int = 0
    """How many of them were right."""
    streak: int = 0
    """How many right ones came last, without a wrong one."""
    best: int = 0
    """The longest such row."""


def make_question(
    glimpse: Glimpse, coming: Expansion | None, heuristic: str, kind: QuestionKind | None = None
) -> Question | None:
    """A question about ``coming``, which is expanded next after ``glimpse``.

    kind: what is to be asked; None takes what the moment is good for, by turns. None where there is
    nothing of it to ask.
    """
    if coming is None:
        return None
    makers = {
        QuestionKind.NEXT: lambda: _ask_next(glimpse, coming),
        QuestionKind.H: lambda: _ask_h(glimpse, coming, heuristic),
        QuestionKind.FATE: lambda: _ask_fate(glimpse, coming),
    }
    kinds = list(makers) if kind is None else [kind]
    first = glimpse.expansions % len(kinds)
    asked = (makers[each]() for each in kinds[first:] + kinds[:first])
    return next((question for question in asked if question is not None), None)


def judge(question: Question, chosen: int) -> Verdict:
    """What that answer comes to; IndexError where there is no such choice."""
    if not 0 <= chosen < len(question.choices):
        raise IndexError(f"there is no answer {chosen}")
    is_right = chosen == question.right
    return Verdict(
        question, chosen, f"{'Right' if is_right else 'Wrong'}: {question.reasons[chosen]}"
    )


# ---- Which board is next ----------------------------------------------------------------------


def _ask_next(glimpse: Glimpse, coming: Expansion) -> Question | None:
    waiting = [each.node for each in glimpse.frontier]
    if not waiting or waiting[0].board != coming.node.board:
        return None
    first = waiting[0]
    others: dict[Board, Node] = {}
    for node in waiting[1:]:
        if node.board != first.board and len(others) < MOST_BOARDS - 1:
            others.setdefault(node.board, node)
    if not others:
        return None
    nodes = sorted([first, *others.values()], key=lambda node: node.board.tiles)
    right = nodes.index(first)
    reasons = [
        _taken(first, glimpse.rule) if node is first else _decides(first, node, glimpse.rule)
        for node in nodes
    ]
    return Question(
        QuestionKind.NEXT,
        glimpse.expansions,
        "Which board is expanded next?",
        tuple(Choice("", node) for node in nodes),
        right,
        tuple(reasons),
    )


def _taken(first: Node, rule: Rule) -> str:
    return f"{_sum(first)}; the rule is {rule.words}"


def _decides(first: Node, other: Node, rule: Rule) -> str:
    """Why ``first`` is taken before ``other``."""
    if first.f != other.f and rule.steps[0].endswith(" f"):
        return f"the next one has {_sum(first)}; this one has {_sum(other)}"
    by_g = [step for step in rule.steps if step.endswith(" g")]
    ranked = f"both have f {_number(first.f)}; " if rule.steps[0].endswith(" f") else ""
    if by_g and first.g != other.g:
        return f"{ranked}{by_g[0]} goes first: {first.g} before {other.g}"
    return f"{ranked}{rule.steps[-1]} goes first"


def _sum(node: Node) -> str:
    """What it is ranked by: "g 12 and h 19, so f 31"."""
    return f"g {node.g} and h {node.h}, so f {_number(node.f)}"


def _number(value: float) -> str:
    return f"{value:,g}"


# ---- What h it has ----------------------------------------------------------------------------


def _ask_h(glimpse: Glimpse, coming: Expansion, heuristic: str) -> Question | None:
    made = [each.node for each in coming.successors if each.fate not in DROPPED]
    if not made or heuristic == "zero":
        return None
    node = made[glimpse.expansions // len(QuestionKind) % len(made)]
    lowest = max(0, node.h - glimpse.expansions % VALUES)
    values = range(lowest, lowest + VALUES)
    why = f"h of this board is {node.h} by {HEURISTICS[heuristic].title}"
    return Question(
        QuestionKind.H,
        glimpse.expansions,
        "What h will this board have?",
        tuple(Choice(f"h {value}") for value in values),
        values.index(node.h),
        tuple(why for _ in values),
        board=node.board,
    )


# ---- Which successor is dropped ---------------------------------------------------------------


def _ask_fate(glimpse: Glimpse, coming: Expansion) -> Question | None:
    successors = coming.successors
    dropped = [at for at, each in enumerate(successors) if each.fate in DROPPED]
    if not successors or len(dropped) > 1:
        return None
    right = dropped[0] if dropped else len(successors)
    reasons = [_became(each) for each in successors]
    reasons.append(reasons[right] if dropped else _all_kept(successors))
    return Question(
        QuestionKind.FATE,
        glimpse.expansions,
        "This board is expanded next. Which successor is cut off or known already?",
        (*(Choice("", each.node) for each in successors), Choice("None of them")),
        right,
        tuple(reasons),
        parent=coming.node.board,
    )


def _became(successor: Successor) -> str:
    """As in "this one is new", "this one is cut off: f 33 is above the bound 31"."""
    told = {
        Fate.NEW: "this one is new",
        Fate.DUPLICATE: "this one is known already",
        Fate.REOPENED: "this one is opened again",
        Fate.PRUNED: "this one is cut off",
        Fate.GOAL: "this one is the goal",
    }[successor.fate]
    return f"{told}: {successor.why}" if successor.why else told


def _all_kept(successors: Iterable[Successor]) -> str:
    is_new = all(each.fate is Fate.NEW for each in successors)
    return "all of them are new" if is_new else "none of them is cut off or known already"
