"""``puzzler review``: rate every move of a solution."""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING, Annotated

import click

from puzzler import humanize
from puzzler.board.errors import PuzzlerError
from puzzler.board.parity import is_solvable
from puzzler.board.scenario import printable
from puzzler.cli import option_types
from puzzler.cli.batch import BatchJob, Tell, WorkerOptions, load_solver
from puzzler.cli.board_input import MOVES, BoardList, Boards, InputOptions, Moves, Puzzle
from puzzler.cli.click_options import Without, option
from puzzler.cli.options import Batch, Json, LimitOptions
from puzzler.cli.output import (
    NO_PLACE,
    ExitStatus,
    Output,
    Place,
    notify,
    plain_table,
    refusal,
    worst_status,
)
from puzzler.cli.progress import StatusLine, status
from puzzler.cli.review_output import STATUS, PlayReview, ReviewedPlay, review_lines
from puzzler.formats.reading import Line
from puzzler.progress import Cancelled, cancelled_when
from puzzler.search.deadline import Deadline, TimeUpError

if TYPE_CHECKING:
    from puzzler.game.review.review import Review
    from puzzler.progress import BuildProgress
    from puzzler.search.heuristics.heuristic import Heuristic
    from puzzler.search.options import Limit
    from puzzler.solver.processes.pool import Pool

LARGE_SECONDS = 10.0
"""The default time limit for boards of more than 16 cells."""
REVIEWING = "proving distances; Ctrl-C keeps proven distances"
LABEL_WIDTH = 10
BOARDS_AT_ONCE = 1000
"""Boards between two checks of the time limit."""


def command(
    boards: Boards,
    *,
    moves: Moves = None,
    reading: InputOptions,
    heuristic: str | None = option(
        "--heuristic H",
        "Compare this heuristic (see puzzler methods, or a Python file) with all distances.",
        option_types.heuristic,
    ),
    as_json: Json = False,
    limits: Annotated[LimitOptions, Without("node_limit", "memory_limit")],
    batch: Batch = False,
    workers: WorkerOptions,
) -> int:
    """Rate every move of a solution.

    The moves are those of --moves or of the FILE: a solution, a shared game, or the output of
    puzzler solve --json (see puzzler convert --help). They need not end at the goal. In a
    list, every line has a board and its moves.

    A wrong move costs two moves: itself and a move that corrects it. Up to 16 cells all distances
    to the goal are proven. On larger boards lower and upper bounds are improved for 10 seconds or
    --time-limit.

    With several FILES the limits apply to each, and each FILE has one row, with the reason if it
    cannot be reviewed. docs/reference/json.md lists the keys of --json.

    Exit status: 0 all proven, 1 stopped by the limit, 2 bad input, 3 unsolvable, 130 cancelled by
    Ctrl-C. With --batch or several files the worst of all.
    """
    batch = batch or (len(boards) == 1 and bool(reading.lists(boards)))
    if len(boards) > 1:
        if batch or moves is not None:
            raise click.UsageError(f"{MOVES} and --batch cannot be combined with several files")
        if heuristic is not None and not as_json:
            raise click.UsageError("--heuristic with several files requires --json")
        workers.refuse("plays")
        return _review_files(boards, reading, limits.limit(), heuristic, as_json=as_json)
    board = boards[0]
    if batch and moves is not None:
        raise click.UsageError(f"{MOVES} cannot be combined with a list of boards")
    if not batch:
        workers.refuse("plays")
    board_input = reading.open(board, limits.time_limit)
    limit, output = limits.limit(), Output()
    if not batch:
        deadline = Deadline(limit.seconds)
        puzzle = board_input.puzzle("use --batch")
        play = ReviewedPlay(puzzle.start, puzzle.goal, puzzle.played(moves), limit, heuristic)
        with status(REVIEWING) as line:
            reviewed = review(play, line, deadline=deadline)
        if reviewed.review is None and not as_json:
            puzzle.check_solvable()
        _print(reviewed, puzzle, output, as_json=as_json)
        return reviewed.status
    pool, limit = workers.pool(limit)
    plays = BoardList(board_input, needs_moves=True)
    job = BatchJob(
        pool, review, _prepare, doing=REVIEWING, noun="plays", is_ordered=not workers.unordered
    )
    return _review_list(plays, job, limit, heuristic, output, as_json=as_json)


def review(
    play: ReviewedPlay, line: StatusLine, tell: Tell = notify, deadline: Deadline | None = None
) -> PlayReview:
    """Prove as many distances as possible within the limit. Ctrl-C keeps proven distances.

    deadline: includes reading the moves; the default starts now.
    """
    from puzzler.game.core.distances import CELLS_FOR_TABLES
    from puzzler.game.review.proving import complete
    from puzzler.game.review.review import Review
    from puzzler.search.registry import heuristic_called

    if not is_solvable(play.start, play.goal):
        return PlayReview(play, ExitStatus.UNSOLVABLE)
    deadline = deadline or Deadline(play.limit.seconds)
    if len(play.goal.tiles) > CELLS_FOR_TABLES and deadline.seconds is None:
        deadline.seconds = LARGE_SECONDS
    review, exit_status = None, ExitStatus.SOLVED
    h: tuple[int, ...] = ()
    try:
        review = Review(play.start, play.goal, play.moves, on_work=deadline.check)
        if play.heuristic is not None or not review.is_complete:
            load_solver(tell)
        if play.heuristic is not None:
            h = _values(heuristic_called(play.heuristic), review, line, deadline)
        complete(review, deadline, partial(_show, review, line))
    except TimeUpError as error:
        exit_status = ExitStatus.LIMIT
        if review is None:
            tell(f"{error} before all {len(play.moves):,} moves were replayed")
    except KeyboardInterrupt:
        if review is None:
            raise
        exit_status = ExitStatus.CANCELLED
    return PlayReview(play, exit_status, review, deadline.elapsed, h)


