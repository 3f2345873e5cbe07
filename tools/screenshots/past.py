"""Fictitious solves for the statistics and days of drill for its curve."""

from __future__ import annotations

import random
import sqlite3
import time
from dataclasses import dataclass
from pathlib import Path

from puzzler import resources
from puzzler.board import Board, Move
from puzzler.game.storage.database import FILE_NAME
from puzzler.game.storage.practice import CardKind, DrillCard
from puzzler.game.storage.store import Store

DAY = 86_400.0
_SOLVE = (
    "INSERT INTO solves (game, number, rows, columns, goal, difficulty, start, seed,"
    " shuffle_moves, moves, times, move_count, seconds, assisted, solved_at, shortest)"
    " VALUES (0, ?, ?, ?, 'standard', ?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?)"
)


@dataclass(frozen=True)
class _Practice:
    """Solves of one kind by a player who improves."""

    side: int
    difficulty: str
    solves: int
    shortest: tuple[int, int]
    """Smallest and largest number."""
    seconds: tuple[float, float]
    """Seconds of a typical solve, at first and now."""
    wasted: tuple[float, float]
    """Extra moves as a share of the shortest length, at first and now."""


_PRACTICE = (
    _Practice(4, "mixed", 240, (42, 60), (110.0, 52.0), (1.1, 0.45)),
    _Practice(3, "mixed", 120, (17, 27), (24.0, 11.0), (0.9, 0.3)),
    _Practice(3, "easy", 40, (6, 12), (7.0, 4.0), (0.4, 0.1)),
)


def make_past() -> None:
    """Add the solves to the store of the fictitious user in ``PUZZLER_HOME``."""
    store = Store.open()
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
    store.close()
    connection = sqlite3.connect(resources.data_folder() / FILE_NAME)
    generator = random.Random(1)
    number = 0
    for practice in _PRACTICE:
        for index in range(practice.solves):
            number += 1
            row = _solve(practice, index / practice.solves, number, generator)
            connection.execute(_SOLVE, row)
    for day in range(21, 0, -1):
        for _ in range(generator.randrange(6, 14)):
            is_right = generator.random() < 0.9 - 0.02 * day
            at = time.time() - day * DAY
            connection.execute("INSERT INTO answers VALUES (NULL, ?, ?, ?)", (card, is_right, at))
    connection.commit()
    connection.close()


def _solve(
    practice: _Practice, done: float, number: int, generator: random.Random
) -> tuple[object, ...]:
    """Return a row of the table. done: the elapsed share of the practice."""

    def now(bounds: tuple[float, float]) -> float:
        return bounds[0] + (bounds[1] - bounds[0]) * done**0.7

    shortest = generator.randint(*practice.shortest)
    lost = 2 * round(shortest * now(practice.wasted) * generator.uniform(0.2, 1.6) / 2)
    count = shortest + lost
    seconds = now(practice.seconds) * generator.lognormvariate(0, 0.22) * count / (shortest * 1.5)
    seconds = max(seconds, 0.8 * practice.seconds[1])
    start, moves = _walk(practice.side, count, generator)
    times = " ".join(str(round(1000 * seconds * (at + 1) / count)) for at in range(count))
    solved_at = time.time() - (60 * (1 - done) + generator.random() * 0.2) * DAY
    side, kind, seed = practice.side, practice.difficulty, str(generator.randrange(2**32))
    return (
        number, side, side, kind, start, seed, 400, moves, times, count, seconds, solved_at,
        shortest,
    )  # fmt: skip


def _walk(side: int, count: int, generator: random.Random) -> tuple[str, str]:
    """Return a board and ``count`` moves from it to the goal."""
    board, last, moves = Board.solved(side, side), None, list[Move]()
    while len(moves) < count:
        move = generator.choice([m for m in board.legal_moves() if m is not last])
        board, last = board.apply(move), move.inverse
        moves.append(move.inverse)
    return str(board), "".join(move.name[0] for move in reversed(moves))


def forget(home: Path) -> None:
    """Remove all stored games."""
    for file in (home / "data").glob(f"{FILE_NAME}*"):
        file.unlink()
