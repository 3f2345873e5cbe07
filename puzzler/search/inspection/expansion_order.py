"""In which order the nodes of a best-first or a graph search were expanded, read off its arrays.

The kernels do not write it down; it follows from how they number nodes: those that one expansion
makes have consecutive numbers, and name the node that they come from.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from puzzler.search.engine.best_first import BestFirst
from puzzler.search.engine.bidirectional import Bidirectional
from puzzler.search.engine.graph_search import GraphSearch
from puzzler.search.kernels.best_first import PARENT, STORED

AT_ONCE = 200_000
"""Nodes that are looked at in one go: a few milliseconds."""
ON_STACK_AT_ONCE = 10_000
"""The same where each needs a look of its own."""

NodeNumbers = NDArray[np.int64]


class Reader(Protocol):
    """Reads on from where the last call came to.

    Any search with the same problem and method may be given to it: their nodes are the same.
    """

    def read(self, stepping: BestFirst) -> NodeNumbers:
        """The nodes that were expanded next, in order; not always all that there are by now."""
        ...


def reader_for(stepping: object) -> Reader | None:
    """What reads the order off ``stepping``; None where nothing tells it."""
    if isinstance(stepping, GraphSearch):
        return StackReader() if stepping.is_stack else QueueReader()
    is_known = type(stepping) is BestFirst or isinstance(stepping, Bidirectional)
    return ParentReader() if is_known else None


class ParentReader:
    """Best-first: every expansion makes nodes, at least one."""

    def __init__(self) -> None:
        self._next = 0  # the node to be looked at next
        self._last = -1  # whose the one before it was

    def read(self, stepping: BestFirst) -> NodeNumbers:
        """As in ``Reader``."""
        until = max(self._next, min(int(stepping.counters[STORED]), self._next + AT_ONCE))
        parents: NodeNumbers = stepping.nodes.links[self._next : until, PARENT].astype(np.int64)
        if not len(parents):
            return parents
        begins = parents != np.concatenate([[self._last], parents[:-1]])
        self._next, self._last = until, int(parents[-1])
        expanded: NodeNumbers = parents[begins & (parents >= 0)]
        return expanded


class QueueReader:
    """Breadth-first: nodes are expanded in the order in which they were made."""

    def __init__(self) -> None:
        self._next = 0

    def read(self, stepping: BestFirst) -> NodeNumbers:
        """As in ``Reader``."""
        first = self._next
        self._next = max(first, min(stepping.expanded, first + AT_ONCE))
        return np.arange(first, self._next)


class StackReader:
    """Depth-first: what was made last is taken first, so that the stack can be followed."""

    def __init__(self) -> None:
        self._stack = [0]
        self._next = 1
        self._told = 0

    def read(self, stepping: BestFirst) -> NodeNumbers:
        """As in ``Reader``."""
        stored, stack, following = int(stepping.counters[STORED]), self._stack, self._next
        # none where the search was taken back, and is not there again
        most = max(0, min(stepping.expanded - self._told, ON_STACK_AT_ONCE))
        # each expansion makes three nodes at most
        parents = stepping.nodes.links[following : min(stored, following + 3 * most + 1), PARENT]
        owners, at, found = parents.tolist(), 0, []
        for _ in range(most):
            node = stack.pop()
            found.append(node)
            while at < len(owners) and owners[at] == node:
                stack.append(following + at)
                at += 1
        self._next += at
        self._told += len(found)
        return np.array(found, np.int64)
