"""``puzzler solve``: find the moves that solve a board."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Hashable
from dataclasses import replace
from os.path import exists
from typing import TYPE_CHECKING, Any

import click

from puzzler.board.errors import BoardError, PuzzlerError, quoted, reading_failure
from puzzler.board.parity import SWAP_ADVICE
from puzzler.cli import option_types
from puzzler.cli.batch import (
    BatchJob,
    BatchReply,
    Request,
    WorkerOptions,
    load_solver,
    prepare_search,
    search,
)
from puzzler.cli.board_input import BoardList, Boards, Input, InputOptions, Puzzle
from puzzler.cli.click_options import flag, option
from puzzler.cli.options import MANY_BOARDS, METHOD, Batch, LimitOptions, SearchOptions
from puzzler.cli.output import (
    BAD_INPUT,
    NO_PLACE,
    STANDARD_OUTPUT,
    ExitStatus,
    Place,
    check_place,
    notify,
    worst_of_each,
    worst_status,
)
from puzzler.cli.progress import SEARCHING, status
from puzzler.cli.solve_output import INTERRUPTED, AnswerOptions, Printer, check_promise
from puzzler.formats import json_answer
from puzzler.formats.reading import Line, looks_like_file
from puzzler.search.parameters import PARAMETERS

if TYPE_CHECKING:
    from puzzler.search.method import Method
    from puzzler.search.options import Limit
    from puzzler.search.result import SearchResult

BATCH_SECONDS = 10.0
"""The default time limit of anytime for each board of a list."""
_STARTS = b'{"status": ', b'{"line": '
"""The start of every answer, which --resume requires of the unfinished last line."""
FINISHED = ("solved", "unsolvable", "limit", "failed")
"""Statuses of boards that --resume does not search again."""


def command(
    boards: Boards,
    *,
    reading: InputOptions,
    method: SearchOptions,
    limits: LimitOptions,
    answers: AnswerOptions,
    batch: Batch = False,
    workers: WorkerOptions,
    resume: bool = flag(
        "--resume",
        "With --batch --json -o FILE: skip the boards whose answers are in FILE, and append each "
        "new answer immediately.",
        heading=MANY_BOARDS,
    ),
    all_optimal: bool = flag(
        "--all-optimal",
        "Print all optimal solutions, and their number.",
        heading=METHOD,
    ),
    max_solutions: int | None = option(
        "--limit N",
        "With --all-optimal: print at most N solutions. The default is 1000. All are counted.",
        option_types.integer(1),
        heading=METHOD,
    ),
) -> int:
    """Solve a board and print the moves.

    Moves are U D L R: the direction in which the blank moves. Without options of the method, boards
    of up to 16 cells get a proven shortest solution. On larger boards anytime finds a solution
    quickly and shortens it until it is proven optimal, or until a limit or Ctrl-C stops it. Of
    several boards, anytime takes 10 seconds for each unless a limit is given.

    With --all-optimal, the optimal solutions of a single board are counted, and printed up to
    --limit. With --json they are the keys optimal_count and optimal_moves.

    A FILE contains one board or a list with one board per line. --batch is necessary for a list in
    standard input or with a single line. Each answer of a list is printed as soon as it is
    available. If the name or content of a file promises the length of a shortest solution, the
    length is checked.

    docs/searches.md explains the statistics, docs/reference/json.md the keys of --json.

    Exit status: 0 solved, also if Ctrl-C keeps a solution of a single board; 1 stopped by a limit,
    failed, or a promise does not hold; 2 bad input; 3 unsolvable; 130 cancelled by Ctrl-C. With
    several boards the worst of all.
    """
    lists = boards if batch else reading.lists(boards)
    if not lists:
        workers.refuse("boards", resume=resume)
    if workers.unordered and answers.as_format is not None:
        raise click.UsageError(
            "--unordered cannot be combined with --as, because its answers have no line number"
        )
    limit = limits.limit()
    if all_optimal or max_solutions is not None:
        if not all_optimal:
            raise click.UsageError("--limit requires --all-optimal")
        if lists or len(boards) > 1 or answers.as_format is not None:
            raise click.UsageError("--all-optimal requires a single board and excludes --as")
        return _solve_all(
            reading.open(boards[0], limits.time_limit), method, answers, limit, max_solutions
        )
    if not lists and len(boards) == 1:
        return _solve_one(reading.open(boards[0], limits.time_limit), method, answers, limit)
    for name in boards[1:] and boards:
        is_file = exists(name) or looks_like_file(name)  # noqa: PTH110  no name is too long
        if not is_file:  # one of several words without quotes
            raise click.UsageError(f"{quoted(name)} is not a file; put a board in quotes")
    answered = _Answered(answers) if resume else None
    inputs = {name: reading.open(name, limits.time_limit) for name in lists}
    size = None if answered is None else answered.size
    printer = answers.printer(limit, is_list=True, appended_at=size)

    def answer(name: str) -> ExitStatus:
        if name not in inputs:
            return _solve_file(name, reading, method, printer)
        pool, limit = workers.pool(limits.limit())
        job = BatchJob(pool, search, prepare_search, is_ordered=not workers.unordered)
        place = {"file": name} if len(boards) > 1 else NO_PLACE
        listed = BoardList(inputs[name])
        return _solve_list(listed, method, job, replace(printer, limit=limit), answered, place)

    with printer.output:
        return worst_of_each(boards, answer)


def _solve_one(
    board_input: Input, method: SearchOptions, answers: AnswerOptions, limit: Limit
) -> ExitStatus:
    printer = answers.printer(limit, is_list=False)
    puzzle = board_input.puzzle("use --batch")
    with status() as line:
        chosen = method.method(puzzle.contents, limit)
        result = search(Request(puzzle.start, puzzle.goal, chosen, method.metric), line)
    exit_status = printer.print_one(result, puzzle)
    if exit_status is ExitStatus.UNSOLVABLE and not puzzle.contents.is_unsolvable:
        notify("; ".join(filter(None, (f"{puzzle.where}: {SWAP_ADVICE}", puzzle.hint()))))
    return worst_status(exit_status, check_promise(result, puzzle))


def _solve_all(
    board_input: Input,
    method: SearchOptions,
    answers: AnswerOptions,
    limit: Limit,
    max_solutions: int | None,
) -> ExitStatus:
    """Print all optimal solutions."""
    from puzzler.search.optimal_paths import MAX_LISTED, solve_all
    from puzzler.search.result import Metric

    if replace(method, optimal=False, metric="single").is_given:
        raise click.UsageError("--all-optimal cannot be combined with another method")
    printer = answers.printer(limit, is_list=False)
    puzzle = board_input.puzzle("--all-optimal requires a single board")
    puzzle.check_solvable()
    metric = Metric(method.metric)
    load_solver(method=method.method(puzzle.contents, limit), metric=metric)
    with status() as line:
        found = solve_all(
            puzzle.start,
            puzzle.goal,
            metric=metric,
            max_solutions=max_solutions or MAX_LISTED,
            limit=limit,
            raise_interrupt=False,
            on_build=lambda progress: line.show_build(progress, SEARCHING),
            on_progress=line.show_figures,
        )
    paths = tuple("".join(move.letter for move in moves) for moves in found.solutions)
    keys = {"optimal_count": found.count, "optimal_moves": paths}
    lines = [("optimal", str(found))]
    if found.count is not None:
        lines += [("", path) for path in paths]
    printer = replace(printer, more_lines=tuple(lines), more_keys=keys, paths=paths)
    exit_status = printer.print_one(found.result, puzzle)
    if found.count is None:
        exit_status = worst_status(exit_status, ExitStatus.LIMIT)
    return worst_status(exit_status, check_promise(found.result, puzzle))


def _solve_file(
    name: str, reading: InputOptions, method: SearchOptions, printer: Printer
) -> ExitStatus:
    """Solve the board in one of several files. An error in the file is printed."""
    try:
        puzzle = reading.open(name).puzzle("use --batch")
    except PuzzlerError as error:
        notify(str(error))
        printer.print_refused(error, {"file": name})
        return ExitStatus.BAD_INPUT
    chosen = method.terminating_method(puzzle.contents, printer.limit, BATCH_SECONDS)
    with status() as line:
        result = search(Request(puzzle.start, puzzle.goal, chosen, method.metric), line)
    printed = printer.print_listed(result, puzzle, {"file": name})
    if result.is_interrupted:
        return ExitStatus.CANCELLED
    return worst_status(printed, check_promise(result, puzzle))


def _solve_list(
    boards: BoardList,
    method: SearchOptions,
    job: BatchJob[Request, SearchResult],
    printer: Printer,
    answered: _Answered | None,
    place: Place,
) -> ExitStatus:
    methods: dict[Hashable, Method] = {}
    places: dict[int, Place] = {}

    def request_of(line: Line, puzzle: Puzzle) -> Request | None:
        key = puzzle.start.size, puzzle.contents.weight
        chosen = methods.get(key)
        if chosen is None:
            chosen = method.terminating_method(puzzle.contents, printer.limit, BATCH_SECONDS)
            methods[key] = chosen
        request = Request(puzzle.start, puzzle.goal, chosen, method.metric)
        own = place if job.is_ordered else {**place, "line": line.number}
        missing = own if answered is None else answered.missing(request, own)
        if missing is None:
            return None
        places[line.number] = missing
        return request

    exit_status = ExitStatus.SOLVED
    boards.on_refused = lambda error, line: printer.print_refused(
        error, {"line": line.number, **place}
    )
    for line, puzzle, reply in job.on_list(boards, request_of):
        result = _result(reply, puzzle, method, printer.limit)
        printed = printer.print_listed(result, puzzle, places.pop(line.number))
        exit_status = worst_status(exit_status, printed, check_promise(result, puzzle))
        if result.is_interrupted:  # stop even if this board has a solution
            return ExitStatus.CANCELLED
    if answered is not None:
        exit_status = worst_status(exit_status, answered.status)
    return worst_status(exit_status, boards.status)


def _result(
    reply: BatchReply[SearchResult], puzzle: Puzzle, method: SearchOptions, limit: Limit
) -> SearchResult:
    """Return the result of a board. Raises PuzzlerError if the method cannot search any board."""
    from puzzler.search.result import Outcome
    from puzzler.search.starting import unstarted_result

    if reply.error:
        raise PuzzlerError(reply.error)
    if reply.result is not None:
        return reply.result
    notify(f"{puzzle.where}: {reply.failure}")
    chosen = method.terminating_method(puzzle.contents, limit, BATCH_SECONDS)
    result = unstarted_result(puzzle.start, puzzle.goal, chosen, Outcome.LIMIT)
    return replace(result, note=reply.failure)


class _Answered:
    """The answers in a file of ``puzzler solve --json``, each for one board of the list."""

    def __init__(self, answers: AnswerOptions) -> None:
        """Read the file. Raises PuzzlerError if it is unreadable or contains other data.

        An unfinished last line is ignored, because its writer was stopped.
        """
        file = answers.output
        if file is None or file == STANDARD_OUTPUT or not answers.as_json:
            raise click.UsageError("--resume requires --json and -o FILE")
        check_place(file)
        self._answers: defaultdict[Hashable, deque[tuple[Place, ExitStatus]]] = defaultdict(deque)
        self._lent: dict[tuple[object, ...], Place] = {}  # a board and the place of its answer
        self.status = ExitStatus.SOLVED
        """The worst status of skipped boards."""
        self.size = 0
        """Bytes up to the end of the last complete line."""
        if file.exists() and not file.is_file():
            raise PuzzlerError(f"{file}: --resume requires a regular file")
        try:
            with file.open("rb") as stream:
                for number, line in enumerate(stream, 1):
                    where = f"{file}: line {number}"
                    if not line.endswith(b"\n"):
                        # --resume deletes the text, which therefore must start like an answer
                        if not any(line[: len(start)] == start[: len(line)] for start in _STARTS):
                            raise _not_an_answer(where)
                        break
                    self._add(line, where)
                    self.size += len(line)
        except FileNotFoundError:
            pass
        except OSError as error:
            raise PuzzlerError(f"{file}: {reading_failure(error)}") from None

    def missing(self, request: Request, place: Place) -> Place | None:
        """Return the place whose answer is missing in the file, or None if it has all answers.

        If equal boards stand at several places, the answer for the same place is preferred. When a
        place uses the answer of another one, the search of the other place answers the first one.
        """
        from puzzler.search.report.export import method_record

        method, board = request.method, (str(request.start), str(request.goal))
        missing = self._lent.pop((board, *place.items()), place)
        for each in (method, method.fallback()):
            if each is None:
                continue
            record = {**method_record(each), "metric": request.metric}
            if answers := self._answers.get(_key(*board, record)):
                found = next((answer for answer in answers if answer[0] == place), answers[0])
                answers.remove(found)
                at, status = found
                self.status = worst_status(self.status, status)
                if at != place:
                    self._lent[board, *at.items()] = missing
                return None
        return missing

    def _add(self, line: bytes, where: str) -> None:
        try:
            answer = json_answer.read_object(line.decode())
            if answer.get("status") == BAD_INPUT:
                return  # the line of the list is read again
            key = _key(answer["board"], answer["goal"], answer)
            status = answer["status"]
            if status in FINISHED and not answer.get(INTERRUPTED):
                place = {
                    name: answer[name]
                    for name in ("file", "line")
                    if isinstance(answer.get(name), str | int)
                }
                self._answers[key].append((place, ExitStatus[status.upper()]))
        except (BoardError, KeyError, TypeError, UnicodeDecodeError):
            raise _not_an_answer(where) from None


def _not_an_answer(where: str) -> PuzzlerError:
    return PuzzlerError(f"{where} is not an answer of puzzler solve --json, as --resume requires")


def _key(board: str, goal: str, method: dict[str, Any]) -> Hashable:
    metric = method.get("metric", "single")
    # multi-tile moves exclude the choice of a method
    parameters = () if metric == "multi" else (method[row.key] for row in PARAMETERS)
    return board, goal, metric, *parameters
