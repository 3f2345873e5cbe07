"""Compare the time in which anytime proves its solution of random 15-puzzles with ``--optimal``.

    python benchmarks/solver_against_optimal.py [--boards N] [--first SEED]

Both methods solve each board alternately in one process, so that other work on the machine affects
both. Prints the time of the searches, without setup, in milliseconds. One core.
"""

from __future__ import annotations

import argparse
from statistics import mean, median

from puzzler.board.shuffler import shuffle
from puzzler.search.method import Method
from puzzler.search.solve import solve

METHODS = {"--optimal": Method.shortest(4, 4), "anytime": Method("anytime")}


def main() -> None:
    """Print a line for each method, and their ratio."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boards", type=int, default=100)
    parser.add_argument("--first", type=int, default=0, metavar="SEED")
    wishes = parser.parse_args()
    seeds = range(wishes.first, wishes.first + wishes.boards)
    print(f"{len(seeds)} boards of 4x4, seeds {seeds[0]} to {seeds[-1]}")
    for method in METHODS.values():  # loads tables and machine code
        solve(shuffle(4, 4, None, seeds[0]).start, method=method)
    times: dict[str, list[float]] = {name: [] for name in METHODS}
    expanded = dict.fromkeys(METHODS, 0)
    for seed in seeds:
        board, lengths = shuffle(4, 4, None, seed).start, set()
        for name, method in METHODS.items():
            result = solve(board, method=method)
            assert result.proven_optimal, f"{name} has proven nothing about seed {seed}"
            lengths.add(result.length)
            times[name].append(1000 * result.stats.elapsed)
            expanded[name] += result.stats.expanded
        assert len(lengths) == 1, f"the two differ about seed {seed}"
    print(f"{'':>10} {'mean ms':>8} {'median':>8} {'longest':>8} {'expanded':>12}")
    for name, each in times.items():
        print(
            f"{name:>10} {mean(each):8.2f} {median(each):8.2f} {max(each):8.1f} "
            f"{expanded[name] // len(seeds):12,}"
        )
    print(f"ratio of the means: {mean(times['anytime']) / mean(times['--optimal']):.3f}")


if __name__ == "__main__":
    main()
