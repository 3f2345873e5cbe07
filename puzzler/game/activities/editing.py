"""Placing tiles by hand: a draft of a board and a goal, and what is wrong with it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from puzzler.board.board import Board
from puzzler.board.goal import GOALS
from puzzler.board.parity import is_solvable, mended
from puzzler.game.play.history import History
from puzzler.game.play.stage import Stage

SECONDS = 0.11
"""Two tiles take so long to change places."""


class Target(Enum):
    """Which of the two is being drawn."""

    BOARD = "board"
    GOAL = "goal"


@dataclass(frozen=True)
class Draft:
    """A board and a goal of one shape, whether or not moves lead from one to the other."""

    board: Board
    goal: Board

    @property
    def is_solvable(self) -> bool:
        """Moves lead from the board to the goal."""
        return is_solvable(self.board, self.goal)


class Editor:
    """A draft, what the hand holds, and undo within it. Every change keeps both a permutation."""

    def __init__(self, board: Board, goal: Board, stage: Stage) -> None:
        self.held: int | None = None
        """The cell whose tile was picked and waits for the one to change places with."""
        self.cursor = board.blank
        """The cell that the keyboard is on."""
        self._target = Target.BOARD
        self._history = History(Draft(board, goal))
        self._first = self._history.present
        self._stage = stage

    @property
    def draft(self) -> Draft:
        """What is drawn so far."""
        return self._history.present

    @property
    def target(self) -> Target:
        """Which of the two is being drawn; assigning turns to the other."""
        return self._target

    @target.setter
    def target(self, target: Target) -> None:
        before = self.board
        self._target, self.held = target, None
        self._stage.rearrange(before, self.board, SECONDS)

    @property
    def board(self) -> Board:
        """What is being drawn: the board, or the goal."""
        return self.draft.board if self._target is Target.BOARD else self.draft.goal

    @property
    def is_changed(self) -> bool:
        """The draft is not what it began with."""
        return self.draft != self._first

    @property
    def problem(self) -> str:
        """What is wrong with the draft, in one line; "" where nothing is."""
        return "" if self.draft.is_solvable else "no moves lead from this board to the goal"

    @property
    def can_undo(self) -> bool:
        """There is a change to take back."""
        return self._history.can_undo

    @property
    def can_redo(self) -> bool:
        """The last change was an undo."""
        return self._history.can_redo

    def pick(self, cell: int) -> None:
        """Take the tile on ``cell`` in hand; with one in hand, let the two change places."""
        self.cursor = cell
        if self.held is None:
            self.held = cell
        else:
            self.swap(self.held, cell)

    def swap(self, first: int, second: int) -> None:
        """Let the tiles on two cells change places; the hand is empty then."""
        self.held = None
        tiles = list(self.board.tiles)
        tiles[first], tiles[second] = tiles[second], tiles[first]
        self._draw(replace(self.board, tiles=tuple(tiles)))

    def place(self, tile: int) -> bool:
        """Bring ``tile`` to the cursor, where it changes places; False where there is no such."""
        if not 0 <= tile < len(self.board.tiles):
            return False
        self.swap(self.board.tiles.index(tile), self.cursor)
        return True

    def move_cursor(self, rows: int, columns: int) -> None:
        """Move the cursor by so many cells, as far as the board goes."""
        row, column = divmod(self.cursor, self.board.columns)
        row = max(0, min(row + rows, self.board.rows - 1))
        column = max(0, min(column + columns, self.board.columns - 1))
        self.cursor = row * self.board.columns + column

    def mend(self) -> None:
        """Where the draft cannot be solved, swap two tiles of the board so that it can."""
        draft = self.draft
        self._record(replace(draft, board=mended(draft.board, draft.goal)))

    def arrange(self, goal_name: str) -> None:
        """Lay what is being drawn as the goal of that name in GOALS."""
        self._draw(GOALS[goal_name](*self.board.size))

    def reshape(self, rows: int, columns: int) -> None:
        """Begin anew with another shape, both in order; BoardError where it cannot be."""
        board = Board.solved(rows, columns)
        if board.size != self.board.size:
            self._record(Draft(board, board))

    def drop(self) -> None:
        """Empty the hand."""
        self.held = None

    def undo(self) -> bool:
        """Take back the last change; False where there is none."""
        return self._travel(is_back=True)

    def redo(self) -> bool:
        """Do again what was undone last; False where there is nothing."""
        return self._travel(is_back=False)

    def _travel(self, *, is_back: bool) -> bool:
        before = self.board
        moved = self._history.undo() if is_back else self._history.redo()
        self._show(before)
        return moved

    def _draw(self, board: Board) -> None:
        if self._target is Target.BOARD:
            self._record(replace(self.draft, board=board))
        else:
            self._record(replace(self.draft, goal=board))

    def _record(self, draft: Draft) -> None:
        before = self.board
        if draft != self.draft:
            self._history.record(draft)
        self._show(before)

    def _show(self, before: Board) -> None:
        self.held = None
        if before.size != self.board.size:
            self.cursor = self.board.blank
        self._stage.rearrange(before, self.board, SECONDS)
