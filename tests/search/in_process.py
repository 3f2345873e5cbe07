"""Runs searches of a user without child processes."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from puzzler.board import Board, Move
from puzzler.progress import Reporter
from puzzler.search.custom.goal_tests import compile_search, names
from puzzler.search.custom.problem import RecordedProblem, moves_of
from puzzler.search.custom.runner import Evaluate, Searched
from puzzler.search.custom.source import CodeFile

MAX_EXPANDED = 800


class _StoppedError(BaseException):
    """Raised in a search that has expanded MAX_EXPANDED states."""


def _compare(place: int, left: object, right: object) -> None:
    _problems[-1].compare(place, left, right)


@cache
def _functions(file: Path) -> dict[str, Any]:
    functions: dict[str, Any] = names(_compare)
    exec(compile_search(file.read_bytes(), str(file)), functions)
    return functions


_problems: list[RecordedProblem] = []
"""The running problem."""


class InProcess:
    """Runs searches in this process, because a new process per board takes most of the time."""

    printed = ""

    def __init__(self, source: CodeFile) -> None:
        self.title, self._source = source.title, source

    def load(self, report: Reporter) -> dict[str, bool]:
        return {}

    def search(self, request: dict[str, Any], h: Evaluate, report: Reporter) -> Searched:
        """Run to the end or to MAX_EXPANDED, independent of the budget."""
        start, goal = (Board(*request["shape"], tuple(request[end])) for end in ("start", "goal"))
        ahead = MAX_EXPANDED

        def evaluate(states: Sequence[Board]) -> array[int]:
            return array("q", h(b"".join(bytes(state.tiles) for state in states)))

        def pause() -> None:
            nonlocal ahead
            if not ahead:
                raise _StoppedError
            ahead -= 1

        file = self._source.file
        problem = RecordedProblem(start, goal, request["order"], evaluate, str(file), pause)
        _problems[:] = [problem]
        arguments = (problem, problem.heuristic) if request["takes_heuristic"] else (problem,)
        try:
            moves = moves_of(_functions(file)[self._source.function](*arguments), start)
        except ValueError as error:
            return Searched(False, None, problem.is_by_tests, str(error), problem.take())
        except _StoppedError:
            return Searched(True, None, problem.is_by_tests, "", problem.take())
        moves = None if moves is None else tuple(map(Move, moves))
        return Searched(False, moves, problem.is_by_tests, "", problem.take())

    def close(self) -> None:
        pass
