"""``puzzler convert``: a board, or a list of boards, from one format into another."""

from __future__ import annotations

from typing import Annotated

from puzzler.board.errors import BoardError
from puzzler.cli import completion
from puzzler.cli.board_input import Argument, BoardList, InputOptions, format_reader
from puzzler.cli.click_options import Section, option
from puzzler.cli.options import Batch, OutputFile
from puzzler.cli.output import ExitStatus, Output, say
from puzzler.formats import converting
from puzzler.formats.format import Format
from puzzler.formats.reading import ReadingError
from puzzler.formats.registry import FORMATS
from puzzler.humanize import listed

WRITABLE = [form.name for form in FORMATS.values() if form.write is not None]


def command(
    board: Argument,
    *,
    to: Annotated[
        Format,
        option(
            "--to FORMAT",
            f"What to write: {', '.join(WRITABLE)}.",
            format_reader(WRITABLE),
            completion.formats(WRITABLE),
        ),
    ],
    reading: InputOptions,
    output: OutputFile = None,
    batch: Batch = False,
) -> int:
    """Write a board in another format.

    The content tells the format of the board. If several fit, and each means something else, an
    error names them; --from settles it. What the other format cannot hold is left out, and a line
    on standard error says so. A goal that it cannot hold is an error: --goal sets another.

    Exit status: 0 written, 2 bad input. An unsolvable board is converted like any other.
    """
    given = reading.open(board)
    out = Output(output)
    if batch:
        return _convert_list(BoardList(given), to, out)
    puzzle = given.puzzle("use --batch")
    try:
        converted = converting.converted(puzzle.with_goal, to)
    except BoardError as error:
        raise given.source.error(error) from None
    with out:
        out.write(converted.text)
    _say_lost(puzzle.where, to, converted.lost)
    return ExitStatus.SOLVED


def sections() -> list[Section]:
    """Return the formats for the help."""
    read_only = {form.name for form in FORMATS.values()} - {*WRITABLE}
    rows = [
        (form.name, form.summary + " [read only]" * (form.name in read_only))
        for form in FORMATS.values()
    ]
    return [("Formats", rows)]


def _convert_list(boards: BoardList, to: Format, out: Output) -> ExitStatus:
    writer = converting.ListWriter(to)
    with out:
        for line, puzzle in boards:
            try:
                text = writer.write(puzzle.with_goal)
            except converting.SeveralLinesError as error:  # as every other line would
                raise ReadingError(error.reason, source=boards.name) from None
            except BoardError as error:
                boards.refuse(error, line)
                continue
            out.write(text)
    _say_lost(boards.name, to, tuple(writer.lost))
    return boards.status


def _say_lost(name: str, to: Format, lost: tuple[str, ...]) -> None:
    if lost:
        say(f"{name}: {to.name} cannot hold {listed(list(lost), 'or')}: left out")
