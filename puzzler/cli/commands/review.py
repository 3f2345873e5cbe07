"""``puzzler review``: how good every move of a solution was."""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING, Annotated

import click

from puzzler import humanize
from puzzler.board.errors import PuzzlerError
from puzzler.board.parity import is_solvable
from puzzler.board.scenario import printable
from puzzler.cli import completion, option_types
from puzzler.cli.batch import BatchJob, Tell, WorkerOptions, load_solver
from puzzler.cli.board_input import MOVES, BoardList, InputOptions, Moves, Puzzle
from puzzler.cli.click_options import Without, argument, option
from puzzler.cli.deadline import Deadline, TimeUpError
from puzzler.cli.options import Batch, Json, LimitOptions
from puzzler.cli.output import ExitStatus, Output, plain_table, say, worst
from puzzler.cli.progress import StatusLine, status
from puzzler.cli.review_output import STATUS, Reviewed, ReviewedPlay, facts
from puzzler.progress import Cancelled, cancelled_when

if TYPE_CHECKING:
    from puzzler.game.review.review import Review
    from puzzler.progress import BuildProgress
    from puzzler.search.heuristics.heuristic import Heuristic
    from puzzler.search.options import Limit
    from puzzler.solver.processes.pool import Pool

Boards = Annotated[
    tuple[str, ...],
    argument(
        "BOARD|FILE|-...",
        "Rows separated by /, as in '8 6 7/2 5 4/3 0 1'; a file; or - for standard input. Or "
        "several files.",
        str,
        is_many=True,
    ),
]

LARGE_SECONDS = 10.0
"""The limit on boards of more than 16 cells, where none is given."""
REVIEWING = "proving distances; Ctrl-C takes those that are proven"
LABEL_WIDTH = 10
BOARDS_AT_ONCE = 1000
"""Between two looks at the limit."""


def command(
    boards: Boards,
    *,
    moves: Moves = None,
    reading: InputOptions,
    heuristic: str | None = option(
        "--heuristic H",
        "Compare this heuristic, one of those of puzzler methods or a file of yours, with every "
        "distance.",
        option_types.heuristic,
        completion.heuristic,
    ),
    as_json: Json = False,
    limits: Annotated[LimitOptions, Without("node_limit", "memory_limit")],
    batch: Batch = False,
    workers: WorkerOptions,
) -> int:
    """Tell how good every move of a solution was.

    The moves are those of --moves, or those in the FILE: a solution, a shared game, what puzzler
    solve --json prints (see puzzler convert --help). They need not end at the goal. With --batch
    every line has a board and its moves.

    A wrong move loses two moves: itself, and the one that makes up for it. Up to 16 cells every
    distance from the goal is proven. On larger boards few can be: within 10 seconds, or
    --time-limit, the bounds of every distance close in as far as they can.

    Of several FILES each has a row, and in a row the reason why it cannot be reviewed; the limits
    are those of each. With --json each has an object, with file, or with file and error.

    With --json: shortest is the distance of the start, lost the number of moves lost, mistakes the
    moves, counted from 0, after which the distance is larger; distances has one number for the
    start and one after each move, null where it is not proven, and at_least and at_most its bounds.
    With --heuristic also h, likewise, and too_large, the boards, counted from 0, on which h is
    larger than the distance.

    Exit status: 0 all is proven, 1 stopped by the limit, 2 bad input, 3 unsolvable, 130 cancelled
    by Ctrl-C; with --batch or several files the worst of all.
    """
    if len(boards) > 1:
        if batch or moves is not None:
            raise click.BadParameter(f"{MOVES} and --batch are for one FILE, not for several")
        if heuristic is not None and not as_json:
            raise click.BadParameter("--heuristic with several files needs --json")
        workers.refuse("plays")
        return _review_files(boards, reading, limits.limit(), heuristic, as_json=as_json)
    board = boards[0]
    if batch and moves is not None:
        raise click.BadParameter(
            f"{MOVES} are those of one board; it cannot be combined with --batch"
        )
    if not batch:
        workers.refuse("plays")
    given = reading.open(board, limits.time_limit)
    limit, output = limits.limit(), Output()
    if not batch:
        deadline = Deadline(limit.seconds)
        puzzle = given.puzzle("use --batch")
        play = ReviewedPlay(puzzle.start, puzzle.goal, puzzle.played(moves), limit, heuristic)
        with status(REVIEWING) as line:
            reviewed = review(play, line, deadline=deadline)
        if reviewed.review is None and not as_json:
            puzzle.check_solvable()
        _print(reviewed, puzzle, output, as_json=as_json)
        return reviewed.status
    pool, limit = workers.pool(limit)
    plays = BoardList(given, needs_moves=True)
    job = BatchJob(
        pool, review, _prepare, doing=REVIEWING, noun="plays", is_ordered=not workers.unordered
    )
    return _review_list(plays, job, limit, heuristic, output, as_json=as_json)


