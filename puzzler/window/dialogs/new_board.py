"""The dialog for a new board: its size, its goal, how far it is shuffled, and its seed."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import replace
from typing import Unpack

import pygame
from pygame import Rect, Surface

from puzzler.board.board import Board
from puzzler.board.errors import PuzzlerError
from puzzler.board.goal import GOALS
from puzzler.board.tokens import LARGEST_SIDE, SMALLEST_SIDE
from puzzler.game.play.boards import PlayState
from puzzler.game.play.category import OWN, goal_from_text
from puzzler.game.play.difficulty import CHOICES, Difficulty
from puzzler.game.play.editing import Editing, Target
from puzzler.game.play.new_boards import MOST_DIGITS, parse_seed
from puzzler.game.play.relay import STAGES
from puzzler.humanize import TIMES, listed, sentence
from puzzler.window.board.mini import MiniBoard
from puzzler.window.toolkit.controls import Button, Option, Rank, Segments
from puzzler.window.toolkit.dialog import Dialog, labelled
from puzzler.window.toolkit.element import (
    ARROWS,
    Context,
    Control,
    Element,
    Options,
    Point,
    Range,
    Touch,
)
from puzzler.window.toolkit.field import Field, one_line
from puzzler.window.toolkit.labels import Heading, Text
from puzzler.window.toolkit.layout import Column, Row
from puzzler.window.toolkit.paint import Painter
from puzzler.window.toolkit.theme import Color, mix
from puzzler.window.window import Window

KEY = "new board"
Shape = tuple[int, int]


def open_new_board(window: Window) -> None:
    """A board of another size, goal, difficulty or seed."""
    window.ui.open(_NewBoard(window).build, KEY)


def draw_goal(window: Window) -> None:
    """Place the tiles of the goal by hand."""
    window.session.edit()
    activity = window.session.activity
    if isinstance(activity, Editing):
        activity.turn_to(Target.GOAL)


class _NewBoard:
    """What is chosen in the dialog; the game does not change before *Shuffle* is pressed."""

    def __init__(self, window: Window) -> None:
        self.window, self.session = window, window.session
        self.shape = window.session.activity.board.size
        self.goal = window.session.snapshot().play.goal_name
        self.difficulty = window.session.settings.difficulty
        self.seed = ""
        self.message = ""

    def build(self) -> Dialog:
        close, seed, boards = self.window.ui.close, self._play.seed_text, self.session.boards
        goals = [Option(name, _title(name)) for name in (*GOALS, OWN)]
        levels = [Option(level, level.label) for level in CHOICES]
        muted = [
            Text(words, size=13, color="text_muted")
            for words in (
                sentence(f"{self.difficulty.describe(*self.shape)}."),
                self.message or self._seed_words(),
                self._ready_words(),
            )
        ]
        return Dialog(
            "New board",
            Row(SizeGrid(self.shape, self._choose_shape, key="size"), self._picture(), gap=24,
                stretch=True),
            labelled("Goal", Segments(goals, self.goal, self._choose_goal, key="goal"), width=430),
            labelled(
                "Shuffle",
                Segments(levels, self.difficulty, lambda level: self._choose(difficulty=level),
                         key="difficulty"),
                width=430,
            ),
            muted[0],
            Text("Seed", size=15, strong=True),
            Row(
                Field(self.seed, lambda text: self._choose(seed=text), accepts=_is_digit,
                      most=MOST_DIGITS,
                      placeholder="a new one", on_enter=self._shuffle, grow=1, key="seed"),
                Button("Copy", self._copy_seed, icon="copy", enabled=bool(seed), key="copy"),
                Button("Paste", self._paste_seed, icon="paste", key="paste"),
                gap=10,
            ),
            *muted[1:],
            foot=(
                Button(Difficulty.DAILY.label,
                       lambda: self._begin(lambda: boards.new_daily(*self.shape)),
                       icon="calendar", size=14, key="daily"),
                Button("Relay", lambda: self._begin(boards.begin_relay), icon="relay", size=14,
                       key="relay"),
                Button("Cancel", close, key="cancel"),
                Button("Shuffle", self._shuffle, icon="new", rank=Rank.PRIMARY, key="shuffle"),
            ),
            size=720,
        )  # fmt: skip

    def _picture(self) -> Element:
        board = self._goal_board()
        skin = replace(self.window.view.skin, labels=None)  # for boards of any size
        return Column(
            Heading(f"{board.rows}{TIMES}{board.columns}", size=27, align=0.5),
            Text(f"{len(board.tiles) - 1} tiles", color="text_muted", align=0.5, lines=1),
            MiniBoard(board, board, skin, height=200, grow=1),
            grow=1,
        )

    @property
    def _play(self) -> PlayState:
        return self.session.snapshot().play

    def _goal_board(self) -> Board:
        if self.goal == OWN:
            return self._play.goal
        return goal_from_text(self.goal, *self.shape)

    # ---- Words ----------------------------------------------------------------------------

    def _seed_words(self) -> str:
        """The seed of the present board, while nothing else of a board is chosen."""
        play = self._play
        is_present = (self.shape, self.goal) == (play.board.size, play.goal_name)
        seed = play.seed_text if is_present else ""
        same = "The same seed makes the same board everywhere."
        return f"{same} The present board has seed {seed}." if seed else same

    def _ready_words(self) -> str:
        size = f"{self.shape[0]}{TIMES}{self.shape[1]}"
        relay = listed([f"{rows}{TIMES}{columns}" for rows, columns in STAGES])
        return f"Today's {size} is the same for everybody. A relay is {relay} by one clock."

    # ---- Choices --------------------------------------------------------------------------

    def _choose_shape(self, shape: Shape) -> None:
        self.shape, self.message = shape, ""
        if self.goal == OWN and shape != self._play.goal.size:
            self.goal = next(iter(GOALS))

    def _choose_goal(self, name: str) -> None:
        has_own = self._play.goal_name == OWN and self.shape == self._play.goal.size
        if name != OWN or has_own:
            self.goal, self.message = name, ""
        else:
            self.window.ui.close(KEY)
            draw_goal(self.window)

    def _choose(self, **changes: object) -> None:
        vars(self).update(changes, message="")

    def _copy_seed(self) -> None:
        seed = self._play.seed_text
        is_copied = self.window.clipboard.copy(seed)
        self.message = f"{seed} is copied." if is_copied else "There is no clipboard to copy to."

    def _paste_seed(self) -> None:
        text = one_line(self.window.clipboard.paste() or "", "", _is_digit)
        self.seed = text[:MOST_DIGITS] or self.seed
        self.message = "" if text else "There is no seed in the clipboard."

    def _shuffle(self) -> None:
        try:
            seed = parse_seed(self.seed) if self.seed else None
            goal = self._goal_board() if self.goal == OWN else self.goal
            self.session.boards.new(*self.shape, seed, goal=goal, difficulty=self.difficulty)
        except PuzzlerError as error:
            self.message = str(error)
        else:
            self.window.ui.close(KEY)

    def _begin(self, begin: Callable[[], object]) -> None:
        self.window.ui.close(KEY)
        begin()


def _title(name: str) -> str:
    return "Custom…" if name == OWN else name.replace("-", " ").capitalize()


def _is_digit(sign: str) -> bool:
    return sign.isascii() and sign.isdigit()


class SizeGrid(Control):
    """Chooses (rows, columns): by click, by dragging, or with the arrow keys."""

    def __init__(
        self, chosen: Shape, on_choose: Callable[[Shape], object], **options: Unpack[Options]
    ) -> None:
        super().__init__(**options)
        self.chosen, self.on_choose = chosen, on_choose

    def measure_width(self, ui: Context) -> Range:
        side = ui.painter.target(32) * LARGEST_SIDE
        return Range(side, side)

    def measure_height(self, ui: Context, width: int) -> Range:
        return self.measure_width(ui)

    def look(self, ui: Context, touch: Touch) -> Hashable:
        return self.chosen, self._shape_at(touch.at), self.rect.size

    def draw(self, ui: Context, surface: Surface, touch: Touch) -> None:
        painter, theme, over = ui.painter, ui.painter.theme, self._shape_at(touch.at)
        margin = 2 * max(1, painter.px(2))
        width, height = self.rect.width // LARGEST_SIDE, self.rect.height // LARGEST_SIDE
        for rows in range(1, LARGEST_SIDE + 1):
            for columns in range(1, LARGEST_SIDE + 1):
                is_in = rows <= self.chosen[0] and columns <= self.chosen[1]
                is_over = over is not None and rows <= over[0] and columns <= over[1]
                # the full accent is too bright for a hundred cells
                fill = mix(theme.well, theme.accent, 0.5 if is_in else 0)
                edge = theme.accent if is_in or is_over else theme.track
                if is_in != is_over and over is not None:
                    fill = mix(theme.well, theme.accent, 0.25)
                left = self.rect.left + (columns - 1) * width
                cell = Rect(left, self.rect.top + (rows - 1) * height, width, height)
                cell = cell.inflate(-margin, -margin)
                surface.blit(_cell(painter, cell.size, fill, edge), cell)

    def press(self, ui: Context, at: Point) -> None:
        self.drag(ui, at)

    def drag(self, ui: Context, at: Point) -> None:
        """Choose what is under the pointer, or nearest to it."""
        right, bottom = self.rect.right - 1, self.rect.bottom - 1
        inside = max(self.rect.left, min(right, at[0])), max(self.rect.top, min(bottom, at[1]))
        shape = self._shape_at(inside)
        if shape is not None and shape != self.chosen:
            self.on_choose(shape)

    def release(self, ui: Context, at: Point) -> None:
        """It was chosen already."""

    def key_down(self, ui: Context, key: int, mod: int) -> bool:
        """The arrow keys add and remove rows and columns."""
        if key not in ARROWS:
            return False
        rows, columns = (
            max(SMALLEST_SIDE, min(LARGEST_SIDE, size + step))
            for size, step in zip(self.chosen, ARROWS[key], strict=True)
        )
        self.on_choose((rows, columns))
        return True

    def _shape_at(self, at: Point | None) -> Shape | None:
        if at is None or not self.rect.collidepoint(at):
            return None
        columns = (at[0] - self.rect.left) * LARGEST_SIDE // self.rect.width + 1
        rows = (at[1] - self.rect.top) * LARGEST_SIDE // self.rect.height + 1
        return max(SMALLEST_SIDE, rows), max(SMALLEST_SIDE, columns)


def _cell(painter: Painter, size: tuple[int, int], fill: Color, edge: Color) -> Surface:
    def draw() -> Surface:
        drawn = Surface(size, pygame.SRCALPHA)
        painter.box(drawn, drawn.get_rect(), painter.px(5), fill, edge)
        return drawn

    return painter.made(("size cell", size, fill, edge), draw)
