"""``puzzler compare``: several methods on one board or on many, within the same limits."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import TYPE_CHECKING, Annotated

import click

from puzzler.board.parity import is_solvable
from puzzler.cli import completion, option_types
from puzzler.cli.batch import BatchJob, Request, WorkerOptions, prepare_search, search
from puzzler.cli.board_input import Argument, BoardList, Input, InputOptions, Puzzle
from puzzler.cli.click_options import Without, option
from puzzler.cli.options import Batch, CsvFile, Json, LimitOptions, MethodOptions
from puzzler.cli.output import ExitStatus, Output, plain_table, say, worst
from puzzler.cli.progress import KEEPING, StatusLine, status
from puzzler.formats.format import Contents
from puzzler.solver.processes.pool import Pool

if TYPE_CHECKING:
    from rich.table import Table

    from puzzler.search.method import Method
    from puzzler.search.report.comparison import ComparisonColumn, Entry
    from puzzler.search.result import SearchResult

DEFAULT_SECONDS = 30.0
"""The limit of each method on a single board."""
BATCH_SECONDS = 10.0
"""The limit of each method on each board of a list."""
PARTLY_SOLVED = (
    "Length, worth and b* are those of the boards that a method solved; the rest is of all boards."
)
_BETWEEN = 3
"""Spaces between two columns."""

Cell = tuple[int, int]
"""The indices of a board and a method."""


@dataclass(frozen=True)
class ComparedOptions:
    """Which methods are compared."""

    algorithms: str | None = option(
        "--algorithms A,B,...",
        "The algorithms, in this order.",
        complete=completion.several(completion.algorithm),
    )
    heuristics: str | None = option(
        "--heuristics H,I,...",
        "Each algorithm with each of these; a blind one searches once.",
        complete=completion.several(completion.heuristic),
    )
    weights: str | None = option(
        "--weights V,W,...",
        "Each with each of these weights, where the algorithm uses one.",
    )
    methods: str | None = option(
        "--methods A/H/W,...",
        "These methods: each an algorithm, with or without /heuristic and /weight. They "
        "come after those of --algorithms, where that is given.",
        complete=completion.several(completion.method),
    )

    def combined(self, common: MethodOptions, default: Iterable[str]) -> list[MethodOptions]:
        """Each algorithm with each heuristic and weight, then the methods that are named.

        common: what they have where nothing else is said; ``default``: the algorithms where none is
        named.
        """
        from puzzler.search.method import read_named

        methods = (
            [] if self.methods is None else option_types.several(option_types.method)(self.methods)
        )
        algorithms = [] if methods else list(default)
        if self.algorithms is not None:
            algorithms = option_types.several(option_types.algorithm)(self.algorithms)
        heuristics: list[str | None] = [common.heuristic]
        if self.heuristics is not None:
            heuristics = [*option_types.several(option_types.heuristic)(self.heuristics)]
        weights: list[float | None] = [common.weight]
        if self.weights is not None:
            weights = [*option_types.several(option_types.weight)(self.weights)]
        for name, several, single in (
            ("heuristic", self.heuristics, common.heuristic),
            ("weight", self.weights, common.weight),
        ):
            if several is not None and single is not None:
                raise click.BadParameter(f"--{name} and --{name}s say the same: take one of them")
            if several is not None and methods and self.algorithms is None:
                raise click.BadParameter(
                    f"--{name}s goes with --algorithms; in --methods each says its own"
                )
        combined = [
            replace(common, algorithm=algorithm, heuristic=heuristic, weight=weight)
            for algorithm, heuristic, weight in product(algorithms, heuristics, weights)
        ]
        for named in map(read_named, methods):
            heuristic = named.heuristic or common.heuristic
            weight = common.weight if named.weight is None else named.weight
            combined.append(
                replace(common, algorithm=named.algorithm, heuristic=heuristic, weight=weight)
            )
        return combined


def command(
    board: Argument,
    *,
    compared: ComparedOptions,
    reading: InputOptions,
    method: Annotated[MethodOptions, Without("algorithm")],
    budget: int | None = option(
        "--budget, --node-limit N",
        "Stop each after N expanded states.",
        option_types.WholeNumber(1),
    ),
    limits: Annotated[LimitOptions, Without("node_limit")],
    batch: Batch = False,
    sort: str | None = option(
        "--sort COLUMN",
        "Sort the rows by this column, named as in the table, with - for spaces: "
        "expanded, peak-frontier. The smallest figure comes first.",
        complete=completion.column,
    ),
    as_json: Json = False,
    csv_file: CsvFile = None,
    workers: Annotated[WorkerOptions, Without("unordered")],
) -> int:
    """Compare methods on one board, or on a list of boards.

    By default every algorithm is compared. All search the same boards within the same limits;
    without any, each gets 30 seconds, with --batch 10 for each board. Each has its own default
    heuristic unless --heuristic gives one to all that name none. What is known of a solution uses
    what all of them have proven together.

    With --json a list of objects with the keys of puzzler solve, up to improvements. With --batch a
    row for each method, and in JSON an object: method, algorithm, heuristic, weight, order, ties,
    depth_limit, boards, solved, solved_share, mean_ and median_ of length, expanded, generated and
    seconds, mean_branching, largest_peak_frontier, largest_peak_bytes and worth. Lengths, branching
    and worth are those of the boards that the method solved.

    Ctrl-C ends the comparison and keeps what is done: of a list, the boards that every method has
    searched. The exit status is 1 where a board was solved by no method; otherwise as with puzzler
    solve --batch; unsolvable boards of a list are left out. With --jobs or --cluster several
    searches run at once; the figures are the same, except the seconds.
    """
    from puzzler.search.registry import ALGORITHMS
    from puzzler.search.report import comparison, export

    options = compared.combined(method, ALGORITHMS)

    columns = comparison.AVERAGES if batch else comparison.COLUMNS
    try:
        by = None if sort is None else comparison.named(sort, columns)
    except ValueError as error:
        raise click.BadParameter(str(error)) from None
    given = reading.open(board, limits.time_limit)
    limit = replace(limits, node_limit=budget).limit(BATCH_SECONDS if batch else DEFAULT_SECONDS)
    sheet = None if csv_file is None else Output(csv_file)
    puzzles, meant = _read(given, is_list=batch)
    if not puzzles:
        return meant
    pool, limit = workers.pool(limit)  # after every other check
    # on a list a method is the same for all boards: weights of scenarios are ignored
    contents = Contents(start=puzzles[0].start) if batch else puzzles[0].contents
    methods = list(dict.fromkeys(each.any_method(contents, limit) for each in options))
    for name in set.intersection(*map(method.idle, methods)):
        raise click.BadParameter(f"--{name.replace('_', '-')} makes no difference to these methods")
    entries, status = _compare(puzzles, methods, pool, is_list=batch)
    if not any(entry.results for entry in entries):
        say("cancelled before every method had searched a board")
        return worst(meant, status)
    if by is not None:
        entries = comparison.sorted_by(entries, by)
    if as_json:
        with Output() as out:
            averages = map(comparison.average_record, entries)
            results = (result for entry in entries for result in entry.results)
            out.write(export.as_json(averages if batch else map(export.result_record, results)))
    else:
        _print(entries, columns, is_list=batch)
    if sheet is not None:
        row = comparison.average_record if batch else comparison.record
        with sheet:
            sheet.write(export.records_as_csv([row(entry) for entry in entries]).removesuffix("\n"))
    return worst(meant, status)


def _read(given: Input, *, is_list: bool) -> tuple[list[Puzzle], ExitStatus]:
    """The boards, of a list the solvable ones, and the status that the others mean."""
    if not is_list:
        puzzle = given.puzzle("use --batch")
        if not is_solvable(puzzle.start, puzzle.goal) and (hint := puzzle.hint()):
            say(f"{puzzle.where}: {hint}")
        return [puzzle], ExitStatus.SOLVED
    boards, puzzles, meant = BoardList(given), list[Puzzle](), ExitStatus.SOLVED
    for _, puzzle in boards:
        if is_solvable(puzzle.start, puzzle.goal):
            puzzles.append(puzzle)
        else:
            say(f"{puzzle.where}: unsolvable; it is left out")
            meant = ExitStatus.UNSOLVABLE
    return puzzles, worst(meant, boards.status)


class ListLine(StatusLine):
    """The status line of several searches: which one runs, how long, and its bounds."""

    _which = ""

    def begin(self, which: str, *, is_timed: bool = True) -> None:
        """Begin a search: "2 of 9, A*, Manhattan"; with its own time, or that of all so far."""
        self._which, self.doing, self._bounds = which, "", ""
        if is_timed:
            self._began = self._clock()

    @property
    def text(self) -> str:
        """The line, in full."""
        parts = ", ".join(filter(None, (self.doing, self._bounds, self._elapsed)))
        return f"{self._which}: {parts}; {KEEPING}"


def _compare(
    puzzles: Sequence[Puzzle], methods: Sequence[Method], pool: Pool | None, *, is_list: bool
) -> tuple[tuple[Entry, ...], ExitStatus]:
    """A row for each method, with its result on each board, and the status of the comparison.

    Ctrl-C ends it, and what is done is kept: of a list the boards that every method has searched.
    """
    from puzzler.search.report.comparison import Entry, compared

    results: dict[Cell, SearchResult] = {}
    solved, unsolved, meant = set[int](), set[int](), ExitStatus.SOLVED
    try:
        for cell, result, status in _results(puzzles, methods, pool, is_list=is_list):
            (solved if status is ExitStatus.SOLVED else unsolved).add(cell[0])
            meant = meant if status is ExitStatus.LIMIT else worst(meant, status)
            if meant is not ExitStatus.CANCELLED or not is_list:
                results[cell] = result
            if meant is ExitStatus.CANCELLED:
                break
    except KeyboardInterrupt:
        meant = ExitStatus.CANCELLED
    finished = [
        number
        for number in range(len(puzzles))
        if not is_list or all((number, place) in results for place in range(len(methods)))
    ]
    entries = []
    for place, method in enumerate(methods):
        row = tuple(results[number, place] for number in finished if (number, place) in results)
        if row or any(of == place for _, of in results):
            entries.append(Entry(method, row))
    if unsolved - solved:
        meant = worst(meant, ExitStatus.LIMIT)
    return compared(entries), meant


def _results(
    puzzles: Sequence[Puzzle], methods: Sequence[Method], pool: Pool | None, *, is_list: bool
) -> Iterator[tuple[Cell, SearchResult, ExitStatus]]:
    """Every cell with its result and status, board by board."""
    from puzzler.search.result import Outcome
    from puzzler.search.solve import unbegun

    line = ListLine("")
    cells = list(product(range(len(puzzles)), range(len(methods))))

    def pairs() -> Iterator[tuple[Cell, Request]]:
        for number, place in cells:
            which = f"{place + 1} of {len(methods)}, {methods[place].title}"
            if is_list:  # most of its searches take no time
                which = f"board {number + 1:,} of {len(puzzles):,}, {which}"
            line.begin(which, is_timed=not is_list)
            puzzle = puzzles[number]
            yield (number, place), Request(puzzle.start, puzzle.goal, methods[place])

    job = BatchJob(pool, search, prepare_search, line=line, noun="searches")
    with status(line) if pool is None else contextlib.nullcontext():
        for (number, place), reply in job.replies(pairs(), len(cells)):
            puzzle, method, result = puzzles[number], methods[place], reply.result
            if result is None:
                reason = reply.error or reply.failure
                say(": ".join([*([puzzle.where] if is_list else []), method.title, reason]))
                nothing = unbegun(puzzle.start, puzzle.goal, method, Outcome.LIMIT)
                meant = ExitStatus.BAD_INPUT if reply.error else ExitStatus.LIMIT
                yield (number, place), replace(nothing, note=reason), meant
            elif result.is_interrupted:
                yield (number, place), result, ExitStatus.CANCELLED
            else:
                yield (number, place), result, ExitStatus[result.status.name]


def _print(entries: Sequence[Entry], columns: Sequence[ComparisonColumn], *, is_list: bool) -> None:
    with Output() as out:
        # a list has so many columns that their headings take two lines
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
    """The rows as one table, or as several, one below the other, that fit into ``width``.

    Each begins with the first column. If even two columns are too wide, words are wrapped.
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
        needed = sum(widths[each.name] for each in row) + _BETWEEN * (len(row) - 1)
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
