"""``puzzler check``."""

from __future__ import annotations

from pathlib import Path

import pytest

from puzzler.search.homework import search_check
from puzzler.search.homework.heuristic_check import check
from tests import naive
from tests.cli.conftest import Runner
from tests.search.test_custom import MANHATTAN
from tests.search.test_custom_search import ASTAR

GOAL = "1 2 3/4 5 0"
KEYS = (
    *("file", "name", "size", "goal", "states", "admissible", "consistent", "counterexample"),
    *(
        "mean_h",
        "mean_distance",
        "dominated_by",
        "dominates",
        "expansions",
        "microseconds_per_call",
    ),
)


@pytest.fixture(autouse=True)
def _few_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check searches on five boards instead of twenty."""
    monkeypatch.setattr(search_check, "SEARCH_BOARDS", 5)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Files with a correct, an inadmissible and a failing heuristic."""
    (tmp_path / "right.py").write_text(MANHATTAN + "ADMISSIBLE = True\n")
    (tmp_path / "wrong.py").write_text("ADMISSIBLE = True\nh = lambda board: 5\n")
    (tmp_path / "zero.py").write_text("def h(board):\n    return 1 / 0\n")
    return tmp_path


def test_a_file_is_checked(run: Runner, folder: Path) -> None:
    done = run("check", str(folder / "right.py"), "--goal", GOAL)
    assert done.status == 0
    assert "admissible   yes, proven over all 360 states" in done.out
    assert "equals       manhattan (h(s) = right.py:h(s) for all 360 states)" in done.out
    assert "declared     proven: admissible" in done.out
    done = run("check", str(folder / "wrong.py"), "--goal", GOAL)
    assert done.status == 1
    assert f"admissible   no: {GOAL} is 0 moves from the goal, and h is 5" in done.out


def test_json_contains_the_whole_report(run: Runner, folder: Path) -> None:
    done = run("check", str(folder / "right.py"), "--size", "2x3", "--json")
    (answer,) = done.answers
    report = check(naive.manhattan, (2, 3))
    assert set(KEYS) <= answer.keys()
    assert (answer["size"], answer["goal"], answer["states"]) == ("2x3", GOAL, 360)
    assert (answer["admissible"], answer["consistent"]) == (True, True)
    assert answer["mean_h"] == report.mean_h
    assert report.expansions is not None
    ours = report.expansions["astar"]["manhattan"]
    assert answer["expansions"]["astar"] == {
        "right.py:h": ours,
        "manhattan": ours,
        "linear-conflict": report.expansions["astar"]["linear-conflict"],
    }


def test_a_folder_has_a_row_for_each_file(run: Runner, folder: Path) -> None:
    done = run("check", str(folder), "--goal", GOAL)
    assert done.status == 2, "one heuristic cannot be run"
    assert "zero.py, line 2: ZeroDivisionError: division by zero" in done.out
    assert "declared but false: admissible" in done.out
    done = run("check", str(folder), "--goal", GOAL, "--json")
    assert [answer.get("admissible") for answer in done.answers] == [True, False, None]
    assert "ZeroDivisionError" in done.answers[2]["error"]


def test_bad_input_is_reported_in_one_line(run: Runner, tmp_path: Path) -> None:
    for name, words in (
        (str(tmp_path), "has no Python files"),
        ("absent.py", "absent.py: file not found"),
        ("mine.txt", "is not the name of a Python file"),
    ):
        done = run("check", name)
        assert done.status == 2
        assert words in done.error
        assert len(done.error.splitlines()) == 1


def test_a_search_in_a_folder_of_heuristics_is_not_called_as_one(
    run: Runner, tmp_path: Path
) -> None:
    (tmp_path / "search.py").write_text("def bfs(problem):\n    return []\n")
    done = run("check", str(tmp_path), "--goal", GOAL, "--json")
    assert (done.status, done.answers[0]["error"]) == (2, "search.py has no heuristic")


def test_solve_takes_a_file(run: Runner, folder: Path) -> None:
    board = "8 6 7/2 5 4/3 0 1"
    own = run("solve", board, "--heuristic", f"{folder / 'right.py'}:h", "--json").answers[0]
    ours = run("solve", board, "--heuristic", "manhattan", "--json").answers[0]
    assert own["expanded"] == ours["expanded"]
    assert own["optimal"] is ours["optimal"] is True
    done = run("solve", board, "--heuristic", str(folder / "zero.py"))
    assert done.status == 2
    assert "zero.py, line 2: ZeroDivisionError: division by zero, for " in done.error


