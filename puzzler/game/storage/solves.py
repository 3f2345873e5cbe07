"""Solves by hand and relays as rows of the database, with their statistics and their export."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.board.path import turned
from puzzler.board.scenario import Scenario
from puzzler.csv_text import write_csv
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
from puzzler.game.core.game import SavedGame, played
from puzzler.game.core.relay import Split
from puzzler.game.storage.database import Database, marks
from puzzler.game.storage.statistics import (
    SOLVE,
    Curve,
    Result,
    Solve,
    SolveOrder,
    SolveRow,
    Solves,
    Summary,
    curve,
    sorted_ids,
    summary,
)
from puzzler.humanize import local_time

FIRST_SIDE = 2
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

_ROW = {
    "solves": "id, solved_at, ifnull(seed, ''), title, seconds, move_count, shortest, assisted,"
    " coached, '[]'",
    "relays": "id, solved_at, '', '', seconds, move_count, NULL, assisted, 0, splits",
}
"""The fields of a ``SolveRow`` in each table."""
_KIND_ID = (
    "(SELECT id FROM kinds WHERE (rows, columns, goal, difficulty, blindfold) = (?, ?, ?, ?, ?))"
)
_PACKED = np.dtype(">u4, >u4, >u4, >u4, >u2, u1")
"""A row of the table ``figures``, as ``schema.py`` packs it."""
_NOTHING = np.empty(0, SOLVE)


class SolveHistory:
    """The solves and relays of all windows."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._known: dict[Kind, Solves] = {}
        self._complete: set[Kind] = set()  # those of ``_known`` to which this window added nothing
        self._version = -1  # changes when another window writes

    # ---- Solves ---------------------------------------------------------------------------

    def latest(self) -> int | None:
        """The solve that was kept last, in any window and of any kind."""
        return self._database.value("SELECT max(id) FROM solves WHERE NOT deleted")

    def get(self, number: int) -> Solve | None:
        """A solve with its path, to be reviewed or replayed; None where it is gone."""
        query = (
            f"SELECT {_ROW['solves']}, rows, columns, goal, difficulty, blindfold, start,"
            " shuffle_moves, moves, times FROM solves WHERE id = ? AND NOT deleted"
        )
        return self._database.attempt(
            lambda: next(map(_solve, self._database.rows(query, number)), None), None
        )

    def best_result(
        self, goal: Board, difficulty: str, seed: int | None, start: Board | None = None
    ) -> Result | None:
        """The fastest solve of this board without help; None if there is none.

        start: only of the solves that began there.
        """
        rows = self._database.rows(
            "SELECT seconds, move_count, shortest FROM solves"
            " WHERE (rows, columns, goal, difficulty, seed) = (?, ?, ?, ?, ?)"
            " AND start = ifnull(?, start) AND NOT (assisted OR coached OR deleted)"
            " ORDER BY seconds LIMIT 1",
            *(*goal.size, goal_text(goal), difficulty, str(seed)),
            None if start is None else str(start),
        )
        return next((Result(*row) for row in rows), None)

    def daily_seeds(self) -> list[str]:
        """The seeds of the boards of the day that were solved without help."""
        query = (
            "SELECT DISTINCT seed FROM solves WHERE difficulty = ?"
            " AND NOT (assisted OR coached OR deleted)"
        )
        return [str(seed) for (seed,) in self._database.rows(query, Difficulty.DAILY)]

    def learn_shortest(self, number: int, moves: int) -> None:
        """Keep that the shortest solution of what a solve began with has been proven."""
        self._database.write(
            "the shortest solution cannot be kept",
            "UPDATE solves SET shortest = ? WHERE id = ? AND shortest IS NOT ?",
            *(moves, number, moves),
        )
        for kind, solves in self._known.items():
            if kind != RELAY:
                solves["shortest"][solves["id"] == number] = moves

    def delete(self, kind: Kind, number: int) -> None:
        """Take a line out of the list and every figure; the play of a solve does not count again.

        number: of the solve, or of the relay.
        """
        if kind == RELAY:
            self._database.write(
                "the relay cannot be deleted", "DELETE FROM relays WHERE id = ?", number
            )
        else:
            statement = "UPDATE solves SET deleted = 1, moves = '', times = '' WHERE id = ?"
            self._database.write("the solve cannot be deleted", statement, number)
        if kind in self._known:
            self._known[kind] = self._known[kind][self._known[kind]["id"] != number]

    def keep_relay(self, splits: Sequence[tuple[float, int]], *, assisted: bool) -> None:
        """Keep a finished relay: seconds and moves of each stage, 2x2 first."""
        seconds, moves = map(sum, zip(*splits, strict=True))
        self._database.write(
            "the relay cannot be kept",
            "INSERT INTO relays VALUES (NULL, ?, ?, ?, ?, ?)",
            *(json.dumps(splits), moves, seconds, assisted, time.time()),
        )
        self._complete.clear()

    def best_relay(self) -> tuple[Split, ...]:
        """The boards of the fastest relay without help; none if there is none."""
        query = "SELECT splits FROM relays WHERE NOT assisted ORDER BY seconds LIMIT 1"
        return self._database.attempt(
            lambda: next((_splits(splits) for (splits,) in self._database.rows(query)), ()), ()
        )

    # ---- Statistics -----------------------------------------------------------------------

    def kinds(self) -> list[Kind]:
        """The kinds in which something was solved, the one solved last first."""
        rows = self._database.rows(
            "SELECT solved_at AS at, rows, columns, goal, difficulty, blindfold FROM solves"
            " WHERE id IN (SELECT (SELECT max(solve) FROM figures WHERE kind = kinds.id) FROM"
            " kinds) UNION ALL SELECT max(solved_at), 0, 0, '', '', 0 FROM relays ORDER BY at DESC"
        )

        def kinds() -> list[Kind]:
            found = (_kind(*values) for at, *values in rows if at is not None)
            return [kind for kind in found if kind is not None]

        return self._database.attempt(kinds, [])

    def count(self, kind: Kind, since: float | None = None) -> int:
        """The number of lines in the list, those with help included.

        since: seconds since 1970; only what was kept then and later.
        """
        return len(self.array(kind, since))

    def summary(self, kind: Kind, since: float | None = None) -> Summary:
        """The figures, of what was kept ``since`` then (seconds since 1970) or of all time."""
        return summary(self.array(kind, since))

    def bests(self, kind: Kind) -> Summary:
        """The same of all time without the averages, which takes no time."""
        return summary(self.array(kind), ())

    def curve(self, kind: Kind) -> Curve:
        """Times over the solves."""
        return curve(self.array(kind))

    def rows(
        self,
        kind: Kind,
        first: int = 0,
        count: int = 50,
        order: SolveOrder = SolveOrder.DATE,
        *,
        is_descending: bool = True,
        since: float | None = None,
    ) -> list[SolveRow]:
        """``count`` lines of the list from line ``first`` on, those with help included.

        By default the latest comes first; what is not known comes last.
        """
        ids = sorted_ids(self.array(kind, since), order, is_descending=is_descending)
        return self._rows(kind, ids[max(first, 0) : max(first, 0) + count].tolist())

    def csv(self, kind: Kind) -> list[str]:
        """The lines of a file of comma-separated values, the first solve first."""
        columns: Sequence[str] = SOLVE_COLUMNS
        query = (
            f"SELECT {_ROW['solves']}, start, goal, moves FROM solves WHERE NOT deleted"
            f" AND id IN (SELECT solve FROM figures WHERE kind = {_KIND_ID}) ORDER BY id"
        )
        if kind == RELAY:
            columns, query = RELAY_COLUMNS, f"SELECT {_ROW['relays']} FROM relays ORDER BY id"
        lines = (
            self._database.attempt(partial(_line, columns, row), "")
            for row in self._database.rows(query, *_values(kind))
        )
        return [_line(columns), *filter(None, lines)]

    # ---- Within ---------------------------------------------------------------------------

    def _rows(self, kind: Kind, ids: Sequence[int]) -> list[SolveRow]:
        """The lines of these solves or relays in this order, without those that are gone."""
        table, is_there = ("relays", "1") if kind == RELAY else ("solves", "NOT deleted")
        query = f"SELECT {_ROW[table]} FROM {table} WHERE {is_there} AND id IN ({marks(ids)})"
        nothing: dict[int, SolveRow] = {}
        found = self._database.attempt(
            lambda: {row[0]: SolveRow(*_fields(row)) for row in self._database.rows(query, *ids)},
            nothing,
        )
        return [found[number] for number in ids if number in found]

    def array(self, kind: Kind, since: float | None = None) -> Solves:
        """Every solve of ``kind`` that was not deleted, ``since`` then."""
        solves = self._database.attempt(lambda: self._known_solves(kind), _NOTHING)
        return solves if since is None else solves[solves["at"] >= int(since)]

    def _known_solves(self, kind: Kind) -> Solves:
        (version,) = self._database.connection.execute("PRAGMA data_version").fetchone()
        if version != self._version:
            self._version = version
            self._known.clear()
            self._complete.clear()
        solves = self._known.get(kind, _NOTHING)
        if kind not in self._complete:
            last = int(solves["id"][-1]) if len(solves) else 0
            solves = self._known[kind] = np.concatenate((solves, self._read_figures(kind, last)))
            self._complete.add(kind)
        return solves

    def _read_figures(self, kind: Kind, after: int) -> Solves:
        if isinstance(kind, RelayKind):
            query = (
                "SELECT id, CAST(solved_at AS INTEGER), CAST(round(1000 * seconds) AS INTEGER),"
                " move_count, 0, assisted FROM relays WHERE id > ? ORDER BY id"
            )
            return np.array(self._database.connection.execute(query, (after,)).fetchall(), SOLVE)
        # one long text instead of a hundred thousand rows: a fifth of the time
        (text,) = self._database.connection.execute(
            f"SELECT group_concat(packed, '') FROM figures WHERE kind = {_KIND_ID} AND solve > ?",
            (*_values(kind), after),
        ).fetchone()
        solves = np.frombuffer(bytes.fromhex(text or ""), _PACKED).astype(SOLVE)
        return solves[np.argsort(solves["id"], kind="stable")]  # group_concat promises no order

    def add(self, game: int, saved: SavedGame, shortest: int | None) -> bool:
        """Add the current play of ``game``. Returns False if the play was added before."""
        self._complete.clear()
        play, path = saved.present, played(saved)
        scenario = play.scenario
        values = (
            *(None, game, play.number),
            *(*scenario.goal.size, goal_text(scenario.goal), difficulty_of(scenario)),
            str(scenario.start),
            None if scenario.seed is None else str(scenario.seed),
            scenario.shuffle_moves,
            "".join(move.letter for move in path.moves),
            " ".join(str(round(1000 * seconds)) for seconds in path.times),
            *(play.move_count, play.seconds, play.assisted, time.time()),
            *(play.coached, play.blindfold, shortest, False, scenario.title),
        )
        statement = f"INSERT OR IGNORE INTO solves VALUES ({marks(values)})"
        return self._database.connection.execute(statement, values).rowcount > 0


