"""Services that all features of a session share."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Any, TypeVar

from puzzler.board.board import Board
from puzzler.board.scenario import Scenario
from puzzler.game.core import texts
from puzzler.game.core.background import Background, StartBackground
from puzzler.game.core.category import Relay
from puzzler.game.core.distances import Distances
from puzzler.game.core.feedback import Feedback, Message
from puzzler.game.core.game import Game, SavedGame
from puzzler.game.core.settings import Settings, SystemLook, carry_over
from puzzler.search.method import Method
from puzzler.solver.preparation import Preparation
from puzzler.solver.threads import lower_priority
from puzzler.solver.worker import Worker, call

SECONDS_TO_END = 0.15
"""Time in seconds that ``Services.close`` waits for all threads together."""

AnyWorker = TypeVar("AnyWorker", bound=Worker[Any, Any])


@dataclass(eq=False, kw_only=True)
class Services:
    """Services that every feature of a session shares."""

    game: Game
    settings: Settings
    kept_settings: Settings
    """The settings to store: ``settings`` without the options that apply only to this session."""
    preparation: Preparation
    keep: Callable[[SavedGame], object]
    """Called with the game after every action that changed it."""
    start_background: StartBackground = call
    system: SystemLook = field(default_factory=SystemLook)
    feedback: Feedback = field(init=False)
    background: Background = field(init=False)
    distances: Distances = field(default_factory=Distances)
    on_board: list[Callable[[bool], None]] = field(default_factory=list)
    """Called after the board of the game has changed, with whether the scenario is new."""
    relay: Relay | None = None
    is_covered: bool = False
    """A dialog covers the board and the timer is stopped."""
    _workers: list[Worker[Any, Any]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.feedback = Feedback(self.board)
        self.background = Background(self.feedback, self.start_background, self.own)

    # ---- The game -------------------------------------------------------------------------

    @property
    def board(self) -> Board:
        """The board of the game."""
        return self.game.present.board

    @property
    def goal(self) -> Board:
        """The goal of the game."""
        return self.game.present.scenario.goal

    def start_play(self, scenario: Scenario, *, is_fenced: bool = False) -> None:
        """Start a play of ``scenario`` without its shuffle moves. is_fenced: see ``Game.begin``."""
        self.game.begin(scenario.without_moves(), is_fenced=is_fenced)
        self.board_changed(is_new=True)
        self.store_game()

    def board_changed(self, *, is_new: bool = False) -> None:
        """Notify the features that the board has changed. is_new: also the scenario."""
        for follow in self.on_board:
            follow(is_new)

    def store_game(self) -> None:
        """Store the game after an action."""
        self.keep(self.game.saved)

    def note_help(self, boards: Collection[Board], goal: Board) -> None:
        """Record that solutions of ``boards`` were shown to the player.

        If the game's board or its start is one of them and the play is not finished, the play
        counts as coached, or as assisted if it is played blindfold.
        """
        game, play = self.game, self.game.play
        is_seen = play.board in boards or play.scenario.start in boards
        if play.is_solved or game.is_finished or play.scenario.goal != goal or not is_seen:
            return
        if play.blindfold:
            game.mark(assisted=True)
            self.say(texts.BLINDFOLD_GIVEN_UP)
        elif not play.is_helped:
            game.mark(coached=True)
            self.say(texts.COUNTS_AS_COACHED)
        self.store_game()

    # ---- Workers --------------------------------------------------------------------------

    def prepare(self, method: Method | None = None) -> None:
        """Lower the priority of a search thread, wait for the kernels of ``method``, load all."""
        lower_priority()
        if method is not None:
            self.preparation.wait(method)
        self.preparation.load()

    def own(self, worker: AnyWorker) -> AnyWorker:
        """Register a worker that ``close`` will end, and return it."""
        self._workers = [*(each for each in self._workers if each.is_alive), worker]
        return worker

    def close(self) -> None:
        """End every worker and child process. Can be called twice.

        Compiling cannot be interrupted. Its thread is not joined and ends with the process.
        """
        self.background.close()
        for worker in self._workers:
            worker.cancel()
        self.preparation.close()
        end = time.monotonic() + SECONDS_TO_END
        for worker in self._workers:
            worker.join(max(0.0, end - time.monotonic()))
        self._workers.clear()

    # ---- Settings and messages ---------------------------------------------------------------

    def choose(self, settings: Settings) -> None:
        """Use ``settings`` from now on and store the changes."""
        self.kept_settings = carry_over(self.settings, settings, self.kept_settings)
        self.settings = settings

    def say(self, text: str) -> Message:
        """Show a message in place of the previous one."""
        return self.feedback.say(text)

    def refuse(self, message: str) -> None:
        """Show why a request cannot be carried out."""
        self.feedback.refuse(message)
