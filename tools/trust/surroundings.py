"""Broken surroundings: the program itself, run where the disk is full, a file locked, numba missing.

    PYTHONPATH=. python tools/trust/surroundings.py [--only CASE ...] [--list]

Each case runs the command line, or a window without a screen, and prints one line: what was seen,
or what was wrong. In every case: no traceback, one line that says what is wrong, the right exit
status, nothing lost, no part of a file left behind. Cases that need root, Xvfb, strace, openssl or
Dask say where they could not be tried. The status is 1 where a case failed.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import shutil
import signal
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
BOARD = "8 6 7/2 5 4/3 0 1"
NEAR = "1 2 3/4 5 6/0 7 8"
USER = 54321
"""An ordinary user, who owns nothing else here."""
PATIENCE = 300.0
"""Seconds after which a process counts as hung."""

CASES: dict[str, Callable[[Path], str]] = {}


class NotTriedError(Exception):
    """What the case needs is not on this machine."""


def case(run: Callable[[Path], str]) -> Callable[[Path], str]:
    """A case gets an empty folder; it returns what was seen, or raises AssertionError."""
    CASES[run.__name__.replace("_", "-")] = run
    return run


# ---- Processes ------------------------------------------------------------------------------


def surroundings(home: Path, **more: str) -> dict[str, str]:
    """The environment of a process whose folders lie in ``home``, without a screen and a sound."""
    known = {name: text for name, text in os.environ.items() if name != "DISPLAY"}
    unseen = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    path = os.pathsep.join([*filter(None, [more.pop("FIRST", "")]), str(ROOT)])
    return {**known, **unseen, "PUZZLER_HOME": str(home), "PYTHONPATH": path, **more}


def puzzler(  # noqa: PLR0913  what a process is started with
    home: Path,
    *arguments: str | Path,
    status: int = 0,
    says: str = "",
    lines: int = 1,
    stdin: str = "",
    under: Sequence[str] = (),
    python: str = sys.executable,
    **more: Any,
) -> str:
    """What the command prints; AssertionError where its status or its messages are others."""
    env = surroundings(home, **more.pop("env", {}))
    command = [*under, python, "-m", "puzzler", *map(str, arguments)]
    where = {"cwd": home.parent, "capture_output": "stdout" not in more} | more
    if "stdout" in more:
        where["stderr"] = subprocess.PIPE
    done = subprocess.run(
        command, env=env, input=stdin, text=True, timeout=PATIENCE, check=False, **where
    )
    words = f"{' '.join(map(str, arguments))!r}: {done.stderr[-1500:]!r}"
    assert done.returncode == status, f"status {done.returncode}, not {status}, of {words}"
    check_messages(done.stderr, says, lines)
    return done.stdout or ""


def check_messages(errors: str, says: str, most: int = 1) -> None:
    """No traceback, ``says`` in a line, ``most`` others; that the solver is prepared is none."""
    assert "Traceback" not in errors and "Exception ignored" not in errors, errors[-1500:]
    lines = [line for line in errors.splitlines() if "preparing the solver" not in line]
    assert any(says in line for line in lines) or not says, f"{says!r} is not in {errors!r}"
    assert len(lines) <= most, f"more than one line: {errors[-1500:]!r}"


class Window:
    """A window in a process of its own, which does what it is told word by word (``drive``)."""

    def __init__(
        self, home: Path, under: Sequence[str] = (), python: str = sys.executable, **env: str
    ) -> None:
        self._errors = tempfile.TemporaryFile("w+")  # noqa: SIM115  closed by close
        self.process = subprocess.Popen(
            [*under, python, str(Path(__file__).resolve()), "--drive"],
            env=surroundings(home, **env),
            cwd=home.parent,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            text=True,
        )
        self.state = self.tell("look")

    def tell(self, words: str) -> dict[str, Any]:
        """Have it do ``words``; the state after that."""
        assert self.process.stdin is not None and self.process.stdout is not None
        with contextlib.suppress(BrokenPipeError):
            print(words, file=self.process.stdin, flush=True)
        watch = time.monotonic()
        line = self.process.stdout.readline()
        assert time.monotonic() - watch < PATIENCE, f"{words!r} took long"
        if not line:
            self.process.wait(PATIENCE)
            self._errors.seek(0)
            raise AssertionError(
                f"the window has ended at {words!r}: {self._errors.read()[-1500:]}"
            )
        self.state = json.loads(line)
        return self.state

    def kill(self) -> None:
        """Kill it."""
        self.process.kill()
        self.process.wait(PATIENCE)

    def close(self, says: str = "", lines: int = 1) -> None:
        """Close it; AssertionError where it ends badly or its errors are not as expected."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        assert self.process.wait(PATIENCE) == 0, f"status {self.process.returncode}"
        self._errors.seek(0)
        errors = self._errors.read()
        self._errors.close()
        assert "Traceback" not in errors and "Exception ignored" not in errors, errors[-1500:]
        assert says in errors, f"{says!r} is not in {errors!r}"
        assert errors.count("\n") <= lines, f"more than {lines} lines: {errors[-1500:]!r}"


