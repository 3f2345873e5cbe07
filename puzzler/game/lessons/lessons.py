"""The lessons: what there is to learn, how far one is, and the step that is open."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property, partial

from puzzler.board.board import Board
from puzzler.board.errors import PuzzlerError
from puzzler.board.scenario import Problem
from puzzler.board.shuffler import shuffle
from puzzler.formats import registry
from puzzler.game.core import texts
from puzzler.game.core.activity import Activity, ActivitySwitch
from puzzler.game.core.feedback import Happening
from puzzler.game.lab.lab import Lab
from puzzler.game.lab.prediction import PredictionKind
from puzzler.game.lessons.asking import Asked, asked
from puzzler.game.lessons.figures import Entries, NoFigureError, comparing
from puzzler.game.lessons.learning import NOT_A_NUMBER, Browsing, Learning, Trying
from puzzler.game.lessons.lesson import AnswerKind, Lesson, LessonPanel, LessonStep, Shelf, Trial
from puzzler.game.storage.practice import Answered, LessonProgress, Practice
from puzzler.humanize import sentence
from puzzler.progress import one_step
from puzzler.search.custom.source import CodeFile
from puzzler.search.homework.assignment import Judged, judging
from puzzler.solver.worker import CallWorker, call

_OTHER = "file "
"""Before the names of lessons that do not come with the program: one may have another's name."""
RIGHT, WRONG = "right", "wrong"
_CHECKING = "lesson code"


@dataclass(frozen=True)
class LessonEntry:
    """A line of the list."""

    lesson: Lesson
    progress: LessonProgress
    seen: int
    asks: int
    right: int
    """How many of them were answered, and rightly at last."""

    @property
    def is_done(self) -> bool:
        """Every step was looked at."""
        return self.seen == len(self.lesson.steps)


@dataclass(frozen=True, kw_only=True)
class LessonState:
    """The lessons as they stand."""

    entries: tuple[LessonEntry, ...]
    troubles: tuple[str, ...]
    """A line for each lesson of the list that cannot be read, where the list is shown."""
    folder: str
    """The folder whose lessons the list has; "" where it has those that come with Puzzler."""
    lesson: Lesson | None
    step: LessonStep | None
    """The step that is open, or was when another view was gone to."""
    position: int
    run: str
    """Which of the step's other searches is shown; "" is the step's own."""
    is_open: bool
    """A step is on the screen."""
    is_away: bool
    """The person has changed what the step shows."""
    is_excursion: bool
    """What is shown was opened from the step, and ``enter`` leads back to it."""
    asked: Asked | None
    answered: Answered | None
    """What was answered, until the question is put again."""
    results: Entries
    """The searches of the step that have ended, where it shows their figures."""
    code: CodeFile | None
    """The heuristic of the person's that was checked last."""

    @property
    def chosen(self) -> int | None:
        """The choice that was answered, from 0."""
        if self.asked is None or self.answered is None:
            return None
        choices = self.asked.choices
        return choices.index(self.answered.given) if self.answered.given in choices else None

    @property
    def is_revealed(self) -> bool:
        """What the step tells only after its question is shown; True where it has no such thing."""
        return self.step is None or not self.step.reveal or self.answered is not None


