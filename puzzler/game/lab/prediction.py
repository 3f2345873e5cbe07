"""Predictions: questions about the next expansion of a search.

A question is made from the current moment of a paused search and its next expansion, which is not
shown yet. The question contains the right answer, which only ``judge`` reveals.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from functools import partial

from puzzler import humanize
from puzzler.board.board import Board
from puzzler.progress import no_report
from puzzler.search.heuristics.contributions import break_down_sum
from puzzler.search.heuristics.heuristic import Heuristic
from puzzler.search.inspection.observation import (
    Expansion,
    Glimpse,
    Node,
    Successor,
    SuccessorOutcome,
    rule_text,
)
from puzzler.search.registry import HEURISTICS

MAX_BOARDS = 6
VALUES = 4
LARGEST_DIGIT = 9
DROPPED = (SuccessorOutcome.DUPLICATE, SuccessorOutcome.PRUNED, SuccessorOutcome.UNCHOSEN)


class PredictionKind(StrEnum):
    """The kind of a question."""

    NEXT = "next"
    H = "h"
    OUTCOME = "fate"


@dataclass(frozen=True)
class PredictionChoice:
    """A possible answer."""

    words: str
    """The text, such as "h 19" or "None of them"; "" if the choice is a board."""
    node: Node | None = None
    """The node whose board is the choice. Its g, h and f are shown only for ``NEXT``."""
    value: int | None = None


@dataclass(frozen=True)
class PredictionQuestion:
    """A question about the next expansion at a moment."""

    kind: PredictionKind
    moment: int
    """The number of states expanded before the question."""
    words: str
    choices: tuple[PredictionChoice, ...]
    """The answers in an order that does not depend on the right one."""
    right: int
    reasons: tuple[str, ...]
    board: Board | None = None
    """The board in question or the parent of the choices; None if there is none."""

    def choice_of(self, digit: int) -> int | None:
        """Return the choice for a digit key; None if there is none.

        The digit is the value of a choice if any value has one digit, else a position from 1.
        """
        values = [choice.value for choice in self.choices]
        if any(value is not None and value <= LARGEST_DIGIT for value in values):
            return values.index(digit) if digit in values else None
        return digit - 1 if 1 <= digit <= len(values) else None


@dataclass(frozen=True)
class Verdict:
    """The result of an answer."""

    question: PredictionQuestion
    chosen: int
    words: str
    """Text that says whether the answer is right, with the reason: f, h and tie-breaking."""

    @property
    def is_right(self) -> bool:
        """Whether the answer is right."""
        return self.chosen == self.question.right


def make_question(
    glimpse: Glimpse,
    coming: Expansion | None,
    heuristic: str,
    goal: Board,
    kind: PredictionKind | None = None,
) -> PredictionQuestion | None:
    """Return a question about ``coming``, the expansion after ``glimpse``; None if impossible.

    kind: the kind of question; None to alternate between the kinds that are possible.
    """
    if coming is None:
        return None
    makers: dict[PredictionKind, Callable[[Glimpse, Expansion], PredictionQuestion | None]] = {
        PredictionKind.NEXT: _ask_next,
        PredictionKind.H: partial(_ask_h, heuristic, goal),
        PredictionKind.OUTCOME: _ask_outcome,
    }
    if kind is not None:
        return makers[kind](glimpse, coming)
    kinds, turns = list(makers), glimpse.expansions // len(makers)
    first = glimpse.expansions % len(kinds)
    for each in kinds[first:] + kinds[:first]:
        question = makers[each](glimpse, coming)
        # "None of them" would be right too often
        is_dull = (
            each is PredictionKind.OUTCOME
            and question
            and question.choices[question.right].node is None
        )
        if question is not None and not (is_dull and turns % 3):
            return question
    return None


def judge(question: PredictionQuestion, chosen: int) -> Verdict:
    """Return the verdict on a choice. Raises IndexError if there is no such choice."""
    if not 0 <= chosen < len(question.choices):
        raise IndexError(f"there is no answer {chosen}")
    verdict = "Right" if chosen == question.right else "Wrong"
    return Verdict(question, chosen, f"{verdict}: {question.reasons[chosen]}")


def _ask_next(glimpse: Glimpse, coming: Expansion) -> PredictionQuestion | None:
    waiting = [each.node for each in glimpse.frontier]
    is_known = bool(glimpse.rule)
    if not (waiting and is_known) or waiting[0].board != coming.node.board:
        return None
    first = waiting[0]
    distinct: dict[Board, Node] = {}
    for node in waiting:
        distinct.setdefault(node.board, node)
    if len(distinct) == 1:
        return None
    nodes = sorted(list(distinct.values())[:MAX_BOARDS], key=lambda node: node.board.tiles)
    right = nodes.index(first)
    rule = glimpse.rule
    reasons = [_decides(first, node, rule) for node in nodes]
    reasons[right] = f"{_ranked(first, rule[0])[2]}; the rule is {rule_text(rule)}"
    return PredictionQuestion(
        PredictionKind.NEXT,
        glimpse.expansions,
        "Which board is expanded next?",
        tuple(PredictionChoice("", node) for node in nodes),
        right,
        tuple(reasons),
    )


_LATER = {
    "first in, first out (FIFO)": "first in, first out: this one was generated later",
    "last in, first out (LIFO)": "last in, first out: this one was generated earlier",
}


def _decides(first: Node, other: Node, rule: tuple[str, ...]) -> str:
    step, *ties = rule
    if step in _LATER:
        return _LATER[step]
    if step.startswith("layer by layer"):
        return "this one comes later in its layer"
    if not step.startswith(("lowest", "deepest")):
        return f"the rule is {rule_text(rule)}"
    (rank, same, figures), (other_rank, _, other_figures) = (
        _ranked(first, step),
        _ranked(other, step),
    )
    if rank != other_rank and step == "deepest":
        return f"the deepest is expanded first: depth {rank:,} before {other_rank:,}"
    if rank != other_rank:
        return f"the next one has {figures}; this one has {other_figures}"
    by_g = [step for step in ties if step.endswith(" g")]
    if step == "lowest f":
        same += f" ({figures.removeprefix('f = ')} and {other_figures.removeprefix('f = ')})"
    if by_g and first.g != other.g:
        return f"both {same}; {by_g[0]} goes first: {first.g:,} before {other.g:,}"
    return f"both {same}; ties: {ties[-1]}" if ties else f"both {same}"


def _ranked(node: Node, step: str) -> tuple[float, str, str]:
    """Return (value, "have ...", figures), such as (31, "have f 31", "g 12 and h 19, so f 31")."""
    if step == "lowest h":
        return node.h, f"have h {node.h:,}", f"h {node.h:,}"
    if step == "lowest f":
        f = f"{node.f:,g}"
        is_sum = node.f == node.g + node.h
        total = (
            f"f = {node.g:,} + {node.h:,} = {f}" if is_sum else f"g {node.g:,}, h {node.h:,}, f {f}"
        )
        return node.f, f"have f {f}", total
    if step.startswith("lowest max"):
        priority = max(node.f, 2 * node.g)
        figures = f"f {node.f:,g} and 2g {2 * node.g:,}, so priority {priority:,g}"
        return priority, f"have priority {priority:,g}", figures
    return node.g, f"are at depth {node.g:,}", f"depth {node.g:,}"


def _ask_h(
    heuristic: str, goal: Board, glimpse: Glimpse, coming: Expansion
) -> PredictionQuestion | None:
    nodes = [each.node for each in coming.successors if each.outcome not in DROPPED]
    if not nodes or not HEURISTICS[heuristic].is_countable:
        return None
    node = nodes[glimpse.expansions // len(PredictionKind) % len(nodes)]
    lowest = max(0, node.h - glimpse.expansions % VALUES)
    values = range(lowest, lowest + VALUES)
    why = _sum_of(HEURISTICS[heuristic], node.board, goal)
    return PredictionQuestion(
        PredictionKind.H,
        glimpse.expansions,
        "What is h of this board?",
        tuple(PredictionChoice(f"h {value}", value=value) for value in values),
        values.index(node.h),
        tuple(why for _ in values),
        board=node.board,
    )


def _sum_of(heuristic: Heuristic, board: Board, goal: Board) -> str:
    """Return text such as "tiles 3, 4 and 8 add 1 + 2 + 1, so h is 4"."""
    parts = break_down_sum(heuristic, heuristic.make(goal, no_report), board, goal)
    amounts = Counter[int]()
    for part in parts.contributions:
        if len(part.tiles) > 1:
            return f"h is {parts.words}"
        amounts[part.tiles[0]] += round(part.amount)
    if not amounts:
        return "h is 0"
    names = humanize.listed([str(tile) if tile else "blank" for tile in amounts])
    numbers = " + ".join(map(str, amounts.values()))
    verb = f"tiles {names} add" if len(amounts) > 1 else f"tile {names} adds"
    return f"{verb} {numbers}, so h is {parts.h}"


def _ask_outcome(glimpse: Glimpse, coming: Expansion) -> PredictionQuestion | None:
    successors = coming.successors
    dropped = [at for at, each in enumerate(successors) if each.outcome in DROPPED]
    if not successors or len(dropped) > 1:
        return None
    right = dropped[0] if dropped else len(successors)
    reasons = [_became(each) for each in successors]
    is_new = all(each.outcome is SuccessorOutcome.NEW for each in successors)
    summary = "all of them are new" if is_new else "none of them is discarded"
    reasons.append(reasons[right] if dropped else summary)
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
    """Return text such as "this one is pruned: f 33 is above the threshold 31"."""
    text = {
        SuccessorOutcome.NEW: "this one is new",
        SuccessorOutcome.REPLACED: "this one is a shorter path to a state",
        SuccessorOutcome.DUPLICATE: "this one is a duplicate",
        SuccessorOutcome.REOPENED: "this one is reopened",
        SuccessorOutcome.PRUNED: "this one is pruned",
        SuccessorOutcome.UNCHOSEN: "this one is not chosen",
        SuccessorOutcome.MEETING: "both sides meet here",
        SuccessorOutcome.GOAL: "this one is the goal",
    }[successor.outcome]
    return f"{text}: {successor.why}" if successor.why else text
