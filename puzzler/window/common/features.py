"""The modules of the views and of the actions.

They are imported when they are first used, because they import this package.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

VIEWS = ("play.view", "review.view", "lessons.view", "lab.view", "race.view")
"""The modules with a ``VIEW``, from left to right on the switch. The first view shows activities
that no view lists."""
ACTIONS = ("watch", "play", "lab", "race", "review", "lessons", "files", "main")
"""The folders with ``ACTIONS`` in ``actions.py``. A key with several actions starts the first one
that applies: while a solution is shown, Left and Right step along it and do not move tiles."""


def view_modules() -> list[ModuleType]:
    """Return the modules of all views, from left to right."""
    return [import_module(f"puzzler.window.{name}") for name in VIEWS]


def action_modules() -> list[ModuleType]:
    """Return the modules of all actions, in the order of the bars, the help and the keys."""
    return [import_module(f"puzzler.window.{name}.actions") for name in ACTIONS]
