"""Relays, difficulties, names of goals, and the categories of plays that are compared."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Self

from puzzler import humanize
from puzzler.board.board import Board, check_shape
from puzzler.board.goal import GOALS
from puzzler.board.scenario import Scenario
from puzzler.board.shuffler import MIXED as MIXED_NAME
from puzzler.board.shuffler import shuffle
from puzzler.game.core.game import Play
from puzzler.humanize import counted
from puzzler.search.shuffling import Band

Stages = tuple[tuple[int, int], ...]
"""Rows and columns of each board."""
STAGES: Stages = ((2, 2), (3, 3), (4, 4), (5, 5))
"""The boards of a relay."""
OF_RELAY = "relay"
"""The difficulty of its boards, which are not counted in records of single boards."""


@dataclass(frozen=True)
class Split:
    """One stage of a relay."""

    rows: int
    columns: int
    seconds: float
    moves: int


def moves_per_second(moves: int, seconds: float) -> float | None:
    """Return the speed of a solve, or None if the time is below the hundredths that are shown."""
    return moves / seconds if seconds >= 0.01 else None


@dataclass(frozen=True)
class Relay:
    """The state of a relay or a marathon."""

    seed: int
    """The seed of the first board; it increases by one for each board."""
    started: int = 0
    splits: tuple[Split, ...] = ()
    """Seconds and moves of each solved board. The time starts when the board appears, and for the
    first board with the first move. Moves are counted from the last restart."""
    seconds: float = 0.0
    is_helped: bool = False
    """The player was helped with a board, so that the relay is not counted in records."""
    record: tuple[Split, ...] = ()
    """The splits of the fastest relay without help; empty if there was none."""
    is_ended: bool = False
    """The relay was aborted. Its current board continues as a single board."""
    stages: Stages = STAGES

    @property
    def title(self) -> str:
        """The name of this kind of relay."""
        return "Relay" if self.stages == STAGES else "Marathon"

    @property
    def moves(self) -> int:
        """The moves of all solved boards."""
        return sum(split.moves for split in self.splits)

    @property
    def stage(self) -> int:
        """The index of the current board; the number of boards if all are solved."""
        return len(self.splits)

    @property
    def is_complete(self) -> bool:
        """Whether all boards are solved."""
        return len(self.splits) == len(self.stages)

    def behind(self, count: int) -> float | None:
        """Seconds behind the record after ``count`` boards, negative if ahead.

        None if there is no record or fewer boards are solved.
        """
        if not self.record or count > self.stage:
            return None
        both = zip(self.splits[:count], self.record, strict=False)
        return sum(own.seconds - best.seconds for own, best in both)

    def begin_next(self) -> tuple[Relay, Scenario]:
        """Start the next board. Return the new relay and the board with its shuffle moves."""
        stage = self.stage
        scenario = shuffle(*self.stages[stage], seed=self.seed + stage)
        title = f"{self.title}, board {stage + 1} of {len(self.stages)}"
        scenario = replace(scenario, difficulty=OF_RELAY, title=title)
        return replace(self, started=stage + 1), scenario

    def plays(self, play: Play) -> bool:
        """Whether ``play`` is a play of the current board."""
        scenario = play.scenario
        return (
            scenario.difficulty == OF_RELAY
            and scenario.seed == self.seed + self.started - 1
            and scenario.start.size == self.stages[self.started - 1]
        )

    def solved(self, play: Play) -> Relay | None:
        """Return the relay with ``play`` solved; None if the play is not of the current board."""
        if self.is_ended or not self.plays(play):
            return None
        if self.stage == self.started:
            return self
        split = Split(*play.board.size, play.seconds, play.move_count)
        is_helped = self.is_helped or play.is_helped
        return replace(self, splits=(*self.splits, split), is_helped=is_helped)

    def at(self, play: Play) -> Relay:
        """Return the relay with the time and help of ``play``; unchanged if it has ended."""
        seconds, is_helped = sum(split.seconds for split in self.splits), self.is_helped
        if self.stage != self.started and not self.is_ended:
            seconds += play.seconds
            is_helped = is_helped or play.is_helped
        return replace(self, seconds=seconds, is_helped=is_helped)


class Difficulty(StrEnum):
    """How well a board is shuffled.

    The levels are ranges of distances on 3x3 and 4x4, and numbers of random moves elsewhere.
    """

    label: str

    def __new__(cls, name: str, label: str = "") -> Self:
        self = str.__new__(cls, name)
        self._value_, self.label = name, label
        return self

    EASY = "easy", "Easy"
    MEDIUM = "medium", "Medium"
    HARD = "hard", "Hard"
    MIXED = MIXED_NAME, "Fully mixed"
    """Uniformly random, as the command line shuffles by default."""
    DAILY = "daily", "Board of the day"
    """Fully mixed, and the same for everyone on a given day."""
    EASY_BY_MOVES = "easy-by-moves", "Easy by number of moves"
    """For old 3x3 and 4x4 boards, which were shuffled by a number of moves."""
    MEDIUM_BY_MOVES = "medium-by-moves", "Medium by number of moves"
    HARD_BY_MOVES = "hard-by-moves", "Hard by number of moves"

    def band(self, rows: int, columns: int) -> Band | None:
        """The range of distances for this shape; None if this shape has no range."""
        return _BANDS.get((rows, columns), {}).get(self)

    def shuffle_moves(self, rows: int, columns: int) -> int | None:
        """The number of random moves that shuffle a board of this shape.

        None if the board is fully mixed or has a range of distances, see ``band``.
        """
        if self not in _MOVES_PER_CELL or self.band(rows, columns) is not None:
            return None
        return _MOVES_PER_CELL[self] * rows * columns

    def describe(self, rows: int, columns: int) -> str:
        """Describe the difficulty of boards of this shape in a few words."""
        band, moves = self.band(rows, columns), self.shuffle_moves(rows, columns)
        if band is not None:
            bounds = (
                f"{band.minimum} to {band.maximum}" if band.maximum else f"at least {band.minimum}"
            )
            return f"{bounds} moves from the goal"
        if moves is not None:
            return counted(moves, "random move")
        return "fully random: every solvable board is equally likely"


CHOICES = (Difficulty.EASY, Difficulty.MEDIUM, Difficulty.HARD, Difficulty.MIXED)
"""The difficulties of new boards, the easiest first."""

# over a third of all 3x3 boards are 24 or more moves from the goal; 30 % of 4x4 boards, 56 or more
_BANDS = {
    (3, 3): {"easy": Band(6, 10), "medium": Band(14, 18), "hard": Band(24)},
    (4, 4): {"easy": Band(12, 20), "medium": Band(28, 36), "hard": Band(56)},
}
_MOVES_PER_CELL = {Difficulty.EASY: 1, Difficulty.MEDIUM: 3, Difficulty.HARD: 7}


def difficulty_of(scenario: Scenario) -> Difficulty | None:
    """Return the difficulty; None if the board was not shuffled or the difficulty is unknown.

    A scenario without a difficulty gets one from its number of shuffle moves, rounded down.
    """
    if scenario.difficulty:
        return next((each for each in Difficulty if each == scenario.difficulty), None)
    if not scenario.shuffle_moves:
        return None
    rows, columns = scenario.start.size
    levels = {level: moves * rows * columns for level, moves in _MOVES_PER_CELL.items()}
    reached = [level for level, moves in levels.items() if moves <= scenario.shuffle_moves]
    level = reached[-1] if reached else Difficulty.EASY
    has_grades = level.band(rows, columns) is not None
    return Difficulty[f"{level.name}_BY_MOVES"] if has_grades else level


OWN = "own"
"""The name of goals that are not in GOALS."""


def name_of_goal(goal: Board) -> str:
    """Return the name of ``goal`` in GOALS, or OWN."""
    return next((name for name, make in GOALS.items() if make(*goal.size) == goal), OWN)


def goal_label(name: str) -> str:
    """Return the name of a goal for players, such as "gap first" for "blank-first"."""
    return name.replace("-", " ").replace("blank", "gap")


def goal_text(goal: Board) -> str:
    """Return the text to store for ``goal``: its name, or the board if it has no name."""
    name = name_of_goal(goal)
    return str(goal) if name == OWN else name


def goal_from_text(text: str, rows: int, columns: int) -> Board:
    """Return the goal for this shape; the standard one if the text has another shape.

    text: a name in GOALS or a board. Raises BoardError if it is neither.
    """
    if text in GOALS:
        return GOALS[text](rows, columns)
    goal = Board.parse(text)
    return goal if goal.size == (rows, columns) else Board.solved(rows, columns)


@dataclass(frozen=True)
class Category:
    """Plays of one shape, goal and difficulty, either blindfold or not."""

    rows: int
    columns: int
    goal: str
    """A name in GOALS, or the text of the board."""
    difficulty: Difficulty
    is_blindfold: bool = False
    """The tiles were hidden from the first move on."""

    def __post_init__(self) -> None:
        check_shape(self.rows, self.columns)
        goal_from_text(self.goal, self.rows, self.columns)
        object.__setattr__(self, "difficulty", Difficulty(self.difficulty))

    @classmethod
    def of(cls, play: Play) -> Category | None:
        """Return the category of ``play``; None if its board was not shuffled."""
        difficulty = difficulty_of(play.scenario)
        if difficulty is None:
            return None
        goal = play.scenario.goal
        return cls(goal.rows, goal.columns, goal_text(goal), difficulty, play.blindfold)

    @property
    def title(self) -> str:
        """Text such as "4×4 fully mixed". Goals other than the standard one are named."""
        title = f"{self.rows}{humanize.TIMES}{self.columns} {self.difficulty.label.lower()}"
        if self.goal != "standard":
            title += f", {'custom' if '/' in self.goal else goal_label(self.goal)} goal"
        return f"{title}, blindfold" if self.is_blindfold else title


@dataclass(frozen=True)
class RelayKind:
    """The kind of relays and marathons: consecutive boards that are timed together."""

    stages: Stages = STAGES

    @property
    def short_title(self) -> str:
        """Text such as "Relay" or "Marathon, 5 of 4×4"."""
        (rows, columns), count = self.stages[0], len(self.stages)
        size = f"{rows}{humanize.TIMES}{columns}"
        return "Relay" if self.stages == STAGES else f"Marathon, {count} of {size}"

    @property
    def title(self) -> str:
        """Text such as "Relay, 2×2 to 5×5" or "Marathon, 5 of 4×4"."""
        sizes = f", 2{humanize.TIMES}2 to 5{humanize.TIMES}5"
        return f"{self.short_title}{sizes if self.stages == STAGES else ''}"


Kind = Category | RelayKind
"""A kind of plays, which has a page in the statistics."""
