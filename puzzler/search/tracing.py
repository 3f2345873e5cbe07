"""A search as the list of its expansions."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from puzzler.search.engine.search import Search
from puzzler.search.inspection.inspector import Inspector
from puzzler.search.inspection.values import Expansion
from puzzler.search.method import Method
from puzzler.search.problem import Problem
from puzzler.search.solve import start


def trace(problem: Problem, method: Method, expansions: int | None = None) -> Iterator[Expansion]:
    """Every expansion of a search, in order: all of them, or the first ``expansions``."""
    return traced(start(problem, method), expansions)


def traced(search: Search, expansions: int | None = None) -> Iterator[Expansion]:
    """The same of a search that has been begun, from where it stands."""
    inspector = Inspector(search)
    for _ in count() if expansions is None else range(expansions):
        expansion = inspector.step()
        if expansion is None:
            return
        yield expansion
