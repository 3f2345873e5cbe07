"""Shuffling: the shuffle of a new board is shown, slide by slide, in a short while."""

from __future__ import annotations

from itertools import chain, groupby

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.board.scenario import Scenario
from puzzler.game.play.context import Activity, Context, Reply
from puzzler.game.play.playback import LONGEST_STEP

SECONDS = 1.5
"""The whole show takes so long, and less for a short shuffle."""
SCENES = 5
"""Of a long shuffle: hardly three cuts a second, so that nothing flickers."""
SLIDES = 9 * SCENES
SLIDE_SECONDS = SECONDS / SLIDES


class Shuffling(Activity):
    """Shows how the present scenario was shuffled; the game has it already.

    That is the path from the goal, or as much of it as can be seen in 1.5 s. No eye could follow
    40,000 moves, and many of them at once would let tiles fly over one another. Of a long path
    there are scenes, the first at its beginning, the last at its end, and what is left out between
    them gets longer, as order is soon lost at first and more slowly later.
    """

    is_busy = True

    def __init__(self, context: Context, scenario: Scenario) -> None:
        super().__init__(context)
        self._runs = [tuple(moves) for _, moves in groupby(scenario.shuffle)]
        self._slides = min(SLIDES, len(self._runs))
        self._shown = 0  # slides
        self._next = 0  # the run after those that the board has seen
        self._elapsed = 0.0
        self._board = scenario.goal
        self.is_over = not self._slides

    @property
    def board(self) -> Board:
        return self._board

    def slide(self, moves: tuple[Move, ...]) -> Reply:
        """Finish at once; the tile under the pointer was another one, so nothing slides."""
        self.leave()
        return Reply.DONE

    def tick(self, elapsed: float) -> None:
        """Show the slides that are due; each is one that a person could make."""
        self._elapsed += min(max(elapsed, 0.0), LONGEST_STEP)
        due = min(self._slides, int(self._elapsed / SLIDE_SECONDS + 1e-9))
        feedback = self._context.feedback
        for slide in range(self._shown, due):
            scene = slide * SCENES // SLIDES
            left_out = (len(self._runs) - self._slides) * scene**3 // (SCENES - 1) ** 3
            run = slide + left_out
            before = self._board.apply_all(chain.from_iterable(self._runs[self._next : run]))
            feedback.jump(self._board, before)  # a cut, where something was left out
            self._board = feedback.glide(before, self._runs[run], SLIDE_SECONDS, is_linear=True)
            self._next = run + 1
        self._shown = due
        self.is_over = due == self._slides

    def leave(self) -> None:
        before, self._board, self.is_over = self._board, self._context.board, True
        self._context.feedback.jump(before, self._board)
