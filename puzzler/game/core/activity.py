"""Activities of a session, such as playing or watching. One is current at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, ClassVar, Generic, TypeVar

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.board.path import boards_along
from puzzler.game.core.game import Play, played
from puzzler.game.core.playback import Playback
from puzzler.game.core.services import Services
from puzzler.search.method import Method


class Reply(Enum):
    """The outcome of an input."""

    DONE = "done"
    REFUSED = "refused"
    """The input is impossible."""
    YIELDS = "yields"
    """The activity ends, and the input is passed to the game."""


class BoardInput(Enum):
    """The effect of pressing a tile."""

    NONE = "none"
    """No effect: the moves are fixed."""
    CLICK = "click"
    """The press is a click; tiles cannot be dragged."""
    DRAG = "drag"
    """The tile follows the pointer."""


class Activity:
    """An activity of a session, such as playing, watching or editing.

    An activity never blocks, accepts every input at any time and returns a ``Reply``. By default,
    input ends the activity and is passed to the game. With ``is_aside``, input is refused. Exactly
    one activity is current. ``ActivitySwitch`` calls its methods in this order:

    ============ ========================================= ====================================
    state        entered by                                left by
    ============ ========================================= ====================================
    created      the constructor                           ``enter``
    current      ``begin``, after the previous one left    ``enter`` of another, or ``is_over``
    over         the activity sets ``is_over``             ``settle``, after each input
                                                           and tick
    left         ``leave``; the game is current again      ``enter``, if it can resume
    ============ ========================================= ====================================

    ``complete`` does not change the state: it only turns a draft into a result.
    """

    is_aside: ClassVar[bool] = False
    """Whether the activity interrupts the game without changing it."""
    is_game: ClassVar[bool] = False
    """Whether the activity is the game itself or the shuffle before the game."""
    is_editing: ClassVar[bool] = False
    snapshot_field: ClassVar[str] = ""
    """The field of the session's snapshot that only this activity has; "" if it has none."""
    shows_lessons: ClassVar[bool] = False
    board_input: ClassVar[BoardInput] = BoardInput.DRAG
    arrows_move_tiles: ClassVar[bool] = True
    refusal: ClassVar[str] = ""
    """The message if a click or a move is refused."""

    def __init__(self, context: ActivitySwitch) -> None:
        self._context = context
        self.is_over = False

    @property
    def board(self) -> Board:
        """The board that actions use; by default that of the game."""
        return self._context.game.present.board

    @property
    def shown_board(self) -> Board:
        """The board to draw. It differs from ``board`` only while a shuffle is animated."""
        return self.board

    @property
    def goal(self) -> Board:
        """The goal; by default that of the game."""
        return self._context.game.present.scenario.goal

    @property
    def play(self) -> Play:
        """The play whose scenario, moves and time are shown; by default that of the game."""
        return self._context.game.play

    @property
    def is_locked(self) -> bool:
        """Whether the board refuses moves because it is solved."""
        return not self.is_aside and self.board == self.goal

    @property
    def shown_moves(self) -> tuple[Board, Sequence[Move]] | None:
        """The board at which the shown moves start, and the moves; None for those of the game."""
        timeline = self.timeline
        return None if timeline is None else (timeline.start, timeline.moves)

    @property
    def is_busy(self) -> bool:
        """Whether something will change without input, so that every frame needs a tick."""
        return self.timeline is not None and self.timeline.is_playing

    @property
    def is_searching(self) -> bool:
        """Whether a search without a solution is running. Only explicit commands end it."""
        return False

    @property
    def is_paused(self) -> bool:
        """Whether playback is stopped and ``toggle_pause`` would resume it."""
        return self.timeline is not None and not self.timeline.is_playing

    @property
    def timeline(self) -> Playback | None:
        """The moves to step through or play; None if there are none."""
        return None

    @property
    def has_track(self) -> bool:
        """Whether there is a track to step along, of moves, a search or a race."""
        return self.timeline is not None

    @property
    def can_stop(self) -> bool:
        """Whether ``stop`` would end something."""
        return self.timeline is None or not self.timeline.is_at_end

    @property
    def can_pause(self) -> bool:
        """Whether ``toggle_pause`` would do something."""
        return self.has_track

    @property
    def own_path(self) -> tuple[Board, ...]:
        """The boards that the player has visited."""
        path = played(self._context.game.saved)
        return tuple(boards_along(path.start, path.moves))

    @property
    def searched(self) -> tuple[Method, int] | None:
        """The method of the shown search, and the number of states expanded so far."""
        return None

    @property
    def seconds_to_change(self) -> float | None:
        """Seconds until something may change without input; None if nothing will."""
        return None

    def state(self) -> Any:
        """Return the value of ``snapshot_field``."""

    @property
    def can_undo(self) -> bool:
        """Whether ``undo`` would do something."""
        return not self.is_aside and self._context.game.can_undo

    @property
    def can_redo(self) -> bool:
        """Whether ``redo`` would do something."""
        return not self.is_aside and bool(self._context.game.future)

    def begin(self) -> None:
        """Start as the current activity; the previous one has been left."""

    def click(self, cell: int) -> Reply:
        """Slide the tile on ``cell``."""
        return self.slide(self.board.moves_to_slide(cell))

    def move(self, move: Move) -> Reply:
        """Move the blank. A locked board ignores this, as a key may be pressed once too often."""
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
        """Redo the last undone action."""
        return Reply.REFUSED if self.is_aside else Reply.YIELDS

    def toggle_pause(self) -> None:
        """Pause or resume playback; at its end, playback starts again."""
        if self.timeline is not None:
            (self.timeline.pause if self.timeline.is_playing else self.timeline.play)()

    def step(self, count: int) -> None:
        """Pause and step by ``count`` moves, expansions or rounds; backward if negative."""
        if self.timeline is not None:
            self.timeline.step(count)
            self._context.feedback.change(self.board)

    def seek(self, position: int) -> None:
        """Pause and go to ``position``."""
        if self.timeline is not None:
            self.step(position - self.timeline.position)

    def seek_shown(self, position: int) -> None:
        """Go to ``position`` of the track that is shown, by default the only one."""
        self.seek(position)

    def to_end(self) -> None:
        """Go to the end of the track."""
        if self.timeline is not None:
            self.seek_shown(self.timeline.total)

    def change_rate(self, steps: int) -> None:
        """Increase the rate by ``steps`` steps; decrease it if negative."""

    def escape(self) -> bool:
        """Handle Escape. Returns False if Escape has no effect."""
        self._context.stop()
        return True

    def complete(self) -> bool:
        """Finish the draft, if any. Show a message and return False if that fails."""
        return True

    def tick(self, elapsed: float) -> None:
        """Let ``elapsed`` seconds pass. Never blocks."""

    def leave(self) -> None:
        """End immediately. The game keeps its state and continues."""

    def _refuse(self, message: str = "") -> Reply:
        self._context.refuse(message)
        return Reply.REFUSED


