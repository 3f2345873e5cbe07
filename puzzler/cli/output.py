"""Output of commands: results, messages and the exit status. Lines that the user types."""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import shutil
import sys
import textwrap
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from contextlib import ExitStack
from enum import IntEnum
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Self, TextIO

from puzzler import resources
from puzzler.board.errors import BoardError, PuzzlerError, shortened

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions
    from rich.segment import Segment
    from rich.table import Table
    from rich.text import Text

Place = Mapping[str, str | int]
"""Where a board was read, to be printed: "file" and "line", or nothing."""
NO_PLACE: Place = {}
BAD_INPUT = "bad input"
"""The status of an input that cannot be read, in JSON."""
STANDARD_OUTPUT = Path("-")
NO_COLOR = "NO_COLOR"
RICH_TERMINALS = {"FORCE_COLOR", "TTY_COMPATIBLE"}
"""Environment variables that make rich treat a file as a terminal."""
UNBROKEN = {"board", "goal"}
"""Labels of texts that are not wrapped."""
WIDEST = 500
"""Columns of a table outside a terminal, unless COLUMNS is set."""


class ExitStatus(IntEnum):
    """The exit statuses of all commands."""

    meaning: str
    """The text in the manual page."""

    def __new__(cls, value: int, meaning: str) -> Self:
        status = int.__new__(cls, value)
        status._value_, status.meaning = value, meaning
        return status

    SOLVED = 0, "success"
    LIMIT = 1, "a search was stopped by one of its limits, or a promise in a file is broken"
    FAILED = 1, "a search stopped without a solution before any limit"
    BAD_INPUT = 2, ("the input or the command line has an error; one line on standard error "
                    "describes it and its place")  # fmt: skip
    UNSOLVABLE = 3, "no moves lead from the board to its goal"
    # the numbers of shells for signals
    CANCELLED = 130, "stopped by Ctrl-C"
    HUNG_UP = 129, "ended by SIGHUP; results are kept"
    TERMINATED = 143, "ended by SIGTERM; results are kept"
    BROKEN_PIPE = 141, "the reader of the output has closed it"


_MILDEST_FIRST = (
    ExitStatus.SOLVED,
    ExitStatus.LIMIT,
    ExitStatus.UNSOLVABLE,
    ExitStatus.BAD_INPUT,
    ExitStatus.CANCELLED,
    ExitStatus.BROKEN_PIPE,
)


def worst_status(*statuses: ExitStatus) -> ExitStatus:
    """Return the worst status. Bad input is worse than unsolvable, which is worse than a limit."""
    return max(statuses, key=_MILDEST_FIRST.index)


def worst_of_each(names: Iterable[str], answer: Callable[[str], ExitStatus]) -> ExitStatus:
    """Call ``answer`` with each file until one is cancelled; return the worst status."""
    worst = ExitStatus.SOLVED
    for name in names:
        status = answer(name)
        worst = worst_status(worst, status)
        if status is ExitStatus.CANCELLED:
            break
    return worst


_CONTROL = re.compile(
    "[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)
LONGEST_LINE = 3000
"""Limit on the length of a message, enough for three readings of a 10x10 board."""


def escape_controls(text: str) -> str:
    """Escape every character that could control a terminal, except line ends and tabs.

    Everything that commands print passes through this function.
    """
    if text.isprintable():
        return text  # faster than the pattern
    return _CONTROL.sub(lambda letter: ascii(letter[0])[1:-1], text)


def notify(line: str) -> None:
    """Print a message on one line of standard error."""
    if sys.stderr is not None:  # otherwise print would use standard output
        words = shortened(escape_controls(" ".join(line.splitlines())), LONGEST_LINE)
        print(f"puzzler: {words}", file=sys.stderr)


class _Harmless:
    """Wraps an object for rich: control characters are escaped, and styles are kept."""

    def __init__(self, shown: Text | Table) -> None:
        self._shown = shown

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Segment]:
        for segment in console.render(self._shown, options):
            yield (
                segment if segment.control else segment._replace(text=escape_controls(segment.text))
            )


def refusal(error: Exception | str, place: Place) -> str:
    """Return the JSON object for an input that cannot be read."""
    return json.dumps({"status": BAD_INPUT, "error": str(error), **place})


