"""Reads boards from an argument, a file or standard input, with their goals."""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from os.path import exists, isfile
from pathlib import Path
from typing import Annotated, Any, BinaryIO

import click

from puzzler.board.board import Board
from puzzler.board.errors import BoardError, UnsolvableError
from puzzler.board.goal import GOALS
from puzzler.board.move import Move
from puzzler.board.parity import check_solvable, is_solvable
from puzzler.cli import option_types
from puzzler.cli.click_options import Words, argument, option
from puzzler.cli.output import ExitStatus, notify
from puzzler.formats.format import Contents, Format
from puzzler.formats.moves import parse_moves
from puzzler.formats.reading import (
    LONGEST_LINE,
    STANDARD_INPUT,
    Line,
    ListError,
    ReadingError,
    TextSource,
    find_source,
)
from puzzler.formats.registry import FORMATS
from puzzler.search.deadline import start_alarm, stop_alarm

NOISE_LINES = 100
"""Number of invalid lines at the start after which a text is not a list of boards."""
READ_AHEAD = 64
"""Lines read together from a file."""
LONG = 10_000
"""Bytes of a long list: 500 boards of the 8-puzzle."""
MOVES = "--moves"
INPUT = "Input"

Argument = Annotated[
    str,
    argument(
        "BOARD|FILE|-",
        "Rows separated by /, such as '8 6 7/2 5 4/3 0 1', a file, or - for standard input.",
    ),
]
Boards = Annotated[
    tuple[str, ...],
    argument(
        "BOARD|FILE|-...",
        "Rows separated by /, such as '8 6 7/2 5 4/3 0 1', one or more files, or - for standard "
        "input.",
        str,
        is_many=True,
    ),
]
Moves = Annotated[
    str | None,
    option(
        "--moves MOVES",
        "The moves of the blank as letters or words, such as U3 L R or 'up left', or the tiles "
        "that slide. Letters are directions of the tile after 'moves: tile'. The default is the "
        "moves in the FILE.",
        heading=INPUT,
    ),
]


def _goal_option(default: str) -> Any:
    return option(
        "--goal GOAL",
        f"The goal: {', '.join(GOALS)}, a BOARD or a FILE. The default is {default}.",
        Words(words=lambda _: dict.fromkeys(GOALS, "")),
    )


GoalName = Annotated[str | None, _goal_option("standard")]


def standard_input() -> BinaryIO | None:
    """Return standard input as bytes, or None if the process has none."""
    return getattr(sys.stdin, "buffer", None)


@dataclass(frozen=True)
class Goal:
    """The goal given by ``--goal``, for any number of boards."""

    name: str | None = None
    """A key of GOALS. None if there is none or the goal is a board."""
    contents: Contents | None = None
    """The goal if it is a board."""

    @classmethod
    def read(cls, argument: str | None) -> Goal:
        """Parse the option. Raises ReadingError if it is not a goal, file or board."""
        if argument is None or argument in GOALS:
            return cls(name=argument)
        # only the board is used, so readings may differ in the goal
        return cls(contents=find_source(argument, standard_input()).read(has_goal=True))

    @property
    def is_given(self) -> bool:
        """Whether --goal is given."""
        return self != Goal()

    @property
    def shape(self) -> tuple[int, int] | None:
        """The shape of the goal if it is a board."""
        return None if self.contents is None else self.contents.start.size

    def for_shape(self, rows: int, columns: int) -> Board | None:
        """Return the goal for boards of this shape, or None if none is given.

        Raises BoardError if the goal is a board of another shape.
        """
        if self.name is not None:
            return GOALS[self.name](rows, columns)
        if self.contents is None:
            return None
        goal = self.contents.start
        if goal.size != (rows, columns):
            raise BoardError(f"the goal is {goal.rows}x{goal.columns}, not {rows}x{columns}")
        return goal

    def for_board(self, contents: Contents) -> Board:
        """Return the given goal, or else the one in the text, or else the standard goal.

        Raises BoardError if the given goal has another shape or other letters.
        """
        chosen = self.for_shape(*contents.start.size)
        if chosen is None:
            return contents.goal_or_standard
        labels = None if self.contents is None else self.contents.labels
        if labels is not None and labels != contents.labels:
            raise BoardError("goal and board have different letters")
        return chosen


