"""``puzzler solve``: from a board to the moves that solve it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from puzzler.board.errors import BoardError
from puzzler.cli import forms, options
from puzzler.cli.board_list import BoardList
from puzzler.cli.exit_status import ExitStatus, worst
from puzzler.cli.other_goals import hint
from puzzler.cli.output import say
from puzzler.cli.printing import Printer, checked_printer
from puzzler.cli.promises import broken
from puzzler.cli.searching import Wishes, is_interrupted, search
from puzzler.formats.format import Contents
from puzzler.formats.reading import ListError, ReadingError, find_source

if TYPE_CHECKING:
    from puzzler.search.limits import Limit
    from puzzler.search.result import SearchResult

ENDLESS = "anytime"
"""The algorithm that goes on after its first answer until a limit."""
BATCH_SECONDS = 10.0
"""Its limit for each board of a list, where none is given."""


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
    optimal: Annotated[
        bool,
        typer.Option(
            "--optimal",
            help="Find a proven shortest answer as fast as possible; cannot be combined with "
            "--algorithm, --heuristic, --weight, --order, --ties or --depth-limit.",
        ),
    ] = False,
    time_limit: options.TimeLimit = None,
    node_limit: options.NodeLimit = None,
    memory_limit: options.MemoryLimit = None,
    show_boards: Annotated[
        bool, typer.Option("--show-boards", help="Print every board from start to goal.")
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object per board, each on one line.")
    ] = False,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            metavar="FILE",
            help="Write the answers to FILE; for a weighted scenario, its solution file.",
        ),
    ] = None,
    as_form: forms.As = None,
    figures: forms.Figures = None,
    batch: Annotated[
        bool,
        typer.Option(
            "--batch",
            help="Read a board from every line (# starts a comment) and print each answer as "
            "soon as it is found.",
        ),
    ] = False,
) -> int:
    """Solve a board and print the moves.

    Moves are U D L R: the direction in which the blank moves. Exit status: 0 solved, 1 stopped by
    a limit, 2 bad input, 3 unsolvable, 130 cancelled by Ctrl-C. With --batch it is the worst of
    all: bad input, then unsolvable, then a limit, then solved.

    Without --algorithm, boards of up to 16 cells are searched by A*, and where that runs out of
    memory, with no --memory-limit given, by anytime. Larger ones are searched by anytime: it has an
    answer at once and makes it shorter until it is proven shortest, which may take for ever. Ctrl-C
    or a limit ends it with the best answer so far, exit status 0. With --batch it takes 10 seconds
    for each board unless --time-limit or --node-limit says otherwise; Ctrl-C then prints the best
    answer so far and ends the list, exit status 130.

    Counts agree with textbooks' to the last state where --order and --ties are theirs: nothing is
    counted for the goal itself, and of the successors that one is left out which takes the last
    move back. deepest is the largest depth of any generated state, branching the effective
    branching factor b*.

    With --json each object says in worth what the answer is worth, such as "at most 4 moves above
    the shortest", and in lower_bound that no answer is shorter. From anytime, improvements lists
    how the answer came about: objects with seconds, expansions, length and bound, one whenever the
    answer became shorter or more was proven.

    A FILE may be a weighted scenario: the weight, an empty line, the start's rows, an empty line,
    the goal's rows. It is searched by A* with that weight, guided by chessboard. With -o its
    solution file is written: start, empty line, goal, empty line, then a line each for the weight,
    the number of moves, the number of expanded states, the moves, and f after each move.

    Where a file promises how many moves a shortest answer takes, by its name or beside the board,
    and the answer differs, that is said on standard error. With --json, id is what a list calls the
    board and promised that number of moves; null where nothing is said.
    """
    source = find_source(board, options.standard_input())
    task = _Task(
        options.read_goal(goal),
        Wishes(algorithm, heuristic, weight, order, ties, depth_limit, optimal),
        options.limit(time_limit, node_limit, memory_limit),
        is_batch=batch,
    )
    printer = checked_printer(
        output,
        task.limit,
        as_json=as_json,
        show_boards=show_boards,
        form=as_form,
        figures=figures,
        is_list=batch,
    )
    if batch:
        with printer.output:
            return _solve_list(BoardList(source, form), task, printer)
    try:
        contents = source.read(form, has_goal=task.goal.is_given)
    except ListError as error:
        raise ReadingError(f"{error.reason}: use --batch", source=error.source) from None
    try:
        result = task.solve(contents)
    except BoardError as error:
        raise source.error(error) from None
    status = printer.print_alone(result, contents)
    if promise := broken(result, contents):
        say(f"{source.name} {promise}")
    if status is ExitStatus.UNSOLVABLE and (words := hint(contents, result.goal)):
        say(f"{source.name}: {words}")
    return status


@dataclass(frozen=True)
class _Task:
    """What is done with every board."""

    goal: options.GoalChoice
    wishes: Wishes
    limit: Limit
    is_batch: bool = False
    """The next board waits, so that a search that may go on for ever has a limit."""
    warned: set[str] = field(default_factory=set)
    """What was said of other boards of the same shape."""

    def solve(self, contents: Contents) -> SearchResult:
        """BoardError where the goal has another shape, PuzzlerError where the search cannot be."""
        method = self.wishes.method(contents, self.limit)
        is_endless = self.limit.seconds is None and self.limit.expansions is None
        if self.is_batch and method.algorithm == ENDLESS and is_endless:
            limit = replace(self.limit, seconds=BATCH_SECONDS)
            method = self.wishes.method(contents, limit)
        goal = self.goal.for_board(contents)
        return search(contents.start, goal, method, warned=self.warned)


def _solve_list(boards: BoardList, task: _Task, printer: Printer) -> ExitStatus:
    status, is_first = ExitStatus.SOLVED, True
    for line, contents in boards:
        if not is_first and not printer.as_json:
            printer.output.write("")
        is_first = False
        where = f"{boards.name}: line {line.number}"
        try:
            result = task.solve(contents)
        except BoardError as error:
            boards.refuse(error, line)
            continue
        status = worst(status, printer.print_listed(result, contents, where))
        if promise := broken(result, contents):
            say(f"{where} {promise}")
        if is_interrupted(result):  # the list ends there, though this board may have an answer
            return ExitStatus.CANCELLED
    return worst(status, ExitStatus.BAD_INPUT) if boards.has_bad_lines else status
