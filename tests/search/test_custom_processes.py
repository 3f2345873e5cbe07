"""How searches use the processes of the user's code, with fake processes."""

from __future__ import annotations

import gc
from array import array
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from puzzler.board import Board, Move
from puzzler.board.scenario import Problem
from puzzler.progress import Cancelled, no_report
from puzzler.search.custom import heuristic as custom
from puzzler.search.custom import runner, source
from puzzler.search.custom import search as custom_search
from puzzler.search.custom.runner import (
    Searched,
    keep_variables,
    release_code,
    reused_processes,
    start_code,
)
from puzzler.search.custom.search import MOVE, PARENT, G
from puzzler.search.custom.source import CodeError, CodeFile, functions_of, reads_heuristic
from puzzler.search.heuristics.heuristic import MAX_CALLED_H, NO_CUSTOM
from puzzler.search.method import Method
from puzzler.search.packing import board_of, count_of
from puzzler.search.starting import start

ONE, OTHER = (CodeFile(Path("/nowhere/mine.py"), name) for name in ("h", "other"))
GOAL = Board.solved(4, 4)
TILES = np.array(GOAL.tiles, np.int64)


class Process:
    """A process that answers with its attributes."""

    title = "mine.py:h"
    printed = ""
    seconds = 0.0
    keeps_variables = is_closed = False
    compiled: Process | None = None
    second: Process | None = None
    h: float = 7
    error: BaseException | None = None
    answers: Any = ()

    def __init__(self, **attributes: Any) -> None:
        self.calls = 0
        self.examples: list[Any] = []
        self.__dict__ |= attributes

    def close(self) -> None:
        self.is_closed = True

    def load(self, report: object) -> dict[str, bool]:
        if self.error is not None:
            raise self.error
        return {}

    def evaluate(self, goal: Board, tiles: Any, report: object) -> Any:
        self.calls += 1
        self.printed += f"call {self.calls}"
        return np.full(len(tiles), self.h)

    def start_second(self) -> Process | None:
        return self.second

    def compile_in_background(self, *examples: Any) -> Callable[[], str | None]:
        self.examples.append(examples)
        return lambda: self.answers.pop(0)

    def explore(self, goal: Board, tiles: Any, report: object) -> Any:
        self.calls += 1
        if self.error is not None:
            raise self.error
        return self.answers

    def search(self, request: object, h: object, report: object) -> Searched:
        if self.error is not None:
            raise self.error
        found: Searched = self.answers.pop(0)
        return found


def test_a_process_is_used_by_one_search_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner.services, "find", lambda _: lambda _: Process())
    with reused_processes():
        first, second = start_code(ONE), start_code(ONE)
        assert first is not second
        release_code(ONE, first)
        release_code(ONE, second)
        assert [each.is_closed for each in (first, second)] == [False, True]  # type: ignore[attr-defined]
        assert start_code(ONE) is first
        assert start_code(ONE) is not first
        release_code(ONE, first)
        assert not keep_variables(OTHER)
        assert keep_variables(ONE) and first.keeps_variables
    assert first.is_closed  # type: ignore[attr-defined]
    assert not keep_variables(ONE)
    last = start_code(ONE)
    assert last is not first
    release_code(ONE, last)
    assert last.is_closed  # type: ignore[attr-defined]


def test_a_process_that_cannot_load_the_file_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    process = Process(error=CodeError("line 1"))
    monkeypatch.setattr(custom, "start_code", lambda _: process)
    with pytest.raises(CodeError, match="line 1"):
        custom._build(ONE, GOAL, no_report)
    assert process.is_closed


def test_stored_values_are_of_one_function_goal_and_file(write: Callable[..., Path]) -> None:
    file, goals = write("1"), (Board.solved(2, 2), Board.parse("0 1/2 3"))
    sources = [CodeFile(file, "a"), CodeFile(file, "b")]
    names = {custom._table_name(source, goal) for source in sources for goal in goals}
    write("2")
    names.add(custom._table_name(sources[0], goals[0]))
    assert len(names) == 5


def test_the_number_of_stored_tables_is_limited(
    write: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    removed: list[object] = []
    monkeypatch.setattr(custom.store, "saving", lambda *_: [0.5])
    monkeypatch.setattr(custom.store, "remove_oldest", lambda *them: removed.append(them))
    custom.save(CodeFile(write("1"), "h"), Board.solved(2, 2), np.zeros(12), no_report)
    assert removed == [("custom-", custom.MAX_TABLES)]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (0, 0),
        (1.0000000001, 1),
        (1.000001, 2),
        (32767, 32767),
        (32767.5, "too large"),
        (-1e-9, "less than 0"),
    ],
)
def test_values_are_rounded_up_and_bounded(value: float, expected: int | str) -> None:
    goal, number = Board.solved(2, 2), 5
    values = np.zeros(count_of(2, 2))
    values[number] = value
    if isinstance(expected, str):
        with pytest.raises(CodeError, match=expected):
            custom.tables_of(goal, values, "h")
    else:
        tables = custom.tables_of(goal, values, "h")
        assert tables.evaluate(board_of(number, goal)) == expected


