"""The drill: cards that are due, generated ones, and what got better."""

from __future__ import annotations

import time
from collections.abc import Callable

from puzzler.board.errors import PuzzlerError
from puzzler.game.play.context import Context
from puzzler.game.review import messages
from puzzler.game.review.card_maker import CardMaker
from puzzler.game.review.drilling import Drilling
from puzzler.game.storage.drill_card import DrillDay
from puzzler.game.storage.store import Store
from puzzler.humanize import sentence


class Drills:
    """Begins drills beside the game, which waits as it is; ``session.stop`` goes back to it."""

    def __init__(
        self, context: Context, store: Store, now: Callable[[], float] = time.time
    ) -> None:
        """now: seconds since 1970."""
        self._context = context
        self._store = store
        self._now = now

    @property
    def current(self) -> Drilling:
        """The drill that is open; RuntimeError where none is."""
        activity = self._context.activity
        if not isinstance(activity, Drilling):
            raise RuntimeError("no card is asked")
        return activity

    @property
    def due(self) -> int:
        """How many cards are due."""
        return self._store.count_due(self._now())

    @property
    def count(self) -> int:
        """How many cards there are in all."""
        return self._store.card_count()

    @property
    def curve(self) -> list[DrillDay]:
        """The answers of every day on which there were any."""
        return self._store.drill_curve()

    def begin(self) -> bool:
        """Ask the cards that are due, one after another; False, and said, while a search runs."""
        return self._enter(None)

    def begin_generated(self, rows: int = 3, columns: int = 3, distance: int = 12) -> bool:
        """Ask for a shortest move on random boards at that distance from the standard goal.

        False, and said, while a search runs and where distances of such boards are not proven.
        """
        try:
            maker = CardMaker(rows, columns, distance)
        except PuzzlerError as error:
            self._context.refuse(sentence(str(error)))
            return False
        return self._enter(maker)

    def _enter(self, maker: CardMaker | None) -> bool:
        if self._context.refuses_while_searching(messages.DRILL_WHILE_SEARCHING):
            return False
        self._context.enter(Drilling(self._context, self._store, self._now, maker))
        return True
