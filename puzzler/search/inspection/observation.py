"""What is seen of a search: nodes, expansions, and all that there is to see at one moment.

A moment is a number of expanded states. The expansion with index i leads from moment i to i + 1, so
that what there is to see of moment n is the expansion with index n - 1, and what comes next.
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
    """What became of a successor when it was generated."""

    NEW = "new"
    """It is to be expanded when its turn comes, or a shorter path to one that is."""
    DUPLICATE = "duplicate"
    """The search has been there, or has it before itself, by a path at least as short."""
    REOPENED = "reopened"
    """It was expanded before by a longer path, and is to be expanded again."""
    PRUNED = "pruned"
    """It is left out: by a bound, a depth limit, the width of a beam or a table."""
    MEETING = "meeting"
    """The other side of a bidirectional search was there: a solution, shorter than any before."""
    GOAL = "goal"
    """It is what was looked for, not known by a path at least as short."""


@dataclass(frozen=True)
class Node:
    """A state as the search holds it."""

    board: Board
    move: Move | None
    """The move that led to it; None for the state that its search began with."""
    g: int
    """Moves from the state that its search began with: the start, the goal on the other side of a
    bidirectional search, or where the present one begins where a search is made of several."""
    h: int
    f: float
    """What it is ranked by, smallest first; a plain int where it is whole."""
    side: int = 0
    """0: reached from the start; 1: from the goal, in a bidirectional search."""


@dataclass(frozen=True)
class Successor:
    """A state that an expansion has generated, or left out."""

    node: Node
    outcome: SuccessorOutcome
    why: str = ""
    """A short clause that says why, "in the frontier with g 4"; empty where that is clear."""


@dataclass(frozen=True)
class Expansion:
    """One state expanded, and what became of each successor."""

    index: int
    """How many were expanded before it."""
    node: Node
    parent: Board | None
    """The state that it was generated from; None where its search began with it."""
    parent_index: int | None
    """The index of the expansion that it was generated in; None where its search began with it."""
    successors: tuple[Successor, ...]
    threshold: float | None = None
    """The threshold of the pass, or the depth limit; None where there is none."""


@dataclass(frozen=True)
class CodeStep:
    """One step along the pseudocode of a search."""

    line: str
    """The name of the line that decided."""
    ran: tuple[str, ...]
    """The names of all lines that ran in it, in order."""
    node: Node | None = None
    """n, where there is one."""
    successor: Node | None = None
    """s, where there is one."""
    values: tuple[tuple[str, float], ...] = ()
    """The other variables by their names, after the step; infinite where nothing is found yet."""


@dataclass(frozen=True)
class Trace:
    """How the pseudocode led from the moment before to the present one."""

    code: Pseudocode
    steps: tuple[CodeStep, ...]
    """() where they are not known, as after many expansions at once."""
    counts: Mapping[str, int]
    """By the name of a line, how often it has run; without those of which it is not known."""
    ending: int = 0
    """How many of the last steps find the goal, after the last expansion."""

    def counts_at(self, step: int) -> dict[str, int]:
        """``counts`` after the step of that number."""
        later = Counter(line for each in self.steps[step + 1 :] for line in each.ran)
        return {line: count - later[line] for line, count in self.counts.items()}


@dataclass(frozen=True)
class FrontierNode:
    """A state that waits for its turn."""

    node: Node
    tie: str = ""
    """What puts it behind the one before: "" for a larger f, "same f, smaller g"."""


@dataclass(frozen=True)
class Rule:
    """Which state is taken next."""

    steps: tuple[str, ...]
    """What decides, and what decides where that is equal; () where it is not known."""

    @property
    def words(self) -> str:
        """The same as a clause: "lowest f; tie: newest"."""
        first, *ties = self.steps or ("",)
        return f"{first}; tie: {', then '.join(ties)}" if ties else first


@dataclass(frozen=True)
class NodeView:
    """What comes next in a search."""

    frontier: tuple[FrontierNode, ...]
    """What is taken next, in that order; without states that will be dropped as duplicates."""
    rule: Rule
    histogram: tuple[tuple[float, int], ...] = ()
    """(f, how many) over the whole frontier, ascending; of a bidirectional search by the larger of
    f and 2 g; empty where there is nothing of the kind."""
    bound: float | None = None
    """The threshold on f, or the depth limit; None where there is none."""
    next_bound: float | None = None
    """The smallest f above the bound so far; None where there is none."""
    layer: int | None = None
    """The g of the states that are being expanded, where they are expanded layer by layer."""


@dataclass(frozen=True, kw_only=True)
class Glimpse(NodeView):
    """All that there is to see at one moment."""

    expansions: int
    """The moment: how many states have been expanded."""
    expansion: Expansion | None
    """The last one; None at moment 0."""
    current: Board
    """The search's own current state: the one expanded last, or where a depth-first search has gone
    from there."""
    path: Sequence[Node]
    """From the state that the search began with to the one expanded last, both included."""
    frontier_size: int
    """States generated and not yet expanded, as ``SearchStats.frontier`` counts them."""
    breakdown: Breakdown
    """What adds to h of the state expanded last; at moment 0 of the start."""
    stats: SearchStats
    status: Status
    lower_bound: int
    """No solution is shorter, by all that has been searched."""
    best_length: int | None
    """Moves of the best solution so far; None while there is none."""
    trace: Trace | None = None
    """The steps that led here from the moment before; None where it has no pseudocode."""
    printed: str = ""
    """What a search of the user's has printed so far, or their heuristic for this board."""
