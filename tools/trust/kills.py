"""Kills the program a thousand times at random moments, and looks at what that leaves.

    PYTHONPATH=. nice python tools/trust/kills.py --count 1000 --seed 1 --jobs 2 [--only CASE ...]

Each case starts the real program in a home of its own, kills it by SIGKILL, and looks: the
store is whole, has all that was told and at most the action under way besides; no file is half
written; no process is left after ten seconds, and no file after the next start; lists go on where
they were, with each answer once, and the right one; caches are completed, and serve. What is wrong
is printed with its case and its number, and the exit status is 1.
"""

from __future__ import annotations

import argparse
import fcntl
import json
import os
import random
import re
import select
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from typing import Any

import platformdirs

sys.path.insert(0, str(Path(__file__).parent))
import killed
from killed import counted, marked

from puzzler.board.shuffler import shuffle
from puzzler.game.storage.database import FILE_NAME
from puzzler.game.storage.store import Store
from puzzler.search import compilation
from puzzler.search.kernels.kernel_store import LOCK, SUFFIX, KernelStore

ROOT = Path(__file__).parent.parent.parent
PYTHON = [sys.executable, "-P"]
MARK = "PUZZLER_KILLS"
"""A variable of the environment by which the processes of a case are known."""
GRACE, LONGEST = 10.0, 300.0
"""Seconds that processes have to end by themselves, and after which a program counts as hung."""
FRESH_EVERY = 8
"""Kills after which a case begins with new folders."""
KEPT = re.compile(
    r"home/data/(games\.sqlite(-wal|-shm)?|settings\.json|\.[\w-]+\.lock)"
    r"|home/cache/kernels/.*|home/cache/tables/[\w.-]+\.(table|part)|out/[\w-]+\.\w+|given/.*"
)
"""What may be there after a start."""
FFMPEG = '#!/bin/sh\nfor last; do :; done\ncat > "$last" && echo END >> "$last"\n'
ENDS = {".gif": b";", ".png": b"IEND\xaeB`\x82", ".mp4": b"END\n", ".txt": b"\n"}
"""How files end that are whole."""
BOARDS = [str(shuffle(3, 3, None, seed).start) for seed in range(300)]
TABLES = "--algorithm", "idastar", "--heuristic", "pattern-database"


class Fault(Exception):
    """What a kill has left is not as it should be."""


