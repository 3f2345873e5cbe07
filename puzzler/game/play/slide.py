"""How a change of the board, and what can be heard of it, is reported to the view."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from puzzler.board.board import Board
from puzzler.board.move import Move

HAND_SECONDS = 0.11
"""How long a slide by hand takes; so does its undo, a single step, and a swap in the editor."""


class Happening(StrEnum):
    """What a window may play as a sound or celebrate."""

    SLID = "slid"
    """Tiles slid by hand, by undo, or in a playback that is slow enough to be heard."""
    REFUSED = "refused"
    """The request cannot be carried out."""
    SOLVED = "solved"
    """A hand reached the goal."""
    RECORD = "record"
    """That solve beat a best."""
    RIGHT = "right"
    """The answer to a card of the drill, to a prediction or to a lesson was right."""


@dataclass(frozen=True)
class Slide:
    """A change of the board that the view animates: every tile glides from its old cell to its new.

    All moves of a slide happen together. Those of a player, of undo and of a playback go in one
    line; a shuffle's wander, so a view should compare ``before`` with ``after``.
    """

    moves: tuple[Move, ...]
    """The blank's moves that lead from ``before`` to ``after``; empty for a jump or an edit."""
    before: Board
    after: Board
    seconds: float
    """How long to glide; 0 shows ``after`` at once."""
    is_linear: bool = False
    """True where the tiles keep a constant speed, False where they ease out."""
