"""A user's script with every public name, for mypy: see tests/test_typing.py."""

from collections.abc import Callable
from pathlib import Path

import puzzler
from puzzler import (
    GOALS,
    Board,
    BoardError,
    BuildProgress,
    Comparison,
    Expansion,
    Finished,
    Found,
    Html,
    IllegalMoveError,
    Improvement,
    Limit,
    LimitKind,
    Method,
    Metric,
    Move,
    Node,
    OptimalSolutions,
    Outcome,
    Problem,
    Progress,
    PuzzlerError,
    Report,
    Review,
    Scenario,
    SearchProblem,
    SearchResult,
    SearchStats,
    Solver,
    SolverError,
    Successor,
    SuccessorOutcome,
    Ties,
    UnsolvableError,
)


def misplaced(board: Board, goal: Board) -> int:
    """Return the number of tiles out of place."""
    return sum(tile != target for tile, target in zip(board.tiles, goal.tiles, strict=True) if tile)


def boards(folder: Path) -> list[Scenario]:
    """Write boards and read them back."""
    scenarios = [puzzler.shuffle(3, 3, seed=seed, difficulty="easy") for seed in range(3)]
    puzzler.write_boards(folder / "boards.txt", scenarios)
    puzzler.record(scenarios[0].start, folder / "solution.gif", speed=8, theme="light")
    return list(puzzler.read_boards(folder / "boards.txt"))


def solved(board: Board) -> tuple[int, str]:
    """Solve a board in several ways."""
    limit = Limit(seconds=1.5, expansions=100_000)
    method = Method("astar", "linear-conflict", 1.5, limit, ties=Ties.FIFO)
    result: SearchResult = puzzler.solve(board, GOALS["snail"](3, 3), method)
    stats: SearchStats = result.stats
    if result.status is Outcome.LIMIT and result.limit_reached is LimitKind.TIME:
        return stats.expanded, ""
    steps: tuple[Improvement, ...] = result.improvements
    animation: Html = result.animation(seconds=0.3)
    picture: str = board.svg(theme="dark", arrows=[Move.UP])
    h: Callable[[Board | str], float] = puzzler.heuristic("manhattan")
    own = puzzler.solve(board, heuristic=misplaced, algorithm="idastar")
    shorter: SearchResult = puzzler.shorten(board, own.moves)
    every: OptimalSolutions = puzzler.solve_all(board, metric=Metric.MULTI)
    lengths: list[int | None] = [each.length for each in puzzler.solve_many([board, str(board)])]
    total = sum(each for each in lengths if each is not None) + len(shorter.moves)
    total += len(every.solutions)
    total += int(h(board)) + puzzler.minimum_moves(board) + len(steps)
    return total, puzzler.guarantee(result) + animation + picture


def judged(board: Board) -> tuple[str, bool | None]:
    """Compare methods, check a heuristic and review a game."""
    comparison: Comparison = puzzler.compare([board], ["bfs", Method("greedy")], processes=1)
    report: Report = puzzler.check(misplaced, (2, 3))
    review: Review = puzzler.review(board, [Move("U"), Move.LEFT])
    distances: list[int | None] = list(review.distances)
    return f"{comparison} {distances} {comparison.to_records()[0]['length']}", report.admissible


def watched(board: Board) -> str:
    """Iterate over the events and the expansions of a search."""
    with Solver(board, "snail", algorithm="bfs") as solver:
        for event in solver:
            match event:
                case BuildProgress(done=done):
                    print(done)
                case Progress(stats=stats):
                    print(stats.expanded)
                case Found(moves=moves):
                    print("".join(move.letter for move in moves))
                case Finished(result=result):
                    print(result.length)
    expansion: Expansion
    for expansion in puzzler.trace(Problem(board, Board.solved(3, 3)), expansions=10):
        node: Node = expansion.node
        successors: tuple[Successor, ...] = expansion.successors
        new = [each for each in successors if each.outcome is SuccessorOutcome.NEW]
        print(node.f, len(new))
    problem = SearchProblem(board, heuristic=misplaced)
    return str(problem.start)


def main() -> None:
    """Catch every error."""
    try:
        board = Board.parse("8 6 7/2 5 4/3 0 1").apply(Move.UP)
        print(puzzler.is_solvable(board, Board.solved(3, 3)), solved(board), judged(board))
        print(watched(board), boards(Path()))
    except (BoardError, IllegalMoveError, UnsolvableError) as error:
        print(error)
    except SolverError as error:
        print("search failed:", error)
    except PuzzlerError as error:
        print(error)