@dataclass
class Case:
    """A home, what is started in it, and what became of it."""

    name: str
    folder: Path
    warm: Path
    random: random.Random = field(default_factory=random.Random)
    kills: int = 0
    faults: list[str] = field(default_factory=list)

    def begin(self, *, is_warm: bool = True) -> None:
        """New folders; those of compiled kernels are shared, or empty."""
        shutil.rmtree(self.folder, ignore_errors=True)
        for name in ("home/data", "home/cache/kernels", "tmp", "out", "given"):
            (self.folder / name).mkdir(parents=True)
        (self.folder / "given/ffmpeg").write_text(FFMPEG)
        (self.folder / "given/ffmpeg").chmod(0o755)
        self.boards.write_text("\n".join(BOARDS) + "\n")
        if is_warm:
            self.kernels.symlink_to(self.warm, target_is_directory=True)

    @property
    def boards(self) -> Path:
        return self.folder / "given/boards"

    @property
    def answers(self) -> Path:
        return self.folder / "out/answers.json"

    @property
    def kernels(self) -> Path:
        return self.folder / "home/cache/kernels" / self.warm.name

    @property
    def environment(self) -> dict[str, str]:
        path = f"{self.folder / 'given'}{os.pathsep}{os.environ['PATH']}"
        return os.environ | {
            "PUZZLER_HOME": str(self.folder / "home"), "TMPDIR": str(self.folder / "tmp"),
            "PUZZLER_OUT": str(self.folder / "out"), MARK: str(self.folder), "PATH": path,
            "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "PYTHONPATH": str(ROOT),
            "PYGAME_HIDE_SUPPORT_PROMPT": "1",
        }  # fmt: skip

    def start(self, *command: str, **others: Any) -> subprocess.Popen[Any]:
        """A command of Python's in this home."""
        with (self.folder / "given/errors").open("ab") as errors:
            return subprocess.Popen(
                [*PYTHON, *command],
                cwd=self.folder / "out",
                **{
                    "env": self.environment,
                    "stdin": subprocess.DEVNULL,
                    "stdout": subprocess.DEVNULL,
                    "stderr": errors,
                }
                | others,
            )

    def puzzler(self, *arguments: str) -> str:
        """The output of the program, which has to succeed."""
        done = self.start("-m", "puzzler", *arguments, stdout=subprocess.PIPE, text=True)
        out, _ = done.communicate(timeout=LONGEST)
        self.expect(done.returncode == 0, f"{arguments[:3]} ends with {done.returncode}")
        return str(out)

    def kill(self, process: subprocess.Popen[Any], number: int | None = None) -> bool:
        """False where it has ended already."""
        with suppress(ProcessLookupError):
            if process.poll() is None:
                os.kill(number or process.pid, signal.SIGKILL)
                self.kills += 1
                if number is None:
                    process.wait(LONGEST)
                return True
        return False

    def expect(self, is_right: object, words: str) -> None:
        if not is_right:
            raise Fault(words)

    def check(self) -> None:
        """No traceback, no process, and after the next start no file that nobody needs."""
        errors = self.folder / "given/errors"
        said = errors.read_text(errors="replace") if errors.exists() else ""
        errors.unlink(missing_ok=True)
        self.expect("Traceback" not in said, said[-2000:])
        until = time.monotonic() + GRACE
        while (left := self.processes()) and time.monotonic() < until:
            time.sleep(0.02)
        names = [Path(f"/proc/{number}/cmdline").read_text()[:200] for number in left]
        for number in left:
            os.kill(number, signal.SIGKILL)
        self.expect(not left, f"processes are left: {names}")
        for file in (self.folder / "out").iterdir():
            if file.suffix in ENDS and not file.name.startswith("."):
                is_whole = file.read_bytes().endswith(ENDS[file.suffix])
                self.expect(is_whole, f"{file.name} is not whole")
        self.puzzler("--version")
        found = (path for path in self.folder.rglob("*") if not path.is_dir())
        names = [str(path.relative_to(self.folder)) for path in found]
        other = [name for name in names if not KEPT.fullmatch(name)]
        other += [str(path) for path in (self.folder / "tmp").iterdir()]
        self.expect(not other, f"files are left: {other[:5]}")
        if not self.kernels.is_symlink():
            files = self.kernels.iterdir() if self.kernels.exists() else []
            other = [file.name for file in files if file.name.startswith(".")]
            self.expect(not other, f"files are left: {other[:5]}")

    def processes(self) -> list[int]:
        """Those of this case that run."""
        mark, found = f"{MARK}={self.folder}".encode(), list[int]()
        for place in Path("/proc").iterdir():
            with suppress(OSError):
                if place.name.isdigit() and mark in (place / "environ").read_bytes().split(b"\0"):
                    found.append(int(place.name))
        return found


# -- the window -----------------------------------------------------------------------------------


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
    begin_partly(case)
    window = opened(case)
    case.expect(window.wait_for(case.random.randint(1, 150)), "it ended by itself, or hangs")
    window.process.send_signal(signal.SIGTERM)
    began = time.monotonic()
    window.read(LONGEST)
    window.process.wait(LONGEST)
    seconds = time.monotonic() - began
    if os.environ.get("DEBUG_KILLS"): print("quit in", round(seconds, 2), case.name, flush=True)
    case.expect(seconds < GRACE, f"it takes {seconds:.0f} s to end")
    os.close(window.pipe)
    case.kills += 1
    case.check()
    check_store(case, [window.last])


def opened(case: Case, *arguments: str) -> Told:
    ours, theirs = os.pipe()
    fcntl.fcntl(ours, 1031, 1 << 20)  # F_SETPIPE_SZ
    command = (str(ROOT / "tools/trust/killed.py"), case.name, str(case.random.random()))
    process = case.start(*command, str(theirs), *arguments, pass_fds=[theirs])
    os.close(theirs)
    return Told(process, ours)


