"""Assignments: what a file of a student's is asked for, and the points that it gets.

An assignment is a TOML file, in which each task names a function of the student's and asks for one
thing, see ``ASKS``, or asks for a file with a solution.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

from puzzler import resources
from puzzler.board.board import Board
from puzzler.board.errors import BoardError, PuzzlerError, quoted, unknown
from puzzler.board.scenario import Problem
from puzzler.formats import toml_reading
from puzzler.formats.reading import find_source
from puzzler.humanize import counted
from puzzler.progress import Reporter, no_report
from puzzler.search.custom.source import CODE_SUFFIX, MAX_BYTES, CodeError, CodeFile, find
from puzzler.search.homework.heuristic_check import Report, check_heuristic
from puzzler.search.homework.search_check import SearchReport, check_search
from puzzler.search.method import Method
from puzzler.search.options import Limit, Ties
from puzzler.search.registry import HEURISTICS
from puzzler.search.solve import solve

BETTER = "better"
AGREES = "agrees"
EXPANSIONS = "expansions"
SOLUTION = "solution"
SECONDS = 60.0
"""The longest proof that a solution is shortest."""


@dataclass(frozen=True, kw_only=True)
class CodeTask:
    """One thing that a file of the user's is asked for."""

    ask: str
    """A key of ``ASKS``."""
    function: str = ""
    """None where a solution is asked for."""
    points: float = 1
    name: str = ""
    """By default the function and what is asked for."""
    algorithm: str = "astar"
    """What searches with a heuristic, or what a search is compared with."""
    most: float = 0
    """The most expansions, on average."""
    heuristic: str = "manhattan"
    """Of a search, and of that which it is compared with; what a heuristic is to be better than."""
    ties: Ties | None = None
    order: str = "UDLR"
    file: str = ""
    """Of a solution: its name in the student's folder; by default the only file without code."""
    board: str = ""
    """Of a solution: the board that it is to begin from; by default any."""

    @property
    def title(self) -> str:
        """As in a table."""
        what = f"better than {HEURISTICS[self.heuristic].title}" if self.ask == BETTER else self.ask
        return self.name or ": ".join(filter(None, (self.function or self.file, what)))


@dataclass(frozen=True)
class Assignment:
    """Tasks, and the boards that they are about."""

    title: str
    goal: Board
    tasks: tuple[CodeTask, ...]
    boards: tuple[Board, ...] = ()
    """Those that are searched; by default those of ``check``."""

    @property
    def points(self) -> float:
        """All that there are."""
        return sum(task.points for task in self.tasks)


@dataclass(frozen=True)
class Judged:
    """What became of one task."""

    task: CodeTask
    is_met: bool
    words: str
    board: Board | None = None
    """The board that shows what is wrong."""

    @property
    def points(self) -> float:
        """What it is worth."""
        return self.task.points if self.is_met else 0


@dataclass(frozen=True)
class Submission:
    """A student's file with what became of all tasks."""

    student: str
    judged: tuple[Judged, ...]

    @property
    def points(self) -> float:
        """The sum over all tasks."""
        return sum(each.points for each in self.judged)


def read_assignment(file: Path) -> Assignment:
    """Return the assignment in a file. Raises PuzzlerError with the file, task and fault."""
    try:
        text = resources.read_whole(file, MAX_BYTES).decode()
        return parse_assignment(text, file.stem)
    except OSError as error:
        raise PuzzlerError(f"{file}: {error.strerror or error}") from None
    except ValueError as error:  # including those of TOML and of UTF-8
        raise PuzzlerError(f"{file}: {error}") from None


def parse_assignment(text: str, title: str) -> Assignment:
    """Return the assignment in a text. Raises ValueError."""
    content = toml_reading.parse(text).table
    known = {"title": str, "goal": str, "boards": list, "tasks": list}
    _check("", content, known)
    tasks = tuple(_task(number, each) for number, each in enumerate(content.get("tasks", ()), 1))
    if not tasks:
        raise ValueError("there are no [[tasks]]")
    goal = Board.parse(content["goal"]) if "goal" in content else Board.solved(3, 3)
    boards = tuple(_board(each, goal, f"board {number}: ")
                   for number, each in enumerate(content.get("boards", ()), 1))  # fmt: skip
    for number, task in enumerate(tasks, 1):
        if task.board:
            _board(task.board, goal, f"task {number}: ")
    return Assignment(content.get("title", title), goal, tasks, boards)


def _board(text: object, goal: Board, place: str) -> Board:
    try:
        board = Board.parse(str(text))
        Problem(board, goal)
    except PuzzlerError as error:
        raise ValueError(f"{place}{error}") from None
    return board


