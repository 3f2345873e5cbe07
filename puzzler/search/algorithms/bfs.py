"""Breadth-first search (Moore 1959): expands all states of one depth before the next depth."""

from __future__ import annotations

from puzzler.search.engine.algorithm import Algorithm, Event, Pseudocode, graph_search
from puzzler.search.engine.graph_search import GraphSearch
from puzzler.search.engine.stepping import Storage
from puzzler.search.options import When

EARLY = Pseudocode(
    {
        "begin": "if start is the goal:",
        "empty": "    return the path of no moves",
        "start": "put start into frontier, a queue",
        "loop": "while frontier is not empty:",
        "take": "    take n, the node that was added first, from frontier",
        "each": "    for each successor s of n except its parent, in order:",
        "known": "        if s was generated before:",
        "discard": "            discard s",
        "goal": "        else if s is the goal:",
        "found": "            return the path to s",
        "else": "        else:",
        "new": "            put s into frontier",
        "fail": "return failure",
    },
    {
        Event.START: ("begin", "start"),
        Event.TAKE: ("loop", "take"),
        Event.GENERATE: ("each",),
        Event.DUPLICATE: ("known", "discard"),
        Event.FOUND: ("known", "goal", "found"),
        Event.NEW: ("known", "goal", "new"),
        Event.FAIL: ("loop", "fail"),
    },
    applies=lambda task: task.goal_test is When.EARLY,
)
CODE = graph_search("that was added first", kind=", a queue")

ALGORITHM = Algorithm(
    name="bfs",
    title="Breadth-first",
    summary="first in, first out (FIFO): no heuristic, always optimal",
    rank=30,
    make=lambda task: GraphSearch(task, is_stack=False),
    evaluation="g",
    takes_smallest_f=True,
    keeps=Storage.ALL,
    parameters=frozenset({"order", "goal_test"}),
    figures=("frontier", "depth"),
    codes=(EARLY, CODE),
)
