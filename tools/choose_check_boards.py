"""Choose boards on which wrong searches fail although they solve most boards optimally.

    python tools/choose_check_boards.py

Runs wrong programs on all 3x3 boards, nearest first, until each has returned a longer solution or
none, and then on every 101st of the farthest boards. Prints the table for
puzzler/search/homework/check_boards.py.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator
from itertools import product

from puzzler.board import Board
from puzzler.search.homework.replay import BestFirstRules, Duplicates
from puzzler.search.homework.runs import Neighbours, RecordedRun, State, neighbours_of
from puzzler.search.homework.wrong_heuristics import own_manhattan
from puzzler.search.packing import board_of, layers_of

GOAL = Board.solved(3, 3)
FAR, STEP = 24, 101
NEIGHBOURS: Neighbours = neighbours_of(3, 3)
TARGET = bytes(GOAL.tiles)
h = own_manhattan(GOAL)


def keeps_first_priority(
    start: State, *, is_newest_first: bool, changes_g: bool = False
) -> tuple[list[State], int]:
    """Run an A* that keeps the first priority of each state, and perhaps its first path.

    Return the expanded states, with the goal, and the length of the solution.
    """
    sign = -1 if is_newest_first else 1
    frontier, g, closed, expanded = [(h(start), 0, start)], {start: 0}, set[State](), list[State]()
    while not expanded or expanded[-1] != TARGET:
        state = heapq.heappop(frontier)[2]
        expanded.append(state)
        closed.add(state)
        for child in NEIGHBOURS(state):
            if child not in g:
                g[child] = g[state] + 1
                heapq.heappush(frontier, (g[child] + h(child), sign * len(g), child))
            elif changes_g and child not in closed:
                g[child] = min(g[child], g[state] + 1)
    return expanded, g[TARGET]


def are_separated(start: State) -> bool:
    """Whether the rules of each of two wrong A* are refuted by the run of the other one."""
    for is_newest_first, changes_g in product((False, True), repeat=2):
        states, _ = keeps_first_priority(
            start, is_newest_first=is_newest_first, changes_g=changes_g
        )
        roots = (True, *(False for _ in states[2:]))
        run = RecordedRun(start, TARGET, tuple(states[:-1]), roots, True, NEIGHBOURS)
        rule = Duplicates.PUSHED if changes_g else Duplicates.OLD_RANK
        if BestFirstRules(duplicates=rule).replay(run, h) is None:
            return False
    return True


def shares_visited(start: State) -> float | None:
    """Return the length of the solution of an IDA* with a visited set per iteration."""
    bound = h(start)
    while bound < float("inf"):
        visited, following = set[State](), float("inf")
        stack = [(start, 0)]
        while stack:
            state, g = stack.pop()
            if g + h(state) > bound:
                following = min(following, g + h(state))
                continue
            if state in visited:
                continue
            if state == TARGET:
                return g
            visited.add(state)
            stack += [(child, g + 1) for child in reversed(NEIGHBOURS(state))]
        bound = following
    return None


PROGRAMS: dict[str, Callable[[State], float | None]] = {
    "for A* that marks states when they are pushed, first in, first out": (
        lambda start: keeps_first_priority(start, is_newest_first=False)[1]
    ),
    "for A* that marks states when they are pushed, last in, first out": (
        lambda start: keeps_first_priority(start, is_newest_first=True)[1]
    ),
    "for IDA* with a visited set for the whole pass": shares_visited,
}


def boards() -> Iterator[tuple[int, list[Board]]]:
    """Yield the distances with all their boards."""
    for distance, (ranks, _) in enumerate(layers_of(GOAL)):
        yield distance, [board_of(int(rank), GOAL) for rank in ranks]


def main() -> None:
    """Print the table."""
    nearest, farthest = dict[str, tuple[Board, int]](), dict[str, tuple[Board, int]]()
    for distance, found in boards():
        for board in found[:: STEP if distance >= FAR else 1]:
            start = bytes(board.tiles)
            for name, program in PROGRAMS.items():
                chosen = nearest if distance < FAR else farthest
                if name not in chosen and program(start) != distance:
                    chosen[name] = board, distance
    separating = next(
        (board, distance)
        for distance, found in boards()
        for board in found
        if distance and are_separated(bytes(board.tiles))
    )
    nearest["on which the rules of an old priority and of marks when pushed differ"] = separating
    for place, chosen in (("the nearest board", nearest), ("a far board", farthest)):
        for name, (board, distance) in chosen.items():
            print(f'    ("{board}", {distance}, "{place} {name}"),')


if __name__ == "__main__":
    main()
