"""Processes and homes for the cases of ``surroundings.py``."""

from __future__ import annotations

import contextlib
import os
import re
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from puzzler.game.storage.store import Store
from tools.trust.harness import ROOT, environment, shared_kernels
from tools.trust.remote_window import RemoteWindow, State, marked

PATIENCE = 300.0
"""Seconds after which a process counts as hung."""

CASES: dict[str, Callable[[Path], str]] = {}


def case(run: Callable[[Path], str]) -> Callable[[Path], str]:
    """Register a case. It gets an empty folder and returns its result in a line."""
    CASES[run.__name__.replace("_", "-")] = run
    return run


def surroundings(home: Path, **more: str) -> dict[str, str]:
    """Return the environment of a process with its folders in ``home`` and without a display."""
    path = os.pathsep.join([*filter(None, [more.pop("FIRST", "")]), str(ROOT)])
    variables = environment(**{"PUZZLER_HOME": str(home), "PYTHONPATH": path, **more})
    return {name: text for name, text in variables.items() if name != "DISPLAY" or name in more}


def puzzler(
    home: Path,
    *arguments: str | Path,
    status: int = 0,
    says: str = "",
    lines: int = 1,
    stdin: str = "",
    under: Sequence[str] = (),
    python: str = sys.executable,
    env: Mapping[str, str] = MappingProxyType({}),
) -> str:
    """Return the output. Raises AssertionError for another status or other messages."""
    command = [*under, python, "-m", "puzzler", *map(str, arguments)]
    done = subprocess.run(
        command,
        env=surroundings(home, **env),
        cwd=home.parent,
        input=stdin,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    words = f"{' '.join(map(str, arguments))!r}: {done.stderr[-1500:]!r}"
    assert done.returncode == status, f"status {done.returncode}, not {status}, of {words}"
    check_messages(done.stderr, says, lines)
    return done.stdout


def check_messages(errors: str, says: str, most: int = 1) -> None:
    """Check that there is no traceback, ``says`` is in a line, and there are few lines."""
    assert not re.search("Traceback|Exception ignored", errors), errors[-1500:]
    lines = [line for line in errors.splitlines() if "preparing the solver" not in line]
    assert any(says in line for line in lines) or not says, f"{says!r} is not in {errors!r}"
    assert len(lines) <= most, f"more than one line: {errors[-1500:]!r}"


class Window(RemoteWindow):
    """A window that runs words. An AssertionError is raised if the window ends or hangs."""

    def __init__(
        self, home: Path, under: Sequence[str] = (), python: str = sys.executable, **env: str
    ) -> None:
        self._errors = tempfile.TemporaryFile("w+")  # noqa: SIM115  closed by close
        process = subprocess.Popen(
            [*under, python, *self.command],
            env=surroundings(home, **env),
            cwd=home.parent,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
        )
        super().__init__(process, PATIENCE)
        self.state = self.tell("look")

    def tell(self, words: str) -> State:
        """Run words and return the state."""
        with contextlib.suppress(BrokenPipeError):
            self.send(words)
        if not self.wait_for(self.count + 1):
            self.process.kill()
            raise AssertionError(f"the window ended or hung at {words!r}: {self._messages()}")
        self.state = self.last[0] or {}
        return self.state

    def _messages(self) -> str:
        self._errors.seek(0)
        return self._errors.read()[-1500:]

    def close(self, says: str = "", lines: int = 1) -> None:
        """Close the window. Raises AssertionError for a bad status or other messages."""
        with self.process, self._errors:
            self.process.communicate(timeout=PATIENCE)
            errors = self._messages()
        assert self.process.returncode == 0, f"status {self.process.returncode}: {errors}"
        check_messages(errors, says, lines)


def home_in(folder: Path) -> Path:
    """Return a home with the compiled kernels of all cases."""
    home = folder / "home"
    (home / "cache").mkdir(parents=True)
    (home / "cache" / "kernels").symlink_to(shared_kernels().parent)
    return home


def check_kept(home: Path, state: State) -> None:
    """Check that the stored game is that of the window."""
    with contextlib.closing(sqlite3.connect(home / "data" / "games.sqlite")) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    store = Store.open(home / "data")
    saved = store.game.resume()
    store.close()
    assert not store.notice, store.notice
    assert saved is not None, "no game is stored"
    found, played = marked(saved), (state["board"], state["moves"])
    assert (str(saved.present.board), saved.present.move_count) == played, f"{found}, not {played}"


def files_in(folder: Path) -> set[str]:
    """Return all files in a folder except locks and kernels."""
    inside = (file for file in folder.rglob("*") if file.is_file() and "kernels" not in file.parts)
    return {str(file.relative_to(folder)) for file in inside if "lock" not in file.name}
