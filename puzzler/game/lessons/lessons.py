"""Opens lessons, goes through their steps and takes the answers."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from puzzler.board.board import Board
from puzzler.board.errors import PuzzlerError
from puzzler.board.numbers import decimal_number
from puzzler.board.scenario import Problem
from puzzler.board.shuffler import shuffle
from puzzler.formats import registry
from puzzler.game.core import texts
from puzzler.game.core.activity import Activity, ActivitySwitch
from puzzler.game.core.feedback import Happening
from puzzler.game.lab.lab import Lab
from puzzler.game.lab.prediction import PredictionKind
from puzzler.game.lessons.asking import ShownQuestion, fill_question
from puzzler.game.lessons.course import SKIPPED, Course, LessonState, first_open
from puzzler.game.lessons.figures import Entries, NoFigureError, compare
from puzzler.game.lessons.learning import ANSWER_FIRST, NOT_A_NUMBER, Browsing, Learning, Trying
from puzzler.game.lessons.lesson import AnswerKind, Lesson, LessonPanel, LessonStep, Shelf, Trial
from puzzler.game.storage.practice import Practice, StoredAnswer
from puzzler.humanize import sentence
from puzzler.progress import Reporter, one_step
from puzzler.search.custom.source import CodeFile
from puzzler.solver.worker import CallWorker, call

if TYPE_CHECKING:
    from puzzler.search.homework.assignment import TaskResult
    from puzzler.search.homework.task import CodeTask

RIGHT, WRONG, REACHED = "right", "wrong", "reached"
_CHECKING = "lesson code"
_WITHOUT_SEARCH = (LessonPanel.BOARD, LessonPanel.FIGURES, LessonPanel.TEXT)
"""The panels that do not show the moment of the search."""


class Lessons(Course):
    """Opens lessons. The game does not change; ``session.stop`` returns to it."""

    def __init__(
        self, context: ActivitySwitch, practice: Practice, lab: Lab, read: Callable[[], Shelf]
    ) -> None:
        """read: reads the lessons of the list."""
        super().__init__(practice, read)
        self._position = 0
        self._run = ""
        self._context = context
        self._lab = lab
        self._excursion: Activity | None = None
        self._comparison: CallWorker[Entries, Entries] | None = None
        self._shown_question: tuple[LessonStep, ShownQuestion | None] | None = None
        self._is_again = False  # the question is asked again after an answer
        self._is_skipped = False
        self._code: CodeFile | None = None

    # ---- State ------------------------------------------------------------------------------

    def state(self) -> LessonState:
        """The state of the lessons."""
        activity, opened, work = self._context.activity, self._opened, self._comparison
        is_list = activity.shows_lessons and self.is_read
        lesson, step = self.lesson, self._step
        return LessonState(
            entries=self.entries() if is_list else (),
            troubles=self.shelf.troubles if is_list else (),
            folder=self.shelf.folder if is_list else "",
            lesson=lesson,
            step=step,
            position=self._position,
            run=self._run,
            is_open=opened is not None,
            is_away=opened is not None and opened.is_away,
            is_excursion=self._excursion is not None and activity is self._excursion,
            shown_question=None if step is None else self._question(step),
            last_answer=None if step is None else self._last_answer(step),
            results=() if work is None else work.latest.result or work.latest.step or (),
            code=self._code,
            advice=opened.advice if isinstance(opened, Trying) else None,
        )

    @property
    def is_busy(self) -> bool:
        """Whether searches of the step are running."""
        return self._comparison is not None and not self._comparison.latest.is_over

    @property
    def _step(self) -> LessonStep | None:
        return None if self.lesson is None else self.lesson.steps[self._position]

    @property
    def _opened(self) -> Learning | Trying | None:
        activity = self._context.activity
        return activity if isinstance(activity, Learning | Trying) else None

    def open_elsewhere(self, open_other: Callable[[], object]) -> None:
        """Open the step's search in another view. Leaving that view returns to the step."""
        was_open = self._opened is not None
        open_other()
        is_out = was_open and self._opened is None
        self._excursion = self._context.activity if is_out else None

    # ---- Navigation -------------------------------------------------------------------------

    def enter(self) -> bool:
        """Return to the open step, or to the list."""
        return self.browse() if self.lesson is None else self.go(self._position)

    def browse(self) -> bool:
        """Leave the lesson and show the list when it is read."""
        if not self.is_read:
            take = partial(setattr, self, "shelf")
            self._context.background.run("lessons", "", one_step(self._read), take)
        self.lesson = None
        self._show_figures()
        self._context.enter(Browsing(self._context))
        return True

    def begin(self, lesson: Lesson, position: int | None = None) -> bool:
        """Open a lesson, by default at the step shown last.

        If all steps have been shown, the lesson opens at its first open question or at its start.
        """
        ours = self.shelf.lessons.get(lesson.name)
        lesson = ours if ours is not None and ours == lesson else lesson
        if position is None:
            entry = self._entry(lesson)
            position = first_open(entry) if entry.is_visited else entry.progress.last
        self.lesson = lesson
        return self.go(position)

    def next(self) -> None:
        """Go to the next step, or after the last one to the list."""
        if self.lesson is not None and self._position == len(self.lesson.steps) - 1:
            self.browse()
        else:
            self.go(self._position + 1)

    def previous(self) -> None:
        """Go to the previous step."""
        if self._position:
            self.go(self._position - 1)

    def go(self, position: int) -> bool:
        """Go to a step. The position is limited to those of the lesson."""
        if self.lesson is None:
            return False
        self._position = max(0, min(position, len(self.lesson.steps) - 1))
        self._run, self._is_again, self._is_skipped = "", False, False
        step, activity = self.lesson.steps[self._position], self._context.activity
        if step.panel is LessonPanel.PLAY:
            if isinstance(activity, Trying):
                self._context.say("")
                activity.show_step(step)
            else:
                note = partial(self._answer, REACHED, is_right=True)
                self._context.enter(Trying(self._context, step, note))
        elif isinstance(activity, Learning):
            self._context.say("")
            activity.show_trial(self._trial(step))
        else:
            learning = Learning(
                self._lab.inspection,
                self._trial(step),
                self._note_prediction,
                self._student_code,
                self._skip,
                self._is_hidden,
                self._check_again,
            )
            self._context.enter(learning)
        self._visit(self.lesson, self._position)
        self._ask()
        self._show_figures()
        return True

    def restore(self) -> None:
        """Show the step as it was when it was opened."""
        self.look_at("")
        self._ask()

    def look_at(self, run: str) -> None:
        """Show a run of the step; "" is the step's own search."""
        opened, step = self._opened, self._step
        if opened is not None and step is not None:
            self._run = run if run in step.runs else ""
            opened.show_trial(self._trial(step))

    def take_board(self, text: str) -> str:
        """Use another board in the step. Returns an error message, or ""."""
        opened = self._opened
        if opened is None:
            return ""
        if isinstance(opened, Learning) and opened.is_held():
            return ANSWER_FIRST
        try:
            board = registry.read(text.replace(" / ", "/")).start
            is_same = board.size == opened.goal.size
            goal = opened.goal if is_same else Board.solved(*board.size)
            if board == goal:
                return texts.ALREADY_SOLVED
            opened.take(Problem(board, goal))
        except PuzzlerError as error:
            return texts.reason(error)
        return ""

    def random_board(self) -> str:
        """Return a random solvable board of the same size, as text."""
        goal = self._context.activity.goal
        return str(shuffle(*goal.size, goal=goal).start)

    def mix(self) -> None:
        """Use a random board of the same size on which the target is not reached."""
        trying = self._opened
        while isinstance(trying, Trying) and trying.advice is not None:
            self.take_board(self.random_board())
            if not trying.advice.is_reached:
                return

    def demonstrate(self) -> None:
        """Play the suggested moves to the next target."""
        if isinstance(self._opened, Trying):
            self._opened.demonstrate()

    # ---- Questions --------------------------------------------------------------------------

    def choose(self, number: int) -> None:
        """Answer with the choice at this index."""
        state = self.state()
        question = state.shown_question
        if question is None or state.last_answer is not None:
            return
        if question.kind is AnswerKind.CHOOSE and number in range(len(question.choices)):
            self._answer(question.choices[number], is_right=number == question.right)

    def say(self, text: str) -> bool:
        """Answer with a number. Shows a message and returns False if ``text`` is not a number."""
        question = self.state().shown_question
        if question is None or question.kind is not AnswerKind.NUMBER:
            return False
        try:
            number = decimal_number(text.replace(",", "").replace(" ", ""), -math.inf)
        except ValueError:
            self._context.refuse(NOT_A_NUMBER)
            return False
        self._answer(text.strip(), is_right=number == question.right)
        return True

    def check_code(self, source: CodeFile) -> None:
        """Answer with a heuristic of the student, which is checked in the background."""
        step, self._code = self._step, source
        if step is None or step.question is None or not step.asks_for_code:
            return
        goal = step.trial.problem.goal
        work = partial(_judge, step.question.tasks, source, goal)
        take = partial(self._show_results, step, source)
        self._context.background.run(
            _CHECKING,
            f"Checking {source.title}",
            work,
            take,
            prepare=self._context.preparation.load,
        )

    def _student_code(self) -> CodeFile | None:
        step = self._step
        return self._code if step is not None and step.asks_for_code else None

    def _check_again(self) -> None:
        if self._code is not None:
            self.check_code(self._code)

    def _show_results(
        self, step: LessonStep, source: CodeFile, results: tuple[TaskResult, ...]
    ) -> None:
        """Store the answer, and show the heuristic and where it fails."""
        opened = self._opened
        if self._step is not step or not isinstance(opened, Learning):
            return
        text = "; ".join(each.text for each in results)
        self._answer(text, is_right=all(each.is_passed for each in results))
        board = next((each.board for each in results if each.board is not None), None)
        problem = step.trial.problem
        if board is not None and board != problem.goal:
            problem = Problem(board, problem.goal)
        opened.take(problem, replace(opened.method, heuristic=source.name))

    def ask_again(self) -> None:
        """Ask the question again. The stored answer remains until there is a new one."""
        self._is_again, self._is_skipped = True, False
        step, shown = self._step, self.state().shown_question
        if step is not None and step.question is not None and (shown is None or step.reveal):
            self.restore()
            self._show_figures()

    def _trial(self, step: LessonStep) -> Trial:
        """The search that is shown, and its moment."""
        trial = step.runs.get(self._run, step.trial)
        is_revealed = not step.reveal or self._last_answer(step) is not None
        # a hidden panel of a state shows only its board
        is_shown = is_revealed or step.is_to_predict or step.panel is LessonPanel.STATE
        return trial if is_shown else replace(trial, moment=0)

    def _last_answer(self, step: LessonStep) -> StoredAnswer | None:
        """Return the stored answer in the open step; None if it is not one of the choices."""
        if self.lesson is None or self._is_again:
            return None
        if self._is_skipped:
            return SKIPPED
        answer, shown = self._progress_of(self.lesson).answers.get(self._position), None
        if step.question is not None and step.question.kind is AnswerKind.CHOOSE:
            shown = self._question(step)
        is_valid = answer is None or shown is None or answer.text in shown.choices
        return answer if is_valid else None

    def _question(self, step: LessonStep) -> ShownQuestion | None:
        """The question of a step; None if there is none or it is a prediction."""
        if step.question is None or step.is_to_predict:
            return None
        if self._shown_question is None or self._shown_question[0] is not step:
            try:
                self._shown_question = step, fill_question(step)
            except NoFigureError as error:
                self._shown_question = step, None
                self._context.refuse(sentence(str(error)))
        return self._shown_question[1]

    def _show_figures(self) -> None:
        """Run the searches of the open step if it shows their figures."""
        if self._comparison is not None:
            self._comparison.cancel()
        self._comparison, state = None, self.state()
        if state.step is not None and state.step.panel is LessonPanel.FIGURES and state.is_revealed:
            context = self._context
            work = call(partial(compare, state.step), prepare=context.preparation.load)
            self._comparison = context.own(work)

    def _predicting(self) -> Learning | None:
        step, opened = self._step, self._opened
        is_to_predict = step is not None and step.is_to_predict
        return opened if is_to_predict and isinstance(opened, Learning) else None

    def _ask(self) -> None:
        """Ask for a prediction immediately, because the panels would reveal the answer."""
        learning = self._predicting()
        if learning is not None and self.state().last_answer is None:
            learning.ask(PredictionKind.NEXT)

    def _note_prediction(self, is_right: bool) -> None:
        """Use a prediction as the answer if the step asks for one at this moment."""
        learning = self._predicting()
        is_open = learning is not None and not learning.is_elsewhere
        if is_open and self.state().last_answer is None:
            self._answer(RIGHT if is_right else WRONG, is_right=is_right)

    def _skip(self) -> None:
        """Show the answer of the step's prediction, which is then no longer asked."""
        if self._predicting() is not None and self.state().last_answer is None:
            self._is_skipped, self._is_again = True, False
            self._show_figures()

    def _is_hidden(self) -> bool:
        """Whether an open question is shown without the panel of its search."""
        step = self._step
        if step is None or step.question is None or self._last_answer(step) is not None:
            return False
        return step.is_to_predict or bool(step.reveal) or step.panel in _WITHOUT_SEARCH

    def _answer(self, text: str, *, is_right: bool) -> None:
        assert self.lesson is not None, "a question is part of a lesson"
        self._store_answer(self.lesson, self._position, StoredAnswer(text, is_right))
        self._is_again = False
        step = self.lesson.steps[self._position]
        if step.reveal:
            self._show_figures()
            if not step.is_to_predict:
                self.look_at(self._run)
        if is_right:
            self._context.feedback.happen(Happening.RIGHT)


def _judge(
    tasks: Sequence[CodeTask], source: CodeFile, goal: Board, report: Reporter
) -> tuple[TaskResult, ...]:
    """Grade a heuristic. The checks are imported when they are needed, in the background."""
    from puzzler.search.homework.assignment import judge_heuristic

    return judge_heuristic(tasks, source, goal, report)
