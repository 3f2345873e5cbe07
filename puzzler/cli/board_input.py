"""Boards that commands read: from an argument, a file or standard input, with their goals."""

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
from typing import Annotated, BinaryIO

import click

from puzzler.board.board import Board
from puzzler.board.errors import BoardError, UnsolvableError
from puzzler.board.goal import GOALS
from puzzler.board.move import Move
from puzzler.board.parity import check_solvable, is_solvable
from puzzler.cli import completion, option_types
from puzzler.cli.click_options import argument, option
from puzzler.cli.deadline import start_alarm, stop_alarm
from puzzler.cli.output import ExitStatus, say
from puzzler.formats import fortytwo
from puzzler.formats.format import Contents, Format
from puzzler.formats.moves import of_blank, read_moves, split_mover
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

NOISE_LINES = 100
"""Bad lines at the beginning after which a text is not a list of boards."""
READ_AHEAD = 64
"""Lines of a file."""
LONG = 10_000
"""Bytes; five hundred 8-puzzles."""
MOVES = "--moves"

Argument = Annotated[
    str,
    argument(
        "BOARD|FILE|-",
        "Rows separated by /, as in '8 6 7/2 5 4/3 0 1'; a file; or - for standard input.",
    ),
]
Moves = Annotated[
    str | None,
    option(
        "--moves MOVES",
        "The moves: the letters U, D, L and R, the direction of the blank, or with "
        "'moves: tile' before them that of the tile. U3 stands for UUU; white space and commas are "
        "ignored. By default the moves in the FILE.",
    ),
]
GoalName = Annotated[
    str | None,
    option(
        "--goal GOAL",
        f"The goal: {', '.join(GOALS)}, a BOARD or a FILE. By default that of the text or its "
        "format, else standard.",
        complete=completion.goal,
    ),
]


def standard_input() -> BinaryIO | None:
    """Standard input as bytes; None where the process has none."""
    return getattr(sys.stdin, "buffer", None)


@dataclass(frozen=True)
class Goal:
    """The goal that ``--goal`` names or writes out, for any number of boards."""

    name: str | None = None
    """A key of GOALS; None where no goal is named."""
    contents: Contents | None = None
    """A goal that is written out."""

    @classmethod
    def read(cls, argument: str | None) -> Goal:
        """ReadingError where ``argument`` is no goal, file or board."""
        if argument is None or argument in GOALS:
            return cls(name=argument)
        # only the board counts, so that formats may differ in the goal of their own
        return cls(contents=find_source(argument, standard_input()).read(has_goal=True))

    @property
    def is_given(self) -> bool:
        """Whether the command line says a goal."""
        return self != Goal()

    def for_shape(self, rows: int, columns: int) -> Board | None:
        """The goal for boards of this shape, None where none is given.

        BoardError where the one written out has another shape.
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
        """The goal for a board: as given, else as its text says, else the standard one.

        BoardError where the one written out has another shape or other letters.
        """
        chosen = self.for_shape(*contents.start.size)
        if chosen is None:
            return contents.meant_goal
        labels = None if self.contents is None else self.contents.labels
        if labels is not None and labels != contents.labels:
            raise BoardError("the letters of the goal are not those of the board")
        return chosen


@dataclass(frozen=True)
class Puzzle:
    """A board that was read, with its goal."""

    contents: Contents
    goal: Board
    where: str
    """The name of its file, and the line in a list."""

    @property
    def start(self) -> Board:
        """The board."""
        return self.contents.start

    @property
    def with_goal(self) -> Contents:
        """What was read, with the goal as that of the text."""
        return replace(self.contents, goal=self.goal)

    def played(self, moves: str | None) -> tuple[Move, ...]:
        """The moves that ``--moves`` gives, else those in the text.

        ReadingError where they are no moves or cannot be made; BadParameter where there are none.
        """
        if moves is None:
            if self.contents.moves is None:
                raise click.BadParameter(f"{self.where} has no moves in it: give them with {MOVES}")
            return self.contents.moves
        try:
            mover, letters = split_mover(moves)
            return of_blank(self.start, read_moves(letters), mover)
        except BoardError as error:
            raise TextSource(MOVES, io.BytesIO).error(error) from None

    def check_solvable(self) -> None:
        """UnsolvableError, with ``hint``, where the goal cannot be reached."""
        try:
            check_solvable(self.start, self.goal)
        except UnsolvableError as error:
            raise UnsolvableError("; ".join(filter(None, (str(error), self.hint())))) from None

    def hint(self) -> str:
        """The goals that this unsolvable board can reach; "" where there is none.

        Also "" where the text says that it is unsolvable, or the command line says the goal.
        """
        if self.contents.is_unsolvable or self.goal != self.contents.meant_goal:
            return ""
        options = " or ".join(f"--goal {name}" for name in self.reachable_goals())
        return options and f"it can be solved with {options}"

    def reachable_goals(self) -> list[str]:
        """The names of the goals that this board can reach; the snail is for files of courses."""
        has_snail = fortytwo.GOAL in FORMATS[self.contents.form].goals
        return [
            name
            for name, make in GOALS.items()
            if is_solvable(self.start, make(*self.start.size))
            and (has_snail or name != fortytwo.GOAL)
        ]


def format_reader(names: Iterable[str], kind: str = "format") -> Callable[[str], Format]:
    """A reader of the name of a format, which must be one of ``names``."""
    return lambda text: FORMATS[option_types.one_of(text, list(names), kind)]


@dataclass(frozen=True)
class InputOptions:
    """How boards are read."""

    from_format: Format | None = option(
        "--from FORMAT",
        "Read it as this format, one of those of puzzler convert --help. By default the "
        "content tells the format.",
        format_reader(FORMATS),
        completion.formats(FORMATS),
    )
    goal: GoalName = None

    def open(self, argument: str, seconds: float | None = None) -> Input:
        """The input that BOARD|FILE|- names; ReadingError where it or the goal names nothing.

        seconds: how long the command may wait for one board out of a pipe.
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


