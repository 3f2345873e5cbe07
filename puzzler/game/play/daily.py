"""The board of the day: from the date alone, and so the same for everybody."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from puzzler.board.scenario import Scenario
from puzzler.board.shuffler import shuffle
from puzzler.game.play.difficulty import Difficulty
from puzzler.humanize import long_date


def daily(day: date, rows: int, columns: int) -> Scenario:
    """The board of ``day`` in this shape: fully mixed, to the standard goal.

    Its seed is the date as a number, 20261121. Raises BoardError where there is no such shape.
    """
    seed = day.year * 10_000 + day.month * 100 + day.day
    title = f"Board of the day, {long_date(day)}"
    scenario = shuffle(rows, columns, seed=seed)
    return replace(scenario, difficulty=Difficulty.DAILY.value, title=title)
