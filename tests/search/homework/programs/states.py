"""Searches that make the moves themselves, some with wrong or shared states, and two sides."""

import contextlib
import heapq
import itertools
from collections import deque


def apply(tiles, cell, other):
    after = list(tiles)
    after[cell], after[other] = after[other], after[cell]
    return after


def bfs(problem, successors):
    """The states are lists of tiles. Returns actions."""
    start = list(problem.start.tiles)
    frontier, reached = deque([(start, [])]), {tuple(start)}
    while frontier:
        tiles, actions = frontier.popleft()
        if problem.is_goal(tiles):
            return actions
        for action, after in successors(tiles):
            if tuple(after) not in reached:
                reached.add(tuple(after))
                frontier.append((after, [*actions, action]))
    return None


def legal(blank):
    for action, step, is_legal in (
        ("U", -3, blank >= 3), ("D", 3, blank < 6), ("L", -1, blank % 3), ("R", 1, blank % 3 < 2),
    ):  # fmt: skip
        if is_legal:
            yield action, blank + step


def copied(tiles):
    blank = tiles.index(0)
    for action, target in legal(blank):
        yield action, apply(tiles, blank, target)


def bfs_copied(problem):
    """Right."""
    return bfs(problem, copied)


def next_row(tiles):
    blank = tiles.index(0)
    for action, step in (("U", -3), ("D", 3), ("L", -1), ("R", 1)):
        if 0 <= blank + step < 9:
            yield action, apply(tiles, blank, blank + step)


def bfs_next_row(problem):
    """Left of the first column is the row above."""
    return bfs(problem, next_row)


def negative_index(tiles):
    blank = tiles.index(0)
    for action, step in (("U", -3), ("D", 3), ("L", -1), ("R", 1)):
        with contextlib.suppress(IndexError):
            yield action, apply(tiles, blank, blank + step)


def astar_negative_index(problem, heuristic):
    """An index below 0 is the other end. Returns states."""
    count, start = itertools.count(), problem.start.tiles
    frontier, explored = [(heuristic(start), next(count), [start])], set()
    while frontier:
        _, _, path = heapq.heappop(frontier)
        if path[-1] == problem.goal.tiles:
            return [type(problem.start)(3, 3, tiles) for tiles in path]
        if path[-1] not in explored:
            explored.add(path[-1])
            for _, after in negative_index(path[-1]):
                node = [*path, tuple(after)]
                heapq.heappush(frontier, (len(path) + heuristic(node[-1]), next(count), node))
    return None


def shared(tiles):
    blank = tiles.index(0)
    for action, target in legal(blank):
        after = tiles
        after[blank], after[target] = after[target], after[blank]
        yield action, after


def bfs_shared_list(problem):
    """A move changes the list of its parent."""
    return bfs(problem, shared)


def shared_rows(rows):
    """The list of rows is copied, but not the rows."""
    for action, r, c in (("U", -1, 0), ("D", 1, 0), ("L", 0, -1), ("R", 0, 1)):
        row = next(number for number, tiles in enumerate(rows) if 0 in tiles)
        column = rows[row].index(0)
        if 0 <= row + r < 3 and 0 <= column + c < 3:
            after = rows[:]
            after[row][column], after[row + r][column + c] = after[row + r][column + c], 0
            yield action, after


def astar_shared_rows(problem, heuristic):
    start = [list(problem.start.tiles[row : row + 3]) for row in (0, 3, 6)]
    count, explored = itertools.count(), set()
    frontier = [(heuristic(start), next(count), start, [])]
    while frontier:
        _, _, rows, actions = heapq.heappop(frontier)
        if problem.is_goal(rows):
            return actions
        if str(rows) not in explored:
            explored.add(str(rows))
            for action, after in shared_rows(rows):
                f = len(actions) + 1 + heuristic(after)
                heapq.heappush(frontier, (f, next(count), after, [*actions, action]))
    return None


def iddfs_taken_back(problem):
    """Right: each move changes the only list, and is taken back after the recursion."""
    tiles = list(problem.start.tiles)

    def visit(limit, last):
        if problem.is_goal(tiles):
            return []
        blank = tiles.index(0)
        for action, target in legal(blank) if limit else ():
            if {action, last} not in ({"U", "D"}, {"L", "R"}):
                tiles[blank], tiles[target] = tiles[target], 0
                found = visit(limit - 1, action)
                tiles[blank], tiles[target] = 0, tiles[blank]
                if found is not None:
                    return [action, *found]
        return None

    return next(filter(lambda found: found is not None, (visit(n, "") for n in itertools.count())))


def bfs_shared_path(problem):
    """All nodes have the same list of actions."""
    frontier, reached = deque([(problem.start, [])]), {problem.start}
    while frontier:
        state, actions = frontier.popleft()
        if problem.is_goal(state):
            return actions
        for action, after in problem.successors(state):
            if after not in reached:
                reached.add(after)
                path = actions
                path.append(action)
                frontier.append((after, path))
    return None


def two_sides(problem, heuristic, is_met):
    """Best-first from both ends, in turn."""
    count, ends = itertools.count(), (problem.start, problem.goal)
    sides = [{end: []} for end in ends]
    frontiers = [[(0, next(count), end)] for end in ends]
    closed = set(), set()
    side = 1
    while True:
        side = 1 - side
        _, _, state = heapq.heappop(frontiers[side])
        if state in closed[side]:
            continue
        if is_met(state, sides[1 - side], closed[1 - side]):
            back = {"U": "D", "D": "U", "L": "R", "R": "L"}
            return sides[0][state] + [back[each] for each in reversed(sides[1][state])]
        closed[side].add(state)
        for action, after in problem.successors(state):
            if after not in sides[side] or len(sides[side][state]) + 1 < len(sides[side][after]):
                sides[side][after] = [*sides[side][state], action]
                f = len(sides[side][after]) + heuristic(after) * (1 - side)
                heapq.heappush(frontiers[side], (f, next(count), after))


def bidirectional_generated(problem, heuristic):
    return two_sides(problem, heuristic, lambda state, other, closed: state in other)


def bidirectional_expanded(problem, heuristic):
    return two_sides(problem, heuristic, lambda state, other, closed: state in closed)
