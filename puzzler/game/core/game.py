"""The game: plays as immutable values, their undo history and their timer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import compress, count, pairwise
from typing import Generic, TypeVar

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.board.scenario import Scenario

State = TypeVar("State")


class History(Generic[State]):
    """The current state with its undo and redo stacks."""

    def __init__(
        self, present: State, past: Iterable[State] = (), future: Iterable[State] = ()
    ) -> None:
        self.present = present
        """The current state. Assigning replaces it without a step to undo."""
        self.past = list(past)
        """States for undo, the most recent last."""
        self.future = list(future)
        """States for redo, the most recent last."""

    def record(self, state: State) -> None:
        """Make ``state`` the current one and clear the redo stack."""
        self.past.append(self.present)
        self.future.clear()
        self.present = state

    def undo(self) -> bool:
        """Restore the previous state. Return False if there is none."""
        if self.past:
            self.future.append(self.present)
            self.present = self.past.pop()
            return True
        return False

    def redo(self) -> bool:
        """Restore the last undone state. Return False if there is none."""
        if self.future:
            self.past.append(self.present)
            self.present = self.future.pop()
            return True
        return False


@dataclass(frozen=True, kw_only=True)
class Play:
    """The state of a play of a scenario."""

    scenario: Scenario
    board: Board
    move_count: int = 0
    """Steps of the blank; a slide of three tiles counts three."""
    seconds: float = 0.0
    assisted: bool = False
    number: int = 0
    """Identifies the play within the game; a restart is a new play."""
    moves: tuple[Move, ...] = ()
    """The moves of the last action; empty at the start."""
    coached: bool = False
    """The coach was on. Such a play is not counted in records."""
    blindfold: bool = False
    """The tiles are hidden from the first move on. Such plays have separate records."""
    is_watched: bool = False
    """``moves`` are those of a playback, not of the player."""

    @property
    def is_helped(self) -> bool:
        """Whether the player was helped, so that the play is not counted in records."""
        return self.assisted or self.coached

    @property
    def is_solved(self) -> bool:
        """Whether the board is the goal."""
        return self.board == self.scenario.goal


@dataclass(frozen=True)
class SavedGame:
    """A game to store: the current play with its undo and redo stacks."""

    present: Play
    past: tuple[Play, ...] = ()
    future: tuple[Play, ...] = ()
    next_number: int = 0
    """The number of the next play. Numbers of undone plays are not used again."""

    @property
    def is_after_first_move(self) -> bool:
        """Whether the current board was reached by the first action of its play."""
        before = self.past[-1] if self.past else self.present
        return before.number == self.present.number and not before.move_count


class Game(History[Play]):
    """The current play, everything that can be undone, and the timer.

    The timer of a play starts with the player's first move, not with the moves of a playback. The
    timer stops when the player has solved the board. It does not run again in that play, even if
    moves are undone. ``hold`` interrupts the timer.

    Undo restores the board and the number of moves. It restores the time only in a play that the
    player has solved before, and it does not undo help. The boards of a relay share one timer. Undo
    cannot leave such a board, and the timer continues through undo and restart.

    ``present`` has the time of the last action, and ``play`` has the current time.
    """

    def __init__(self, saved: SavedGame, clock: Callable[[], float]) -> None:
        """Continue ``saved``. The timer waits for the player's next move."""
        super().__init__(saved.present, saved.past, saved.future)
        self._clock = clock
        plays = (*saved.past, saved.present, *saved.future)
        highest = max(play.number for play in plays)
        self._next_number = max(saved.next_number, highest + 1)
        self.is_timing = False
        self.fence: int | None = None
        """The number of steps before a board that undo does not leave; None if there is none."""
        self._is_held = False
        self._started: set[int] = set()  # numbers of the plays whose timer was started
        self._finished = {  # numbers of the plays that the player has solved
            play.number
            for play in plays
            if play.is_solved and play.move_count and not play.assisted
        }
        self._before_move: Play | None = None  # set from ``start_move`` until the move is made
        self._settled = 0.0  # the clock time of ``present``

    @property
    def play(self) -> Play:
        """The current play with the current time."""
        if not self.is_timing:
            return self.present
        seconds = self.present.seconds + (self._clock() - self._settled)
        return replace(self.present, seconds=seconds)

    @property
    def saved(self) -> SavedGame:
        """The game to store, from which it can be continued later."""
        return SavedGame(self.play, tuple(self.past), tuple(self.future), self._next_number)

    @property
    def can_undo(self) -> bool:
        """Whether there is an action to undo."""
        return len(self.past) > (self.fence or 0)

    @property
    def is_finished(self) -> bool:
        """Whether the player has solved the current play, even if moves were undone since."""
        return self.present.number in self._finished

    def start_move(self) -> None:
        """Start the timer at the start of a player's move. ``slide`` or ``cancel_move`` follows.

        Does nothing if the timer was started before, or if the play is finished.
        """
        play = self.play
        if play.number not in self._started and not self.is_finished:
            self._before_move = play
            self._started.add(play.number)
            self._settle(play)

    def cancel_move(self) -> None:
        """Undo the effect of ``start_move`` if no move has followed."""
        before, self._before_move = self._before_move, None
        if before is not None:
            self._started.remove(before.number)
            self._settle(replace(self.present, seconds=before.seconds))

    def slide(self, moves: Sequence[Move], *, is_watched: bool = False) -> None:
        """Make all of ``moves`` as one action. Raises IllegalMoveError if one of them is illegal.

        Does not start the timer: if the moves are the player's, call ``start_move`` before.
        is_watched: the moves are those of a playback.
        """
        board = self.present.board.apply_all(moves)
        self._before_move = None
        changed = replace(self.play, board=board, moves=tuple(moves), is_watched=is_watched)
        self.record(replace(changed, move_count=changed.move_count + len(moves)))

    def finish(self, seconds: float) -> None:
        """Stop the timer of the current play at ``seconds``, because the player has solved it."""
        self._finished.add(self.present.number)
        self._settle(replace(self.present, seconds=seconds))

    def begin(self, scenario: Scenario, *, is_fenced: bool = False) -> None:
        """Start a play of ``scenario``. is_fenced: undo cannot leave it, as in a relay."""
        self.record(Play(scenario=scenario, board=scenario.start, number=self._next_number))
        self.fence = len(self.past) if is_fenced else None

    def start(self, ago: float = 0.0) -> None:
        """Start the timer before the first move, as if it had started ``ago`` seconds earlier."""
        play = self.play
        if not self.is_timing:  # otherwise a drag has started it
            play = replace(play, seconds=play.seconds + ago)
        self._before_move = None
        self._started.add(play.number)
        self._settle(play)

    def restart(self) -> None:
        """Start a new play of the same scenario. The new play counts as helped if this one does."""
        self.cancel_move()
        play, is_fenced = self.play, self.fence is not None
        again = replace(
            play,
            board=play.scenario.start,
            move_count=0,
            seconds=play.seconds if is_fenced else 0.0,
            number=self._next_number,
            moves=(),
            blindfold=False,
        )
        if is_fenced and play.number in self._started:
            self._started.add(again.number)
        self.record(again)

    def go_back(self, board: Board, move_count: int) -> None:
        """Set the board to the start of a search of this play, as one action."""
        self.record(replace(self.play, board=board, move_count=move_count, moves=()))

    def mark(
        self, *, assisted: bool = False, coached: bool = False, blindfold: bool = False
    ) -> None:
        """Mark the play as helped or blindfold from now on. An assisted play is not blindfold."""
        play = self.play
        marked = replace(
            play,
            assisted=play.assisted or assisted,
            coached=play.coached or coached,
            blindfold=(play.blindfold or blindfold) and not assisted,
        )
        self._settle(marked)

    def undo(self) -> bool:
        """Take back the last action. Return False if there is none."""
        return self.can_undo and self._travel(super().undo)

    def redo(self) -> bool:
        """Repeat the action that was undone last. Return False if there is none."""
        return self._travel(super().redo)

    def hold(self, is_held: bool) -> None:
        """Stop the timer while ``is_held``. A move that has not been made yet is cancelled."""
        if is_held != self._is_held:
            if is_held:
                self.cancel_move()
            play = self.play
            self._is_held = is_held
            self._settle(play)

    def record(self, state: Play) -> None:
        """Make ``state`` the current play, as an action that can be undone."""
        self.cancel_move()
        self._settle(self.play)
        super().record(state)
        self._next_number = max(self._next_number, state.number + 1)
        self._settle(state)

    def _travel(self, step: Callable[[], bool]) -> bool:
        self.cancel_move()
        left = self.play
        self._settle(left)
        if not step():
            return False
        play = self.present
        is_same = play.number == left.number
        if is_same:
            play = replace(play, blindfold=left.blindfold)
        if not self.is_finished if is_same else self.fence is not None:
            play = replace(play, seconds=left.seconds)
        if play.scenario == left.scenario:
            play = replace(
                play, assisted=play.assisted or left.assisted, coached=play.coached or left.coached
            )
        self._settle(play)
        return True

    def _settle(self, play: Play) -> None:
        """Make ``play`` the current one without an action, and start or stop the timer."""
        self.present = play
        is_running = play.number in self._started and not (play.is_solved or self.is_finished)
        self.is_timing = is_running and not self._is_held
        self._settled = self._clock()


