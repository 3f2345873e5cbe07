"""Cards that are made up: random boards at a chosen distance from the goal."""

from __future__ import annotations

import random

from puzzler.board.board import Board
from puzzler.board.errors import BoardError
from puzzler.board.shuffler import shuffle
from puzzler.game.play.distances import CELLS_FOR_TABLES, Distances, Purpose
from puzzler.game.storage.drill_card import Card, CardKind
from puzzler.search.engine.measuring import Question

MOST_TRIES = 200
"""Boards that are looked at for one card; where none of them is far enough, hardly any is."""


class CardMaker:
    """Makes one card after another, of one shape and one distance.

    A random board that is farther from the goal is brought as near as is wanted along a shortest
    solution: every board on that has a distance that is proven.
    """

    def __init__(self, rows: int, columns: int, distance: int, seed: int | None = None) -> None:
        """BoardError where distances of such boards cannot be proven, or there is none like it."""
        if rows * columns > CELLS_FOR_TABLES:
            raise BoardError(f"cards are made for boards of at most {CELLS_FOR_TABLES} cells")
        if distance < 1:
            raise BoardError("a card needs a distance of at least 1")
        self.goal = Board.solved(rows, columns)
        """The standard goal of the shape."""
        self.distance = distance
        """Of every card."""
        self._random = random.Random(seed)
        self._candidate: Board | None = None
        self._tries = 0

    @property
    def is_hopeless(self) -> bool:
        """No board so far from the goal was found."""
        return self._tries > MOST_TRIES

    def make(self, distances: Distances) -> Card | None:
        """The next card, as soon as it can be had; to be called again until then."""
        while not self.is_hopeless:
            if self._candidate is None:
                self._tries += 1
                self._candidate = self._random_board()
            path = distances.path(self._candidate, self.goal)
            if path is None:
                wanted = Question(self._candidate, self.goal, with_path=True)
                distances.ask(Purpose.DRILL, (wanted,))
                return None
            board, self._candidate = self._candidate, None
            if len(path) >= self.distance:
                self._tries = 0
                board = board.apply_all(path[: len(path) - self.distance])
                return Card(board, self.goal, self.distance, CardKind.GENERATED)
        return None

    def _random_board(self) -> Board:
        rows, columns = self.goal.size
        return shuffle(rows, columns, None, self._random.getrandbits(32), self.goal).start
