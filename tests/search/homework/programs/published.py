"""Searches in the styles of textbooks and well-known pages, with some usual bugs."""

import heapq
import itertools
from collections import defaultdict, deque
from queue import PriorityQueue

INFINITE = float("inf")
MOVES = (("U", -3), ("D", 3), ("L", -1), ("R", 1))


def path_to(parents, state):
    actions = []
    while parents[state] is not None:
        state, action = parents[state]
        actions.append(action)
    return actions[::-1]


def astar_cost_so_far(problem, heuristic):
    """Red Blob Games: a replaced node remains in the queue and is expanded again."""
    frontier, count = PriorityQueue(), itertools.count()
    frontier.put((0, next(count), problem.start))
    parents, cost_so_far = {problem.start: None}, {problem.start: 0}
    while not frontier.empty():
        current = frontier.get()[2]
        if problem.is_goal(current):
            return path_to(parents, current)
        for action, after in problem.successors(current):
            cost = cost_so_far[current] + 1
            if after not in cost_so_far or cost < cost_so_far[after]:
                cost_so_far[after], parents[after] = cost, (current, action)
                frontier.put((cost + heuristic(after), next(count), after))
    return None


def astar_equal_cost(problem, heuristic):
    """The same with <=."""
    frontier, count = PriorityQueue(), itertools.count()
    frontier.put((0, next(count), problem.start))
    parents, cost_so_far = {problem.start: None}, {problem.start: 0}
    while not frontier.empty():
        current = frontier.get()[2]
        if problem.is_goal(current):
            return path_to(parents, current)
        for action, after in problem.successors(current):
            cost = cost_so_far[current] + 1
            if cost <= cost_so_far.get(after, INFINITE):
                cost_so_far[after], parents[after] = cost, (current, action)
                frontier.put((cost + heuristic(after), next(count), after))
    return None


def astar_open_set(problem, heuristic):
    """Wikipedia: a set of open states, and dictionaries of g and f."""
    opened, parents = {problem.start}, {problem.start: None}
    g, f = defaultdict(lambda: INFINITE), defaultdict(lambda: INFINITE)
    g[problem.start], f[problem.start] = 0, heuristic(problem.start)
    while opened:
        current = min(opened, key=f.__getitem__)
        if current == problem.goal:
            return path_to(parents, current)
        opened.remove(current)
        for action, after in problem.successors(current):
            if g[current] + 1 < g[after]:
                parents[after], g[after] = (current, action), g[current] + 1
                f[after] = g[after] + heuristic(after)
                opened.add(after)
    return None


def astar_f_carried(problem, heuristic):
    """A node contains f and its path. f of a child is computed from f of the parent."""
    count = itertools.count()
    frontier, explored = [(heuristic(problem.start), next(count), [problem.start])], []
    while frontier:
        f, _, path = heapq.heappop(frontier)
        if problem.is_goal(path[-1]):
            return path
        if path[-1] not in explored:
            explored.append(path[-1])
            for _, after in problem.successors(path[-1]):
                value = f + 1 - heuristic(path[-1]) + heuristic(after)
                heapq.heappush(frontier, (value, next(count), [*path, after]))
    return None


def astar_h_summed(problem, heuristic):
    """The cost in a node is the sum of the priorities on its path."""
    queue, reached = [(0, problem.start, [])], [problem.start]
    while queue:
        cost, state, actions = queue.pop(0)
        if state == problem.goal:
            return actions
        reached.append(state)
        queue += [
            (cost + heuristic(after), after, [*actions, action])
            for action, after in problem.successors(state)
            if after not in reached
        ]
        queue.sort(key=lambda node: node[0])
    return None


def astar_old_priority(problem, heuristic):
    """A shorter path to a state in the frontier changes g and the parent but not the priority."""
    start, count = problem.start, itertools.count()
    heap, g, parents = [(heuristic(start), next(count), start)], {start: 0}, {start: None}
    closed = set()
    while heap:
        state = heapq.heappop(heap)[2]
        closed.add(state)
        if problem.is_goal(state):
            return path_to(parents, state)
        for action, after in problem.successors(state):
            if after in closed or g[state] + 1 >= g.get(after, INFINITE):
                continue
            if after not in g:
                heapq.heappush(heap, (g[state] + 1 + heuristic(after), next(count), after))
            g[after], parents[after] = g[state] + 1, (state, action)
    return None


def greedy_cost_so_far(problem, heuristic):
    frontier, count = [(0, 0, problem.start)], itertools.count(1)
    parents, g = {problem.start: None}, {problem.start: 0}
    while frontier:
        state = heapq.heappop(frontier)[2]
        if problem.is_goal(state):
            return path_to(parents, state)
        for action, after in problem.successors(state):
            if g[state] + 1 < g.get(after, INFINITE):
                g[after], parents[after] = g[state] + 1, (state, action)
                heapq.heappush(frontier, (heuristic(after), next(count), after))
    return None


