"""The store: the running game, solves and cards, in a database that all windows of a user share.

A move is kept when it is made, in a transaction that waits for no disk: killing the program loses
at most the move under way. Nothing here raises: what cannot be kept is told once, kept later where
that is possible, and the game goes on.
"""

from __future__ import annotations

import json
import logging
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
from puzzler.board.parity import check_solvable
from puzzler.board.scenario import Scenario
from puzzler.game.core.game import Play, SavedGame
from puzzler.game.storage.database import (
    MISREAD,
    PATIENCE,
    Answer,
    Database,
    Opened,
    in_memory,
    marks,
    open_database,
    take_lock,
)
from puzzler.game.storage.practice import Practice
from puzzler.game.storage.solves import SolveTables

_log = logging.getLogger("puzzler")

MOST_STEPS = 2000
"""When a game is opened, plays that lie more steps back than this are left out."""


class RunningGame(Database):
    """One window's game in the database: a step for each state that undo and redo lead to.

    Keeping a move writes one row and the position of the present one, whatever is behind it. A lock
    tells the other windows that somebody has the game: they leave it alone.
    """

    def __init__(self, opened: Opened) -> None:
        super().__init__(opened)
        self._game = 0
        self._lock: ExitStack | None = None
        self._written: list[Play] = []  # from the step at _first on
        self._first = 0
        self._scenarios: dict[Scenario, int] = {}  # and their rows

    def resume(self) -> SavedGame | None:
        """The game last touched that no other window has open; None begins a new one.

        It is this window's until ``close``. To be called once, before ``keep``. What cannot be
        understood is left as it is, and not taken again.
        """
        try:
            # a row that can be seen was locked before by the window that made it
            query = "SELECT id FROM games WHERE touched >= 0 ORDER BY touched DESC, id DESC"
            games = self.connection.execute(query).fetchall()
            self._game = next((number for (number,) in games if self._take(number)), 0)
            try:
                return self._load() if self._game else None
            except MISREAD as error:
                notice = f"the saved game is broken: beginning anew ({error})"
                statement = "UPDATE games SET touched = -1 WHERE id = ?"
                self._write("the game cannot be kept", statement, self._game)
        except sqlite3.Error as error:
            notice = f"the saved game cannot be read: beginning anew ({error})"
        self._leave()
        _log.warning(notice)
        self.notice = "; ".join(filter(None, (self.notice, notice)))
        return None

    def _keep(
        self, saved: SavedGame, and_then: Callable[[], Answer], name: object = None
    ) -> Answer | None:
        """Write what differs from what was written last, and do ``and_then``: both or neither.

        None, and the trouble is told, where it fails; then it is written the next time.
        """

        def keep() -> Answer:
            scenarios, is_new = dict(self._scenarios), not self._game
            try:
                with self.writing() as connection:
                    if is_new:
                        statement = "INSERT INTO games VALUES (NULL, 0, 0, ?)"
                        self._game = connection.execute(statement, (time.time(),)).lastrowid or 0
                        self._take(self._game)
                    steps = self._write_steps(saved, scenarios)
                    answer = and_then()
            except BaseException:
                if is_new:
                    self._leave()
                raise
            self._written, self._scenarios = steps, scenarios
            return answer

        return self._change("the game cannot be kept", keep, name)

    def _leave(self) -> None:
        """Let another window have it; harmless to repeat."""
        self._game = 0
        if self._lock is not None:
            self._lock.close()

    # ---- Within -------------------------------------------------------------------------

    def _write_steps(self, saved: SavedGame, scenarios: dict[Scenario, int]) -> list[Play]:
        """The steps that are in the file then; ``scenarios`` gets the rows of new ones."""
        steps = [*saved.past, saved.present, *reversed(saved.future)]
        same = sum(takewhile(bool, map(is_, steps, self._written)))
        before = steps[same - 1] if same else None
        rows = list[tuple[object, ...]]()
        for index, play in enumerate(steps[same:], self._first + same):
            if play.scenario not in scenarios:
                scenarios[play.scenario] = self._add_scenario(play.scenario)
            letters = "".join(move.letter for move in play.moves)
            row = (self._game, index, scenarios[play.scenario], play.number, letters)
            figures = _tiles(play, before), play.move_count, play.seconds
            rows.append((*row, *figures, play.assisted, play.coached, play.blindfold))
            before = play
        self.connection.execute(
            "DELETE FROM steps WHERE game = ? AND position >= ?",
            (self._game, self._first + len(steps)),
        )
        self.connection.executemany(
            "REPLACE INTO steps VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", rows
        )
        self.connection.execute(
            "UPDATE games SET present = ?, next_number = ?, touched = ? WHERE id = ?",
            (self._first + len(saved.past), saved.next_number, time.time(), self._game),
        )
        return steps

    def _add_scenario(self, scenario: Scenario) -> int:
        values = (
            *(None, self._game, str(scenario.start), str(scenario.goal)),
            None if scenario.seed is None else str(scenario.seed),
            *(scenario.shuffle_moves, scenario.difficulty),
            None if scenario.labels is None else json.dumps(scenario.labels),
            json.dumps(scenario.title),
        )
        statement = f"INSERT INTO scenarios VALUES ({marks(values)})"
        return self.connection.execute(statement, values).lastrowid or 0

    def _take(self, number: int) -> bool:
        if self.folder is None:
            return True
        self._lock = take_lock(self.folder / f".game-{number}.lock")
        return self._lock is not None

    def _load(self) -> SavedGame | None:
        connection = self.connection
        query = "SELECT present, next_number FROM games WHERE id = ?"
        present, next_number = map(int, connection.execute(query, (self._game,)).fetchone())
        # the oldest play begins there that does not lie too far back
        query = (
            "SELECT ifnull((SELECT max(position) FROM steps WHERE game = ? AND position <= ?"
            " AND moves = ''), min(position)) FROM steps WHERE game = ?"
        )
        values = (self._game, present - MOST_STEPS, self._game)
        (first,) = connection.execute(query, values).fetchone()
        rows = connection.execute(
            "SELECT position, scenario, number, moves, tiles, move_count, seconds, assisted,"
            " coached, blindfold FROM steps WHERE game = ? AND position >= ? ORDER BY position",
            (self._game, first),
        ).fetchall()
        if not rows:
            return None
        query = (
            "SELECT id, start, goal, seed, shuffle_moves, difficulty, labels, title"
            " FROM scenarios WHERE game = ?"
            " AND id IN (SELECT scenario FROM steps WHERE game = ? AND position >= ?)"
        )
        found = connection.execute(query, (self._game, self._game, first))
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
        self._write("the game cannot be kept", statement, self._game, first)
        statement = (
            "DELETE FROM scenarios WHERE game = ?"
            " AND id NOT IN (SELECT scenario FROM steps WHERE game = ?)"
        )
        self._write("the game cannot be kept", statement, self._game, self._game)
        self._written, self._first = steps, first
        self._scenarios = {scenario: row for row, scenario in scenarios.items()}
        future = tuple(reversed(steps[index + 1 :]))
        return SavedGame(steps[index], tuple(steps[:index]), future, next_number)


