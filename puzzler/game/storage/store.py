"""The store: the running game, solves and cards, in a database that all windows of a user share.

A move is stored when it is made, in a transaction that does not wait for the disk. If the program
is killed, at most the current move is lost. Nothing here raises: a failure is reported once, the
write is repeated later if that is possible, and the game continues.
"""

from __future__ import annotations

from pathlib import Path

from puzzler import resources
from puzzler.game.core.game import SavedGame
from puzzler.game.storage.database import Database, OpenedDatabase, in_memory, open_database
from puzzler.game.storage.practice import Practice
from puzzler.game.storage.running_game import RunningGame
from puzzler.game.storage.solves import SolveHistory


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
        is_new = self.game.keep_with(saved, lambda: self.solves.add(self.game.id, saved, shortest))
        return is_new is not False

    def solve_id(self, number: int) -> int | None:
        """Return the id of the solve of a play of this game; None if missing or deleted."""
        query = "SELECT max(id) FROM solves WHERE game = ? AND number = ? AND NOT deleted"
        return self.value(query, self.game.id, number)

    def close(self) -> None:
        """Write the waiting changes, close the file and release the game. Can be called twice."""
        super().close()
        self.game.leave()
