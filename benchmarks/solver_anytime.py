"""Measure the solution and the lower bound of anytime after some seconds.

    python benchmarks/solver_anytime.py [--boards N] [--seconds 1,10] [--sides 10]
        [--other CHECKOUT] [FILE ...]

A FILE has lines with a number, a length to compare with, and the tiles; # starts a comment. Ratios
are sums of lengths divided by sums of the lengths in the file, over the first N boards (30). Boards
of the sizes in ``--sides`` have the seeds 0 to 9; their mean length is printed. Seconds are
processor time of one core. With ``--other``, the program in the folder CHECKOUT searches every
board as well, immediately before this one.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from pathlib import Path

from puzzler.board.board import Board
from puzzler.board.scenario import Problem
from puzzler.board.shuffler import shuffle
from puzzler.search import compilation
from puzzler.search.engine.stepping import Status
from puzzler.search.method import Method
from puzzler.search.starting import start

SHUFFLED = 10
SLICE = 2_000
"""States between two checks of the time: about a millisecond."""

Moment = tuple[float, int, int]
"""Seconds, length and lower bound."""


class Program:
    """A process that searches boards with the program in the folder ``checkout``."""

    def __init__(self, checkout: Path) -> None:
        self.name = checkout.resolve().name
        self._process = subprocess.Popen(
            [sys.executable, __file__, "--worker"],
            env=os.environ | {"PYTHONPATH": str(checkout.resolve())},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def search(self, board: Board, seconds: float) -> list[Moment]:
        """Return each new length or bound."""
        assert self._process.stdin
        assert self._process.stdout
        print(json.dumps((*board.size, board.tiles, seconds)), file=self._process.stdin, flush=True)
        return [
            (at, length, bound) for at, length, bound in json.loads(self._process.stdout.readline())
        ]


def main() -> None:
    """Print a line for each file, size and program."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--boards", type=int, default=30)
    parser.add_argument("--seconds", default="1,10")
    parser.add_argument("--sides", default="10")
    parser.add_argument("--other", type=Path, metavar="CHECKOUT")
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    wishes = parser.parse_args()
    if wishes.worker:
        work()
        return
    moments = [float(seconds) for seconds in wishes.seconds.split(",")]
    checkouts = filter(None, (wishes.other, Path(__file__).parent.parent))
    programs = [Program(checkout) for checkout in checkouts]
    for program in programs:
        program.search(shuffle(5, 5, None, 0).start, 2)  # loads the kernels and the tables
    print(f"{'program':>12} {'boards':>28} {'first s':>8} {'first':>7} " + " ".join(
        f"{f'{moment:g} s':>8} {'bound':>6}" for moment in moments
    ))  # fmt: skip
    for file in wishes.files:
        rows = [line.split() for line in file.read_text().splitlines() if not line.startswith("#")]
        boards, lengths = [], []
        for _, length, *tiles in rows[: wishes.boards]:
            side = round(len(tiles) ** 0.5)
            boards.append(Board(side, side, tuple(map(int, tiles))))
            lengths.append(int(length))
        report(programs, file.stem, boards, moments, sum(lengths))
    for side in filter(None, wishes.sides.split(",")):
        boards = [shuffle(int(side), int(side), None, seed).start for seed in range(SHUFFLED)]
        name = f"{side}x{side}, seeds 0-{SHUFFLED - 1}"
        report(programs, name, boards[: wishes.boards], moments, None)


def work() -> None:
    """Search the boards on standard input; print a line with the moments of each."""
    compilation.load_compiled()
    for line in sys.stdin:
        rows, columns, tiles, seconds = json.loads(line)
        board = Board(rows, columns, tuple(tiles))
        began = time.process_time()  # the tables of the search are part of the time
        search = start(Problem(board, Board.solved(*board.size)), Method("anytime"))
        found: list[Moment] = []
        while search.status is Status.RUNNING and time.process_time() - began < seconds:
            search.advance(SLICE)
            if search.improvements:
                last = search.improvements[-1]
                moment = (time.process_time() - began, last.length, last.lower_bound)
                if not found or found[-1][1:] != moment[1:]:
                    found.append(moment)
        print(json.dumps(found), flush=True)


def report(
    programs: list[Program],
    name: str,
    boards: list[Board],
    moments: list[float],
    length_total: int | None,
) -> None:
    """Search each board once for the longest time, and print the results at each time."""
    results: list[list[list[Moment]]] = [[] for _ in programs]
    for board in boards:
        for program, found in zip(programs, results, strict=True):
            found.append(program.search(board, max(moments)))
    total = length_total or len(boards)
    places = 3 if length_total else 1
    for program, found in zip(programs, results, strict=True):
        slowest = max(first[0] for first, *_ in found)
        first_length = sum(first[1] for first, *_ in found) / total
        row = []
        for moment in moments:
            bounds = [bounds_at(result, moment) for result in found]
            row += [f"{sum(length for length, _ in bounds) / total:8.{places}f}"]
            row += [f"{sum(bound for _, bound in bounds) / total:6.{places}f}"]
        print(
            f"{program.name:>12} {name:>28} {slowest:8.3f} {first_length:7.{places}f} "
            + " ".join(row),
            flush=True,
        )


def bounds_at(result: list[Moment], seconds: float) -> tuple[int, int]:
    """Return the length and the bound at a time, or the first ones if there are none."""
    moments = [moment for moment in result if moment[0] <= seconds]
    return (moments or result)[-1 if moments else 0][1:]


if __name__ == "__main__":
    main()
