"""Shuffles new boards by size, goal, difficulty and seed, and the board of the day."""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from datetime import date, timedelta

from puzzler.board.board import Board
from puzzler.board.errors import BoardError, PuzzlerError, quoted, unknown_name
from puzzler.board.move import Move
from puzzler.board.numbers import whole_number
from puzzler.board.path import invert_moves
from puzzler.board.scenario import Scenario
from puzzler.board.shuffler import new_seed, shuffle
from puzzler.game.core.category import CHOICES, Difficulty, goal_from_text
from puzzler.game.core.settings import Settings
from puzzler.game.storage.statistics import Result
from puzzler.humanize import TIMES, counted, long_date, solve_time
from puzzler.progress import Reporter, no_report
from puzzler.search import compilation
from puzzler.search.engine.shortening import without_cycles
from puzzler.search.shuffling import Band, graded, needs_tables

MAX_SHUFFLE_REVERSED = 1000
"""Maximum length of a shuffle that is reversed to get a solution. Longer solutions are useless."""
_ATTEMPTS = 20
"""Shuffles to try until a board is not solved by a single slide, as many 2x2 boards are."""

_log = logging.getLogger("puzzler")


@dataclass(frozen=True)
class NewBoardOptions:
    """Options for a new board."""

    goal: Board
    """The goal; its size is the size of the board."""
    difficulty: Difficulty
    seed: int | None = None
    """None for a random seed."""

    @property
    def band(self) -> Band | None:
        """The allowed distances from the goal; None if any distance is allowed."""
        return self.difficulty.band(*self.goal.size)

    @property
    def needs_tables(self) -> bool:
        """Whether the shuffle needs compiled kernels and perhaps tables."""
        band = self.band
        return band is not None and needs_tables(self.goal, band)


def shuffle_by_difficulty(goal: Board, difficulty: str, seed: int | None) -> Scenario:
    """Return the board of the window for this seed. See ``puzzler.shuffle``."""
    if difficulty not in CHOICES:
        raise BoardError(unknown_name("difficulty", difficulty, CHOICES))
    options = NewBoardOptions(goal, Difficulty(difficulty), seed)
    if options.needs_tables:
        compilation.load_compiled()
    return deal(options)


def deal(options: NewBoardOptions, report: Reporter = no_report) -> Scenario:
    """Shuffle a board. Raises PuzzlerError if none of this difficulty can be found."""
    rows, columns = options.goal.size
    seed = new_seed() if options.seed is None else options.seed
    if options.band is None:
        moves = options.difficulty.shuffle_moves(rows, columns)
        scenario = shuffle(rows, columns, moves, seed, options.goal)
        for _ in range(_ATTEMPTS if options.seed is None else 0):
            if not is_one_slide(scenario.start, options.goal):
                break
            scenario = shuffle(rows, columns, moves, seed := new_seed(), options.goal)
    else:
        scenario = graded(options.goal, options.band, seed, report)
    _log.info("board shuffled: %dx%d, seed %d", rows, columns, seed)
    return replace(scenario, difficulty=options.difficulty.value)


def is_one_slide(start: Board, goal: Board) -> bool:
    """Whether a single slide, of one or more tiles, solves the board."""
    slides = (start.moves_to_slide(cell) for cell in range(len(start.tiles)))
    return any(start.apply_all(moves) == goal for moves in slides)


def shuffled_path(scenario: Scenario) -> list[Move]:
    """Return the shuffle reversed, or an empty list if it is too long or unknown."""
    count, goal = scenario.shuffle_moves, scenario.goal
    if scenario.seed is None or not 1 < count <= MAX_SHUFFLE_REVERSED:
        return []
    for moves in (count, count - 1):  # a shuffle that would end at the goal has one more move
        again = shuffle(*goal.size, moves, scenario.seed, goal)
        if again.start == scenario.start:
            return without_cycles(again.start, invert_moves(again.shuffle))
    return []


def first_board(settings: Settings) -> tuple[NewBoardOptions, Scenario]:
    """Return the options of the first board, and a board to play until it is ready."""
    goal = goal_from_text(settings.goal, settings.rows, settings.columns)
    options = NewBoardOptions(goal, settings.difficulty_of(*goal.size))
    return options, deal(
        options if options.band is None else NewBoardOptions(goal, Difficulty.MIXED)
    )


MAX_DIGITS = 40


