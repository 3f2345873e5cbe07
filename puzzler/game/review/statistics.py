"""The statistics as they are shown: the store's figures, and what is done with a solve."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from puzzler import resources
from puzzler.game.play.category import Category, Kind, RelayKind
from puzzler.game.play.context import Context
from puzzler.game.play.distances import CELLS_FOR_TABLES
from puzzler.game.play.game import SavedGame
from puzzler.game.review import messages
from puzzler.game.review.analysis import Analysis
from puzzler.game.storage.statistics import Curve, Order, SolveRow, Summary
from puzzler.game.storage.store import Store
from puzzler.search.engine.measuring import Question


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
    """What was solved, kind by kind, in this session and in all time."""

    def __init__(
        self,
        context: Context,
        store: Store,
        analysis: Analysis,
        now: Callable[[], float] = time.time,
    ) -> None:
        """now: seconds since 1970. The session begins with this."""
        self._context = context
        self._analysis = analysis
        self._store = store
        self._since = now()
        self._distances = context.distances
        self._learned = self._distances.learned
        self._unproven: dict[int, Question] = {}  # of solves that were looked at
        self._looked_up: set[int] = set()
        self.news = 0
        """Grows whenever a line has become more complete."""

    @property
    def kinds(self) -> list[Kind]:
        """The kinds in which something was solved, the one solved last first."""
        return self._store.kinds()

    @property
    def present_kind(self) -> Kind | None:
        """The kind of the game that is played; None where its board was not shuffled."""
        return Category.of(self._context.game.present)

    def summary(self, kind: Kind, *, is_session: bool = False) -> Summary:
        """The figures of one kind, of this session or of all time."""
        return self._store.summary(kind, self._since if is_session else None)

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

        By default the latest comes first, or what is best in that order. Where the shortest of one
        of them is not known it is found in the background; ``news`` tells when it has been.
        """
        since = self._since if is_session else None
        rows = self._store.rows(kind, first, count, order, is_descending=is_descending, since=since)
        if isinstance(kind, Category) and kind.rows * kind.columns <= CELLS_FOR_TABLES:
            self._look_up([row.id for row in rows if row.shortest is None])
        return rows

    def curve(self, kind: Kind) -> Curve:
        """Times over the solves."""
        return self._store.curve(kind)

    def delete(self, kind: Kind, row_id: int) -> None:
        """Delete a line of the list, and leave it out of every figure."""
        if isinstance(kind, RelayKind):
            self._store.delete_relay(row_id)
        else:
            self._store.delete(row_id)

    def export_csv(self, kind: Kind, path: Path) -> str:
        """Write every solve of one kind to a file; returns one line to be shown."""
        lines = list(self._store.csv(kind))
        try:
            resources.write_atomically(path, "".join(lines))
        except OSError as error:
            return messages.not_exported(error)
        return messages.exported(len(lines) - 1, path)

    def tick(self) -> None:
        """Keep what has been proven of solves that were looked at."""
        if not self._unproven or self._learned == self._distances.learned:
            return
        self._learned = self._distances.learned
        for solve_id, question in list(self._unproven.items()):
            at_least, at_most = self._distances.ends(question.board, question.goal)
            if at_least == at_most:
                del self._unproven[solve_id]
                self._store.learn_shortest(solve_id, at_least)
                self.news += 1
        self._ask()

    def _look_up(self, solve_ids: list[int]) -> None:
        """Have the shortest solutions of these proven, each asked for once."""
        fresh = [solve_id for solve_id in solve_ids if solve_id not in self._looked_up]
        self._looked_up.update(fresh)
        for solve_id in fresh:
            solve = self._store.solve(solve_id)
            # where fewer moves are known than were made they do not begin at the start
            if solve is not None and len(solve.moves) == solve.move_count:
                self._unproven[solve_id] = Question(solve.start, solve.goal)
        if fresh:
            self._learned = -1  # some may be known already
            self._ask()

    def _ask(self) -> None:
        self._analysis.also = tuple(self._unproven.values())
