"""Measure the solution and the lower bound of anytime after some seconds.

    python benchmarks/solver_anytime.py [--boards N] [--seconds 1,10] [--sides 10] [FILE ...]

A FILE has lines with a number, a length to compare with, and the tiles; # starts a comment. Ratios
are sums of lengths divided by sums of the lengths in the file, over the first N boards (30). Boards
of the sizes in ``--sides`` have the seeds 0 to 9; their mean length is printed. One core.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from puzzler.board.board import Board
from puzzler.board.shuffler import shuffle
from puzzler.search.options import Limit
from puzzler.search.result import SearchResult
from puzzler.search.solve import solve

SHUFFLED = 10


def main() -> None:
    """Print a line for each file and each size."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--boards", type=int, default=30)
    parser.add_argument("--seconds", default="1,10")
    parser.add_argument("--sides", default="10")
    wishes = parser.parse_args()
    moments = [float(seconds) for seconds in wishes.seconds.split(",")]
    solve(shuffle(5, 5, None, 0).start, algorithm="anytime", limit=Limit(seconds=5))  # warms up
    print(f"{'boards':>28} {'first s':>8} {'first':>7} " + " ".join(
        f"{f'{moment:g} s':>8} {'bound':>6}" for moment in moments
    ))  # fmt: skip
    for file in wishes.files:
        rows = [line.split() for line in file.read_text().splitlines() if not line.startswith("#")]
        boards, lengths = [], []
        for _, length, *tiles in rows[: wishes.boards]:
            side = round(len(tiles) ** 0.5)
            boards.append(Board(side, side, tuple(map(int, tiles))))
            lengths.append(int(length))
        report(file.stem, boards, moments, sum(lengths))
    for side in filter(None, wishes.sides.split(",")):
        boards = [shuffle(int(side), int(side), None, seed).start for seed in range(SHUFFLED)]
        report(f"{side}x{side}, seeds 0-{SHUFFLED - 1}", boards[: wishes.boards], moments, None)


def report(name: str, boards: list[Board], moments: list[float], known_lengths: int | None) -> None:
    """Search each board once for the longest time, and print the results at each time."""
    limit = Limit(seconds=max(moments))
    results = [solve(board, algorithm="anytime", limit=limit) for board in boards]
    total = known_lengths or len(boards)
    places = 3 if known_lengths else 1
    # the tables of the search are part of the time
    slowest = max(result.improvements[0].seconds for result in results)
    first = sum(result.improvements[0].length for result in results) / total
    row = []
    for moment in moments:
        bounds = [bounds_at(result, moment) for result in results]
        row += [f"{sum(length for length, _ in bounds) / total:8.{places}f}"]
        row += [f"{sum(bound for _, bound in bounds) / total:6.{places}f}"]
    print(f"{name:>28} {slowest:8.3f} {first:7.{places}f} " + " ".join(row), flush=True)


def bounds_at(result: SearchResult, seconds: float) -> tuple[int, int]:
    """The length and the bound that were known by then, or else the first."""
    known_lengths = [moment for moment in result.improvements if moment.seconds <= seconds]
    moment = known_lengths[-1] if known_lengths else result.improvements[0]
    return moment.length, moment.bound


if __name__ == "__main__":
    main()
