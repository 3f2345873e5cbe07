"""The activity of the Lab: a search step by step, forward and back, and predictions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.board.scenario import Problem
from puzzler.game.core.activity import BoardInput
from puzzler.game.core.feedback import Happening
from puzzler.game.core.game import Play
from puzzler.game.lab.prediction import (
    PredictionKind,
    PredictionQuestion,
    Verdict,
    judge,
    make_question,
)
from puzzler.game.lab.reloading import Reloading
from puzzler.game.lab.search_activity import InspectionContext, SearchActivity
from puzzler.game.lab.state import LabState
from puzzler.search.inspection.condition import parse_condition
from puzzler.search.inspection.observation import Expansion
from puzzler.search.method import Method
from puzzler.search.report.texts import line_text
from puzzler.search.result import SearchResult
from puzzler.solver.commands import Pause, Record, Resume, Seek, SetRate
from puzzler.solver.inspection.job import FAR
from puzzler.solver.inspection.moment import InspectionWorker, Moment

NO_MOVES = "This is the Lab: tiles are moved in Play."
NOTHING_TO_PREDICT = "The search has ended: go back to predict"
NO_MATCH = "The search has ended: no later expansion matches {}."
AT_END = "The search has ended: go back to run it again."
NO_QUESTION_HERE = "Nothing can be predicted at this moment"


class Inspecting(SearchActivity):
    """A search shown at one moment. Showing the solution of the game's board is coaching."""

    snapshot_field = "lab"
    board_input = BoardInput.NONE
    refusal = NO_MOVES
    arrows_move_tiles = False
    own_path: tuple[Board, ...] = ()

    def __init__(
        self,
        inspection: InspectionContext,
        problem: Problem,
        method: Method,
        own_path: tuple[Board, ...],
        moment: int | None = 0,
    ) -> None:
        """moment: the moment to show first; None for the end of the search."""
        super().__init__(inspection.context, problem, inspection.rate)
        self.own_path = own_path
        self._inspection = inspection
        self._begin_search(problem, method)
        self._first_moment = moment
        self._records = Record()
        self._question: PredictionQuestion | None = None
        self._verdict: Verdict | None = None
        self._question_kind: PredictionKind | None = None
        self._is_asking = False  # a question follows once the search is paused
        self._score = inspection.practice.prediction_score()
        self.reloading = Reloading(inspection.context.background, self._reload)
        self.steps_in_code = False
        """A step is a step of the pseudocode instead of an expansion."""
        self._back = 0  # steps back from the last step of the pseudocode at this moment
        self._enters_first = False  # show the next moment at its first step

    def _begin_search(self, problem: Problem, method: Method) -> None:
        self.problem = problem
        self.method = method
        self._worker: InspectionWorker = self._inspection.examine(problem, method)
        self._moment: Moment | None = None
        self._board = problem.start
        self._target: int | None = None  # the requested moment, until it is shown
        self._position = 0  # the last requested position, which may be past the end
        self._condition: Callable[[Expansion], bool] | None = None  # at which the run stops
        self._condition_text = ""
        self._ran_from: int | None = None  # sequence number at resume; None if paused

    @property
    def searched(self) -> tuple[Method, int] | None:
        return self.method, self.state().position

    @property
    def seconds_to_change(self) -> float | None:
        return self.reloading.seconds_to_look

    def state(self) -> LabState:
        """Return the visible state of the search."""
        worker, moment, log = self._worker, self._moment, self._worker.latest.log
        result = self._result
        return LabState(
            problem=self.problem,
            method=self.method,
            own_path=self.own_path,
            moment=moment,
            expansions=self.expansions,
            board=self._board,
            is_goal_shown=self.is_goal_shown,
            outcome=line_text(result) if result and self._is_at_end else "",
            target=self._target,
            is_running=self.is_running,
            is_seeking=self._target is not None and worker.is_busy,
            seeking=worker.latest.seeking,
            building=worker.building,
            is_busy=self.is_busy,
            rate=self.rate,
            question=self._question,
            verdict=self._verdict,
            failure=worker.failure,
            is_predicting=bool(self._is_asking or self._question or self._verdict),
            score=self._score,
            log=log,
            log_known=(log.ranks.count, log.tree.count),
            code_step=self._code_range[1] - (self._back if self.steps_in_code else 0),
            code_range=self._code_range,
        )

    @property
    def shown_moves(self) -> tuple[Board, Sequence[Move]] | None:
        """The start and the solution; None before the end of the search was shown."""
        result = self._result
        return super().shown_moves if result is None else (result.start, result.moves)

    @property
    def board(self) -> Board:
        return self._board

    @property
    def play(self) -> Play:
        depth = 0 if self._moment is None else max(0, len(self._moment.glimpse.path) - 1)
        if self.is_goal_shown and self._result is not None:
            depth = len(self._result.moves)
        return replace(super().play, board=self._board, move_count=depth)

    @property
    def expansions(self) -> int:
        """The number of states expanded at the moment that is shown."""
        return 0 if self._moment is None else self._moment.expansions

    @property
    def is_goal_shown(self) -> bool:
        """Whether the goal is shown, one step after the last expansion."""
        return self._is_at_end and self._has_goal and self._position > self.expansions

    @property
    def _is_at_end(self) -> bool:
        moment = self._moment
        return moment is not None and moment.at_end and moment.is_there and self._target is None

    @property
    def _result(self) -> SearchResult | None:
        return None if self._moment is None else self._moment.result

    @property
    def _has_goal(self) -> bool:
        return self._result is not None and self._result.length is not None

    @property
    def is_running(self) -> bool:
        """Whether the search is running."""
        return self._ran_from is not None

    @property
    def is_busy(self) -> bool:
        return self._worker.is_busy or self._worker.latest.moment is not self._moment

    @property
    def is_paused(self) -> bool:
        return not self.is_running

    # ---- Input ----------------------------------------------------------------------------

    def begin(self) -> None:
        super().begin()
        if self._first_moment is None:
            self._run(None)
        elif self._first_moment:
            self._go_to(self._first_moment)

    def seek(self, position: int) -> None:
        self.stop_asking()
        self._go_to(position)

    @property
    def _code_range(self) -> tuple[int, int]:
        """The first and last step of the pseudocode at this position."""
        trace = None if self._moment is None else self._moment.glimpse.trace
        if trace is None or not trace.steps:
            return 0, 0
        last = len(trace.steps) - 1
        if not (self._is_at_end and self._has_goal and trace.ending):
            return 0, last
        split = last - trace.ending
        return (split + 1, last) if self.is_goal_shown else (0, max(0, split))

    def step(self, count: int) -> None:
        """Step by ``count`` expansions, or by steps of the pseudocode in the Code tab."""
        is_small = self.steps_in_code and abs(count) == 1
        if is_small and self._target is None and not self.is_running:
            state, back = self.state(), self._back - count
            first, last = self._code_range
            if 0 <= back <= last - first:
                self.stop_asking()
                self._back = back
                return
            if not (state.can_step_forward if count > 0 else state.can_step_back):
                return
        here = self.expansions + self.is_goal_shown
        self.seek((here if self._target is None else self._position) + count)
        self._enters_first = is_small and count > 0

    def to_end(self) -> None:
        """Go to the end of the search; if it is unknown, run at full speed."""
        self.stop_asking()
        total = None if self._moment is None else self._moment.total
        if total is not None:
            self._go_to(total + 1)
        else:
            self._run(None)

    def run_until(self, text: str) -> str:
        """Run to the first expansion with a condition. Return "" or an error message.

        See ``parse_condition``.
        """
        try:
            condition = parse_condition(text)
        except ValueError as error:
            return str(error)
        self.stop_asking()
        if self._is_at_end:
            return AT_END
        self._condition_text = text.strip().replace("\n", "/")
        self._run(None, condition)
        return ""

    def pause(self) -> None:
        """Pause the search."""
        if self.is_running:
            self._ran_from = None
            self._send(Pause())

    def toggle_pause(self) -> None:
        if self.is_running:
            self.pause()
            return
        self.stop_asking()
        if self._is_at_end and self._has_goal and not self.is_goal_shown:
            self.to_end()
            return
        if self.state().is_at_end and self._target is None:
            self._send(Seek(0))  # at the end, start again
        self._run(self.rate)

    def set_method(self, method: Method) -> None:
        """Start a search with another method."""
        if method != self.method:
            self.restart(self.problem, method)

    def restart(self, problem: Problem, method: Method) -> None:
        """Start another search."""
        self.stop_asking()
        self._worker.cancel()
        self._begin_search(problem, method)
        self._send(self._records)
        self._context.feedback.change(self._board)

    @property
    def followed(self) -> Method:
        """The method whose files of code are watched. Saving such a file restarts the search."""
        return self.method

    def _reload(self) -> None:
        """Restart the search with the changed file and return to this position."""
        position = self.state().position
        self.restart(self.problem, self.method)
        self._go_to(position)

    def record(self, *, ranks: bool = False, tree: bool = False) -> None:
        """Set which data the search logs from now on. The shown tab determines this."""
        records = Record(ranks, tree)
        if records != self._records:
            self._records = records
            self._send(records)

    # ---- Predictions ----------------------------------------------------------------------

    def ask(self, kind: PredictionKind | None = None) -> None:
        """Pause and ask what happens next. kind: the kind of question; None to alternate."""
        self.stop_asking()
        if self.state().is_at_end and self._target is None:
            self._refuse(NOTHING_TO_PREDICT)
            return
        self.pause()
        self._is_asking, self._question_kind = True, kind
        self._ask()

    def answer(self, choice: int) -> None:
        """Answer with a choice, show the verdict and go one expansion forward."""
        question = self._question
        if question is None or not 0 <= choice < len(question.choices):
            return
        self._verdict, self._question = judge(question, choice), None
        practice = self._inspection.practice
        practice.keep_prediction(question.kind, self._verdict.is_right)
        self._score = practice.prediction_score()
        if self._verdict.is_right:
            self._context.feedback.happen(Happening.RIGHT)
        self._go_to(question.moment + 1)

    def stop_asking(self) -> None:
        """Close the question without an answer, or its verdict."""
        self._question = self._verdict = None
        self._is_asking = False

    def tick(self, elapsed: float) -> None:
        self.reloading.tick(elapsed, self.followed, self.problem.goal)
        newest = self._worker.latest.moment
        if newest is not None and newest is not self._moment:
            self._moment = newest
            self._arrive(newest)
            expansion = newest.glimpse.expansion
            if self.is_goal_shown:
                self._board = self.problem.goal
            elif expansion is not None:
                self._board = expansion.node.board
            elif not newest.expansions:
                self._board = self.problem.start
        self._ask()
        if self._worker.failure:
            self._ran_from = self._target = None

    def leave(self) -> None:
        self._worker.cancel()
        super().leave()

    def _go_to(self, moment: int) -> None:
        if self._worker.failure:
            if moment >= self.expansions:
                return
            self._begin_search(self.problem, self.method)
            self._send(self._records)
        total = None if self._moment is None else self._moment.total
        self._position = max(0, moment if total is None else min(moment, total + self._has_goal))
        moment = self._position if total is None else min(self._position, total)
        self._target, self._ran_from, self._condition = moment, None, None
        self._enters_first = False
        self._send(Seek(moment))

    def _run(self, rate: float | None, until: Callable[[Expansion], bool] | None = None) -> None:
        self._condition, self._target, self._position = until, None, FAR
        self._ran_from = 0 if self._moment is None else self._moment.sequence
        self._send(SetRate(rate))
        self._send(Resume(until))

    def _arrive(self, moment: Moment) -> None:
        is_end = moment.at_end and moment.is_there
        is_new = self._target is not None or self.is_running
        if moment.is_there and (is_end or moment.expansions == self._target):
            self._target = None
        is_stopped = moment.at_end or (
            self._condition is not None and moment.is_there and not moment.is_running
        )
        if self._ran_from is not None and is_stopped and moment.sequence > self._ran_from:
            self._ran_from = None
        first, last = self._code_range
        if is_new:
            self._back = last - first if self._enters_first else 0
        self._back = min(self._back, last - first)
        if is_end and self._has_goal:
            self._context.note_help((self.problem.start,), self.problem.goal)
        if is_end and self._condition is not None:
            expansion = moment.glimpse.expansion
            if expansion is None or not self._condition(expansion):
                self._context.say(NO_MATCH.format(self._condition_text))
            self._condition = None

    def _ask(self) -> None:
        moment = self._moment if self._is_asking and self._target is None else None
        if moment is None or not moment.is_there or moment.is_running:
            return
        self._is_asking = False
        heuristic, goal, kind = self.method.heuristic, self.problem.goal, self._question_kind
        self._question = make_question(moment.glimpse, moment.coming, heuristic, goal, kind)
        if self._question is None:
            is_end = moment.at_end or moment.coming is None
            self._refuse(NOTHING_TO_PREDICT if is_end else NO_QUESTION_HERE)
