"""Boards that are timed together: a relay from 2x2 to 5x5, or a marathon of equal boards."""

from __future__ import annotations

from dataclasses import dataclass, replace

from puzzler.board.scenario import Scenario
from puzzler.board.shuffler import shuffle
from puzzler.game.core.game import Play

Stages = tuple[tuple[int, int], ...]
"""Rows and columns of each board."""
STAGES: Stages = ((2, 2), (3, 3), (4, 4), (5, 5))
"""The boards of a relay."""
RELAY = "relay"
"""The difficulty of its boards, which are not counted in records of single boards."""


@dataclass(frozen=True)
class Split:
    """One stage of a relay."""

    rows: int
    columns: int
    seconds: float
    moves: int


@dataclass(frozen=True)
class Relay:
    """The state of a relay or a marathon."""

    seed: int
    """The seed of the first board; it increases by one for each board."""
    started: int = 0
    splits: tuple[Split, ...] = ()
    """Seconds and moves of each solved board. The time starts when the board appears, and for the
    first board with the first move. Moves are counted from the last restart."""
    seconds: float = 0.0
    is_helped: bool = False
    """The player was helped with a board, so that the relay is not counted in records."""
    record: tuple[Split, ...] = ()
    """The splits of the fastest relay without help; empty if there was none."""
    is_ended: bool = False
    """The relay was aborted. Its current board continues as a single board."""
    stages: Stages = STAGES

    @property
    def title(self) -> str:
        """The name of this kind of relay."""
        return "Relay" if self.stages == STAGES else "Marathon"

    @property
    def stage(self) -> int:
        """The index of the current board; the number of boards if all are solved."""
        return len(self.splits)

    @property
    def is_complete(self) -> bool:
        """Whether all boards are solved."""
        return len(self.splits) == len(self.stages)

    def behind(self, count: int) -> float | None:
        """Seconds behind the record after ``count`` boards, negative if ahead.

        None if there is no record or fewer boards are solved.
        """
        if not self.record or count > self.stage:
            return None
        both = zip(self.splits[:count], self.record, strict=False)
        return sum(own.seconds - best.seconds for own, best in both)

    def begin_next(self) -> tuple[Relay, Scenario]:
        """Start the next board. Return the new relay and the board with its shuffle moves."""
        stage = self.stage
        scenario = shuffle(*self.stages[stage], seed=self.seed + stage)
        title = f"{self.title}, board {stage + 1} of {len(self.stages)}"
        scenario = replace(scenario, difficulty=RELAY, title=title)
        return replace(self, started=stage + 1), scenario

    def plays(self, play: Play) -> bool:
        """Whether ``play`` is a play of the current board."""
        scenario = play.scenario
        return (
            scenario.difficulty == RELAY
            and scenario.seed == self.seed + self.started - 1
            and scenario.start.size == self.stages[self.started - 1]
        )

    def solved(self, play: Play) -> Relay | None:
        """Return the relay with ``play`` solved; None if the play is not of the current board."""
        if self.is_ended or not self.plays(play):
            return None
        if self.stage == self.started:
            return self
        split = Split(*play.board.size, play.seconds, play.move_count)
        is_helped = self.is_helped or play.is_helped
        return replace(self, splits=(*self.splits, split), is_helped=is_helped)

    def at(self, play: Play) -> Relay:
        """Return the relay with the time and help of ``play``; unchanged if it has ended."""
        seconds, is_helped = sum(split.seconds for split in self.splits), self.is_helped
        if self.stage != self.started and not self.is_ended:
            seconds += play.seconds
            is_helped = is_helped or play.is_helped
        return replace(self, seconds=seconds, is_helped=is_helped)
