"""What the statistics show of a solve: its cells in the list, its point on the curve, its kind."""

from __future__ import annotations

import re
from collections.abc import Sequence

from puzzler.game.play.category import Kind, RelayKind
from puzzler.game.storage.statistics import Curve, Order, SolveRow
from puzzler.humanize import TIMES, date_and_time, precise_time
from puzzler.window.widgets.table import Column
from puzzler.window.widgets.value_curve import Series

_TIME_STEPS = (0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 36_000)
"""Seconds between two lines of the grid."""
_DATE = Column(Order.DATE.value, "Date", "88 May 2888, 88:88", is_right=False, need=9)
_TIME = Column(Order.SECONDS.value, "Time", "88:88.8", need=8)
_MOVES = Column(Order.MOVES.value, "Moves", "8,888", need=7)
_HELP = Column("help", "Help", "coach", is_right=False, need=3, is_sortable=False)

SOLVE_COLUMNS = (
    _DATE,
    Column("seed", "Seed", "8888888888", need=1, is_sortable=False),
    _TIME,
    _MOVES,
    Column(Order.SHORTEST.value, "Shortest", "888", need=6),
    Column(Order.LOST.value, "Lost", "8,888", need=5),
    Column(Order.MOVES_A_SECOND.value, "Moves/s", "88.8", need=2),
    _HELP,
)
_STAGES = ((2, 2), (3, 3), (4, 4), (5, 5))
RELAY_COLUMNS = (
    _DATE,
    _TIME,
    _MOVES,
    *(
        Column(f"{rows}x{columns}", f"{rows}{TIMES}{columns}", "8:88.8", need=1, is_sortable=False)
        for rows, columns in _STAGES
    ),
    _HELP,
)


def cells(row: SolveRow, columns: Sequence[Column]) -> tuple[str, ...]:
    """The words of a row, one for each column; nothing where nothing is known."""
    speed = row.moves_a_second
    words = {
        _DATE.name: date_and_time(row.solved_at),
        "seed": row.seed,
        _TIME.name: precise_time(row.seconds),
        _MOVES.name: f"{row.moves:,}",
        Order.SHORTEST.value: "" if row.shortest is None else f"{row.shortest:,}",
        Order.LOST.value: "" if row.lost is None else f"{row.lost:,}",
        Order.MOVES_A_SECOND.value: "" if speed is None else f"{speed:.1f}",
        _HELP.name: "AI" if row.assisted else "coach" if row.coached else "",
    }
    for split in row.splits:
        words[f"{split.rows}x{split.columns}"] = precise_time(split.seconds)
    return tuple(words.get(column.name, "") for column in columns)


def short_title(kind: Kind) -> str:
    """For a tab: 4x4 fully mixed; a goal is named where it is not the standard one."""
    if isinstance(kind, RelayKind):
        return "Relay"
    said = f"{kind.rows}{TIMES}{kind.columns} {kind.difficulty.label.lower()}"
    if kind.goal != "standard":
        goal = "own" if "/" in kind.goal else kind.goal.replace("-", " ")
        said += f", {goal} goal"
    return f"{said}, blindfold" if kind.is_blindfold else said


def file_stem(kind: Kind) -> str:
    """What a file of its solves is called, without its ending."""
    plain = short_title(kind).lower().replace(TIMES, "x")
    return f"puzzler-{re.sub('[^a-z0-9]+', '-', plain).strip('-')}"


def time_series(curve: Curve) -> Series:
    """Times and their means, with the first and the last day below."""
    points = curve.points
    return Series(
        tuple(point.seconds for point in points),
        tuple(point.mean for point in points),
        _TIME_STEPS,
        first=date_and_time(points[0].at).split(",")[0] if points else "",
        last=date_and_time(points[-1].at).split(",")[0] if len(points) > 1 else "",
    )
