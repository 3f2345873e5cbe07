"""A heuristic and two searches, as a starting point for your own.

    puzzler check mine.py                          check the heuristic
    puzzler check mine.py:bfs --against bfs        the first difference from the built-in search
    puzzler solve BOARD --heuristic mine.py        use it, like --algorithm mine.py:bfs

A board has rows, columns and tiles: a tuple, row by row, in which 0 is the blank.
"""

from collections import deque
import heapq

# If True, "puzzler check" fails if the property does not hold.
ADMISSIBLE = True  # h never exceeds the number of remaining moves
CONSISTENT = True  # a move changes h by at most 1, and h of the goal is 0


def h(board, goal):
    """Return the number of misplaced tiles, a lower bound on the remaining moves."""
    pairs = zip(board.tiles, goal.tiles)
    return sum(tile != target for tile, target in pairs if tile)


def bfs(problem):
    """Breadth-first search: returns the actions from the start to the goal, or None.

    problem.start is a state, problem.is_goal(state) compares it with the goal, and
    problem.successors(state) lists (action, state): each call is an expansion.
    """
    came_from = {problem.start: None}
    queue = deque([problem.start])
    while queue:
        state = queue.popleft()
        if problem.is_goal(state):
            return _actions_to(state, came_from)
        for action, after in problem.successors(state):
            if after not in came_from:
                came_from[after] = state, action
                queue.append(after)
    return None


def astar(problem, heuristic):
    """A*: like bfs, but expands the state with the smallest g + h, of equal ones the oldest."""
    start = problem.start
    came_from, g_of = {start: None}, {start: 0}
    closed = set()
    frontier, count = [(heuristic(start), 0, start)], 0
    while frontier:
        _, _, state = heapq.heappop(frontier)
        if state in closed:
            continue
        if problem.is_goal(state):
            return _actions_to(state, came_from)
        closed.add(state)
        for action, after in problem.successors(state):
            g = g_of[state] + 1
            if g < g_of.get(after, g + 1):
                came_from[after], g_of[after] = (state, action), g
                count += 1
                heapq.heappush(frontier, (g + heuristic(after), count, after))
                closed.discard(after)
    return None


def _actions_to(state, came_from):
    actions = []
    while came_from[state]:
        state, action = came_from[state]
        actions.append(action)
    return actions[::-1]