# -- calls from a search --------------------------------------------------------------------------

Stored = list[tuple[list[Any], list[int]]]


@pytest.fixture
def stored(monkeypatch: pytest.MonkeyPatch) -> Stored:
    """The boards and values that are stored in the cache."""
    found: Stored = []
    monkeypatch.setattr(
        custom.estimate,
        "store_values",
        lambda _, boards, steps: found.append((boards[:, 0].tolist(), steps.tolist())),
    )
    return found


def calls_of(process: Process) -> Any:
    processes = ExitStack()
    processes.callback(process.close)
    return custom._Calls(process, GOAL, NO_CUSTOM, processes)  # type: ignore[arg-type]


def test_only_legal_values_of_explored_boards_are_stored(stored: Stored) -> None:
    boards = np.array([[first, *GOAL.tiles[1:]] for first in range(1, 6)], np.uint8)
    values = np.array([3.5, -1, MAX_CALLED_H, MAX_CALLED_H + 1, 0])
    process = Process(compiled=Process(answers=(3.5, boards, values)))
    assert calls_of(process).value(TILES) == 4
    assert stored == [([1, 3, 5], [4, MAX_CALLED_H, 0])]
    assert process.calls == 0


def test_a_compiled_function_that_fails_or_differs_is_not_used(stored: Stored) -> None:
    boards, values = TILES[None].astype(np.uint8), np.array([8.0])
    process = Process(compiled=Process(answers=(7.0, boards, values)))
    with pytest.raises(CodeError, match=r"returned 7, and compiled 8.*COMPILED = False"):
        calls_of(process).value(TILES)
    second = Process(answers=(None, boards[:0], values[:0]))
    calls = calls_of(Process(compiled=second))
    assert [calls.value(TILES) for _ in range(2)] == [7, 7]
    assert second.calls == 2, "only this board failed"
    second.error = CodeError("endless")
    assert [calls.value(TILES) for _ in range(2)] == [7, 7]
    assert second.calls == 3 and second.is_closed


@pytest.mark.parametrize("answer", ["", "why not"])
def test_the_function_is_compiled_after_some_calls(
    stored: Stored, monkeypatch: pytest.MonkeyPatch, answer: str
) -> None:
    monkeypatch.setattr(custom, "CALLS_COMPARED", 3)
    second = Process(answers=[None, answer])
    process = Process(second=second)
    calls = calls_of(process)
    for number in range(4):
        assert not second.is_closed and bool(second.examples) == (number == 3)
        calls.value(TILES)
    [(goal, boards, values)] = second.examples
    assert (goal, boards.shape, values.tolist()) == (GOAL, (3, 16), [7] * 3)
    second.answers = (7.0, TILES[None].astype(np.uint8), np.array([7.0]))
    calls.value(TILES)
    assert (process.calls, second.calls) == ((5, 0) if answer else (4, 1))
    assert second.is_closed == bool(answer)
    calls.fail(CodeError("first"))
    assert second.is_closed and process.is_closed


def test_the_first_failure_of_a_call_ends_the_search(stored: Stored) -> None:
    process = Process(h=MAX_CALLED_H)
    calls = calls_of(process)
    assert calls.value(TILES) == MAX_CALLED_H
    calls.check()
    for h, words in ((MAX_CALLED_H + 1, "which is too large, for 1 2"), (-0.5, "less than 0")):
        process.h = h
        with pytest.raises(CodeError, match=words):
            calls.value(TILES)
    for words in ("first", "second"):
        calls.fail(CodeError(words))
    assert process.is_closed and calls.value(TILES) == 0
    with pytest.raises(CodeError, match="first"):
        calls.check()


