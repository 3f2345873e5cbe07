"""What all features share, and what an activity is.

One activity at a time has the board: playing, watching a search, a review... Playing is always
there underneath, and comes back where another activity ends.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Sequence
from enum import Enum
from typing import ClassVar

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.board.scenario import Scenario
from puzzler.game.play import messages
from puzzler.game.play.distances import Distances
from puzzler.game.play.game import Game, Play, SavedGame
from puzzler.game.play.inspection_time import Inspection
from puzzler.game.play.relay import Relay
from puzzler.game.play.settings import Settings, carry_over
from puzzler.game.play.slide import Feedback, Happening
from puzzler.solver.preparation import Preparation


class Reply(Enum):
    """The outcome of an input."""

    DONE = "done"
    REFUSED = "refused"
    """It cannot be done, and the view shows that."""
    YIELDS = "yields"
    """The activity ends, and the input goes to the game that is played."""


class Activity(ABC):
    """One thing that a session can be doing.

    A new one is entered with ``context.enter``. It never waits, and it accepts every input at any
    time, answered by a ``Reply``. By default it refuses all input and changes nothing.
    """

    is_aside: ClassVar[bool] = False
    """The game waits underneath as it is, its pause and its finish too, and comes back so."""
    refusal: ClassVar[str] = ""
    """Said where a click or a move is refused."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self.is_over = False

    @property
    @abstractmethod
    def board(self) -> Board:
        """What is to be shown now."""

    @property
    def goal(self) -> Board:
        """What is to be reached."""
        return self._context.goal

    @property
    @abstractmethod
    def play(self) -> Play:
        """The play that is shown, for the scenario, the count of moves and the time."""

    @property
    def shown_moves(self) -> tuple[Board, Sequence[Move]] | None:
        """Moves that are shown, and the board that they start from; None for the game's own."""
        return None

    @property
    def is_busy(self) -> bool:
        """Something will change without input: tick every frame."""
        return False

    @property
    def is_searching(self) -> bool:
        """A search runs that has found nothing yet: only the inputs that say so end it."""
        return False

    @property
    def is_paused(self) -> bool:
        """What moves stands still, and ``toggle_pause`` would let it go on."""
        return False

    @property
    def holds_timer(self) -> bool:
        """The timer of the game stands meanwhile."""
        return True

    @property
    def can_undo(self) -> bool:
        """``undo`` would do something."""
        return False

    @property
    def can_redo(self) -> bool:
        """``redo`` would do something."""
        return False

    def begin(self) -> None:  # noqa: B027  most have nothing to do
        """It is the present activity from now on; the one before has been left."""

    def click(self, cell: int) -> Reply:
        """A click on a cell."""
        return self._refuse(self.refusal)

    def move(self, move: Move) -> Reply:
        """A direction for the blank."""
        return self._refuse(self.refusal)

    def undo(self) -> Reply:
        """Take back the last action."""
        return Reply.REFUSED

    def redo(self) -> Reply:
        """Do again what was undone last."""
        return Reply.REFUSED

    def toggle_pause(self) -> None:  # noqa: B027
        """Pause or go on, where something moves."""

    def step(self, count: int) -> None:  # noqa: B027
        """Pause, and go ``count`` moves, expansions or rounds along the track."""

    def seek(self, position: int) -> None:  # noqa: B027
        """Go to ``position`` of the track."""

    def complete(self) -> bool:
        """End with its result, where it makes one; False, with a message, where it cannot."""
        return True

    def tick(self, elapsed: float) -> None:  # noqa: B027
        """Let ``elapsed`` seconds pass. Never blocks."""

    def leave(self) -> None:  # noqa: B027
        """End at once; the game is left as it is to go on."""

    def _refuse(self, message: str) -> Reply:
        self._context.refuse(message)
        return Reply.REFUSED


class Aside(Activity):
    """An activity that shows a board of its own beside the game, which waits as it is."""

    is_aside = True

    @property
    def shown_moves(self) -> tuple[Board, Sequence[Move]] | None:
        return self.board, ()

    def begin(self) -> None:
        """Show its board in place of the game's."""
        self.is_over = False
        self._context.feedback.jump(self._context.board, self.board)
        self._context.say("")

    def leave(self) -> None:
        """Go back to the game as it was."""
        if not self.is_over:
            self.is_over = True
            self._context.feedback.jump(self.board, self._context.board)
            self._context.say("")


