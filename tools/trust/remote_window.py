"""A window in another process that runs words, for the commands in this folder.

Each line on standard input has words such as ``play=5`` or ``key=ctrl+z``. The window writes
"before" when it has read a line, and a JSON object with its state when the words are done.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import subprocess
import sys
import time
import warnings
from pathlib import Path
from typing import Any

import pygame

from puzzler.__main__ import main
from puzzler.game.core.game import Play, SavedGame
from puzzler.solver.worker import call
from puzzler.window.core.keymap import chord
from puzzler.window.dialogs.folder import remember_folder
from puzzler.window.files import recording, saving
from puzzler.window.files.importing import take_file
from puzzler.window.main import app
from puzzler.window.main.loop import GameLoop
from tools.trust.harness import seconds_of
from tools.trust.watchdog import Watchdog

State = dict[str, Any]


class RemoteWindow:
    """The process of a window."""

    command = (str(Path(__file__)),)
    """The arguments of Python."""

    def __init__(self, process: subprocess.Popen[bytes], patience: float) -> None:
        """patience: a window hangs if it computes longer, or for so long not at all, in seconds."""
        self.process, self._patience, self._text = process, patience, b""

    def send(self, *lines: str) -> None:
        """Send lines of words."""
        assert self.process.stdin is not None
        self.process.stdin.write("".join(f"{line}\n" for line in lines).encode())
        self.process.stdin.flush()

    @property
    def count(self) -> int:
        """The number of finished lines."""
        return self._text.count(b"}\n")

    def wait_for(self, count: int) -> bool:
        """Read until ``count`` lines are finished. Return False if the window ends or hangs."""
        # elapsed time is no measure: on a busy machine, a window may get 1 % of a processor
        first = seconds = seconds_of(self.process.pid)
        changed = time.monotonic()
        while self.count < count and self.read(0.1) and seconds < first + self._patience:
            if (now := seconds_of(self.process.pid)) != seconds:
                seconds, changed = now, time.monotonic()
            elif time.monotonic() > changed + self._patience:
                break
        return self.count >= count

    def read(self, seconds: float) -> bool:
        """Read for ``seconds``. Return False if the window ends."""
        assert self.process.stdout is not None
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            if select.select([self.process.stdout], [], [], left)[0]:
                data = os.read(self.process.stdout.fileno(), 1 << 20)
                self._text += data
                if not data:
                    return False
        return True

    @property
    def last(self) -> tuple[State | None, bool]:
        """The last state or None, and whether further words have started."""
        lines = self._text.split(b"\n")[:-1]
        states = [line for line in lines if line.startswith(b"{")]
        return (json.loads(states[-1]) if states else None), lines[-1:] == [b"before"]


def counted(connection: Any) -> dict[str, int]:
    """Return the numbers of rows in the tables other than those of the game."""
    query = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
    names = {name for (name,) in connection.execute(query)} - {"games", "steps", "scenarios"}
    ask = connection.execute
    return {name: ask(f"SELECT count(*) FROM {name}").fetchone()[0] for name in sorted(names)}


def marked(saved: SavedGame) -> State:
    """Return the steps of a game and the number of the current step."""
    steps = [*saved.past, saved.present, *reversed(saved.future)]
    return {"steps": [_mark(play) for play in steps], "at": len(saved.past)}


def _mark(play: Play) -> str:
    return f"{play.number} {len(play.moves)} {play.move_count} {play.board}"


class Driven(GameLoop):
    """Runs the words on standard input instead of the events of a person."""

    _watchdog: Watchdog | None = None

    def run(self) -> None:
        print(flush=True)
        for line in sys.stdin:
            print("before", flush=True)
            self._messages: dict[str, None] = {}
            for word in line.split():
                name, _, value = word.partition("=")
                getattr(self, f"do_{name}")(value)
            print(json.dumps(self._state()), flush=True)

    def _state(self) -> State:
        game, store = self.screen.session.context.game, self.screen.session.store
        return {
            "messages": list(self._messages),
            "board": str(game.play.board),
            "moves": game.play.move_count,
            "counts": counted(store.connection),
            "time": time.monotonic(),
            "slow": [str(frame) for frame in self._watchdog.faults] if self._watchdog else [],
            **marked(game.saved),
        }

    def turn(self) -> None:
        with self._watchdog.frame() if self._watchdog else contextlib.nullcontext():
            self.frame(pygame.event.get())
        if not self.screen.is_moving and self._on_rest is not None:
            self._on_rest()
        session = self.screen.session
        shown = session.feedback.message, session.context.preparation.message
        self._messages |= dict.fromkeys(filter(None, (self.screen.window.notice, *shown)))

    def do_watch_frames(self, _: str) -> None:
        """Note slow frames, and fail if the window's thread compiles or loads a kernel."""
        self._watchdog = Watchdog()
        warnings.simplefilter("error", RuntimeWarning)

    def do_look(self, _: str) -> None:
        for _ in range(5):
            self.turn()

    def do_play(self, count: str) -> None:
        session = self.screen.session
        for number in range(int(count)):
            moves = session.activity.board.legal_moves()
            session.move(moves[number % len(moves)])
            self.turn()

    def do_wait(self, seconds: str) -> None:
        until = time.perf_counter() + float(seconds)
        while time.perf_counter() < until:
            self.turn()
            time.sleep(0.02)

    def do_key(self, name: str) -> None:
        key, with_ctrl, _ = chord(name)
        mod = pygame.KMOD_LCTRL * with_ctrl
        pygame.event.post(pygame.Event(pygame.KEYDOWN, key=key, mod=mod, unicode=""))
        self.turn()

    def do_set(self, change: str) -> None:
        name, value = change.split(":")
        self.screen.window.set(**{name: json.loads(value)})

    def do_solved(self, _: str) -> None:
        """Watch until a solution is found, for at most a minute."""
        self.screen.session.watch.start()
        for _ in range(6000):
            self.turn()
            if self.screen.session.files.result is not None:
                return
            time.sleep(0.01)

    def do_open(self, file: str) -> None:
        take_file(self.screen.window, Path(file))
        self.do_wait("1")

    def do_answer(self, _: str) -> None:
        saving.save_answer(self.screen.window)
        self.turn()

    def do_clock(self, days: str) -> None:
        """Make the wall clock jump."""
        now, seconds = time.time, 86_400 * float(days)
        time.time = lambda: now() + seconds

    def do_save(self, file: str) -> None:
        """Save the game as a file."""
        Path(file).unlink(missing_ok=True)
        piece = saving.TextPiece.GAME, "share", lambda: Path(file)
        saving._write(self.screen.window, *piece, lambda problem: None)

    def do_hang(self, seconds: str) -> None:
        """Start a thread that cannot be interrupted."""
        self.screen.session.context.own(call(lambda publish: time.sleep(float(seconds))))

    def do_film(self, file: str) -> None:
        """Save the solve as an animation."""
        window = self.screen.window
        remember_folder(window, Path(file).parent)
        film = recording._film(window, recording._recorded(window), 160)
        recording._record(window, film, Path(file), "Saving", lambda problem: None)

    def do_saved(self, _: str) -> None:
        """Wait until the animation is saved."""
        window = self.screen.window
        while len(window.ui.layers) > 1 or self.screen.session.background.is_busy:
            self.turn()


if __name__ == "__main__":
    app.GameLoop = Driven  # type: ignore[misc]
    sys.exit(main([]))
