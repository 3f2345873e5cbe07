"""Solves by hand as rows of the database."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Any

from puzzler.board.move import Move
from puzzler.board.scenario import Scenario
from puzzler.game.play.category import RELAY, Category, Kind, goal_from_text, goal_text
from puzzler.game.play.difficulty import Difficulty, difficulty_of
from puzzler.game.play.game import SavedGame, played
from puzzler.game.storage.columns import Figures
from puzzler.game.storage.database import Database, marks
from puzzler.game.storage.running_game import letters
from puzzler.game.storage.statistics import KeptSolve, SolveRow

_ROW = "id, solved_at, ifnull(seed, ''), title, seconds, move_count, shortest, assisted, coached"


class Solves:
    """The solves of all windows. Its methods raise sqlite3.Error where they fail."""

    def __init__(self, database: Database, figures: Figures) -> None:
        self._connection = database.connection
        self._database = database
        self._figures = figures

    # ---- What there is ------------------------------------------------------------------

    def kinds(self) -> list[Kind]:
        """The kinds in which something was solved, the one solved last first."""
        with self._database.reading() as connection:
            found = connection.execute(
                "SELECT rows, columns, goal, difficulty, blindfold, solved_at FROM solves WHERE id"
                " IN (SELECT (SELECT max(solve) FROM figures WHERE kind = kinds.id) FROM kinds)"
            ).fetchall()
            (relay,) = connection.execute("SELECT max(solved_at) FROM relays").fetchone()
        dated: list[tuple[float, Kind]] = [] if relay is None else [(relay, RELAY)]
        for *values, solved_at in found:
            category = _category(*values)
            if category is not None:
                dated.append((solved_at, category))
        return [kind for _, kind in sorted(dated, key=lambda pair: -pair[0])]

    def rows(self, ids: Sequence[int]) -> list[SolveRow]:
        """The lines of these solves in this order, without those that are gone."""
        query = f"SELECT {_ROW} FROM solves WHERE id IN ({marks(ids)}) AND NOT deleted"
        found = {row[0]: _row(row) for row in self._connection.execute(query, ids)}
        return [found[number] for number in ids if number in found]

    def paths(self, ids: Sequence[int]) -> dict[int, tuple[str, str, str]]:
        """Start, goal and moves over UDLR of these solves, as texts."""
        query = f"SELECT id, start, goal, moves FROM solves WHERE id IN ({marks(ids)})"
        return {number: (*texts,) for number, *texts in self._connection.execute(query, ids)}

    def solve(self, number: int) -> KeptSolve | None:
        """One solve with its path; None where there is none any more."""
        row = self._connection.execute(
            f"SELECT {_ROW}, rows, columns, goal, difficulty, blindfold, moves, times"
            " FROM solves WHERE id = ? AND NOT deleted",
            (number,),
        ).fetchone()
        return None if row is None else _kept_solve(row)

    def latest(self) -> int | None:
        """The solve that was kept last."""
        query = "SELECT max(id) FROM solves WHERE NOT deleted"
        (number,) = self._connection.execute(query).fetchone()
        return None if number is None else int(number)

    def of_play(self, game: int, number: int) -> int | None:
        """The solve of a play of a game."""
        row = self._connection.execute(
            "SELECT id FROM solves WHERE game = ? AND number = ? AND NOT deleted", (game, number)
        ).fetchone()
        return None if row is None else int(row[0])

    def best_seconds(self, scenario: Scenario) -> float | None:
        """The shortest time of a board that was shuffled as ``scenario`` was; None if unsolved."""
        (seconds,) = self._connection.execute(
            "SELECT min(seconds) FROM solves WHERE (rows, columns, goal, difficulty, seed)"
            " = (?, ?, ?, ?, ?) AND start = ? AND NOT (assisted OR coached OR deleted)",
            (
                *scenario.goal.size,
                goal_text(scenario.goal),
                scenario.difficulty,
                str(scenario.seed),
                str(scenario.start),
            ),
        ).fetchone()
        return None if seconds is None else float(seconds)

    # ---- What changes -------------------------------------------------------------------

    def add(
        self,
        connection: sqlite3.Connection,
        game: int,
        saved: SavedGame,
        shortest: int | None,
        now: float,
    ) -> bool:
        """Add the present play of ``game`` as solved; False where it was counted before.

        Within a transaction of the caller's.
        """
        play, path = saved.present, played(saved)
        scenario = play.scenario
        difficulty = difficulty_of(scenario)
        inserted = connection.execute(
            "INSERT OR IGNORE INTO solves (game, number, rows, columns, goal, difficulty, start,"
            " seed, shuffle_moves, moves, times, move_count, seconds, assisted, solved_at, coached,"
            " blindfold, shortest, title)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                game,
                play.number,
                *scenario.goal.size,
                goal_text(scenario.goal),
                None if difficulty is None else difficulty.value,
                str(scenario.start),
                None if scenario.seed is None else str(scenario.seed),
                scenario.shuffle_moves,
                letters(path.moves),
                " ".join(str(round(1000 * seconds)) for seconds in path.times),
                play.move_count,
                play.seconds,
                int(play.assisted),
                now,
                int(play.coached),
                int(play.blindfold),
                shortest,
                scenario.title,
            ),
        )
        return inserted.rowcount > 0

    def learn_shortest(self, number: int, moves: int) -> None:
        """The length of a shortest solution of a solve's start has been proven."""
        with self._database.writing() as connection:
            connection.execute(
                "UPDATE solves SET shortest = ? WHERE id = ? AND shortest IS NOT ?",
                (moves, number, moves),
            )
        self._figures.learn_shortest(number, moves)

    def delete(self, number: int) -> None:
        """Take a solve out of every list and figure; its play does not count again."""
        with self._database.writing() as connection:
            connection.execute(
                "UPDATE solves SET deleted = 1, moves = '', times = '' WHERE id = ?", (number,)
            )
        self._figures.drop(number, is_relay=False)


def _category(
    rows: int, columns: int, goal: str, difficulty: str, blindfold: int
) -> Category | None:
    """None where only a newer version knows the difficulty; ValueError where it makes no sense."""
    if difficulty not in list(Difficulty):
        return None
    return Category(rows, columns, goal, Difficulty(difficulty), bool(blindfold))


def _row(values: tuple[Any, ...]) -> SolveRow:
    number, solved_at, seed, title, seconds, moves, shortest, assisted, coached = values
    return SolveRow(
        int(number),
        float(solved_at),
        str(seed),
        str(title),
        float(seconds),
        int(moves),
        None if shortest is None else int(shortest),
        bool(assisted),
        bool(coached),
    )


def _kept_solve(values: tuple[Any, ...]) -> KeptSolve:
    row, (rows, columns, goal, difficulty, blindfold, moves, times) = _row(values[:9]), values[9:]
    end = goal_from_text(goal, rows, columns)
    path = tuple(Move.from_letter(letter) for letter in moves)
    when = tuple(int(time) / 1000 for time in times.split())
    if len(when) != len(path):
        raise ValueError(f"a solve has {len(path)} moves and {len(when)} times")
    return KeptSolve(
        id=row.id,
        # from where the path begins: further on than the scenario where a search was gone back to
        start=end.apply_all([move.inverse for move in reversed(path)]),
        goal=end,
        moves=path,
        times=when,
        seed=row.seed,
        title=row.title,
        seconds=row.seconds,
        move_count=row.moves,
        shortest=row.shortest,
        coached=row.coached,
        assisted=row.assisted,
        blindfold=bool(blindfold),
        solved_at=row.solved_at,
        category=_category(rows, columns, goal, difficulty, blindfold),
    )
