"""How answers are printed: for people, for programs, or as a course wants them handed in."""

from __future__ import annotations

from dataclasses import dataclass, replace
from os.path import realpath
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from puzzler.board.errors import BoardError
from puzzler.cli.exit_status import ExitStatus
from puzzler.cli.output import STANDARD_OUTPUT, Output, labelled, say
from puzzler.formats import solution
from puzzler.formats.format import Contents, Format
from puzzler.formats.registry import FORMATS

if TYPE_CHECKING:
    from puzzler.search.options import Limit
    from puzzler.search.result import SearchResult


def checked_printer(
    output: Path | None,
    limit: Limit,
    *,
    as_json: bool,
    show_boards: bool,
    form: Format | None,
    figures: Path | None,
    is_list: bool,
) -> Printer:
    """The printer that the options ask for; typer.BadParameter where they cannot go together."""
    if show_boards and as_json:
        raise typer.BadParameter("--show-boards prints text; it cannot be combined with --json")
    if form is not None and (as_json or show_boards):
        other = "--json" if as_json else "--show-boards"
        raise typer.BadParameter(f"--as says how answers are written, and so does {other}")
    if figures is not None:
        if form is None or form.write_figures is None:
            names = ", ".join(each.name for each in FORMATS.values() if each.write_figures)
            raise typer.BadParameter(
                f"--figures goes with --as and a format that has them: {names}"
            )
        if is_list:
            raise typer.BadParameter(
                "--figures are those of one search; it cannot be combined with --batch"
            )
        if (
            output is not None
            and output != STANDARD_OUTPUT
            and realpath(output) == realpath(figures)
        ):
            raise typer.BadParameter(f"-o and --figures are both {figures}: they are two files")
    sheet = None if figures is None else Output(figures)
    return Printer(Output(output), limit, as_json, show_boards, form, sheet)


@dataclass(frozen=True)
class Printer:
    """How every answer is printed."""

    output: Output
    limit: Limit
    as_json: bool = False
    show_boards: bool = False
    form: Format | None = None
    """The format that answers are written in; None where people read them."""
    figures: Output | None = None
    """Where what the format says in a second file goes; None where nobody asked for it."""

    def print(
        self, result: SearchResult, contents: Contents, line: int | None = None
    ) -> ExitStatus:
        """Print the answer, all of it before the next search; returns what it means.

        line: where the board stood, where that is to be said with it. BoardError where the format
        cannot say it.
        """
        from puzzler.cli import answer

        if self.form is not None:
            self._write(result, contents, self.form)
        elif self.as_json:
            self.output.write(answer.as_json(result, contents, line))
        else:
            if line is not None:
                self.output.show(labelled("line", f"{line:,}", answer.LABEL_WIDTH))
            self.output.show(answer.as_text(result, self.limit, contents.labels))
            if self.show_boards and result.length is not None:
                for boards in answer.as_boards(result, contents.labels):
                    self.output.show(boards)
        return ExitStatus[result.status.name]

    def print_alone(self, result: SearchResult, contents: Contents) -> ExitStatus:
        """The same of a single board; the file of a weighted scenario is its solution file.

        Where the format cannot say what was found, no file is made: that is said, and what was
        found goes to standard output. Of an answer it is bad input: it was asked for in this form.
        """
        form = self.form
        is_plain = not (self.as_json or self.show_boards)
        if form is None and contents.weight is not None and self.output.file and is_plain:
            form = FORMATS[solution.NAME]
        if form is None:
            with self.output:
                return self.print(result, contents)
        try:
            with self.output:
                status = replace(self, form=form).print(result, contents)
        except BoardError as error:
            say(f"{self.output.file or form.name} is not written: {error}")
            return _not_written(replace(self, output=Output(), form=None).print(result, contents))
        self._say_where_it_ended(result, form.name)
        return status

    def print_listed(
        self, result: SearchResult, contents: Contents, where: str, line: int | None = None
    ) -> ExitStatus:
        """The same of one board among others, which ``where`` names.

        Where the format cannot say what was found, that is said in place of it.
        """
        try:
            status = self.print(result, contents, line)
        except BoardError as error:
            say(f"{where}: {error}")
            return _not_written(ExitStatus[result.status.name])
        if self.form is not None:
            self._say_where_it_ended(result, where)
        return status

    def _say_where_it_ended(self, result: SearchResult, where: str) -> None:
        """Why there is no answer where a search did not find one: no course's form says that."""
        from puzzler.cli import answer
        from puzzler.search.result import Outcome

        if result.status in (Outcome.LIMIT, Outcome.CANCELLED):
            say(f"{where}: {answer.why_not(result, self.limit)}")

    def _write(self, result: SearchResult, contents: Contents, form: Format) -> None:
        """In that format, and its figures where they are asked for."""
        from puzzler.search.records import answer_of

        told = answer_of(result, contents, form)
        assert form.write_answer is not None, "the command line offers no other format"
        self.output.write(form.write_answer(told))
        if self.figures is not None:
            assert form.write_figures is not None, "the command line takes no --figures for it"
            with self.figures:
                self.figures.write(form.write_figures(told))


def _not_written(status: ExitStatus) -> ExitStatus:
    """What it means that a format cannot say what was found: that it cannot say an answer."""
    return ExitStatus.BAD_INPUT if status is ExitStatus.SOLVED else status
