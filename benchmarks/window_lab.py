"""Measure the Lab: work per frame and frame intervals on each tab with the search at full speed.

    python benchmarks/window_lab.py [--seconds S] [--tab NAME] [--case NAME] [--small]

Uses SDL's dummy video driver; set SDL_VIDEODRIVER to measure on a real screen. A search that ends
is restarted. Work is the processor time of the window's thread. Also printed: memory and expansions
per second in the first and the last quarter; for a long run use ``--seconds 600 --tab plots --case
"5x5 IDA*"``.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from puzzler.board import Board, Scenario, shuffle
from puzzler.game.core.settings import Settings
from puzzler.game.session import Session
from puzzler.search.compilation import KernelState
from puzzler.search.method import Method
from puzzler.solver.preparation import Preparation
from puzzler.window.common.entering import LAB_TAB
from puzzler.window.core.display import open_window
from puzzler.window.core.window import Window
from puzzler.window.lab.view import LAB_TABS
from puzzler.window.main.app import SWITCH_SECONDS, collect_when_idle
from puzzler.window.main.loop import GameLoop
from puzzler.window.main.screen import ViewScreen

SIZES = (1280, 800), (640, 480)
WARM_SECONDS = 1.5
"""Seconds before the measurement, in which the map is drawn and tables are built."""
BARS = "bars: work p99 8 ms; interval p99 20 ms, worst 50 ms"


@dataclass(frozen=True)
class Case:
    """A search to show."""

    name: str
    scenario: Scenario
    method: Method


CASES = (
    Case("3x3 A*", Scenario(Board.parse("8 6 7/2 5 4/3 0 1"), Board.solved(3, 3)),
         Method("astar", "misplaced")),
    Case("3x3 IDA*", Scenario(Board.parse("8 6 7/2 5 4/3 0 1"), Board.solved(3, 3)),
         Method("idastar", "manhattan")),
    Case("3x3 dfs", Scenario(Board.parse("1 2 5/3 4 8/6 7 0"), Board.solved(3, 3)),
         Method("dfs", "zero")),
    Case("4x4 A*", shuffle(4, 4, seed=3), Method("astar", "manhattan")),
    Case("4x4 IDA*", shuffle(4, 4, seed=3), Method("idastar", "manhattan")),
    Case("5x5 IDA*", shuffle(5, 5, seed=3), Method("idastar", "manhattan")),
    Case("5x5 beam", shuffle(5, 5, seed=3), Method("beam", "manhattan")),
    Case("5x5 anytime", shuffle(5, 5, seed=3), Method("anytime", "manhattan")),
)  # fmt: skip


class Recorder:
    """Replaces ``time.sleep`` in the loop and records the start and end of each frame."""

    def __init__(self, counts_from: float, each: Callable[[], object]) -> None:
        """each: called after every frame; the frame is ignored if it returns False.

        Frames before ``counts_from`` are ignored.
        """
        self.work: list[float] = []
        self.intervals: list[float] = []
        self._counts_from = counts_from
        self._each = each
        self._woke: float | None = None
        self._worked = 0.0

    def sleep(self, seconds: float) -> None:
        """Sleep and record the previous frame."""
        worked = time.thread_time()
        counts = self._each() is not False
        time.sleep(seconds)
        woke = time.perf_counter()
        if counts and self._woke is not None and woke >= self._counts_from:
            self.work.append(worked - self._worked)
            self.intervals.append(woke - self._woke)
        self._woke, self._worked = woke, time.thread_time()


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=4.0, help="length of each measurement")
    parser.add_argument("--tab", help="only this one")
    parser.add_argument("--case", help="only searches whose name begins so")
    parser.add_argument("--small", action="store_true", help="640x480 instead of 1280x800")
    options = parser.parse_args()
    sys.setswitchinterval(SWITCH_SECONDS)
    size = SIZES[options.small]
    open_window(size)
    print(f"{size[0]}x{size[1]}; {BARS}")
    with collect_when_idle():
        for tab in LAB_TABS:
            for case in CASES:
                if options.tab in (None, tab.name) and case.name.startswith(options.case or ""):
                    row = measured(tab.name, case, size, options.seconds)
                    print(f"{tab.name:9} {case.name:12} {row}", flush=True)


def measured(tab: str, case: Case, size: tuple[int, int], seconds: float) -> str:
    """Return the frames while the search runs at full speed with this tab open."""
    session = Session(
        Settings(), time.perf_counter, scenario=case.scenario, preparation=Preparation()
    )
    while session.context.preparation.poll() is KernelState.MISSING:
        time.sleep(0.1)
    session.context.preparation.load()
    screen = ViewScreen(Window(session), size)
    screen.window.ui.choose(LAB_TAB, tab)
    session.lab.open(method=case.method)
    inspecting = session.lab.opened
    assert inspecting is not None, "the Lab is open"
    inspecting.set_rate(None)
    furthest = 0
    frames_seen: list[tuple[float, int, int]] = []  # time, expansions, bytes of the process

    def go_on() -> None:
        nonlocal furthest
        furthest = max(furthest, inspecting.expansions)
        now = time.perf_counter()
        if not frames_seen or now > frames_seen[-1][0] + seconds / 40:
            frames_seen.append((now, inspecting.expansions, resident_bytes()))
        if not inspecting.is_running and inspecting.state().glimpse is not None:
            inspecting.toggle_pause()
            pygame.event.post(pygame.Event(pygame.USEREVENT))  # a loop at rest looks at events only

    recorder = Recorder(time.perf_counter() + WARM_SECONDS, go_on)
    loop = GameLoop(screen, sleep=recorder.sleep)
    loop.draw()
    end = pygame.Event(pygame.QUIT)
    timer = threading.Timer(WARM_SECONDS + seconds, lambda: pygame.event.post(end))
    timer.start()
    loop.run()
    timer.join()
    screen.close()
    return (
        f"work {spread(recorder.work)}   interval {spread(recorder.intervals)}   "
        f"to expansion {furthest:,}   {course(frames_seen)}"
    )


def course(frames_seen: list[tuple[float, int, int]]) -> str:
    """Return memory and expansions per second in the first and the last quarter."""
    quarter = max(2, len(frames_seen) // 4)
    row = []
    for part in (frames_seen[:quarter], frames_seen[-quarter:]):
        (began, first, _), (ended, last, memory) = part[0], part[-1]
        rate = max(0, last - first) / max(ended - began, 1e-9)
        row.append(f"{memory / 1e6:.0f} MB, {rate / 1e6:.1f} M/s")
    return " -> ".join(row)


def resident_bytes() -> int:
    """Return the memory of this process; 0 if unknown."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except OSError:
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")


def spread(seconds: list[float]) -> str:
    """Return median, 99th percentile and maximum in milliseconds."""
    if len(seconds) < 2:
        return "too few frames"
    percentiles = statistics.quantiles(seconds, n=100, method="inclusive")
    values = (percentiles[49], percentiles[98], max(seconds))
    return "p50 {:4.1f} p99 {:4.1f} worst {:4.1f}".format(*(1000 * v for v in values))


if __name__ == "__main__":
    main()
