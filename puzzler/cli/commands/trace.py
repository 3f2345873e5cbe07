"""``puzzler trace``: a search expansion by expansion."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, Any

import typer

from puzzler.board.errors import PuzzlerError
from puzzler.board.move import Move
from puzzler.cli.command import option
from puzzler.cli.inputs import Argument, InputOptions, Puzzle
from puzzler.cli.options import CsvFile, Json, LimitOptions, MethodOptions
from puzzler.cli.output import ExitStatus, Output, plain_table, say
from puzzler.cli.progress import status
from puzzler.cli.searching import load_solver
from puzzler.cli.values import whole_number
from puzzler.formats import grid

if TYPE_CHECKING:
    from rich.table import Table

    from puzzler.search.engine.search import Search
    from puzzler.search.inspection.values import Expansion
    from puzzler.search.method import Method

MOST_SHOWN = 1000
"""Rows of a table without ``--expansions``."""
COLUMNS = ("index", "board", "parent", "move", "g", "h", "f", "successors")


def command(
    board: Argument,
    *,
    reading: InputOptions,
    method: MethodOptions,
    expansions: Annotated[
        int | None,
        option(
            "--expansions N",
            f"Only the first N. By default all of them; in a table {MOST_SHOWN:,}.",
            whole_number(1),
        ),
    ] = None,
    limits: LimitOptions,
    as_json: Json = False,
    csv_file: CsvFile = None,
) -> int:
    """Print every expansion of a search, in order.

    Each has its index, counted from 0; the board that was expanded; the index of the expansion that
    generated it, nothing for the start; the move that led to it; g, h and f; and its successors,
    each of which is new, duplicate, reopened, pruned or goal.

    With --json each line is an object with index, board, parent, move, g, h, f and successors; the
    successors are objects with board, move, g, h, f and fate; parent and move of the start are
    null. With --csv the successors are such a JSON list, and nothing is printed.

    Exit status: 0 solved, or as many expansions as were asked for; 1 stopped by a limit, 2 bad
    input, 3 unsolvable, 130 stopped by Ctrl-C.
    """
    if as_json and csv_file is not None:
        raise typer.BadParameter("--json prints and --csv writes a file; take one of them")
    given = reading.open(board)
    sheet = None if csv_file is None else Output(csv_file)
    puzzle = given.puzzle()
    puzzle.check_solvable()
    search = _begin(puzzle, method.method(puzzle.contents, limits.limit()))
    from puzzler.search.engine.stepping import Status
    from puzzler.search.inspection.inspector import traced

    if as_json or sheet is not None:
        with sheet or Output() as out:
            if sheet is not None:
                out.write(_as_csv(COLUMNS))
            for expansion in traced(search, expansions):
                record = _record(expansion)
                out.write(json.dumps(record) if as_json else _as_csv(record.values()))
    else:
        Output().show(_table(traced(search, expansions or MOST_SHOWN), puzzle))
        is_running = search.status is Status.RUNNING
        if expansions is None and is_running and search.expanded == MOST_SHOWN:
            say(
                f"only the first {MOST_SHOWN:,} are shown; --expansions, --json and --csv have more"
            )
    if search.status is Status.RUNNING:
        return ExitStatus.SOLVED
    return ExitStatus[search.result().status.name]


def _begin(puzzle: Puzzle, method: Method) -> Search:
    from puzzler.board.scenario import Problem
    from puzzler.search.solve import begin

    load_solver()
    with status("preparing the search") as line:
        try:
            return line.follow(begin(Problem(puzzle.start, puzzle.goal), method))
        except ValueError as error:
            raise PuzzlerError(str(error)) from None


def _letter(move: Move | None) -> str | None:
    return None if move is None else move.letter


def _record(expansion: Expansion) -> dict[str, Any]:
    node = expansion.node
    return {
        "index": expansion.index,
        "board": str(node.board),
        "parent": expansion.parent_index,
        "move": _letter(node.move),
        "g": node.g,
        "h": node.h,
        "f": node.f,
        "successors": [
            {
                "board": str(child.board),
                "move": _letter(child.move),
                "g": child.g,
                "h": child.h,
                "f": child.f,
                "fate": successor.outcome.value,
            }
            for successor in expansion.successors
            for child in (successor.node,)
        ],
    }


def _as_csv(values: Iterable[Any]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="").writerow(
        json.dumps(value) if isinstance(value, list) else value for value in values
    )
    return text.getvalue()


def _table(found: Iterable[Expansion], puzzle: Puzzle) -> Table:
    table = plain_table(*COLUMNS, right={"index", "parent", "g", "h", "f"}, wrapped={"successors"})
    for expansion in found:
        node = expansion.node
        table.add_row(
            str(expansion.index),
            grid.write_line(node.board, puzzle.contents.labels),
            "-" if expansion.parent_index is None else str(expansion.parent_index),
            _letter(node.move) or "-",
            str(node.g),
            str(node.h),
            f"{node.f:g}",
            ", ".join(
                f"{_letter(successor.node.move)} f {successor.node.f:g} {successor.outcome}"
                for successor in expansion.successors
            ),
        )
    return table
