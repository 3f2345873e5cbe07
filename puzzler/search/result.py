"""The result of a search and its statistics."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from itertools import accumulate
from typing import Any, NamedTuple

from puzzler import services
from puzzler.board.board import Board, targets_of
from puzzler.board.html import Html, animation
from puzzler.board.move import Move
from puzzler.board.path import count_slides
from puzzler.search.options import LimitKind
from puzzler.search.parameters import Choices

MAX_IMPROVEMENTS = 400
"""Limit on the number of improvements that are reported while a search runs, and drawn."""
MAX_HALVINGS = 200
"""Limit on the steps of a bisection, far more than the digits of a number."""
LARGEST_GROWTH = 700.0
"""Approximately the largest x for which exp(x) does not overflow."""


class Outcome(StrEnum):
    """How a search ended. Its values are the ``status`` in JSON.

    >>> from puzzler import solve
    >>> solve("1 2/0 3").status is Outcome.SOLVED
    True
    """

    SOLVED = "solved"
    UNSOLVABLE = "unsolvable"
    LIMIT = "limit"
    CANCELLED = "cancelled"


class Metric(StrEnum):
    """How moves are counted.

    >>> from puzzler import solve
    >>> result = solve("8 6 7/2 5 4/3 0 1", metric=Metric.MULTI)
    >>> result.multi_tile_length, result.length
    (20, 31)
    """

    SINGLE = "single"
    """Each tile that slides counts."""
    MULTI = "multi"
    """A row of tiles that slides together counts once."""

    @property
    def noun(self) -> str:
        """The name of a move in this metric.

        >>> Metric.MULTI.noun
        'multi-tile move'
        """
        return "move" if self is Metric.SINGLE else "multi-tile move"


@dataclass(frozen=True)
class Improvement:
    """A moment at which the solution got shorter or the lower bound got larger.

    >>> from puzzler import solve
    >>> last = solve("8 6 7/2 5 4/3 0 1", algorithm="anytime").improvements[-1]
    >>> last.length, last.lower_bound
    (31, 31)

    Attributes:
        seconds: Search time without pauses, measured at the end of a slice of work.
        expanded: Number of expanded states.
        length: Moves of the best solution.
        lower_bound: The lower bound on the length of every solution.
    """

    seconds: float = field(compare=False)
    expanded: int
    length: int
    lower_bound: int


class SearchStats(NamedTuple):
    """A snapshot of a search's counters. All algorithms count in the same way.

    >>> from puzzler import Board, solve
    >>> solve(Board.parse("1 2 3/4 0 6/7 5 8"), algorithm="bfs").stats.generated
    15

    Attributes:
        expanded: States whose successors were generated.
        generated: Successors of the expanded states, without the inverse of the last move.
        duplicates: Successors that were discarded because their state was already generated.
        reopened: Expanded states that were returned to the frontier because of a shorter path.
        frontier: States generated and not yet expanded.
        peak_frontier: The largest ``frontier`` so far.
        stored: Stored states. If a search stores only a path, the states on the path.
        bound: The smallest f in the frontier (best-first) or the threshold (iterative deepening).
        depth: g of the last expanded state: its depth in moves.
        deepest: The largest g of the states in the frontier so far. If a search stores only a path,
            the largest g of all generated states.
        best_h: The smallest h of all expanded states.
        elapsed: Seconds of search without pauses.
        bytes: Bytes in use in the search's own arrays, and those of its pattern databases.
        memory_bytes: Limit on these bytes.
    """

    expanded: int = 0
    generated: int = 0
    duplicates: int = 0
    reopened: int = 0
    frontier: int = 0
    peak_frontier: int = 0
    stored: int = 0
    bound: int = 0
    depth: int = 0
    deepest: int = 0
    best_h: int = 0
    elapsed: float = 0.0
    bytes: int = 0
    memory_bytes: int = 0


@dataclass(frozen=True, kw_only=True)
class SearchResult(Choices):
    """The result of a search: the solution, its guarantees and the statistics.

    >>> from puzzler import solve
    >>> result = solve(Board.parse("1 2 3/4 0 6/7 5 8"), heuristic="manhattan")
    >>> result.status.value, result.length, result.proven_optimal, result.moves[0].name
    ('solved', 2, True, 'DOWN')

    Attributes:
        status: How the search ended.
        start: The board.
        goal: The board to reach.
        metric: The moves that ``proven_optimal``, ``bound_factor`` and ``lower_bound`` count.
        algorithm: Name of the algorithm.
        heuristic: Name of the heuristic.
        weight: Weight of the heuristic: f = g + weight * h.
        moves: The blank's moves from start to goal, or () if there is no solution.
        proven_optimal: Whether it is proven that no shorter solution exists.
        bound_factor: The solution has at most this many times the optimal length. 1 if it is proven
            optimal, None if nothing is guaranteed.
        lower_bound: Proven lower bound on the length of every solution.
        stats: The counters of the search.
        limit_reached: The limit that stopped the search, or None.
        process_bytes: Memory of the whole process when the memory limit was reached, else 0. 0 if
            unknown.
        note: Why the algorithm stopped without a solution before a limit, in one line, else "".
        setup_seconds: Seconds of compiling and loading tables, which are not part of
            ``stats.elapsed``.
        improvements: The history of the bounds if the algorithm improves its solution. From one to
            the next the solution gets shorter or the lower bound larger.
        compiled: False if the search ran uncompiled and slow, because numba is missing or not
            ready.
        order, ties, depth_limit, goal_test, duplicates, pruning: The other parameters of
            ``Method``.
    """

    status: Outcome
    start: Board
    goal: Board
    metric: Metric = Metric.SINGLE
    algorithm: str
    heuristic: str
    weight: float
    moves: tuple[Move, ...] = ()
    proven_optimal: bool = False
    bound_factor: float | None = None
    lower_bound: int = 0
    stats: SearchStats = SearchStats()
    limit_reached: LimitKind | None = None
    process_bytes: int = 0
    note: str = ""
    setup_seconds: float = 0.0
    improvements: tuple[Improvement, ...] = ()
    compiled: bool = True

    @property
    def length(self) -> int | None:
        """Number of moves of one tile, or None if there is no solution."""
        return len(self.moves) if self.status is Outcome.SOLVED else None

    @property
    def multi_tile_length(self) -> int | None:
        """Number of multi-tile moves, or None: successive moves in one direction count once."""
        return count_slides(self.moves) if self.status is Outcome.SOLVED else None

    @property
    def branching(self) -> float | None:
        """The effective branching factor b*, see ``effective_branching_factor``."""
        is_single = self.metric is Metric.SINGLE
        depth = len(self.moves) if is_single else count_slides(self.moves)
        return effective_branching_factor(self.stats.generated, depth)

    @property
    def is_interrupted(self) -> bool:
        """Whether Ctrl-C ended the search, even if it has found a solution."""
        can_improve = bool(self.improvements) and not self.proven_optimal
        return self.status is Outcome.CANCELLED or (can_improve and self.limit_reached is None)

    @property
    def gap(self) -> int | None:
        """Upper bound on the moves above the optimal length, or None if only a factor is known."""
        if not self.improvements or self.status is not Outcome.SOLVED:
            return None
        return len(self.moves) - self.lower_bound

    def boards(self) -> list[Board]:
        """Return the start and the board after each move; only the start without a solution."""
        return list(accumulate(self.moves, Board.apply, initial=self.start))

    def to_dict(self) -> dict[str, Any]:
        """Return the object that ``puzzler solve --json`` prints."""
        record: dict[str, Any] = services.find("result_record")(self)
        return record

    def animation(
        self,
        *,
        size: int = 240,
        theme: str = "auto",
        seconds: float = 0.5,
        labels: Sequence[str] | None = None,
    ) -> Html:
        """Return an HTML element that plays the moves, pauses, and shows each board of the path.

        It needs no script and no other file. A click on a letter shows the board after that move;
        the arrow keys then step forward and back.

        size: length of the longer side in pixels. theme: as for ``Board.svg``. seconds: the time of
        a move, larger than 0. labels: the text of each tile, indexed by tile. Default: the numbers.

        Raises ValueError for an unknown theme or a time that is not larger than 0.
        """
        return animation(
            self.start, self.moves, size=size, theme=theme, seconds=seconds, labels=labels
        )

    def __str__(self) -> str:
        return str(services.find("result_summary")(self))

    def _repr_html_(self) -> str:
        return str(services.find("result_html")(self))

    @property
    def tiles(self) -> tuple[int, ...]:
        """The numbers of the tiles that the moves slide."""
        tiles, blank = list(self.start.tiles), self.start.blank
        targets = targets_of(*self.start.size)
        slid = []
        for move in self.moves:
            cell = targets[blank][move]
            tiles[blank] = tiles[cell]
            slid.append(tiles[cell])
            blank = cell
        return tuple(slid)


def thin_out(improvements: Sequence[Improvement]) -> tuple[Improvement, ...]:
    """Return at most ``MAX_IMPROVEMENTS``, evenly spaced, including the first and the last."""
    count = len(improvements)
    if count <= MAX_IMPROVEMENTS:
        return tuple(improvements)
    return tuple(
        improvements[number * (count - 1) // (MAX_IMPROVEMENTS - 1)]
        for number in range(MAX_IMPROVEMENTS)
    )


@lru_cache(maxsize=1024)
def effective_branching_factor(generated: int, depth: int) -> float | None:
    """Return b* with generated + 1 = 1 + b* + b*^2 + ... + b*^depth (Russell and Norvig).

    b* is below 1 if fewer nodes were generated than the solution has moves (``depth``). None if
    either is 0.
    """
    if depth < 1 or generated < 1:
        return None
    # at the upper end the first power alone equals generated
    low, high = 0.0, float(generated)
    for _ in range(MAX_HALVINGS):
        middle = (low + high) / 2
        if not low < middle < high:
            break
        if _is_larger(middle, depth, generated):
            high = middle
        else:
            low = middle
    return high


def _is_larger(base: float, depth: int, generated: int) -> bool:
    if base == 1:
        return depth > generated
    growth = depth * math.log(base)
    if growth > LARGEST_GROWTH:
        return True
    return base * math.expm1(growth) / (base - 1) > generated
