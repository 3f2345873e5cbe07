"""The lessons: what there is to learn, how far one is, and the step that is open."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from puzzler.board.board import Board
from puzzler.board.errors import PuzzlerError, UnsolvableError
from puzzler.board.shuffler import shuffle
from puzzler.formats import registry
from puzzler.game.lab.lab import Lab
from puzzler.game.lab.prediction import QuestionKind as Asks
from puzzler.game.lessons.asking import Asked, asked
from puzzler.game.lessons.figures import NoFigureError
from puzzler.game.lessons.learning import (
    LESSON_WHILE_SEARCHING,
    NOT_A_NUMBER,
    Browsing,
    Learning,
    Trying,
)
from puzzler.game.lessons.values import (
    Lesson,
    QuestionKind,
    Shelf,
    Step,
    View,
)
from puzzler.game.play import messages as play_messages
from puzzler.game.play.context import Activity, Context
from puzzler.game.play.slide import Happening
from puzzler.game.storage.practice import Answered, LessonProgress
from puzzler.game.storage.store import Store
from puzzler.humanize import sentence

_OTHER = "file "
"""Before the names of lessons that do not come with the program: one may have another's name."""
RIGHT, WRONG = "right", "wrong"
"""What is kept of a prediction."""


@dataclass(frozen=True)
class Entry:
    """A line of the list."""

    lesson: Lesson
    progress: LessonProgress

    @property
    def is_begun(self) -> bool:
        """A step was looked at."""
        return bool(self.progress.seen)

    @property
    def is_done(self) -> bool:
        """Every step was looked at."""
        return self.seen == len(self.lesson.steps)

    @property
    def seen(self) -> int:
        """How many steps were looked at."""
        return len(self.progress.seen & frozenset(range(len(self.lesson.steps))))

    @property
    def asks(self) -> int:
        """How many questions it has."""
        return sum(step.question is not None for step in self.lesson.steps)

    @property
    def right(self) -> int:
        """How many of them were answered, and rightly at last."""
        answers = self.progress.answers
        return sum(
            step.question is not None and number in answers and answers[number].is_right
            for number, step in enumerate(self.lesson.steps)
        )


@dataclass(frozen=True)
class LessonState:
    """The lessons as they stand."""

    entries: tuple[Entry, ...]
    troubles: tuple[str, ...]
    """A line for each bundled lesson that cannot be read, where the list is shown."""
    lesson: Lesson | None
    """The one that was begun last and was not left for the list."""
    position: int
    run: str
    """Which of the step's other searches is shown; "" is the step's own."""
    is_open: bool
    is_away: bool
    """The person has changed what the step shows."""
    is_excursion: bool
    """What is shown was opened from the step, and ``enter`` leads back to it."""
    asked: Asked | None
    """The question of the step to choose or to say a number; None where there is none."""
    answered: Answered | None
    """What was answered, until the question is put again."""

    @property
    def step(self) -> Step | None:
        """The step that is open, or was when another view was gone to."""
        return None if self.lesson is None else self.lesson.steps[self.position]

    @property
    def is_first(self) -> bool:
        """There is no step before."""
        return self.position == 0

    @property
    def is_last(self) -> bool:
        """There is no step after."""
        return self.lesson is None or self.position == len(self.lesson.steps) - 1

    @property
    def chosen(self) -> int | None:
        """The choice that was answered, from 0."""
        if self.answered is None or not self.answered.given.isdecimal():
            return None
        return int(self.answered.given) - 1


