"""Race as one of the views."""

from __future__ import annotations

from puzzler.game.race.racing import Racing
from puzzler.window.common.views import RACE, View
from puzzler.window.sheets import open_race

VIEW = View(
    RACE, 30, "Race", "ctrl+3", "Race searches against each other", "race",
    open_race, None, (Racing,),
)  # fmt: skip