class Lessons:
    """Opens lessons beside the game, which waits as it is; ``session.stop`` goes back to it."""

    def __init__(
        self, context: ActivitySwitch, practice: Practice, lab: Lab, read: Callable[[], Shelf]
    ) -> None:
        """``read`` reads the lessons of the list."""
        self.lesson: Lesson | None = None
        """The one that was begun last and was not left for the list."""
        self._position = 0
        self._run = ""
        self._context = context
        self._practice = practice
        self._lab = lab
        self._read = read
        self._progress: dict[str, LessonProgress] | None = None
        self._excursion: Activity | None = None
        self._comparison: CallWorker[Entries, Entries] | None = None
        self._asked: tuple[LessonStep, Asked | None] | None = None
        self._is_again = False  # the question is put again though it was answered
        self._code: CodeFile | None = None

    # ---- What there is ----------------------------------------------------------------------

    def state(self) -> LessonState:
        """The lessons as they stand."""
        activity, opened, work = self._context.activity, self._opened, self._comparison
        is_list = activity.shows_lessons and self.is_read
        lesson = self.lesson
        step = None if lesson is None else lesson.steps[self._position]
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
            asked=None if step is None else self._question(step),
            answered=None if step is None else self._answered(step),
            results=() if work is None else work.latest.result or work.latest.step or (),
            code=self._code,
        )

    @property
    def is_busy(self) -> bool:
        """More figures of the step will be known without input."""
        return self._comparison is not None and not self._comparison.latest.is_over

    @cached_property
    def shelf(self) -> Shelf:
        """The lessons of the list; read at once where they were not yet."""
        return self._read()

    @property
    def is_read(self) -> bool:
        """The lessons of the list are there."""
        return "shelf" in vars(self)

    @property
    def _opened(self) -> Learning | Trying | None:
        activity = self._context.activity
        return activity if isinstance(activity, Learning | Trying) else None

    def entries(self) -> tuple[LessonEntry, ...]:
        """The lessons of the list, and the one that is open."""
        lessons = list(self.shelf.lessons.values())
        if self.lesson is not None and self.lesson not in lessons:
            lessons.append(self.lesson)
        return tuple(map(self._entry, lessons))

    def _entry(self, lesson: Lesson) -> LessonEntry:
        progress = self._progress_of(lesson)
        seen = len(progress.seen & frozenset(range(len(lesson.steps))))
        asks = [number for number, step in enumerate(lesson.steps) if step.question is not None]
        answers = [progress.answers[number] for number in asks if number in progress.answers]
        right = sum(answer.is_right for answer in answers)
        return LessonEntry(lesson, progress, seen, len(asks), right)

    def _progress_of(self, lesson: Lesson) -> LessonProgress:
        if self._progress is None:
            self._progress = self._practice.lesson_progress()
        return self._progress.get(self._key(lesson), LessonProgress())

    def go_out(self, open_other: Callable[[], object]) -> None:
        """Let the step's search be opened elsewhere: leaving that leads back here."""
        was_open = self._opened is not None
        open_other()
        is_out = was_open and self._opened is None
        self._excursion = self._context.activity if is_out else None

    # ---- Going through ----------------------------------------------------------------------

    def enter(self) -> bool:
        """To the lesson that was begun, at its step, or to the list."""
        return self.browse() if self.lesson is None else self.go(self._position)

    def browse(self) -> bool:
        """To the list, as soon as it is read; the lesson is left."""
        if not self.is_read:
            take = partial(setattr, self, "shelf")
            self._context.background.run("lessons", "", one_step(self._read), take)
        self.lesson = None
        self._show_figures()
        self._context.enter(Browsing(self._context))
        return True

    def begin(self, lesson: Lesson, position: int | None = None) -> bool:
        """Open ``lesson``, by default where it was left, one that is done at its beginning."""
        ours = self.shelf.lessons.get(lesson.name)
        lesson = ours if ours is not None and ours == lesson else lesson
        if position is None:
            entry = self._entry(lesson)
            position = 0 if entry.is_done else entry.progress.last
        self.lesson = lesson
        return self.go(position)

    def next(self) -> None:
        """The next step; after the last one the list."""
        if self.lesson is not None and self._position == len(self.lesson.steps) - 1:
            self.browse()
        else:
            self.go(self._position + 1)

    def previous(self) -> None:
        """The step before."""
        if self._position:
            self.go(self._position - 1)

    def go(self, position: int) -> bool:
        """To that step, held within the lesson."""
        if self.lesson is None:
            return False
        self._position = max(0, min(position, len(self.lesson.steps) - 1))
        self._run, self._is_again = "", False
        step, activity = self.lesson.steps[self._position], self._context.activity
        is_played, trial = step.panel is LessonPanel.PLAY, self._trial(step)
        if isinstance(activity, Trying if is_played else Learning):
            self._context.say("")
            activity.stand(trial)
        elif is_played:
            self._context.enter(Trying(self._context, trial))
        else:
            answer, code, again = self._note_prediction, self._asked_code, self._check_again
            self._context.enter(Learning(self._lab.inspection, trial, answer, code, again))
        self._practice.see_step(self._key(self.lesson), self._position)
        self._progress = None
        self._ask()
        self._show_figures()
        return True

    def restore(self) -> None:
        """Show what the step shows at first."""
        self.look_at("")
        self._ask()

    def look_at(self, run: str) -> None:
        """One of the step's other searches, by its name; "" is the step's own."""
        opened, step = self._opened, self.state().step
        if opened is not None and step is not None:
            self._run = run if run in step.runs else ""
            opened.stand(self._trial(step))

    def take_board(self, text: str) -> str:
        """Put the step's search, or its play, on another board; "" or what is wrong with it."""
        opened = self._opened
        if opened is None:
            return ""
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
        """A board of the same shape that can be solved, as text."""
        goal = self._context.activity.goal
        return str(shuffle(*goal.size, goal=goal).start)

    # ---- Questions --------------------------------------------------------------------------

    def choose(self, number: int) -> None:
        """Answer with a choice, from 0."""
        state = self.state()
        question = state.asked
        if question is None or state.answered is not None:
            return
        if question.kind is AnswerKind.CHOOSE and number in range(len(question.choices)):
            self._answer(question.choices[number], is_right=number == question.right)

    def say(self, text: str) -> bool:
        """Answer with a number; False, and said, where ``text`` is none."""
        question = self.state().asked
        if question is None or question.kind is not AnswerKind.NUMBER:
            return False
        try:
            number = float(text.replace(",", "").replace(" ", ""))
        except ValueError:
            number = math.nan
        if not math.isfinite(number):
            self._context.refuse(NOT_A_NUMBER)
            return False
        self._answer(text.strip(), is_right=number == question.right)
        return True

    def check_code(self, source: CodeFile) -> None:
        """Answer with a heuristic of the person's: it is checked in the background."""
        step, self._code = self.state().step, source
        if step is None or step.question is None or not step.asks_for_code:
            return
        steps = judging(step.question.tasks, source, step.trial.problem.goal)
        take = partial(self._take_judged, step, source)
        self._context.background.run(
            _CHECKING,
            f"Checking {source.title}",
            steps,
            take,
            prepare=self._context.preparation.load,
        )

    def _asked_code(self) -> CodeFile | None:
        step = self.state().step
        return self._code if step is not None and step.asks_for_code else None

    def _check_again(self) -> None:
        """The file was saved."""
        if self._code is not None:
            self.check_code(self._code)

    def _take_judged(self, step: LessonStep, source: CodeFile, judged: tuple[Judged, ...]) -> None:
        """The answer; the step shows the heuristic, and where it fails."""
        opened = self._opened
        if self.state().step is not step or not isinstance(opened, Learning):
            return
        words = "; ".join(each.words for each in judged)
        self._answer(words, is_right=all(each.is_met for each in judged))
        board = next((each.board for each in judged if each.board is not None), None)
        problem = step.trial.problem
        if board is not None and board != problem.goal:
            problem = Problem(board, problem.goal)
        opened.take(problem, replace(opened.method, heuristic=source.name))

    def ask_again(self) -> None:
        """Put the question once more; what was answered stays kept until then."""
        self._is_again = True
        step, asked = self.state().step, self.state().asked
        if step is not None and step.question is not None and (asked is None or step.reveal):
            self.restore()
            self._show_figures()

    # ---- Within -----------------------------------------------------------------------------

    def _trial(self, step: LessonStep) -> Trial:
        """The search of the step that is shown, and where it stands now."""
        trial = step.runs.get(self._run, step.trial)
        is_told = not step.reveal or self._answered(step) is not None
        return trial if is_told or step.is_to_predict else replace(trial, moment=0)

    def _answered(self, step: LessonStep) -> Answered | None:
        """The answer to the question of the open step; one that is no longer a choice is none."""
        if self.lesson is None or self._is_again:
            return None
        answered, asked = self._progress_of(self.lesson).answers.get(self._position), None
        if step.question is not None and step.question.kind is AnswerKind.CHOOSE:
            asked = self._question(step)
        is_known = answered is None or asked is None or answered.given in asked.choices
        return answered if is_known else None

    def _question(self, step: LessonStep) -> Asked | None:
        """The question of the step to choose or to say a number; None where there is none."""
        if step.question is None or step.is_to_predict:
            return None
        if self._asked is None or self._asked[0] is not step:
            try:
                self._asked = step, asked(step)
            except NoFigureError as error:
                self._asked = step, None
                self._context.refuse(sentence(str(error)))
        return self._asked[1]

    def _show_figures(self) -> None:
        """Run the searches of the open step, where it shows their figures now."""
        if self._comparison is not None:
            self._comparison.cancel()
        self._comparison, state = None, self.state()
        if state.step is not None and state.step.panel is LessonPanel.FIGURES and state.is_revealed:
            context = self._context
            work = call(comparing(state.step), prepare=context.preparation.load)
            self._comparison = context.own(work)

    def _predicting(self) -> Learning | None:
        step, opened = self.state().step, self._opened
        is_to_predict = step is not None and step.is_to_predict
        return opened if is_to_predict and isinstance(opened, Learning) else None

    def _ask(self) -> None:
        """What is to be predicted is asked at once: what is shown beside it would tell it."""
        learning = self._predicting()
        if learning is not None and self.state().answered is None:
            learning.ask(PredictionKind.NEXT)

    def _note_prediction(self, is_right: bool) -> None:
        """A prediction counts as the answer where that was asked for, and at its moment."""
        learning = self._predicting()
        if learning is not None and not learning.is_elsewhere:
            self._answer(RIGHT if is_right else WRONG, is_right=is_right)

    def _answer(self, given: str, *, is_right: bool) -> None:
        assert self.lesson is not None, "a question belongs to a lesson"
        self._practice.answer_step(
            self._key(self.lesson), self._position, Answered(given, is_right)
        )
        self._progress, self._is_again = None, False
        step = self.lesson.steps[self._position]
        if step.reveal:
            self._show_figures()
            if not step.is_to_predict:
                self.look_at(self._run)
        if is_right:
            self._context.feedback.happen(Happening.RIGHT)

    def _key(self, lesson: Lesson) -> str:
        is_ours = not self.shelf.folder and self.shelf.lessons.get(lesson.name) is lesson
        return lesson.name if is_ours else f"{_OTHER}{lesson.file or lesson.name}"
