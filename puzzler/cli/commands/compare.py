"""``puzzler compare``: several methods on one or more boards, within the same limits."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import TYPE_CHECKING, Annotated

import click

from puzzler.board.parity import is_solvable
from puzzler.cli import option_types
from puzzler.cli.batch import BatchJob, Request, WorkerOptions, prepare_search, search
from puzzler.cli.board_input import Argument, BoardList, Input, InputOptions, Puzzle
from puzzler.cli.click_options import Without, Words, option
from puzzler.cli.options import OUTPUT, Batch, CsvFile, Json, LimitOptions, MethodOptions
from puzzler.cli.output import ExitStatus, Output, notify, plain_table, worst_status
from puzzler.cli.progress import StatusLine, status
from puzzler.formats.format import Contents
from puzzler.search.options import read_weight
from puzzler.solver.processes.pool import Pool

if TYPE_CHECKING:
    from rich.table import Table

    from puzzler.search.method import Method
    from puzzler.search.report.comparison import Cell, ComparisonColumn, Entry
    from puzzler.search.result import SearchResult

DEFAULT_SECONDS = 30.0
"""Time limit of each method on a single board."""
BATCH_SECONDS = 10.0
"""Time limit of each method on each board of a list."""
PARTLY_SOLVED = (
    "Length, quality and b* refer to boards that the method solved, other columns to all boards."
)
_COLUMN_GAP = 3


@dataclass(frozen=True)
class ComparedOptions:
    """The methods to compare."""

    heading = "Method"

    algorithms: tuple[str, ...] | None = option(
        "--algorithms A,B,...",
        "Algorithms to compare, in this order.",
        option_types.comma_separated(option_types.algorithm),
    )
    heuristics: tuple[str, ...] | None = option(
        "--heuristics H,I,...",
        "Run every algorithm with each heuristic. Uninformed algorithms run once.",
        option_types.comma_separated(option_types.heuristic),
    )
    weights: tuple[float, ...] | None = option(
        "--weights V,W,...",
        "Run every algorithm that uses a weight with each weight.",
        option_types.comma_separated(Words(read_weight)),
    )
    methods: tuple[str, ...] | None = option(
        "--methods A/H/W,...",
        "Methods to compare: an algorithm, optionally with /heuristic and /weight. They follow "
        "those of --algorithms.",
        option_types.comma_separated(option_types.method),
    )

    def combined(self, common: MethodOptions, default: Iterable[str]) -> list[MethodOptions]:
        """Combine algorithms, heuristics and weights, then add the named methods.

        common: the values of options without a list. ``default``: the default algorithms.
        """
        from puzzler.search.method import parse_method

        algorithms = self.algorithms or (() if self.methods else default)
        heuristics = self.heuristics or (common.heuristic,)
        weights = self.weights or (common.weight,)
        for name, several, single in (
            ("heuristic", self.heuristics, common.heuristic),
            ("weight", self.weights, common.weight),
        ):
            if several is not None and single is not None:
                raise click.UsageError(f"--{name} cannot be combined with --{name}s")
            if several is not None and self.methods and self.algorithms is None:
                raise click.UsageError(
                    f"--{name}s requires --algorithms; --methods contain their own {name}s"
                )
        combined = [
            replace(common, algorithm=algorithm, heuristic=heuristic, weight=weight)
            for algorithm, heuristic, weight in product(algorithms, heuristics, weights)
        ]
        for algorithm, named, factor in map(parse_method, self.methods or ()):
            heuristic = named or common.heuristic
            weight = common.weight if factor is None else factor
            combined.append(
                replace(common, algorithm=algorithm, heuristic=heuristic, weight=weight)
            )
        return combined


def _columns(_: str) -> dict[str, str]:
    from puzzler.search.report import comparison

    return {each.name: each.title for each in (*comparison.COLUMNS, *comparison.AVERAGES)}


def command(
    board: Argument,
    *,
    compared: ComparedOptions,
    reading: InputOptions,
    method: Annotated[MethodOptions, Without("algorithm")],
    budget: int | None = option(
        "--budget, --node-limit N",
        "Stop each search after N expanded states.",
        option_types.integer(1),
        heading="Limits",
    ),
    limits: Annotated[LimitOptions, Without("node_limit")],
    batch: Batch = False,
    sort: str | None = option(
        "--sort COLUMN",
        "Sort the rows by this column, such as expanded or peak-frontier.",
        Words(words=_columns),
        heading=OUTPUT,
    ),
    as_json: Json = False,
    csv_file: CsvFile = None,
    workers: Annotated[WorkerOptions, Without("unordered")],
) -> int:
    """Compare methods on one board, or on a list of boards.

    Without options, all algorithms are compared within the same limits: 30 seconds each, or 10
    seconds for each board of a list. Each algorithm uses its own default heuristic. --heuristic
    applies to every method without a heuristic. The quality of a solution is judged by the best
    bound that any method has proven.

    With --json and --csv each method has an object or a row; docs/reference/json.md lists the keys.
    For a list they contain means and medians; lengths, b* and quality refer to the boards that
    the method solved. Unsolvable boards of a list are skipped.

    Ctrl-C stops the comparison and keeps finished results; for a list, only boards that every
    method has finished are kept.

    Exit status: 0 some method solved each board; 1 a board was not solved; 2 bad input; 3
    unsolvable; 130 cancelled by Ctrl-C.
    """
    from puzzler.search.registry import ALGORITHMS
    from puzzler.search.report import comparison, export

    options = compared.combined(method, ALGORITHMS)
    batch = batch or bool(reading.lists([board]))
    columns = comparison.AVERAGES if batch else comparison.COLUMNS
    try:
        by = None if sort is None else comparison.named(sort, columns)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    board_input = reading.open(board, limits.time_limit)
    limit = replace(limits, node_limit=budget).limit(BATCH_SECONDS if batch else DEFAULT_SECONDS)
    sheet = None if csv_file is None else Output(csv_file)
    if as_json and sheet is not None and sheet.is_standard:
        raise click.UsageError("--json cannot be combined with --csv -")
    puzzles, exit_status = _read(board_input, is_list=batch)
    if not puzzles:
        return exit_status
    pool, limit = workers.pool(limit)  # after every other check
    # in a list a method is the same for all boards, so weights of scenarios are ignored
    contents = Contents(start=puzzles[0].start) if batch else puzzles[0].contents
    methods = list(dict.fromkeys(each.any_method(contents, limit) for each in options))
    method.check_effect(methods)
    entries, status = _compare(puzzles, methods, pool, is_list=batch)
    if not any(entry.results for entry in entries):
        notify("cancelled before all methods had searched a board")
        return worst_status(exit_status, status)
    if by is not None:
        entries = comparison.sorted_by(entries, by)
    row = comparison.average_record if batch else comparison.record
    if as_json:
        with Output() as out:
            for entry in entries:
                out.write(json.dumps(row(entry)))
    elif sheet is None or not sheet.is_standard:
        _print(entries, columns, is_list=batch)
    if sheet is not None:
        with sheet:
            sheet.write(export.records_as_csv([row(entry) for entry in entries]).removesuffix("\n"))
    return worst_status(exit_status, status)


def _read(board_input: Input, *, is_list: bool) -> tuple[list[Puzzle], ExitStatus]:
    """Return the boards, without unsolvable boards of a list, and the exit status of the others."""
    if not is_list:
        puzzle = board_input.puzzle("use --batch")
        puzzle.check_solvable()
        return [puzzle], ExitStatus.SOLVED
    boards, puzzles, exit_status = BoardList(board_input), list[Puzzle](), ExitStatus.SOLVED
    for _, puzzle in boards:
        if is_solvable(puzzle.start, puzzle.goal):
            puzzles.append(puzzle)
        else:
            notify(f"{puzzle.where}: skipped, because it is unsolvable")
            exit_status = ExitStatus.UNSOLVABLE
    return puzzles, worst_status(exit_status, boards.status)


def _compare(
    puzzles: Sequence[Puzzle], methods: Sequence[Method], pool: Pool | None, *, is_list: bool
) -> tuple[tuple[Entry, ...], ExitStatus]:
    """Run every method on every board; return an entry per method and the exit status.

    Ctrl-C keeps finished results; for a list, only boards that every method has finished.
    """
    from puzzler.search.report.comparison import entries_of

    results: dict[Cell, SearchResult] = {}
    solved, unsolved, exit_status = set[int](), set[int](), ExitStatus.SOLVED
    try:
        for cell, result, status in _results(puzzles, methods, pool, is_list=is_list):
            (solved if status is ExitStatus.SOLVED else unsolved).add(cell[0])
            exit_status = (
                exit_status if status is ExitStatus.LIMIT else worst_status(exit_status, status)
            )
            if exit_status is not ExitStatus.CANCELLED or not is_list:
                results[cell] = result
            if exit_status is ExitStatus.CANCELLED:
                break
    except KeyboardInterrupt:
        exit_status = ExitStatus.CANCELLED
    finished = (
        number
        for number in range(len(puzzles))
        if not is_list or all((number, place) in results for place in range(len(methods)))
    )
    if unsolved - solved:
        exit_status = worst_status(exit_status, ExitStatus.LIMIT)
    return entries_of(methods, results, finished), exit_status


def _results(
    puzzles: Sequence[Puzzle], methods: Sequence[Method], pool: Pool | None, *, is_list: bool
) -> Iterator[tuple[Cell, SearchResult, ExitStatus]]:
    """Yield every cell with its result and status, board by board."""
    from puzzler.search.result import Outcome
    from puzzler.search.starting import unstarted_result

    line = StatusLine("")
    cells = list(product(range(len(puzzles)), range(len(methods))))

    def pairs() -> Iterator[tuple[Cell, Request]]:
        for number, place in cells:
            which = f"{place + 1} of {len(methods)}, {methods[place].title}"
            if is_list:  # most of these searches are short
                which = f"board {number + 1:,} of {len(puzzles):,}, {which}"
            line.begin(which, is_timed=not is_list)
            puzzle = puzzles[number]
            yield (number, place), Request(puzzle.start, puzzle.goal, methods[place])

    job = BatchJob(pool, search, prepare_search, line=line, noun="searches")
    with status(line) if pool is None else contextlib.nullcontext():
        for (number, place), reply in job.replies(pairs(), len(cells)):
            puzzle, method, result = puzzles[number], methods[place], reply.result
            if result is None:
                file = method.title.partition(":")[0]  # that of a search of the user
                reason = (reply.error or reply.failure).removeprefix(f"{file}: ")
                notify(": ".join([*([puzzle.where] if is_list else []), method.title, reason]))
                nothing = unstarted_result(puzzle.start, puzzle.goal, method, Outcome.LIMIT)
                exit_status = ExitStatus.BAD_INPUT if reply.error else ExitStatus.LIMIT
                yield (number, place), replace(nothing, note=reason), exit_status
            elif result.is_interrupted:
                yield (number, place), result, ExitStatus.CANCELLED
            else:
                yield (number, place), result, ExitStatus[result.status.name]


def _print(entries: Sequence[Entry], columns: Sequence[ComparisonColumn], *, is_list: bool) -> None:
    with Output() as out:
        # comparisons of lists have many columns, so their headings are split
        parts = tables(entries, columns, out.columns, are_headings_split=is_list)
        for number, table in enumerate(parts):
            if number:
                out.write("")
            out.show(table)
        if is_list and any(len(row.solved) < len(row.results) for row in entries):
            out.write("\n" + PARTLY_SOLVED)


def tables(
    entries: Sequence[Entry],
    columns: Sequence[ComparisonColumn],
    width: int,
    *,
    are_headings_split: bool,
) -> Iterator[Table]:
    """Split the rows into tables that fit into ``width``.

    Each table starts with the first column. Text is wrapped if two columns are too wide.
    """
    headings = {
        column.name: column.title.replace(" ", "\n") if are_headings_split else column.title
        for column in columns
    }
    texts = {column.name: [column.text(entry) for entry in entries] for column in columns}
    widths = {
        name: max(map(len, (*headings[name].splitlines(), *texts[name]))) for name in headings
    }
    first, *others = columns
    groups = [[first]]
    for column in others:
        row = [*groups[-1], column]
        needed = sum(widths[each.name] for each in row) + _COLUMN_GAP * (len(row) - 1)
        if needed > width and len(row) > 2:
            groups.append([first, column])
        else:
            groups[-1].append(column)
    for group in groups:
        names = {headings[column.name]: column.is_text for column in group}
        right = {name for name, is_text in names.items() if not is_text}
        table = plain_table(*names, right=right, wrapped=names.keys() - right)
        for cells in zip(*(texts[column.name] for column in group), strict=True):
            table.add_row(*cells)
        yield table
