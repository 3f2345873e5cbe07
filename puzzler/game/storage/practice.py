"""What a person practises, as rows of the database: cards, predictions and steps of lessons.

Cards of the drill come back in Leitner's boxes: Sebastian Leitner, So lernt man lernen (1972).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from enum import StrEnum
from typing import Any

from puzzler.board.board import Board
from puzzler.board.parity import check_solvable
from puzzler.game.storage.database import Database
from puzzler.game.storage.running_game import MISREAD

DAYS = (0, 1, 3, 7, 21)
"""After how many days a card of each box is due again, from box 1 on."""
_DAY = 86_400.0


class CardKind(StrEnum):
    """Where a card comes from."""

    MISTAKE = "mistake"
    """A person has lost moves there."""
    GENERATED = "generated"


@dataclass(frozen=True)
class Card:
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

    def answered(self, is_right: bool, now: float) -> Card:
        """One box on after a right answer, back in the first one after a wrong one."""
        box = min(self.box + 1, len(DAYS)) if is_right else 1
        return replace(self, box=box, due_at=now + DAYS[box - 1] * _DAY)


@dataclass(frozen=True)
class DrillDay:
    """The answers of one day."""

    day: date
    answered: int
    right: int


_CARD = "id, board, goal, distance, kind, box, due_at"


class Cards:
    """The cards of all windows. Its methods raise sqlite3.Error where they fail."""

    def __init__(self, database: Database) -> None:
        self._connection = database.connection
        self._database = database

    def add(self, cards: Iterable[Card]) -> list[int]:
        """Add what is not there yet; the number of every card. One that is there stays as it is."""
        numbers = []
        with self._database.writing() as connection:
            for card in cards:
                connection.execute(
                    "INSERT OR IGNORE INTO cards VALUES (NULL, ?, ?, ?, ?, ?, ?)",
                    (
                        str(card.board),
                        str(card.goal),
                        card.distance,
                        card.kind.value,
                        card.box,
                        card.due_at,
                    ),
                )
                query = "SELECT id FROM cards WHERE board = ? AND goal = ?"
                row = connection.execute(query, (str(card.board), str(card.goal))).fetchone()
                numbers.append(row[0])
        return numbers

    def due(self, now: float) -> Card | None:
        """The card that has been due for longest; one that cannot be understood is passed over."""
        query = f"SELECT {_CARD} FROM cards WHERE due_at <= ? ORDER BY due_at, id"
        return next(filter(None, map(_card, self._connection.execute(query, (now,)))), None)

    def count_due(self, now: float) -> int:
        """How many cards are due."""
        query = "SELECT count(*) FROM cards WHERE due_at <= ?"
        (count,) = self._connection.execute(query, (now,)).fetchone()
        return int(count)

    def count(self) -> int:
        """How many cards there are."""
        (count,) = self._connection.execute("SELECT count(*) FROM cards").fetchone()
        return int(count)

    def answer(self, number: int, now: float, *, is_right: bool) -> Card | None:
        """Keep an answer and put the card into its box, both or neither; the card as it is then.

        None, and nothing is kept, where there is no such card.
        """
        with self._database.writing() as connection:
            row = connection.execute(
                f"SELECT {_CARD} FROM cards WHERE id = ?", (number,)
            ).fetchone()
            card = None if row is None else _card(row)
            if card is None:
                return None
            card = card.answered(is_right, now)
            connection.execute(
                "UPDATE cards SET box = ?, due_at = ? WHERE id = ?", (card.box, card.due_at, number)
            )
            connection.execute(
                "INSERT INTO answers VALUES (NULL, ?, ?, ?)", (number, int(is_right), now)
            )
        return card

    def days(self) -> list[DrillDay]:
        """The days on which something was answered, the first one first."""
        rows = self._connection.execute(
            "SELECT date(answered_at, 'unixepoch', 'localtime') AS day, count(*), sum(is_right)"
            " FROM answers GROUP BY day HAVING day IS NOT NULL ORDER BY day"
        )
        return [DrillDay(date.fromisoformat(day), count, right) for day, count, right in rows]


def _card(row: tuple[Any, ...]) -> Card | None:
    number, board, goal, distance, kind, box, due_at = row
    try:
        return Card(
            Board.parse(board), Board.parse(goal), distance, CardKind(kind), number, box, due_at
        )
    except MISREAD:
        return None


_BEST = """
SELECT max(id - before - 1) FROM (
    SELECT place AS id, lag(place, 1, 0) OVER (ORDER BY place) AS before FROM (
        SELECT place FROM (
            SELECT row_number() OVER (ORDER BY id) AS place, is_right FROM predictions
        ) WHERE NOT is_right
        UNION ALL SELECT count(*) + 1 FROM predictions
    )
)"""
"""The longest row of right answers: between two wrong ones, or one and an end."""


@dataclass(frozen=True)
class PredictionScore:
    """All answers so far."""

    answered: int = 0
    right: int = 0
    streak: int = 0
    """How many right ones came last, without a wrong one."""
    best: int = 0


class Predictions:
    """The predictions of all windows. Its methods raise sqlite3.Error where they fail."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._connection = database.connection
        self._score: PredictionScore | None = None
        self._seen = -1  # how the file was when the score was read

    def add(self, kind: str, now: float, *, is_right: bool) -> None:
        """Keep an answer; ``now``: seconds since 1970."""
        with self._database.writing() as connection:
            connection.execute(
                "INSERT INTO predictions VALUES (NULL, ?, ?, ?)", (kind, int(is_right), now)
            )
        self._score = None

    def score(self) -> PredictionScore:
        """What they come to; read anew only where there may be more of them."""
        (version,) = self._connection.execute("PRAGMA data_version").fetchone()
        if self._score is None or version != self._seen:
            self._score, self._seen = self._read(), version
        return self._score

    def _read(self) -> PredictionScore:
        answered, right = self._connection.execute(
            "SELECT count(*), ifnull(sum(is_right), 0) FROM predictions"
        ).fetchone()
        (streak,) = self._connection.execute(
            "SELECT count(*) FROM predictions"
            " WHERE id > (SELECT ifnull(max(id), 0) FROM predictions WHERE NOT is_right)"
        ).fetchone()
        (best,) = self._connection.execute(_BEST).fetchone()
        return PredictionScore(answered, right, streak, best)


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
    """When that was, in seconds since 1970; 0 where nobody has begun."""
    answers: Mapping[int, Answered] = field(default_factory=dict)


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