def test_the_printed_text_is_that_of_one_board(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[Process] = []

    def start_process(_: CodeFile) -> Process:
        started.append(Process())
        return started[-1]

    monkeypatch.setattr(custom, "start_code", start_process)
    printing = custom.Printing(ONE)
    assert not started
    assert [printing.of(GOAL, GOAL) for _ in range(2)] == ["call 1", "call 2"]
    [process] = started
    assert not process.is_closed
    del printing
    gc.collect()
    assert process.is_closed


# -- searches -------------------------------------------------------------------------------------

SMALL = Board.solved(2, 2)
BEFORE = SMALL.apply(Move.UP)


def expansions(*records: tuple[int, int, int], board: Board = BEFORE) -> bytes:
    """Return expansions of one board: parent, g and move of each."""
    numbers = array("i", [number for record in records for number in (*record, 1)])
    return numbers.tobytes() + bytes(board.tiles) * len(records)


Begin = Callable[..., tuple[custom_search.CustomSearch, Process]]


@pytest.fixture
def begin(write: Callable[..., Path], monkeypatch: pytest.MonkeyPatch) -> Begin:
    """Start a search whose process gives some answers."""
    name = f"{write('def search(problem): pass')}:search"

    def begin(*answers: Searched, **attributes: Any) -> tuple[custom_search.CustomSearch, Process]:
        process = Process(answers=[*answers], **attributes)
        monkeypatch.setattr(custom_search, "start_code", lambda _: process)
        stepping = start(Problem(BEFORE, SMALL), Method(name)).stepping
        assert isinstance(stepping, custom_search.CustomSearch)
        return stepping, process

    return begin


def test_states_of_an_earlier_search_have_no_parent(begin: Begin) -> None:
    content = expansions((-1, 0, -1), (5, 3, -1), (-7, 2, -1), (0, 1, -1))
    search, _ = begin(Searched(True, None, False, "", content))
    assert search.work(9).value == "running"
    assert [record[PARENT] for record in search.records] == [-1, -1, -1, 0]
    assert [record[G] for record in search.records] == [0, 3, 2, 1]
    assert {record[MOVE] for record in search.records} == {-1}
    stats = search.stats()
    assert (stats.expanded, stats.reopened, stats.depth, stats.deepest) == (4, 3, 1, 3)


def test_variables_are_those_of_the_last_expansion(begin: Begin) -> None:
    paused = Searched(True, None, False, "", expansions((-1, 0, -1)), [("x", "1")])
    search, _ = begin(paused, Searched(True, None, False, "", b""))
    for _ in range(2):
        search.work(1)
        assert search.variables == [("x", "1")]


def test_a_search_has_a_limit_of_memory(begin: Begin, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(custom_search, "BYTES_OF_EXPANSION", 1 << 50)
    search, _ = begin(Searched(True, None, False, "", expansions((-1, 0, -1))))
    assert search.work(1).value == "limit"


@pytest.mark.parametrize(("limit", "is_closed"), [(0, True), (1, False)])
def test_the_process_of_a_long_search_is_not_used_again(
    begin: Begin, monkeypatch: pytest.MonkeyPatch, limit: int, is_closed: bool
) -> None:
    monkeypatch.setattr(custom_search, "MAX_REUSED", limit)
    search, process = begin(Searched(False, (Move.DOWN,), False, "", expansions((-1, 0, -1))))
    with reused_processes():
        assert search.work(9).value == "solved"
        assert process.is_closed is is_closed
        del search
        gc.collect()
        assert process.is_closed is is_closed, "another search may use it"
    assert process.is_closed


def test_a_cancelled_search_ends_its_process(begin: Begin) -> None:
    search, process = begin(error=None)
    process.error = Cancelled()
    with pytest.raises(Cancelled):
        search.work(1)
    assert process.is_closed


# -- files ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("def h(board, k=3): pass", {"h": ("board",)}),
        ("def h(board, goal=None): pass", {"h": ("board",)}),
        ("def h(board, /, goal): pass", {"h": ("board", "goal")}),
        ("def s(problem, heuristic=None): pass", {"s": ("problem", "heuristic")}),
        ("def s(problem, g=null, x=1, y=null): pass", {"s": ("problem", "g")}),
        ("def s(problem, g=lambda s: 0, x=1): pass", {"s": ("problem", "g")}),
        ("def h(board=1): pass", {"h": ("board",)}),
        ("h = lambda board: 0\ng = h\nx = 3", {"h": ("board",), "g": ("board",)}),
        ("def h(b): pass\nh = make(h)\nx = make(h)", {"h": ("b",)}),
        ("x = '\\d'\ndef h(b): pass", {"h": ("b",)}),
    ],
)
def test_functions_are_found_with_their_parameters(
    write: Callable[..., Path], text: str, expected: dict[str, tuple[str, ...]]
) -> None:
    assert functions_of(write(text)) == expected


def test_auxiliary_functions_are_not_chosen(write: Callable[..., Path]) -> None:
    file = write("def aux(a, b, c): pass\ndef two(board, goal): pass\ndef run(problem): pass")
    assert source.find(str(file), search=False).function == "two"
    assert source.find(str(file), search=True).function == "run"
    with pytest.raises(CodeError, match=r"mine\.py has no search: a function of a problem"):
        source.find(str(write("def h(board): pass")), search=True)
    with pytest.raises(CodeError, match="larger than 1,048,576 bytes"):
        functions_of(write("#" * (source.MAX_BYTES + 1)))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("def s(problem): problem.h(1)", True),
        ("def s(problem): problem.heuristic", True),
        ("def s(problem): other.h(problem.start)", False),
        ("def s(problem, heuristic): pass", True),
        ("def s(problem): problem.goal", False),
    ],
)
def test_a_search_is_informed_if_it_reads_the_heuristic(
    write: Callable[..., Path], text: str, expected: bool
) -> None:
    assert reads_heuristic(CodeFile(write(text), "s")) is expected