class Aside(Activity):
    """An activity that shows another play while the game is interrupted."""

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
        """A playback of a shortest solution of the shown board; None if no solution is proven."""
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


class Page(Aside):
    """A page without a board of its own. The game does not change."""

    @property
    def play(self) -> Play:
        return self._context.game.present


Kind = TypeVar("Kind", bound=Activity)


@dataclass(eq=False, kw_only=True)
class ActivitySwitch(Services):
    """The services with the current activity. Features get this one object as their context."""

    playing: Activity = field(init=False)
    """The game itself. It is resumed when another activity ends."""
    activity: Activity = field(init=False)
    """The current activity; assigned by ``enter``."""

    def current(self, kind: type[Kind]) -> Kind:
        """Return the current activity. Raises RuntimeError if it is not of this kind."""
        if not isinstance(self.activity, kind):
            raise RuntimeError(f"{kind.__name__} is not the current activity")
        return self.activity

    @property
    def is_playing(self) -> bool:
        """Whether the game itself is the current activity."""
        return self.activity is self.playing

    def enter(self, activity: Activity) -> None:
        """Leave the current activity and make ``activity`` the current one.

        An activity with ``is_aside`` interrupts the game. If a playback is current, it ends first
        and the game takes over its board.
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
        """End the current activity and return to the game.

        is_silent: clear the previous message first. A message about stopping is still shown.
        """
        if is_silent:
            self.say("")
        if self.activity is not self.playing:
            self.enter(self.playing)

    def finish_edit(self) -> bool:
        """Turn the draft into a play. Show a message and return False if it is unsolvable."""
        is_complete = self.activity.complete()
        self.settle()
        return is_complete

    def act(self, act: Callable[[Activity], Reply]) -> bool:
        """Pass an input to the activity, and to the game if the activity yields.

        Return False if it is refused. The message is cleared unless the input had no effect.
        """
        before = self.feedback.shown
        self.feedback.say("")
        reply = act(self.activity)
        if reply is Reply.YIELDS:
            self.enter(self.playing)
            reply = act(self.activity)
        self.settle()
        if reply is Reply.REFUSED and not self.feedback.message:
            self.feedback.shown = before
        return reply is Reply.DONE

    def settle(self) -> None:
        """Leave the activity if it is over, and start or stop the timer."""
        if self.activity.is_over:
            self.activity.leave()
            self.activity = self.playing
        self.game.hold(self.is_covered or not self.is_playing or self.activity.is_paused)


class Opener(Generic[Kind]):
    """Opens activities of one kind. ``session.stop`` returns to the game."""

    def __init__(self, context: ActivitySwitch, kind: type[Kind]) -> None:
        self._context = context
        self._kind = kind

    @property
    def opened(self) -> Kind | None:
        """The current activity, or None if it is of another kind."""
        activity = self._context.activity
        return activity if isinstance(activity, self._kind) else None

    @property
    def current(self) -> Kind:
        """The current activity. Raises RuntimeError if it is of another kind."""
        return self._context.current(self._kind)
