"""Shuffling: the shuffle of a new board is shown, slide by slide, in a short while."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain, groupby

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.board.scenario import Scenario
from puzzler.game.play.context import Activity, Context, Reply
from puzzler.game.play.game import Play
from puzzler.game.play.playback import counted_time

SECONDS = 1.5
"""The whole show takes so long, and less for a short shuffle."""
SCENES = 5
"""Of a long shuffle: hardly three cuts a second, so that nothing flickers."""
SLIDES = 9 * SCENES
"""Slides in a whole show; each is a slide as a hand could make it."""
SLIDE_SECONDS = SECONDS / SLIDES


class ShuffleShow:
    """The path from the goal to a scenario's start, or as much of it as can be seen in 1.5 s.

    No eye could follow 40,000 moves, and many of them at once would let tiles fly over one another.
    Of a long path there are scenes, the first at its beginning, the last at its end, and what is
    left out between them gets longer, as order is soon lost at first and more slowly later.
    """

    def __init__(self, scenario: Scenario) -> None:
        self.board: Board = scenario.goal
        self._runs = [tuple(moves) for _, moves in groupby(scenario.shuffle)]
        self._slides = min(SLIDES, len(self._runs))
        self._shown = 0
        self._next = 0  # the run after those that the board has seen
        self._elapsed = 0.0

    @property
    def is_over(self) -> bool:
        """The whole show is over: the board is the scenario's start."""
        return self._shown == self._slides

    def advance(self, elapsed: float) -> list[tuple[Board, tuple[Move, ...]]]:
        """Let ``elapsed`` seconds pass, counted as at most 50 ms; the slides due.

        Of each the board before it, which after a cut is another than the one after the slide
        before it, and its moves, all in one direction.
        """
        self._elapsed += counted_time(elapsed)
        due = min(self._slides, int(self._elapsed / SLIDE_SECONDS + 1e-9))
        slides = [self._slide(self._run(number)) for number in range(self._shown, due)]
        self._shown = due
        return slides

    def _run(self, slide: int) -> int:
        """Which straight run of the blank a slide shows."""
        scene = slide * SCENES // SLIDES
        left_out = (len(self._runs) - self._slides) * scene**3 // (SCENES - 1) ** 3
        return slide + left_out

    def _slide(self, run: int) -> tuple[Board, tuple[Move, ...]]:
        before = self.board.apply_all(chain.from_iterable(self._runs[self._next : run]))
        self._next = run + 1
        self.board = before.apply_all(self._runs[run])
        return before, self._runs[run]


class Shuffling(Activity):
    """Shows how the present scenario was shuffled; the game has it already."""

    def __init__(self, context: Context, scenario: Scenario, before: Board) -> None:
        """``before`` is the board on show until now."""
        super().__init__(context)
        self._show = ShuffleShow(scenario)
        self._before = before
        self._is_finished = False
        self.is_over = self._show.is_over

    @property
    def board(self) -> Board:
        return self._context.board if self._is_finished else self._show.board

    @property
    def play(self) -> Play:
        return replace(self._context.game.play, board=self.board)

    @property
    def is_busy(self) -> bool:
        return True

    @property
    def can_undo(self) -> bool:
        return self._context.game.can_undo

    @property
    def can_redo(self) -> bool:
        return self._context.game.can_redo

    def begin(self) -> None:
        self._context.feedback.jump(self._before, self.board)

    def click(self, cell: int) -> Reply:
        """Finish at once; the tile under the pointer was another one, so nothing slides."""
        self._finish()
        return Reply.DONE

    def move(self, move: Move) -> Reply:
        """As ``click``."""
        self._finish()
        return Reply.DONE

    def undo(self) -> Reply:
        return Reply.YIELDS

    def redo(self) -> Reply:
        return Reply.YIELDS

    def tick(self, elapsed: float) -> None:
        feedback, board = self._context.feedback, self.board
        for before, moves in self._show.advance(elapsed):
            feedback.jump(board, before)  # a cut, where something was left out
            board = feedback.glide(before, moves, SLIDE_SECONDS, is_linear=True)
        self.is_over = self._show.is_over

    def leave(self) -> None:
        """Show the whole shuffle at once."""
        self._finish()

    def _finish(self) -> None:
        before, self._is_finished, self.is_over = self.board, True, True
        self._context.feedback.jump(before, self.board)