def review(
    play: ReviewedPlay, line: StatusLine, tell: Tell = say, deadline: Deadline | None = None
) -> Reviewed:
    """Prove what can be proven within the limit; Ctrl-C keeps what is proven.

    deadline: that of reading the moves too; by default the limit begins with the replay.
    """
    from puzzler.cli.distance_proofs import complete
    from puzzler.game.core.distances import CELLS_FOR_TABLES
    from puzzler.game.review.review import Review
    from puzzler.search.registry import heuristic_called

    if not is_solvable(play.start, play.goal):
        return Reviewed(play, ExitStatus.UNSOLVABLE)
    deadline = deadline or Deadline(play.limit.seconds)
    if len(play.goal.tiles) > CELLS_FOR_TABLES and deadline.seconds is None:
        deadline.seconds = LARGE_SECONDS
    review, meant = None, ExitStatus.SOLVED
    h: tuple[int, ...] = ()
    try:
        review = Review(play.start, play.goal, play.moves, on_work=deadline.check)
        if play.heuristic is not None or not review.is_complete:
            load_solver(tell)
        if play.heuristic is not None:
            h = _values(heuristic_called(play.heuristic), review, line, deadline)
        complete(review, deadline, partial(_show, review, line))
    except TimeUpError as error:
        meant = ExitStatus.LIMIT
        if review is None:
            tell(f"{error} before all {len(play.moves):,} moves were replayed")
    except KeyboardInterrupt:
        if review is None:
            raise
        meant = ExitStatus.CANCELLED
    return Reviewed(play, meant, review, deadline.elapsed, h)


def _show(review: Review, line: StatusLine, progress: BuildProgress | None) -> None:
    line.show_build(progress, REVIEWING)
    if progress is None:
        bounds = review.board_bounds
        line.doing = f"{REVIEWING}: {bounds.proven_count:,} of {len(bounds.numbers):,}"


def _values(
    heuristic: Heuristic, review: Review, line: StatusLine, deadline: Deadline
) -> tuple[int, ...]:
    """What the heuristic has for each board."""
    import numpy as np

    def look(progress: BuildProgress | None) -> None:
        line.show_build(progress, REVIEWING)
        deadline.check()

    h: list[int] = []
    try:
        with cancelled_when(lambda: deadline.is_over):
            tables = heuristic.shared(review.goal, look)
            for first in range(0, len(review.boards), BOARDS_AT_ONCE):
                boards = review.boards[first : first + BOARDS_AT_ONCE]
                rows = np.array([board.tiles for board in boards], np.uint8)
                h += tables.evaluate_each(rows).tolist()
                tables.check()
                deadline.check()
    except Cancelled:
        deadline.check()
        raise
    return tuple(h)


