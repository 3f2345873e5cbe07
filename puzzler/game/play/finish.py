"""The finish: the result of a solve by hand."""

from __future__ import annotations

from dataclasses import dataclass

from puzzler.game.play.distances import Shortest
from puzzler.game.play.relay import Relay


@dataclass(frozen=True)
class Finish:
    """What is shown when the person has reached the goal."""

    seconds: float
    moves: int
    """Steps of the blank, those of a playback that was handed over among them."""
    shortest: Shortest
    """What is known of the shortest solution of the board that was played."""
    beaten: tuple[str, ...] = ()
    """The bests that it has beaten: "time", "moves", "efficiency"."""
    assisted: bool = False
    """The machine has shown moves: the solve enters no record."""
    coached: bool = False
    """The coach was on: the solve enters no record."""
    blindfold: bool = False
    solve_id: int | None = None
    """Its row in the store, for a review; None where it could not be kept."""

    relay: Relay | None = None
    """The relay that it has completed; None without one."""

    @property
    def lost(self) -> int | None:
        """Moves lost; None while the shortest solution is not proven."""
        return None if self.shortest.moves is None else self.moves - self.shortest.moves
