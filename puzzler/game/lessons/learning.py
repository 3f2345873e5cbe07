"""Learning: a step of a lesson that shows a search."""

from __future__ import annotations

from collections.abc import Callable

from puzzler.board.board import Board
from puzzler.board.scenario import Problem
from puzzler.game.lab.inspecting import Inspecting
from puzzler.game.lessons import messages
from puzzler.game.lessons.values import Trial
from puzzler.game.play.context import Context, Reply
from puzzler.game.play.slide import Happening
from puzzler.game.storage.store import Store
from puzzler.search.method import Method
from puzzler.solver.inspection.job import InspectionWorker


class Learning(Inspecting):
    """All that can be done in the Lab, and tiles can be slid."""

    def __init__(
        self,
        context: Context,
        trial: Trial,
        *,
        examine: Callable[[Problem, Method], InspectionWorker],
        store: Store,
        rate: float | None = 10,
        on_answer: Callable[[bool], None],
    ) -> None:
        """``on_answer`` is told of every prediction whether it was right."""
        super().__init__(
            context,
            Problem(trial.start, trial.goal),
            trial.method,
            examine=examine,
            store=store,
            moment=trial.moment,
            rate=rate,
            own_path=(trial.start,),
        )
        self.trial = trial
        """What the step tells of; ``stand`` replaces it."""
        self._on_answer = on_answer

    @property
    def is_away(self) -> bool:
        """Another board, another method, or another moment than the step tells of."""
        trial = self.trial
        if self.is_elsewhere:
            return True
        state = self.state()
        if state.is_predicting:
            return False
        if trial.moment is None:
            return not state.is_at_end and not state.is_running
        here = state.expansions if state.target is None else state.target
        wanted = min(trial.moment, state.last_known) if state.is_end_known else trial.moment
        return state.is_running or here != wanted

    @property
    def is_elsewhere(self) -> bool:
        """Another board or another method than the step tells of."""
        trial = self.trial
        here = self.problem.start, self.problem.goal, self.method
        return here != (trial.start, trial.goal, trial.method)

    def stand(self, trial: Trial) -> None:
        """Go where ``trial`` stands, whatever is shown now."""
        self.trial = trial
        problem = Problem(trial.start, trial.goal)
        if (problem, trial.method) != (self.problem, self.method):
            self._own_path = (trial.start,)
            self.search_anew(problem, trial.method)
        if trial.moment is None:
            self.to_end()
        elif self._moment is not None or trial.moment:
            self.seek(trial.moment)

    def answer(self, choice: int) -> None:
        """As in the Lab; and the lesson is told."""
        was_asked = self._question is not None
        super().answer(choice)
        if was_asked and self._verdict is not None:
            self._on_answer(self._verdict.is_right)

    def click(self, cell: int) -> Reply:
        """The tiles up to the blank slide, and the search begins anew from there."""
        board = self.board
        moves = board.moves_to_slide(cell)
        after = board.apply_all(moves)
        if not moves or after == self.goal:
            return self._refuse(messages.GOAL_HAS_NO_SEARCH if moves else "")
        self._context.feedback.happen(Happening.SLID)
        self.take(after, self.goal)
        return Reply.DONE

    def take(self, board: Board, goal: Board) -> None:
        """Search from another board, with the same method; UnsolvableError where that cannot be."""
        problem = Problem(board, goal)
        self._own_path = (board,)
        self.search_anew(problem, self.method)
