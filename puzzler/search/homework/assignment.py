"""Assignments: tasks for a student's file, and the points for each.

An assignment is a TOML file. Each task names a function of the student and one requirement (see
``ASKS``), or requires a file with a solution.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from io import BytesIO
from pathlib import Path
from typing import Any

from puzzler import resources
from puzzler.board.board import Board
from puzzler.board.errors import BoardError, PuzzlerError, quoted, unknown_name
from puzzler.board.scenario import Problem
from puzzler.formats import toml_reading
from puzzler.formats.reading import TextSource, find_source
from puzzler.humanize import counted
from puzzler.progress import Reporter, no_report
from puzzler.search.custom.source import CODE_SUFFIX, CodeError, CodeFile, find
from puzzler.search.homework.heuristic_check import Report, check_heuristic
from puzzler.search.homework.search_check import SearchReport, check_search
from puzzler.search.homework.task import BETTER, CodeTask
from puzzler.search.method import Method
from puzzler.search.options import Limit
from puzzler.search.registry import HEURISTICS
from puzzler.search.solve import solve

AGREES = "agrees"
EXPANSIONS = "expansions"
SOLUTION = "solution"
MAX_BYTES = 250_000
"""Limit on the size of a file."""
LARGEST_NUMBER = 10**9
"""The largest number of points and of expansions."""
SECONDS = 60.0
"""Time limit for proving that a solution is optimal."""


@dataclass(frozen=True)
class Assignment:
    """Tasks and the boards they use."""

    title: str
    goal: Board
    tasks: tuple[CodeTask, ...]
    boards: tuple[Board, ...] = ()
    """The boards to search, by default those of ``check``."""

    @property
    def points(self) -> float:
        """The maximum number of points."""
        return sum(task.points for task in self.tasks)


@dataclass(frozen=True)
class TaskResult:
    """The result of one task."""

    task: CodeTask
    is_passed: bool
    text: str
    board: Board | None = None
    """A board that shows the fault."""

    @property
    def points(self) -> float:
        """The points of the task, or 0 if it failed."""
        return self.task.points if self.is_passed else 0


@dataclass(frozen=True)
class Submission:
    """A student and the results of all tasks."""

    student: str
    results: tuple[TaskResult, ...]

    @property
    def points(self) -> float:
        """The sum of all points."""
        return sum(each.points for each in self.results)


def read_assignment(file: Path) -> Assignment:
    """Return the assignment in a file. Raises PuzzlerError with the file, task and fault."""
    source = TextSource(str(file), lambda: BytesIO(resources.read_whole(file, MAX_BYTES)))
    text = source.text(MAX_BYTES)
    try:
        return parse_assignment(text, file.stem)
    except ValueError as error:  # including those of TOML
        raise PuzzlerError(f"{file}: {error}") from None


def parse_assignment(text: str, title: str) -> Assignment:
    """Return the assignment in a text. Raises ValueError."""
    content = toml_reading.parse(text).table
    types = {"title": str, "goal": str, "boards": list, "tasks": list}
    _check("", content, types)
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
        raise ValueError(f"{place}{unknown_name('ask', value['ask'], (*ASKS, SOLUTION))}")
    if value["ask"] != SOLUTION and "function" not in value:
        raise ValueError(f"{place}function is missing")
    solution_keys = {"ask", "points", "name", "file", "board"}
    for name in value:
        if (name not in solution_keys) if value["ask"] == SOLUTION else name in ("file", "board"):
            raise ValueError(f"{place}{name} cannot be used with {value['ask']}")
    task = CodeTask(**value)
    if task.ask == BETTER and task.heuristic not in HEURISTICS:
        raise ValueError(f"{place}{unknown_name('heuristic', task.heuristic, HEURISTICS)}")
    method = Method(task.algorithm, task.heuristic, order=task.order, ties=task.ties)
    return replace(task, ties=method.ties)


def _check(place: str, values: Mapping[str, Any], types: Mapping[str, type]) -> None:
    """Raise ValueError if a key is unknown or a value has the wrong type."""
    text = {str: "a text", float: "a number from 0 to 1,000,000,000", list: "a list"}
    for name, value in values.items():
        if name not in types:
            raise ValueError(f"{place}{unknown_name('key', name, sorted(types))}")
        is_right = isinstance(value, types[name])
        if types[name] is float:
            is_right = type(value) in (int, float) and 0 <= value <= LARGEST_NUMBER
        if not is_right:
            raise ValueError(f"{place}{name} must be {text[types[name]]}, not {quoted(str(value))}")


def grade(assignment: Assignment, student: str, path: Path) -> Submission:
    """Grade a student's file or folder. Unusable code gets no points, with the reason."""
    reports: dict[Hashable, Report | SearchReport] = {}
    results = []
    for task in assignment.tasks:
        if task.ask == SOLUTION:
            results.append(_solution(task, path, assignment.goal))
            continue
        run = _report_key(task, assignment.tasks)
        try:
            file = _find_file(path, lambda file: file.suffix == CODE_SUFFIX, "Python file")
            source = find(f"{file}:{task.function}")
            if run not in reports:
                reports[run] = _report(run, source, assignment)
            results.append(ASKS[task.ask](task, reports[run]))
        except CodeError as error:
            results.append(TaskResult(task, False, str(error)))
        except OSError as error:
            results.append(TaskResult(task, False, resources.failure(error)))
    return Submission(student, tuple(results))


