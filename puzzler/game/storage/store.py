"""The store: the running game, solves and cards, in a database that all windows of a user share.

A move is stored when it is made, in a transaction that does not wait for the disk. If the program
is killed, at most the current move is lost. Nothing here raises: a failure is reported once, the
write is repeated later if that is possible, and the game continues.
"""

from __future__ import annotations

import json
import math
import sqlite3
import time
from collections.abc import Callable
from contextlib import ExitStack
from itertools import takewhile
from operator import is_
from pathlib import Path
from typing import Any

from puzzler import resources
from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.board.numbers import parse_json, whole_number
from puzzler.board.parity import check_solvable
from puzzler.board.scenario import Scenario
from puzzler.game.core.game import Play, SavedGame
from puzzler.game.storage.database import (
    READ_ERRORS,
    Database,
    OpenedDatabase,
    in_memory,
    open_database,
    sql_placeholders,
    take_lock,
)
from puzzler.game.storage.practice import Practice
from puzzler.game.storage.solves import SolveHistory

MAX_STEPS = 2000
"""Maximum number of undo steps. Opening a game drops older plays beyond this number."""


class RunningGame:
    """The game of one window in the database.

    Storing a move writes one row and the position of the current step, independently of the number
    of steps. A lock keeps other windows from opening the same game.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self.id = 0
        """The row of the game; 0 before it is stored."""
        self._lock: ExitStack | None = None
        self._written: list[Play] = []  # from the step at _first on
        self._first = 0
        self._scenarios: dict[Scenario, int] = {}  # and their rows

    def resume(self) -> SavedGame | None:
        """Open the latest game that no other window has open; None starts a new one.

        To be called once, before ``keep``. The window owns the game until ``leave``. A game that
        cannot be read is not changed, and not opened again.
        """
        try:
            # a window locks its game before it commits the row
            query = "SELECT id FROM games WHERE touched >= 0 ORDER BY touched DESC, id DESC"
            games = self._database.connection.execute(query).fetchall()
            self.id = next((number for (number,) in games if self._take(number)), 0)
            try:
                return self._load() if self.id else None
            except READ_ERRORS as error:
                notice = f"the saved game is damaged: starting a new one ({error})"
                statement = "UPDATE games SET touched = -1 WHERE id = ?"
                self._database.write("the game cannot be saved", statement, self.id)
        except sqlite3.Error as error:
            notice = f"the saved game cannot be read: starting a new one ({error})"
        self.leave()
        self._database.add_notice(notice)
        return None

    def keep(self, saved: SavedGame, add_solve: Callable[[], bool] | None = None) -> bool | None:
        """Store the changes of an action. If that fails, the next call stores it.

        add_solve: called in the same transaction. Returns its result; None if both failed or wait.
        """

        def keep() -> bool | None:
            scenarios, is_new = dict(self._scenarios), not self.id
            try:
                with self._database.transaction() as connection:
                    if is_new:
                        statement = "INSERT INTO games VALUES (NULL, 0, 0, ?)"
                        self.id = connection.execute(statement, (time.time(),)).lastrowid or 0
                        self._take(self.id)
                    steps = self._write_steps(saved, scenarios)
                    answer = None if add_solve is None else add_solve()
            except BaseException:
                if is_new:
                    self.leave()
                raise
            self._written, self._scenarios = steps, scenarios
            return answer

        name = "game" if add_solve is None else None  # a solve is not replaced by the next action
        return self._database.change("the game cannot be saved", keep, name)

    def leave(self) -> None:
        """Release the game for other windows. Can be called twice."""
        self.id = 0
        if self._lock is not None:
            self._lock.close()

    def _write_steps(self, saved: SavedGame, scenarios: dict[Scenario, int]) -> list[Play]:
        """Write the steps that have changed and return all steps; add rows to ``scenarios``."""
        steps = [*saved.past, saved.present, *reversed(saved.future)]
        same = sum(takewhile(bool, map(is_, steps, self._written)))
        before = steps[same - 1] if same else None
        rows = list[tuple[object, ...]]()
        for index, play in enumerate(steps[same:], self._first + same):
            if play.scenario not in scenarios:
                scenarios[play.scenario] = self._add_scenario(play.scenario)
            letters = "".join(move.letter for move in play.moves)
            row = (self.id, index, scenarios[play.scenario], play.number, letters)
            figures = _tiles(play, before), play.move_count, play.seconds
            marks = play.assisted, play.coached, play.blindfold, play.is_watched
            rows.append((*row, *figures, *marks))
            before = play
        self._database.connection.execute(
            "DELETE FROM steps WHERE game = ? AND position >= ?",
            (self.id, self._first + len(steps)),
        )
        self._database.connection.executemany(
            f"REPLACE INTO steps VALUES ({', '.join('?' * 12)})", rows
        )
        self._database.connection.execute(
            "UPDATE games SET present = ?, next_number = ?, touched = ? WHERE id = ?",
            (self._first + len(saved.past), saved.next_number, time.time(), self.id),
        )
        return steps

    def _add_scenario(self, scenario: Scenario) -> int:
        values = (
            *(None, self.id, str(scenario.start), str(scenario.goal)),
            None if scenario.seed is None else str(scenario.seed),
            *(scenario.shuffle_moves, scenario.difficulty),
            None if scenario.labels is None else json.dumps(scenario.labels),
            json.dumps(scenario.title),
        )
        statement = f"INSERT INTO scenarios VALUES ({sql_placeholders(values)})"
        return self._database.connection.execute(statement, values).lastrowid or 0

    def _take(self, number: int) -> bool:
        if self._database.folder is None:
            return True
        self._lock = take_lock(self._database.folder / f".game-{number}.lock")
        return self._lock is not None

    def _load(self) -> SavedGame | None:
        connection = self._database.connection
        query = "SELECT present, next_number FROM games WHERE id = ?"
        present, next_number = map(_count, connection.execute(query, (self.id,)).fetchone())
        # the first step of the oldest play that is kept
        query = (
            "SELECT ifnull((SELECT max(position) FROM steps WHERE game = ? AND position <= ?"
            " AND moves = ''), min(position)) FROM steps WHERE game = ?"
        )
        values = (self.id, present - MAX_STEPS, self.id)
        (first,) = connection.execute(query, values).fetchone()
        rows = connection.execute(
            "SELECT position, scenario, number, moves, tiles, move_count, seconds, assisted,"
            " coached, blindfold, is_watched FROM steps WHERE game = ? AND position >= ?"
            " ORDER BY position",
            (self.id, first),
        ).fetchall()
        if not rows:
            return None
        query = (
            "SELECT id, start, goal, seed, shuffle_moves, difficulty, labels, title"
            " FROM scenarios WHERE game = ?"
            " AND id IN (SELECT scenario FROM steps WHERE game = ? AND position >= ?)"
        )
        found = connection.execute(query, (self.id, self.id, first))
        scenarios = {row: _scenario(values) for row, *values in found}
        steps: list[Play] = []
        for position, (number, scenario, *values) in enumerate(rows, first):
            if number != position:
                raise ValueError(f"step {position} is missing")
            steps.append(_play(scenarios[scenario], values, steps[-1] if steps else None))
        index = present - first
        if not 0 <= index < len(steps):
            raise ValueError("its present step is missing")
        statement = "DELETE FROM steps WHERE game = ? AND position < ?"
        self._database.write("the game cannot be saved", statement, self.id, first)
        statement = (
            "DELETE FROM scenarios WHERE game = ?"
            " AND id NOT IN (SELECT scenario FROM steps WHERE game = ?)"
        )
        self._database.write("the game cannot be saved", statement, self.id, self.id)
        self._written, self._first = steps, first
        self._scenarios = {scenario: row for row, scenario in scenarios.items()}
        future = tuple(reversed(steps[index + 1 :]))
        return SavedGame(steps[index], tuple(steps[:index]), future, next_number)


def _tiles(play: Play, before: Play | None) -> str | None:
    is_derived = _board_after(play.scenario, play.number, play.moves, before) == play.board
    return None if is_derived else " ".join(map(str, play.board.tiles))


def _board_after(
    scenario: Scenario, number: int, moves: tuple[Move, ...], before: Play | None
) -> Board | None:
    """The board after ``moves`` of play ``number``; None if the moves do not determine it."""
    if not moves:
        return scenario.start
    if before is None or before.number != number:
        return None
    return before.board.apply_all(moves)


def _scenario(values: list[Any]) -> Scenario:
    start, goal, seed, shuffle_moves, difficulty, labels, title = values
    boards = Board.parse(start), Board.parse(goal)
    check_solvable(*boards)
    return Scenario(
        *boards,
        None if seed is None else whole_number(_text(seed), -math.inf),
        labels=None if labels is None else tuple(map(_text, parse_json(labels))),
        title=_text(parse_json(title)),
        shuffle_moves=_count(shuffle_moves),
        difficulty=_text(difficulty),
    )


def _play(scenario: Scenario, values: list[object], before: Play | None) -> Play:
    number, text, tiles, move_count, seconds, *marks = values
    number, moves = _count(number), tuple(Move.from_letter(letter) for letter in _text(text))
    board = _board_after(scenario, number, moves, before)
    if isinstance(tiles, str):
        board = Board(*scenario.start.size, tuple(map(whole_number, tiles.split())))
        check_solvable(board, scenario.goal)
    if board is None:
        raise ValueError("a step has no board")
    if not isinstance(seconds, float) or not 0 <= seconds < 1e12:
        raise ValueError(f"a play cannot take {seconds!r}")
    assisted, coached, blindfold, is_watched = (bool(_count(mark)) for mark in marks)
    return Play(
        scenario=scenario,
        board=board,
        move_count=_count(move_count),
        seconds=seconds,
        assisted=assisted,
        number=number,
        moves=moves,
        coached=coached,
        blindfold=blindfold,
        is_watched=is_watched,
    )


def _count(value: object) -> int:
    if not isinstance(value, int) or value < 0:
        raise ValueError(f"{value!r} is no number of anything")
    return value


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{value!r} is no text")
    return value


class Store(Database):
    """A database with its parts. Use ``open`` or ``in_memory``."""

    def __init__(self, opened: OpenedDatabase) -> None:
        super().__init__(opened)
        self.game = RunningGame(self)
        """The game of this window. All other parts are shared with the other windows."""
        self.solves = SolveHistory(self)
        self.practice = Practice(self)

    @classmethod
    def open(cls, folder: Path | None = None) -> Store:
        """Open the store in ``folder``, by default the user's own. Never raises: see ``notice``."""
        return cls(open_database(folder or resources.data_folder()))

    @classmethod
    def in_memory(cls) -> Store:
        """Return a new store that lasts as long as the process."""
        return cls(in_memory())

    def keep_solve(self, saved: SavedGame, shortest: int | None = None) -> bool:
        """Store the game, and its current play as solved by hand or as DNF, in one transaction.

        Returns False if the play was stored as solved before, and True even if it cannot be stored.
        shortest: Length of a shortest solution of the scenario, if it is proven.
        """
        is_new = self.game.keep(saved, lambda: self.solves.add(self.game.id, saved, shortest))
        return is_new is not False

    def solve_id(self, number: int) -> int | None:
        """Return the id of the solve of a play of this game; None if missing or deleted."""
        query = "SELECT max(id) FROM solves WHERE game = ? AND number = ? AND NOT deleted"
        return self.value(query, self.game.id, number)

    def close(self) -> None:
        """Write the waiting changes, close the file and release the game. Can be called twice."""
        super().close()
        self.game.leave()
