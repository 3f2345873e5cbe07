"""Editing a board and its goal by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum

from puzzler.board.board import Board
from puzzler.board.goal import GOALS
from puzzler.board.move import Move
from puzzler.board.parity import is_solvable, make_solvable
from puzzler.board.scenario import Scenario
from puzzler.formats.format import Contents
from puzzler.game.core import texts
from puzzler.game.core.activity import Activity, ActivitySwitch, BoardInput, Reply
from puzzler.game.core.category import goal_text
from puzzler.game.core.feedback import HAND_SECONDS
from puzzler.game.core.game import History, Play
from puzzler.game.play.new_boards import NewBoardOptions


class EditTarget(Enum):
    """The part of the draft that is being edited."""

    BOARD = "board"
    GOAL = "goal"


@dataclass(frozen=True, kw_only=True)
class EditState:
    """The state of the editor."""

    draft: Scenario
    """The edited board and goal. They have the same size, but may be unsolvable."""
    target: EditTarget
    selected: int | None
    """The cell of the selected tile, which is swapped with the next one selected."""
    cursor: int
    is_changed: bool
    problem: str
    """Why the draft cannot be played; empty if it can."""
    new_board: NewBoardOptions | None
    """Options of the board that is shuffled afterwards, if only its goal is edited."""

    @property
    def is_solved(self) -> bool:
        """Whether the board is the goal already."""
        return self.new_board is None and self.draft.start == self.draft.goal


class Editing(Activity):
    """Edits a draft with undo. Every change swaps tiles, so that none is missing or repeated.

    When the editor is left, a play of the draft starts, unless it is unchanged or unsolvable. If
    only the goal of a new board is edited, ``Session.finish_edit`` shuffles that board.
    """

    can_undo = True
    is_locked = False

    snapshot_field = "edit"
    is_editing = True
    can_stop = False
    board_input = BoardInput.CLICK

    def __init__(self, context: ActivitySwitch, new_board: NewBoardOptions | None = None) -> None:
        """new_board: edit only the goal of these options, starting with their goal."""
        super().__init__(context)
        self._new_board = new_board
        play = context.game.play
        self.selected: int | None = None
        self.cursor = play.board.blank
        self.target = EditTarget.BOARD
        before = play.scenario
        self.draft = Scenario(play.board, before.goal, labels=before.labels, title=texts.EDITED)
        if new_board is not None:
            self.target = EditTarget.GOAL
            self.draft = Scenario(new_board.goal, new_board.goal, title=texts.EDITED)
            self.cursor = self.board.blank
        self._first = self.draft
        self._history = History(self.draft)
        self._is_dropped = False

    def state(self) -> EditState:
        """Return the state of the editor."""
        draft, new_board = self.draft, self._new_board
        problem = "" if is_solvable(draft.start, draft.goal) else texts.UNSOLVABLE
        if new_board is not None:
            problem, new_board = "", replace(new_board, goal=draft.goal)
        is_changed = draft != self._first
        return EditState(
            draft=draft,
            target=self.target,
            selected=self.selected,
            cursor=self.cursor,
            is_changed=is_changed,
            problem=problem,
            new_board=new_board,
        )

    @property
    def board(self) -> Board:
        """The edited board: the start or the goal of the draft."""
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
        """Undo the last change. Without a change, leave the editor."""
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
        self._is_dropped |= state.new_board is not None
        return True

    def escape(self) -> bool:
        """Release the selected tile, otherwise cancel."""
        if self.selected is None:
            self.cancel()
        self.selected = None
        return True

    def cancel(self) -> None:
        """Leave the editor and discard the draft."""
        self._is_dropped = self.is_over = True
        self._context.settle()

    def leave(self) -> None:
        """Start a play of the draft if it is changed and solvable."""
        context, draft, state = self._context, self.draft, self.state()
        context.say("")
        is_used = state.is_changed and not self._is_dropped and state.new_board is None
        if is_used and state.problem:
            context.say(texts.DROPPED)
        elif is_used:
            if draft.goal != context.goal:
                context.choose(replace(context.settings, goal=goal_text(draft.goal)))
            context.start_play(draft)
        context.feedback.jump(context.board, HAND_SECONDS)

    def turn_to(self, target: EditTarget) -> None:
        """Edit the board or the goal."""
        self.target = target
        self._show()

    def pick(self, cell: int) -> None:
        """Select the tile on ``cell``, or swap it with the tile that is already selected."""
        self.cursor = cell
        if self.selected is None:
            self.selected = cell
        else:
            self.swap(self.selected, cell)

    def swap(self, first: int, second: int) -> None:
        """Swap the tiles on two cells and deselect."""
        tiles = list(self.board.tiles)
        tiles[first], tiles[second] = tiles[second], tiles[first]
        self._replace(replace(self.board, tiles=tuple(tiles)))

    def place(self, tile: int) -> bool:
        """Swap ``tile`` with the tile at the cursor. Returns False if there is no such tile."""
        if not 0 <= tile < len(self.board.tiles):
            return False
        self.swap(self.board.tiles.index(tile), self.cursor)
        return True

    def move_cursor(self, rows: int, columns: int) -> None:
        """Move the cursor within the board."""
        row, column = divmod(self.cursor, self.board.columns)
        row = max(0, min(row + rows, self.board.rows - 1))
        column = max(0, min(column + columns, self.board.columns - 1))
        self.cursor = row * self.board.columns + column

    def make_solvable(self) -> None:
        """Swap two tiles of the board if the draft is unsolvable."""
        draft = self.draft
        self._record(replace(draft, start=make_solvable(draft.start, draft.goal)))

    def arrange(self, goal_name: str) -> None:
        """Replace the edited board by the goal with this name in GOALS."""
        self._replace(GOALS[goal_name](*self.board.size))

    def reshape(self, rows: int, columns: int) -> None:
        """Replace the draft by a solved board of this size, which may raise BoardError."""
        board = Board.solved(rows, columns)
        if board.size != self.board.size:
            self._record(replace(self.draft, start=board, goal=board, labels=None))

    def take(self, contents: Contents) -> None:
        """Replace the draft by parsed contents, including a goal and labels if they have any.

        If the goal is being edited, the parsed board becomes the goal.
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

    def _replace(self, board: Board) -> None:
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
        self.draft, self.selected = self._history.present, None
        if feedback.board.size != self.board.size:
            self.cursor = self.board.blank
        feedback.jump(self.board, HAND_SECONDS)