class Output:
    """The destination of results, a context manager. Results written before Ctrl-C are kept.

    file: None or ``-`` for standard output. A regular file is replaced on exit by a temporary file
    next to it. If an error occurs before the first result, the old file is kept. Pipes, devices and
    files opened for appending receive each result immediately, like standard output. Raises
    PuzzlerError if the destination cannot be written.
    """

    def __init__(self, file: Path | None = None, appended_at: int | None = None) -> None:
        """appended_at: keep this number of bytes of the file and append to them."""
        self.is_standard = file is None or _is_standard_output(file)
        if self.is_standard and sys.stdout is None:
            raise PuzzlerError("standard output is closed")
        if file is not None and not self.is_standard:
            check_place(file)
        self.file = file
        """None for standard output."""
        self.is_empty = True
        """Whether nothing has been written yet."""
        self._appended_at = appended_at
        self._stream: TextIO = sys.stdout  # until __enter__
        self._stack = ExitStack()

    def write(self, line: str) -> None:
        """Write one line."""
        with self._written():
            self._stream.write(escape_controls(line) + "\n")
            self._stream.flush()

    def show(self, text: Text | Table) -> None:
        """Write text, with colors if ``has_colors``.

        A table is at most as wide as the terminal; elsewhere it is as wide as necessary.
        """
        console = self._console()
        with self._written():
            try:
                console.print(_Harmless(text))
            except SystemExit:  # rich raises it if the reader has closed the pipe
                raise BrokenPipeError from None

    def show_labelled(
        self, lines: Iterable[tuple[str, str]], width: int, strong: str, place: Place = NO_PLACE
    ) -> None:
        """Write lines with labels in ``width`` columns, first ``place``.

        strong: the label of the bold line. On a terminal, long lines are wrapped between words,
        except boards, which could not be copied otherwise.
        """
        places = ((label, f"{value}") for label, value in place.items())
        rows = [(label.ljust(width), content) for label, content in chain(places, lines)]
        if self._stream.isatty():
            columns = max(1, shutil.get_terminal_size().columns - width)
            rows = [row for label, content in rows for row in _wrapped(label, content, columns)]
        if not self.has_colors:
            self.write("\n".join(map("".join, rows)))  # avoids importing rich, 20 ms
            return
        from rich.text import Text

        styled = (
            Text().append(label, "dim").append(content, "bold" if label.strip() == strong else "")
            for label, content in rows
        )
        self.show(Text("\n").join(styled))

    @property
    def has_colors(self) -> bool:
        """Whether text is colored and bold: on a terminal, or if FORCE_COLOR is set.

        NO_COLOR has precedence. An empty variable has no effect.
        """
        if os.environ.get(NO_COLOR):
            return False
        return self._stream.isatty() or any(map(os.environ.get, RICH_TERMINALS))

    @property
    def columns(self) -> int:
        """The width available for a table."""
        return self._console().width

    def _console(self) -> Console:
        from rich.console import Console

        colors: Literal["auto"] | None = "auto" if self.has_colors else None
        console = Console(file=self._stream, soft_wrap=True, color_system=colors)
        if not (self._stream.isatty() or "COLUMNS" in os.environ):
            console.width = WIDEST
        return console

    def __enter__(self) -> Self:
        if self.is_standard or self.file is None:
            return self
        try:
            if self.file.exists() and not self.file.is_file():
                # opened late, because opening a named pipe waits for its reader
                self._stream = self._stack.enter_context(self.file.open("w", encoding="utf-8"))
            elif self._appended_at is not None:
                self._stream = self._stack.enter_context(self.file.open("a", encoding="utf-8"))
                self._stream.truncate(self._appended_at)
            else:
                stream = self._stack.enter_context(resources.replacing(self.file))
                self._stream = io.TextIOWrapper(stream, encoding="utf-8")
        except OSError as failure:
            raise self._failed(failure) from None
        return self

    def __exit__(self, kind: Any, error: BaseException | None, traceback: Any) -> None:
        # results before bad input or Ctrl-C are valid
        has_valid_results = isinstance(error, (KeyboardInterrupt, BoardError)) and not self.is_empty
        try:
            self._stack.__exit__(*((None,) * 3 if has_valid_results else (kind, error, traceback)))
        except OSError as failure:
            if error is None or has_valid_results:
                raise self._failed(failure) from None

    @contextlib.contextmanager
    def _written(self) -> Iterator[None]:
        try:
            yield
        except BrokenPipeError:
            raise
        except OSError as failure:
            raise self._failed(failure) from None
        self.is_empty = False

    def _failed(self, failure: OSError) -> PuzzlerError:
        if self._stream is sys.stdout:
            drop_output()
        name = self.file if self.file not in (None, STANDARD_OUTPUT) else "standard output"
        return PuzzlerError(f"{name}: cannot be written: {failure.strerror}")


def _wrapped(label: str, content: str, columns: int) -> Iterator[tuple[str, str]]:
    """Yield the lines of a text that is wrapped between words, with the label of the first."""
    parts = [content]
    if label.strip() not in UNBROKEN:
        parts = textwrap.wrap(content, columns, break_long_words=False, break_on_hyphens=False)
    for part in parts or [""]:
        yield label, part
        label = " " * len(label)


def plain_table(*headings: str, right: Container[str] = (), wrapped: Container[str] = ()) -> Table:
    """Make a table. right: columns of numbers. wrapped: columns of text that may wrap."""
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for heading in headings:
        justify: Literal["left", "right"] = "right" if heading in right else "left"
        table.add_column(heading, justify=justify, no_wrap=heading not in wrapped)
    return table


def check_place(file: Path) -> None:
    """Raise PuzzlerError if no regular file can be written at this path."""
    if file.is_dir():
        raise PuzzlerError(f"{file}: this is a folder, not a file")
    if not file.parent.is_dir():
        raise PuzzlerError(f"{file}: folder {str(file.parent)!r} not found")


def drop_output() -> None:
    """Discard buffered output, so that Python does not fail to write it at exit."""
    # standard output may be missing or not a real file
    with contextlib.suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _is_standard_output(file: Path) -> bool:
    """Whether ``file`` is ``-`` or the same file as standard output, such as ``/dev/stdout``."""
    if file == STANDARD_OUTPUT:
        return True
    try:
        return os.path.samestat(file.stat(), os.fstat(sys.stdout.fileno()))
    except (OSError, ValueError, AttributeError):  # no such file, or no real standard output
        return False


class LineReader:
    """Reads lines typed by the user until standard input ends."""

    def __init__(self) -> None:
        self._has_ended = sys.stdin is None
        self.is_terminal = not self._has_ended and sys.stdin.isatty()

    def line(self, prompt: str) -> str | None:
        """Return the next line, or None at the end."""
        if self._has_ended:
            return None
        if self.is_terminal:
            print(prompt, end="", flush=True)
        line = sys.stdin.readline()
        self._has_ended = not line
        if self.is_terminal and not line:
            print()
        return line.strip() if line else None
