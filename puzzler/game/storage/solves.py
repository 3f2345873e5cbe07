"""Solves by hand and relays as rows of the database, with their statistics and their export."""

from __future__ import annotations

import csv
import io
import json
import sqlite3
import time
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any

from puzzler.board.move import Move
from puzzler.board.scenario import Scenario
from puzzler.game.play.category import RELAY, Category, Kind, goal_from_text, goal_text
from puzzler.game.play.difficulty import Difficulty, difficulty_of
from puzzler.game.play.game import SavedGame, played
from puzzler.game.play.relay import Split
from puzzler.game.storage.columns import (
    NOTHING,
    Columns,
    Figures,
    bests,
    curve,
    sorted_ids,
    summary,
)
from puzzler.game.storage.database import Access, Database, marks
from puzzler.game.storage.running_game import letters
from puzzler.game.storage.statistics import Bests, Curve, KeptSolve, Order, SolveRow, Summary

EXPORTED_AT_ONCE = 500
"""Solves whose paths are in memory together."""
FIRST_SIDE = 2
"""A relay begins on 2x2."""
SOLVE_COLUMNS = (
    "date", "seed", "start", "goal", "time", "moves", "shortest", "lost", "moves a second",
    "assisted", "coached", "path",
)  # fmt: skip
"""The time is in seconds, the path over UDLR; what is not known is empty."""
RELAY_COLUMNS = (
    "date", "time", "moves", "moves a second", "assisted",
    "2x2 time", "2x2 moves", "3x3 time", "3x3 moves",
    "4x4 time", "4x4 moves", "5x5 time", "5x5 moves",
)  # fmt: skip

_ROW = "id, solved_at, ifnull(seed, ''), title, seconds, move_count, shortest, assisted, coached"
_RELAY_ROW = "id, solved_at, splits, seconds, move_count, assisted"


