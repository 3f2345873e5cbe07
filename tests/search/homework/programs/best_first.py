"""Students' best-first searches. The name is the style or the bug."""

import heapq
import itertools


class PriorityQueue:
    def __init__(self):
        self.heap, self.count = [], 0

    def push(self, item, priority):
        heapq.heappush(self.heap, (priority, self.count, item))
        self.count += 1

    def pop(self):
        return heapq.heappop(self.heap)[2]

    def is_empty(self):
        return not self.heap


def null(state, problem=None):
    return 0


def graph_search(problem, priority, mark="pop", check=True, early=False):
    """CS188: a node is (state, actions, cost)."""
    frontier, visited = PriorityQueue(), set()
    start = problem.getStartState()
    frontier.push((start, None, 0), priority(start, 0))
    if mark == "push":
        visited.add(start)
    while not frontier.is_empty():
        node = frontier.pop()
        state, _, cost = node
        if mark == "pop" and check and state in visited:
            continue
        if problem.isGoalState(state):
            return actions_of(node)
        visited.add(state)
        for after, action, step in problem.getSuccessors(state):
            if early and problem.isGoalState(after):
                return [*actions_of(node), action]
            child = (after, (node, action), cost + step)
            if mark == "push":
                if after in visited:
                    continue
                visited.add(after)
            elif mark == "pop" and after in visited:
                continue
            frontier.push(child, priority(after, cost + step))
    return None


def actions_of(node):
    actions = []
    while node[1]:
        node, action = node[1]
        actions.append(action)
    return actions[::-1]


def astar_cs188(problem, heuristic=null):
    return graph_search(problem, lambda s, g: g + heuristic(s, problem))


def ucs_cs188(problem):
    return graph_search(problem, lambda s, g: g)


def greedy_cs188(problem, heuristic=null):
    return graph_search(problem, lambda s, g: heuristic(s, problem))


def astar_early(problem, heuristic=null):
    return graph_search(problem, lambda s, g: g + heuristic(s, problem), early=True)


def astar_push(problem, heuristic=null):
    return graph_search(problem, lambda s, g: g + heuristic(s, problem), mark="push")


def astar_unchecked(problem, heuristic=null):
    return graph_search(problem, lambda s, g: g + heuristic(s, problem), check=False)


def astar_tree(problem, heuristic=null):
    return graph_search(problem, lambda s, g: g + heuristic(s, problem), mark="never")


def astar_greedy(problem, heuristic=null):
    return graph_search(problem, lambda s, g: heuristic(s, problem))


def astar_uniform(problem, heuristic=null):
    return graph_search(problem, lambda s, g: g)


def astar_g_twice(problem, heuristic=null):
    return graph_search(problem, lambda s, g: 2 * g + heuristic(s, problem))


def astar_h_twice(problem, heuristic=null):
    return graph_search(problem, lambda s, g: g + 2 * heuristic(s, problem))


def astar_weighted(problem, heuristic=null):
    return graph_search(problem, lambda s, g: g + 1.5 * heuristic(s, problem))


def astar_minus_h(problem, heuristic=null):
    return graph_search(problem, lambda s, g: g - heuristic(s, problem))


def astar_last_path(problem, heuristic):
    """The frontier is a dictionary in which the last path to a state replaces earlier paths."""
    frontier, closed = {problem.start: (heuristic(problem.start), ())}, set()
    while frontier:
        state = min(frontier, key=lambda each: frontier[each][0])
        _, actions = frontier.pop(state)
        closed.add(state)
        if problem.is_goal(state):
            return list(actions)
        for action, after in problem.successors(state):
            if after not in closed:
                frontier[after] = len(actions) + 1 + heuristic(after), (*actions, action)
    return None


def astar_largest(problem, heuristic=null):
    return graph_search(problem, lambda s, g: -g - heuristic(s, problem))


