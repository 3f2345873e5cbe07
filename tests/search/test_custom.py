"""Heuristics in Python files: loading, running in a separate process, searching and checking."""

from __future__ import annotations

import inspect
import random
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from puzzler.board import Board, Move, shuffle
from puzzler.board.scenario import Problem
from puzzler.progress import Cancelled, no_report
from puzzler.search import compilation
from puzzler.search.custom import heuristic as custom
from puzzler.search.custom.source import CodeError, find
from puzzler.search.deadline import TimeUpError
from puzzler.search.homework import checked_states
from puzzler.search.homework.heuristic_check import check
from puzzler.search.method import Method
from puzzler.search.options import Limit, LimitKind
from puzzler.search.packing import tiles_of
from puzzler.search.registry import ALGORITHMS, HEURISTICS
from puzzler.search.report.checks import heuristic_cells
from puzzler.search.result import Outcome
from puzzler.search.solve import solve
from puzzler.solver import watch
from puzzler.solver.commands import Finished
from puzzler.solver.user_code import process
from puzzler.solver.user_code.process import CodeProcess
from tests import naive

SMALL = Board.solved(2, 3)
HARDEST = Board.parse("8 6 7/2 5 4/3 0 1")
MANHATTAN = "from __future__ import annotations\n\n" + inspect.getsource(naive.manhattan).replace(
    "def manhattan", "def h"
)
CONFLICTS = (
    "from tests.naive import linear_conflict as conflicts\nh = lambda b, goal: conflicts(b, goal)"
)
ENDLESS = "def h(board):\n    while True:\n        pass"
SLEEPING = "import time\ndef h(board):\n    time.sleep(100)"
"""A call that sleeps is like an endless call but takes no processor time."""
CATCHING = """def h(board):
    while True:
        try:
            while True: pass
        except BaseException: pass
"""
WRONG = {
    "def h(board): return float('nan')": "returned nan, not a number",
    "def h(board): return '12'": "returned '12', not a number",
    "def h(board): board.tiles": "returned None, not a number",
    "def h(board): return 1 / 0": "line 1: ZeroDivisionError: division by zero",
    "def h(board):\n    import sys\n    sys.exit(3)": "line 3: calls sys.exit",
    "def h(board):\n    import os\n    os._exit(3)": "has ended its process",
    "def h(board):\n    import os\n    os.fork()\n    return 0": "line 3: starts another process",
    "def h(board):\n    print('x' * 2_000_000)\n    return 0": "prints more than 1,000,000",
    "def h(board):\n    return len([0] * 10**10)": "exceeded the memory limit of 2.1 GB",
    "def h(board): return h(board)": "nests its calls deeper than",
    "def h(): return 0": "TypeError: h() takes 0 positional arguments but 1 was given",
    "def h(board): board.rows = 2": "FrozenInstanceError: cannot assign to field 'rows'",
    "import not_there\ndef h(board): return 0": "line 1: ModuleNotFoundError",
    "def h(board) return 0": "line 1: SyntaxError: expected ':'",
}


def values_of(file: Path) -> process.Values:
    """Return h of a file for three states."""
    with CodeProcess(find(str(file))) as code:
        code.load(no_report)
        return code.evaluate(SMALL, tiles_of(SMALL)[:3], no_report)


def test_a_function_is_found_by_name_or_if_it_is_the_only_one(write: Callable[..., Path]) -> None:
    file = write("def first(board): return 0\nsecond = lambda board: 1\n_third = lambda: 0\n")
    assert find(f"{file}:second").function == "second"
    with pytest.raises(CodeError, match=r"several functions; name one of them: mine.py:first, "):
        find(str(file))
    with pytest.raises(CodeError, match=r"mine.py has no function 'secnod'; did you mean second\?"):
        find(f"{file}:secnod")
    write("def helper(x): return x\ndef h(board): return 0\n")
    assert find(str(file)).function == "h"
    write("def only(board): return 0\nh = only(3)\n")
    assert find(str(file)).function == "only"
    with pytest.raises(CodeError, match="file not found"):
        find("absent.py")


