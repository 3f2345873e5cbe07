"""Kills the program a thousand times at random moments, and looks at what that leaves.

    PYTHONPATH=. nice python tools/trust/kills.py --count 1000 --seed 1 --jobs 2 [--only CASE ...]

Each case starts the real program in a home of its own, kills it by SIGKILL, and looks: the
store is whole, has all that was told and at most the action under way besides; no file is half
written; no process is left, and after the next start no file; lists go on where
they were, with each answer once, and the right one; caches are completed, and serve. What is wrong
is printed with its case and its number, and the exit status is 1.
"""

from __future__ import annotations

import argparse
import fcntl
import json
import os
import random
import select
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import platformdirs

from puzzler.game.storage.database import FILE_NAME
from puzzler.game.storage.store import Store
from puzzler.search import compilation
from puzzler.search.kernels.kernel_store import KernelStore
from tools.trust.harness import Fault, fill_kernels
from tools.trust.kill_cases import commands, killed_window
from tools.trust.kill_cases.home import KILLED_WINDOW, LONGEST, Case
from tools.trust.kill_cases.killed_window import counted, marked

FRESH_EVERY = 8
"""Kills after which a case begins with new folders."""


@dataclass
class Told:
    """A window that tells what it has kept."""

    process: subprocess.Popen[Any]
    pipe: int
    text: bytes = b""

    def wait_for(self, actions: int) -> bool:
        """Read until it has told so many actions; False where it has ended, or hangs."""
        end = time.monotonic() + LONGEST
        while self.actions < actions and self.process.poll() is None and time.monotonic() < end:
            self.read(0.01)
        return self.actions >= actions

    @property
    def actions(self) -> int:
        return self.text.count(b"\n{")

    @property
    def last(self) -> tuple[dict[str, Any] | None, bool]:
        """What is kept for certain, None where nothing was told, and whether more was under way."""
        lines = self.text.split(b"\n")[:-1]
        states = [line for line in lines if line.startswith(b"{")]
        return (json.loads(states[-1]) if states else None), lines[-1:] == [b"before"]

    def read(self, seconds: float) -> None:
        """What it tells within so many seconds, or until it has ended."""
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            if select.select([self.pipe], [], [], left)[0]:
                data = os.read(self.pipe, 1 << 20)
                self.text += data
                if not data:
                    return


def leave(case: Case) -> None:
    """A window is closed while kernels are compiled: it ends soon, with all that it has started."""
    case.begin_partly()
    window = opened(case)
    case.expect(window.wait_for(case.random.randint(1, 150)), "it ended by itself, or hangs")
    window.process.send_signal(signal.SIGTERM)
    case.kills += 1
    case.check()
    window.read(LONGEST)
    os.close(window.pipe)
    status = window.process.wait(LONGEST)
    case.expect(status in (0, 128 + signal.SIGTERM), f"it ends with {status}")
    check_store(case, [window.last])


def opened(case: Case) -> Told:
    """A window that has begun."""
    ours, theirs = os.pipe()
    fcntl.fcntl(ours, 1031, 1 << 20)  # F_SETPIPE_SZ
    command = (
        KILLED_WINDOW,
        case.name,
        str(case.random.random()),
    )
    process = case.start(*command, str(theirs), pass_fds=[theirs])
    os.close(theirs)
    return Told(process, ours)


def window(case: Case, windows: int = 1) -> None:
    """Kill one window, or two on the same store, one after the other."""
    if case.name in ("first", "quit"):
        case.begin_partly()
    told = [opened(case) for _ in range(windows)]
    for each in told:
        if case.random.random() < 0.15:  # some die before they have begun
            each.read(1.5 * case.random.random())
        else:
            actions = case.random.randint(1, 150)
            for other in told[told.index(each) :]:  # those before it have been killed
                is_told = other.wait_for(1 if other is not each else actions)
                case.expect(is_told, "it ended by itself, or hangs")
            each.read(0.02 * case.random.random())
        case.expect(case.kill(each.process), "it ended by itself")
    for each in told:
        each.read(LONGEST)
        os.close(each.pipe)
    case.check()
    check_store(case, [each.last for each in told])