class Lessons:
    """Opens lessons beside the game, which waits as it is; ``session.stop`` goes back to it."""

    def __init__(
        self,
        context: Context,
        store: Store,
        lab: Lab,
        read: Callable[[], Shelf],
    ) -> None:
        """``read`` reads the lessons that come with the program."""
        self.lesson: Lesson | None = None
        """The one that was begun last and was not left for the list."""
        self.position = 0
        self.run = ""
        """Which of the step's other searches is looked at; "" is the step's own."""
        self._context = context
        self._store = store
        self._lab = lab
        self._read = read
        self._shelf: Shelf | None = None
        self._progress: dict[str, LessonProgress] | None = None
        self._excursion: Activity | None = None
        self._asked: tuple[Step, Asked | None] | None = None
        self._is_again = False  # the question is put again though it was answered

    # ---- What there is ----------------------------------------------------------------------

    def state(self) -> LessonState:
        """The lessons as they stand."""
        is_list = isinstance(self._context.activity, Browsing)
        return LessonState(
            tuple(self.entries) if is_list else (),
            self.troubles if is_list else (),
            self.lesson,
            self.position,
            self.run,
            self.is_open,
            self.is_away,
            self.is_excursion,
            self.asked,
            self.answered,
        )

    @property
    def lessons(self) -> Mapping[str, Lesson]:
        """Those that come with the program, by name and in their order."""
        return self._bundled.lessons

    @property
    def troubles(self) -> tuple[str, ...]:
        """A line for each of them that cannot be read."""
        return self._bundled.troubles

    @property
    def _bundled(self) -> Shelf:
        if self._shelf is None:
            self._shelf = self._read()
        return self._shelf

    @property
    def entries(self) -> list[Entry]:
        """The list: those that come with the program, and the one that is open."""
        lessons = list(self.lessons.values())
        if self.lesson is not None and self.lesson not in lessons:
            lessons.append(self.lesson)
        return [Entry(lesson, self.progress_of(lesson)) for lesson in lessons]

    def progress_of(self, lesson: Lesson) -> LessonProgress:
        """How far it was gone through."""
        if self._progress is None:
            self._progress = self._store.lesson_progress()
        return self._progress.get(self._key(lesson), LessonProgress())

    @property
    def is_open(self) -> bool:
        """A step is on the screen."""
        return isinstance(self._context.activity, Learning | Trying)

    @property
    def step(self) -> Step | None:
        """The step that is open, or was when another view was gone to."""
        return None if self.lesson is None else self.lesson.steps[self.position]

    @property
    def is_away(self) -> bool:
        """The person has changed what the step shows."""
        activity = self._context.activity
        return isinstance(activity, Learning | Trying) and activity.is_away

    @property
    def is_excursion(self) -> bool:
        """What is shown was opened from the step, and ``enter`` leads back to it."""
        return self._excursion is not None and self._context.activity is self._excursion

    def go_out(self, open_other: Callable[[], object]) -> None:
        """Let the step's search be opened elsewhere: leaving that leads back here."""
        was_open = self.is_open
        open_other()
        self._excursion = self._context.activity if was_open and not self.is_open else None

    # ---- Going through ----------------------------------------------------------------------

    def enter(self) -> bool:
        """To the lesson that was begun, at its step, or to the list.

        False, and said, while a search runs.
        """
        if self.lesson is None:
            return self.browse()
        return self.go(self.position)

    def browse(self) -> bool:
        """To the list; the lesson is left. False, and said, while a search runs."""
        if self._refuses():
            return False
        self.lesson = None
        self._context.enter(Browsing(self._context))
        return True

    def begin(self, lesson: Lesson, position: int | None = None) -> bool:
        """Open ``lesson``, by default where it was left, one that is done at its beginning.

        False, and said, while a search runs.
        """
        if self._refuses():
            return False
        ours = self.lessons.get(lesson.name)
        lesson = ours if ours is not None and ours == lesson else lesson
        if position is None:
            entry = Entry(lesson, self.progress_of(lesson))
            position = 0 if entry.is_done else entry.progress.last
        self.lesson = lesson
        return self.go(position)

    def next(self) -> None:
        """The next step; after the last one the list."""
        if self.lesson is not None:
            if self.position == len(self.lesson.steps) - 1:
                self.browse()
            else:
                self.go(self.position + 1)

    def previous(self) -> None:
        """The step before."""
        if self.position:
            self.go(self.position - 1)

    def go(self, position: int) -> bool:
        """To that step, held within the lesson; False, and said, while a search runs."""
        if self.lesson is None or self._refuses():
            return False
        self.position = max(0, min(position, len(self.lesson.steps) - 1))
        self.run, self._is_again = "", False
        step, activity = self.lesson.steps[self.position], self._context.activity
        kind = Trying if step.view is View.PLAY else Learning
        if isinstance(activity, kind):
            self._context.say("")
            activity.stand(step.trial)
        else:
            if step.view is View.PLAY:
                made: Learning | Trying = Trying(self._context, step.trial)
            else:
                made = Learning(
                    self._context,
                    step.trial,
                    examine=self._lab.examine,
                    store=self._store,
                    rate=self._lab.rate,
                    on_answer=self._note_prediction,
                )
            self._context.enter(made)
        self._store.see_step(self._key(self.lesson), self.position)
        self._progress = None
        self._ask()
        return True

    def restore(self) -> None:
        """Show what the step shows at first."""
        activity, step = self._context.activity, self.step
        if step is not None and isinstance(activity, Learning | Trying):
            self.run = ""
            activity.stand(step.trial)
            self._ask()

    def look_at(self, run: str) -> None:
        """One of the step's other searches, by its name; "" is the step's own."""
        activity, step = self._context.activity, self.step
        if step is not None and isinstance(activity, Learning | Trying):
            self.run = run if run in step.runs else ""
            activity.stand(step.runs[self.run] if self.run else step.trial)

    def take_board(self, text: str) -> str:
        """Put the step's search, or its play, on another board; "" or what is wrong with it."""
        activity = self._context.activity
        if not isinstance(activity, Learning | Trying):
            return ""
        try:
            board = registry.read(text.replace(" / ", "/")).start
            is_same = board.size == activity.goal.size
            goal = activity.goal if is_same else Board.solved(*board.size)
            if board == goal:
                return play_messages.ALREADY_SOLVED
            activity.take(board, goal)
        except UnsolvableError:
            return play_messages.UNSOLVABLE
        except PuzzlerError as error:
            return sentence(str(error))
        return ""

    def random_board(self) -> str:
        """A board of the same shape that can be solved, as text."""
        goal = self._context.activity.goal
        return str(shuffle(*goal.size, goal=goal).start)

    # ---- Questions --------------------------------------------------------------------------

    @property
    def asked(self) -> Asked | None:
        """The question of the step to choose or to say a number; None where there is none."""
        step = self.step
        if step is None or step.question is None or step.question.kind is QuestionKind.PREDICT:
            return None
        if self._asked is None or self._asked[0] is not step:
            try:
                self._asked = step, asked(step)
            except NoFigureError as error:
                self._asked = step, None
                self._context.refuse(sentence(str(error)))
        return self._asked[1]

    @property
    def answered(self) -> Answered | None:
        """What was answered, until the question is put again."""
        if self.lesson is None or self._is_again:
            return None
        return self.progress_of(self.lesson).answers.get(self.position)

    def choose(self, number: int) -> None:
        """Answer with a choice, from 0."""
        question = self.asked
        if question is None or self.answered is not None:
            return
        if question.kind is QuestionKind.CHOOSE and number in range(len(question.choices)):
            self._answer(f"{number + 1}", is_right=question.is_right(number + 1))

    def say(self, text: str) -> bool:
        """Answer with a number; False, and said, where ``text`` is none."""
        question = self.asked
        if question is None or question.kind is not QuestionKind.NUMBER:
            return False
        number = _number(text)
        if number is None:
            self._context.refuse(NOT_A_NUMBER)
            return False
        self._answer(text.strip(), is_right=question.is_right(number))
        return True

    def ask_again(self) -> None:
        """Put the question once more; what was answered stays kept until then."""
        self._is_again = True
        if self.step is not None and self.step.question is not None and self.asked is None:
            self.restore()

    # ---- Within -----------------------------------------------------------------------------

    def _ask(self) -> None:
        """What is to be predicted is asked at once: what is shown beside it would tell it."""
        step, activity = self.step, self._context.activity
        if step is None or step.question is None or not isinstance(activity, Learning):
            return
        if step.question.kind is QuestionKind.PREDICT and self.answered is None:
            activity.ask(Asks.NEXT)

    def _note_prediction(self, is_right: bool) -> None:
        """A prediction counts as the answer where that was asked for, and at its moment."""
        step, activity = self.step, self._context.activity
        if step is None or step.question is None or not isinstance(activity, Learning):
            return
        if step.question.kind is QuestionKind.PREDICT and not activity.is_elsewhere:
            self._answer(RIGHT if is_right else WRONG, is_right=is_right)

    def _answer(self, given: str, *, is_right: bool) -> None:
        assert self.lesson is not None, "who is asked has a lesson open"
        answered = Answered(given, is_right)
        self._store.answer_step(self._key(self.lesson), self.position, answered)
        self._progress, self._is_again = None, False
        if is_right:
            self._context.feedback.happen(Happening.RIGHT)

    def _key(self, lesson: Lesson) -> str:
        is_ours = self.lessons.get(lesson.name) is lesson
        return lesson.name if is_ours else f"{_OTHER}{lesson.file or lesson.name}"

    def _refuses(self) -> bool:
        return self._context.refuses_while_searching(LESSON_WHILE_SEARCHING)


def _number(text: str) -> float | None:
    """What is written, with or without commas between thousands."""
    try:
        number = float(text.replace(",", "").replace(" ", ""))
    except ValueError:
        return None
    return number if math.isfinite(number) else None
