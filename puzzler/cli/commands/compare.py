"""``puzzler compare``: several methods on one board or on many, within the same limits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from puzzler.board.errors import BoardError
from puzzler.board.parity import is_solvable
from puzzler.cli import comparing, completion, crews, forms, options
from puzzler.cli.board_list import BoardList
from puzzler.cli.exit_status import ExitStatus, worst
from puzzler.cli.other_goals import hint
from puzzler.cli.output import Output, say
from puzzler.cli.searching import Wishes
from puzzler.formats.format import Contents
from puzzler.formats.reading import ListError, ReadingError, Source, find_source

if TYPE_CHECKING:
    from puzzler.search.comparison import Column, Entry

DEFAULT_SECONDS = 30.0
BATCH_SECONDS = 10.0
"""For each method on each board of a list."""
PARTLY_SOLVED = (
    "Length, worth and b* are those of the boards that a method solved; the rest is of all boards."
)


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
    algorithms: Annotated[
        str | None,
        typer.Option(
            "--algorithms",
            metavar="A,B,...",
            autocompletion=completion.several(completion.algorithm),
            help="What to compare, in this order. By default every algorithm.",
        ),
    ] = None,
    heuristics: Annotated[
        str | None,
        typer.Option(
            "--heuristics",
            metavar="H,I,...",
            autocompletion=completion.several(completion.heuristic),
            help="Compare each algorithm with each of these; a blind one searches once.",
        ),
    ] = None,
    weights: Annotated[
        str | None,
        typer.Option(
            "--weights",
            metavar="V,W,...",
            help="Compare each with each of these weights, where the algorithm has use for one.",
        ),
    ] = None,
    methods: Annotated[
        str | None,
        typer.Option(
            "--methods",
            metavar="A/H/W,...",
            autocompletion=completion.several(completion.method),
            help="Compare these: each an algorithm, with /heuristic and /weight or without. They "
            "come after those of --algorithms, where that is given.",
        ),
    ] = None,
    form: forms.Form = None,
    goal: options.Goal = None,
    heuristic: options.Heuristic = None,
    weight: options.Weight = None,
    order: options.Order = None,
    ties: options.TieBreak = None,
    depth_limit: options.DepthLimit = None,
    time_limit: options.TimeLimit = None,
    budget: Annotated[
        int | None,
        typer.Option(
            "--budget",
            "--node-limit",
            metavar="N",
            parser=options.whole_number(1),
            help="Stop each after N expanded states.",
        ),
    ] = None,
    memory_limit: options.MemoryLimit = None,
    batch: Annotated[
        bool,
        typer.Option(
            "--batch",
            help="Read a board from every line (# starts a comment): a row for each method, with "
            "the boards that it solved, means and medians.",
        ),
    ] = False,
    sort: Annotated[
        str | None,
        typer.Option(
            "--sort",
            metavar="COLUMN",
            autocompletion=completion.column,
            help="Sort the rows by this column, named as there, with - for spaces: expanded, "
            "peak-frontier. The smallest figure comes first.",
        ),
    ] = None,
    as_json: Annotated[
        bool,
        typer.Option(
            "--json",
            help="Print a JSON list of objects with the keys of puzzler solve, up to improvements.",
        ),
    ] = False,
    csv_file: Annotated[
        Path | None,
        typer.Option(
            "--csv", metavar="FILE", help="Also write the figures to FILE, for a spreadsheet."
        ),
    ] = None,
    jobs: crews.Jobs = None,
    cluster: crews.Cluster = None,
) -> int:
    """Compare methods on one board, or on a list of boards.

    Each searches the same boards within the same limits; without any, each gets 30 seconds, with
    --batch 10 for each board. Each is guided by what suits it unless --heuristic says what guides
    all that name none. What an answer is worth heeds what all of them have proven together.

    With --batch, --json prints an object for each method: method, algorithm, heuristic, weight,
    order, ties, depth_limit, boards, solved, solved_share, mean_ and median_ of length, expanded,
    generated and seconds, mean_branching, largest_peak_frontier, largest_peak_bytes and worth.
    Lengths, branching and worth are those of the boards that the method solved.

    Ctrl-C ends the comparison and keeps what is done: of a list, the boards that every method has
    searched. The exit status is the worst of all, as with puzzler solve --batch; boards of a list
    that cannot be solved are left out. With --jobs or --cluster several searches go on at once; the
    figures are the same, but for the seconds.
    """
    asked = comparing.Asked(
        None if algorithms is None else options.algorithm_names(algorithms),
        None if heuristics is None else options.heuristic_names(heuristics),
        None if weights is None else options.weight_numbers(weights),
        None if methods is None else options.method_names(methods),
    ).wishes(Wishes(None, heuristic, weight, order, ties, depth_limit))
    from puzzler.search.comparison import sorted_by

    told = _Form(is_list=batch, as_json=as_json)
    by = None if sort is None else told.column(sort)
    source = find_source(board, options.standard_input())
    choice = options.read_goal(goal)
    limit = options.limit(time_limit, budget, memory_limit)
    if (time_limit, budget) == (None, None):
        limit = options.limit(BATCH_SECONDS if batch else DEFAULT_SECONDS, None, memory_limit)
    sheet = None if csv_file is None else Output(csv_file)
    if batch:
        cases, status = comparing.read_list(BoardList(source, form), choice)
        contents = Contents(cases[0].start) if cases else None
    else:
        contents, case = _read(source, form, choice)
        cases, status = [case], ExitStatus.SOLVED
    if contents is None:  # not a single board of the list is one that can be solved
        return status
    crew = crews.chosen_crew(jobs, cluster)  # after whatever can be wrong with the others
    limit = replace(limit, memory_shares=crew.memory_shares)
    compared = comparing.methods(asked, contents, limit)
    entries, meant = comparing.compare(cases, compared, crew, is_list=batch)
    if not any(entry.results for entry in entries):
        say("cancelled before every method had searched a board")
        return worst(status, meant)
    if by is not None:
        entries = sorted_by(entries, by)
    told.print(entries)
    if sheet is not None:
        with sheet:
            sheet.write(told.csv(entries))
    return worst(status, meant)


def _read(
    source: Source, form: str | None, choice: options.GoalChoice
) -> tuple[Contents, comparing.Case]:
    try:
        contents = source.read(form, has_goal=choice.is_given)
    except ListError as error:
        raise ReadingError(f"{error.reason}: use --batch", source=error.source) from None
    try:
        case = comparing.Case(contents.start, choice.for_board(contents))
    except BoardError as error:
        raise source.error(error) from None
    if not is_solvable(case.start, case.goal) and (words := hint(contents, case.goal)):
        say(f"{source.name}: {words}")
    return contents, case


@dataclass(frozen=True)
class _Form:
    """How the rows are printed."""

    is_list: bool
    """They are of several boards."""
    as_json: bool

    @property
    def columns(self) -> tuple[Column, ...]:
        """As they stand from the left."""
        from puzzler.search import comparison

        return comparison.AVERAGES if self.is_list else comparison.COLUMNS

    def column(self, name: str) -> Column:
        """The column of that name."""
        from puzzler.search.comparison import named

        try:
            return named(name, self.columns)
        except ValueError as error:
            raise typer.BadParameter(str(error)) from None

    def csv(self, entries: Sequence[Entry]) -> str:
        """The rows for a spreadsheet."""
        from puzzler.search import comparison

        told = comparison.averages_csv(entries) if self.is_list else comparison.as_csv(entries)
        return told.removesuffix("\n")

    def print(self, entries: Sequence[Entry]) -> None:
        """The rows on standard output."""
        from puzzler.cli.method_table import tables
        from puzzler.search import comparison

        with Output() as out:
            if self.as_json:
                told = comparison.averages_json if self.is_list else comparison.as_json
                out.write(told(entries))
                return
            # a list has so many columns that their headings take two lines
            parts = tables(entries, self.columns, out.columns, are_headings_split=self.is_list)
            for number, table in enumerate(parts):
                if number:
                    out.write("")
                out.show(table)
            if self.is_list and any(len(row.solved) < len(row.results) for row in entries):
                out.write("\n" + PARTLY_SOLVED)
