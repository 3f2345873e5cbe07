"""Measure the window: work per frame, frame intervals during a search, first frame, idle load.

    python benchmarks/window_frames.py [--seconds S]

Uses SDL's dummy video driver; set SDL_VIDEODRIVER to measure on a real screen. "processor" is the
99th percentile of the processor time of the drawing thread, which depends less on other programs.
The first run compiles all kernels before it measures, which takes minutes.
"""

from __future__ import annotations

import argparse
import itertools
import os
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from puzzler.board import Board, Scenario, shuffle
from puzzler.board.goal import blank_first
from puzzler.game.core.category import Difficulty
from puzzler.game.core.settings import Settings, TileFace
from puzzler.game.play.playing import Playing
from puzzler.game.session import Session
from puzzler.game.watch.watching import Watching
from puzzler.search.compilation import KernelState
from puzzler.solver.preparation import Preparation
from puzzler.window.core.display import open_window
from puzzler.window.core.window import Window
from puzzler.window.main.app import SWITCH_SECONDS, collect_when_idle
from puzzler.window.main.loop import GameLoop
from puzzler.window.main.screen import ViewScreen

SIZE = (1280, 800)
LARGE_SIZE = (3840, 2160)
HARD = "14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3"
"""Korf's first instance, which A* with Manhattan distance does not solve in this time."""
LONGEST_WAIT = 20.0
"""Seconds to wait for the first frame that is measured."""
SETTLING = 3.0
"""Seconds without a change after which a window is idle."""

_WANDERING = (
    *(pygame.K_LEFT, pygame.K_UP, pygame.K_RIGHT, pygame.K_UP, pygame.K_LEFT, pygame.K_DOWN),
    *(pygame.K_LEFT, pygame.K_DOWN, pygame.K_RIGHT, pygame.K_UP, pygame.K_RIGHT, pygame.K_DOWN),
)
"""Keys that move the blank over the whole board; illegal moves are ignored."""

FIRST_FRAME = """
import os, sys, time, runpy, pygame
def stop(*_):
    print(time.time(), flush=True)
    os._exit(0)
pygame.display.update = stop
sys.argv = ["puzzler"]
runpy.run_module("puzzler", run_name="__main__")
"""


AT_REST = """
import runpy, sys, threading, pygame
from puzzler.search.options import process_memory_bytes
from puzzler.window.main.loop import GameLoop
def end():
    print(process_memory_bytes() / 1e6)
    pygame.event.post(pygame.Event(pygame.QUIT))
run = GameLoop.run
def rest(loop):
    threading.Timer(8, end).start()
    run(loop)
GameLoop.run = rest
sys.argv = ["puzzler"]
runpy.run_module("puzzler", run_name="__main__")
"""
"""Linux only: current memory instead of the peak."""


@dataclass(frozen=True)
class Row:
    """A line of the table."""

    name: str
    values: str
    bar: str


class Recorder:
    """Replaces ``time.sleep`` in the loop and records the start and end of each frame."""

    def __init__(self, counts: Callable[[], bool]) -> None:
        self.work: list[float] = []
        self.processor: list[float] = []
        self.intervals: list[float] = []
        self.counts = counts
        """Whether what happens now is to be measured."""
        self._woke: float | None = None
        self._used = 0.0

    def sleep(self, seconds: float) -> None:
        """Sleep and record the previous frame."""
        now, used = time.perf_counter(), time.thread_time()
        time.sleep(seconds)
        woke = time.perf_counter()
        if self._woke is not None and self.counts():
            self.work.append(now - self._woke)
            self.processor.append(used - self._used)
            self.intervals.append(woke - self._woke)
        self._woke, self._used = woke, time.thread_time()

    def work_values(self) -> str:
        """Return elapsed times of the work per frame, and the processor time of its 99 %."""
        values = spread(self.work)
        processor = 1000 * statistics.quantiles(self.processor, n=100, method="inclusive")[98]
        return f"{values}, processor p99 {processor:.1f} ms"


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=8.0, help="length of each measurement")
    seconds = parser.parse_args().seconds
    with subprocess.Popen(
        [sys.executable, "-m", "puzzler.solver.preparation"], stdin=subprocess.PIPE
    ) as child:
        child.wait()  # otherwise the windows would compile during the measurements
    sys.setswitchinterval(SWITCH_SECONDS)
    open_window(SIZE)
    with collect_when_idle():
        rows = [*playing(seconds), *searching(seconds), *coached(seconds)]
        rows += [*improving(seconds, 6, 4), *improving(seconds, 10, 20)]
        rows += [idling(seconds), first_frame()]
        rows += [pictured(SIZE, seconds, 8), pictured(LARGE_SIZE, seconds, 16), memory()]
    width = max(len(row.name) for row in rows)
    for row in rows:
        print(f"{row.name:{width}}  {row.values:65}  {row.bar}")