def _tiles(play: Play, before: Play | None) -> str | None:
    is_told = _board_told_by(play.scenario, play.number, play.moves, before) == play.board
    return None if is_told else " ".join(map(str, play.board.tiles))


def _board_told_by(
    scenario: Scenario, number: int, moves: tuple[Move, ...], before: Play | None
) -> Board | None:
    """The board that ``moves`` of play ``number`` lead to; None where they do not tell it."""
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
        None if seed is None else int(seed),
        labels=None if labels is None else tuple(map(_text, json.loads(labels))),
        title=_text(json.loads(title)),
        shuffle_moves=_count(shuffle_moves),
        difficulty=_text(difficulty),
    )


def _play(scenario: Scenario, values: list[object], before: Play | None) -> Play:
    number, text, tiles, move_count, seconds, *marks = values
    number, moves = _count(number), tuple(Move.from_letter(letter) for letter in _text(text))
    board = _board_told_by(scenario, number, moves, before)
    if isinstance(tiles, str):
        board = Board(*scenario.start.size, tuple(map(int, tiles.split())))
        check_solvable(board, scenario.goal)
    if board is None:
        raise ValueError("a step has no board")
    if not isinstance(seconds, float) or not 0 <= seconds < 1e12:
        raise ValueError(f"a play cannot take {seconds!r}")
    assisted, coached, blindfold = (bool(_count(mark)) for mark in marks)
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
    )


def _count(value: object) -> int:
    if not isinstance(value, int) or value < 0:
        raise ValueError(f"{value!r} is no number of anything")
    return value


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{value!r} is no text")
    return value


CHECKPOINT_AFTER = 200
"""Transactions after which what was written is put into its place, when nothing moves."""


class Store(RunningGame, SolveTables, Practice):
    """What one window keeps: its running game, and with all other windows everything else.

    Use ``open`` or ``in_memory``.
    """

    @classmethod
    def open(cls, folder: Path | None = None) -> Store:
        """The store in ``folder``, by default the user's own. Never raises: see ``notice``."""
        return cls(open_database(folder or resources.data_folder()))

    @classmethod
    def in_memory(cls) -> Store:
        """A store that lasts as long as the process."""
        return cls(in_memory())

    def keep(self, saved: SavedGame) -> None:
        """Keep what an action has changed: only that is written.

        What cannot be kept is written the next time.
        """
        self._keep(saved, lambda: None, "game")

    def keep_solve(self, saved: SavedGame, shortest: int | None = None) -> bool:
        """Keep the game and its present play as solved by hand; False where it was counted before.

        Both are kept in one transaction, so that none of them is lost without the other.
        shortest: the length of a shortest solution of the scenario, where it is proven by now.
        """
        is_new = self._keep(saved, lambda: self._add_solve(self._game, saved, shortest))
        self._complete.clear()
        # what cannot be kept has been solved all the same
        return is_new is not False

    def solve_id(self, number: int) -> int | None:
        """The solve of a play of this window's game; None if there is none, or if it is deleted."""
        query = "SELECT max(id) FROM solves WHERE game = ? AND number = ? AND NOT deleted"
        return self._one(query, self._game, number)

    def rest(self) -> None:
        """Nothing moves: there is time for what may wait for the disk."""
        if self._writes >= CHECKPOINT_AFTER:
            self._writes = 0
            self._read("PRAGMA wal_checkpoint(PASSIVE)")

    def close(self) -> None:
        """Leave the running game to other windows. Harmless to repeat."""
        if self._is_open:
            self._wait_for_others(PATIENCE)
            self.write_waiting()
            if self._waiting:
                _log.warning("the last games and solves could not be kept")
                self._waiting.clear()
            self._is_open = False
            self._leave()
            self._ask(self.connection.close, None)
