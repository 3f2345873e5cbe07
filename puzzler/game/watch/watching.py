"""Watching: a search for the board of the game, and the timeline of the moves that it finds."""

from __future__ import annotations

import logging
from dataclasses import replace
from enum import Enum

from puzzler.board.board import Board
from puzzler.board.errors import UnsolvableError
from puzzler.board.move import Move
from puzzler.board.scenario import Problem
from puzzler.game import wording
from puzzler.game.activity import Reply
from puzzler.game.play import playback as speeds
from puzzler.game.play.game import Play
from puzzler.game.play.playback import Playback
from puzzler.game.play.slide import HAND_SECONDS, Cause, Happening
from puzzler.game.sitting import Sitting
from puzzler.game.watch.run import Run
from puzzler.game.watch.runner import CELLS_FOR_PLAIN
from puzzler.humanize import counted, sentence
from puzzler.search.method import Method
from puzzler.search.result import Outcome
from puzzler.solver.messages import Progress
from puzzler.solver.preparation import PreparationState

LEAD_SECONDS = 4.0
LEAD_SHARE = 0.1
"""How far ahead of the playback, at most, the moves are settled while the search goes on: so many
seconds, or such a share of what is still to be played where that is longer. The search has about as
long before it is told anew; on large boards it needs long, and there is enough left to improve."""
REST_SECONDS = 30.0
"""How long the goal may stand on the board, where a hand went there, before the search ends."""

_log = logging.getLogger("puzzler")


class Phase(Enum):
    """How far the watch is."""

    PREPARING = "preparing"
    """It waits until the solver is compiled."""
    SEARCHING = "searching"
    """A search runs, or is paused."""
    PLAYBACK = "playback"
    """The moves of an answer are shown; lasts beyond the last of them, until a hand takes over."""