def check_store(case: Case, told: Sequence[tuple[dict[str, Any] | None, bool]]) -> None:
    """The store is whole, and has what each window has told as the last."""
    data = case.folder / "home/data"
    if (data / FILE_NAME).exists():
        with closing(sqlite3.connect(data / FILE_NAME)) as connection:
            is_whole = connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            case.expect(is_whole, "the store is damaged")
    stores = [Store.open(data) for _ in told]
    games = [game for store in stores if (game := store.game.resume()) is not None]
    counts, notices = counted(stores[0].connection), [store.notice for store in stores]
    for store in stores:
        store.close()
    case.expect(not any(notices), f"it says {notices}")
    found = [marked(game) for game in games]
    for state, is_more in told:
        if state is None:
            continue
        fits = [game for game in found if is_kept(state, game, is_more=is_more)]
        case.expect(fits, f"the game is lost: told {_brief(state)}, found {[*map(_brief, found)]}")
        less = [key for key, count in state["counts"].items() if counts[key] < count]
        case.expect(not less, f"rows are lost in {less}")
        is_alone = len(told) == 1 and not is_more
        case.expect(not is_alone or counts == state["counts"], f"there is more: {counts}")
        kept = json.loads((data / "settings.json").read_text())
        same = [kept["volume"], kept["interface_scale"]] == state["settings"]
        case.expect(same or not is_alone, f"the settings {state['settings']} are lost")


def is_kept(told: dict[str, Any], found: dict[str, Any], *, is_more: bool) -> bool:
    """All that was told is there; where more was under way, what it leads to may be, too."""
    if told["steps"] == found["steps"]:
        return is_more or told["at"] == found["at"]
    until = told["at"] + 1
    return is_more and told["steps"][:until] == found["steps"][:until]


def _brief(state: dict[str, Any]) -> str:
    return f"{state['steps'][-3:]} of {len(state['steps'])} at {state['at']}"


CASES: dict[str, tuple[int, Callable[[Case], None]]] = {
    **dict.fromkeys(killed_window.CASES, (5, window)),
    "two": (6, partial(window, windows=2)),
    "first": (3, window),
    "quit": (2, leave),
    **commands.CASES,
}
"""How many of a hundred kills each gets, more or less, and what it does."""


def warm_kernels(folder: Path) -> Path:
    """Compiled kernels that all cases share; those of the tests, where those are complete."""
    kept = platformdirs.user_cache_path("puzzler-tests", appauthor=False) / "kernels"
    for place in (kept, folder / "warm"):  # no case has that name
        warm = place / compilation.kernel_folder().name
        if KernelStore(warm).has(compilation.COMPLETE_MARK):
            return warm
    warm.parent.mkdir(parents=True)
    fill_kernels(warm)
    return warm


def killed_often(name: str, count: int, seed: str, folder: Path, warm: Path) -> Case:
    """So many kills of one case, and what was wrong."""
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


def run(count: int, seed: str, names: Sequence[str], jobs: int) -> tuple[Counter[str], list[str]]:
    """About ``count`` kills, shared out among the cases; how many of each, and the faults."""
    weight = sum(CASES[name][0] for name in names)
    shares = {name: max(1, round(count * CASES[name][0] / weight)) for name in names}
    with tempfile.TemporaryDirectory(prefix="puzzler-kills-") as place:
        folder = Path(place)
        warm = warm_kernels(folder)
        kill = partial(killed_often, seed=seed, folder=folder, warm=warm)
        with ThreadPoolExecutor(jobs) as pool:
            done = list(pool.map(kill, shares, shares.values()))
    kills = Counter({case.name: case.kills for case in done})
    return kills, [fault for case in done for fault in case.faults]


def main() -> int:
    """Kill as often as the command line says; the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--only", nargs="*", choices=sorted(CASES), default=list(CASES))
    options = parser.parse_args()
    began = time.monotonic()
    kills, faults = run(options.count, options.seed, options.only, options.jobs)
    minutes = (time.monotonic() - began) / 60
    print(
        f"{kills.total():,} kills in {len(kills)} cases, seed {options.seed}: "
        f"{minutes:.1f} minutes, {len(faults)} faults"
    )
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
