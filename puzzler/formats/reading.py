"""Sources of text: a file, standard input, or the argument itself."""

from __future__ import annotations

import codecs
import io
import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from itertools import islice
from os.path import exists
from pathlib import Path
from typing import BinaryIO

from puzzler.board.errors import BoardError, quoted
from puzzler.board.tokens import BLANK_MARKS, DIGITS, LARGEST_SIDE
from puzzler.formats import game_id, headers, registry
from puzzler.formats.blocks import without_comments
from puzzler.formats.format import Contents
from puzzler.formats.moves import split_mover
from puzzler.formats.scramble import are_moves

STANDARD_INPUT = "-"
MOST_BYTES = 1024 * 1024
"""No puzzle is longer; longer texts are not read to their end."""
LONGEST_LINE = 64 * 1024
"""Bytes of a line of a list of boards; a longer one is no board."""
MOST_EMPTY_LINES = 10_000
"""Empty lines and comments at the beginning, after which a text is no list of boards."""

_SPACE = re.compile(r"[\s,]")
_SEPARATORS = re.compile(r"[\s,/]+")
_FILLED = re.compile(r"^[ \t]*[^\s#].*", re.MULTILINE)  # a line that is more than a comment
_FILE_SUFFIX = re.compile(r"\.[A-Za-z]\w*$")


class ReadingError(BoardError):
    """An error in an input, with its file's name, and line and column where they are known."""

    def __init__(
        self,
        reason: str,
        *,
        source: str,
        line: int | None = None,
        column: int | None = None,
        token: str | None = None,
    ) -> None:
        super().__init__(reason, line=line, column=column, token=token)
        self.source = source

    def __str__(self) -> str:
        return f"{self.source}: {super().__str__()}"


class ListError(ReadingError):
    """A list of boards, one per line, where one board was expected."""


@dataclass(frozen=True)
class Line:
    """A line of a list of boards, without its comment; never empty."""

    number: int
    """From 1."""
    text: str
    fault: ReadingError | None = None
    """Why it cannot be a board: too long, or not UTF-8."""
    header: str = ""
    """The comments above it with its goal, and with whose moves the letters are."""


@dataclass(frozen=True)
class TextSource:
    """A text that is opened when it is read."""

    name: str
    """The file's name as the user wrote it, "standard input" or "BOARD"."""
    open: Callable[[], AbstractContextManager[BinaryIO]]

    def read(self, form: str | None = None, *, has_goal: bool = False) -> Contents:
        """The one puzzle in it; ReadingError where it cannot be read or is wrong.

        form: the name of its format; by default the content tells. has_goal: the goal is given
        elsewhere, so that formats may differ in it.
        """
        with self._opened() as stream:
            data = stream.read(MOST_BYTES + 1)
        is_whole = len(data) <= MOST_BYTES
        text = self._decoded(data, is_whole)
        try:
            contents = registry.read(text, form, has_goal=has_goal)
        except BoardError as error:
            if is_list(text):
                raise ListError(
                    "it holds a list of boards, not a single one", source=self.name
                ) from None
            if is_whole or error.line is not None:
                raise self.error(error) from None
        else:
            if is_whole:
                return registry.FORMATS[contents.form].with_promise(contents, self.name)
        raise ReadingError(
            f"larger than {MOST_BYTES:,} bytes: that is not a board", source=self.name
        )

    def text(self, most: int | None = None) -> str:
        """The text; of one with more than MOST_BYTES the whole lines within these.

        ReadingError where it cannot be read, is not UTF-8, or has more than ``most`` bytes.
        """
        with self._opened() as stream:
            data = stream.read((most or MOST_BYTES) + 1)
        if most is not None and len(data) > most:
            raise ReadingError(f"larger than {most:,} bytes", source=self.name)
        if len(data) > MOST_BYTES:
            data = data[: data.rfind(b"\n", 0, MOST_BYTES) + 1] or data[:MOST_BYTES]
        return self._decoded(data, is_whole=len(data) <= MOST_BYTES)

    def lines(self) -> Iterator[Line]:
        """The lines of a list of boards, each as soon as it is read.

        Empty lines and comments are left out; a comment with the goal, or with whose directions the
        moves are, goes to the lines below it. ReadingError where the text cannot be read, does not
        begin as text, has MOST_EMPTY_LINES before the first board, a line that does not end within
        MOST_BYTES, or a comment with a wrong goal.
        """
        with self._opened() as stream:
            is_empty, head = True, dict[str, str]()
            for number, data in enumerate(_lines(stream), 1):
                if is_empty and number > MOST_EMPTY_LINES:
                    raise ReadingError(
                        f"no board in the first {MOST_EMPTY_LINES:,} lines", source=self.name
                    )
                is_whole = data.endswith(b"\n") or len(data) < LONGEST_LINE
                fault, text, decoded = None, "", ""
                try:
                    decoded = self._decoded(data, is_whole, number)
                    text = without_comments(decoded).rstrip()
                except ReadingError as error:
                    if is_empty:  # noise, not a list with one bad line
                        raise
                    fault = error
                if not text:
                    head |= self._headers_in(decoded, number)
                if not is_whole:
                    self._skip_line(stream, number)
                    if text:
                        reason = f"longer than {LONGEST_LINE:,} bytes: that is not a board"
                        fault = ReadingError(reason, source=self.name, line=number)
                if text or fault is not None:
                    is_empty = False
                    yield Line(number, text, fault, "\n".join(head.values()))

    def read_line(self, line: Line, form: str | None = None) -> Contents:
        """The puzzle on a line of a list; ReadingError names the line."""
        if line.fault is not None:
            raise line.fault
        try:
            text = f"{line.header}\n{line.text}" if line.header else line.text
            return registry.read(text, form)
        except BoardError as error:
            raise self.error(error, line) from None

    def error(self, error: BoardError, line: Line | None = None) -> ReadingError:
        """``error`` with the name of this source, and with ``line`` of a list."""
        return ReadingError(
            error.reason,
            source=self.name,
            line=error.line if line is None else line.number,
            column=error.column,
            token=error.token,
        )

    def _headers_in(self, comment: str, number: int) -> dict[str, str]:
        """The headers in a comment, by kind; ReadingError where one is wrong."""
        try:
            found = {
                "goal": headers.commented_goal(comment, number),
                "moves": split_mover(comment, number)[0],
            }
        except BoardError as error:
            raise self.error(error) from None
        return {what: comment.strip() for what, value in found.items() if value}

    def _skip_line(self, stream: BinaryIO, number: int) -> None:
        """Skip the rest of a long line; ReadingError where it is longer than MOST_BYTES."""
        for _ in range(LONGEST_LINE, MOST_BYTES, LONGEST_LINE):
            data = stream.readline(LONGEST_LINE)
            if data.endswith(b"\n") or len(data) < LONGEST_LINE:
                return
        reason = f"no line end within {MOST_BYTES:,} bytes: that is not a list of boards"
        raise ReadingError(reason, source=self.name, line=number)

    @contextmanager
    def _opened(self) -> Iterator[BinaryIO]:
        try:
            with self.open() as stream:
                yield stream
            return
        except IsADirectoryError:
            reason = "that is a folder, not a file"
        except FileNotFoundError:
            reason = "there is no such file"
        except PermissionError:
            reason = "no permission to read it"
        except OSError as error:
            reason = f"cannot be read: {error.strerror or error}"
        raise ReadingError(reason, source=self.name)

    def _decoded(self, data: bytes, is_whole: bool, first_line: int = 1) -> str:
        try:
            if data.isascii():
                text = data.decode()
            else:
                name = "utf-8-sig" if first_line == 1 else "utf-8"
                text = codecs.getincrementaldecoder(name)().decode(data, final=is_whole)
        except UnicodeDecodeError as error:
            before = data[: error.start].decode("utf-8", errors="replace")
            token = f"0x{data[error.start]:02x}"
            raise ReadingError(
                f"byte {token} is not UTF-8 text",
                source=self.name,
                line=first_line + before.count("\n"),
                column=len(before) - (before.rfind("\n") + 1) + 1,
                token=token,
            ) from None
        return text.replace("\r\n", "\n").replace("\r", "\n")


