"""``puzzler solve``: from a board to the moves that solve it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from puzzler.board.errors import BoardError
from puzzler.cli import crews, forms, options
from puzzler.cli.board_list import BoardList
from puzzler.cli.exit_status import ExitStatus
from puzzler.cli.many import how_many
from puzzler.cli.other_goals import hint
from puzzler.cli.output import STANDARD_OUTPUT, Output, say
from puzzler.cli.printing import checked_printer
from puzzler.cli.promises import broken
from puzzler.cli.resuming import Answered
from puzzler.cli.searching import Wishes, search
from puzzler.cli.solving import SolvedList, Task
from puzzler.formats.reading import ListError, ReadingError, find_source


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
            help="Write the answers to FILE; for a weighted scenario, its solution file. - is "
            "standard output.",
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
    jobs: crews.Jobs = None,
    cluster: crews.Cluster = None,
    unordered: crews.Unordered = False,
    resume: Annotated[
        bool,
        typer.Option(
            "--resume",
            help="With --batch --json -o FILE: keep the answers that FILE has, pass over their "
            "boards, and add each new answer as soon as it is there.",
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

    With --jobs the answers are the same, in the order of the input, each as soon as all before it
    are there. Ctrl-C then ends all searches and prints those answers that are there. A search whose
    process was killed is done again; where that happens three times, it counts as stopped by a
    limit. With --cluster all that holds for the workers of a Dask scheduler, on whichever machines
    they are. With --unordered each JSON object says in line where its board stood.

    With --resume a list can be ended at any moment, by kill -9 too, and gone on with by the same
    command. A board is passed over where FILE has an answer for it by the same method.
    """
    source = find_source(board, options.standard_input())
    if not batch:
        crews.refuse_without_list(
            "boards",
            {
                "--jobs": jobs is not None,
                "--cluster": cluster is not None,
                "--unordered": unordered,
                "--resume": resume,
            },
        )
    if unordered and as_form is not None:
        raise typer.BadParameter(
            "--unordered needs answers that say their line; those of --as do not"
        )
    task = Task(
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
        answered = _resumed(output, as_json=as_json) if resume else None
        if answered is not None:
            printer = replace(printer, output=Output(output, appended_at=answered.size))
        crew = crews.chosen_crew(jobs, cluster)  # after whatever can be wrong with the others
        limit = replace(task.limit, memory_shares=crew.memory_shares)
        task, printer = replace(task, limit=limit), replace(printer, limit=limit)
        boards = BoardList(crews.read_by_crew(source, board, crew), form)
        total = how_many(board) if crew.is_elsewhere else None
        with printer.output:
            return SolvedList(boards, task, printer, crew, not unordered, answered, total).print()
    try:
        contents = source.read(form, has_goal=task.goal.is_given)
    except ListError as error:
        raise ReadingError(f"{error.reason}: use --batch", source=error.source) from None
    try:
        request = task.request(contents)
    except BoardError as error:
        raise source.error(error) from None
    result = search(request.start, request.goal, request.method)
    status = printer.print_alone(result, contents)
    if promise := broken(result, contents):
        say(f"{source.name} {promise}")
    if status is ExitStatus.UNSOLVABLE and (words := hint(contents, result.goal)):
        say(f"{source.name}: {words}")
    return status


def _resumed(output: Path | None, *, as_json: bool) -> Answered:
    if output is None or output == STANDARD_OUTPUT or not as_json:
        raise typer.BadParameter("--resume goes on with a file of answers: it needs --json and -o")
    return Answered(output)
