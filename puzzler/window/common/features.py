"""The features of the window: every view and every module of actions, by name.

They are imported when they are first needed, because features import this package.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

VIEWS = ("play", "review", "lessons", "lab", "race")
"""The folders whose ``view.py`` has a ``VIEW``, from left to right on the switch. A board that no
other view claims is shown in the first."""
ACTIONS = ("watch", "play", "lab", "race", "review", "lessons", "files", "main")
"""The folders whose ``actions.py`` has ``ACTIONS``. If a key has several actions, the first that
applies is taken: while a solution is played, left and right step along it and move no tile."""


def view_modules() -> list[ModuleType]:
    """The modules of all views, from left to right."""
    return [import_module(f"puzzler.window.{name}.view") for name in VIEWS]


def action_modules() -> list[ModuleType]:
    """The modules of all actions, in the order of the bars, of the help and of the keys."""
    return [import_module(f"puzzler.window.{name}.actions") for name in ACTIONS]
