"""What all features share, and what an activity is.

One activity at a time has the board: playing, watching a search, a review... Playing is always
there underneath, and comes back where another activity ends.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, ClassVar, Generic, TypeVar

from puzzler.board.board import Board
from puzzler.board.errors import PuzzlerError
from puzzler.board.move import Move
from puzzler.board.scenario import Problem, Scenario
from puzzler.game.play import messages
from puzzler.game.play.background import Background, StartBackground
from puzzler.game.play.distances import Distances
from puzzler.game.play.game import Game, Play, SavedGame
from puzzler.game.play.playback import Playback
from puzzler.game.play.relay import Relay
from puzzler.game.play.settings import Settings, SystemLook, carry_over
from puzzler.game.play.slide import Feedback
from puzzler.solver.preparation import Preparation
from puzzler.solver.threads import lower_priority
from puzzler.solver.worker import Worker, call

SECONDS_TO_END = 0.15
"""How long ``Context.close`` waits for all threads together."""


class Reply(Enum):
    """The outcome of an input."""

    DONE = "done"
    REFUSED = "refused"
    """It cannot be done, and the view shows that."""
    YIELDS = "yields"
    """The activity ends, and the input goes to the game that is played."""


class Activity:
    """One thing that a session can be doing.

    A new one is entered with ``context.enter``. It never waits, and it accepts every input at any
    time, answered by a ``Reply``. By default it yields to the game; one that is aside refuses.
    """

    is_aside: ClassVar[bool] = False
    """The game stays as it is meanwhile, with its pause and its finish."""
    refusal: ClassVar[str] = ""
    """Said where a click or a move is refused."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self.is_over = False

    @property
    def board(self) -> Board:
        """The board that actions use; by default, as ``goal`` and ``play``, that of the game."""
        return self._context.game.present.board

    @property
    def shown_board(self) -> Board:
        """The board to draw. It differs from ``board`` only while a shuffle is animated."""
        return self.board

    @property
    def goal(self) -> Board:
        """What is to be reached."""
        return self._context.game.present.scenario.goal

    @property
    def play(self) -> Play:
        """The play that is shown, for the scenario, the count of moves and the time."""
        return self._context.game.play

    @property
    def is_locked(self) -> bool:
        """Whether the board refuses moves because it is solved."""
        return not self.is_aside and self.board == self.goal

    @property
    def shown_moves(self) -> tuple[Board, Sequence[Move]] | None:
        """Moves that are shown, and the board that they start from; None for the game's own."""
        timeline = self.timeline
        return None if timeline is None else (timeline.start, timeline.moves)

    @property
    def is_busy(self) -> bool:
        """Something will change without input: tick every frame."""
        return self.timeline is not None and self.timeline.is_playing

    @property
    def is_searching(self) -> bool:
        """A search runs that has found nothing yet: only the inputs that say so end it."""
        return False

    @property
    def is_paused(self) -> bool:
        """What moves stands still, and ``toggle_pause`` would let it go on."""
        return self.timeline is not None and not self.timeline.is_playing

    @property
    def timeline(self) -> Playback | None:
        """The moves that are stepped and played; None where there are none."""
        return None

    @property
    def can_undo(self) -> bool:
        """``undo`` would do something."""
        return not self.is_aside and self._context.game.can_undo

    @property
    def can_redo(self) -> bool:
        """``redo`` would do something."""
        return not self.is_aside and bool(self._context.game.future)

    def begin(self) -> None:
        """It is the present activity from now on; the one before has been left."""

    def click(self, cell: int) -> Reply:
        """Slide the tile on ``cell``."""
        return self.slide(self.board.moves_to_slide(cell))

    def move(self, move: Move) -> Reply:
        """Move the blank. A locked board ignores it: a key may have been pressed once too often."""
        if self.is_locked:
            return Reply.REFUSED
        return self.slide((move,) if move in self.board.legal_moves() else ())

    def slide(self, moves: tuple[Move, ...]) -> Reply:
        """Slide tiles by hand. ``moves`` is empty if no tile can slide that way."""
        if self.is_aside or self.is_locked:
            return self._refuse(self.refusal)
        return Reply.YIELDS

    def undo(self) -> Reply:
        """Take back the last action."""
        return Reply.REFUSED if self.is_aside else Reply.YIELDS

    def redo(self) -> Reply:
        """Do again what was undone last."""
        return Reply.REFUSED if self.is_aside else Reply.YIELDS

    def toggle_pause(self) -> None:
        """Pause or go on, where something moves; at its end the timeline begins again."""
        timeline = self.timeline
        if timeline is not None and timeline.is_playing:
            timeline.pause()
        elif timeline is not None:
            timeline.play()

    def step(self, count: int) -> None:
        """Pause, and go ``count`` moves, expansions or rounds on, back where negative."""
        if self.timeline is not None:
            self.timeline.step(count)
            self._context.feedback.change(self.board)

    def seek(self, position: int) -> None:
        """Pause, and go to ``position`` of what is stepped."""
        if self.timeline is not None:
            self.step(position - self.timeline.position)

    def complete(self) -> bool:
        """End with its result, where it makes one; False, with a message, where it cannot."""
        return True

    def tick(self, elapsed: float) -> None:
        """Let ``elapsed`` seconds pass. Never blocks."""

    def leave(self) -> None:
        """End at once; the game is left as it is to go on."""

    def _refuse(self, message: str = "") -> Reply:
        self._context.refuse(message)
        return Reply.REFUSED


