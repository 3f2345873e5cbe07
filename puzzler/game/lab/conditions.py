"""Conditions on an expansion at which a running search stops."""

from __future__ import annotations

import re

from puzzler.board.board import Board
from puzzler.board.numbers import decimal_number
from puzzler.search.inspection.condition import Condition, expands, has_f, has_outcome
from puzzler.search.inspection.observation import SuccessorOutcome

HOW = (
    "Type a board, f and its value (f 26), or the outcome of a successor: "
    f"{', '.join(SuccessorOutcome)}."
)


def parse_condition(text: str) -> Condition:
    """Return the condition. Raises ValueError if ``text`` is not a condition.

    A board is expanded, an expanded node has this f, or a successor has this outcome.
    """
    words = text.strip().lower()
    if words in [*SuccessorOutcome]:
        return has_outcome(SuccessorOutcome(words))
    if value := re.fullmatch(r"f\s*=?\s*([0-9.]+)", words):
        return has_f(decimal_number(value[1]))
    try:
        board = Board.parse(text)
    except ValueError:
        raise ValueError(HOW) from None
    return expands(board)
