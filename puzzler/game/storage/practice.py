"""Practice as rows of the database: cards, predictions and steps of lessons.

Cards of the drill are repeated in Leitner's boxes: Sebastian Leitner, So lernt man lernen (1972).
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from enum import StrEnum
from typing import Any

from puzzler.board.board import Board
from puzzler.board.parity import check_solvable
from puzzler.game.storage.database import READ_ERRORS, Database

DAYS = (0, 1, 3, 7, 21)
"""Days until a card of each box is due again, from box 1."""
_DAY = 86_400.0


class CardKind(StrEnum):
    """Origin of a card."""

    MISTAKE = "mistake"
    """The player lost moves at this position."""
    GENERATED = "generated"


@dataclass(frozen=True)
class DrillCard:
    """A question: find the first move of a shortest solution.

    Raises UnsolvableError if the goal cannot be reached, ValueError if another field is invalid.
    """

    board: Board
    goal: Board
    distance: int
    """Length of a shortest solution; proven."""
    kind: CardKind = CardKind.MISTAKE
    id: int = 0
    """0 until it is stored."""
    box: int = 1
    """1 to 5. A right answer moves the card to the next box."""
    due_at: float = 0.0
    """Seconds since 1970. A new card is due immediately."""

    def __post_init__(self) -> None:
        check_solvable(self.board, self.goal)
        object.__setattr__(self, "kind", CardKind(self.kind))
        if type(self.distance) is not int or self.distance < 1:
            raise ValueError(f"there are no cards at distance {self.distance!r}")
        if self.box not in range(1, len(DAYS) + 1):
            raise ValueError(f"there is no box {self.box!r}")

    @property
    def boards(self) -> tuple[str, str]:
        """Board and goal as stored text, which identify the card."""
        return str(self.board), str(self.goal)

    def answered(self, is_right: bool, now: float) -> DrillCard:
        """Return the card in the next box after a right answer, in box 1 after a wrong one."""
        box = min(self.box + 1, len(DAYS)) if is_right else 1
        return replace(self, box=box, due_at=now + DAYS[box - 1] * _DAY)


@dataclass(frozen=True)
class DrillDay:
    """The answers of one day."""

    day: date
    answered: int
    right: int


_CARD = "SELECT board, goal, distance, kind, id, box, due_at FROM cards"


def _card(row: tuple[Any, ...]) -> DrillCard | None:
    try:
        return DrillCard(Board.parse(row[0]), Board.parse(row[1]), *row[2:])
    except READ_ERRORS:
        return None


_SCORE = """
SELECT count(*), ifnull(sum(is_right), 0), (
    SELECT count(*) FROM predictions
    WHERE id > (SELECT ifnull(max(id), 0) FROM predictions WHERE NOT is_right)
) FROM predictions"""
"""All answers, the right ones, and those since the last wrong one."""


@dataclass(frozen=True)
class PredictionScore:
    """The counts of all answers so far."""

    answered: int = 0
    right: int = 0
    streak: int = 0
    """Right answers since the last wrong one."""


@dataclass(frozen=True)
class StoredAnswer:
    """The answer to the question of a step."""

    text: str
    is_right: bool


@dataclass(frozen=True)
class LessonProgress:
    """Progress in one lesson."""

    visited: frozenset[int] = frozenset()
    """Steps that were shown, from 0."""
    last: int = 0
    """The step that was shown last."""
    touched: float = 0.0
    """Time of the last step in seconds since 1970; 0 if no step was shown."""
    answers: Mapping[int, StoredAnswer] = field(default_factory=dict)


class Practice:
    """Cards, predictions and lessons of all windows. Times are in seconds since 1970."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # ---- Cards ------------------------------------------------------------------------------

    def add_cards(self, cards: Iterable[DrillCard]) -> list[int]:
        """Add cards whose board and goal are new. Return the ids of all, or none on failure."""

        def add() -> list[int]:
            with self._database.transaction():
                return list(map(self._card_id, cards))

        return self._database.change("the cards cannot be saved", add) or []

    def due_card(self, now: float) -> DrillCard | None:
        """Return the card that has been due for the longest time. Unreadable cards are skipped."""
        query = f"{_CARD} WHERE due_at <= ? ORDER BY due_at, id"
        cards = filter(None, map(_card, self._database.rows(query, now)))
        return next((card for card in cards if not self._database.is_waiting(card.boards)), None)

    def card_count(self, now: float | None = None) -> int:
        """Return the number of cards, or of the cards that are due at ``now``."""
        query = "SELECT count(*) FROM cards WHERE due_at <= ifnull(?, due_at)"
        return self._database.value(query, now) or 0

    def answer(self, card: DrillCard, is_right: bool, now: float) -> DrillCard | None:
        """Store an answer and the new box of the card, which is added if it is new.

        Returns the updated card; None if it was deleted or the answer has to wait.
        """

        def answer() -> DrillCard | None:
            with self._database.transaction() as connection:
                number = card.id or self._card_id(card)
                row = connection.execute(f"{_CARD} WHERE id = ?", (number,)).fetchone()
                stored = row and _card(row)
                if stored is None:
                    return None
                stored = stored.answered(is_right, now)
                statement = "UPDATE cards SET box = ?, due_at = ? WHERE id = ?"
                connection.execute(statement, (stored.box, stored.due_at, number))
                statement = "INSERT INTO answers VALUES (NULL, ?, ?, ?)"
                connection.execute(statement, (number, is_right, now))
                return stored

        return self._database.change("the answer cannot be saved", answer, card.boards)

    def _card_id(self, card: DrillCard) -> int:
        """Return the id of ``card``, which is added if its board and goal are new."""
        boards, execute = card.boards, self._database.connection.execute
        execute(
            "INSERT OR IGNORE INTO cards VALUES (NULL, ?, ?, ?, ?, ?, ?)",
            (*boards, card.distance, card.kind, card.box, card.due_at),
        )
        query = "SELECT id FROM cards WHERE board = ? AND goal = ?"
        return int(execute(query, boards).fetchone()[0])

    def drill_curve(self) -> list[DrillDay]:
        """Return the days with answers, the first day first."""
        rows = self._database.rows(
            "SELECT date(answered_at, 'unixepoch', 'localtime') AS day, count(*), sum(is_right)"
            " FROM answers GROUP BY day HAVING day IS NOT NULL ORDER BY day"
        )
        return [DrillDay(date.fromisoformat(day), count, right) for day, count, right in rows]

    # ---- Predictions ------------------------------------------------------------------------

    def keep_prediction(self, kind: str, is_right: bool) -> None:
        """Store the answer to a prediction."""
        statement = "INSERT INTO predictions VALUES (NULL, ?, ?, ?)"
        self._database.write(
            "the prediction cannot be saved", statement, kind, is_right, time.time()
        )

    def prediction_score(self) -> PredictionScore:
        """Return the score of all answers so far, in all windows."""
        return next(
            (PredictionScore(*row) for row in self._database.rows(_SCORE)), PredictionScore()
        )

    # ---- Lessons ----------------------------------------------------------------------------

    def visit_step(self, lesson: str, step: int) -> None:
        """Store that a step of a lesson is shown now."""
        self._database.write(
            "the progress of the lesson cannot be saved",
            "INSERT INTO lesson_steps VALUES (?, ?, ?, NULL, NULL)"
            " ON CONFLICT (lesson, step) DO UPDATE SET seen_at = excluded.seen_at",
            *(lesson, step, time.time()),
        )

    def answer_step(self, lesson: str, step: int, answered: StoredAnswer) -> None:
        """Store the answer to the question of a step. It replaces an earlier answer."""
        self._database.write(
            "the answer cannot be saved",
            "INSERT INTO lesson_steps VALUES (?, ?, ?, ?, ?)"
            " ON CONFLICT (lesson, step) DO UPDATE SET"
            " answer = excluded.answer, is_right = excluded.is_right",
            *(lesson, step, time.time(), answered.text, answered.is_right),
        )

    def lesson_progress(self) -> dict[str, LessonProgress]:
        """Return the progress of every lesson that was started, by name."""
        found: dict[str, LessonProgress] = {}
        for lesson, step, visited_at, answer, is_right in self._database.rows(
            "SELECT lesson, step, seen_at, answer, is_right FROM lesson_steps ORDER BY seen_at"
        ):
            before = found.get(lesson, LessonProgress())
            answers = dict(before.answers)
            if answer is not None:
                answers[step] = StoredAnswer(answer, bool(is_right))
            found[lesson] = LessonProgress(before.visited | {step}, step, visited_at, answers)
        return found
