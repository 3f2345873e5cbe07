"""Texts of the Lab about a state: its figures, the reason for its expansion, its successors."""

from __future__ import annotations

import math
from typing import NamedTuple

from puzzler.board.move import Move
from puzzler.game.lab.state import LabState
from puzzler.humanize import TIMES, sentence
from puzzler.search.compilation import COMPILING
from puzzler.search.custom.source import named
from puzzler.search.inspection.observation import Glimpse, Node, SuccessorOutcome, rule_text
from puzzler.search.method import Method
from puzzler.search.registry import ALGORITHMS
from puzzler.solver.user_code.process import EXPANSION_SECONDS

PREPARING = "Preparing..."
RUNNING_CODE = (
    f"Your search is running. It is stopped after {EXPANSION_SECONDS:g} s without an expansion."
)
NO_BEGINNING = "The search cannot start."
MIN_BOARD = 52
"""Pixels; the numbers on smaller boards of nine cells would be unreadable."""
MOVE_ARROWS = dict(zip((Move.UP, Move.DOWN, Move.LEFT, Move.RIGHT), "↑↓←→", strict=True))
"""Arrows in the direction of the blank."""


OUTCOME_COLORS = {
    SuccessorOutcome.NEW: "bound",
    SuccessorOutcome.REPLACED: "bound",
    SuccessorOutcome.REOPENED: "accent",
    SuccessorOutcome.MEETING: "good",
    SuccessorOutcome.GOAL: "good",
}
"""Names of the theme's colours. Other outcomes end a path: they are dimmed."""


class Piece(NamedTuple):
    """A term of a formula with the sign before it."""

    sign: str
    """The text before the term: "+", "=", or ""."""
    term: str
    """A key of ``TERMS``, such as g, h or f."""
    value: float


def placeholder(lab: LabState) -> str:
    """Return the text to show if there is no expanded state, "" if there is one."""
    glimpse = lab.glimpse
    if glimpse is None and lab.failure:
        return NO_BEGINNING
    if glimpse is None:
        building = lab.building
        if building is None or building is COMPILING:
            is_own = named(lab.method.algorithm) is not None
            return sentence(COMPILING.what) if building else RUNNING_CODE if is_own else PREPARING
        return f"{sentence(building.what)}: {building.done:.0%}"
    if glimpse.expansion is not None:
        return ""
    if not glimpse.expansions:
        return "No node expanded yet: the frontier contains the start state."
    if lab.is_busy:
        return "Loading the last expansion..."
    return "Too many states: only statistics are shown"


def formula(node: Node, method: Method, threshold: float | None = None) -> tuple[Piece, ...]:
    """Return the formula of the value that ranks ``node``.

    threshold: the bound on f or on the depth; None if the algorithm has none.
    """
    g, h, f = (Piece("", term, value) for term, value in figures_of(node, method, "ghf"))
    match ALGORITHMS[method.algorithm].evaluation:
        case "g":
            return (g,)
        case "depth":
            limit = Piece(_comparison(node.g, threshold), "limit", threshold or 0)
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
    return *total, Piece(_comparison(node.f, threshold), "threshold", threshold)


def bound_name(method: Method) -> str:
    """Return the name of the bound of a depth-first search."""
    return "limit" if ALGORITHMS[method.algorithm].evaluation == "depth" else "threshold"


def _comparison(value: float, threshold: float | None) -> str:
    return ">" if threshold is not None and value > threshold else "\N{LESS-THAN OR EQUAL TO}"


def figures_of(node: Node, method: Method, letters: str = "") -> tuple[tuple[str, float], ...]:
    """Return (letter, value) for the figures that ``method`` uses, the ranking value last."""
    f = round(node.f, 2)  # beam search ranks with fractions
    values = {"g": node.g, "h": node.h, "f": f, "p": max(f, 2 * node.g)}
    by = {"g": "g", "depth": "g", "h": "gh", "priority": "gfp", "f": "ghf"}
    letters = letters or by[ALGORITHMS[method.algorithm].evaluation]
    return tuple((letter, values[letter]) for letter in letters)


def reasons(glimpse: Glimpse, method: Method) -> list[str]:
    """Return lines on why the state was expanded: the rule, the runner-up and the parent."""
    expansion = glimpse.expansion
    if expansion is None:
        return []
    is_known = bool(glimpse.rule)
    lines = [f"Selected: {rule_text(glimpse.rule)}" if is_known else "Selected by your search"]
    new_boards = {successor.node.board for successor in expansion.successors}
    others = (each.node for each in glimpse.frontier if each.node.board not in new_boards)
    passed = next((node for node in others if node.side == expansion.node.side), None)
    if passed is not None and is_known:
        tie = _tie(expansion.node, passed, glimpse.rule)
        figures = ", ".join(f"{letter} {value:g}" for letter, value in figures_of(passed, method))
        lines.append(f"Runner-up: {figures}{tie and f'; tie: {tie}'}")
    move, index = expansion.node.move, expansion.parent_index
    if move is None or index is None:
        is_root = expansion.node.side
        lines.append("Goal (root of the backward search)" if is_root else "Start state")
    else:
        side = ", from the goal" if expansion.node.side else ""
        moved = f"blank moves {move.name.lower()} {MOVE_ARROWS[move]}"
        lines.append(f"Parent: expansion {index + 1:,}, {moved}{side}")
    return lines


def _tie(selected: Node, passed: Node, rule: tuple[str, ...]) -> str:
    """Return the tie-breaking rule between two states of equal rank, "" if there was no tie."""
    by_f = rule[:1] == ("lowest f",) and selected.f == passed.f
    by_h = rule[:1] == ("lowest h",) and selected.h == passed.h
    if not (by_f or by_h):
        return ""
    by_g = [step for step in rule[1:] if step.endswith(" g")]
    return by_g[0] if by_g and selected.g != passed.g else rule[-1]
