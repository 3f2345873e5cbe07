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
import contextlib
import faulthandler
import os
import signal
import sys
import tempfile
import time
import traceback
import warnings
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path
from typing import Any
from unittest.mock import patch

from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test

from puzzler.search import compilation
from tools.trust.harness import Fault, compile_kernels
from tools.trust.random_use.program import Program
from tools.trust.random_use.strategies import events, solves
from tools.trust.watchdog import SlowFrame, Watchdog

HANG = 180
"""Seconds of one event that count as a hang."""
STEPS = 250
"""Number of events of one program."""
PROGRAMS = 40
"""Number of programs of one process. A new process takes its place after them."""


def _hang(*_: object) -> None:
    raise Fault("a hang: one event takes minutes")


class RandomUse(RuleBasedStateMachine):
    """A program in a temporary home. Each event is followed by the checks of ``Program.do``."""

    counts: dict[str, int]
    """Numbers of events and frames of all programs."""
    watchdog: Watchdog | None = None

    def __init__(self) -> None:
        super().__init__()
        self._ending = contextlib.ExitStack()
        self._ending.enter_context(patch.dict(os.environ))
        folder = tempfile.TemporaryDirectory(prefix="puzzler-events-", ignore_cleanup_errors=True)
        self._ending.callback(signal.alarm, 0)  # which no thread that waits in C code receives
        faulthandler.dump_traceback_later(5 * HANG, exit=True)
        self._ending.callback(faulthandler.cancel_dump_traceback_later)
        signal.signal(signal.SIGALRM, _hang)
        self.program = Program(Path(self._ending.enter_context(folder)))
        if self.watchdog is not None:
            self.program.in_frame = self.watchdog.frame
        self._is_broken = False

    @initialize(first=solves(), second=solves(), third=solves())
    def fill(self, **boards: tuple[str, str]) -> None:
        """Solve boards, so that there is something to review."""
        for board in boards.values():
            self.do(("play_solve", board))

    @rule(event=events)
    def do(self, event: tuple[str, Sequence[Any]]) -> None:
        """Do an event, given as the name of a method of Program and its arguments."""
        name, arguments = event
        signal.alarm(HANG)
        try:
            self.program.do(name, arguments)
        except Exception:
            self._is_broken = True
            raise
        finally:
            self.counts["events"] += 1

    def teardown(self) -> None:
        """Close the program, which checks that no thread and no child process remains."""
        with self._ending:
            signal.alarm(HANG)
            self.counts["frames"] += self.program.frames
            with contextlib.suppress(*[Exception] * self._is_broken):
                self.program.close()


def use(number: int, count: int, *, is_watched: bool) -> tuple[Counter[str], list[SlowFrame], str]:
    """Run about ``count`` events of a seed; return counts, slow frames and a traceback or ""."""
    warnings.simplefilter("error")
    dog = Watchdog() if is_watched else None
    RandomUse.counts, RandomUse.watchdog, fault = Counter(), dog, ""
    try:
        programs = max(2, -(-count // STEPS))  # the first one of hypothesis is trivial
        options = settings(
            max_examples=programs,
            stateful_step_count=-(-count // programs),
            database=None,
            deadline=None,
            phases=[Phase.generate, Phase.shrink],
            suppress_health_check=list(HealthCheck),
        )
        # hypothesis shortens and prints a sequence that fails, and raises its error
        run_state_machine_as_test(seed(number)(RandomUse), settings=options)
    except Exception:
        fault = traceback.format_exc()
    if dog is not None:
        dog.close()
    return RandomUse.counts, dog.faults if dog is not None else [], fault


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
    start, counts, slow, faults = time.monotonic(), Counter[str](), Counter[str](), 0
    size = PROGRAMS * STEPS
    if options.count > size:  # otherwise each program would compile, and be closed before the end
        compile_kernels(compilation.kernel_folder())
    sizes = {at: min(size, options.count - at * size) for at in range(-(-options.count // size))}
    parts = sizes if options.only is None else {options.only: sizes[options.only]}
    with ProcessPoolExecutor(options.jobs, get_context("spawn"), max_tasks_per_child=1) as pool:
        runs = {
            pool.submit(use, 1000 * options.seed + part, count, is_watched=options.watchdog): part
            for part, count in parts.items()
        }
        for done in as_completed(runs):
            more, frames, fault = done.result()
            counts += more
            print(f"{counts['events']:,} events", file=sys.stderr, flush=True)
            for frame in frames:
                if frame.stack not in slow:
                    print(f"part {runs[done]}: {frame}", flush=True)
                slow[frame.stack] += 1
            if fault:
                faults += 1
                again = f"--count {options.count} --seed {options.seed} --only {runs[done]}"
                print(f"{fault}\nrepeat: {again}", flush=True)
    print(
        f"events: {counts['events']:,} events, {counts['frames']:,} frames,"
        f" seed {options.seed}, {options.jobs} jobs,"
        f" {(time.monotonic() - start) / 60:.1f} minutes: {faults} faults,"
        f" {slow.total()} slow frames"
    )
    return bool(faults or slow)


if __name__ == "__main__":
    sys.exit(main())