def window(case: Case, windows: int = 1) -> None:
    """Kill one window, or two on the same store, one after the other."""
    if case.name in ("first", "quit"):
        begin_partly(case)
    told = [opened(case) for _ in range(windows)]
    for each in told:
        if case.random.random() < 0.15:  # some die before they have begun
            each.read(1.5 * case.random.random())
        else:
            actions = case.random.randint(1, 150)
            for other in told:
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
    data = case.folder / "home/data"
    if (data / FILE_NAME).exists():
        with closing(sqlite3.connect(data / FILE_NAME)) as connection:
            is_whole = connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            case.expect(is_whole, "the store is damaged")
    stores = [Store.open(data) for _ in told]
    games = [game for store in stores if (game := store.resume()) is not None]
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
        is_more = is_more or len(told) > 1
        less = [key for key, count in state["counts"].items() if counts[key] < count]
        case.expect(not less, f"rows are lost in {less}")
        case.expect(is_more or counts == state["counts"], f"{counts}, not {state['counts']}")
        kept = json.loads((data / "settings.json").read_text())
        same = [kept["volume"], kept["interface_scale"]] == state["settings"]
        case.expect(same or is_more, f"the settings {state['settings']} are lost")


def is_kept(told: dict[str, Any], found: dict[str, Any], *, is_more: bool) -> bool:
    """All that was told is there; where more was under way, what it leads to may be, too."""
    if told["steps"] == found["steps"] and told["at"] == found["at"]:
        return True
    same = min(told["at"], found["at"]) + 1
    return is_more and told["steps"][:same] == found["steps"][:same]


def _brief(state: dict[str, Any]) -> str:
    return f"{state['steps'][-3:]} of {len(state['steps'])} at {state['at']}"


# -- the command line -----------------------------------------------------------------------------


def killed_command(case: Case, *command: str, spread: float = 1.5) -> bool:
    with case.start(*command, stdin=subprocess.PIPE) as process:
        until = time.monotonic() + 0.3 + case.random.random() * spread
        while process.poll() is None and time.monotonic() < until:
            time.sleep(0.01)
        return case.kill(process)


def told_of(answer: dict[str, Any]) -> tuple[object, ...]:
    return answer["board"], answer["status"], answer["moves"], answer["expanded"]


@cache
def right_answers(folder: Path, warm: Path) -> list[tuple[object, ...]]:
    case = Case("answers", folder / "answers", warm)
    case.begin()
    out = case.puzzler("solve", str(case.boards), "--batch", "--json")
    return [told_of(json.loads(line)) for line in out.splitlines()]


def check_answers(case: Case, *, is_whole: bool) -> None:
    """Each answer once, and right; in the order of the list unless they say their lines."""
    right = right_answers(case.folder.parent, case.warm)
    lines = case.answers.read_text().split("\n") if case.answers.exists() else [""]
    answers = [json.loads(line) for line in lines[:-1]]
    numbers = [answer.get("line", place) for place, answer in enumerate(answers, 1)]
    case.expect(len(set(numbers)) == len(numbers), "an answer is there twice")
    wrong = [n for n, each in zip(numbers, answers, strict=True) if told_of(each) != right[n - 1]]
    case.expect(not wrong, f"wrong answers in the lines {wrong[:5]}")
    is_all = len(answers) == len(right) and lines[-1] == ""
    case.expect(is_all or not is_whole, f"{len(answers)} answers, not {len(right)}")


def batch(case: Case, options: Sequence[str] = (), *, is_resumed: bool = True) -> None:
    """A list is killed, goes on, and at the end is as one that was not killed."""
    arguments = ["solve", str(case.boards), "--batch", "--json", "-o", str(case.answers), *options]
    if is_resumed:
        arguments.append("--resume")
    else:
        case.answers.write_text("as it was\n")
    was_killed = killed_command(case, "-m", "puzzler", *arguments)
    case.check()
    if is_resumed:
        check_answers(case, is_whole=False)
    elif was_killed:
        case.expect(case.answers.read_text() == "as it was\n", "what was there is lost")
    if not was_killed or case.random.random() < 0.3:
        case.puzzler(*arguments)
        check_answers(case, is_whole=True)
        case.answers.unlink()


