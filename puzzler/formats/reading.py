"""Sources of text: a file, standard input, or a command-line argument."""

from __future__ import annotations

import codecs
import io
import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import dataclass
from itertools import islice
from os.path import exists
from pathlib import Path
from typing import Any, BinaryIO

from puzzler.board.errors import BoardError, quoted, reading_failure
from puzzler.board.tokens import BLANK_WORDS, COMPACT, LARGEST_SIDE
from puzzler.formats import headers, registry
from puzzler.formats.blocks import without_comments
from puzzler.formats.format import Contents
from puzzler.formats.moves import split_mover
from puzzler.formats.scramble import are_moves

STANDARD_INPUT = "-"
MAX_BYTES = 1024 * 1024
"""Longer texts are not puzzles and are not read completely."""
LONGEST_LINE = 64 * 1024
"""Limit on the length of a line of a list, in bytes. Longer lines are not boards."""
MAX_UTF_16 = 64 * MAX_BYTES
"""Limit on the length of a list in UTF-16, in bytes."""
MAX_EMPTY_LINES = 10_000
"""Number of empty lines and comments after which a text is not a list of boards."""

_UTF_16 = codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE
_SPACE = re.compile(r"[\s,]")
_SEPARATORS = re.compile(r"[\s,/;|\[\](){}\"']+")
_TILE = re.compile(r"[0-9]++(?:\.0*)?|[0-9A-Fa-f]{9}(?:.{6,8})?")
_FILLED = re.compile(r"^[ \t]*[^\s#].*", re.MULTILINE)  # a line that is more than a comment
_FILE_SUFFIX = re.compile(r"\.[A-Za-z]\w*$")


class ReadingError(BoardError):
    """An error in an input, with its file name, and line and column if known."""

    def __init__(self, reason: str, *, source: str, **place: Any) -> None:
        """place: line, column and token, as for BoardError."""
        super().__init__(reason, **place)
        self.source = source

    def __str__(self) -> str:
        return f"{self.source}: {super().__str__()}"


class ListError(ReadingError):
    """The input is a list of boards although one board was expected."""


@dataclass(frozen=True)
class Line:
    """A line of a list of boards, without its comment. It is never empty."""

    number: int
    """The line number, from 1."""
    text: str
    fault: ReadingError | None = None
    """The error if the line is too long or not UTF-8."""
    header: str = ""
    """The comments above the line that declare the goal and the mover."""


