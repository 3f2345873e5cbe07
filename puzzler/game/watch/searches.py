"""The searches of the board: the one that is watched, and those that ended, as rows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from puzzler.board.board import Board
from puzzler.board.scenario import Problem, Scenario
from puzzler.game import wording
from puzzler.game.coach.distances import CELLS_FOR_TABLES
from puzzler.game.play.boards import Boards
from puzzler.game.present import Present
from puzzler.game.watch.rows import Row
from puzzler.game.watch.run import Run
from puzzler.game.watch.watching import Watching
from puzzler.search import feasibility
from puzzler.search.method import ENDLESS, Method
from puzzler.search.result import Outcome, SearchResult


class Searches:
    """What was searched and what can be searched; every figure with the method that made it."""

    def __init__(self, present: Present, boards: Boards) -> None:
        self._present = present
        self._boards = boards
        self._sitting = present.sitting
        self._rows: tuple[Row, ...] = ()
        self._rows_of: object = None  # what the rows were made of: they are read in every frame

    @property
    def method(self) -> Method:
        """What a search that begins now would search with, as the settings say."""
        return self._sitting.settings.method(*self._present.activity.board.size)

    @property
    def run(self) -> Run | None:
        """The search whose figures are shown: it runs, has ended, or was chosen among ``rows``."""
        return self._sitting.runs.shown

    @property
    def ghost(self) -> Run | None:
        """The search whose track was left, and can be resumed."""
        run, activity = self.run, self._present.activity
        is_watched = isinstance(activity, Watching) and activity.run is run
        return run if run is not None and run.has_track and not is_watched else None

    @property
    def rows(self) -> tuple[Row, ...]:
        """The finished searches of the board whose search is shown, else of the present board."""
        shown, shortest = self.run, self._shortest
        ended = [
            (run, result)
            for run in self._sitting.runs.of(*self._searched)
            if (result := run.result) is not None and result.status is not Outcome.CANCELLED
        ]
        made_of = shown, shortest, [(run, run.track.total) for run, _ in ended]
        if made_of != self._rows_of:
            self._rows_of = made_of
            self._rows = tuple(
                Row(run.number, run.method, result, shortest, _played(run, result), run is shown)
                for run, result in ended
            )
        return self._rows

    @property
    def worth(self) -> str:
        """What the answer of ``run`` is worth, in a few words; "" where there is none."""
        result = None if self.run is None else self.run.result
        return "" if result is None else wording.worth(result, self._shortest)

    @property
    def warning(self) -> str:
        """Why Watch, as it is set, cannot be expected to solve boards of this shape; else ""."""
        return self.warning_of(self.method)

    def warning_of(self, method: Method) -> str:
        """The same for ``run_again``, which searches within the limits of the settings."""
        limited = replace(method, limit=self._sitting.settings.limit)
        return feasibility.warning(limited, *self._present.activity.board.size)

    @property
    def can_go_on(self) -> bool:
        """The search that is shown stopped at a limit without an answer: anytime has one."""
        result = None if self.run is None else self.run.result
        return (
            result is not None
            and result.status is Outcome.LIMIT
            and result.algorithm != ENDLESS
            and not self._present.is_searching
        )

    def go_on(self) -> None:
        """Search the board of ``run`` with anytime, where ``can_go_on``: that adds a row."""
        if self.can_go_on:
            self.run_again(Method(ENDLESS))

    def watch(self) -> None:
        """Search the board as it is now and play the answer; why not is said.

        On a solved board the search begins at its start, as it does at the end of a playback.
        """
        self._watch(lambda: self.method)

    def watch_shortest(self) -> None:
        """The same for a shortest answer; with anytime where nothing can be expected to prove one.

        That is on boards of more than 16 cells.
        """
        self._watch(self._method_for_shortest)

    def run_again(self, method: Method) -> None:
        """Search the board of ``run`` once more, with ``method``: that adds a row.

        The limits are those of the settings.
        """
        if not self._present.finish_edit():
            return
        if self.run is not None:
            self._go_back_to(self.run)
        else:
            self._present.stop()
        self._begin(replace(method, limit=self._sitting.settings.limit))

    def show_run(self, number: int) -> None:
        """Show the row of that number: its figures and, standing still, its track.

        The track is where it was left, or at its start where it was at its end.
        """
        if not self._present.finish_edit():
            return
        sitting, runs = self._sitting, self._sitting.runs
        run = next((run for run in runs.of(*self._searched) if run.number == number), None)
        if run is None or not run.has_track:
            runs.show(run)
            return
        position = 0 if run.track.is_at_end else run.track.position
        self._go_back_to(run)
        runs.show(run)
        self._present.enter(Watching(sitting, run.method, run))
        before = run.track.board
        run.track.pause()
        run.track.seek(position)
        run.reconsider()
        sitting.stage.jump(before, run.track.board)
        if run.result is not None:
            sitting.say(wording.outcome(run.result, self._shortest))

    def play_answer(self, problem: Problem, method: Method, result: SearchResult) -> None:
        """Play what a search has found that ended elsewhere, as in a race: that adds a row.

        Where another board is played, that one is a new play.
        """
        present, sitting = self._present, self._sitting
        if not present.finish_edit():
            return
        present.stop()
        play = sitting.game.play
        is_here = (play.board, play.scenario.goal) == (problem.start, problem.goal)
        begins_here = (play.scenario.start, play.scenario.goal) == (problem.start, problem.goal)
        if not is_here and not begins_here:
            before = play.board
            sitting.begin(Scenario(problem.start, problem.goal))
            sitting.stage.jump(before, problem.start)
        run = sitting.runs.add(problem, method, result)
        run.moves_before = play.move_count if is_here else 0
        self._go_back_to(run)
        sitting.runs.show(run)
        present.enter(Watching(sitting, method, run))
        before = run.track.board
        run.track.seek(0)
        sitting.stage.jump(before, run.track.board)
        run.track.play()

    def resume(self) -> None:
        """The track that was left goes on from where it stood."""
        if self.ghost is not None:
            self.show_run(self.ghost.number)
            if self._present.activity.is_paused:
                self._present.activity.toggle_pause()

    @property
    def _searched(self) -> tuple[Board, Board]:
        """The board whose searches are shown, and its goal."""
        if self.run is not None:
            return self.run.start, self.run.goal
        return self._present.activity.board, self._present.activity.goal

    @property
    def _shortest(self) -> int | None:
        """The length of its shortest solution, where that is proven."""
        return self._sitting.distances.shortest(*self._searched).moves

    def _method_for_shortest(self) -> Method:
        rows, columns = self._sitting.board.size
        limit = self._sitting.settings.limit
        if rows * columns > CELLS_FOR_TABLES:
            return Method(ENDLESS, limit=limit)
        return Method.shortest(rows, columns, limit)

    def _watch(self, choose: Callable[[], Method]) -> None:
        """Search with what ``choose`` gives once the board to be searched is on show."""
        present, sitting = self._present, self._sitting
        if present.is_searching or not present.finish_edit():
            return
        if present.activity.is_aside:
            present.stop()
        method, shown = choose(), present.activity
        if isinstance(shown, Watching) and shown.board == shown.goal and self.run is not None:
            self._go_back_to(self.run)
        else:
            present.stop()
            if sitting.board == sitting.goal:
                self._boards.restart()
        self._begin(method)

    def _begin(self, method: Method) -> None:
        """Search the board of the game."""
        if self._sitting.board == self._sitting.goal:
            self._sitting.say(wording.ALREADY_SOLVED)
        else:
            self._present.enter(Watching(self._sitting, method))

    def _go_back_to(self, run: Run) -> None:
        """Put the board to where ``run`` began, as one action; a playback is taken back instead."""
        present, sitting = self._present, self._sitting
        if isinstance(present.activity, Watching):
            present.activity.seek(0)
        present.stop()
        play = sitting.game.play
        if (play.board, play.move_count) != (run.start, run.moves_before):
            sitting.game.go_back(run.start, run.moves_before)
            sitting.stage.jump(play.board, run.start)
            sitting.changed()


def _played(run: Run, result: SearchResult) -> int | None:
    """The length of its track, where that is more than its best answer takes."""
    is_longer = result.length is not None and run.track.total > result.length
    return run.track.total if is_longer else None
