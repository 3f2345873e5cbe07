"""The cards to drill as rows of the database, and every answer to them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Any

from puzzler.board.board import Board
from puzzler.game.storage.database import Database
from puzzler.game.storage.drill_card import Card, CardKind, DrillDay
from puzzler.game.storage.running_game import MISREAD

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