def playing(seconds: float) -> list[Row]:
    """Measure a playback at 8 moves per second, in which nearly every frame draws."""
    session = make_session(shuffle(4, 4, seed=3), Settings(playback_speed=8))
    wait_for_kernels(session)
    session.watch.start()
    recorder = Recorder(lambda: is_watching(session) and not session.activity.is_paused)
    run(session, recorder, seconds)
    return [Row("frame work, playback", recorder.work_values(), "bar: p99 8 ms")]


def searching(seconds: float) -> list[Row]:
    """Measure frames while a large search runs."""
    scenario = Scenario(Board.parse(HARD), blank_first(4, 4))
    session = make_session(scenario, Settings(algorithm="astar", heuristic="manhattan"))
    wait_for_kernels(session)
    session.watch.start()
    recorder = Recorder(lambda: is_watching(session, searching=True))
    run(session, recorder, seconds)
    return [
        Row("frame work, search running", recorder.work_values(), "bar: p99 8 ms"),
        Row(
            "frame interval, search running",
            spread(recorder.intervals),
            "bar: p99 20 ms, worst 50 ms",
        ),
    ]


def coached(seconds: float) -> list[Row]:
    """Measure frames while a person makes three moves per second and the coach proves each."""
    settings = Settings(coach=True, instant_shuffle=True)
    session = make_session(shuffle(4, 4, seed=3), settings)
    wait_for_kernels(session)
    keys, is_over = itertools.cycle(_WANDERING), threading.Event()

    def play() -> None:
        while not is_over.wait(1 / 3):
            pygame.event.post(pygame.Event(pygame.KEYDOWN, key=next(keys), mod=0, unicode=""))

    recorder = Recorder(lambda: loop.screen.is_moving)
    loop = GameLoop(ViewScreen(Window(session), SIZE), sleep=recorder.sleep)
    loop.draw()
    person = threading.Thread(target=play)
    person.start()
    run_for(loop, seconds)
    loop.screen.close()
    is_over.set()
    person.join()
    return [
        Row("frame work, coach on", recorder.work_values(), "bar: p99 8 ms"),
        Row("frame interval, coach on", spread(recorder.intervals), "bar: p99 20 ms, worst 50 ms"),
    ]


def improving(seconds: float, side: int, speed: float) -> list[Row]:
    """Measure frames while Anytime shortens the solution that is played."""
    session = make_session(shuffle(side, side, seed=3), Settings(playback_speed=speed))
    wait_for_kernels(session)
    session.watch.start()

    def counts() -> bool:
        run = session.watch.runs.shown
        return run is not None and not run.is_over and is_watching(session)

    recorder = Recorder(counts)
    run(session, recorder, seconds)
    name = f"anytime on {side}x{side} at {speed:g} moves/s"
    return [
        Row(f"frame work, {name}", recorder.work_values(), "bar: p99 8 ms"),
        Row(f"frame interval, {name}", spread(recorder.intervals), "bar: p99 20 ms, worst 35 ms"),
    ]


def idling(seconds: float) -> Row:
    """Return the share of a core that an idle window uses."""
    session = make_session(shuffle(4, 4, seed=3), Settings())
    wait_for_kernels(session)
    loop = GameLoop(ViewScreen(Window(session), SIZE))
    loop.draw()
    rest(loop)
    drawing: list[object] = []
    update, pygame.display.update = pygame.display.update, drawing.append
    before, began = time.process_time(), time.perf_counter()
    run_for(loop, seconds)
    share = (time.process_time() - before) / (time.perf_counter() - began)
    pygame.display.update = update
    loop.screen.close()
    return Row("idle", f"{share:.2%} of a core, {len(drawing)} frames drawn", "bar: 1 %, 0 frames")


