"""Solves by hand and relays as rows of the database, with their statistics."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from datetime import date
from functools import partial
from itertools import starmap
from typing import Any

import numpy as np

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.board.numbers import parse_json, whole_number
from puzzler.board.path import invert_moves
from puzzler.board.scenario import Scenario
from puzzler.game.core.category import (
    RELAY,
    Category,
    Difficulty,
    Kind,
    RelayKind,
    difficulty_of,
    goal_from_text,
    goal_text,
)
from puzzler.game.core.game import SavedGame, count_slides, played
from puzzler.game.core.relay import Split
from puzzler.game.storage.database import Database, sql_placeholders
from puzzler.game.storage.solve_columns import DATE, SolveColumn, sorted_ids
from puzzler.game.storage.solve_import import ImportedSolve
from puzzler.game.storage.statistics import (
    ALL,
    DEFAULT_SESSION,
    FIRST_MOVE,
    MAX_FIGURE,
    NEVER,
    RETRY,
    SOLVE,
    Curve,
    DailySolve,
    Result,
    Selection,
    Session,
    Solve,
    SolveRow,
    Solves,
    Summary,
    Times,
    curve,
    summary,
    trimmed_means,
)
from puzzler.humanize import DNF

FIRST_SIDE = 2
"""Side of the first board of a relay."""
NO_SOLVES = np.empty(0, SOLVE)


def _optional_int(value: Any) -> int | None:
    return None if value is None else int(value)


def _splits(text: str) -> tuple[Split, ...]:
    """Return the stages of a relay from a JSON list of seconds and moves."""
    return tuple(
        Split(side, side, float(time), int(count))
        for side, (time, count) in enumerate(parse_json(text), FIRST_SIDE)
    )


_SESSION_NAME = "ifnull((SELECT name FROM sessions WHERE sessions.id = session), '')"
_ROW: dict[str, tuple[str, str, Callable[[Any], object]]] = {
    "id": ("id", "id", int),
    "solved_at": ("solved_at", "solved_at", float),
    "seed": ("ifnull(seed, '')", "''", str),
    "title": ("title", "''", str),
    "seconds": ("seconds", "seconds", float),
    "move_count": ("move_count", "move_count", int),
    "slides": ("slides", "NULL", _optional_int),
    "shortest": ("shortest", "NULL", _optional_int),
    "assisted": ("assisted", "assisted", bool),
    "coached": ("coached", "0", bool),
    "unranked": ("unranked", "''", str),
    "penalty": ("penalty", "''", str),
    "session": (_SESSION_NAME, _SESSION_NAME, str),
    "difficulty": ("ifnull(difficulty, '')", "''", str),
    "blindfold": ("blindfold", "0", bool),
    "splits": ("'[]'", "splits", _splits),
    "board": ("start", "''", str),
    "goal": ("goal", "''", str),
    "path": ("moves", "''", str),
    "move_times": ("times", "''", str),
}
"""Fields of a ``SolveRow``: SQL for a solve, SQL for a relay, and the conversion of the value."""
_SOLVE_ROW = ", ".join(solve for solve, _, _ in _ROW.values())
_RELAY_ROW = ", ".join(relay for _, relay, _ in _ROW.values())

_OF_KIND = (
    "solves WHERE (rows, columns, goal, difficulty, blindfold) = (?, ?, ?, ?, ?) AND NOT deleted"
    " AND session = ifnull(?, session)"
)
_RELAYS = "relays WHERE session = ifnull(?, session)"


_AT = "id, CAST(solved_at AS INTEGER) AS at"
_MILLISECONDS = "CAST(round(1000 * seconds) AS INTEGER)"
_SOLVE_FIGURES = (
    f"{_AT}, iif(penalty = '{DNF}', {NEVER}, {_MILLISECONDS}) AS milliseconds,"
    f" iif(penalty = '{DNF}' OR ifnull({{moves}}, 0) = 0, {NEVER}, CAST({{moves}} AS INTEGER))"
    " AS moves, CAST(ifnull({shortest}, 0) AS INTEGER) AS shortest,"
    " assisted OR coached OR unranked <> '' AS is_helped"
)
_RELAY_FIGURES = (
    f"{_AT}, {_MILLISECONDS} AS milliseconds, CAST(move_count AS INTEGER) AS moves,"
    " 0 AS shortest, assisted OR 0 AS is_helped"
)
"""The fields of ``SOLVE`` in the table of solves and in the table of relays."""
_ADD_SESSION = "INSERT INTO sessions VALUES (NULL, ?, 0.0)"
_CURRENT_SESSION = "(SELECT id FROM sessions ORDER BY chosen_at DESC, id LIMIT 1)"


class SolveHistory:
    """The solves and relays of all windows."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.changes = 0
        """Increases when this window changes stored solves or chooses a session."""

    # ---- Solves ---------------------------------------------------------------------------

    def latest(self) -> int | None:
        """Return the id of the latest solve with moves, of any window and any kind."""
        return self._database.value("SELECT max(id) FROM solves WHERE NOT deleted AND moves <> ''")

    def get(self, number: int) -> Solve | None:
        """Return a solve with its path; None if it was deleted."""
        rows = self._database.rows(
            f"SELECT {_SOLVE_ROW}, rows, columns, shuffle_moves FROM solves WHERE id = ?"
            " AND NOT deleted",
            number,
        )
        return self._database.attempt(lambda: next(map(_solve, rows), None), None)

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
        """Return the solves of boards of the day without help, the fastest first."""
        rows = self._database.rows(
            "SELECT rows, columns, seed, solved_at, seconds, move_count, shortest FROM solves"
            " WHERE difficulty = ? AND NOT (assisted OR coached OR deleted)"
            f" AND penalty <> '{DNF}' ORDER BY seconds",
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
        if kind == RELAY:
            statement = "DELETE FROM relays WHERE id = ?"
            self._database.write("the relay cannot be deleted", statement, number)
        else:
            statement = "UPDATE solves SET deleted = 1, moves = '', times = '' WHERE id = ?"
            self._database.write("the solve cannot be deleted", statement, number)

    def keep_relay(self, splits: Sequence[tuple[float, int]], *, assisted: bool) -> None:
        """Store a finished relay. ``splits`` are seconds and moves of each stage, 2x2 first."""
        seconds, moves = map(sum, zip(*splits, strict=True))
        self._database.write(
            "the relay cannot be saved",
            f"INSERT INTO relays VALUES (NULL, ?, ?, ?, ?, ?, {_CURRENT_SESSION})",
            *(json.dumps(splits), moves, seconds, assisted, time.time()),
        )

    def best_relay(self) -> tuple[Split, ...]:
        """Return the stages of the fastest relay without help; empty if there is no such relay."""
        query = "SELECT splits FROM relays WHERE NOT assisted ORDER BY seconds LIMIT 1"
        rows = self._database.rows(query)
        return self._database.attempt(lambda: next(starmap(_splits, rows), ()), ())

    # ---- Statistics -----------------------------------------------------------------------

    def kinds(self) -> list[Kind]:
        """Return the kinds with solves, the kind of the latest solve first."""
        rows = self._database.rows(
            "SELECT max(id), solved_at AS at, rows, columns, goal, difficulty, blindfold"
            " FROM solves WHERE difficulty IS NOT NULL AND NOT deleted"
            " GROUP BY rows, columns, goal, difficulty, blindfold"
            " UNION ALL SELECT 0, max(solved_at), 0, 0, '', '', 0 FROM relays ORDER BY at DESC"
        )

        def kinds() -> list[Kind]:
            found = (_kind(*values) for _, at, *values in rows if at is not None)
            return [kind for kind in found if kind is not None]

        return self._database.attempt(kinds, [])

    def array(self, kind: Kind, selection: Selection = ALL) -> Solves:
        """Return the figures of every solve of ``kind``, including solves with help.

        This takes 40 ms for 20,000 solves, so call it in the background if there may be many.
        """
        rows = self._database.rows(
            f"{_figures(kind, selection)} ORDER BY id", *_values(kind, selection)
        )
        solves = self._database.attempt(lambda: np.array(rows, SOLVE), NO_SOLVES)
        for name in ("at", "milliseconds", "moves", "shortest"):
            figures = solves[name]
            np.clip(figures, 0, MAX_FIGURE, out=figures, where=figures != NEVER)
        by_time: Solves = solves[np.argsort(solves["at"], kind="stable")]  # imports can be older
        return by_time

    def count(self, kind: Kind, selection: Selection = ALL) -> int:
        """Return the number of solves, including solves with help."""
        query = f"SELECT count(*) FROM ({_figures(kind, selection)})"
        return self._database.value(query, *_values(kind, selection)) or 0

    def summary(
        self, kind: Kind, since: float | None = None, selection: Selection = ALL
    ) -> Summary:
        """Return the summary of all solves, or of those ``since`` a time in seconds since 1970."""
        return summary(solved_since(self.array(kind, selection), since))

    def bests(self, kind: Kind, selection: Selection = ALL) -> Summary:
        """Return the count and the bests of all solves, which takes 8 ms for 20,000 solves."""
        rows = self._database.rows(
            "SELECT count(*), max(min(milliseconds), 0) / 1000.0,"
            f" max(min(nullif(moves, {NEVER})), 0),"
            f" min(CASE WHEN shortest > 0 AND moves <> {NEVER}"
            " THEN 1.0 * max(moves, 0) / shortest END)"
            f" FROM ({_figures(kind, selection)}) WHERE NOT is_helped AND milliseconds <> {NEVER}",
            *_values(kind, selection),
        )
        return next(starmap(Summary, rows), Summary())

    def times(self, kind: Kind, streak: int) -> Times:
        """Return the best time of all sessions, and averages and times of the current session.

        This takes 15 ms for 20,000 solves.
        """
        selection = Selection(self.current_session)
        rows = self._database.rows(
            f"SELECT milliseconds FROM ({_figures(kind, selection)}) WHERE NOT is_helped"
            " ORDER BY at DESC, id DESC LIMIT 12",
            *_values(kind, selection),
        )
        latest = np.array([max(0, milliseconds) for (milliseconds,) in rows], np.int64)
        ao5, ao12 = (
            float(trimmed_means(latest[:size], size)[0]) / 1000 if len(latest) >= size else None
            for size in (5, 12)
        )
        seconds = tuple(np.where(latest == NEVER, np.inf, latest / 1000).tolist())
        return Times(self.bests(kind).best_seconds, ao5, ao12, seconds, streak)

    @property
    def current_session(self) -> int:
        """The id of the session that new solves belong to."""
        return self._database.value(f"SELECT {_CURRENT_SESSION}") or DEFAULT_SESSION

    def sessions(self) -> list[Session]:
        """Return the sessions, the oldest first."""
        return list(starmap(Session, self._database.rows("SELECT id, name FROM sessions")))

    def choose_session(self, number: int) -> None:
        """Make this session the current one."""
        self.changes += 1
        self._database.write(
            "the session cannot be chosen",
            "UPDATE sessions SET chosen_at = max(?, (SELECT max(chosen_at) FROM sessions) + 1)"
            " WHERE id = ?",
            *(time.time(), number),
        )

    def create_session(self, name: str) -> int:
        """Add a session, make it the current one, and return its id."""
        trouble = "the session cannot be saved"
        added = self._database.change(
            trouble, lambda: self._database.connection.execute(_ADD_SESSION, (name,)).lastrowid
        )
        if added is not None:
            self.choose_session(added)
        return added or self.current_session

    def rename_session(self, number: int, name: str) -> None:
        """Change the name of a session."""
        statement = "UPDATE sessions SET name = ? WHERE id = ?"
        self._database.write("the session cannot be renamed", statement, name, number)

    def days(self) -> set[date]:
        """Return the local dates on which a shuffled board was solved."""
        query = (
            "SELECT DISTINCT date(solved_at, 'unixepoch', 'localtime') FROM solves"
            f" WHERE difficulty IS NOT NULL AND NOT deleted AND penalty <> '{DNF}'"
        )
        texts = [str(day) for (day,) in self._database.rows(query) if day is not None]
        return self._database.attempt(lambda: {date.fromisoformat(text) for text in texts}, set())

    def curve(self, kind: Kind) -> Curve:
        """Return the times over all solves."""
        return curve(self.array(kind))

    def rows(
        self,
        kind: Kind,
        first: int = 0,
        count: int = 50,
        column: SolveColumn = DATE,
        *,
        is_descending: bool = True,
        since: float | None = None,
    ) -> list[SolveRow]:
        """Return ``count`` rows of the list from row ``first``, including solves with help.

        The latest solve is first by default. Unknown values are last.
        """
        ids = sorted_ids(solved_since(self.array(kind), since), column, is_descending=is_descending)
        return self.with_ids(kind, ids[max(first, 0) : max(first, 0) + count].tolist())

    def with_ids(self, kind: Kind, ids: Sequence[int]) -> list[SolveRow]:
        """Return the rows with these ids in this order, without deleted ones."""
        among = f"id IN ({sql_placeholders(ids)})"
        query = (
            f"SELECT {_RELAY_ROW} FROM relays WHERE {among}"
            if isinstance(kind, RelayKind)
            else f"SELECT {_SOLVE_ROW} FROM solves WHERE NOT deleted AND {among}"
        )
        rows = self._database.rows(query, *ids)
        nothing: dict[int, SolveRow] = {}
        found = self._database.attempt(
            lambda: {row[0]: SolveRow(**_fields(row)) for row in rows}, nothing
        )
        return [found[number] for number in ids if number in found]

    def all_rows(self, kind: Kind) -> list[SolveRow]:
        """Return all rows, the first solve first. Unreadable rows are skipped."""
        query = (
            f"SELECT {_RELAY_ROW} FROM {_RELAYS} ORDER BY id"
            if isinstance(kind, RelayKind)
            else f"SELECT {_SOLVE_ROW} FROM {_OF_KIND} ORDER BY id"
        )
        rows = self._database.rows(query, *_values(kind, ALL))
        found = (self._database.attempt(partial(_fields, row), None) for row in rows)
        return [SolveRow(**fields) for fields in found if fields is not None]

    # ---- Import ---------------------------------------------------------------------------

    def add_imported(self, solves: Sequence[ImportedSolve]) -> tuple[int, int] | None:
        """Add solves in one transaction; None if that fails or has to wait.

        Returns the numbers of new solves and of solves that were stored before.
        """
        self.changes += 1

        def add() -> tuple[int, int]:
            with self._database.transaction() as connection:
                stored = set(
                    connection.execute(
                        "SELECT start, goal, CAST(solved_at AS INTEGER),"
                        f" {_MILLISECONDS} FROM solves WHERE NOT deleted"
                    )
                )
                sessions = {"": self.current_session}
                sessions |= {session.name: session.id for session in self.sessions()}
                for name in {solve.session: None for solve in solves if solve.session}:
                    if name not in sessions:
                        added = connection.execute(_ADD_SESSION, (name,)).lastrowid
                        sessions[name] = added or DEFAULT_SESSION
                new = [solve for solve in solves if solve.identity not in stored]
                query = "SELECT ifnull(max(number), 0) + 1 FROM solves WHERE game = 0"
                (first,) = connection.execute(query).fetchone()
                connection.executemany(
                    f"INSERT INTO solves VALUES ({', '.join('?' * 25)})",
                    (
                        _imported_row(number, solve, sessions[solve.session])
                        for number, solve in enumerate(new, first)
                    ),
                )
                return len(new), len(solves) - len(new)

        return self._database.change("the solves cannot be imported", add)

    # ---- Within ---------------------------------------------------------------------------

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
            f"INSERT OR IGNORE INTO solves VALUES ({sql_placeholders(values)}, {_CURRENT_SESSION})"
        )
        return self._database.connection.execute(statement, values).rowcount > 0


