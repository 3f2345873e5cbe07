"""The board of the day: from the date alone, and so the same for everybody."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from puzzler.board.scenario import Scenario
from puzzler.board.shuffler import shuffle
from puzzler.game.play.difficulty import Difficulty

MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)


def daily(day: date, rows: int, columns: int) -> Scenario:
    """The board of ``day`` in this shape: fully mixed, to the standard goal.

    Its seed is the date as a number, 20261121. Raises BoardError where there is no such shape.
    """
    seed = day.year * 10_000 + day.month * 100 + day.day
    # not strftime, which says the month in the language of the machine
    title = f"Board of the day, {day.day} {MONTHS[day.month - 1]} {day.year}"
    scenario = shuffle(rows, columns, seed=seed)
    return replace(scenario, difficulty=Difficulty.DAILY.value, title=title)