class Solves(Access):
    """The solves and relays of all windows."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._figures = Figures(database.connection)

    # ---- Solves ---------------------------------------------------------------------------

    def latest_solve(self) -> int | None:
        """The solve that was kept last, in any window and of any kind."""
        number: int | None = self._one("SELECT max(id) FROM solves WHERE NOT deleted")
        return number

    def solve(self, number: int) -> KeptSolve | None:
        """A solve with its path, to be reviewed or replayed; None where it is gone."""
        query = (
            f"SELECT {_ROW}, rows, columns, goal, difficulty, blindfold, moves, times"
            " FROM solves WHERE id = ? AND NOT deleted"
        )
        return self._ask(lambda: next(map(_kept_solve, self._read(query, number)), None), None)

    def best_seconds(self, scenario: Scenario) -> float | None:
        """The shortest time in which this very board was solved without help; None if never."""
        goal = scenario.goal
        seconds: float | None = self._one(
            "SELECT min(seconds) FROM solves WHERE (rows, columns, goal, difficulty, seed)"
            " = (?, ?, ?, ?, ?) AND start = ? AND NOT (assisted OR coached OR deleted)",
            *(*goal.size, goal_text(goal), scenario.difficulty),
            *(str(scenario.seed), str(scenario.start)),
        )
        return seconds

    def learn_shortest(self, number: int, moves: int) -> None:
        """Keep that the shortest solution of what a solve began with has been proven."""
        self._write(
            "the shortest solution cannot be kept",
            "UPDATE solves SET shortest = ?1 WHERE id = ?2 AND shortest IS NOT ?1",
            *(moves, number),
        )
        self._figures.learn_shortest(number, moves)

    def delete(self, number: int) -> None:
        """Take a solve out of every list and figure; its play does not count again."""
        statement = "UPDATE solves SET deleted = 1, moves = '', times = '' WHERE id = ?"
        self._write("the solve cannot be deleted", statement, number)
        self._figures.drop(number, is_relay=False)

    def keep_relay(self, splits: Sequence[tuple[float, int]], *, assisted: bool) -> None:
        """Keep a finished relay: seconds and moves of each stage, 2x2 first."""
        pairs = [(float(seconds), int(moves)) for seconds, moves in splits]
        seconds, moves = sum(pair[0] for pair in pairs), sum(pair[1] for pair in pairs)
        self._write(
            "the relay cannot be kept",
            "INSERT INTO relays VALUES (NULL, ?, ?, ?, ?, ?)",
            *(json.dumps(pairs), moves, seconds, int(assisted), time.time()),
        )
        self._figures.expect_more()

    def delete_relay(self, number: int) -> None:
        """Take a relay out of the list and every figure."""
        self._write("the relay cannot be deleted", "DELETE FROM relays WHERE id = ?", number)
        self._figures.drop(number, is_relay=True)

    # ---- Statistics -----------------------------------------------------------------------

    def kinds(self) -> list[Kind]:
        """The kinds in which something was solved, the one solved last first."""
        return self._ask(self._kinds, [])

    def count(self, kind: Kind, since: float | None = None) -> int:
        """The number of lines in the list, those with help included.

        since: seconds since 1970; only what was kept then and later.
        """
        return len(self._columns(kind).since(since))

    def bests(self, kind: Kind) -> Bests:
        """What is to be beaten."""
        return bests(self._columns(kind).counted)

    def summary(self, kind: Kind, since: float | None = None) -> Summary:
        """The figures, of what was kept ``since`` then (seconds since 1970) or of all time."""
        return summary(self._columns(kind).since(since).counted)

    def curve(self, kind: Kind) -> Curve:
        """Times over the solves."""
        return curve(self._columns(kind).counted)

    def rows(
        self,
        kind: Kind,
        first: int = 0,
        count: int = 50,
        order: Order = Order.DATE,
        *,
        is_descending: bool | None = None,
        since: float | None = None,
    ) -> list[SolveRow]:
        """``count`` lines of the list from line ``first`` on, those with help included.

        By default the latest comes first, or what is best in that order; what is not known comes
        last.
        """
        if is_descending is None:
            is_descending = order.is_descending
        ids = sorted_ids(self._columns(kind).since(since), order, is_descending=is_descending)
        return self._rows(kind, ids[max(first, 0) : max(first, 0) + count].tolist())

    def csv(self, kind: Kind) -> Iterator[str]:
        """The lines of a file of comma-separated values, the first solve first."""
        yield _line(RELAY_COLUMNS if kind == RELAY else SOLVE_COLUMNS)
        ids = self._columns(kind).ids.tolist()
        for first in range(0, len(ids), EXPORTED_AT_ONCE):
            some = ids[first : first + EXPORTED_AT_ONCE]
            rows = self._rows(kind, some)
            if kind == RELAY:
                yield from map(_relay_line, rows)
                continue
            query = f"SELECT id, start, goal, moves FROM solves WHERE id IN ({marks(some)})"
            paths = {number: texts for number, *texts in self._read(query, *some)}
            yield from (_solve_line(row, *paths[row.id]) for row in rows if row.id in paths)

    # ---- Within ---------------------------------------------------------------------------

    def _one(self, query: str, *values: object) -> Any:
        """The single value that a query selects; None where there is none or it fails."""
        rows = self._read(query, *values)
        return rows[0][0] if rows else None

    def _columns(self, kind: Kind) -> Columns:
        return self._ask(lambda: self._figures.columns(kind), NOTHING)

    def _rows(self, kind: Kind, ids: Sequence[int]) -> list[SolveRow]:
        """The lines of these solves or relays in this order, without those that are gone."""
        columns, table, read = _ROW, "solves WHERE NOT deleted", _row
        if kind == RELAY:
            columns, table, read = _RELAY_ROW, "relays WHERE 1", _relay_row
        query = f"SELECT {columns} FROM {table} AND id IN ({marks(ids)})"
        nothing: dict[int, SolveRow] = {}
        found = self._ask(
            lambda: {row[0]: read(row) for row in self._read(query, *ids)}, otherwise=nothing
        )
        return [found[number] for number in ids if number in found]

    def _kinds(self) -> list[Kind]:
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

    def _add_solve(
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


def _relay_row(values: tuple[Any, ...]) -> SolveRow:
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


def _line(values: Iterable[object]) -> str:
    """One line with its end, quoted where that is needed; the system's line end is the file's."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(
        ["" if value is None else value for value in values]
    )
    return text.getvalue()


def _solve_line(row: SolveRow, start: str, goal: str, path: str) -> str:
    """A solve, by ``SOLVE_COLUMNS``."""
    return _line(
        [
            _local_time(row.solved_at),
            row.seed,
            start,
            goal,
            f"{row.seconds:.3f}",
            row.moves,
            row.shortest,
            row.lost,
            _speed(row),
            int(row.assisted),
            int(row.coached),
            path,
        ]
    )


def _relay_line(row: SolveRow) -> str:
    """A relay, by ``RELAY_COLUMNS``."""
    stages = [value for split in row.splits for value in (f"{split.seconds:.3f}", split.moves)]
    when, time = _local_time(row.solved_at), f"{row.seconds:.3f}"
    return _line([when, time, row.moves, _speed(row), int(row.assisted), *stages])


def _local_time(at: float) -> str:
    """A time in seconds since 1970 as ISO text with the zone of this machine; "" for nonsense."""
    try:
        return datetime.fromtimestamp(at).astimezone().isoformat(timespec="seconds")
    except (OverflowError, OSError, ValueError):
        return ""


def _speed(row: SolveRow) -> str:
    return "" if row.moves_a_second is None else f"{row.moves_a_second:.2f}"
