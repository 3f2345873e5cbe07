"""The plain, slow specification of every search, expansion by expansion, and of what it counts.

Nothing here but boards, lists and dictionaries. An expansion is told as ``Told``; each twin yields
them in order, and counts in an ``Outcome`` where the counts of its kernel are compared.
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


class Told(NamedTuple):
    """What an expansion was, and what became of each successor."""

    index: int
    board: Board
    parent: int | None
    move: Move | None
    g: int
    h: int
    successors: list[Child]

    @classmethod
    def of(cls, expansion: Expansion) -> Told:
        """The same of what the search tells."""
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
    """Counts expansions, and knows in which of them a node was expanded."""

    def __init__(self, first: int = 0) -> None:
        self.next = first
        self._of: dict[int, int] = {}

    def tell(self, node: Node, successors: list[Child]) -> Told:
        parent = None if node.parent is None else self._of[id(node.parent)]
        told = Told(self.next, node.board, parent, node.move, node.g, node.h, successors)
        self._of[id(node)] = self.next
        self.next += 1
        return told


def counted(
    twin: Callable[..., Iterator[Told]], *of: object, most: float = inf, **more: object
) -> Outcome:
    """What the search ``twin(*of, **more)`` comes to within ``most`` expansions."""
    out = Outcome(most)
    for _ in twin(*of, **more, out=out):
        pass
    return out


def steps(node: Node, order: str) -> Iterator[tuple[Move, Board]]:
    """What a state leads to, but for the state that it was reached from."""
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
) -> Iterator[Told]:
    """By smallest f; without g in it the first path to a state stays."""
    numbers, out = Numbers(), out or Outcome()
    waiting: defaultdict[int, list[Node]] = defaultdict(list)

    def chain(node: Node) -> list[Node]:
        return waiting[weights[0] * node.g + weights[1] * node.h]

    first = Node(start, None, None, 0, estimate(start))
    chain(first).append(first)
    known, expanded = {start: first}, set[Board]()
    kept = []  # so that no node's id is used twice
    out.wait(1)
    while out.frontier and out.expanded < out.most:
        alike = waiting[min(f for f, nodes in waiting.items() if nodes)]
        node = TIES[ties](alike)
        alike.remove(node)
        kept.append(node)
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
            before = known.get(board)
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
                known[board] = child
            successors.append((board, move, child.g, child.h, outcome))
        yield numbers.tell(node, successors)
    out.stored = len(known)


def late_best_first(
    start: Board,
    goal: Board,
    estimate: Estimate,
    weights: tuple[int, int],
    order: str,
    ties: str,
    out: Outcome,
) -> Iterator[Told]:
    """The same where duplicates are found when they are taken; fates are not told."""
    waiting: defaultdict[int, list[Node]] = defaultdict(list)
    first = Node(start, None, None, 0, estimate(start))
    waiting[weights[1] * first.h].append(first)
    expanded = dict[Board, int]()
    out.wait(1)
    out.stored = 1
    while out.frontier and out.expanded < out.most:
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
        yield Told(out.expanded - 1, node.board, None, node.move, node.g, node.h, [])


def graph_search(
    start: Board,
    goal: Board,
    order: str,
    *,
    is_stack: bool,
    is_late: bool = False,
    out: Outcome | None = None,
) -> Iterator[Told]:
    """By a queue or a stack; whatever was generated before is a duplicate.

    is_late: whatever was expanded before is a duplicate, when it is taken, and the stack gets the
    successors in their order.
    """
    numbers, out = Numbers(), out or Outcome()
    expanded = set()
    known, waiting, kept = {start}, [Node(start, None, None, 0, 0)], []
    out.wait(1)
    while waiting and out.expanded < out.most:
        node = waiting.pop(-1 if is_stack else 0)
        kept.append(node)
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
            if board in known and not is_late:
                outcome = "duplicate"
                out.duplicates += 1
            else:
                children.append(Node(board, node, move, node.g + 1, 0))
                known.add(board)
                out.join(node.g + 1)
            successors.append((board, move, node.g + 1, 0, outcome))
        waiting += reversed(children) if is_stack and not is_late else children
        while is_late and waiting and waiting[-1].board in expanded:
            kept.append(waiting.pop())
            out.duplicates += 1
            out.frontier -= 1
        yield numbers.tell(node, successors)
    out.stored = 1 + out.generated if is_late else len(known)


def bidirectional(
    start: Board,
    goal: Board,
    estimates: tuple[Estimate, Estimate],
    order: str,
    *,
    is_even: bool,
    out: Outcome | None = None,
) -> Iterator[Told]:
    """From both ends; a state where they meet by a shorter path than before is a meeting.

    is_even: all answers are even, or all odd, so that the smallest priority counts one more where
    it is not.
    """
    numbers, out = Numbers(), out or Outcome()
    ends, kept = (start, goal), []
    waiting: defaultdict[int, list[tuple[int, Node]]] = defaultdict(list)
    expanded: tuple[set[Board], ...] = (set(), set())
    known: tuple[dict[Board, Node], ...] = ({}, {})
    for side in (0, 1):
        root = Node(ends[side], None, None, 0, estimates[side](ends[side]))
        waiting[root.h].append((side, root))
        known[side][root.board] = root
    parity = sum(sum(divmod(board.blank, board.columns)) for board in ends) % 2
    best = 10**9 if start != goal else 0
    out.wait(2)
    while out.frontier:
        priority = min(f for f, nodes in waiting.items() if nodes)
        if best <= priority + (is_even and priority % 2 != parity):
            break
        side, node = waiting[priority].pop()
        kept.append(node)
        out.frontier -= 1
        out.expanded += 1
        expanded[side].add(node.board)
        successors = []
        for move, board in steps(node, order):
            out.generated += 1
            child = Node(board, node, move, node.g + 1, estimates[side](board))
            before, other = known[side].get(board), known[1 - side].get(board)
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
                known[side][board] = child
                if other is not None and child.g + other.g < best:
                    best = child.g + other.g
                    outcome = "meeting"
                    halves = (child, other) if side == 0 else (other, child)
                    back = [step.inverse for step in reversed(path_to(halves[1]))]
                    out.moves = path_to(halves[0]) + back
            successors.append((board, move, child.g, child.h, outcome))
        yield numbers.tell(node, successors)
    out.stored = sum(map(len, known))


def walk(start: Board, goal: Board, estimate: Estimate, order: str) -> Iterator[Told]:
    """To the neighbour of the smallest h that was not visited; all others are cut off."""
    numbers = Numbers()
    node, visited = Node(start, None, None, 0, estimate(start)), [start]
    while node.board != goal:
        children = [
            Node(board, node, move, node.g + 1, estimate(board))
            for move, board in steps(node, order)
        ]
        fresh = [child for child in children if child.board not in visited]
        chosen = min(fresh, key=lambda child: child.h, default=None)
        yield numbers.tell(
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
) -> Iterator[Told]:
    """Passes under a growing bound; what exceeds it is cut off.

    longest: paths with a superfluous part of up to so many moves are cut off, too, but for moves
    taken back, which are not made at all. limit: one pass to that depth. largest_bound: no pass
    under a larger one.
    """
    numbers, out = numbers or Numbers(), out or Outcome()
    bound = limit if limit is not None else weights[1] * max(opinions(start))
    kept = []

    def visit(node: Node, path: list[Move]) -> Iterator[Told]:
        kept.append(node)
        if node.board == goal:
            out.moves = path_to(node)
            raise Found
        g = weights[0] * (node.g + 1)
        if g > bound:
            beyond.append(g)
            return
        if out.expanded == out.most:
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
        yield numbers.tell(node, successors)
        made = iter(entered)
        if generated:
            out.generated += generated
            out.deepest = max(out.deepest, node.g + 1)
        for _, move, _, _, outcome in successors:
            if (id(node), move) in beyond_by_move:
                beyond.append(beyond_by_move[id(node), move])
            elif outcome != "pruned":
                yield from visit(next(made), [*path, move])

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
    """The goal is reached, or the search has expanded as much as it may."""


def is_superfluous(board: Board, path: tuple[Move, ...], longest: int) -> bool:
    """Whether a part at the end of ``path``, which leads to ``board``, is superfluous."""
    blank = board.blank
    for length in range(1, min(longest, len(path)) + 1):
        last = path[-length]
        blank -= last.row_step * board.columns + last.column_step
        if path[-length:] in superfluous(board.size, blank, longest):
            return True
    return False


@cache
def superfluous(size: tuple[int, int], blank: int, longest: int) -> set[tuple[Move, ...]]:
    """The paths from a cell that are not the smallest to where they lead every tile."""
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


def beam(start: Board, goal: Board, estimate: Estimate, order: str) -> Iterator[Told]:
    """Layer by layer, none too large; then the answer is searched piece by piece for a shorter."""
    numbers = Numbers()
    layer, seen = [Node(start, None, None, 0, estimate(start))], {start}
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
                is_known = board in seen or any(board == other.board for other in candidates)
                candidates.append(child)
                successors.append(
                    (board, move, child.g, child.h, "duplicate" if is_known else "new")
                )
            yield numbers.tell(node, successors)
            if last is not None:
                break
        layer = []
        for child in candidates:
            if child.board not in seen:
                seen.add(child.board)
                layer.append(child)
    moves: list[Move] = []
    while last.parent is not None and last.move is not None:
        moves.insert(0, last.move)
        last = last.parent
    yield from pieces(start, moves, numbers.next)


def pieces(start: Board, moves: list[Move], index: int) -> Iterator[Told]:
    """The searches for a shorter path than a shortest one: every other half of a piece."""
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
) -> Iterator[Told]:
    """The constructive method's moves; on small boards the proof then goes on to the end.

    bound: no answer is shorter, as is known before: one as short needs no proof.
    """
    numbers, states = Numbers(), [start]
    node = Node(start, None, None, 0, estimate(start))
    for move in construct(start, goal):
        board = node.board.apply(move)
        child = Node(board, node, move, node.g + 1, estimate(board))
        outcome = "goal" if board == goal else "new"
        yield numbers.tell(node, [(board, move, child.g, child.h, outcome)])
        node = child
        # what was seen before makes a cycle, which is cut out
        states = [*(states[: states.index(board)] if board in states else states), board]
    if len(states) - 1 > bound:
        yield from depth_first(
            start, goal, opinions, (1, 1), "UDLR", longest=8, numbers=Numbers(numbers.next)
        )
