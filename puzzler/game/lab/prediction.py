"""Predictions: the search waits, and a person says what it does next.

A question is made of a moment at which the search stands still, and of what it has not shown yet:
the expansion that comes next. What is right is known from the first, and told only by ``judge``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from functools import partial

from puzzler.board.board import Board
from puzzler.search.inspection.observation import (
    Expansion,
    Glimpse,
    Node,
    Rule,
    Successor,
    SuccessorOutcome,
)
from puzzler.search.registry import HEURISTICS

MOST_BOARDS = 6
VALUES = 4
LARGEST_DIGIT = 9
DROPPED = (SuccessorOutcome.DUPLICATE, SuccessorOutcome.PRUNED)


class PredictionKind(StrEnum):
    """What is asked."""

    NEXT = "next"
    H = "h"
    OUTCOME = "fate"


@dataclass(frozen=True)
class PredictionChoice:
    """One of the answers."""

    words: str
    """It in words, "h 19", "None of them"; "" where the board is the answer."""
    node: Node | None = None
    """The board that is the answer. Its g, h and f are shown only where they are what the answer
    follows from: of ``PredictionKind.NEXT``."""
    value: int | None = None
    """The number that it is, where it is one."""


@dataclass(frozen=True)
class PredictionQuestion:
    """What is asked at one moment."""

    kind: PredictionKind
    moment: int
    """When: how many states have been expanded."""
    words: str
    choices: tuple[PredictionChoice, ...]
    """The answers, in an order independent of the right one."""
    right: int
    """Which of them is right; not to be shown before it is answered."""
    reasons: tuple[str, ...]
    """For each choice, what decides against it; for the right one what decides for it."""
    board: Board | None = None
    """The board that is asked about, or whose successors are, where it is one."""

    def choice_of(self, digit: int) -> int | None:
        """The choice that a digit key stands for.

        Where there are numbers of one digit among the choices it is their value, else their place,
        from 1.
        """
        values = [choice.value for choice in self.choices]
        if any(value is not None and value <= LARGEST_DIGIT for value in values):
            return values.index(digit) if digit in values else None
        return digit - 1 if 1 <= digit <= len(values) else None


@dataclass(frozen=True)
class Verdict:
    """What an answer came to."""

    question: PredictionQuestion
    chosen: int
    words: str
    """Right or wrong, and what decided: the f, the h and the tie-break."""

    @property
    def is_right(self) -> bool:
        """The right choice was taken."""
        return self.chosen == self.question.right


def make_question(
    glimpse: Glimpse, coming: Expansion | None, heuristic: str, kind: PredictionKind | None = None
) -> PredictionQuestion | None:
    """A question about ``coming``, which is expanded next after ``glimpse``.

    kind: what is to be asked; None takes what the moment is good for, by turns. None where there is
    nothing of it to ask.
    """
    if coming is None:
        return None
    makers: dict[PredictionKind, Callable[[Glimpse, Expansion], PredictionQuestion | None]] = {
        PredictionKind.NEXT: _ask_next,
        PredictionKind.H: partial(_ask_h, heuristic),
        PredictionKind.OUTCOME: _ask_outcome,
    }
    if kind is not None:
        return makers[kind](glimpse, coming)
    kinds, turns = list(makers), glimpse.expansions // len(makers)
    first = glimpse.expansions % len(kinds)
    for each in kinds[first:] + kinds[:first]:
        question = makers[each](glimpse, coming)
        # that nothing is dropped is the right answer too often: not every time is it asked
        is_dull = (
            each is PredictionKind.OUTCOME
            and question
            and question.choices[question.right].node is None
        )
        if question is not None and not (is_dull and turns % 3):
            return question
    return None


def judge(question: PredictionQuestion, chosen: int) -> Verdict:
    """What that answer comes to; IndexError where there is no such choice."""
    if not 0 <= chosen < len(question.choices):
        raise IndexError(f"there is no answer {chosen}")
    said = "Right" if chosen == question.right else "Wrong"
    return Verdict(question, chosen, f"{said}: {question.reasons[chosen]}")


def _ask_next(glimpse: Glimpse, coming: Expansion) -> PredictionQuestion | None:
    waiting = [each.node for each in glimpse.frontier]
    is_known = bool(glimpse.rule.steps)
    if not (waiting and is_known) or waiting[0].board != coming.node.board:
        return None
    first = waiting[0]
    distinct: dict[Board, Node] = {}
    for node in waiting:
        distinct.setdefault(node.board, node)
    if len(distinct) == 1:
        return None
    nodes = sorted(list(distinct.values())[:MOST_BOARDS], key=lambda node: node.board.tiles)
    right = nodes.index(first)
    rule = glimpse.rule
    reasons = [_decides(first, node, rule) for node in nodes]
    reasons[right] = f"{_ranked(first, rule.steps[0])[2]}; the rule is {rule.words}"
    return PredictionQuestion(
        PredictionKind.NEXT,
        glimpse.expansions,
        "Which board is expanded next?",
        tuple(PredictionChoice("", node) for node in nodes),
        right,
        tuple(reasons),
    )


_LATER = {
    "oldest first (FIFO)": "the oldest is expanded first; this one is newer",
    "newest first (LIFO)": "the newest is expanded first; this one is older",
}


def _decides(first: Node, other: Node, rule: Rule) -> str:
    step, *ties = rule.steps
    if step in _LATER:
        return _LATER[step]
    if step.startswith("layer by layer"):
        return "the nodes of a layer are expanded in turn; this one comes later"
    if not step.startswith(("lowest", "deepest")):
        return f"the rule is {rule.words}"
    (before, same, taken), (behind, _, left) = _ranked(first, step), _ranked(other, step)
    if before != behind and step == "deepest":
        return f"the deepest is expanded first: depth {before:,} before {behind:,}"
    if before != behind:
        return f"the next one has {taken}; this one has {left}"
    by_g = [step for step in ties if step.endswith(" g")]
    if by_g and first.g != other.g:
        return f"both {same}; {by_g[0]} goes first: {first.g:,} before {other.g:,}"
    return f"both {same}; ties: {ties[-1]}" if ties else f"both {same}"


def _ranked(node: Node, step: str) -> tuple[float, str, str]:
    """What it is ranked by, and in words: (31, "have f 31", "g 12 and h 19, so f 31")."""
    if step == "lowest h":
        return node.h, f"have h {node.h:,}", f"h {node.h:,}"
    if step == "lowest f":
        return node.f, f"have f {node.f:,g}", f"g {node.g:,} and h {node.h:,}, so f {node.f:,g}"
    if step.startswith("lowest max"):
        most = max(node.f, 2 * node.g)
        figures = f"f {node.f:,g} and 2g {2 * node.g:,}, so priority {most:,g}"
        return most, f"have priority {most:,g}", figures
    return node.g, f"are at depth {node.g:,}", f"depth {node.g:,}"


def _ask_h(heuristic: str, glimpse: Glimpse, coming: Expansion) -> PredictionQuestion | None:
    made = [each.node for each in coming.successors if each.outcome not in DROPPED]
    if not made or not HEURISTICS[heuristic].is_countable:
        return None
    node = made[glimpse.expansions // len(PredictionKind) % len(made)]
    lowest = max(0, node.h - glimpse.expansions % VALUES)
    values = range(lowest, lowest + VALUES)
    why = f"h of this board is {node.h:,}"
    return PredictionQuestion(
        PredictionKind.H,
        glimpse.expansions,
        "What is h of this board?",
        tuple(PredictionChoice(f"h {value}", value=value) for value in values),
        values.index(node.h),
        tuple(why for _ in values),
        board=node.board,
    )


def _ask_outcome(glimpse: Glimpse, coming: Expansion) -> PredictionQuestion | None:
    successors = coming.successors
    dropped = [at for at, each in enumerate(successors) if each.outcome in DROPPED]
    if not successors or len(dropped) > 1:
        return None
    right = dropped[0] if dropped else len(successors)
    reasons = [_became(each) for each in successors]
    is_new = all(each.outcome is SuccessorOutcome.NEW for each in successors)
    kept = "all of them are new" if is_new else "none of them is discarded"
    reasons.append(reasons[right] if dropped else kept)
    return PredictionQuestion(
        PredictionKind.OUTCOME,
        glimpse.expansions,
        "This board is expanded next. Which successor is discarded?",
        (
            *(PredictionChoice("", each.node) for each in successors),
            PredictionChoice("None of them"),
        ),
        right,
        tuple(reasons),
        board=coming.node.board,
    )


def _became(successor: Successor) -> str:
    """As in "this one is new", "this one is pruned: f 33 is above the threshold 31"."""
    told = {
        SuccessorOutcome.NEW: "this one is new",
        SuccessorOutcome.DUPLICATE: "this one is known already",
        SuccessorOutcome.REOPENED: "this one is reopened",
        SuccessorOutcome.PRUNED: "this one is pruned",
        SuccessorOutcome.MEETING: "both sides meet here",
        SuccessorOutcome.GOAL: "this one is the goal",
    }[successor.outcome]
    return f"{told}: {successor.why}" if successor.why else told
