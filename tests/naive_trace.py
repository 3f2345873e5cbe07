"""A simple and slow reference implementation of every search, expansion by expansion.

It uses only boards, lists and dictionaries. Each twin of a search yields an ``ExpansionRecord`` per
expansion, and counts in an ``Outcome`` if the counts of its kernel are compared.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import count
from math import inf
from typing import NamedTuple

from puzzler.board import Board, Move
from puzzler.search.engine.constructive import construct
from puzzler.search.inspection.observation import Expansion
from tests.naive import TIES, Node, Outcome, in_order, path_to

Estimate = Callable[[Board], int]
Child = tuple[Board, Move, int, int, str]
"""Board, move, g, h and outcome."""


class ExpansionRecord(NamedTuple):
    """An expansion and the outcome of each successor."""

    index: int
    board: Board
    parent: int | None
    move: Move | None
    g: int
    h: int
    successors: list[Child]

    @classmethod
    def of(cls, expansion: Expansion) -> ExpansionRecord:
        """Convert an expansion reported by the search."""
        node = expansion.node
        return cls(
            expansion.index,
            node.board,
            expansion.parent_index,
            node.move,
            node.g,
            node.h,
            [
                (each.node.board, each.node.move, each.node.g, each.node.h, each.outcome.value)
                for each in expansion.successors
            ],
        )


class Numbers:
    """Numbers the expansions and stores the number of each expanded node."""

    def __init__(self, first: int = 0) -> None:
        self.next = first
        self._of: dict[int, int] = {}

    def record(self, node: Node, successors: list[Child]) -> ExpansionRecord:
        parent = None if node.parent is None else self._of[id(node.parent)]
        record_of_node = ExpansionRecord(
            self.next, node.board, parent, node.move, node.g, node.h, successors
        )
        self._of[id(node)] = self.next
        self.next += 1
        return record_of_node


def run_twin(
    twin: Callable[..., Iterator[ExpansionRecord]],
    *of: object,
    max_expansions: float = inf,
    **more: object,
) -> Outcome:
    """Return the outcome of ``twin(*of, **more)`` with at most ``max_expansions``."""
    out = Outcome(max_expansions)
    for _ in twin(*of, **more, out=out):
        pass
    return out


def steps(node: Node, order: str) -> Iterator[tuple[Move, Board]]:
    """Yield the moves of a node and the resulting boards, without the move back to the parent."""
    for move in in_order(node.board, order):
        if node.move is None or move is not node.move.inverse:
            yield move, node.board.apply(move)


def best_first(
    start: Board,
    goal: Board,
    estimate: Estimate,
    weights: tuple[int, int],
    order: str,
    ties: str,
    out: Outcome | None = None,
) -> Iterator[ExpansionRecord]:
    """Expand nodes by smallest f. If f has no g, the first path to a state is final."""
    numbers, out = Numbers(), out or Outcome()
    waiting: defaultdict[int, list[Node]] = defaultdict(list)

    def chain(node: Node) -> list[Node]:
        return waiting[weights[0] * node.g + weights[1] * node.h]

    first = Node(start, None, None, 0, estimate(start))
    chain(first).append(first)
    visited, expanded = {start: first}, set[Board]()
    all_nodes = []  # keeps the ids of nodes unique
    out.grow_frontier(1)
    while out.frontier and out.expanded < out.max_expansions:
        alike = waiting[min(f for f, nodes in waiting.items() if nodes)]
        node = TIES[ties](alike)
        alike.remove(node)
        all_nodes.append(node)
        out.frontier -= 1
        if node.board == goal:
            out.moves = path_to(node)
            break
        expanded.add(node.board)
        out.expanded += 1
        successors = []
        for move, board in steps(node, order):
            out.generated += 1
            child = Node(board, node, move, node.g + 1, estimate(board))
            before = visited.get(board)
            outcome = "goal" if board == goal else "new"
            if before is not None and (weights[0] == 0 or before.g <= child.g):
                out.duplicates += 1
                outcome = "duplicate"
            else:
                if board in expanded:
                    expanded.remove(board)
                    out.reopened += 1
                    outcome = "goal" if board == goal else "reopened"
                elif before is not None:
                    chain(before).remove(before)
                    out.frontier -= 1
                    outcome = "goal" if board == goal else "replaced"
                chain(child).append(child)
                out.join(child.g)
                visited[board] = child
            successors.append((board, move, child.g, child.h, outcome))
        yield numbers.record(node, successors)
    out.stored = len(visited)


def late_best_first(
    start: Board,
    goal: Board,
    estimate: Estimate,
    weights: tuple[int, int],
    order: str,
    ties: str,
    out: Outcome,
) -> Iterator[ExpansionRecord]:
    """Detect duplicates on expansion, not on generation. The records have no successors."""
    waiting: defaultdict[int, list[Node]] = defaultdict(list)
    first = Node(start, None, None, 0, estimate(start))
    waiting[weights[1] * first.h].append(first)
    expanded = dict[Board, int]()
    out.grow_frontier(1)
    out.stored = 1
    while out.frontier and out.expanded < out.max_expansions:
        alike = waiting[min(f for f, nodes in waiting.items() if nodes)]
        node = TIES[ties](alike)
        alike.remove(node)
        out.frontier -= 1
        if expanded.get(node.board, node.g + 1) <= node.g:
            out.duplicates += 1
            continue
        out.reopened += node.board in expanded
        if node.board == goal:
            out.moves = path_to(node)
            return
        expanded[node.board] = node.g
        out.expanded += 1
        for move, board in steps(node, order):
            child = Node(board, node, move, node.g + 1, estimate(board))
            waiting[weights[0] * child.g + weights[1] * child.h].append(child)
            out.generated += 1
            out.stored += 1
            out.join(child.g)
        yield ExpansionRecord(out.expanded - 1, node.board, None, node.move, node.g, node.h, [])


def graph_search(
    start: Board,
    goal: Board,
    order: str,
    *,
    is_stack: bool,
    is_late: bool = False,
    out: Outcome | None = None,
) -> Iterator[ExpansionRecord]:
    """Use a queue or a stack. A state that was generated before is a duplicate.

    is_late: duplicates are detected on expansion, and the successors are pushed in their order.
    """
    numbers, out = Numbers(), out or Outcome()
    expanded = set()
    visited, waiting, removed = {start}, [Node(start, None, None, 0, 0)], []
    out.grow_frontier(1)
    while waiting and out.expanded < out.max_expansions:
        node = waiting.pop(-1 if is_stack else 0)
        removed.append(node)
        out.frontier -= 1
        if node.board == goal:
            out.moves = path_to(node)
            break
        out.expanded += 1
        expanded.add(node.board)
        children, successors = [], []
        for move, board in steps(node, order):
            out.generated += 1
            outcome = "goal" if board == goal else "new"
            if board in visited and not is_late:
                outcome = "duplicate"
                out.duplicates += 1
            else:
                children.append(Node(board, node, move, node.g + 1, 0))
                visited.add(board)
                out.join(node.g + 1)
            successors.append((board, move, node.g + 1, 0, outcome))
        waiting += reversed(children) if is_stack and not is_late else children
        while is_late and waiting and waiting[-1].board in expanded:
            removed.append(waiting.pop())
            out.duplicates += 1
            out.frontier -= 1
        yield numbers.record(node, successors)
    out.stored = 1 + out.generated if is_late else len(visited)


def bidirectional(
    start: Board,
    goal: Board,
    estimates: tuple[Estimate, Estimate],
    order: str,
    *,
    is_even: bool,
    out: Outcome | None = None,
) -> Iterator[ExpansionRecord]:
    """Search from both ends. A "meeting" is a state on a path that is shorter than the best.

    is_even: all solutions have the same parity, so the smallest priority is rounded up to it.
    """
    numbers, out = Numbers(), out or Outcome()
    sides, nodes_expanded = (start, goal), []
    waiting: defaultdict[int, list[tuple[int, Node]]] = defaultdict(list)
    expanded: tuple[set[Board], ...] = (set(), set())
    visited: tuple[dict[Board, Node], ...] = ({}, {})
    for side in (0, 1):
        root = Node(sides[side], None, None, 0, estimates[side](sides[side]))
        waiting[root.h].append((side, root))
        visited[side][root.board] = root
    parity = sum(sum(divmod(board.blank, board.columns)) for board in sides) % 2
    best = 10**9 if start != goal else 0
    out.grow_frontier(2)
    while out.frontier:
        priority = min(f for f, nodes in waiting.items() if nodes)
        if best <= priority + (is_even and priority % 2 != parity):
            break
        side, node = waiting[priority].pop()
        nodes_expanded.append(node)
        out.frontier -= 1
        out.expanded += 1
        expanded[side].add(node.board)
        successors = []
        for move, board in steps(node, order):
            out.generated += 1
            child = Node(board, node, move, node.g + 1, estimates[side](board))
            before, other = visited[side].get(board), visited[1 - side].get(board)
            outcome = "new"
            if before is not None and before.g <= child.g:
                out.duplicates += 1
                outcome = "duplicate"
            else:
                if board in expanded[side]:
                    expanded[side].remove(board)
                    out.reopened += 1
                    outcome = "reopened"
                elif before is not None:
                    waiting[max(before.g + before.h, 2 * before.g)].remove((side, before))
                    out.frontier -= 1
                    outcome = "replaced"
                waiting[max(child.g + child.h, 2 * child.g)].append((side, child))
                out.join(child.g)
                visited[side][board] = child
                if other is not None and child.g + other.g < best:
                    best = child.g + other.g
                    outcome = "meeting"
                    halves = (child, other) if side == 0 else (other, child)
                    back = [step.inverse for step in reversed(path_to(halves[1]))]
                    out.moves = path_to(halves[0]) + back
            successors.append((board, move, child.g, child.h, outcome))
        yield numbers.record(node, successors)
    out.stored = sum(map(len, visited))


def walk(start: Board, goal: Board, estimate: Estimate, order: str) -> Iterator[ExpansionRecord]:
    """Move to the unvisited neighbour with the smallest h and prune the others."""
    numbers = Numbers()
    node, visited = Node(start, None, None, 0, estimate(start)), [start]
    while node.board != goal:
        children = [
            Node(board, node, move, node.g + 1, estimate(board))
            for move, board in steps(node, order)
        ]
        fresh = [child for child in children if child.board not in visited]
        chosen = min(fresh, key=lambda child: child.h, default=None)
        yield numbers.record(
            node,
            [
                (child.board, child.move, child.g, child.h, outcome)
                for child in children
                for outcome in (
                    "duplicate"
                    if child not in fresh
                    else "not chosen"
                    if child is not chosen
                    else "goal"
                    if child.board == goal
                    else "new",
                )
            ],
        )
        if chosen is None:
            return
        node = chosen
        visited.append(node.board)


def depth_first(
    start: Board,
    goal: Board,
    opinions: Callable[[Board], Sequence[int]],
    weights: tuple[int, int],
    order: str,
    *,
    longest: int = 2,
    limit: int | None = None,
    largest_bound: int | None = None,
    numbers: Numbers | None = None,
    out: Outcome | None = None,
) -> Iterator[ExpansionRecord]:
    """Iterate with increasing thresholds and prune nodes above the threshold.

    longest: paths with a superfluous part of up to ``longest`` moves are pruned. A move back to the
    parent is never made. limit: the depth of a single iteration. largest_bound: the last threshold.
    """
    numbers, out = numbers or Numbers(), out or Outcome()
    bound = limit if limit is not None else weights[1] * max(opinions(start))
    nodes = []

    def visit(node: Node, path: list[Move]) -> Iterator[ExpansionRecord]:
        nodes.append(node)
        if node.board == goal:
            out.moves = path_to(node)
            raise Found
        g = weights[0] * (node.g + 1)
        if g > bound:
            beyond.append(g)
            return
        if out.expanded == out.max_expansions:
            raise Found
        out.expanded += 1
        successors, entered, generated = [], [], 0
        for move, board in steps(node, order):
            h = max(opinions(board))
            above = [f for f in (g + weights[1] * each for each in opinions(board)) if f > bound]
            outcome = "goal" if board == goal else "new"
            is_made = not is_superfluous(board, (*path, move), longest)
            generated += is_made
            if not is_made:
                outcome = "pruned"
            elif above:
                outcome = "pruned"
                beyond_by_move[id(node), move] = above[0]
            if outcome != "pruned":
                entered.append(Node(board, node, move, node.g + 1, h))
            successors.append((board, move, node.g + 1, h, outcome))
        yield numbers.record(node, successors)
        remaining = iter(entered)
        if generated:
            out.generated += generated
            out.deepest = max(out.deepest, node.g + 1)
        for _, move, _, _, outcome in successors:
            if (id(node), move) in beyond_by_move:
                beyond.append(beyond_by_move[id(node), move])
            elif outcome != "pruned":
                yield from visit(next(remaining), [*path, move])

    while largest_bound is None or bound <= largest_bound:
        beyond: list[int] = []
        beyond_by_move: dict[tuple[int, Move], int] = {}
        try:
            yield from visit(Node(start, None, None, 0, max(opinions(start))), [])
        except Found:
            return
        if not beyond or limit is not None:
            return
        bound = min(beyond)


class Found(Exception):  # noqa: N818  the end of a search is no error
    """The goal is reached or the limit of expansions is exhausted."""


def is_superfluous(board: Board, path: tuple[Move, ...], longest: int) -> bool:
    """Whether a suffix of ``path``, which leads to ``board``, is superfluous."""
    blank = board.blank
    for length in range(1, min(longest, len(path)) + 1):
        last = path[-length]
        blank -= last.row_step * board.columns + last.column_step
        if path[-length:] in superfluous(board.size, blank, longest):
            return True
    return False


@cache
def superfluous(size: tuple[int, int], blank: int, longest: int) -> set[tuple[Move, ...]]:
    """The paths of the blank from a cell that are not the smallest path to the resulting board."""
    tiles = [*range(1, size[0] * size[1])]
    tiles.insert(blank, 0)
    first: dict[Board, tuple[Move, ...]] = {}
    found = set()
    layer = [((), Board(*size, tuple(tiles)))]
    for _ in range(longest + 1):
        for path, board in layer:
            if first.setdefault(board, path) != path:
                found.add(path)
        layer = [
            ((*path, move), board.apply(move))
            for path, board in layer
            for move in board.legal_moves()
        ]
    return found


def beam(start: Board, goal: Board, estimate: Estimate, order: str) -> Iterator[ExpansionRecord]:
    """Search layer by layer, with unlimited width, then shorten parts of the solution."""
    numbers = Numbers()
    layer, visited = [Node(start, None, None, 0, estimate(start))], {start}
    last: Node | None = layer[0] if start == goal else None
    while last is None:
        candidates: list[Node] = []
        for node in layer:
            successors = []
            for move, board in steps(node, order):
                child = Node(board, node, move, node.g + 1, estimate(board))
                if board == goal:
                    last = child
                    successors.append((board, move, child.g, child.h, "goal"))
                    break
                is_duplicate = board in visited or any(board == other.board for other in candidates)
                candidates.append(child)
                successors.append(
                    (board, move, child.g, child.h, "duplicate" if is_duplicate else "new")
                )
            yield numbers.record(node, successors)
            if last is not None:
                break
        layer = []
        for child in candidates:
            if child.board not in visited:
                visited.add(child.board)
                layer.append(child)
    moves: list[Move] = []
    while last.parent is not None and last.move is not None:
        moves.insert(0, last.move)
        last = last.parent
    yield from pieces(start, moves, numbers.next)


def pieces(start: Board, moves: list[Move], index: int) -> Iterator[ExpansionRecord]:
    """Search for shorter paths between states of a solution, in windows that overlap by half."""
    for size in (24, 32):
        for first in count(0, size // 2):
            piece = moves[first : first + size]
            if first and len(piece) <= size // 2:
                break
            begin = start.apply_all(moves[:first])
            end = begin.apply_all(piece)

            def away(board: Board, end: Board = end) -> list[int]:
                places = (divmod(cell, board.columns) for cell in range(len(board.tiles)))
                home = dict(zip(end.tiles, places, strict=True))
                return [
                    sum(
                        abs(home[tile][0] - cell // board.columns)
                        + abs(home[tile][1] - cell % board.columns)
                        for cell, tile in enumerate(board.tiles)
                        if tile
                    )
                ]

            if away(begin)[0] > len(piece) - 2:
                continue
            numbers = Numbers(index)
            yield from depth_first(
                begin, end, away, (1, 1), "UDLR", largest_bound=len(piece) - 2, numbers=numbers
            )
            index = numbers.next


def anytime(
    start: Board,
    goal: Board,
    estimate: Estimate,
    opinions: Callable[[Board], Sequence[int]],
    bound: int,
) -> Iterator[ExpansionRecord]:
    """Make the moves of the constructive method, then prove the length of the solution.

    bound: a known lower bound. A solution of this length needs no proof.
    """
    numbers, states = Numbers(), [start]
    node = Node(start, None, None, 0, estimate(start))
    for move in construct(start, goal):
        board = node.board.apply(move)
        child = Node(board, node, move, node.g + 1, estimate(board))
        outcome = "goal" if board == goal else "new"
        yield numbers.record(node, [(board, move, child.g, child.h, outcome)])
        node = child
        # remove the cycle if the board was visited before
        states = [*(states[: states.index(board)] if board in states else states), board]
    if len(states) - 1 > bound:
        yield from depth_first(
            start, goal, opinions, (1, 1), "UDLR", longest=8, numbers=Numbers(numbers.next)
        )
