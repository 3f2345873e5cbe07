"""Words that the shell completes, each with its meaning; files are left to the shell."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NoReturn

import click

from puzzler.search.parameters import MethodParameter

REQUEST = "_PUZZLER_COMPLETE"
"""The environment variable that a shell sets to ask for completions."""

Words = list[tuple[str, str]]
"""Words with their meanings, which may be ""."""
Complete = Callable[[str], Words]
"""From the beginning of a word to the words that begin with it."""


def answer(program: click.Command) -> NoReturn:
    """Print what the shell asks for, or the script that makes it ask."""
    from click.shell_completion import FishComplete, add_completion_class

    class Fish(FishComplete):
        # click's own ends a word and its meaning at a comma
        source_template = FishComplete.source_template.replace('split ","', 'split -m1 ","')

    add_completion_class(Fish)
    program.main([], "puzzler", REQUEST)


def algorithm(incomplete: str) -> Words:
    """The names of algorithms, without aliases."""
    from puzzler.search.registry import ALGORITHMS

    return _matching(incomplete, {name: entry.summary for name, entry in ALGORITHMS.items()})


def heuristic(incomplete: str) -> Words:
    """The names of heuristics, without aliases."""
    from puzzler.search.registry import HEURISTICS

    return _matching(incomplete, {name: entry.summary for name, entry in HEURISTICS.items()})


def method(incomplete: str) -> Words:
    """A[/H[/W]]: algorithms, and after the first slash heuristics."""
    name, slash, rest = incomplete.partition("/")
    if not slash:
        return algorithm(incomplete)
    return [(f"{name}/{word}", meaning) for word, meaning in heuristic(rest)]


def parameter(row: MethodParameter) -> Complete | None:
    """The values of a method parameter; None if they are not words."""
    named = {"algorithm": algorithm, "heuristic": heuristic}.get(row.name)
    return named or (among(row.words) if row.words else None)


def goal(incomplete: str) -> Words:
    """The names of goals."""
    from puzzler.board.goal import GOALS

    return _matching(incomplete, dict.fromkeys(GOALS, ""))


def difficulty(incomplete: str) -> Words:
    """The difficulties of a shuffle."""
    from puzzler.game.core.category import CHOICES

    return _matching(incomplete, {str(choice): "" for choice in CHOICES})


def lesson(incomplete: str) -> Words:
    """The bundled lessons."""
    from puzzler.game.lessons.reading import bundled

    return _matching(incomplete, dict.fromkeys(bundled(), ""))


def picture(incomplete: str) -> Words:
    """The bundled pictures."""
    from puzzler.window.board.pictures import bundled_pictures

    return _matching(incomplete, {file.stem: name for name, file in bundled_pictures().items()})


def tables(incomplete: str) -> Words:
    """The larger pattern databases."""
    from puzzler.search.tables.collections import COLLECTIONS

    return _matching(incomplete, {each.name: each.summary for each in COLLECTIONS})


def column(incomplete: str) -> Words:
    """The columns of a comparison, of one board or of many."""
    from puzzler.search.report import comparison

    columns = (*comparison.COLUMNS, *comparison.AVERAGES)
    return _matching(incomplete, {each.name: each.title for each in columns})


def theme(incomplete: str) -> Words:
    """The themes of the window."""
    from puzzler.window.core.themes import find_themes

    return _matching(incomplete, find_themes())


def among(words: Mapping[str, str]) -> Complete:
    """One of these words, which have these meanings."""
    return lambda incomplete: _matching(incomplete, words)


def formats(names: Iterable[str]) -> Complete:
    """One of these formats."""

    def complete(incomplete: str) -> Words:
        from puzzler.formats.registry import FORMATS

        return _matching(incomplete, {name: FORMATS[name].summary for name in names})

    return complete


def several(complete: Complete) -> Complete:
    """Words separated by commas, of which the last is completed."""

    def complete_last(incomplete: str) -> Words:
        before, comma, last = incomplete.rpartition(",")
        return [(before + comma + word, meaning) for word, meaning in complete(last)]

    return complete_last


def _matching(incomplete: str, words: Mapping[str, str]) -> Words:
    return [each for each in words.items() if each[0].startswith(incomplete)]
