"""What a session begins with: a board that was handed in, the game of before, or a fresh one."""

from __future__ import annotations

from dataclasses import dataclass, replace

from puzzler.board.scenario import Scenario
from puzzler.game.play.difficulty import Difficulty
from puzzler.game.play.game import Play, SavedGame
from puzzler.game.play.new_boards import Order, deal, order
from puzzler.game.play.settings import Settings


@dataclass(frozen=True)
class Opening:
    """The game to go on with, and what comes after it."""

    saved: SavedGame
    """What undo leads back into."""
    scenario: Scenario | None = None
    """To be begun after that."""
    fresh: Scenario | None = None
    """Was shuffled just now: that is shown."""
    asked: Order | None = None
    """To be dealt as soon as it can be; until then ``saved`` is played."""


def opening(settings: Settings, scenario: Scenario | None, saved: SavedGame | None) -> Opening:
    """With ``scenario`` where there is one, else where ``saved`` was left, else a fresh shuffle."""
    if saved is not None:
        return Opening(saved, scenario)
    if scenario is not None:
        return Opening(_begun(scenario))
    asked = order(settings, (settings.rows, settings.columns))
    if not asked.is_graded:
        fresh = deal(asked)
        return Opening(_begun(fresh), fresh=fresh)
    # a graded board takes a while: until it is there one that needs no proof is played
    at_once = deal(replace(asked, difficulty=Difficulty.MIXED))
    return Opening(_begun(at_once), asked=asked)


def _begun(scenario: Scenario) -> SavedGame:
    return SavedGame(Play(scenario.without_moves(), scenario.start))
