"""Finished searches as rows of a table: on the screen, for the clipboard, and as CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass

from puzzler import words
from puzzler.search.method import Method

HEADINGS = ("Method", "Moves", "Worth", "Expanded", "b*", "Time", "Memory")
"""Above ``Row.cells``."""
CSV_HEADINGS = (
    "method",
    "algorithm",
    "heuristic",
    "weight",
    "order",
    "ties",
    "depth_limit",
    "moves",
    "played",
    "worth",
    "expanded",
    "branching",
    "seconds",
    "bytes",
)


@dataclass(frozen=True)
class Row:
    """One finished search."""

    number: int
    """Of its run."""
    method: Method
    """What made it."""
    moves: int | None
    """Length of its best answer; None where there is none."""
    worth: str
    """What the answer is worth, or why there is none."""
    expanded: int
    branching: float | None
    """The effective branching factor b*; None without an answer of at least one move."""
    seconds: float
    """Spent searching."""
    bytes: int
    """Memory that the search held at its end."""
    played: int | None = None
    """Moves of its track, where that is longer than the best answer: it was played too far already
    when a shorter one was found. None where both are of one length."""
    is_shown: bool = False
    """Its figures and its track are the ones on the screen."""

    @property
    def cells(self) -> tuple[str, ...]:
        """What stands in the columns, as people read it."""
        moves = words.NOTHING if self.moves is None else f"{self.moves:,}"
        return (
            self.method.title,
            moves if self.played is None else f"{moves} ({self.played:,} played)",
            self.worth,
            words.short_count(self.expanded),
            words.branching(self.branching),
            words.duration(self.seconds),
            words.memory(self.bytes),
        )


def as_text(rows: Sequence[Row]) -> str:
    """The rows under their headings, tabs between the columns: for the clipboard."""
    return "".join("\t".join(cells) + "\n" for cells in (HEADINGS, *(row.cells for row in rows)))


def as_csv(rows: Sequence[Row]) -> str:
    """The rows with plain numbers, under a line of headings."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(CSV_HEADINGS)
    for row in rows:
        method = row.method
        names = method.title, method.algorithm, method.heuristic, f"{method.weight:g}"
        details = method.order, method.ties or "", method.depth_limit or ""
        moves = "" if row.moves is None else row.moves
        played = moves if row.played is None else row.played
        branching = "" if row.branching is None else round(row.branching, 6)
        figures = row.expanded, branching, round(row.seconds, 6), row.bytes
        writer.writerow((*names, *details, moves, played, row.worth, *figures))
    return text.getvalue()