class Aside(Activity):
    """An activity that shows a play of its own beside the game, which waits as it is."""

    is_aside = True

    @property
    def board(self) -> Board:
        return self.play.board

    @property
    def goal(self) -> Board:
        return self.play.scenario.goal

    @property
    def shown_moves(self) -> tuple[Board, Sequence[Move]] | None:
        return super().shown_moves or (self.board, ())

    def shortest(self, *, is_playing: bool) -> Playback | None:
        """A shortest solution of the board that is shown; None until it is known."""
        path = self._context.distances.path(self.board, self.goal)
        if path is None:
            return None
        speed = self._context.settings.speed_of(len(path))
        return Playback(self.board, speed, list(path), is_playing=is_playing, is_complete=True)

    def tick(self, elapsed: float) -> None:
        if self.timeline is not None:
            self.timeline.speed = self._context.settings.speed_of(self.timeline.total)
            self._context.feedback.advance(self.timeline, elapsed)

    def begin(self) -> None:
        self.is_over = False
        self._context.say("")

    def leave(self) -> None:
        if not self.is_over:
            self.is_over = True
            self._context.say("")


Kind = TypeVar("Kind", bound=Activity)
AnyWorker = TypeVar("AnyWorker", bound=Worker[Any, Any])


@dataclass(eq=False)
class Context:
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
    playing: Activity = field(init=False)
    """Always the same; it is resumed when another activity ends."""
    activity: Activity = field(init=False)
    """What is going on; assigned by ``enter``."""

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
            self.say(messages.BLINDFOLD_GIVEN_UP)
        elif not play.is_helped:
            game.mark(coached=True)
            self.say(messages.COUNTS_AS_COACHED)
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

    def say(self, message: str) -> None:
        """Show one line about what has happened."""
        self.feedback.message = message

    def refuse(self, message: str) -> None:
        """Show why a request cannot be carried out."""
        self.feedback.refuse(message)

    def end_message(self) -> None:
        """Clear the message about the last action, because the person acts again.

        "Game paused" stays while it is true. So does what another activity than playing says about
        itself, such as "Searching": that activity replaces it. A refusal never stays.
        """
        is_about_action = self.is_playing and not self.activity.is_paused
        if is_about_action or self.feedback.message == self.feedback.refusal:
            self.say("")

    def problem(self, board: Board, goal: Board) -> Problem | None:
        """The problem to be searched; None, and said, where moves do not lead to the goal."""
        try:
            return Problem(board, goal)
        except PuzzlerError as error:
            self.refuse(messages.reason(error))
            return None

    # ---- The present activity -------------------------------------------------------------

    def current(self, kind: type[Kind]) -> Kind:
        """The activity, where it is of that kind; RuntimeError where it is not."""
        if not isinstance(self.activity, kind):
            raise RuntimeError(f"{kind.__name__} is not what is going on")
        return self.activity

    @property
    def can_search(self) -> bool:
        """No search runs, and the board, or the start of a play that is solved, is to be solved."""
        boards = {self.board, self.game.present.scenario.start}
        return not self.activity.is_searching and boards != {self.goal}

    @property
    def is_playing(self) -> bool:
        """The game itself is the activity."""
        return self.activity is self.playing

    def enter(self, activity: Activity) -> None:
        """``activity`` is the present one from now on; the one before is left.

        Underneath one that is aside the game waits as it is, after a playback has handed it over.
        """
        if activity.is_aside and not self.activity.is_aside:
            self.stop()
        if not self.is_playing:
            self.activity.leave()
        if activity is not self.playing and not activity.is_aside:
            self.playing.leave()
        self.activity = activity
        activity.begin()
        self.settle()

    def stop(self, *, is_silent: bool = False) -> None:
        """Go on playing; what else is under way ends at once.

        is_silent: the line is cleared before; what stopping has to say stays.
        """
        if is_silent:
            self.say("")
        if self.activity is not self.playing:
            self.enter(self.playing)

    def finish_edit(self) -> bool:
        """Let a draft become a play; False, with a message, where it cannot be solved."""
        is_complete = self.activity.complete()
        self.settle()
        return is_complete

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
        self.game.hold(self.is_covered or not self.is_playing or self.activity.is_paused)


class Opener(Generic[Kind]):
    """Opens activities of one kind beside the game; ``session.stop`` goes back to it."""

    def __init__(self, context: Context, kind: type[Kind]) -> None:
        self._context = context
        self._kind = kind

    @property
    def opened(self) -> Kind | None:
        """The activity, where it is of that kind."""
        activity = self._context.activity
        return activity if isinstance(activity, self._kind) else None

    @property
    def current(self) -> Kind:
        """The same; RuntimeError where it is not."""
        return self._context.current(self._kind)
