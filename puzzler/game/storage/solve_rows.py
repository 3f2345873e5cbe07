"""Rows of solves, relays and sessions: their SQL, and their conversion from and to values."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.board.numbers import parse_json, whole_number
from puzzler.board.path import invert_moves
from puzzler.board.scenario import Scenario
from puzzler.game.core.category import (
    Category,
    Difficulty,
    Kind,
    RelayKind,
    Split,
    Stages,
    goal_from_text,
)
from puzzler.game.storage.averages import NEVER
from puzzler.game.storage.database import Database
from puzzler.game.storage.statistics import DEFAULT_SESSION, Selection, Solve, SolveRow
from puzzler.humanize import DNF


def _optional_int(value: Any) -> int | None:
    return None if value is None else int(value)


def stages_text(stages: Stages) -> str:
    """Return sizes as text to store, such as "2x2 3x3"."""
    return " ".join(f"{rows}x{columns}" for rows, columns in stages)


def stages_from(text: str) -> Stages:
    """Parse the sizes of boards. Raises ValueError if they are damaged."""
    sizes = (size.split("x") for size in text.split())
    return tuple((whole_number(rows), whole_number(columns)) for rows, columns in sizes)


def splits_from(text: str) -> tuple[Split, ...]:
    """Return the splits of a relay from its sizes, a colon and a JSON list of seconds and moves."""
    stages, _, splits = text.partition(":")
    pairs = zip(stages_from(stages), parse_json(splits), strict=False)
    return tuple(Split(*size, float(time), int(count)) for size, (time, count) in pairs)


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
    "splits": ("':[]'", "stages || ':' || splits", splits_from),
    "board": ("start", "''", str),
    "goal": ("goal", "''", str),
    "path": ("moves", "''", str),
    "move_times": ("times", "''", str),
}
"""Fields of a ``SolveRow``: SQL for a solve, SQL for a relay, and the conversion of the value."""
SOLVE_COLUMNS_SQL = ", ".join(solve for solve, _, _ in _ROW.values())
RELAY_COLUMNS_SQL = ", ".join(relay for _, relay, _ in _ROW.values())

OF_KIND = (
    "solves WHERE (rows, columns, goal, difficulty, blindfold) = (?, ?, ?, ?, ?) AND NOT deleted"
)
RELAYS = "relays WHERE stages = ?"


_AT = "id, CAST(solved_at AS INTEGER) AS at"
MILLISECONDS = "CAST(round(1000 * seconds) AS INTEGER)"
_SOLVE_FIGURES = (
    f"{_AT}, iif(penalty = '{DNF}', {NEVER}, {MILLISECONDS}) AS milliseconds,"
    f" iif(penalty = '{DNF}' OR ifnull({{moves}}, 0) = 0, {NEVER}, CAST({{moves}} AS INTEGER))"
    " AS moves, CAST(ifnull({shortest}, 0) AS INTEGER) AS shortest,"
    " assisted OR coached OR unranked <> '' AS is_helped"
)
_RELAY_FIGURES = (
    f"{_AT}, {MILLISECONDS} AS milliseconds, CAST(move_count AS INTEGER) AS moves,"
    " 0 AS shortest, assisted OR 0 AS is_helped"
)
"""The fields of ``SOLVE`` in the table of solves and in the table of relays."""


def figures_query(kind: Kind, selection: Selection) -> str:
    """Return the query for the figures of the selected solves of a kind."""
    session = "" if selection.session is None else " AND session = ?"
    if isinstance(kind, RelayKind):
        return f"SELECT {_RELAY_FIGURES} FROM {RELAYS}{session}"
    moves, shortest = ("slides", "NULL") if selection.is_multi_tile else ("move_count", "shortest")
    figures = _SOLVE_FIGURES.format(moves=moves, shortest=shortest)
    return f"SELECT {figures} FROM {OF_KIND}{session}"


def selection_values(kind: Kind, selection: Selection) -> tuple[object, ...]:
    """Return the values for ``OF_KIND`` or ``RELAYS``, and for the session if one is selected."""
    session = () if selection.session is None else (selection.session,)
    if isinstance(kind, RelayKind):
        return stages_text(kind.stages), *session
    return kind.rows, kind.columns, kind.goal, kind.difficulty, kind.is_blindfold, *session


def kind_of(rows: int, columns: int, goal: str, difficulty: str, blindfold: int) -> Kind | None:
    """Return the kind; None if the difficulty is unknown, such as one added by a newer version.

    Raises ValueError if the shape or the goal is invalid.
    """
    if not rows:
        return RelayKind(stages_from(goal))
    if difficulty not in list(Difficulty):
        return None
    return Category(rows, columns, goal, Difficulty(difficulty), bool(blindfold))


def row_fields(values: tuple[Any, ...]) -> dict[str, Any]:
    """Return the fields of a ``SolveRow`` by name from the first values of a row."""
    fields = zip(_ROW.items(), values, strict=False)
    return {name: convert(value) for (name, (_, _, convert)), value in fields}


def solve_from(values: tuple[Any, ...]) -> Solve:
    """Return the solve of a row with its rows, columns and shuffle moves at the end."""
    fields = row_fields(values)
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
        category=kind_of(rows, columns, row.goal, row.difficulty, row.blindfold),
    )


ADD_SESSION = "INSERT INTO sessions VALUES (NULL, ?, 0.0)"
CURRENT_SESSION = "(SELECT id FROM sessions ORDER BY chosen_at DESC, id LIMIT 1)"


class Sessions:
    """The sessions of all windows."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.changes = 0
        """Increases when this window chooses or deletes a session."""

    @property
    def current(self) -> int:
        """The id of the session that new solves belong to."""
        return self._database.value(f"SELECT {CURRENT_SESSION}") or DEFAULT_SESSION

    def names(self) -> dict[int, str]:
        """Return the names of the sessions by id, the oldest first."""
        return dict(self._database.rows("SELECT id, name FROM sessions"))

    def choose(self, number: int) -> None:
        """Make this session the current one."""
        self.changes += 1
        self._database.write(
            "the session cannot be chosen",
            "UPDATE sessions SET chosen_at = max(?, (SELECT max(chosen_at) FROM sessions) + 1)"
            " WHERE id = ?",
            *(time.time(), number),
        )

    def create(self, name: str) -> int:
        """Add a session, make it the current one, and return its id."""
        trouble = "the session cannot be saved"
        added = self._database.change(
            trouble, lambda: self._database.connection.execute(ADD_SESSION, (name,)).lastrowid
        )
        if added is not None:
            self.choose(added)
        return added or self.current

    def rename(self, number: int, name: str) -> None:
        """Change the name of a session."""
        statement = "UPDATE sessions SET name = ? WHERE id = ?"
        self._database.write("the session cannot be renamed", statement, name, number)

    def delete(self, number: int) -> None:
        """Delete a session and move its solves to the default session, which always exists."""
        self.changes += 1

        def delete() -> None:
            with self._database.transaction() as connection:
                for table in ("solves", "relays"):
                    statement = f"UPDATE {table} SET session = ? WHERE session = ?"
                    connection.execute(statement, (DEFAULT_SESSION, number))
                statement = "DELETE FROM sessions WHERE (id, id <> ?) = (?, 1)"
                connection.execute(statement, (DEFAULT_SESSION, number))

        self._database.change("the session cannot be deleted", delete)


