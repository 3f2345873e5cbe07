"""Uses the whole program for a long time, and looks whether it grows.

    PYTHONPATH=. nice python tools/trust/soak.py --minutes 120 --seed 1

The events are those of ``events.py``, in real time: searches, the Lab, races, lessons, reviews, the
coach, drills, recordings, and restarts of the program within the process. A line each minute tells
frames and events, the memory of the process without its garbage, open files, threads and child
processes, all of them where nothing is under way. The last line tells how much the memory
rises in an hour, by a straight line through what comes after the first minutes. The exit status is
1 where that is above ``--rise``, where in the last third of these lines the fewest files, threads
or children are more than the fewest in the first third, or where an event fails. It is the fewest
that count because what stays is there in every line, and what comes and goes is not: a thread waits
a while for more work. Tables are not counted among the files: each is mapped when it is first used,
and stays so.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from puzzler.game.storage.solves import SolveHistory
from puzzler.search.options import return_freed_memory
from puzzler.search.tables.shared import forget_unused
from puzzler.search.tables.store import release_pages
from tools.trust.harness import compile_kernels
from tools.trust.random_use.checks import children
from tools.trust.random_use.hand import Hand
from tools.trust.random_use.program import Program

SKIPPED = 5
"""Minutes at the beginning, in which caches fill."""
SECONDS_OF_A_LINE = 60.0
PAGE = os.sysconf("SC_PAGE_SIZE")


@dataclass(frozen=True)
class Measure:
    """The process at one moment at which nothing is under way."""

    minute: float
    megabytes: float
    files: int
    threads: int
    children: int

    @property
    def held(self) -> tuple[int, int, int]:
        return self.files, self.threads, self.children


def open_files() -> Counter[str]:
    """The open files of this process, by what they are."""
    found = Counter[str]()
    for entry in Path("/proc/self/fd").iterdir():
        try:
            name = str(entry.readlink())
        except OSError:  # the folder itself
            continue
        path = Path(name)
        found[(path.suffix or path.name) if path.is_absolute() else name.partition(":")[0]] += 1
    return found


def measure(program: Program, begun: float) -> Measure:
    """Let everything come to rest, and look."""
    program.stop_everything()
    program.frames_until(lambda: not program.screen.is_moving, 5)
    # SQLite keeps one file of a second connection open for the next one: let each line have it
    with program.store.reader() as database:
        SolveHistory(database).kinds()
    forget_unused()
    gc.collect()
    return_freed_memory()()
    release_pages()
    resident = int(Path("/proc/self/statm").read_text().split()[1]) * PAGE
    return Measure(
        (time.monotonic() - begun) / 60,
        resident / 1e6,
        open_files().total() - open_files()[".table"],
        len(list(Path("/proc/self/task").iterdir())),
        len(children()),
    )


def rise(measures: Sequence[Measure]) -> float:
    """Megabytes an hour, by least squares."""
    if len(measures) < 2:
        return 0.0
    times, sizes = [x.minute / 60 for x in measures], [x.megabytes for x in measures]
    middle, mean = sum(times) / len(times), sum(sizes) / len(sizes)
    spread = sum((x - middle) ** 2 for x in times)
    return sum((x - middle) * (y - mean) for x, y in zip(times, sizes, strict=True)) / spread


def spans(measures: Sequence[Measure]) -> list[tuple[int, int]]:
    """The fewest and the most files, threads and children."""
    return [(min(column), max(column)) for column in zip(*(x.held for x in measures), strict=True)]


def told(spans: Sequence[tuple[int, int]]) -> str:
    """The spans in words."""
    return ", ".join(f"{low}" if low == high else f"{low} to {high}" for low, high in spans)


def soak(
    seconds: float, seed: int, line_seconds: float = SECONDS_OF_A_LINE
) -> tuple[list[Measure], int]:
    """Use a program for ``seconds``, and print a line now and then; the lines, and the faults."""
    measures, faults = list[Measure](), 0
    with tempfile.TemporaryDirectory(prefix="puzzler-soak-") as home:
        program = Program(Path(home), is_simulated=False)
        hand, begun = Hand(seed, lambda: program.window), time.monotonic()
        due = begun + line_seconds
        while time.monotonic() < begun + seconds:
            before = time.thread_time()
            event = hand.next()
            try:
                program.do(event)
            except Exception:  # told, and the program is opened again
                faults += 1
                traceback.print_exc()
                print(f"at {json.dumps(event)}, event {program.events}", flush=True)
                program.reopen()
            time.sleep(time.thread_time() - before)  # half a core at most
            if time.monotonic() >= due:
                due = time.monotonic() + line_seconds
                found = measure(program, begun)
                measures.append(found)
                print(
                    f"{found.minute:6.1f} min {program.frames:9,} frames {program.events:9,} events"
                    f" {found.megabytes:7.1f} MB {found.files:4} files {found.threads:3} threads"
                    f" {found.children} children  {dict(open_files())}",
                    flush=True,
                )
        program.close()
    return measures, faults


def main(arguments: Sequence[str] | None = None) -> int:
    """Soak, and print the line of figures."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=120.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rise", type=float, default=20.0, help="megabytes an hour, at most")
    asked = parser.parse_args(arguments)
    compile_kernels(os.environ)
    measures, faults = soak(asked.minutes * 60, asked.seed)
    later = [each for each in measures if each.minute > SKIPPED] or measures
    grows = rise(later)
    first, last = later[0], later[-1]
    third = -(-len(later) // 3)
    before, after = (spans(some) for some in (later[:third], later[-third:]))
    is_constant = all(b[0] <= a[0] for a, b in zip(before, after, strict=True))
    is_right = not faults and is_constant and grows <= asked.rise
    print(
        f"soak: {asked.minutes:g} minutes, seed {asked.seed}, {faults} faults:"
        f" {first.megabytes:.0f} to {last.megabytes:.0f} MB, rises by {grows:.1f} MB an hour;"
        f" files, threads and children first {told(before)}, and last {told(after)}:"
        f" {'good' if is_right else 'NOT GOOD'}"
    )
    return not is_right


if __name__ == "__main__":
    sys.exit(main())
