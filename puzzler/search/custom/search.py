"""A search defined by a function of the user. Every expansion is recorded."""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from puzzler.board.board import Board
from puzzler.board.errors import IllegalMoveError
from puzzler.board.move import Move
from puzzler.board.scenario import Problem
from puzzler.humanize import counted
from puzzler.progress import Cancelled, check_cancelled
from puzzler.search.custom.problem import FIELDS, NONE
from puzzler.search.custom.runner import board_rows, release_code, start_code
from puzzler.search.custom.source import (
    CodeError,
    CodeFile,
    functions_of,
    named,
    reads_heuristic,
    text_of,
)
from puzzler.search.engine.algorithm import Algorithm
from puzzler.search.engine.stepping import Status, Stepping, Storage, Task
from puzzler.search.packing import make_space
from puzzler.search.result import SearchStats

BYTES_OF_STATE, BYTES_OF_EXPANSION = 200, 250
"""Estimated memory of the records. The process of the user's code has its own limit."""
MAX_REUSED = 50_000
"""Limit on the expansions of a search whose process is used again, because of its memory."""
PARENT, G, MOVE, LINE = range(FIELDS)


class CustomSearch(Stepping):
    """A running search of the user. Its process ends with it."""

    reader = "custom.CustomReader"
    keeping = Storage.ALL

    def __init__(self, task: Task) -> None:
        super().__init__(task)
        source = named(task.algorithm)
        assert source is not None, "the algorithm was found by that name"
        problem = task.problem
        self._source = source
        self._process = start_code(source)
        self._finalizer = weakref.finalize(self, self._process.close)
        self._process.load(check_cancelled)
        self._request: dict[str, Any] = {
            "shape": problem.start.size,
            "start": problem.start.tiles,
            "goal": problem.goal.tiles,
            "order": task.order,
            "takes_heuristic": takes_heuristic(source),
        }
        self.lines = dict(enumerate(text_of(source.file).splitlines(), 1))
        """The lines of the file at the start of the search, by number."""
        self._steps = _steps(make_space(*problem.start.size).targets.tolist(), task.moves)
        self.states: list[bytes] = []
        """The tiles of the expanded states, in order."""
        self.records: list[list[int]] = []
        """PARENT, G, MOVE and LINE of each expansion."""
        self.generated: dict[bytes, int] = {bytes(problem.start.tiles): NONE}
        """For each state, the number of the expansion that generated it by the shortest path."""
        self.longer: dict[bytes, int] = {}
        """The previous g of the states in the frontier to which the last expansion leads by a
        shorter path."""
        self.variables: Sequence[tuple[str, str]] = ()
        """The names and values of the user's variables at the last expansion, if known."""
        self.closed: set[bytes] = set()
        """The expanded states."""
        self._generated = self._duplicates = self._peak = self._deepest = 0
        self._moves: tuple[Move, ...] | None = None
        self._is_ended = False
        self._failure = ""  # raised after the last recorded expansion
        self.is_by_tests = False
        """Whether the recorded states are those that were compared with the goal."""

    @property
    def printed(self) -> str:  # type: ignore[override]  # read only
        return self._process.printed

    @property
    def expanded(self) -> int:
        return len(self.records)

    def work(self, budget: int) -> Status:
        if self._failure:
            raise CodeError(self._failure)
        if self._is_ended:
            return Status.EXHAUSTED if self._moves is None else Status.SOLVED
        request = self._request | {"budget": budget}
        try:
            done = self._process.search(request, self._evaluate, check_cancelled)
        except Cancelled:
            self._process.close()
            raise
        if done.content:
            self.variables = done.variables
        self._take(done.content)
        self._failure = done.error
        self.is_by_tests = done.is_by_tests
        if self._bytes > self.task.memory:
            return Status.LIMIT
        if done.is_paused or done.error:
            return Status.RUNNING
        self._is_ended = True
        self._finalizer.detach()
        if self.expanded > MAX_REUSED:
            self._process.close()
        else:
            release_code(self._source, self._process)
        if done.moves is None:
            self.note = f"{self._process.title} returned no solution"
            return Status.EXHAUSTED
        self._moves = self._checked(done.moves)
        return Status.SOLVED

    @property
    def has_given_up(self) -> bool:
        """Whether the search ended without a solution."""
        return bool(self.note)

    @property
    def _bytes(self) -> int:
        return BYTES_OF_STATE * len(self.generated) + BYTES_OF_EXPANSION * len(self.records)

    def _evaluate(self, content: bytes) -> bytes:
        return self.task.tables.evaluate_each(self._boards(content)).tobytes()

    def _boards(self, content: bytes) -> NDArray[np.uint8]:
        return board_rows(content, len(self.task.problem.start.tiles), self._process.title)

    def _take(self, content: bytes) -> None:
        """Record expansions. The generated states follow from the legal moves."""
        count = len(content) // (4 * FIELDS + len(self.task.problem.start.tiles))
        records = np.frombuffer(content, np.int32, count * FIELDS).reshape(-1, FIELDS)
        boards = self._boards(content[4 * FIELDS * count :])
        steps, depths = records[:, MOVE], records[:, G]
        if len(boards) != count or not (np.isin(steps, [*self._steps]) & (depths >= 0)).all():
            raise CodeError(f"{self._process.title} has sent an invalid message: an expansion")
        for record, board in zip(records.tolist(), boards, strict=True):
            if not NONE <= record[PARENT] < self.expanded:
                record[PARENT] = NONE  # the code has kept the state from an earlier search
            state = board.tobytes()
            self.states.append(state)
            self.records.append(record)
            self.closed.add(state)
            self.longer = {}
            for _, after in self.successors(self.expanded - 1):
                self._generated += 1
                if after in self.generated:
                    self._duplicates += 1
                    g = self.g_of(after)
                    if g <= record[G] + 1 or after in self.closed:
                        continue
                    self.longer[after] = g
                self.generated[after] = self.expanded - 1
            self._deepest = max(self._deepest, record[G])
            self._peak = max(self._peak, len(self.generated) - len(self.closed))

    def g_of(self, state: bytes) -> int:
        """The number of moves on the shortest path to a generated state."""
        number = self.generated[state]
        return 0 if number == NONE else self.records[number][G] + 1

    def successors(self, number: int) -> list[tuple[Move, bytes]]:
        """The successors of an expansion, in order, without the inverse of the last move."""
        state = self.states[number]
        blank, found = state.index(0), []
        for move, target in self._steps[self.records[number][MOVE]][blank]:
            tiles = bytearray(state)
            tiles[blank], tiles[target] = tiles[target], 0
            found.append((move, bytes(tiles)))
        return found

    def _checked(self, moves: tuple[Move, ...]) -> tuple[Move, ...]:
        problem = self.task.problem
        answer = f"{self._process.title} returned {counted(len(moves), 'move')}"
        board = problem.start
        for number, move in enumerate(moves, 1):
            try:
                board = board.apply(move)
            except IllegalMoveError as error:
                fault = f"{answer} of which number {number} is not legal: {error}"
                raise CodeError(fault + _advice(problem, moves, self.expanded)) from None
        if board != problem.goal:
            fault = f"{answer}; the last state is {board}, not the goal"
            raise CodeError(fault + _advice(problem, moves, self.expanded))
        return moves

    def stats(self) -> SearchStats:
        frontier = len(self.generated) - len(self.closed)
        return SearchStats(
            expanded=self.expanded,
            generated=self._generated,
            duplicates=self._duplicates,
            reopened=self.expanded - len(self.closed),
            frontier=frontier,
            peak_frontier=self._peak,
            stored=len(self.generated),
            bytes=self._bytes,
            depth=self.records[-1][G] if self.records else 0,
            deepest=self._deepest,
            best_h=0 if self._moves is not None else self.task.start_h,
        )

    def current(self) -> Board:
        return self.board(self.states[-1]) if self.states else self.task.problem.start

    def board(self, state: bytes) -> Board:
        """The board of a state."""
        return Board(*self.task.problem.start.size, tuple(state))

    def solution(self) -> tuple[Move, ...] | None:
        return self._moves

    def lower_bound(self) -> int:
        return self.task.start_bound()


