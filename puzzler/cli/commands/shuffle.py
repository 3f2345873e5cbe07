"""``puzzler shuffle``: boards from a seed, a difficulty or a date."""

from __future__ import annotations

import json
import logging
from dataclasses import dataclass
from datetime import date
from functools import partial
from typing import TYPE_CHECKING

import click

from puzzler.board.board import Board
from puzzler.board.shuffler import MAX_MOVES, new_seed, shuffle
from puzzler.cli import option_types
from puzzler.cli.batch import prepare
from puzzler.cli.board_input import Goal, GoalName
from puzzler.cli.click_options import option
from puzzler.cli.options import Json, OutputFile
from puzzler.cli.output import ExitStatus, Output, notify
from puzzler.cli.progress import status

if TYPE_CHECKING:
    from puzzler.board.scenario import Scenario

SHUFFLING = "shuffling; Ctrl-C stops"
DEFAULT_SHAPE = (4, 4)

_log = logging.getLogger("puzzler")


@dataclass(frozen=True)
class ShuffleOptions:
    """The board to make."""

    heading = "Shuffle"

    size: option_types.Shape | None = option(
        "--size RxC",
        "Rows and columns, 2x2 to 10x10. The default is 4x4, in the window the last size.",
        option_types.size,
    )
    difficulty: str | None = option(
        "--difficulty G",
        "Difficulty: easy, medium, hard or mixed. It depends on the length of the shortest "
        "solution for 3x3 and 4x4, and on the number of random moves for other sizes.",
        option_types.difficulty,
    )
    seed: int | None = option(
        "--seed N",
        "Seed of the shuffle. The same seed gives the same board. The default is random.",
        option_types.integer(0),
    )
    daily: date | None = option(
        "--daily [DATE]",
        "The board of the day, or of a DATE such as 2026-11-21. Its size depends on the weekday.",
        option_types.day,
        flag_value="today",
    )

    @property
    def is_given(self) -> bool:
        """Whether any of the options is given."""
        return self != ShuffleOptions()

    def shape(self, goal: Goal, default: option_types.Shape = DEFAULT_SHAPE) -> option_types.Shape:
        """Return the given shape, or else that of the goal, or else the default."""
        return self.size or goal.shape or default

    def of_day(self, **others: object) -> Scenario | None:
        """Return the board of the day, or None without --daily.

        Raises UsageError if any of ``others`` is also given.
        """
        if self.daily is None:
            return None
        others |= {"size": self.size, "difficulty": self.difficulty, "seed": self.seed}
        conflicts = [f"--{name}" for name, value in others.items() if value is not None]
        if conflicts:
            raise click.UsageError(f"--daily cannot be combined with {', '.join(conflicts)}")
        from puzzler.game.play.new_boards import daily

        return daily(self.daily)

    def shuffled(
        self, shape: option_types.Shape, goal: Goal, seed: int, moves: int | None = None
    ) -> Scenario:
        """Return the board for ``seed``."""
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
        "Number of random moves. The default is enough to make all solvable boards equally likely.",
        option_types.integer(1, MAX_MOVES),
    ),
    shuffling: ShuffleOptions,
    count: int = option(
        "--count K",
        "Number of boards, with consecutive seeds.",
        option_types.integer(1),
        default=1,
    ),
    goal: GoalName = None,
    as_json: Json = False,
    output: OutputFile = None,
) -> int:
    """Print boards shuffled by random moves from the goal.

    Boards are printed one per line. Without --seed, the seed is printed on standard error.
    """
    target = Goal.read(goal)
    shape = shuffling.shape(target)
    others = {"moves": moves, "count": None if count == 1 else count, "goal": goal}
    if (daily := shuffling.of_day(**others)) is not None:
        notify(daily.title)
        with Output(output) as out:
            out.write(_line(daily, None, as_json=as_json))
        return ExitStatus.SOLVED
    if moves is not None and shuffling.difficulty is not None:
        raise click.UsageError("--moves cannot be combined with --difficulty")
    target.for_shape(*shape)
    first = new_seed() if shuffling.seed is None else shuffling.seed
    out = Output(output)
    if shuffling.seed is None:
        notify(f"seed {first}")
    with out:
        for seed in range(first, first + count):
            scenario = shuffling.shuffled(shape, target, seed, moves)
            out.write(_line(scenario, seed, as_json=as_json))
    return ExitStatus.SOLVED


def _line(scenario: Scenario, seed: int | None, *, as_json: bool) -> str:
    if not as_json:
        return str(scenario.start)
    return json.dumps({"board": str(scenario.start), "goal": str(scenario.goal), "seed": seed})


def _graded(difficulty: str, goal: Board, seed: int) -> Scenario:
    """Make the same board as the window. Raises PuzzlerError if the compiled solver is missing."""
    from puzzler.game.core.category import Difficulty
    from puzzler.game.play.new_boards import NewBoardOptions, deal
    from puzzler.search.compilation import KernelState, kernel_state, load_compiled
    from puzzler.search.method import Method

    order = NewBoardOptions(goal, Difficulty(difficulty), seed)
    if order.needs_tables:
        prepare(Method())
    if order.needs_tables or (order.band is not None and kernel_state() is KernelState.READY):
        load_compiled()
    with status(SHUFFLING) as line:
        return line.follow(partial(deal, order))
