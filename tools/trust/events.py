"""Uses the whole program at random, and checks it after each event.

    PYTHONPATH=. python tools/trust/events.py --count 1000000 --seed 1 --jobs 2
    PYTHONPATH=. python tools/trust/events.py --replay FILE

Each program has a temporary home, an invisible window and a clock that only events advance.
``random_use/hand.py`` generates the events: keys, clicks, dialogs, files, sizes of the window,
settings, views and restarts. ``random_use/checks.py`` checks the program after each event. If a
check fails, the command prints the shortest failing sequence that it found, one event per line, and
writes it to a file for ``--replay``. Searches run in their own threads, so the same seed does not
always give the same run. The threads get a few milliseconds after each frame, and a replay is tried
three times. Frames that use more than 50 ms of the window's thread are faults, unless
``--no-watchdog`` is given.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import signal
import sys
import tempfile
import time
import traceback
import warnings
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path

from tools.trust.harness import Fault, compile_kernels
from tools.trust.random_use.hand import Event, Hand
from tools.trust.random_use.program import Program
from tools.trust.watchdog import SlowFrame, Watchdog

HANG = 180
"""Seconds of one event that count as a hang."""
CHUNK = 2000
"""Events of one program."""
PROGRAMS = 20
"""How many a process has before another takes its place."""


@dataclass
class Outcome:
    """What came of a sequence of events, or of many."""

    events: int = 0
    frames: int = 0
    restarts: int = 0
    slow: list[SlowFrame] = field(default_factory=list)
    done: list[Event] = field(default_factory=list)
    fault: str = ""
    """What was wrong at the last event of ``done``; "" for nothing."""
    sign: str = ""
    """The kind of that fault: where two have the same, they are likely to be the same."""

    def add(self, other: Outcome) -> None:
        """Count what another one has done, too."""
        self.events, self.frames = self.events + other.events, self.frames + other.frames
        self.restarts += other.restarts
        self.slow += other.slow


def use(next_event: Callable[[Program], Callable[[], Event | None]], *, watches: bool) -> Outcome:
    """Open a program in a home of its own, and do events until there are none or one fails."""
    outcome = Outcome()
    dog = Watchdog() if watches else None
    signal.signal(signal.SIGALRM, _hang)
    warnings.simplefilter("error")
    before = {name: os.environ.get(name) for name in ("HOME", "PUZZLER_HOME")}
    with tempfile.TemporaryDirectory(prefix="puzzler-events-", ignore_cleanup_errors=True) as home:
        program = Program(Path(home))
        if dog is not None:
            program.in_frame = dog.frame
        try:
            next_one = next_event(program)
            while (event := next_one()) is not None:
                outcome.done.append(event)
                signal.alarm(HANG)
                program.do(event)
                outcome.restarts += event[0] == "restart"
            signal.alarm(HANG)
            program.close()
        except Exception as error:
            outcome.fault, outcome.sign = traceback.format_exc(), sign(error)
            with contextlib.suppress(Exception):
                program.close()
        finally:
            signal.alarm(0)
            for name, value in before.items():
                os.environ.pop(name) if value is None else os.environ.update({name: value})
    outcome.events, outcome.frames = program.events, program.frames
    if dog is not None:
        dog.close()
        outcome.slow = dog.faults
    return outcome


def _hang(*_: object) -> None:
    raise Fault("a hang: one event takes minutes")


def sign(error: Exception) -> str:
    """The kind of an error: its type, and where in Puzzler it was raised, or what is wrong."""
    if isinstance(error, Fault):
        return str(error).partition(":")[0]
    frames = traceback.extract_tb(error.__traceback__)
    ours = [f"{Path(x.filename).name}:{x.name}" for x in frames if "puzzler" in x.filename]
    return ": ".join((type(error).__name__, *ours[-1:]))


def run_seed(seed: str, count: int, *, watches: bool) -> Outcome:
    """``count`` events of a seed."""

    def make(program: Program) -> Callable[[], Event | None]:
        hand = Hand(seed, lambda: program.window)
        return lambda: hand.next() if program.events < count else None

    return use(make, watches=watches)


def replay(events: Sequence[Event]) -> Outcome:
    """The same events once more."""
    left = iter(events)
    return use(lambda program: lambda: next(left, None), watches=False)


def shrink(
    events: list[Event], fails: Callable[[list[Event]], bool], seconds: float
) -> list[Event]:
    """Leave out what can be left out while it still fails: half of it, a quarter, and so on."""
    end, size = time.monotonic() + seconds, len(events) // 2
    while size and time.monotonic() < end:
        length = len(events)
        for start in range(len(events) - size, -1, -size):
            fewer = events[:start] + events[start + size :]
            if time.monotonic() < end and fails(fewer):
                events = fewer
        size = size if size == 1 and len(events) < length else size // 2
    return events


def told(stack: str) -> str:
    """The innermost functions of Puzzler in a stack, in one line."""
    lines = [line for line in stack.splitlines() if line.startswith("  File") and "puzzler" in line]
    parts = [
        line.split('"')[1].rpartition("puzzler/")[2] + line.rpartition(",")[2] for line in lines
    ]
    return " < ".join(reversed(parts[-4:])) or "not seen"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run many programs, and print what is wrong and the line of figures."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--watchdog", action=argparse.BooleanOptionalAction, default=True,
                        help="frames of more than 50 ms are faults")  # fmt: skip
    parser.add_argument("--shrink", type=float, default=300, metavar="SECONDS",
                        help="how long to look for a shorter sequence that fails")  # fmt: skip
    parser.add_argument("--replay", type=Path, metavar="FILE", help="events, one in a line")
    asked = parser.parse_args(arguments)
    begun = time.monotonic()
    total, faults, slowest = Outcome(), list[Outcome](), dict[str, float]()
    context = get_context("spawn")
    if asked.replay:
        events = [json.loads(line) for line in asked.replay.read_text().splitlines()]
        with ProcessPoolExecutor(1, mp_context=context) as pool:
            outcomes = (pool.submit(replay, events).result() for _ in range(3))
            found = next((outcome.fault for outcome in outcomes if outcome.fault), "")
        print(found or f"{len(events)} events: no fault in three runs")
        return bool(found)
    sizes = [min(CHUNK, asked.count - at) for at in range(0, asked.count, CHUNK)]
    if len(sizes) > 1:  # or each program would begin to compile, and be closed before the end
        compile_kernels(os.environ)
    seeds = {f"{asked.seed}-{number}": size for number, size in enumerate(sizes)}
    while seeds:  # processes that do not grow old
        batch = [(seed, seeds.pop(seed)) for seed in [*seeds][: PROGRAMS * asked.jobs]]
        with ProcessPoolExecutor(asked.jobs, mp_context=context) as pool:
            runs = {
                pool.submit(run_seed, seed, size, watches=asked.watchdog): seed
                for seed, size in batch
            }
            for run in as_completed(runs):
                outcome = run.result()
                total.add(outcome)
                print(f"{total.events:,} events", file=sys.stderr, flush=True)
                for slow in outcome.slow:
                    where = told(slow.stack)
                    if where not in slowest:
                        print(f"seed {runs[run]}: {slow}", flush=True)
                    slowest[where] = max(slowest.get(where, 0.0), slow.seconds)
                if outcome.fault:
                    faults.append(outcome)
                    place = f"seed {runs[run]}, event {len(outcome.done)}"
                    print(f"{place}: {outcome.fault}", flush=True)
    with ProcessPoolExecutor(1, mp_context=context) as pool:
        for first in {outcome.sign: outcome for outcome in faults}.values():
            fails = lambda fewer, kind=first.sign: pool.submit(replay, fewer).result().sign == kind  # noqa: E731
            tell(shrink(first.done, fails, asked.shrink), first.sign)
    counts = Counter(told(slow.stack) for slow in total.slow)
    for stack, count in counts.most_common():
        print(f"{count:6} slow frames, up to {slowest[stack] * 1000:.0f} ms: {stack}")
    print(
        f"events: {total.events:,} events, {total.frames:,} frames, {total.restarts:,} restarts,"
        f" {len(sizes):,} programs, seed {asked.seed}, {asked.jobs} jobs,"
        f" {(time.monotonic() - begun) / 60:.1f} minutes: {len(faults)} faults,"
        f" {len(total.slow)} slow frames"
    )
    return bool(faults or total.slow)


def tell(events: Sequence[Event], kind: str) -> None:
    """Print the events that fail, and keep them in a file."""
    lines = "".join(json.dumps(event) + "\n" for event in events)
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl", prefix="events-", delete=False) as file:
        file.write(lines)
    print(f"the shortest sequence found for {kind} (--replay {file.name}):\n{lines}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
