"""The relay: four boards in a row, from 2x2 to 5x5, by one clock."""

from __future__ import annotations

from dataclasses import dataclass, replace

from puzzler.board.scenario import Scenario
from puzzler.board.shuffler import shuffle
from puzzler.game.core.game import Play

STAGES = ((2, 2), (3, 3), (4, 4), (5, 5))
RELAY = "relay"
"""The difficulty of its boards: alone they enter no record."""


@dataclass(frozen=True)
class Split:
    """One stage of a relay."""

    rows: int
    columns: int
    seconds: float
    moves: int


@dataclass(frozen=True)
class Relay:
    """A relay under way."""

    seed: int
    """Of the first board; those of the others count up from it."""
    begun: int = 0
    splits: tuple[Split, ...] = ()
    """Those of the boards that are solved: the seconds since the board was there, of the first one
    since its first move; the moves since it was begun anew for the last time."""
    seconds: float = 0.0
    """In all, as ``at`` counts them."""
    is_helped: bool = False
    """The machine or the coach has helped with one of the boards: it enters no record."""
    record: tuple[Split, ...] = ()
    """The boards of the fastest relay without help before this one; none if there was none."""
    is_ended: bool = False
    """It was left before its end; the board that it had come to is played for itself."""

    @property
    def stage(self) -> int:
        """The board that is played: 0 to 3, and 4 where all are solved."""
        return len(self.splits)

    @property
    def is_complete(self) -> bool:
        """All boards are solved."""
        return len(self.splits) == len(STAGES)

    def behind(self, count: int) -> float | None:
        """Seconds by which it is behind the record after ``count`` boards, below 0 where ahead.

        None without a record, and of boards that are not solved.
        """
        if not self.record or count > self.stage:
            return None
        both = zip(self.splits[:count], self.record, strict=False)
        return sum(own.seconds - best.seconds for own, best in both)

    def begin_next(self) -> tuple[Relay, Scenario]:
        """The relay once its next board is begun; and that board, with the moves of its shuffle."""
        stage = self.stage
        scenario = shuffle(*STAGES[stage], seed=self.seed + stage)
        title = f"Relay, board {stage + 1} of {len(STAGES)}"
        scenario = replace(scenario, difficulty=RELAY, title=title)
        return replace(self, begun=stage + 1), scenario

    def plays(self, play: Play) -> bool:
        """``play`` is one of the board that the relay has come to."""
        scenario = play.scenario
        return (
            scenario.difficulty == RELAY
            and scenario.seed == self.seed + self.begun - 1
            and scenario.start.size == STAGES[self.begun - 1]
        )

    def solved(self, play: Play) -> Relay | None:
        """The relay once ``play`` is solved, maybe again; None where that is not its board."""
        if self.is_ended or not self.plays(play):
            return None
        if self.stage == self.begun:
            return self
        split = Split(*play.board.size, play.seconds, play.move_count)
        is_helped = self.is_helped or play.is_helped
        return replace(self, splits=(*self.splits, split), is_helped=is_helped)

    def at(self, play: Play) -> Relay:
        """How it stands while ``play`` is played: its time counts, but not after the relay."""
        seconds, is_helped = sum(split.seconds for split in self.splits), self.is_helped
        if self.stage != self.begun and not self.is_ended:
            seconds += play.seconds
            is_helped = is_helped or play.is_helped
        return replace(self, seconds=seconds, is_helped=is_helped)
