"""Sends a signal at every call that a command makes, and looks whether it ends at once.

    PYTHONPATH=. python tools/trust/calls.py [--signal SIGHUP] [--every N] [--all] [COMMAND ...]
    PYTHONPATH=. python tools/trust/calls.py solve "8 6 7/2 5 4/3 0 1" --algorithm iddfs

Each place in the code that calls another is tried once, the first time it does: the process is
forked there, and the copy sends itself the signal. It has to end within ``PATIENCE`` seconds with
the signal's status, and print at most one line on standard error. Without COMMAND these are a few,
of which none writes a file: the copies would remove each other's. By default only calls of and from
Puzzler's own code are tried, ``--all`` tries also those within libraries. Calls from LLVM cannot be
tried so, for a copy of a process in which it works is of no use; windows cannot either, for a copy
has none of the threads.
"""

from __future__ import annotations

import argparse
import os
import select
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FrameType

from puzzler.interrupts import Interrupt
from tools.trust.harness import ROOT

PACKAGE = str(ROOT / "puzzler")
PATIENCE = 3.0
"""Seconds until a copy of the process ends; forking alone takes some 20 ms."""
CALLBACKS = {"_raw_object_cache_getbuffer", "_raw_object_cache_notify"}
"""What LLVM calls."""
COMMANDS = (
    ("solve", "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1", "--algorithm", "iddfs", "--time-limit", "5"),
    ("solve", "lists", "--batch", "--json"),
    ("compare", "lists", "--batch", "--algorithms", "bfs,astar"),
    ("trace", "8 6 7/2 5 4/3 0 1", "--json"),
    ("review", "8 6 7/2 5 4/3 0 1", "--moves", "UDUDUD"),
    ("convert", "lists", "--batch", "--to", "list"),
    ("shuffle", "--count", "500", "--seed", "1"),
)


@dataclass
class Tried:
    """The calls of one command."""

    number: int
    every: int
    is_all: bool
    seen: set[tuple[CodeType, CodeType | None, int]] = field(default_factory=set)
    count: int = 0
    slowest: float = 0.0
    faults: list[str] = field(default_factory=list)

    def __call__(self, frame: FrameType, event: str, argument: object) -> None:
        """Try this call; ``sys.settrace`` is given this."""
        caller = frame.f_back
        place = frame.f_code, caller and caller.f_code, caller.f_lasti if caller else 0
        if place in self.seen or not self._is_wanted(frame, caller):
            return
        self.seen.add(place)
        if len(self.seen) % self.every == 0 and self._try(frame):
            signal.raise_signal(self.number)

    def _is_wanted(self, frame: FrameType, caller: FrameType | None) -> bool:
        is_ready = isinstance(signal.getsignal(self.number), Interrupt)
        files = [each.f_code.co_filename for each in (frame, caller) if each is not None]
        if not is_ready or not (self.is_all or any(file.startswith(PACKAGE) for file in files)):
            return False
        outer: FrameType | None = frame
        while outer is not None and outer.f_code.co_name not in CALLBACKS:
            outer = outer.f_back
        return outer is None

    def _try(self, frame: FrameType) -> bool:
        """True in the copy."""
        self.count += 1
        with tempfile.TemporaryFile() as told:
            copy = os.fork()
            if copy == 0:
                sys.settrace(None)
                os.dup2(told.fileno(), 2)
                os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
                return True
            begun, handle = time.monotonic(), os.pidfd_open(copy)
            has_ended = bool(select.select([handle], [], [], PATIENCE)[0])
            seconds = time.monotonic() - begun
            os.close(handle)
            if not has_ended:
                os.kill(copy, signal.SIGKILL)
            status = os.waitstatus_to_exitcode(os.waitpid(copy, 0)[1])
            told.seek(0)
            lines = told.read().decode(errors="replace").splitlines()
        self.slowest = max(self.slowest, seconds)
        where = f"{frame.f_code.co_qualname}, {frame.f_code.co_filename}"
        if frame.f_back is not None:
            where += f", called at {frame.f_back.f_code.co_filename}:{frame.f_back.f_lineno}"
        if not has_ended:
            self.fault(f"goes on: {where}")
        elif status != 128 + self.number or len(lines) > 1:
            self.fault(f"status {status}, {lines[-3:]}: {where}")
        return False

    def fault(self, words: str) -> None:
        """Print and count a fault."""
        self.faults.append(words)
        print(words, file=sys.stderr, flush=True)


def main(arguments: Sequence[str] | None = None) -> int:
    """Try the command, or each of the usual ones in a process of its own."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--signal", default="SIGHUP")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only each Nth call")
    parser.add_argument("--all", action="store_true", help="also calls within libraries")
    parser.add_argument("command", nargs=argparse.REMAINDER)
    asked = parser.parse_args(arguments)
    if asked.command:
        return _try_all(asked.command, Tried(signal.Signals[asked.signal], asked.every, asked.all))
    options = sys.argv[1:] if arguments is None else list(arguments)
    statuses = []
    with tempfile.TemporaryDirectory() as folder:
        boards = Path(folder, "boards.txt")
        boards.write_text("8 6 7/2 5 4/3 0 1\n1 2 3/4 0 6/7 5 8\n" * 3)
        for command in COMMANDS:
            words = [str(boards) if word == "lists" else word for word in command]
            statuses.append(subprocess.call([sys.executable, __file__, *options, *words]))
    return max(statuses)


def _try_all(command: Sequence[str], tried: Tried) -> int:
    from puzzler.__main__ import main as run

    signal.signal(tried.number, signal.SIG_DFL)  # nohup has it ignored
    process, out = os.getpid(), os.fdopen(os.dup(1), "w")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    sys.settrace(tried)
    status = run(command)
    sys.settrace(None)
    if os.getpid() != process:  # a copy, which ends as the program does
        return status
    print(
        f"puzzler {' '.join(command)[:60]}: {tried.count:,} calls, the last copy ended after "
        f"{tried.slowest:.2f} s, {len(tried.faults)} faults",
        file=out,
        flush=True,
    )
    return 1 if tried.faults or not tried.count else 0


if __name__ == "__main__":
    sys.exit(main())
