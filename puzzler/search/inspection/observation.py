"""Snapshots of a search: nodes, expansions and the visible state at one moment.

A moment is a number of expanded states. The expansion with index i leads from moment i to moment
i + 1. Moment n therefore shows the expansion with index n - 1 and the next states.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.search.engine.algorithm import Pseudocode
from puzzler.search.engine.stepping import Status
from puzzler.search.heuristics.contributions import Breakdown
from puzzler.search.result import SearchStats


class SuccessorOutcome(StrEnum):
    """The outcome of generating a successor.

    >>> from puzzler import trace
    >>> [str(each.outcome) for each in next(trace("1 2 3/4 5 6/7 0 8")).successors]
    ['new', 'new', 'goal']
    """

    NEW = "new"
    """Its state was not reached before; it joined the frontier."""
    REPLACED = "replaced"
    """It is a shorter path to a state in the frontier and took the place of the longer one."""
    DUPLICATE = "duplicate"
    """It was already reached by a path that is not longer, and was discarded."""
    REOPENED = "reopened"
    """It was expanded with a longer path and is returned to the frontier."""
    PRUNED = "pruned"
    """It was discarded because of a bound, a depth limit, the width of a beam or a table."""
    UNCHOSEN = "not chosen"
    """Hill climbing moved to another neighbour."""
    MEETING = "meeting"
    """The other side of a bidirectional search has reached it, which is a new shortest solution."""
    GOAL = "goal"
    """It is the goal, which was not reached before by a path that is not longer."""


def new_or_goal(board: Board, goal: Board) -> SuccessorOutcome:
    """Return the outcome of a board that was not reached before."""
    return SuccessorOutcome.GOAL if board == goal else SuccessorOutcome.NEW


@dataclass(frozen=True)
class Node:
    """A node of a search.

    >>> from puzzler import trace
    >>> node = next(trace("1 2 3/4 0 6/7 5 8")).node
    >>> node.move, node.g, node.h, node.f
    (None, 0, 2, 2)

    Attributes:
        board: The state.
        move: The move that led to it, or None for a root.
        g: Moves from the root: the start, the goal on the backward side of a bidirectional search,
            or the first state of the current stage of a search.
        h: The heuristic value of the state.
        f: The priority, smallest first. An int if it is an integer.
        side: 0 if reached from the start, 1 if reached from the goal in a bidirectional search.
    """

    board: Board
    move: Move | None
    g: int
    h: int
    f: float
    side: int = 0


@dataclass(frozen=True)
class Successor:
    """A successor of an expanded node.

    >>> from puzzler import trace
    >>> next(trace("1 2 3/4 0 6/7 5 8")).successors[1].node.move.name
    'DOWN'

    Attributes:
        node: The successor.
        outcome: What the search did with the successor.
        why: The reason for the outcome, "in the frontier with g 4", or "" if it is obvious.
    """

    node: Node
    outcome: SuccessorOutcome
    why: str = ""

    def __str__(self) -> str:
        return f"{self.node.move} f {self.node.f:g} {self.outcome}"


@dataclass(frozen=True)
class Expansion:
    """The expansion of one node.

    >>> from puzzler import trace
    >>> for expansion in trace("1 2 3/4 0 6/7 5 8"):
    ...     print(expansion)
    1: 1 2 3/4 0 6/7 5 8, g 0, h 2, f 2; U f 4 new, D f 2 new, L f 4 new, R f 4 new
    2: 1 2 3/4 5 6/7 0 8, g 1, h 1, f 2; L f 4 new, R f 2 goal

    Attributes:
        index: The number of earlier expansions.
        node: The expanded node.
        parent: The state that generated it, or None for a root.
        parent_index: The index of the expansion that generated it, or None for a root.
        successors: The successors in the order in which they were generated.
        threshold: The threshold of the pass or the depth limit, or None.
    """

    index: int
    node: Node
    parent: Board | None
    parent_index: int | None
    successors: tuple[Successor, ...]
    threshold: float | None = None

    @property
    def successor_text(self) -> str:
        """The moves of the successors, with f and outcome, as ``puzzler trace`` prints them."""
        return ", ".join(map(str, self.successors))

    def __str__(self) -> str:
        node = self.node
        figures = f"g {node.g}, h {node.h}, f {node.f:g}"
        return f"{self.index + 1}: {node.board}, {figures}; {self.successor_text}"


@dataclass(frozen=True)
class CodeStep:
    """One step of the pseudocode of a search."""

    line: str
    """The name of the executed line."""
    ran: tuple[str, ...]
    """The names of all lines executed in the step, in order."""
    node: Node | None = None
    """The variable n, if it has a value."""
    successor: Node | None = None
    """The variable s, if it has a value."""
    values: tuple[tuple[str, float], ...] = ()
    """The names and values of the other variables after the step. Infinity if nothing is found."""
    variables: tuple[tuple[str, str], ...] = ()
    """The names and texts of the variables of a user's file before the step."""


