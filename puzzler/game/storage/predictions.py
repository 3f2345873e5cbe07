"""Predictions as rows of the database."""

from __future__ import annotations

from dataclasses import dataclass

from puzzler.game.storage.database import Database

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
    """How many there are."""
    right: int = 0
    """How many of them were right."""
    streak: int = 0
    """How many right ones came last, without a wrong one."""
    best: int = 0
    """The longest such row."""


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
