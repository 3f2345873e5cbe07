"""A replay: moves shown again as they were made, each at its own time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from puzzler.board.move import Move
from puzzler.game.play import pace
from puzzler.game.play.playback import Playback

LONGEST_PAUSE = 3.0
"""Seconds before a move; whoever thought longer is not waited for any longer than this."""


@dataclass
class Replay(Playback):
    """A timeline that keeps the time of whoever made its moves, but for the long pauses.

    Moves that were made at once, as a slide of several tiles is, are shown at once. Without
    ``times`` it plays at ``speed``, as every playback does.
    """

    times: Sequence[float] | None = None
    """Seconds at which each move was made, never falling; None where nobody knows."""
    factor: float = 1.0
    """How many times as fast as they were made the moves are shown."""
    _waited: float = field(default=0.0, init=False, repr=False)
    """Seconds of its own time since the last move."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self._gaps: tuple[float, ...] | None = None
        if self.times is not None:
            gaps = (after - before for before, after in pairwise((0.0, *self.times)))
            self._gaps = tuple(min(max(gap, 0.0), LONGEST_PAUSE) for gap in gaps)

    @property
    def is_timed(self) -> bool:
        """It keeps the time of whoever made the moves."""
        return self._gaps is not None

    def play(self) -> None:
        """Play on; from the start where the end was reached."""
        super().play()
        self._waited = 0.0

    def seek(self, position: int) -> None:
        """Go to ``position``, held within the moves; the wait for the next begins anew."""
        super().seek(position)
        self._waited = 0.0

    def advance(self, elapsed: float) -> tuple[Move, ...]:
        """Let ``elapsed`` seconds pass, counted as at most 50 ms; the moves shown by that."""
        if self._gaps is None:
            return super().advance(elapsed)
        if not self.is_playing:
            return ()
        self._waited += pace.counted(elapsed) * self.factor
        before = position = self.position
        # a hair more, as the sum of many small steps may fall short
        while position < self.total and self._gaps[position] <= self._waited + 1e-9:
            self._waited = max(0.0, self._waited - self._gaps[position])
            position += 1
        self._go_to(position)
        self.is_playing = not self.is_at_end
        return tuple(self.moves[before:position])