def insert_imported(
    database: Database, sessions: Sessions, solves: Sequence[SolveRow]
) -> tuple[int, int]:
    """Add solves in one transaction. Return how many are new and how many were stored before.

    Imported solves are plays of game 0.
    """
    with database.transaction() as connection:
        stored = set(
            connection.execute(
                "SELECT start, goal, CAST(solved_at AS INTEGER),"
                f" {MILLISECONDS} FROM solves WHERE NOT deleted"
            )
        )
        numbers = {"": sessions.current}
        numbers |= {name: number for number, name in sessions.names().items()}
        for name in dict.fromkeys(solve.session for solve in solves):
            if name not in numbers:
                added = connection.execute(ADD_SESSION, (name,)).lastrowid
                numbers[name] = added or DEFAULT_SESSION
        new = [
            solve
            for solve in solves
            if (solve.board, solve.goal, int(solve.solved_at), round(1000 * solve.seconds))
            not in stored  # the boards, the whole second and the duration are those of one solve
        ]
        query = "SELECT ifnull(max(number), 0) + 1 FROM solves WHERE game = 0"
        (first,) = connection.execute(query).fetchone()
        connection.executemany(
            f"INSERT INTO solves VALUES ({', '.join('?' * 25)})",
            (
                (
                    *(None, 0, number, *Board.parse(solve.board).size, solve.goal),
                    *(solve.difficulty, solve.board, solve.seed or None, 0, solve.path),
                    *(solve.move_times, solve.move_count, solve.seconds, solve.assisted),
                    *(solve.solved_at, solve.coached, solve.blindfold, solve.shortest, False),
                    *(solve.title, solve.unranked, solve.slides, solve.penalty),
                    numbers[solve.session],
                )
                for number, solve in enumerate(new, first)
            ),
        )
        return len(new), len(solves) - len(new)