@dataclass(frozen=True)
class TextSource:
    """A text that is opened when it is read."""

    name: str
    """The file name as given, "standard input" or "BOARD"."""
    open: Callable[[], AbstractContextManager[BinaryIO]]

    def read(self, form: str | None = None, *, has_goal: bool = False) -> Contents:
        """Read one puzzle. Raises ReadingError if the text cannot be read or is invalid.

        form: the name of the format; the default is to detect it. has_goal: the caller has a goal,
        so readings that differ only in the goal are equivalent.
        """
        with self._opened() as stream:
            data = stream.read(MAX_BYTES + 1)
        is_whole = len(data) <= MAX_BYTES
        text = self._decoded(data, is_whole)
        try:
            contents = registry.read(text, form, has_goal=has_goal)
        except BoardError as error:
            if is_list(text):
                raise ListError("contains several boards", source=self.name) from None
            if is_whole or error.line is not None:
                raise self.error(error) from None
        else:
            if is_whole:
                return registry.FORMATS[contents.form].with_promise(contents, self.name)
        raise ReadingError(
            f"larger than {MAX_BYTES:,} bytes and therefore not a board", source=self.name
        )

    def text(self, limit: int | None = None) -> str:
        """Read the text. If it exceeds MAX_BYTES, return the complete lines within that limit.

        Raises ReadingError if it cannot be read, is not UTF-8, or has more than ``limit`` bytes.
        """
        with self._opened() as stream:
            data = stream.read((limit or MAX_BYTES) + 1)
        if limit is not None and len(data) > limit:
            raise ReadingError(f"larger than {limit:,} bytes", source=self.name)
        is_whole = len(data) <= MAX_BYTES
        if not is_whole:
            data = data[: data.rfind(b"\n", 0, MAX_BYTES) + 1] or data[:MAX_BYTES]
        return self._decoded(data, is_whole)

    def lines(self) -> Iterator[Line]:
        """Yield the lines of a list of boards as they are read.

        Empty lines and comments are omitted. Comments that declare the goal or the mover are added
        to the lines below them. Raises ReadingError if the text cannot be read, starts with bytes
        that are not text, or has MAX_EMPTY_LINES before the first board, a line without end within
        MAX_BYTES, or a comment with an invalid goal.
        """
        with self._opened() as stream:
            is_empty, head = True, dict[str, str]()
            for number, data in enumerate(_lines(stream), 1):
                if is_empty and number > MAX_EMPTY_LINES:
                    raise ReadingError(
                        f"no board in the first {MAX_EMPTY_LINES:,} lines", source=self.name
                    )
                is_whole = data.endswith(b"\n") or len(data) < LONGEST_LINE
                fault, text, decoded = None, "", ""
                try:
                    decoded = self._decoded(data, is_whole, number)
                    text = without_comments(decoded).rstrip()
                except ReadingError as error:
                    if is_empty:  # not a text, rather than a list with one bad line
                        raise
                    fault = error
                if not text:
                    head |= self._headers_in(decoded, number)
                if not is_whole:
                    self._skip_line(stream, number)
                    if text:
                        reason = f"longer than {LONGEST_LINE:,} bytes and therefore not a board"
                        fault = ReadingError(reason, source=self.name, line=number)
                if text or fault is not None:
                    is_empty = False
                    yield Line(number, text, fault, "\n".join(head.values()))

    def read_line(self, line: Line, form: str | None = None) -> Contents:
        """Parse the puzzle on a line of a list. Raises ReadingError with the line number."""
        if line.fault is not None:
            raise line.fault
        try:
            text = f"{line.header}\n{line.text}" if line.header else line.text
            return registry.read(text, form)
        except BoardError as error:
            raise self.error(error, line) from None

    def error(self, error: BoardError, line: Line | None = None) -> ReadingError:
        """Return ``error`` with the name of this source, and the number of ``line`` if given."""
        return ReadingError(
            error.reason,
            source=self.name,
            line=error.line if line is None else line.number,
            column=error.column,
            token=error.token,
        )

    def _headers_in(self, comment: str, number: int) -> dict[str, str]:
        """Return the headers in a comment, by kind. Raises ReadingError if one is invalid."""
        try:
            found = {
                "goal": headers.commented_goal(comment, number),
                "moves": split_mover(comment, number)[0],
            }
        except BoardError as error:
            raise self.error(error) from None
        return {what: comment.strip() for what, value in found.items() if value}

    def _skip_line(self, stream: BinaryIO, number: int) -> None:
        """Skip the rest of a long line. Raises ReadingError if it exceeds MAX_BYTES."""
        for _ in range(LONGEST_LINE, MAX_BYTES, LONGEST_LINE):
            data = stream.readline(LONGEST_LINE)
            if data.endswith(b"\n") or len(data) < LONGEST_LINE:
                return
        reason = f"no line end within {MAX_BYTES:,} bytes, so this is not a list of boards"
        raise ReadingError(reason, source=self.name, line=number)

    @contextmanager
    def _opened(self) -> Iterator[BinaryIO]:
        try:
            with self.open() as stream:
                yield stream
        except OSError as error:
            raise ReadingError(reading_failure(error), source=self.name) from None

    def _decoded(self, data: bytes, is_whole: bool, first_line: int = 1) -> str:
        try:
            name = "utf-8"
            if data.isascii():
                text = data.decode()
            else:
                if first_line == 1:
                    name = "utf-16" if data.startswith(_UTF_16) else "utf-8-sig"
                text = codecs.getincrementaldecoder(name)().decode(data, final=is_whole)
        except UnicodeDecodeError as error:
            if name == "utf-16":
                raise ReadingError("this is not valid UTF-16 text", source=self.name) from None
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
    """Return the source that an argument BOARD|FILE|- names.

    ``-`` is standard input. An existing file is that file. Text that looks like a board is that
    text, and text that looks like a file name is a missing file, which raises an error when it is
    read. Raises ReadingError for any other argument.
    """
    if argument == STANDARD_INPUT:
        if standard_input is None:
            raise ReadingError("it is closed", source="standard input")
        return TextSource("standard input", lambda: nullcontext(standard_input))
    if not exists(argument):  # noqa: PTH110  Path.exists raises if the name is too long
        if looks_like_board(argument):
            data = argument.encode(errors="replace")
            return TextSource("BOARD", lambda: io.BytesIO(data))
        if not looks_like_file(argument):
            raise ReadingError(
                "neither an existing file nor a board such as '1 2 3/4 5 6/7 8 0'",
                source=quoted(argument, 60),
            )
    name = argument if argument.isprintable() else ascii(argument)
    return TextSource(name, lambda: Path(argument).open("rb"))


