"""Students' uninformed searches. The name is the style or the bug."""

from collections import deque


def back(state, parents):
    actions = []
    while parents[state]:
        state, action = parents[state]
        actions.append(action)
    return actions[::-1]


def bfs_plain(problem):
    parents, queue = {problem.start: None}, deque([problem.start])
    while queue:
        state = queue.popleft()
        if problem.is_goal(state):
            return back(state, parents)
        for action, after in problem.successors(state):
            if after not in parents:
                parents[after] = state, action
                queue.append(after)
    return None


def bfs_aima(problem):
    """Russell and Norvig: the goal test is applied when a node is generated."""
    if problem.is_goal(problem.initial):
        return []
    parents, queue = {problem.initial: None}, deque([problem.initial])
    while queue:
        state = queue.popleft()
        for action in problem.actions(state):
            after = problem.result(state, action)
            if after not in parents:
                parents[after] = state, action
                if problem.is_goal(after):
                    return back(after, parents)
                queue.append(after)
    return None


def bfs_layers(problem):
    parents, layer = {problem.start: None}, [problem.start]
    while layer:
        following = []
        for state in sorted(layer):
            if problem.is_goal(state):
                return back(state, parents)
            for action, after in problem.successors(state):
                if after not in parents:
                    parents[after] = state, action
                    following.append(after)
        layer = following
    return None


def bfs_unchecked(problem):
    """Marks states when popped, without a check."""
    queue, visited = deque([(problem.start, None)]), set()
    while queue:
        node = queue.popleft()
        state = node[0]
        if problem.is_goal(state):
            return chain(node)
        visited.add(state)
        for action, after in problem.successors(state):
            if after not in visited:
                queue.append((after, (node, action)))
    return None


def bfs_frontier_only(problem):
    """Detects duplicates in the frontier but not among the expanded states."""
    queue, waiting = deque([(problem.start, None)]), {problem.start}
    while queue:
        node = queue.popleft()
        waiting.discard(node[0])
        if problem.is_goal(node[0]):
            return chain(node)
        for action, after in problem.successors(node[0]):
            if after not in waiting:
                waiting.add(after)
                queue.append((after, (node, action)))
    return None


def bfs_own_moves(problem):
    """Computes the successors itself."""
    parents, queue = {problem.start.tiles: None}, deque([problem.start.tiles])
    while queue:
        tiles = queue.popleft()
        if tiles == problem.goal.tiles:
            return back(tiles, parents)
        row, column = divmod(tiles.index(0), 3)
        for action, r, c in (("U", -1, 0), ("D", 1, 0), ("L", 0, -1), ("R", 0, 1)):
            if 0 <= row + r < 3 and 0 <= column + c < 3:
                after = list(tiles)
                blank, cell = row * 3 + column, (row + r) * 3 + column + c
                after[blank], after[cell] = after[cell], 0
                after = tuple(after)
                if after not in parents:
                    parents[after] = tiles, action
                    queue.append(after)
    return None


def bidirectional(problem):
    """Breadth-first search from the start and from the goal, layer by layer."""
    opposite = {"U": "D", "D": "U", "L": "R", "R": "L"}
    sides = {problem.start: None}, {problem.goal: None}
    layers = [problem.start], [problem.goal]
    while True:
        for mine, other, layer in ((*sides, layers[0]), (*sides[::-1], layers[1])):
            states, layer[:] = layer[:], []
            for state in states:
                for action, after in problem.successors(state):
                    if after in mine:
                        continue
                    mine[after] = state, action
                    layer.append(after)
                    if after in other:
                        rest = back(after, sides[1])[::-1]
                        return back(after, sides[0]) + [opposite[each] for each in rest]


def bfs_tree(problem):
    queue = deque([(problem.start, None)])
    while queue:
        node = queue.popleft()
        if problem.is_goal(node[0]):
            return chain(node)
        for action, after in problem.successors(node[0]):
            queue.append((after, (node, action)))
    return None


def chain(node):
    actions = []
    while node[1]:
        node, action = node[1]
        actions.append(action)
    return actions[::-1]


def dfs_cs188(problem):
    """Uses a stack and detects duplicates when they are popped."""
    stack, visited = [(problem.getStartState(), None)], set()
    while stack:
        node = stack.pop()
        state = node[0]
        if problem.isGoalState(state):
            return chain(node)
        if state not in visited:
            visited.add(state)
            for after, action, _ in problem.getSuccessors(state):
                if after not in visited:
                    stack.append((after, (node, action)))
    return None


def dfs_push(problem):
    """Uses a stack and detects duplicates when they are pushed."""
    stack, parents = [problem.start], {problem.start: None}
    while stack:
        state = stack.pop()
        if problem.is_goal(state):
            return back(state, parents)
        for action, after in problem.successors(state):
            if after not in parents:
                parents[after] = state, action
                stack.append(after)
    return None


def dfs_unchecked(problem):
    stack = [(problem.start, None)]
    while stack:
        node = stack.pop()
        if problem.is_goal(node[0]):
            return chain(node)
        for action, after in problem.successors(node[0]):
            stack.append((after, (node, action)))
    return None
