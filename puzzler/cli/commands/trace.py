"""``puzzler trace``: a search expansion by expansion."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from puzzler.board.errors import BoardError, PuzzlerError
from puzzler.board.move import Move
from puzzler.cli import forms, options
from puzzler.cli.exit_status import ExitStatus
from puzzler.cli.other_goals import hinted
from puzzler.cli.output import Output, say
from puzzler.cli.searching import Wishes, building, prepare, sign_of_life
from puzzler.formats import grid
from puzzler.formats.reading import find_source

if TYPE_CHECKING:
    from rich.table import Table

    from puzzler.board.board import Board
    from puzzler.search.engine.search import Search
    from puzzler.search.inspection.values import Expansion
    from puzzler.search.method import Method

MOST_SHOWN = 1000
"""Rows of a table where nobody says how many."""
COLUMNS = ("index", "board", "parent", "move", "g", "h", "f", "successors")


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
    form: forms.Form = None,
    goal: options.Goal = None,
    algorithm: options.Algorithm = None,
    heuristic: options.Heuristic = None,
    weight: options.Weight = None,
    order: options.Order = None,
    ties: options.TieBreak = None,
    depth_limit: options.DepthLimit = None,
    expansions: Annotated[
        int | None,
        typer.Option(
            "--expansions",
            metavar="N",
            parser=options.whole_number(1),
            help=f"Only the first N. By default all of them; in a table {MOST_SHOWN:,}.",
        ),
    ] = None,
    time_limit: options.TimeLimit = None,
    node_limit: options.NodeLimit = None,
    memory_limit: options.MemoryLimit = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object per expansion, each on one line.")
    ] = False,
    csv_file: Annotated[
        Path | None,
        typer.Option(
            "--csv",
            metavar="FILE",
            help="Write them to FILE instead, for a spreadsheet; successors are a JSON list.",
        ),
    ] = None,
) -> int:
    """Print every expansion of a search, in order.

    Each has its index, counted from 0, the board that was expanded, the index of the expansion that
    its board was generated in (nothing where the search began with it), the move that led to it, g,
    h and f, and its successors: what became of each is new, duplicate, reopened, pruned or goal.

    With --json each line is an object with index, board, parent, move, g, h, f and successors; the
    successors are objects with board, move, g, h, f and fate; parent and move are null where the
    search began.

    Exit status: 0 solved, or as many expansions as were asked for; 1 stopped by a limit, 2 bad
    input, 3 unsolvable, 130 stopped by Ctrl-C.
    """
    if as_json and csv_file is not None:
        raise typer.BadParameter("--json prints and --csv writes a file; take one of them")
    source = find_source(board, options.standard_input())
    choice = options.read_goal(goal)
    wishes = Wishes(algorithm, heuristic, weight, order, ties, depth_limit)
    limit = options.limit(time_limit, node_limit, memory_limit)
    is_table = not as_json and csv_file is None
    with ExitStack() as stack:
        sheet = None if csv_file is None else Output(csv_file)
        contents = source.read(form, has_goal=choice.is_given)
        try:
            wanted = choice.for_board(contents)
            with hinted(contents, wanted):
                search = _begun(contents.start, wanted, wishes.method(contents, limit))
        except BoardError as error:
            raise source.error(error) from None
        from puzzler.search.inspection.inspector import traced

        most = MOST_SHOWN if is_table and expansions is None else expansions
        found = traced(search, most)
        if is_table:
            Output().show(_as_table(found, lambda board: grid.write_line(board, contents.labels)))
        else:
            out = Output() if sheet is None else stack.enter_context(sheet)
            for line in _json_lines(found) if as_json else _csv_lines(found):
                out.write(line)
        return _status(search, is_cut=is_table and expansions is None)


def _begun(start: Board, goal: Board, method: Method) -> Search:
    """The search with its tables built; a sign of life meanwhile."""
    from puzzler.board.scenario import Problem
    from puzzler.search import compilation
    from puzzler.search.solve import begin

    problem = Problem(start, goal)
    prepare()
    compilation.load_compiled()
    steps = begin(problem, method)
    with sign_of_life("preparing the search") as line:
        while True:
            try:
                line.say(building(next(steps)))
            except StopIteration as end:
                search: Search = end.value
                return search
            except ValueError as error:
                raise PuzzlerError(str(error)) from None


def _status(search: Search, *, is_cut: bool) -> ExitStatus:
    """What the search came to; a line where it went on beyond what is shown."""
    from puzzler.search.engine.stepping import Status

    if search.status is not Status.RUNNING:
        return ExitStatus[search.result().status.name]
    if is_cut and search.expanded == MOST_SHOWN:
        say(f"only the first {MOST_SHOWN:,} are shown; --expansions, --json and --csv have more")
    return ExitStatus.SOLVED


def _letter(move: Move | None) -> str | None:
    return None if move is None else move.letter


def _row(expansion: Expansion) -> dict[str, Any]:
    """An expansion for programs, its keys in the order that they are promised in."""
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


def _json_lines(found: Iterable[Expansion]) -> Iterator[str]:
    for expansion in found:
        yield json.dumps(_row(expansion))


def _csv_lines(found: Iterable[Expansion]) -> Iterator[str]:
    yield _as_csv(COLUMNS)
    for expansion in found:
        row = _row(expansion)
        row["successors"] = json.dumps(row["successors"])
        yield _as_csv(row.values())


def _as_csv(values: Iterable[Any]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="").writerow(values)
    return text.getvalue()


def _as_table(found: Iterable[Expansion], written: Callable[[Board], str]) -> Table:
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for heading in COLUMNS:
        is_number = heading in ("index", "parent", "g", "h", "f")
        table.add_column(
            heading,
            justify="right" if is_number else "left",
            no_wrap=heading != "successors",
        )
    for expansion in found:
        node = expansion.node
        table.add_row(
            str(expansion.index),
            written(node.board),
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
