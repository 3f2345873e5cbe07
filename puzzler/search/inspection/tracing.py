"""The pseudocode of a search, event by event: which line decided, and how often each has run.

What an expansion did with each successor tells its events. How many there were before it follows
from the figures of the search.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import takewhile
from typing import NamedTuple

from puzzler.search.engine.algorithm import Event, Pseudocode
from puzzler.search.engine.stepping import Status, Task
from puzzler.search.inspection.observation import (
    CodeStep,
    Expansion,
    Node,
    Successor,
    SuccessorOutcome,
    Trace,
)
from puzzler.search.registry import ALGORITHMS
from puzzler.search.result import SearchStats

IN_FRONTIER = "in the frontier"
"""How the reason of a successor begins whose state has a node there."""


_GROWTH = {Event.TAKE: (-1, 0), Event.EXPAND: (0, 1), Event.NEW: (1, 0), Event.REOPEN: (1, -1)}
"""By how much the frontier and the closed states grow at an event."""
_FINDING = (Event.TAKE, Event.TEST, Event.FOUND)


class Happened(NamedTuple):
    """One event, and the nodes that it is about."""

    event: Event
    node: Node | None = None
    successor: Node | None = None
    values: tuple[tuple[str, float], ...] = ()


def code_of(task: Task) -> Pseudocode | None:
    """The pseudocode of the variant that is run; None where there is none."""
    return next((code for code in ALGORITHMS[task.algorithm].codes if code.applies(task)), None)


def trace_of(
    code: Pseudocode, happened: Iterable[Happened], counts: Mapping[Event, int | None]
) -> Trace:
    """Steps of all events that have lines. ``counts``: how often each has happened, if known."""
    told = [each for each in happened if each.event in code.runs]
    runs = [code.runs[each.event] for each in told]
    steps = [
        CodeStep(ran[-1], ran, each.node, each.successor, each.values)
        for each, ran in zip(told, runs, strict=True)
    ]
    ending = 0
    if told and told[-1].event is Event.FOUND:
        finding = takewhile(lambda each: each.event in _FINDING, reversed(told))
        ending = sum(1 for _ in finding)
    lines: dict[str, int | None] = {}
    for event, ran in code.runs.items():
        count = counts.get(event)
        for line in ran:
            before = lines.get(line, 0)
            lines[line] = None if count is None or before is None else before + count
    known = {line: count for line, count in lines.items() if count is not None}
    return Trace(code, tuple(steps), known, ending)


# ---- Searches that keep all their nodes -------------------------------------------------------


def graph_trace(
    code: Pseudocode,
    expansion: Expansion | None,
    stats: SearchStats,
    status: Status,
    goal: Node | None,
) -> Trace:
    """The trace of a search with a frontier, or of a walk, after its last expansion, if known.

    ``goal`` is the goal as a node, once the search has found it.
    """
    happened: list[Happened] = []
    if not stats.expanded:
        happened = [Happened(Event.START)]
    elif expansion is not None:
        happened = list(_expanding(code, expansion))
    if happened:
        happened += _ending(code, happened[-1], status, goal)
    return trace_of(code, _with_sizes(code, happened, stats), _counts(code, stats, status))


def _expanding(code: Pseudocode, expansion: Expansion) -> Iterator[Happened]:
    """A node is taken, and every successor considered."""
    node, successors = expansion.node, expansion.successors
    yield Happened(Event.TAKE, node)
    yield Happened(Event.TEST, node)
    yield Happened(Event.EXPAND, node)
    for successor in reversed(successors) if code.is_stack else successors:
        yield Happened(Event.GENERATE, node, successor.node)
        yield from _considering(code, node, successor)
    if Event.GO in code.runs:
        chosen = next((each.node for each in successors if each.outcome in _GONE_TO), None)
        yield Happened(Event.FAIL if chosen is None else Event.GO, node, chosen)


def _finds_early(code: Pseudocode) -> bool:
    """Successors are tested for the goal, and not what is taken from the frontier."""
    return not {Event.TEST, Event.MEET} & code.runs.keys()


_GONE_TO = (SuccessorOutcome.NEW, SuccessorOutcome.GOAL)


def _considering(code: Pseudocode, node: Node, successor: Successor) -> Iterator[Happened]:
    """What is done with one successor."""
    outcome = successor.outcome
    is_goal = outcome in (SuccessorOutcome.GOAL, SuccessorOutcome.MEETING)
    event = Event.NEW
    if outcome is SuccessorOutcome.DUPLICATE:
        event = Event.DUPLICATE
    elif is_goal and _finds_early(code):
        event = Event.FOUND
    elif outcome is SuccessorOutcome.REOPENED:
        event = Event.REOPEN
    elif successor.why.startswith(IN_FRONTIER):
        event = Event.REPLACE
    yield Happened(event if event in code.runs else Event.NEW, node, successor.node)
    if is_goal and Event.MEET in code.runs:
        yield Happened(Event.MEET, node, successor.node)


def _ending(
    code: Pseudocode, last: Happened, status: Status, goal: Node | None
) -> Iterator[Happened]:
    """How the search ended, where that has lines of its own."""
    if last.event in (Event.FOUND, Event.FAIL):
        return
    if status is Status.SOLVED and not (_finds_early(code) and last.event is Event.START):
        if Event.TEST in code.runs:
            yield Happened(Event.TAKE, goal)
            yield Happened(Event.TEST, goal)
        yield Happened(Event.FOUND, goal)
    elif status is Status.EXHAUSTED:
        yield Happened(Event.FAIL)


def _with_sizes(
    code: Pseudocode, happened: list[Happened], stats: SearchStats
) -> Iterator[Happened]:
    """With what frontier and closed came to, which is known after the last event."""
    if Event.TAKE not in code.runs or Event.MEET in code.runs:
        # a meeting does not tell whether its node took the place of another
        yield from happened
        return
    growth = [_GROWTH.get(each.event, (0, 0)) for each in happened]
    frontier = stats.frontier - sum(more for more, _ in growth)
    closed = stats.expanded - stats.reopened - sum(more for _, more in growth)
    for each, (waiting, done) in zip(happened, growth, strict=True):
        frontier += waiting
        closed += done
        values: list[tuple[str, float]] = [("frontier", frontier)]
        if Event.EXPAND in code.runs:
            values.append(("closed", closed))
        yield each._replace(values=tuple(values))


def _counts(code: Pseudocode, stats: SearchStats, status: Status) -> dict[Event, int | None]:
    """How often each event has happened; None where the figures do not tell."""
    solved, failed = int(status is Status.SOLVED), int(status is Status.EXHAUSTED)
    taken = stats.expanded + (solved if Event.TEST in code.runs else 0)
    kept = stats.generated - stats.duplicates
    counts: dict[Event, int | None] = {
        Event.START: 1,
        Event.TAKE: taken,
        Event.TEST: taken,
        Event.EXPAND: stats.expanded,
        Event.GENERATE: stats.generated,
        Event.DUPLICATE: stats.duplicates,
        Event.GO: stats.expanded - failed,
        Event.FOUND: solved,
        Event.FAIL: failed,
        Event.NEW: kept,
    }
    if Event.REPLACE in code.runs:
        new = stats.stored - 1  # every state but the start was new once
        counts |= {Event.NEW: new, Event.REOPEN: stats.reopened}
        counts[Event.REPLACE] = kept - stats.reopened - new
    elif _finds_early(code) and solved:
        found = int(stats.expanded > 0)  # else it is the start
        counts |= {Event.FOUND: found, Event.NEW: kept - found}
    return counts
