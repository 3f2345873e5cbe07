"""Watching: a search for the board of the game, and the timeline of the moves that it finds."""

from __future__ import annotations

import logging
from dataclasses import replace
from enum import Enum

from puzzler.board.board import Board
from puzzler.board.errors import UnsolvableError
from puzzler.board.scenario import Problem
from puzzler.game.play import messages as play_messages
from puzzler.game.play.context import Activity, Context, Reply
from puzzler.game.play.game import Play
from puzzler.game.play.playback import Playback
from puzzler.game.watch.run import CELLS_FOR_PLAIN, Run, Runs
from puzzler.humanize import counted, sentence
from puzzler.search.guarantee import factor_in_words, outcome_line
from puzzler.search.method import Method
from puzzler.search.registry import ALGORITHMS
from puzzler.search.result import Outcome, SearchResult
from puzzler.solver.preparation import PreparationState

STOPPED = "Search stopped"
GO_ON = "Keep trying (Anytime)"
EVER_SHORTER = "Fast first solution, then keeps improving it"
SEARCHING = "Searching"
PAUSED = "Search paused"
LEAD_SECONDS = 4.0
LEAD_SHARE = 0.1
"""How far ahead of the playback, at most, the moves are settled while the search goes on: so many
seconds, or such a share of what is still to be played where that is longer. The search has about as
long before it is told anew; on large boards it needs long, and there is enough left to improve."""
HEAD_START_SECONDS = 0.1
"""How long a search that improves its solution may do so before the first move is played."""
INTERIM_SECONDS = 0.1
"""After that long without a solution, what another search has is played meanwhile."""
REST_SECONDS = 30.0
"""Seconds that the goal may be shown, where a person has gone there, before the search ends."""

_log = logging.getLogger("puzzler")


def worth_ahead(method: Method) -> str:
    """What is known beforehand of the solutions of ``method``."""
    factor = method.guarantee()
    if ALGORITHMS[method.algorithm].improves:
        return EVER_SHORTER
    return "Finds a shortest solution" if factor == 1 else sentence(factor_in_words(factor))


def going_on(result: SearchResult, method: Method) -> str:
    """Said where an automatic search stops at a limit, and ``method`` goes on."""
    before, after = ALGORITHMS[result.algorithm].title, ALGORITHMS[method.algorithm].title
    ended = outcome_line(result)
    return f"{before}: {ended[:1].lower()}{ended[1:]}. Continuing with {after}"


def interim_words(run: Run) -> str:
    """Said while the solution of another search is played."""
    assert run.interim is not None
    own, other = (ALGORITHMS[each.method.algorithm].title for each in (run, run.interim))
    return f"{own} is still searching: a solution by {other} is played"


class Phase(Enum):
    """How far the watch is."""

    PREPARING = "preparing"
    """It waits until the solver is compiled."""
    SEARCHING = "searching"
    PLAYBACK = "playback"
    """The moves of a solution are shown; lasts beyond the last of them, until the person moves."""


def say_outcome(context: Context, run: Run) -> None:
    """Say how the search of ``run`` has ended, and what is known by now of what is played."""
    if run.played is None:
        return
    run.said = outcome_line(run.played, context.distances.distance(run.start, run.goal))
    own, total = run.played.length, run.track.total
    if run.interim is not None and total and total != own:
        by = ALGORITHMS[run.interim.method.algorithm].title
        found = "found" if own is None or total < own else "begun"
        run.said += f"; {counted(total, 'move')} played, {found} by {by}"
    context.say(run.said)


