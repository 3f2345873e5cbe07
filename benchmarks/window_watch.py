"""Measure Watch: the time to the first move, and the moves announced and played.

    python benchmarks/window_watch.py [SHAPE or FILE ...] [--boards N] [--difficulty G]
        [--algorithm A] [--after S] [--busy N] [--fresh | --empty]

A file has a board per line, such as Korf's instances. The boards of a shape have the seeds 1 to N.
The window runs without a screen (SDL's dummy driver; SDL_VIDEODRIVER selects a real one) and plays
60 moves per second. S is pressed ``--after`` seconds after the first frame. With ``--fresh`` each
board has its own process, which loads the kernels; with ``--empty`` it also has an empty home and
compiles them, as at the very first start. ``--busy`` starts other processes that use the processor.

Prints a line per board: seconds from the key to the first move, moves announced and moves played;
then the median and the worst time, and how often both numbers agree. The exit status is 1 if more
moves were played than announced, a state occurred twice, or a method other than Anytime played
fewer.
"""

from __future__ import annotations

import argparse
import logging
import math
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from puzzler.board import Board, Scenario
from puzzler.game.core.category import Difficulty
from puzzler.game.core.settings import AUTOMATIC
from puzzler.game.play.new_boards import NewBoardOptions, deal

SIZE = (1280, 800)
MAX_SECONDS = 300.0
"""Seconds after which a board is skipped."""


class Watched(NamedTuple):
    """The measurements of one board."""

    seconds: float
    announced: int
    played: int
    is_simple: bool
    """Whether no state occurred twice in the played moves."""


