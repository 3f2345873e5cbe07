"""Measures how long the live coach takes after a move until its line is proven, on random games.

Run from the checkout: ``python benchmarks/window_coach.py [--games N] [--moves N] [--pace P ...]``.
A game begins with a fully mixed 4x4 board; its player makes a best move more or less often, else
any move but back, at so many moves a second. The session runs headless, 60 frames a second; the
time is from the move to the frame that knows the distance of the board, 0 where it was known
before. Told beside it: until all best first moves are known, and how long frames took.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time

from puzzler.board import Board, Move
from puzzler.game.coach.distances import Purpose, around
from puzzler.game.kept.settings import Settings
from puzzler.game.session import Session
from puzzler.search.engine.measuring import Question
from puzzler.solver.preparation import Preparation
from puzzler.window.app import SWITCH_SECONDS

FRAME = 1 / 60
SHARES = (0.0, 0.5, 0.8)
"""How often a player makes a best move; games take turns."""
LONGEST = 60.0
"""Seconds after which a game goes on although nothing was proven."""


class Player:
    """Plays a game in a headless session, and watches the coach's clock."""

    def __init__(self) -> None:
        self.session = Session(
            Settings(rows=4, columns=4, instant_shuffle=True),
            time.perf_counter,
            preparation=Preparation(),
        )
        self.frames: list[float] = []
        self.waited: list[float] = []
        self.until_edges: list[float] = []

    def play(self, seed: int, share: float, moves: int, pace: float) -> None:
        """One game; where it is solved before, it ends there."""
        session, rng = self.session, random.Random(seed)
        session.new(4, 4, seed=seed)
        session.stop()
        self._pass_time(until_known=True)
        last: Move | None = None
        for _ in range(moves):
            self._pass_time(1 / pace)
            last = self._choice(rng, share, last)
            session.move(last)
            if session.board == session.goal:
                break
            self._measure()

    def _measure(self) -> None:
        """Frame by frame until all is known of the present board."""
        began = time.perf_counter()
        known = None
        while time.perf_counter() < began + LONGEST:
            waited = 0.0 if known is None and self._is_known() else time.perf_counter() - began
            if known is None and self._is_known():
                known = waited
                self.waited.append(known)
            if known is not None and self._edges() is not None:
                self.until_edges.append(time.perf_counter() - began if waited else 0.0)
                return
            self._frame()

    def _pass_time(self, seconds: float = LONGEST, *, until_known: bool = False) -> None:
        end = time.perf_counter() + seconds
        while time.perf_counter() < end and not (until_known and self._edges() is not None):
            self._frame()

    def _frame(self) -> None:
        """What the window would do, without drawing; then the rest of the frame is slept."""
        began = time.perf_counter()
        distances = self.session.sitting.distances
        distances.ask(Purpose.COACH, around(self.session.board, self.session.goal))
        self.session.tick(began)
        spent = time.perf_counter() - began
        self.frames.append(spent)
        time.sleep(max(0.0, FRAME - spent))

    def _is_known(self) -> bool:
        distances = self.session.sitting.distances
        return distances.shortest(self.session.board, self.session.goal).moves is not None

    def _edges(self) -> frozenset[Move] | None:
        return self.session.sitting.distances.first_moves(self.session.board, self.session.goal)

    def _choice(self, rng: random.Random, share: float, last: Move | None) -> Move:
        best = self._edges()
        if best and rng.random() < share:
            return rng.choice(sorted(best))
        onward = [move for move in self.session.board.legal_moves() if last != move.inverse]
        return rng.choice(onward)


def build_tables(goal: Board) -> None:
    """Once, so that no figure contains it."""
    player = Player()
    distances = player.session.sitting.distances
    distances.ask(Purpose.COACH, [Question(goal.apply(Move.UP).apply(Move.UP), goal)])
    player._pass_time(until_known=True)
    player.session.close()


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
        for game in range(chosen.games):
            player.play(chosen.seed + game, SHARES[game % len(SHARES)], chosen.moves, pace)
        player.session.close()
        print(f"{pace:g} moves a second, {len(player.waited)} moves")
        _report("until the line is proven", player.waited)
        _report("until all best moves are", player.until_edges)
        _report("work of a frame", player.frames)


def _report(what: str, seconds: list[float]) -> None:
    at = statistics.quantiles(seconds, n=100, method="inclusive")
    figures = [("p50", at[49]), ("p90", at[89]), ("p99", at[98]), ("worst", max(seconds))]
    print(f"  {what}: " + ", ".join(f"{name} {1000 * value:.1f} ms" for name, value in figures))


if __name__ == "__main__":
    main()
