"""Uses the whole program for a long time, and checks that it does not grow.

    PYTHONPATH=. nice python tools/trust/soak.py --minutes 120 --seed 1

The events are those of ``events.py``, in real time and in one program. A line each minute gives the
numbers of frames and events, the memory of the process without its garbage, and the numbers of open
files, threads and child processes, all measured when nothing is running, on a new 3x3 board in a
window of 1280x800, without the caches of pictures and tables, whose limits are 50 MB. The last line
gives the rise of the memory per hour, by a straight line through the later measures, and its error.
The exit status is 1 if the rise is above 20 MB per hour, if the minimum number of files, threads or
children in the last third of the measures is above that in the first third, or if an event fails.
The minimum counts because a thread waits a while for more work before it ends. Tables are not
counted as files, because each is mapped when it is first used, and stays mapped.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import itertools
import json
import math
import os
import statistics
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from puzzler.game.storage.solves import SolveHistory
from puzzler.search import compilation
from puzzler.search.options import return_freed_memory
from puzzler.search.tables.shared import forget_unused
from puzzler.search.tables.store import release_pages
from tools.trust.harness import ROOT, children, compile_kernels, environment
from tools.trust.random_use.program import Program

SKIPPED = 5
"""Minutes at the start in which caches fill."""
RISE = 20.0
"""Megabytes per hour that are allowed."""
SECONDS_PER_LINE = 60.0
BLOCK = 1000
"""Number of events that are generated together."""
PAGE = os.sysconf("SC_PAGE_SIZE")


class Measure(NamedTuple):
    """The process at a moment at which nothing is running."""

    minute: float
    megabytes: float
    files: int
    threads: int
    children: int


def open_files() -> int:
    """Return the number of open files of this process other than tables."""
    names = []
    for entry in Path("/proc/self/fd").iterdir():
        with contextlib.suppress(OSError):  # the folder itself
            names.append(entry.readlink().name)
    return sum(not name.endswith(".table") for name in names)


def measure(program: Program, start: float) -> Measure:
    """Stop everything, empty the caches, and measure the process."""
    program.window.ui.close_all()
    program.new_board(3, 3)
    program.resize(1280, 800)
    program.stop_everything()
    program.frames_until(lambda: not program.screen.is_moving, 5)
    program.window.painter.forget()
    # SQLite keeps a file of a second connection open for the next one: open it in each line
    with program.store.reader() as database:
        SolveHistory(database).kinds()
    forget_unused(0)
    gc.collect()
    return_freed_memory()()
    release_pages()
    resident = int(Path("/proc/self/statm").read_text().split()[1]) * PAGE
    return Measure(
        (time.monotonic() - start) / 60,
        resident / 1e6,
        open_files(),
        len(list(Path("/proc/self/task").iterdir())),
        len(children()),
    )


def rise(measures: Sequence[Measure]) -> tuple[float, float]:
    """Return the megabytes per hour by least squares, and their standard error."""
    if len(measures) < 3:
        return 0.0, math.inf
    pairs = [(each.minute / 60, each.megabytes) for each in measures]
    slope, start = statistics.linear_regression(*zip(*pairs, strict=True))
    across = statistics.pvariance(hour for hour, _ in pairs)
    rest = statistics.pvariance(size - start - slope * hour for hour, size in pairs)
    return slope, math.sqrt(rest / (len(measures) - 2) / across)


def minima(measures: Sequence[Measure]) -> tuple[int, ...]:
    """Return the minimum numbers of files, threads and children."""
    return tuple(min(column) for column in zip(*(each[2:] for each in measures), strict=True))


def generated_events(seed: int) -> list[tuple[str, list[Any]]]:
    """Return random events. Hypothesis runs in another process, because its memory grows."""
    command = [sys.executable, "-m", "tools.trust.random_use.strategies", str(seed), str(BLOCK)]
    with subprocess.Popen(command, env=environment(), cwd=ROOT, stdout=subprocess.PIPE) as process:
        return json.loads(process.communicate()[0])


def soak(
    seconds: float, seed: int, seconds_per_line: float = SECONDS_PER_LINE
) -> tuple[list[Measure], int]:
    """Use a program and print a line now and then; return the measures and the faults."""
    measures, faults = list[Measure](), 0
    with tempfile.TemporaryDirectory(prefix="puzzler-soak-") as home:
        program = Program(Path(home), is_simulated=False)
        blocks = map(generated_events, itertools.count(1000 * seed))
        start = time.monotonic()
        for event in itertools.chain.from_iterable(blocks):
            before = time.thread_time()
            try:
                program.do(*event)
            except Exception:  # printed, and the program is opened again
                faults += 1
                traceback.print_exc()
                print(f"at {json.dumps(event)}, event {program.events}", flush=True)
                program.reopen()
            time.sleep(time.thread_time() - before)  # half a core at most
            if time.monotonic() >= start + seconds_per_line * (len(measures) + 1):
                found = measure(program, start)
                measures.append(found)
                print(
                    f"{found.minute:6.1f} min {program.frames:9,} frames"
                    f" {program.events:9,} events {found.megabytes:7.1f} MB {found.files:4} files"
                    f" {found.threads:3} threads {found.children} children",
                    flush=True,
                )
            if time.monotonic() >= start + seconds:
                break
        measures = measures or [measure(program, start)]
        program.close()
    return measures, faults


def main(arguments: Sequence[str] | None = None) -> int:
    """Soak, and print the line of figures."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=120.0)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    compile_kernels(compilation.kernel_folder())
    measures, faults = soak(options.minutes * 60, options.seed)
    later = [each for each in measures if each.minute > SKIPPED] or measures
    growth, error = rise(later)
    first, last = later[0], later[-1]
    third = -(-len(later) // 3)
    before, after = minima(later[:third]), minima(later[-third:])
    is_constant = all(b <= a for a, b in zip(before, after, strict=True))
    is_good = not faults and is_constant and growth <= RISE
    print(
        f"soak: {options.minutes:g} minutes, seed {options.seed}, {faults} faults:"
        f" {first.megabytes:.0f} MB after {first.minute:.0f} minutes,"
        f" {last.megabytes:.0f} MB at the end, rises by {growth:.1f} MB per hour"
        f" (standard error {error:.1f});"
        f" files, threads and children at first {before}, at the end {after}:"
        f" {'good' if is_good else 'NOT GOOD'}"
    )
    return not is_good


if __name__ == "__main__":
    sys.exit(main())