class Watching:
    """The machine has the board.

    The game's own board stays where it was; what is shown moves on in ``playback`` alone. Whoever
    leaves takes the board over as it is shown then, as one action of the game.
    """

    is_aside = False

    def __init__(self, sitting: Sitting, method: Method, shown: Run | None = None) -> None:
        """Search the game's board with ``method``; or show the track that ``shown`` has found.

        Where a method that nobody has chosen stops at a limit another goes on by itself. Of a track
        the game's board must be the start. ``shown`` stands still at first.
        """
        self.method = method
        """What is searched with."""
        self.phase = Phase.PREPARING
        """How far the watch is."""
        self.run = shown
        """The search; None while it waits for the compiler."""
        self._sitting = sitting
        self._is_over = False
        self._is_told = False
        self._is_at_end = False
        self._shown_for = 0.0  # seconds since the first moves were there
        self._has_arrived = False  # the last moves were played
        self._rested = 0.0  # seconds that the goal has been on the board

    # ---- What there is to see -------------------------------------------------------------

    @property
    def playback(self) -> Playback | None:
        """The timeline; None unless ``phase`` is PLAYBACK."""
        return self.run.track if self.run and self.phase is Phase.PLAYBACK else None

    @property
    def board(self) -> Board:
        """As far as the playback is."""
        return self._sitting.board if self.playback is None else self.playback.board

    @property
    def goal(self) -> Board:
        """The goal of the game."""
        return self._sitting.goal

    @property
    def play(self) -> Play:
        """The play with the moves that are shown."""
        play, playback = self._sitting.game.play, self.playback
        if playback is None:
            return play
        return replace(play, board=playback.board, move_count=play.move_count + playback.position)

    @property
    def progress(self) -> Progress | None:
        """Live figures of the search."""
        return None if self.run is None else self.run.progress

    @property
    def is_searching(self) -> bool:
        """Nothing has been found yet, and may be."""
        return self.phase is not Phase.PLAYBACK and not self._is_over

    @property
    def is_busy(self) -> bool:
        """It waits, searches or plays."""
        if self.run is None:
            return True
        return self.run.is_busy or (self.playback is not None and self.playback.is_playing)

    @property
    def is_over(self) -> bool:
        """The search has ended without a move to show."""
        return self._is_over

    @property
    def is_paused(self) -> bool:
        """The search or the playback stands still."""
        if self.playback is not None:
            return not self.playback.is_playing
        return self.run is not None and self.run.is_paused

    @property
    def holds_timer(self) -> bool:
        """The machine has the board."""
        return True

    @property
    def can_undo(self) -> bool:
        """A playback can be left, and so can what came before the search."""
        return self.playback is not None or self._sitting.game.can_undo

    @property
    def can_redo(self) -> bool:
        """As in the game."""
        return self._sitting.game.can_redo

    # ---- What the hand does ---------------------------------------------------------------

    def begin(self) -> None:
        """Search, as soon as the solver is ready for a board of this size; or show the track."""
        sitting = self._sitting
        if self.run is not None:
            self._is_told = self.run.is_over
            self._show(self.run)
            return
        waits = sitting.preparation.state is PreparationState.PREPARING
        if waits and len(self.board.tiles) > CELLS_FOR_PLAIN:
            sitting.say(sentence(sitting.preparation.message))
        else:
            self._search()

    def click(self, cell: int) -> Reply:
        """Stop right there; the click counts."""
        return Reply.YIELDS

    def move(self, move: Move) -> Reply:
        """Stop right there; the move counts."""
        return Reply.YIELDS

    def undo(self) -> Reply:
        """Take back the whole watch."""
        if self.playback is not None and self.playback.position == 0:
            self._is_over = True
            return Reply.DONE
        return Reply.YIELDS

    def redo(self) -> Reply:
        """Stop right there; the game does it."""
        return Reply.YIELDS

    def toggle_pause(self) -> None:
        """Pause or go on: the search, or the playback; one at its end begins again."""
        if self.playback is None:
            if self.run is not None and not self.run.is_over:
                self.run.toggle_pause()
                self._sitting.say(wording.PAUSED if self.run.is_paused else wording.SEARCHING)
        elif self.playback.is_playing:
            self.playback.pause()
        else:
            before = self.playback.board
            self.playback.play()
            self._went(self.playback)
            self._sitting.stage.jump(before, self.playback.board)

    def step(self, count: int) -> None:
        """Pause, and go ``count`` moves along the timeline, or expand ``count`` states."""
        if self.playback is not None:
            before = self.playback.board
            self.playback.step(count)
            self._sitting.stage.change(before, self.playback.board, Cause.PLAYBACK, HAND_SECONDS)
            self._went(self.playback)
        elif self.run is not None and count > 0:
            self.run.step(count)
            self._sitting.say(wording.PAUSED)

    def seek(self, position: int) -> None:
        """Go to ``position`` on the timeline."""
        if self.playback is not None:
            before = self.playback.board
            self.playback.seek(position)
            self._sitting.stage.jump(before, self.playback.board)
            self._went(self.playback)

    def leave(self) -> None:
        """Hand the board over. The last figures of a search that is stopped are still to come."""
        if self.playback is not None:
            if self.run is not None and not self.run.is_over:
                self.run.cancel()
                self._sitting.say(wording.STOPPED)
            if self.playback.position:
                self._sitting.game.slide(self.playback.moves[: self.playback.position])
                self._sitting.changed()
        elif not self._is_over:
            if self.run is not None:
                self.run.cancel()
            self._sitting.say(wording.STOPPED)

    # ---- Time -----------------------------------------------------------------------------

    def tick(self, elapsed: float) -> None:
        """Hear the search, and let ``elapsed`` seconds of playback pass."""
        sitting = self._sitting
        is_ready = sitting.preparation.state is not PreparationState.PREPARING
        if self.run is None and is_ready and not self._is_over:
            self._search()
        if self.run is not None:
            sitting.runs.poll()
            sitting.distances.learn_bound(self.run.start, self.run.goal, self.run.lower_bound)
            if self.run.has_track and self.phase is not Phase.PLAYBACK:
                self._show(self.run)
            if self.run.is_over and not self._is_told:
                self._hear_end(self.run)
        if self.playback is not None:
            self.playback.speed = sitting.settings.playback_speed
            self._advance(self.playback, elapsed)
            self._shown_for += elapsed
            if self.run is not None and not self.run.is_over:
                self._keep_ahead(self.run, self.playback, elapsed)

    def _search(self) -> None:
        sitting, method, play = self._sitting, self.method, self._sitting.game.play
        try:
            problem = Problem(play.board, play.scenario.goal)
        except UnsolvableError:
            sitting.say(wording.UNSOLVABLE)
            self._is_over = True
            return
        _log.info(
            "search started: %s, %s, weight %g, from %s",
            method.algorithm,
            method.heuristic,
            method.weight,
            problem.start,
        )
        self.run = sitting.runs.begin(problem, method)
        self.run.moves_before = play.move_count
        self.phase = Phase.SEARCHING
        is_plain = sitting.preparation.state in (
            PreparationState.UNCOMPILED,
            PreparationState.FAILED,
        )
        sitting.say(sentence(sitting.preparation.message) if is_plain else wording.SEARCHING)

    def _hear_end(self, run: Run) -> None:
        """It was the last word, or another method goes on with the limits that the first had."""
        result, relief = run.result, run.method.relief()
        if result is None or relief is None or result.status is not Outcome.LIMIT:
            self._tell_end(run)
            return
        self._sitting.distances.learn(result)
        said = wording.going_on(result, relief)
        _log.info("%s", said)
        self.method = relief
        self._search()
        self._sitting.say(said)

    def _show(self, run: Run) -> None:
        """There are moves to show."""
        self.phase = Phase.PLAYBACK
        run.track.speed = self._sitting.settings.playback_speed
        if not self._sitting.game.play.assisted:
            self._sitting.game.assist()
            self._sitting.changed()

    def _tell_end(self, run: Run) -> None:
        sitting, result = self._sitting, run.result
        self._is_told, self._is_over = True, not run.has_track
        if result is None:
            _log.error("the search failed: %s\n%s", run.failure, run.traceback)
            sitting.say(wording.failed(run.failure))
            return
        sitting.distances.learn(result)
        shortest = sitting.distances.shortest(run.start, run.goal).moves
        sitting.say(wording.outcome(result, shortest))
        if result.status is Outcome.SOLVED:
            moves = counted(len(result.moves), "move")
            _log.info("solution found: %s, %s", moves, wording.worth(result, shortest))
        else:
            _log.info("search ended: %s", sitting.stage.message)

    def _advance(self, playback: Playback, elapsed: float) -> None:
        stage = self._sitting.stage
        board = playback.board
        for move in playback.advance(elapsed):
            if not speeds.is_linear(playback.speed):
                stage.happen(Happening.SLID)
            board = stage.glide(
                board,
                (move,),
                Cause.PLAYBACK,
                speeds.slide_seconds(playback.speed),
                is_linear=speeds.is_linear(playback.speed),
            )
            self._has_arrived = True
        self._note_end(playback)

    def _keep_ahead(self, run: Run, playback: Playback, elapsed: float) -> None:
        """Tell the search what is about to be played, so that it works on what comes after that.

        The first answers follow each other so quickly that hardly a move is settled ahead of time;
        later ones take longer to find. While the playback stands still nothing is settled ahead.
        Once the goal was played there is nothing more to be found; where a hand went there it may
        leave again.
        """
        self._rested = self._rested + elapsed if playback.board == run.goal else 0.0
        if self._rested and (self._has_arrived or self._rested > REST_SECONDS):
            run.cancel()
            return
        most = max(playback.speed * LEAD_SECONDS, (playback.total - playback.position) * LEAD_SHARE)
        lead = 1 + int(min(playback.speed * self._shown_for / 2, most))
        run.keep_ahead(lead if playback.is_playing else 0)

    def _went(self, playback: Playback) -> None:
        """A hand has moved the playhead."""
        self._has_arrived = False
        if self.run is not None:
            self.run.reconsider()
        self._note_end(playback)

    def _note_end(self, playback: Playback) -> None:
        if playback.is_at_end and not self._is_at_end:
            _log.info("solved by the machine in %d moves", playback.total)
        self._is_at_end = playback.is_at_end
