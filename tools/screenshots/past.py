"""Fictitious solves for the statistics and days of drill for its curve."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from pathlib import Path

from puzzler.board import Board, shuffle
from puzzler.board.path import invert_moves
from puzzler.game.storage.database import FILE_NAME
from puzzler.game.storage.practice import CardKind, DrillCard
from puzzler.game.storage.statistics import SolveRow
from puzzler.game.storage.store import Store

DAY = 86_400.0
_PRACTICE = (
    (4, "mixed", 240, (42, 60), (110.0, 52.0), (1.1, 0.45)),
    (3, "mixed", 120, (17, 27), (24.0, 11.0), (0.9, 0.3)),
    (3, "easy", 40, (6, 12), (7.0, 4.0), (0.4, 0.1)),
)
"""Side, difficulty and number of solves by a player who improves.

Then the smallest and the largest length, seconds of a typical solve at first and now, and extra
moves as a share of the shortest length at first and now.
"""


def make_past() -> None:
    """Add the solves to the store of the fictitious user in ``PUZZLER_HOME``."""
    store, generator = Store.open(), random.Random(1)
    # due much later, so that the card of the picture is first
    cards = [
        DrillCard(Board.parse(text), Board.solved(3, 3), distance, CardKind.GENERATED, box=5,
             due_at=time.time() + 20 * DAY)
        for text, distance in (("8 6 7/2 5 4/3 0 1", 31), ("6 7 5/0 3 1/2 4 8", 21))
    ]  # fmt: skip
    (card, _) = store.practice.add_cards(cards)
    for splits in ((1.9, 6), (14.2, 34), (68.0, 96), (151.0, 240)), (
        (1.4, 6), (11.8, 30), (61.5, 88), (139.0, 214),
    ):  # fmt: skip
        store.solves.keep_relay(splits, assisted=False)
    store.solves.add_imported([*_solves(generator)])
    for day in range(21, 0, -1):
        for _ in range(generator.randrange(6, 14)):
            is_right = generator.random() < 0.9 - 0.02 * day
            at = time.time() - day * DAY
            store.write("", "INSERT INTO answers VALUES (NULL, ?, ?, ?)", card, is_right, at)
    store.close()


def _solves(generator: random.Random) -> Iterator[SolveRow]:
    for side, difficulty, solves, lengths, pace, waste in _PRACTICE:
        for index in range(solves):
            done = index / solves
            usual, wasted = (first + (now - first) * done**0.7 for first, now in (pace, waste))
            shortest = generator.randint(*lengths)
            count = shortest + 2 * round(shortest * wasted * generator.uniform(0.2, 1.6) / 2)
            seconds = usual * generator.lognormvariate(0, 0.22) * count / (shortest * 1.5)
            seconds = max(seconds, 0.8 * pace[1])
            scenario = shuffle(side, side, count, generator.randrange(2**32))
            path = invert_moves(scenario.shuffle)
            yield SolveRow(
                id=0,
                solved_at=time.time() - (60 * (1 - done) + generator.random() * 0.2) * DAY,
                seed=str(scenario.seed),
                title="",
                seconds=seconds,
                move_count=len(path),
                shortest=shortest,
                difficulty=difficulty,
                board=str(scenario.start),
                goal="standard",
                path="".join(move.letter for move in path),
                move_times=" ".join(
                    str(round(1000 * seconds * at / len(path))) for at in range(1, len(path) + 1)
                ),
            )


def forget(home: Path) -> None:
    """Remove all stored games."""
    for file in (home / "data").glob(f"{FILE_NAME}*"):
        file.unlink()