def _values(kind: Kind) -> tuple[object, ...]:
    """Those that ``_KIND_ID`` asks for; a relay has none."""
    if isinstance(kind, RelayKind):
        return ()
    return kind.rows, kind.columns, kind.goal, kind.difficulty, kind.is_blindfold


def _kind(rows: int, columns: int, goal: str, difficulty: str, blindfold: int) -> Kind | None:
    """None where only a newer version knows the difficulty; ValueError where it makes no sense."""
    if not rows:
        return RELAY
    if difficulty not in list(Difficulty):
        return None
    return Category(rows, columns, goal, Difficulty(difficulty), bool(blindfold))


def _fields(values: tuple[Any, ...]) -> tuple[Any, ...]:
    """The fields of a ``SolveRow``, of columns as in ``_ROW``."""
    number, at, seed, title, seconds, moves, shortest, assisted, coached, splits = values
    return (
        *(number, float(at), str(seed), str(title), float(seconds), int(moves)),
        *(shortest and int(shortest), bool(assisted), bool(coached), _splits(splits)),
    )


def _splits(text: str) -> tuple[Split, ...]:
    """The stages of a relay, of a list of seconds and moves."""
    return tuple(
        Split(side, side, float(time), int(count))
        for side, (time, count) in enumerate(json.loads(text), FIRST_SIDE)
    )