def solved_since(solves: Solves, since: float | None) -> Solves:
    """Return the solves from a time on (seconds since 1970), or all solves."""
    recent: Solves = solves if since is None else solves[solves["at"] >= int(since)]
    return recent


def _imported_row(number: int, solve: ImportedSolve, session: int) -> tuple[object, ...]:
    """Return the row of an imported solve. Imported solves are plays of game 0."""
    return (
        *(None, 0, number, *solve.goal.size, goal_text(solve.goal), solve.difficulty),
        *(str(solve.start), solve.seed or None, 0, solve.path, solve.move_times),
        *(solve.move_count, solve.seconds, solve.assisted, solve.solved_at),
        *(solve.coached, solve.blindfold, solve.shortest, False, solve.title),
        *(solve.unranked, solve.slides, solve.penalty, session),
    )


def _figures(kind: Kind, selection: Selection) -> str:
    """Return the query for the figures of the selected solves of a kind."""
    if isinstance(kind, RelayKind):
        return f"SELECT {_RELAY_FIGURES} FROM {_RELAYS}"
    moves, shortest = ("slides", "NULL") if selection.is_multi_tile else ("move_count", "shortest")
    return f"SELECT {_SOLVE_FIGURES.format(moves=moves, shortest=shortest)} FROM {_OF_KIND}"


