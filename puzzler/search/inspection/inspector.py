"""A search under the lens: stepped one expansion at a time, and asked what there is to see."""

from __future__ import annotations

from collections.abc import Iterator

from puzzler.search.engine.search import Search
from puzzler.search.inspection.values import Expansion, Glimpse
from puzzler.search.method import Method
from puzzler.search.problem import Problem


class Inspector:
    """Looks into a search and changes nothing in it.

    An expansion is told by whoever steps: ``step`` here, or ``reach`` that steps at its end.
    """

    def __init__(self, search: Search) -> None:
        self.search = search

    def step(self) -> Expansion | None:
        """Expand one state and tell what happened; None where the search ended without one."""
        raise NotImplementedError

    def reach(self, moment: int) -> Expansion | None:
        """Go on until ``moment`` states have been expanded, and tell the last expansion.

        None where the search ended before.
        """
        raise NotImplementedError

    def glimpse(self, top: int = 60) -> Glimpse:
        """All that there is to see now. The last expansion and its path are those stepped last."""
        raise NotImplementedError


def step(search: Search) -> Expansion | None:
    """Expand one state and tell what happened; None where the search ended without one."""
    return Inspector(search).step()


def trace(problem: Problem, method: Method, expansions: int | None = None) -> Iterator[Expansion]:
    """Every expansion of a search, in order: all of them, or the first ``expansions``."""
    raise NotImplementedError
