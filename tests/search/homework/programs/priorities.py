"""Students' searches with one wrong line each, most often the priority. A name says the bug."""

import heapq
from collections import deque


def actions_of(link):
    actions = []
    while link:
        link, action = link
        actions.append(action)
    return actions[::-1]


def search(problem, f, g=lambda g: g + 1, keep=lambda frontier: frontier):
    frontier, closed, count = [(0, 0, 0, problem.start, None)], set(), 0
    while frontier:
        _, _, path, state, link = heapq.heappop(frontier)
        if problem.is_goal(state):
            return actions_of(link)
        if state in closed:
            continue
        closed.add(state)
        for action, after in problem.successors(state):
            if after not in closed:
                count += 1
                entry = f(g(path), after), count, g(path), after, (link, action)
                heapq.heappush(frontier, entry)
        frontier = keep(frontier)
    return None


def astar_h_squared(problem, heuristic):
    return search(problem, lambda g, state: g + heuristic(state) ** 2)


def astar_larger(problem, heuristic):
    return search(problem, lambda g, state: max(g, heuristic(state)))


def astar_g_not_added(problem, heuristic):
    return search(problem, lambda g, state: g + heuristic(state), lambda g: min(g + 1, 2))


def astar_ten_nodes(problem, heuristic):
    return search(
        problem,
        lambda g, state: g + heuristic(state),
        keep=lambda frontier: heapq.nsmallest(10, frontier),
    )


def distance(board, goal):
    cells = {tile: divmod(cell, 3) for cell, tile in enumerate(goal.tiles)}
    ends = ((divmod(cell, 3), cells[tile]) for cell, tile in enumerate(board.tiles) if tile)
    return sum(abs(r - row) + abs(c - column) for (r, c), (row, column) in ends)


def astar_to_the_start(problem):
    return search(problem, lambda g, state: g + distance(state, problem.start))


def astar_goal_is_one(problem):
    return search(problem, lambda g, state: g + max(1, distance(state, problem.goal)))


def astar_smallest_g(problem, heuristic):
    """Right: of nodes with the same f, the one with the smallest g is expanded first."""
    return search(problem, lambda g, state: g + heuristic(state) + g / 1000)


def stack_sorted(problem, heuristic):
    stack, seen = [(problem.start, None)], {problem.start}
    while stack:
        state, link = stack.pop()
        if problem.is_goal(state):
            return actions_of(link)
        new = [pair for pair in problem.successors(state) if pair[1] not in seen]
        seen.update(after for _, after in new)
        new.sort(key=lambda pair: -heuristic(pair[1]))
        stack += [(after, (link, action)) for action, after in new]
    return None


def deepening(problem, h, f, is_pruned):
    def visit(path, before):
        value = f(len(path) - 1, h(path[-1]))
        if is_pruned(value, before, limit):
            return value if value > limit else before
        if problem.is_goal(path[-1]):
            return True
        least = 10**9
        for action, after in problem.successors(path[-1]):
            if after not in path:
                found = visit([*path, after], value)
                if found is True:
                    answer.append(action)
                    return True
                least = min(least, found)
        return least

    limit = h(problem.start)
    while True:
        answer = []
        found = visit([problem.start], limit)
        if found is True:
            return answer[::-1]
        limit = found


def idastar_only_h(problem, heuristic):
    """It checks the path."""
    return deepening(problem, heuristic, lambda _, h: h, lambda f, _, limit: f > limit)


def idastar_parent_f(problem, heuristic):
    return deepening(
        problem, heuristic, lambda g, h: g + h, lambda _, before, limit: before > limit
    )


def own_moves(text):
    blank = text.index("0")
    for action, step in (("U", -3), ("D", 3), ("L", -1), ("R", 1)):
        cell = blank + step
        if 0 <= cell < 9 and (abs(step) == 3 or cell // 3 == blank // 3):
            tiles = list(text)
            tiles[blank], tiles[cell] = tiles[cell], "0"
            yield action, "".join(tiles)


def bfs_own_goal(problem):
    """Right: it never calls the problem, and compares texts with a text."""
    target = "123456780"
    start = "".join(map(str, problem.start.tiles))
    queue, seen = deque([(start, None)]), {start}
    while queue:
        state, link = queue.popleft()
        if state == target:
            return actions_of(link)
        for action, after in own_moves(state):
            if after not in seen:
                seen.add(after)
                queue.append((after, (link, action)))
    return None


def greedy_own_goal(problem):
    target, start = "123456780", "".join(map(str, problem.start.tiles))

    def h(state):
        cells = ((cell, int(tile) - 1) for cell, tile in enumerate(state) if tile != "0")
        return sum(abs(a // 3 - b // 3) + abs(a % 3 - b % 3) for a, b in cells)

    heap, seen = [(h(start), start, None)], {start}
    while heap:
        _, state, link = heapq.heappop(heap)
        if state != target:
            for action, after in own_moves(state):
                if after not in seen:
                    seen.add(after)
                    heapq.heappush(heap, (h(after), after, (link, action)))
        else:
            return actions_of(link)
    return None
