"""Closes the window while something runs, and measures how long the process needs to end.

    PYTHONPATH=. python tools/trust/closing.py [--count N] [--seed S] [--only CASE ...]

Each case is a process with its own home. Its kernel cache is empty or full. The window is closed
after a random time. A case fails if the process needs more than 0.5 s to end, has another exit
status than 0, or leaves a child or a temporary file. The window has no screen and no sound.
"""

from __future__ import annotations

import argparse
import contextlib
import faulthandler
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tools.trust.harness import command_of, environment, processes_with, shared_kernels
from tools.trust.watchdog import Watchdog

LIMIT = 0.5
"""Seconds from the close event to the end of the process."""
PATIENCE = 60.0
"""Seconds after which a process counts as hung and is killed."""
FOUR_BY_FOUR = "14 15 8 12/10 11 9 13/2 6 5 1/3 7 4 0"
Do = Callable[[Any], object]


@dataclass(frozen=True)
class Case:
    """The work that runs when the window is closed."""

    arguments: tuple[str, ...]
    """The arguments of ``puzzler``."""
    do: Do = lambda window: None
    """Called with the window after the first frame."""
    longest: float = 3.0
    """Maximum seconds until the window is closed."""


def _watch(*method: str, size: str) -> Case:
    return Case(("play", "--size", size, "--seed", "3", *method, "--watch"))


def _race(window: Any) -> None:
    from puzzler.search.method import Method

    session = window.session
    lanes = "astar", "idastar", "beam", "anytime"
    session.race.open(methods=[Method(lane, "manhattan" if lane[-5:] == "astar" else None)
                               for lane in lanes])  # fmt: skip
    session.race.current.start()


def _lab(window: Any) -> None:
    window.session.lab.open()
    window.session.lab.current.record(ranks=True, tree=True)
    window.session.lab.current.toggle_pause()


def _coach(window: Any) -> None:
    window.session.settings = replace(window.session.settings, coach=True)
    window.session.coach.ask_hint()


def _deal(window: Any) -> None:
    window.session.boards.new(4, 4, difficulty="hard")


def _save(window: Any) -> None:
    """Save a recording that takes several seconds."""
    from puzzler.board.move import Move
    from puzzler.window.export.film import Film
    from puzzler.window.files.recording import _record

    session = window.session
    film = Film(session.activity.board, session.activity.goal, (Move.UP, Move.DOWN) * 200)
    file = Path(os.environ["PUZZLER_HOME"]) / "saved.gif"
    _record(window, film, file, "Saving", lambda problem: None)


def _stuck(window: Any) -> None:
    """Run a thread that cannot be interrupted, such as a compiler."""
    from puzzler.solver.worker import call

    window.session.context.own(call(lambda publish: time.sleep(2 * PATIENCE)))


def _review(window: Any) -> None:
    window.session.files.import_text(f"{FOUR_BY_FOUR} " + "DRUL" * 40)


BOARD = "play", FOUR_BY_FOUR
CASES = {
    "nothing": Case(("play", "--size", "3x3")),
    "anytime 6x6": _watch("--algorithm", "anytime", size="6x6"),
    "beam 6x6": _watch("--algorithm", "beam", size="6x6"),
    "anytime 10x10": _watch("--algorithm", "anytime", size="10x10"),
    "beam 10x10": _watch("--algorithm", "beam", size="10x10"),
    "tables 5x5": _watch("--algorithm", "idastar", "--heuristic", "pattern-database", size="5x5"),
    "A* 4x4": Case((*BOARD, "--algorithm", "astar", "--heuristic", "manhattan", "--watch")),
    "lab": Case(BOARD, _lab),
    "race": Case(BOARD, _race),
    "coach": Case(BOARD, _coach),
    "coach 6x6": Case(("play", "--size", "6x6", "--seed", "3"), _coach),
    "deal": Case(BOARD, _deal),
    "review": Case(BOARD, _review),
    "save": Case(BOARD, _save, longest=1.0),
    "lessons": Case(BOARD, lambda window: window.session.lessons.browse()),
    "stuck": Case(BOARD, _stuck),
}


