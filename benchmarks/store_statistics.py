"""Measure how long the statistics of many solves take to open.

    python benchmarks/store_statistics.py [SOLVES] [--runs N]

Each figure is from a new process in which numpy and the program are loaded but no part of the file.
The solves are of 4x4 boards, with about 150 moves; a tenth of them had help.
"""

from __future__ import annotations

import argparse
import json
import random
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

FRAME = 60
"""Seconds between two solves in the file."""


def main() -> None:
    """Make the file, run the processes one after the other and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("solves", nargs="?", type=int, default=100_000)
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--child", metavar="FOLDER", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.child:
        print(json.dumps(measured(Path(chosen.child))))
        return
    with tempfile.TemporaryDirectory() as name:
        make(Path(name), chosen.solves)
        size = sum(file.stat().st_size for file in Path(name).iterdir()) / 1e6
        command = [sys.executable, __file__, "--child", name]
        runs = [
            json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
            for _ in range(chosen.runs)
        ]
    print(f"{chosen.solves:,} solves, {size:.0f} MB; milliseconds, median and worst of {len(runs)}")
    for what in runs[0]:
        figures = [1000 * run[what] for run in runs]
        print(f"{what:42} {statistics.median(figures):8.1f} {max(figures):8.1f}")


def make(folder: Path, solves: int) -> None:
    """Make a store with this many solves."""
    from puzzler.game.storage.database import FILE_NAME
    from puzzler.game.storage.store import Store

    Store.open(folder).close()
    generator = random.Random(1)
    connection = sqlite3.connect(folder / FILE_NAME, isolation_level=None)
    connection.execute("BEGIN")
    start = "5 1 2 4/9 6 3 8/13 10 7 11/14 15 12 0"
    for number in range(solves):
        moves = generator.randrange(80, 220)
        seconds = generator.uniform(15, 120)
        times = " ".join(str(round(1000 * seconds * move / moves)) for move in range(moves))
        connection.execute(
            "INSERT INTO solves (game, number, rows, columns, goal, difficulty, start, seed,"
            " shuffle_moves, moves, times, move_count, seconds, assisted, solved_at, shortest)"
            " VALUES (1, ?, 4, 4, 'standard', 'mixed', ?, ?, 400, ?, ?, ?, ?, ?, ?, ?)",
            (
                number,
                start,
                str(number),
                "UDLR" * (moves // 4),
                times,
                moves,
                seconds,
                int(generator.random() < 0.1),
                1.7e9 + FRAME * number,
                generator.choice([None, moves - 2 * generator.randrange(20)]),
            ),
        )
    connection.execute("COMMIT")
    connection.close()


def measured(folder: Path) -> dict[str, float]:
    """Return the seconds of each step in this process."""
    from puzzler.board import Scenario, shuffle
    from puzzler.game.core.distances import ShortestLength
    from puzzler.game.core.game import Game, Play, SavedGame
    from puzzler.game.play.finish import record
    from puzzler.game.storage.solve_columns import DATE, SOLVE_COLUMNS, sorted_ids
    from puzzler.game.storage.statistics import curve, summary
    from puzzler.game.storage.store import Store

    row: dict[str, float] = {}
    then = time.perf_counter()

    def lap(what: str) -> None:
        nonlocal then
        now = time.perf_counter()
        row[what] = now - then
        then = time.perf_counter()

    store = Store.open(folder)
    lap("open the store")
    (kind,) = store.solves.kinds()
    lap("kinds")
    solves = store.solves.array(kind)
    lap("figures of every solve")
    summary(solves)
    lap("summary")
    curve(solves)
    lap("curve")
    ids = sorted_ids(solves, DATE, is_descending=True)
    store.solves.with_ids(kind, ids[:50].tolist())
    lap("first 50 rows")
    row["kinds, figures, summary, curve and rows"] = sum(list(row.values())[1:])
    summary(solves[len(solves) * 9 // 10 :])
    lap("summary of the last tenth")
    ids = sorted_ids(solves, DATE, is_descending=True)
    store.solves.with_ids(kind, ids[len(ids) // 2 :][:50].tolist())
    lap("50 rows in the middle")
    (lost,) = (column for column in SOLVE_COLUMNS if column.name == "lost")
    ids = sorted_ids(solves, lost, is_descending=False)
    store.solves.with_ids(kind, ids[:50].tolist())
    lap("50 rows in another order")
    scenario: Scenario = shuffle(4, 4, seed=1)
    game = Game(
        SavedGame(Play(scenario=scenario.without_moves(), board=scenario.start)), lambda: 0.0
    )
    for move in reversed(scenario.shuffle):
        game.slide([move.inverse])
    store.game.keep(SavedGame(game.saved.past[-1], game.saved.past[:-1]))
    lap("keep a game")
    record(store, game.saved, ShortestLength())
    lap("note a solve")
    summary(store.solves.array(kind))
    lap("summary again after it")
    store.solves.delete(kind, int(solves["id"][len(solves) // 2]))
    lap("delete a solve")
    store.close()
    return row


if __name__ == "__main__":
    main()
