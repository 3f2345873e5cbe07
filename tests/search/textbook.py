"""The searches of docs/searches.md, written only from that page, like a student would.

Uses tuples, dictionaries and a heap. Nothing is imported from the program.
"""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

State = tuple[int, ...]
STEPS = {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1)}
BACK = {"U": "D", "D": "U", "L": "R", "R": "L"}


@dataclass
class Puzzle:
    """A start, a goal and the order of moves."""

    rows: int
    columns: int
    start: State
    goal: State
    order: str = "UDLR"

    def moves(self, state: State, last: str | None) -> Iterator[tuple[str, State]]:
        """The moves and resulting states, without the inverse of the last move."""
        blank = state.index(0)
        row, column = divmod(blank, self.columns)
        for move in self.order:
            to_row, to_column = row + STEPS[move][0], column + STEPS[move][1]
            if last is not None and move == BACK[last]:
                continue
            if 0 <= to_row < self.rows and 0 <= to_column < self.columns:
                cell = to_row * self.columns + to_column
                tiles = list(state)
                tiles[blank], tiles[cell] = tiles[cell], 0
                yield move, tuple(tiles)

    def manhattan(self, state: State) -> int:
        """The sum of rows and columns from each tile to its goal cell."""
        total = 0
        for cell, tile in enumerate(state):
            if tile:
                place = self.goal.index(tile)
                total += abs(cell // self.columns - place // self.columns)
                total += abs(cell % self.columns - place % self.columns)
        return total

    def misplaced(self, state: State) -> int:
        """The number of misplaced tiles."""
        return sum(tile not in (0, self.goal[cell]) for cell, tile in enumerate(state))

    def zero(self, state: State) -> int:
        """The zero heuristic."""
        del state
        return 0

    def reversed(self) -> Puzzle:
        """The problem from the goal to the start."""
        return Puzzle(self.rows, self.columns, self.goal, self.start, self.order)


@dataclass
class Node:
    """A state and how it was reached."""

    state: State
    parent: Node | None
    move: str | None
    g: int
    h: int = 0

    def path(self) -> list[str]:
        """The moves from the root."""
        if self.parent is None or self.move is None:
            return []
        return [*self.parent.path(), self.move]


@dataclass
class Count:
    """The result of a search."""

    expanded: int = 0
    generated: int = 0
    duplicates: int = 0
    reopened: int = 0
    deepest: int = 0
    stored: int = 0
    frontier: int = 0
    peak_frontier: int = 0
    length: int | None = None
    order: list[State] = field(default_factory=list)
    """The expanded states in order."""

    def waiting(self, size: int) -> None:
        """Record the current size of the frontier."""
        self.frontier = size
        self.peak_frontier = max(self.peak_frontier, size)


TIES: dict[str, Callable[[int, int], tuple[int, ...]]] = {
    "fifo": lambda g, number: (number,),
    "lifo": lambda g, number: (-number,),
    "high-g": lambda g, number: (-g, -number),
    "low-g": lambda g, number: (g, -number),
}
"""The key that orders nodes with equal f, smallest first."""


def best_first(
    puzzle: Puzzle,
    estimate: Callable[[State], int],
    ties: str = "lifo",
    weight: float = 1,
    *,
    is_greedy: bool = False,
) -> Count:
    """A*, weighted A* and greedy best-first search."""
    count, number = Count(), 0
    visited = {puzzle.start: Node(puzzle.start, None, None, 0, estimate(puzzle.start))}
    heap: list[tuple[float, tuple[int, ...], int, Node]] = [(0, (), 0, visited[puzzle.start])]
    waiting = {puzzle.start}
    count.waiting(1)
    while heap:
        node = heapq.heappop(heap)[-1]
        if visited[node.state] is not node:
            continue
        waiting.remove(node.state)
        count.frontier = len(waiting)
        if node.state == puzzle.goal:
            count.length = len(node.path())
            break
        count.expanded += 1
        count.order.append(node.state)
        for move, state in puzzle.moves(node.state, node.move):
            count.generated += 1
            g, before = node.g + 1, visited.get(state)
            if before is not None and (is_greedy or before.g <= g):
                count.duplicates += 1
                continue
            if before is not None and state not in waiting:
                count.reopened += 1
            visited[state] = child = Node(state, node, move, g, estimate(state))
            number += 1
            f = child.h if is_greedy else g + weight * child.h
            heapq.heappush(heap, (f, TIES[ties](g, number), number, child))
            waiting.add(state)
            count.waiting(len(waiting))
            count.deepest = max(count.deepest, g)
    count.stored = len(visited)
    return count


def breadth_first(puzzle: Puzzle, goal_test: str = "late") -> Count:
    """Breadth-first search."""
    count, visited = Count(), {puzzle.start}
    queue = deque([Node(puzzle.start, None, None, 0)])
    found = None
    count.waiting(1)
    while queue and found is None:
        node = queue.popleft()
        count.frontier = len(queue)
        if node.state == puzzle.goal:
            found = node
            break
        count.expanded += 1
        count.order.append(node.state)
        for move, state in puzzle.moves(node.state, node.move):
            count.generated += 1
            if state in visited:
                count.duplicates += 1
                continue
            visited.add(state)
            child = Node(state, node, move, node.g + 1)
            count.deepest = max(count.deepest, child.g)
            if goal_test == "early" and state == puzzle.goal:
                found = child
                break
            queue.append(child)
            count.waiting(len(queue))
    if found is not None:
        count.length = len(found.path())
    count.stored = len(visited)
    return count


def depth_first(puzzle: Puzzle) -> Count:
    """Depth-first search that stores every generated state."""
    count, visited = Count(), {puzzle.start}
    stack = [Node(puzzle.start, None, None, 0)]
    count.waiting(1)
    while stack:
        node = stack.pop()
        count.frontier = len(stack)
        if node.state == puzzle.goal:
            count.length = node.g
            break
        count.expanded += 1
        count.order.append(node.state)
        # pushed in reverse, so that the first move is expanded first
        for move, state in reversed(list(puzzle.moves(node.state, node.move))):
            count.generated += 1
            if state in visited:
                count.duplicates += 1
                continue
            visited.add(state)
            stack.append(Node(state, node, move, node.g + 1))
            count.waiting(len(stack))
            count.deepest = max(count.deepest, node.g + 1)
    count.stored = len(visited)
    return count


def deepening(
    puzzle: Puzzle, estimate: Callable[[State], int], limit: int | None = None, weight: float = 1
) -> Count:
    """IDA*, iterative deepening (h is zero) and depth-limited search."""
    count = Count()

    def visit(node: Node) -> bool:
        nonlocal beyond
        count.stored = node.g + 1
        if node.state == puzzle.goal:
            count.length = node.g
            return True
        if node.g + 1 > threshold:
            beyond = min(beyond, node.g + 1)
            return False
        count.expanded += 1
        count.order.append(node.state)
        successors = [
            Node(state, node, move, node.g + 1, estimate(state))
            for move, state in puzzle.moves(node.state, node.move)
        ]
        count.generated += len(successors)
        count.deepest = max(count.deepest, node.g + 1)
        for child in successors:
            f = child.g + weight * child.h
            if f > threshold:
                beyond = min(beyond, f)
            elif visit(child):
                return True
        return False

    start = Node(puzzle.start, None, None, 0, estimate(puzzle.start))
    threshold, beyond = float("inf"), weight * start.h if limit is None else float(limit)
    while beyond < float("inf"):
        threshold, beyond = beyond, float("inf")
        if visit(start) or limit is not None:
            break
    return count


def both_ends(puzzle: Puzzle, heuristic: str, *, is_admissible: bool = True) -> Count:
    """MM."""
    count, number = Count(), 0
    sides = puzzle, puzzle.reversed()
    estimates = [getattr(end, heuristic) for end in sides]
    visited: list[dict[State, Node]] = [{}, {}]
    waiting: list[set[State]] = [set(), set()]
    heap: list[tuple[int, int, int, Node]] = []

    def put(side: int, node: Node) -> None:
        nonlocal number
        number += 1
        visited[side][node.state] = node
        waiting[side].add(node.state)
        heapq.heappush(heap, (max(node.g + node.h, 2 * node.g), -number, side, node))
        count.waiting(len(waiting[0]) + len(waiting[1]))

    for side, end in enumerate(sides):
        put(side, Node(end.start, None, None, 0, estimates[side](end.start)))
    best = 0 if puzzle.start == puzzle.goal else None
    cells = [sum(divmod(end.start.index(0), end.columns)) for end in sides]
    while heap:
        rank, _, side, node = heap[0]
        if visited[side][node.state] is not node:
            heapq.heappop(heap)
            continue
        bound = rank + (is_admissible and (rank - sum(cells)) % 2)
        if best is not None and best <= bound:
            break
        heapq.heappop(heap)
        waiting[side].remove(node.state)
        count.frontier = len(waiting[0]) + len(waiting[1])
        count.expanded += 1
        count.order.append(node.state)
        for move, state in puzzle.moves(node.state, node.move):
            count.generated += 1
            g, before = node.g + 1, visited[side].get(state)
            if before is not None and before.g <= g:
                count.duplicates += 1
                continue
            if before is not None and state not in waiting[side]:
                count.reopened += 1
            put(side, Node(state, node, move, g, estimates[side](state)))
            count.deepest = max(count.deepest, g)
            other = visited[1 - side].get(state)
            if other is not None and (best is None or g + other.g < best):
                best = g + other.g
    count.length, count.stored = best, len(visited[0]) + len(visited[1])
    return count


def walk(puzzle: Puzzle, estimate: Callable[[State], int]) -> Count:
    """Move to the unvisited neighbour with the smallest h until there is none."""
    count = Count()
    node, visited = Node(puzzle.start, None, None, 0), {puzzle.start}
    count.waiting(1)
    while node.state != puzzle.goal:
        count.waiting(0)
        count.expanded += 1
        count.order.append(node.state)
        successors = []
        for move, state in puzzle.moves(node.state, node.move):
            count.generated += 1
            if state in visited:
                count.duplicates += 1
            else:
                successors.append(Node(state, node, move, node.g + 1, estimate(state)))
        if not successors:
            break
        node = min(successors, key=lambda child: child.h)
        visited.add(node.state)
        count.waiting(1)
        count.deepest = node.g
    else:
        count.length = node.g
    count.stored = len(visited)
    return count
