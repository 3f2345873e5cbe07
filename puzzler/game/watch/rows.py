"""Finished searches as rows of a table: on the screen, for the clipboard, and as CSV.

Columns and figures are those of every table of methods, see ``puzzler.search.comparison``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from puzzler.search import records
from puzzler.search.comparison import COLUMNS, Entry, record
from puzzler.search.guarantee import brief_guarantee
from puzzler.search.method import Method
from puzzler.search.result import SearchResult


@dataclass(frozen=True)
class Row:
    """One finished search."""

    number: int
    method: Method
    result: SearchResult
    shortest: int | None = None
    """The length of the board's shortest answer, where that is proven."""
    played: int | None = None
    """Moves of its track, where that is longer than the best answer: it was played too far already
    when a shorter one was found. None where both are of one length."""
    is_shown: bool = False
    """Its figures and its track are the ones on the screen."""

    @property
    def entry(self) -> Entry:
        """The same among other methods."""
        return Entry(self.method, (self.result,), (self.shortest,))

    @property
    def moves(self) -> int | None:
        """Length of its best answer; None where there is none."""
        return self.result.length

    @property
    def worth(self) -> str:
        """What the answer is worth, or why there is none."""
        return brief_guarantee(self.result, self.shortest)

    @property
    def cells(self) -> tuple[str, ...]:
        """What stands in the columns, as people read it."""
        entry = self.entry
        texts = {column.name: column.text(entry) for column in COLUMNS}
        if self.played is not None:
            texts["length"] += f" ({self.played:,} played)"
        return tuple(texts.values())


def as_text(rows: Sequence[Row]) -> str:
    """The rows under their headings, tabs between the columns: for the clipboard."""
    return records.as_tabs([[column.title for column in COLUMNS], *(row.cells for row in rows)])


def as_csv(rows: Sequence[Row]) -> str:
    """The rows with plain numbers, under a line of headings."""
    return records.as_csv(
        [{**record(row.entry), "played": row.played or row.moves} for row in rows]
    )
