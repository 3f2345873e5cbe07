"""The sheet for a new board: its size, its goal, how far it is shuffled, and its seed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from pygame import Rect

from puzzler.board.board import Board
from puzzler.board.errors import PuzzlerError
from puzzler.board.goal import GOALS
from puzzler.board.tokens import LARGEST_SIDE, SMALLEST_SIDE
from puzzler.game.play.category import OWN, goal_from_text
from puzzler.game.play.difficulty import CHOICES, Difficulty
from puzzler.game.play.new_boards import MOST_DIGITS, parse_seed
from puzzler.game.play.relay import STAGES
from puzzler.game.session import Session
from puzzler.humanize import TIMES, listed, sentence
from puzzler.window.board.skin import Skin
from puzzler.window.overlays.blocks import Field, Line, Words
from puzzler.window.overlays.sheet import Sheet
from puzzler.window.toolkit.clipboard import Clipboard
from puzzler.window.toolkit.paint import Face, Painter
from puzzler.window.toolkit.scene import Part
from puzzler.window.widgets.button import Button, Rank
from puzzler.window.widgets.control import Control
from puzzler.window.widgets.label import label
from puzzler.window.widgets.mini_board import mini_board
from puzzler.window.widgets.segmented import Segmented
from puzzler.window.widgets.size_grid import SizeGrid
from puzzler.window.widgets.text_field import TextField


class BoardPages:
    """What the sheet holds; nothing changes before *Shuffle* is pressed."""

    def __init__(
        self,
        session: Session,
        clipboard: Clipboard,
        skin: Skin,
        draw_goal: Callable[[], None],
    ) -> None:
        self._session = session
        self._clipboard = clipboard
        self._draw_goal = draw_goal
        self._shape = session.activity.board.size
        self._goal = session.snapshot().play.goal_name
        self._difficulty = session.settings.difficulty
        self._message = ""
        self._grid = SizeGrid("size", self._choose_shape, least=SMALLEST_SIDE, most=LARGEST_SIDE)
        names = [*GOALS, OWN]
        self._goals = Segmented("goal", [(name, _title(name)) for name in names], self._choose_goal)
        levels = [(level, level.label) for level in CHOICES]
        self._levels = Segmented("difficulty", levels, self._choose_level)
        self._seed = TextField(
            "seed",
            _ignore,
            clipboard=clipboard,
            accepts=lambda sign: sign.isascii() and sign.isdigit(),
            most=MOST_DIGITS,
            placeholder="a new one",
            on_enter=self._shuffle,
        )
        self._copy = Button("copy", self._copy_seed, label="Copy", icon="copy")
        self._paste = Button("paste", self._paste_seed, label="Paste", icon="paste")
        self._daily = Button(
            "daily", self._begin_daily, label=Difficulty.DAILY.label, icon="calendar", units=14
        )
        self._relay = Button("relay", self._begin_relay, label="Relay", icon="relay", units=14)
        shuffle = Button("shuffle", self._shuffle, label="Shuffle", icon="new", rank=Rank.PRIMARY)
        cancel = Button("cancel", self._dismiss, label="Cancel")
        self.sheet = Sheet(
            "New board",
            (
                _ShapeBlock(self._grid, self.goal_board, skin),
                Field("Goal", self._goals, control_units=430),
                Field("Shuffle", self._levels, control_units=430),
                Words(self._level_words, units=13),
                Words("Seed", units=15, is_strong=True),
                Line([self._seed, self._copy, self._paste]),
                Words(self._seed_words, units=13),
                Words(self._ready_words, units=13),
            ),
            width_units=720,
            foot=(shuffle, cancel, self._relay, self._daily),
            update=self._update,
        )

    def goal_board(self) -> Board:
        """The goal as it is chosen now."""
        if self._goal == OWN:
            return self._session.activity.goal
        return goal_from_text(self._goal, *self._shape)

    def _update(self) -> None:
        self._grid.chosen = self._shape
        self._goals.chosen = self._goal
        self._levels.chosen = self._difficulty
        self._copy.is_enabled = bool(self._session.snapshot().play.seed_text)

    def _level_words(self) -> str:
        """What the level means on a board of the chosen shape."""
        return sentence(f"{self._difficulty.describe(*self._shape)}.")

    def _seed_words(self) -> str:
        if self._message:
            return self._message
        # the seed of another board has nothing to say about the one that is being chosen
        is_present = (
            self._shape == self._session.activity.board.size
            and self._goal == self._session.snapshot().play.goal_name
        )
        seed = self._session.snapshot().play.seed_text if is_present else ""
        same = "The same seed makes the same board everywhere."
        return f"{same} The present board has seed {seed}." if seed else same

    def _ready_words(self) -> str:
        size = f"{self._shape[0]}{TIMES}{self._shape[1]}"
        relay = listed([f"{rows}{TIMES}{columns}" for rows, columns in STAGES])
        return f"Today's {size} is the same for everybody. A relay is {relay} by one clock."

    def _choose_shape(self, shape: tuple[int, int]) -> None:
        self._shape, self._message = shape, ""
        if self._goal == OWN and shape != self._session.activity.goal.size:
            self._goal = next(iter(GOALS))

    def _choose_goal(self, name: str) -> None:
        if name != OWN:
            self._goal, self._message = name, ""
        elif (
            self._session.snapshot().play.goal_name == OWN
            and self._shape == self._session.activity.goal.size
        ):
            self._goal = OWN
        else:
            self.sheet.dismiss()
            self._draw_goal()

    def _choose_level(self, level: Difficulty) -> None:
        self._difficulty, self._message = level, ""

    def _copy_seed(self) -> None:
        seed = self._session.snapshot().play.seed_text
        is_copied = self._clipboard.copy(seed)
        self._message = f"{seed} is copied." if is_copied else "There is no clipboard to copy to."

    def _paste_seed(self) -> None:
        if self._seed.paste():
            self._message = ""
        else:
            self._message = "There is no seed in the clipboard."

    def _shuffle(self) -> None:
        try:
            seed = parse_seed(self._seed.text) if self._seed.text else None
            goal = self.goal_board() if self._goal == OWN else self._goal
            self._session.boards.new(*self._shape, seed, goal=goal, difficulty=self._difficulty)
        except PuzzlerError as error:
            self._message = str(error)
        else:
            self.sheet.dismiss()

    def _begin_daily(self) -> None:
        self._session.boards.new_daily(*self._shape)
        self.sheet.dismiss()

    def _begin_relay(self) -> None:
        self._session.boards.begin_relay()
        self.sheet.dismiss()

    def _dismiss(self) -> None:
        self.sheet.dismiss()


class _ShapeBlock:
    """The grid of sizes, and beside it the goal of what is chosen."""

    def __init__(self, grid: SizeGrid, goal: Callable[[], Board], skin: Skin) -> None:
        self.controls: Sequence[Control] = (grid,)
        self._grid = grid
        self._goal = goal
        self._skin = skin
        self._area = Rect(0, 0, 0, 0)

    def height(self, painter: Painter, width: int) -> int:
        """That of the grid."""
        return self._grid.side(painter)

    def place(self, painter: Painter, area: Rect) -> None:
        """The grid at the left."""
        self._area = area
        side = self._grid.side(painter)
        self._grid.rect = Rect(area.left, area.top, side, side)

    def parts(self, painter: Painter) -> Iterator[Part]:
        """Size, number of tiles, and the goal."""
        theme, board = painter.theme, self._goal()
        left = self._grid.rect.right + painter.px(24)
        rest = Rect(left, self._area.top, self._area.right - left, self._area.height)
        size = Rect(rest.left, rest.top, rest.width, painter.px(34))
        words = f"{board.rows}{TIMES}{board.columns}"
        yield label(
            painter, "size", size, words, color=theme.text, units=27, face=Face.DISPLAY, align=0.5
        )
        count = Rect(rest.left, size.bottom, rest.width, painter.px(24))
        words = f"{len(board.tiles) - 1} tiles"
        yield label(painter, "count", count, words, color=theme.text_muted, align=0.5)
        top = count.bottom + painter.px(8)
        room = Rect(rest.left, top, rest.width, rest.bottom - top)
        yield mini_board(painter, "goal", room, board, board, self._skin, is_ghost=False)


def _title(name: str) -> str:
    return "Own…" if name == OWN else name.replace("-", " ").capitalize()


def _ignore(text: str) -> None:
    """Only what is there at the end counts."""
