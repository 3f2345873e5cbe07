"""A state machine for the store: after any failures, resume returns the last stored game."""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule

from puzzler.board import shuffle
from puzzler.game.core.game import Game, Play, SavedGame
from puzzler.game.storage import database
from puzzler.game.storage.database import FILE_NAME, LOCK_NAME, take_lock
from puzzler.game.storage.store import Store

SCENARIOS = tuple(shuffle(2, 2, moves, seed=moves).without_moves() for moves in (1, 3, 5))
WRITES = (sqlite3.SQLITE_INSERT, sqlite3.SQLITE_UPDATE, sqlite3.SQLITE_DELETE)


class Window:
    """A window with a game, which continues ``expected`` if that is not None."""

    def __init__(self, folder: Path, expected: SavedGame | None) -> None:
        self.store = Store.open(folder)
        saved = self.store.game.resume()
        assert (self.store.notice, saved) == ("", expected)
        self.stored = saved
        """The last game that was written."""
        start = Play(scenario=SCENARIOS[0], board=SCENARIOS[0].start)
        self.game = Game(saved or SavedGame(start), lambda: 0.0)

    def act(self, action: int) -> None:
        """Move, undo, redo or start a board, and store the game."""
        moves = self.game.play.board.legal_moves()
        if action < len(SCENARIOS):
            self.game.begin(SCENARIOS[action])
        elif action == 3:
            self.game.undo()
        elif action == 4:
            self.game.redo()
        elif not self.game.play.is_solved:
            self.game.slide([moves[action % len(moves)]])
        if self.game.play.is_solved:
            self.store.keep_solve(self.game.saved)
        else:
            self.store.game.keep(self.game.saved)


class StoreMachine(RuleBasedStateMachine):
    """Two windows of a user, whose writes sometimes fail."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix="puzzler-store-"))
        self.closed: list[SavedGame] = []
        """Stored games that are open in no window: at most one."""
        self.windows = [self.open(), self.open()]
        self.locker = sqlite3.connect(self.folder / FILE_NAME, isolation_level=None)

    def teardown(self) -> None:
        self.locker.close()
        for window in self.windows:
            window.store.close()
        shutil.rmtree(self.folder)

    def open(self) -> Window:
        return Window(self.folder, self.closed.pop() if self.closed else None)

    def written(self, window: Window) -> None:
        """Remember the game of the window as stored, unless the write waits."""
        if not window.store.is_behind:
            window.stored = window.game.saved

    @rule(index=st.integers(0, 1), action=st.integers(0, 12))
    def act(self, index: int, action: int) -> None:
        window = self.windows[index]
        window.act(action)
        self.written(window)

    @precondition(lambda self: not self.locker.in_transaction)
    @rule(index=st.integers(0, 1), action=st.integers(0, 12), number=st.integers(1, 6))
    def act_with_failing_statement(self, index: int, action: int, number: int) -> None:
        """Fail the write at its statement ``number``. The next write stores everything."""
        window, left = self.windows[index], [number]

        def check(kind: int, *details: object) -> int:
            left[0] -= kind in WRITES
            return sqlite3.SQLITE_DENY if kind in WRITES and left[0] == 0 else sqlite3.SQLITE_OK

        window.store.connection.set_authorizer(check)
        window.act(action)
        window.store.connection.set_authorizer(None)
        if left[0] > 0:
            self.written(window)

    @precondition(lambda self: not self.locker.in_transaction)
    @rule()
    def lock(self) -> None:
        """Lock the file like another program that writes."""
        self.locker.execute("BEGIN IMMEDIATE")

    @precondition(lambda self: self.locker.in_transaction)
    @rule()
    def unlock(self) -> None:
        """Release the lock. The pending writes are repeated."""
        self.locker.execute("ROLLBACK")
        for window in self.windows:
            if window.store.is_behind:
                window.store.write_waiting()
                assert not window.store.is_behind
                self.written(window)

    @rule(index=st.integers(0, 1))
    def reopen(self, index: int) -> None:
        """Close a window and open it again. Pending writes are lost."""
        window = self.windows[index]
        window.store.close()
        if window.stored is not None:
            self.closed.append(window.stored)
        self.windows[index] = self.open()


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use short timeouts of locks, and check that a file is opened by one window at a time."""
    open_file = database._open

    def checked(file: Path) -> database.Opened:
        assert take_lock(file.with_name(LOCK_NAME)) is None, "two windows can open the file"
        return open_file(file)

    monkeypatch.setattr(database, "PATIENCE", 0.01)
    monkeypatch.setattr(database, "SHORT_PATIENCE", 0.0)
    monkeypatch.setattr(database, "_open", checked)


class TestStore(StoreMachine.TestCase):
    settings = settings(max_examples=60, stateful_step_count=20, deadline=None)


def test_the_action_after_a_failed_first_write_is_stored() -> None:
    machine = StoreMachine()
    machine.act_with_failing_statement(0, action=5, number=3)
    machine.act(0, action=0)
    machine.reopen(0)
    machine.teardown()
