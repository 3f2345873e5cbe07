"""New boards: by shape, goal, difficulty and seed, or of the day; results as a line to share."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date, timedelta

from puzzler.board.board import Board
from puzzler.board.errors import PuzzlerError, quoted
from puzzler.board.move import Move
from puzzler.board.path import invert_moves
from puzzler.board.scenario import Scenario
from puzzler.board.shuffler import new_seed, shuffle
from puzzler.game.core.category import Difficulty, goal_from_text
from puzzler.game.core.settings import Settings
from puzzler.game.storage.statistics import Result
from puzzler.humanize import counted, long_date, solve_time
from puzzler.progress import finish
from puzzler.search.engine.shortening import without_cycles
from puzzler.search.shuffling import Band, Grading, grading, needs_tables

MAX_SHUFFLE_REVERSED = 1000
"""Moves. Longer shuffles mix a board so well that reversing them is of no use."""

_log = logging.getLogger("puzzler")


@dataclass(frozen=True)
class NewBoardOptions:
    """What is asked of a new board."""

    goal: Board
    """The goal, of the shape of the board."""
    difficulty: Difficulty
    seed: int | None = None
    """None: any board will do."""

    @property
    def band(self) -> Band | None:
        """How far from the goal it is, which takes a while to prove; None where that is free."""
        return self.difficulty.band(*self.goal.size)

    @property
    def needs_tables(self) -> bool:
        """It cannot be dealt without the compiled kernels, and may have to wait for tables."""
        band = self.band
        return band is not None and needs_tables(self.goal, band)


def dealing(asked: NewBoardOptions) -> Grading:
    """The board that was asked for, step by step; GradingError where it cannot be made here."""
    rows, columns = asked.goal.size
    seed = new_seed() if asked.seed is None else asked.seed
    if asked.band is None:
        moves = asked.difficulty.shuffle_moves(rows, columns)
        scenario = shuffle(rows, columns, moves, seed, asked.goal)
    else:
        scenario = yield from grading(asked.goal, asked.band, seed)
    _log.info("board shuffled: %dx%d, seed %d", rows, columns, seed)
    return replace(scenario, difficulty=asked.difficulty.value)


def deal(asked: NewBoardOptions) -> Scenario:
    """The same, however long it takes; at once where the board is not graded."""
    return finish(dealing(asked))


def shuffled_path(scenario: Scenario) -> list[Move]:
    """The solution that reverses a short shuffle; empty if it is long or cannot be repeated."""
    count, goal = scenario.shuffle_moves, scenario.goal
    if scenario.seed is None or not 1 < count <= MAX_SHUFFLE_REVERSED:
        return []
    for moves in (count, count - 1):  # a shuffle that would end at the goal has one move more
        again = shuffle(*goal.size, moves, scenario.seed, goal)
        if again.start == scenario.start:
            return without_cycles(again.start, invert_moves(again.shuffle))
    return []


def first_board(settings: Settings) -> tuple[NewBoardOptions, Scenario]:
    """The board to begin with, and one to play until it is there, where that takes a while."""
    goal = goal_from_text(settings.goal, settings.rows, settings.columns)
    asked = NewBoardOptions(goal, settings.difficulty)
    return asked, deal(asked if asked.band is None else NewBoardOptions(goal, Difficulty.MIXED))


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


def daily(day: date, rows: int, columns: int) -> Scenario:
    """The board of ``day`` in this shape: fully mixed, to the standard goal.

    Raises BoardError where there is no such shape.
    """
    scenario = shuffle(rows, columns, seed=seed_of(day))
    return replace(scenario, difficulty=Difficulty.DAILY.value, title=daily_title(day))


def daily_title(day: date) -> str:
    """What the board of ``day`` is called: Board of the day, 21 November 2026."""
    return f"{Difficulty.DAILY.label}, {long_date(day)}"


def seed_of(day: date) -> int:
    """The seed of the board of ``day``: the date as a number, 20261121."""
    return day.year * 10_000 + day.month * 100 + day.day


def day_of(seed: str) -> date | None:
    """The day whose board has this seed; None where there is no such day."""
    try:
        return date(int(seed[:-4]), int(seed[-4:-2]), int(seed[-2:]))
    except ValueError:
        return None


def days_in_a_row(seeds: Iterable[str], today: date) -> int:
    """How many days in a row the board of the day was solved, of any shape, up to today.

    seeds: of the boards that were solved. While today's is not solved, the days up to yesterday
    count.
    """
    days = {day_of(seed) for seed in seeds}
    last = today if today in days else today - timedelta(1)
    count = 0
    while last - timedelta(count) in days:
        count += 1
    return count


def result_line(size: tuple[int, int], seed: str, result: Result, *, is_daily: bool) -> str:
    """A result to share: Puzzler 3x3, 2026-11-23: 25 of 25 moves, 9.84 s.

    A board of the day is named by its day, another one by its seed where it has one.
    """
    named = [f"Puzzler {size[0]}x{size[1]}"]
    day = day_of(seed) if is_daily else None
    if day is not None:
        named.append(day.isoformat())
    elif seed:
        named.append(f"seed {seed}")
    moves = counted(result.moves, "move")
    if result.shortest == result.moves:
        moves = f"{result.moves:,} of {counted(result.moves, 'move')}"
    elif result.shortest is not None:
        moves += f" (shortest {result.shortest:,})"
    return f"{', '.join(named)}: {moves}, {solve_time(result.seconds)}"


@dataclass(frozen=True)
class Today:
    """How it goes with the boards of today."""

    day: date
    size: tuple[int, int]
    """The shape that is asked about."""
    result: Result | None
    """The fastest solve of today's board of that shape without help; None before the first."""
    days: int
    """How many days in a row a board of the day was solved, of any shape."""

    @property
    def line(self) -> str:
        """Its result, to share; "" before it was solved."""
        if self.result is None:
            return ""
        return result_line(self.size, str(seed_of(self.day)), self.result, is_daily=True)