@pytest.mark.parametrize(
    "text",
    [
        "class Zero:\n    def __call__(self, board): return 0\nh = Zero()\n",
        "from functools import partial\ndef f(w, b, goal): return w\nheuristic = partial(f, 0)\n",
    ],
)
def test_a_function_can_be_the_result_of_a_call(write: Callable[..., Path], text: str) -> None:
    assert values_of(write(text)).tolist() == [0, 0, 0]


def test_nothing_is_written_next_to_the_file(write: Callable[..., Path]) -> None:
    write("def zero(board): return 0", "helper.py")
    file = write("import helper\ndef h(board): return helper.zero(board)")
    values_of(file)
    assert {each.name for each in file.parent.iterdir()} == {file.name, "helper.py"}


@pytest.mark.parametrize("text", WRONG)
def test_errors_have_one_line(write: Callable[..., Path], text: str) -> None:
    file = write(text)
    with pytest.raises(CodeError) as error:
        values_of(file)
    assert str(error.value).startswith("mine.py")
    assert WRONG[text] in str(error.value)
    assert len(str(error.value).splitlines()) == 1


@pytest.mark.parametrize("text", [ENDLESS, CATCHING])
def test_an_endless_call_is_ended(
    write: Callable[..., Path], monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    monkeypatch.setattr(process, "CALL_SECONDS", 0.2)
    with pytest.raises(CodeError, match=r"did not respond within 0\.2 s"):
        solve(SMALL.apply(Move.UP), heuristic=str(write(text)))


def test_each_call_has_the_full_time_limit(
    write: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "CALL_SECONDS", 0.6)
    text = "import time\ndef h(board):\n    time.sleep(0.25)\n    return board.blank"
    assert values_of(write(text)).tolist() == tiles_of(SMALL)[:3].argmin(1).tolist()


def test_waiting_for_a_value_can_be_cancelled(write: Callable[..., Path]) -> None:
    end = time.monotonic() + 0.5

    def report(_: object) -> None:
        if time.monotonic() >= end:
            raise Cancelled

    with pytest.raises(Cancelled):
        HEURISTICS[find(str(write(SLEEPING))).name].shared(SMALL, report)


@pytest.mark.parametrize("algorithm", ["astar", "idastar", "bidirectional"])
def test_a_file_with_manhattan_distance_searches_like_the_built_in_heuristic(
    write: Callable[..., Path], algorithm: str
) -> None:
    own = Method(algorithm, str(write(MANHATTAN)))
    ours = Method(algorithm, "manhattan")
    for board in (HARDEST, shuffle(3, 3, seed=4).start):
        results = [solve(board, method=method) for method in (own, ours)]
        assert results[0].stats.expanded == results[1].stats.expanded
        assert results[0].moves == results[1].moves
        assert results[0].bound_factor == results[1].bound_factor


@pytest.mark.parametrize("algorithm", ["astar", "idastar", "greedy", "bidirectional", "beam"])
def test_heuristics_that_are_no_sum_over_tiles_have_a_table(
    write: Callable[..., Path], algorithm: str
) -> None:
    own = solve(SMALL_HARD, method=Method(algorithm, str(write(CONFLICTS))))
    ours = solve(SMALL_HARD, method=Method(algorithm, "linear-conflict"))
    assert own.stats.expanded == ours.stats.expanded
    assert own.length == ours.length
    tables = HEURISTICS[own.heuristic].shared(SMALL)
    assert tables.custom is not None
    states = tiles_of(SMALL)
    expected = HEURISTICS["linear-conflict"].build(SMALL).evaluate_each(states)
    assert (tables.evaluate_each(states) == expected).all()


SMALL_HARD = Board.parse("4 5 0/1 2 3")


def test_larger_boards_call_the_function(write: Callable[..., Path]) -> None:
    # the first search is long enough for the function to be compiled
    for algorithm, moves in (("astar", 30), ("idastar", 26), ("bidirectional", 26)):
        board = shuffle(4, 4, moves, seed=5).start
        own = solve(board, method=Method(algorithm, str(write(MANHATTAN))))
        ours = solve(board, method=Method(algorithm, "manhattan"))
        if algorithm != "bidirectional":  # with linear conflicts for the backward search
            assert own.moves == ours.moves
            assert own.stats.expanded == ours.stats.expanded
        assert own.length == ours.length
        assert own.bound_factor is None, "the heuristic is unknown there"


@pytest.mark.parametrize(
    "algorithm", [name for name, each in ALGORITHMS.items() if each.uses("heuristic")]
)
@pytest.mark.parametrize("text", [CONFLICTS, "def h(board): return int(board.tiles[0] != 1)"])
def test_every_algorithm_accepts_any_function(
    write: Callable[..., Path], algorithm: str, text: str
) -> None:
    method = Method(algorithm, str(write(text)))
    for seed in range(2):
        board = shuffle(2, 3, seed=seed).start
        result = solve(board, method=method)
        shortest = solve(board, heuristic="zero").length
        assert shortest is not None
        if result.length is None:
            assert algorithm == "walk", "greedy walk can be stuck"
            continue
        assert result.length >= shortest
        assert not result.proven_optimal or result.length == shortest
        assert result.bound_factor is None or result.length <= result.bound_factor * shortest


def test_a_failure_in_a_search_is_reported(write: Callable[..., Path]) -> None:
    file = write("def h(board): return 1 if board.tiles[0] == 1 else -1")
    with pytest.raises(CodeError, match="returned -1, which is less than 0, for "):
        solve(shuffle(4, 4, seed=5).start, method=Method("astar", str(file)))
    with pytest.raises(CodeError, match="returned -1, which is less than 0, for "):
        solve(HARDEST, method=Method("astar", str(file)))


COMPILABLE = """
from __future__ import annotations

ROWS = [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3]

def apart(a, b):
    return abs(a - b)

def h(board: NotImported, goal):
    places = [(cell, goal.tiles.index(tile)) for cell, tile in enumerate(board.tiles) if tile]
    return sum(apart(ROWS[a], ROWS[b]) + apart(a % board.columns, b % 4) for a, b in places)
"""
"""Manhattan distance on 4x4 with a list and a call, which numba alone cannot compile.

The name of the annotation does not exist, which the import allows.
"""
ENDLESS_SOMEWHERE = (
    COMPILABLE
    + """
def h1(board, goal):
    value = h(board, goal)
    while value == 5:
        value += 0
    return value
"""
)


@pytest.fixture
def _compiled_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compile the function during the 20th call."""

    def compile_now(*arguments: Any) -> Callable[[], str]:
        failure = CodeProcess.compile(*arguments, no_report)
        return lambda: failure

    monkeypatch.setattr(custom, "CALLS_COMPARED", 20)
    monkeypatch.setattr(CodeProcess, "compile_in_background", compile_now)


@pytest.mark.usefixtures("_compiled_soon", "compiled")
def test_a_compiled_function_gives_the_same_search_with_few_calls(
    write: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    board, counts = shuffle(4, 4, 60, seed=5).start, [0, 0]
    for number, method in enumerate((CodeProcess.evaluate, CodeProcess.explore)):

        def counted(*arguments: Any, number: int = number, method: Any = method) -> Any:
            counts[number] += 1
            return method(*arguments)

        monkeypatch.setattr(CodeProcess, method.__name__, counted)
    compilation.prepare_custom()
    kernels = {*compilation.kernel_folder().glob("look_ahead*.kernel")}
    own = solve(board, method=Method("astar", str(write(COMPILABLE))))
    assert {*compilation.kernel_folder().glob("look_ahead*.kernel")} == kernels != set()
    ours = solve(board, method=Method("astar", "manhattan"))
    assert (own.moves, own.stats.expanded) == (ours.moves, ours.stats.expanded)
    assert counts[0] == 20
    assert 0 < counts[1] < ours.stats.expanded / 4


@pytest.mark.usefixtures("_compiled_soon")
def test_an_endless_compiled_function_is_repeated_in_plain_python(
    write: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "CALL_SECONDS", 0.1)
    monkeypatch.setattr(process, "_MAX_SLOWDOWN", 15)  # on a busy machine
    monkeypatch.setattr(process, "_PATIENCE", 0.5)  # machine code does not receive signals
    board = shuffle(4, 4, 40, seed=5).start
    method = Method("astar", f"{write(ENDLESS_SOMEWHERE)}:h1")
    with pytest.raises(CodeError, match=r"line \d+: did not respond within 0\.1 s .*, for "):
        solve(board, method=method)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("WHERE = {}\ndef h(board): return len(WHERE)", "Untyped global name"),
        ("COMPILED = False\ndef h(board): return 0", "the file sets COMPILED = False"),
        (
            "def h(board):\n    n = 1\n    for t in board.tiles: n = n * 31 + t\n    return n % 7",
            "it returns ",  # 64-bit integers overflow
        ),
    ],
)
def test_code_that_cannot_be_compiled_or_differs_is_reported(
    write: Callable[..., Path], text: str, words: str
) -> None:
    source, goal = find(str(write(text))), Board.solved(4, 4)
    tiles = np.array([shuffle(4, 4, seed=seed).start.tiles for seed in range(5)], np.uint8)
    with CodeProcess(source) as plain, CodeProcess(source) as second:
        plain.load(no_report)
        values = plain.evaluate(goal, tiles, no_report)
        why = second.compile(goal, tiles, values, no_report)
    assert why.startswith(words)
    assert len(why.splitlines()) == 1


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            "def h(board):\n    return " + "9" * 5000,
            "mine.py, line 2: SyntaxError: a number has too many",
        ),
        ("def h(board): return 0\0", "null byte"),
        ("x = " + "(" * 250 + ")" * 250, "too many nested parentheses"),
        ("x = 'C:\\Unit'", "mine.py, line 1: SyntaxError: a text has an invalid escape such as"),
        ("x = '\N{REPLACEMENT CHARACTER}'", "mine.py, line 1: SyntaxError: a text has a character"),
    ],
)
def test_invalid_python_has_an_error_without_a_missing_line_number(
    write: Callable[..., Path], text: str, words: str
) -> None:
    file = write(text)
    file.write_bytes(text.replace("\N{REPLACEMENT CHARACTER}", "\xe9").encode("latin-1"))
    with pytest.raises(CodeError) as error:
        find(str(file))
    assert words in str(error.value)
    assert "codec" not in str(error.value)
    assert "None" not in str(error.value) and "set_int_max" not in str(error.value)


@pytest.mark.parametrize("kind", ["heuristic", "search"])
def test_an_endless_call_stops_with_the_search(
    write: Callable[..., Path], monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    monkeypatch.setattr(process, "CALL_SECONDS", 100)
    monkeypatch.setattr(process, "EXPANSION_SECONDS", 100)
    board = shuffle(4, 4, seed=5).start
    text = SLEEPING if kind == "heuristic" else SLEEPING.replace("h(board)", "search(problem)")
    file = str(write(text))
    names = ("astar", file) if kind == "heuristic" else (file, None)
    limited = solve(board, method=Method(*names, limit=Limit(seconds=0.3)))
    assert (limited.status, limited.limit_reached) == (Outcome.LIMIT, LimitKind.TIME)

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.6)
        result = solve(board, method=Method(*names), raise_interrupt=False)
        assert result.status is Outcome.CANCELLED
    finally:
        signal.signal(signal.SIGALRM, before)

    worker = watch.start(Problem(board, Board.solved(4, 4)), Method(*names), 1)
    assert not worker.join(0.3)
    worker.cancel()
    assert worker.join(60), "it must not wait for the call"
    assert isinstance(worker.poll()[-1], Finished)


def test_values_are_stored_until_the_file_changes(
    write: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    name = f"{write('def h(board): return 0')}:h"
    source = find(name)
    custom.custom_heuristic(source).build(SMALL)
    with monkeypatch.context() as patch:
        patch.setattr(custom, "start_code", None)
        custom.custom_heuristic(source).build(SMALL)
    write("def h(board): return 1 if board.blank else 2")
    tables = HEURISTICS[name].shared(SMALL)
    assert tables.evaluate(SMALL_HARD) == 1
    assert tables.factor is None, "the new value at the goal is 1"


def test_fractions_are_rounded_up_and_the_largest_factor_is_reported(
    write: Callable[..., Path],
) -> None:
    text = MANHATTAN + "\nh1 = lambda board, goal: 1.5 * h(board, goal)\n"
    method = Method("astar", f"{write(text)}:h1")
    result = solve(SMALL_HARD, method=method)
    assert result.bound_factor == pytest.approx(2)  # a tile one move away: 1.5, rounded up
    tables = HEURISTICS[method.heuristic].shared(SMALL)
    assert tables.evaluate(SMALL.apply(Move.LEFT)) == 2


def test_a_sum_over_tiles_is_detected() -> None:
    goal = Board.solved(3, 3)
    states = tiles_of(goal)
    for name, is_sum in (("misplaced", True), ("manhattan", True), ("linear-conflict", False)):
        h = HEURISTICS[name].build(goal).evaluate_each(states).astype(np.int16)
        assert (custom.as_sum(goal, h) is not None) == is_sum


def too_large(board: Board, goal: Board) -> float:
    """Manhattan distance, plus 9 if the first two tiles are exchanged."""
    return naive.manhattan(board, goal) + 9 * (board.tiles[:2] == goal.tiles[1::-1])


def test_a_report_agrees_with_a_table_of_all_distances() -> None:
    distances = naive.distances_from(SMALL)
    report = check(too_large, goal=SMALL)
    wrong = {b: d for b, d in distances.items() if too_large(b, SMALL) > d}
    assert report.states == len(distances)
    assert report.overestimates == len(wrong) > 0
    assert (report.admissible, report.consistent) == (False, False)
    example = report.counterexample
    assert example is not None
    assert example.distance == distances[example.board] == min(wrong.values())
    assert example.h == too_large(example.board, SMALL)
    jump = report.inconsistency
    assert jump is not None
    after = jump.board.apply(jump.move)
    assert (jump.h, jump.h_after) == (too_large(jump.board, SMALL), too_large(after, SMALL))
    assert abs(jump.h - jump.h_after) > 1
    assert report.mean_distance == pytest.approx(sum(distances.values()) / len(distances))
    assert "manhattan" in report.dominates
    assert report.disagreement is None
    assert "two calls differ" not in list(heuristic_cells(report))[-1]
    assert report.expansions is not None
    assert set(report.expansions["astar"]) == {"too_large", "manhattan", "linear-conflict"}


def test_a_correct_heuristic_is_proven_correct(eight_puzzle: dict[Board, int]) -> None:
    report = check(naive.manhattan)
    assert (report.admissible, report.consistent) == (True, True)
    assert report.states == len(eight_puzzle)
    assert report.mean_distance == pytest.approx(sum(eight_puzzle.values()) / len(eight_puzzle))
    assert report.mean_h == pytest.approx(report.means["manhattan"])
    assert report.equals == ("manhattan",)
    assert {"misplaced", "zero"} <= {*report.dominates}
    assert {"linear-conflict", "pattern-database"} <= {*report.dominated_by}
    assert report.expansions is not None
    for counts in report.expansions.values():
        assert counts["manhattan"] is not None
        assert counts["linear-conflict"] is not None
        assert counts["linear-conflict"] < counts["manhattan"]


def test_inconsistent_results_of_calls_are_reported() -> None:
    draw = random.Random(1).random
    report = check(lambda board: draw(), goal=SMALL)
    assert report.disagreement is not None
    assert "two calls differ" in list(heuristic_cells(report))[-1]


def test_a_sample_proves_only_mistakes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checked_states, "SAMPLE", 400)
    monkeypatch.setattr(checked_states, "SEARCHED", 5)
    right = check(naive.manhattan, (4, 4))
    assert (right.states, right.is_proof) == (400, False)
    assert (right.admissible, right.consistent) == (None, None)
    wrong = check(lambda board, goal: 2 * naive.manhattan(board, goal), (4, 4))
    assert (wrong.admissible, wrong.consistent) == (False, False)
    example = wrong.counterexample
    assert example is not None
    assert example.distance == solve(example.board, method=Method("idastar")).length


@pytest.mark.parametrize(
    ("text", "why_not"),
    [(COMPILABLE, ""), (COMPILABLE + "COMPILED = False\n", "the file sets COMPILED = False")],
)
def test_searches_use_the_function_that_a_check_compiled(
    write: Callable[..., Path], monkeypatch: pytest.MonkeyPatch, text: str, why_not: str
) -> None:
    monkeypatch.setattr(checked_states, "SAMPLE", 100)
    monkeypatch.setattr(checked_states, "SEARCHED", 5)
    processes: list[CodeProcess] = []
    exploring = CodeProcess.explore

    def explore(self: CodeProcess, *arguments: Any) -> Any:
        processes.append(self)
        return exploring(self, *arguments)

    monkeypatch.setattr(CodeProcess, "explore", explore)
    report = check(find(f"{write(text)}:h"), (4, 4))
    assert report.not_compiled == why_not
    assert report.expansions is not None
    assert all(counts["mine.py:h"] == counts["manhattan"] for counts in report.expansions.values())
    assert (len(processes) == 0) == bool(why_not)
    assert all(each._process.returncode is not None for each in processes), "it must have ended"


def test_promises_are_compared_with_the_findings(write: Callable[..., Path]) -> None:
    promise = "ADMISSIBLE = True\nCONSISTENT = True\n"
    report = check(find(str(write(promise + "def h(board, goal): return 3"))), goal=SMALL)
    assert report.broken_promises == ("admissible", "consistent")
    report = check(find(str(write(MANHATTAN + promise))), goal=SMALL)
    assert report.promises == {"admissible": True, "consistent": True}
    assert report.broken_promises == ()


def test_a_check_reports_a_negative_value() -> None:
    report = check(lambda board: -1, goal=SMALL)
    assert report.least_h == -1
    assert report.expansions is None
    assert report.consistent is False


def test_a_failure_is_shown_on_the_nearest_board(write: Callable[..., Path]) -> None:
    file = write("def h(board):\n    return None if board.tiles[0] != 1 else 0\n")
    with pytest.raises(CodeError, match="returned None, not a number, for ") as error:
        check(find(str(file)), goal=SMALL)
    board = Board.parse(str(error.value).rpartition(" for ")[2])
    assert solve(board, goal=SMALL).length == 3


def test_packages_provide_heuristics(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "mypackage"
    (package / "inner").mkdir(parents=True)
    (package / "__init__.py").write_text("raise RuntimeError('it is not run here')")
    (package / "inner" / "mine.py").write_text(MANHATTAN)
    info = tmp_path / "mypackage-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Name: mypackage\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[puzzler.heuristics]\nown = mypackage.inner.mine:h\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    method = Method("astar", "own")
    assert method.heuristic == f"{package / 'inner' / 'mine.py'}:h"
    ours = solve(SMALL_HARD, method=Method("astar", "manhattan"))
    assert solve(SMALL_HARD, method=method).stats.expanded == ours.stats.expanded
    with pytest.raises(ValueError, match="did you mean own"):
        Method("astar", "owm")


def test_a_time_limit_reports_how_many_values_were_computed() -> None:
    calls = 0

    def stopped(board: Board) -> float:
        nonlocal calls
        calls += 1
        if calls > 2500:
            raise TimeUpError("stopped after 5 s")
        return 0

    with pytest.raises(
        TimeUpError, match=r"^stopped after 5 s: 2,000 of 181,440 values of stopped"
    ):
        check(stopped)
