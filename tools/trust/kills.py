"""Kills the program at random moments, and checks what remains.

    PYTHONPATH=. nice python tools/trust/kills.py --count 1000 --seed 1 [--only CASE ...]

Each case starts the program in its own home and kills it by SIGKILL. Afterwards the store must be
intact and contain everything that was stored, and at most the interrupted action besides. No file
may be incomplete, no process may remain, and no temporary file after the next start. Lists continue
with each answer once, and caches are completed. Faults are printed with their case and number, and
the exit status is 1.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path

from puzzler.game.core.settings import Settings
from puzzler.game.storage.database import FILE_NAME
from puzzler.game.storage.settings_file import SettingsKeeper
from puzzler.game.storage.store import Store
from tools.trust.harness import Fault, check, shared_kernels
from tools.trust.kill_cases import COMMANDS, LONGEST, Case
from tools.trust.remote_window import RemoteWindow, State, counted, marked

FRESH_EVERY = 8
"""Kills after which a case begins with new folders."""
LINES = 2000
"""Lines of a window, which is killed before it has done all of them."""
KEYS = [*["left", "right", "up", "down"] * 6, "ctrl+z", "ctrl+z", "ctrl+y", "n"]


def lines(case: Case) -> Iterator[str]:
    """Yield what the window of a case does: random keys and, in some cases, files."""
    for number in range(LINES):
        yield f"key={case.random.choice(KEYS)}"
        if case.name == "save" and number % 5 == 4:
            yield f"save={case.folder / 'out' / str(number % 3)}.txt"
        if case.name == "film" and number % 12 == 11:
            suffix = case.random.choice(("gif", "png"))
            yield f"film={case.folder / 'out' / str(number % 3)}.{suffix} saved"


def window(case: Case) -> None:
    """Kill a window."""
    if case.name == "first":
        case.begin_partly()
    data = case.folder / "home/data"
    if not (data / "settings.json").exists():
        chosen = Settings(rows=2, columns=2, coach=case.name == "coach", instant_shuffle=True)
        SettingsKeeper(Settings(), data).keep(replace(chosen, reduced_motion=True))
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "pipesize": 1 << 20}
    with case.start(*RemoteWindow.command, **pipes) as process:
        remote = RemoteWindow(process, LONGEST)
        remote.send(*lines(case))
        if case.random.random() < 0.15:  # before or while it opens
            remote.read(1.5 * case.random.random())
        else:
            has_done = remote.wait_for(case.random.randint(1, 150))
            check(has_done, "it ended by itself, or hangs")
            remote.read(0.02 * case.random.random())
        check(case.kill(process), "it ended by itself")
        remote.read(LONGEST)
    case.check()
    check_store(data, *remote.last)


def check_store(data: Path, state: State | None, is_more: bool) -> None:
    """Check that the store is intact and contains the last state of a window."""
    if (data / FILE_NAME).exists():
        with closing(sqlite3.connect(data / FILE_NAME)) as connection:
            is_whole = connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            check(is_whole, "the store is damaged")
    store = Store.open(data)
    game, counts = store.game.resume(), counted(store.connection)
    store.close()
    check(not store.notice, f"a message: {store.notice}")
    if state is None:
        return
    check(game is not None, "there is no game")
    found = marked(game)
    is_kept = is_stored(state, found, is_more=is_more)
    check(is_kept, f"the game is lost: it was {state}, found {found}"[:2000])
    less = [name for name, count in state["counts"].items() if counts[name] < count]
    check(not less, f"rows are lost in {less}")
    check(is_more or counts == state["counts"], f"there are more rows: {counts}")


def is_stored(state: State, found: State, *, is_more: bool) -> bool:
    """Whether a game is that of a state or, if more was in progress, what may follow it."""
    if state["steps"] == found["steps"]:
        return is_more or state["at"] == found["at"]
    until = state["at"] + 1
    return is_more and state["steps"][:until] == found["steps"][:until]


CASES: dict[str, tuple[int, Callable[[Case], None]]] = {
    **dict.fromkeys(("play", "coach", "save", "film"), (5, window)),
    "first": (3, window),
    **COMMANDS,
}
"""The weight of each case, and its function."""


def killed_often(name: str, count: int, seed: str, folder: Path, warm: Path) -> Case:
    """Run a case until it has so many kills."""
    case, (_, kill) = Case(name, folder / name, warm), CASES[name]
    for number in range(10 * count):  # on a fast machine many end before they are killed
        if case.kills >= count:
            break
        case.random = random.Random(f"{seed} {name} {number}")
        if number % FRESH_EVERY == 0 or case.faults:
            case.begin()
        try:
            kill(case)
        except (Fault, OSError, ValueError, subprocess.TimeoutExpired) as fault:
            case.faults.append(f"{name} {number}: {type(fault).__name__}: {fault} {case.errors()}")
            print(case.faults[-1], flush=True)
            for process in case.processes():
                with suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)
    shutil.rmtree(case.folder, ignore_errors=True)
    print(f"{name}: {case.kills} kills, {len(case.faults)} faults", flush=True)
    return case


def main() -> int:
    """Run the command line. The exit status is 1 if there was a fault."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--only", nargs="*", choices=sorted(CASES), default=list(CASES))
    options = parser.parse_args()
    began, warm, cases = time.monotonic(), shared_kernels(), list[Case]()
    weight = sum(CASES[name][0] for name in options.only)
    with tempfile.TemporaryDirectory(prefix="puzzler-kills-") as folder:
        for name in options.only:
            share = max(1, round(options.count * CASES[name][0] / weight))
            cases.append(killed_often(name, share, options.seed, Path(folder), warm))
    minutes, faults = (time.monotonic() - began) / 60, sum(len(case.faults) for case in cases)
    print(
        f"{sum(case.kills for case in cases):,} kills in {len(cases)} cases, seed {options.seed}: "
        f"{minutes:.1f} minutes, {faults} faults"
    )
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
