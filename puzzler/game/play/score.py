"""The score: solves by hand enter the statistics, each play once."""

from __future__ import annotations

from typing import Protocol

from puzzler.board.scenario import Scenario
from puzzler.game.play.category import Category, Kind
from puzzler.game.play.game import Play, SavedGame
from puzzler.game.storage.statistics import Bests


class Solves(Protocol):
    """Whoever keeps the solves."""

    def bests(self, kind: Kind) -> Bests:
        """What is to be beaten."""
        ...

    def keep_solve(self, saved: SavedGame, shortest: int | None = None) -> bool:
        """Keep the game, and its present play as solved; False where that play was counted before.

        shortest: the length of a shortest solution of the scenario, where it is known.
        """
        ...

    def best_seconds(self, scenario: Scenario) -> float | None:
        """The shortest time of the solves of this very board that had no help; None without any."""
        ...

    def solve_id(self, number: int) -> int | None:
        """What ``solve`` is asked for by the play of that number; None where it was not solved."""
        ...


class Score:
    """What a solve is worth beside those before it."""

    def __init__(self, solves: Solves) -> None:
        self._solves = solves

    def note(self, saved: SavedGame, shortest: int | None = None) -> tuple[str, ...]:
        """The present play has been solved by hand; what it has beaten: time, moves, efficiency.

        Nothing where it had help, was not shuffled, was counted before, or is the first of its
        kind. Efficiency is moves over ``shortest``, and beaten only where that is known.
        """
        play = saved.present
        category = Category.of(play)
        before = Bests() if category is None else self._solves.bests(category)
        is_new = self._solves.keep_solve(saved, shortest)
        if category is None or play.is_helped or not is_new:
            return ()
        # bests are of whole milliseconds: the same time twice is no record
        beaten = {
            "time": before.seconds is not None and round(play.seconds, 3) < before.seconds,
            "moves": before.moves is not None and play.move_count < before.moves,
            "efficiency": before.efficiency is not None
            and shortest is not None
            and play.move_count < before.efficiency * shortest,
        }
        return tuple(name for name, is_beaten in beaten.items() if is_beaten)

    def best_seconds(self, scenario: Scenario) -> float | None:
        """The shortest time in which this very board was solved without help; None if never."""
        return self._solves.best_seconds(scenario)

    def solve_id(self, play: Play) -> int | None:
        """The kept solve of ``play``; None where it was not solved, or could not be kept."""
        return self._solves.solve_id(play.number)
