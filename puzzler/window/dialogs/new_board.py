"""The dialog for a new board: size, goal, difficulty and seed."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import replace
from functools import partial
from typing import Unpack

from pygame import Rect, Surface

from puzzler.board.board import Board
from puzzler.board.errors import PuzzlerError
from puzzler.board.goal import GOALS
from puzzler.board.tokens import LARGEST_SIDE, SMALLEST_SIDE
from puzzler.game.core.category import (
    CHOICES,
    OWN,
    STAGES,
    Difficulty,
    Stages,
    goal_from_text,
    goal_label,
)
from puzzler.game.play.boards import PlayState
from puzzler.game.play.new_boards import MAX_DIGITS, NewBoardOptions, daily_title, parse_seed
from puzzler.humanize import TIMES, sentence, solve_time
from puzzler.window.board.mini import MiniBoard
from puzzler.window.core.window import Window
from puzzler.window.toolkit.choices import Dropdown, Option, Segments
from puzzler.window.toolkit.context import Context
from puzzler.window.toolkit.control import ARROWS, Control
from puzzler.window.toolkit.controls import Button, Rank
from puzzler.window.toolkit.dialog import Dialog, labelled, offer
from puzzler.window.toolkit.element import (
    Access,
    Action,
    Element,
    Options,
    Point,
    Range,
    Tip,
    Touch,
)
from puzzler.window.toolkit.field import Field, one_line
from puzzler.window.toolkit.labels import Text
from puzzler.window.toolkit.layout import At, Column, Divider, Fit, Row
from puzzler.window.toolkit.theme import mix

KEY = "new board"
Shape = tuple[int, int]
SIZES: tuple[Shape, ...] = ((3, 3), (4, 4), (5, 5), (6, 6))
"""The sizes with buttons. Others are chosen in a grid."""
_MARATHONS = (5, 10, 25)


def open_new_board(window: Window, open_archive: Callable[[], object]) -> None:
    """Open the dialog for a new board. open_archive: shows the boards of past days."""
    window.ui.open(_NewBoard(window, open_archive).build, KEY)


class _NewBoard:
    """The choices of the dialog. The game does not change until *Shuffle* is pressed."""

    def __init__(self, window: Window, open_archive: Callable[[], object]) -> None:
        self.window, self.session, self.open_archive = window, window.session, open_archive
        self.shape = window.session.activity.board.size
        self.is_other = self.shape not in SIZES
        """Whether the grid of all sizes is shown."""
        self.has_seed = False
        """Whether the field of the seed is shown."""
        self.goal = window.session.snapshot().play.goal_name
        self._difficulty: Difficulty | None = None  # chosen in this dialog
        self.seed = ""
        self.marathon = _MARATHONS[0]
        """The number of boards of a marathon."""
        self.message = ""
        (self.today,) = window.session.boards.daily_boards(1)
        self.streak = window.session.boards.daily_streak()

    @property
    def difficulty(self) -> Difficulty:
        """The difficulty chosen in this dialog, or else the last one of this size."""
        return self._difficulty or self.session.settings.difficulty_of(*self.shape)

    def build(self) -> Dialog:
        sizes: list[Option[Shape | None]] = [Option(size, _size(size)) for size in SIZES]
        sizes.append(Option(None, f"Other: {_size(self.shape)}" if self.is_other else "Other…"))
        chosen = None if self.is_other else self.shape
        return Dialog(
            "New board",
            Segments(sizes, chosen, self._choose_size, size=18, height=52, accessible_name="Size",
                     key="sizes"),
            *self._with_picture(),
            *self._seed_rows(),
            Divider(),
            self._daily_row(),
            *self._timed_rows(),
            status=self.message or (None if self.window.is_compact else ""),
            confirm=Button("Shuffle", self._shuffle, icon="new", rank=Rank.PRIMARY, key="shuffle"),
            size=720,
        )  # fmt: skip

    def _choices(self) -> Element:
        goals = [Option(name, goal_label(name).capitalize()) for name in GOALS]
        goals.append(Option(OWN, "Custom…"))
        levels = [Option(level, level.label) for level in CHOICES]
        shuffle = Segments(
            levels, self.difficulty, lambda level: self._choose(_difficulty=level), key="difficulty"
        )
        note = sentence(f"{self.difficulty.describe(*self.shape)}.")
        return Column(
            labelled("Shuffle", shuffle, width=400),
            Text(note, size=13, color="text_muted"),
            labelled("Goal", Segments(goals, self.goal, self._choose_goal, key="goal"), width=400),
            gap=10,
            grow=1,
        )  # fmt: skip

    def _with_picture(self) -> list[Element]:
        """Return the choices and a picture of the goal, with the grid of sizes if it is open."""
        choices, board = self._choices(), self._goal_board()
        skin = replace(self.window.view.skin, labels=None)  # for boards of any size
        if not self.is_other:
            picture = MiniBoard(board, board, skin, width=112, height=112)
            return [Fit(Row(choices, picture, gap=20), self._choices())]
        words = f"{_size(self.shape)}, {len(board.tiles) - 1} tiles"
        caption = Text(words, size=15, strong=True, align=0.5, lines=1)
        picture = MiniBoard(board, board, skin, height=130 if self.window.is_compact else 230)
        grid = SizeGrid(self.shape, self._choose_shape, key="any size")
        return [Row(grid, Column(caption, picture, grow=1), gap=24, stretch=True), choices]

    def _seed_rows(self) -> list[Element]:
        """Return the button *Seed* and, if it was pressed, the field of the seed."""

        def unfold() -> None:
            self.has_seed = not self.has_seed

        fold = Button("Seed", unfold, icon="down" if self.has_seed else "right", rank=Rank.QUIET,
                      size=14, height=34, tip="The same seed gives everyone the same board",
                      key="unfold")  # fmt: skip
        rows: list[Element] = [At(fold, x=0)]
        if self.has_seed:
            play, note = self._play, "The same seed gives everyone the same board."
            is_present = (self.shape, self.goal) == (play.board.size, play.goal_name)
            if is_present and play.seed_text:
                note = f"{note} This board's seed: {play.seed_text}"
            copy = partial(self._copy, play.seed_text, f"Copied seed {play.seed_text}.")
            rows += [
                Row(Field(self.seed, lambda text: self._choose(seed=text), accepts=_is_digit,
                          max_length=MAX_DIGITS, placeholder="random", on_enter=self._shuffle,
                          autofocus=True, grow=1, key="seed"),
                    Button("Copy", copy, icon="copy", enabled=bool(play.seed_text), key="copy"),
                    Button("Paste", self._paste_seed, icon="paste", key="paste"), gap=10),
                Text(note, size=13, color="text_muted"),
            ]  # fmt: skip
        return rows

    def _daily_row(self) -> Element:
        """Return the row of the board of the day: the result, the streak and its buttons."""
        today, boards = self.today, self.session.boards
        notes = [f"{_size(today.size)}, the same for everyone"]
        if today.result is not None:
            notes = [f"{_size(today.size)} solved in {solve_time(today.result.seconds)}"]
        if self.streak:
            notes.append(f"{self.streak:,}-day streak")
        copy = partial(self._copy, today.line, "Copied the result.")
        return offer(
            "calendar", daily_title(today.day), " \N{MIDDLE DOT} ".join(notes),
            Button("Share", copy, icon="copy", tip=Tip(f"Copy: {today.line}"), size=14, key="share")
            if today.line else None,
            Button("Past days", self.open_archive, size=14,
                   tip=Tip("Boards and results of past days"), key="archive"),
            Button("Play", partial(self._begin, boards.new_daily), size=14, width=84, key="daily"),
        )  # fmt: skip

    def _timed_rows(self) -> Iterator[Element]:
        """Yield the rows of boards that are timed together, with the best times."""
        counts = [Option(count, f"{count} boards") for count in _MARATHONS]
        count = Dropdown(counts, self.marathon, lambda count: self._choose(marathon=count),
                         accessible_name="Number of boards", snug=True,
                         key="marathon boards")  # fmt: skip
        relay = f"Relay: {_size(STAGES[0])} to {_size(STAGES[-1])}, one clock"
        marathon = f"Marathon: {self.marathon} boards of {_size(self.shape)}"
        rows: tuple[tuple[str, str, Stages, Element | None], ...] = (
            ("relay", relay, STAGES, None),
            ("marathon", marathon, (self.shape,) * self.marathon, count),
        )
        for key, title, stages, control in rows:
            record = sum(split.seconds for split in self.session.store.solves.best_relay(stages))
            note = f"Best time {solve_time(record)}" if record else "No best time yet"
            start = partial(self._begin, partial(self.session.boards.start_relay, stages))
            play = Button("Play", start, size=14, width=84, key=key)
            yield offer("relay", title, note, control, play)

    @property
    def _play(self) -> PlayState:
        return self.session.snapshot().play

    def _goal_board(self) -> Board:
        if self.goal == OWN:
            return self._play.goal
        return goal_from_text(self.goal, *self.shape)

    def _choose_size(self, shape: Shape | None) -> None:
        self.is_other = shape is None
        self._choose_shape(shape or self.shape)

    def _choose_shape(self, shape: Shape) -> None:
        self.shape, self.message = shape, ""
        if self.goal == OWN and shape != self._play.goal.size:
            self.goal = next(iter(GOALS))

    def _choose_goal(self, name: str) -> None:
        has_own = self._play.goal_name == OWN and self.shape == self._play.goal.size
        if name != OWN or has_own:
            self.goal, self.message = name, ""
            return
        try:
            seed = parse_seed(self.seed) if self.seed else None
        except PuzzlerError as error:
            self.message = str(error)
            return
        self.window.ui.close(KEY)
        self.session.stop()
        self.session.edit(NewBoardOptions(self._goal_board(), self.difficulty, seed))

    def _choose(self, **changes: object) -> None:
        vars(self).update(changes, message="")

    def _copy(self, text: str, message: str) -> None:
        self.message = self.window.copied(text, message)

    def _paste_seed(self) -> None:
        text = one_line(self.window.clipboard.paste() or "", "", _is_digit)
        self.seed = text[:MAX_DIGITS] or self.seed
        self.message = "" if text else "The clipboard has no seed."

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


def _size(shape: Shape) -> str:
    return f"{shape[0]}{TIMES}{shape[1]}"


def _is_digit(sign: str) -> bool:
    return sign.isascii() and sign.isdigit()


class SizeGrid(Control):
    """A grid of cells that chooses (rows, columns) by clicking, dragging or the arrow keys."""

    def __init__(
        self, chosen: Shape, on_choose: Callable[[Shape], object], **options: Unpack[Options]
    ) -> None:
        super().__init__(**options)
        self.chosen, self.on_choose = chosen, on_choose

    role = "GROUP"

    def spoken_actions(self, ui: Context) -> dict[str, Action]:
        return {}

    def access(self, ui: Context) -> Access:
        access = super().access(ui)
        sides = tuple(
            Access(
                role="SLIDER",
                name=name,
                key=(self.key, name),
                rect=self.rect,
                number=(self.chosen[at], SMALLEST_SIDE, LARGEST_SIDE),
                actions={"INCREMENT": partial(self._resize, at, 1),
                         "DECREMENT": partial(self._resize, at, -1)},
            )
            for at, name in enumerate(("Rows", "Columns"))
        )  # fmt: skip
        named = access.name or "Size"
        return replace(access, name=named, value=_size(self.chosen), children=sides)

    def _resize(self, at: int, step: int, _: str) -> None:
        rows, columns = self.chosen
        self.on_choose(_nearest(rows + step * (at == 0), columns + step * (at == 1)))

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
                painter.box(surface, cell, painter.px(5), fill, edge)

    def drag(self, ui: Context, at: Point) -> None:
        """Choose the size under the pointer, or the nearest one."""
        shape = self._shape_at(at)
        if shape is not None and shape != self.chosen:
            self.on_choose(shape)

    def release(self, ui: Context, at: Point) -> None:
        """Do nothing, because ``drag`` has chosen the size."""

    def key_down(self, ui: Context, key: int, mod: int) -> bool:
        """Add or remove a row or a column with the arrow keys."""
        if key not in ARROWS:
            return False
        rows, columns = ARROWS[key]
        self.on_choose(_nearest(self.chosen[0] + rows, self.chosen[1] + columns))
        return True

    def _shape_at(self, at: Point | None) -> Shape | None:
        if at is None:
            return None
        columns = (at[0] - self.rect.left) * LARGEST_SIDE // self.rect.width + 1
        rows = (at[1] - self.rect.top) * LARGEST_SIDE // self.rect.height + 1
        return _nearest(rows, columns)


def _nearest(*sides: int) -> Shape:
    rows, columns = (max(SMALLEST_SIDE, min(LARGEST_SIDE, side)) for side in sides)
    return rows, columns
