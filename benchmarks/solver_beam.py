"""Measure lengths and times of beam search on random 24-puzzles and on boards up to 10x10.

    python benchmarks/solver_beam.py [HEURISTIC ...]

Default heuristics: learned and linear conflict. The 24-puzzles are those of Korf and Felner in the
tests, with known optimal lengths; larger boards have the seeds 0 to 19. One core.
"""

from __future__ import annotations

import sys
from pathlib import Path

from puzzler.board.board import Board
from puzzler.board.shuffler import shuffle
from puzzler.search.solve import solve

FILE = Path(__file__).parent.parent / "tests" / "data" / "korf_felner_24puzzle_1_25.txt"
SIDES = (6, 8, 10)
BOARDS = 20


def main() -> None:
    """Solve all boards with each heuristic and print a line for each size."""
    rows = [line.split() for line in FILE.read_text().splitlines() if not line.startswith("#")]
    optimal_lengths = [(Board(5, 5, tuple(map(int, tiles))), int(best)) for _, best, *tiles in rows]
    print(f"{'heuristic':>20} {'size':>5} {'solved':>6} {'length':>7} {'x best':>6} {'mean s':>7} "
          f"{'worst s':>7} {'M gen/s':>7} {'MB':>5}")  # fmt: skip
    for heuristic in sys.argv[1:] or ["learned", "linear-conflict"]:
        solve(Board.parse("1 2/3 0"), algorithm="beam", heuristic=heuristic)  # loads the kernels
        report(
            heuristic,
            "5x5",
            [board for board, _ in optimal_lengths],
            sum(best for _, best in optimal_lengths),
        )
        for side in SIDES:
            boards = [shuffle(side, side, seed=seed).start for seed in range(BOARDS)]
            report(heuristic, f"{side}x{side}", boards)


def report(heuristic: str, size: str, boards: list[Board], best: int | None = None) -> None:
    """Solve ``boards`` and print their line. best: sum of their shortest lengths."""
    results = [solve(board, algorithm="beam", heuristic=heuristic) for board in boards]
    solved = [result for result in results if result.length is not None]
    assert all(result.start.apply_all(result.moves) == result.goal for result in solved)
    seconds = [result.stats.elapsed for result in results]
    length = sum(len(result.moves) for result in solved)
    ratio = f"{length / best:.3f}" if best and len(solved) == len(boards) else "-"
    rate = sum(result.stats.generated for result in results) / sum(seconds) / 1e6
    print(
        f"{heuristic:>20} {size:>5} {len(solved):6} {length / max(len(solved), 1):7.1f} {ratio:>6} "
        f"{sum(seconds) / len(seconds):7.2f} {max(seconds):7.2f} {rate:7.2f} "
        f"{max(result.stats.bytes for result in results) / 1e6:5.0f}",
        flush=True,
    )


if __name__ == "__main__":
    main()
