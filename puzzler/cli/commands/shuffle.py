"""``puzzler shuffle``: solvable boards, one on each line."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from datetime import date
from typing import Annotated

import typer

from puzzler.board.board import Board
from puzzler.board.shuffler import MOST_MOVES, new_seed, shuffle
from puzzler.cli import options
from puzzler.cli.exit_status import ExitStatus
from puzzler.cli.output import Output, say
from puzzler.cli.shuffling import graded, of_day

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
    difficulty: options.Difficulty = None,
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
    daily: options.Daily = None,
) -> int:
    """Print boards shuffled by random moves from the goal.

    One board per line. Without --seed, the seed used is printed on standard error.
    """
    choice = options.read_goal(goal)
    rows, columns = options.shape(size, choice)
    if daily is not None:
        return _print_daily(
            daily,
            options.Shape(rows, columns),
            {
                "--moves": moves,
                "--difficulty": difficulty,
                "--seed": seed,
                "--count": None if count == 1 else count,
                "--goal": goal,
            },
        )
    if moves is not None and difficulty is not None:
        raise typer.BadParameter("--moves and --difficulty both say how far to shuffle; give one")
    board = choice.for_shape(rows, columns)
    first = new_seed() if seed is None else seed
    if seed is None:
        say(f"seed {first}")
    with Output() as out:
        for number in range(first, first + count):
            if difficulty is None:
                scenario = shuffle(rows, columns, moves, number, board)
                _log.info("board shuffled: %dx%d, seed %d", rows, columns, number)
            else:
                scenario = graded(difficulty, board or Board.solved(rows, columns), number)
            out.write(str(scenario.start))
    return ExitStatus.SOLVED


def _print_daily(day: date, shape: options.Shape, others: Mapping[str, object]) -> int:
    scenario = of_day(day, shape, others)
    say(scenario.title)
    with Output() as out:
        out.write(str(scenario.start))
    return ExitStatus.SOLVED
