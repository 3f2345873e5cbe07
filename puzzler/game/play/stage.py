"""What the view is told: slides of the board one after another, happenings, a line of text."""

from __future__ import annotations

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.game.play.slide import Cause, Happening, Slide


class Stage:
    """Collects what happened until the view asks for it."""

    def __init__(self) -> None:
        self.message = ""
        """One line about what happened last; may be empty."""
        self._slides: list[Slide] = []
        self._happenings: list[Happening] = []

    @property
    def has_slides(self) -> bool:
        """There are slides that the view has not taken yet."""
        return bool(self._slides)

    def glide(
        self,
        before: Board,
        moves: tuple[Move, ...],
        cause: Cause,
        seconds: float,
        *,
        is_linear: bool = False,
    ) -> Board:
        """The tiles glide by ``moves``; returns the board after them."""
        after = before.apply_all(moves)
        self._slides.append(Slide(moves, before, after, cause, seconds, is_linear))
        return after

    def change(self, before: Board, after: Board, cause: Cause, seconds: float) -> None:
        """The board changes: by one straight slide where that is all, else by a jump."""
        if before == after:
            return
        if before.size == after.size:
            moves = before.moves_to_slide(after.blank)
            if before.apply_all(moves) == after:
                self.glide(before, moves, cause, seconds)
                return
        self.jump(before, after)

    def jump(self, before: Board, after: Board) -> None:
        """The board is another one at once."""
        if before != after:
            self._slides.append(Slide((), before, after, Cause.JUMP, 0.0))

    def rearrange(self, before: Board, after: Board, seconds: float) -> None:
        """Tiles change places where no moves lead."""
        if before.size != after.size:
            self.jump(before, after)
        elif before != after:
            self._slides.append(Slide((), before, after, Cause.EDIT, seconds))

    def happen(self, happening: Happening) -> None:
        """Something that may be heard."""
        self._happenings.append(happening)

    def take_happenings(self) -> list[Happening]:
        """What has happened since the last call, in order."""
        happenings, self._happenings = self._happenings, []
        return happenings

    def take(self) -> list[Slide]:
        """The slides since the last call, in order."""
        slides, self._slides = self._slides, []
        return slides
