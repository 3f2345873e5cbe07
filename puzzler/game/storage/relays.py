"""Relays as rows of the database."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from puzzler.game.play.relay import Split
from puzzler.game.storage.columns import Figures
from puzzler.game.storage.database import Database, marks
from puzzler.game.storage.statistics import SolveRow

FIRST_SIDE = 2
"""A relay begins on 2x2."""


class Relays:
    """The relays of all windows. Its methods raise sqlite3.Error where they fail."""

    def __init__(self, database: Database, figures: Figures) -> None:
        self._database = database
        self._figures = figures

    def add(self, splits: Sequence[tuple[float, int]], *, assisted: bool, now: float) -> None:
        """Add one by the seconds and moves of its stages."""
        pairs = [(float(seconds), int(moves)) for seconds, moves in splits]
        seconds, moves = sum(pair[0] for pair in pairs), sum(pair[1] for pair in pairs)
        with self._database.writing() as connection:
            connection.execute(
                "INSERT INTO relays VALUES (NULL, ?, ?, ?, ?, ?)",
                (json.dumps(pairs), moves, seconds, int(assisted), now),
            )
        self._figures.expect_more()

    def delete(self, number: int) -> None:
        """Take one out of the list and every figure."""
        with self._database.writing() as connection:
            connection.execute("DELETE FROM relays WHERE id = ?", (number,))
        self._figures.drop(number, is_relay=True)

    def rows(self, ids: Sequence[int]) -> list[SolveRow]:
        """The lines of these relays in this order, without those that are gone."""
        query = (
            "SELECT id, solved_at, splits, seconds, move_count, assisted FROM relays"
            f" WHERE id IN ({marks(ids)})"
        )
        found = {row[0]: _row(row) for row in self._database.connection.execute(query, ids)}
        return [found[number] for number in ids if number in found]


def _row(values: tuple[Any, ...]) -> SolveRow:
    number, solved_at, splits, seconds, moves, assisted = values
    stages = tuple(
        Split(side, side, float(time), int(count))
        for side, (time, count) in enumerate(json.loads(splits), FIRST_SIDE)
    )
    return SolveRow(
        int(number),
        float(solved_at),
        seed="",
        title="",
        seconds=float(seconds),
        moves=int(moves),
        assisted=bool(assisted),
        splits=stages,
    )