def parse_seed(text: str) -> int:
    """Parse a seed. Raises PuzzlerError if ``text`` is not a whole number."""
    digits = text.strip()
    if not digits:
        raise PuzzlerError("the seed is empty")
    if not (digits.isascii() and digits.isdigit()):
        raise PuzzlerError(f"{quoted(digits)} is not a seed: a seed is a whole number")
    if len(digits) > MAX_DIGITS:
        raise PuzzlerError(f"{quoted(digits)} is not a seed: it has more than {MAX_DIGITS} digits")
    return whole_number(digits)


DAILY_SIZES = ((3, 3), (4, 4), (3, 3), (4, 4), (3, 3), (4, 4), (5, 5))
"""Rows and columns of the board of the day, by weekday from Monday."""


def daily_size(day: date) -> tuple[int, int]:
    """Return the rows and columns of the board of the day."""
    return DAILY_SIZES[day.weekday()]


def daily(day: date) -> Scenario:
    """Return the board of the day: fully mixed, with the standard goal."""
    scenario = shuffle(*daily_size(day), seed=seed_of(day))
    return replace(scenario, difficulty=Difficulty.DAILY.value, title=daily_title(day))


def daily_title(day: date) -> str:
    """Return the title of a board of the day, such as "Board of the day, 21 November 2026"."""
    return f"{Difficulty.DAILY.label}, {long_date(day)}"


def seed_of(day: date) -> int:
    """Return the seed of the board of the day: the date as a number, such as 20261121."""
    return day.year * 10_000 + day.month * 100 + day.day


def day_of(seed: str) -> date | None:
    """Return the day of a seed, or None if the seed is not a date."""
    try:
        return date(*map(whole_number, (seed[:-4], seed[-4:-2], seed[-2:])))
    except ValueError:
        return None


def daily_results(solves: Iterable[Result]) -> dict[date, Result]:
    """Return the first of the results of each board of the day. Other boards are ignored."""
    results = dict[date, Result]()
    for solve in solves:
        day = day_of(solve.seed)
        if day is not None and solve.size == daily_size(day):
            results.setdefault(day, solve)
    return results


def daily_streak(solves: Iterable[Result], today: date) -> int:
    """Count the consecutive days up to today whose board was solved in time.

    A board counts until the end of the following day, because a game may pass midnight.
    """
    in_time = (
        solve
        for solve in solves
        if (day := day_of(solve.seed)) and (solve.solved_on or today) - day <= timedelta(1)
    )
    return streak(daily_results(in_time), today)


def streak(days: Collection[date | None], today: date) -> int:
    """Count the consecutive days among ``days`` up to today, or up to yesterday without today."""
    last = today if today in days else today - timedelta(1)
    count = 0
    while last - timedelta(count) in days:
        count += 1
    return count


def result_line(result: Result, *, is_daily: bool) -> str:
    """Return a result to share: Puzzler 3x3, 2026-11-23: 25 of 25 moves, 9.84 s.

    The board is identified by its day if ``is_daily``, otherwise by its seed if it has one.
    """
    rows, columns = result.size
    parts = [f"Puzzler {rows}x{columns}"]
    day = day_of(result.seed) if is_daily else None
    if day is not None:
        parts.append(day.isoformat())
    elif result.seed:
        parts.append(f"seed {result.seed}")
    return f"{', '.join(parts)}: {_moves_text(result)}, {solve_time(result.seconds)}"


def _moves_text(result: Result) -> str:
    moves = counted(result.moves, "move")
    if result.shortest == result.moves:
        return f"{result.moves:,} of {moves}"
    return moves if result.shortest is None else f"{moves} (shortest {result.shortest:,})"


@dataclass(frozen=True)
class DailyBoard:
    """The board of a day with its result."""

    day: date
    result: Result | None
    """The first solve without help; None if there is none."""

    @property
    def size(self) -> tuple[int, int]:
        """Rows and columns."""
        return daily_size(self.day)

    @property
    def line(self) -> str:
        """The result as a line to share; empty before the board is solved."""
        if self.result is None:
            return ""
        return result_line(self.result, is_daily=True)

    @property
    def card(self) -> tuple[str, ...]:
        """The texts of a picture of the result; empty before the board is solved."""
        if self.result is None:
            return ()
        size, time = TIMES.join(map(str, self.size)), solve_time(self.result.seconds)
        moves = f"{size}, {_moves_text(self.result)}"
        return f"Puzzler, {Difficulty.DAILY.label.lower()}", time, moves, long_date(self.day)