class Watching(Activity):
    """A search has the board.

    The game's own board stays where it was; only what is shown moves, in ``timeline``. Leaving
    takes the board over as it is shown then, as one action of the game.
    """

    def __init__(
        self, context: Context, runs: Runs, method: Method, shown: Run | None = None
    ) -> None:
        """Search the game's board with ``method``; or show the track that ``shown`` has found.

        Where a method that nobody has chosen stops at a limit another goes on by itself. Of a track
        the game's board must be the start. ``shown`` stands still at first.
        """
        super().__init__(context)
        self.method = method
        self.phase = Phase.PREPARING
        self.run = shown
        """The search; None while it waits for the compiler."""
        self._runs = runs
        self._is_told = False
        self._is_at_end = False
        self._searched_for = 0.0  # seconds since the search was begun
        self._shown_for = 0.0  # seconds since the first moves were played
        self._has_arrived = False  # the last moves were played
        self._rested = 0.0  # seconds that the goal has been on the board

    # ---- What there is to see -------------------------------------------------------------

    @property
    def timeline(self) -> Playback | None:
        return self.run.track if self.run and self.phase is Phase.PLAYBACK else None

    @property
    def board(self) -> Board:
        return self._context.board if self.timeline is None else self.timeline.board

    @property
    def play(self) -> Play:
        play, playback = self._context.game.play, self.timeline
        if playback is None:
            return play
        return replace(play, board=playback.board, move_count=play.move_count + playback.position)

    @property
    def is_searching(self) -> bool:
        return self.phase is not Phase.PLAYBACK and not self.is_over

    @property
    def is_busy(self) -> bool:
        if self.run is None:
            return True
        return self.run.is_busy or (self.timeline is not None and self.timeline.is_playing)

    @property
    def is_paused(self) -> bool:
        if self.timeline is not None:
            return not self.timeline.is_playing
        return self.run is not None and self.run.is_paused

    can_undo = True

    # ---- What the hand does ---------------------------------------------------------------

    def begin(self) -> None:
        """Search, as soon as the solver is ready for a board of this size; or show the track."""
        context = self._context
        if self.run is not None:
            self._is_told = self.run.is_over
            self._show()
            return
        self._search()
        if not self.is_over and self._is_preparing:
            self.phase = Phase.PREPARING
            context.say(sentence(context.preparation.message))

    def undo(self) -> Reply:
        if self.timeline is not None and self.timeline.position:
            return Reply.YIELDS
        # what is undone is the watch alone: nothing was played
        self.leave()
        self.is_over = True
        return Reply.DONE

    def toggle_pause(self) -> None:
        """Pause or go on: the search, or the playback; one at its end begins again."""
        if self.timeline is None:
            if self.run is not None and not self.run.is_over:
                self.run.toggle_pause()
                self._context.say(PAUSED if self.run.is_paused else SEARCHING)
        else:
            super().toggle_pause()
            if self.timeline.is_playing:
                self._went(self.timeline)

    def step(self, count: int) -> None:
        """Pause, and go ``count`` moves along the timeline, or expand ``count`` states."""
        if self.timeline is not None:
            super().step(count)
            self._went(self.timeline)
        elif self.run is not None and count > 0:
            self.run.step(count)
            self._context.say(PAUSED)

    def seek(self, position: int) -> None:
        if self.timeline is not None:
            self.timeline.seek(position)
            self._went(self.timeline)

    def leave(self) -> None:
        """The game takes the board as it is shown; a stopped search still sends its figures."""
        if not self.is_over and (self.run is None or not self.run.is_over):
            if self.run is not None:
                self.run.cancel()
            self._context.say(STOPPED)
        if self.timeline is not None and self.timeline.position:
            self._context.game.slide(self.timeline.moves[: self.timeline.position])
            self._context.changed()

    # ---- Time -----------------------------------------------------------------------------

    def tick(self, elapsed: float) -> None:
        context = self._context
        if self.phase is Phase.PREPARING and not self._is_preparing:
            self.phase = Phase.SEARCHING
            context.say(SEARCHING)
        if self.run is not None:
            self._searched_for += elapsed
            self._start_interim(self.run)
            self._poll(self.run)
            if self.phase is not Phase.PLAYBACK and self._can_play(self.run):
                self._show()
            if self.run.is_over and not self._is_told:
                self._hear_end(self.run)
        if self.timeline is not None:
            # a first solution that nothing improves yet, as while kernels are compiled, can wait
            is_begun = self.run is not None and (self.run.is_over or self.run.progress is not None)
            moves = self.timeline.total if is_begun else 0
            self.timeline.speed = context.settings.speed_of(moves)
            if context.feedback.advance(self.timeline, elapsed):
                self._has_arrived = True
            self._note_end(self.timeline)
            self._shown_for += elapsed
            if self.run is not None and not self.run.is_over:
                self._keep_ahead(self.run, self.timeline, elapsed)

    @property
    def _is_preparing(self) -> bool:
        """Whether the search waits for compiled kernels."""
        is_large = len(self._context.board.tiles) > CELLS_FOR_PLAIN
        return is_large and self._context.preparation.is_waiting_for(self.method)

    def _start_interim(self, run: Run) -> None:
        """Where a default method takes long, let the one that would relieve it begin already."""
        relief = run.method.relief()
        is_large = len(run.start.tiles) > CELLS_FOR_PLAIN
        if relief is None or not is_large or run.interim or run.is_over or run.is_paused:
            return
        if self._is_preparing or (self._searched_for >= INTERIM_SECONDS and not run.has_track):
            self._runs.start_interim(run, relief)

    def _poll(self, run: Run) -> None:
        run.poll()
        for each in (run, run.interim):
            if each is not None:
                self._context.distances.learn(run.start, run.goal, each.lower_bound)
        other = None if run.interim is None else run.interim.result
        if other is not None:
            self._context.distances.learn_result(other)

    def _search(self) -> None:
        context, method, play = self._context, self.method, self._context.game.play
        try:
            problem = Problem(play.board, play.scenario.goal)
        except UnsolvableError:
            context.say(play_messages.UNSOLVABLE)
            self.is_over = True
            return
        _log.info(
            "search started: %s, %s, weight %g, from %s",
            method.algorithm,
            method.heuristic,
            method.weight,
            problem.start,
        )
        self.run = self._runs.begin(problem, method)
        self.run.moves_before = play.move_count
        self._searched_for = 0.0
        self.phase = Phase.SEARCHING
        is_plain = context.preparation.state in (
            PreparationState.UNCOMPILED,
            PreparationState.FAILED,
        )
        context.say(sentence(context.preparation.message) if is_plain else SEARCHING)

    def _hear_end(self, run: Run) -> None:
        """Tell the end, or let another method go on with the limits of the first."""
        result, relief = run.result, run.method.relief()
        if result is None or relief is None or result.status is not Outcome.LIMIT:
            self._tell_end(run)
            return
        self._context.distances.learn_result(result)
        said = going_on(result, relief)
        _log.info("%s", said)
        self.method = relief
        self._search()
        if self.run is not None:
            self.run.follow(run)
            if self.run.has_track:
                self.phase = Phase.PLAYBACK
        self._context.say(said)

    def _can_play(self, run: Run) -> bool:
        """There are moves; those of a first solution are often the wrong ones for the better."""
        if not run.has_track or run.is_over or self._is_preparing:
            return run.has_track
        if run.plays_interim:
            return self._searched_for >= INTERIM_SECONDS + HEAD_START_SECONDS
        is_early = self._searched_for < HEAD_START_SECONDS
        return not (is_early and ALGORITHMS[run.method.algorithm].improves)

    def _show(self) -> None:
        self.phase = Phase.PLAYBACK
        if self.run is not None and self.run.plays_interim:
            self._context.say(interim_words(self.run))
        if not self._context.game.play.assisted:
            self._context.game.mark(assisted=True)
            self._context.changed()

    def _tell_end(self, run: Run) -> None:
        context = self._context
        self._is_told, self.is_over = True, not run.has_track
        if run.result is None:
            words = "\n".join(filter(None, ("the search failed: " + run.failure, run.traceback)))
            _log.log(logging.ERROR if run.traceback else logging.INFO, "%s", words)
            context.say(f"The search failed: {run.failure}")
            return
        context.distances.learn_result(run.result)
        say_outcome(context, run)
        if run.result.status is Outcome.SOLVED:
            _log.info("solution found: %s", run.said.partition(": ")[2])
        else:
            _log.info("search ended: %s", run.said)

    def _keep_ahead(self, run: Run, playback: Playback, elapsed: float) -> None:
        """Tell the search what is about to be played, so that it works on what comes after that.

        The first solutions come so quickly that hardly a move is settled ahead of time; later ones
        take longer to find. While the playback stands still nothing is settled ahead.
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
        self._has_arrived = False
        if self.run is not None:
            self.run.reconsider()
        self._note_end(playback)

    def _note_end(self, playback: Playback) -> None:
        if playback.is_at_end and not self._is_at_end:
            _log.info("solved by the machine in %d moves", playback.total)
        self._is_at_end = playback.is_at_end