def run_case(name: str, seconds: float, pipe: int) -> int:
    """Open the window, start the case, and close the window after ``seconds``."""
    import pygame

    from puzzler.search.kernels.jit import forbid_kernels
    from puzzler.window.main.game_loop import GameLoop

    faulthandler.dump_traceback_later(seconds + PATIENCE - 5)
    warnings.simplefilter("error", RuntimeWarning)  # a kernel that the window's thread waits for
    case, frame, dog, began = CASES[name], GameLoop.frame, Watchdog(), 0.0

    def driven(loop: GameLoop, events: list[Any]) -> bool:
        nonlocal began
        with dog.frame():
            if not began:
                began = time.monotonic()
                forbid_kernels()(case.do)(loop.screen.window)
            if time.monotonic() - began < seconds:
                return frame(loop, events)
        slow = "".join(map(str, dog.faults[:3]))
        os.write(pipe, f"{time.monotonic()} {dog.longest} {slow}".encode())
        return frame(loop, [pygame.Event(pygame.QUIT)])

    def wait(loop: GameLoop) -> list[Any]:
        time.sleep(0.01)
        return pygame.event.get()

    GameLoop.frame, GameLoop._wait = driven, wait  # type: ignore[method-assign]
    from puzzler.__main__ import main

    return main(list(case.arguments))


def close(
    name: str, cache: Path | None, seconds: float, *, is_timed: bool = True
) -> tuple[float, float, list[str]]:
    """Close a case after ``seconds``. Return its seconds until the end, longest frame and faults.

    cache: a folder of compiled kernels. is_timed: a late end and a slow frame are faults.
    """
    with tempfile.TemporaryDirectory(prefix="puzzler-closing-") as folder:
        home, temporary = Path(folder, "home"), Path(folder, "tmp")
        temporary.mkdir()
        (home / "cache").mkdir(parents=True)
        if cache is not None:
            (home / "cache" / "kernels").symlink_to(cache)
        reading, writing = os.pipe()
        places = {"PUZZLER_HOME": str(home), "TMPDIR": str(temporary), "PUZZLER_CASE": folder}
        process = subprocess.Popen(
            [sys.executable, __file__, "--case", name, str(seconds), str(writing)],
            env=environment(**places),
            pass_fds=(writing,),
            stdin=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        os.close(writing)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(seconds + PATIENCE)
        ended = time.monotonic()
        left = [(number, command_of(number)) for number in processes_with("PUZZLER_CASE", folder)]
        for number, _ in left:
            os.kill(number, signal.SIGKILL)
        _, errors = process.communicate()
        report = os.read(reading, 1 << 16).decode().split(" ", 2)
        os.close(reading)
        closed, processor, slow = (*map(float, report[:2]), report[2]) if report[1:] else (0, 0, "")
        junk = [*temporary.iterdir(), *home.rglob("*.tmp"), *home.rglob("saved.gif")]
        faults = {
            f"exit status {process.returncode}": process.returncode,
            f"it needed {ended - closed:.2f} s": is_timed and ended - closed > LIMIT,
            "it was never closed": not closed,
            f"a slow frame: {slow}": is_timed and slow,
            f"messages: {errors[-4000:]}": errors,
            f"processes are left: {left}": left,
            f"files are left: {junk}": junk,
        }
        return ended - closed, processor, [text for text, is_fault in faults.items() if is_fault]


def main() -> int:
    """Run the command line. The exit status is 1 if a case failed."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--count", type=int, default=1, help="closings of each case and cache")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="+", choices=CASES, default=list(CASES))
    options = parser.parse_args()
    draw, began, faults, worst = random.Random(options.seed), time.monotonic(), 0, 0.0
    caches = {"empty": None, "full": shared_kernels().parent}
    rows = [(name, kind) for name in options.only for kind in caches] * options.count
    for name, kind in rows:
        seconds = round(draw.uniform(0.1, CASES[name].longest), 2)
        needed, longest, found = close(name, caches[kind], seconds)
        worst = max(worst, needed)
        faults += bool(found)
        figures = f"after {seconds:4.2f} s: {needed:5.2f} s, frame {longest:.3f} s"
        print(f"{name:14} {kind:7} {figures}", *found, sep="  ", flush=True)
    minutes = (time.monotonic() - began) / 60
    print(
        f"{len(rows)} closings, seed {options.seed}: at most {worst:.2f} s, {minutes:.1f} minutes,"
        f" {faults} faults"
    )
    return min(1, faults)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--case"]:
        sys.exit(run_case(sys.argv[2], float(sys.argv[3]), int(sys.argv[4])))
    sys.exit(main())