@dataclass(frozen=True)
class Trace:
    """The execution of the pseudocode from the previous moment to the current one."""

    code: Pseudocode
    steps: tuple[CodeStep, ...]
    """() if they are unknown, for example after several expansions in one step."""
    counts: Mapping[str, int]
    """How often each line was executed, by name, without lines with unknown counts."""
    ending: int = 0
    """The number of final steps, after the last expansion, that find the goal."""

    def counts_at(self, step: int) -> dict[str, int]:
        """Return ``counts`` after the step with an index."""
        later = Counter(line for each in self.steps[step + 1 :] for line in each.ran)
        return {line: count - later[line] for line, count in self.counts.items()}


@dataclass(frozen=True)
class FrontierNode:
    """A node in the frontier."""

    node: Node
    tie: str = ""
    """Why it comes after the previous node: "same f; smaller g", or "" for a larger f."""


def rule_text(rule: tuple[str, ...]) -> str:
    """Return the criteria as text: "lowest f; ties: last in, first out"."""
    first, *ties = rule or ("",)
    return f"{first}; ties: {', then '.join(ties)}" if ties else first


@dataclass(frozen=True)
class NodeView:
    """The next states of a search."""

    frontier: tuple[FrontierNode, ...]
    """The next nodes in order, without nodes that will be dropped as duplicates."""
    rule: tuple[str, ...]
    """The criteria that select the next node. Each breaks the ties of the previous ones. () if
    unknown."""
    histogram: tuple[tuple[float, int], ...] = ()
    """(f, number of nodes) over the whole frontier, ascending. For a bidirectional search, by the
    larger of f and 2 g. Empty if the search has no such frontier."""
    bound: float | None = None
    """The threshold on f or the depth limit, or None."""
    next_bound: float | None = None
    """The smallest f above the bound so far, or None."""
    layer: int | None = None
    """g of the current layer if states are expanded layer by layer, else None."""


@dataclass(frozen=True, kw_only=True)
class Glimpse(NodeView):
    """The visible state of a search at one moment."""

    expansions: int
    """The moment: the number of expanded states."""
    expansion: Expansion | None
    """The last expansion, or None if unknown, as at moment 0."""
    current: Board
    """The search's current state: the last expanded state or, in a depth-first search, a later
    state of its path."""
    path: Sequence[Node]
    """The path from the root to the last expanded state, including both."""
    frontier_size: int
    """``SearchStats.frontier``."""
    breakdown: Breakdown
    """The breakdown of h of the last expanded state, at moment 0 of the start."""
    stats: SearchStats
    status: Status
    lower_bound: int
    """The proven lower bound on the length of every solution."""
    best_length: int | None
    """Moves of the best solution so far, or None."""
    trace: Trace | None = None
    """The steps from the previous moment, or None if the search has no pseudocode."""
    printed: str = ""
    """The output so far of a user's search, or of a user's heuristic for this board."""