def pictured(size: tuple[int, int], seconds: float, bar: int) -> Row:
    """Measure a 10x10 board with a picture, first shuffled and then played."""
    open_window(size)
    settings = Settings(face=TileFace.PICTURE, difficulty=Difficulty.HARD)
    session = make_session(shuffle(10, 10, seed=3), settings)
    frames = itertools.count()
    recorder = Recorder(lambda: next(frames) >= 5)
    loop = GameLoop(ViewScreen(Window(session), size), sleep=recorder.sleep)
    loop.draw()
    slides = itertools.cycle([pygame.K_UP, pygame.K_LEFT, pygame.K_DOWN, pygame.K_RIGHT])
    end = time.perf_counter() + seconds
    recorder.sleep(0)
    session.boards.new()
    while time.perf_counter() < end:
        if isinstance(session.activity, Playing):
            key = next(slides)
            pygame.event.post(pygame.Event(pygame.KEYDOWN, key=key, mod=0, unicode=""))
        loop.frame(pygame.event.get())
        recorder.sleep(0.002)
    loop.screen.close()
    open_window(SIZE)
    name = f"frame work, 10x10 picture at {size[0]}x{size[1]}"
    return Row(name, recorder.work_values(), f"bar: p99 {bar} ms")


def memory() -> Row:
    """Return the memory of a process with an idle window."""
    answer = subprocess.run(
        [sys.executable, "-c", AT_REST], capture_output=True, text=True, check=True
    )
    return Row("memory at rest", f"{float(answer.stdout.split()[-1]):.0f} MB", "bar: 200 MB")


def first_frame() -> Row:
    """Return the best and the worst of five times from the start to the first frame."""
    times = []
    for _ in range(5):
        began = time.time()
        answer = subprocess.run(
            [sys.executable, "-c", FIRST_FRAME], capture_output=True, text=True, check=True
        )
        times.append(float(answer.stdout.split()[-1]) - began)
    values = f"best {min(times):.2f} s, worst {max(times):.2f} s"
    return Row("first frame", values, "bar: 1.0 s")


def make_session(scenario: Scenario, settings: Settings) -> Session:
    """Return a new session for each measurement."""
    return Session(settings, time.perf_counter, scenario=scenario, preparation=Preparation())


def is_watching(session: Session, *, searching: bool = False) -> bool:
    """Return whether a solution is played or a search runs."""
    activity = session.activity
    return isinstance(activity, Watching) and activity.is_searching == searching


def wait_for_kernels(session: Session) -> None:
    """Wait until the kernels are loaded, which is not measured."""
    while session.context.preparation.poll() is KernelState.MISSING:
        time.sleep(0.1)
    session.context.preparation.load()


def run(session: Session, recorder: Recorder, seconds: float) -> None:
    """Run the real loop and record its frames for ``seconds`` from the first one that counts.

    A solution is played only after a search of a second or more.
    """
    loop = GameLoop(ViewScreen(Window(session), SIZE), sleep=recorder.sleep)
    loop.draw()
    end = time.perf_counter() + LONGEST_WAIT
    while not recorder.counts() and time.perf_counter() < end:
        loop.frame(pygame.event.get())
        recorder.sleep(0.002)
    run_for(loop, seconds)
    loop.screen.close()


def rest(loop: GameLoop) -> None:
    """Run a loop until its window has not changed for some seconds, because a proof has ended."""
    began = still = time.perf_counter()
    while (now := time.perf_counter()) < min(still + SETTLING, began + LONGEST_WAIT):
        loop.frame(pygame.event.get())
        if loop.screen.is_moving:
            still = now
        time.sleep(0.002)


def run_for(loop: GameLoop, seconds: float) -> None:
    """Run a loop and close its window after ``seconds``."""
    timer = threading.Timer(seconds, lambda: pygame.event.post(pygame.Event(pygame.QUIT)))
    timer.start()
    loop.run()
    timer.join()


def spread(seconds: list[float]) -> str:
    """Return median, 99th percentile and maximum in milliseconds.

    Ends the program if there are fewer than two frames, because the machine was busy or the time
    was too short.
    """
    if len(seconds) < 2:
        sys.exit(f"only {len(seconds)} frames were recorded: give more --seconds")
    percentiles = statistics.quantiles(seconds, n=100, method="inclusive")
    values = (percentiles[49], percentiles[98], max(seconds))
    return "p50 {:.1f} ms, p99 {:.1f} ms, worst {:.1f} ms".format(*(1000 * v for v in values))


if __name__ == "__main__":
    main()