def test_a_search_is_checked_and_compared(run: Runner, tmp_path: Path) -> None:
    file = tmp_path / "search.py"
    file.write_text(ASTAR)
    words = ("check", f"{file}:astar", "--goal", GOAL, "--heuristic", "manhattan")
    done = run(*words, "--against", "astar", "--ties", "fifo")
    assert done.status == 0
    assert "solved       5 of 5 boards, 5 with an optimal solution" in done.out
    assert "expands the same states in the same order as A*, Manhattan, tie-break: FIFO" in done.out
    done = run(*words, "--against", "bfs", "--json")
    assert done.status == 1
    (answer,) = done.answers
    assert answer["solved"] == answer["solved_optimally"] == len(answer["results"]) == 5
    assert answer["divergence"]["is_fault"]
    assert answer["divergence"]["cause"] != "tie"
    done = run(*words, "--against", "astar", "--ties", "lifo", "--json")
    assert done.status == 0
    boards = tmp_path / "boards.txt"
    boards.write_text("# one board\n1 2 3/0 4 5\n")
    done = run(*words, "--boards", str(boards))
    assert done.status == 0
    assert "solved       1 of 1 boards" in done.out
    boards.write_text("1 2 3/4 0 4")
    done = run(*words, "--boards", str(boards))
    assert done.status == 2
    assert "boards.txt: line 1, column 11: " in done.error
    file.write_text("def search(problem):\n    return []\n")
    done = run("check", str(file), "--goal", GOAL)
    assert done.status == 1
    assert "the last state is" in done.out


def test_a_search_with_unknown_expansions_is_not_compared(run: Runner, tmp_path: Path) -> None:
    file = tmp_path / "search.py"
    file.write_text("def search(problem):\n    return 'R'\n")
    boards = tmp_path / "boards.txt"
    boards.write_text("1 2/0 3")
    words = ("check", str(file), "--goal", "1 2/3 0", "--size", "2x2", "--boards", str(boards))
    done = run(*words, "--against", "bfs")
    assert done.status == 0
    assert "not compared" in done.out
    assert "generates successors itself" in done.out.replace("\n", " ")


def test_against_chooses_the_only_search_of_a_file(run: Runner, tmp_path: Path) -> None:
    file = tmp_path / "search.py"
    file.write_text(ASTAR.replace("astar = aStarSearch", "def null(state):\n    return 0\n"))
    done = run("check", str(file), "--goal", GOAL, "--against", "astar")
    assert done.status == 0
    assert "search.py:a" in done.out


def test_against_requires_a_search(run: Runner, folder: Path) -> None:
    done = run("check", str(folder / "right.py"), "--against", "astar")
    assert done.status == 2
    assert "--against requires a search, but right.py:h is a heuristic" in done.error


def test_a_template_is_correct_and_never_overwritten(run: Runner, tmp_path: Path) -> None:
    file = tmp_path / "own.py"
    assert run("check", "--new", str(file)).status == 0
    assert (
        "declared     proven: admissible, consistent" in run("check", str(file), "--goal", GOAL).out
    )
    for name, options in (("bfs", ()), ("astar", ("--ties", "fifo", "--heuristic", "misplaced"))):
        done = run("check", f"{file}:{name}", "--goal", GOAL, "--against", name, *options)
        assert done.status == 0, done.out
    done = run("check", "--new", str(file))
    assert done.status == 2
    assert "already exists" in done.error
    assert run("check").status == 2


def test_a_trace_is_compared_with_that_of_another_program(run: Runner, tmp_path: Path) -> None:
    board = "1 2 3/7 4 6/0 5 8"
    file = tmp_path / "student.jsonl"
    words = ("trace", board, "--algorithm", "astar", "--heuristic", "misplaced")
    file.write_text(run(*words, "--json").out)
    done = run(*words, "--compare", str(file))
    assert (done.status, done.out.strip()) == (0, "the same, the trace has 4 expansions")
    done = run("trace", board, "--algorithm", "bfs", "--compare", str(file))
    assert done.status == 1
    assert ": your search expands " in done.out
    for line, expected in (
        ('{"board": "1 2 3/4 5 6/7 8 8"}', "tile 8 appears twice"),
        ('{"board": "1 2 3/4 5 6/7 8 0", "g": "x"}', "g must be a number, not 'x'"),
        ("[1]", "not a JSON object"),
        ("[" * 100_000, "the brackets are nested too deeply"),
    ):
        file.write_text(line)
        done = run(*words, "--compare", str(file))
        assert done.status == 2
        assert f"student.jsonl, line 1: {expected}" in done.error
    file.write_text(
        "\n".join(f'{{"board": "{each}"}}' for each in (board, "1 2 3/0 4 6/7 5 8", board))
    )
    done = run(*words, "--compare", str(file))
    assert (done.status, "add g to the trace" in done.error) == (1, True)
    file.write_text('{"method": "A*"}\n')
    done = run(*words, "--compare", str(file))
    assert (done.status, "no line has a board" in done.error) == (2, True)


def test_the_time_limit_is_obeyed(run: Runner, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("import time\ndef h(board):\n    time.sleep(1.5)\n    return 0")
    done = run("check", str(file), "--time-limit", "0.5")
    assert (done.status, done.out) == (1, "")
    assert done.error.startswith("puzzler: stopped after 0.5 s") and done.error.count("\n") == 1


def test_a_required_property_must_be_proven(run: Runner, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("def h(board):\n    return 2 * (board.tiles[0] != 1)\n")
    words = ("check", str(file), "--size", "2x2")
    assert run(*words, "--require", "consistent").status == 1
    file.write_text("def h(board):\n    return 0\n")
    assert run(*words, "--require", "admissible,consistent").status == 0
    failed = run("check", str(file), "--size", "3x4", "--require", "admissible")
    assert failed.status == 1
    assert failed.error.endswith("mine.py:h: admissible: not proven, but required\n")
    assert "unknown property 'fast'" in run(*words, "--require", "fast").error
