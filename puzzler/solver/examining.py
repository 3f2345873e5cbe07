"""What crosses the boundary between a search under the lens and whoever looks at it."""

from __future__ import annotations

from dataclasses import dataclass

from puzzler.search.inspection.values import Expansion, Glimpse
from puzzler.search.result import SearchResult
from puzzler.search.samples import Sampled


@dataclass(frozen=True)
class Seek:
    """Show that moment, forward or back, and stand still there; the newest holds.

    A moment behind the end is the end, however far that is.
    """

    moment: int
    """How many states have been expanded."""


@dataclass(frozen=True)
class Step:
    """Go so many expansions on from where it stands or is being sent, back where negative."""

    expansions: int = 1


@dataclass(frozen=True)
class Run:
    """Go on from what is shown until the end, or until it is told otherwise."""

    rate: float | None
    """Expansions a second; None is as fast as it goes."""


@dataclass(frozen=True)
class Pause:
    """Stand still where it is."""


@dataclass(frozen=True)
class Record:
    """What to record beside the search; see ``ExpansionLog``."""

    ranks: bool = False
    """Which states were expanded."""
    tree: bool = False
    """Which state was reached from which."""


@dataclass(frozen=True)
class Close:
    """End it."""


Order = Seek | Step | Run | Pause | Record | Close


@dataclass(frozen=True)
class Moment:
    """What there is to see of a search after some expansions."""

    run_id: int
    """Tells the examiners of one sitting apart."""
    sequence: int
    """Counts up with every moment that is told, whichever it is."""
    glimpse: Glimpse
    """The search at this moment. Its stats tell no time: that of a stepped search means nothing."""
    is_running: bool
    """More will come by itself."""
    is_there: bool
    """It stands still here, and always shows exactly this; False for what is passed by."""
    at_end: bool
    """The search has ended, and this is its last moment."""
    coming: Expansion | None
    """What is expanded next, where it stands still; None at the end, and while it runs."""
    total: int | None
    """States expanded in all; None while the end has not been seen."""
    reached: int
    """The furthest moment that has been seen."""
    result: SearchResult | None
    """What comes of the search; None while the end has not been seen."""
    samples: Sampled | None = None
    """Figures against expansions, up to the furthest moment that has been seen."""
    rate: float = 0.0
    """Expansions a second while it runs."""

    @property
    def expansions(self) -> int:
        """How many states have been expanded."""
        return self.glimpse.expansions
