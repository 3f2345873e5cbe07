"""The store: the running game, solves and cards, in a database that all windows of a user share.

A move is kept when it is made, in a transaction that waits for no disk: killing the program loses
at most the move under way. Nothing here raises: what cannot be kept is told once, and the game
goes on.
"""

from __future__ import annotations

import logging
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TypeVar

from puzzler import resources
from puzzler.board.scenario import Scenario
from puzzler.game.play.category import RELAY, Kind
from puzzler.game.play.game import SavedGame
from puzzler.game.storage import csv_export
from puzzler.game.storage.columns import (
    NOTHING,
    Columns,
    Figures,
    bests,
    curve,
    sorted_ids,
    summary,
)
from puzzler.game.storage.database import Database, in_memory, open_database
from puzzler.game.storage.practice import (
    Answered,
    Card,
    Cards,
    DrillDay,
    LessonProgress,
    Lessons,
    Predictions,
    PredictionScore,
)
from puzzler.game.storage.relays import Relays
from puzzler.game.storage.running_game import MISREAD, RunningGame
from puzzler.game.storage.solves import Solves
from puzzler.game.storage.statistics import Bests, Curve, KeptSolve, Order, SolveRow, Summary

CHECKPOINT_AFTER = 200
"""Transactions after which what was written is put into its place, when nothing moves."""

EXPORTED_AT_ONCE = 500
"""Solves whose paths are in memory together."""

Answer = TypeVar("Answer")

_log = logging.getLogger("puzzler")


