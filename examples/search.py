"""A student's A* as in the CS188 course: ``puzzler check search.py --against astar``."""

import heapq


def astar(problem, heuristic):
    """Return the actions of an optimal solution, or [] without a solution."""
    start = problem.getStartState()
    frontier = [(heuristic(start, problem), 0, start, [])]
    pushed = 0
    expanded = set()
    while frontier:
        _, _, state, actions = heapq.heappop(frontier)
        if problem.isGoalState(state):
            return actions
        if state in expanded:
            continue
        expanded.add(state)
        for successor, action, _ in problem.getSuccessors(state):
            path = [*actions, action]
            pushed += 1
            f = len(path) + heuristic(successor, problem)
            heapq.heappush(frontier, (f, pushed, successor, path))
    return []