def workers(case: Case) -> None:
    """Worker processes are killed, and the list is none the worse."""
    arguments = ("solve", str(case.boards), "--batch", "--json", "-o", str(case.answers))
    process = case.start("-m", "puzzler", *arguments, "--jobs", "3")
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    for _ in range(2):  # a third might hit the same board, which is then given up
        found: list[str] = []
        while process.poll() is None and len(found) < 3:
            found = children.read_text().split() if children.exists() else []
        time.sleep(case.random.random() * 0.2)
        if found:
            case.kill(process, int(case.random.choice(found)))
    case.expect(process.wait(LONGEST) == 0, f"it ends with {process.returncode}")
    case.check()
    check_answers(case, is_whole=True)
    case.answers.unlink()


def record(case: Case) -> None:
    arguments = "8 6 7/2 5 4/3 0 1", case.random.choice(["made.gif", "made.png", "made.mp4"])
    killed_command(case, "-m", "puzzler", "record", *arguments, "--size", "300")
    case.check()


def tables(case: Case) -> None:
    """Usual tables, and larger ones that are kept while they are built."""
    board, script = str(shuffle(3, 4, 30, seed=1).start), str(ROOT / "tools/trust/killed.py")
    if is_built := case.random.random() < 0.7:
        command = (script, "build", "", "", "tables", "3x4", "--build", "4-4-3")
    else:
        command = ("-m", "puzzler", "solve", board, *TABLES)
    was_killed = killed_command(case, *command, spread=2.5)
    case.check()
    if not was_killed or case.random.random() < 0.3:
        if is_built:
            case.expect(case.start(*command).wait(LONGEST) == 0, "the tables are not built")
        answer, right = (
            json.loads(case.puzzler("solve", board, "--json", *method))
            for method in (TABLES, ("--algorithm", "astar", "--heuristic", "manhattan"))
        )
        case.expect(answer["length"] == right["length"], f"{answer['length']} moves are wrong")
        shutil.rmtree(case.folder / "home/cache/tables")


def begin_partly(case: Case) -> list[str]:
    """Begin with a cache that lacks some kernels, or all; the names of all."""
    whole = sorted(file.name for file in case.warm.glob("*" + SUFFIX))
    case.begin(is_warm=False)
    case.kernels.mkdir()
    lacking = case.random.sample(whole, case.random.choice([5, 5, 40, len(whole)]))
    for name in set(whole).difference(lacking):
        os.link(case.warm / name, case.kernels / name)
    return whole


def kernels(case: Case) -> None:
    """A cache that lacks some kernels, or all, is killed while it is filled, and completed."""
    whole = begin_partly(case)
    is_empty = not any(case.kernels.iterdir())
    command = ("-m", "puzzler.solver.preparation", str(case.kernels))
    for _ in range(case.random.randint(1, 3)):
        killed_command(case, *command, spread=3.0)
    case.check()
    if not is_empty:
        with case.start(*command, stdin=subprocess.PIPE) as process:
            while process.poll() is None:
                time.sleep(0.05)
        case.expect(process.returncode == 0, f"preparing ends with {process.returncode}")
        files = sorted(file.name for file in case.kernels.glob("*" + SUFFIX))
        is_complete = KernelStore(case.kernels).has(compilation.COMPLETE_MARK)
        case.expect(is_complete and files == whole, "the cache is not completed")
        case.expect(not [*case.kernels.glob("*" + LOCK)], "locks are left in the cache")
        answer = json.loads(case.puzzler("solve", "8 6 7/2 5 4/3 0 1", "--json", "--optimal"))
        case.expect(answer["length"] == 31, "the kernels that were completed are wrong")


# -- clusters -------------------------------------------------------------------------------------


@contextmanager
def dask(case: Case, *command: str) -> Iterator[subprocess.Popen[Any]]:
    environment = case.environment | {"TMPDIR": str(case.folder / "given")}
    how = {"env": environment, "stderr": subprocess.DEVNULL, "start_new_session": True}
    process = case.start("-m", "dask", *command, "--no-dashboard", **how)
    try:
        yield process
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait(LONGEST)