def find_source(argument: str, standard_input: BinaryIO | None = None) -> TextSource:
    """The source that an argument BOARD|FILE|- names.

    ``-`` is standard input; the name of an existing file is that file; what looks like a board is
    its text; what looks like a file name is a missing file, and reading it raises. ReadingError,
    with both possibilities, where it looks like neither.
    """
    if argument == STANDARD_INPUT:
        if standard_input is None:
            raise ReadingError("it is closed", source="standard input")
        return TextSource("standard input", lambda: nullcontext(standard_input))
    if not exists(argument):  # noqa: PTH110  Path.exists raises where no name can be so long
        if looks_like_board(argument):
            data = argument.encode(errors="replace")
            return TextSource("BOARD", lambda: io.BytesIO(data))
        if not looks_like_file(argument):
            raise ReadingError(
                "not an existing file and not a board such as '1 2 3/4 5 6/7 8 0'",
                source=quoted(argument, 60),
            )
    name = argument if argument.isprintable() else ascii(argument)
    return TextSource(name, lambda: Path(argument).open("rb"))


def looks_like_board(argument: str) -> bool:
    """Whether ``argument`` is meant as the text of a board, right or wrong."""
    words = [word for word in _SEPARATORS.split(argument) if word]
    if all(word in BLANK_MARKS or word.isdigit() for word in words):
        return True
    if DIGITS.fullmatch(argument) or game_id.FORMAT.pattern.search(argument):
        return True
    is_path = argument.startswith(("/", "\\")) or words[0] in (".", "..", "~")
    return not is_path and not _FILE_SUFFIX.search(argument) and bool(_SPACE.search(argument))


def looks_like_file(argument: str) -> bool:
    """Whether it was meant as the name of a file, existing or not."""
    if "\0" in argument:
        return False
    return bool(_FILE_SUFFIX.search(argument)) or any(mark in argument for mark in "/\\~")


def _lines(stream: BinaryIO) -> Iterator[bytes]:
    """The lines with their ends, cut at LONGEST_LINE bytes; some end with CR alone."""
    rest = b""
    while data := rest + stream.readline(LONGEST_LINE - len(rest)):
        is_cut = len(data) == LONGEST_LINE and not data.endswith(b"\n")
        *lines, rest = data.replace(b"\r\n", b"\n").split(b"\r")
        yield from (line + b"\n" for line in lines)
        if rest and not (is_cut and lines):
            yield rest
            rest = b""


def is_list(text: str) -> bool:
    """Whether the first two lines that are not empty are boards.

    The first is enough if it is longer than any row. Moves below a board are its solution.
    """
    lines = [line[0] for line in islice(_FILLED.finditer(text), 2)]
    if len(lines) < 2 or are_moves(lines[1]):
        return False
    is_enough = "/" not in lines[0] and len(lines[0].split()) > LARGEST_SIDE
    try:
        for line in lines[:1] if is_enough else lines:
            registry.read(line)
    except BoardError:
        return False
    return True
