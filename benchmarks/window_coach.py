"""Measure how long the coach takes after a move until its line is proven, in random games.

    python benchmarks/window_coach.py [--games N] [--moves N] [--pace P ...]

A game starts with a fully mixed 4x4 board. Its player makes P moves per second: a best move with
some probability, otherwise a random slide that is not an immediate reversal. The session runs
without a window at 60 frames per second. The time is from the slide to the frame in which the line
says "proven"; 0 if that is the same frame. Also printed: the time until the green edges appear, the
time until the line of a new board is proven, and the work per frame.
"""

from __future__ import annotations

import argparse
import random
import sys
import time

import numpy as np

from puzzler.board import Board
from puzzler.game.core.settings import Settings
from puzzler.game.session import Session
from puzzler.solver.preparation import Preparation
from puzzler.window.main.app import SWITCH_SECONDS

FRAME = 1 / 60
SHARES = (0.0, 0.5, 0.8)
"""Probabilities of a best move; games use them alternately."""
LONGEST = 60.0
"""Seconds after which a game continues without a proof."""


class Player:
    """Plays a game in a headless session and measures the coach."""

    def __init__(self) -> None:
        self.session = Session(
            Settings(rows=4, columns=4, instant_shuffle=True, coach=True),
            time.perf_counter,
            preparation=Preparation(),
        )
        self.frames: list[float] = []
        self.waited: list[float] = []
        self.until_edges: list[float] = []
        self.of_new_boards: list[float] = []

    def play(self, seed: int, share: float, moves: int, pace: float) -> None:
        """Play one game, which may end before all moves are made."""
        session, rng = self.session, random.Random(seed)
        session.boards.new(4, 4, seed=seed)
        session.stop()
        self._measure(self.of_new_boards, [])
        before = session.activity.board
        for _ in range(moves):
            self._pass_time(1 / pace)
            cell = self._choice(rng, share, before)
            before = session.activity.board
            session.click(cell)
            if session.activity.board == session.activity.goal:
                break
            self._measure(self.waited, self.until_edges)

    def _measure(self, until_line: list[float], until_edges: list[float]) -> None:
        """Run frames until everything about the current board is known."""
        began = time.perf_counter()
        seconds, has_line = 0.0, False
        while seconds < LONGEST:
            coach = self.session.snapshot().coach
            line = coach.line
            if not has_line and line is not None and line.left.moves is not None:
                until_line.append(seconds)
                has_line = True
            if coach.green_cells:
                until_edges.append(seconds)
                return
            self._frame()
            seconds = time.perf_counter() - began

    def _pass_time(self, seconds: float) -> None:
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            self._frame()

    def _frame(self) -> None:
        """Do the work of a frame without drawing, then sleep until its end."""
        began = time.perf_counter()
        self.session.tick(began)
        self.frames.append(time.perf_counter() - began)
        time.sleep(max(0.0, FRAME - self.frames[-1]))

    def _choice(self, rng: random.Random, share: float, before: Board) -> int:
        """Return the cell to click."""
        session = self.session
        if session.snapshot().coach.green_cells and rng.random() < share:
            return rng.choice(session.snapshot().coach.green_cells)
        row, column = divmod(session.activity.board.blank, 4)
        line = [4 * row + other for other in range(4) if other != column]
        line += [4 * other + column for other in range(4) if other != row]
        return rng.choice([cell for cell in line if cell != before.blank])


def main() -> None:
    """Play the games and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=12)
    parser.add_argument("--moves", type=int, default=40)
    parser.add_argument("--pace", type=float, nargs="*", default=[2.0, 5.0])
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    sys.setswitchinterval(SWITCH_SECONDS)
    for pace in chosen.pace:
        player = Player()
        # kernels and tables are loaded, and built where they never were
        player.play(chosen.seed - 1, 0.0, 1, pace)
        for figures in (player.frames, player.waited, player.until_edges, player.of_new_boards):
            figures.clear()
        for game in range(chosen.games):
            player.play(chosen.seed + game, SHARES[game % len(SHARES)], chosen.moves, pace)
        player.session.close()
        print(f"{pace:g} slides a second, {len(player.waited)} slides in {chosen.games} games")
        _report("until the line is proven", player.waited)
        _report("until the green edges are there", player.until_edges)
        _report("until the line of a new board is", player.of_new_boards)
        _report("work of a frame", player.frames)


def _report(what: str, seconds: list[float]) -> None:
    if not seconds:  # for example if no line was proven in time
        print(f"  {what}: no values")
        return
    values = np.percentile(seconds, (50, 90, 99, 100))
    figures = zip(("p50", "p90", "p99", "worst"), values, strict=True)
    print(f"  {what}: " + ", ".join(f"{name} {1000 * value:.1f} ms" for name, value in figures))


if __name__ == "__main__":
    main()
