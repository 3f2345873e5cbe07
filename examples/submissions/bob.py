"""Bob's homework has two common mistakes; ``puzzler check`` names them."""

import heapq


def h(board, goal):
    """Return the number of cells whose content differs."""
    return sum(tile != target for tile, target in zip(board.tiles, goal.tiles))


def astar(problem, heuristic):
    """Return the actions of a solution, or [] without a solution."""
    start = problem.getStartState()
    frontier = [(heuristic(start, problem), 0, start, [])]
    pushed = 0
    reached = {start}
    while frontier:
        _, _, state, actions = heapq.heappop(frontier)
        if problem.isGoalState(state):
            return actions
        for successor, action, _ in problem.getSuccessors(state):
            if successor not in reached:
                reached.add(successor)
                path = [*actions, action]
                pushed += 1
                f = len(path) + heuristic(successor, problem)
                heapq.heappush(frontier, (f, pushed, successor, path))
    return []