def looks_like_board(argument: str) -> bool:
    """Whether the argument is probably a board, valid or not."""
    words = [word for word in _SEPARATORS.split(argument) if word]
    if all(_TILE.fullmatch(word) or word.lower() in BLANK_WORDS for word in words):
        return len(words) > 1 or words == [] or words[0].lower() not in "xb"
    if COMPACT.fullmatch(argument) or any(
        form.can_be_word and form.pattern.search(argument) for form in registry.FORMATS.values()
    ):
        return True
    is_path = argument.startswith(("/", "\\")) or words[0] in (".", "..", "~")
    is_path &= "\n" not in argument
    return not is_path and not _FILE_SUFFIX.search(argument) and bool(_SPACE.search(argument))


def looks_like_file(argument: str) -> bool:
    """Whether the argument is probably a file name, existing or not."""
    if "\0" in argument:
        return False
    return bool(_FILE_SUFFIX.search(argument)) or any(mark in argument for mark in "/\\~")


def _lines(stream: BinaryIO) -> Iterator[bytes]:
    """Yield lines with their ends, split at LONGEST_LINE bytes. A CR alone also ends a line."""
    rest, is_first = b"", True
    while data := rest + stream.readline(LONGEST_LINE - len(rest)):
        if is_first and data.startswith(_UTF_16):
            data += stream.read(MAX_UTF_16)
            stream = io.BytesIO(data.decode("utf-16", "replace").encode())
            data = stream.readline(LONGEST_LINE)
        is_first = False
        is_cut = len(data) == LONGEST_LINE and not data.endswith(b"\n")
        *lines, rest = data.replace(b"\r\n", b"\n").split(b"\r")
        yield from (line + b"\n" for line in lines)
        if rest and not (is_cut and lines):
            yield rest
            rest = b""


def is_list(text: str) -> bool:
    """Whether the first two nonempty lines are boards.

    One board is enough if it is longer than any row, or if both lines have several rows. Moves
    below a board are its solution.
    """
    lines = [line[0] for line in islice(_FILLED.finditer(text), 2)]
    if len(lines) < 2 or are_moves(lines[1]):
        return False
    is_enough = "/" not in lines[0] and len(lines[0].split()) > LARGEST_SIDE
    are_read = [_is_read(line) for line in (lines[:1] if is_enough else lines)]
    have_rows = all("/" in line.strip().strip("/") and "{" not in line for line in lines)
    return any(are_read) if have_rows else all(are_read)


def _is_read(line: str) -> bool:
    with suppress(BoardError):
        registry.read(line)
        return True
    return False
