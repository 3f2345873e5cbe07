"""The execution of the pseudocode of a search: the steps and how often each line has run.

The outcomes of the successors determine the events of an expansion. The statistics of the search
determine the number of earlier events.
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
"""The beginning of ``Successor.why`` if the state of the successor is in the frontier."""


_GROWTH = {
    Event.TAKE: (-1, 0),
    Event.DROP: (-1, 0),
    Event.EXPAND: (0, 1),
    Event.NEW: (1, 0),
    Event.REOPEN: (1, -1),
}
"""The growth of the frontier and of the closed states at an event."""
_FINDING = (Event.TAKE, Event.TEST, Event.FOUND)


class EventRecord(NamedTuple):
    """One event and its nodes."""

    event: Event
    node: Node | None = None
    successor: Node | None = None
    values: tuple[tuple[str, float], ...] = ()


def code_of(task: Task) -> Pseudocode | None:
    """Return the pseudocode of the algorithm with the parameters of ``task``, or None."""
    return next((code for code in ALGORITHMS[task.algorithm].codes if code.applies(task)), None)


def trace_of(
    code: Pseudocode, events: Iterable[EventRecord], counts: Mapping[Event, int | None]
) -> Trace:
    """Return a trace of all events with lines. counts: how often each happened, if known."""
    coded = [each for each in events if each.event in code.runs]
    runs = [code.runs[each.event] for each in coded]
    steps = [
        CodeStep(ran[-1], ran, each.node, each.successor, each.values)
        for each, ran in zip(coded, runs, strict=True)
    ]
    ending = 0
    if coded and coded[-1].event is Event.FOUND:
        finding = takewhile(lambda each: each.event in _FINDING, reversed(coded))
        ending = sum(1 for _ in finding)
    lines: dict[str, int | None] = {}
    for event, ran in code.runs.items():
        count = counts.get(event)
        for line in ran:
            before = lines.get(line, 0)
            lines[line] = None if count is None or before is None else before + count
    line_counts = {line: count for line, count in lines.items() if count is not None}
    return Trace(code, tuple(steps), line_counts, ending)


# ---- Searches that store all nodes --------------------------------------------------------------


def graph_trace(
    code: Pseudocode,
    expansion: Expansion | None,
    stats: SearchStats,
    status: Status,
    goal: Node | None,
    dropped: Iterable[Node] = (),
) -> Trace:
    """Return the trace of a search with a frontier, or of hill climbing, after its last expansion.

    expansion: the last expansion, or None if unknown. goal: the goal as a node if it was found.
    dropped: the nodes that the search discarded after its last expansion.
    """
    events: list[EventRecord] = []
    if not stats.expanded:
        events = [EventRecord(Event.START)]
    elif expansion is not None:
        events = list(_expansion_events(code, expansion))
        events += [EventRecord(Event.DROP, node) for node in dropped]
    if events:
        events += _end_events(code, events[-1], status, goal)
    return trace_of(code, _with_sizes(code, events, stats), _counts(code, stats, status))


def _expansion_events(code: Pseudocode, expansion: Expansion) -> Iterator[EventRecord]:
    node, successors = expansion.node, expansion.successors
    yield EventRecord(Event.TAKE, node)
    yield EventRecord(Event.TEST, node)
    yield EventRecord(Event.EXPAND, node)
    for successor in reversed(successors) if code.is_stack else successors:
        yield EventRecord(Event.GENERATE, node, successor.node)
        yield from _successor_events(code, node, successor)
    if Event.GO in code.runs:
        chosen = next((each.node for each in successors if each.outcome in _CHOSEN_OUTCOMES), None)
        yield EventRecord(Event.FAIL if chosen is None else Event.GO, node, chosen)


def _finds_early(code: Pseudocode) -> bool:
    return not {Event.TEST, Event.MEET} & code.runs.keys()


_CHOSEN_OUTCOMES = (SuccessorOutcome.NEW, SuccessorOutcome.GOAL)


def _successor_events(code: Pseudocode, node: Node, successor: Successor) -> Iterator[EventRecord]:
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
    yield EventRecord(event if event in code.runs else Event.NEW, node, successor.node)
    if is_goal and Event.MEET in code.runs:
        yield EventRecord(Event.MEET, node, successor.node)


def _end_events(
    code: Pseudocode, last: EventRecord, status: Status, goal: Node | None
) -> Iterator[EventRecord]:
    """Yield the events of the end of the search, if the pseudocode has lines for them."""
    if last.event in (Event.FOUND, Event.FAIL):
        return
    if status is Status.SOLVED and not (_finds_early(code) and last.event is Event.START):
        if Event.TEST in code.runs:
            yield EventRecord(Event.TAKE, goal)
            yield EventRecord(Event.TEST, goal)
        yield EventRecord(Event.FOUND, goal)
    elif status is Status.EXHAUSTED:
        yield EventRecord(Event.FAIL)


def _with_sizes(
    code: Pseudocode, events: list[EventRecord], stats: SearchStats
) -> Iterator[EventRecord]:
    """Add the sizes of frontier and closed list to each event, computed back from the last one."""
    if Event.TAKE not in code.runs or Event.MEET in code.runs:
        # a meeting does not show whether its node replaced another
        yield from events
        return
    growth = [_GROWTH.get(each.event, (0, 0)) for each in events]
    frontier = stats.frontier - sum(more for more, _ in growth)
    closed = stats.expanded - stats.reopened - sum(more for _, more in growth)
    for each, (frontier_growth, done) in zip(events, growth, strict=True):
        frontier += frontier_growth
        closed += done
        values: list[tuple[str, float]] = [("frontier", frontier)]
        if Event.EXPAND in code.runs:
            values.append(("closed", closed))
        yield each._replace(values=tuple(values))


def _counts(code: Pseudocode, stats: SearchStats, status: Status) -> dict[Event, int | None]:
    solved, failed = int(status is Status.SOLVED), int(status is Status.EXHAUSTED)
    selected = stats.expanded + (solved if Event.TEST in code.runs else 0)
    is_late = Event.DROP in code.runs
    added = stats.generated - (0 if is_late else stats.duplicates)
    counts: dict[Event, int | None] = {
        Event.START: 1,
        Event.TAKE: selected,
        Event.TEST: selected,
        Event.EXPAND: stats.expanded,
        Event.GENERATE: stats.generated,
        Event.DUPLICATE: stats.duplicates,
        Event.DROP: stats.duplicates,
        Event.GO: stats.expanded - failed,
        Event.FOUND: solved,
        Event.FAIL: failed,
        Event.NEW: added,
    }
    if Event.REPLACE in code.runs:
        new = stats.stored - 1  # every state except the start was new once
        counts |= {Event.NEW: new, Event.REOPEN: stats.reopened}
        counts[Event.REPLACE] = added - stats.reopened - new
    elif _finds_early(code) and solved:
        found = int(stats.expanded > 0)  # else the start is the goal
        counts |= {Event.FOUND: found, Event.NEW: added - found}
    return counts
