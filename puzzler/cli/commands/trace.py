"""``puzzler trace``: print a search expansion by expansion."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from puzzler.board.errors import PuzzlerError
from puzzler.board.move import Move
from puzzler.cli.batch import load_solver
from puzzler.cli.board_input import Argument, InputOptions, Puzzle
from puzzler.cli.click_options import option
from puzzler.cli.option_types import integer
from puzzler.cli.options import CsvFile, Json, LimitOptions, MethodOptions
from puzzler.cli.output import ExitStatus, Output, notify, plain_table
from puzzler.cli.progress import status
from puzzler.csv_text import write_csv
from puzzler.formats import grid
from puzzler.humanize import counted
from puzzler.search.deadline import Deadline

if TYPE_CHECKING:
    from rich.table import Table

    from puzzler.board.scenario import Problem
    from puzzler.search.engine.search import Search
    from puzzler.search.inspection.observation import Expansion
    from puzzler.search.method import Method

MAX_SHOWN = 1000
"""Rows of a table. The layout needs all rows in memory."""
COLUMNS = (
    *("expansion", "board", "parent", "move", "g", "h", "f"),
    *("side", "rank", "pass", "threshold", "successors"),
)
SIDES = ("start", "goal")
LEFT = {"board", "move", "side", "successors"}


def command(
    board: Argument,
    *,
    reading: InputOptions,
    method: MethodOptions,
    expansions: int | None = option(
        "--expansions N",
        f"Stop after N expansions. A table has at most {MAX_SHOWN:,}.",
        integer(1),
        heading="Limits",
    ),
    limits: LimitOptions,
    compare: Path | None = option(
        "--compare FILE",
        "Compare the search with a trace of another program, a JSON object per line.",
    ),
    as_json: Json = False,
    csv_file: CsvFile = None,
) -> int:
    """Print every expansion of a search, in order.

    The first line names the method and the goal. Each expansion has its number, the expanded board,
    the number of the expansion that generated the board (empty for the start), the move, g, h, f,
    and the successors. Each successor is new, replaced, duplicate, reopened, pruned, not chosen,
    goal or meeting. bidirectional adds the side, start or goal, and the rank, the larger of f and
    2 g. idastar, iddfs and dfs with a limit add the number of the pass and its threshold.

    docs/reference/json.md lists the keys of --json. --csv writes the expansions to a file instead.

    --compare prints only the first difference from FILE and its cause. Each line of the FILE is an
    object with board and optionally g and f; lines without a board are skipped. The last board of a
    search that found the goal is the goal.

    Exit status: 0 solved or --expansions reached; 1 stopped by a limit, or the FILE differs by a
    fault, not only by ties; 2 bad input, 3 unsolvable, 130 stopped by Ctrl-C.
    """
    if as_json and csv_file is not None:
        raise click.UsageError("--json cannot be combined with --csv")
    board_input = reading.open(board, limits.time_limit)
    sheet = None if csv_file is None else Output(csv_file)
    puzzle = board_input.puzzle()
    puzzle.check_solvable()
    chosen = method.method(puzzle.contents, limits.limit()).textbook
    if method.idle(chosen):
        raise click.UsageError(f"--duplicates late cannot be traced for {chosen.title}")
    search = _begin(puzzle, chosen)
    if compare is not None:
        return _compare(search.task.problem, chosen, compare)
    from puzzler.search.engine.stepping import Status
    from puzzler.search.report.export import method_record

    if as_json or sheet is not None:
        with sheet or Output() as out:
            if sheet is not None:
                out.write(write_csv([COLUMNS]).removesuffix("\n"))
            else:
                head = {"method": chosen.title, "goal": str(puzzle.goal)}
                out.write(json.dumps(head | method_record(chosen)))
            for expansion, record in _records(search, expansions):
                if as_json:
                    out.write(json.dumps(record | {"successors": _successors(expansion)}))
                else:
                    out.write(write_csv([record.values()]).removesuffix("\n"))
    else:
        out = Output()
        goal = grid.write_line(puzzle.goal, puzzle.contents.labels)
        out.write(f"{chosen.title}; goal {goal}")
        rows = min(expansions or MAX_SHOWN, MAX_SHOWN)
        out.show(_table(_records(search, rows), puzzle))
        is_running = search.status is Status.RUNNING
        if expansions != rows and is_running and search.expanded == MAX_SHOWN:
            notify(f"only the first {MAX_SHOWN:,} are shown; use --json or --csv for all")
    if search.status is Status.RUNNING:
        return ExitStatus.SOLVED
    return ExitStatus[search.result().status.name]


def _begin(puzzle: Puzzle, method: Method) -> Search:
    from puzzler.board.scenario import Problem
    from puzzler.search.starting import start

    load_solver()
    with status("preparing the search") as line:
        try:
            return line.follow(partial(start, Problem(puzzle.start, puzzle.goal), method))
        except ValueError as error:
            raise PuzzlerError(str(error)) from None


def _compare(problem: Problem, method: Method, file: Path) -> ExitStatus:
    from puzzler.search.homework.divergence import find_divergence, read_trace, run_of_trace

    yours = read_trace(file)
    found = find_divergence([run_of_trace(yours, problem)], method, problem.goal)
    count = counted(len(yours), "expansion")
    Output().write(f"the same, the trace has {count}" if found is None else found.words)
    if found is None or not found.cause.is_fault:
        return ExitStatus.SOLVED
    if any(g is None and board == problem.start for board, g in yours[1:]):
        notify("without g, each return to the start counts as a new pass; add g to the trace")
    return ExitStatus.LIMIT


def _letter(move: Move | None) -> str | None:
    return None if move is None else move.letter


def _records(search: Search, expansions: int | None) -> Iterator[tuple[Expansion, dict[str, Any]]]:
    """Yield each expansion with its columns. Columns that do not apply are None."""
    from puzzler.search.inspection.inspector import trace_expansions
    from puzzler.search.options import LimitKind
    from puzzler.search.registry import ALGORITHMS

    deadline = Deadline(search.task.limit.seconds)
    has_sides = ALGORITHMS[search.task.algorithm].keeps.name == "BOTH_SIDES"
    passes, threshold = 0, None
    for expansion in trace_expansions(search, expansions):
        if deadline.is_over:  # printing takes longer than searching
            search.stop(LimitKind.TIME)
            return
        node, parent = expansion.node, expansion.parent_index
        if expansion.threshold != threshold:
            passes, threshold = passes + 1, expansion.threshold
        yield (
            expansion,
            {
                "expansion": expansion.index + 1,
                "board": str(node.board),
                "parent": None if parent is None else parent + 1,
                "move": _letter(node.move),
                "g": node.g,
                "h": node.h,
                "f": node.f,
                "side": SIDES[node.side] if has_sides else None,
                "rank": max(node.f, 2 * node.g) if has_sides else None,
                "pass": None if threshold is None else passes,
                "threshold": threshold,
                "successors": expansion.successor_text,
            },
        )


def _successors(expansion: Expansion) -> list[dict[str, Any]]:
    return [
        {
            "board": str(each.node.board),
            "move": _letter(each.node.move),
            "g": each.node.g,
            "h": each.node.h,
            "f": each.node.f,
            "outcome": each.outcome.value,
        }
        for each in expansion.successors
    ]


def _table(found: Iterable[tuple[Expansion, dict[str, Any]]], puzzle: Puzzle) -> Table:
    """Make a table of all columns that are not empty."""
    rows = []
    for expansion, record in found:
        board = grid.write_line(expansion.node.board, puzzle.contents.labels)
        rows.append(record | {"board": board})
    used = [name for name in COLUMNS if not rows or any(row[name] is not None for row in rows)]
    table = plain_table(*used, right={*used} - LEFT, wrapped={"successors"})
    for row in rows:
        table.add_row(*(_cell(row[name]) for name in used))
    return table


def _cell(value: Any) -> str:
    if value is None:
        return "-"
    return f"{value:g}" if isinstance(value, float) else str(value)
