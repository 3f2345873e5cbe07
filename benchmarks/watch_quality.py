"""How many moves Watch plays, beside what the log announces and the fewest there are.

    python benchmarks/watch_quality.py [--size 4x4] [--difficulty mixed] [--seeds 1-20]
        [--method anytime] [--speed MOVES] [--slow FACTOR]

It plays without a window: the session with its real solver thread, frames of 1/60 s in real time,
which pass ``--slow`` times as slowly where the machine has other work. What remains to be played
when the search is over is not waited for.
"""

from __future__ import annotations

import argparse
import logging
import re
import statistics
import time

from puzzler.board.board import Board
from puzzler.board.scenario import Scenario
from puzzler.board.shuffler import shuffle
from puzzler.game.core.category import Difficulty
from puzzler.game.core.settings import Settings
from puzzler.game.play.new_boards import NewBoardOptions, deal
from puzzler.game.session import Session
from puzzler.search.compilation import load_compiled
from puzzler.search.method import Method
from puzzler.search.solve import solve
from puzzler.solver.preparation import Preparation

FRAME = 1 / 60
CELLS_WITH_OPTIMUM = 16
"""Beyond, a shortest solution may not be found while one waits: the best known is told."""


def main() -> None:
    """Print a line for each seed, and what they come to."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", default="4x4")
    parser.add_argument("--difficulty", default="mixed", type=Difficulty)
    parser.add_argument("--seeds", default="1-20")
    parser.add_argument("--method", default="anytime")
    parser.add_argument("--speed", type=float)
    parser.add_argument("--slow", type=float, default=1.0)
    chosen = parser.parse_args()
    rows, columns = map(int, chosen.size.split("x"))
    first, last = map(int, chosen.seeds.split("-"))
    settings = Settings(algorithm=chosen.method, rows=rows, columns=columns)
    if chosen.speed:
        settings = Settings(
            algorithm=chosen.method, rows=rows, columns=columns, playback_speed=chosen.speed
        )
    log = Log()
    logging.getLogger("puzzler").addHandler(log)
    logging.getLogger("puzzler").setLevel(logging.INFO)
    load_compiled()
    solve(shuffle(rows, columns, 10, 1).start, algorithm=chosen.method)  # loads its tables
    print("seed  announced  played  shortest  ratio  first move s  search s, moves played by then")
    ratios = []
    for seed in range(first, last + 1):
        scenario = deal(NewBoardOptions(Board.solved(rows, columns), chosen.difficulty, seed))
        log.lines.clear()
        line, ratio = watched(scenario, settings, log, chosen.slow)
        ratios.append(ratio)
        print(f"{seed:4}  {line}", flush=True)
    print(f"mean {statistics.mean(ratios):.3f}, largest {max(ratios):.3f}")


class Log(logging.Handler):
    """The lines of the program's log."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep the line."""
        self.lines.append(record.getMessage())

    def moves(self, said: str) -> int | None:
        """The number of moves in the first line with these words."""
        found = (re.search(rf"{said} (\d+) moves?", line) for line in self.lines)
        return next((int(match[1]) for match in found if match), None)


def watched(
    scenario: Scenario, settings: Settings, log: Log, slow: float
) -> tuple[str, float]:  # fmt: skip
    """Watch one board to its end: what is told of it, and moves played by the fewest."""
    now = 0.0
    session = Session(settings, lambda: now, scenario=scenario, preparation=Preparation())
    try:
        session.tick(now)
        session.watch.start()
        began, first_move, ended, played_by_then = time.perf_counter(), 0.0, 0.0, 0
        run = session.watch.runs.shown
        while run is None or not run.track.is_at_end:
            now += FRAME
            session.tick(now)
            run = session.watch.runs.shown
            if run is not None and run.track.position and not first_move:
                first_move = now
            if run is not None and run.is_over and not ended:
                ended, played_by_then = now, run.track.position
            if not ended:
                time.sleep(max(0.0, began + now * slow - time.perf_counter()))
        played = run.track.total
        assert scenario.start.apply_all(run.track.moves) == scenario.goal
        best = run.result.length if run.result is not None else None
        if len(scenario.goal.tiles) <= CELLS_WITH_OPTIMUM:
            best = solve(scenario.start, scenario.goal, Method.shortest(*scenario.goal.size)).length
        assert best is not None
        announced = log.moves("solution found:")
        known = " " if run.result is not None and run.result.proven_optimal else "?"
        line = (
            f"{announced or 0:9}  {played:6}  {best:7}{known}  {played / best:5.3f}"
            f"  {first_move:12.3f}  {ended:8.2f}  {played_by_then:4}"
        )
        return line, played / best
    finally:
        session.close()


if __name__ == "__main__":
    main()