def _values(kind: Kind, selection: Selection) -> tuple[object, ...]:
    """Return the values for ``_OF_KIND`` or ``_RELAYS``."""
    if isinstance(kind, RelayKind):
        return (selection.session,)
    parts = kind.rows, kind.columns, kind.goal, kind.difficulty, kind.is_blindfold
    return *parts, selection.session


def _kind(rows: int, columns: int, goal: str, difficulty: str, blindfold: int) -> Kind | None:
    """Return the kind; None if the difficulty is unknown, such as one added by a newer version.

    Raises ValueError if the shape or the goal is invalid.
    """
    if not rows:
        return RELAY
    if difficulty not in list(Difficulty):
        return None
    return Category(rows, columns, goal, Difficulty(difficulty), bool(blindfold))


def _fields(values: tuple[Any, ...]) -> dict[str, Any]:
    """Return the fields of a ``SolveRow`` by name from the first values of a row."""
    fields = zip(_ROW.items(), values, strict=False)
    return {name: convert(value) for (name, (_, _, convert)), value in fields}


def _solve(values: tuple[Any, ...]) -> Solve:
    fields = _fields(values)
    row = SolveRow(**fields)
    rows, columns, shuffle_moves = values[len(_ROW) :]
    end = goal_from_text(row.goal, rows, columns)
    path = tuple(Move.from_letter(letter) for letter in row.path)
    when = tuple(whole_number(time) / 1000 for time in row.move_times.split())
    if when and len(when) != len(path):
        raise ValueError(f"a solve has {len(path)} moves and {len(when)} times")
    return Solve(
        **fields,
        scenario=Scenario(
            Board.parse(row.board),
            end,
            whole_number(row.seed) if row.seed else None,
            title=row.title,
            shuffle_moves=shuffle_moves,
            difficulty=row.difficulty,
        ),
        start=end.apply_all(invert_moves(path)),
        moves=path,
        times=when,
        category=_kind(rows, columns, row.goal, row.difficulty, row.blindfold),
    )
