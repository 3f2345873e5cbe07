"""The activity of watching: a search of the game's board, then the playback of its solution."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace
from enum import Enum

from puzzler.board.board import Board
from puzzler.board.errors import UnsolvableError
from puzzler.board.move import Move
from puzzler.board.scenario import Problem
from puzzler.game.core import texts
from puzzler.game.core.activity import Activity, ActivitySwitch, Reply
from puzzler.game.core.game import Play
from puzzler.game.core.playback import Playback
from puzzler.game.play.new_boards import shuffled_path
from puzzler.game.watch.run import CELLS_FOR_PLAIN, Run, Runs, outcome_text
from puzzler.humanize import sentence
from puzzler.search.compilation import KernelState
from puzzler.search.method import ENDLESS, Method
from puzzler.search.registry import ALGORITHMS
from puzzler.search.report.texts import SEARCH_STOPPED, factor_text
from puzzler.search.result import Outcome

ANYTIME_GUARANTEE = "Fast first solution, then keeps improving it"
SEARCHING = "Searching"
THINKING = "Looking for a short solution"
PAUSED = "Search paused"
LEAD_SECONDS = 4.0
LEAD_SHARE = 0.1
"""Share of the remaining moves that the search fixes ahead of the playback, if longer than
``LEAD_SECONDS``. The search has that time to improve the following moves, and needs more time on
large boards."""
QUICK_AFTER_SECONDS = 2.0
"""Seconds without a solution until Anytime starts to search as well."""
OFFER_AFTER_SECONDS = 3.0
"""Seconds without a solution until that of Anytime is offered."""
QUICK_MEMORY_SHARE = 16
"""The search with Anytime uses at most one sixteenth of the memory limit."""
MAX_STEP_SECONDS = 0.25
"""Maximum search time counted per tick, in seconds, because an idle window does not tick."""
REST_SECONDS = 30.0
"""Seconds that a search continues after the user has moved the playback to its end."""

_log = logging.getLogger("puzzler")


def guarantee_ahead(method: Method) -> str:
    """Return the guarantee on the length of the solutions of ``method``."""
    factor = method.guarantee()
    if ALGORITHMS[method.algorithm].improves:
        return ANYTIME_GUARANTEE
    if factor is None:
        return "No guarantee"
    return "Finds a shortest solution" if factor == 1 else sentence(factor_text(factor))


class WatchPhase(Enum):
    """The progress of a watch."""

    PREPARING = "preparing"
    """The search waits until the kernels of its method are compiled."""
    SEARCHING = "searching"
    PLAYBACK = "playback"
    """A solution is played. The phase ends when the user moves a tile."""


def show_outcome(context: ActivitySwitch, run: Run) -> None:
    """Show how the search ended, or the length of its solution."""
    text = outcome_text(run, context.distances.shortest(run.start, run.goal))
    if text and run.message is not None and run.message.is_shown:
        run.message.update(text)
    elif text:
        run.message = context.say(text)


class Watching(Activity):
    """Searches the board of the game and plays the solution.

    The board of the game does not change until the activity ends. The game then takes over the
    shown board, as one action that can be undone.
    """

    def __init__(
        self, context: ActivitySwitch, runs: Runs, method: Method, shown: Run | None = None
    ) -> None:
        """Search with ``method``, or show the solution of ``shown``, paused.

        The start of ``shown`` is the board of the game. If a method that was chosen automatically
        reaches a limit, another one continues.
        """
        super().__init__(context)
        self.method = method
        self.phase = WatchPhase.PREPARING
        self.run = shown
        """The search; None if the board cannot be solved."""
        self.quick: Run | None = None
        """The search with Anytime whose solution is offered if ``run`` takes long."""
        self._runs = runs
        self._is_reported = False
        self._is_at_end = False
        self._searched_for = 0.0  # seconds since the search started
        self._thought_for = 0.0  # seconds of a search that improves its solution
        self._played_for = 0.0  # seconds since playback started
        self._has_arrived = False  # playback has reached the goal
        self._rested = 0.0  # seconds that the goal has been shown

    # ---- State ----------------------------------------------------------------------------

    @property
    def timeline(self) -> Playback | None:
        return self.run.track if self.run and self.phase is WatchPhase.PLAYBACK else None

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
        return self.phase is not WatchPhase.PLAYBACK and not self.is_over

    @property
    def can_show_now(self) -> bool:
        """Whether the search takes long and Anytime has a solution to show instead."""
        is_late = self.is_searching and self._searched_for >= OFFER_AFTER_SECONDS
        return is_late and self.quick is not None and self.quick.has_track

    @property
    def is_busy(self) -> bool:
        if self.run is None:
            return True
        if self.quick is not None and self.quick.is_busy:
            return True
        return self.timeline is not None and self.timeline.is_playing

    @property
    def searched(self) -> tuple[Method, int] | None:
        return None if self.run is None else (self.run.method, 0)

    @property
    def is_paused(self) -> bool:
        if self.timeline is not None:
            return not self.timeline.is_playing
        return self.run is not None and self.run.is_paused

    can_undo = True
    can_pause = True

    # ---- Input ----------------------------------------------------------------------------

    def begin(self) -> None:
        """Start the search, or show the solution."""
        if self.run is None:
            self._search()
        else:
            self._is_reported = self.run.is_over
            self._show_playback()

    def undo(self) -> Reply:
        if self.timeline is not None and self.timeline.position:
            return Reply.YIELDS
        # no move was played, so that only the watch is undone
        self.leave()
        self.is_over = True
        return Reply.DONE

    def toggle_pause(self) -> None:
        """Pause or resume the search or the playback; at its end, playback starts again."""
        if self.timeline is None:
            if self.run is not None and not self.run.is_over:
                self.run.toggle_pause()
                self._pause_quick(is_paused=self.run.is_paused)
                self._context.say(PAUSED if self.run.is_paused else self._search_text)
        else:
            super().toggle_pause()

    def step(self, count: int) -> None:
        """Pause and go ``count`` moves along the solution, or expand ``count`` states."""
        if self.timeline is not None:
            super().step(count)
            self._has_arrived = False
        elif self.run is not None and count > 0:
            self.run.step(count)
            self._pause_quick(is_paused=True)
            self._context.say(PAUSED)

    def seek(self, position: int) -> None:
        if self.timeline is not None:
            self.timeline.seek(position)
            self._has_arrived = False

    def show_now(self) -> None:
        """End the search and play the solution that Anytime has found so far."""
        run, quick = self.run, self.quick
        if run is None or quick is None or not self.can_show_now:
            return
        quick.fix()
        quick.moves_before = run.moves_before
        self._runs.add(quick)  # which cancels the other
        self.run, self.method, self.quick = quick, quick.method, None
        self._is_reported = quick.is_over
        self._start_playback(quick)

    def leave(self) -> None:
        """Stop the search. The game takes over the board as it is shown."""
        if not self.is_over and (self.run is None or not self.run.is_over):
            if self.run is not None:
                self.run.cancel()
            if self.timeline is None:
                message = self._context.say(SEARCH_STOPPED)
                if self.run is not None:
                    self.run.message = message
        self._drop_quick()
        if self.timeline is not None and self.timeline.position:
            moves = self.timeline.moves[: self.timeline.position]
            self._context.game.slide(moves, is_watched=True)
            self._context.store_game()

    def tick(self, elapsed: float) -> None:
        run = self.run
        if run is None:
            return
        if self.phase is WatchPhase.PREPARING and not self._is_preparing:
            self.phase = WatchPhase.SEARCHING
            self._context.say(self._search_text)
        run.poll()
        self._context.distances.learn(run.start, run.goal, run.lower_bound)
        if self.phase is WatchPhase.SEARCHING:
            waited = 0.0 if run.is_paused else min(elapsed, MAX_STEP_SECONDS)
            self._searched_for += waited
            self._thought_for += waited if run.progress is not None else 0.0
            self._follow_quick(run)
        if self.phase is not WatchPhase.PLAYBACK and self._can_play(run):
            self._start_playback(run)
        if run.is_over and not self._is_reported:
            self._report_end(run)
        if self.timeline is not None:
            self._play(self.timeline, elapsed)

    @property
    def _is_preparing(self) -> bool:
        is_large = len(self._context.board.tiles) > CELLS_FOR_PLAIN
        return is_large and self._context.preparation.is_waiting_for(self.method)

    @property
    def _search_text(self) -> str:
        return THINKING if ALGORITHMS[self.method.algorithm].improves else SEARCHING

    def _search(self, moves: Sequence[Move] = ()) -> None:
        """Search with ``self.method``. moves: a known solution, which the search improves."""
        context, method, play = self._context, self.method, self._context.game.play
        try:
            problem = Problem(play.board, play.scenario.goal)
        except UnsolvableError:
            context.say(texts.UNSOLVABLE)
            self.is_over = True
            return
        _log.info(
            "search started: %s, %s, weight %g, from %s",
            method.algorithm,
            method.heuristic,
            method.weight,
            problem.start,
        )
        self._drop_quick()
        self.run = self._runs.start(problem, method, is_urgent=True)
        self._runs.add(self.run)
        self.run.moves_before = play.move_count
        if ALGORITHMS[method.algorithm].improves and play.board == play.scenario.start:
            self.run.suggest(shuffled_path(play.scenario))
        self.run.suggest(moves)
        self._searched_for = self._thought_for = 0.0
        self.phase = WatchPhase.PREPARING if self._is_preparing else WatchPhase.SEARCHING
        is_plain = context.preparation.state is KernelState.UNAVAILABLE
        has_notice = is_plain or self.phase is WatchPhase.PREPARING
        context.say(sentence(context.preparation.message) if has_notice else self._search_text)

    def _follow_quick(self, run: Run) -> None:
        """Start the search with Anytime if ``run`` takes long, and receive its solutions."""
        is_slow = self._searched_for >= QUICK_AFTER_SECONDS
        if self.quick is None and is_slow and run.method.algorithm != ENDLESS and not run.is_over:
            limit = replace(run.method.limit, seconds=None, memory_shares=QUICK_MEMORY_SHARE)
            method = Method(ENDLESS, limit=limit)
            self.quick = self._runs.start(run.problem, method)
        if self.quick is not None:
            self.quick.poll()
            self._context.distances.learn(run.start, run.goal, self.quick.lower_bound)
            if self.quick.result is not None:
                self._context.distances.learn_result(self.quick.result)

    def _pause_quick(self, *, is_paused: bool) -> None:
        if self.quick is not None and self.quick.is_paused is not is_paused:
            self.quick.toggle_pause()

    def _drop_quick(self) -> None:
        if self.quick is not None:
            self.quick.cancel()
            self.quick = None

    def _can_play(self, run: Run) -> bool:
        """Whether the method has its solution, or Anytime has thought for long enough."""
        if not run.has_track or run.is_over:
            return run.has_track
        is_improved = ALGORITHMS[run.method.algorithm].improves and run.progress is not None
        return is_improved and self._thought_for >= self._context.settings.thinking_seconds

    def _start_playback(self, run: Run) -> None:
        self._drop_quick()
        self._show_playback()
        show_outcome(self._context, run)
        _log.info("solution found: %d moves", run.track.total)

    def _show_playback(self) -> None:
        self.phase = WatchPhase.PLAYBACK
        if not self._context.game.play.assisted:
            self._context.game.mark(assisted=True)
            self._context.store_game()

    def _report_end(self, run: Run) -> None:
        """Show the result, or continue with another method after a limit."""
        context, result, fallback = self._context, run.result, run.method.fallback()
        self._is_reported = True
        if result is None:
            self.is_over = not run.has_track
            lines = filter(None, ("the search failed: " + run.failure, run.traceback))
            level = logging.ERROR if run.traceback else logging.INFO
            _log.log(level, "%s", "\n".join(lines))
            context.say(f"The search failed: {run.failure}")
            return
        context.distances.learn_result(run.search_result or result)
        is_shown = run.message is not None and run.message.is_shown
        if is_shown or not (run.has_track and context.feedback.message):  # anything else is newer
            show_outcome(context, run)
        text = outcome_text(run, context.distances.shortest(run.start, run.goal))
        if result.status is not Outcome.SOLVED:
            _log.info("search ended: %s", text)
        if fallback is not None and result.status is Outcome.LIMIT:
            moves = () if self.quick is None else tuple(self.quick.track.moves)
            self.method, self._is_reported = fallback, False
            self._search(moves)
            context.say(f"{text}. Continuing with {ALGORITHMS[fallback.algorithm].title}")
        else:
            self.is_over = not run.has_track

    def _play(self, playback: Playback, elapsed: float) -> None:
        context, run = self._context, self.run
        playback.speed = context.settings.speed_of(playback.total)
        if context.feedback.advance(playback, elapsed):
            self._has_arrived = True
        if playback.is_at_end and not self._is_at_end:
            _log.info("solved by the machine in %d moves", playback.total)
        self._is_at_end = playback.is_at_end
        self._played_for += elapsed
        if run is not None and not run.is_over:
            self._keep_ahead(run, playback, elapsed)

    def _keep_ahead(self, run: Run, playback: Playback, elapsed: float) -> None:
        """Fix the moves that are played next, so that the search improves later moves.

        The search ends when the goal was played. If the user has moved the playback to the goal,
        the search continues for a while, because the user may go back.
        """
        is_there = playback.position == playback.total
        self._rested = self._rested + elapsed if is_there else 0.0
        if self._rested and (self._has_arrived or self._rested > REST_SECONDS):
            if not run.is_fixed:
                run.fix()
            return
        limit = max(
            playback.speed * LEAD_SECONDS, (playback.total - playback.position) * LEAD_SHARE
        )
        # the first improvements come so fast that they need hardly any lead
        lead = 1 + int(min(playback.speed * self._played_for / 2, limit))
        run.keep_ahead(lead if playback.is_playing else 0)
