"""Measure how long it takes to prove every distance of a game of about 200 moves on 4x4.

    python benchmarks/solver_review.py [--games N] [--moves N] [--seed N]

Games are made from seeds: random walks without immediate reversals, the same with a share of best
moves, and solutions row by row as people find them, also with small detours. Prints seconds of one
core, without and with the time that a new process needs to load kernels and tables. Missing tables
are built first.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import time
from collections.abc import Callable

import numpy as np

from puzzler.board import Board, Move, shuffle
from puzzler.game.review.proving import complete
from puzzler.game.review.review import Review
from puzzler.search import compilation
from puzzler.search.deadline import Deadline
from puzzler.search.engine.constructive import construct
from puzzler.search.engine.measuring import Measuring, Ruler

GOAL = Board.solved(4, 4)
Moves = list[Move]


def main() -> None:
    """Make the plays, review them, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=25, help="plays of each kind")
    parser.add_argument("--moves", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    compilation.load_compiled()
    Ruler.build(GOAL)
    slowest: tuple[float, Board, Moves] | None = None
    print(f"seconds to prove every distance, {chosen.games} plays of each kind")
    for name, make in KINDS.items():
        times, lengths = list[float](), list[int]()
        for seed in range(chosen.seed, chosen.seed + chosen.games):
            start = shuffle(4, 4, seed=seed).start
            moves = make(start, random.Random(seed), chosen.moves)
            review = Review(start, GOAL, moves)
            began = time.perf_counter()
            complete(review, Deadline())
            assert review.is_complete
            times.append(time.perf_counter() - began)
            lengths.append(len(moves))
            if slowest is None or times[-1] > slowest[0]:
                slowest = times[-1], start, moves
        p50, p90 = np.percentile(times, (50, 90))
        figures = f"p50 {p50:.2f}, p90 {p90:.2f}, worst {max(times):.2f}"
        print(f"  {name}, {min(lengths)} to {max(lengths)} moves: {figures}", flush=True)
    assert slowest is not None
    _, start, moves = slowest
    letters = "".join(move.letter for move in moves)
    command = [sys.executable, "-m", "puzzler", "review", str(start), "--json", "--moves", letters]
    began = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True)
    print(f"the slowest of them as a command of its own: {time.perf_counter() - began:.2f}")


def mixed_play(share: float) -> Callable[[Board, random.Random, int], Moves]:
    """Make a game with this share of best moves; the others are random, without reversals."""

    def make(board: Board, rng: random.Random, length: int) -> Moves:
        ruler, moves = Ruler.build(GOAL), Moves()
        best: Moves = []
        while len(moves) < length and board != GOAL:
            onward = [m for m in board.legal_moves() if not moves or m != moves[-1].inverse]
            move = rng.choice(onward)
            if rng.random() < share:
                best = best or _solution(ruler, board)
                move = best[0]
            best = best[1:] if best and best[0] == move else []
            moves.append(move)
            board = board.apply(move)
        return moves

    return make


def row_by_row(share: float) -> Callable[[Board, random.Random, int], Moves]:
    """Make a solution row by row, with this share of short detours."""

    def make(board: Board, rng: random.Random, length: int) -> Moves:
        moves = Moves()
        for move in construct(board, GOAL):
            if rng.random() < share:
                for _ in range(rng.randint(1, 4)):
                    aside = rng.choice(board.legal_moves())
                    moves += [aside, aside.inverse]
            moves.append(move)
            board = board.apply(move)
        return moves

    return make


KINDS = {
    "at random": mixed_play(0.0),
    "every third move a best one": mixed_play(1 / 3),
    "two of three a best one": mixed_play(2 / 3),
    "row by row": row_by_row(0.0),
    "row by row with detours": row_by_row(0.2),
}


def _solution(ruler: Ruler, board: Board) -> Moves:
    measuring = Measuring(ruler, board, with_path=True)
    while measuring.advance(10**6):
        pass
    return list(measuring.path or ())


if __name__ == "__main__":
    main()
