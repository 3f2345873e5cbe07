"""Watch: the search that is running and the finished searches of the same board."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from puzzler.board.board import Board
from puzzler.board.scenario import Problem, Scenario
from puzzler.game.core import texts
from puzzler.game.core.activity import ActivitySwitch
from puzzler.game.core.distances import CELLS_FOR_TABLES
from puzzler.game.core.live_figures import LiveFigures
from puzzler.game.core.playback import Playback
from puzzler.game.play.boards import Boards
from puzzler.game.watch.run import Run, Runs, SearchRow, live_figures
from puzzler.game.watch.watching import Watching, WatchPhase, show_outcome
from puzzler.search import feasibility
from puzzler.search.method import ENDLESS, Method
from puzzler.search.result import Outcome, SearchResult

FIGURES_SECONDS = 0.1
"""Minimum seconds between two updates of live figures, so that they can be read."""


@dataclass(frozen=True, kw_only=True)
class WatchState:
    """The searches of the board: method, progress, results and the solution on the screen."""

    method: Method
    """The method of the next search, from the settings."""
    warning: str
    """The reason why ``method`` will not finish on most boards of this shape, or ""."""
    phase: WatchPhase | None
    """The progress of the watch; None if no search is watched."""
    run: Run | None
    """The shown search, which is running, has ended or was selected from the rows."""
    figures: LiveFigures | None
    track: Playback | None
    rows: tuple[SearchRow, ...]
    can_show_now: bool
    """The search takes long, or it stopped at a limit, and Anytime can show a solution."""
    left: Playback | None
    """A solution that was left before its end and can be resumed."""

    @property
    def is_searching(self) -> bool:
        """Whether a search is waiting or running and no solution is played yet."""
        return self.phase in (WatchPhase.PREPARING, WatchPhase.SEARCHING)

    @property
    def playback(self) -> Playback | None:
        """The solution that is played."""
        return self.track if self.phase is WatchPhase.PLAYBACK else None


class Watch:
    """Starts searches of the board, lists their results and plays their solutions."""

    def __init__(
        self, context: ActivitySwitch, boards: Boards, runs: Runs, clock: Callable[[], float]
    ) -> None:
        self.runs = runs
        self._context = context
        self._boards = boards
        self._clock = clock
        self._shown: tuple[Run, float, LiveFigures] | None = None  # the run, the time, its figures
        self._closed: Run | None = None  # its track was closed
        context.on_board.append(self._follow_board)

    # ---- State ----------------------------------------------------------------------------

    def state(self) -> WatchState:
        """A snapshot of the searches."""
        context, watching = self._context, self._watching
        method = context.settings.method(*context.activity.board.size)
        phase = None if watching is None or watching.is_over else watching.phase
        run = self.runs.shown
        track = run.track.snapshot() if run is not None and run.has_track else None
        return WatchState(
            method=method,
            warning=self.warning_of(method),
            phase=phase,
            run=run,
            figures=None if run is None else self._figures_of(run),
            track=track,
            rows=self.rows,
            can_show_now=self.can_show_now,
            left=track if phase is None and run is not self._closed else None,
        )

    @property
    def has_running_search(self) -> bool:
        """Whether a search is watched that has no solution yet or is improving it."""
        watching = self._watching
        if watching is None or watching.is_over:
            return False
        return watching.run is None or not watching.run.is_over

    @property
    def rows(self) -> tuple[SearchRow, ...]:
        """The finished searches of the shown search's board, or else of the current board."""
        shown, searched = self.runs.shown, self._searched
        shortest = self._context.distances.distance(*searched)
        return tuple(
            SearchRow(run.number, run.method, run.result, shortest, run is shown)
            for run in self.runs.of(*searched)
            if run.result is not None
        )

    def warning_of(self, method: Method) -> str:
        """The reason why ``run_again`` with ``method`` will probably not finish, or ""."""
        limited = replace(method, limit=self._context.settings.limit)
        return feasibility.warning(limited, *self._context.activity.board.size)

    @property
    def can_show_now(self) -> bool:
        """Whether the search takes long, or stopped at a limit, and Anytime can help."""
        watching = self._watching
        if watching is not None and watching.is_searching:
            return watching.can_show_now
        run, context = self.runs.shown, self._context
        result = None if run is None else run.result
        return (
            result is not None
            and (result.start, result.goal) == (context.board, context.goal)
            and result.status is Outcome.LIMIT
            and result.algorithm != ENDLESS
        )

    # ---- Input -----------------------------------------------------------------------------

    def start(self, *, is_shortest: bool = False) -> None:
        """Search the current board and play the solution, or show why that is impossible.

        If the board is solved, the search starts from the start of its scenario; at the end of a
        playback, from the start of that playback. is_shortest: find a shortest solution; beyond 16
        cells, where that takes too long to prove, use Anytime.
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
        watching, run = self._watching, self.runs.shown
        if watching is not None and watching.board == watching.goal and run is not None:
            self._go_back_to(run)
        else:
            context.stop()
            if context.board == context.goal:
                self._boards.restart()
        self._begin(method)

    def show_now(self) -> None:
        """Show a solution by Anytime instead of the search that takes long or reached a limit."""
        if not self.can_show_now:
            return
        watching = self._watching
        if watching is not None and watching.is_searching:
            watching.show_now()
        else:
            self.run_again(Method(ENDLESS))

    def run_again(self, method: Method) -> None:
        """Search the board of the shown run with ``method``, within the limits of the settings."""
        if not self._context.finish_edit():
            return
        if self.runs.shown is not None:
            self._go_back_to(self.runs.shown)
        else:
            self._context.stop()
        self._begin(replace(method, limit=self._context.settings.limit))

    def show_run(self, number: int) -> None:
        """Show the figures and the paused solution of the run with this number.

        A solution that was shown to its end restarts. Other solutions keep their position.
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
        show_outcome(context, run)

    def play_solution(self, problem: Problem, method: Method, result: SearchResult) -> None:
        """Play the solution of a search that ended elsewhere, such as in a race.

        If the game has another board, the board of ``problem`` becomes a new play.
        """
        context, runs = self._context, self.runs
        if not context.finish_edit():
            return
        context.stop()
        play, here = context.game.play, (context.board, context.goal)
        if (problem.start, problem.goal) not in (here, (play.scenario.start, context.goal)):
            context.start_play(Scenario(problem.start, problem.goal))
        run = runs.add_result(problem, method, result)
        run.moves_before = play.move_count if here == (problem.start, problem.goal) else 0
        self._show_track(run, 0)
        run.track.play()

    def resume(self) -> None:
        """Continue the solution that was left before its end."""
        state = self.state()
        if state.run is None or state.left is None:
            return
        self.show_run(state.run.number)
        if self._context.activity.is_paused:
            self._context.activity.toggle_pause()

    def close_track(self) -> None:
        """Close the track of a solution that was left. Its row in the table can reopen it."""
        self._closed = self.runs.shown

    def tick(self) -> None:
        """Receive the last figures of a search whose watch has ended, and update its outcome.

        The shortest solution may be known by now, or the solution may have become shorter.
        """
        context, run = self._context, self.runs.shown
        if run is None:
            return
        if self._watching is None and not run.is_over:
            run.poll()
            if run.search_result is not None:
                context.distances.learn_result(run.search_result)
        if run.message is not None and run.message.is_shown:
            show_outcome(context, run)

    @property
    def _watching(self) -> Watching | None:
        activity = self._context.activity
        return activity if isinstance(activity, Watching) else None

    def _figures_of(self, run: Run) -> LiveFigures:
        now, distances = self._clock(), self._context.distances
        if self._shown is not None and run.is_busy and run.progress is not None:
            owner, time, shown = self._shown
            is_fresh = owner is run and now - time < FIGURES_SECONDS
            if is_fresh and shown.current is not None:
                return shown
        figures = live_figures(run, distances.shortest(run.start, run.goal).at_least)
        self._shown = run, now, figures
        return figures

    @property
    def _searched(self) -> tuple[Board, Board]:
        run, activity = self.runs.shown, self._context.activity
        return (activity.board, activity.goal) if run is None else (run.start, run.goal)

    def _begin(self, method: Method) -> None:
        if self._context.board == self._context.goal:
            self._context.say(texts.ALREADY_SOLVED)
        else:
            self._context.enter(Watching(self._context, self.runs, method))

    def _show_track(self, run: Run, position: int) -> None:
        context = self._context
        self._go_back_to(run)
        self.runs.show(run)
        context.enter(Watching(context, self.runs, run.method, run))
        run.track.pause()
        run.track.seek(position)
        self._closed = None

    def _go_back_to(self, run: Run) -> None:
        """Set the board to the start of ``run``, as one action; a playback is rewound instead."""
        context = self._context
        if self._watching is not None:
            self._watching.seek(0)
        context.stop()
        play = context.game.play
        if (play.board, play.move_count) != (run.start, run.moves_before):
            context.game.go_back(run.start, run.moves_before)
            context.store_game()

    def _follow_board(self, is_new: bool) -> None:
        if is_new:
            run = self.runs.shown
            if run is not None and run.message is not None:
                run.message.clear()  # it belongs to the previous board
            self.runs.show(None)
        else:
            self.runs.turn_to(self._context.board, self._context.goal)
