"""The game: plays as immutable values, their undo history, and the clock that times them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Generic, TypeVar

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.board.scenario import Scenario

State = TypeVar("State")


class History(Generic[State]):
    """A present state, those before it, and those that were undone."""

    def __init__(
        self, present: State, past: Iterable[State] = (), future: Iterable[State] = ()
    ) -> None:
        self.present = present
        """The state now. Assigning corrects it in place: that is no step to undo."""
        self.past = list(past)
        """What undo goes back to, the nearest at the end."""
        self.future = list(future)
        """What redo goes forward to, the nearest at the end."""

    def record(self, state: State) -> None:
        """``state`` is the present now; what was undone before is forgotten."""
        self.past.append(self.present)
        self.future.clear()
        self.present = state

    def undo(self) -> bool:
        """Back to the state before; False where there is none."""
        if self.past:
            self.future.append(self.present)
            self.present = self.past.pop()
            return True
        return False

    def redo(self) -> bool:
        """Forward to the state last undone; False where there is none."""
        if self.future:
            self.past.append(self.present)
            self.present = self.future.pop()
            return True
        return False


@dataclass(frozen=True)
class Play:
    """One play of one scenario, as it stands."""

    scenario: Scenario
    board: Board
    move_count: int = 0
    """Steps of the blank; a slide of three tiles counts three."""
    seconds: float = 0.0
    assisted: bool = False
    number: int = 0
    """Tells the plays of one game apart; a restart is a new play."""
    moves: tuple[Move, ...] = ()
    """Those of the action that led here; empty where the play begins."""
    coached: bool = False
    """The coach was on while it was played; such a play enters no record."""
    blindfold: bool = False
    """The tiles are covered from the first move on: compared only with plays of that kind."""

    @property
    def is_helped(self) -> bool:
        """It had help of either kind, and enters no record."""
        return self.assisted or self.coached

    @property
    def is_solved(self) -> bool:
        """The goal is reached."""
        return self.board == self.scenario.goal


@dataclass(frozen=True)
class SavedGame:
    """All that there is to a game: its present play, and its past and future as in ``History``."""

    present: Play
    past: tuple[Play, ...] = ()
    future: tuple[Play, ...] = ()
    next_number: int = 0
    """Of the play that is begun next: a number that was used and undone does not come again."""


class Game(History[Play]):
    """The present play, everything that can be undone, and the timer.

    The timer runs from the first move to the goal, unless it is held. Undo brings back the board
    and the count of moves. It does not bring back time, nor does it undo having been helped or
    coached. Of a board that is played against one clock with others, undo does not lead out, and
    the timer runs on whatever is undone or begun anew.

    ``present`` has the time of the last action, ``play`` that of now.
    """

    def __init__(self, saved: SavedGame, clock: Callable[[], float]) -> None:
        """Go on from ``saved``; a timer that ran waits for the first action."""
        super().__init__(saved.present, saved.past, saved.future)
        self._clock = clock
        highest = max(play.number for play in (*saved.past, saved.present, *saved.future))
        self._next_number = max(saved.next_number, highest + 1)
        self.is_timing = False
        self.fence: int | None = None
        """How many steps lie before a board that undo does not lead out of; None: it may."""
        self._is_held = False
        self._started: int | None = None  # the play whose timer does not wait for its first move
        self._runs_on = False  # the clock of the fenced board has begun
        self._settled = 0.0  # when ``present`` was made, by the clock

    @property
    def play(self) -> Play:
        """The present play, its time up to date."""
        if not self.is_timing:
            return self.present
        seconds = self.present.seconds + (self._clock() - self._settled)
        return replace(self.present, seconds=seconds)

    @property
    def saved(self) -> SavedGame:
        """All that there is to it, to go on from another time."""
        return SavedGame(self.play, tuple(self.past), tuple(self.future), self._next_number)

    @property
    def can_undo(self) -> bool:
        """There is an action to take back."""
        return len(self.past) > (self.fence or 0)

    def slide(self, moves: Sequence[Move]) -> None:
        """One action that makes all of ``moves``; IllegalMoveError where one of them cannot be."""
        play = self.play
        board = play.board.apply_all(moves)
        count = play.move_count + len(moves)
        self.record(replace(play, board=board, move_count=count, moves=tuple(moves)))

    def begin(self, scenario: Scenario, *, is_fenced: bool = False) -> None:
        """A new play of another scenario.

        is_fenced: it is played against one clock with others, until the next play.
        """
        self.fence = None  # of the scenario before
        self.record(Play(scenario, scenario.start, number=self._next_number))
        self.fence = len(self.past) if is_fenced else None
        self._runs_on = False

    def start(self, ago: float = 0.0) -> None:
        """The timer runs before the first move, and has done so since ``ago`` seconds."""
        play = self.play
        self._started = play.number
        self._settle(replace(play, seconds=play.seconds + ago))

    def restart(self) -> None:
        """A new play of the same scenario; it stays helped, for its answer has been seen."""
        play = self.play
        again = replace(
            play,
            board=play.scenario.start,
            move_count=0,
            seconds=0.0 if self.fence is None else play.seconds,
            number=self._next_number,
            moves=(),
            blindfold=False,
        )
        self.record(again)

    def go_back(self, board: Board, move_count: int) -> None:
        """One action that puts the board to where a search of this play began."""
        self.record(replace(self.play, board=board, move_count=move_count, moves=()))

    def mark(
        self, *, assisted: bool = False, coached: bool = False, blindfold: bool = False
    ) -> None:
        """Mark the play as helped or blindfold from now on; assisted it is blindfold no longer."""
        play = self.play
        marked = replace(
            play,
            assisted=play.assisted or assisted,
            coached=play.coached or coached,
            blindfold=(play.blindfold or blindfold) and not assisted,
        )
        self._settle(marked)

    def undo(self) -> bool:
        """Take back the last action; False where there is none."""
        return self.can_undo and self._travel(super().undo)

    def redo(self) -> bool:
        """Do again what was undone last; False where there is nothing."""
        return self._travel(super().redo)

    def hold(self, is_held: bool) -> None:
        """Stop the timer while ``is_held``."""
        if is_held != self._is_held:
            play = self.play
            self._is_held = is_held
            self._settle(play)

    def record(self, state: Play) -> None:
        self._settle(self.play)
        super().record(state)
        self._next_number = max(self._next_number, state.number + 1)
        self._settle(state)

    def _travel(self, step: Callable[[], bool]) -> bool:
        left = self.play
        self._settle(left)
        if not step():
            return False
        play = self.present
        if play.number == left.number:
            play = replace(play, seconds=left.seconds, blindfold=left.blindfold)
        elif self.fence is not None:
            play = replace(play, seconds=left.seconds)
        if play.scenario == left.scenario:
            play = replace(
                play, assisted=play.assisted or left.assisted, coached=play.coached or left.coached
            )
        self._settle(play)
        return True

    def _settle(self, play: Play) -> None:
        """Keep ``play`` as the present one, and let the timer run from now on where it should."""
        self.present = play
        has_begun = play.move_count > 0 or play.number == self._started
        if self.fence is not None:
            self._runs_on = has_begun = has_begun or self._runs_on
        self.is_timing = has_begun and not play.is_solved and not self._is_held
        self._settled = self._clock()


@dataclass(frozen=True)
class PlayedPath:
    """Moves from a start, those of playbacks that were handed over among them."""

    start: Board
    moves: tuple[Move, ...] = ()
    times: tuple[float, ...] = ()
    """Seconds of play at which each of ``moves`` was made; those of one slide have the same."""


def played(saved: SavedGame) -> PlayedPath:
    """The path that led to the present board of ``saved``, without what was taken back.

    It begins at the start of the scenario. Only where a search was gone back to whose board is not
    on the path any more, it begins at that board.
    """
    steps: list[Play] = [saved.present]
    for play in reversed(saved.past):
        if play.number != saved.present.number:
            break
        steps.append(play)
    steps.reverse()
    start, moves, times = steps[0].board, list[Move](), list[float]()
    for before, play in pairwise(steps):
        if play.moves:
            moves += play.moves
            # a state knows the time at which it was left: that is when the next moves were made
            times += [before.seconds] * len(play.moves)
            continue
        del moves[play.move_count :], times[play.move_count :]
        if start.apply_all(moves) != play.board:
            start, moves, times = play.board, [], []
    return PlayedPath(start, tuple(moves), tuple(times))
