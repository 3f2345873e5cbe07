"""Watching searches: the one that runs, and those of the same board that have ended, as rows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache

from puzzler.board.board import Board
from puzzler.board.scenario import Problem, Scenario
from puzzler.game.play import messages as play_messages
from puzzler.game.play.boards import Boards
from puzzler.game.play.context import Context
from puzzler.game.play.distances import CELLS_FOR_TABLES
from puzzler.game.play.playback import Playback
from puzzler.game.play.settings import Settings
from puzzler.game.watch.figures import Figures, Row, figures
from puzzler.game.watch.run import Run, Runs
from puzzler.game.watch.watching import STOPPED, Phase, Watching, say_outcome
from puzzler.search import feasibility
from puzzler.search.method import ENDLESS, Method
from puzzler.search.result import Outcome, SearchResult

FIGURES_SECONDS = 0.1
"""Live figures change at most this often: faster cannot be read."""


@dataclass(frozen=True)
class RunState:
    """The search that is shown: it runs, has ended, or was chosen among the rows."""

    run: Run
    figures: Figures
    track: Playback | None


@dataclass(frozen=True)
class WatchState:
    """What is shown of searches."""

    method: Method
    """The method of a search that begins now, as the settings say."""
    warning: str
    """Why it cannot be expected to solve boards of this shape; else ""."""
    phase: Phase | None
    """How far the watch is; None where the machine does not have the board."""
    run: RunState | None
    rows: tuple[Row, ...]
    can_go_on: bool
    """``run`` stopped at a limit without a solution: anytime has one."""

    @property
    def is_searching(self) -> bool:
        """A search runs or waits, and has found nothing yet."""
        return self.phase in (Phase.PREPARING, Phase.SEARCHING)

    @property
    def playback(self) -> Playback | None:
        """The track that is played."""
        return self.run.track if self.run and self.phase is Phase.PLAYBACK else None

    @property
    def left(self) -> Playback | None:
        """The track that was left, and can be resumed."""
        return self.run.track if self.run and self.phase is not Phase.PLAYBACK else None


class Watch:
    """Starts searches of the board, shows their rows and plays their solutions."""

    def __init__(
        self, context: Context, boards: Boards, runs: Runs, clock: Callable[[], float]
    ) -> None:
        self.runs = runs
        self._context = context
        self._boards = boards
        self._clock = clock
        # both are read in every frame
        self._rows_of = lru_cache(maxsize=1)(self._make_rows)
        self._method_of = lru_cache(maxsize=1)(self._make_method)
        self._shown: tuple[Run, float, Figures] | None = None  # and when they were taken
        context.on_board.append(self._follow_board)

    # ---- What there is to see -------------------------------------------------------------

    def state(self) -> WatchState:
        """The searches as they stand."""
        context, watching = self._context, self._watching
        method, warning = self._method_of(context.settings, context.activity.board.size)
        phase = None if watching is None or watching.is_over else watching.phase
        return WatchState(method, warning, phase, self._run_state(), self.rows, self.can_go_on)

    @property
    def is_searching(self) -> bool:
        """A search is watched that has found nothing yet, or still looks for something better."""
        watching = self._watching
        if watching is None or watching.is_over:
            return False
        return watching.run is None or not watching.run.is_over

    @property
    def rows(self) -> tuple[Row, ...]:
        """The finished searches of the board whose search is shown, else of the present board."""
        shown = self.runs.shown
        ended = shown and (shown.is_over, shown.track.total)
        return self._rows_of(shown, self._searched, self._context.distances.learned, ended)

    def _make_rows(
        self, shown: Run | None, searched: tuple[Board, Board], *_: object
    ) -> tuple[Row, ...]:
        rows, shortest = [], self._context.distances.distance(*searched)
        for run in self.runs.of(*searched):
            result, total = run.result, run.track.total
            if result is not None and run.is_finished:
                played = total if result.length not in (None, total) else None
                rows.append(Row(run.number, run.method, result, shortest, played, run is shown))
        return tuple(rows)

    def warning_of(self, method: Method) -> str:
        """Why ``run_again`` with ``method`` cannot be expected to end; else ""."""
        limited = replace(method, limit=self._context.settings.limit)
        return feasibility.warning(limited, *self._context.activity.board.size)

    @property
    def can_go_on(self) -> bool:
        """The search that is shown stopped at a limit without a solution: anytime has one."""
        result = None if self.runs.shown is None else self.runs.shown.result
        return (
            result is not None
            and result.status is Outcome.LIMIT
            and result.algorithm != ENDLESS
            and not self._context.activity.is_searching
        )

    # ---- What a person does ---------------------------------------------------------------

    def start(self, *, is_shortest: bool = False) -> None:
        """Search the board as it is now and play the solution; where it cannot, say why.

        On a solved board the search begins at its start, as it does at the end of a playback.
        is_shortest: a shortest solution; with anytime on boards of more than 16 cells, where none
        can be expected to be proven.
        """
        context = self._context
        if context.activity.is_searching or not context.finish_edit():
            return
        if context.activity.is_aside:
            context.stop()
        limit, size = context.settings.limit, context.activity.board.size
        method = context.settings.method(*size)
        if is_shortest and size[0] * size[1] > CELLS_FOR_TABLES:
            method = Method(ENDLESS, limit=limit)
        elif is_shortest:
            method = Method.shortest(*size, limit)
        shown, run = context.activity, self.runs.shown
        if isinstance(shown, Watching) and shown.board == shown.goal and run is not None:
            self._go_back_to(run)
        else:
            context.stop()
            if context.board == context.goal:
                self._boards.restart()
        self._begin(method)

    def go_on(self) -> None:
        """Search the board of ``run`` with anytime, where ``can_go_on``: that adds a row."""
        if self.can_go_on:
            self.run_again(Method(ENDLESS))

    def run_again(self, method: Method) -> None:
        """Search the board of the run that is shown with ``method``: that adds a row.

        The limits are those of the settings.
        """
        if not self._context.finish_edit():
            return
        if self.runs.shown is not None:
            self._go_back_to(self.runs.shown)
        else:
            self._context.stop()
        self._begin(replace(method, limit=self._context.settings.limit))

    def show_run(self, number: int) -> None:
        """Show the row of that number: its figures and, standing still, its track.

        The track is where it was left, or at its start where it was at its end.
        """
        if not self._context.finish_edit():
            return
        context, runs = self._context, self.runs
        run = next((run for run in runs.of(*self._searched) if run.number == number), None)
        if run is None:
            return
        if not run.has_track:
            runs.show(run)
            return
        self._show_track(run, 0 if run.track.is_at_end else run.track.position)
        say_outcome(context, run)

    def play_solution(self, problem: Problem, method: Method, result: SearchResult) -> None:
        """Play the solution of a search that has ended elsewhere, as in a race: that adds a row.

        Where another board is played, that one is a new play.
        """
        context, runs = self._context, self.runs
        if not context.finish_edit():
            return
        context.stop()
        play, here = context.game.play, (context.board, context.goal)
        if (problem.start, problem.goal) not in (here, (play.scenario.start, context.goal)):
            context.begin(Scenario(problem.start, problem.goal))
        run = runs.begin(problem, method, result)
        run.moves_before = play.move_count if here == (problem.start, problem.goal) else 0
        self._show_track(run, 0)
        run.track.play()

    def resume(self) -> None:
        """Go on with the track that was left, from where it stood."""
        state = self.state()
        if state.run is None or state.left is None:
            return
        self.show_run(state.run.run.number)
        if self._context.activity.is_paused:
            self._context.activity.toggle_pause()

    # ---- Time -----------------------------------------------------------------------------

    def tick(self) -> None:
        """Take the last figures of a search that was left."""
        context, run = self._context, self.runs.shown
        if self._watching is not None or run is None or run.is_over:
            return
        run.poll()
        if run.result is not None:
            context.distances.learn_result(run.result)
            if context.feedback.message == STOPPED:  # anything else is newer
                say_outcome(context, run)

    def say_more(self) -> None:
        """Say anew how the search that is shown has ended, where that is the line shown.

        More may be known by now of the shortest solution, or of what is played.
        """
        run = self.runs.shown
        if run is not None and run.said and self._context.feedback.message == run.said:
            say_outcome(self._context, run)

    # ---- Within ---------------------------------------------------------------------------

    @property
    def _watching(self) -> Watching | None:
        activity = self._context.activity
        return activity if isinstance(activity, Watching) else None

    def _make_method(self, settings: Settings, size: tuple[int, int]) -> tuple[Method, str]:
        method = settings.method(*size)
        return method, self.warning_of(method)

    def _run_state(self) -> RunState | None:
        run, now = self.runs.shown, self._clock()
        if run is None:
            return None
        made_of, taken, shown = self._shown or (None, now, None)
        live = None if run.progress is None else run.progress.current
        if shown is None or made_of is not run:
            is_fresh = False
        elif run.is_busy and live is not None and shown.current is not None:
            is_fresh = now - taken < FIGURES_SECONDS
        else:
            is_fresh = shown.is_over and run.is_over
        if shown is None or not is_fresh:
            shown = figures(run)
            self._shown = run, now, shown
        return RunState(run, shown, run.track.track() if run.has_track else None)

    @property
    def _searched(self) -> tuple[Board, Board]:
        run, activity = self.runs.shown, self._context.activity
        return (activity.board, activity.goal) if run is None else (run.start, run.goal)

    def _begin(self, method: Method) -> None:
        if self._context.board == self._context.goal:
            self._context.say(play_messages.ALREADY_SOLVED)
        else:
            self._context.enter(Watching(self._context, self.runs, method))

    def _show_track(self, run: Run, position: int) -> None:
        context = self._context
        self._go_back_to(run)
        self.runs.show(run)
        context.enter(Watching(context, self.runs, run.method, run))
        run.track.pause()
        run.track.seek(position)
        run.reconsider()

    def _go_back_to(self, run: Run) -> None:
        """Put the board to where ``run`` began, as one action; a playback is taken back instead."""
        context = self._context
        if isinstance(context.activity, Watching):
            context.activity.seek(0)
        context.stop()
        play = context.game.play
        if (play.board, play.move_count) != (run.start, run.moves_before):
            context.game.go_back(run.start, run.moves_before)
            context.changed()

    def _follow_board(self, is_new: bool) -> None:
        if is_new:
            run, feedback = self.runs.shown, self._context.feedback
            if run is not None and feedback.message in (STOPPED, run.said):
                feedback.message = ""  # of the board before
            self.runs.show(None)
        else:
            self.runs.turn_to(self._context.board, self._context.goal)
