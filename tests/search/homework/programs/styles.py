"""Students' searches in other styles. The name is the style or the bug."""

import heapq
import itertools
from collections import deque

INFINITE = float("inf")


class Node:
    """A node that is compared by f."""

    def __init__(self, state, parent=None, action=None, g=0, h=0):
        self.state, self.parent, self.action, self.g, self.h = state, parent, action, g, h

    def __lt__(self, other):
        return self.g + self.h < other.g + other.h

    def solution(self):
        node, actions = self, []
        while node.parent:
            actions.append(node.action)
            node = node.parent
        return actions[::-1]


def path_to(parents, state):
    actions = []
    while parents[state] is not None:
        state, action = parents[state]
        actions.append(action)
    return actions[::-1]


def astar_decrease_key(problem, heuristic):
    """The frontier is a dict that is searched for the minimum. A shorter path replaces g."""
    start = problem.start
    frontier, parents, closed = {start: 0}, {start: None}, set()
    while frontier:
        state = min(frontier, key=lambda each: (frontier[each] + heuristic(each), -frontier[each]))
        g = frontier.pop(state)
        closed.add(state)
        if problem.is_goal(state):
            return path_to(parents, state)
        for action, after in problem.successors(state):
            if after not in closed and g + 1 < frontier.get(after, INFINITE):
                frontier[after] = g + 1
                parents[after] = state, action
    return None


def bfs_generator(problem):
    """A generator yields the states in order. The visited set contains strings."""

    def in_order():
        queue, visited = deque([(problem.start, ())]), set()
        while queue:
            state, actions = queue.popleft()
            if str(state.tiles) in visited:
                continue
            visited.add(str(state.tiles))
            yield state, actions
            for action, after in problem.successors(state):
                queue.append((after, (*actions, action)))

    return next((list(actions) for state, actions in in_order() if problem.is_goal(state)), None)


def heap_search(problem, priority, may_push):
    count = itertools.count()
    heap, best = [(0, next(count), Node(problem.start))], {problem.start: 0}
    while heap:
        _, _, node = heapq.heappop(heap)
        if problem.is_goal(node.state):
            return node.solution()
        for action, after in problem.successors(node.state):
            child = Node(after, node, action, node.g + 1)
            if may_push(child, best):
                best[after] = child.g
                heapq.heappush(heap, (priority(child), next(count), child))
    return None


def is_shorter(child, best):
    return child.g < best.get(child.state, INFINITE)


def astar_h_of_parent(problem, heuristic):
    return heap_search(problem, lambda n: n.g + heuristic(n.parent.state), is_shorter)


def astar_constant_g(problem, heuristic):
    return heap_search(
        problem, lambda n: 1 + heuristic(n.state), lambda n, best: n.state not in best
    )


def astar_only_parent(problem, heuristic):
    def is_new(child, best):
        before = child.parent.parent
        return before is None or child.state != before.state

    return heap_search(problem, lambda n: n.g + heuristic(n.state), is_new)


def astar_squared(problem, heuristic):
    """Uses squared distances. Nodes are compared by __lt__."""

    def h(board):
        cells = (
            (*divmod(i, 3), *divmod(tile - 1, 3)) for i, tile in enumerate(board.tiles) if tile
        )
        return sum((r - row) ** 2 + (c - column) ** 2 for r, c, row, column in cells)

    heap, best = [Node(problem.start, h=h(problem.start))], {problem.start: 0}
    while heap:
        node = heapq.heappop(heap)
        if problem.is_goal(node.state):
            return node.solution()
        if node.g > best[node.state]:
            continue
        for action, after in problem.successors(node.state):
            if node.g + 1 < best.get(after, INFINITE):
                best[after] = node.g + 1
                heapq.heappush(heap, Node(after, node, action, node.g + 1, h(after)))
    return None


def idastar_g_twice(problem, heuristic):
    return deepening(
        problem, lambda g, state: 2 * g + heuristic(state), lambda bound, minimum: minimum
    )


def idastar_doubled(problem, heuristic):
    return deepening(problem, lambda g, state: g + heuristic(state), lambda bound, _: 2 * bound)


def deepening(problem, f_of, following):
    """Recursion without a list of the path: the actions are collected on the way back."""

    def visit(state, before, g, bound):
        f = f_of(g, state)
        if f > bound:
            return f
        if problem.is_goal(state):
            return []
        minimum = INFINITE
        for action, after in problem.successors(state):
            if after != before:
                found = visit(after, state, g + 1, bound)
                if isinstance(found, list):
                    return [action, *found]
                minimum = min(minimum, found)
        return minimum

    bound = f_of(0, problem.start)
    while True:
        found = visit(problem.start, None, 0, bound)
        if isinstance(found, list):
            return found
        bound = following(bound, found)
