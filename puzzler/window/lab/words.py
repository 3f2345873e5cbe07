"""What the Lab says of a state: its figures, why it was expanded, what became of its successors."""

from __future__ import annotations

import math
from typing import NamedTuple

from puzzler.board.move import Move
from puzzler.game.lab.state import LabState
from puzzler.humanize import TIMES, sentence
from puzzler.search.compilation import COMPILING
from puzzler.search.inspection.observation import Glimpse, Node, Rule, SuccessorOutcome
from puzzler.search.method import Method
from puzzler.search.registry import ALGORITHMS

PREPARING = "Preparing..."
NO_BEGINNING = "The search cannot begin."
NOT_BEGUN = "Nothing is expanded yet: the frontier holds the start state."
LOADING = "Loading the last expansion..."
TOO_FAR = "Statistics only from here"
START = "Start state"
GOAL_SIDE = "Start of the backward search: the goal"
LEAST_BOARD = 52
"""Pixels; the numbers on smaller boards of nine cells cannot be read."""
MOVE_ARROWS = dict(zip((Move.UP, Move.DOWN, Move.LEFT, Move.RIGHT), "↑↓←→", strict=True))
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
    SuccessorOutcome.PRUNED: OutcomeStyle("pruned", "fate-pruned", "text_muted", False),
    SuccessorOutcome.MEETING: OutcomeStyle("meeting", "fate-meeting", "good"),
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
    if glimpse is None and lab.failure:
        return NO_BEGINNING
    if glimpse is None:
        building = lab.building
        if building is None or building is COMPILING:
            return sentence(COMPILING.what) if building else PREPARING
        return f"{sentence(building.what)}: {building.done:.0%}"
    if glimpse.expansion is not None:
        return ""
    if not glimpse.expansions:
        return NOT_BEGUN
    return LOADING if lab.is_busy else TOO_FAR


def formula(node: Node, method: Method, threshold: float | None = None) -> tuple[Piece, ...]:
    """What the method takes ``node`` by, and how that adds up.

    threshold: what f is compared with, for an algorithm that has one.
    """
    g, h, f = (Piece("", term, value) for term, value in figures_of(node, method, "ghf"))
    match ALGORITHMS[method.algorithm].evaluation:
        case "g":
            return (g,)
        case "depth":
            limit = Piece(_beside(node.g, threshold), "limit", threshold or 0)
            depth = Piece("", "depth", node.g)
            return (depth,) if threshold is None else (depth, limit)
        case "h":
            return g, Piece("f =", "h", node.h)
        case "priority":
            priority = Piece("", "priority", max(node.f, 2 * node.g))
            return g, h._replace(sign="+"), f._replace(sign="="), priority
    if not math.isclose(node.f, node.g + method.weight * node.h):
        return g, h, f
    sign = "+" if method.weight == 1 else f"+ {method.weight:g}{TIMES}"
    total = g, h._replace(sign=sign), f._replace(sign="=")
    if threshold is None:
        return total
    return *total, Piece(_beside(node.f, threshold), "threshold", threshold)


def bound_word(method: Method) -> str:
    """What the bound of a depth-first search is called."""
    return "limit" if ALGORITHMS[method.algorithm].evaluation == "depth" else "threshold"


def _beside(value: float, threshold: float | None) -> str:
    return ">" if threshold is not None and value > threshold else "\N{LESS-THAN OR EQUAL TO}"


def figures_of(node: Node, method: Method, letters: str = "") -> tuple[tuple[str, float], ...]:
    """The figures of a node that its method uses, the one that it is taken by last."""
    values = {"g": node.g, "h": node.h, "f": node.f, "p": max(node.f, 2 * node.g)}
    by = {"g": "g", "depth": "g", "h": "gh", "priority": "gfp", "f": "ghf"}
    letters = letters or by[ALGORITHMS[method.algorithm].evaluation]
    return tuple((letter, values[letter]) for letter in letters)


def reasons(glimpse: Glimpse, method: Method) -> list[str]:
    """Why the state was taken: the rule, the runner-up, and its parent."""
    expansion = glimpse.expansion
    if expansion is None:
        return []
    is_known = bool(glimpse.rule.steps)
    by = ALGORITHMS[method.algorithm].title
    said = [f"Selected: {glimpse.rule.words}" if is_known else f"Selected by {by}"]
    made = {successor.node.board for successor in expansion.successors}
    others = (each.node for each in glimpse.frontier if each.node.board not in made)
    passed = next((node for node in others if node.side == expansion.node.side), None)
    if passed is not None and is_known:
        tie = _tie(expansion.node, passed, glimpse.rule)
        figures = ", ".join(f"{letter} {value:g}" for letter, value in figures_of(passed, method))
        said.append(f"Runner-up: {figures}{tie and f'; tie: {tie}'}")
    move, index = expansion.node.move, expansion.parent_index
    if move is None or index is None:
        said.append(GOAL_SIDE if expansion.node.side else START)
    else:
        side = ", from the goal" if expansion.node.side else ""
        moved = f"blank moves {move.name.lower()} {MOVE_ARROWS[move]}"
        said.append(f"Parent: expansion {index + 1:,}, {moved}{side}")
    return said


def _tie(taken: Node, passed: Node, rule: Rule) -> str:
    """What decided between two states of the same f; "" where f did, or does not rank them."""
    by_f = rule.steps[:1] == ("lowest f",) and taken.f == passed.f
    by_h = rule.steps[:1] == ("lowest h",) and taken.h == passed.h
    if not (by_f or by_h):
        return ""
    by_g = [step for step in rule.steps[1:] if step.endswith(" g")]
    return by_g[0] if by_g and taken.g != passed.g else rule.steps[-1]
