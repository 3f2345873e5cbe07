"""Students' searches with depth-first iterations. The name is the style or the bug."""

INFINITE = float("inf")


def ida(problem, heuristic, may_enter, step=lambda bound, smallest: smallest, sort=False):
    start = problem.start
    bound = heuristic(start)
    while True:
        found, smallest = visit(problem, heuristic, [start], [], bound, may_enter, set(), sort)
        if found is not None:
            return found
        if smallest == INFINITE:
            return None
        bound = step(bound, smallest)


def visit(problem, heuristic, path, actions, bound, may_enter, visited, sort):
    state = path[-1]
    f = len(actions) + heuristic(state)
    if f > bound:
        return None, f
    if problem.is_goal(state):
        return list(actions), f
    visited.add(state)
    smallest = INFINITE
    successors = problem.successors(state)
    if sort:
        successors = sorted(successors, key=lambda each: heuristic(each[1]))
    for action, after in successors:
        if may_enter(path, after, visited):
            path.append(after)
            actions.append(action)
            found, minimum = visit(
                problem, heuristic, path, actions, bound, may_enter, visited, sort
            )
            if found is not None:
                return found, minimum
            path.pop()
            actions.pop()
            smallest = min(smallest, minimum)
    return None, smallest


def off_path(path, after, visited):
    return after not in path


def no_return(path, after, visited):
    return len(path) < 2 or after != path[-2]


def anything(path, after, visited):
    return True


def unvisited(path, after, visited):
    return after not in visited


def idastar_path(problem, heuristic):
    return ida(problem, heuristic, off_path)


def idastar_parent(problem, heuristic):
    return ida(problem, heuristic, no_return, sort=True)


def idastar_predecessor(problem, heuristic):
    return ida(problem, heuristic, anything)


def idastar_predecessor_plus_one(problem, heuristic):
    return ida(problem, heuristic, anything, lambda bound, smallest: bound + 1)


def idastar_predecessor_h_twice(problem, heuristic):
    return ida(problem, lambda state: 2 * heuristic(state), anything)


def iddfs_predecessor(problem):
    return deepen(problem, anything)


def iddfs_predecessor_by_two(problem):
    return deepen(problem, anything, 2)


def idastar_visited(problem, heuristic):
    return ida(problem, heuristic, unvisited)


def idastar_plus_five(problem, heuristic):
    return ida(problem, heuristic, off_path, lambda bound, smallest: bound + 5)


def idastar_plus_one(problem, heuristic):
    return ida(problem, heuristic, off_path, lambda bound, smallest: bound + 1)


def idastar_f_is_g(problem, heuristic):
    """The first threshold is h of the start, but nodes are pruned by g."""
    limit = heuristic(problem.start)
    while True:
        visited = {problem.start}
        found = limited(problem, [problem.start], [], limit + 1, no_return, visited)
        if found is not None:
            return found
        limit += 1


def iddfs_plain(problem):
    """Depth-limited searches. A node at the limit is not expanded."""
    return deepen(problem, no_return)


def iddfs_visited(problem):
    return deepen(problem, unvisited)


def deepen(problem, may_enter, step=1):
    limit = 0
    while True:
        found = limited(problem, [problem.start], [], limit, may_enter, {problem.start})
        if found is not None:
            return found
        limit += step


def limited(problem, path, actions, limit, may_enter, visited):
    if problem.is_goal(path[-1]):
        return list(actions)
    if len(actions) == limit:
        return None
    for action, after in problem.successors(path[-1]):
        if may_enter(path, after, visited):
            visited.add(after)
            path.append(after)
            actions.append(action)
            found = limited(problem, path, actions, limit, may_enter, visited)
            if found is not None:
                return found
            path.pop()
            actions.pop()
    return None
