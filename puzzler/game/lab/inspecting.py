"""Inspecting: a search under the lens, forward and back, and bets on what it does next."""

from __future__ import annotations

from collections.abc import Callable

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.board.scenario import Problem
from puzzler.game import wording
from puzzler.game.activity import Reply
from puzzler.game.lab.inspection_state import Inspected
from puzzler.game.lab.prediction import (
    Predictions,
    PredictionScore,
    Question,
    QuestionKind,
    Verdict,
    judge,
    make_question,
)
from puzzler.game.play.slide import HAND_SECONDS, Cause, Happening
from puzzler.game.sitting import Sitting
from puzzler.humanize import sentence
from puzzler.search.method import Method
from puzzler.search.result import Outcome
from puzzler.solver.inspection.job import InspectionWorker
from puzzler.solver.inspection.moments import Moment
from puzzler.solver.messages import Pause, Record, Resume, Seek, SetRate

RATES: tuple[float | None, ...] = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, None)
"""Expansions a second to choose from; None is as fast as it goes."""


class Inspecting(Inspected):
    """One search, at one of its moments. The game waits beneath as it is; ``leave`` goes back.

    Where its own board is searched and the end shows a solution of it, it counts as coached.
    """

    def __init__(
        self,
        sitting: Sitting,
        problem: Problem,
        method: Method,
        *,
        examine: Callable[[Problem, Method], InspectionWorker],
        predictions: Predictions,
        moment: int | None = 0,
        rate: float | None = 10,
        own_path: tuple[Board, ...] = (),
    ) -> None:
        """moment: where it begins; None is the end. ``rate``: see ``RATES``."""
        super().__init__(problem, method, examine(problem, method), own_path)
        self.rate = rate
        """Expansions a second while it runs, 1 to 1000; None is as fast as it goes."""
        self.question: Question | None = None
        """What is asked: the search waits for ``answer``."""
        self.verdict: Verdict | None = None
        """What the last answer came to, until something else is done."""
        self._sitting = sitting
        self._examine = examine
        self._predictions = predictions
        self._begins_at = moment
        self._records = Record()
        self._asks: QuestionKind | None = None
        self._is_asking = False  # a question is wanted as soon as the search stands still
        self._has_told = False

    # ---- Through the search ---------------------------------------------------------------

    def begin(self) -> None:
        """At the moment it begins with."""
        self._sitting.stage.jump(self._sitting.board, self.board)
        self._sitting.say("")
        if self._begins_at is None:
            self.to_end()
        elif self._begins_at:
            self.seek(self._begins_at)

    def seek(self, moment: int) -> None:
        """Stand still at ``moment``, held within the search."""
        self._drop_question()
        self._stand(moment)

    def step(self, count: int) -> None:
        """Stand still ``count`` expansions further on, back where negative."""
        self.seek((self.expansions if self._target is None else self._target) + count)

    def to_start(self) -> None:
        """Before the first expansion."""
        self.seek(0)

    def to_end(self) -> None:
        """To the end of the search; where nobody knows how far that is, as fast as it goes."""
        total = None if self._moment is None else self._moment.total
        if total is not None:
            self.seek(total)
        else:
            self._drop_question()
            self._run(None)

    def run(self) -> None:
        """Go on at ``rate``; from the end begin again."""
        self._drop_question()
        if self.is_at_end and self._target is None:
            self._examiner.send(Seek(0))
        self._run(self.rate)

    def pause(self) -> None:
        """Stand still where it is."""
        if self.is_running:
            self._ran_from = None
            self._examiner.send(Pause())

    def toggle_pause(self) -> None:
        """Run, or stand still."""
        if self.is_running:
            self.pause()
        else:
            self.run()

    def set_rate(self, rate: float | None) -> None:
        """Expansions a second, held within 1 to 1000; None is as fast as it goes."""
        self.rate = None if rate is None else min(max(rate, 1), 1000)
        if self.is_running:
            self._examiner.send(SetRate(self.rate))

    def change_rate(self, steps: int) -> None:
        """The rate so many places further among ``RATES``, slower where negative."""
        at = len(RATES) - 1
        if self.rate is not None:
            at = next(at for at, rate in enumerate(RATES) if rate is None or rate >= self.rate)
        self.set_rate(RATES[min(max(at + steps, 0), len(RATES) - 1)])

    def set_method(self, method: Method) -> None:
        """Search with another method, from its first moment on."""
        if method != self.method:
            self.search_anew(self.problem, method)

    def search_anew(self, problem: Problem, method: Method) -> None:
        """Another search is under the lens, at its first moment."""
        self._drop_question()
        before = self.board
        self._examiner.cancel()
        self.problem, self.method = problem, method
        self._moment = self._target = self._ran_from = None
        self._board, self._has_told = problem.start, False
        self._examiner = self._examine(problem, method)
        self._examiner.send(self._records)
        self._sitting.stage.change(before, self.board, Cause.PLAYBACK, HAND_SECONDS)

    def record(self, *, ranks: bool = False, tree: bool = False) -> None:
        """What ``log`` is to tell from now on, because it is shown."""
        records = Record(ranks, tree)
        if records != self._records:
            self._records = records
            self._examiner.send(records)

    # ---- Bets -----------------------------------------------------------------------------

    @property
    def score(self) -> PredictionScore:
        """How good the predictions were, those of earlier days included."""
        return self._predictions.prediction_score()

    @property
    def is_predicting(self) -> bool:
        """A question is asked, or about to be, or its answer is shown."""
        return self._is_asking or self.question is not None or self.verdict is not None

    def ask(self, kind: QuestionKind | None = None) -> None:
        """Stand still, and ask what comes next; ``kind``: what is to be asked, None by turns."""
        self._drop_question()
        if self.is_at_end and self._target is None:
            self._refuse(wording.NOTHING_TO_PREDICT)
            return
        self.pause()
        self._is_asking, self._asks = True, kind
        self._ask()

    def answer(self, choice: int) -> None:
        """Take that choice: ``verdict`` tells what it came to, and the search goes one on."""
        question = self.question
        if question is None or not 0 <= choice < len(question.choices):
            return
        self.verdict, self.question = judge(question, choice), None
        self._predictions.keep_prediction(question.kind, self.verdict.is_right)
        if self.verdict.is_right:
            self._sitting.stage.happen(Happening.RIGHT)
        self._stand(question.moment + 1)

    def stop_asking(self) -> None:
        """Ask no more; the search stands where it is."""
        self._drop_question()

    # ---- What the hand does ---------------------------------------------------------------

    def click(self, cell: int) -> Reply:
        """Nothing is played here; the line says what to do."""
        return self._refuse(wording.INSPECTED)

    def move(self, move: Move) -> Reply:
        """As ``click``."""
        return self._refuse(wording.INSPECTED)

    def undo(self) -> Reply:
        """There is nothing to take back."""
        return Reply.REFUSED

    def redo(self) -> Reply:
        """There is nothing to do again."""
        return Reply.REFUSED

    def tick(self, elapsed: float) -> None:
        """Show the newest moment."""
        newest = self._examiner.latest.moment
        if newest is not None and newest is not self._moment:
            before = self.board
            self._moment = newest
            expansion = newest.glimpse.expansion
            if expansion is not None:
                self._board = expansion.node.board
            elif not newest.expansions:
                self._board = self.problem.start
            self._sitting.stage.jump(before, self.board)
            self._arrive(newest)
        self._ask()
        if self._examiner.failure and not self._has_told:
            self._has_told = True
            self._ran_from = self._target = None
            self._sitting.say(sentence(self._examiner.failure))

    def leave(self) -> None:
        """Back to the game as it was."""
        self._examiner.cancel()
        if not self._is_over:
            self._is_over = True
            self._sitting.stage.jump(self.board, self._sitting.board)
            self._sitting.say("")

    # ---- Within ---------------------------------------------------------------------------

    def _stand(self, moment: int) -> None:
        total = None if self._moment is None else self._moment.total
        moment = max(0, moment if total is None else min(moment, total))
        self._target, self._ran_from = moment, None
        self._examiner.send(Seek(moment))

    def _run(self, rate: float | None) -> None:
        self._target = None
        self._ran_from = 0 if self._moment is None else self._moment.sequence
        self._examiner.send(SetRate(rate))
        self._examiner.send(Resume())

    def _arrive(self, moment: Moment) -> None:
        """A new moment is shown."""
        is_end = moment.at_end and moment.is_there
        is_wished = is_end or moment.expansions == self._target
        if moment.is_there and is_wished:
            self._target = None
        if self._ran_from is not None and moment.at_end and moment.sequence > self._ran_from:
            self._ran_from = None
        if is_end and moment.result is not None and moment.result.status is Outcome.SOLVED:
            self._mark_game()

    def _ask(self) -> None:
        """Ask, where that is wanted and the search stands still."""
        moment = self._moment
        if not self._is_asking or moment is None or not moment.is_there or moment.is_running:
            return
        if self._target is not None:
            return
        self._is_asking = False
        self.question = make_question(
            moment.glimpse, moment.coming, self.method.heuristic, self._asks
        )
        if self.question is None:
            is_end = moment.at_end or moment.coming is None
            self._refuse(wording.NOTHING_TO_PREDICT if is_end else wording.NO_QUESTION_HERE)

    def _drop_question(self) -> None:
        self.question = self.verdict = None
        self._is_asking = False

    def _mark_game(self) -> None:
        """Who sees a solution of the board that is being played has had help."""
        game, play = self._sitting.game, self._sitting.game.play
        if play.is_solved or play.scenario.goal != self.problem.goal or play.is_helped:
            return
        if self.problem.start not in (play.scenario.start, play.board):
            return
        if play.blindfold:
            game.assist()
            self._sitting.say(wording.BLINDFOLD_GIVEN_UP)
        else:
            game.coach()
            self._sitting.say(wording.COUNTS_AS_COACHED)
        self._sitting.changed()

    def _refuse(self, message: str) -> Reply:
        self._sitting.say(message)
        self._sitting.stage.happen(Happening.REFUSED)
        return Reply.REFUSED