@dataclass(frozen=True)
class Puzzle:
    """A board that was read, with its goal."""

    contents: Contents
    goal: Board
    where: str
    """The file name, and the line in a list."""

    @property
    def start(self) -> Board:
        """The board to solve."""
        return self.contents.start

    @property
    def with_goal(self) -> Contents:
        """The contents of the text, with the goal set."""
        return replace(self.contents, goal=self.goal)

    def played(self, moves: str | None) -> tuple[Move, ...]:
        """Return the moves given by ``--moves``, or else those in the text.

        Raises ReadingError if they are invalid, UsageError if there are none.
        """
        if moves is None:
            if self.contents.moves is None:
                raise click.UsageError(f"{self.where} contains no moves: use {MOVES}")
            return self.contents.moves
        try:
            return parse_moves(self.start, moves)
        except BoardError as error:
            raise TextSource(MOVES, io.BytesIO).error(error) from None

    def check_solvable(self) -> None:
        """Raise UnsolvableError, with ``hint``, if the goal cannot be reached."""
        try:
            check_solvable(self.start, self.goal)
        except UnsolvableError as error:
            raise UnsolvableError("; ".join(filter(None, (str(error), self.hint())))) from None

    def hint(self) -> str:
        """Return "so does --goal NAME", with the goals that this unsolvable board can reach.

        Returns "" if there are none, if the text states that the board is unsolvable, or with
        --goal.
        """
        if self.contents.is_unsolvable or self.goal != self.contents.goal_or_standard:
            return ""
        options = " or ".join(f"--goal {name}" for name in self.reachable_goals())
        return options and f"so does {options}"

    def reachable_goals(self) -> list[str]:
        """Return the names of reachable goals."""
        return [
            name for name, make in GOALS.items() if is_solvable(self.start, make(*self.start.size))
        ]


def format_type(names: Iterable[str], kind: str = "format") -> Words:
    """Return the type of an option with the formats ``names``."""
    words = option_types.choice(kind, {name: FORMATS[name].summary for name in names})
    return words._replace(read=lambda text: FORMATS[words.read(text)])


@dataclass(frozen=True)
class InputOptions:
    """How boards are read."""

    heading = INPUT

    from_format: Format | None = option(
        "--from FORMAT",
        "Input format, by default detected; see puzzler convert --help.",
        format_type(FORMATS),
    )
    goal: str | None = _goal_option("the goal in the input or of its format, otherwise standard")

    def open(self, argument: str, seconds: float | None = None) -> Input:
        """Open the input BOARD|FILE|-. Raises ReadingError if it or the goal is invalid.

        seconds: time limit for reading a board from a pipe.
        """
        # no name is too long for these
        is_pipe = exists(argument) and not isfile(argument)  # noqa: PTH110, PTH113
        is_pipe = is_pipe or argument == STANDARD_INPUT
        if seconds is not None and is_pipe:
            start_alarm(seconds)
        return Input(
            argument,
            find_source(argument, standard_input()),
            Goal.read(self.goal),
            None if self.from_format is None else self.from_format.name,
        )

    def lists(self, arguments: Iterable[str]) -> list[str]:
        """Return the arguments that are regular files of several boards, one per line."""
        return [argument for argument in arguments if self._is_list(argument)]

    def _is_list(self, argument: str) -> bool:
        if not isfile(argument):  # noqa: PTH113  no name is too long
            return False
        try:
            form = None if self.from_format is None else self.from_format.name
            find_source(argument).read(form, has_goal=self.goal is not None)
        except BoardError as error:
            return isinstance(error, ListError)
        return False


@dataclass(frozen=True)
class Input:
    """The source of boards."""

    argument: str
    source: TextSource
    goal: Goal
    form: str | None

    def puzzle(self, list_advice: str = "") -> Puzzle:
        """Read a single board. list_advice: added to the error if there are several boards."""
        try:
            contents = self.source.read(self.form, has_goal=self.goal.is_given)
            stop_alarm()
            puzzle = Puzzle(contents, self.goal.for_board(contents), self.source.name)
        except ListError as error:
            reason = ": ".join(filter(None, (error.reason, list_advice)))
            raise ReadingError(reason, source=error.source) from None
        except BoardError as error:
            raise self.source.error(error) from None
        self.print_note(puzzle)
        return puzzle

    def print_note(self, puzzle: Puzzle) -> None:
        """Print how an ambiguous text was read, unless an option has decided it."""
        contents = puzzle.contents
        if contents.note and self.form is None and not self.goal.is_given:
            notify("; ".join(filter(None, (f"{puzzle.where}: {contents.note}", contents.option))))