def _steps(
    targets: Sequence[Sequence[int]], moves: Sequence[Move]
) -> dict[int, list[list[tuple[Move, int]]]]:
    """Return the moves and the next cells of the blank, by the last move or NONE and by its cell.

    The inverse of the last move is left out.
    """
    return {
        last: [
            [
                (move, cells[move])
                for move in moves
                if cells[move] >= 0 and (last == NONE or move is not Move(last).inverse)
            ]
            for cells in targets
        ]
        for last in (NONE, *Move)
    }


_TRANSPOSED = {
    Move.UP: Move.LEFT, Move.LEFT: Move.UP, Move.DOWN: Move.RIGHT, Move.RIGHT: Move.DOWN
}  # fmt: skip


def _advice(problem: Problem, moves: tuple[Move, ...], expanded: int) -> str:
    """Return advice if the moves show a usual mistake, else "". expanded: number of expansions."""
    inverse = tuple(move.inverse for move in moves)
    transposed = tuple(_TRANSPOSED[move] for move in moves)
    usual = [
        ("in reverse order they reach the goal: reverse the list", moves[::-1]),
        ("the opposite moves reach the goal: an action is the direction of the blank", inverse),
        ("they lead from the goal to the start: reverse the list and each move", inverse[::-1]),
        ("with U and L, and D and R, exchanged they reach the goal", transposed),
        *(("the last move is missing", (*moves, move)) for move in Move),
        *(("the first move is missing", (move, *moves)) for move in Move),
    ]
    found = dict.fromkeys(advice for advice, each in usual if _reaches(problem, each))
    if not found and 0 < expanded < len(moves):  # 0 if the search was not recorded
        return (
            f"; no path has more moves than there were expansions ({expanded:,}): do all nodes "
            "share one list of actions? Copy the list before you append an action"
        )
    return "; " + ", or ".join(found) if found else ""


def _reaches(problem: Problem, moves: tuple[Move, ...]) -> bool:
    try:
        return problem.start.apply_all(moves) == problem.goal
    except IllegalMoveError:
        return False


def takes_heuristic(source: CodeFile) -> bool:
    """Whether the function has a second parameter, which receives the heuristic."""
    return len(functions_of(source.file).get(source.function, ())) > 1


@lru_cache(maxsize=64)
def custom_algorithm(source: CodeFile) -> Algorithm:
    """Return the function as an algorithm. Its file is not run before the search starts."""
    try:
        is_informed = reads_heuristic(source)
    except CodeError:  # the error is raised when the search starts
        is_informed = True
    return Algorithm(
        name=source.name,
        title=source.title,
        summary=f"the function {source.function} of {source.file}",
        rank=1000,
        make=CustomSearch,
        heuristic="manhattan" if is_informed else "zero",
        evaluation="f" if is_informed else "g",
        parameters=frozenset({"heuristic", "order"} if is_informed else {"order"}),
        keeps=Storage.ALL,
        figures=("frontier", "depth"),
    )
