"""The causes of differences between a user's search and a built-in one, and their descriptions."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from puzzler.search.homework.replay import ONLY_G, ONLY_H, PATH_COST, Duplicates, Priority
from puzzler.search.homework.runs import Violation
from puzzler.search.homework.wrong_heuristics import WrongHeuristic

_BOTH = "both orders are correct"
_USE_F = "use f = g + h"
_WITH_PASSES = "astar", "idastar"


_WEIGHTS = 1.5, 3, 5, 10, 0.5, 1.1, 1.2, 1.25, 1.3, 1.4, 2.5, 4, 6, 7, 8, 9, 20, 100, 0.9, 0.8, 0.75
"""Typical weights of h in wrong searches, in addition to 2."""


def _weighted(weight: float, algorithms: tuple[str, ...] = _WITH_PASSES) -> Priority:
    return Priority(lambda step: step.g + weight * step.h, algorithms=algorithms)


class Cause(Enum):
    """Why a search differs: a description, advice, and rules.

    The rules are the wrong priorities or the wrong handling of duplicates that explain the
    expansions. If the cause is not a fault, the text says in what the searches may differ.
    """

    TIE = "only the tie-breaking differs", _BOTH, "ties"
    ORDER = "the successors are taken in another order", _BOTH, "the order of successors"
    REVERSE_ORDER = (
        "the successors are taken in reverse order",
        "a stack returns the last successor first",
        "the order of successors",
    )
    PATH_CHECK = (
        "a state on the current path is not expanded again",
        "that is correct, too; the other search only leaves out the predecessor",
        "a check of the path",
    )
    STALE = (
        "a state is expanded again when its longer path is popped",
        "this only takes time; skip a popped node if a shorter path to its state is known",
        "repeated expansions",
    )
    RECURSIVE = (
        "the search is recursive best-first search (RBFS), which stores only one path",
        "its first expansion of each state is in the order of f = g + h, as in A*",
        "repeated expansions",
    )
    FORGOTTEN = (
        "nodes are forgotten and expanded again (memory-bounded search, such as SMA*)",
        "each state is first expanded in the order of f; only that and the solutions are checked",
        "the solutions",
    )
    EARLY_TEST = (
        "the goal test is applied when a state is generated",
        "with unit costs and a consistent h the solution is still optimal",
        "the goal test",
    )
    DUPLICATES_EARLY = (
        "a state is discarded as a duplicate when it is generated, not when it is popped",
        "a depth-first search may do either; compare with --duplicates early",
        "the check for duplicates",
    )
    DUPLICATES_LATE = (
        "a state is discarded as a duplicate when it is popped, not when it is generated",
        "a depth-first search may do either; compare with --duplicates late",
        "the check for duplicates",
    )
    PREDECESSOR = (
        "the predecessor of a state is generated again",
        "the solution is the same, but it takes more expansions; do not take back the last move",
        "generated predecessors",
    )
    TABLE = (
        "states of the same pass are not expanded again by a path that is not shorter",
        "such a table of reached states is correct",
        "a table of states",
    )
    NOT_RECORDED = (
        "the search generates successors itself, which hides its order of expansions",
        "call problem.successors to expand a state, or problem.is_goal when a state is popped",
        "the solutions",
    )
    NOT_JUDGED = (
        "the order of expansions differs, and the check has no rules for this algorithm",
        "only the solutions are checked",
        "the solutions",
    )
    # wrong handling of states that are generated again, the most likely first
    NOT_REOPENED = (
        "a state that was expanded is not expanded again when a shorter path is found",
        "reopen it, because h is not consistent",
        Duplicates.CLOSED,
    )
    PUSHED = (
        "states are marked as visited when they are pushed",
        "a longer path is kept; mark them when they are popped, or replace the longer path",
        Duplicates.PUSHED,
    )
    EQUAL_PATH = (
        "a path that is as long as a known one is stored again",
        "store a path only if its g is smaller (<, not <=)",
        Duplicates.EQUAL,
        Duplicates.EQUAL_SHARED,
    )
    UNCHECKED = (
        "states are marked when they are popped, but are not checked when they are popped",
        "skip a popped state that was expanded before",
        Duplicates.UNCHECKED,
    )
    FRONTIER_ONLY = (
        "only the frontier is checked for duplicates, not the expanded states",
        "also discard a state that was expanded before",
        Duplicates.FRONTIER,
    )
    OLD_PRIORITY = (
        "a shorter path changes g of a state, but not its priority or not its place in the heap",
        "change the priority and sift the node up (decrease-key), or push the state again",
        Duplicates.OLD_RANK,
        Duplicates.UNSIFTED,
    )
    OLD_COST = (
        "a shorter path changes the priority of a state in the frontier, but not its g",
        "also change g, from which g of its successors follows",
        Duplicates.OLD_COST,
    )
    DECREASE_KEY = (
        "the frontier is wrong after a shorter path to a state in it was found (decrease-key)",
        "change g, the parent and the priority of the state, and restore the order of the frontier",
    )
    OLD_PARENT = (
        "the path of the stored parents is longer than g of the goal",
        "change g and the parent of a state together, and only if the new path is shorter",
    )
    LAST_PATH = (
        "a longer path to a state in the frontier replaces a shorter one",
        "store a new path only if its g is smaller",
        Duplicates.OVERWRITTEN,
        Duplicates.LAST_PARENT,
        Duplicates.REVERSED,
    )
    START_UNMARKED = (
        "the start is not marked as reached, so that it is expanded again",
        "mark the start before the first expansion",
    )
    NO_DUPLICATES = (
        "there is no check for duplicates",
        "discard a state that was expanded before by a path that is not longer",
    )
    # wrong priorities, the most likely first
    GREEDY = "the priority is h without g (greedy best-first search)", _USE_F, ONLY_H
    UNIFORM_COST = (
        "the priority is g without h (uniform-cost or breadth-first search)",
        _USE_F,
        ONLY_G,
    )
    F_IS_H = "f is h without g", "prune by f = g + h", replace(ONLY_H, algorithms=("idastar",))
    F_IS_G = "f is g without h", "prune by f = g + h"
    PARENT_F = (
        "the threshold is compared with f of the parent",
        "prune a state by its own f, so that no state above the threshold is expanded",
        Priority(lambda step: max(step.g - 1, 0) + step.parent_h, algorithms=("idastar",)),
    )
    G_TWICE = (
        "g is added twice: the priority is 2 g + h",
        _USE_F,
        _weighted(0.5, ("astar",)),
        Priority(lambda step: 2 * step.g + step.h, algorithms=("idastar",)),
    )
    H_TWICE = (
        "h is added twice: the priority is g + 2 h",
        _USE_F,
        _weighted(2),
    )
    H_SUBTRACTED = (
        "h is subtracted: the priority is g - h",
        _USE_F,
        _weighted(-1, ("astar",)),
    )
    H_IN_G = (
        "h is added to g: the cost of a path contains h of each of its states",
        "store g without h, and add h only to the priority",
        Priority(PATH_COST.value, PATH_COST.value),
    )
    H_SUMMED = (
        "the priority is the sum of h over the path",
        "the priority of A* is f = g + h with h of the last state only",
        Priority(lambda step: step.g - 1 + step.h, lambda step: step.g - 1 + step.h),
    )
    PARENT_H = (
        "the priority contains h of the parent",
        "use h of the generated state",
        Priority(lambda step: step.g + step.parent_h),
    )
    COUNT = (
        "g is the number of expansions, not the length of the path",
        "g of a successor is g of its parent + 1",
        Priority(lambda step: step.number + step.h),
    )
    G_CONSTANT = (
        "g is not added up over the path",
        "g of a successor is g of its parent + 1",
        Priority(PATH_COST.value, lambda _step: 1),
    )
    H_SQUARED = (
        "h is squared: the priority is g + h * h",
        _USE_F,
        Priority(lambda step: step.g + step.h * step.h, algorithms=_WITH_PASSES),
    )
    LARGER = (
        "the priority is the larger of g and h",
        _USE_F,
        Priority(lambda step: max(step.g, step.h), algorithms=_WITH_PASSES),
    )
    PRODUCT = (
        "the priority is the product of g and h",
        _USE_F,
        Priority(lambda step: step.g * step.h, algorithms=_WITH_PASSES),
    )
    BY_G = (
        "the frontier is ordered by g (uniform-cost or breadth-first search)",
        "use the priority of the other search",
        replace(ONLY_G, algorithms=("greedy",)),
    )
    BY_F = (
        "the frontier is ordered by f = g + h (A*)",
        "use the frontier of the other search",
        replace(PATH_COST, algorithms=("greedy",)),
    )
    LARGEST = (
        "the node with the largest f is expanded first",
        "expand the node with the smallest f",
        Priority(lambda step: -step.g - step.h),
        Priority(lambda step: -step.h, algorithms=("greedy",)),
    )
    WEIGHTED = (
        "h is multiplied by a weight (weighted A*)",
        "use f = g + h; with a weight above 1 the solution may not be optimal",
        *map(_weighted, _WEIGHTS),
    )
    # other searches
    BY_H = (
        "the frontier is ordered by h (greedy best-first search)",
        "use the frontier of the other search",
    )
    LOCAL_SORT = (
        "only the successors of each state are sorted, not the whole frontier (hill climbing)",
        "expand the node with the smallest priority in the whole frontier",
    )
    DROPPED = (
        "the frontier is limited, and the worst nodes are dropped (beam search)",
        "keep all nodes in the frontier",
    )
    PASSES = (
        "the search starts again from the start state (iterative deepening)",
        "the other search has only one pass",
    )
    ONE_PASS = (
        "the search has only one pass",
        "start again with the next threshold when a pass has found no goal",
    )
    QUEUE = "the frontier is a queue (breadth-first search)", "use depth-first search"
    STACK = "the frontier is a stack (depth-first search)", "use a queue"
    GOAL_EXPANDED = (
        "the goal is expanded like other states",
        "a bidirectional search does that; another search returns the path to the goal",
    )
    GAVE_UP = (
        "the search ends without a solution although states are left",
        "is there a limit, do states share a list, or is a state discarded that was not reached?",
    )
    FIRST_MEETING = (
        "the search ends when its two sides first meet",
        "continue until no path through both frontiers can be shorter than the one found",
    )
    # impossible states
    WRAPPED = (
        "the blank moves across an edge of the board",
        "left and right must stay in the row; a negative index also moves to the other end",
    )
    SHARED_LIST = (
        "all states are one list, which each move changes",
        "copy the list, and each of its rows, before a move changes it",
    )
    KEPT_VARIABLES = (
        "variables keep their values from one search to the next",
        "create lists and sets in the function, not as default arguments or global variables",
    )
    # depth-first passes
    SHARED_VISITED = (
        "the set of visited states is shared over a whole depth-first pass",
        "a state reached by a shorter path must be expanded again; check only the current path",
    )
    KEPT_VISITED = (
        "the set of visited states is kept from one pass to the next",
        "start each pass with an empty set, and check only the current path",
    )
    THRESHOLD = (
        "a threshold is wrong",
        "the first one is h of the start, and the next one is the smallest f that was pruned",
    )
    DEPTH_STEP = (
        "a depth limit is wrong",
        "start with a limit of 0 or 1, and add 1 for each pass",
    )
    PATH_ONLY = (
        "only states on the current path are discarded",
        "a depth-first graph search discards all states that were expanded before",
    )
    DEPTH_LIMITED = (
        "the depth is limited, and only states on the current path are discarded",
        "a depth-first graph search has no limit and discards states that were expanded before",
    )
    NOT_REMEMBERED = (
        "nodes are forgotten and expanded again (memory-bounded search), but not in the order of f",
        "f of a parent must become the smallest f of its successors, also of dropped ones",
    )
    # recursive best-first search
    NOT_INHERITED = (
        "in this recursive best-first search, a successor forgets the backed-up f of its parent",
        "f of a successor is the larger of its g + h and f of its parent",
    )
    BACKED_UP = (
        "in this recursive best-first search, the backed-up f is wrong or not stored",
        "when the search leaves a node, f of the node becomes the smallest f of its successors",
    )
    F_LIMIT = (
        "in this recursive best-first search, the f-limit is wrong",
        "it is the smaller of f of the second-best successor and the f-limit of the node",
    )
    NOT_SORTED = (
        "in this recursive best-first search, the best successor is not chosen again",
        "choose the successor with the smallest f each time after one of them has changed",
    )
    HEURISTIC = "the heuristic is not that of the comparison", ""
    UNKNOWN = "the cause is not known", ""

    def __init__(self, title: str, advice: str, *rules: str | Duplicates | Priority) -> None:
        self.title = title
        self.advice = advice
        self.extent = "".join(each for each in rules if isinstance(each, str))
        """How a search without a fault agrees: up to "ties"."""
        self.duplicates = [each for each in rules if isinstance(each, Duplicates)]
        self.wrong_priorities = [each for each in rules if isinstance(each, Priority)]

    @property
    def is_fault(self) -> bool:
        """Whether the difference is a fault of the user's search."""
        return not self.extent

    @property
    def label(self) -> str:
        """The heading of a report: "agrees", "differs" or "not compared"."""
        if self in (Cause.NOT_RECORDED, Cause.NOT_JUDGED, Cause.FORGOTTEN):
            return "not compared"
        return "differs" if self.is_fault else "agrees"

    def priorities(self, algorithm: str) -> list[Priority]:
        """The wrong priorities that are this cause in an algorithm."""
        return [each for each in self.wrong_priorities if algorithm in each.algorithms]


@dataclass(frozen=True)
class Diagnosis:
    """Why a search differs from another one."""

    cause: Cause
    run: int
    """The index of the first board that shows the cause."""
    violation: Violation | None
    """The first expansion that the right rules do not allow. None if there is none."""
    heuristic: WrongHeuristic | None = None
    """The wrong heuristic that the search uses, if that is the cause."""
    contradicted: int | None = None
    """If the cause does not explain all runs, the index of the first one that contradicts it."""
    other: Cause | None = None
    """Another cause that also explains all runs."""
