"""One file per command. Its function ``command`` returns the exit status."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

SUMMARIES = {
    "check": "Check your own heuristic or search.",
    "compare": "Compare methods on one board, or on a list of boards.",
    "convert": "Write a board in another format.",
    "lab": "Open the window in the Lab, which shows a search expansion by expansion.",
    "lesson": "List the lessons, or open one, or a folder of your own, in the window.",
    "manual": "Show the manual page.",
    "methods": "List the algorithms and heuristics.",
    "optimize": "Shorten a solution.",
    "play": "Open the window to play, or to watch a search solve the board.",
    "race": "Open the window in the race: two to four methods search the same board side by side.",
    "record": "Record a solution as a GIF, an MP4 or a PNG.",
    "review": "Rate every move of a solution.",
    "shuffle": "Print boards shuffled by random moves from the goal.",
    "solve": "Solve a board and print the moves.",
    "tables": "List, build or remove larger pattern databases.",
    "trace": "Print every expansion of a search, in order.",
}
"""Commands and the first lines of their docstrings, so that help need not import them."""


def load(name: str) -> ModuleType:
    """Import the module of a command."""
    return import_module(f"{__name__}.{name}")
