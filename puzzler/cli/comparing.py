"""Several methods on the same boards: which they are, and their searches one after the other."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import TYPE_CHECKING

import typer

from puzzler.board.board import Board
from puzzler.board.errors import BoardError
from puzzler.board.parity import is_solvable
from puzzler.cli import options
from puzzler.cli.board_list import BoardList
from puzzler.cli.exit_status import ExitStatus, worst
from puzzler.cli.many import Found, Here, Reply, Request, searches
from puzzler.cli.output import say
from puzzler.cli.searching import ListLine, Wishes, is_interrupted, sign_of_life
from puzzler.formats.format import Contents

if TYPE_CHECKING:
    from puzzler.search.comparison import Entry
    from puzzler.search.limits import Limit
    from puzzler.search.method import Method
    from puzzler.search.result import SearchResult
    from puzzler.solver.processes.pool import Pool


@dataclass(frozen=True)
class Asked:
    """What the command line says about which methods are compared; None where it does not."""

    algorithms: list[str] | None = None
    heuristics: list[str] | None = None
    weights: list[float] | None = None
    methods: list[str] | None = None
    """Each A[/H[/W]], checked."""

    def wishes(self, common: Wishes) -> list[Wishes]:
        """Each algorithm with each heuristic and each weight, then the methods that are named.

        common: what holds wherever nothing else is said.
        """
        from puzzler.search.methods_text import read_named
        from puzzler.search.registry import ALGORITHMS

        for name, several, one in (
            ("heuristic", self.heuristics, common.heuristic),
            ("weight", self.weights, common.weight),
        ):
            if several and one is not None:
                raise typer.BadParameter(f"--{name} and --{name}s say the same: take one of them")
            if several and self.methods and self.algorithms is None:
                raise typer.BadParameter(
                    f"--{name}s goes with --algorithms; in --methods each says its own"
                )
        algorithms = self.algorithms
        if algorithms is None:
            algorithms = [] if self.methods else list(ALGORITHMS)
        asked = [
            replace(common, algorithm=algorithm, heuristic=heuristic, weight=weight)
            for algorithm in algorithms
            for heuristic in self.heuristics or (common.heuristic,)
            for weight in self.weights or (common.weight,)
        ]
        for named in map(read_named, self.methods or ()):
            heuristic = named.heuristic or common.heuristic
            weight = common.weight if named.weight is None else named.weight
            asked.append(
                replace(common, algorithm=named.algorithm, heuristic=heuristic, weight=weight)
            )
        return asked


def methods(asked: Sequence[Wishes], contents: Contents, limit: Limit) -> list[Method]:
    """What the wishes mean for that board, each once: a blind search has one heuristic only."""
    return list(dict.fromkeys(wishes.method(contents, limit) for wishes in asked))


@dataclass(frozen=True)
class Case:
    """A board and its goal."""

    start: Board
    goal: Board
    where: str = ""
    """The list and the line where it stands; "" where it is the only one."""


def read_list(boards: BoardList, choice: options.GoalChoice) -> tuple[list[Case], ExitStatus]:
    """The boards of a list that can be solved, and the status of the others, which are said."""
    cases, status = [], ExitStatus.SOLVED
    for line, contents in boards:
        where = f"{boards.name}: line {line.number}"
        try:
            case = Case(contents.start, choice.for_board(contents), where)
        except BoardError as error:
            boards.refuse(error, line)
            continue
        if is_solvable(case.start, case.goal):
            cases.append(case)
        else:
            say(f"{where}: unsolvable; it is left out")
            status = ExitStatus.UNSOLVABLE
    return cases, worst(status, ExitStatus.BAD_INPUT) if boards.has_bad_lines else status


Cell = tuple[int, int]
"""A board and a method, each by its place."""


def compare(
    cases: Sequence[Case],
    methods: Sequence[Method],
    crew: Pool,
    *,
    is_list: bool,
) -> tuple[tuple[Entry, ...], ExitStatus]:
    """A row for each method, with its result on each board, and the worst status of all.

    Ctrl-C ends it, and what was searched is kept: of a list the boards that every method has
    searched. A method that cannot search a board has no answer there; why is said.
    """
    from puzzler.search.comparison import Entry, compared

    results: dict[Cell, SearchResult] = {}
    status = ExitStatus.SOLVED
    try:
        for cell, result, meant in _searched(cases, methods, crew, is_list=is_list):
            status = worst(status, meant)
            if status is not ExitStatus.CANCELLED or not is_list:
                results[cell] = result
            if status is ExitStatus.CANCELLED:
                break
    except KeyboardInterrupt:
        status = ExitStatus.CANCELLED
    whole = [
        number
        for number in range(len(cases))
        if not is_list or all((number, place) in results for place in range(len(methods)))
    ]
    entries = []
    for place, method in enumerate(methods):
        row = tuple(results[number, place] for number in whole if (number, place) in results)
        if row or any(of == place for _, of in results):
            entries.append(Entry(method, row))
    return compared(entries), status


def _searched(
    cases: Sequence[Case], methods: Sequence[Method], crew: Pool, *, is_list: bool
) -> Iterator[tuple[Cell, SearchResult, ExitStatus]]:
    """Every cell with its result and what that means, the methods of a board one after another."""
    line = ListLine()
    cells = list(product(range(len(cases)), range(len(methods))))

    def requests() -> Iterator[tuple[Cell, Request]]:
        for number, place in cells:
            method = methods[place]
            which = f"{place + 1} of {len(methods)}, {method.title}"
            if is_list:  # most of its searches are over at once
                which = f"board {number + 1:,} of {len(cases):,}, {which}"
            line.begin(which, is_timed=not is_list)
            yield (number, place), Request(cases[number].start, cases[number].goal, method)

    # several workers show their progress by themselves
    with contextlib.nullcontext() if crew.is_elsewhere else sign_of_life(line):
        for found in searches(
            crew,
            requests(),
            Here(line),
            doing="searches",
            total=len(cells),
            is_printing=False,
        ):
            number, place = found.tag
            yield found.tag, *_meant(cases[number], methods[place], found)


def _meant(
    case: Case, method: Method, found: Found[Cell, Reply | None]
) -> tuple[SearchResult, ExitStatus]:
    from puzzler.search.result import Outcome
    from puzzler.search.solve import unbegun

    reply = found.result
    if reply is None or reply.result is None:
        reason = (found.failure or "") if reply is None else reply.error
        say(": ".join(filter(None, (case.where, method.title, reason))))
        status = ExitStatus.LIMIT if reply is None else ExitStatus.BAD_INPUT
        return replace(unbegun(case.start, case.goal, method, Outcome.LIMIT), note=reason), status
    if is_interrupted(reply.result):
        return reply.result, ExitStatus.CANCELLED
    return reply.result, ExitStatus[reply.result.status.name]
