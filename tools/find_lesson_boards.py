"""Finds the boards by which the bundled lessons refute a belief: small ones first.

    python tools/find_lesson_boards.py [NAME ...]

Without names all searches are made, one after the other. Each looks through boards in the order of
their distance from the goal and prints those that show most with the fewest states expanded.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator

from puzzler.board.board import Board
from puzzler.board.scenario import Problem
from puzzler.game.lessons.figures import TrialResults
from puzzler.game.lessons.lesson import Trial
from puzzler.search import compilation
from puzzler.search.inspection.atlas import build_atlas
from puzzler.search.method import Method
from puzzler.search.options import Limit, Ties
from puzzler.search.registry import HEURISTICS
from puzzler.search.result import Outcome
from puzzler.search.solve import trace

LIMIT = Limit(expansions=20_000)
SHOWN = 8
LEAP, RINGS = 3, 6
"""By how much h changes in one move, at least, and how far around such boards it is looked."""
Found = tuple[tuple[int, ...], str]
"""What is sorted by, the least first, and a line."""


def boards(rows: int, columns: int, distances: range, most: int) -> Iterator[tuple[Board, int]]:
    """(board, distance): at most ``most`` of each distance, drawn by a fixed seed."""
    atlas = build_atlas(Board.solved(rows, columns))
    draw = random.Random(0)
    for distance in distances:
        ranks = atlas.states_at(distance).tolist()
        for rank in draw.sample(ranks, min(most, len(ranks))):
            yield atlas.board(rank), distance


def ran(board: Board, algorithm: str, heuristic: str | None = None, **more: object) -> TrialResults:
    """A search of a board to its standard goal."""
    method = Method(algorithm, heuristic, limit=LIMIT, **more)  # type: ignore[arg-type]
    return TrialResults(Trial(Problem(board, Board.solved(*board.size)), method))


def expanded(board: Board, algorithm: str, heuristic: str | None = None, **more: object) -> int:
    """How many states it expands."""
    return ran(board, algorithm, heuristic, **more).result.stats.expanded


def length(board: Board, algorithm: str, heuristic: str | None = None, **more: object) -> int:
    """Moves of its solution; 0 where it has none."""
    return ran(board, algorithm, heuristic, **more).result.length or 0


def accuracy() -> Iterator[Found]:
    """A* expands more with linear conflict, which is never below Manhattan."""
    for board, distance in boards(3, 3, range(6, 21), 150):
        worse = expanded(board, "astar", "linear-conflict")
        better = expanded(board, "astar", "manhattan")
        worse_h, better_h = (
            ran(board, "astar", heuristic).tables.evaluate(board)
            for heuristic in ("linear-conflict", "manhattan")
        )
        gap = worse_h - better_h
        if worse > better and gap:
            line = f"{distance} moves, manhattan {better}, linear conflict {worse}, h {gap} larger"
            yield (better - worse, worse), f"{board}: {line}"


def lucky() -> Iterator[Found]:
    """IDA* with the same h, as sure of the shortest, expands fewer than A* with any ties."""
    for board, distance in boards(3, 3, range(10, 23), 60):
        least = min(expanded(board, "astar", "manhattan", ties=ties) for ties in Ties)
        deep = expanded(board, "idastar", "manhattan")
        if deep < least:
            yield (deep - least,), f"{board}: {distance} moves, A* {least} at least, IDA* {deep}"


def fewest() -> Iterator[Found]:
    """From both ends fewer are expanded than A* has to, whatever the ties."""
    for board, distance in boards(3, 3, range(31, 29, -1), 2):
        both = expanded(board, "bidirectional", "manhattan")
        tables, away = HEURISTICS["manhattan"].build(Board.solved(3, 3)), build_atlas(board)
        must = sum(
            g + tables.evaluate(away.board(rank)) < distance
            for g in range(distance)
            for rank in away.states_at(g).tolist()
        )
        if both < must:
            yield (both - must,), f"{board}: {distance} moves, A* {must} at least, {both}"


def pathmax() -> Iterator[Found]:
    """A* with pattern databases, which never overestimate, expands states again.

    The start says little and a state one move on far more, which pathmax leaves as it is. Such
    leaps are rare and stand close together: around those that are met at random it is looked
    further, ring by ring.
    """
    draw, goal = random.Random(5), Board.solved(3, 4)
    tables = HEURISTICS["pattern-database"].build(goal)

    def leap(board: Board) -> int:
        h = tables.evaluate(board)
        return max(tables.evaluate(board.apply(move)) for move in board.legal_moves()) - h

    def walked() -> Board:
        board = goal
        for _ in range(draw.randint(12, 40)):
            board = board.apply(draw.choice(board.legal_moves()))
        return board

    ring = {board for board in (walked() for _ in range(8000)) if leap(board) >= LEAP}
    seen = set(ring)
    for _ in range(RINGS):
        ring = {board.apply(move) for board in ring for move in board.legal_moves()} - seen
        seen |= ring
        for board in ring:
            if leap(board) < LEAP:
                continue
            result = ran(board, "astar", "pattern-database").result
            again, count = result.stats.reopened, result.stats.expanded
            if again and result.status is Outcome.SOLVED:
                h = tables.evaluate(board)
                line = f"{len(result.moves)} moves, h {h} and {leap(board)} larger one move on"
                yield (-leap(board), count), f"{board}: {line}, {again} of {count} again"


def zero() -> Iterator[Found]:
    """A* without a heuristic and breadth-first expand states in different orders."""
    for board, distance in boards(2, 3, range(2, 8), 200):
        blind = expanded(board, "astar", "zero")
        queue = expanded(board, "bfs")
        fifo = expanded(board, "astar", "zero", ties="fifo")
        if blind != queue:
            line = f"{distance} moves, A* {blind}, first in {fifo}, breadth-first {queue}"
            yield (distance, -abs(blind - queue)), f"{board}: {line}"


def meeting() -> Iterator[Found]:
    """Two A* searches that take turns first meet on a path that is not the shortest."""
    for board, distance in boards(3, 3, range(8, 20), 12):
        goal = Board.solved(3, 3)
        method = Method("astar", "manhattan", limit=LIMIT)
        both = [trace(Problem(*ends), method) for ends in ((board, goal), (goal, board))]
        seen: tuple[dict[Board, int], dict[Board, int]] = ({}, {})
        met = None
        while met is None:
            for side in (0, 1):
                expansion = next(both[side], None)
                if expansion is not None and met is None:
                    node = expansion.node
                    seen[side][node.board] = node.g
                    if node.board in seen[1 - side]:
                        met = node.board
        length = seen[0][met] + seen[1][met]
        if length > distance:
            line = f"{distance} moves, met on {length} after {len(seen[0])} each, at {met}"
            yield (len(seen[0]),), f"{board}: {line}"


def overestimate() -> Iterator[Found]:
    """A* with misplaced + Manhattan misses the shortest solution."""
    for board, distance in boards(3, 3, range(4, 23), 300):
        search = ran(board, "astar", "manhattan+misplaced")
        count = search.result.stats.expanded
        if (search.result.length or 0) > distance:
            h = search.tables.evaluate(board)
            line = f"{distance} moves, found {search.result.length}, {count} expanded, h {h}"
            yield (distance, count), f"{board}: {line}"


def stuck() -> Iterator[Found]:
    """The walk ends in a dead end."""
    for board, distance in boards(3, 3, range(2, 24), 200):
        for heuristic in ("manhattan", "misplaced"):
            result = ran(board, "walk", heuristic).result
            count = result.stats.expanded
            if result.status is Outcome.LIMIT and count < LIMIT.expansions:
                yield (distance, count), f"{board}: {distance} moves, {heuristic} stuck at {count}"


def traps() -> Iterator[Found]:
    """Greedy best-first search finds a solution much longer than the shortest."""
    for board, distance in boards(3, 3, range(4, 21), 100):
        for heuristic in ("manhattan", "misplaced"):
            found = length(board, "greedy", heuristic)
            count = expanded(board, "greedy", heuristic)
            line = f"{distance} moves, {heuristic} found {found}, {count} expanded"
            yield (-10 * found // distance, count), f"{board}: {line}"


def depths() -> Iterator[Found]:
    """Depth-first search takes 31 moves where 2 would do."""
    for board, _ in boards(3, 3, range(2, 3), 200):
        for order in ("UDLR", "URDL", "ULDR", "LRUD", "RDLU", "DULR", "LURD", "RULD", "DRUL"):
            search = ran(board, "dfs", order=order)
            found, count = search.result.length or 0, search.result.stats.expanded
            if found:
                yield (abs(found - 31), count), f"{board}: order {order}, {found}, {count} expanded"


def weights() -> Iterator[Found]:
    """Weighted A* is much quicker, and its solution is longer, but less than its bound allows."""
    for board, distance in boards(3, 3, range(20, 27), 40):
        counts = [expanded(board, "astar", "manhattan", weight=w) for w in (1, 1.5, 2, 3)]
        found = [length(board, "astar", "manhattan", weight=w) for w in (1, 1.5, 2, 3)]
        if counts == sorted(counts, reverse=True) and found == sorted(set(found)):
            yield (counts[1],), f"{board}: {distance} moves, {counts}, {found}"


def heavier() -> Iterator[Found]:
    """Weighted A* expands more again with a larger weight, though far fewer than A*."""
    for board, distance in boards(3, 3, range(18, 27), 60):
        plain, light, heavy = (expanded(board, "astar", "manhattan", weight=w) for w in (1, 1.5, 2))
        found = [length(board, "astar", "manhattan", weight=w) for w in (1, 1.5, 2)]
        if light < heavy < plain and found[2] > found[1] == distance:
            line = f"{distance} moves, {plain}, {light} and {heavy} expanded for {found}"
            yield (light - heavy,), f"{board}: {line}"


SEARCHES: dict[str, Callable[[], Iterator[Found]]] = {
    each.__name__: each
    for each in (
        accuracy, lucky, fewest, pathmax, zero, meeting, overestimate, stuck, traps, depths,
        weights, heavier,
    )
}  # fmt: skip


def main() -> None:
    """Print what is found."""
    compilation.load_compiled()
    for name in sys.argv[1:] or SEARCHES:
        found = sorted(SEARCHES[name]())
        print(f"\n{name}: {len(found)} found")
        for _, line in found[:SHOWN]:
            print(f"  {line}")


if __name__ == "__main__":
    main()
