"""Lab as one of the views."""

from __future__ import annotations

from puzzler.game.lab.inspecting import Inspecting
from puzzler.window.common.views import LAB, View
from puzzler.window.sheets import look_inside

VIEW = View(
    LAB, 20, "Lab", "ctrl+2", "Look inside a search", "lab",
    look_inside, None, (Inspecting,),
)  # fmt: skip