def cluster(case: Case) -> None:
    """A worker, the scheduler or the client is killed; the list goes on elsewhere."""
    file, at = case.answers, case.folder / "given/scheduler.json"
    at.unlink(missing_ok=True)
    place = ("--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(at))
    arguments = ("solve", str(case.boards), "--batch", "--json", "--resume", "-o", str(file))
    victim = case.random.choice(["worker", "scheduler", "client", "local"])
    with dask(case, "scheduler", *place) as scheduler:
        until = time.monotonic() + LONGEST
        while not (at.exists() and at.read_text().endswith("}")):
            case.expect(time.monotonic() < until, "the scheduler does not begin")
            time.sleep(0.05)
        address = json.loads(at.read_text())["address"]
        options = ("--nworkers", "2", "--nthreads", "1", "--memory-limit", "0")
        room = ("--local-directory", str(case.folder / "given/dask"))
        with dask(case, "worker", address, *options, *room):
            where = ("local", "--jobs", "2") if victim == "local" else (address,)
            process = case.start("-m", "puzzler", *arguments, "--cluster", *where)
            while process.poll() is None and not (file.exists() and file.stat().st_size):
                time.sleep(0.02)
                case.expect(time.monotonic() < until, "the cluster gives no answer")
            time.sleep(case.random.random() * 0.3)
            if victim == "worker":
                numbers = [number for number in case.processes()
                           if b"spawn_main" in Path(f"/proc/{number}/cmdline").read_bytes()]
                case.kill(process, case.random.choice(numbers))
                case.expect(process.wait(LONGEST) == 0, f"it ends with {process.returncode}")
            elif victim == "scheduler":
                case.kill(process, scheduler.pid)
                process.wait(LONGEST)
            else:
                case.kill(process)
    check_answers(case, is_whole=victim == "worker")
    case.puzzler(*arguments, "--jobs", "2")
    check_answers(case, is_whole=True)
    file.unlink()
    case.check()


CASES: dict[str, tuple[int, Callable[[Case], None]]] = {
    **{name: (5, window) for name in killed.CASES if name not in ("two", "first", "quit")},
    "two": (6, partial(window, windows=2)), "first": (3, window), "quit": (2, leave),
    "batch": (3, partial(batch, is_resumed=False)), "resume": (5, batch),
    "jobs": (5, partial(batch, options=("--jobs", "3"))),
    "unordered": (5, partial(batch, options=("--jobs", "3", "--unordered"))),
    "workers": (5, workers), "record": (4, record), "tables": (5, tables),
    "kernels": (4, kernels), "cluster": (2, cluster),
}  # fmt: skip
"""How many of a hundred kills each gets, more or less, and what it does."""


def warm_kernels(folder: Path) -> Path:
    """Compiled kernels that all cases share; those of the tests, where those are complete."""
    kept = platformdirs.user_cache_path("puzzler-tests", appauthor=False) / "kernels"
    for place in (kept, folder / "kernels"):
        warm = place / compilation.kernel_folder().name
        if KernelStore(warm).has(compilation.COMPLETE_MARK):
            return warm
    warm.parent.mkdir(parents=True)
    command = [*PYTHON, "-m", "puzzler.solver.preparation", str(warm)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, cwd=ROOT) as process:
        process.wait(3 * LONGEST)
    return warm


def killed_often(name: str, count: int, seed: str, folder: Path, warm: Path) -> Case:
    """So many kills of one case, and what was wrong."""
    case, (_, kill) = Case(name, folder / name, warm), CASES[name]
    for number in range(3 * count):  # some end before they are killed
        if case.kills >= count:
            break
        case.random = random.Random(f"{seed} {name} {number}")
        if number % FRESH_EVERY == 0 or case.faults:
            case.begin()
        try:
            kill(case)
        except (Fault, OSError, ValueError, subprocess.TimeoutExpired) as fault:
            case.faults.append(f"{name} {number}: {type(fault).__name__}: {fault}")
            print(case.faults[-1], flush=True)
            for process in case.processes():
                with suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)
    shutil.rmtree(case.folder, ignore_errors=True)
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
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--only", nargs="*", choices=sorted(CASES), default=list(CASES))
    options = parser.parse_args()
    began = time.monotonic()
    kills, faults = run(options.count, options.seed, options.only, options.jobs)
    minutes = (time.monotonic() - began) / 60
    print(*(f"{name} {number}," for name, number in kills.items()))
    print(
        f"{kills.total():,} kills in {len(kills)} cases, seed {options.seed}: "
        f"{minutes:.1f} minutes, {len(faults)} faults"
    )
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