def _show(review: Review, line: StatusLine, progress: BuildProgress | None) -> None:
    line.show_build(progress, REVIEWING)
    if progress is None:
        bounds = review.board_bounds
        line.doing = f"{REVIEWING}: {bounds.proven_count:,} of {len(bounds.numbers):,}"


def _values(
    heuristic: Heuristic, review: Review, line: StatusLine, deadline: Deadline
) -> tuple[int, ...]:
    """Return h of each board."""
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
    """Print a row or object per file; return the worst status."""
    numbers = ("moves", "shortest", "extra", "mistakes")
    table = plain_table("file", *numbers, "result", right=numbers, wrapped={"result"})
    exit_status = ExitStatus.SOLVED
    with Output() as out:
        for file in files:
            name = printable(file)
            try:
                puzzle = reading.open(file).puzzle()
                if puzzle.contents.moves is None:
                    raise PuzzlerError("contains no moves")
                play = ReviewedPlay(
                    puzzle.start, puzzle.goal, puzzle.contents.moves, limit, heuristic
                )
                with status(f"{name}: {REVIEWING}") as line:
                    reviewed = review(play, line)
                if reviewed.review is None and not as_json:
                    puzzle.check_solvable()
            except PuzzlerError as error:
                exit_status = worst_status(exit_status, ExitStatus.BAD_INPUT)
                reason = str(error).removeprefix(f"{file}: ")
                table.add_row(name, *[""] * 4, reason)
                if as_json:
                    out.write(refusal(reason, {"file": file}))
                continue
            table.add_row(name, *_cells(reviewed))
            if as_json:
                out.write(json.dumps({"file": file} | reviewed.record()))
            exit_status = worst_status(exit_status, reviewed.status)
            if reviewed.status is ExitStatus.CANCELLED:
                break
        if not as_json:
            out.show(table)
    return exit_status


def _cells(reviewed: PlayReview) -> tuple[str, ...]:
    moves, review = f"{len(reviewed.play.moves):,}", reviewed.review
    if review is None:
        return moves, "", "", "", STATUS[reviewed.status]
    bounds = *review.lost_bounds, *review.bounds[0]
    if not review.is_solved:
        words = "not solved"
    elif review.lost == 0:
        words = "solved, the shortest solution"
    else:
        words = "solved" if review.lost is None else "solved, not the shortest"
    if None in review.distances:
        words += "; not all distances are proven"
    between = humanize.between
    return moves, between(*bounds[2:]), between(*bounds[:2]), f"{len(review.mistakes):,}", words


def _prepare(play: ReviewedPlay, pool: Pool, tell: Tell) -> None:
    from puzzler.search.engine.measuring import Ruler

    if pool.inherits:
        load_solver(tell)
        with status(REVIEWING) as line:
            line.follow(partial(Ruler.build, play.goal))


def _review_list(
    boards: BoardList,
    job: BatchJob[ReviewedPlay, PlayReview],
    limit: Limit,
    heuristic: str | None,
    output: Output,
    *,
    as_json: bool,
) -> ExitStatus:
    def play_of(_line: Line, puzzle: Puzzle) -> ReviewedPlay:
        return ReviewedPlay(
            puzzle.start, puzzle.goal, puzzle.contents.moves or (), limit, heuristic
        )

    exit_status = ExitStatus.SOLVED
    if as_json:
        boards.on_refused = lambda error, line: output.write(refusal(error, {"line": line.number}))
    for line, puzzle, reply in job.on_list(boards, play_of):
        reviewed = reply.result
        if reviewed is None:
            notify(f"{puzzle.where}: {reply.error or reply.failure}")
            reviewed = PlayReview(play_of(line, puzzle), ExitStatus.LIMIT)
        if reviewed.review is None and not as_json:
            if reviewed.status is ExitStatus.UNSOLVABLE:
                notify(f"{puzzle.where}: unsolvable")
        else:
            if not (output.is_empty or as_json):
                output.write("")
            place = NO_PLACE if job.is_ordered else {"line": line.number}
            _print(reviewed, puzzle, output, place, as_json=as_json)
        exit_status = worst_status(exit_status, reviewed.status)
        if reviewed.status is ExitStatus.CANCELLED:
            return exit_status
    return worst_status(exit_status, boards.status)


def _print(
    reviewed: PlayReview, puzzle: Puzzle, output: Output, place: Place = NO_PLACE, *, as_json: bool
) -> None:
    if as_json:
        output.write(json.dumps({**reviewed.record(), **place}))
        return
    if reviewed.review is not None:
        lines = review_lines(reviewed, reviewed.review, puzzle.contents.labels)
        output.show_labelled(lines, LABEL_WIDTH, "extra", place)