def _task(number: int, value: object) -> CodeTask:
    place = f"task {number}: "
    if not isinstance(value, dict):
        raise ValueError(f"{place}not a table")
    numbers = ("points", "most")
    _check(place, value, {x.name: float if x.name in numbers else str for x in fields(CodeTask)})
    if "ask" not in value:
        raise ValueError(f"{place}ask is missing")
    if value["ask"] not in (*ASKS, SOLUTION):
        raise ValueError(f"{place}{unknown('ask', value['ask'], (*ASKS, SOLUTION))}")
    if value["ask"] != SOLUTION and "function" not in value:
        raise ValueError(f"{place}function is missing")
    meant = {"ask", "points", "name", "file", "board"}
    for name in value:
        if (name not in meant) if value["ask"] == SOLUTION else name in ("file", "board"):
            raise ValueError(f"{place}{name} does not belong to {value['ask']}")
    task = CodeTask(**value)
    method = Method(task.algorithm, task.heuristic, order=task.order, ties=task.ties)
    return replace(task, ties=method.ties)


def _check(place: str, values: Mapping[str, Any], known: Mapping[str, type]) -> None:
    """ValueError where a key is not known, or its value is of another type."""
    words = {str: "a text", float: "a number, 0 or more", list: "a list"}
    for name, value in values.items():
        if name not in known:
            raise ValueError(f"{place}{unknown('key', name, sorted(known))}")
        is_right = isinstance(value, known[name])
        if known[name] is float:
            is_right = type(value) in (int, float) and 0 <= value < math.inf
        if not is_right:
            raise ValueError(
                f"{place}{name} must be {words[known[name]]}, not {quoted(str(value))}"
            )


def grade(assignment: Assignment, student: str, path: Path) -> Submission:
    """Judge each task by a file or a folder; what cannot be run or read gets no points, and why."""
    reports: dict[Hashable, Report | SearchReport] = {}
    judged = []
    for task in assignment.tasks:
        if task.ask == SOLUTION:
            judged.append(_solution(task, path, assignment.goal))
            continue
        run = _run(task, assignment.tasks)
        try:
            file = _only(path, lambda file: file.suffix == CODE_SUFFIX, "Python file")
            source = find(f"{file}:{task.function}")
            if run not in reports:
                reports[run] = _report(run, source, assignment)
            judged.append(ASKS[task.ask](task, reports[run], assignment.goal))
        except (CodeError, FileNotFoundError) as error:
            judged.append(Judged(task, False, str(error)))
    return Submission(student, tuple(judged))


def _run(task: CodeTask, tasks: Sequence[CodeTask]) -> CodeTask | str:
    """What is run for a task: of a heuristic the function, of a search one of ``tasks``.

    What is compared with another search has been run on all boards, too.
    """
    if task.ask in OF_HEURISTICS:
        return task.function
    run = task.function, task.heuristic, task.order
    for each in tasks:
        if task.ask != AGREES == each.ask and run == (each.function, each.heuristic, each.order):
            return each
    return task if task.ask == AGREES else replace(task, ask="", name="", points=0)


def _report(run: CodeTask | str, source: CodeFile, assignment: Assignment) -> Report | SearchReport:
    goal, boards = assignment.goal, assignment.boards
    if isinstance(run, str):
        tasks = [task for task in assignment.tasks if task.function == run]
        return check_heuristic(source, goal, boards, _algorithms(tasks))
    against = _against(run) if run.ask == AGREES else None
    method = Method(source.name, run.heuristic, order=run.order)
    return check_search(source, goal, method, against, boards)


def _algorithms(tasks: Iterable[CodeTask]) -> set[str]:
    """What searches with a heuristic that is judged by ``tasks``: the most of the time."""
    return {task.algorithm for task in tasks if task.ask == EXPANSIONS}


def _only(path: Path, is_meant: Callable[[Path], bool], what: str) -> Path:
    """``path``, or the first such file in the folder that it is; FileNotFoundError."""
    found = sorted(path.iterdir()) if path.is_dir() else [path]
    for file in found:
        if file.is_file() and not file.name.startswith(".") and is_meant(file):
            return file
    raise FileNotFoundError(f"there is no {what}")


def judge_heuristic(
    tasks: Sequence[CodeTask], source: CodeFile, goal: Board, report: Reporter = no_report
) -> tuple[Judged, ...]:
    """Judge a heuristic by each task; raise CodeError if it cannot be run."""
    found = check_heuristic(source, goal, algorithms=_algorithms(tasks), report=report)
    return tuple(OF_HEURISTICS[task.ask](task, found, goal) for task in tasks)


def submissions(folder: Path, assignment: Assignment) -> Iterator[tuple[str, Path]]:
    """The students, each with a file, or with a folder that has one or more."""
    is_any = any(task.ask == SOLUTION for task in assignment.tasks)
    for path in sorted(folder.iterdir()):
        with suppress(FileNotFoundError):
            _only(path, lambda file: is_any or file.suffix == CODE_SUFFIX, "file")
            yield path.name if path.is_dir() else path.stem, path


