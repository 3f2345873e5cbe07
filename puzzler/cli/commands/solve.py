"""``puzzler solve``: from a board to the moves that solve it."""

from __future__ import annotations

import contextlib
import logging
import sys
import time
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from puzzler.board.board import Board
from puzzler.board.errors import BoardError, PuzzlerError
from puzzler.board.parity import is_solvable
from puzzler.cli import options
from puzzler.cli.exit_status import ExitStatus, worst
from puzzler.cli.output import Output, say
from puzzler.formats.format import Contents
from puzzler.formats.reading import ListError, ReadingError, Source, find_source

if TYPE_CHECKING:
    from puzzler.search.limits import Limit
    from puzzler.search.result import SearchResult

NOISE_LINES = 100
"""A list whose first so many lines hold no board is no list of boards."""
MEGABYTE = 1_000_000

_log = logging.getLogger("puzzler")


def command(
    board: Annotated[
        str,
        typer.Argument(
            metavar="BOARD|FILE|-",
            help="Rows parted by / such as '8 6 7/2 5 4/3 0 1', a file, or - for standard input.",
            show_default=False,
        ),
    ],
    *,
    goal: options.Goal = None,
    algorithm: options.Algorithm = None,
    heuristic: options.Heuristic = None,
    weight: options.Weight = 1.0,
    time_limit: Annotated[
        float | None,
        typer.Option(
            metavar="S", parser=options.positive_number, help="Stop after so many seconds."
        ),
    ] = None,
    node_limit: Annotated[
        int | None,
        typer.Option(
            metavar="N", parser=options.whole_number(1), help="Stop after so many expanded states."
        ),
    ] = None,
    memory_limit: Annotated[
        float | None,
        typer.Option(
            metavar="MB",
            parser=options.positive_number,
            help="Use at most so many megabytes for states; by default the smaller of 2 GiB and "
            "40 % of the machine's memory.",
        ),
    ] = None,
    show_boards: Annotated[
        bool, typer.Option("--show-boards", help="Print every board on the way.")
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object on one line for each board.")
    ] = False,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="FILE", help="Write the answers to this file."),
    ] = None,
    batch: Annotated[
        bool,
        typer.Option(
            "--batch",
            help="Every line of the input is a board, # starts a comment; each answer is printed "
            "as soon as it is there.",
        ),
    ] = False,
) -> int:
    """Solve a board and print the moves.

    U D L R is where the blank goes. Exit status: 0 solved, 1 stopped by a limit, 2 bad input,
    3 unsolvable, 130 cancelled by Ctrl-C.
    With --batch it is the worst of all: bad input, then unsolvable, then a limit, then solved.
    """
    if show_boards and as_json:
        raise typer.BadParameter("--show-boards prints text; it cannot go with --json")
    source = find_source(board, options.standard_input())
    task = _Task(
        options.read_goal(goal),
        algorithm,
        heuristic,
        weight,
        _limit(time_limit, node_limit, memory_limit),
    )
    with Output(output) as out:
        printer = _Printer(out, task.limit, as_json=as_json, show_boards=show_boards)
        if batch:
            return _solve_list(source, task, printer)
        try:
            contents = source.read()
        except ListError as error:
            raise ReadingError(f"{error.reason}: --batch solves it", source=error.source) from None
        try:
            return printer.print(task.solve(contents))
        except BoardError as error:
            raise source.error(error) from None


@dataclass(frozen=True)
class _Task:
    """What is done with every board."""

    goal: options.GoalChoice
    algorithm: str | None
    heuristic: str | None
    weight: float
    limit: Limit

    def solve(self, contents: Contents) -> SearchResult:
        """BoardError where the goal has another shape, PuzzlerError where the search cannot be."""
        from puzzler.search.registry import DEFAULT_ALGORITHM, DEFAULT_HEURISTIC
        from puzzler.search.solve import solve

        start = contents.start
        goal = self.goal.for_shape(*start.size) or contents.goal or Board.solved(*start.size)
        algorithm = self.algorithm or DEFAULT_ALGORITHM
        heuristic = self.heuristic or DEFAULT_HEURISTIC
        setup = _prepare() if is_solvable(start, goal) else 0.0
        _log.info("search started: %s, %s, weight %g", algorithm, heuristic, self.weight)
        with _sign_of_life():
            try:
                result = solve(
                    start,
                    goal,
                    algorithm=algorithm,
                    heuristic=heuristic,
                    weight=self.weight,
                    limit=self.limit,
                )
            except ValueError as error:
                raise PuzzlerError(str(error)) from None
        if result.length is None:
            _log.info("search ended: %s", result.status.value)
        else:
            _log.info("solution found: length %d", result.length)
        return replace(result, setup_seconds=result.setup_seconds + setup)


@dataclass(frozen=True)
class _Printer:
    """How every answer is printed."""

    output: Output
    limit: Limit
    as_json: bool
    show_boards: bool

    def print(self, result: SearchResult) -> ExitStatus:
        """Print the answer, all of it before the next search; returns what it means."""
        from puzzler.cli import answer

        if self.as_json:
            self.output.write(answer.as_json(result))
        else:
            self.output.show(answer.as_text(result, self.limit))
            if self.show_boards and result.length is not None:
                self.output.show(answer.as_boards(result))
        return ExitStatus[result.status.name]


def _solve_list(source: Source, task: _Task, printer: _Printer) -> ExitStatus:
    status, boards, bad_lines = ExitStatus.SOLVED, 0, 0
    for line in source.lines():
        try:
            contents = source.read_line(line)
            if boards and not printer.as_json:
                printer.output.write("")
            boards += 1
            status = worst(status, printer.print(task.solve(contents)))
        except BoardError as error:
            say(str(source.error(error, line)))
            status = ExitStatus.BAD_INPUT
            bad_lines += 1
            if bad_lines == NOISE_LINES and not boards:
                raise ReadingError(
                    f"no board in the first {NOISE_LINES} lines", source=source.name
                ) from None
        if status is ExitStatus.CANCELLED:
            break
    if not boards and not bad_lines:
        raise ReadingError("there is no board: the text is empty", source=source.name)
    return status


def _limit(seconds: float | None, expansions: int | None, megabytes: float | None) -> Limit:
    from puzzler.search.limits import Limit

    memory = None if megabytes is None else max(1, int(megabytes * MEGABYTE))
    return Limit(seconds=seconds, expansions=expansions, memory_bytes=memory)


def _prepare() -> float:
    """Compile the kernels where that was not done before; returns how many seconds it took."""
    from puzzler.search.compilation import Readiness, is_compiled, prepare, readiness

    if is_compiled() or readiness() is not Readiness.COLD:
        return 0.0
    say("preparing the solver, first run only")
    began = time.perf_counter()
    for _ in prepare():
        pass
    return time.perf_counter() - began


def _sign_of_life() -> AbstractContextManager[object]:
    """Something that moves on a terminal while the search runs; nothing elsewhere."""
    if not sys.stderr.isatty():
        return contextlib.nullcontext()
    from rich.console import Console

    return Console(stderr=True).status("searching; Ctrl-C stops")
