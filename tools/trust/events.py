"""Uses the whole program at random, and checks it after each event.

    PYTHONPATH=. python tools/trust/events.py --count 1000000 --seed 1 --jobs 2

Each program has a temporary home, an invisible window and a clock that only events advance.
``random_use/strategies.py`` generates the events: keys, clicks, dialogs, files, sizes of the
window, settings, views and restarts. ``random_use/checks.py`` checks the program after each event.
If a check fails, hypothesis prints the shortest failing sequence that it found, one event per line,
and the command prints how to repeat it. Searches run in their own threads, so the same seed does
not always give the same run. The threads get a few milliseconds after each frame. Frames that use
more than 50 ms of the window's thread are faults, unless ``--no-watchdog`` is given.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
import traceback
import warnings
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context

from tools.trust.harness import compile_kernels
from tools.trust.random_use.machine import STEPS, RandomUse, run
from tools.trust.watchdog import SlowFrame, Watchdog

PROGRAMS = 40
"""Number of programs of one process. A new process takes its place after them."""

Result = tuple[Counter[str], list[SlowFrame], str]
"""Counts of events, frames and restarts, the slow frames, and the traceback of a fault or ""."""


def use(number: int, count: int, *, is_watched: bool) -> Result:
    """Run about ``count`` events of the seed ``number``."""
    warnings.simplefilter("error")
    dog = Watchdog() if is_watched else None
    RandomUse.counts, RandomUse.watchdog, fault = Counter(), dog, ""
    try:
        programs = max(2, -(-count // STEPS))  # the first one of hypothesis is trivial
        run(RandomUse, number, programs, -(-count // programs))
    except Exception:
        fault = traceback.format_exc()
    if dog is not None:
        dog.close()
    return RandomUse.counts, dog.faults if dog is not None else [], fault


def short(stack: str) -> str:
    """Return the innermost functions of Puzzler in a stack, in one line."""
    lines = [line for line in stack.splitlines() if line.startswith("  File") and "puzzler" in line]
    parts = [
        line.split('"')[1].rpartition("puzzler/")[2] + line.rpartition(",")[2] for line in lines
    ]
    return " < ".join(reversed(parts[-4:])) or "unknown"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run many programs, and print the faults and the line of figures."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", type=int, metavar="N", help="only this part of the run")
    parser.add_argument("--watchdog", action=argparse.BooleanOptionalAction, default=True,
                        help="frames of more than 50 ms are faults")  # fmt: skip
    options = parser.parse_args(arguments)
    start, counts, faults = time.monotonic(), Counter[str](), 0
    slow, slowest = Counter[str](), dict[str, float]()
    size = PROGRAMS * STEPS
    if options.count > size:  # otherwise each program would compile, and be closed before the end
        compile_kernels(os.environ)
    sizes = {at: min(size, options.count - at * size) for at in range(-(-options.count // size))}
    parts = sizes if options.only is None else {options.only: sizes[options.only]}
    context = get_context("spawn")
    with ProcessPoolExecutor(options.jobs, context, max_tasks_per_child=1) as pool:
        runs = {
            pool.submit(use, 1000 * options.seed + part, count, is_watched=options.watchdog): part
            for part, count in parts.items()
        }
        for done in as_completed(runs):
            more, frames, fault = done.result()
            counts += more
            print(f"{counts['events']:,} events", file=sys.stderr, flush=True)
            for frame in frames:
                place = short(frame.stack)
                if place not in slow:
                    print(f"part {runs[done]}: {frame}", flush=True)
                slow[place] += 1
                slowest[place] = max(slowest.get(place, 0.0), frame.seconds)
            if fault:
                faults += 1
                again = f"--count {options.count} --seed {options.seed} --only {runs[done]}"
                print(f"{fault}\nrepeat: {again}", flush=True)
    for place, count in slow.most_common():
        print(f"{count:6} slow frames, up to {slowest[place] * 1000:.0f} ms: {place}")
    print(
        f"events: {counts['events']:,} events, {counts['frames']:,} frames,"
        f" {counts['restarts']:,} restarts, seed {options.seed}, {options.jobs} jobs,"
        f" {(time.monotonic() - start) / 60:.1f} minutes: {faults} faults,"
        f" {slow.total()} slow frames"
    )
    return bool(faults or slow)


if __name__ == "__main__":
    sys.exit(main())
