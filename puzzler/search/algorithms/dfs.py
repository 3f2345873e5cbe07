"""Depth-first search (Tarry 1895): blind, and its solutions may be very long.

With a visited set, as textbooks and most courses have it; under a limit on depth it keeps nothing
but its path, and so meets states again and again.
"""

from __future__ import annotations

from puzzler.search.engine.algorithm import (
    DEPTH_FIRST,
    DEPTH_LIMITED,
    Algorithm,
    Event,
    Keeps,
    Pseudocode,
    graph_search,
)
from puzzler.search.engine.depth_first import DepthFirst
from puzzler.search.engine.graph_search import GraphSearch
from puzzler.search.engine.stepping import Stepping, Task


def make(task: Task) -> Stepping:
    """The work of a search, with a limit on depth or without."""
    if task.depth_limit is None:
        return GraphSearch(task, is_stack=True)
    return DepthFirst(task, 1, 0, task.depth_limit)


LIMITED = Pseudocode(
    {"start": "search(start)", "fail": "return failure"} | DEPTH_LIMITED,
    DEPTH_FIRST | {Event.FAIL: ("fail",)},
    applies=lambda task: task.depth_limit is not None,
)
CODE = graph_search("that was put in last", kind=", a stack", is_stack=True)

ALGORITHM = Algorithm(
    name="dfs",
    title="Depth-first",
    summary="expands newest first (LIFO): no heuristic, and its solutions may be very long",
    rank=40,
    make=make,
    evaluation="depth",
    keeps=Keeps.ALL,
    parameters=frozenset({"order", "depth_limit"}),
    figures=("frontier", "depth"),
    codes=(LIMITED, CODE),
)
