"""``puzzler solve``: find the moves that solve a board."""

from __future__ import annotations

import json
from collections import defaultdict, deque
from collections.abc import Hashable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from puzzler.board.errors import BoardError, PuzzlerError
from puzzler.cli.batch import BatchJob, BatchReply, Request, WorkerOptions, prepare_search, search
from puzzler.cli.board_input import Argument, BoardList, InputOptions, Puzzle
from puzzler.cli.click_options import flag
from puzzler.cli.options import Batch, LimitOptions, SearchOptions
from puzzler.cli.output import STANDARD_OUTPUT, ExitStatus, check_place, notify, worst_status
from puzzler.cli.progress import status
from puzzler.cli.solve_output import INTERRUPTED, AnswerOptions, Printer, check_promise
from puzzler.formats import json_answer
from puzzler.search.parameters import PARAMETERS

if TYPE_CHECKING:
    from puzzler.search.method import Method
    from puzzler.search.options import Limit
    from puzzler.search.result import SearchResult

BATCH_SECONDS = 10.0
"""The default time limit of anytime for each board of a list."""
BAD_INPUT = "bad input"
_STARTS = b'{"status": ', b'{"line": '
"""The start of every answer, which --resume requires of the unfinished last line."""
FINISHED = ("solved", "unsolvable", "limit", "failed")
"""Statuses of boards that --resume does not search again."""


def command(
    board: Argument,
    *,
    reading: InputOptions,
    method: SearchOptions,
    limits: LimitOptions,
    answers: AnswerOptions,
    batch: Batch = False,
    workers: WorkerOptions,
    resume: bool = flag(
        "--resume",
        "With --batch --json -o FILE: keep the answers in FILE, skip their boards, and "
        "append each new answer as soon as it is available.",
    ),
) -> int:
    """Solve a board and print the moves.

    Moves are U D L R: the direction in which the blank moves. The solution of a board of up to 16
    cells is a proven shortest one, found by IDA* with a pattern database. Larger boards are
    searched by anytime, which finds a solution quickly and shortens it until it is proven optimal
    or the search is stopped by a limit or Ctrl-C. With --batch, anytime takes 10 seconds for each
    board unless --time-limit or --node-limit is given. --method watch selects the default of Watch
    in the window, A* with misplaced tiles and Manhattan.

    Exit status: 0 solved, 1 stopped by a limit or a declared property does not hold, 2 bad input, 3
    unsolvable, 130 cancelled by Ctrl-C. With --batch the worst of all.

    With --json each line is an object. With --batch an invalid line also gives an object, with
    line, status "bad input" and error. If the name or content of a file promises the length of a
    shortest solution and the search disproves it, a message is printed on standard error.

    With --jobs or --cluster the answers and their order are the same. With --unordered each JSON
    object contains the line of its board. With --resume a list can be stopped at any time, even by
    kill -9, and continued by the same command.

    docs/searches.md explains the statistics, docs/reference/json.md the keys of --json.
    """
    board_input = reading.open(board, limits.time_limit)
    if not batch:
        workers.refuse("boards", resume=resume)
    if workers.unordered and answers.as_format is not None:
        raise click.BadParameter(
            "--unordered cannot be combined with --as, because its answers have no line number"
        )
    limit = limits.limit()
    if batch:
        answered = _Answered(answers) if resume else None
        printer = answers.printer(
            limit, is_list=True, appended_at=None if answered is None else answered.size
        )
        pool, limit = workers.pool(limit)  # after every other check
        job = BatchJob(pool, search, prepare_search, is_ordered=not workers.unordered)
        printer = replace(printer, limit=limit)
        with printer.output:
            return _solve_list(BoardList(board_input), method, job, printer, answered)
    printer = answers.printer(limit, is_list=False)
    puzzle = board_input.puzzle("use --batch")
    with status() as line:
        request = Request(puzzle.start, puzzle.goal, method.method(puzzle.contents, limit))
        result = search(request, line)
    exit_status = printer.print_one(result, puzzle)
    exit_status = worst_status(exit_status, check_promise(result, puzzle))
    if exit_status is ExitStatus.UNSOLVABLE and (hint := puzzle.hint()):
        notify(f"{puzzle.where}: {hint}")
    return exit_status


def _solve_list(
    boards: BoardList,
    method: SearchOptions,
    job: BatchJob[Request, SearchResult],
    printer: Printer,
    answered: _Answered | None,
) -> ExitStatus:
    methods: dict[Hashable, Method] = {}

    def request_of(puzzle: Puzzle) -> Request | None:
        key = puzzle.start.size, puzzle.contents.weight
        chosen = methods.get(key)
        if chosen is None:
            chosen = method.terminating_method(puzzle.contents, printer.limit, BATCH_SECONDS)
            methods[key] = chosen
        request = Request(puzzle.start, puzzle.goal, chosen)
        return None if answered is not None and answered.take(request) else request

    exit_status = ExitStatus.SOLVED
    if printer.options.as_json:
        boards.on_refused = lambda error, line: printer.output.write(
            json.dumps({"line": line.number, "status": BAD_INPUT, "error": str(error)})
        )
    for line, puzzle, reply in job.on_list(boards, request_of):
        result = _result(reply, puzzle, method, printer.limit)
        number = None if job.is_ordered else line.number
        printed = printer.print_listed(result, puzzle, number)
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
    from puzzler.search.solve import unstarted_result

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
            raise click.BadParameter("--resume requires --json and -o FILE")
        check_place(file)
        self._statuses: defaultdict[Hashable, deque[ExitStatus]] = defaultdict(deque)
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
                        _check_unfinished(line, where)
                        break
                    self._add(line, where)
                    self.size += len(line)
        except FileNotFoundError:
            pass
        except OSError as error:
            raise PuzzlerError(f"{file}: cannot be read: {error.strerror or error}") from None

    def take(self, request: Request) -> bool:
        """Use up the answer to ``request``. Returns False if there is none."""
        from puzzler.search.report.export import method_record

        method = request.method
        for each in (method, method.fallback()):
            if each is None:
                continue
            key = _key(str(request.start), str(request.goal), method_record(each))
            if statuses := self._statuses.get(key):
                self.status = worst_status(self.status, statuses.popleft())
                return True
        return False

    def _add(self, line: bytes, where: str) -> None:
        try:
            answer = json_answer.read_object(line.decode())
            if answer.get("status") == BAD_INPUT:
                return  # the line of the list is read again
            key = _key(answer["board"], answer["goal"], answer)
            status = answer["status"]
            if status in FINISHED and not answer.get(INTERRUPTED):
                self._statuses[key].append(ExitStatus[status.upper()])
        except (BoardError, KeyError, TypeError, UnicodeDecodeError):
            raise _not_an_answer(where) from None


def _check_unfinished(line: bytes, where: str) -> None:
    """Raise PuzzlerError if the text, which --resume deletes, does not start like an answer."""
    if not any(line[: len(start)] == start[: len(line)] for start in _STARTS):
        raise _not_an_answer(where)


def _not_an_answer(where: str) -> PuzzlerError:
    return PuzzlerError(f"{where} is not an answer of puzzler solve --json, as --resume requires")


def _key(board: str, goal: str, method: dict[str, Any]) -> Hashable:
    return board, goal, *(method[row.key] for row in PARAMETERS)
