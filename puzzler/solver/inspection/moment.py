"""The moments of an inspected search, which its worker publishes."""

from __future__ import annotations

from dataclasses import dataclass

from puzzler.search.inspection.observation import Expansion, Glimpse
from puzzler.search.inspection.recording import ExpansionLog
from puzzler.search.inspection.samples import Sampled
from puzzler.search.result import SearchResult
from puzzler.solver.worker import Worker


@dataclass(frozen=True, kw_only=True)
class Moment:
    """A search after some number of expansions."""

    glimpse: Glimpse
    """The search at this moment, without its time, which is meaningless when stepping."""
    at_end: bool
    """Whether this is the last moment of the search."""
    is_there: bool = False
    """Whether the search has stopped here. False for a moment that was passed while running."""
    coming: Expansion | None = None
    """The next expansion; None at the end and while running."""
    sequence: int = 0
    """Number of moments shown so far."""
    is_running: bool = False
    """Whether more moments follow without a command."""
    total: int | None = None
    """Total number of expansions; None until the end was reached."""
    reached: int = 0
    """The furthest moment reached."""
    result: SearchResult | None = None
    """The result; None until the end was reached."""
    samples: Sampled | None = None
    """Samples by expansions, up to the furthest moment reached."""
    rate: float = 0.0
    """Expansions per second while running."""

    @property
    def expansions(self) -> int:
        """Number of expanded states."""
        return self.glimpse.expansions


@dataclass(frozen=True)
class Inspection:
    """The latest snapshot of an inspected search."""

    moment: Moment | None
    """The shown moment; None before the search is made."""
    log: ExpansionLog
    """The recorded data, see ``Record``."""
    seeking: float | None = None
    """Progress of a ``Seek`` from 0 to 1, or 0 if the end is unknown; None if there is none."""


InspectionWorker = Worker[Inspection, None]
"""Its commands are ``Seek``, ``Resume``, ``Pause``, ``SetRate``, ``Record`` and ``Cancel``."""
