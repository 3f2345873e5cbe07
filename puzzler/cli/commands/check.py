"""``puzzler check``: checks of a heuristic or a search in a Python file."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import click

from puzzler import resources
from puzzler.board.board import Board
from puzzler.board.errors import PuzzlerError, UnsolvableError, quoted
from puzzler.board.parity import check_solvable
from puzzler.cli import option_types
from puzzler.cli.batch import MAX_JOBS, load_solver
from puzzler.cli.board_input import Goal, GoalName
from puzzler.cli.click_options import Without, argument, option
from puzzler.cli.options import CsvFile, Json, MethodOptions
from puzzler.cli.output import ExitStatus, Output, notify, plain_table, refusal, worst_status
from puzzler.cli.progress import bar
from puzzler.formats.format import Contents
from puzzler.progress import BuildProgress, Reporter
from puzzler.search.deadline import start_alarm
from puzzler.search.report.checks import (
    VERDICTS,
    heuristic_cells,
    heuristic_lines,
    heuristic_record,
    search_lines,
    search_record,
)
from puzzler.solver.board_files import read_boards

if TYPE_CHECKING:
    from puzzler.search.custom.source import CodeFile
    from puzzler.search.homework.heuristic_check import Report

R = TypeVar("R")

DEFAULT_SHAPE = (3, 3)
_LABEL = 13


def _properties(text: str) -> list[str]:
    names = ["admissible", "consistent"]
    return [option_types.check_choice(name, names, "property") for name in text.split(",")]


def command(
    file: str | None = argument(
        "FILE.py[:FUNCTION]|FOLDER",
        "A Python file, optionally with the name of a function, or a folder of files.",
    ),
    *,
    new: Path | None = option(
        "--new FILE", "Create a template file with a heuristic and two searches."
    ),
    assignment: Path | None = option(
        "--assignment FILE.toml", "Grade the files in the FOLDER by the tasks in this file."
    ),
    csv_file: CsvFile = None,
    feedback: Path | None = option(
        "--feedback FOLDER", "With --assignment: write a page for each student into this folder."
    ),
    jobs: int | None = option(
        "--jobs N",
        "With --assignment: grade N files in parallel, or one per core with 0. The default is 1.",
        option_types.integer(0, MAX_JOBS),
    ),
    size: option_types.Shape | None = option(
        "--size RxC", "Rows and columns, 2x2 to 10x10. The default is 3x3.", option_types.size
    ),
    goal: GoalName = None,
    against: str | None = option(
        "--against A",
        "Compare the expansions of a search with those of this algorithm.",
        option_types.algorithm,
    ),
    boards: Path | None = option(
        "--boards FILE", "Search the boards in this file, one per line, not the default ones."
    ),
    require: list[str] | None = option(
        "--require PROPERTY,...",
        "Exit with 1 unless the heuristic is proven to be admissible or consistent.",
        _properties,
    ),
    method: Annotated[MethodOptions, Without("algorithm")],
    time_limit: float | None = option(
        "--time-limit S",
        "Stop after S seconds, even if work remains.",
        option_types.seconds,
    ),
    as_json: Json = False,
) -> int:
    """Check your own heuristic or search.

    The function gets a board, with rows, columns and tiles, and as a second argument the goal if it
    takes one; it returns a number. Without a name it is the function h or heuristic of the file, or
    its only one. On boards of up to nine cells it is called for every state that can reach the
    goal, so that the results are proven. On larger boards it is called for 10,000 of them, which
    can find mistakes but cannot prove that there are none. A file can declare ADMISSIBLE = True and
    CONSISTENT = True.

    A search is a function whose first parameter is called problem; a second one is the heuristic.
    It is run on 20 boards of up to 20 moves and on boards on which typical wrong searches fail, or
    on those of --boards. The check reports whether its solutions are valid and optimal, and how
    many states it expanded. --against astar reports the first expansion at which it differs from
    A*, and why. It agrees up to ties if every expanded node has the smallest f in the frontier of
    your search. Both searches use the heuristic, order and ties of the options; a search without a
    second parameter contains its own heuristic. A limit of the check is never counted as a failure.

    --assignment prints a row for each student with the points of each task and their sum. The
    FOLDER contains a file for each student, or a folder with one file. docs/how-to/grading.md
    describes assignment files, docs/reference/json.md the keys of --json.

    The code runs in a separate process with time and memory limits. This is not a sandbox: only run
    code that you trust.

    Exit status: 0 no fault found; 1 a declared property does not hold, a required one is not
    proven, a search fails on a board or differs by a fault, or --time-limit is reached; 2 a file
    cannot be run.
    """
    if (file is None) == (new is None):
        raise click.UsageError("give either a FILE to check or --new")
    if new is not None:
        return _write_new(new)
    assert file is not None
    if time_limit is not None:
        start_alarm(time_limit)
    if assignment is not None:
        from puzzler.cli.grading import grade_folder

        return grade_folder(assignment, Path(file), csv_file, feedback, jobs)
    if csv_file is not None or feedback is not None or jobs is not None:
        raise click.UsageError("--csv, --feedback and --jobs require --assignment")
    target = Goal.read(goal)
    shape = size or target.shape or DEFAULT_SHAPE
    board = target.for_shape(*shape) or Board.solved(*shape)
    folder = Path(file)
    if folder.is_dir():
        return _check_folder(folder, board, require or (), as_json=as_json)
    return _check_file(file, board, method, against, boards, require, as_json=as_json)


def _check_file(
    file: str,
    goal: Board,
    method: MethodOptions,
    against: str | None,
    boards: Path | None,
    require: Sequence[str] | None,
    *,
    as_json: bool,
) -> ExitStatus:
    from puzzler.search.custom.source import CodeError, find, is_search

    try:
        source = find(file, search=None if against is None else True)
    except CodeError:  # no function fits; say why below
        source = find(file)
    load_solver()
    if is_search(source):
        if require is not None:
            raise click.UsageError(
                f"--require requires a heuristic, but {source.title} is a search"
            )
        chosen = () if boards is None else _read_boards(boards, goal)
        return _check_search(source, goal, method, against, chosen, as_json=as_json)
    for flag, value in (("--against", against), ("--boards", boards)):
        if value is not None:
            raise click.UsageError(f"{flag} requires a search, but {source.title} is a heuristic")
    report = _report(source, goal)
    with Output() as out:
        if as_json:
            out.write(json.dumps(heuristic_record(source, report)))
        else:
            out.show_labelled(heuristic_lines(report), _LABEL, "admissible")
    return _status(report, require or ())


def _read_boards(file: Path, goal: Board) -> list[Board]:
    """Return the boards in a file. Raises PuzzlerError, with the file, if one is unsolvable."""
    boards = [scenario.start for scenario in read_boards(file)]
    for board in boards:
        try:
            check_solvable(board, goal)
        except UnsolvableError as error:
            raise PuzzlerError(f"{file}: {error}") from None
    return boards


def _write_new(file: Path) -> ExitStatus:
    if file.exists():
        raise PuzzlerError(f"{file} already exists")
    with Output(file) as out:
        out.write((resources.assets() / "code" / "mine.py").read_text("utf-8").rstrip("\n"))
    return ExitStatus.SOLVED


def _check_folder(
    folder: Path, goal: Board, require: Sequence[str], *, as_json: bool
) -> ExitStatus:
    from puzzler.search.custom.source import find

    files = sorted(folder.glob("*.py"))
    if not files:
        raise PuzzlerError(f"{quoted(str(folder), 60)} has no Python files")
    load_solver()
    status = ExitStatus.SOLVED
    table = plain_table(
        *("file", "admissible", "consistent", "mean h", "A*", "IDA*", "\N{MICRO SIGN}s", "note"),
        right={"mean h", "A*", "IDA*", "\N{MICRO SIGN}s"},
        wrapped={"note"},
    )
    with Output() as out:
        for file in files:
            try:
                source = find(str(file), search=False)
                report = _report(source, goal)
            except PuzzlerError as error:
                status = worst_status(status, ExitStatus.BAD_INPUT)
                table.add_row(file.name, *[""] * 6, str(error))
                if as_json:
                    out.write(refusal(error, {"file": str(file)}))
                continue
            status = worst_status(status, _status(report, require))
            table.add_row(file.name, *heuristic_cells(report))
            if as_json:
                out.write(json.dumps(heuristic_record(source, report)))
        if not as_json:
            out.show(table)
    return status


def _check_search(
    source: CodeFile,
    goal: Board,
    options: MethodOptions,
    against: str | None,
    chosen: Sequence[Board],
    *,
    as_json: bool,
) -> ExitStatus:
    from puzzler.search.homework.search_check import check_search
    from puzzler.search.options import Limit

    contents = Contents(start=goal)
    method = replace(options, algorithm=source.name).any_method(contents, Limit())
    other = None
    if against is not None:
        heuristic = options.heuristic or method.heuristic  # an own one may ignore the option
        chosen_method = replace(options, algorithm=against, heuristic=heuristic)
        other = chosen_method.any_method(contents, Limit()).textbook
    report = _run(
        source.title,
        lambda report: check_search(source, goal, method, other, chosen, report=report),
    )
    with Output() as out:
        if as_json:
            out.write(json.dumps(search_record(source, report)))
        else:
            out.show_labelled(search_lines(report), _LABEL, "solved")
    return ExitStatus.LIMIT if report.has_fault else ExitStatus.SOLVED


def _report(source: CodeFile, goal: Board) -> Report:
    from puzzler.search.homework.heuristic_check import check_heuristic

    return _run(source.title, lambda report: check_heuristic(source, goal, report=report))


def _run(title: str, work: Callable[[Reporter], R]) -> R:
    """Call ``work`` and show its progress as a bar."""
    with bar(title, 1, advice="Ctrl-C stops") as shown:

        def report(progress: BuildProgress | None) -> None:
            if progress is not None:
                shown.set(progress.done, progress.what)

        shown.show()
        return work(report)


def _status(report: Report, require: Sequence[str]) -> ExitStatus:
    found = {name: getattr(report, name) for name in require}
    for name, is_proven in found.items():
        if not is_proven:
            notify(f"{report.title}: {name}: {VERDICTS[is_proven]}, but required")
    is_good = all(found.values()) and not report.broken_promises
    return ExitStatus.SOLVED if is_good else ExitStatus.LIMIT
