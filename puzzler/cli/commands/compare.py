"""``puzzler compare``: several algorithms on one board, within the same limits."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from puzzler import words
from puzzler.board.errors import BoardError
from puzzler.cli import options
from puzzler.cli.exit_status import ExitStatus, worst
from puzzler.cli.output import Output
from puzzler.cli.searching import Wishes, is_interrupted, search
from puzzler.formats.reading import find_source

if TYPE_CHECKING:
    from rich.table import Table

    from puzzler.search.limits import Limit
    from puzzler.search.result import SearchResult

DEFAULT_SECONDS = 30.0


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
            help="What to compare, in this order. By default every algorithm.",
        ),
    ] = None,
    goal: options.Goal = None,
    heuristic: options.Heuristic = None,
    weight: options.Weight = None,
    order: options.Order = None,
    ties: options.TieBreak = None,
    depth_limit: options.DepthLimit = None,
    time_limit: options.TimeLimit = None,
    node_limit: options.NodeLimit = None,
    memory_limit: options.MemoryLimit = None,
    as_json: Annotated[
        bool,
        typer.Option("--json", help="Print a JSON list of objects with the keys of puzzler solve."),
    ] = False,
    csv_file: Annotated[
        Path | None,
        typer.Option(
            "--csv", metavar="FILE", help="Also write the figures to FILE, for a spreadsheet."
        ),
    ] = None,
) -> int:
    """Compare algorithms on one board.

    Each searches the same board within the same limits; without any, each gets 30 seconds. Each is
    guided by what suits it unless --heuristic says what guides all of them. Ctrl-C ends the
    comparison and keeps what is done. The exit status is the worst of all, as with puzzler solve
    --batch.
    """
    from puzzler.search.registry import ALGORITHMS

    names = list(ALGORITHMS) if algorithms is None else options.algorithm_names(algorithms)
    source = find_source(board, options.standard_input())
    choice = options.read_goal(goal)
    limit = options.limit(time_limit, node_limit, memory_limit)
    if (time_limit, node_limit) == (None, None):
        limit = options.limit(DEFAULT_SECONDS, None, memory_limit)
    sheet = None if csv_file is None else Output(csv_file)
    contents = source.read()
    status = ExitStatus.SOLVED
    results: list[SearchResult] = []
    try:
        wanted = choice.for_board(contents)
        for number, name in enumerate(names, 1):
            doing = f"{ALGORITHMS[name].title}, {number} of {len(names)}; Ctrl-C keeps what is done"
            wishes = Wishes(name, heuristic, weight, order, ties, depth_limit)
            method = wishes.method(contents, limit)
            results.append(search(contents.start, wanted, method, doing))
            if is_interrupted(results[-1]):
                status = ExitStatus.CANCELLED
                break
    except BoardError as error:
        raise source.error(error) from None
    _print(results, limit, as_json=as_json)
    if sheet is not None:
        with sheet:
            sheet.write(_as_csv(results))
    for result in results:
        status = worst(status, ExitStatus[result.status.name])
    return status


def _print(results: list[SearchResult], limit: Limit, *, as_json: bool) -> None:
    from puzzler.cli import answer

    with Output() as out:
        if as_json:
            rows = ",\n ".join(answer.as_json(result) for result in results)
            out.write(f"[{rows}]")
        else:
            out.show(_as_table(results, limit))


def _as_csv(results: list[SearchResult]) -> str:
    from puzzler.cli import answer

    rows = [answer.as_row(result) for result in results]
    for row in rows:
        del row["improvements"]  # a list has no place in a table
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    for row in rows:
        writer.writerow(
            {
                key: json.dumps(value) if isinstance(value, (bool, list)) else value
                for key, value in row.items()
            }
        )
    return text.getvalue().rstrip("\n")


def _as_table(results: list[SearchResult], limit: Limit) -> Table:
    from rich import box
    from rich.table import Table

    from puzzler.cli import answer
    from puzzler.search.registry import ALGORITHMS, HEURISTICS
    from puzzler.search.solve import promise

    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    table.add_column("algorithm", no_wrap=True)
    table.add_column("h", no_wrap=True)
    for heading in ("length", "expanded", "generated", "b*", "peak frontier", "memory", "time"):
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_column("answer")
    for result in results:
        stats = result.stats
        worth = promise(result)
        if result.length is None:
            worth = answer.why_not(result, limit)
        table.add_row(
            ALGORITHMS[result.algorithm].title,
            HEURISTICS[result.heuristic].title,
            "-" if result.length is None else str(result.length),
            f"{stats.expanded:,}",
            f"{stats.generated:,}",
            words.branching(result.branching),
            f"{stats.peak_frontier:,}",
            words.memory(stats.bytes),
            f"{stats.elapsed:.3f} s",
            worth,
        )
    return table
