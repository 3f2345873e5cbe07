"""Broken surroundings: the program run where the disk is full, a file locked, numba missing.

    PYTHONPATH=. python tools/trust/surroundings.py [--only CASE ...] [--list]

Each case runs the command line, or a window without a screen, and prints one line: what was seen,
or what was wrong. In every case: no traceback, one line that says what is wrong, the right exit
status, nothing lost, no part of a file left behind. Cases that need root, Xvfb, strace, openssl or
Dask say where they could not be tried. The status is 1 where a case failed.
"""

from __future__ import annotations

import argparse
import contextlib
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tools.trust.harness import compile_kernels
from tools.trust.surroundings_cases import machine, network  # noqa: F401  machine for its cases
from tools.trust.surroundings_cases.programs import (
    BOARD,
    CASES,
    NEAR,
    NotTriedError,
    Window,
    as_user,
    case,
    check_kept,
    files_in,
    fill,
    home_in,
    puzzler,
    shared_home,
    small_disk,
    surroundings,
)

# ---- Disks and folders ----------------------------------------------------------------------


@case
def full_disk_output(folder: Path) -> str:
    """Every command that writes a file, onto a disk without room; and a standard output."""
    home, count = home_in(folder), 0
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
    for command in (
        ("solve", BOARD),
        ("solve", "-", "--batch"),
        ("shuffle", "--seed", "1"),
        ("--help",),
    ):
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
        window.close("cannot be", lines=2)  # games, and tables where the search needed some
        assert any("cannot be" in words for words in said) or said, said
        puzzler(home, "solve", BOARD)
        filler.unlink()
        window = Window(home)
        window.tell("play=20 wait=0.2")
        fill(disk)
        said = window.tell("play=60 set=rows:5 wait=1")["said"]
        assert any("cannot be saved now (database or disk is full)" in line for line in said), said
        filler.unlink()
        window.tell("wait=1.5")
        window.kill()
        check_kept(home, window.state)
        fill(disk)
        puzzler(home, "tables", "4x4")
        window = Window(home)
        window.tell("play=30 wait=0.2")
        window.close("cannot be", lines=4)
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
    assert not [*folder.glob("*.gif"), *folder.glob(".*")], "a part is left"
    window = Window(home, under)
    said = window.tell("play=300 wait=0.2")["said"]
    window.close("cannot be", lines=3)
    assert any("cannot be" in line for line in said), said
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
        window.close("settings, games and solves cannot be saved", lines=3)
        puzzler(place, "solve", BOARD, under=user)
        puzzler(place, "tables", "4x4", under=user)
        build = ("tables", "4x4", "--build", "7-8")
        puzzler(place, *build, under=user, status=2, says="Permission denied")
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
    messages = [line for line in state["said"] if "saved now (database is locked)" in line]
    assert len(messages) == 1, state["said"]
    assert statistics.median(waits) < 0.5, f"moves took {waits[-3:]} s"
    other.execute("ROLLBACK")
    window.tell("wait=1.5")
    window.kill()
    check_kept(home, window.state)
    other.execute("BEGIN IMMEDIATE")
    window = Window(home)
    assert window.state["board"] == state["board"], "a locked store hides the game"
    window.tell("play=5")
    window.close("could not be saved", lines=2)  # after waiting for the lock for a second
    other.execute("ROLLBACK")
    check_kept(home, state)
    window = Window(home)
    other.execute("BEGIN EXCLUSIVE")
    state = window.tell("play=5")
    other.execute("ROLLBACK")
    other.close()
    window.close("saved now")
    check_kept(home, state)
    middle, most = 1000 * statistics.median(waits), 1000 * waits[-1]
    return f"40 moves: {middle:.1f} ms each, {most:.0f} ms at most; all kept when it was free"


def run_case(name: str) -> str:
    """What case ``name`` has seen; AssertionError or NotTriedError where it has not passed."""
    folder = Path(tempfile.mkdtemp(prefix="puzzler-trust-"))
    try:
        return CASES[name](folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def main() -> int:
    """Run the cases that are named, or all; 1 where one has a fault."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", nargs="+", choices=CASES, default=list(CASES), metavar="CASE")
    parser.add_argument("--python", nargs="+", default=[], help="other interpreters to try")
    parser.add_argument("--list", action="store_true", help="list the cases")
    options = parser.parse_args()
    if options.list:
        print(*(f"{name:24}{(run.__doc__ or '').strip()}" for name, run in CASES.items()), sep="\n")
        return 0
    compile_kernels(surroundings(shared_home()))
    network.PYTHONS.extend(options.python)
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