def drive() -> int:
    """The window's process: a line of words on standard input, a line of its state on output."""
    os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
    import pygame

    from puzzler.window import app, game_loop

    class Driven(game_loop.GameLoop):
        """Does what standard input says instead of what a person does."""

        def run(self) -> None:
            self.said: dict[str, None] = {}
            self.waits: list[float] = []
            self.cpu = 0.0
            for line in sys.stdin:
                for word in line.split():
                    name, _, value = word.partition("=")
                    getattr(self, f"do_{name}")(value)
                self.look()

        def look(self) -> None:
            session = self.screen.session
            play = session.context.game.play
            print(
                json.dumps(
                    {
                        "said": list(self.said),
                        "board": str(play.board),
                        "moves": play.move_count,
                        "past": len(session.context.game.saved.past),
                        "waits": self.waits,
                        "cpu": self.cpu,
                    }
                ),
                flush=True,
            )
            self.said, self.waits, self.cpu = {}, [], 0.0

        def turn(self) -> None:
            began = time.thread_time()
            self.frame(pygame.event.get())
            if not self.screen.is_moving and self._on_rest is not None:
                self._on_rest()
            self.cpu = max(self.cpu, time.thread_time() - began)
            for words in (self.screen.window.said, self.screen.session.context.feedback.message):
                if words:
                    self.said[words] = None

        def do_state(self, _: str) -> None:
            self.said[f"moving {self.screen.is_moving} {self.screen.session.store._waiting} {self.screen.session.is_busy}"] = None

        def do_look(self, _: str) -> None:
            for _ in range(5):
                self.turn()

        def do_play(self, count: str) -> None:
            session = self.screen.session
            for number in range(int(count)):
                moves = session.activity.board.legal_moves()
                began = time.perf_counter()
                session.move(moves[number % len(moves)])
                self.waits.append(time.perf_counter() - began)
                self.turn()

        def do_wait(self, seconds: str) -> None:
            until = time.perf_counter() + float(seconds)
            while time.perf_counter() < until:
                self.turn()
                time.sleep(0.01)

        def do_key(self, name: str) -> None:
            key = getattr(pygame, f"K_{name}")
            pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key, mod=0, unicode=""))
            self.turn()

        def do_set(self, change: str) -> None:
            name, value = change.split(":")
            self.screen.window.set(**{name: json.loads(value)})

        def do_solved(self, _: str) -> None:
            """Watch until a solution is found; at the latest after a minute."""
            self.screen.session.watch.start()
            for _ in range(6000):
                self.turn()
                if self.screen.session.files.result is not None:
                    return
                time.sleep(0.01)

        def do_open(self, file: str) -> None:
            from puzzler.window.files.importing import take_file

            take_file(self.screen.window, Path(file))
            self.do_wait("1")

        def do_answer(self, _: str) -> None:
            from puzzler.window.files.saving import save_answer

            save_answer(self.screen.window)
            self.turn()

        def do_clock(self, days: str) -> None:
            """The wall clock jumps."""
            now, seconds = time.time, 86_400 * float(days)
            time.time = lambda: now() + seconds

    app.GameLoop = Driven  # type: ignore[misc]
    return app.run()


# ---- What cases share -----------------------------------------------------------------------


def home_in(folder: Path, *, is_copied: bool = False) -> Path:
    """A home with compiled kernels: those of all cases, or a copy of its own."""
    home, kept = folder / "home", shared_home() / "cache" / "kernels"
    (home / "cache").mkdir(parents=True)
    if is_copied:
        shutil.copytree(kept, home / "cache" / "kernels")
    else:
        (home / "cache" / "kernels").symlink_to(kept)
    return home


def shared_home() -> Path:
    """A home in which all kernels are compiled; the first run of a version takes minutes."""
    import platformdirs

    home: Path = platformdirs.user_cache_path("puzzler-tests", appauthor=False) / "trust"
    cache = home / "cache"
    cache.mkdir(parents=True, exist_ok=True)
    if not (cache / "kernels").exists():
        (cache / "kernels").symlink_to(home.parent / "kernels")
        (home.parent / "kernels").mkdir(exist_ok=True)
    code = "from puzzler.search import compilation as c; print(c.kernel_folder(), c.is_complete())"
    run = {"env": surroundings(home), "text": True, "check": True}
    told = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, **run)
    kernels, is_complete = told.stdout.split()
    if is_complete != "True":
        module = "puzzler.solver.preparation"
        subprocess.run([sys.executable, "-m", module, kernels], stdin=subprocess.PIPE, **run)
    return home


def stored(home: Path) -> tuple[str, int]:
    """The board and the number of moves of the game that is kept."""
    with contextlib.closing(sqlite3.connect(home / "data" / "games.sqlite")) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    from puzzler.game.storage.store import Store

    store = Store.open(home / "data")
    saved = store.resume()
    store.close()
    assert store.notice == "" and saved is not None, store.notice or "no game is kept"
    return str(saved.present.board), saved.present.move_count


def check_kept(home: Path, state: dict[str, Any]) -> None:
    """Nothing of the game is lost."""
    kept, played = stored(home), (state["board"], state["moves"])
    assert kept == played, f"kept is {kept}, played was {played}"


def files_in(folder: Path) -> set[str]:
    """Every file below ``folder`` but locks and what SQLite keeps beside its own."""
    inside = (file for file in folder.rglob("*") if file.is_file() and "kernels" not in file.parts)
    return {str(file.relative_to(folder)) for file in inside if "lock" not in file.name}


@contextlib.contextmanager
def small_disk(folder: Path, kilobytes: int) -> Iterator[Path]:
    """A disk of that size."""
    disk = folder / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={kilobytes}k", "tmpfs", str(disk)]
    if shutil.which("mount") is None or subprocess.run(mount, capture_output=True).returncode:
        raise NotTriedError("only root can mount a small disk")
    try:
        yield disk
    finally:
        subprocess.run(["umount", "-l", str(disk)], check=True)


