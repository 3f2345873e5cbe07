"""Named sessions of solves. New solves belong to the session that was chosen last."""

from __future__ import annotations

import time
from itertools import starmap

from puzzler.game.storage.database import Database
from puzzler.game.storage.statistics import DEFAULT_SESSION, Session

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

    def all(self) -> list[Session]:
        """Return the sessions, the oldest first."""
        return list(starmap(Session, self._database.rows("SELECT id, name FROM sessions")))

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
