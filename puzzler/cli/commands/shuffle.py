"""``puzzler shuffle``: solvable boards, one per line."""

from __future__ import annotations

from typing import Annotated

import typer

from puzzler.board.shuffler import MOST_MOVES, new_seed
from puzzler.cli.command import option
from puzzler.cli.inputs import Goal, GoalName
from puzzler.cli.output import ExitStatus, Output, say
from puzzler.cli.shuffling import ShuffleOptions
from puzzler.cli.values import whole_number


def command(
    *,
    moves: Annotated[
        int | None,
        option(
            "--moves N",
            "How many random moves; by default enough to mix the board fully.",
            whole_number(1, MOST_MOVES),
        ),
    ] = None,
    shuffling: ShuffleOptions,
    count: Annotated[
        int,
        option(
            "--count K", "How many boards to print; their seeds count up by one.", whole_number(1)
        ),
    ] = 1,
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
        raise typer.BadParameter("--moves and --difficulty both say how far to shuffle; give one")
    target.for_shape(*shape)
    first = new_seed() if shuffling.seed is None else shuffling.seed
    if shuffling.seed is None:
        say(f"seed {first}")
    with Output() as out:
        for seed in range(first, first + count):
            out.write(str(shuffling.shuffled(shape, target, seed, moves).start))
    return ExitStatus.SOLVED