def _review_files(
    files: tuple[str, ...],
    reading: InputOptions,
    limit: Limit,
    heuristic: str | None,
    *,
    as_json: bool,
) -> ExitStatus:
    """A row each, and the worst status."""
    numbers = ("moves", "shortest", "lost", "mistakes")
    table = plain_table("file", *numbers, "result", right=numbers, wrapped={"result"})
    meant = ExitStatus.SOLVED
    with Output() as out:
        for file in files:
            name = printable(file)
            try:
                puzzle = reading.open(file).puzzle()
                if puzzle.contents.moves is None:
                    raise PuzzlerError("it has no moves")
                play = ReviewedPlay(
                    puzzle.start, puzzle.goal, puzzle.contents.moves, limit, heuristic
                )
                with status(f"{name}: {REVIEWING}") as line:
                    reviewed = review(play, line)
                if reviewed.review is None and not as_json:
                    puzzle.check_solvable()
            except PuzzlerError as error:
                meant = worst(meant, ExitStatus.BAD_INPUT)
                reason = str(error).removeprefix(f"{file}: ")
                table.add_row(name, *[""] * 4, reason)
                if as_json:
                    out.write(json.dumps({"file": file, "error": reason}))
                continue
            table.add_row(name, *_cells(reviewed))
            if as_json:
                out.write(json.dumps({"file": file} | reviewed.record()))
            meant = worst(meant, reviewed.status)
            if reviewed.status is ExitStatus.CANCELLED:
                break
        if not as_json:
            out.show(table)
    return meant


def _cells(reviewed: Reviewed) -> tuple[str, ...]:
    moves, review = f"{len(reviewed.play.moves):,}", reviewed.review
    if review is None:
        return moves, "", "", "", STATUS[reviewed.status]
    ends = *review.lost_bounds, *review.bounds[0]
    if not review.is_solved:
        words = "not solved"
    elif review.lost == 0:
        words = "a shortest solution"
    else:
        words = "solved" if review.lost is None else "solved, not the shortest"
    if None in review.distances:
        words += "; not all distances are proven"
    between = humanize.between
    return moves, between(*ends[2:]), between(*ends[:2]), f"{len(review.mistakes):,}", words


def _prepare(play: ReviewedPlay, pool: Pool, tell: Tell) -> None:
    from puzzler.search.engine.measuring import Ruler

    if pool.inherits:
        load_solver(tell)
        with status(REVIEWING) as line:
            line.follow(partial(Ruler.build, play.goal))


def _review_list(
    boards: BoardList,
    job: BatchJob[ReviewedPlay, Reviewed],
    limit: Limit,
    heuristic: str | None,
    output: Output,
    *,
    as_json: bool,
) -> ExitStatus:
    def play_of(puzzle: Puzzle) -> ReviewedPlay:
        return ReviewedPlay(
            puzzle.start, puzzle.goal, puzzle.contents.moves or (), limit, heuristic
        )

    meant = ExitStatus.SOLVED
    for line, puzzle, reply in job.on_list(boards, play_of):
        reviewed = reply.result
        if reviewed is None:
            say(f"{puzzle.where}: {reply.error or reply.failure}")
            meant = worst(meant, ExitStatus.LIMIT)
            continue
        if reviewed.review is None and not as_json:
            if reviewed.status is ExitStatus.UNSOLVABLE:
                say(f"{puzzle.where}: this board cannot be solved")
        else:
            if not (output.is_empty or as_json):
                output.write("")
            number = None if job.is_ordered else line.number
            _print(reviewed, puzzle, output, number, as_json=as_json)
        meant = worst(meant, reviewed.status)
        if reviewed.status is ExitStatus.CANCELLED:
            return meant
    return worst(meant, boards.status)


def _print(
    reviewed: Reviewed, puzzle: Puzzle, output: Output, line: int | None = None, *, as_json: bool
) -> None:
    if as_json:
        where = {} if line is None else {"line": line}
        output.write(json.dumps(reviewed.record() | where))
        return
    if reviewed.review is not None:
        lines = facts(reviewed, reviewed.review, puzzle.contents.labels)
        output.show_labelled(lines, LABEL_WIDTH, "lost", line)