class Store:
    """What one window keeps: its running game, and with all other windows the solves."""

    def __init__(self, database: Database) -> None:
        """Use ``open`` or ``in_memory``."""
        self.notice = database.notice
        """One line to be shown at the start, or ""."""
        self._database = database
        self._game = RunningGame(database)
        self._figures = Figures(database.connection)
        self._solves = Solves(database, self._figures)
        self._relays = Relays(database, self._figures)
        self._cards = Cards(database)
        self._predictions = Predictions(database)
        self._lessons = Lessons(database)
        self._trouble = ""
        self._troubles: set[str] = set()
        self._writes = 0
        self._is_open = True

    @classmethod
    def open(cls, folder: Path | None = None) -> Store:
        """The store in ``folder``, by default the user's own. Never raises: see ``notice``."""
        return cls(open_database(folder or resources.data_folder()))

    @classmethod
    def in_memory(cls) -> Store:
        """A store that nothing is left of."""
        return cls(in_memory())

    # ---- The running game ---------------------------------------------------------------

    def resume(self) -> SavedGame | None:
        """The game last touched that no other window has open; None begins a new one.

        It is this window's until ``close``. To be called once, before ``keep``.
        """
        try:
            return self._game.resume()
        except ValueError as error:
            self._begin_with(f"the saved game is broken: beginning anew ({error})")
        except sqlite3.Error as error:
            self._begin_with(f"the saved game cannot be read: beginning anew ({error})")
        return None

    def keep(self, saved: SavedGame) -> None:
        """Keep what an action has changed: only that is written."""
        self._write(saved, lambda _: None)

    # ---- Solves ---------------------------------------------------------------------------

    def keep_solve(self, saved: SavedGame, shortest: int | None = None) -> bool:
        """Keep the game and its present play as solved by hand; False where it was counted before.

        Both are kept in one transaction, so that none of them is lost without the other.
        shortest: the length of a shortest solution of the scenario, where it is proven by now.
        """
        is_new = self._write(
            saved,
            lambda connection: self._solves.add(
                connection, self._game.number, saved, shortest, time.time()
            ),
        )
        self._figures.expect_more()
        # what cannot be kept has been solved all the same
        return is_new is not False

    def solve_id(self, number: int) -> int | None:
        """The solve of a play of this window's game; None where there is none, or none any more."""
        return self._asked(lambda: self._solves.of_play(self._game.number, number))

    def latest_solve(self) -> int | None:
        """The solve that was kept last, in any window and of any kind."""
        return self._asked(self._solves.latest)

    def solve(self, number: int) -> KeptSolve | None:
        """A solve with its path, to be reviewed or replayed; None where it is gone."""
        return self._asked(lambda: self._solves.solve(number))

    def learn_shortest(self, number: int, moves: int) -> None:
        """Keep that the shortest solution of what a solve began with has been proven."""
        self._changed(
            lambda: self._solves.learn_shortest(number, moves),
            "the shortest solution cannot be kept",
        )

    def delete(self, number: int) -> None:
        """Take a solve out of every list and figure, for good."""
        self._changed(lambda: self._solves.delete(number), "the solve cannot be deleted")

    # ---- Relays ---------------------------------------------------------------------------

    def keep_relay(self, splits: Sequence[tuple[float, int]], *, assisted: bool) -> None:
        """Keep a finished relay: seconds and moves of each stage, 2x2 first."""
        self._changed(
            lambda: self._relays.add(splits, assisted=assisted, now=time.time()),
            "the relay cannot be kept",
        )

    def delete_relay(self, number: int) -> None:
        """Take a relay out of the list and every figure, for good."""
        self._changed(lambda: self._relays.delete(number), "the relay cannot be deleted")

    def best_seconds(self, scenario: Scenario) -> float | None:
        """The shortest time in which this very board was solved without help; None if never."""
        return self._asked(lambda: self._solves.best_seconds(scenario))

    # ---- Statistics -----------------------------------------------------------------------

    def kinds(self) -> list[Kind]:
        """The kinds in which something was solved, the one solved last first."""
        return self._asked(self._solves.kinds) or []

    def count(self, kind: Kind, since: float | None = None) -> int:
        """How many solves are in the list, those with help included.

        since: seconds since 1970; only what was kept then and later.
        """
        return len(self._columns(kind).since(since))

    def bests(self, kind: Kind) -> Bests:
        """What is to be beaten."""
        return bests(self._columns(kind).counted)

    def summary(self, kind: Kind, since: float | None = None) -> Summary:
        """The figures, of what was kept ``since`` then (seconds since 1970) or of all time."""
        return summary(self._columns(kind).since(since).counted)

    def curve(self, kind: Kind) -> Curve:
        """Times over the solves."""
        return curve(self._columns(kind).counted)

    def rows(
        self,
        kind: Kind,
        first: int = 0,
        count: int = 50,
        order: Order = Order.DATE,
        *,
        is_descending: bool | None = None,
        since: float | None = None,
    ) -> list[SolveRow]:
        """``count`` lines of the list from line ``first`` on, those with help included.

        By default the latest comes first, or what is best in that order; what is not known comes
        last.
        """
        if is_descending is None:
            is_descending = order.is_descending
        ids = sorted_ids(self._columns(kind).since(since), order, is_descending=is_descending)
        page = ids[max(first, 0) : max(first, 0) + count].tolist()
        return self._asked(lambda: self._lister(kind).rows(page)) or []

    def csv(self, kind: Kind) -> Iterator[str]:
        """The lines of a file of comma-separated values, the first solve first."""
        is_relay = kind == RELAY
        yield csv_export.line(csv_export.RELAY_COLUMNS if is_relay else csv_export.SOLVE_COLUMNS)
        ids = self._columns(kind).ids.tolist()
        for first in range(0, len(ids), EXPORTED_AT_ONCE):
            some = ids[first : first + EXPORTED_AT_ONCE]
            rows = self._asked(partial(self._lister(kind).rows, some)) or []
            if is_relay:
                yield from map(csv_export.relay_line, rows)
            else:
                paths = self._asked(partial(self._solves.paths, some)) or {}
                yield from (
                    csv_export.solve_line(row, *paths[row.id]) for row in rows if row.id in paths
                )

    # ---- The drill ------------------------------------------------------------------------

    def add_cards(self, cards: Iterable[Card]) -> list[int]:
        """Add cards, each board with its goal once; the ids of all of them, none where it fails."""
        return self._changed(lambda: self._cards.add(cards), "the cards cannot be kept") or []

    def due_card(self, now: float) -> Card | None:
        """The card that has been due for longest; None where none is. ``now``: since 1970."""
        return self._asked(lambda: self._cards.due(now))

    def count_due(self, now: float) -> int:
        """How many cards are due."""
        return self._asked(lambda: self._cards.count_due(now)) or 0

    def card_count(self) -> int:
        """How many cards there are."""
        return self._asked(self._cards.count) or 0

    def answer(self, number: int, is_right: bool, now: float) -> Card | None:
        """Keep an answer when it is given, with the box into which the card goes by it.

        The card as it is then; None where it is gone or the answer could not be kept.
        """
        return self._changed(
            lambda: self._cards.answer(number, now, is_right=is_right), "the answer cannot be kept"
        )

    def drill_curve(self) -> list[DrillDay]:
        """The days on which something was answered, the first one first."""
        return self._asked(self._cards.days) or []

    # ---- Predictions ----------------------------------------------------------------------

    def keep_prediction(self, kind: str, is_right: bool) -> None:
        """Keep an answer when it is given."""
        self._changed(
            lambda: self._predictions.add(kind, time.time(), is_right=is_right),
            "the prediction cannot be kept",
        )

    def prediction_score(self) -> PredictionScore:
        """All answers so far, those of other windows and days included."""
        return self._asked(self._predictions.score) or PredictionScore()

    # ---- Lessons --------------------------------------------------------------------------

    def see_step(self, lesson: str, step: int) -> None:
        """Keep that a step of a lesson is looked at now."""
        self._changed(
            lambda: self._lessons.see(lesson, step, time.time()),
            "how far the lesson went cannot be kept",
        )

    def answer_step(self, lesson: str, step: int, answered: Answered) -> None:
        """Keep an answer to the question of a step when it is given."""
        self._changed(
            lambda: self._lessons.answer(lesson, step, answered, time.time()),
            "the answer cannot be kept",
        )

    def lesson_progress(self) -> dict[str, LessonProgress]:
        """How far every lesson has been gone through that was begun, by name."""
        return self._asked(self._lessons.progress) or {}

    # ---- Its life -----------------------------------------------------------------------

    def take_trouble(self) -> str:
        """One line where something could not be kept since the last call, each reason once."""
        trouble, self._trouble = self._trouble, ""
        return trouble

    def rest(self) -> None:
        """Nothing moves: there is time for what may wait for the disk."""
        if self._writes >= CHECKPOINT_AFTER:
            self._writes = 0
            self._asked(
                lambda: self._database.connection.execute(
                    "PRAGMA wal_checkpoint(PASSIVE)"
                ).fetchone()
            )

    def close(self) -> None:
        """Leave the running game to other windows. Harmless to repeat."""
        if self._is_open:
            self._is_open = False
            self._game.close()
            self._asked(self._database.connection.close)

    # ---- Within -------------------------------------------------------------------------

    def _write(
        self, saved: SavedGame, and_then: Callable[[sqlite3.Connection], Answer]
    ) -> Answer | None:
        """What ``and_then`` gives; None where nothing could be written.

        The next time tries again: whatever is not in the file yet is written then.
        """
        if not self._is_open:
            return None
        try:
            if not self._game.number:
                self._game.begin()
            with self._database.writing() as connection:
                steps = self._game.write(saved, connection)
                answer = and_then(connection)
        except (sqlite3.Error, *MISREAD) as error:
            self._tell(f"the game cannot be kept ({error})")
            return None
        self._game.settle(steps)
        self._writes += 1
        return answer

    def _lister(self, kind: Kind) -> Solves | Relays:
        return self._relays if kind == RELAY else self._solves

    def _columns(self, kind: Kind) -> Columns:
        read = self._asked(lambda: self._figures.columns(kind))
        return NOTHING if read is None else read

    def _changed(self, change: Callable[[], Answer], trouble: str) -> Answer | None:
        """What ``change`` gives, which is a transaction of its own; None where it fails."""
        if not self._is_open:
            return None
        try:
            answer = change()
        except (sqlite3.Error, *MISREAD) as error:
            self._tell(f"{trouble} ({error})")
            return None
        self._writes += 1
        return answer

    def _asked(self, question: Callable[[], Answer]) -> Answer | None:
        try:
            return question()
        except (sqlite3.Error, *MISREAD) as error:
            if self._is_open:
                self._tell(f"the statistics cannot be read ({error})")
            return None

    def _begin_with(self, notice: str) -> None:
        _log.warning(notice)
        self.notice = "; ".join(words for words in (self.notice, notice) if words)

    def _tell(self, trouble: str) -> None:
        if trouble not in self._troubles:
            self._troubles.add(trouble)
            self._trouble = trouble
            _log.warning(trouble)
