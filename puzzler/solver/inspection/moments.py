"""What is shown of a search under inspection."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass

from puzzler.search.inspection.recording import ExpansionLog
from puzzler.search.inspection.values import Expansion, Glimpse
from puzzler.search.result import SearchResult
from puzzler.search.samples import Sampled

MOST_MOMENTS = 64
"""Moments that are remembered, those shown last."""
MOST_NODES = 1_000_000
"""States on their paths, all in all: a depth-first search has long ones."""


@dataclass(frozen=True)
class Moment:
    """A search after some number of expansions."""

    glimpse: Glimpse
    """The search at this moment; without its time, which means nothing for a stepped search."""
    is_there: bool
    """The search stands here: the same moment always shows exactly this. False for one that was
    passed while running."""
    at_end: bool
    """The search has ended, and this is its last moment."""
    coming: Expansion | None
    """What is expanded next, where the search stands here; None at the end and while it runs."""
    sequence: int = 0
    """Counts up with every moment that is shown."""
    is_running: bool = False
    """More moments will follow without a command."""
    total: int | None = None
    """States expanded in all; None while the end has not been seen."""
    reached: int = 0
    """The furthest moment that has been seen."""
    result: SearchResult | None = None
    """None while the end has not been seen."""
    samples: Sampled | None = None
    """Figures against expansions, up to the furthest moment that has been seen."""
    rate: float = 0.0
    """Expansions a second while it runs."""

    @property
    def expansions(self) -> int:
        """How many states have been expanded."""
        return self.glimpse.expansions


@dataclass(frozen=True)
class Inspection:
    """The newest of a search under inspection."""

    moment: Moment | None
    """What is shown; None until the search is made."""
    log: ExpansionLog
    """What was recorded beside the search, as ``Record`` asked for."""
    seeking: float | None = None
    """How much of the way to the moment of ``Seek`` is done, 0 to 1, and 0 where the end is not
    known; None when there."""


class MomentCache:
    """Moments that were shown lately."""

    def __init__(self) -> None:
        self._moments: OrderedDict[int, Moment] = OrderedDict()
        self._nodes = 0

    def find(self, expansions: int) -> Moment | None:
        """The moment after so many expansions, if it is remembered."""
        moment = self._moments.get(expansions)
        if moment is not None:
            self._moments.move_to_end(expansions)
        return moment

    def add(self, moment: Moment) -> None:
        """Remember ``moment``; those that were not shown for longest are forgotten."""
        moments, at = self._moments, moment.expansions
        if at in moments:
            self._nodes -= len(moments.pop(at).glimpse.path)
        moments[at] = moment
        self._nodes += len(moment.glimpse.path)
        while len(moments) > MOST_MOMENTS or (self._nodes > MOST_NODES and len(moments) > 1):
            _, oldest = moments.popitem(last=False)
            self._nodes -= len(oldest.glimpse.path)
