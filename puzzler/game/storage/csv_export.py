"""The list of solves as comma-separated values, for spreadsheets."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from datetime import datetime

from puzzler.game.storage.statistics import SolveRow

SOLVE_COLUMNS = (
    "date", "seed", "start", "goal", "time", "moves", "shortest", "lost", "moves a second",
    "assisted", "coached", "path",
)  # fmt: skip
"""The time is in seconds, the path over UDLR; what is not known is empty."""
RELAY_COLUMNS = (
    "date", "time", "moves", "moves a second", "assisted",
    "2x2 time", "2x2 moves", "3x3 time", "3x3 moves",
    "4x4 time", "4x4 moves", "5x5 time", "5x5 moves",
)  # fmt: skip


def line(values: Iterable[object]) -> str:
    """One line with its end, quoted where that is needed; the system's line end is the file's."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(
        ["" if value is None else value for value in values]
    )
    return text.getvalue()


def solve_line(row: SolveRow, start: str, goal: str, path: str) -> str:
    """A solve, by ``SOLVE_COLUMNS``."""
    return line(
        [
            _local_time(row.solved_at),
            row.seed,
            start,
            goal,
            f"{row.seconds:.3f}",
            row.moves,
            row.shortest,
            row.lost,
            _speed(row),
            int(row.assisted),
            int(row.coached),
            path,
        ]
    )


def relay_line(row: SolveRow) -> str:
    """A relay, by ``RELAY_COLUMNS``."""
    stages = [value for split in row.splits for value in (f"{split.seconds:.3f}", split.moves)]
    when, time = _local_time(row.solved_at), f"{row.seconds:.3f}"
    return line([when, time, row.moves, _speed(row), int(row.assisted), *stages])


def _local_time(at: float) -> str:
    """A time in seconds since 1970 as ISO text with the zone of this machine; "" for nonsense."""
    try:
        return datetime.fromtimestamp(at).astimezone().isoformat(timespec="seconds")
    except (OverflowError, OSError, ValueError):
        return ""


def _speed(row: SolveRow) -> str:
    return "" if row.moves_a_second is None else f"{row.moves_a_second:.2f}"
