"""What can be reviewed: a path, and where it comes from."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from puzzler.board.move import Move
from puzzler.board.scenario import Scenario


class SourceKind(Enum):
    """Where a reviewed path comes from."""

    SOLVE = "solve"
    """A solve by hand, of the store."""
    GAME = "game"
    """The game that is being played, as far as it is."""
    PASTED = "pasted"
    """A text."""


@dataclass(frozen=True)
class Source:
    """What is reviewed."""

    kind: SourceKind
    scenario: Scenario
    """Its start, from which the moves lead, and its goal."""
    moves: tuple[Move, ...]
    times: tuple[float, ...] | None
    """Seconds of play at which each move was made; None where nobody knows."""
    title: str
    """What it is, in a few words."""
    solve_id: int | None = None
    """Its row in the store, where it is a solve."""
