"""Depth-first search (Tarry 1895): blind, and its solutions may be very long.

With a visited set, as textbooks and most courses have it; under a limit on depth it keeps nothing
but its path, and so meets states again and again.
"""

from __future__ import annotations

from puzzler.search.engine.algorithm import Algorithm, Keeps
from puzzler.search.engine.depth_first import DepthFirst
from puzzler.search.engine.graph_search import GraphSearch
from puzzler.search.engine.pseudocode import GRAPH_SEARCH, Event, Pseudocode
from puzzler.search.engine.stepping import Stepping, Task


def make(task: Task) -> Stepping:
    """The work of a search, with a limit on depth or without."""
    if task.depth_limit is None:
        return GraphSearch(task, is_stack=True)
    return DepthFirst(task, 1, 0, task.depth_limit)


LIMITED = Pseudocode(
    {
        "start": "search(start)",
        "fail": "return failure",
        "blank": "",
        "search": "search(n):",
        "goal": "    if n is the goal:",
        "found": "        return the path to n",
        "limit": "    if the depth of n is the limit:",
        "leaf": "        go back",
        "each": "    for each successor s of n, in order:",
        "enter": "        search(s)",
    },
    {
        Event.START: ("start",),
        Event.TEST: ("goal",),
        Event.FOUND: ("found",),
        Event.LEAF: ("limit", "leaf"),
        Event.EXPAND: ("limit",),
        Event.GENERATE: ("each",),
        Event.ENTER: ("enter",),
        Event.FAIL: ("fail",),
    },
    applies=lambda task: task.depth_limit is not None,
)
CODE = Pseudocode(
    {
        "start": "put start into frontier, a stack",
        "loop": "while frontier is not empty:",
        "take": "    take n, the node that was put in last, from frontier",
        "goal": "    if n is the goal:",
        "found": "        return the path to n",
        "each": "    for each successor s of n, in reverse order:",
        "known": "        if s was generated before:",
        "discard": "            discard s",
        "else": "        else:",
        "new": "            put s into frontier",
        "fail": "return failure",
    },
    GRAPH_SEARCH,
    is_stack=True,
)

ALGORITHM = Algorithm(
    name="dfs",
    title="Depth-first",
    summary="expands newest first (LIFO): no heuristic, and its solutions may be very long",
    rank=40,
    make=make,
    evaluation="depth",
    keeps=Keeps.ALL,
    uses_heuristic=False,
    has_depth_limit=True,
    figures=("frontier", "depth"),
    codes=(
        LIMITED,
        CODE,
    ),
)
