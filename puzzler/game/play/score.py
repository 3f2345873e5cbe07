"""The score: solves by hand enter the records, each play once."""

from __future__ import annotations

from puzzler.game.play.game import Play, SavedGame
from puzzler.game.play.records import Category, Record, Records, Solve


class Score:
    """The records, and which plays have been counted."""

    def __init__(self, records: Records, saved: SavedGame) -> None:
        self.records = records
        """The latest solve included."""
        self._counted = {play.number for play in saved.plays if play.is_solved}

    def record(self, category: Category | None) -> Record:
        """What was reached in ``category``; empty where there is none."""
        return Record() if category is None else self.records.of(category)

    def note(self, play: Play) -> tuple[str, ...]:
        """``play`` has been solved by hand; the names of the bests that it has beaten.

        It enters no record where it had help, was not shuffled, or was counted before.
        """
        category = Category.of(play.scenario)
        is_known = play.number in self._counted
        self._counted.add(play.number)
        if category is None or play.assisted or is_known:
            return ()
        solve, record = Solve(play.seconds, play.move_count), self.records.of(category)
        self.records = self.records.with_solve(category, solve)
        beaten = {
            "time": record.is_beaten_in_time(solve),
            "moves": record.is_beaten_in_moves(solve),
        }
        return tuple(name for name, is_beaten in beaten.items() if is_beaten)
