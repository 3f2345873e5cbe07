"""Watching: a search for the board of a game, and the timeline of the moves that it finds."""

from __future__ import annotations

import logging
from collections.abc import Callable

from puzzler.board.board import Board
from puzzler.board.errors import UnsolvableError
from puzzler.game import wording
from puzzler.game.kept.settings import Settings
from puzzler.game.play import playback as pace
from puzzler.game.play.game import Game
from puzzler.game.play.mode import Cause, Happening, Mode
from puzzler.game.play.playback import Playback
from puzzler.game.play.stage import Stage
from puzzler.game.runs.run import Searcher
from puzzler.search.problem import Problem
from puzzler.search.result import Outcome
from puzzler.solver.messages import Event, Failed, Finished, Found, Started
from puzzler.solver.preparation import Preparation, PreparationState

CELLS_FOR_PLAIN = 9
"""Boards up to this size need no compiled kernels to be watched."""
STEP_SLIDE = 0.11
"""Seconds that a single step by hand glides."""

_log = logging.getLogger("puzzler")


class Watch:
    """While the machine has the board: ``mode`` is PREPARING, SEARCHING or PLAYBACK, else PLAY.

    The game's own board stays where it was; what is shown moves on in ``playback`` alone. ``end``
    hands the board over as it is shown then, as one action of the game.
    """

    def __init__(
        self,
        game: Game,
        searcher: Searcher,
        preparation: Preparation,
        stage: Stage,
        settings: Settings,
        distance: Callable[[Board, Board], int | None],
    ) -> None:
        """``distance`` tells how far a board is from a goal, where that is known."""
        self.mode = Mode.PLAY
        self.playback: Playback | None = None
        """The timeline; None unless ``mode`` is PLAYBACK."""
        self.settings = settings
        """What to search with, and how fast to play."""
        self._game = game
        self._searcher = searcher
        self._preparation = preparation
        self._stage = stage
        self._distance = distance

    def begin(self) -> None:
        """Search from the game's board, as soon as the solver is ready for one of its size."""
        waits = self._preparation.state is PreparationState.PREPARING
        if waits and len(self._game.play.board.tiles) > CELLS_FOR_PLAIN:
            self._enter(Mode.PREPARING)
            self._stage.message = self._preparation.message
        else:
            self._search()

    def end(self) -> None:
        """Hand the board over, at once. The last figures of a search that is stopped still come."""
        if self.mode in (Mode.PREPARING, Mode.SEARCHING):
            self._searcher.cancel()
            self._stage.message = wording.STOPPED
        elif self.playback is not None:
            if not self.playback.is_complete:
                self._searcher.cancel()
            if self.playback.position:
                self._game.slide(self.playback.moves[: self.playback.position])
        self.playback = None
        self._enter(Mode.PLAY)

    def set_speed(self, speed: float) -> None:
        """Moves a second, now and in later playbacks."""
        if self.playback is not None:
            self.playback.speed = speed

    def toggle_pause(self) -> None:
        """Pause or go on: the search, or the playback; one at its end begins again."""
        if self.playback is None:
            if self.mode is Mode.SEARCHING:
                self._searcher.toggle_pause()
        elif self.playback.is_playing:
            self.playback.pause()
        else:
            before = self.playback.board
            self.playback.play()
            self._stage.jump(before, self.playback.board)

    def step(self, count: int) -> None:
        """Pause, and go so many moves along the timeline, or so many expansions in the search."""
        if self.playback is not None:
            before, was_at_end = self.playback.board, self.playback.is_at_end
            self.playback.step(count)
            self._stage.change(before, self.playback.board, Cause.PLAYBACK, STEP_SLIDE)
            self._note_end(self.playback, was_at_end)
        elif self.mode is Mode.SEARCHING and count > 0:
            self._searcher.step(count)

    def seek(self, position: int) -> None:
        """Go to after so many moves of the timeline."""
        if self.playback is not None:
            before, was_at_end = self.playback.board, self.playback.is_at_end
            self.playback.seek(position)
            self._stage.jump(before, self.playback.board)
            self._note_end(self.playback, was_at_end)

    def tick(self, elapsed: float) -> None:
        """Hear the search, and let ``elapsed`` seconds of playback pass."""
        state = self._preparation.poll()
        if self.mode is Mode.PREPARING and state is not PreparationState.PREPARING:
            self._search()
        for event in self._searcher.poll():
            self._hear(event)
        if self.playback is not None:
            self._advance(self.playback, elapsed)

    def _search(self) -> None:
        play = self._game.play
        try:
            problem = Problem(play.board, play.scenario.goal)
        except UnsolvableError as error:
            self._stage.message = str(error)
            self._enter(Mode.PLAY)
            return
        method = self.settings.method(*problem.start.size)
        _log.info("search started: %s, from %s", method.title, problem.start)
        self._searcher.begin(problem, method)
        self._enter(Mode.SEARCHING)
        is_plain = self._preparation.state in (
            PreparationState.UNCOMPILED,
            PreparationState.FAILED,
        )
        self._stage.message = self._preparation.message if is_plain else wording.SEARCHING

    def _hear(self, event: Event) -> None:
        match event:
            case Started():
                _log.debug("the solver has begun")
            case Found(index=index, moves=moves):
                if self.mode is Mode.SEARCHING:
                    self.playback = Playback(self._game.play.board, self.settings.playback_speed)
                    self._game.assist()
                    self._enter(Mode.PLAYBACK)
                if self.playback is not None:
                    self.playback.take(index, moves)
            case Finished(result=result):
                said = wording.outcome(result, self._distance(result.start, result.goal))
                is_solved = result.status is Outcome.SOLVED
                _log.info("%s: %s", "solution found" if is_solved else "search ended", said)
                if self.mode is not Mode.PLAY or result.status is Outcome.CANCELLED:
                    self._stage.message = said
                self._search_is_over()
            case Failed(message=message, traceback=traceback):
                _log.error("the search failed: %s\n%s", message, traceback)
                self._stage.message = f"the search failed: {message}"
                self._search_is_over()

    def _search_is_over(self) -> None:
        if self.playback is not None:
            was_at_end = self.playback.is_at_end
            self.playback.finish()
            self._note_end(self.playback, was_at_end)
        else:
            self._enter(Mode.PLAY)

    def _advance(self, playback: Playback, elapsed: float) -> None:
        board, was_at_end = playback.board, playback.is_at_end
        for move in playback.advance(elapsed):
            if not pace.is_linear(playback.speed):
                self._stage.happen(Happening.SLID)
            board = self._stage.glide(
                board,
                (move,),
                Cause.PLAYBACK,
                pace.slide_seconds(playback.speed),
                is_linear=pace.is_linear(playback.speed),
            )
        self._note_end(playback, was_at_end)

    def _note_end(self, playback: Playback, was_at_end: bool) -> None:
        if playback.is_at_end and not was_at_end:
            _log.info("solved by the machine in %d moves", playback.total)

    def _enter(self, mode: Mode) -> None:
        self.mode = mode
        self._game.hold(mode is not Mode.PLAY)
