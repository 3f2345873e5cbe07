"""Trying: a step of a lesson that is played by hand."""

from __future__ import annotations

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.board.scenario import Problem, Scenario
from puzzler.game.lessons.values import Trial
from puzzler.game.play.context import Aside, Context, Reply
from puzzler.game.play.game import Play
from puzzler.game.play.slide import Happening


class Trying(Aside):
    """A board to play with, beside the game. It enters no record."""

    def __init__(self, context: Context, trial: Trial) -> None:
        super().__init__(context)
        self.trial = trial
        """What the step tells of; ``stand`` replaces it."""
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
    def is_away(self) -> bool:
        """Something was moved."""
        return self.board != self.trial.start

    @property
    def can_undo(self) -> bool:
        """A move was made."""
        return bool(self._moves)

    def stand(self, trial: Trial) -> None:
        """Begin with the board of ``trial``, whatever was moved."""
        before = self.board
        self.trial, self._moves = trial, ()
        self._start, self._goal = trial.start, trial.goal
        self._context.feedback.change(before, self.board)

    def take(self, board: Board, goal: Board) -> None:
        """Play another board; UnsolvableError where it cannot be solved."""
        problem = Problem(board, goal)
        before = self.board
        self._start, self._goal, self._moves = problem.start, problem.goal, ()
        self._context.feedback.change(before, self.board)

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
        self._context.feedback.change(before, self.board)
        return Reply.DONE

    def _slide(self, moves: tuple[Move, ...]) -> Reply:
        feedback = self._context.feedback
        if not moves:
            feedback.happen(Happening.REFUSED)
            return Reply.REFUSED
        feedback.glide(self.board, moves)
        feedback.happen(Happening.SLID)
        self._moves = (*self._moves, *moves)
        if self.board == self.goal:
            feedback.happen(Happening.SOLVED)
        return Reply.DONE
