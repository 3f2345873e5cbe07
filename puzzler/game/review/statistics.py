"""The statistics as they are shown: the store's figures, and what is done with a solve."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path

from puzzler import resources
from puzzler.game.play.category import Category, Kind, RelayKind
from puzzler.game.play.context import Context
from puzzler.game.play.distances import CELLS_FOR_TABLES
from puzzler.game.play.game import SavedGame
from puzzler.game.review import messages
from puzzler.game.review.analysis import Analysis
from puzzler.game.storage.statistics import SolveRow, Summary
from puzzler.game.storage.store import Store


def record(store: Store, saved: SavedGame, shortest: int | None = None) -> tuple[str, ...]:
    """Keep the present play as solved by hand; what it has beaten: time, moves, efficiency.

    Nothing where it had help, was not shuffled, was counted before, or is the first of its
    category. Efficiency is moves over ``shortest``, and beaten only where that is known.
    """
    play = saved.present
    category = Category.of(play)
    before = Summary() if category is None else store.summary(category)
    is_new = store.keep_solve(saved, shortest)
    if category is None or play.is_helped or not is_new:
        return ()
    # bests are of whole milliseconds: the same time twice is no record
    beaten = {
        "time": before.best_seconds is not None and round(play.seconds, 3) < before.best_seconds,
        "moves": before.best_moves is not None and play.move_count < before.best_moves,
        "efficiency": before.best_efficiency is not None
        and shortest is not None
        and play.move_count < before.best_efficiency * shortest,
    }
    return tuple(name for name, is_beaten in beaten.items() if is_beaten)


class Statistics:
    """What was solved, kind by kind, in all time and in this session: ``since`` it began."""

    def __init__(
        self,
        context: Context,
        store: Store,
        analysis: Analysis,
        now: Callable[[], float] = time.time,
    ) -> None:
        """now: seconds since 1970. The session begins with this."""
        self.store = store
        self.since = now()
        self._context = context
        self.analysis = analysis
        """Its ``news`` tell whether a line has become more complete."""
        self._looked_up: set[int] = set()

    @property
    def present_kind(self) -> Kind | None:
        """The kind of the game that is played; None where its board was not shuffled."""
        return Category.of(self._context.game.present)

    def delete(self, kind: Kind, row_id: int) -> None:
        """Delete a line of the list, and leave it out of every figure."""
        if isinstance(kind, RelayKind):
            self.store.delete_relay(row_id)
        else:
            self.store.delete(row_id)

    def export_csv(self, kind: Kind, path: Path) -> str:
        """Write every solve of one kind to a file; returns one line to be shown."""
        lines = list(self.store.csv(kind))
        try:
            resources.write_atomically(path, "".join(lines))
        except OSError as error:
            return f"The solves could not be exported: {error.strerror or error}"
        return messages.exported(len(lines) - 1, path)

    def look_up(self, kind: Kind, rows: Sequence[SolveRow]) -> None:
        """Find the shortest solutions that are not known in the background, once for each row."""
        if not isinstance(kind, Category) or kind.rows * kind.columns > CELLS_FOR_TABLES:
            return
        unknown = {row.id for row in rows if row.shortest is None}
        for solve_id in unknown - self._looked_up:
            solve = self.store.solve(solve_id)
            # where fewer moves are known than were made they do not begin at the start
            if solve is not None and len(solve.moves) == solve.move_count:
                self.analysis.look_up(solve_id, solve.start, solve.goal)
        self._looked_up |= unknown
