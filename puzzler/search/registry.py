"""The algorithms and heuristics by name: every file that names itself, found by looking.

With them all kernels are imported, which must be there before any is compiled.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from puzzler import registry
from puzzler.board.errors import unknown
from puzzler.search import algorithms, heuristics
from puzzler.search.custom.source import CodeFile, find, installed, is_source, named
from puzzler.search.engine.algorithm import Algorithm
from puzzler.search.heuristics.heuristic import Heuristic
from puzzler.search.kernels import inspection  # noqa: F401  imported by nothing else here

E = TypeVar("E", Algorithm, Heuristic)


class _Heuristics(dict[str, Heuristic]):
    """The heuristics that come with the program; by their names also those of the user's files."""

    def __missing__(self, name: str) -> Heuristic:
        source = named(name)
        if source is None:
            raise KeyError(name)
        return _custom_heuristic(source)


class _Algorithms(dict[str, Algorithm]):
    """The same of the algorithms."""

    def __missing__(self, name: str) -> Algorithm:
        source = named(name)
        if source is None:
            raise KeyError(name)
        return _custom_algorithm(source)


HEURISTICS = _Heuristics(registry.by_name(heuristics, "HEURISTIC", Heuristic))
ALGORITHMS = _Algorithms(registry.by_name(algorithms, "ALGORITHM", Algorithm))

DEFAULT_ALGORITHM = "astar"
DEFAULT_HEURISTIC = ALGORITHMS[DEFAULT_ALGORITHM].heuristic
TAUGHT_HEURISTICS = tuple(
    sorted(
        (name for name, each in HEURISTICS.items() if each.lesson is not None),
        key=lambda name: HEURISTICS[name].lesson or 0,
    )
)
"""The heuristics that menus list first."""
WEIGHTED_HEURISTIC = next(name for name, each in HEURISTICS.items() if each.guides_weighted)
"""The heuristic for a weighted scenario if no other is given."""


def algorithm_called(name: str) -> Algorithm:
    """As ``heuristic_called``: "mine.py:search" is a function of a file."""
    if is_source(name):
        return _custom_algorithm(_source(name, search=True))
    return _called("algorithm", ALGORITHMS, name, _custom_algorithm)


def heuristic_called(name: str) -> Heuristic:
    """The heuristic of that name, or of which it is an alias; ValueError lists what there is.

    Also a function of a Python file: "mine.py", "mine.py:h2"; see ``custom``.
    """
    if is_source(name):
        return _custom_heuristic(_source(name, search=False))
    return _called("heuristic", HEURISTICS, name, _custom_heuristic)


def _custom_algorithm(source: CodeFile) -> Algorithm:
    # here, not above: every search loads this module, and few run the user's code
    from puzzler.search.custom.search import custom_algorithm

    return custom_algorithm(source)


def _custom_heuristic(source: CodeFile) -> Heuristic:
    from puzzler.search.custom.heuristic import custom_heuristic

    return custom_heuristic(source)


def _source(name: str, *, search: bool) -> CodeFile:
    """The function of that name; where all of it is said the file is not read: it may be gone."""
    source = named(name)
    return source if source is not None and source.file.is_absolute() else find(name, search=search)


def _called(kind: str, entries: Mapping[str, E], name: str, custom: Callable[[CodeFile], E]) -> E:
    for entry in entries.values():
        if name == entry.name or name in entry.aliases:
            return entry
    others: dict[str, CodeFile] = installed(f"puzzler.{kind}s")
    if name in others:
        return custom(others[name])
    raise ValueError(unknown(kind, name, [*entries, *others]))
