"""``puzzler shuffle``: solvable boards, one on each line."""

from __future__ import annotations

import logging
from typing import Annotated

import typer

from puzzler.board.shuffler import MOST_MOVES, new_seed, shuffle
from puzzler.cli import options
from puzzler.cli.exit_status import ExitStatus
from puzzler.cli.output import Output, say

_log = logging.getLogger("puzzler")


def command(
    *,
    size: options.Size = None,
    moves: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            parser=options.whole_number(1, MOST_MOVES),
            help="How many random moves; by default as many as it takes to mix the board fully.",
        ),
    ] = None,
    seed: options.Seed = None,
    count: Annotated[
        int,
        typer.Option(
            metavar="K",
            parser=options.whole_number(1),
            help="How many boards to print; their seeds count up by one.",
        ),
    ] = 1,
    goal: options.Goal = None,
) -> int:
    """Print boards shuffled by random moves from the goal.

    One board per line. Without --seed, the seed used is printed on standard error.
    """
    choice = options.read_goal(goal)
    rows, columns = options.shape(size, choice)
    board = choice.for_shape(rows, columns)
    first = new_seed() if seed is None else seed
    if seed is None:
        say(f"seed {first}")
    with Output() as out:
        for number in range(first, first + count):
            scenario = shuffle(rows, columns, moves, number, board)
            _log.info("board shuffled: %dx%d, seed %d", rows, columns, number)
            out.write(str(scenario.start))
    return ExitStatus.SOLVED
