"""What the commands that shuffle have in common: boards by grade, and boards of the day."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import TYPE_CHECKING

import typer

from puzzler.cli import options
from puzzler.cli.searching import building, prepare, sign_of_life

if TYPE_CHECKING:
    from puzzler.board.board import Board
    from puzzler.board.scenario import Scenario


def graded(difficulty: str, goal: Board, seed: int) -> Scenario:
    """The board that the window shuffles to ``goal`` with this grade and seed.

    GradingError where it takes the compiled solver, which cannot be had.
    """
    from puzzler.game.play.difficulty import Difficulty
    from puzzler.game.play.new_boards import Order, dealing
    from puzzler.search.compilation import Readiness, load_compiled, readiness

    order = Order(goal, Difficulty(difficulty), seed)
    if order.needs_tables:
        prepare()
    if order.needs_tables or (order.is_graded and readiness() is Readiness.WARM):
        load_compiled()
    doing = "shuffling; Ctrl-C stops"
    with sign_of_life(doing) as line:
        steps = dealing(order)
        while True:
            try:
                progress = next(steps)
            except StopIteration as end:
                scenario: Scenario = end.value
                return scenario
            line.say(doing if progress is None or progress.done >= 1 else building(progress))


def of_day(day: date, shape: options.Shape, others: Mapping[str, object]) -> Scenario:
    """The board of ``day``; typer.BadParameter where one of the options ``others`` is given too."""
    from puzzler.game.play.daily import daily

    given = [name for name, value in others.items() if value is not None]
    if given:
        raise typer.BadParameter(
            f"{options.DAILY} tells the whole board but its size; it cannot be combined with "
            f"{', '.join(given)}"
        )
    return daily(day, *shape)
