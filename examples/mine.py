"""A student's heuristic: Manhattan distance. ``puzzler check mine.py`` proves what it declares."""

ADMISSIBLE = True
CONSISTENT = True


def h(board, goal):
    """Return the sum of the rows and columns that each tile is away from its place."""
    total = 0
    for cell, tile in enumerate(board.tiles):
        if tile:
            row, column = divmod(cell, board.columns)
            goal_row, goal_column = divmod(goal.tiles.index(tile), board.columns)
            total += abs(row - goal_row) + abs(column - goal_column)
    return total