class Context:
    """What every feature of a session shares."""

    playing: Activity
    """Always the same: it waits underneath whatever else is going on."""

    def __init__(
        self,
        game: Game,
        settings: Settings,
        kept_settings: Settings,
        preparation: Preparation,
        keep: Callable[[SavedGame], None],
    ) -> None:
        """``keep`` is called with the game after every action that changed it."""
        self.game = game
        self.feedback = Feedback()
        self.distances = Distances()
        self.preparation = preparation
        self.settings = settings
        self.kept_settings = kept_settings
        """What to keep for the next time: ``settings``, less what holds for this session only."""
        self.inspection = Inspection()
        """How long the board may still be looked at before the timer starts."""
        self.relay: Relay | None = None
        self.on_board: list[Callable[[bool], None]] = []
        """Called when the game has come to another board; True where another scenario begins."""
        self.is_covered = False
        """Something lies over the board: the timer stands."""
        self._keep = keep
        self._is_held = False

    def start(self, playing: Activity) -> None:
        """Begin with ``playing``, which stays underneath."""
        self.playing = self.activity = playing

    # ---- The game -------------------------------------------------------------------------

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
        self._keep(self.game.saved)

    def note_help(self, boards: Collection[Board], goal: Board) -> None:
        """The person has seen how ``boards`` are solved.

        Where the game's own board is among them the play counts as coached from now on, and one
        that is played blindfold as assisted.
        """
        game, play = self.game, self.game.play
        is_own = play.scenario.goal == goal and (
            play.board in boards or play.scenario.start in boards
        )
        if play.is_solved or not is_own:
            return
        if play.blindfold:
            game.assist()
            self.say(messages.BLINDFOLD_GIVEN_UP)
        elif not play.is_helped:
            game.coach()
            self.say(messages.COUNTS_AS_COACHED)
        self.changed()

    # ---- Settings and words ---------------------------------------------------------------

    def choose(self, settings: Settings) -> None:
        """``settings`` hold from now on; what is changed by that is kept."""
        self.kept_settings = carry_over(self.settings, settings, self.kept_settings)
        self.settings = settings

    def say(self, message: str) -> None:
        """Show one line about what has happened."""
        self.feedback.message = message

    def refuse(self, message: str) -> None:
        """A request cannot be carried out, and ``message`` says why."""
        self.say(message)
        self.feedback.happen(Happening.REFUSED)

    def refuses_while_searching(self, message: str) -> bool:
        """A search runs, which only some inputs end: say ``message``, and True."""
        if self.activity.is_searching:
            self.refuse(message)
        return self.activity.is_searching

    # ---- The present activity -------------------------------------------------------------

    @property
    def is_playing(self) -> bool:
        """The person has the board."""
        return self.activity is self.playing

    def enter(self, activity: Activity) -> None:
        """``activity`` is the present one from now on; the one before is left.

        Underneath one that is aside the game waits as it is, after a playback has handed it over.
        """
        if activity.is_aside and not self.activity.is_aside:
            self.stop()
        if self.activity is not self.playing:
            self.activity.leave()
        if activity is not self.playing and not activity.is_aside:
            self.playing.leave()
        self.activity = activity
        activity.begin()
        self.settle()

    def stop(self) -> None:
        """Go on playing; what else is under way ends at once."""
        if self.activity is not self.playing:
            self.enter(self.playing)

    def silence_and_stop(self) -> None:
        """The same, and clear the line before, but not what stopping has to say."""
        self.say("")
        self.stop()

    def finish_edit(self) -> bool:
        """Let a draft become a play; False, with a message, where it cannot be solved."""
        if not self.activity.complete():
            return False
        self.settle()
        return True

    def act(self, act: Callable[[Activity], Reply]) -> bool:
        """Give an input to the activity and, where that yields, to the game that is played.

        False where it is refused. The line is cleared, unless nothing came of the input.
        """
        before, self.feedback.message = self.feedback.message, ""
        reply = act(self.activity)
        if reply is Reply.YIELDS:
            self.enter(self.playing)
            reply = act(self.activity)
        self.settle()
        if reply is Reply.REFUSED and not self.feedback.message:
            self.feedback.message = before
        return reply is Reply.DONE

    def settle(self) -> None:
        """Leave an activity that is over, and let the timer run or stand."""
        if self.activity.is_over:
            self.activity.leave()
            self.activity = self.playing
        is_held = self.is_covered or self.activity.holds_timer
        if is_held != self._is_held:
            self._is_held = is_held
            self.game.hold(is_held)