def astar_h_in_g(problem, heuristic=null):
    """The stored cost is f, and f of a child is computed from it."""
    frontier, closed = PriorityQueue(), set()
    start = problem.getStartState()
    frontier.push((start, None, 0), heuristic(start, problem))
    while not frontier.is_empty():
        node = frontier.pop()
        state, _, cost = node
        if state in closed:
            continue
        closed.add(state)
        if problem.isGoalState(state):
            return actions_of(node)
        for after, action, step in problem.getSuccessors(state):
            f = cost + step + heuristic(after, problem)
            frontier.push((after, (node, action), f), f)
    return None


class Node:
    def __init__(self, state, parent=None, action=None, path_cost=0):
        self.state, self.parent, self.action = state, parent, action
        self.path_cost = path_cost

    def solution(self):
        node, actions = self, []
        while node.parent:
            actions.append(node.action)
            node = node.parent
        return actions[::-1]

    def __lt__(self, other):
        return self.state < other.state


def astar_aima(problem):
    """Russell and Norvig, 4th edition: best-first search with a table of reached states."""

    def f(node):
        return node.path_cost + problem.h(node)

    node = Node(problem.initial)
    frontier, reached = [(f(node), node)], {problem.initial: node}
    while frontier:
        _, node = heapq.heappop(frontier)
        if node is not reached[node.state]:
            continue
        if problem.is_goal(node.state):
            return node
        for action in problem.actions(node.state):
            after = problem.result(node.state, action)
            cost = problem.action_cost(node.state, action, after)
            child = Node(after, node, action, node.path_cost + cost)
            if after not in reached or child.path_cost < reached[after].path_cost:
                reached[after] = child
                heapq.heappush(frontier, (f(child), child))
    return None


def astar_plain(problem, heuristic):
    """Searches an open set for the smallest f, with dictionaries of g and parents."""
    start = problem.start
    g, parents, frontier, closed = {start: 0}, {start: None}, {start}, set()
    while frontier:
        state = min(frontier, key=lambda s: (g[s] + heuristic(s), -g[s], s.tiles))
        frontier.remove(state)
        if problem.is_goal(state):
            return back(state, parents)
        closed.add(state)
        for action, after in problem.successors(state):
            if g[state] + 1 < g.get(after, 10**9):
                g[after], parents[after] = g[state] + 1, (state, action)
                frontier.add(after)
    return None


def back(state, parents):
    actions = []
    while parents[state]:
        state, action = parents[state]
        actions.append(action)
    return actions[::-1]


def manhattan(state, goal, first=1):
    total = 0
    for cell, tile in enumerate(state.tiles):
        if tile >= first:
            home = goal.index(tile)
            total += abs(cell // 3 - home // 3) + abs(cell % 3 - home % 3)
    return total


def conflicts(state, goal):
    """Linear conflicts: for each line the smallest number of tiles that must leave it."""
    total = 0
    for is_row in (True, False):
        for line in range(3):
            cells = [line * 3 + i if is_row else line + 3 * i for i in range(3)]
            places = []
            for cell in cells:
                tile = state.tiles[cell]
                home = goal.index(tile)
                if tile and home in cells:
                    places.append(cells.index(home))
            longest = 0
            for size in range(len(places), 0, -1):
                for remaining in itertools.combinations(places, size):
                    if list(remaining) == sorted(remaining):
                        longest = max(longest, size)
            total += len(places) - longest
    return total


def own(h):
    return lambda problem: graph_search(problem, lambda s, g: g + h(s, problem.goal.tiles))


def astar_own_manhattan(problem):
    return own(manhattan)(problem)


def astar_blank(problem):
    return own(lambda s, goal: manhattan(s, goal, 0))(problem)


def astar_transposed(problem):
    def h(state, goal):
        return manhattan(state, tuple(goal[c * 3 + r] for r in range(3) for c in range(3)))

    return own(h)(problem)


def astar_other_goal(problem):
    return own(lambda s, goal: manhattan(s, tuple(range(9))))(problem)


def astar_without_abs(problem):
    def h(state, goal):
        total = 0
        for cell, tile in enumerate(state.tiles):
            if tile:
                home = goal.index(tile)
                total += abs(cell // 3 - home // 3) + cell % 3 - home % 3
        return total

    return own(h)(problem)


def astar_double_conflict(problem):
    return own(lambda s, goal: manhattan(s, goal) + 4 * conflicts(s, goal))(problem)
