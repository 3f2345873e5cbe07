"""The store: the running game, solves and cards, in a database that all windows of a user share.

A move is kept when it is made, in a transaction that waits for no disk: killing the program loses
at most the move under way. Nothing here raises: what cannot be kept is told once, and the game
goes on.
"""

from __future__ import annotations

import logging
import sqlite3
from pathlib import Path

from puzzler import resources
from puzzler.game.play.game import SavedGame
from puzzler.game.storage.database import Opened, in_memory, open_database
from puzzler.game.storage.practice import Practice
from puzzler.game.storage.running_game import RunningGame
from puzzler.game.storage.solves import SolveTables

CHECKPOINT_AFTER = 200
"""Transactions after which what was written is put into its place, when nothing moves."""

_log = logging.getLogger("puzzler")


class Store(SolveTables, Practice):
    """What one window keeps: its running game, and with all other windows everything else."""

    def __init__(self, opened: Opened) -> None:
        """Use ``open`` or ``in_memory``."""
        super().__init__(opened)
        self._game = RunningGame(self)

    @classmethod
    def open(cls, folder: Path | None = None) -> Store:
        """The store in ``folder``, by default the user's own. Never raises: see ``notice``."""
        return cls(open_database(folder or resources.data_folder()))

    @classmethod
    def in_memory(cls) -> Store:
        """A store that lasts as long as the process."""
        return cls(in_memory())

    def resume(self) -> SavedGame | None:
        """The game last touched that no other window has open; None begins a new one.

        It is this window's until ``close``. To be called once, before ``keep``.
        """
        try:
            return self._game.resume()
        except ValueError as error:
            notice = f"the saved game is broken: beginning anew ({error})"
        except sqlite3.Error as error:
            notice = f"the saved game cannot be read: beginning anew ({error})"
        _log.warning(notice)
        self.notice = "; ".join(filter(None, (self.notice, notice)))
        return None

    def keep(self, saved: SavedGame) -> None:
        """Keep what an action has changed: only that is written.

        What cannot be kept is written the next time.
        """
        self._change("the game cannot be kept", lambda: self._game.keep(saved, lambda: None))

    def keep_solve(self, saved: SavedGame, shortest: int | None = None) -> bool:
        """Keep the game and its present play as solved by hand; False where it was counted before.

        Both are kept in one transaction, so that none of them is lost without the other.
        shortest: the length of a shortest solution of the scenario, where it is proven by now.
        """
        is_new = self._change(
            "the game cannot be kept",
            lambda: self._game.keep(
                saved, lambda: self._add_solve(self._game.number, saved, shortest)
            ),
        )
        self._complete.clear()
        # what cannot be kept has been solved all the same
        return is_new is not False

    def solve_id(self, number: int) -> int | None:
        """The solve of a play of this window's game; None where there is none, or none any more."""
        query = "SELECT max(id) FROM solves WHERE game = ? AND number = ? AND NOT deleted"
        return self._one(query, self._game.number, number)

    def rest(self) -> None:
        """Nothing moves: there is time for what may wait for the disk."""
        if self._writes >= CHECKPOINT_AFTER:
            self._writes = 0
            self._read("PRAGMA wal_checkpoint(PASSIVE)")

    def close(self) -> None:
        """Leave the running game to other windows. Harmless to repeat."""
        if self._is_open:
            self._is_open = False
            self._game.close()
            self._ask(self.connection.close, None)