def main() -> int:
    """Watch the boards one after the other and print a table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("shapes", nargs="*", default=["4x4", "5x5", "6x6", "8x8", "10x10"])
    parser.add_argument("--boards", type=int, default=10, help="boards of each shape")
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    parser.add_argument("--difficulty", default="mixed", choices=[*Difficulty])
    parser.add_argument("--algorithm", default=AUTOMATIC)
    parser.add_argument("--after", type=float, default=0.0)
    parser.add_argument("--busy", type=int, default=0)
    parser.add_argument("--fresh", action="store_true")
    parser.add_argument("--empty", action="store_true")
    chosen = parser.parse_args()
    logging.basicConfig(level=logging.WARNING)
    are_right = True
    with ExitStack() as stack:
        for _ in range(chosen.busy):
            stack.enter_context(busy_process())
        for shape in chosen.shapes:
            seeds = range(chosen.first, chosen.first + chosen.boards)
            results: list[Watched] = []
            boards = in_own_process(shape, seeds) if chosen.fresh or chosen.empty else None
            for seed, watched in zip(seeds, boards or watch(shape, seeds, chosen), strict=True):
                results.append(watched)
                seconds, announced, played, is_simple = watched
                print(
                    f"{shape} {seed}: {seconds:.3f} s, {announced} announced, {played} played"
                    f"{'' if is_simple else ', a state occurred twice'}",
                    flush=True,
                )
            times = [watched.seconds for watched in results]
            equal = sum(watched.announced == watched.played for watched in results)
            more = sum(watched.announced < watched.played for watched in results)
            are_right &= not more and all(watched.is_simple for watched in results)
            print(
                f"{shape}: first move after {statistics.median(times):.3f} s (median), "
                f"{max(times):.3f} s (worst); as announced {equal} of {len(results)}, more {more}"
            )
    return 0 if are_right else 1


@contextmanager
def busy_process() -> Iterator[None]:
    """Run another process that uses the processor."""
    with subprocess.Popen([sys.executable, "-c", "while True: pass"]) as process:
        try:
            yield
        finally:
            process.kill()


def in_own_process(shape: str, seeds: range) -> Iterator[Watched]:
    """Watch each board in its own process."""
    arguments = [word for word in sys.argv[1:] if word not in ("--fresh", "--empty", shape)]
    is_empty = "--empty" in sys.argv
    for name in ("--busy", "--boards", "--first"):
        if name in arguments:
            del arguments[arguments.index(name) : arguments.index(name) + 2]
    for seed in seeds:
        options = [shape, *arguments, "--first", str(seed), "--boards", "1"]
        with tempfile.TemporaryDirectory() as home:
            answer = subprocess.run(
                [sys.executable, __file__, *options],
                env={**os.environ, "PUZZLER_HOME": home} if is_empty else None,
                capture_output=True,
                text=True,
                check=False,
            )
        if not answer.stdout:
            sys.exit(answer.stderr)
        line = answer.stdout.splitlines()[0].split(": ")[1]
        seconds, announced, played, *twice = [part.split()[0] for part in line.split(", ")]
        yield Watched(float(seconds), int(announced), int(played), not twice)


def scenarios(shape: str, seeds: range, difficulty: str) -> Iterator[Scenario]:
    """Return the boards of a shape, or the first boards of a file."""
    if not Path(shape).exists():
        rows, columns = map(int, shape.split("x"))
        for seed in seeds:
            yield deal(NewBoardOptions(Board.solved(rows, columns), Difficulty(difficulty), seed))
        return
    lines = [line.split() for line in Path(shape).read_text().splitlines() if line[:1] != "#"]
    for seed in seeds:
        tiles = tuple(map(int, lines[seed - 1][2:]))
        side = math.isqrt(len(tiles))
        yield Scenario(Board(side, side, tiles), Board.solved(side, side))


def watch(shape: str, seeds: range, chosen: argparse.Namespace) -> Iterator[Watched]:
    """Open a window and watch the boards one after the other."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

    import pygame

    from puzzler.game.core.settings import Settings
    from puzzler.game.session import Session
    from puzzler.solver.preparation import Preparation
    from puzzler.window.core.display import open_window
    from puzzler.window.core.window import Window
    from puzzler.window.main.app import SWITCH_SECONDS
    from puzzler.window.main.loop import FRAME_SECONDS, GameLoop
    from puzzler.window.main.screen import ViewScreen

    sys.setswitchinterval(SWITCH_SECONDS)
    log = MovesLog()
    logger = logging.getLogger("puzzler")
    logger.setLevel(logging.INFO)
    logger.addHandler(log)
    logger.propagate = False
    open_window(SIZE)
    settings = replace(Settings(), playback_speed=60.0, algorithm=chosen.algorithm)
    boards = list(scenarios(shape, seeds, chosen.difficulty))
    session = Session(settings, time.perf_counter, scenario=boards[0], preparation=Preparation())
    loop = GameLoop(ViewScreen(Window(session), SIZE))
    loop.draw()
    for scenario in boards:
        if scenario is not boards[0]:
            session.boards.begin_scenario(scenario)
        end = time.perf_counter() + chosen.after
        while time.perf_counter() < end:
            loop.frame(pygame.event.get())
            time.sleep(FRAME_SECONDS)
        log.clear()
        began, first, path = time.perf_counter(), None, [scenario.start]
        pygame.event.post(pygame.Event(pygame.KEYDOWN, key=pygame.K_s, mod=0, unicode="s"))
        while not log.played and time.perf_counter() < began + MAX_SECONDS:
            loop.frame(pygame.event.get())
            run = session.watch.runs.shown
            if run is not None and run.track.position >= len(path):
                first = first or time.perf_counter() - began
                moves = run.track.moves[len(path) - 1 : run.track.position]
                path += [path[-1].apply_all(moves[: count + 1]) for count in range(len(moves))]
            time.sleep(FRAME_SECONDS / 4)
        if first is None or len(log.announced) != 1 or len(log.played) != 1:
            sys.exit(f"{scenario.start}: {log.announced} announced, {log.played} played")
        is_simple = len(set(path)) == len(path) and path[-1] == scenario.goal
        yield Watched(first, log.announced[0], log.played[0], is_simple)
    loop.screen.close()


class MovesLog(logging.Handler):
    """Collects the numbers of moves that the window logs."""

    def __init__(self) -> None:
        super().__init__()
        self.announced: list[int] = []
        self.played: list[int] = []

    def emit(self, record: logging.LogRecord) -> None:
        text = record.getMessage()
        if text.startswith("solution found: "):
            self.announced.append(int(text.split()[2]))
        elif text.startswith("solved by the machine in "):
            self.played.append(int(text.split()[5]))

    def clear(self) -> None:
        """Forget earlier boards."""
        self.announced.clear()
        self.played.clear()


if __name__ == "__main__":
    sys.exit(main())