def fill(disk: Path) -> Path:
    """Leave no room on the disk; the file that takes it."""
    file = disk / "filler"
    with file.open("wb", buffering=0) as stream, contextlib.suppress(OSError):
        while True:
            stream.write(b"x" * 4096)
    return file


def as_user() -> list[str]:
    """What runs a command as an ordinary user."""
    if os.geteuid() or shutil.which("setpriv") is None:
        raise NotTriedError("only root can become another user, by setpriv")
    return ["setpriv", f"--reuid={USER}", f"--regid={USER}", "--clear-groups"]


# ---- Disks and folders ----------------------------------------------------------------------


@case
def full_disk_output(folder: Path) -> str:
    """Every command that writes a file, onto a disk without room; and a standard output."""
    home, count = home_in(folder), 0
    lesson = "find-the-shortest"
    with small_disk(folder, 256) as disk:
        fill(disk)
        before = files_in(disk)
        full = "No space left on device"
        for command in (
            ("solve", BOARD, "-o", disk / "a.txt"),
            ("solve", "-", "--batch", "--json", "-o", disk / "b"),
            ("solve", "-", "--batch", "--json", "--resume", "-o", disk / "r"),
            ("solve", BOARD, "--as", "lodz", "-o", "-", "--figures", disk / "f"),
            ("convert", BOARD, "--to", "lodz", "-o", disk / "c"),
            ("compare", BOARD, "--csv", disk / "d"),
            ("trace", NEAR, "--csv", disk / "t"),
            ("record", NEAR, disk / "e.gif"),
            ("record", NEAR, disk / "e.png"),
            ("lesson", "--html", disk / "l.html"),
        ):
            puzzler(home, *command, status=2, says=full, stdin=BOARD)
            assert files_in(disk) - before <= {"r"}, f"left behind: {files_in(disk) - before}"
            (disk / "r").unlink(missing_ok=True)
            count += 1
    del lesson
    for command in (("solve", BOARD), ("solve", "-", "--batch"), ("shuffle",), ("--help",)):
        with Path("/dev/full").open("w") as output:
            puzzler(home, *command, status=2, says="No space left", stdin=BOARD, stdout=output)
        count += 1
    return f"{count} commands: status 2, one line, no part of a file"


@case
def full_disk_home(folder: Path) -> str:
    """A disk that is full before the window opens, and one that fills up while it is open."""
    with small_disk(folder, 2048) as disk:
        home = home_in(disk)
        filler = fill(disk)
        window = Window(home)
        said = window.tell("play=5 wait=0.2 key=s wait=1")["said"]
        window.close("cannot be kept")
        assert any("cannot be kept" in words for words in said) or said, said
        puzzler(home, "solve", BOARD)
        filler.unlink()
        window = Window(home)
        window.tell("play=20 wait=0.2")
        fill(disk)
        said = window.tell("play=60 set=rows:5 wait=1")["said"]
        assert any("cannot be kept for now (database or disk is full)" in line for line in said), (
            said
        )
        filler.unlink()
        window.tell("wait=1.5")
        window.kill()
        check_kept(home, window.state)
        fill(disk)
        puzzler(home, "tables", "4x4")
        window = Window(home)
        window.tell("play=30 wait=0.2")
        window.close("cannot be kept", lines=4)
    return (
        "full at the start: runs, said; full later: said once, all 80 moves kept when there is room"
    )


@case
def full_disk_cache(folder: Path) -> str:
    """No room for compiled kernels and tables: a temporary folder serves."""
    with small_disk(folder, 512) as disk:
        (folder / "home").mkdir()
        (folder / "home" / "cache").symlink_to(disk)
        fill(disk)
        out = puzzler(folder / "home", "solve", BOARD, "--optimal")
        assert "31 moves" in out, out
    return "solved with a proof"


@case
def small_files(folder: Path) -> str:
    """No file may grow beyond 64 KB (``ulimit -f``); needs no root."""
    under = ["sh", "-c", 'ulimit -f 128; trap "" XFSZ; exec "$@"', "sh"]
    home = home_in(folder)
    with contextlib.suppress(NotTriedError):
        puzzler(home, "record", BOARD, folder / "a.gif", status=2, says="too large", under=under)
    assert not list(folder.glob("*.gif")) and not list(folder.glob(".*")), "a part is left"
    window = Window(home, under)
    said = window.tell("play=300 wait=0.2")["said"]
    window.close("cannot be kept", lines=3)
    assert any("cannot be kept" in line for line in said), said
    return "said once, nothing left behind"


@case
def read_only_home(folder: Path) -> str:
    """A home that belongs to somebody else: with a game in it, without, and without a folder."""
    user = as_user()
    folder.chmod(0o755)
    home = home_in(folder)
    window = Window(home)
    state = window.tell("play=9 wait=0.2")
    window.close()
    for file in (*(home / "data").iterdir(), home / "data", home):
        file.chmod(0o444 if file.is_file() else 0o555)
    for place in (home, folder / "none"):
        window = Window(place, user, HOME=str(folder))
        look = window.tell("look")
        assert place != home or look["board"] == state["board"], "another board is shown"
        window.tell("play=5 wait=0.2 key=s wait=1 set=rows:5 wait=0.2")
        window.close("settings, games and solves cannot be kept", lines=3)
        puzzler(place, "solve", BOARD, under=user)
        puzzler(place, "tables", "4x4", under=user)
        puzzler(place, "tables", "4x4", "--build", "7-8", under=user, status=2, says="Permission denied")
        puzzler(place, "solve", BOARD, "-o", place / "o", under=user, status=2, says=" ")
    check_kept(home, state)
    return "the saved game is shown, said, played on; commands solve; files are refused in one line"


