"""Figures and rows of stored solves, computed from all of them."""

from __future__ import annotations

from puzzler.game.core.category import Kind
from puzzler.game.storage.solve_columns import DATE, SolveColumn, sorted_ids
from puzzler.game.storage.solves import SolveHistory
from puzzler.game.storage.statistics import (
    ALL,
    Curve,
    Selection,
    SolveRow,
    Summary,
    curve,
    summary,
)


def read_summary(
    solves: SolveHistory, kind: Kind, since: float | None = None, selection: Selection = ALL
) -> Summary:
    """Return the summary of all solves, or of those ``since`` a time in seconds since 1970."""
    array = solves.array(kind, selection)
    return summary(array if since is None else array[array["at"] >= int(since)])


def read_curve(solves: SolveHistory, kind: Kind) -> Curve:
    """Return the times over all solves."""
    return curve(solves.array(kind))


def read_rows(
    solves: SolveHistory,
    kind: Kind,
    first: int = 0,
    count: int = 50,
    column: SolveColumn = DATE,
    *,
    is_descending: bool = True,
    since: float | None = None,
) -> list[SolveRow]:
    """Return ``count`` rows of the list from row ``first``. The latest solve is first."""
    array = solves.array(kind)
    array = array if since is None else array[array["at"] >= int(since)]
    ids = sorted_ids(array, column, is_descending=is_descending)
    return solves.with_ids(kind, ids[max(first, 0) : max(first, 0) + count].tolist())
