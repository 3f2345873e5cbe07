"""Conditions on an expansion at which a running search stops."""

from __future__ import annotations

import re
from collections.abc import Callable

from puzzler.board.board import Board
from puzzler.board.numbers import decimal_number
from puzzler.search.inspection.observation import Expansion, SuccessorOutcome

HOW = (
    "Type a board, f and its value (f 26), or the outcome of a successor: "
    f"{', '.join(SuccessorOutcome)}."
)


def parse_condition(text: str) -> Callable[[Expansion], bool]:
    """Return the condition as a function. Raises ValueError if ``text`` is not a condition.

    A board is expanded, an expanded node has this f, or a successor has this outcome.
    """
    words = text.strip().lower()
    if words in [*SuccessorOutcome]:
        return lambda expansion: any(each.outcome == words for each in expansion.successors)
    if value := re.fullmatch(r"f\s*=?\s*([0-9.]+)", words):
        f = decimal_number(value[1])
        return lambda expansion: expansion.node.f == f
    try:
        board = Board.parse(text)
    except ValueError:
        raise ValueError(HOW) from None
    return lambda expansion: expansion.node.board == board