def _report_key(task: CodeTask, tasks: Sequence[CodeTask]) -> CodeTask | str:
    """Return a key for the report that a task needs: a heuristic's function or a search's task.

    A search that another task compares with an algorithm is run only once.
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
        return check_heuristic(source, goal, boards, _required_algorithms(tasks))
    against = _reference_method(run) if run.ask == AGREES else None
    method = Method(source.name, run.heuristic, order=run.order)
    return check_search(source, goal, method, against, boards)


def _required_algorithms(tasks: Iterable[CodeTask]) -> set[str]:
    """Return the algorithms to search with. Searches take most of the time of a check."""
    return {task.algorithm for task in tasks if task.ask == EXPANSIONS}


def _find_file(path: Path, is_suitable: Callable[[Path], bool], what: str) -> Path:
    """Return ``path`` or, if it is a folder, its first suitable file. Raises FileNotFoundError."""
    found = sorted(path.iterdir()) if path.is_dir() else [path]
    for file in found:
        if file.is_file() and not file.name.startswith(".") and is_suitable(file):
            return file
    raise FileNotFoundError(f"there is no {what}")


def judge_heuristic(
    tasks: Sequence[CodeTask], source: CodeFile, goal: Board, report: Reporter = no_report
) -> tuple[TaskResult, ...]:
    """Grade a heuristic by each task. Raises CodeError if it cannot be run."""
    found = check_heuristic(source, goal, algorithms=_required_algorithms(tasks), report=report)
    return tuple(OF_HEURISTICS[task.ask](task, found) for task in tasks)


def submissions(folder: Path, assignment: Assignment) -> Iterator[tuple[str, Path]]:
    """Yield the name of each student and the student's file or folder."""
    is_any = any(task.ask == SOLUTION for task in assignment.tasks)
    found = []
    for path in sorted(folder.iterdir()):
        try:
            _find_file(path, lambda file: is_any or file.suffix == CODE_SUFFIX, "file")
        except FileNotFoundError:
            continue
        except OSError:  # ``grade`` reports it
            pass
        found.append(path)
    counts = Counter(path.stem for path in found)
    for path in found:
        yield path.name if path.is_dir() or counts[path.stem] > 1 else path.stem, path


def _solution(task: CodeTask, path: Path, goal: Board) -> TaskResult:
    try:
        file = _find_file(
            path,
            lambda file: task.file in ("", file.name) and file.suffix != CODE_SUFFIX,
            task.file or "file with a solution",
        )
        source = find_source(str(file))
        try:
            contents = source.read()
        except BoardError as error:
            raise source.error(error) from None
        start, moves = contents.start, contents.moves
        if moves is None:
            return TaskResult(task, False, "the file has no moves", start)
        if start != (Board.parse(task.board) if task.board else start):
            return TaskResult(task, False, f"it starts from {start}, not from {task.board}", start)
        Problem(start, goal)
        end = start.apply_all(moves)
    except PuzzlerError as error:
        return TaskResult(task, False, str(error))
    except OSError as error:
        return TaskResult(task, False, resources.failure(error))
    length = counted(len(moves), "move")
    if end != goal:
        return TaskResult(task, False, f"the goal is not reached after {length}", end)
    result = solve(start, goal, Method.shortest(*goal.size, Limit(seconds=SECONDS)))
    if result.proven_optimal:
        text = f"{length}, the shortest solution has {result.length}"
        return TaskResult(task, len(moves) == result.length, text)
    return TaskResult(task, False, f"{length}, not proven optimal within {SECONDS:g} s")


