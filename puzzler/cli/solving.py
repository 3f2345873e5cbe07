"""How ``puzzler solve`` works through a list of boards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from puzzler.board.errors import BoardError, PuzzlerError
from puzzler.cli import options
from puzzler.cli.board_list import BoardList
from puzzler.cli.exit_status import ExitStatus, worst
from puzzler.cli.many import Found, Here, Reply, Request, searches
from puzzler.cli.output import say
from puzzler.cli.printing import Printer
from puzzler.cli.promises import broken
from puzzler.cli.resuming import Answered
from puzzler.cli.searching import Wishes, is_interrupted
from puzzler.formats.format import Contents
from puzzler.formats.reading import Line

if TYPE_CHECKING:
    from puzzler.search.limits import Limit
    from puzzler.search.result import SearchResult
    from puzzler.solver.processes.pool import Pool

BATCH_SECONDS = 10.0
"""Its limit for each board of a list, where none is given."""


@dataclass(frozen=True)
class Task:
    """What is done with every board."""

    goal: options.GoalChoice
    wishes: Wishes
    limit: Limit
    is_batch: bool = False
    """The next board waits, so that a search that may go on for ever has a limit."""

    def request(self, contents: Contents) -> Request:
        """BoardError where the goal has another shape, ValueError where there is no such method."""
        from puzzler.search.method import ENDLESS

        method = self.wishes.method(contents, self.limit)
        is_endless = self.limit.seconds is None and self.limit.expansions is None
        if self.is_batch and method.algorithm == ENDLESS and is_endless:
            limit = replace(self.limit, seconds=BATCH_SECONDS)
            method = self.wishes.method(contents, limit)
        return Request(contents.start, self.goal.for_board(contents), method)


@dataclass(frozen=True)
class Listed:
    """What stands on a line of the list."""

    line: Line
    contents: Contents | None
    request: Request | None
    """None where it has an answer already."""
    error: BoardError | None = None
    """What is wrong with it; then it has neither board nor request."""


@dataclass(frozen=True)
class SolvedList:
    """The answers to a list of boards, as they come."""

    boards: BoardList
    task: Task
    printer: Printer
    crew: Pool
    is_ordered: bool = True
    answered: Answered | None = None
    """What the output holds already; None where nobody has asked for that."""
    total: int | None = None
    """Lines, where that is known."""

    def print(self) -> ExitStatus:
        """Print every answer; the worst of what they mean."""
        status, is_first = ExitStatus.SOLVED, True
        found = searches(
            self.crew,
            self._requests(),
            Here(),
            is_ordered=self.is_ordered,
            total=self.total,
            is_printing=self.printer.output.file is None,
        )
        for each in found:
            listed = each.tag
            if listed.error is not None:
                self.boards.refuse(listed.error, listed.line)
                continue
            if listed.request is None:
                continue
            assert listed.contents is not None
            if not is_first and not self.printer.as_json:
                self.printer.output.write("")
            is_first = False
            where = f"{self.boards.name}: line {listed.line.number}"
            result = self._result(each, where)
            number = None if self.is_ordered else listed.line.number
            meant = self.printer.print_listed(result, listed.contents, where, number)
            status = worst(status, meant)
            if promise := broken(result, listed.contents):
                say(f"{where} {promise}")
            if is_interrupted(result):  # the list ends there, though this board may have an answer
                return ExitStatus.CANCELLED
        if self.answered is not None:
            status = worst(status, self.answered.status)
        return worst(status, ExitStatus.BAD_INPUT) if self.boards.has_bad_lines else status

    def _requests(self) -> Iterator[tuple[Listed, Request | None]]:
        for line, read in self.boards.entries():
            if isinstance(read, BoardError):
                yield Listed(line, None, None, read), None
                continue
            try:
                request = self.task.request(read)
            except BoardError as error:
                yield Listed(line, None, None, error), None
                continue
            is_answered = self.answered is not None and self.answered.takes(request)
            wanted = None if is_answered else request
            yield Listed(line, read, wanted), wanted

    def _result(self, found: Found[Listed, Reply | None], where: str) -> SearchResult:
        """PuzzlerError where the search cannot be, for that holds for every board."""
        from puzzler.search.result import Outcome
        from puzzler.search.solve import unbegun

        reply, request = found.result, found.tag.request
        if reply is not None and reply.result is not None:
            return reply.result
        if reply is not None:
            raise PuzzlerError(reply.error)
        assert request is not None
        say(f"{where}: {found.failure}")
        result = unbegun(request.start, request.goal, request.method, Outcome.LIMIT)
        return replace(result, note=found.failure or "")