@dataclass(frozen=True)
class PlayedPath:
    """A start and the moves made from it, including the moves of playbacks."""

    start: Board
    moves: tuple[Move, ...] = ()
    times: tuple[float, ...] = ()
    """The time of each move in seconds of play. Moves of one slide have the same time."""
    slides: int = 0
    """Number of multi-tile moves: a row of tiles that one action moves counts once."""
    watched: frozenset[int] = frozenset()
    """The indices of the moves that a playback made."""


def count_slides(saved: SavedGame) -> int | None:
    """Return the number of multi-tile moves of the current play; None if it is unknown."""
    path = played(saved)
    return path.slides if len(path.moves) == saved.present.move_count else None


def played(saved: SavedGame) -> PlayedPath:
    """Return the path to the current board, without undone moves.

    The path starts at the start of the scenario. If the player returned to the board of an earlier
    search and that board is not on the path, the path starts there.
    """
    steps: list[Play] = [saved.present]
    for play in reversed(saved.past):
        if play.number != saved.present.number:
            break
        steps.append(play)
    steps.reverse()
    start, moves, times = steps[0].board, list[Move](), list[float]()
    slides, watched = list[int](), list[bool]()  # of each move
    for number, (before, play) in enumerate(pairwise(steps)):
        if play.moves:
            moves += play.moves
            # a state stores the time when it was left, which is when the next moves were made
            times += [before.seconds] * len(play.moves)
            slides += [number] * len(play.moves)
            watched += [play.is_watched] * len(play.moves)
            continue
        for each in (moves, times, slides, watched):
            del each[play.move_count :]
        if start.apply_all(moves) != play.board:
            start, moves, times, slides, watched = play.board, [], [], [], []
    return PlayedPath(
        start, tuple(moves), tuple(times), len(set(slides)), frozenset(compress(count(), watched))
    )
