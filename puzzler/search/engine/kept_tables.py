"""The tables of a heuristic for a goal, kept from search to search."""

from __future__ import annotations

from puzzler.board.board import Board
from puzzler.search.heuristics.heuristic import Building, BuildProgress, Heuristic, Tables, built
from puzzler.search.tables.shared import SharedTables

KEPT_BYTES = 1 << 27
"""Those of three goals on 4x4, or of fifty on 3x3."""
WAITING = BuildProgress(0, "tables")


def _bytes_of(tables: Tables) -> int:
    # larger tables are one for all goals, and kept elsewhere
    return tables.nbytes - (tables.ranked.tables.nbytes if tables.ranked else 0)


_kept: SharedTables[Tables] = SharedTables(KEPT_BYTES, _bytes_of)


def building(heuristic: Heuristic, goal: Board) -> Building:
    """The tables of ``heuristic`` for ``goal``: built step by step, or those of a search before."""
    key = heuristic, goal, heuristic.edition(goal)
    return (yield from _kept.making(key, lambda: heuristic.building(goal), WAITING))


def build(heuristic: Heuristic, goal: Board) -> Tables:
    """The same, however long it takes."""
    return built(building(heuristic, goal))
