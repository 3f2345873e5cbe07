"""The causes of differences between a user's search and a built-in one, and their descriptions."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from puzzler.board.board import Board
from puzzler.search.homework.replay import Reason, RecordedRun, State, Violation
from puzzler.search.homework.wrong_heuristics import WrongHeuristic


class Cause(Enum):
    """Why a search differs: a name, whether it is a fault, and advice."""

    TIE = "only the tie-breaking differs", False, "both searches are correct"
    ORDER = "the successors are taken in another order", False, "both searches are correct"
    REVERSE_ORDER = (
        "the successors are taken in reverse order",
        False,
        "a stack returns the last successor first",
    )
    PATH_CHECK = (
        "a state on the current path is not expanded again",
        False,
        "both searches are correct; the other one only leaves out the predecessor",
    )
    STALE = (
        "a state is expanded again when its longer path is popped",
        False,
        "this only takes time; skip a popped node if a shorter path to its state is known",
    )
    EARLY_TEST = (
        "the goal test is applied when a state is generated",
        False,
        "with unit costs and a consistent h the solution is still optimal",
    )
    DUPLICATES_EARLY = (
        "a state is discarded as a duplicate when it is generated, not when it is popped",
        False,
        "a depth-first search may do either; compare with --duplicates early",
    )
    DUPLICATES_LATE = (
        "a state is discarded as a duplicate when it is popped, not when it is generated",
        False,
        "a depth-first search may do either; compare with --duplicates late",
    )
    TABLE = (
        "states of the same pass are not expanded again by a path that is not shorter",
        False,
        "such a table of reached states is correct",
    )
    PUSHED = (
        "states are marked as visited when they are pushed",
        True,
        "a longer path is kept; mark them when they are popped, or replace the longer path",
    )
    GREEDY = (
        "the priority is h without g (greedy best-first search)",
        True,
        "the priority of A* is f = g + h",
    )
    UNIFORM_COST = (
        "the priority is g without h (uniform-cost or breadth-first search)",
        True,
        "the priority of A* is f = g + h",
    )
    G_TWICE = "g is added twice: the priority is 2 g + h", True, "use f = g + h"
    H_TWICE = "h is added twice: the priority is g + 2 h", True, "use f = g + h"
    WEIGHTED = (
        "h is multiplied by a weight (weighted A*)",
        True,
        "use f = g + h; with a weight above 1 the solution may not be optimal",
    )
    H_SUBTRACTED = "h is subtracted: the priority is g - h", True, "use f = g + h"
    COUNT = (
        "g is the number of expansions, not the length of the path",
        True,
        "g of a successor is g of its parent + 1",
    )
    EQUAL_PATH = (
        "a path that is as long as a known one is stored again",
        True,
        "store a path only if its g is smaller (<, not <=)",
    )
    OLD_PRIORITY = (
        "a shorter path changes g of a state in the frontier, but not its priority",
        True,
        "also change the priority, or push the state again",
    )
    LAST_PATH = (
        "a longer path to a state in the frontier replaces a shorter one",
        True,
        "store a new path only if its g is smaller",
    )
    START_UNMARKED = (
        "the start is not marked as reached, so that it is expanded again",
        True,
        "mark the start before the first expansion",
    )
    FRONTIER_ONLY = (
        "only the frontier is checked for duplicates, not the expanded states",
        True,
        "also discard a state that was expanded before",
    )
    F_IS_G = "f is g without h", True, "prune by f = g + h"
    F_IS_H = "f is h without g", True, "prune by f = g + h"
    GOAL_EXPANDED = (
        "the goal is expanded like other states",
        True,
        "a bidirectional search does that; another search returns the path to the goal",
    )
    NOT_RECORDED = (
        "the search generates successors itself, which hides its order of expansions",
        False,
        "call problem.successors to expand a state, or problem.is_goal when a state is popped",
    )
    NOT_JUDGED = (
        "the order of expansions differs, and the check has no rules for this algorithm",
        False,
        "only the solutions are checked",
    )
    H_IN_G = (
        "h is added to g: the cost of a path contains h of each of its states",
        True,
        "store g without h, and add h only to the priority",
    )
    H_SUMMED = (
        "the priority is the sum of h over the path",
        True,
        "the priority of A* is f = g + h with h of the last state only",
    )
    LARGEST = (
        "the node with the largest f is expanded first",
        True,
        "expand the node with the smallest f",
    )
    NOT_REOPENED = (
        "a state that was expanded is not expanded again when a shorter path is found",
        True,
        "reopen it, because h is not consistent",
    )
    NO_DUPLICATES = (
        "there is no check for duplicates",
        True,
        "discard a state that was expanded before by a path that is not longer",
    )
    PREDECESSOR = (
        "the predecessor of a state is generated again",
        True,
        "do not take back the last move, or do not expand states that are on the path",
    )
    UNCHECKED = (
        "states are marked when they are popped, but are not checked when they are popped",
        True,
        "skip a popped state that was expanded before",
    )
    SHARED_VISITED = (
        "the set of visited states is shared over a whole depth-first pass",
        True,
        "a state reached by a shorter path must be expanded again; check only the current path",
    )
    KEPT_VISITED = (
        "the set of visited states is kept from one pass to the next",
        True,
        "start each pass with an empty set, and check only the current path",
    )
    GAVE_UP = (
        "the search ends without a solution although states are left",
        True,
        "is there a limit, or is a state discarded that was not reached before?",
    )
    THRESHOLD = (
        "a threshold is wrong",
        True,
        "the first one is h of the start, and the next one is the smallest f that was pruned",
    )
    DEPTH_STEP = (
        "a depth limit is wrong",
        True,
        "start with a limit of 0 or 1, and add 1 for each pass",
    )
    PATH_ONLY = (
        "only states on the current path are discarded",
        True,
        "a depth-first graph search discards all states that were expanded before",
    )
    DEPTH_LIMITED = (
        "the depth is limited, and only states on the current path are discarded",
        True,
        "a depth-first graph search has no limit and discards states that were expanded before",
    )
    PARENT_H = (
        "the priority contains h of the parent",
        True,
        "use h of the generated state",
    )
    BY_G = (
        "the frontier is ordered by g (uniform-cost or breadth-first search)",
        True,
        "use the priority of the other search",
    )
    BY_H = (
        "the frontier is ordered by h (greedy best-first search)",
        True,
        "use the frontier of the other search",
    )
    BY_F = (
        "the frontier is ordered by f = g + h (A*)",
        True,
        "use the frontier of the other search",
    )
    PASSES = (
        "the search starts again from the start state (iterative deepening)",
        True,
        "the other search has only one pass",
    )
    ONE_PASS = (
        "the search has only one pass",
        True,
        "start again with the next threshold when a pass has found no goal",
    )
    QUEUE = "the frontier is a queue (breadth-first search)", True, "use depth-first search"
    STACK = "the frontier is a stack (depth-first search)", True, "use a queue"
    HEURISTIC = "the heuristic is not that of the comparison", True, ""
    UNKNOWN = "the cause is not known", True, ""

    def __init__(self, title: str, is_fault: bool, advice: str) -> None:
        self.title = title
        self.is_fault = is_fault
        self.advice = advice

    @property
    def label(self) -> str:
        """The heading of a report: "agrees", "differs" or "not compared"."""
        if self in (Cause.NOT_RECORDED, Cause.NOT_JUDGED):
            return "not compared"
        return "differs" if self.is_fault else "agrees"

    @property
    def extent(self) -> str:
        """How a search without a fault agrees: "up to ties"."""
        return "up to " + {
            "TIE": "ties",
            "STALE": "repeated expansions",
            "EARLY_TEST": "the goal test",
            "DUPLICATES_EARLY": "the check for duplicates",
            "DUPLICATES_LATE": "the check for duplicates",
            "TABLE": "a table of states",
            "PATH_CHECK": "a check of the path",
        }.get(self.name, "the order of successors")


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


def explain(found: Diagnosis, run: RecordedRun, title: str, size: tuple[int, int]) -> str:
    """Return one sentence or more about a diagnosis with a violation. title: the other search."""
    violation = found.violation
    assert violation is not None
    cause = found.cause
    what = found.heuristic.title if found.heuristic is not None else cause.title
    advice = found.heuristic.advice if found.heuristic is not None else cause.advice

    def text(state: State) -> str:
        return str(Board(*size, tuple(state)))

    at = violation.at
    if at < len(run.states):
        own = f"expands {text(run.states[at])}"
    elif run.has_given_up:
        own = "ends without a solution"
    else:
        own = "stops here because it selected the goal"
    other = "" if violation.other is None else text(violation.other)
    detail = _detail(violation, run, title, other)
    if cause is Cause.PUSHED and violation.reason is Reason.NOT_SMALLEST:
        first_g = _first_g(run, at, violation.other)
        detail = (
            f", but {title} expands {other}, because expansion {violation.source:,} reached it "
            f"by a shorter path (g {violation.g} instead of {first_g}); your search kept g "
            f"{first_g}"
        )
    sentence = f"Expansion {at + 1:,}: your search {own}{detail}"
    if found.contradicted is not None:
        what = f"probably {what}; this explains the nearest boards, but not all"
    return f"{sentence}: {what}; {advice}" if advice else f"{sentence}: {what}"


def _detail(violation: Violation, run: RecordedRun, title: str, other: str) -> str:
    f, limit, g, source = violation.rank, violation.other_rank, violation.g, violation.source
    skipped = f", and never expands {other} with g {g} in this pass"
    if violation.is_blind and violation.reason is Reason.ABOVE_THRESHOLD:
        return f" at depth {f:g}, but this pass expands no state deeper than {limit:g}"
    if violation.is_blind and violation.reason is Reason.BELOW_THRESHOLD:
        return f" without having expanded {other}, which has depth {f:g}, in the pass before"
    details = {
        Reason.NOT_SMALLEST: f" (f {f:g}), while {other} (f {limit:g}, generated by expansion "
        f"{source:,}) is in its frontier",
        Reason.EXPANDED_BEFORE: f", which it expanded before, at expansion {source:,}; expanded "
        f"{len(run.states):,}, distinct {len(set(run.states)):,}",
        Reason.NOT_GENERATED: ", a state that no earlier expansion generated",
        Reason.ABOVE_THRESHOLD: f" with f {f:g}, but the threshold is {limit:g}",
        Reason.BELOW_THRESHOLD: f" without having expanded {other} (f {f:g}) in the pass with the "
        f"threshold {limit:g}",
        Reason.PREDECESSOR: ", which is the predecessor of the state before",
        Reason.SKIPPED_LATER: f"{skipped}, because expansion {source:,} had reached it by a longer "
        "path",
        Reason.SKIPPED_KNOWN: f"{skipped}, because expansion {source:,} had reached it",
        Reason.SKIPPED_ON_PATH: f"{skipped}, a state on the path",
        Reason.SKIPPED: f"{skipped} (f {f:g})",
        Reason.ORDER: f", {title} does not",
        Reason.GIVEN_UP: f", although nodes with f {limit:g} were pruned"
        if violation.other is None
        else f", while {other} is in its frontier",
    }
    return details[violation.reason]


def _first_g(run: RecordedRun, index: int, state: State | None) -> int:
    """Return the g with which ``state`` was generated first."""
    g = {run.start: 0}
    for each in run.states[:index]:
        for child in run.neighbours(each):
            g.setdefault(child, g[each] + 1)
    assert state is not None
    return g[state]
