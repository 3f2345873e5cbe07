"""What a run needs of a search in the background, and one that has ended elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from puzzler.search.result import SearchResult
from puzzler.solver.messages import Command, Finished, Progress, SearchEvent, Started
from puzzler.steps import BuildProgress


class Handle(Protocol):
    """``solver.watch.SearchWorker``, or one that stands for it."""

    @property
    def latest(self) -> Progress | None:
        """The newest live figures."""
        ...

    @property
    def building(self) -> BuildProgress | None:
        """How far tables or machine code are."""
        ...

    @property
    def is_alive(self) -> bool:
        """More may come."""
        ...

    def send(self, command: Command) -> None:
        """Ask for something."""
        ...

    def poll(self) -> Sequence[SearchEvent]:
        """The events that have come since."""
        ...

    def close(self) -> None:
        """End it."""
        ...


class Ended:
    """A search that ran elsewhere, as in a race: its end is all that is heard of it."""

    latest: Progress | None = None
    building: BuildProgress | None = None
    is_alive = False

    def __init__(self, run_id: int, result: SearchResult) -> None:
        self._events: list[SearchEvent] = [Started(run_id), Finished(run_id, result)]

    def send(self, command: Command) -> None:
        """Nobody obeys any more."""

    def poll(self) -> Sequence[SearchEvent]:
        """Its end, once."""
        events, self._events = self._events, []
        return events

    def close(self) -> None:
        """It has ended."""
