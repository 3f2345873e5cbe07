"""Reports to the view: slides, events with sounds, and one line of text."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.game.core.playback import Playback, slide_pace

HAND_SECONDS = 0.11
"""Duration of a slide by hand, of its undo, of a single step and of a swap in the editor."""


class Happening(StrEnum):
    """An event that a window may play as a sound or celebrate."""

    SLID = "slid"
    """Tiles slid by hand, by undo, or in a playback that is slow enough to be heard."""
    REFUSED = "refused"
    SOLVED = "solved"
    RECORD = "record"
    RIGHT = "right"
    """The answer to a card of the drill, to a prediction or to a lesson was right."""


@dataclass(frozen=True)
class Slide:
    """A change of the board that the view animates. Every tile glides to its new cell.

    All moves are animated together. The moves of a player, an undo or a playback are on one line.
    The moves of a shuffle are not, so a view should compare ``before`` with ``after``.
    """

    moves: tuple[Move, ...]
    """The blank's moves that lead from ``before`` to ``after``; empty for a jump or an edit."""
    before: Board
    after: Board
    seconds: float
    """Duration of the animation; 0 for a jump."""
    is_linear: bool = False
    """Whether the tiles move at constant speed; otherwise they ease out."""


class Message:
    """A message on the screen. Its owner can change it while it is shown."""

    def __init__(self, feedback: Feedback, text: str) -> None:
        self.text = text
        self._feedback = feedback

    @property
    def is_shown(self) -> bool:
        """Whether no other message has replaced it."""
        return self._feedback.shown is self

    def update(self, text: str) -> None:
        """Change the text. Does nothing if another message has replaced it."""
        if self.is_shown:
            self.text = text

    def clear(self) -> None:
        """Remove the text. Does nothing if another message has replaced it."""
        self.update("")


class Feedback:
    """Slides in order, happenings, and one message."""

    def __init__(self, board: Board) -> None:
        self.board = board
        """The board after all slides."""
        self.shown = Message(self, "")
        """The message on the screen; its text may be empty."""
        self.refusal: Message | None = None
        """The last message about a request that could not be carried out."""
        self.slides: list[Slide] = []
        self.happenings: list[Happening] = []

    def glide(
        self,
        before: Board,
        moves: tuple[Move, ...],
        seconds: float = HAND_SECONDS,
        *,
        is_linear: bool = False,
    ) -> Board:
        """Animate ``moves`` from ``before`` and return the board after them."""
        self.jump(before)
        self.board = before.apply_all(moves)
        self.slides.append(Slide(moves, before, self.board, seconds, is_linear))
        return self.board

    def change(self, after: Board) -> None:
        """Change the board, by one straight slide if that leads to ``after``, else by a jump."""
        before = self.board
        if before.size == after.size and before != after:
            moves = before.moves_to_slide(after.blank)
            if before.apply_all(moves) == after:
                self.glide(before, moves)
        self.jump(after)

    def jump(self, board: Board, seconds: float = 0.0) -> None:
        """Show ``board`` without a slide.

        seconds: time for tiles to swap places. After every tick the board of the activity is shown,
        so that only earlier or animated changes need this.
        """
        before, self.board = self.board, board
        if before != board:
            seconds = seconds if before.size == board.size else 0.0
            self.slides.append(Slide((), before, board, seconds))

    def advance(self, playback: Playback, elapsed: float) -> bool:
        """Advance ``playback`` and animate its moves. Return whether there were any."""
        board = playback.board
        moves = playback.advance(elapsed)
        if not moves:
            return False
        if playback.times is not None:  # moves with the same time slide together
            self.change(playback.board)
            self.happenings.append(Happening.SLID)
            return True
        seconds, is_linear = slide_pace(playback.speed)
        for move in moves:
            board = self.glide(board, (move,), seconds, is_linear=is_linear)
            if not is_linear:
                self.happenings.append(Happening.SLID)
        return True

    @property
    def message(self) -> str:
        """The text on the screen."""
        return self.shown.text

    def say(self, text: str) -> Message:
        """Show a message in place of the previous message."""
        self.shown = Message(self, text)
        return self.shown

    def refuse(self, text: str) -> None:
        """Show why a request cannot be carried out."""
        self.refusal = self.say(text)
        self.happen(Happening.REFUSED)

    def happen(self, happening: Happening) -> None:
        """Add an event."""
        self.happenings.append(happening)
