"""``puzzler convert``: convert a board or a list of boards to another format."""

from __future__ import annotations

from typing import Annotated

from puzzler.board.errors import BoardError
from puzzler.cli.board_input import Argument, BoardList, InputOptions, format_type
from puzzler.cli.click_options import Section, option
from puzzler.cli.options import Batch, OutputFile
from puzzler.cli.output import ExitStatus, Output, notify
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
            f"Target format: {', '.join(WRITABLE)}.",
            format_type(WRITABLE),
        ),
    ],
    reading: InputOptions,
    output: OutputFile = None,
    batch: Batch = False,
) -> int:
    """Write a board in another format.

    The input format is detected by content. If several formats match with different meanings, an
    error lists them and --from chooses one. Fields that the target format cannot represent are
    dropped with a warning on standard error. An unsupported goal is an error; --goal sets another
    goal.

    Exit status: 0 written, 2 bad input. Unsolvable boards are converted like all others.
    """
    board_input = reading.open(board)
    out = Output(output)
    if batch or reading.lists([board]):
        return _convert_list(BoardList(board_input), to, out)
    puzzle = board_input.puzzle("use --batch")
    try:
        converted = converting.convert(puzzle.with_goal, to)
    except BoardError as error:
        if to.goals and "requires the goal" in error.reason:
            error.reason += f"; use --goal {to.goals[0]} to change the goal"
        raise board_input.source.error(error) from None
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
            except converting.SeveralLinesError as error:  # every line would fail
                raise ReadingError(error.reason, source=boards.name) from None
            except BoardError as error:
                boards.refuse(error, line)
                continue
            out.write(text)
    _say_lost(boards.name, to, tuple(writer.lost))
    return boards.status


def _say_lost(name: str, to: Format, lost: tuple[str, ...]) -> None:
    if lost:
        notify(f"{name}: dropped, because {to.name} cannot represent {listed(list(lost), 'or')}")
