"""Slides, sounds and the line of text: everything that is reported to the view."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.game.play.playback import Playback, slide_pace

HAND_SECONDS = 0.11
"""How long a slide by hand takes; so does its undo, a single step, and a swap in the editor."""


class Happening(StrEnum):
    """What a window may play as a sound or celebrate."""

    SLID = "slid"
    """Tiles slid by hand, by undo, or in a playback that is slow enough to be heard."""
    REFUSED = "refused"
    SOLVED = "solved"
    RECORD = "record"
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


class Feedback:
    """Slides of the board in order, happenings, and one line of text."""

    def __init__(self, board: Board) -> None:
        self.board = board
        """What is shown once all slides are done."""
        self.message = ""
        """One line about what happened last; may be empty."""
        self.refusal = ""
        """The last message about a request that could not be carried out."""
        self.slides: list[Slide] = []
        """Those that the view has not taken yet."""
        self.happenings: list[Happening] = []
        """The same of what may be played as a sound or celebrated."""

    def glide(
        self,
        before: Board,
        moves: tuple[Move, ...],
        seconds: float = HAND_SECONDS,
        *,
        is_linear: bool = False,
    ) -> Board:
        """The tiles glide by ``moves`` from ``before``, which is shown; returns the board then."""
        self.show(before)
        self.board = before.apply_all(moves)
        self.slides.append(Slide(moves, before, self.board, seconds, is_linear))
        return self.board

    def change(self, after: Board) -> None:
        """The board changes: by one straight slide where that is enough, else by a jump."""
        before = self.board
        if before.size == after.size and before != after:
            moves = before.moves_to_slide(after.blank)
            if before.apply_all(moves) == after:
                self.glide(before, moves)
        self.show(after)

    def show(self, board: Board, seconds: float = 0.0) -> None:
        """The board jumps to ``board``; where no moves lead tiles may swap places in ``seconds``.

        After every tick the board of the activity is shown: only what comes before that, or takes
        time, has to be told.
        """
        before, self.board = self.board, board
        if before != board:
            seconds = seconds if before.size == board.size else 0.0
            self.slides.append(Slide((), before, board, seconds))

    def advance(self, playback: Playback, elapsed: float) -> bool:
        """Let ``elapsed`` seconds of ``playback`` pass; True where moves were shown."""
        board = playback.board
        moves = playback.advance(elapsed)
        if not moves:
            return False
        if playback.times is not None:  # moves that were made at once slide at once
            self.change(playback.board)
            self.happenings.append(Happening.SLID)
            return True
        seconds, is_linear = slide_pace(playback.speed)
        for move in moves:
            board = self.glide(board, (move,), seconds, is_linear=is_linear)
            if not is_linear:
                self.happenings.append(Happening.SLID)
        return True

    def refuse(self, message: str) -> None:
        """Show why a request cannot be carried out."""
        self.message = self.refusal = message
        self.happen(Happening.REFUSED)

    def happen(self, happening: Happening) -> None:
        """Something that may be played as a sound."""
        self.happenings.append(happening)