def bfs_reversed(problem):
    parents, queue = {problem.start: None}, deque([problem.start])
    while queue:
        state = queue.popleft()
        if problem.is_goal(state):
            return path_to(parents, state)
        for action, after in reversed(problem.successors(state)):
            if after not in parents:
                parents[after] = state, action
                queue.append(after)
    return None


def bfs_start_unmarked(problem):
    queue, visited = deque([(problem.start, [])]), defaultdict(bool)
    while queue:
        state, actions = queue.pop()
        for action, after in problem.successors(state):
            if problem.is_goal(after):
                return [*actions, action]
            if not visited[after]:
                visited[after] = True
                queue.appendleft((after, [*actions, action]))
    return None


def bfs_set_of_tiles(problem):
    """A frozenset of the tiles is the same for all states."""
    queue, visited = deque([(problem.start, [])]), set()
    while queue:
        state, actions = queue.popleft()
        if problem.is_goal(state):
            return actions
        if frozenset(state.tiles) not in visited:
            visited.add(frozenset(state.tiles))
            queue += [(after, [*actions, action]) for action, after in problem.successors(state)]
    return None


def moves(tiles):
    blank = tiles.index(0)
    for action, step in MOVES:
        cell = blank + step
        if 0 <= cell < 9 and (abs(step) == 3 or cell // 3 == blank // 3):
            after = list(tiles)
            after[blank], after[cell] = after[cell], 0
            yield action, tuple(after)


def astar_own_moves(problem, heuristic):
    return own_moves(problem, lambda g, tiles: g + heuristic(tiles))


def astar_own_moves_greedy(problem, heuristic):
    return own_moves(problem, lambda g, tiles: heuristic(tiles))


def own_moves(problem, priority):
    """Generates the successors itself, and compares a popped state with the goal."""
    count, start = itertools.count(), problem.start.tiles
    heap, closed = [(0, next(count), start, 0, ())], set()
    while heap:
        _, _, tiles, g, actions = heapq.heappop(heap)
        if tiles == problem.goal.tiles:
            return list(actions)
        if tiles in closed:
            continue
        closed.add(tiles)
        for action, after in moves(tiles):
            item = priority(g + 1, after), next(count), after, g + 1, (*actions, action)
            heapq.heappush(heap, item)
    return None


def astar_own_moves_early(problem, heuristic):
    """Tests generated states, so the goal tests do not show the expanded states."""
    heap, closed, count = [(0, 0, problem.start.tiles, 0, ())], set(), itertools.count(1)
    while heap:
        _, _, tiles, g, actions = heapq.heappop(heap)
        if tiles in closed:
            continue
        closed.add(tiles)
        for action, after in moves(tiles):
            if problem.is_goal(after):
                return [*actions, action]
            f = g + 1 + heuristic(after)
            heapq.heappush(heap, (f, next(count), after, g + 1, (*actions, action)))
    return None


def idastar_own_moves(problem, heuristic):
    def visit(tiles, before, actions):
        f = len(actions) + heuristic(tiles)
        if f > bound:
            return f
        if problem.is_goal(tiles):
            return True
        minimum = INFINITE
        for action, after in moves(tiles):
            if after != before:
                actions.append(action)
                found = visit(after, tiles, actions)
                if found is True:
                    return True
                actions.pop()
                minimum = min(minimum, found)
        return minimum

    bound = heuristic(problem.start)
    while True:
        actions = []
        bound = visit(problem.start.tiles, None, actions)
        if bound is True:
            return actions


def iddfs_kept_visited(problem):
    """The set of visited states is created before the first iteration."""
    visited = set()

    def visit(state, left):
        if problem.is_goal(state):
            return []
        if left == 0:
            return None
        visited.add(state)
        for action, after in problem.successors(state):
            if after not in visited:
                found = visit(after, left - 1)
                if found is not None:
                    return [action, *found]
        return None

    found = (visit(problem.start, limit) for limit in range(40))
    return next((actions for actions in found if actions is not None), None)


def iddfs_stack(problem):
    """The visited set of an iteration is shared by all paths."""
    for limit in itertools.count():
        visited, stack = set(), [(problem.start, [])]
        while stack:
            state, actions = stack.pop()
            if state in visited:
                continue
            if problem.is_goal(state):
                return actions
            if len(actions) < limit:
                visited.add(state)
                successors = problem.successors(state)
                stack += [(after, [*actions, action]) for action, after in successors]
    return None


def idastar_high_threshold(problem, heuristic):
    """The first threshold is h of the start + 4."""
    bound = heuristic(problem.start) + 4

    def visit(state, before, g):
        f = g + heuristic(state)
        if f > bound:
            return f
        if problem.is_goal(state):
            return []
        minimum = INFINITE
        for action, after in problem.successors(state):
            if after != before:
                found = visit(after, state, g + 1)
                if isinstance(found, list):
                    return [action, *found]
                minimum = min(minimum, found)
        return minimum

    while True:
        found = visit(problem.start, None, 0)
        if isinstance(found, list):
            return found
        bound = found
