"""A student's course through a lesson: the step it is at, and what was answered."""

from __future__ import annotations

from dataclasses import dataclass, replace

from puzzler.game.lessons.asking import Asked, asked
from puzzler.game.lessons.values import Lesson, Step


@dataclass(frozen=True)
class Progress:
    """How far a student has come: what is kept from one sitting to the next."""

    at: int = 0
    """The step, from 0."""
    furthest: int = 0
    """The last step that was seen."""
    right: frozenset[int] = frozenset()
    """Steps whose question was answered right the first time."""
    wrong: frozenset[int] = frozenset()
    """Steps whose question was answered wrong the first time."""


@dataclass(frozen=True)
class Reply:
    """What came of an answer."""

    is_right: bool
    """The answer was right."""
    words: str
    """What is said, with marks."""


class Course:
    """Goes through a lesson; every step can be gone to, answered or not."""

    def __init__(self, lesson: Lesson, progress: Progress = Progress()) -> None:
        """``progress`` may be of another edition of the lesson: what is beyond its end is left."""
        self.lesson = lesson
        """What is learned."""
        steps = range(len(lesson.steps))
        last = steps[-1]
        self.progress = Progress(
            min(max(progress.at, 0), last),
            min(max(progress.furthest, 0), last),
            progress.right.intersection(steps),
            progress.wrong.intersection(steps),
        )
        """How far the student is; to be kept."""
        self.reply: Reply | None = None
        """What came of the last answer at this step; None before, and at another step."""
        self._asked: dict[int, Asked | None] = {}

    @property
    def step(self) -> Step:
        """Where the student is."""
        return self.lesson.steps[self.progress.at]

    @property
    def is_last(self) -> bool:
        """There is no step after this one."""
        return self.progress.at == len(self.lesson.steps) - 1

    @property
    def is_done(self) -> bool:
        """Every step was seen."""
        return self.progress.furthest == len(self.lesson.steps) - 1

    @property
    def asked(self) -> Asked | None:
        """The question of this step; None where it has none. Its search is run once."""
        at = self.progress.at
        if at not in self._asked:
            self._asked[at] = asked(self.step)
        return self._asked[at]

    def go(self, number: int) -> bool:
        """Go to a step, from 0; False where there is none."""
        if not 0 <= number < len(self.lesson.steps):
            return False
        furthest = max(self.progress.furthest, number)
        self.progress = replace(self.progress, at=number, furthest=furthest)
        self.reply = None
        return True

    def next(self) -> bool:
        """Go to the next step; False at the last one."""
        return self.go(self.progress.at + 1)

    def back(self) -> bool:
        """Go to the step before; False at the first one."""
        return self.go(self.progress.at - 1)

    def answer(self, given: float) -> Reply | None:
        """Answer the question of this step: by the number of a choice, from 1, or by a number.

        The first answer counts, and each is replied to. None where nothing is asked.
        """
        question, progress = self.asked, self.progress
        if question is None:
            return None
        self.reply = Reply(question.is_right(given), question.reply(given))
        if progress.at not in progress.right | progress.wrong:
            name = "right" if self.reply.is_right else "wrong"
            steps = getattr(progress, name) | {progress.at}
            self.progress = replace(progress, **{name: steps})
        return self.reply
