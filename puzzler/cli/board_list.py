"""A list of boards, one on each line: what is read, and what is said of the other lines."""

from __future__ import annotations

from collections.abc import Iterator

from puzzler.board.errors import BoardError
from puzzler.cli.output import say
from puzzler.formats.format import Contents
from puzzler.formats.reading import Line, ReadingError, Source

NOISE_LINES = 100
"""Lines at the beginning without a single board after which a text is not a list of boards."""


class BoardList:
    """The boards of a source, each as soon as it is there.

    ReadingError where there is none, or where it does not begin as a list of boards.
    """

    def __init__(self, source: Source, form: str | None = None) -> None:
        """form: the name of the format of every line; by default each is told by its content."""
        self._source = source
        self._form = form
        self._lines = self._boards = self._bad_lines = 0

    @property
    def name(self) -> str:
        """That of the source."""
        return self._source.name

    @property
    def has_bad_lines(self) -> bool:
        """Some lines were refused so far."""
        return self._bad_lines > 0

    def __iter__(self) -> Iterator[tuple[Line, Contents]]:
        for line, read in self.entries():
            if isinstance(read, BoardError):
                self.refuse(read, line)
            else:
                yield line, read

    def entries(self) -> Iterator[tuple[Line, Contents | BoardError]]:
        """Every line with its board, or with what is wrong with it, which is not said yet."""
        for line in self._source.lines():
            self._lines += 1
            try:
                contents = self._read(line)
            except BoardError as error:
                yield line, error
                continue
            self._boards += 1
            yield line, contents
        if not self._lines:
            raise ReadingError("there is no board: the text is empty", source=self._source.name)

    def _read(self, line: Line) -> Contents:
        return self._source.read_line(line, self._form)

    def refuse(self, error: BoardError, line: Line) -> None:
        """Say what is wrong with a line; the list goes on."""
        say(str(self._source.error(error, line)))
        self._bad_lines += 1
        if self._bad_lines == NOISE_LINES and not self._boards:
            raise ReadingError(
                f"no board in the first {NOISE_LINES} lines", source=self._source.name
            ) from None