@dataclass(frozen=True)
class Input:
    """Where boards are read from."""

    argument: str
    source: TextSource
    goal: Goal
    form: str | None

    def puzzle(self, list_advice: str = "") -> Puzzle:
        """The one board; ``list_advice`` is added to the error where it is a list of boards."""
        try:
            contents = self.source.read(self.form, has_goal=self.goal.is_given)
            stop_alarm()
            puzzle = Puzzle(contents, self.goal.for_board(contents), self.source.name)
        except ListError as error:
            reason = ": ".join(filter(None, (error.reason, list_advice)))
            raise ReadingError(reason, source=error.source) from None
        except BoardError as error:
            raise self.source.error(error) from None
        has_choice = contents.goal is None and len(FORMATS[contents.form].goals) > 1
        if has_choice and self.form is None and not self.goal.is_given:
            say(
                f"{self.source.name}: read with the goal {puzzle.goal}, blank last; "
                f"--from {fortytwo.NAME} reads it with the snail as its goal"
            )
        return puzzle


class BoardList:
    """The boards of an input, one per line, each as soon as it is read."""

    def __init__(self, given: Input, *, needs_moves: bool = False) -> None:
        """needs_moves: a line without moves is an error."""
        stop_alarm()  # the lines of a list may come slowly
        self._input = given
        self._needs_moves = needs_moves
        self._lines = self._boards = self._bad_lines = 0
        self._size = 0
        """Bytes of a regular file."""
        if given.argument != STANDARD_INPUT and isfile(given.argument):  # noqa: PTH113
            self._size = Path(given.argument).stat().st_size
        self.name = given.source.name
        self.on_refused: Callable[[BoardError, Line], object] = lambda error, line: None
        """Called with each line that is refused, and why."""
        self.status = ExitStatus.SOLVED
        """BAD_INPUT once a line was refused."""

    @property
    def is_long(self) -> bool:
        """It is known to have hundreds of boards."""
        return self._size >= LONG

    def read_in_thread(self) -> int | None:
        """Let another thread read the lines; how many have content, None but for a regular file.

        When the process ends, Python closes standard input and aborts if a thread still waits for
        it: these lines come from a file of their own. An overlong line counts as several.
        """
        given = self._input
        if given.argument == STANDARD_INPUT:
            # as it is where it is closed, or no real file
            with contextlib.suppress(AttributeError, OSError, ValueError):
                number = sys.stdin.fileno()
                source = replace(given.source, open=lambda: os.fdopen(os.dup(number), "rb"))
                self._input = replace(given, source=source)
            return None
        with contextlib.suppress(OSError, ValueError):
            if Path(given.argument).is_file():
                with Path(given.argument).open("rb") as stream:
                    lines = iter(partial(stream.readline, LONGEST_LINE), b"")
                    return sum(
                        bool(line.strip()) and not line.lstrip().startswith(b"#") for line in lines
                    )
        return None

    def __iter__(self) -> Iterator[tuple[Line, Puzzle]]:
        """The good lines; the errors of the others are printed."""
        for line, read in self.entries():
            if isinstance(read, BoardError):
                self.refuse(read, line)
            else:
                yield line, read

    def entries(self) -> Iterator[tuple[Line, Puzzle | BoardError]]:
        """Every line with its board or its error, which is not printed yet.

        ReadingError where there is no line. Of a regular file some are read ahead: each code in
        turn for many boards is faster than all codes for each board.
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
            except BoardError as error:  # after the boards before it
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
                    raise BoardError("there are no moves to review")
                self._boards += 1
                goal = self._input.goal.for_board(contents)
            except BoardError as error:
                yield line, error
            else:
                yield line, Puzzle(contents, goal, f"{self.name}: line {line.number}")
        if not self._lines:
            raise ReadingError("there is no board: the text is empty", source=self.name)

    def refuse(self, error: BoardError, line: Line) -> None:
        """Print the error of a line; ReadingError where the text is no list of boards."""
        refused = self._input.source.error(error, line)
        say(str(refused))
        self.on_refused(refused, line)
        self._bad_lines += 1
        self.status = ExitStatus.BAD_INPUT
        if self._bad_lines == NOISE_LINES and not self._boards:
            raise ReadingError(
                f"no board in the first {NOISE_LINES} lines", source=self.name
            ) from None


class LineReader:
    """Reads what a person types, until standard input ends."""

    def __init__(self) -> None:
        self._has_ended = sys.stdin is None
        self.is_terminal = not self._has_ended and sys.stdin.isatty()

    def line(self, prompt: str) -> str | None:
        """The next line; None at the end."""
        if self._has_ended:
            return None
        if self.is_terminal:
            print(prompt, end="", flush=True)
        line = sys.stdin.readline()
        self._has_ended = not line
        if self.is_terminal and not line:
            print()
        return line.strip() if line else None
