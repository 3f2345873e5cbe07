"""Ada's homework."""

import heapq


def h(board, goal):
    """Return the sum of the rows and columns that each tile is away from its place."""
    total = 0
    for cell, tile in enumerate(board.tiles):
        if tile:
            row, column = divmod(cell, board.columns)
            goal_row, goal_column = divmod(goal.tiles.index(tile), board.columns)
            total += abs(row - goal_row) + abs(column - goal_column)
    return total


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
