"""The algorithms and heuristics by name: every file that names itself, found by looking."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType

from puzzler.search import algorithms, heuristics
from puzzler.search.algorithms.algorithm import Algorithm
from puzzler.search.heuristics.heuristic import Heuristic


def _modules(package: ModuleType) -> list[ModuleType]:
    names = sorted(module.name for module in iter_modules(package.__path__))
    return [import_module(f"{package.__name__}.{name}") for name in names]


HEURISTICS: dict[str, Heuristic] = {
    heuristic.name: heuristic
    for heuristic in sorted(
        (module.HEURISTIC for module in _modules(heuristics) if hasattr(module, "HEURISTIC")),
        key=lambda heuristic: heuristic.rank,
    )
}
"""Name to heuristic, in the order of menus."""

ALGORITHMS: dict[str, Algorithm] = {
    algorithm.name: algorithm
    for algorithm in sorted(
        (module.ALGORITHM for module in _modules(algorithms) if hasattr(module, "ALGORITHM")),
        key=lambda algorithm: algorithm.rank,
    )
}
"""Name to algorithm, in the order of menus."""

DEFAULT_ALGORITHM = "astar"
DEFAULT_HEURISTIC = ALGORITHMS[DEFAULT_ALGORITHM].heuristic
