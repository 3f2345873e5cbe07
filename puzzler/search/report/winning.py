"""The winner among several methods on one board, by a chosen rule."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from puzzler.humanize import counted
from puzzler.search.report.comparison import COLUMNS, ComparisonColumn, Entry, named


class WinningRule(StrEnum):
    """The rule of a race. Only methods with a solution can win."""

    words: str
    """The text on the screen: "Fewest expansions"."""
    column: ComparisonColumn
    """The column to compare. The smallest value wins."""

    FEWEST_EXPANSIONS = "fewest-expansions"
    SHORTEST_SOLUTION = "shortest-solution"
    LEAST_MEMORY = "least-memory"
    LEAST_TIME = "least-time"


for _rule, _name in zip(WinningRule, ("expanded", "length", "memory", "time"), strict=True):
    _rule.words = _rule.value.replace("-", " ").capitalize()
    _rule.column = named(_name, COLUMNS)


@dataclass(frozen=True)
class Winner:
    """The result of a race."""

    rule: WinningRule
    places: tuple[int, ...]
    """Indices of the winning rows: several for a tie, none if no row has a solution."""
    words: str
    """The result in one line: "Fewest expansions: A*, Manhattan (1,204)"."""


def winner(entries: Sequence[Entry], rule: WinningRule) -> Winner:
    """Return the winner by ``rule``. Entries with equal displayed values tie."""
    column = rule.column
    figures = {
        place: value
        for place, entry in enumerate(entries)
        if entry.solved and (value := column.value(entry)) is not None
    }
    if not figures:
        return Winner(rule, (), f"{rule.words}: no method found a solution")
    best = column.text(entries[min(figures, key=lambda place: figures[place])])
    places = tuple(place for place in figures if column.text(entries[place]) == best)
    return Winner(rule, places, _words(entries, rule, places, best))


def _words(entries: Sequence[Entry], rule: WinningRule, places: tuple[int, ...], best: str) -> str:
    figure = best
    if rule is WinningRule.SHORTEST_SOLUTION:
        figure = counted(len(entries[places[0]].solved[0].moves), "move")
    if len(places) == 1:
        return f"{rule.words}: {entries[places[0]].method.title} ({figure})"
    if len(places) == len(entries) and len(places) > 2:
        return f"{rule.words}: all {len(places)} tie ({figure} each)"
    titles = "; ".join(entries[place].method.title for place in places)  # titles contain commas
    return f"{rule.words}: a tie of {titles} ({figure} each)"
