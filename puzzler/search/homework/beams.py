"""Searches that keep only the best nodes: of the frontier, or of each depth (beam search)."""

from __future__ import annotations

import bisect
import itertools
import math
from collections.abc import Sequence
from typing import NamedTuple

from puzzler.search.homework.replay import TOLERANCE, NodeValues, Priority
from puzzler.search.homework.runs import RecordedRun, State, Values


class _Node(NamedTuple):
    rank: float
    g: int
    state: State


def frontier_limits(run: RecordedRun, h: Values, rank: Priority) -> tuple[int, float] | None:
    """Return the smallest and the largest limit on the frontier that explain ``run``, or None.

    A search with such a limit drops the nodes with the largest priorities, and ends without a
    solution only if none is left. A dropped node is noticed when a node with a larger priority is
    expanded.
    """
    last = {state: index for index, state in enumerate(run.selected)}
    born = {run.start: 0}
    """When each state was generated last before its expansion."""
    for index, state in enumerate(run.selected):
        born |= {child: index for child in run.neighbours(state) if last.get(child, 0) > index}
    root = _Node(rank.value(NodeValues(0, h(run.start), h(run.start), 0)), 0, run.start)
    frontier = {root: 0}
    """For each node, how many others in the frontier had a priority that was not larger."""
    closed, children = set[State](), list[State]()
    smallest, largest = 1, math.inf
    for index, state in enumerate(run.selected):
        node = min((each for each in frontier if each.state == state), default=None)
        if node is None or smallest > largest:
            return None
        closed.add(state)
        for each in [each for each in frontier if each.rank < node.rank - TOLERANCE]:
            more = frontier.pop(each)
            if each.state not in closed:
                largest = min(largest, more)
        del frontier[node]
        children = [child for child in run.neighbours(state) if child not in closed]
        for child in children:
            value = rank.value(NodeValues(node.g + 1, h(child), h(state), index + 1))
            frontier.setdefault(_Node(value, node.g + 1, child), 0)
        values = sorted(each.rank for each in frontier)
        for each, more in frontier.items():
            frontier[each] = max(more, bisect.bisect(values, each.rank) - 1)
        waiting = {each.state for each in frontier if each.state in born}
        smallest = max(smallest, sum(born[each] <= index < last[each] for each in waiting))
    if run.has_given_up:
        return None if children else (smallest, min([largest, *frontier.values()]))
    return smallest, largest


def are_beams(runs: Sequence[RecordedRun], h: Values, rank: Priority) -> bool:
    """Whether each run expands the best states of each depth, the same number if there are more."""
    sizes = set[int]()
    for run in runs:
        layer, known, rest = {run.start}, {run.start}, [*run.selected][::-1]
        for g in itertools.count():
            chosen = list[State]()
            while rest and rest[-1] in layer:
                chosen.append(rest.pop())
                layer.remove(chosen[-1])
            if not rest:
                break
            values = {s: rank.value(NodeValues(g, h(s), 0, 0)) for s in (*layer, *chosen)}
            dropped = min((values[s] for s in layer), default=math.inf)
            if not chosen or max(values[s] for s in chosen) > dropped + TOLERANCE:
                return False
            if layer:
                sizes.add(len(chosen))
            layer = {s for parent in chosen for s in run.neighbours(parent)} - known
            known |= layer
    return len(sizes) == 1
