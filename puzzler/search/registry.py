"""The algorithms and heuristics by name: every file that names itself, found by looking."""

from __future__ import annotations

from puzzler import found
from puzzler.search import algorithms, heuristics
from puzzler.search.engine.algorithm import Algorithm
from puzzler.search.heuristics.heuristic import Heuristic

HEURISTICS = found.by_name(heuristics, "HEURISTIC", Heuristic)
"""Name to heuristic, in the order of menus."""

ALGORITHMS = found.by_name(algorithms, "ALGORITHM", Algorithm)
"""Name to algorithm, in the order of menus."""

DEFAULT_ALGORITHM = "astar"
DEFAULT_HEURISTIC = ALGORITHMS[DEFAULT_ALGORITHM].heuristic