# ---- The store and the settings -------------------------------------------------------------


@case
def locked_store(folder: Path) -> str:
    """Another process holds the store locked while the window plays, closes and opens."""
    home = home_in(folder)
    window = Window(home)
    window.tell("play=5 wait=0.1")
    other = sqlite3.connect(home / "data" / "games.sqlite", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    state = window.tell("play=40 wait=0.1")
    waits = sorted(state["waits"])
    assert sum("for now (database is locked)" in line for line in state["said"]) == 1, state["said"]
    assert statistics.median(waits) < 0.02 and waits[-1] < 0.5, f"moves took {waits[-3:]} s"
    other.execute("ROLLBACK")
    window.tell("wait=1.5")
    window.kill()
    check_kept(home, window.state)
    other.execute("BEGIN IMMEDIATE")
    window = Window(home)
    assert window.state["board"] == state["board"], "a locked store hides the game"
    window.tell("play=5")
    window.close("could not be kept", lines=2)  # after waiting for the lock for a second
    other.execute("ROLLBACK")
    check_kept(home, state)
    window = Window(home)
    other.execute("BEGIN EXCLUSIVE")
    state = window.tell("play=5")
    other.execute("ROLLBACK")
    other.close()
    window.close("for now")
    check_kept(home, state)
    middle, most = 1000 * statistics.median(waits), 1000 * waits[-1]
    return f"40 moves: {middle:.1f} ms each, {most:.0f} ms at most; all kept when it was free"


@case
def locked_settings(folder: Path) -> str:
    """Another process holds the lock of the settings."""
    home = home_in(folder)
    (home / "data").mkdir()
    from puzzler.game.storage.database import take_lock

    lock = take_lock(home / "data" / ".settings.lock")
    assert lock is not None
    window = Window(home)
    began = time.perf_counter()
    window.tell("set=rows:5 look set=volume:0.1 look")
    seconds = time.perf_counter() - began
    assert seconds < 1.5, f"two changes took {seconds:.1f} s"
    lock.close()
    window.tell("look")
    window.close()
    kept = json.loads((home / "data" / "settings.json").read_text())
    assert (kept["rows"], kept["volume"]) == (5, 0.1), kept
    return f"two changes in {seconds:.2f} s, kept when it was free"


@case
def store_files(folder: Path) -> str:
    """A store that is read-only, of a newer version, cut, of garbage, a folder, a link to nothing."""
    home = home_in(folder)
    window = Window(home)
    state = window.tell("play=9 wait=0.1")
    window.close()
    file = home / "data" / "games.sqlite"
    good = file.read_bytes()

    def newer() -> None:
        with contextlib.closing(sqlite3.connect(file)) as connection:
            connection.execute("PRAGMA user_version = 99")

    broken = "is broken: beginning anew"
    hostile: dict[str, tuple[Callable[[], object], str]] = {
        "newer": (newer, "newer version"),
        "empty": (lambda: file.write_bytes(b""), ""),
        "cut": (lambda: file.write_bytes(good[: len(good) // 2]), broken),
        "garbage": (lambda: file.write_bytes(os.urandom(50_000)), broken),
        "text": (lambda: file.write_text("hello\n" * 999), broken),
        "folder": (lambda: (file.unlink(), file.mkdir()), "cannot be kept"),
        "dangling": (lambda: (file.unlink(), file.symlink_to(folder / "no" / "x")), "cannot be"),
        "zeros": (lambda: file.write_bytes(good[:100] + bytes(len(good) - 100)), broken),
    }
    for name, (make, says) in hostile.items():
        shutil.rmtree(file.parent)
        file.parent.mkdir()
        file.write_bytes(good)
        make()
        bad = file.read_bytes() if file.is_file() else b""
        window = Window(home)
        window.tell("play=5 wait=0.1")
        window.close(says)
        kept = [each.read_bytes() for each in file.parent.glob("games.sqlite*") if each.is_file()]
        assert name == "empty" or not bad or bad in kept, f"{name}: what was there is gone"
    shutil.rmtree(file.parent)
    file.parent.mkdir()
    file.write_bytes(good)
    check_kept(home, state)
    with contextlib.suppress(NotTriedError):
        user = as_user()
        folder.chmod(0o755)
        os.chown(file.parent, USER, USER)
        file.chmod(0o444)
        window = Window(home, user)
        assert window.state["board"] == state["board"], "a read-only store hides the game"
        window.tell("play=5")
        window.close("cannot be kept", lines=2)
        assert file.read_bytes() == good
    return f"{len(hostile) + 1} files: said in one line, set aside or left alone, played on"


@case
def settings_files(folder: Path) -> str:
    """Settings and keys of garbage."""
    home = home_in(folder)
    file = home / "data" / "settings.json"
    file.parent.mkdir()
    texts: list[bytes] = [
        *(os.urandom(3000), b"", b"\0" * 99, b"[" * 100_000, b"{", b"[]", b"null", b'"a"'),
        b'{"rows": "four"}',
        b'{"rows": 1e999}',
        b'{"rows": 99}',
        b'{"volume": NaN}',
        b'{"theme": "a\\u0000b"}',
        b'{"theme": ["dark"]}',
        b'{"keys": 7}',
        b'{"keys": {"undo": "ctrl"}}',
        b'{"keys": {"undo": [["z"]]}}',
        b'{"weight": 1' + b"0" * 9999 + b"}",
        b'{"goal": "1 2/3 0"}',
        b'{"picture": 5}',
        b"\xff\xfe{\0}\0",
    ]
    known: list[bytes] = [
        *(b'{"picture": "/proc/kmsg"}', b'{"picture": "../../../etc/passwd"}'),
        *(b'{"theme": "../../../etc/x"}', b'{"folder": "/nowhere/at/all"}', b'{"more": [1]}'),
        *(b'{"keys": {"no-such": ["q"]}}', b'{"keys": {"undo": ["nokey"]}}'),
    ]
    for text in (*texts, *known, b" " * 100_000_000):
        file.write_bytes(text)
        for aside in file.parent.glob("settings.json.broken*"):
            aside.unlink()
        window = Window(home)
        window.tell("play=2")
        is_broken = text not in known
        window.close("the settings file is broken: using defaults" if is_broken else "", lines=2)
        (aside,) = [*file.parent.glob("settings.json.broken*")] or [file]
        assert not is_broken or aside.read_bytes() == text, f"{text[:40]!r} is gone"
        puzzler(home, "solve", NEAR)
    return f"{len(texts) + len(known) + 1} files: defaults, one line, the file set aside"


# ---- The machine ----------------------------------------------------------------------------


@case
def no_sound(folder: Path) -> str:
    """No sound card, and a driver that does not exist."""
    home = home_in(folder)
    for driver in ("alsa", "no-such-driver"):
        window = Window(home, SDL_AUDIODRIVER=driver)
        window.tell("play=9 wait=0.2")
        window.close()
    return "silent, nothing said, all moves kept"


@case
def no_display(folder: Path) -> str:
    """No screen: a line and status 2."""
    home = home_in(folder)
    for env in ({"SDL_VIDEODRIVER": ""}, {"SDL_VIDEODRIVER": "x11", "DISPLAY": ":987"}):
        puzzler(home, status=2, says="no window can be opened", env=env)
        puzzler(home, "play", BOARD, status=2, says="no window can be opened", env=env)
        puzzler(home, "record", NEAR, folder / "a.gif", env=env)
    assert files_in(home) <= {"cache/kernels"}, files_in(home)
    return "one line, status 2; pictures are made all the same"


@case
def no_numba(folder: Path) -> str:
    """Numba that cannot be imported, and environments without it and without llvmlite."""
    home = folder / "home"
    home.mkdir()
    blocked = folder / "blocked"
    (blocked / "numba").mkdir(parents=True)
    (blocked / "numba" / "__init__.py").write_text("raise ImportError('no llvmlite for you')\n")
    ways: dict[str, dict[str, Any]] = {"blocked": {"FIRST": str(blocked)}}
    site = Path(next(path for path in sys.path if path.endswith("site-packages")))
    for gone in ("numba", "llvmlite"):
        packages = folder / f"without-{gone}"
        packages.mkdir()
        for entry in site.iterdir():
            if not entry.name.startswith((gone, "__editable__", "_virtualenv", "distutils")):
                (packages / entry.name).symlink_to(entry)
        ways[gone] = {"FIRST": str(packages), "PYTHONNOUSERSITE": "1"}
    base = f"{sys.base_prefix}/bin/python{sys.version_info.major}.{sys.version_info.minor}"
    for name, env in ways.items():
        how: dict[str, Any] = {"python": sys.executable if name == "blocked" else base}
        says = "" if name == "numba" else "uncompiled and slow"
        out = puzzler(home, "solve", BOARD, env=dict(env), says=says, **how)
        assert "31 moves" in out, out
        assert "not compiled and therefore slow" in out, out
        window = Window(home, **how, **env)
        said = window.tell("wait=1 play=9 wait=0.5")["said"]
        window.close(lines=2)
        assert any("uncompiled and slow" in line for line in said), (name, said)
    return f"{len(ways)} ways: solved uncompiled, said in one line"


@case
def few_files(folder: Path) -> str:
    """64 open files (``ulimit -n 64``)."""
    under = ["sh", "-c", 'ulimit -n 64; exec "$@"', "sh"]
    home = home_in(folder)
    boards = "\n".join(puzzler(home, "shuffle", "--size", "3x3", "--count", "40").split("\n\n"))
    puzzler(home, "solve", BOARD, "--optimal", under=under)
    batch = ("solve", "-", "--batch", "--json", "--jobs", "4")
    out = puzzler(home, *batch, under=under, stdin=boards)
    assert out.count('"solved"') == 40, out[-500:]
    puzzler(home, "compare", BOARD, under=under)
    puzzler(home, "record", NEAR, folder / "a.gif", under=under)
    window = Window(home, under)
    window.tell("play=20 solved key=F5 wait=0.5 key=l wait=1 key=r wait=1")
    state = window.tell("set=interface_scale:1.5 wait=0.2 key=ESCAPE key=ESCAPE wait=0.3 play=5")
    window.close()
    check_kept(home, state)
    return "a search, a batch of 40 in 4 processes, a comparison, a GIF, a window: as ever"


@case
def clock_jumps(folder: Path) -> str:
    """The wall clock goes years back and forth while a window is open, and between windows."""
    home = home_in(folder)
    window = Window(home)
    for days in (0.1, -4000, 20_000, -30_000, 1):
        state = window.tell(f"play=7 clock={days} wait=0.2 play=7 key=u wait=0.1")
    window.close()
    check_kept(home, state)
    for name, command in {
        "faketime": ["faketime", "-f"],
        "date": [],
    }.items():
        if name == "faketime" and shutil.which(name):
            for when in ("-3000d", "+3000d", "@1970-01-02 00:00:00"):
                puzzler(home, "solve", BOARD, "--time-limit", "60", under=[*command, when])
                window = Window(home, [*command, when])
                assert window.state["board"] == state["board"]
                state = window.tell("play=5 wait=0.1")
                window.close()
                check_kept(home, state)
    return "timers, limits and the saved game do not mind" + (
        "" if shutil.which("faketime") else " (faketime is not here: the clock was handed in)"
    )


@case
def damaged_caches(folder: Path) -> str:
    """Compiled kernels and tables that are cut, of garbage, empty, missing, or folders."""
    home = home_in(folder, is_copied=True)
    four = "1 2 3 4/5 6 7 8/9 10 11 12/13 0 14 15"
    right = puzzler(home, "solve", four, "--optimal", "--json")
    count = 0

    def spoil(pattern: str, change: Callable[[Path, bytes], object], every: int) -> int:
        files = sorted(file for file in (home / "cache").glob(pattern) if file.is_file())
        for file in files[::every]:
            change(file, file.read_bytes())
        return len(files[::every])

    def to_folder(file: Path, _: bytes) -> None:
        file.unlink()
        file.mkdir()

    changes: list[Callable[[Path, bytes], object]] = [
        lambda file, data: file.write_bytes(data[: len(data) // 2]),
        lambda file, data: file.write_bytes(os.urandom(len(data))),
        lambda file, _: file.write_bytes(b""),
        lambda file, _: file.unlink(),
        to_folder,
        lambda file, data: file.write_bytes(data[:-9] + b"123456789"),
    ]
    for change in changes:
        for pattern, every in (("tables/**/*", 1), ("kernels/*/*", 4)):
            done = spoil(pattern, change, every)
            assert done, f"there is nothing at {pattern}"
            count += done
        out = puzzler(home, "solve", four, "--optimal", "--json", lines=9)
        for key in ("status", "length", "optimal", "expanded"):
            assert json.loads(out)[key] == json.loads(right)[key], (key, out)
        window = Window(home)
        window.tell("play=5 solved wait=0.2")
        window.close(lines=2)
        for entry in (*(home / "cache").glob("*/*/"), *(home / "cache").glob("kernels/*/*/")):
            if entry.name.endswith((".kernel", ".npy", "ready", "lock", ".table")):
                shutil.rmtree(entry)
    return f"{count} files in {len(changes)} ways: the same answers and counts"


@case
def caches_filled_at_once(folder: Path) -> str:
    """A window and two commands compile the same kernels and build the same tables at once."""
    home = folder / "home"
    home.mkdir()
    window = Window(home)
    env = surroundings(home)
    command = [sys.executable, "-m", "puzzler", "solve", "1 2 3 4/5 6 7 8/9 10 11 12/13 0 14 15"]
    others = [
        subprocess.Popen(
            [*command, "--optimal", "--heuristic", "pattern-database"],
            env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )
        for _ in range(2)
    ]  # fmt: skip
    cpu = window.tell("play=9 solved wait=1")["cpu"]
    for other in others:
        out, errors = other.communicate(timeout=PATIENCE)
        assert other.returncode == 0 and "2 moves" in out, (out, errors)
        check_messages(errors, "")
    window.close(lines=2)
    for file in (home / "cache").rglob("*"):
        assert not file.name.endswith((".tmp", ".part")), f"{file.name} is left"
    puzzler(home, "solve", BOARD, "--optimal")
    return (
        f"three processes, one cache: right answers; longest frame {1000 * cpu:.0f} ms of processor"
    )


# ---- Network, files and other Pythons -------------------------------------------------------


HOOK = """
import os, sys
_log = os.open(os.environ["AUDIT"], os.O_WRONLY | os.O_APPEND | os.O_CREAT)
_made = {"os.mkdir": 0, "os.rename": 1, "os.link": 1, "os.symlink": 1, "os.remove": 0}
def _hook(event, args):
    said = ""
    if event == "socket.__new__" and getattr(args[1], "name", args[1]) not in ("AF_UNIX", 1):
        said = f"socket {args[1]}"
    elif event in ("socket.connect", "socket.bind") and not isinstance(args[1], (str, bytes)):
        said = f"{event} {args[1]}"
    elif event == "open" and isinstance(args[2], int) and args[2] & 3 and isinstance(args[0], str):
        said = f"writes {os.path.abspath(args[0])}"
    elif event in _made:
        said = f"writes {os.path.abspath(os.fspath(args[_made[event]]))}"
    if said:
        os.write(_log, (said + chr(10)).encode(errors="replace"))
sys.addaudithook(_hook)
"""


def audited(folder: Path, home: Path, use: Callable[[dict[str, str]], None]) -> set[str]:
    """What the processes of ``use`` wrote outside of ``home``, and the sockets they opened."""
    (folder / "hook").mkdir()
    (folder / "hook" / "sitecustomize.py").write_text(HOOK)
    (folder / "temporary").mkdir()
    log = folder / "audit"
    use({"FIRST": str(folder / "hook"), "AUDIT": str(log), "TMPDIR": str(folder / "temporary")})
    known = shared_home().parent / "kernels"
    ours = [f"writes {place}" for place in (home, known, folder / "temporary", "/dev/")]
    lines = log.read_text().splitlines()
    assert lines, "the hook has seen nothing"
    return {line for line in lines if not line.startswith(tuple(ours)) and "pycache" not in line}


@case
def network(folder: Path) -> str:
    """Every command and a window open no socket; seen by an audit hook, and by strace."""
    home, out = home_in(folder), folder / "home" / "out"
    out.mkdir()
    commands: list[tuple[str | Path, ...]] = [
        *(("solve", BOARD), ("solve", "-", "--batch", "--jobs", "2"), ("shuffle",)),
        *(("compare", BOARD), ("trace", NEAR), ("review", NEAR, "--moves", "RR"), ("methods",)),
        *(("record", NEAR, out / "a.gif"), ("lesson",), ("lesson", "--html", out / "l.html")),
        *(("tables",), ("convert", BOARD, "--to", "lodz"), ("manual",), ("--help",)),
    ]

    def use(env: dict[str, str]) -> None:
        for command in commands:
            puzzler(home, *command, env=dict(env), stdin=BOARD)
        window = Window(home, **env)
        window.tell("play=9 solved key=l wait=0.5 key=F1 wait=0.2")
        window.close()

    beyond = audited(folder, home, use)
    assert not beyond, sorted(beyond)[:9]
    if shutil.which("strace") is None:
        return f"{len(commands)} commands and a window: none (strace is not here)"
    trace = folder / "strace"
    under = ["strace", "-f", "-qq", "-e", "trace=socket,connect,bind", "-o", str(trace)]
    puzzler(home, "solve", "-", "--batch", "--jobs", "2", stdin=BOARD, under=under)
    window = Window(home, under)
    window.tell("play=5 solved wait=0.2")
    window.close()
    calls = [line for line in trace.read_text().splitlines() if "AF_INET" in line]
    assert not calls, calls[:5]
    return f"{len(commands)} commands and a window: none, also by strace"


@case
def paths(folder: Path) -> str:
    """Names in lists, lessons, shared games and solutions that look like paths lead nowhere."""
    home, given = home_in(folder), folder / "home" / "given"
    given.mkdir()
    evil = ["../../evil", "/tmp/evil", "~/evil", "a/../../evil", "..", "%2e%2e%2fevil", "con\0evil"]
    files = []
    for number, name in enumerate(evil):
        file = given / f"list{number}.txt"
        tiles = "8 6 7 2 5 4 3 0 1"
        file.write_text(f"{name} 31 {tiles}\n{number} 31 {tiles}\n")
        (given / f"json{number}.json").write_text(
            json.dumps({"board": NEAR, "goal": None, "id": name, "moves": "RR", "title": name})
        )
        (given / f"lesson{number}.json").write_text(
            json.dumps({"title": name, "name": name, "steps": [{"text": name, "picture": name}]})
        )
        files += [file, given / f"json{number}.json", given / f"lesson{number}.json"]
    (given / "linked.txt").symlink_to("/etc/hostname")
    before = files_in(folder)

    def use(env: dict[str, str]) -> None:
        for file in files:
            command = [sys.executable, "-m", "puzzler"]
            for words in (["lesson", file] if file.suffix == ".toml" else ["solve", file],):
                subprocess.run(
                    [*command, *words, *(["--to", "lodz"] if words[0] == "convert" else [])],
                    env=surroundings(home, **env), capture_output=True, timeout=PATIENCE,
                    check=False, cwd=given,
                )  # fmt: skip
        window = Window(home, **env)
        for file in files:
            window.tell(f"open={file} solved answer")
        window.close(lines=99)

    beyond = audited(folder, home, use)
    assert not beyond, sorted(beyond)[:9]
    new = files_in(folder) - before
    strange = {name for name in new if "evil" in name}
    assert not strange, strange
    return f"{len(files)} files read, solved and saved beside: nothing is written elsewhere"


def other_pythons(folder: Path) -> str:
    """The interpreters named by --python, each with the packages that Puzzler needs."""
    if not PYTHONS:
        raise NotTriedError("name interpreters by --python")
    told = []
    for python in PYTHONS:
        place = folder / Path(python).parent.parent.name
        home = place / "home"
        home.mkdir(parents=True)
        version = subprocess.run(
            [python, "-c", "import sys; print(sys.version.split()[0])"],
            capture_output=True, text=True, check=True,
        ).stdout.strip()  # fmt: skip
        assert "31 moves" in puzzler(home, "solve", BOARD, "--optimal", python=python)
        out = puzzler(home, "solve", "-", "--batch", "--jobs", "2", python=python, stdin=BOARD)
        assert "31" in out, out
        puzzler(home, "record", NEAR, home / "a.gif", python=python)
        puzzler(home, "solve", "9 9/9 9", python=python, status=2, says="9")
        window = Window(home, python=python)
        state = window.tell("play=9 solved wait=0.2 key=l wait=0.5 key=ESCAPE wait=0.1")
        window.close(lines=2)
        check_kept(home, state)
        told.append(version)
    return f"{', '.join(told)}: solve, batch, GIF, bad input and a window as ever"


CASES["other-pythons"] = other_pythons
PYTHONS: list[str] = []


# ---- Clusters -------------------------------------------------------------------------------


@contextlib.contextmanager
def cluster(folder: Path, protocol: str, **env: str) -> Iterator[tuple[str, list[int]]]:
    """The address of a Dask scheduler with two workers, and their processes."""
    from importlib.util import find_spec

    if find_spec("distributed") is None:
        raise NotTriedError("Dask is not installed")
    file, all_env = folder / "scheduler.json", {**surroundings(folder / "home"), **env}
    quiet = {"env": all_env, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    dask = [sys.executable, "-m", "dask"]
    with contextlib.ExitStack() as ends:

        def start(*words: str) -> subprocess.Popen[bytes]:
            process = subprocess.Popen([*dask, *words], start_new_session=True, **quiet)
            ends.callback(process.wait, 60)
            ends.callback(lambda: os.killpg(process.pid, signal.SIGKILL))
            return process

        common = ("--no-dashboard", "--protocol", protocol)
        place = ("--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(file))
        start("scheduler", *place, *common)
        until = time.monotonic() + 60
        while not (file.exists() and file.read_text().endswith("}")):
            assert time.monotonic() < until, "no scheduler"
            time.sleep(0.1)
        address = str(json.loads(file.read_text())["address"])
        less = ("--nthreads", "1", "--memory-limit", "0", "--no-nanny")
        workers = [start("worker", address, *less, *common).pid for _ in range(2)]
        yield address, workers


@case
def worker_killed(folder: Path) -> str:
    """One Dask worker of two is killed in the middle of a list."""
    home = home_in(folder)
    boards = puzzler(home, "shuffle", "--size", "4x4", "--count", "24", "--seed", "5")
    boards = "\n".join(boards.split("\n\n"))
    command = ("solve", "-", "--batch", "--json", "--optimal", "--time-limit", "20")
    with cluster(folder, "tcp") as (address, workers):
        env = surroundings(home)
        process = subprocess.Popen(
            [sys.executable, "-m", "puzzler", *command, "--cluster", address],
            env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            text=True,
        )  # fmt: skip
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(boards)
        process.stdin.close()
        process.stdin = None
        first = process.stdout.readline()
        os.kill(workers[0], signal.SIGKILL)
        out, errors = process.communicate(timeout=PATIENCE)
        answers = [json.loads(line) for line in [first, *out.splitlines()]]
        assert process.returncode in (0, 1), process.returncode
        check_messages(errors, "")
        asked = [answer["board"] for answer in answers]
        assert len(asked) == len(set(asked)) == 24, f"{len(asked)} answers"
    return "24 boards, 24 answers, each once"


@case
def tls_cluster(folder: Path) -> str:
    """A cluster by TLS, and wrong or missing certificates."""
    home = home_in(folder)
    if shutil.which("openssl") is None:
        raise NotTriedError("openssl is not here")
    for name in ("right", "wrong"):
        make = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"]
        files = ["-keyout", f"{folder}/{name}.key", "-out", f"{folder}/{name}.pem"]
        who = ["-subj", f"/CN={name}", "-addext", "subjectAltName=IP:127.0.0.1"]
        subprocess.run([*make, *files, *who], check=True, capture_output=True)
    tls = "DASK_DISTRIBUTED__COMM__TLS__"

    def certificates(name: str, authority: str) -> dict[str, str]:
        env = {f"{tls}CA_FILE": f"{folder}/{authority}"}
        for role in ("CLIENT", "SCHEDULER", "WORKER"):
            env[f"{tls}{role}__CERT"] = f"{folder}/{name}.pem"
            env[f"{tls}{role}__KEY"] = f"{folder}/{name}.key"
        return env

    right = certificates("right", "right.pem")
    batch = ("solve", "-", "--batch", "--json", "--cluster")
    with cluster(folder, "tls", **right) as (address, _):
        out = puzzler(home, *batch, address, stdin=BOARD, env=right)
        assert json.loads(out)["length"] == 31, out
        bad = [{}, certificates("wrong", "right.pem"), certificates("right", "wrong.pem")]
        for env in (*bad, certificates("right", "missing"), certificates("right", "right.key")):
            say = "no Dask scheduler at"
            puzzler(home, *batch, address, stdin=BOARD, env=env, status=2, says=say)
        wrong = address.replace("tls", "tcp")
        puzzler(home, *batch, wrong, stdin=BOARD, status=2, says="no Dask scheduler at")
    return "solved by TLS; five wrong ways and one without TLS: one line, status 2"


def run_case(name: str) -> str:
    """What case ``name`` has seen; AssertionError or NotTriedError where it has not passed."""
    folder = Path(tempfile.mkdtemp(prefix="puzzler-trust-"))
    try:
        return CASES[name](folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", nargs="+", choices=CASES, default=list(CASES), metavar="CASE")
    parser.add_argument("--python", nargs="+", default=[], help="other interpreters to try")
    parser.add_argument("--list", action="store_true", help="list the cases")
    parser.add_argument("--drive", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.drive:
        return drive()
    if options.list:
        print(*(f"{name:24}{(run.__doc__ or '').strip()}" for name, run in CASES.items()), sep="\n")
        return 0
    PYTHONS.extend(options.python)
    began, faults, untried = time.monotonic(), 0, 0
    for name in options.only:
        try:
            verdict = run_case(name)
        except NotTriedError as reason:
            untried, verdict = untried + 1, f"NOT TRIED: {reason}"
        except (AssertionError, subprocess.SubprocessError, OSError, ValueError) as error:
            faults, verdict = faults + 1, f"FAULT: {error}"
        print(f"{name:24}{verdict}", flush=True)
    minutes = (time.monotonic() - began) / 60
    tried = len(options.only) - untried
    print(
        f"surroundings: {tried} cases, {untried} not tried, {minutes:.1f} minutes, {faults} faults"
    )
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
