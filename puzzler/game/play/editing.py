"""Editing: placing tiles by hand, a draft of a board and a goal, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from puzzler.board.board import Board
from puzzler.board.goal import GOALS
from puzzler.board.move import Move
from puzzler.board.parity import is_solvable, mended
from puzzler.board.scenario import Scenario
from puzzler.formats.format import Contents
from puzzler.game.core import texts
from puzzler.game.core.activity import Activity, ActivitySwitch, BoardInput, Reply
from puzzler.game.core.category import goal_text
from puzzler.game.core.feedback import HAND_SECONDS
from puzzler.game.core.game import History, Play


class EditTarget(Enum):
    """Which of the two is being drawn."""

    BOARD = "board"
    GOAL = "goal"


@dataclass(frozen=True, kw_only=True)
class EditState:
    """What the editor shows."""

    draft: Scenario
    """Of one shape, whether or not moves lead from the start to the goal."""
    target: EditTarget
    held: int | None
    """The cell whose tile was picked and waits for the one to change places with."""
    cursor: int
    is_changed: bool
    problem: str
    """What is wrong with the draft, in one line; "" where nothing is."""


class Editing(Activity):
    """A draft, the tile that is picked, and undo. Every change keeps both a permutation.

    Leaving begins a new play of the draft. Where nothing was changed, or where it cannot be solved,
    the game goes on as before.
    """

    can_undo = True
    is_locked = False

    is_editing = True
    can_stop = False
    board_input = BoardInput.CLICK

    def __init__(self, context: ActivitySwitch) -> None:
        super().__init__(context)
        play = context.game.play
        self.held: int | None = None
        self.cursor = play.board.blank
        self.target = EditTarget.BOARD
        before = play.scenario
        self.draft = Scenario(play.board, before.goal, labels=before.labels, title=texts.EDITED)
        self._first = self.draft
        self._history = History(self.draft)
        self._is_dropped = False

    def state(self) -> EditState:
        """What is drawn, and how."""
        draft = self.draft
        problem = "" if is_solvable(draft.start, draft.goal) else texts.UNSOLVABLE
        is_changed = draft != self._first
        return EditState(
            draft=draft,
            target=self.target,
            held=self.held,
            cursor=self.cursor,
            is_changed=is_changed,
            problem=problem,
        )

    @property
    def board(self) -> Board:
        """What is being drawn: the board, or the goal."""
        return self.draft.start if self.target is EditTarget.BOARD else self.draft.goal

    @property
    def goal(self) -> Board:
        return self.draft.goal

    @property
    def shown_moves(self) -> tuple[Board, Sequence[Move]] | None:
        return self.board, ()

    @property
    def play(self) -> Play:
        return Play(scenario=self.draft, board=self.draft.start)

    @property
    def can_redo(self) -> bool:
        return bool(self._history.future)

    def click(self, cell: int) -> Reply:
        self.pick(cell)
        return Reply.DONE

    def move(self, move: Move) -> Reply:
        if move not in self.board.legal_moves():
            return self._refuse()
        self.swap(self.board.blank, self.board.target(move))
        return Reply.DONE

    def undo(self) -> Reply:
        """Take back the last change; with none left, leave the draft."""
        self.is_over = not self._history.undo()
        self._show()
        return Reply.DONE

    def redo(self) -> Reply:
        is_done = self._history.redo()
        self._show()
        return Reply.DONE if is_done else Reply.REFUSED

    def complete(self) -> bool:
        state = self.state()
        if state.is_changed and state.problem:
            self._context.refuse(texts.UNSOLVABLE)
            return False
        self.is_over = True
        return True

    def states(self) -> dict[str, Any]:
        return {"edit": self.state()}

    def escape(self) -> bool:
        """Release the tile that is held, else cancel."""
        if self.held is None:
            self.cancel()
        self.held = None
        return True

    def cancel(self) -> None:
        """End, and drop what was drawn."""
        self._is_dropped = self.is_over = True
        self._context.settle()

    def leave(self) -> None:
        """Begin a play of what was drawn, where it was changed and can be solved."""
        context, draft, state = self._context, self.draft, self.state()
        context.say("")
        is_wanted = state.is_changed and not self._is_dropped
        if is_wanted and state.problem:
            context.say(texts.DROPPED)
        elif is_wanted:
            if draft.goal != context.goal:
                context.choose(replace(context.settings, goal=goal_text(draft.goal)))
            context.begin(draft)
        context.feedback.show(context.board, HAND_SECONDS)

    def turn_to(self, target: EditTarget) -> None:
        """Draw the other of the two from now on."""
        self.target = target
        self._show()

    def pick(self, cell: int) -> None:
        """Hold the tile on ``cell``; where one is held already, swap the two."""
        self.cursor = cell
        if self.held is None:
            self.held = cell
        else:
            self.swap(self.held, cell)

    def swap(self, first: int, second: int) -> None:
        """Swap the tiles on two cells; none is held then."""
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
        """Move the cursor by ``rows`` and ``columns`` cells, as far as the board goes."""
        row, column = divmod(self.cursor, self.board.columns)
        row = max(0, min(row + rows, self.board.rows - 1))
        column = max(0, min(column + columns, self.board.columns - 1))
        self.cursor = row * self.board.columns + column

    def make_solvable(self) -> None:
        """Where the draft cannot be solved, swap two tiles of the board so that it can."""
        draft = self.draft
        self._record(replace(draft, start=mended(draft.start, draft.goal)))

    def arrange(self, goal_name: str) -> None:
        """Lay what is being drawn as the goal of that name in GOALS."""
        self._draw(GOALS[goal_name](*self.board.size))

    def reshape(self, rows: int, columns: int) -> None:
        """Begin anew with another shape, both in order; BoardError where it cannot be."""
        board = Board.solved(rows, columns)
        if board.size != self.board.size:
            self._record(replace(self.draft, start=board, goal=board, labels=None))

    def take(self, contents: Contents) -> None:
        """Draw what has been read; the goal too, where it has one, and its labels.

        While the goal is being drawn, the board that was read is the goal.
        """
        start, draft = contents.start, self.draft
        if self.target is EditTarget.GOAL:
            is_same = draft.start.size == start.size
            board, labels = (draft.start, draft.labels) if is_same else (start, None)
            labels = contents.labels or labels
            self._record(replace(draft, start=board, goal=start, labels=labels))
            return
        goal = draft.goal if draft.goal.size == start.size else Board.solved(*start.size)
        goal = contents.goal or goal
        self._record(replace(draft, start=start, goal=goal, labels=contents.labels))

    def _draw(self, board: Board) -> None:
        if self.target is EditTarget.BOARD:
            self._record(replace(self.draft, start=board))
        else:
            self._record(replace(self.draft, goal=board))

    def _record(self, draft: Scenario) -> None:
        if draft != self.draft:
            self._history.record(draft)
        self._show()

    def _show(self) -> None:
        feedback = self._context.feedback
        self.draft, self.held = self._history.present, None
        if feedback.board.size != self.board.size:
            self.cursor = self.board.blank
        feedback.show(self.board, HAND_SECONDS)
