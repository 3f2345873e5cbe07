"""Editing: placing tiles by hand, a draft of a board and a goal, and what is wrong with it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from puzzler.board.board import Board
from puzzler.board.errors import BoardError
from puzzler.board.goal import GOALS
from puzzler.board.move import Move
from puzzler.board.parity import is_solvable, mended
from puzzler.board.scenario import Scenario
from puzzler.formats import registry
from puzzler.formats.format import Contents
from puzzler.formats.reading import MOST_BYTES
from puzzler.formats.registry import AmbiguousError
from puzzler.game import wording
from puzzler.game.activity import Reply
from puzzler.game.files import import_messages
from puzzler.game.play.game import Play
from puzzler.game.play.goals import goal_text
from puzzler.game.play.history import History
from puzzler.game.play.slide import HAND_SECONDS, Happening
from puzzler.game.sitting import Sitting
from puzzler.humanize import sentence
from puzzler.solver.messages import Progress


class Target(Enum):
    """Which of the two is being drawn."""

    BOARD = "board"
    GOAL = "goal"


@dataclass(frozen=True)
class Draft:
    """A board and a goal of one shape, whether or not moves lead from one to the other."""

    board: Board
    goal: Board
    labels: tuple[str, ...] | None = None
    """What stands on every tile, by its number; None where that is the number."""

    @property
    def is_solvable(self) -> bool:
        """Moves lead from the board to the goal."""
        return is_solvable(self.board, self.goal)


class Editing:
    """A draft, what the hand holds, and undo within it. Every change keeps both a permutation.

    Whoever leaves begins a new play of what was drawn. Where nothing was changed, or where it
    cannot be solved, the game goes on as before.
    """

    is_aside = False

    def __init__(self, sitting: Sitting) -> None:
        play = sitting.game.play
        self.held: int | None = None
        """The cell whose tile was picked and waits for the one to change places with."""
        self.cursor = play.board.blank
        """The cell that the keyboard is on."""
        self._target = Target.BOARD
        self._history = History(Draft(play.board, play.scenario.goal, play.scenario.labels))
        self._first = self._history.present
        self._sitting = sitting
        self._is_over = False
        self._is_dropped = False

    # ---- What there is to see -------------------------------------------------------------

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
        self._sitting.stage.rearrange(before, self.board, HAND_SECONDS)

    @property
    def board(self) -> Board:
        """What is being drawn: the board, or the goal."""
        return self.draft.board if self._target is Target.BOARD else self.draft.goal

    @property
    def goal(self) -> Board:
        """The goal that is drawn."""
        return self.draft.goal

    @property
    def play(self) -> Play:
        """A play of the draft, in which nothing has happened yet."""
        return Play(self._scenario, self.draft.board)

    @property
    def progress(self) -> Progress | None:
        """No search runs."""
        return None

    @property
    def is_busy(self) -> bool:
        """Nothing changes by itself."""
        return False

    @property
    def is_over(self) -> bool:
        """It was finished or cancelled."""
        return self._is_over

    @property
    def is_paused(self) -> bool:
        """Nothing moves by itself."""
        return False

    @property
    def holds_timer(self) -> bool:
        """The timer rests."""
        return True

    @property
    def is_changed(self) -> bool:
        """The draft is not what it began with."""
        return self.draft != self._first

    @property
    def problem(self) -> str:
        """What is wrong with the draft, in one line; "" where nothing is."""
        return "" if self.draft.is_solvable else wording.UNSOLVABLE

    @property
    def can_undo(self) -> bool:
        """There is a change to take back, or the draft to be left."""
        return True

    @property
    def can_redo(self) -> bool:
        """The last change was an undo."""
        return self._history.can_redo

    # ---- What the hand does ---------------------------------------------------------------

    def begin(self) -> None:
        """Say what there is to do."""
        self._sitting.say(wording.EDIT)

    def click(self, cell: int) -> Reply:
        """Pick the tile on ``cell``, or let it change places with the one picked before."""
        self.pick(cell)
        return Reply.DONE

    def move(self, move: Move) -> Reply:
        """Slide the blank of the draft."""
        if move not in self.board.legal_moves():
            self._sitting.stage.happen(Happening.REFUSED)
            return Reply.REFUSED
        self.swap(self.board.blank, self.board.target(move))
        return Reply.DONE

    def undo(self) -> Reply:
        """Take back the last change; with none left, leave the draft."""
        if not self._travel(is_back=True):
            self._is_over = True
        return Reply.DONE

    def redo(self) -> Reply:
        """Do again what was undone last."""
        return Reply.DONE if self._travel(is_back=False) else Reply.REFUSED

    def toggle_pause(self) -> None:
        """Nothing moves by itself."""

    def tick(self, elapsed: float) -> None:
        """Nothing changes by itself."""

    def finish(self) -> bool:
        """Be done with it; False, and said, where the draft cannot be solved."""
        if self.is_changed and not self.draft.is_solvable:
            self._sitting.say(self.problem)
            self._sitting.stage.happen(Happening.REFUSED)
            return False
        self._is_over = True
        return True

    def cancel(self) -> None:
        """Be done with it, and drop what was drawn."""
        self._is_dropped = self._is_over = True

    def leave(self) -> None:
        """Begin a play of what was drawn, where it was changed and can be solved."""
        sitting, shown, draft = self._sitting, self.board, self.draft
        sitting.say("")
        is_wanted = self.is_changed and not self._is_dropped
        if is_wanted and not draft.is_solvable:
            sitting.say(wording.DROPPED)
        elif is_wanted:
            if draft.goal != sitting.goal:
                sitting.choose(replace(sitting.settings, goal=goal_text(draft.goal)))
            sitting.begin(self._scenario)
        sitting.stage.rearrange(shown, sitting.board, HAND_SECONDS)

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
        """Move the cursor by ``rows`` and ``columns`` cells, as far as the board goes."""
        row, column = divmod(self.cursor, self.board.columns)
        row = max(0, min(row + rows, self.board.rows - 1))
        column = max(0, min(column + columns, self.board.columns - 1))
        self.cursor = row * self.board.columns + column

    def make_solvable(self) -> None:
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

    def take_text(self, text: str) -> str:
        """Draw the board that ``text`` says in any format; "" or one line about what is wrong.

        Where the text names a goal, that is drawn as well; where it has letters, they stand on the
        tiles. While the goal is being drawn, the text is the goal.
        """
        try:
            contents = _read(text)
        except AmbiguousError as error:
            self._sitting.stage.happen(Happening.REFUSED)
            return import_messages.ambiguous(error.readings)
        except BoardError as error:
            self._sitting.stage.happen(Happening.REFUSED)
            return sentence(str(error))
        self.take(contents)
        return ""

    def take(self, contents: Contents) -> None:
        """Draw what has been read, as ``take_text`` does."""
        start, draft = contents.start, self.draft
        if self._target is Target.GOAL:
            board = draft.board if draft.board.size == start.size else start
            self._record(Draft(board, start, contents.labels or self._labels_for(start)))
            return
        goal = draft.goal if draft.goal.size == start.size else Board.solved(*start.size)
        self._record(Draft(start, contents.goal or goal, contents.labels))

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
        self._sitting.stage.rearrange(before, self.board, HAND_SECONDS)

    @property
    def _scenario(self) -> Scenario:
        """What would be played."""
        draft = self.draft
        return Scenario(draft.board, draft.goal, labels=draft.labels, title=wording.DRAWN)

    def _labels_for(self, board: Board) -> tuple[str, ...] | None:
        """The labels of the draft, where they fit ``board``."""
        return self.draft.labels if self.draft.board.size == board.size else None


def _read(text: str) -> Contents:
    """What ``text`` says; BoardError where it is not right."""
    if not text.strip():
        raise BoardError("there is no board: the text is empty")
    if len(text) > MOST_BYTES:
        raise BoardError(f"longer than {MOST_BYTES:,} characters: that is no board")
    return registry.read(text.replace("\r\n", "\n").replace("\r", "\n"))
