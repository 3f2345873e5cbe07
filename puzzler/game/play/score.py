"""The score: solves by hand enter the records, each play once."""

from __future__ import annotations

from typing import Protocol

from puzzler.game.play.game import SavedGame
from puzzler.game.play.records import Category, Record, Records, Solve


class Solves(Protocol):
    """Whoever keeps the solves."""

    def record(self, category: Category) -> Record:
        """What was reached in ``category``, empty where nothing was."""
        ...

    def records(self) -> Records:
        """What was reached in every category in which something was."""
        ...

    def keep_solve(self, saved: SavedGame, category: Category | None) -> bool:
        """Keep the game, and its present play as solved; False where that play was counted before.

        Without a category it is kept, but enters no record.
        """
        ...


class Score:
    """The records, and what a solve is worth beside them."""

    def __init__(self, solves: Solves) -> None:
        self._solves = solves

    @property
    def records(self) -> Records:
        """Those of every category, the latest solve included."""
        return self._solves.records()

    def record(self, category: Category | None) -> Record:
        """What was reached in ``category``; empty where there is none."""
        return Record() if category is None else self._solves.record(category)

    def note(self, saved: SavedGame) -> tuple[str, ...]:
        """The present play has been solved by hand; the names of the bests that it has beaten.

        It enters no record where it had help, was not shuffled, or was counted before.
        """
        play = saved.present
        category = Category.of(play.scenario)
        before = self.record(category)
        is_new = self._solves.keep_solve(saved, category)
        if category is None or play.assisted or not is_new:
            return ()
        solve = Solve(play.seconds, play.move_count)
        beaten = {
            "time": before.is_beaten_in_time(solve),
            "moves": before.is_beaten_in_moves(solve),
        }
        return tuple(name for name, is_beaten in beaten.items() if is_beaten)
