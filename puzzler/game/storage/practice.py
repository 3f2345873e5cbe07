"""What a person practises, as rows of the database: cards, predictions and steps of lessons.

Cards of the drill come back in Leitner's boxes: Sebastian Leitner, So lernt man lernen (1972).
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
from puzzler.game.storage.database import MISREAD, Database

DAYS = (0, 1, 3, 7, 21)
"""After how many days a card of each box is due again, from box 1 on."""
_DAY = 86_400.0


class CardKind(StrEnum):
    """Where a card comes from."""

    MISTAKE = "mistake"
    """A person has lost moves there."""
    GENERATED = "generated"


@dataclass(frozen=True)
class DrillCard:
    """A question: find a move that begins a shortest solution.

    UnsolvableError where the goal cannot be reached, ValueError where another part cannot be.
    """

    board: Board
    goal: Board
    distance: int
    """Length of a shortest solution; proven."""
    kind: CardKind = CardKind.MISTAKE
    id: int = 0
    """0 until it is kept."""
    box: int = 1
    """1 to 5; the higher, the better it is known."""
    due_at: float = 0.0
    """Seconds since 1970; a new card is due at once."""

    def __post_init__(self) -> None:
        check_solvable(self.board, self.goal)
        object.__setattr__(self, "kind", CardKind(self.kind))
        if type(self.distance) is not int or self.distance < 1:
            raise ValueError(f"no card asks for a move at distance {self.distance!r}")
        if self.box not in range(1, len(DAYS) + 1):
            raise ValueError(f"there is no box {self.box!r}")

    @property
    def boards(self) -> tuple[str, str]:
        """Its board and goal as they are kept; no two cards have the same."""
        return str(self.board), str(self.goal)

    def answered(self, is_right: bool, now: float) -> DrillCard:
        """One box on after a right answer, back in the first one after a wrong one."""
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
    except MISREAD:
        return None


_SCORE = """
SELECT count(*), ifnull(sum(is_right), 0), (
    SELECT count(*) FROM predictions
    WHERE id > (SELECT ifnull(max(id), 0) FROM predictions WHERE NOT is_right)
) FROM predictions"""
"""All answers, the right ones, and those since the last wrong one."""


@dataclass(frozen=True)
class PredictionScore:
    """All answers so far."""

    answered: int = 0
    right: int = 0
    streak: int = 0
    """How many right ones came last, without a wrong one."""


@dataclass(frozen=True)
class Answered:
    """What was answered to the question of a step."""

    given: str
    is_right: bool


@dataclass(frozen=True)
class LessonProgress:
    """How far one lesson has been gone through."""

    seen: frozenset[int] = frozenset()
    """The steps that were looked at, from 0."""
    last: int = 0
    """The one that was looked at last."""
    touched: float = 0.0
    """When that was, in seconds since 1970; 0 before the first step."""
    answers: Mapping[int, Answered] = field(default_factory=dict)


class Practice(Database):
    """Cards, predictions and lessons of all windows; times are in seconds since 1970."""

    # ---- Cards ------------------------------------------------------------------------------

    def add_cards(self, cards: Iterable[DrillCard]) -> list[int]:
        """Add cards, each board with its goal once; the ids of all of them, none where it fails."""

        def add() -> list[int]:
            with self.writing():
                return list(map(self._card_id, cards))

        return self._change("the cards cannot be kept", add) or []

    def due_card(self, now: float) -> DrillCard | None:
        """The card that has been due for longest; one that cannot be read is passed over."""
        query = f"{_CARD} WHERE due_at <= ? ORDER BY due_at, id"
        cards = filter(None, map(_card, self._read(query, now)))
        return next((card for card in cards if card.boards not in self._waiting), None)

    def card_count(self, now: float | None = None) -> int:
        """The number of cards; of those that are due where ``now`` is given."""
        query = "SELECT count(*) FROM cards WHERE due_at <= ifnull(?, due_at)"
        return self._one(query, now) or 0

    def answer(self, card: DrillCard, is_right: bool, now: float) -> DrillCard | None:
        """Keep an answer and put the card into its box, both or neither; a new card is added.

        Returns the card as it is then; None where it is gone or the answer is not kept yet.
        """

        def answer() -> DrillCard | None:
            with self.writing() as connection:
                number = card.id or self._card_id(card)
                row = connection.execute(f"{_CARD} WHERE id = ?", (number,)).fetchone()
                known = row and _card(row)
                if known is None:
                    return None
                known = known.answered(is_right, now)
                statement = "UPDATE cards SET box = ?, due_at = ? WHERE id = ?"
                connection.execute(statement, (known.box, known.due_at, number))
                statement = "INSERT INTO answers VALUES (NULL, ?, ?, ?)"
                connection.execute(statement, (number, is_right, now))
                return known

        return self._change("the answer cannot be kept", answer, card.boards)

    def _card_id(self, card: DrillCard) -> int:
        """The id of ``card``, which is added where there is none with its board and goal."""
        boards, execute = card.boards, self.connection.execute
        execute(
            "INSERT OR IGNORE INTO cards VALUES (NULL, ?, ?, ?, ?, ?, ?)",
            (*boards, card.distance, card.kind, card.box, card.due_at),
        )
        query = "SELECT id FROM cards WHERE board = ? AND goal = ?"
        return int(execute(query, boards).fetchone()[0])

    def drill_curve(self) -> list[DrillDay]:
        """The days on which something was answered, the first one first."""
        rows = self._read(
            "SELECT date(answered_at, 'unixepoch', 'localtime') AS day, count(*), sum(is_right)"
            " FROM answers GROUP BY day HAVING day IS NOT NULL ORDER BY day"
        )
        return [DrillDay(date.fromisoformat(day), count, right) for day, count, right in rows]

    # ---- Predictions ------------------------------------------------------------------------

    def keep_prediction(self, kind: str, is_right: bool) -> None:
        """Keep an answer when it is given."""
        statement = "INSERT INTO predictions VALUES (NULL, ?, ?, ?)"
        self._write("the prediction cannot be kept", statement, kind, is_right, time.time())

    def prediction_score(self) -> PredictionScore:
        """All answers so far, those of other windows and days included."""
        return next((PredictionScore(*row) for row in self._read(_SCORE)), PredictionScore())

    # ---- Lessons ----------------------------------------------------------------------------

    def see_step(self, lesson: str, step: int) -> None:
        """Keep that a step of a lesson is looked at now."""
        self._write(
            "how far the lesson went cannot be kept",
            "INSERT INTO lesson_steps VALUES (?, ?, ?, NULL, NULL)"
            " ON CONFLICT (lesson, step) DO UPDATE SET seen_at = excluded.seen_at",
            *(lesson, step, time.time()),
        )

    def answer_step(self, lesson: str, step: int, answered: Answered) -> None:
        """Keep an answer to the question of a step, in the place of an earlier one."""
        self._write(
            "the answer cannot be kept",
            "INSERT INTO lesson_steps VALUES (?, ?, ?, ?, ?)"
            " ON CONFLICT (lesson, step) DO UPDATE SET"
            " answer = excluded.answer, is_right = excluded.is_right",
            *(lesson, step, time.time(), answered.given, answered.is_right),
        )

    def lesson_progress(self) -> dict[str, LessonProgress]:
        """How far every lesson has been gone through that was begun, by name."""
        found: dict[str, LessonProgress] = {}
        for lesson, step, seen_at, answer, is_right in self._read(
            "SELECT lesson, step, seen_at, answer, is_right FROM lesson_steps ORDER BY seen_at"
        ):
            before = found.get(lesson, LessonProgress())
            answers = dict(before.answers)
            if answer is not None:
                answers[step] = Answered(answer, bool(is_right))
            found[lesson] = LessonProgress(before.seen | {step}, step, seen_at, answers)
        return found
