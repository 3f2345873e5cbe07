"""Ten jobs with the library: ``python examples/jobs.py``."""

import puzzler
from puzzler import Board, Finished, Limit, Method


def manhattan(board: Board) -> int:
    """Return the sum of the rows and columns that each tile is away from its place."""
    total = 0
    for cell, tile in enumerate(board.tiles):
        if tile:
            row, column = divmod(cell, board.columns)
            goal_row, goal_column = divmod(tile - 1, board.columns)
            total += abs(row - goal_row) + abs(column - goal_column)
    return total


def main() -> None:
    """Print one line for each job."""
    board = puzzler.shuffle(3, 3, seed=7).start
    print("random board:", board)

    goal = Board.parse("1 2 3/8 0 4/7 6 5")
    scenario = puzzler.shuffle(3, 3, seed=1, goal=goal)
    print("custom goal:", puzzler.solve(scenario.start, goal).length)

    result = puzzler.solve(board)
    moves = "".join(move.letter for move in result.moves)
    print("optimal solution:", moves, result.proven_optimal)

    with puzzler.Solver(board, algorithm="bfs") as solver:
        names = [type(event).__name__ for event in solver if isinstance(event, Finished)]
    print("events of a search:", *names)

    report = puzzler.check(manhattan, (2, 3))
    found = puzzler.solve("4 5 0/1 2 3", heuristic=manhattan)
    print("own heuristic:", report.admissible, report.consistent, found.stats.expanded)

    comparison = puzzler.compare(board, ["bfs", "astar/manhattan", "idastar/manhattan"])
    records = comparison.to_records()  # pandas.DataFrame(records) is a table
    print("comparison:", {record["method"]: record["expanded"] for record in records})

    expansions = puzzler.trace(board, Method("astar", "manhattan"))
    values = [expansion.node.f for expansion in expansions]  # puzzler.plotting.plot_f draws them
    print("f over time:", values[0], "to", values[-1])

    method = Method("idastar", "pattern-database")
    print("pattern database:", puzzler.solve(board, method=method).stats.expanded)

    boards = [puzzler.shuffle(3, 3, seed=seed).start for seed in range(10)]
    results = puzzler.solve_many(boards, limit=Limit(seconds=10), processes=1)  # 0: every core
    print("batch:", *(result.length for result in results))

    review = puzzler.review("1 2 3/0 5 6/4 7 8", "RLDRR")
    print("review:", review.lost, "extra moves")


if __name__ == "__main__":
    main()