def _solution(task: CodeTask, path: Path, goal: Board) -> Judged:
    """Whether the moves in a file lead to the goal, and there are no fewer."""
    try:
        file = _only(path, lambda file: task.file in ("", file.name) and file.suffix != CODE_SUFFIX,
                     task.file or "file with a solution")  # fmt: skip
        source = find_source(str(file))
        try:
            contents = source.read()
        except BoardError as error:
            raise source.error(error) from None
        start, moves = contents.start, contents.moves
        if moves is None:
            return Judged(task, False, "it has no moves", start)
        if start != (Board.parse(task.board) if task.board else start):
            return Judged(task, False, f"it begins from {start}, not from {task.board}", start)
        Problem(start, goal)
        end = start.apply_all(moves)
    except (FileNotFoundError, PuzzlerError) as error:
        return Judged(task, False, str(error))
    length = counted(len(moves), "move")
    if end != goal:
        return Judged(task, False, f"after {length} the goal is not reached", end)
    result = solve(start, goal, Method.shortest(*goal.size, Limit(seconds=SECONDS)))
    if result.proven_optimal:
        words = f"{length}, the shortest solution has {result.length}"
        return Judged(task, len(moves) == result.length, words)
    return Judged(task, False, f"{length}; what is shortest is not proven within {SECONDS:g} s")


def _admissible(task: CodeTask, report: Report, goal: Board) -> Judged:
    over = report.counterexample
    if over is None:
        return Judged(task, bool(report.admissible), _proof(report))
    words = f"h is {over.h:g}, but the goal is {counted(over.distance, 'move')} away"
    return Judged(task, False, f"{words}; too large on {report.overestimates:,} states", over.board)


def _consistent(task: CodeTask, report: Report, goal: Board) -> Judged:
    jump = report.jump
    if jump is not None:
        words = f"move {jump.move.letter} changes h from {jump.h:g} to {jump.h_after:g}"
        return Judged(task, False, words, jump.board)
    if report.consistent is False:
        return Judged(task, False, f"h is {report.goal_h:g} at the goal", goal)
    return Judged(task, bool(report.consistent), _proof(report))


def _proof(report: Report) -> str:
    if report.is_proof:
        return f"proven over all {report.states:,} states"
    return f"no mistake on {report.states:,} boards"


def _expansions(task: CodeTask, report: Report, goal: Board) -> Judged:
    counts = report.expanded
    count = None if counts is None else counts[task.algorithm][report.title]
    if count is None:
        return Judged(task, False, "it is of no use to the search, or a limit was reached")
    words = f"{count:,.1f} states expanded on average, at most {task.most:,g} asked for"
    return Judged(task, count <= task.most, words)


def _better(task: CodeTask, report: Report, goal: Board) -> Judged:
    mean, other = report.mean_h, report.means[task.heuristic]
    title = HEURISTICS[task.heuristic].title
    words = f"{report.title} is {mean:.2f} on average, {title} {other:.2f}"
    return Judged(task, mean > other, words)


def _solves(task: CodeTask, report: SearchReport, goal: Board) -> Judged:
    failure = report.first_failure
    words = f"{report.solved} of {len(report.boards)} boards solved"
    if failure is None:
        return Judged(task, True, words)
    return Judged(task, False, f"{words}; {failure.failure}", failure.board)


def _shortest(task: CodeTask, report: SearchReport, goal: Board) -> Judged:
    words = f"{report.shortest} of {len(report.boards)} solutions are shortest"
    longer = next((each for each in report.boards if each.length != each.distance), None)
    if longer is None:
        return Judged(task, True, words)
    why = longer.failure or f"{longer.length} moves instead of {longer.distance}"
    return Judged(task, False, f"{words}; {why}", longer.board)


def _against(task: CodeTask) -> Method:
    return Method(task.algorithm, task.heuristic, order=task.order, ties=task.ties).textbook


def _agrees(task: CodeTask, report: SearchReport, goal: Board) -> Judged:
    if report.divergence is not None:
        return Judged(task, False, report.divergence.words, report.divergence_at)
    failure = report.first_failure
    if failure is not None:
        return Judged(task, False, failure.failure, failure.board)
    return Judged(task, True, f"as {_against(task).title}, expansion by expansion")


OF_HEURISTICS: dict[str, Callable[[CodeTask, Any, Board], Judged]] = {
    "admissible": _admissible,
    "consistent": _consistent,
    EXPANSIONS: _expansions,
    BETTER: _better,
}
ASKS: dict[str, Callable[[CodeTask, Any, Board], Judged]] = {
    **OF_HEURISTICS,
    "solves": _solves,
    "shortest": _shortest,
    AGREES: _agrees,
}
"""What a task may ask for: of a heuristic that it is ``admissible`` or ``consistent``, that a
search needs at most so many ``expansions`` with it, or that it is ``better`` than one of ours,
which is larger on average; of a search that it ``solves`` all boards, that its solutions are
``shortest``, or that it ``agrees`` with one of ours, expansion by expansion."""
