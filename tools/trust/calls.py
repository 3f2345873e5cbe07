"""Sends a signal at every call of a command, and checks that the command ends.

    PYTHONPATH=. python tools/trust/calls.py [--every N] [COMMAND ...]
    PYTHONPATH=. python tools/trust/calls.py solve "8 6 7/2 5 4/3 0 1" --algorithm iddfs

Each place that calls a function is tried the first time: the process is forked there, and the copy
sends itself the signal. The copy must end within ``PATIENCE`` seconds with the status of the
signal, and print at most one line on standard error. The default commands write no files, because
the copies would remove each other's. Calls within libraries, from LLVM and of windows are not
tried, because a copy has no other threads.
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
import traceback
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FrameType

from puzzler.interrupts import Interrupt
from tools.trust.harness import ROOT

PACKAGE = str(ROOT / "puzzler")
NUMBER = signal.SIGHUP
PATIENCE = 3.0
"""Seconds in which a copy of the process must end."""
CALLBACKS = {"_raw_object_cache_getbuffer", "_raw_object_cache_notify"}
"""Functions that LLVM calls."""
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

    every: int
    seen: set[tuple[CodeType, CodeType | None, int]] = field(default_factory=set)
    count: int = 0
    faults: int = 0

    def __call__(self, frame: FrameType, event: str, argument: object) -> None:
        """Try this call. This is a trace function."""
        caller = frame.f_back
        place = frame.f_code, caller and caller.f_code, caller.f_lasti if caller else 0
        if place in self.seen or not self._is_wanted(frame, caller):
            return
        self.seen.add(place)
        if len(self.seen) % self.every == 0 and self._try(frame):
            signal.raise_signal(NUMBER)

    def _is_wanted(self, frame: FrameType, caller: FrameType | None) -> bool:
        is_ready = isinstance(signal.getsignal(NUMBER), Interrupt)
        files = [each.f_code.co_filename for each in (frame, caller) if each is not None]
        if not is_ready or not any(file.startswith(PACKAGE) for file in files):
            return False
        outer: FrameType | None = frame
        while outer is not None and outer.f_code.co_name not in CALLBACKS:
            outer = outer.f_back
        return outer is None

    def _try(self, frame: FrameType) -> bool:
        """Fork and check the copy. Return True in the copy."""
        self.count += 1
        with tempfile.TemporaryFile() as errors:
            copy = os.fork()
            if copy == 0:
                sys.settrace(None)
                os.dup2(errors.fileno(), 2)
                os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
                return True
            begun, handle = time.monotonic(), os.pidfd_open(copy)
            has_ended = bool(select.select([handle], [], [], PATIENCE)[0])
            seconds = time.monotonic() - begun
            os.close(handle)
            if not has_ended:
                os.kill(copy, signal.SIGKILL)
            status = os.waitstatus_to_exitcode(os.waitpid(copy, 0)[1])
            errors.seek(0)
            lines = errors.read().decode(errors="replace").splitlines()
        if not has_ended or status != 128 + NUMBER or len(lines) > 1:
            self.faults += 1
            print(f"status {status}, {seconds:.1f} s, {lines[-3:]}, at", file=sys.stderr)
            traceback.print_stack(frame, limit=2)
        return False


def main(arguments: Sequence[str] | None = None) -> int:
    """Try the command, or each default command in another process."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only each Nth call")
    parser.add_argument("command", nargs=argparse.REMAINDER)
    asked = parser.parse_args(arguments)
    if asked.command:
        return _try_all(asked.command, Tried(asked.every))
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

    signal.signal(NUMBER, signal.SIG_DFL)  # nohup ignores it
    process, out = os.getpid(), os.fdopen(os.dup(1), "w")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    sys.settrace(tried)
    status = run(command)
    sys.settrace(None)
    if os.getpid() != process:  # a copy, which ends like the program
        return status
    figures = f"{tried.count:,} calls, {tried.faults} faults"
    print(f"puzzler {' '.join(command)[:60]}: {figures}", file=out, flush=True)
    return 1 if tried.faults or not tried.count else 0


if __name__ == "__main__":
    sys.exit(main())
