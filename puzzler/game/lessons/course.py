"""The lessons of the list with the progress in them, and the visible state of the lessons."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from puzzler.game.lessons.asking import ShownQuestion
from puzzler.game.lessons.figures import Entries
from puzzler.game.lessons.guide import Advice
from puzzler.game.lessons.lesson import Lesson, LessonStep, Shelf
from puzzler.game.storage.practice import LessonProgress, Practice, StoredAnswer
from puzzler.search.custom.source import CodeFile

_OTHER = "file "
"""Prefix of stored names of lessons that do not come with Puzzler, to keep the names distinct."""
SKIPPED = StoredAnswer("skipped", is_right=False)
"""The answer to a skipped question until its step is opened again. It is not stored."""


@dataclass(frozen=True)
class LessonEntry:
    """A lesson in the list."""

    lesson: Lesson
    progress: LessonProgress
    visited: int
    task_count: int
    """The number of questions and targets."""
    answered: int
    """The number of answered questions and reached targets."""
    right: int
    """The number of reached targets and of questions with a right latest answer."""

    @property
    def is_visited(self) -> bool:
        """Whether every step has been shown."""
        return self.visited == len(self.lesson.steps)

    @property
    def is_done(self) -> bool:
        """Whether every step was shown, every question answered and every target reached."""
        return self.is_visited and self.answered == self.task_count


def first_open(entry: LessonEntry) -> int:
    """Return the position of the first unanswered question or target that was not reached, or 0."""
    steps, answers = enumerate(entry.lesson.steps), entry.progress.answers
    return next((at for at, step in steps if step.is_task and at not in answers), 0)


@dataclass(frozen=True, kw_only=True)
class LessonState:
    """The state of the lessons."""

    entries: tuple[LessonEntry, ...]
    troubles: tuple[str, ...]
    """A message for each file that could not be read, if the list is shown."""
    folder: str
    """The folder of the lessons in the list; empty for the bundled lessons."""
    lesson: Lesson | None
    step: LessonStep | None
    """The open step, or the last one if another view is shown."""
    position: int
    run: str
    """The run that is shown; empty for the step's own search."""
    is_open: bool
    is_away: bool
    """The student has changed what the step shows."""
    is_excursion: bool
    """Another view was opened from the step, and ``enter`` returns to the step."""
    shown_question: ShownQuestion | None
    last_answer: StoredAnswer | None
    """The latest answer, until the question is asked again."""
    results: Entries
    """The finished searches of the step, if it shows their figures."""
    code: CodeFile | None
    """The student's heuristic that was checked last."""
    advice: Advice | None
    """The next target of a step to play; None if the step has none."""

    @property
    def selected(self) -> int | None:
        """The index of the selected choice."""
        if self.shown_question is None or self.last_answer is None:
            return None
        choices = self.shown_question.choices
        return choices.index(self.last_answer.text) if self.last_answer.text in choices else None

    @property
    def is_revealed(self) -> bool:
        """Whether the text after the question is shown. True if the step has no question."""
        return self.step is None or not self.step.reveal or self.last_answer is not None


class Course:
    """The lessons of the list, which are read on first use, and the progress in them."""

    def __init__(self, practice: Practice, read: Callable[[], Shelf]) -> None:
        """read: reads the lessons."""
        self.lesson: Lesson | None = None
        """The open lesson; None if the list is open."""
        self._practice = practice
        self._read = read
        self._progress: dict[str, LessonProgress] | None = None

    @cached_property
    def shelf(self) -> Shelf:
        """The lessons of the list, which are read on first use."""
        return self._read()

    @property
    def is_read(self) -> bool:
        """Whether the lessons of the list have been read."""
        return "shelf" in vars(self)

    def entries(self) -> tuple[LessonEntry, ...]:
        """Return the lessons of the list, and the open one."""
        lessons = list(self.shelf.lessons.values())
        if self.lesson is not None and self.lesson not in lessons:
            lessons.append(self.lesson)
        return tuple(map(self._entry, lessons))

    def _entry(self, lesson: Lesson) -> LessonEntry:
        progress = self._progress_of(lesson)
        count = len(progress.visited & frozenset(range(len(lesson.steps))))
        numbers = [number for number, step in enumerate(lesson.steps) if step.is_task]
        answers = [progress.answers[number] for number in numbers if number in progress.answers]
        right = sum(answer.is_right for answer in answers)
        return LessonEntry(lesson, progress, count, len(numbers), len(answers), right)

    def _progress_of(self, lesson: Lesson) -> LessonProgress:
        if self._progress is None:
            self._progress = self._practice.lesson_progress()
        return self._progress.get(self._key(lesson), LessonProgress())

    def _visit(self, lesson: Lesson, position: int) -> None:
        """Store that a step has been shown."""
        self._practice.visit_step(self._key(lesson), position)
        self._progress = None

    def _store_answer(self, lesson: Lesson, position: int, answer: StoredAnswer) -> None:
        self._practice.answer_step(self._key(lesson), position, answer)
        self._progress = None

    def _key(self, lesson: Lesson) -> str:
        is_ours = not self.shelf.folder and self.shelf.lessons.get(lesson.name) is lesson
        return lesson.name if is_ours else f"{_OTHER}{lesson.file or lesson.name}"
