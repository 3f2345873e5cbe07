"""Services that all features of a session share."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Any, TypeVar

from puzzler.board.board import Board
from puzzler.board.errors import PuzzlerError
from puzzler.board.scenario import Problem, Scenario
from puzzler.game.core import texts
from puzzler.game.core.background import Background, StartBackground
from puzzler.game.core.distances import Distances
from puzzler.game.core.feedback import Feedback, Message
from puzzler.game.core.game import Game, SavedGame
from puzzler.game.core.relay import Relay
from puzzler.game.core.settings import Settings, SystemLook, carry_over
from puzzler.solver.preparation import Preparation
from puzzler.solver.threads import lower_priority
from puzzler.solver.worker import Worker, call

SECONDS_TO_END = 0.15
"""How long ``Services.close`` waits for all threads together."""

AnyWorker = TypeVar("AnyWorker", bound=Worker[Any, Any])


@dataclass(eq=False, kw_only=True)
class Services:
    """What every feature of a session shares."""

    game: Game
    settings: Settings
    kept_settings: Settings
    """What to keep for the next time: ``settings``, less what holds for this session only."""
    preparation: Preparation
    keep: Callable[[SavedGame], None]
    """Called with the game after every action that changed it."""
    start_background: StartBackground = call
    system: SystemLook = field(default_factory=SystemLook)
    feedback: Feedback = field(init=False)
    background: Background = field(init=False)
    """What the person waits for."""
    distances: Distances = field(default_factory=Distances)
    on_board: list[Callable[[bool], None]] = field(default_factory=list)
    """Called when the game has come to another board; True where another scenario begins."""
    relay: Relay | None = None
    is_covered: bool = False
    """Something lies over the board: the timer stands."""
    _workers: list[Worker[Any, Any]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.feedback = Feedback(self.board)
        self.background = Background(self.feedback, self.start_background, self.own)

    # ---- The game -------------------------------------------------------------------------

    @property
    def reduces_motion(self) -> bool:
        """Nothing glides: as chosen, else as the system says."""
        return self.settings.reduces_motion(self.system)

    @property
    def board(self) -> Board:
        """The board of the game."""
        return self.game.present.board

    @property
    def goal(self) -> Board:
        """The goal of the game."""
        return self.game.present.scenario.goal

    def begin(self, scenario: Scenario, *, is_fenced: bool = False) -> None:
        """A new play of another scenario; of its shuffle only the number of moves stays.

        is_fenced: as in ``Game.begin``.
        """
        self.game.begin(scenario.without_moves(), is_fenced=is_fenced)
        self.board_changed(is_new=True)
        self.changed()

    def board_changed(self, *, is_new: bool = False) -> None:
        """The game has come to another board; ``is_new``: of another scenario."""
        for follow in self.on_board:
            follow(is_new)

    def changed(self) -> None:
        """An action has changed the game: it is kept."""
        self.keep(self.game.saved)

    def note_help(self, boards: Collection[Board], goal: Board) -> None:
        """Take note that the player has seen how ``boards`` are solved.

        If the game's own board is one of them and the player has not solved it before, the play
        counts as coached from now on, and one that is played blindfold as assisted.
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
        self.changed()

    # ---- Workers --------------------------------------------------------------------------

    def prepare(self, wait: Callable[[], object] | None = None) -> None:
        """What the thread of a search calls first, with what it waits for: frames come first."""
        lower_priority()
        if wait is not None:
            wait()
        self.preparation.load()

    def own(self, worker: AnyWorker) -> AnyWorker:
        """Let ``close`` end a worker."""
        self._workers = [*(each for each in self._workers if each.is_alive), worker]
        return worker

    def close(self) -> None:
        """End every worker and child; harmless to repeat.

        What cannot be interrupted, as compiling, is not waited for: it ends with the process.
        """
        self.background.close()
        for worker in self._workers:
            worker.cancel()
        self.preparation.close()
        end = time.monotonic() + SECONDS_TO_END
        for worker in self._workers:
            worker.join(max(0.0, end - time.monotonic()))
        self._workers.clear()

    # ---- Settings and words ---------------------------------------------------------------

    def choose(self, settings: Settings) -> None:
        """``settings`` hold from now on; what is changed by that is kept."""
        self.kept_settings = carry_over(self.settings, settings, self.kept_settings)
        self.settings = settings

    def say(self, text: str) -> Message:
        """Show one line about what has happened, in place of the one before."""
        return self.feedback.say(text)

    def refuse(self, message: str) -> None:
        """Show why a request cannot be carried out."""
        self.feedback.refuse(message)

    def problem(self, board: Board, goal: Board) -> Problem | None:
        """The problem to be searched; None, and said, where moves do not lead to the goal."""
        try:
            return Problem(board, goal)
        except PuzzlerError as error:
            self.refuse(texts.reason(error))
            return None
