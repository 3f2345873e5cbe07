"""What samples are read from: g and h of the states expanded last, family by family.

A best-first search stores its nodes in the order in which their parents were expanded, so that the
last few hundred expansions can be read from it at any time. Of a depth-first search the end of its
path is known: the state that is expanded next. Of others the state expanded last.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from puzzler.search.engine.beam import Beam
from puzzler.search.engine.best_first import BestFirst
from puzzler.search.engine.depth_first import DepthFirst
from puzzler.search.engine.search import Search
from puzzler.search.engine.stepping import Improving, Status
from puzzler.search.heuristics.heuristic import Tables
from puzzler.search.kernels import beam as beam_kernel
from puzzler.search.kernels import best_first as nodes_kernel
from puzzler.search.kernels import depth_first as path_kernel

WINDOW = 256
"""Expansions that are read at a time where many can be: more would cost a search its pace."""


class Stops(NamedTuple):
    """At which moments samples are taken, whatever the slices."""

    dense: int
    """Below this every ``least`` moments."""
    least: int
    doubling: int
    """How many there are while the moment doubles; a power of two."""

    def after(self, moment: int) -> int:
        """The first one after ``moment``."""
        if moment < self.dense:
            return moment - moment % self.least + self.least
        between = max(self.least, 1 << max(0, (moment // self.doubling).bit_length() - 1))
        return moment - moment % between + between


class Expanded(NamedTuple):
    """States that were expanded, in order."""

    moments: NDArray[np.int64]
    """Each is the one after its expansion."""
    g: NDArray[np.int64]
    h: NDArray[np.int64]


def _one(moment: int, g: int, h: int) -> Expanded:
    return Expanded(np.array([moment]), np.array([g]), np.array([h]))


class Reader(Protocol):
    """Reads a search of one family."""

    stops: Stops

    def read(self, since: int, now: int) -> Expanded | None:
        """States expanded after moment ``since``, not all of them; None where none is known.

        ``now`` is how many the search has expanded. The last may be the one that is expanded next.
        """
        ...


def reader_for(search: Search) -> Reader:
    """What reads ``search``."""
    tables = search._task.tables
    stepping = search.stepping
    if isinstance(stepping, BestFirst):
        return _Nodes(search, stepping)
    if isinstance(stepping, DepthFirst):
        return _Path(search, stepping)
    if isinstance(stepping, Beam):
        return _Layer(stepping, tables)
    if isinstance(stepping, Improving):
        return _Nothing()
    return _Last(search, tables)


class _Nodes:
    """Every node stands behind the others that were made when its parent was expanded."""

    stops = Stops(0, 64, 128)

    def __init__(self, search: Search, stepping: BestFirst) -> None:
        self._search = search
        self._stepping = stepping

    def read(self, since: int, now: int) -> Expanded | None:
        count = min(now - since, WINDOW)
        if count <= 0:
            return None
        links, counters = self._stepping._nodes.links, self._stepping._counters
        stored = int(counters[nodes_kernel.STORED])
        # at least one node for each expansion, and at most three but for the first
        parents = links[max(0, stored - 3 * count - 4) : stored, nodes_kernel.PARENT]
        nodes = parents[np.flatnonzero(np.diff(parents, prepend=nodes_kernel.NONE))]
        if self._search.status is Status.EXHAUSTED:  # a walk in a dead end has made none
            last = counters[nodes_kernel.CURRENT]
            nodes = nodes if len(nodes) and nodes[-1] == last else np.append(nodes, last)
        nodes = nodes[-count:]
        found = links[nodes]
        moments = np.arange(now - len(nodes) + 1, now + 1)
        return Expanded(
            moments,
            found[:, nodes_kernel.G].astype(np.int64),
            found[:, nodes_kernel.BITS].astype(np.int64) >> nodes_kernel.H_SHIFT,
        )


class _Path:
    """Between two pieces of work the path ends with the state that is expanded next."""

    stops = Stops(512, 1, 64)

    def __init__(self, search: Search, stepping: DepthFirst) -> None:
        self._search = search
        self._stepping = stepping

    def read(self, since: int, now: int) -> Expanded | None:
        if self._search.status is not Status.RUNNING:
            return None
        stepping = self._stepping
        counters, weighing = stepping._counters, stepping._weighing
        depth = int(counters[path_kernel.DEPTH])
        spent = weighing.g_weight * depth + int(counters[path_kernel.SLACK])
        h = (int(counters[path_kernel.BOUND]) - spent) // max(weighing.h_weight, 1)
        return _one(now + 1, depth, h)


class _Layer:
    """A beam, as long as it has no answer: g is the number of the layer."""

    stops = Stops(512, 1, 64)

    def __init__(self, stepping: Beam, tables: Tables) -> None:
        self._stepping = stepping
        self._tables = tables

    def read(self, since: int, now: int) -> Expanded | None:
        stepping = self._stepping
        counters = stepping._counters
        is_in_layer = stepping._steps is None and counters[beam_kernel.NEXT] > 0
        if stepping.answer() is not None or not is_in_layer:
            return None
        h = self._tables.evaluate(stepping.current())
        return _one(now, int(counters[beam_kernel.LAYER]), h)


class _Last:
    """The state expanded last, whatever the search."""

    stops = Stops(512, 1, 64)

    def __init__(self, search: Search, tables: Tables) -> None:
        self._search = search
        self._tables = tables

    def read(self, since: int, now: int) -> Expanded | None:
        if not now or self._search.status is not Status.RUNNING:
            return None  # what it stands at in the end is the goal, which is not expanded
        h = self._tables.evaluate(self._search.current())
        return _one(now, self._search.stats().depth, h)


class _Nothing:
    """A search that works on several things in turn."""

    stops = Stops(0, 4096, 64)

    def read(self, since: int, now: int) -> Expanded | None:
        return None
