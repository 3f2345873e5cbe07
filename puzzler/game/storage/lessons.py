"""How far lessons have been gone through, as rows of the database."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from puzzler.game.storage.database import Database


@dataclass(frozen=True)
class Answered:
    """What was answered to the question of a step."""

    given: str
    """The last answer, as it is read again by the question."""
    is_right: bool
    """Whether that was right."""


@dataclass(frozen=True)
class LessonProgress:
    """How far one lesson has been gone through."""

    seen: frozenset[int] = frozenset()
    """The steps that were looked at, from 0."""
    last: int = 0
    """The one that was looked at last."""
    touched: float = 0.0
    """When that was, in seconds since 1970; 0 where nobody has begun."""
    answers: Mapping[int, Answered] = field(default_factory=dict)
    """What was answered, by steps."""


class Lessons:
    """The progress of all windows. Its methods raise sqlite3.Error where they fail."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def see(self, lesson: str, step: int, now: float) -> None:
        """A step is looked at; ``now``: seconds since 1970."""
        with self._database.writing() as connection:
            connection.execute(
                "INSERT INTO lesson_steps VALUES (?, ?, ?, NULL, NULL)"
                " ON CONFLICT (lesson, step) DO UPDATE SET seen_at = excluded.seen_at",
                (lesson, step, now),
            )

    def answer(self, lesson: str, step: int, answered: Answered, now: float) -> None:
        """Keep an answer, in the place of one that was given before."""
        with self._database.writing() as connection:
            connection.execute(
                "INSERT INTO lesson_steps VALUES (?, ?, ?, ?, ?)"
                " ON CONFLICT (lesson, step) DO UPDATE SET"
                " answer = excluded.answer, is_right = excluded.is_right",
                (lesson, step, now, answered.given, int(answered.is_right)),
            )

    def progress(self) -> dict[str, LessonProgress]:
        """Of every lesson that was begun, by name."""
        rows = self._database.connection.execute(
            "SELECT lesson, step, seen_at, answer, is_right FROM lesson_steps ORDER BY seen_at"
        )
        found: dict[str, LessonProgress] = {}
        for lesson, step, seen_at, answer, is_right in rows:
            before = found.get(lesson, LessonProgress())
            answers = dict(before.answers)
            if answer is not None:
                answers[step] = Answered(answer, bool(is_right))
            found[lesson] = LessonProgress(before.seen | {step}, step, seen_at, answers)
        return found
