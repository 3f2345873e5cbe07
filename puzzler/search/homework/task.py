"""One requirement on a student's code. The module imports no checks, so that it loads quickly."""

from __future__ import annotations

from dataclasses import dataclass

from puzzler.search.options import Ties
from puzzler.search.registry import HEURISTICS

BETTER = "better"
"""The requirement of fewer expansions than with another heuristic."""


@dataclass(frozen=True, kw_only=True)
class CodeTask:
    """One requirement on a user's file. The names of the fields are the keys of a TOML task."""

    ask: str
    """A key of ``ASKS``."""
    function: str = ""
    """Empty if the task requires a solution."""
    points: float = 1
    name: str = ""
    """The title, by default the function and the requirement."""
    algorithm: str = "astar"
    """The algorithm that searches with a heuristic, or that a search is compared with."""
    most: float = 0
    """The largest permitted mean number of expansions."""
    heuristic: str = "manhattan"
    """The heuristic of a search and of the search it is compared with, or the heuristic that a
    student's heuristic must be better than."""
    ties: Ties | None = None
    order: str = "UDLR"
    file: str = ""
    """Name of the file with a solution. By default the first file that is not Python code."""
    board: str = ""
    """The start of a solution, by default any board."""

    @property
    def title(self) -> str:
        """The heading of the task in a table."""
        what = f"better than {HEURISTICS[self.heuristic].title}" if self.ask == BETTER else self.ask
        return self.name or ": ".join(filter(None, (self.function or self.file, what)))
