"""A condition on an expansion. Some figures of a search can exclude it for many expansions."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from puzzler.board.board import Board
from puzzler.board.numbers import decimal_number
from puzzler.search.engine.search import Search
from puzzler.search.engine.stepping import OrderCursor
from puzzler.search.inspection.observation import Expansion, SuccessorOutcome
from puzzler.search.packing import make_space, pack
from puzzler.search.registry import HEURISTICS
from puzzler.search.result import SearchStats

Exclusion = Callable[[Search, SearchStats, OrderCursor], bool | None]
"""Returns whether no expansion can have fulfilled a condition since an earlier moment of a search,
or None if its figures do not show this. Gets the stats of that moment, and its position in the
order of expansions, which is advanced."""


@dataclass(frozen=True)
class Condition:
    """Whether an expansion is the one at which a running search stops."""

    holds: Callable[[Expansion], bool]
    excludes: Exclusion

    def __call__(self, expansion: Expansion) -> bool:
        return self.holds(expansion)


def expands(board: Board) -> Condition:
    """Return the condition that ``board`` is expanded."""
    word = pack(make_space(*board.size), board)[0]

    def excludes(search: Search, _before: SearchStats, cursor: OrderCursor) -> bool | None:
        if not search.stepping.has_order:
            return None
        is_excluded = True
        while len(words := search.stepping.read_order(cursor)):
            is_excluded = is_excluded and word not in words
        return is_excluded

    return Condition(lambda expansion: expansion.node.board == board, excludes)


def has_f(f: float) -> Condition:
    """Return the condition that a node with this f is expanded."""

    def excludes(search: Search, _before: SearchStats, _cursor: OrderCursor) -> bool | None:
        task = search.task
        heuristic = HEURISTICS.get(task.heuristic.name)
        if task.weight != 1 or task.algorithm not in ("astar", "idastar"):
            return None
        is_bounded = task.algorithm == "idastar" or (heuristic is not None and heuristic.consistent)
        # no node above the bound was expanded
        return search.stats().bound < f if is_bounded else None

    return Condition(lambda expansion: expansion.node.f == f, excludes)


def has_outcome(outcome: SuccessorOutcome) -> Condition:
    """Return the condition that a successor has this outcome."""

    def excludes(search: Search, before: SearchStats, _cursor: OrderCursor) -> bool | None:
        name = _COUNTED.get(outcome)
        if name is None or not search.stepping.has_order:
            return None
        return bool(getattr(search.stats(), name) == getattr(before, name))

    return Condition(
        lambda expansion: any(each.outcome is outcome for each in expansion.successors), excludes
    )


_COUNTED = {SuccessorOutcome.DUPLICATE: "duplicates", SuccessorOutcome.REOPENED: "reopened"}
"""Outcomes that the stats count."""


HOW = (
    "Type a board, f and its value (f 26), or the outcome of a successor: "
    f"{', '.join(SuccessorOutcome)}."
)


def parse_condition(text: str) -> Condition:
    """Return the condition. Raises ValueError if ``text`` is not a condition.

    A board is expanded, an expanded node has this f, or a successor has this outcome.
    """
    words = text.strip().lower()
    if words in [*SuccessorOutcome]:
        return has_outcome(SuccessorOutcome(words))
    if value := re.fullmatch(r"f\s*=?\s*([0-9.]+)", words):
        return has_f(decimal_number(value[1]))
    try:
        board = Board.parse(text)
    except ValueError:
        raise ValueError(HOW) from None
    return expands(board)
