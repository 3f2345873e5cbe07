"""What an algorithm declares about itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from puzzler.search.algorithms.protocol import Search
from puzzler.search.heuristics.heuristic import Heuristic
from puzzler.search.limits import Limit
from puzzler.search.problem import Problem


@dataclass(frozen=True)
class Algorithm:
    """A named way to search."""

    name: str
    """As on the command line."""
    title: str
    """As on the screen."""
    summary: str
    """One line for a menu."""
    rank: int
    """Place in menus and listings."""
    start: Callable[[Problem, Heuristic, float, Limit], Search]
    """Begin a search: problem, heuristic, weight of the heuristic, limit."""
