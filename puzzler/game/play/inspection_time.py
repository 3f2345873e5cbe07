"""Time to look at a shuffled board before the clock runs, as speed-solvers have it."""

from __future__ import annotations

SHORTEST = 5
LONGEST = 60


class Inspection:
    """Counts down for one play until its first move; a play that is left is not gone back to."""

    def __init__(self) -> None:
        self._number: int | None = None  # of the play that is looked at
        self._left = 0.0
        self._rests = False

    def begin(self, number: int, seconds: float) -> None:
        """The play ``number`` has been shuffled: it may be looked at for so long; 0 for not."""
        self._number = number if seconds > 0 else None
        self._left = seconds
        self.rest()

    def rest(self) -> None:
        """The time up to the next tick does not count: the board cannot be seen."""
        self._rests = True

    def end(self) -> None:
        """End the inspection."""
        self._number = None

    def left(self, number: int, move_count: int) -> float | None:
        """Seconds until the clock of the play ``number`` starts; None where it waits for a move.

        move_count: how many moves of it were made.
        """
        return None if number != self._number or move_count else self._left

    def tick(self, elapsed: float) -> float | None:
        """Let ``elapsed`` seconds pass; how long ago the clock had to start, None for not yet."""
        if self._number is None or self._rests:
            self._rests = False
            return None
        self._left -= elapsed
        if self._left > 0:
            return None
        self.end()
        return -self._left