class BoardList:
    """The boards of an input with one board per line, read one at a time."""

    def __init__(self, board_input: Input, *, needs_moves: bool = False) -> None:
        """needs_moves: lines without moves are invalid."""
        stop_alarm()  # lines may arrive slowly
        self._input = board_input
        self._needs_moves = needs_moves
        self._lines = self._boards = self._bad_lines = 0
        self._notes = set[str]()
        """The notes that were printed; each is printed once."""
        self._size = 0
        """Bytes of a regular file."""
        if board_input.argument != STANDARD_INPUT and isfile(board_input.argument):  # noqa: PTH113
            self._size = Path(board_input.argument).stat().st_size
        self.name = board_input.source.name
        self.on_refused: Callable[[BoardError, Line], object] = lambda error, line: None
        """Called with the error and every invalid line."""
        self.status = ExitStatus.SOLVED
        """BAD_INPUT after an invalid line."""

    @property
    def is_long(self) -> bool:
        """Whether the list is known to have hundreds of boards."""
        return self._size >= LONG

    def read_in_thread(self) -> int | None:
        """Allow another thread to read the lines; return the line count of a regular file, or None.

        Python aborts at exit if a thread still reads standard input, so its lines are read from a
        duplicate. Overlong lines count several times.
        """
        board_input = self._input
        if board_input.argument == STANDARD_INPUT:
            # unchanged if standard input is closed or not a real file
            with contextlib.suppress(AttributeError, OSError, ValueError):
                number = sys.stdin.fileno()
                source = replace(board_input.source, open=lambda: os.fdopen(os.dup(number), "rb"))
                self._input = replace(board_input, source=source)
            return None
        with contextlib.suppress(OSError, ValueError):
            if Path(board_input.argument).is_file():
                with Path(board_input.argument).open("rb") as stream:
                    lines = iter(partial(stream.readline, LONGEST_LINE), b"")
                    return sum(
                        bool(line.strip()) and not line.lstrip().startswith(b"#") for line in lines
                    )
        return None

    def __iter__(self) -> Iterator[tuple[Line, Puzzle]]:
        """Yield the valid lines and print the errors of the others."""
        for line, read in self.entries():
            if isinstance(read, BoardError):
                self.refuse(read, line)
            else:
                yield line, read

    def entries(self) -> Iterator[tuple[Line, Puzzle | BoardError]]:
        """Yield every line with its board or its error, which is not printed.

        Raises ReadingError if there are no lines. Lines of a regular file are read in groups,
        because this is faster.
        """
        entries = self._entries()
        if not self._size:
            yield from entries
            return
        failure = None
        while failure is None:
            read: list[tuple[Line, Puzzle | BoardError]] = []
            try:
                read.extend(islice(entries, READ_AHEAD if self._boards else 1))
            except BoardError as error:  # raised after the boards before it
                failure = error
            if not read:
                break
            yield from read
        if failure is not None:
            raise failure

    def _entries(self) -> Iterator[tuple[Line, Puzzle | BoardError]]:
        for line in self._input.source.lines():
            self._lines += 1
            try:
                contents = self._input.source.read_line(line, self._input.form)
                if self._needs_moves and contents.moves is None:
                    raise BoardError("the line has no moves")
                self._boards += 1
                goal = self._input.goal.for_board(contents)
            except BoardError as error:
                yield line, error
            else:
                puzzle = Puzzle(contents, goal, f"{self.name}: line {line.number}")
                if contents.note not in self._notes:
                    self._notes.add(contents.note)
                    self._input.print_note(puzzle)
                yield line, puzzle
        if not self._lines:
            raise ReadingError("the text is empty", source=self.name)

    def refuse(self, error: BoardError, line: Line) -> None:
        """Print the error of a line. Raises ReadingError if the text is not a list of boards."""
        refused = self._input.source.error(error, line)
        notify(str(refused))
        self.on_refused(refused, line)
        self._bad_lines += 1
        self.status = ExitStatus.BAD_INPUT
        if self._bad_lines == NOISE_LINES and not self._boards:
            raise ReadingError(
                f"no board in the first {NOISE_LINES} lines", source=self.name
            ) from None
