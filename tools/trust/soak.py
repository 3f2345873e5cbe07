"""Uses the whole program for a long time, and checks that it does not grow.

    PYTHONPATH=. nice python tools/trust/soak.py --minutes 120 --seed 1

The events are those of ``events.py``, in real time and in one program. A line each minute gives the
numbers of frames and events, the memory of the process without its garbage, and the numbers of open
files, threads and child processes, all measured when nothing is running. The last line gives the
rise of the memory per hour, by a straight line through the measures after the first minutes. The
exit status is 1 if the rise is above ``--rise``, if the minimum number of files, threads or
children in the last third of the measures is above that in the first third, or if an event fails.
The minimum counts because a thread waits a while for more work before it ends. Tables are not
counted as files, because each is mapped when it is first used, and stays mapped.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import statistics
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hypothesis.stateful import RuleBasedStateMachine, rule

from puzzler.game.storage.solves import SolveHistory
from puzzler.search.options import return_freed_memory
from puzzler.search.tables.shared import forget_unused
from puzzler.search.tables.store import release_pages
from tools.trust.harness import compile_kernels
from tools.trust.random_use.checks import children
from tools.trust.random_use.machine import run
from tools.trust.random_use.program import Program
from tools.trust.random_use.strategies import events

SKIPPED = 5
"""Minutes at the start in which caches fill."""
SECONDS_PER_LINE = 60.0
PAGE = os.sysconf("SC_PAGE_SIZE")


@dataclass(frozen=True)
class Measure:
    """The process at a moment at which nothing is running."""

    minute: float
    megabytes: float
    files: int
    threads: int
    children: int

    @property
    def held(self) -> tuple[int, int, int]:
        """The numbers of files, threads and children."""
        return self.files, self.threads, self.children


def open_files() -> Counter[str]:
    """The open files of this process by kind."""
    found = Counter[str]()
    for entry in Path("/proc/self/fd").iterdir():
        try:
            name = str(entry.readlink())
        except OSError:  # the folder itself
            continue
        path = Path(name)
        found[(path.suffix or path.name) if path.is_absolute() else name.partition(":")[0]] += 1
    return found


def measure(program: Program, start: float) -> Measure:
    """Stop everything, and measure the process."""
    program.stop_everything()
    program.frames_until(lambda: not program.screen.is_moving, 5)
    # SQLite keeps a file of a second connection open for the next one: open it in each line
    with program.store.reader() as database:
        SolveHistory(database).kinds()
    forget_unused()
    gc.collect()
    return_freed_memory()()
    release_pages()
    resident = int(Path("/proc/self/statm").read_text().split()[1]) * PAGE
    return Measure(
        (time.monotonic() - start) / 60,
        resident / 1e6,
        open_files().total() - open_files()[".table"],
        len(list(Path("/proc/self/task").iterdir())),
        len(children()),
    )


def rise(measures: Sequence[Measure]) -> float:
    """Return the megabytes per hour by least squares."""
    if len(measures) < 2:
        return 0.0
    hours = [each.minute / 60 for each in measures]
    return statistics.linear_regression(hours, [each.megabytes for each in measures]).slope


def spans(measures: Sequence[Measure]) -> list[tuple[int, int]]:
    """The minimum and maximum of files, threads and children."""
    return [(min(column), max(column)) for column in zip(*(x.held for x in measures), strict=True)]


def as_text(spans: Sequence[tuple[int, int]]) -> str:
    """The spans as text."""
    return ", ".join(f"{low}" if low == high else f"{low} to {high}" for low, high in spans)


class TimeOverError(KeyboardInterrupt):
    """The time is over. Hypothesis passes on an interrupt."""


class Soak(RuleBasedStateMachine):
    """The events of one program, which all runs of the machine use."""

    program: Program
    start: float
    end: float
    seconds_per_line = SECONDS_PER_LINE
    measures: list[Measure]
    faults = 0

    @rule(event=events)
    def do(self, event: tuple[str, Sequence[Any]]) -> None:
        """Do an event and print a line when it is due."""
        program, before = self.program, time.thread_time()
        if time.monotonic() >= self.end:
            raise TimeOverError
        try:
            program.do(*event)
        except Exception:  # printed, and the program is opened again
            type(self).faults += 1
            traceback.print_exc()
            print(f"at {json.dumps(event)}, event {program.events}", flush=True)
            program.reopen()
        time.sleep(time.thread_time() - before)  # half a core at most
        if time.monotonic() < self.start + self.seconds_per_line * (len(self.measures) + 1):
            return
        found = measure(program, self.start)
        self.measures.append(found)
        print(
            f"{found.minute:6.1f} min {program.frames:9,} frames {program.events:9,} events"
            f" {found.megabytes:7.1f} MB {found.files:4} files {found.threads:3} threads"
            f" {found.children} children  {dict(open_files())}",
            flush=True,
        )


def soak(
    seconds: float, seed: int, seconds_per_line: float = SECONDS_PER_LINE
) -> tuple[list[Measure], int]:
    """Use a program and print a line now and then; return the measures and the faults."""
    with tempfile.TemporaryDirectory(prefix="puzzler-soak-") as home:
        Soak.program = Program(Path(home), is_simulated=False)
        Soak.start, Soak.measures, Soak.faults = time.monotonic(), [], 0
        Soak.end, Soak.seconds_per_line = Soak.start + seconds, seconds_per_line
        try:
            while True:
                run(Soak, seed, 100)
                seed += 1000
        except TimeOverError:
            Soak.measures = Soak.measures or [measure(Soak.program, Soak.start)]
            Soak.program.close()
    return Soak.measures, Soak.faults


def main(arguments: Sequence[str] | None = None) -> int:
    """Soak, and print the line of figures."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=120.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rise", type=float, default=20.0, help="megabytes per hour, at most")
    options = parser.parse_args(arguments)
    compile_kernels(os.environ)
    measures, faults = soak(options.minutes * 60, options.seed)
    later = [each for each in measures if each.minute > SKIPPED] or measures
    growth = rise(later)
    first, last = later[0], later[-1]
    third = -(-len(later) // 3)
    before, after = (spans(some) for some in (later[:third], later[-third:]))
    is_constant = all(b[0] <= a[0] for a, b in zip(before, after, strict=True))
    is_good = not faults and is_constant and growth <= options.rise
    print(
        f"soak: {options.minutes:g} minutes, seed {options.seed}, {faults} faults:"
        f" {first.megabytes:.0f} to {last.megabytes:.0f} MB, rises by {growth:.1f} MB per hour;"
        f" files, threads and children first {as_text(before)}, and last {as_text(after)}:"
        f" {'good' if is_good else 'NOT GOOD'}"
    )
    return not is_good


if __name__ == "__main__":
    sys.exit(main())
