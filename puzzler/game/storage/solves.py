"""Solves by hand and relays in the database, with their statistics."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from datetime import date
from functools import partial
from itertools import chain, starmap
from typing import Any

import numpy as np

from puzzler.board.scenario import Scenario
from puzzler.game.core.category import (
    STAGES,
    Category,
    Difficulty,
    Kind,
    RelayKind,
    Split,
    Stages,
    difficulty_of,
    goal_text,
)
from puzzler.game.core.game import SavedGame, count_slides, played
from puzzler.game.storage.averages import MAX_FIGURE, NEVER, trimmed_means
from puzzler.game.storage.database import Database, sql_placeholders
from puzzler.game.storage.schema import (
    EFFICIENCY,
    FINISHED,
    LISTED,
    OF_ONE_KIND,
    RANKED,
)
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
    FIELDS,
    FIRST_MOVE,
    RETRY,
    SOLVE,
    Bests,
    Result,
    Selection,
    Solve,
    SolveRow,
    Solves,
    Times,
)
from puzzler.humanize import DNF

NO_SOLVES = np.empty(0, SOLVE)
_LATEST = 12
"""Number of latest times next to the board."""


class SolveHistory:
    """The solves and relays of all windows."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.sessions = Sessions(database)
        self.changes = 0
        """Increases when this window changes stored solves."""

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

    def best_seconds(self, scenario: Scenario) -> float | None:
        """Return the best time of a board with a seed without help; None if there is none."""
        return self._database.value(
            "SELECT min(seconds) FROM solves WHERE (seed, difficulty, start, goal) = (?, ?, ?, ?)"
            f" AND NOT (deleted OR assisted OR coached) AND penalty <> '{DNF}'",
            *(str(scenario.seed), scenario.difficulty),
            *(str(scenario.start), goal_text(scenario.goal)),
        )

    def fastest(self, scenario: Scenario) -> Solve | None:
        """Return the fastest solve of a board without help; None if there is none."""
        number = self._database.value(
            "SELECT id FROM solves WHERE (start, goal) = (?, ?)"
            f" AND NOT (assisted OR coached OR deleted) AND penalty <> '{DNF}'"
            " ORDER BY seconds LIMIT 1",
            *(str(scenario.start), goal_text(scenario.goal)),
        )
        return None if number is None else self.get(number)

    def daily(self) -> list[Result]:
        """Return the solves of boards of the day without help, the fastest first.

        Solves that are not counted, such as retries, are last.
        """
        rows = self._database.rows(
            "SELECT rows, columns, seed, seconds, move_count, shortest, solved_at FROM solves"
            " WHERE difficulty = ? AND NOT (assisted OR coached OR deleted)"
            f" AND penalty <> '{DNF}' ORDER BY unranked <> '', seconds",
            Difficulty.DAILY,
        )

        def solves() -> list[Result]:
            return [
                Result((height, width), str(seed), time, moves, shortest, date.fromtimestamp(at))
                for height, width, seed, time, moves, shortest, at in rows
            ]

        return self._database.attempt(solves, [])

    def learn_shortest(self, number: int, moves: int) -> None:
        """Store the proven length of a shortest solution of a solve."""
        self._database.write(
            "the shortest solution cannot be saved",
            "UPDATE solves SET shortest = ? WHERE id = ? AND shortest IS NOT ?",
            *(moves, number, moves),
        )

    def mark(self, number: int, penalty: str) -> None:
        """Mark a solve as ``DNF``, or remove its mark with ""."""
        self.changes += 1
        statement = "UPDATE solves SET penalty = ? WHERE id = ?"
        self._database.write("the solve cannot be marked", statement, penalty, number)

    def delete(self, kind: Kind, number: int) -> None:
        """Delete a solve or a relay. The play of a deleted solve cannot be added again."""
        self.changes += 1
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
        query = (
            f"SELECT {OF_ONE_KIND} FROM solves WHERE {LISTED}"
            f" AND ({OF_ONE_KIND}, session) > (?, ?, ?, ?, ?, ?) ORDER BY {OF_ONE_KIND} LIMIT 1"
        )
        latest = (
            f"SELECT max((SELECT max(solved_at) FROM {OF_KIND} AND {LISTED}"
            " AND session = sessions.id)) FROM sessions"
        )
        found: list[tuple[Any, ...]] = []
        last: tuple[Any, ...] = 0, 0, "", "", 0
        # a look-up for each kind; text that is not UTF-8 could be found twice
        while (rows := self._database.rows(query, *last, 2**62)) and rows[0] != last:
            last = rows[0]
            found.append((self._database.value(latest, *last), *last))
        query = "SELECT max(solved_at), 0, 0, stages, '', 0 FROM relays GROUP BY stages"
        found += self._database.rows(query)

        def kinds() -> list[Kind]:
            in_order = sorted(found, key=lambda row: row[0] or 0, reverse=True)
            known = (kind_of(*values) for _, *values in in_order)
            return [kind for kind in known if kind is not None]

        return self._database.attempt(kinds, [])

    def array(self, kind: Kind, selection: Selection = ALL) -> Solves:
        """Return the figures of every solve of ``kind``, including solves with help.

        This takes 30 ms for 20,000 solves, so call it in the background if there may be many.
        """
        # one text for each field, because reading rows takes twice as long
        texts = ", ".join(f"group_concat({name})" for name in FIELDS)
        query = f"SELECT {texts} FROM ({figures_query(kind, selection)})"

        def read() -> Solves:
            rows = self._database.rows(query, *selection_values(kind, selection))
            columns = [np.fromstring(text or "", np.int64, sep=",") for text in chain(*rows)]
            solves = np.empty(len(columns[0]) if columns else 0, SOLVE)
            for name, column in zip(FIELDS, columns, strict=False):
                solves[name] = column
            return solves

        solves = self._database.attempt(read, NO_SOLVES)
        for name in ("at", "milliseconds", "moves", "shortest"):
            figures = solves[name]
            np.clip(figures, 0, MAX_FIGURE, out=figures, where=figures != NEVER)
        by_time: Solves = solves[np.lexsort((solves["id"], solves["at"]))]  # imports can be older
        return by_time

    def count(self, kind: Kind, selection: Selection = ALL) -> int:
        """Return the number of solves, including solves with help."""
        query = f"SELECT count(*) FROM ({figures_query(kind, selection)})"
        return self._database.value(query, *selection_values(kind, selection)) or 0

    def bests(self, category: Category, *, is_multi_tile: bool = False) -> Bests:
        """Return the bests of all solves without help. Each is one look-up in an index."""

        def lowest(value: str, condition: str = "1") -> Any:
            query = f"SELECT {value} FROM {OF_KIND} AND {RANKED} AND {condition}"
            return self._database.value(query, *selection_values(category, ALL))

        moves = "slides" if is_multi_tile else "move_count"
        return Bests(
            lowest("max(CAST(round(1000 * min(seconds)) AS INTEGER), 0) / 1000.0"),
            lowest(f"CAST(min({moves}) AS INTEGER)", f"{moves} > 0"),
            None if is_multi_tile else lowest(f"min({EFFICIENCY})"),
        )

    def times(self, category: Category, streak: int) -> Times:
        """Return the best time of all sessions, and averages and times of the current session."""
        selection = Selection(self.sessions.current)
        query = (
            f"{figures_query(category, selection)} AND NOT is_helped"
            f" ORDER BY solved_at DESC, id DESC LIMIT {_LATEST}"
        )
        rows = self._database.rows(query, *selection_values(category, selection))
        latest = np.array([max(0, milliseconds) for _, _, milliseconds, *_ in rows], np.int64)
        ao5, ao12 = (
            float(trimmed_means(latest[:size], size)[0]) / 1000 if len(latest) >= size else None
            for size in (5, 12)
        )
        seconds = tuple(np.where(latest == NEVER, np.inf, latest / 1000).tolist())
        return Times(self.bests(category).seconds, ao5, ao12, seconds, streak)

    def days(self) -> set[date]:
        """Return the local dates on which a shuffled board was solved."""
        # each step looks up the latest solve before the day of the last one
        midnight = "CAST(strftime('%s', date(at, 'unixepoch', 'localtime'), 'utc') AS INTEGER)"
        query = (
            f"WITH RECURSIVE days(at) AS (SELECT max(solved_at) FROM solves WHERE {FINISHED}"
            f" UNION ALL SELECT (SELECT max(solved_at) FROM solves WHERE {FINISHED}"
            f" AND solved_at < min(at, ifnull({midnight}, at))) FROM days WHERE at IS NOT NULL)"
            " SELECT date(at, 'unixepoch', 'localtime') FROM days"
        )
        texts = [day for (day,) in self._database.rows(query) if day is not None]
        nothing: set[date] = set()
        return self._database.attempt(lambda: {*map(date.fromisoformat, texts)}, nothing)

    def with_ids(self, kind: Kind, ids: Sequence[int]) -> list[SolveRow]:
        """Return the rows with these ids in this order, without deleted ones."""
        among = f"id IN ({sql_placeholders(ids)})"
        query = (
            f"SELECT {RELAY_COLUMNS_SQL} FROM relays WHERE {among}"
            if isinstance(kind, RelayKind)
            else f"SELECT {SOLVE_COLUMNS_SQL} FROM solves WHERE NOT deleted AND {among}"
        )
        found = {row.id: row for row in self._readable(query, *ids)}
        return [found[number] for number in ids if number in found]

    def all_rows(self, kind: Kind) -> list[SolveRow]:
        """Return all rows, the first solve first. Unreadable rows are skipped."""
        query = (
            f"SELECT {RELAY_COLUMNS_SQL} FROM {RELAYS} ORDER BY id"
            if isinstance(kind, RelayKind)
            else f"SELECT {SOLVE_COLUMNS_SQL} FROM {OF_KIND} ORDER BY id"
        )
        return self._readable(query, *selection_values(kind, ALL))

    def _readable(self, query: str, *values: object) -> list[SolveRow]:
        """Return the readable rows of a query."""
        rows = self._database.rows(query, *values)
        found = (self._database.attempt(partial(row_fields, row), None) for row in rows)
        return [SolveRow(**fields) for fields in found if fields is not None]

    # ---- Import ---------------------------------------------------------------------------

    def add_imported(self, solves: Sequence[SolveRow]) -> tuple[int, int] | None:
        """Add solves in one transaction; None if that fails or has to wait.

        Returns the numbers of new solves and of solves that were stored before.
        """
        self.changes += 1
        insert = partial(insert_imported, self._database, self.sessions, solves)
        return self._database.change("the solves cannot be imported", insert)

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
