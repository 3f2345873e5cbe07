"""What becomes of a successor: a mark, a word and a colour, so that no one of them tells it alone.

And which move led there.
"""

from __future__ import annotations

from puzzler.board.move import Move
from puzzler.search.inspection.values import SuccessorOutcome
from puzzler.window.toolkit.theme import Color, Theme

OUTCOME_ICONS: dict[SuccessorOutcome, str] = {
    SuccessorOutcome.NEW: "fate-new",
    SuccessorOutcome.DUPLICATE: "fate-duplicate",
    SuccessorOutcome.REOPENED: "fate-reopened",
    SuccessorOutcome.PRUNED: "fate-pruned",
    SuccessorOutcome.GOAL: "fate-goal",
}
"""A ring, as what waits in the frontier has in the tree; two rings; an arrow that turns back; a
cross; a diamond."""

OUTCOME_WORDS: dict[SuccessorOutcome, str] = {
    SuccessorOutcome.NEW: "new",
    SuccessorOutcome.DUPLICATE: "duplicate",
    SuccessorOutcome.REOPENED: "reopened",
    SuccessorOutcome.PRUNED: "cut off",
    SuccessorOutcome.GOAL: "goal",
}


MOVE_ARROWS: dict[Move, str] = {
    Move.UP: "\N{UPWARDS ARROW}",
    Move.DOWN: "\N{DOWNWARDS ARROW}",
    Move.LEFT: "\N{LEFTWARDS ARROW}",
    Move.RIGHT: "\N{RIGHTWARDS ARROW}",
}
"""In which direction the blank went."""

LEAST_BOARD = 52
"""Pixels; the numbers on smaller boards of nine cells cannot be read."""


def is_followed(outcome: SuccessorOutcome) -> bool:
    """The search goes on with it; what it does not is drawn as a ghost."""
    return outcome not in (SuccessorOutcome.DUPLICATE, SuccessorOutcome.PRUNED)


def outcome_color(theme: Theme, outcome: SuccessorOutcome) -> Color:
    """Of its mark and its word."""
    colors = {
        SuccessorOutcome.NEW: theme.bound,
        SuccessorOutcome.REOPENED: theme.accent,
        SuccessorOutcome.GOAL: theme.good,
    }
    return colors.get(outcome, theme.text_muted)
