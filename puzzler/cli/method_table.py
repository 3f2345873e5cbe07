"""The table of methods for a terminal, as several tables where it is too wide for one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Literal

from puzzler.search.comparison import Column, Entry

if TYPE_CHECKING:
    from rich.table import Table

_BETWEEN = 3
"""Spaces between two columns."""


def tables(
    entries: Sequence[Entry], columns: Sequence[Column], width: int, *, are_headings_split: bool
) -> Iterator[Table]:
    """The rows in one table, or in as few as find room in ``width``, one below the other.

    Each begins with the first column, which says whose row it is. With ``are_headings_split`` a
    heading of two words has two lines. Where even two columns are too wide, words are wrapped.
    """
    from rich import box
    from rich.table import Table

    headings = {
        column.name: column.title.replace(" ", "\n") if are_headings_split else column.title
        for column in columns
    }
    texts = {column.name: [column.text(entry) for entry in entries] for column in columns}
    widths = {
        name: max(map(len, (*headings[name].splitlines(), *texts[name]))) for name in headings
    }
    for group in _groups(list(columns), widths, width):
        table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
        for column in group:
            justify: Literal["left", "right"] = "left" if column.is_text else "right"
            table.add_column(headings[column.name], justify=justify, no_wrap=not column.is_text)
        for cells in zip(*(texts[column.name] for column in group), strict=True):
            table.add_row(*cells)
        yield table


def _groups(columns: list[Column], widths: dict[str, int], width: int) -> list[list[Column]]:
    """The columns, the first one in front of each group; one at least stands beside it."""
    first, *others = columns
    groups = [[first]]
    for column in others:
        row = [*groups[-1], column]
        needed = sum(widths[each.name] for each in row) + _BETWEEN * (len(row) - 1)
        if needed > width and len(row) > 2:
            groups.append([first, column])
        else:
            groups[-1].append(column)
    return groups
