"""Trying: a step of a lesson that is played by hand."""

from __future__ import annotations

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.board.scenario import Problem, Scenario
from puzzler.game.activity import Reply
from puzzler.game.lessons.values import Trial
from puzzler.game.play.game import Play
from puzzler.game.play.slide import HAND_SECONDS, Cause, Happening
from puzzler.game.sitting import Sitting
from puzzler.solver.messages import Progress


class Trying:
    """A board to play with, beside the game, which waits as it is. It enters no record."""

    is_aside = True
    is_over = False
    is_busy = False
    is_paused = False
    holds_timer = True
    can_redo = False

    def __init__(self, sitting: Sitting, trial: Trial) -> None:
        self.trial = trial
        """What the step tells of; ``stand`` replaces it."""
        self._sitting = sitting
        self._start, self._goal = trial.start, trial.goal
        self._moves: tuple[Move, ...] = ()

    @property
    def board(self) -> Board:
        """The board after the moves so far."""
        return self._start.apply_all(self._moves)

    @property
    def goal(self) -> Board:
        """The board to be reached."""
        return self._goal

    @property
    def play(self) -> Play:
        """A play of its own, without a clock."""
        return Play(Scenario(self._start, self._goal), self.board, len(self._moves), 0.0)

    @property
    def progress(self) -> Progress | None:
        """No search is watched."""
        return None

    @property
    def is_away(self) -> bool:
        """Something was moved."""
        return self.board != self.trial.start

    @property
    def can_undo(self) -> bool:
        """A move was made."""
        return bool(self._moves)

    def begin(self) -> None:
        """Its board takes the place of the game's."""
        self._sitting.stage.jump(self._sitting.board, self.board)
        self._sitting.say("")

    def stand(self, trial: Trial) -> None:
        """Begin with the board of ``trial``, whatever was moved."""
        before = self.board
        self.trial, self._moves = trial, ()
        self._start, self._goal = trial.start, trial.goal
        self._sitting.stage.change(before, self.board, Cause.UNDO, HAND_SECONDS)

    def take(self, board: Board, goal: Board) -> None:
        """Play another board; UnsolvableError where it cannot be solved."""
        problem = Problem(board, goal)
        before = self.board
        self._start, self._goal, self._moves = problem.start, problem.goal, ()
        self._sitting.stage.change(before, self.board, Cause.UNDO, HAND_SECONDS)

    def click(self, cell: int) -> Reply:
        """The tiles up to the blank slide."""
        return self._slide(self.board.moves_to_slide(cell))

    def move(self, move: Move) -> Reply:
        """One tile slides."""
        return self._slide((move,) if move in self.board.legal_moves() else ())

    def undo(self) -> Reply:
        """Take the last move back."""
        if not self._moves:
            return Reply.REFUSED
        before = self.board
        self._moves = self._moves[:-1]
        self._sitting.stage.change(before, self.board, Cause.UNDO, HAND_SECONDS)
        return Reply.DONE

    def redo(self) -> Reply:
        """What was taken back is not kept."""
        return Reply.REFUSED

    def toggle_pause(self) -> None:
        """Nothing moves by itself."""

    def tick(self, elapsed: float) -> None:
        """Nothing changes by itself."""

    def leave(self) -> None:
        """Back to the game as it was."""
        self._sitting.stage.jump(self.board, self._sitting.board)
        self._sitting.say("")

    def _slide(self, moves: tuple[Move, ...]) -> Reply:
        stage = self._sitting.stage
        if not moves:
            stage.happen(Happening.REFUSED)
            return Reply.REFUSED
        stage.glide(self.board, moves, Cause.PLAYER, HAND_SECONDS)
        stage.happen(Happening.SLID)
        self._moves = (*self._moves, *moves)
        if self.board == self.goal:
            stage.happen(Happening.SOLVED)
        return Reply.DONE
