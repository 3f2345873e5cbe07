"""Depth-first search (Tarry 1895): uninformed, with possibly very long solutions.

Without a depth limit it stores the states that it has generated, or with late detection of
duplicates, as in many courses, those that it has expanded. With a depth limit it stores only its
path and may therefore visit a state many times.
"""

from __future__ import annotations

from puzzler.search.engine.algorithm import (
    DEPTH_FIRST,
    DEPTH_LIMITED,
    Algorithm,
    Event,
    Pseudocode,
    graph_search,
)
from puzzler.search.engine.depth_first import DepthFirst
from puzzler.search.engine.graph_search import GraphSearch
from puzzler.search.engine.stepping import Stepping, Storage, Task
from puzzler.search.options import When


def make(task: Task) -> Stepping:
    """Return a search with or without a depth limit, as the task specifies."""
    if task.depth_limit is None:
        return GraphSearch(task, is_stack=True)
    return DepthFirst(task, 1, 0, task.depth_limit)


LIMITED = Pseudocode(
    {"start": "search(start)", "fail": "return failure"} | DEPTH_LIMITED,
    DEPTH_FIRST | {Event.FAIL: ("fail",)},
    applies=lambda task: task.depth_limit is not None,
)
LATE = Pseudocode(
    {
        "start": "put start into frontier, a stack",
        "loop": "while frontier is not empty:",
        "take": "    take n, the node that was added last, from frontier",
        "known": "    if n is not in closed:",
        "goal": "        if n is the goal:",
        "found": "            return the path to n",
        "close": "        put n into closed",
        "each": "        for each successor s of n except its parent, in order:",
        "new": "            put s into frontier",
        "fail": "return failure",
    },
    {
        Event.START: ("start",),
        Event.DROP: ("loop", "take", "known"),
        Event.TAKE: ("loop", "take", "known"),
        Event.TEST: ("goal",),
        Event.FOUND: ("found",),
        Event.EXPAND: ("close",),
        Event.GENERATE: ("each",),
        Event.NEW: ("new",),
        Event.FAIL: ("loop", "fail"),
    },
    applies=lambda task: task.depth_limit is None and task.duplicates is When.LATE,
)
CODE = graph_search("that was added last", kind=", a stack", is_stack=True)

ALGORITHM = Algorithm(
    name="dfs",
    title="Depth-first",
    summary="last in, first out (LIFO): no heuristic, solutions may be very long",
    rank=40,
    make=make,
    evaluation="depth",
    keeps=Storage.ALL,
    parameters=frozenset({"order", "depth_limit", "duplicates"}),
    figures=("frontier", "depth"),
    codes=(LIMITED, LATE, CODE),
)
