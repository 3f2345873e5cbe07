"""New boards: what a choice of shape, goal, difficulty and seed comes to; the daily board."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date

from puzzler.board.board import Board, check_shape
from puzzler.board.errors import PuzzlerError, quoted
from puzzler.board.scenario import Scenario
from puzzler.board.shuffler import check_goal, new_seed, shuffle
from puzzler.game.play import messages
from puzzler.game.play.category import OWN, goal_from_text, goal_text, name_of_goal
from puzzler.game.play.difficulty import Difficulty
from puzzler.game.play.game import Play, SavedGame
from puzzler.game.play.settings import Settings
from puzzler.humanize import long_date
from puzzler.search.grading import Grading, grading, needs_tables
from puzzler.solver.background import CallWorker, call
from puzzler.solver.preparation import Preparation, PreparationState
from puzzler.steps import BuildProgress, finish

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
    def is_graded(self) -> bool:
        """Distances have to be proven for it, which takes a while."""
        return self.difficulty.band(*self.goal.size) is not None

    @property
    def needs_tables(self) -> bool:
        """It cannot be dealt without the compiled kernels, and may have to wait for tables."""
        band = self.difficulty.band(*self.goal.size)
        return band is not None and needs_tables(self.goal, band)

    def is_met_by(self, other: Order) -> bool:
        """A board that was dealt for ``other`` is what this one asks for, too."""
        return self == other or (not self.is_named and replace(self, seed=other.seed) == other)


StartBackground = Callable[..., CallWorker[BuildProgress | None, Scenario]]
"""``background.call``: called with the steps and ``prepare=``."""


def order(
    settings: Settings,
    size: tuple[int, int],
    *,
    seed: int | None = None,
    goal: Board | None = None,
) -> Order:
    """A board of that size; the goal, unless named, and the difficulty as in ``settings``.

    Raises BoardError where there is no such shape, or where the goal is of another.
    """
    check_shape(*size)
    if goal is not None:
        check_goal(goal, *size)
    goal = goal or goal_from_text(settings.goal, *size)
    is_named = seed is not None
    return Order(goal, settings.difficulty, new_seed() if seed is None else seed, is_named)


def dealing(asked: Order) -> Grading:
    """The board that was asked for, step by step; GradingError where it cannot be made here."""
    rows, columns = asked.goal.size
    band = asked.difficulty.band(rows, columns)
    if band is None:
        moves = asked.difficulty.shuffle_moves(rows, columns)
        scenario = shuffle(rows, columns, moves, asked.seed, asked.goal)
    else:
        scenario = yield from grading(asked.goal, band, asked.seed)
    _log.info("board shuffled: %dx%d, seed %d", rows, columns, asked.seed)
    return replace(scenario, difficulty=asked.difficulty.value)


def deal(asked: Order) -> Scenario:
    """The same, however long it takes; at once where the board is not graded."""
    return finish(dealing(asked))


@dataclass(frozen=True)
class PendingDeal:
    """A board that has been asked for and is not there yet."""

    text: str
    """What it waits for, in one line."""
    progress: float | None
    """How far that is, 0 to 1; None where it is not known."""


class Dealer:
    """Deals one board at a time in the background; the newest order holds."""

    def __init__(self, preparation: Preparation, start_background: StartBackground = call) -> None:
        self._preparation = preparation
        self._start_background = start_background
        self._order: Order | None = None
        self._work: CallWorker[BuildProgress | None, Scenario] | None = None

    @property
    def goal(self) -> Board | None:
        """The goal of the board that is being dealt; None where none is."""
        return None if self._order is None else self._order.goal

    @property
    def pending(self) -> PendingDeal | None:
        """What is being dealt; None where nothing is."""
        if self._order is None:
            return None
        rows, columns = self._order.goal.size
        if self._work is None:
            return PendingDeal(messages.dealing_later(self._order.difficulty, rows, columns), None)
        building = self._work.latest.step
        return PendingDeal(
            messages.dealing(self._order.difficulty, rows, columns, building),
            None if building is None else building.done,
        )

    def begin(self, asked: Order) -> None:
        """Deal ``asked`` instead of what was asked for before; returns at once."""
        if self._order is not None and asked.is_met_by(self._order):
            return  # tables that are half built go on
        self.drop()
        self._order = asked
        self._start()

    def poll(self) -> Scenario | str | None:
        """The board as soon as it is there, once, or why it cannot be; None meanwhile."""
        self._start()
        work = self._work
        if work is None or not work.latest.is_over:
            return None
        self._order = self._work = None
        return work.latest.result or work.failure

    def drop(self) -> None:
        """Stop dealing."""
        if self._work is not None:
            self._work.cancel()
        self._order = self._work = None

    def close(self) -> None:
        """The same, and wait for the thread; harmless to repeat."""
        work = self._work
        self.drop()
        if work is not None:
            work.close()

    def _start(self) -> None:
        """Begin to deal what was asked for, unless the compiled kernels are to come first."""
        asked = self._order
        if asked is None or self._work is not None:
            return
        is_preparing = self._preparation.state is PreparationState.PREPARING
        if not (asked.needs_tables and is_preparing):
            self._work = self._start_background(dealing(asked), prepare=self._preparation.load)


def goal_after(goal: Board, size: tuple[int, int], settings: Settings) -> Board:
    """What becomes of ``goal`` on a board of that size: itself, or of the same name."""
    if goal.size == size:
        return goal
    name = name_of_goal(goal)
    return goal_from_text(settings.goal if name == OWN else name, *size)


def chosen(
    settings: Settings,
    size: tuple[int, int] | None,
    goal: Board | str | None,
    difficulty: Difficulty | None,
) -> Settings:
    """``settings`` with what was named; BoardError where one of it cannot be."""
    if size is not None:
        settings = replace(settings, rows=size[0], columns=size[1])
    if goal is not None:
        settings = replace(settings, goal=goal if isinstance(goal, str) else goal_text(goal))
    if difficulty is not None:
        settings = replace(settings, difficulty=difficulty)
    return settings


@dataclass(frozen=True)
class Opening:
    """The game to go on with, and what comes after it."""

    saved: SavedGame
    """What undo leads back into."""
    scenario: Scenario | None = None
    """To be begun after that."""
    fresh: Scenario | None = None
    """Was shuffled just now: that is shown."""
    asked: Order | None = None
    """To be dealt as soon as it can be; until then ``saved`` is played."""


def opening(settings: Settings, scenario: Scenario | None, saved: SavedGame | None) -> Opening:
    """With ``scenario`` where there is one, else where ``saved`` was left, else a fresh shuffle."""
    if saved is not None:
        return Opening(saved, scenario)
    if scenario is not None:
        return Opening(_begun(scenario))
    asked = order(settings, (settings.rows, settings.columns))
    if not asked.is_graded:
        fresh = deal(asked)
        return Opening(_begun(fresh), fresh=fresh)
    # a graded board takes a while: until it is there one that needs no proof is played
    at_once = deal(replace(asked, difficulty=Difficulty.MIXED))
    return Opening(_begun(at_once), asked=asked)


def _begun(scenario: Scenario) -> SavedGame:
    return SavedGame(Play(scenario.without_moves(), scenario.start))


def daily(day: date, rows: int, columns: int) -> Scenario:
    """The board of ``day`` in this shape: fully mixed, to the standard goal.

    Its seed is the date as a number, 20261121. Raises BoardError where there is no such shape.
    """
    seed = day.year * 10_000 + day.month * 100 + day.day
    title = f"Board of the day, {long_date(day)}"
    scenario = shuffle(rows, columns, seed=seed)
    return replace(scenario, difficulty=Difficulty.DAILY.value, title=title)


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
