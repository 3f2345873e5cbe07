"""Solves by hand and relays in the database, with their statistics."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from datetime import date
from functools import partial
from itertools import starmap
from typing import Any, TypeVar

import numpy as np

from puzzler.board.board import Board
from puzzler.board.scenario import Scenario
from puzzler.game.core.category import (
    STAGES,
    Difficulty,
    Kind,
    RelayKind,
    Split,
    Stages,
    difficulty_of,
    goal_text,
)
from puzzler.game.core.game import SavedGame, count_slides, played
from puzzler.game.storage.database import Database, sql_placeholders
from puzzler.game.storage.solve_rows import (
    CURRENT_SESSION,
    OF_KIND,
    RELAY_COLUMNS_SQL,
    RELAYS,
    SOLVE_COLUMNS_SQL,
    Sessions,
    figures_query,
    insert_imported,
    kind_of,
    row_fields,
    selection_values,
    solve_from,
    splits_from,
    stages_text,
)
from puzzler.game.storage.statistics import (
    ALL,
    FIRST_MOVE,
    MAX_FIGURE,
    NEVER,
    RETRY,
    SOLVE,
    DailySolve,
    Result,
    Selection,
    Solve,
    SolveRow,
    Solves,
    Summary,
    Times,
    trimmed_means,
)
from puzzler.humanize import DNF

NO_SOLVES = np.empty(0, SOLVE)
_LATEST = 12
"""Number of latest times next to the board."""
Value = TypeVar("Value")
Number = TypeVar("Number", int, float)


class SolveHistory:
    """The solves and relays of all windows."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.sessions = Sessions(database)
        self.changes = 0
        """Increases when this window changes stored solves."""
        self._edits = 0
        self._readings: dict[object, tuple[object, int, Any]] = {}

    # ---- Solves ---------------------------------------------------------------------------

    def latest(self) -> int | None:
        """Return the id of the latest solve with moves, of any window and any kind."""
        return self._database.value("SELECT max(id) FROM solves WHERE NOT deleted AND moves <> ''")

    def get(self, number: int) -> Solve | None:
        """Return a solve with its path; None if it was deleted."""
        rows = self._database.rows(
            f"SELECT {SOLVE_COLUMNS_SQL}, rows, columns, shuffle_moves FROM solves WHERE id = ?"
            " AND NOT deleted",
            number,
        )
        return self._database.attempt(lambda: next(map(solve_from, rows), None), None)

    def best_result(
        self, goal: Board, difficulty: str, seed: int | None, start: Board | None = None
    ) -> Result | None:
        """Return the fastest solve of this board without help; None if there is none.

        start: Consider only solves that started with this board.
        """
        rows = self._database.rows(
            "SELECT seconds, move_count, shortest FROM solves"
            " WHERE (rows, columns, goal, difficulty, seed) = (?, ?, ?, ?, ?)"
            " AND start = ifnull(?, start) AND NOT (deleted OR assisted OR coached)"
            f" AND penalty <> '{DNF}'"
            " ORDER BY seconds LIMIT 1",
            *(*goal.size, goal_text(goal), difficulty, str(seed)),
            None if start is None else str(start),
        )
        return next((Result(*row) for row in rows), None)

    def fastest(self, scenario: Scenario) -> Solve | None:
        """Return the fastest solve of a board without help; None if there is none."""
        number = self._database.value(
            "SELECT id FROM solves WHERE (start, goal) = (?, ?)"
            " AND NOT (assisted OR coached OR deleted) ORDER BY seconds LIMIT 1",
            *(str(scenario.start), goal_text(scenario.goal)),
        )
        return None if number is None else self.get(number)

    def daily(self) -> list[DailySolve]:
        """Return the solves of boards of the day without help, the fastest first.

        Solves that are not counted, such as retries, are last.
        """
        rows = self._database.rows(
            "SELECT rows, columns, seed, solved_at, seconds, move_count, shortest FROM solves"
            " WHERE difficulty = ? AND NOT (assisted OR coached OR deleted)"
            f" AND penalty <> '{DNF}' ORDER BY unranked <> '', seconds",
            Difficulty.DAILY,
        )

        def solves() -> list[DailySolve]:
            return [
                DailySolve((height, width), str(seed), date.fromtimestamp(at), Result(*result))
                for height, width, seed, at, *result in rows
            ]

        return self._database.attempt(solves, [])

    def learn_shortest(self, number: int, moves: int) -> None:
        """Store the proven length of a shortest solution of a solve."""
        self._edits += 1
        self._database.write(
            "the shortest solution cannot be saved",
            "UPDATE solves SET shortest = ? WHERE id = ? AND shortest IS NOT ?",
            *(moves, number, moves),
        )

    def mark(self, number: int, penalty: str) -> None:
        """Mark a solve as ``DNF``, or remove its mark with ""."""
        self._note_edit()
        statement = "UPDATE solves SET penalty = ? WHERE id = ?"
        self._database.write("the solve cannot be marked", statement, penalty, number)

    def delete(self, kind: Kind, number: int) -> None:
        """Delete a solve or a relay. The play of a deleted solve cannot be added again."""
        self._note_edit()
        if isinstance(kind, RelayKind):
            statement = "DELETE FROM relays WHERE id = ?"
            self._database.write("the relay cannot be deleted", statement, number)
        else:
            statement = "UPDATE solves SET deleted = 1, moves = '', times = '' WHERE id = ?"
            self._database.write("the solve cannot be deleted", statement, number)

    def keep_relay(
        self, splits: Sequence[tuple[float, int]], stages: Stages = STAGES, *, assisted: bool
    ) -> None:
        """Store a finished relay. ``splits`` are seconds and moves of each board."""
        self._edits += 1
        seconds, moves = map(sum, zip(*splits, strict=True))
        self._database.write(
            "the relay cannot be saved",
            f"INSERT INTO relays VALUES (NULL, ?, ?, ?, ?, ?, {CURRENT_SESSION}, ?)",
            *(json.dumps(splits), moves, seconds, assisted, time.time(), stages_text(stages)),
        )

    def best_relay(self, stages: Stages = STAGES) -> tuple[Split, ...]:
        """Return the splits of the fastest relay without help; empty if there is no such relay."""
        query = (
            "SELECT stages || ':' || splits FROM relays WHERE stages = ? AND NOT assisted"
            " ORDER BY seconds LIMIT 1"
        )
        rows = self._database.rows(query, stages_text(stages))
        return self._database.attempt(lambda: next(starmap(splits_from, rows), ()), ())

    # ---- Statistics -----------------------------------------------------------------------

    def kinds(self) -> list[Kind]:
        """Return the kinds with solves, the kind of the latest solve first."""
        rows = self._database.rows(
            "SELECT max(id), solved_at AS at, rows, columns, goal, difficulty, blindfold"
            " FROM solves WHERE difficulty IS NOT NULL AND NOT deleted"
            " GROUP BY rows, columns, goal, difficulty, blindfold"
            " UNION ALL SELECT 0, max(solved_at), 0, 0, stages, '', 0 FROM relays GROUP BY stages"
            " ORDER BY at DESC"
        )

        def kinds() -> list[Kind]:
            found = (kind_of(*values) for _, at, *values in rows if at is not None)
            return [kind for kind in found if kind is not None]

        return self._database.attempt(kinds, [])

    def array(self, kind: Kind, selection: Selection = ALL) -> Solves:
        """Return the figures of every solve of ``kind``, including solves with help.

        This takes 40 ms for 20,000 solves, so call it in the background if there may be many.
        """
        rows = self._database.rows(
            f"{figures_query(kind, selection)} ORDER BY id", *selection_values(kind, selection)
        )
        solves = self._database.attempt(lambda: np.array(rows, SOLVE), NO_SOLVES)
        for name in ("at", "milliseconds", "moves", "shortest"):
            figures = solves[name]
            np.clip(figures, 0, MAX_FIGURE, out=figures, where=figures != NEVER)
        by_time: Solves = solves[np.argsort(solves["at"], kind="stable")]  # imports can be older
        return by_time

    def count(self, kind: Kind, selection: Selection = ALL) -> int:
        """Return the number of solves, including solves with help."""
        query = f"SELECT count(*) FROM ({figures_query(kind, selection)})"
        return self._database.value(query, *selection_values(kind, selection)) or 0

    def bests(self, kind: Kind, selection: Selection = ALL) -> Summary:
        """Return the count and the bests of all solves. Only new solves are read again."""
        query = (
            "SELECT count(*), max(min(milliseconds), 0) / 1000.0,"
            f" max(min(nullif(moves, {NEVER})), 0),"
            f" min(CASE WHEN shortest > 0 AND moves <> {NEVER}"
            " THEN 1.0 * max(moves, 0) / shortest END)"
            f" FROM ({figures_query(kind, selection)})"
            f" WHERE NOT is_helped AND milliseconds <> {NEVER} AND id > ?"
        )

        def read(last: int) -> Summary:
            rows = self._database.rows(query, *selection_values(kind, selection), last)
            return next(starmap(Summary, rows), Summary())

        def join(old: Summary, new: Summary) -> Summary:
            return Summary(
                old.count + new.count,
                _lowest(old.best_seconds, new.best_seconds),
                _lowest(old.best_moves, new.best_moves),
                _lowest(old.best_efficiency, new.best_efficiency),
            )

        return self._read_new(("bests", kind, selection), read, join)

    def _read_new(
        self,
        name: object,
        read: Callable[[int], Value],
        join: Callable[[Value, Value], Value],
    ) -> Value:
        """Return ``read(0)``, but read only the solves that are new since the last call.

        read: returns a value for the solves whose id exceeds a number. join: returns the value for
        both. name: of the value. All solves are read again after a stored solve has changed.
        """
        database = self._database
        # the version changes when another window writes
        state = self._edits, database.value("PRAGMA data_version")
        last = database.value("SELECT max(id) FROM solves") or 0
        old_state, old_last, old = self._readings.get(name, (None, 0, None))
        if old is None or old_state != state:
            value = read(0)
        else:
            value = old if last == old_last else join(old, read(old_last))
        self._readings[name] = state, last, value
        return value

    def times(self, kind: Kind, streak: int) -> Times:
        """Return the best time of all sessions, and averages and times of the current session."""
        selection = Selection(self.sessions.current)
        query = (
            f"SELECT at, id, milliseconds FROM ({figures_query(kind, selection)})"
            f" WHERE NOT is_helped AND id > ? ORDER BY at DESC, id DESC LIMIT {_LATEST}"
        )

        def read(last: int) -> list[tuple[int, int, int]]:
            rows = self._database.rows(query, *selection_values(kind, selection), last)
            return [(at, number, max(0, figure)) for at, number, figure in rows]

        name = "latest", kind, selection
        rows = self._read_new(name, read, lambda old, new: sorted(old + new)[: -_LATEST - 1 : -1])
        latest = np.array([milliseconds for _, _, milliseconds in rows], np.int64)
        ao5, ao12 = (
            float(trimmed_means(latest[:size], size)[0]) / 1000 if len(latest) >= size else None
            for size in (5, 12)
        )
        seconds = tuple(np.where(latest == NEVER, np.inf, latest / 1000).tolist())
        return Times(self.bests(kind).best_seconds, ao5, ao12, seconds, streak)

    def days(self) -> set[date]:
        """Return the local dates on which a shuffled board was solved."""
        query = (
            "SELECT DISTINCT date(solved_at, 'unixepoch', 'localtime') FROM solves"
            f" WHERE difficulty IS NOT NULL AND NOT deleted AND penalty <> '{DNF}' AND id > ?"
        )

        def read(last: int) -> set[date]:
            texts = [str(day) for (day,) in self._database.rows(query, last) if day is not None]
            found = self._database.attempt(lambda: {*map(date.fromisoformat, texts)}, None)
            return found or set()

        return self._read_new("days", read, set.union)

    def with_ids(self, kind: Kind, ids: Sequence[int]) -> list[SolveRow]:
        """Return the rows with these ids in this order, without deleted ones."""
        among = f"id IN ({sql_placeholders(ids)})"
        query = (
            f"SELECT {RELAY_COLUMNS_SQL} FROM relays WHERE {among}"
            if isinstance(kind, RelayKind)
            else f"SELECT {SOLVE_COLUMNS_SQL} FROM solves WHERE NOT deleted AND {among}"
        )
        rows = self._database.rows(query, *ids)
        nothing: dict[int, SolveRow] = {}
        found = self._database.attempt(
            lambda: {row[0]: SolveRow(**row_fields(row)) for row in rows}, nothing
        )
        return [found[number] for number in ids if number in found]

    def all_rows(self, kind: Kind) -> list[SolveRow]:
        """Return all rows, the first solve first. Unreadable rows are skipped."""
        query = (
            f"SELECT {RELAY_COLUMNS_SQL} FROM {RELAYS} ORDER BY id"
            if isinstance(kind, RelayKind)
            else f"SELECT {SOLVE_COLUMNS_SQL} FROM {OF_KIND} ORDER BY id"
        )
        rows = self._database.rows(query, *selection_values(kind, ALL))
        found = (self._database.attempt(partial(row_fields, row), None) for row in rows)
        return [SolveRow(**fields) for fields in found if fields is not None]

    # ---- Import ---------------------------------------------------------------------------

    def add_imported(self, solves: Sequence[SolveRow]) -> tuple[int, int] | None:
        """Add solves in one transaction; None if that fails or has to wait.

        Returns the numbers of new solves and of solves that were stored before.
        """
        self._note_edit()
        insert = partial(insert_imported, self._database, self.sessions, solves)
        return self._database.change("the solves cannot be imported", insert)

    # ---- Within ---------------------------------------------------------------------------

    def _note_edit(self) -> None:
        """Count a change of stored solves, after which all solves are read again."""
        self.changes += 1
        self._edits += 1

    def unranked(self, saved: SavedGame) -> str:
        """Return why the current play sets no record, apart from help and DNF."""
        if saved.is_after_first_move and saved.present.is_solved:
            return FIRST_MOVE
        scenario = saved.present.scenario
        solved = self._database.value(
            "SELECT EXISTS (SELECT 1 FROM solves WHERE (seed, start, goal) = (?, ?, ?))",
            *(str(scenario.seed), str(scenario.start), goal_text(scenario.goal)),
        )
        return RETRY if solved else ""

    def add(self, game: int, saved: SavedGame, shortest: int | None) -> bool:
        """Add the current play of ``game``, as DNF if it is not solved.

        The moves of a DNF are not stored, because a stored path leads to the goal. Returns False if
        the play was added before.
        """
        self.changes += 1
        play, path = saved.present, played(saved)
        scenario, is_solved = play.scenario, play.is_solved
        values = (
            *(None, game, play.number),
            *(*scenario.goal.size, goal_text(scenario.goal), difficulty_of(scenario)),
            str(scenario.start),
            None if scenario.seed is None else str(scenario.seed),
            scenario.shuffle_moves,
            "".join(move.letter for move in path.moves) if is_solved else "",
            " ".join(str(round(1000 * seconds)) for seconds in path.times) if is_solved else "",
            *(play.move_count, play.seconds, play.assisted, time.time()),
            *(play.coached, play.blindfold, shortest, False, scenario.title),
            self.unranked(saved),
            count_slides(saved),
            "" if is_solved else DNF,
        )
        statement = (
            f"INSERT OR IGNORE INTO solves VALUES ({sql_placeholders(values)}, {CURRENT_SESSION})"
        )
        return self._database.connection.execute(statement, values).rowcount > 0


def _lowest(first: Number | None, second: Number | None) -> Number | None:
    """Return the lower of two figures. None is unknown."""
    return second if first is None else first if second is None else min(first, second)
