"""Searches in which an outside reader found a missing or a wrong cause. Names of bugs say them."""

import heapq
import math


def astar_reversed_comparison(problem, heuristic):
    """>= instead of <: a longer path replaces a shorter one."""
    frontier, g, closed, count = [(0, 0, problem.start, [])], {problem.start: 0}, set(), 0
    while frontier:
        _, _, state, actions = heapq.heappop(frontier)
        if state in closed:
            continue
        closed.add(state)
        if problem.is_goal(state):
            return actions
        for action, after in problem.successors(state):
            if after not in closed and (after not in g or g[state] + 1 >= g[after]):
                g[after], count = g[state] + 1, count + 1
                entry = g[after] + heuristic(after), count, after, [*actions, action]
                heapq.heappush(frontier, entry)
    return None


def astar_three_per_depth(problem, heuristic):
    """Beam search."""
    layer, known = [(problem.start, [])], {problem.start}
    while layer:
        following = []
        for state, actions in layer:
            if problem.is_goal(state):
                return actions
            for action, after in problem.successors(state):
                if after not in known:
                    known.add(after)
                    following.append((after, [*actions, action]))
        layer = sorted(following, key=lambda node: heuristic(node[0]))[:3]
    return None


def manhattan(tiles, goal):
    cells = {tile: divmod(cell, 3) for cell, tile in enumerate(goal)}
    ends = ((divmod(cell, 3), cells[tile]) for cell, tile in enumerate(tiles) if tile)
    return sum(abs(r - row) + abs(c - column) for (r, c), (row, column) in ends)


def astar_half(problem):
    frontier, closed, count = [(0, 0, problem.start, [])], set(), 0
    while frontier:
        _, _, state, actions = heapq.heappop(frontier)
        if problem.is_goal(state):
            return actions
        if state in closed:
            continue
        closed.add(state)
        for action, after in problem.successors(state):
            count += 1
            f = len(actions) + 1 + manhattan(after.tiles, problem.goal.tiles) // 2
            heapq.heappush(frontier, (f, count, after, [*actions, action]))
    return None


def greedy_unchecked(problem, heuristic):
    """No check for duplicates."""
    frontier, count = [(0, 0, problem.start, [])], 0
    while frontier:
        _, _, state, actions = heapq.heappop(frontier)
        if problem.is_goal(state):
            return actions
        for action, after in problem.successors(state):
            count += 1
            heapq.heappush(frontier, (heuristic(after), count, after, [*actions, action]))
    return None


def idastar_only_h_path(problem, heuristic):
    """f is h, with a check of the path."""

    def visit(bound):
        if heuristic(path[-1]) > bound:
            return heuristic(path[-1])
        if problem.is_goal(path[-1]):
            return True
        smallest = math.inf
        for action, after in problem.successors(path[-1]):
            if after not in path:
                path.append(after)
                actions.append(action)
                found = visit(bound)
                if found is True:
                    return True
                smallest = min(smallest, found)
                path.pop()
                actions.pop()
        return smallest

    bound, path, actions = heuristic(problem.start), [problem.start], []
    while bound is not True:
        bound = visit(bound)
    return actions


def recursive_best_first(problem, heuristic):
    """Another search than IDA*: it has one pass, but is not depth-first search."""

    def visit(state, g, f, limit, path):
        if problem.is_goal(state):
            return [], 0
        nodes = [
            [max(g + 1 + heuristic(after), f), number, action, after]
            for number, (action, after) in enumerate(problem.successors(state))
            if after not in path
        ]
        while nodes:
            nodes.sort(key=lambda node: node[:2])
            best = nodes[0]
            if best[0] > limit:
                return None, best[0]
            other = min(limit, nodes[1][0] if len(nodes) > 1 else math.inf)
            found, best[0] = visit(best[3], g + 1, best[0], other, path | {best[3]})
            if found is not None:
                return [best[2], *found], 0
            if best[0] == math.inf:
                break
        return None, math.inf

    start = problem.start
    return visit(start, 0, heuristic(start), math.inf, frozenset([start]))[0]


def astar_strings(problem):
    """The states are texts. The loop at the end compares states with the start."""
    start, target = "".join(map(str, problem.start.tiles)), "123456780"
    frontier, g, parents, explored = {start: 0}, {start: 0}, {}, set()
    while frontier:
        state = min(frontier, key=frontier.__getitem__)
        del frontier[state]
        if state == target:
            break
        explored.add(state)
        cell = state.index("0")
        for action, step, is_legal in (
            ("Up", -3, cell > 2), ("Down", 3, cell < 6),
            ("Left", -1, cell % 3 > 0), ("Right", 1, cell % 3 < 2),
        ):  # fmt: skip
            tiles = list(state)
            if is_legal:
                tiles[cell], tiles[cell + step] = tiles[cell + step], tiles[cell]
            after = "".join(tiles)
            if is_legal and after not in explored and g[state] + 1 < g.get(after, math.inf):
                g[after], parents[after] = g[state] + 1, (state, action)
                frontier[after] = g[after] + manhattan(map(int, after), map(int, target))
    actions = []
    while state != start:
        state, action = parents[state]
        actions.insert(0, action)
    return actions
