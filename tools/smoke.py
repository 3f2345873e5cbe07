"""Start an installed puzzler like on a user's machine: used by ``bundle.py`` and ``release.py``.

The environment has no Python on the path, an empty home, another folder and no screen.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

BOARD = "1 2 3 4/5 6 7 8/10 0 11 12/9 13 14 15"
HEURISTIC = """
import heapq, json, xml.etree.ElementTree

def h(state, goal):
    return sum(a != b and a != 0 for a, b in zip(state.tiles, goal.tiles))
"""
PATIENCE = 300


class SmokeError(Exception):
    """A command of the program has failed. The text has the reason."""


def checked(command: Sequence[str], folder: Path, place: Path) -> Iterator[str]:
    """Run commands; return lines with their names and times. Raise SmokeError on failure.

    folder: for the home and the working directory. place: the folder of the program, in which no
    file may be written.
    """
    home, cwd, path = (folder / name for name in ("home", "elsewhere", "path"))
    for each in (home, cwd, path):
        each.mkdir()
    # required by Windows
    inherited = {name: os.environ[name] for name in ("SYSTEMROOT", "TEMP") if name in os.environ}
    unseen = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    environment = (
        inherited | unseen | {"PATH": str(path), "HOME": str(home), "USERPROFILE": str(home)}
    )
    before = _listed(place)
    (cwd / "mine.py").write_text(HEURISTIC, encoding="utf-8")
    (cwd / "boards.txt").write_text("1 2 3/4 0 6/7 5 8\n8 6 7/2 5 4/3 0 1\n", encoding="utf-8")

    def run(*arguments: str) -> str:
        done = subprocess.run(
            [*command, *arguments],
            cwd=cwd,
            env=environment,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        if done.returncode != 0:
            raise SmokeError(f"{arguments[0]}: status {done.returncode}: {done.stderr[-1500:]}")
        return done.stdout

    def timed(*arguments: str) -> tuple[str, float]:
        began = time.monotonic()
        return run(*arguments), time.monotonic() - began

    yield f"version: {run('--version').strip()}"
    yield f"first start: {_watched(command, cwd, environment)}"
    yield f"second start: {_watched(command, cwd, environment)}"
    _, seconds = timed("record", BOARD, "made.gif", "--pixels", "200")
    if not (cwd / "made.gif").read_bytes().startswith(b"GIF89a"):
        raise SmokeError("record: made.gif is no GIF")
    yield f"record: a GIF of {(cwd / 'made.gif').stat().st_size / 1000:.0f} kB in {seconds:.1f} s"
    answers, seconds = timed("solve", "boards.txt", "--batch", "--jobs", "2", "--json")
    if answers.count('"status": "solved"') != 2:
        raise SmokeError(f"solve --batch --jobs 2: {answers!r}")
    yield f"two boards in two processes: {seconds:.1f} s"
    _, seconds = timed("solve", "1 2 3/4 0 6/7 5 8", "--heuristic", "mine.py:h")
    yield f"a heuristic of the user's: {seconds:.1f} s"
    (cwd / "made.gif").unlink()
    shutil.rmtree(cwd / "__pycache__", ignore_errors=True)  # compiled mine.py, like Python
    left = _listed(place) ^ before | {path.name for path in cwd.iterdir()}
    if left != {"mine.py", "boards.txt"}:
        raise SmokeError(f"written outside the user's folders: {sorted(left)[:9]}")
    yield "nothing is written outside the user's folders"


def _watched(command: Sequence[str], cwd: Path, environment: dict[str, str]) -> str:
    """Open the window, watch a solution of a 4x4 board, and close it."""
    arguments = ["--log-level", "INFO", "play", BOARD, "--watch"]
    began = time.monotonic()
    with subprocess.Popen(
        [*command, *arguments], cwd=cwd, env=environment, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr is not None
        lines, seconds = [], {}
        try:
            for line in process.stderr:
                lines.append(line)
                for words in ("compiling", "search started", "solved by the machine"):
                    if words in line:
                        seconds[words] = time.monotonic() - began
                if "solved by the machine" in line or time.monotonic() - began > PATIENCE:
                    break
            process.send_signal(signal.SIGTERM)
            lines += process.stderr.readlines()
        finally:
            process.kill()
    is_closed = os.name == "nt" or process.returncode == 128 + signal.SIGTERM
    if "solved by the machine" not in seconds or not is_closed:
        raise SmokeError(f"play --watch: status {process.returncode}: {''.join(lines)[-1500:]}")
    return ", ".join(f"{words} {when:.1f} s" for words, when in seconds.items())


def _listed(folder: Path) -> set[str]:
    """Return the files in the folder without the bytecode of modules."""
    files = (path for path in folder.rglob("*") if path.suffix != ".pyc" and not path.is_dir())
    return {f"{path} {path.lstat().st_mtime_ns}" for path in files}
