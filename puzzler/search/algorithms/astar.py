"""A* (Hart, Nilsson and Raphael 1968) and weighted A* (Pohl 1970): f = g + weight * h."""

from __future__ import annotations

from puzzler.search.engine.algorithm import Algorithm, Event, Pseudocode
from puzzler.search.engine.best_first import BestFirst
from puzzler.search.engine.stepping import Storage
from puzzler.search.options import When, weight_terms

CODE = Pseudocode(
    {
        "start": "put start into frontier",
        "loop": "while frontier is not empty:",
        "take": "    take n, the node with the smallest f, from frontier",
        "goal": "    if n is the goal:",
        "found": "        return the path to n",
        "close": "    put n into closed",
        "each": "    for each successor s of n except its parent, in order:",
        "known": "        if s is in frontier or closed with no larger g:",
        "discard": "            discard s",
        "waiting": "        else if s is in frontier:",
        "replace": "            replace it by s",
        "closed": "        else if s is in closed:",
        "reopen": "            reopen s: move it to the frontier with the new g",
        "else": "        else:",
        "new": "            put s into frontier",
        "fail": "return failure",
    },
    {
        Event.START: ("start",),
        Event.TAKE: ("loop", "take"),
        Event.TEST: ("goal",),
        Event.FOUND: ("found",),
        Event.EXPAND: ("close",),
        Event.GENERATE: ("each",),
        Event.DUPLICATE: ("known", "discard"),
        Event.REPLACE: ("known", "waiting", "replace"),
        Event.REOPEN: ("known", "waiting", "closed", "reopen"),
        Event.NEW: ("known", "waiting", "closed", "new"),
        Event.FAIL: ("loop", "fail"),
    },
    applies=lambda task: task.duplicates is When.EARLY,
)

ALGORITHM = Algorithm(
    name="astar",
    title="A*",
    summary="expands the lowest g + W h first; optimal if W is at most 1 and h is admissible",
    rank=10,
    make=lambda task: BestFirst(task, *weight_terms(task.weight)),
    takes_smallest_f=True,
    keeps=Storage.ALL,
    parameters=frozenset({"heuristic", "weight", "order", "ties", "duplicates"}),
    figures=("frontier", "bound", "depth", "best_h"),
    bound_name="Best f",
    bound_meaning="No state in the frontier has a lower f. It rises when a larger f is selected.",
    aliases=("astr", "ast"),
    codes=(CODE,),
)
