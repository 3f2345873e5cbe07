"""``puzzler shuffle``: boards shuffled with a seed, by difficulty, or of the day."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

import click

from puzzler.board.board import Board
from puzzler.board.shuffler import MOST_MOVES, new_seed, shuffle
from puzzler.cli import completion, option_types
from puzzler.cli.batch import prepare
from puzzler.cli.board_input import Goal, GoalName
from puzzler.cli.click_options import option
from puzzler.cli.output import ExitStatus, Output, say
from puzzler.cli.progress import status

if TYPE_CHECKING:
    from puzzler.board.scenario import Scenario

SHUFFLING = "shuffling; Ctrl-C stops"
DEFAULT_SHAPE = option_types.ShapeType(4, 4)

_log = logging.getLogger("puzzler")


@dataclass(frozen=True)
class ShuffleOptions:
    """Which board to make."""

    size: option_types.ShapeType | None = option(
        "--size RxC",
        "Rows and columns, 2x2 to 10x10. By default 4x4, in the window the last size.",
        option_types.size,
    )
    difficulty: str | None = option(
        "--difficulty G",
        "How far to shuffle: easy, medium, hard or mixed. On 3x3 and 4x4 graded by the "
        "proven length of a shortest solution, elsewhere by the number of random moves.",
        option_types.difficulty,
        completion.difficulty,
    )
    seed: int | None = option(
        "--seed N",
        "Seed of the shuffle: the same seed gives the same board. Random by default.",
        option_types.WholeNumber(0),
    )
    daily: date | None = option(
        "--daily [DATE]",
        "The board of the day, the same for everybody: today's, or that of a DATE such as "
        "2026-11-21.",
        option_types.day,
        flag_value="today",
    )

    @property
    def is_given(self) -> bool:
        """Whether any of the options is given."""
        return self != ShuffleOptions()

    def shape(
        self, goal: Goal, default: option_types.ShapeType = DEFAULT_SHAPE
    ) -> option_types.ShapeType:
        """The shape of the board: as given, else that of the goal, else the default."""
        if self.size is not None:
            return self.size
        return (
            default if goal.contents is None else option_types.ShapeType(*goal.contents.start.size)
        )

    def of_day(self, shape: option_types.ShapeType, **others: object) -> Scenario | None:
        """The board of the day if it is asked for; BadParameter where ``others`` are given too."""
        if self.daily is None:
            return None
        others |= {"difficulty": self.difficulty, "seed": self.seed}
        given = [f"--{name}" for name, value in others.items() if value is not None]
        if given:
            raise click.BadParameter(
                f"--daily needs only a size; it cannot be combined with {', '.join(given)}"
            )
        from puzzler.game.play.new_boards import daily

        return daily(self.daily, *shape)

    def shuffled(
        self, shape: option_types.ShapeType, goal: Goal, seed: int, moves: int | None = None
    ) -> Scenario:
        """The board that is shuffled with ``seed``."""
        target = goal.for_shape(*shape)
        if self.difficulty is not None:
            return _graded(self.difficulty, target or Board.solved(*shape), seed)
        scenario = shuffle(*shape, moves, seed, target)
        _log.info("board shuffled: %dx%d, seed %d", *shape, seed)
        return scenario


def command(
    *,
    moves: int | None = option(
        "--moves N",
        "How many random moves; by default enough to mix the board fully.",
        option_types.WholeNumber(1, MOST_MOVES),
    ),
    shuffling: ShuffleOptions,
    count: int = option(
        "--count K",
        "How many boards to print; their seeds count up by one.",
        option_types.WholeNumber(1),
        default=1,
    ),
    goal: GoalName = None,
) -> int:
    """Print boards shuffled by random moves from the goal.

    One board per line. Without --seed, the seed used is printed on standard error.
    """
    target = Goal.read(goal)
    shape = shuffling.shape(target)
    others = {"moves": moves, "count": None if count == 1 else count, "goal": goal}
    if (daily := shuffling.of_day(shape, **others)) is not None:
        say(daily.title)
        with Output() as out:
            out.write(str(daily.start))
        return ExitStatus.SOLVED
    if moves is not None and shuffling.difficulty is not None:
        raise click.BadParameter("--moves and --difficulty both say how far to shuffle; give one")
    target.for_shape(*shape)
    first = new_seed() if shuffling.seed is None else shuffling.seed
    if shuffling.seed is None:
        say(f"seed {first}")
    with Output() as out:
        for seed in range(first, first + count):
            out.write(str(shuffling.shuffled(shape, target, seed, moves).start))
    return ExitStatus.SOLVED


def _graded(difficulty: str, goal: Board, seed: int) -> Scenario:
    """The board that the window makes; GradingError where it needs the compiled solver in vain."""
    from puzzler.game.core.category import Difficulty
    from puzzler.game.play.new_boards import NewBoardOptions, dealing
    from puzzler.search.compilation import Readiness, load_compiled, readiness

    order = NewBoardOptions(goal, Difficulty(difficulty), seed)
    if order.needs_tables:
        prepare()
    if order.needs_tables or (order.band is not None and readiness() is Readiness.WARM):
        load_compiled()
    with status(SHUFFLING) as line:
        return line.follow(dealing(order))
