"""The algorithms and heuristics by name, found in their packages.

Importing them imports all kernels, which must be done before any is compiled.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from puzzler import registry
from puzzler.board.errors import quoted, unknown_name
from puzzler.search import algorithms, heuristics
from puzzler.search.custom.source import CodeFile, find, installed, is_source, named
from puzzler.search.engine.algorithm import Algorithm
from puzzler.search.heuristics.heuristic import Heuristic
from puzzler.search.kernels import inspection, multi_tile  # noqa: F401  imported by nothing else here

E = TypeVar("E", Algorithm, Heuristic)
Entry = TypeVar("Entry", bound=registry.RegistryEntry)


class _Entries(dict[str, Entry]):
    """The built-in entries. Looking up the name of a user's function returns it, too."""

    def __init__(self, entries: Mapping[str, Entry], custom: Callable[[CodeFile], Entry]) -> None:
        super().__init__(entries)
        self._custom = custom
        self.functions: dict[str, Entry] = {}
        """Entries made of functions of this process, which are not listed."""

    def __missing__(self, name: str) -> Entry:
        if name in self.functions:
            return self.functions[name]
        source = named(name)
        if source is None:
            raise KeyError(name)
        return self._custom(source)


def _custom_algorithm(source: CodeFile) -> Algorithm:
    # imported here because every search loads this module, and few run a user's code
    from puzzler.search.custom.search import custom_algorithm

    return custom_algorithm(source)


def _custom_heuristic(source: CodeFile) -> Heuristic:
    from puzzler.search.custom.heuristic import custom_heuristic

    return custom_heuristic(source)


HEURISTICS = _Entries(registry.by_name(heuristics, "HEURISTIC", Heuristic), _custom_heuristic)
ALGORITHMS = _Entries(registry.by_name(algorithms, "ALGORITHM", Algorithm), _custom_algorithm)

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


def name_of_function(function: Callable[..., float]) -> str:
    """Add a function of a board, and of the goal if it has two parameters, as a heuristic.

    Returns its name. The function is kept until the end of the process.
    """
    from puzzler.search.custom.heuristic import function_heuristic

    name = f"{getattr(function, '__name__', 'heuristic')}#{id(function):x}"
    if name not in HEURISTICS.functions:
        HEURISTICS.functions[name] = function_heuristic(function, name)
    return name


def algorithm_called(name: str) -> Algorithm:
    """Return an algorithm. "mine.py:search" is a user's. Raises as ``heuristic_called``."""
    if is_source(name):
        return _custom_algorithm(_source(name, search=True))
    if name.lower() in ("ucs", "uniform-cost", "dijkstra"):
        raise ValueError(f"{quoted(name)}: uniform-cost search is astar with --heuristic zero")
    return _called("algorithm", ALGORITHMS, name, _custom_algorithm)


def heuristic_called(name: str) -> Heuristic:
    """Return the heuristic with a name or alias, or of a file: "mine.py", "mine.py:h2".

    Raises ValueError with the names of the heuristics if the name is unknown.
    """
    if name in HEURISTICS.functions:
        return HEURISTICS.functions[name]
    if is_source(name):
        return _custom_heuristic(_source(name, search=False))
    return _called("heuristic", HEURISTICS, name, _custom_heuristic)


def _source(name: str, *, search: bool) -> CodeFile:
    """Return the function with a name. The file of an absolute path can be missing."""
    source = named(name)
    return source if source is not None and source.file.is_absolute() else find(name, search=search)


def _called(kind: str, entries: Mapping[str, E], name: str, custom: Callable[[CodeFile], E]) -> E:
    for entry in entries.values():
        if name == entry.name or name in entry.aliases:
            return entry
    others: dict[str, CodeFile] = installed(f"puzzler.{kind}s")
    if name in others:
        return custom(others[name])
    raise ValueError(unknown_name(kind, name, [*entries, *others]))
