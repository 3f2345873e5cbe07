"""What the shell completes: names that there is a choice of, each with what it means.

Files are completed by the shell itself wherever nothing here fits.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from textwrap import shorten
from typing import Any

from typer.core import TyperGroup

from puzzler.board.goal import GOALS

REQUEST = "_PUZZLER_COMPLETE"
"""Set in the environment where a shell asks what can stand at the end of a line."""

LONGEST_MEANING = 72
"""Letters: a longer one is wrapped by typer, and shells take the second line for another word."""

Found = list[tuple[str, str]]
"""Words, and what each means; "" where nothing need be said."""
Complete = Callable[[str], Found]
"""From the beginning of a word to the words that begin so."""


def is_asked() -> bool:
    """Whether a shell asks for completions: the program then answers, and does nothing else."""
    return REQUEST in os.environ


def algorithm(incomplete: str) -> Found:
    """The names of algorithms; aliases are understood but not proposed."""
    from puzzler.search.registry import ALGORITHMS

    return _beginning(incomplete, {name: entry.summary for name, entry in ALGORITHMS.items()})


def heuristic(incomplete: str) -> Found:
    """The names of heuristics."""
    from puzzler.search.registry import HEURISTICS

    return _beginning(incomplete, {name: entry.summary for name, entry in HEURISTICS.items()})


def method(incomplete: str) -> Found:
    """A[/H[/W]]: algorithms, and behind the first / heuristics."""
    name, slash, rest = incomplete.partition("/")
    if not slash:
        return algorithm(incomplete)
    return [(f"{name}/{word}", meaning) for word, meaning in heuristic(rest)]


def ties(incomplete: str) -> Found:
    """The names of tie-breaks."""
    from puzzler.search.options import Ties

    return _beginning(incomplete, {each.value: each.words for each in Ties})


def goal(incomplete: str) -> Found:
    """The goals that have a name."""
    return _beginning(incomplete, dict.fromkeys(GOALS, ""))


def difficulty(incomplete: str) -> Found:
    """The grades of a shuffle."""
    from puzzler.game.play.difficulty import CHOICES

    return _beginning(incomplete, {str(choice): "" for choice in CHOICES})


def lesson(incomplete: str) -> Found:
    """The lessons that come with the program."""
    from puzzler.game.lessons.files import bundled

    return _beginning(incomplete, dict.fromkeys(bundled(), ""))


def picture(incomplete: str) -> Found:
    """The pictures that come with the program; a file of one's own is left to the shell."""
    from puzzler.window.pictures import bundled_pictures

    return _beginning(incomplete, {file.stem: name for name, file in bundled_pictures().items()})


def tables(incomplete: str) -> Found:
    """The larger tables."""
    from puzzler.search.tables.collections import COLLECTIONS

    return _beginning(incomplete, {each.name: each.summary for each in COLLECTIONS})


def column(incomplete: str) -> Found:
    """The columns of a comparison, of one board or of many."""
    from puzzler.search import comparison

    columns = (*comparison.COLUMNS, *comparison.AVERAGES)
    return _beginning(incomplete, {each.name: each.title for each in columns})


def theme(incomplete: str) -> Found:
    """The themes of the window."""
    from puzzler.window.theme import find_themes

    return _beginning(incomplete, find_themes())


def among(words: Mapping[str, str]) -> Complete:
    """One of these words, each with its meaning."""

    def complete(incomplete: str) -> Found:
        return _beginning(incomplete, words)

    return complete


def several(complete: Complete) -> Complete:
    """The same for words that are separated by commas: the last one is completed."""

    def complete_last(incomplete: str) -> Found:
        before, comma, last = incomplete.rpartition(",")
        return [(before + comma + word, meaning) for word, meaning in complete(last)]

    return complete_last


def _beginning(incomplete: str, words: Mapping[str, str]) -> Found:
    fitting = ((word, meaning) for word, meaning in words.items() if word.startswith(incomplete))
    return [
        (word, shorten(meaning, LONGEST_MEANING, placeholder=" …")) for word, meaning in fitting
    ]


class Group(TyperGroup):
    """The program; to the shell what is no command is an argument of the usual command."""

    usual = "play"

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Which command a line is about."""
        if ctx.resilient_parsing and args[0] not in self.commands:
            args = [self.usual, *args]
        return super().resolve_command(ctx, args)
