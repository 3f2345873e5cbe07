"""Several methods on the same boards: which they are, and their searches one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import TYPE_CHECKING

import typer

from puzzler.board.board import Board
from puzzler.board.errors import BoardError, PuzzlerError
from puzzler.board.parity import is_solvable
from puzzler.cli import options
from puzzler.cli.board_list import BoardList
from puzzler.cli.exit_status import ExitStatus, worst
from puzzler.cli.output import say
from puzzler.cli.searching import Line, ListLine, Wishes, is_interrupted, search, sign_of_life
from puzzler.formats.format import Contents

if TYPE_CHECKING:
    from puzzler.search.comparison import Entry
    from puzzler.search.limits import Limit
    from puzzler.search.method import Method
    from puzzler.search.result import SearchResult


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


def read_list(boards: BoardList, choice: options.GoalChoice) -> tuple[list[Case], ExitStatus]:
    """The boards of a list that can be solved, and the status of the others, which are said."""
    cases, status = [], ExitStatus.SOLVED
    for line, contents in boards:
        try:
            case = Case(contents.start, choice.for_board(contents))
        except BoardError as error:
            boards.refuse(error, line)
            continue
        if is_solvable(case.start, case.goal):
            cases.append(case)
        else:
            say(f"{boards.name}: line {line.number}: unsolvable; it is left out")
            status = ExitStatus.UNSOLVABLE
    return cases, worst(status, ExitStatus.BAD_INPUT) if boards.has_bad_lines else status


def compare(
    cases: Sequence[Case], methods: Sequence[Method], *, is_list: bool
) -> tuple[tuple[Entry, ...], ExitStatus]:
    """A row for each method, with its result on each board, and the worst status of all.

    Ctrl-C ends it, and what was searched is kept: of a list the boards that every method has
    searched. A method that cannot search a board has no answer there; why is said.
    """
    from puzzler.search.comparison import Entry, compared

    results: list[list[SearchResult]] = [[] for _ in methods]
    status, line, warned = ExitStatus.SOLVED, ListLine(), set[str]()
    try:
        with sign_of_life(line):
            for (number, case), (place, method) in product(enumerate(cases), enumerate(methods)):
                which = f"{place + 1} of {len(methods)}, {method.title}"
                if is_list:  # most of its searches are over at once
                    which = f"board {number + 1:,} of {len(cases):,}, {which}"
                line.begin(which, is_timed=not is_list)
                result, meant = _searched(case, method, line, warned)
                status = worst(status, meant)
                if status is not ExitStatus.CANCELLED or not is_list:
                    results[place].append(result)
                if status is ExitStatus.CANCELLED:
                    break
    except KeyboardInterrupt:  # between two searches
        status = ExitStatus.CANCELLED
    whole = min(map(len, results)) if is_list else 1
    rows = zip(methods, results, strict=True)
    return compared([Entry(method, tuple(row[:whole])) for method, row in rows if row]), status


def _searched(
    case: Case, method: Method, line: Line, warned: set[str]
) -> tuple[SearchResult, ExitStatus]:
    from puzzler.search.result import Outcome
    from puzzler.search.solve import unbegun

    try:
        result = search(case.start, case.goal, method, line, warned)
    except PuzzlerError as error:
        say(f"{method.title}: {error}")
        failed = unbegun(case.start, case.goal, method, Outcome.LIMIT)
        return replace(failed, note=str(error)), ExitStatus.BAD_INPUT
    if is_interrupted(result):
        return result, ExitStatus.CANCELLED
    return result, ExitStatus[result.status.name]
