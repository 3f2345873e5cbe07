"""Measures how long it takes from the key that watches to the first move on the screen.

Run from the checkout: ``python benchmarks/window_first_move.py [SHAPE or FILE ...] [--after S ...]
[--empty]``. Each figure is that of a fresh process in which the kernels were compiled before but
are not loaded; with ``--empty`` they are compiled meanwhile, as at the very first start. The key is
pressed ``--after`` so many seconds behind the first frame. A file has a board in a line, as the
instances of Korf. It uses SDL's dummy video driver; SDL_VIDEODRIVER can name a real one.
"""

from __future__ import annotations

import argparse
import math
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from puzzler.board import Board, Scenario, shuffle

SIZE = (1280, 800)
LONGEST = 30.0
"""Seconds after which a process gives up waiting for a move."""


def main() -> None:
    """Start the processes one after the other and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("shapes", nargs="*", default=["5x5", "6x6", "7x7", "10x10", "3x10"])
    parser.add_argument("--after", type=float, nargs="*", default=[0.0, 1.0, 4.0])
    parser.add_argument(
        "--boards", type=int, default=3, help="boards of each shape, seeds 1, 2, ..."
    )
    parser.add_argument("--empty", action="store_true", help="begin with an empty home")
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.child:
        print(first_move(chosen.shapes[0], chosen.after[0], chosen.boards))
        return
    print("seconds from the key to the first move, median and worst")
    for shape in chosen.shapes:
        for after in chosen.after:
            count = range(1, chosen.boards + 1)
            figures = [measured(shape, after, seed, chosen.empty) for seed in count]
            median = f"{statistics.median(figures):.3f}, {max(figures):.3f}"
            print(f"{shape:6} {after:g} s after the first frame: {median}", flush=True)


def measured(shape: str, after: float, seed: int, is_empty: bool) -> float:
    """What a process of its own has measured."""
    options = [shape, "--child", "--after", str(after), "--boards", str(seed)]
    with tempfile.TemporaryDirectory() as home:
        answer = subprocess.run(
            [sys.executable, __file__, *options],
            env={**os.environ, "PUZZLER_HOME": home} if is_empty else None,
            capture_output=True,
            text=True,
            check=True,
        )
    return float(answer.stdout.split()[-1])


def scenario_of(shape: str, seed: int) -> Scenario:
    """A random board of that shape, or the one of that number in a file."""
    if not Path(shape).exists():
        return shuffle(*map(int, shape.split("x")), seed=seed)
    rows = (line.split() for line in Path(shape).read_text().splitlines() if line[:1] != "#")
    _, _, *tiles = [list(map(int, row)) for row in rows][seed - 1]
    size = math.isqrt(len(tiles))
    return Scenario(Board(size, size, tuple(tiles)), Board.solved(size, size))


def first_move(shape: str, after: float, seed: int) -> float:
    """Open the window, press the key, and wait until a move is on the screen."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

    import pygame

    from puzzler.game.play.settings import Settings
    from puzzler.game.session import Session
    from puzzler.solver.preparation import Preparation
    from puzzler.window.app import SWITCH_SECONDS
    from puzzler.window.display import open_window
    from puzzler.window.game_loop import FRAME_SECONDS, GameLoop
    from puzzler.window.view_screen import ViewScreen
    from puzzler.window.window import Window

    sys.setswitchinterval(SWITCH_SECONDS)
    open_window(SIZE)
    scenario = scenario_of(shape, seed)
    session = Session(Settings(), time.perf_counter, scenario=scenario, preparation=Preparation())
    loop = GameLoop(ViewScreen(Window(session), SIZE))
    loop.draw()

    def frames_until(end: float) -> None:
        while time.perf_counter() < end:
            loop.frame(pygame.event.get())
            time.sleep(FRAME_SECONDS)

    frames_until(time.perf_counter() + after)
    began = time.perf_counter()
    pygame.event.post(pygame.Event(pygame.KEYDOWN, key=pygame.K_s, mod=0, unicode="s"))
    while session.watch.runs.shown is None or not session.watch.runs.shown.track.position:
        if time.perf_counter() > began + LONGEST:
            sys.exit("no move was shown")
        frames_until(time.perf_counter() + FRAME_SECONDS)
    seconds = time.perf_counter() - began
    loop.screen.close()
    return seconds


if __name__ == "__main__":
    main()