def _admissible(task: CodeTask, report: Report) -> TaskResult:
    over = report.counterexample
    if over is None:
        return TaskResult(task, bool(report.admissible), _proof(report))
    text = f"h is {over.h:g}, but the board is {counted(over.distance, 'move')} from the goal"
    states = counted(report.overestimates, "state")
    return TaskResult(task, False, f"{text}; h overestimates in {states}", over.board)


def _consistent(task: CodeTask, report: Report) -> TaskResult:
    jump = report.inconsistency
    if jump is not None:
        text = f"moving the blank {jump.move.name.lower()} "
        text += f"changes h from {jump.h:g} to {jump.h_after:g}"
        return TaskResult(task, False, text, jump.board)
    if report.consistent is False:
        return TaskResult(task, False, f"h is {report.goal_h:g} at the goal", report.goal)
    return TaskResult(task, bool(report.consistent), _proof(report))


def _proof(report: Report) -> str:
    if report.is_proof:
        return f"proven over all {report.states:,} states"
    return f"no counterexample among {report.states:,} boards (not a proof)"


def _expansions(task: CodeTask, report: Report) -> TaskResult:
    counts = report.expansions
    count = None if counts is None else counts[task.algorithm][report.title]
    if count is None:
        return TaskResult(task, False, "h is negative or too large, or a search reached a limit")
    text = f"mean of {count:,.1f} expanded states, the limit is {task.most:,g}"
    return TaskResult(task, count <= task.most, text)


def _better(task: CodeTask, report: Report) -> TaskResult:
    mean, other = report.mean_h, report.means[task.heuristic]
    title = HEURISTICS[task.heuristic].title
    text = f"mean h: {report.title} {mean:.2f}, {title} {other:.2f}"
    return TaskResult(task, mean > other, text)


def _solves(task: CodeTask, report: SearchReport) -> TaskResult:
    failure = report.first_failure
    text = f"{report.solved} of {len(report.boards)} boards solved"
    if failure is not None:
        return TaskResult(task, False, f"{text}; {failure.failure}", failure.board)
    return TaskResult(task, report.solved > 0, text + _limits(report))


def _shortest(task: CodeTask, report: SearchReport) -> TaskResult:
    text = (
        f"{report.solved_optimally} of {len(report.boards)} boards solved with an optimal solution"
    )
    finished = (each for each in report.boards if not each.is_limited)
    longer = next((each for each in finished if each.length != each.distance), None)
    if longer is None:
        return TaskResult(task, report.solved > 0, text + _limits(report))
    why = longer.failure or f"{longer.length} moves, the shortest solution has {longer.distance}"
    return TaskResult(task, False, f"{text}; {why}", longer.board)


def _limits(report: SearchReport) -> str:
    return f"; {report.limited[0].failure}" if report.limited else ""


def _reference_method(task: CodeTask) -> Method:
    return Method(task.algorithm, task.heuristic, order=task.order, ties=task.ties).textbook


def _agrees(task: CodeTask, report: SearchReport) -> TaskResult:
    found = report.divergence
    if found is not None and found.cause.is_fault:
        return TaskResult(task, False, found.words, report.divergence_at)
    if report.has_fault:
        is_failed = report.first_failure is not None
        return (_solves if is_failed else _shortest)(task, report)
    title = _reference_method(task).title
    text = f"expands the same states in the same order as {title}"
    if found is not None and found.cause.label == "agrees":
        text = f"agrees {found.cause.extent} with {title}: {found.cause.title}"
    elif found is not None:
        text = _solves(task, report).text
        text += f"; not compared with {title}, because {found.cause.title}"
    return TaskResult(task, report.solved > 0, text)


OF_HEURISTICS: dict[str, Callable[[CodeTask, Any], TaskResult]] = {
    "admissible": _admissible,
    "consistent": _consistent,
    EXPANSIONS: _expansions,
    BETTER: _better,
}
ASKS: dict[str, Callable[[CodeTask, Any], TaskResult]] = {
    **OF_HEURISTICS,
    "solves": _solves,
    "shortest": _shortest,
    AGREES: _agrees,
}
"""The possible requirements. A heuristic can be required to be ``admissible`` or ``consistent``, to
need a limited number of ``expansions``, or to be ``better`` (larger on average) than a built-in
heuristic. A search can be required to solve all boards (``solves``), to find optimal solutions
(``shortest``), or to expand the same states as a built-in search in the same order
(``agrees``)."""
