"""New boards: what a choice of shape, goal, difficulty and seed comes to."""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace

from puzzler.board.board import Board, check_shape
from puzzler.board.errors import PuzzlerError, quoted
from puzzler.board.scenario import Scenario
from puzzler.board.shuffler import check_goal, new_seed, shuffle
from puzzler.game.play.category import goal_from_text
from puzzler.game.play.difficulty import Difficulty
from puzzler.game.play.settings import Settings
from puzzler.search.grading import Band, Grading, grading, needs_tables
from puzzler.steps import finish

_log = logging.getLogger("puzzler")


@dataclass(frozen=True)
class Order:
    """What is asked of a new board."""

    goal: Board
    """The goal, of the shape of the board."""
    difficulty: Difficulty
    seed: int
    is_named: bool = False
    """The seed was asked for: no other board will do."""

    @property
    def band(self) -> Band | None:
        """How far from the goal it is, which takes a while to prove; None where that is free."""
        return self.difficulty.band(*self.goal.size)

    @property
    def needs_tables(self) -> bool:
        """It cannot be dealt without the compiled kernels, and may have to wait for tables."""
        band = self.band
        return band is not None and needs_tables(self.goal, band)


def order(
    difficulty: Difficulty, size: tuple[int, int], goal: Board, seed: int | None = None
) -> Order:
    """A board of that size; BoardError where there is none, or where the goal has another."""
    check_shape(*size)
    check_goal(goal, *size)
    return Order(goal, difficulty, new_seed() if seed is None else seed, seed is not None)


def dealing(asked: Order) -> Grading:
    """The board that was asked for, step by step; GradingError where it cannot be made here."""
    rows, columns = asked.goal.size
    if asked.band is None:
        moves = asked.difficulty.shuffle_moves(rows, columns)
        scenario = shuffle(rows, columns, moves, asked.seed, asked.goal)
    else:
        scenario = yield from grading(asked.goal, asked.band, asked.seed)
    _log.info("board shuffled: %dx%d, seed %d", rows, columns, asked.seed)
    return replace(scenario, difficulty=asked.difficulty.value)


def deal(asked: Order) -> Scenario:
    """The same, however long it takes; at once where the board is not graded."""
    return finish(dealing(asked))


def first_board(settings: Settings) -> tuple[Order, Scenario]:
    """The board to begin with, and one to play until it is there, where that takes a while."""
    size = settings.rows, settings.columns
    asked = order(settings.difficulty, size, goal_from_text(settings.goal, *size))
    is_graded = asked.band is not None
    return asked, deal(replace(asked, difficulty=Difficulty.MIXED) if is_graded else asked)


MOST_DIGITS = 40


def parse_seed(text: str) -> int:
    """The seed that ``text`` says, spaces around it forgiven; PuzzlerError where it says none."""
    digits = text.strip()
    if not digits:
        raise PuzzlerError("there is no seed: the text is empty")
    if not (digits.isascii() and digits.isdigit()):
        raise PuzzlerError(f"{quoted(digits)} is no seed: a seed is a whole number")
    if len(digits) > MOST_DIGITS:
        raise PuzzlerError(f"{quoted(digits)} is no seed: it has more than {MOST_DIGITS} digits")
    return int(digits)