def _solve(values: tuple[Any, ...]) -> Solve:
    fields, seed, title = _fields(values[:10]), values[2], values[3]
    rows, columns, goal, difficulty, blindfold, start, shuffle_moves, moves, times = values[10:]
    end = goal_from_text(goal, rows, columns)
    path = tuple(Move.from_letter(letter) for letter in moves)
    when = tuple(int(time) / 1000 for time in times.split())
    if len(when) != len(path):
        raise ValueError(f"a solve has {len(path)} moves and {len(when)} times")
    return Solve(
        *fields,
        scenario=Scenario(
            Board.parse(start),
            end,
            int(seed) if seed else None,
            title=title,
            shuffle_moves=shuffle_moves,
            difficulty=difficulty or "",
        ),
        start=end.apply_all(turned(path)),
        moves=path,
        times=when,
        category=_kind(rows, columns, goal, difficulty, blindfold),
    )


def _line(columns: Sequence[str], values: tuple[Any, ...] = ()) -> str:
    """One line with its end, of columns as in ``_ROW`` and a solve's path; else their titles."""
    if not values:
        return write_csv([columns])
    row = SolveRow(*_fields(values[:10]))
    then = local_time(row.solved_at)
    cells: dict[str, object] = {
        "date": "" if then is None else then.isoformat(timespec="seconds"),
        "seed": row.seed,
        "time": f"{row.seconds:.3f}",
        "moves": row.move_count,
        "shortest": row.shortest,
        "lost": row.lost,
        "moves a second": "" if row.moves_a_second is None else f"{row.moves_a_second:.2f}",
        "assisted": int(row.assisted),
        "coached": int(row.coached),
        **dict(zip(("start", "goal", "path"), values[10:], strict=False)),
    }
    for split in row.splits:
        size = f"{split.rows}x{split.columns}"
        cells |= {f"{size} time": f"{split.seconds:.3f}", f"{size} moves": split.moves}
    return write_csv([map(cells.get, columns)])
