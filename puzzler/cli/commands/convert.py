"""``puzzler convert``: a board, or a list of boards, from one format into another."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from puzzler.board.errors import BoardError
from puzzler.cli import forms, options
from puzzler.cli.board_list import BoardList
from puzzler.cli.exit_status import ExitStatus
from puzzler.cli.output import Output, say
from puzzler.formats import converting
from puzzler.formats.format import Contents, Format
from puzzler.formats.reading import ListError, ReadingError, Source, find_source
from puzzler.humanize import listed


def command(
    board: Annotated[
        str,
        typer.Argument(
            metavar="BOARD|FILE|-",
            help="Rows separated by /, as in '8 6 7/2 5 4/3 0 1'; a file; or - for standard input.",
            show_default=False,
        ),
    ],
    *,
    to: forms.To,
    form: forms.Form = None,
    goal: options.Goal = None,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="FILE", help="Write to FILE; - is standard output."),
    ] = None,
    batch: Annotated[
        bool,
        typer.Option(
            "--batch",
            help="Read a board from every line (# starts a comment) and write each on a line, as "
            "soon as it is read.",
        ),
    ] = False,
) -> int:
    """Write a board in another format.

    The format that it is in is told by its content. Where several fit, and each makes something
    else of it, that is said; --from settles it. What the other format cannot hold is left out and
    said on standard error. A goal that it cannot hold is an error: --goal gives the board another.

    Exit status: 0 it is written, 2 bad input. Whether a board can be solved is not asked.
    """
    source = find_source(board, options.standard_input())
    choice = options.read_goal(goal)
    out = Output(output)
    if batch:
        return _convert_list(BoardList(source, form), choice, to, out)
    try:
        converted = converting.converted(_read(source, form, choice), to)
    except BoardError as error:
        raise error if isinstance(error, ReadingError) else source.error(error) from None
    with out:
        out.write(converted.text)
    _say_lost(source.name, to, converted.lost)
    return ExitStatus.SOLVED


def _read(source: Source, form: str | None, choice: options.GoalChoice) -> Contents:
    """The board with the goal that it is to be written with."""
    try:
        contents = source.read(form, has_goal=choice.is_given)
    except ListError as error:
        raise ReadingError(f"{error.reason}: use --batch", source=error.source) from None
    return _with_goal(contents, choice)


def _with_goal(contents: Contents, choice: options.GoalChoice) -> Contents:
    if not choice.is_given:
        return contents
    return replace(contents, goal=choice.for_board(contents))


def _convert_list(
    boards: BoardList, choice: options.GoalChoice, to: Format, out: Output
) -> ExitStatus:
    writer = converting.ListWriter(to)
    with out:
        for line, contents in boards:
            try:
                text = writer.write(_with_goal(contents, choice))
            except converting.SeveralLinesError as error:  # so would be every other line
                raise ReadingError(error.reason, source=boards.name) from None
            except BoardError as error:
                boards.refuse(error, line)
                continue
            out.write(text)
    _say_lost(boards.name, to, tuple(writer.lost))
    return ExitStatus.BAD_INPUT if boards.has_bad_lines else ExitStatus.SOLVED


def _say_lost(name: str, to: Format, lost: tuple[str, ...]) -> None:
    if lost:
        say(f"{name}: {to.name} cannot hold {listed(list(lost), 'or')}: left out")
