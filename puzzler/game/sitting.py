"""What every activity shares: the game, the stage, the searches, the coach and the settings."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from puzzler.board.board import Board
from puzzler.board.scenario import Scenario
from puzzler.game.coach.distances import Distances
from puzzler.game.coach.hints import Coach
from puzzler.game.play.game import Game, SavedGame
from puzzler.game.play.inspection_time import Inspection
from puzzler.game.play.relay import Relay, RelayState
from puzzler.game.play.score import Score
from puzzler.game.play.settings import Settings, carry_over
from puzzler.game.play.stage import Stage
from puzzler.game.review.analysis import Assessing
from puzzler.game.watch.runs import Runs
from puzzler.solver.preparation import Preparation


class Keeper(Protocol):
    """Where the game is kept as it goes on, so that hardly a move is ever lost."""

    def keep(self, saved: SavedGame) -> None:
        """Keep what has changed since the last call. Never raises."""
        ...

    def take_trouble(self) -> str:
        """One line, told once, where something could not be kept; else ""."""
        ...


@dataclass
class Sitting:
    """Handed to every activity, which plays, searches and speaks by it alone."""

    game: Game
    """The present play, its undo history and its timer."""
    stage: Stage
    """Slides, happenings and the line of text for whoever draws."""
    runs: Runs
    """The searches that are watched."""
    coach: Coach
    """Hints."""
    distances: Distances
    """How far boards are from their goals."""
    score: Score
    """What a solve is worth beside those before it."""
    assessing: Assessing
    """What comes of solves in the background, and reviews that are filled in."""
    preparation: Preparation
    """The compiled kernels."""
    settings: Settings
    """What holds now; ``choose`` replaces it."""
    kept_settings: Settings
    """What to keep for the next time: ``settings``, less what holds for this session only."""
    keeper: Keeper
    """Told of every change of the game."""
    inspection: Inspection = field(default_factory=Inspection)
    """How long the board may still be looked at before the timer starts."""
    relay: Relay | None = None
    """The relay that the game is part of."""

    @property
    def board(self) -> Board:
        """The board of the game."""
        return self.game.present.board

    @property
    def goal(self) -> Board:
        """The goal of the game."""
        return self.game.present.scenario.goal

    def choose(self, settings: Settings) -> None:
        """``settings`` hold from now on; what is changed by that is kept."""
        self.kept_settings = carry_over(self.settings, settings, self.kept_settings)
        self.settings = settings

    def say(self, message: str) -> None:
        """Let one line tell what has happened."""
        self.stage.message = message

    def changed(self) -> None:
        """The game is another one after an action: that is kept."""
        self.keeper.keep(self.game.saved)

    def pass_on(self) -> RelayState | None:
        """The present play is solved: how the relay stands that it is part of, None without one."""
        play = self.game.play
        if self.relay is None or self.relay.is_ended or not self.relay.plays(play):
            return None
        if not self.relay.is_between:  # else it was solved a moment ago, and is solved once more
            self.relay = self.relay.after(play)
        return self.relay.state(play)

    def end_relay(self, relay: Relay | None = None) -> None:
        """No relay is played any more, and undo leads out of its board again.

        relay: what is still to be told of it.
        """
        self.relay = relay
        self.game.unfence()

    def begin(self, scenario: Scenario, *, is_fenced: bool = False) -> None:
        """A new play of another scenario; of its shuffle only the number of moves stays.

        is_fenced: as in ``Game.begin``.
        """
        self.game.begin(scenario.without_moves(), is_fenced=is_fenced)
        self.runs.forget_shown()
        self.coach.drop()
        self.changed()
