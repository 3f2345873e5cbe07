"""The columns of solves and relays: one table for the window, for sorting and for CSV.

To add a column made of existing data, add a row to ``SOLVE_COLUMNS``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import KW_ONLY, dataclass, replace
from datetime import date
from functools import lru_cache

import numpy as np

from puzzler.csv_text import write_csv
from puzzler.game.core.category import STAGES, Kind, RelayKind, Split, Stages
from puzzler.game.storage.averages import MEAN, NEVER, Integers, Numbers, left_out
from puzzler.game.storage.statistics import PLUS_2, Average, SolveRow, Solves
from puzzler.humanize import SIGMA, TIMES, date_and_time, local_time, solve_time


@dataclass(frozen=True)
class SolveColumn:
    """A column. The window shows columns with ``text``, and CSV has columns with ``csv``."""

    name: str
    """Heading in CSV."""
    title: str = ""
    """Heading in the window."""
    text: Callable[[SolveRow], str] | None = None
    """Return the cell in the window; "" if the value is unknown."""
    csv: Callable[[SolveRow], object] | None = None
    """Return the cell in CSV; None if the value is unknown."""
    _: KW_ONLY
    key: Callable[[Solves], Integers | Numbers] | None = None
    """Return the values to sort by, with NaN for unknown ones. None if it cannot be sorted by."""
    is_descending: bool = False
    """Whether the first click sorts the largest values to the top."""
    sample: str = ""
    """The widest possible cell, which determines the width in the window."""
    priority: int = 0
    """In a narrow window the columns of the lowest priority are left out first."""
    is_right: bool = True
    """Whether cells are aligned to the right."""


def _positive(values: Integers | Numbers) -> Numbers:
    return np.where(values > 0, values, np.nan)


def _known(values: Integers | Numbers) -> Numbers:
    return np.where(values < NEVER, values, np.nan)


def time_text(row: SolveRow) -> str:
    """Return the time of a solve, as csTimer writes it: 12.34 s, 14.34 s+ or DNF."""
    return f"{solve_time(row.counted_seconds)}{'+' * (row.penalty == PLUS_2)}"


def moves_text(row: SolveRow) -> str:
    """Return the number of moves; "" if it is unknown."""
    return _number(row.move_count or None, ",")


def _iso_date(row: SolveRow) -> str | None:
    date = local_time(row.solved_at)
    return None if date is None else date.isoformat(timespec="seconds")


def _number(value: float | None, form: str) -> str:
    return "" if value is None else format(value, form)


DATE = SolveColumn(
    "date", "Date", lambda row: date_and_time(row.solved_at), _iso_date,
    key=lambda all_: np.arange(len(all_), 0, -1), is_descending=True,
    sample="88 May 2888, 88:88", priority=9, is_right=False,
)  # fmt: skip
TIME = SolveColumn(
    "time", "Time", lambda row: f"{'PB ' * row.is_best}{time_text(row)}",
    lambda row: f"{row.seconds:.3f}",
    key=lambda all_: _known(all_["milliseconds"]), sample="PB 88:88.88", priority=8,
)  # fmt: skip
MOVES = SolveColumn(
    "moves", "Moves", moves_text, lambda row: row.move_count or None,
    key=lambda all_: _known(all_["moves"]), sample="8,888", priority=7,
)  # fmt: skip
SPEED = SolveColumn(
    "moves a second", "Moves/s", lambda row: _number(row.moves_a_second, ".2f"),
    lambda row: _number(row.moves_a_second, ".2f"),
    key=lambda all_: _known(all_["moves"]) / (_positive(all_["milliseconds"]) / 1000),
    is_descending=True, sample="88.88", priority=2,
)  # fmt: skip


def _help(row: SolveRow) -> str:
    """Return why the solve is not counted, or ""."""
    return "AI" if row.assisted else "coach" if row.coached else row.unranked


ASSISTED = SolveColumn("assisted", csv=lambda row: int(row.assisted))
HELP = SolveColumn(
    "help", "Help", _help, sample="first move", priority=3, is_right=False,
)  # fmt: skip

SOLVE_COLUMNS = (
    DATE,
    SolveColumn("seed", "Seed", lambda row: row.seed, lambda row: row.seed,
                sample="8888888888", priority=1),
    SolveColumn("start", csv=lambda row: row.board),
    SolveColumn("goal", csv=lambda row: row.goal),
    TIME,
    MOVES,
    SolveColumn("slides", "Slides", lambda row: _number(row.slides, ","), lambda row: row.slides,
                sample="8,888", priority=0),
    SolveColumn("shortest", "Shortest", lambda row: _number(row.shortest, ","),
                lambda row: row.shortest, key=lambda all_: _positive(all_["shortest"]),
                sample="888", priority=6),
    SolveColumn("lost", "Extra", lambda row: _number(row.lost, ","), lambda row: row.lost,
                key=lambda all_: _known(all_["moves"]) - _positive(all_["shortest"]),
                sample="8,888", priority=5),
    SPEED,
    HELP,
    ASSISTED,
    SolveColumn("coached", csv=lambda row: int(row.coached)),
    SolveColumn("unranked", csv=lambda row: row.unranked),
    SolveColumn("penalty", csv=lambda row: row.penalty),
    SolveColumn("session", csv=lambda row: row.session),
    SolveColumn("title", csv=lambda row: row.title),
    SolveColumn("difficulty", csv=lambda row: row.difficulty),
    SolveColumn("blindfold", csv=lambda row: int(row.blindfold)),
    SolveColumn("path", csv=lambda row: row.path),
    SolveColumn("move times", csv=lambda row: row.move_times),
)  # fmt: skip


def _split_columns(number: int, name: str, title: str) -> Iterable[SolveColumn]:
    """Yield the columns of a board of a relay. number: from 0."""

    def cell(row: SolveRow, value: Callable[[Split], object]) -> str:
        return str(value(row.splits[number])) if number < len(row.splits) else ""

    yield SolveColumn(
        f"{name} time",
        title,
        lambda row: cell(row, lambda split: solve_time(split.seconds)),
        lambda row: cell(row, lambda split: f"{split.seconds:.3f}"),
        sample="8:88.88",
        priority=1,
    )
    yield SolveColumn(f"{name} moves", csv=lambda row: cell(row, lambda split: split.moves))


@lru_cache(maxsize=16)
def _relay_columns(stages: Stages) -> tuple[SolveColumn, ...]:
    splits = [
        column
        for number, (rows, columns) in enumerate(stages)
        for column in (
            _split_columns(number, f"{rows}x{columns}", f"{rows}{TIMES}{columns}")
            if stages == STAGES
            else _split_columns(number, f"board {number + 1}", f"{number + 1}")
        )
    ]
    return DATE, TIME, MOVES, replace(SPEED, text=None), ASSISTED, *splits, HELP


def columns_of(kind: Kind) -> tuple[SolveColumn, ...]:
    """Return the columns of a kind of solves."""
    return _relay_columns(kind.stages) if isinstance(kind, RelayKind) else SOLVE_COLUMNS


def as_csv(kind: Kind, rows: Iterable[SolveRow]) -> str:
    """Return rows of a kind as CSV. Times are in seconds."""
    columns = {column.name: column.csv for column in columns_of(kind) if column.csv is not None}
    return write_csv(([cell(row) for cell in columns.values()] for row in rows), columns)


def sorted_ids(solves: Solves, column: SolveColumn, *, is_descending: bool) -> Integers:
    """Return the ids of all ``solves``. Unknown values are last, and equal values latest first."""
    if column.key is None:
        raise ValueError(f"solves cannot be sorted by {column.name!r}")
    latest_first = solves[::-1]
    values = column.key(latest_first)
    keys = np.nan_to_num(-values if is_descending else values, nan=np.inf)
    ids: Integers = latest_first["id"][np.argsort(keys, kind="stable")]
    return ids


def average_times(rows: Sequence[SolveRow]) -> list[str]:
    """Return the times behind an average. Those that are left out are in parentheses."""
    out = left_out([row.counted_seconds for row in rows])
    texts = (time_text(row) for row in rows)
    return [f"({text})" if index in out else text for index, text in enumerate(texts)]


def average_text(average: Average, rows: Sequence[SolveRow], today: date) -> str:
    """Return an average and the solves behind it as text, in the form that csTimer copies."""
    name = "mean" if len(rows) == MEAN else "avg"
    deviation = "" if average.deviation is None else f" ({SIGMA} = {average.deviation:.2f})"
    lines = (
        f"{number}. {text}   {row.board}".rstrip()
        for number, (text, row) in enumerate(zip(average_times(rows), rows, strict=True), 1)
    )
    return "\n".join((
        f"Generated by Puzzler on {today.isoformat()}",
        f"{name} of {len(rows)}: {solve_time(average.seconds)}{deviation}",
        "",
        "Time List:",
        *lines,
    ))  # fmt: skip
