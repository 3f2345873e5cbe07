"""Where answers go: each at once to standard output, or all of them into the place of a file."""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, BinaryIO, Self, TextIO

from puzzler import resources
from puzzler.board.errors import BoardError, PuzzlerError

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

STANDARD_OUTPUT = Path("-")
WIDEST = 500
"""Columns of a table that goes to no terminal."""


def say(line: str) -> None:
    """One line for the user on standard error."""
    if sys.stderr is not None:  # print would take standard output instead
        print(f"puzzler: {line}", file=sys.stderr, flush=True)


class Output:
    """Takes answers in a ``with``. What was answered before Ctrl-C is kept.

    file: where the answers go, None or ``-`` for standard output. A regular file is replaced at the
    end; meanwhile the answers lie in a new one beside it. It stays as it was where there was no
    answer before an error. A pipe or a device gets each answer at once, as standard output does,
    and so does a file that is appended to. PuzzlerError where it cannot be written.
    """

    def __init__(self, file: Path | None = None, appended_at: int | None = None) -> None:
        """``appended_at``: so many bytes of the file stay, and answers come after them."""
        is_output = file is None or _is_standard_output(file)
        if is_output and sys.stdout is None:
            raise PuzzlerError("standard output is closed")
        self.file = file
        """Where the answers go; None is standard output."""
        self._opens = file is not None and not is_output and file.exists() and not file.is_file()
        self._appended_at = None if is_output or self._opens else appended_at
        self._is_whole = not (is_output or self._opens or self._appended_at is not None)
        self._stream: TextIO = sys.stdout  # until the with begins
        self._replacing: AbstractContextManager[BinaryIO] | None = None
        self._is_empty = True
        if file is not None and not is_output and file.is_dir():
            raise PuzzlerError(f"{file}: that is a folder, not a file")
        is_regular = self._is_whole or self._appended_at is not None
        if is_regular and file is not None and not file.parent.is_dir():
            raise PuzzlerError(f"{file}: there is no folder {str(file.parent)!r}")

    def write(self, line: str) -> None:
        """One line, as it is."""
        with self._written():
            self._stream.write(line + "\n")
            self._stream.flush()

    def show(self, text: Text | Table) -> None:
        """Text for people: in colour where the terminal has colours and ``NO_COLOR`` is not set.

        A table is as wide as the terminal lets it be, or elsewhere as it needs to be.
        """
        console = self._console()
        with self._written():
            console.print(text)
            self._stream.flush()

    @property
    def columns(self) -> int:
        """How wide a table may be."""
        return self._console().width

    def _console(self) -> Console:
        from rich.console import Console

        console = Console(file=self._stream, soft_wrap=True)
        if not console.is_terminal:
            console.width = WIDEST
        return console

    def __enter__(self) -> Self:
        assert self.file is not None or not (self._opens or self._is_whole)
        try:
            if self._opens and self.file is not None:
                # not before there is something to write: a named pipe waits for its reader
                self._stream = self.file.open("w", encoding="utf-8")
            elif self._appended_at is not None and self.file is not None:
                self._stream = self.file.open("a", encoding="utf-8")
                self._stream.truncate(self._appended_at)
            elif self._is_whole and self.file is not None:
                self._replacing = resources.replacing(self.file)
                self._stream = io.TextIOWrapper(self._replacing.__enter__(), encoding="utf-8")
        except OSError as failure:
            raise self._failed(failure) from None
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._opens or self._appended_at is not None:
            with contextlib.nullcontext() if kind is None else contextlib.suppress(OSError):
                self._stream.close()
        if self._replacing is None:
            return
        # what was answered before bad input or Ctrl-C is no less right for that
        is_kept = kind is None or (
            issubclass(kind, (KeyboardInterrupt, BoardError)) and not self._is_empty
        )
        try:
            if is_kept:
                self._replacing.__exit__(None, None, None)
            else:
                self._replacing.__exit__(kind, error, traceback)
        except OSError as failure:
            raise self._failed(failure) from None

    @contextlib.contextmanager
    def _written(self) -> Iterator[None]:
        try:
            yield
        except BrokenPipeError:
            raise
        except OSError as failure:
            raise self._failed(failure) from None
        self._is_empty = False

    def _failed(self, failure: OSError) -> PuzzlerError:
        if self._stream is sys.stdout:
            drop_output()
        name = self.file if self.file not in (None, STANDARD_OUTPUT) else "standard output"
        return PuzzlerError(f"{name}: cannot be written: {failure.strerror}")


def labelled(label: str, content: str, width: int, style: str = "") -> Text:
    """A line with a label before it, which takes ``width`` columns."""
    from rich.text import Text

    return Text().append(label.ljust(width), "dim").append(content, style)


def drop_output() -> None:
    """Send what is still in the buffer nowhere, so that the end of Python does not complain."""
    # standard output may be no real file, or not be there at all
    with contextlib.suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _is_standard_output(file: Path) -> bool:
    """Whether ``file`` is what standard output goes to, such as ``/dev/stdout``, or ``-``."""
    if file == STANDARD_OUTPUT:
        return True
    try:
        return os.path.samestat(file.stat(), os.fstat(sys.stdout.fileno()))
    except (OSError, ValueError, AttributeError):  # no such file, or no real standard output
        return False
