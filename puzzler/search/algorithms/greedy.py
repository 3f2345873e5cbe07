"""Greedy best-first search: the smallest h first, however long the path to it (Pearl 1984)."""

from __future__ import annotations

from puzzler.search.engine.algorithm import Algorithm, Keeps
from puzzler.search.engine.best_first import BestFirst
from puzzler.search.engine.pseudocode import GRAPH_SEARCH, Pseudocode
from puzzler.search.options import BY_F_TIES

CODE = Pseudocode(
    {
        "start": "put start into frontier",
        "loop": "while frontier is not empty:",
        "take": "    take n, the node with the smallest h, from frontier",
        "goal": "    if n is the goal:",
        "found": "        return the path to n",
        "each": "    for each successor s of n, in order:",
        "known": "        if s was generated before:",
        "discard": "            discard s",
        "else": "        else:",
        "new": "            put s into frontier",
        "fail": "return failure",
    },
    GRAPH_SEARCH,
)

ALGORITHM = Algorithm(
    name="greedy",
    title="Greedy best-first",
    summary="expands the lowest h first: fast, but its solutions may be long",
    rank=20,
    make=lambda task: BestFirst(task, 0, 1),
    evaluation="h",
    keeps=Keeps.ALL,
    ties=BY_F_TIES,
    codes=(CODE,),
)
