"""The winner among several methods on one board, by a chosen rule."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from puzzler.humanize import counted
from puzzler.search.report.comparison import COLUMNS, ComparisonColumn, Entry, named


class WinningRule(StrEnum):
    """The rule of a race. Only methods with a solution can win.

    Solutions of equal length are ordered by the number of expansions.
    """

    words: str
    """The text on the screen: "Fewest expansions"."""
    columns: tuple[ComparisonColumn, ...]
    """The columns to compare. The smallest value wins; each further column decides ties."""

    SHORTEST_SOLUTION = "shortest-solution"
    FEWEST_EXPANSIONS = "fewest-expansions"
    LEAST_MEMORY = "least-memory"
    LEAST_TIME = "least-time"


_COLUMNS = (("length", "expanded"), ("expanded",), ("memory",), ("time",))
for _rule, _names in zip(WinningRule, _COLUMNS, strict=True):
    _rule.words = _rule.value.replace("-", " ").capitalize()
    _rule.columns = tuple(named(name, COLUMNS) for name in _names)


@dataclass(frozen=True)
class Winner:
    """The result of a race."""

    rule: WinningRule
    places: tuple[int, ...]
    """Indices of the winning rows: several for a tie, none if no row has a solution."""
    words: str
    """The result in one line: "Shortest solution: A*, Manhattan (24 moves, 1,204 expanded)"."""


def winner(entries: Sequence[Entry], rule: WinningRule) -> Winner:
    """Return the winner by ``rule``. Entries with equal displayed values tie."""
    figures = {
        place: [column.value(entry) or 0 for column in rule.columns]
        for place, entry in enumerate(entries)
        if entry.solved and rule.columns[0].value(entry) is not None
    }
    if not figures:
        return Winner(rule, (), f"{rule.words}: no method found a solution")

    def texts(place: int) -> list[str]:
        return [column.text(entries[place]) for column in rule.columns]

    best = min(figures, key=lambda place: figures[place])
    places = tuple(place for place in figures if texts(place) == texts(best))
    return Winner(rule, places, _words(entries, rule, places, texts(best)))


def _words(
    entries: Sequence[Entry], rule: WinningRule, places: tuple[int, ...], best: list[str]
) -> str:
    lengths = [len(entry.solved[0].moves) for entry in entries if entry.solved]
    length = len(entries[places[0]].solved[0].moves)
    figure = best[0]
    if rule is WinningRule.SHORTEST_SOLUTION:
        figure = f"{counted(length, 'move')}, {best[1]} expanded"
    elif len(places) == 1 and length > min(lengths):
        figure += f"; {counted(length - min(lengths), 'move')} longer than the shortest"
    if len(places) == 1:
        return f"{rule.words}: {entries[places[0]].method.title} ({figure})"
    if len(places) == len(entries) and len(places) > 2:
        return f"{rule.words}: all {len(places)} tie ({figure} each)"
    titles = "; ".join(entries[place].method.title for place in places)  # titles contain commas
    return f"{rule.words}: a tie of {titles} ({figure} each)"
