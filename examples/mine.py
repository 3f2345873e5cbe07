"""A heuristic of a student: Manhattan distance. ``puzzler check mine.py`` checks it."""

ADMISSIBLE = True
CONSISTENT = True


def h(board, goal):
    """Return the sum of rows and columns from each tile to its goal cell."""
    total = 0
    for cell, tile in enumerate(board.tiles):
        if tile:
            row, column = divmod(cell, board.columns)
            goal_row, goal_column = divmod(goal.tiles.index(tile), board.columns)
            total += abs(row - goal_row) + abs(column - goal_column)
    return total
