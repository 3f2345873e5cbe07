"""Measure a race: work per frame and frame intervals with four lanes at full speed.

    python benchmarks/window_race.py [--seconds S] [--tab NAME] [--case NAME] [--small] [--time]

Uses SDL's dummy video driver; set SDL_VIDEODRIVER to measure on a real screen. A race that ends is
restarted; frames count while it runs. Work is the processor time of the window's thread.
"""

from __future__ import annotations

import argparse
import os
import sys
import threading
import time
from dataclasses import dataclass

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame
from window_lab import BARS, SIZES, WARM_SECONDS, Recorder, spread

from puzzler.board import Board, Scenario, shuffle
from puzzler.game.core.settings import Settings
from puzzler.game.race.state import RacePhase
from puzzler.game.session import Session
from puzzler.search.compilation import KernelState
from puzzler.search.method import Method
from puzzler.solver.preparation import Preparation
from puzzler.solver.race.race_rules import Pace, RaceRules
from puzzler.window.core.display import open_window
from puzzler.window.core.window import Window
from puzzler.window.main.app import SWITCH_SECONDS, collect_when_idle
from puzzler.window.main.loop import GameLoop
from puzzler.window.main.screen import ViewScreen
from puzzler.window.race.view import LANES, PLOT, TABLE, choose_tab


@dataclass(frozen=True)
class Case:
    """A race to show."""

    name: str
    scenario: Scenario
    methods: tuple[Method, ...]


GUIDED = tuple(Method(name, "manhattan") for name in ("astar", "idastar", "greedy", "beam"))
CASES = (
    Case("3x3", Scenario(Board.parse("8 6 7/2 5 4/3 0 1"), Board.solved(3, 3)),
         (Method("bfs"), Method("iddfs"), Method("astar", "misplaced"), Method("dfs"))),
    Case("4x4", shuffle(4, 4, seed=3),
         (*GUIDED[:2], Method("bidirectional", "manhattan"), Method("bfs"))),
    Case("5x5", shuffle(5, 5, seed=3),
         (*GUIDED[:2], Method("anytime", "manhattan"), Method("bfs"))),
)  # fmt: skip


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=4.0, help="length of each measurement")
    parser.add_argument("--tab", help="only this one")
    parser.add_argument("--case", help="only races whose name begins so")
    parser.add_argument("--small", action="store_true", help="640x480 instead of 1280x800")
    parser.add_argument("--time", action="store_true", help="equal time instead of expansions")
    options = parser.parse_args()
    sys.setswitchinterval(SWITCH_SECONDS)
    size = SIZES[options.small]
    open_window(size)
    print(f"{size[0]}x{size[1]}; {BARS}")
    rules = RaceRules(Pace.TIME if options.time else Pace.EXPANSIONS)
    with collect_when_idle():
        for tab in (LANES, PLOT, TABLE)[not options.small :]:
            for case in CASES:
                if options.tab in (None, tab) and case.name.startswith(options.case or ""):
                    row = measured(tab, case, rules, size, options.seconds)
                    print(f"{tab:6} {case.name:4} {row}", flush=True)


def measured(tab: str, case: Case, rules: RaceRules, size: tuple[int, int], seconds: float) -> str:
    """Return the frames while the race runs at full speed with this tab open."""
    session = Session(
        Settings(), time.perf_counter, scenario=case.scenario, preparation=Preparation()
    )
    while session.context.preparation.poll() is KernelState.MISSING:
        time.sleep(0.1)
    session.context.preparation.load()
    screen = ViewScreen(Window(session), size)
    session.race.open(methods=case.methods)
    racing = session.race.opened
    assert racing is not None, "the race is open"
    racing.set_rules(rules)
    racing.set_rate(None)
    furthest = 0.0

    def go_on() -> bool:
        nonlocal furthest
        furthest = max(furthest, racing.state().moment)
        if is_over := racing.phase is not RacePhase.RUNNING:
            racing.start()
            choose_tab(screen.window, tab)
            pygame.event.post(pygame.Event(pygame.USEREVENT))  # a loop at rest looks at events only
        return not is_over

    recorder = Recorder(time.perf_counter() + WARM_SECONDS, go_on)
    loop = GameLoop(screen, sleep=recorder.sleep)
    loop.draw()
    go_on()
    end = pygame.Event(pygame.QUIT)
    timer = threading.Timer(WARM_SECONDS + seconds, lambda: pygame.event.post(end))
    timer.start()
    loop.run()
    timer.join()
    screen.close()
    return (
        f"work {spread(recorder.work)}   interval {spread(recorder.intervals)}   "
        f"to {furthest:,.0f} each"
    )


if __name__ == "__main__":
    main()
