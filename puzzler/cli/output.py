"""Where answers go: to standard output at once, or to a file as a whole at the end."""

from __future__ import annotations

import contextlib
import io
import os
import sys
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self, TextIO

from puzzler import resources
from puzzler.board.errors import PuzzlerError

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text

WIDEST = 500
"""Columns of a table that goes to no terminal."""


def say(line: str) -> None:
    """One line for the user on standard error."""
    if sys.stderr is not None:  # print would take standard output instead
        print(f"puzzler: {line}", file=sys.stderr, flush=True)


class Output:
    """Takes answers in a ``with``. What was answered before Ctrl-C is kept.

    file: where the answers go, None for standard output. A regular file is replaced at the end, all
    of it or nothing; a pipe or a device gets each answer at once, as standard output does.
    PuzzlerError where it cannot be written.
    """

    def __init__(self, file: Path | None = None) -> None:
        is_output = file is None or _is_standard_output(file)
        if is_output and sys.stdout is None:
            raise PuzzlerError("standard output is closed")
        self.file = file
        """Where the answers go; None is standard output."""
        self._opens = file is not None and not is_output and file.exists() and not file.is_file()
        self._is_whole = not (is_output or self._opens)
        self._stream: TextIO = sys.stdout if is_output else io.StringIO()
        if file is not None and file.is_dir():
            raise PuzzlerError(f"{file}: that is a folder, not a file")
        if self._is_whole and file is not None and not file.parent.is_dir():
            raise PuzzlerError(f"{file}: there is no folder {str(file.parent)!r}")

    def write(self, line: str) -> None:
        """One line, as it is."""
        self._stream.write(line + "\n")
        self._stream.flush()

    def show(self, text: Text | Table) -> None:
        """Text for people: in colour where the terminal has colours and ``NO_COLOR`` is not set.

        A table is as wide as the terminal lets it be, or elsewhere as it needs to be.
        """
        from rich.console import Console

        console = Console(file=self._stream, soft_wrap=True)
        if not console.is_terminal:
            console.width = WIDEST
        console.print(text)
        self._stream.flush()

    def __enter__(self) -> Self:
        if self._opens and self.file is not None:
            try:
                # not before there is something to write: a named pipe waits for its reader
                self._stream = self.file.open("w", encoding="utf-8")
            except OSError as failure:
                raise self._failed(failure) from None
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._opens:
            with contextlib.nullcontext() if kind is None else contextlib.suppress(OSError):
                self._stream.close()
        if not self._is_whole or not (kind is None or issubclass(kind, KeyboardInterrupt)):
            return
        assert self.file is not None
        assert isinstance(self._stream, io.StringIO)
        try:
            resources.write_atomically(self.file, self._stream.getvalue())
        except OSError as failure:
            raise self._failed(failure) from None

    def _failed(self, failure: OSError) -> PuzzlerError:
        return PuzzlerError(f"{self.file}: cannot be written: {failure.strerror}")


def _is_standard_output(file: Path) -> bool:
    """Whether ``file`` is what standard output goes to, such as ``/dev/stdout``."""
    try:
        return os.path.samestat(file.stat(), os.fstat(sys.stdout.fileno()))
    except (OSError, ValueError, AttributeError):  # no such file, or no real standard output
        return False
