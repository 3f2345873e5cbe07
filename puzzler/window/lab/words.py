"""What the Lab says of a state: its figures, why it was expanded, what became of its successors."""

from __future__ import annotations

import math
from typing import NamedTuple

from puzzler.board.move import Move
from puzzler.game.lab.inspecting import LabState
from puzzler.humanize import TIMES, sentence
from puzzler.search.inspection.values import Glimpse, Node, Rule, SuccessorOutcome
from puzzler.search.method import Method
from puzzler.search.registry import ALGORITHMS

MAKING = "The search is being made ready…"
NOT_BEGUN = "Nothing has been expanded yet: the start waits in the frontier."
LOOKED_UP = "What was expanded last is being looked up…"
TOO_FAR = "So far along a search only its figures are told."
BEGINS = "It is where the search begins."
GOAL_SIDE = "It was reached from the goal."
LEAST_BOARD = 52
"""Pixels; the numbers on smaller boards of nine cells cannot be read."""
MOVE_ARROWS: dict[Move, str] = {
    Move.UP: "\N{UPWARDS ARROW}",
    Move.DOWN: "\N{DOWNWARDS ARROW}",
    Move.LEFT: "\N{LEFTWARDS ARROW}",
    Move.RIGHT: "\N{RIGHTWARDS ARROW}",
}
"""In which direction the blank went."""


class OutcomeStyle(NamedTuple):
    """What became of a successor: a word, a mark and a colour, so that none of them tells it alone.

    The marks are a ring, as what waits in the frontier has in the tree; two rings; an arrow that
    turns back; a cross; a diamond.
    """

    words: str
    icon: str
    color: str
    """Of the theme."""
    is_followed: bool = True
    """The search goes on with it; what it does not is drawn as a ghost."""


OUTCOMES = {
    SuccessorOutcome.NEW: OutcomeStyle("new", "fate-new", "bound"),
    SuccessorOutcome.DUPLICATE: OutcomeStyle("duplicate", "fate-duplicate", "text_muted", False),
    SuccessorOutcome.REOPENED: OutcomeStyle("reopened", "fate-reopened", "accent"),
    SuccessorOutcome.PRUNED: OutcomeStyle("cut off", "fate-pruned", "text_muted", False),
    SuccessorOutcome.GOAL: OutcomeStyle("goal", "fate-goal", "good"),
}


class Piece(NamedTuple):
    """A figure of a formula."""

    sign: str
    """Before the letter: +, =, or nothing."""
    term: str
    """What it is, as ``TERMS`` has it: g, h or f."""
    value: float


def instead(lab: LabState) -> str:
    """What to say where no state is shown; "" where one is."""
    glimpse = lab.glimpse
    if glimpse is None:
        building = lab.building
        return MAKING if building is None else f"{sentence(building.what)}: {building.done:.0%}"
    if glimpse.expansion is not None:
        return ""
    if not glimpse.expansions:
        return NOT_BEGUN
    return LOOKED_UP if lab.is_busy else TOO_FAR


def formula(node: Node, method: Method) -> tuple[Piece, ...]:
    """How f of ``node`` comes about; without signs where the algorithm ranks in its own way."""
    g, h = Piece("", "g", node.g), Piece("", "h", node.h)
    if not ALGORITHMS[method.algorithm].uses_heuristic:
        return (g,)
    if math.isclose(node.f, node.g + method.weight * node.h):
        sign = "+" if method.weight == 1 else f"+ {method.weight:g}{TIMES}"
        return g, Piece(sign, "h", node.h), Piece("=", "f", node.f)
    if node.f == node.h:
        return g, h, Piece("=", "f", node.f)
    return g, h, Piece("", "f", node.f)


def reasons(glimpse: Glimpse, method: Method) -> list[str]:
    """Why the state was taken: the rule, what was passed over, from where it was reached."""
    expansion = glimpse.expansion
    if expansion is None:
        return []
    said = [f"Why this state: {glimpse.rule.words}"]
    made = {successor.node.board for successor in expansion.successors}
    others = (each.node for each in glimpse.frontier if each.node.board not in made)
    passed = next((node for node in others if node.side == expansion.node.side), None)
    if passed is not None:
        tie = _tie(expansion.node, passed, glimpse.rule)
        figures = ", ".join(f"{piece.term} {piece.value:g}" for piece in formula(passed, method))
        said.append(f"Passed over: {figures}{tie and f'; tie: {tie}'}")
    move, index = expansion.node.move, expansion.parent_index
    if expansion.node.side:
        said.append(GOAL_SIDE)
    elif move is None or index is None:
        said.append(BEGINS)
    else:
        said.append(f"Parent: expansion {index + 1:,}, then blank {MOVE_ARROWS[move]}")
    return said


def _tie(taken: Node, passed: Node, rule: Rule) -> str:
    """What decided between two states of the same f; "" where f did, or does not rank them."""
    if not rule.steps[:1] or not rule.steps[0].endswith(" f") or taken.f != passed.f:
        return ""
    by_g = [step for step in rule.steps[1:] if step.endswith(" g")]
    return by_g[0] if by_g and taken.g != passed.g else rule.steps[-1]
