"""Files of boards for programs: reading one or many boards, and writing a list."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from io import BytesIO
from os import PathLike, fspath
from pathlib import Path

from puzzler import resources
from puzzler.board.board import Board
from puzzler.board.scenario import Scenario
from puzzler.formats.converting import ListWriter
from puzzler.formats.format import Contents
from puzzler.formats.reading import ListError, TextSource
from puzzler.formats.registry import find_format


def read_boards(file: str | PathLike[str], form: str | None = None) -> Iterator[Scenario]:
    """Yield the boards of a file with their goals and labels. The file can be a list of boards.

    form: the name of the format, see ``puzzler convert --help``. By default it is detected.

    Raises BoardError, with the file, line and column, if the file cannot be read or is invalid.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_boards(f"{folder}/boards.txt", map(Board.parse, ["1 2/0 3", "0 1/3 2"]))
    ...     [scenario.start.blank for scenario in read_boards(f"{folder}/boards.txt")]
    [2, 0]
    """
    source = TextSource(fspath(file), lambda: BytesIO(Path(file).read_bytes()))
    try:
        yield _scenario(source.read(form))
    except ListError:
        for line in source.lines():
            yield _scenario(source.read_line(line, form))


def write_boards(
    file: str | PathLike[str],
    boards: Board | Scenario | Iterable[Board | Scenario],
    form: str = "grid",
) -> None:
    """Write one board per line, with a comment where the goal changes.

    If an error is raised, an existing file is unchanged. form: the name of a format that can be
    written, see ``puzzler convert --help``.

    Raises PuzzlerError if the format is unknown or cannot represent a board, and OSError if the
    file cannot be written.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write_boards(f"{folder}/boards.txt", [Board.parse("1 2 3/4 0 6/7 5 8")])
    ...     print(Path(f"{folder}/boards.txt").read_text(encoding="utf-8").strip())
    1 2 3/4 0 6/7 5 8
    """
    writer = ListWriter(find_format(form))
    if isinstance(boards, Board | Scenario):
        boards = [boards]
    with resources.replacing(Path(file)) as stream:
        for board in boards:
            found = (
                Contents(start=board)
                if isinstance(board, Board)
                else Contents(start=board.start, goal=board.goal, labels=board.labels)
            )
            stream.write(f"{writer.write(found)}\n".encode())


def _scenario(contents: Contents) -> Scenario:
    return Scenario(
        contents.start, contents.goal_or_standard, labels=contents.labels, title=contents.name
    )
