"""Warnings before a search: which methods cannot finish most boards of a shape.

The warnings are based on counting. A shape of n cells has n! / 2 states that a board can reach. An
uninformed search finds the goal among the reached states by chance. If it can reach at most a
quarter of the states, it cannot finish most boards.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from puzzler.board.move import Move
from puzzler.humanize import TIMES, counted, long_count, memory
from puzzler.search.engine.best_first import max_states
from puzzler.search.engine.stepping import Storage
from puzzler.search.method import BLIND, Method
from puzzler.search.packing import count_of, make_space
from puzzler.search.registry import ALGORITHMS

MIN_SHARE = 4
"""A search that reaches fewer than 1 / MIN_SHARE of the states cannot finish most boards."""
FASTEST = 10**8
"""Upper bound on the number of states that a search expands per second."""
PATIENCE = 3600
"""A long time in seconds, used if there is no time limit."""
LARGEST_COUNT = 10**15
"""Counts from this number on are written as powers of ten."""
_SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
HARD_CELLS = 25
"""Number of cells from which most boards are too hard for searches that store every state, even
with a heuristic. With Manhattan distance, with or without misplaced tiles, A* solved none of four
random 24-puzzles in 2.1 GB. With linear conflict, or from both ends, it solved none of four others
in 1 GB and 60 seconds. With tables of four times six tiles, proving the optimal solutions of 50
boards took 360 billion states on average (Korf and Felner 2002)."""
HARD_CAPACITY = 10**9
"""Number of stored states from which such boards were not tried."""


def count_within(rows: int, columns: int, depth: int, enough: float) -> float:
    """Return an upper bound on the number of states within ``depth`` moves, up to ``enough``."""
    targets = make_space(rows, columns).targets
    # (cell, last move, first cell): the number of paths of the current length
    paths = np.zeros((len(targets), len(Move), len(targets)))
    for move in Move:
        for first in np.flatnonzero(targets[:, move] >= 0):
            paths[targets[first, move], move, first] = 1
    count: float = 1 + paths.sum(axis=(0, 1)).max()
    for _ in range(depth - 1):
        if count >= enough:
            break
        longer = np.zeros_like(paths)
        for move in Move:
            cell = np.flatnonzero(targets[:, move] >= 0)
            longer[targets[cell, move], move] = paths[cell].sum(axis=1) - paths[cell, move.inverse]
        paths = longer
        count += paths.sum(axis=(0, 1)).max()
    return count


@cache
def warning(method: Method, rows: int, columns: int) -> str:
    """Return why ``method`` cannot finish most boards of a shape, or ""."""
    boards = f"most {rows}{TIMES}{columns} boards"
    if method.depth_limit is not None:
        required = count_of(rows, columns) // MIN_SHARE
        is_shallow = count_within(rows, columns, method.depth_limit, required) < required
        return f"{method.title} cannot finish {boards}: they need more moves" if is_shallow else ""
    is_blind = method.heuristic == BLIND
    match ALGORITHMS[method.algorithm].keeps:
        case Storage.ALL | Storage.BOTH_SIDES:
            reason = (_scarcity if is_blind else _hardness)(method, rows, columns)
            return reason and f"{method.title} will run out of memory on {boards}: {reason}"
        case Storage.PATH if is_blind:
            # all states nearer than the goal are expanded, usually at least a quarter of all
            required = count_of(rows, columns) // MIN_SHARE
            if required < FASTEST * min(method.limit.seconds or PATIENCE, PATIENCE):
                return ""
            long = _long(required // FASTEST)
            return f"{method.title} takes {long} on {boards}: it expands {_count(required)} states"
        case _:
            return ""


def _scarcity(method: Method, rows: int, columns: int) -> str:
    """Return why an uninformed search that stores all states runs out of memory, or ""."""
    states, room = count_of(rows, columns), method.limit.memory
    capacity = max_states(rows, columns, room)
    is_bidirectional = ALGORITHMS[method.algorithm].keeps is Storage.BOTH_SIDES
    # the two sides reach as many boards as there are pairs of their states
    reached = capacity**2 // 4 if is_bidirectional else capacity
    if reached * MIN_SHARE >= states:
        return ""
    return f"{_count(states)} states, room for {_count(capacity)} in {memory(room)}"


def _hardness(method: Method, rows: int, columns: int) -> str:
    """Return the reason why an informed search that stores all states runs out of memory, or ""."""
    room = method.limit.memory
    capacity = max_states(rows, columns, room)
    is_thorough = method.guarantee() is not None and method.weight <= 1
    if not is_thorough or rows * columns < HARD_CELLS or capacity >= HARD_CAPACITY:
        return ""
    return f"they need more than the {_count(capacity)} states that fit in {memory(room)}"


def _long(seconds: int) -> str:
    for name, length in (("year", 31_557_600), ("day", 86_400), ("hour", 3600), ("minute", 60)):
        if seconds >= length:
            count = seconds // length
            return f"more than {_count(count, '')} {name if count == 1 else name + 's'}"
    return f"more than {counted(seconds, 'second')}"


def _count(value: int, at_least: str = "more than ") -> str:
    if value < LARGEST_COUNT:
        return long_count(value)
    return f"{at_least}10{str(len(str(value)) - 1).translate(_SUPERSCRIPTS)}"
