"""An activity: what the session is doing, and what it does with the person's hand and with time."""

from __future__ import annotations

from enum import Enum
from typing import Protocol

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.game.play.game import Play
from puzzler.solver.messages import Progress


class Reply(Enum):
    """What became of what the hand did."""

    DONE = "done"
    REFUSED = "refused"
    """It cannot be done, and the view shows that."""
    YIELDS = "yields"
    """The activity gives way: it ends, and the one who plays by hand is asked instead."""


class Activity(Protocol):
    """One thing that a session can be doing; one file each in ``activities``.

    Whoever has a new one enters it with ``session.enter(New(session.sitting))``. Nothing in it
    waits; nothing locks: every input is allowed at any time, and answered by a ``Reply``.
    """

    @property
    def board(self) -> Board:
        """What is to be shown now."""
        ...

    @property
    def goal(self) -> Board:
        """What is to be reached."""
        ...

    @property
    def play(self) -> Play:
        """The play that is shown, for the scenario, the count of moves and the time."""
        ...

    @property
    def progress(self) -> Progress | None:
        """Live figures, where a search runs."""
        ...

    @property
    def is_busy(self) -> bool:
        """Something will change without input: tick every frame."""
        ...

    @property
    def is_over(self) -> bool:
        """It has come to its end by itself: playing goes on."""
        ...

    @property
    def is_aside(self) -> bool:
        """The game waits beneath as it is, its pause and its finish too, and comes back so."""
        ...

    @property
    def is_paused(self) -> bool:
        """What moves by itself stands still, and ``toggle_pause`` would let it go on."""
        ...

    @property
    def holds_timer(self) -> bool:
        """The timer of the game stands meanwhile."""
        ...

    @property
    def can_undo(self) -> bool:
        """``undo`` would do something."""
        ...

    @property
    def can_redo(self) -> bool:
        """``redo`` would do something."""
        ...

    def begin(self) -> None:
        """It is the present activity from now on; the one before has been left."""
        ...

    def click(self, cell: int) -> Reply:
        """A hand on a cell."""
        ...

    def move(self, move: Move) -> Reply:
        """A direction for the blank."""
        ...

    def undo(self) -> Reply:
        """Take back the last action."""
        ...

    def redo(self) -> Reply:
        """Do again what was undone last."""
        ...

    def toggle_pause(self) -> None:
        """Pause or go on, where there is something that moves."""
        ...

    def tick(self, elapsed: float) -> None:
        """Let ``elapsed`` seconds pass. Never blocks."""
        ...

    def leave(self) -> None:
        """End at once; the game is left as it is to go on."""
        ...
