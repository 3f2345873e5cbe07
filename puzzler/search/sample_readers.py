"""What samples are read from: g and h of the states expanded last, family by family.

A best-first search stores its nodes in the order in which their parents were expanded, so that the
last few hundred expansions can be read from it at any time. Of a depth-first search the end of its
path is known: the state that is expanded next. Of others the state expanded last.
"""

from __future__ import annotations

import math
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from puzzler.search.engine.beam import Beam
from puzzler.search.engine.best_first import BestFirst
from puzzler.search.engine.depth_first import DepthFirst
from puzzler.search.engine.graph_search import GraphSearch
from puzzler.search.engine.search import Search
from puzzler.search.engine.stepping import Improving, Status
from puzzler.search.kernels import beam as beam_kernel
from puzzler.search.kernels import best_first as nodes_kernel
from puzzler.search.kernels import depth_first as path_kernel

READ_ALL = 16_384
"""Expansions that are all read where many can be read at a time."""
WINDOW = 64
"""How many are read at a time then: more would cost a search its pace."""


class Grid(NamedTuple):
    """The moments at which samples are taken, whatever the slices and the algorithm."""

    dense: int
    """They are taken at every moment below this."""
    doubling: int
    """How often they are taken, at least, while the moment doubles after that; a power of two."""

    def after(self, moment: int) -> int:
        """The next of them."""
        between = 1
        if moment >= self.dense:
            between = 1 << ((moment // self.doubling).bit_length() - 1)
        return moment - moment % between + between


FINE = Grid(256, 32)
"""For a search that is looked at by itself."""
COARSE = Grid(64, 16)
"""For several that share a chart and a processor: a sample costs what some hundred expansions do,
and a race that is over in a tenth of a second would spend most of it on samples."""


class Node(NamedTuple):
    """A state that was expanded."""

    moment: int
    """The one after its expansion."""
    g: int
    h: int


class Stretch(NamedTuple):
    """States that were expanded one after the other."""

    moments: NDArray[np.int64]
    g: NDArray[np.int64]
    h: NDArray[np.int64]


class Sizes(NamedTuple):
    """What a search holds and has proven; NaN for what means nothing in all of the search."""

    frontier: float
    closed: float
    bound: float


class Reader(Protocol):
    """Reads a search of one family."""

    needs_stops: bool
    """A search is to stop where samples are due; else all that there is tells its own moment."""

    def read(self, since: int, now: int) -> Node | Stretch | None:
        """States expanded after moment ``since``, not all of them; None where none is known.

        ``now`` is how many the search has expanded. A node may be the one that is expanded next.
        """
        ...

    def sizes(self) -> Sizes | None:
        """How things are now; None where that is not known."""
        ...


def reader_for(search: Search) -> Reader:
    """What reads ``search``."""
    stepping = search.stepping
    if isinstance(stepping, GraphSearch):
        return (_Stack if stepping._is_stack else _Queue)(search, stepping)
    if isinstance(stepping, BestFirst):
        return _Nodes(search, stepping)
    if isinstance(stepping, DepthFirst):
        return _Path(search, stepping)
    if isinstance(stepping, Beam):
        return _Layer(search, stepping)
    if isinstance(stepping, Improving):
        return _Ends()
    return _Last(search)


class _Nodes:
    """Every node stands behind the others that were made when its parent was expanded."""

    needs_stops = True

    def __init__(self, search: Search, stepping: BestFirst) -> None:
        self._search = search
        self._stepping = stepping

    def read(self, since: int, now: int) -> Node | Stretch | None:
        count = min(now - since, now)
        if now > READ_ALL:
            count = min(count, WINDOW)
        return self._last(count, now) if count > 0 else None

    def _last(self, count: int, now: int) -> Node | Stretch | None:
        """The last ``count`` states expanded; they need not be all."""
        links, counters = self._stepping._nodes.links, self._stepping._counters
        stored = int(counters[nodes_kernel.STORED])
        # at least one node for each expansion, and at most three but for the first
        parents = links[max(0, stored - 3 * count - 4) : stored, nodes_kernel.PARENT]
        is_first = np.empty(len(parents), np.bool_)
        is_first[0] = parents[0] != nodes_kernel.NONE
        np.not_equal(parents[1:], parents[:-1], out=is_first[1:])
        nodes = parents[is_first]
        if self._search.status is Status.EXHAUSTED:  # a walk in a dead end has made none
            last = counters[nodes_kernel.CURRENT]
            nodes = nodes if len(nodes) and nodes[-1] == last else np.append(nodes, last)
        return _stretch(links[nodes[-count:]], now)

    def sizes(self) -> Sizes:
        counters = self._stepping._counters
        closed = counters[nodes_kernel.EXPANDED] - counters[nodes_kernel.REOPENED]
        # of both ends; elsewhere it depends on the weight, and follows f
        bound = counters[nodes_kernel.LOWEST_F]
        return Sizes(int(counters[nodes_kernel.FRONTIER]), int(closed), int(bound))


class _Queue(_Nodes):
    """Nodes stand in the order in which they are taken."""

    def _last(self, count: int, now: int) -> Stretch:
        return _stretch(self._stepping._nodes.links[now - count : now], now)


class _Stack(_Nodes):
    """Nodes of which nothing came are not known any more, but for the last one."""

    def _last(self, count: int, now: int) -> Node | Stretch | None:
        if self._search.status is Status.SOLVED:  # the last one is the goal, which is not expanded
            return None
        node = int(self._stepping._counters[nodes_kernel.CURRENT])
        return Node(now, int(self._stepping._nodes.links[node, nodes_kernel.G]), 0)


def _stretch(links: NDArray[np.int32], now: int) -> Stretch:
    found = links.astype(np.int64)
    moments = np.arange(now - len(found) + 1, now + 1)
    return Stretch(
        moments, found[:, nodes_kernel.G], found[:, nodes_kernel.BITS] >> nodes_kernel.H_SHIFT
    )


class _Path:
    """Between two pieces of work the path ends with the state that is expanded next."""

    needs_stops = True

    def __init__(self, search: Search, stepping: DepthFirst) -> None:
        self._search = search
        self._stepping = stepping

    def read(self, since: int, now: int) -> Node | None:
        if self._search.status is not Status.RUNNING:
            return None
        counters, weighing = self._stepping._counters, self._stepping._weighing
        depth = int(counters[path_kernel.DEPTH])
        spent = weighing.g_weight * depth + int(counters[path_kernel.SLACK])
        h = (int(counters[path_kernel.BOUND]) - spent) // max(weighing.h_weight, 1)
        return Node(now + 1, depth, h)

    def sizes(self) -> Sizes | None:
        stepping = self._stepping
        if not stepping.expanded:  # a bound that the start itself exceeds may be passed already
            return None
        bound = int(stepping._counters[path_kernel.BOUND]) // stepping._weighing.g_weight
        return Sizes(math.nan, math.nan, bound)


class _Last:
    """The state expanded last, whatever the search."""

    needs_stops = True

    def __init__(self, search: Search) -> None:
        self._search = search
        self._evaluate = search._task.tables.evaluate

    def read(self, since: int, now: int) -> Node | None:
        if not now or self._search.status is not Status.RUNNING:
            return None  # what it stands at in the end is the goal, which is not expanded
        h = self._evaluate(self._search.current())
        return Node(now, self._search.stepping.stats().depth, h)

    def sizes(self) -> Sizes:
        stats = self._search.stepping.stats()
        return Sizes(stats.frontier, stats.expanded - stats.reopened, stats.bound)


class _Layer(_Last):
    """A beam, as long as it has no answer: g is the number of the layer."""

    def __init__(self, search: Search, stepping: Beam) -> None:
        super().__init__(search)
        self._stepping = stepping

    def read(self, since: int, now: int) -> Node | None:
        stepping = self._stepping
        counters = stepping._counters
        is_in_layer = stepping._steps is None and counters[beam_kernel.NEXT] > 0
        if not is_in_layer or stepping.answer() is not None:
            return None
        return Node(now, int(counters[beam_kernel.LAYER]), self._evaluate(stepping.current()))


class _Ends:
    """A search that works on several things in turn: what counts is its answer."""

    needs_stops = False

    def read(self, since: int, now: int) -> None:
        return None

    def sizes(self) -> None:
        return None
