"""The store: solves and the running game, in a database that all windows of a user share.

A move is kept when it is made, in a transaction that waits for no disk: killing the program loses
at most the move under way. Nothing here raises: what cannot be kept is told once, and the game
goes on.
"""

from __future__ import annotations

import logging
import sqlite3
import time
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import TypeVar

from puzzler import resources
from puzzler.game.kept.database import Database, in_memory, open_database
from puzzler.game.kept.running_game import MISREAD, RunningGame, letters
from puzzler.game.play.difficulty import Difficulty
from puzzler.game.play.game import Play, SavedGame
from puzzler.game.play.goals import goal_text
from puzzler.game.play.records import LONGEST_AVERAGE, Category, Record, Records, Solve

CHECKPOINT_AFTER = 200
"""Transactions after which what was written is put into its place, when nothing moves."""

Answer = TypeVar("Answer")

_IN_CATEGORY = "rows = ? AND columns = ? AND goal = ? AND difficulty = ? AND assisted = 0"

_log = logging.getLogger("puzzler")


class Store:
    """What one window keeps: its running game, and with all other windows the solves."""

    def __init__(self, database: Database) -> None:
        """Use ``open`` or ``in_memory``."""
        self.notice = database.notice
        """One line to be shown at the start, or ""."""
        self._database = database
        self._game = RunningGame(database)
        self._records: dict[Category, Record] = {}
        self._version = -1  # of what other windows have written
        self._trouble = ""
        self._troubles: set[str] = set()
        self._writes = 0
        self._is_open = True

    @classmethod
    def open(cls, folder: Path | None = None) -> Store:
        """The store in ``folder``, by default the user's own. Never raises: see ``notice``."""
        return cls(open_database(folder or resources.data_folder()))

    @classmethod
    def in_memory(cls) -> Store:
        """A store that nothing is left of."""
        return cls(in_memory())

    # ---- The running game ---------------------------------------------------------------

    def resume(self) -> SavedGame | None:
        """The game last touched that no other window has open; None begins a new one.

        It is this window's until ``close``. To be called once, before ``keep``.
        """
        try:
            return self._game.resume()
        except ValueError as error:
            self._begin_with(f"the saved game is broken: beginning anew ({error})")
        except sqlite3.Error as error:
            self._begin_with(f"the saved game cannot be read: beginning anew ({error})")
        return None

    def keep(self, saved: SavedGame) -> None:
        """Keep what an action has changed: only that is written."""
        self._write(saved, lambda _: None)

    # ---- Solves and records -------------------------------------------------------------

    def keep_solve(self, saved: SavedGame, category: Category | None) -> bool:
        """Keep the game and its present play as solved by hand; False where it was counted before.

        Both are kept in one transaction, so that none of them is lost without the other.
        """
        # what cannot be kept has been solved all the same
        is_new = self._write(saved, lambda connection: self._insert(saved, category, connection))
        self._records.clear()
        return is_new is not False

    def record(self, category: Category) -> Record:
        """What was reached in ``category`` in all windows; empty where nothing was."""
        self._look_at_others()
        if category not in self._records:
            read = self._asked(lambda: self._read_record(category))
            self._records[category] = read or Record()
        return self._records[category]

    def records(self) -> Records:
        """What was reached in every category in which something was."""
        categories = self._asked(self._read_categories) or []
        return Records({category: self.record(category) for category in categories})

    # ---- Its life -----------------------------------------------------------------------

    def take_trouble(self) -> str:
        """One line where something could not be kept since the last call, each reason once."""
        trouble, self._trouble = self._trouble, ""
        return trouble

    def rest(self) -> None:
        """Nothing moves: there is time for what may wait for the disk."""
        if self._writes >= CHECKPOINT_AFTER:
            self._writes = 0
            self._asked(
                lambda: self._database.connection.execute(
                    "PRAGMA wal_checkpoint(PASSIVE)"
                ).fetchone()
            )

    def close(self) -> None:
        """Leave the running game to other windows. Harmless to repeat."""
        if self._is_open:
            self._is_open = False
            self._game.close()
            self._asked(self._database.connection.close)

    # ---- Within -------------------------------------------------------------------------

    def _write(
        self, saved: SavedGame, and_then: Callable[[sqlite3.Connection], Answer]
    ) -> Answer | None:
        """What ``and_then`` gives; None where nothing could be written.

        The next time tries again: whatever is not in the file yet is written then.
        """
        if not self._is_open:
            return None
        try:
            if not self._game.number:
                self._game.begin()
            with self._database.writing() as connection:
                steps = self._game.write(saved, connection)
                answer = and_then(connection)
        except (sqlite3.Error, *MISREAD) as error:
            self._tell(f"the game cannot be kept ({error})")
            return None
        self._game.settle(steps)
        self._writes += 1
        return answer

    def _insert(
        self, saved: SavedGame, category: Category | None, connection: sqlite3.Connection
    ) -> bool:
        play = saved.present
        scenario = play.scenario
        moves, times = _path(saved)
        inserted = connection.execute(
            "INSERT OR IGNORE INTO solves VALUES"
            " (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                self._game.number,
                play.number,
                *scenario.goal.size,
                goal_text(scenario.goal),
                None if category is None else category.difficulty.value,
                str(scenario.start),
                None if scenario.seed is None else str(scenario.seed),
                scenario.shuffle_moves,
                moves,
                times,
                play.move_count,
                play.seconds,
                int(play.assisted),
                time.time(),
            ),
        )
        return inserted.rowcount > 0

    def _look_at_others(self) -> None:
        """Forget the records that were read before another window wrote."""
        query = "PRAGMA data_version"
        row = self._asked(lambda: self._database.connection.execute(query).fetchone())
        version = row[0] if row else self._version
        if version != self._version:
            self._version = version
            self._records.clear()

    def _read_categories(self) -> list[Category]:
        rows = self._database.connection.execute(
            "SELECT DISTINCT rows, columns, goal, difficulty FROM solves"
            " WHERE assisted = 0 AND difficulty IS NOT NULL"
        ).fetchall()
        categories = []
        for rows_, columns, goal, difficulty in rows:
            # a newer version may know more difficulties than this one
            if difficulty in list(Difficulty):
                made = self._asked(partial(Category, rows_, columns, goal, Difficulty(difficulty)))
                categories += [made] if made is not None else []
        return categories

    def _read_record(self, category: Category) -> Record:
        values = (category.rows, category.columns, category.goal, category.difficulty.value)
        with self._database.reading() as connection:
            count, seconds, moves = connection.execute(
                f"SELECT count(*), min(seconds), min(move_count) FROM solves WHERE {_IN_CATEGORY}",
                values,
            ).fetchone()
            last = connection.execute(
                "SELECT seconds, move_count FROM solves"
                f" WHERE {_IN_CATEGORY} ORDER BY id DESC LIMIT ?",
                (*values, LONGEST_AVERAGE),
            ).fetchall()
        return Record(count, seconds, moves, tuple(Solve(*row) for row in reversed(last)))

    def _asked(self, question: Callable[[], Answer]) -> Answer | None:
        try:
            return question()
        except (sqlite3.Error, *MISREAD) as error:
            if self._is_open:
                self._tell(f"the records cannot be read ({error})")
            return None

    def _begin_with(self, notice: str) -> None:
        _log.warning(notice)
        self.notice = "; ".join(words for words in (self.notice, notice) if words)

    def _tell(self, trouble: str) -> None:
        if trouble not in self._troubles:
            self._troubles.add(trouble)
            self._trouble = trouble
            _log.warning(trouble)


def _path(saved: SavedGame) -> tuple[str, str]:
    """The moves of the present play over UDLR, and of each when it was made, in milliseconds.

    The time at which a state was left is that of the move that left it.
    """
    steps: list[Play] = [saved.present]
    for play in reversed(saved.past):
        if play.number != saved.present.number or not steps[-1].moves:
            break
        steps.append(play)
    steps.reverse()
    times = [round(1000 * before.seconds) for before, after in pairwise(steps) for _ in after.moves]
    return "".join(letters(play.moves) for play in steps[1:]), " ".join(map(str, times))
