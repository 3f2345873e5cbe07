"""Choose boards on which wrong searches fail although they solve most boards optimally.

    python tools/choose_check_boards.py

Runs wrong programs on all 3x3 boards, nearest first, until each has returned a longer solution or
none, and then on every 101st of the farthest boards. Prints the table for
puzzler/search/homework/check_boards.py.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator

from puzzler.board import Board
from puzzler.search.homework.replay import Neighbours, State, neighbours_of
from puzzler.search.homework.wrong_heuristics import own_manhattan
from puzzler.search.packing import board_of, layers_of

GOAL = Board.solved(3, 3)
FAR, STEP = 24, 101
NEIGHBOURS: Neighbours = neighbours_of(3, 3)
TARGET = bytes(GOAL.tiles)
h = own_manhattan(GOAL)


def marks_when_pushed(start: State, *, is_newest_first: bool) -> float | None:
    """Return the length of the solution of an A* that keeps the first path to each state."""
    sign = -1 if is_newest_first else 1
    frontier, visited, count = [(h(start), 0, start, 0)], {start}, 0
    while frontier:
        _, _, state, g = heapq.heappop(frontier)
        if state == TARGET:
            return g
        for child in NEIGHBOURS(state):
            if child not in visited:
                visited.add(child)
                count += 1
                heapq.heappush(frontier, (g + 1 + h(child), sign * count, child, g + 1))
    return None


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
    "A* that marks states when they are pushed, first in, first out": (
        lambda start: marks_when_pushed(start, is_newest_first=False)
    ),
    "A* that marks states when they are pushed, last in, first out": (
        lambda start: marks_when_pushed(start, is_newest_first=True)
    ),
    "IDA* with a visited set for the whole pass": shares_visited,
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
    for place, chosen in (("the nearest board", nearest), ("a far board", farthest)):
        for name, (board, distance) in chosen.items():
            print(f'    ("{board}", {distance}, "{place} for {name}"),')


if __name__ == "__main__":
    main()
