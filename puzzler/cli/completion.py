"""Words for shell completion, with descriptions. The shell itself completes files."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NoReturn

import click

from puzzler.search.parameters import MethodParameter

REQUEST = "_PUZZLER_COMPLETE"
"""The environment variable that a shell sets to request completions."""

Words = list[tuple[str, str]]
"""Words with descriptions, which may be ""."""
Complete = Callable[[str], Words]
"""Returns the words that start with a prefix."""


def answer(program: click.Command) -> NoReturn:
    """Print the completions or the shell script that the shell requests."""
    from click.shell_completion import FishComplete, add_completion_class

    class Fish(FishComplete):
        # click's own ends a word and its meaning at a comma
        source_template = FishComplete.source_template.replace('split ","', 'split -m1 ","')

    add_completion_class(Fish)
    program.main([], "puzzler", REQUEST)


def algorithm(incomplete: str) -> Words:
    """Return the names of algorithms, without aliases."""
    from puzzler.search.registry import ALGORITHMS

    return _matching(incomplete, {name: entry.summary for name, entry in ALGORITHMS.items()})


def heuristic(incomplete: str) -> Words:
    """Return the names of heuristics, without aliases."""
    from puzzler.search.registry import HEURISTICS

    return _matching(incomplete, {name: entry.summary for name, entry in HEURISTICS.items()})


def method(incomplete: str) -> Words:
    """Complete A[/H[/W]]: an algorithm, after the first slash a heuristic."""
    name, slash, rest = incomplete.partition("/")
    if not slash:
        return algorithm(incomplete)
    return [(f"{name}/{word}", meaning) for word, meaning in heuristic(rest)]


def preset(incomplete: str) -> Words:
    """Return the names of methods for any board."""
    from puzzler.cli.option_types import PRESETS

    return _matching(incomplete, PRESETS)


def metric(incomplete: str) -> Words:
    """Return the names of metrics."""
    from puzzler.cli.option_types import METRICS

    return _matching(incomplete, METRICS)


def parameter(row: MethodParameter) -> Complete | None:
    """Return the completion for a method parameter, or None if its values are not words."""
    named = {"algorithm": algorithm, "heuristic": heuristic}.get(row.name)
    return named or (choices_from(row.words) if row.words else None)


def goal(incomplete: str) -> Words:
    """Return the names of goals."""
    from puzzler.board.goal import GOALS

    return _matching(incomplete, dict.fromkeys(GOALS, ""))


def difficulty(incomplete: str) -> Words:
    """Return the difficulties of a shuffle."""
    from puzzler.game.core.category import CHOICES

    return _matching(incomplete, {str(choice): "" for choice in CHOICES})


def lesson(incomplete: str) -> Words:
    """Return the bundled lessons."""
    from puzzler.game.lessons.reading import bundled

    return _matching(incomplete, dict.fromkeys(bundled(), ""))


def picture(incomplete: str) -> Words:
    """Return the bundled pictures."""
    from puzzler.window.board.pictures import bundled_pictures

    return _matching(incomplete, {file.stem: name for name, file in bundled_pictures().items()})


def tables(incomplete: str) -> Words:
    """Return the larger pattern databases."""
    from puzzler.search.tables.collections import COLLECTIONS

    return _matching(incomplete, {each.name: each.summary for each in COLLECTIONS})


def column(incomplete: str) -> Words:
    """Return the columns of comparisons of one or more boards."""
    from puzzler.search.report import comparison

    columns = (*comparison.COLUMNS, *comparison.AVERAGES)
    return _matching(incomplete, {each.name: each.title for each in columns})


def theme(incomplete: str) -> Words:
    """Return the themes of the window."""
    from puzzler.window.core.themes import find_themes

    return _matching(incomplete, find_themes())


def choices_from(words: Mapping[str, str]) -> Complete:
    """Return a completion for ``words``, with their descriptions."""
    return lambda incomplete: _matching(incomplete, words)


def formats(names: Iterable[str]) -> Complete:
    """Return a completion for these formats."""

    def complete(incomplete: str) -> Words:
        from puzzler.formats.registry import FORMATS

        return _matching(incomplete, {name: FORMATS[name].summary for name in names})

    return complete


def comma_separated(complete: Complete) -> Complete:
    """Return a completion for comma-separated words, of which the last is completed."""

    def complete_last(incomplete: str) -> Words:
        before, comma, last = incomplete.rpartition(",")
        return [(before + comma + word, meaning) for word, meaning in complete(last)]

    return complete_last


def _matching(incomplete: str, words: Mapping[str, str]) -> Words:
    return [each for each in words.items() if each[0].startswith(incomplete)]
