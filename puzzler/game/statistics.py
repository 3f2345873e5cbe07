"""The statistics as they are shown: the store's figures, and what is done with a solve."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from puzzler import resources
from puzzler.game import wording
from puzzler.game.kept.store import Store
from puzzler.game.play.category import Category, Kind, RelayKind
from puzzler.game.play.statistics import Bests, Curve, Order, SolveRow, Summary
from puzzler.game.present import Present


class Statistics:
    """What was solved, kind by kind, in this session and in all time."""

    def __init__(
        self, present: Present, store: Store, now: Callable[[], float] = time.time
    ) -> None:
        """now: seconds since 1970. The session begins with this."""
        self._present = present
        self._store = store
        self._since = now()

    @property
    def kinds(self) -> list[Kind]:
        """The kinds in which something was solved, the one solved last first."""
        return self._store.kinds()

    @property
    def present_kind(self) -> Kind | None:
        """The kind of the game that is played; None where its board was not shuffled."""
        return Category.of(self._present.sitting.game.play)

    def summary(self, kind: Kind, *, is_session: bool = False) -> Summary:
        """The figures of one kind, of this session or of all time."""
        return self._store.summary(kind, self._since if is_session else None)

    def bests(self, kind: Kind) -> Bests:
        """What is to be beaten."""
        return self._store.bests(kind)

    def count(self, kind: Kind, *, is_session: bool = False) -> int:
        """How many solves are in the list, those with help included."""
        return self._store.count(kind, self._since if is_session else None)

    def rows(
        self,
        kind: Kind,
        first: int = 0,
        count: int = 50,
        order: Order = Order.DATE,
        *,
        is_descending: bool | None = None,
        is_session: bool = False,
    ) -> list[SolveRow]:
        """``count`` lines of the list of solves from line ``first`` on.

        By default the latest comes first, or what is best in that order.
        """
        since = self._since if is_session else None
        return self._store.rows(kind, first, count, order, is_descending=is_descending, since=since)

    def curve(self, kind: Kind) -> Curve:
        """Times over the solves."""
        return self._store.curve(kind)

    def delete(self, kind: Kind, row_id: int) -> None:
        """Take a line of the list out of it and out of every figure, for good."""
        if isinstance(kind, RelayKind):
            self._store.delete_relay(row_id)
        else:
            self._store.delete(row_id)

    def export_csv(self, kind: Kind, path: Path) -> str:
        """Write every solve of one kind to a file; one line about what came of it."""
        lines = list(self._store.csv(kind))
        try:
            resources.write_atomically(path, "".join(lines))
        except OSError as error:
            return wording.not_exported(error)
        return wording.exported(len(lines) - 1, path)
