"""Where answers go: to standard output at once, or to a file as a whole at the end."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

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

    file: where the answers go, None for standard output. PuzzlerError where it cannot be written.
    """

    def __init__(self, file: Path | None = None) -> None:
        if file is None and sys.stdout is None:
            raise PuzzlerError("standard output is closed")
        self.file = file
        """Where the answers go; None is standard output."""
        self._stream = sys.stdout if file is None else io.StringIO()
        if file is not None and file.is_dir():
            raise PuzzlerError(f"{file}: that is a folder, not a file")
        if file is not None and not file.parent.is_dir():
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
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self.file is None or not (kind is None or issubclass(kind, KeyboardInterrupt)):
            return
        assert isinstance(self._stream, io.StringIO)
        try:
            resources.write_atomically(self.file, self._stream.getvalue())
        except OSError as failure:
            raise PuzzlerError(f"{self.file}: cannot be written: {failure.strerror}") from None
