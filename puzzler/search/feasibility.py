"""What can be said of a search before it begins: which boards it cannot be expected to finish.

Only what is certain is said, by counting: a shape of n cells has n! / 2 states that a board can
reach. A blind search knows no direction, so that it finds the goal among those that it meets by
chance alone: where it can meet no more than a quarter of them, it does not finish most boards.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from puzzler.board.move import Move
from puzzler.humanize import TIMES, counted, long_count, memory
from puzzler.search.engine.algorithm import Keeps
from puzzler.search.engine.best_first import max_states
from puzzler.search.method import BLIND, Method
from puzzler.search.packing import count_of, make_space
from puzzler.search.registry import ALGORITHMS

MOST = 4
"""A search that reaches less than one in so many states does not reach most boards."""
FASTEST = 10**8
"""States a second that no search expands here."""
PATIENCE = 3600
"""Seconds that are long, where no limit on time says otherwise."""
NAMELESS = 10**15
"""Counts from here on are said as powers of ten."""
HARD_CELLS = 25
"""From this size on most boards are too hard for searches that keep every state, also with a
heuristic. Of four random 24-puzzles A* solved none in 2.1 GB, by Manhattan distance alone or with
misplaced tiles, and of four others none within 1 GB and 60 seconds, nor with linear conflict, nor
from both ends. Proving the shortest solutions of 50 took 360 billion states on average with tables
of four times six tiles (Korf and Felner 2002)."""
HARD_CAPACITY = 10**9
"""States; not tried with more memory."""


def within(rows: int, columns: int, depth: int, enough: float) -> float:
    """A bound on the states within ``depth`` moves, by paths without moves back; or ``enough``."""
    targets = make_space(rows, columns).targets
    # (cell, last move, begin): the paths of one length from each cell that the blank may begin in
    paths = np.zeros((len(targets), len(Move), len(targets)))
    for move in Move:
        for begin in np.flatnonzero(targets[:, move] >= 0):
            paths[targets[begin, move], move, begin] = 1
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
    """Why ``method`` cannot be expected to finish most boards of a shape, in a clause; else ""."""
    boards = f"most {rows}{TIMES}{columns} boards"
    if method.depth_limit is not None:
        least = count_of(rows, columns) // MOST
        is_shallow = within(rows, columns, method.depth_limit, least) < least
        return f"{method.title} cannot finish {boards}: they need more moves" if is_shallow else ""
    is_blind = method.heuristic == BLIND
    match ALGORITHMS[method.algorithm].keeps:
        case Keeps.ALL | Keeps.BOTH_SIDES:
            reason = (_scarcity if is_blind else _hardness)(method, rows, columns)
            return reason and f"{method.title} cannot finish {boards}: {reason}"
        case Keeps.PATH if is_blind:
            # whatever lies nearer than the goal is expanded: mostly a quarter of all states
            least = count_of(rows, columns) // MOST
            if least < FASTEST * min(method.limit.seconds or PATIENCE, PATIENCE):
                return ""
            long = _long(least // FASTEST)
            return f"{method.title} takes {long} on {boards}: it expands {_count(least)} states"
        case _:
            return ""


def _scarcity(method: Method, rows: int, columns: int) -> str:
    """Why a blind search that keeps what it meets will hardly meet the goal."""
    states, room = count_of(rows, columns), method.limit.memory
    held = max_states(rows, columns, room)
    is_met_halfway = ALGORITHMS[method.algorithm].keeps is Keeps.BOTH_SIDES
    # two halves reach as many boards as there are pairs of their states
    met = held**2 // 4 if is_met_halfway else held
    if met * MOST >= states:
        return ""
    return f"there are {_count(states)} states, and {memory(room)} hold {_count(held)} at most"


def _hardness(method: Method, rows: int, columns: int) -> str:
    """Why a search that keeps what it meets, for good solutions, fails even with a heuristic."""
    room = method.limit.memory
    held = max_states(rows, columns, room)
    is_thorough = method.guarantee() is not None and method.weight <= 1
    if not is_thorough or rows * columns < HARD_CELLS or held >= HARD_CAPACITY:
        return ""
    return f"they take more states than the {_count(held)} that {memory(room)} hold"


def _long(seconds: int) -> str:
    for name, length in (("year", 31_557_600), ("day", 86_400), ("hour", 3600), ("minute", 60)):
        if seconds >= length:
            count = seconds // length
            return f"more than {_count(count, '')} {name if count == 1 else name + 's'}"
    return f"more than {counted(seconds, 'second')}"


def _count(value: int, at_least: str = "more than ") -> str:
    """A count in a sentence: 10.5 trillion, more than 10^24."""
    return long_count(value) if value < NAMELESS else f"{at_least}10^{len(str(value)) - 1}"
