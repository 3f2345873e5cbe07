"""What an algorithm declares about itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from puzzler.search.algorithms.protocol import Search
from puzzler.search.heuristics.heuristic import Heuristic, Tables
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
    start: Callable[[Problem, Heuristic, Tables, float, Limit], Search]
    """Begin a search: problem, heuristic, its tables for the goal, its weight, limit."""
    uses_heuristic: bool = True
    """False where the search is blind: the heuristic is then zero, whatever was asked for."""
    uses_weight: bool = False
    """True where the weight of the heuristic changes the search; elsewhere it must be 1."""
