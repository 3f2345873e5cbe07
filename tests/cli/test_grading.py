"""``puzzler check --assignment``: a folder of submissions is graded."""

from __future__ import annotations

import csv
import errno
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from puzzler.search.homework import search_check
from tests.cli.conftest import Runner
from tests.cli.test_solve import bad
from tests.search.test_custom import MANHATTAN
from tests.search.test_custom_search import ASTAR

TASKS = """
title = "Homework <3>"
goal = "1 2 3/4 5 0"

[[tasks]]
function = "h"
ask = "admissible"
points = 4

[[tasks]]
function = "h"
ask = "consistent"

[[tasks]]
function = "h"
ask = "better"
heuristic = "misplaced"

[[tasks]]
name = "few"
function = "h"
ask = "expansions"
most = 200

[[tasks]]
function = "astar"
ask = "agrees"
ties = "fifo"
points = 2.5

[[tasks]]
function = "astar"
ask = "shortest"

[[tasks]]
function = "astar"
ask = "solves"
"""


@pytest.fixture(autouse=True)
def _few_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Searches are run on five boards, not on twenty."""
    monkeypatch.setattr(search_check, "SEARCH_BOARDS", 5)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A correct submission, a submission with mistakes and a file that is not Python."""
    folder = tmp_path / "submissions"
    (folder / "ada").mkdir(parents=True)
    (folder / "ada" / "mine.py").write_text(MANHATTAN + ASTAR)
    wrong = ASTAR.replace("            return actions", "            return None")
    (folder / "bob.py").write_text("def h(board): return 3\n" + wrong)
    (folder / "eve.py").write_text("def h(")
    (tmp_path / "a.toml").write_text(TASKS)
    return folder


@pytest.mark.parametrize("jobs", ["1", pytest.param("2", marks=pytest.mark.slow)])
def test_a_row_and_a_page_for_each_student(
    run: Runner, folder: Path, tmp_path: Path, jobs: str
) -> None:
    sheet, pages = tmp_path / "out.csv", tmp_path / "pages"
    done = run(
        *("check", str(folder), "--assignment", str(tmp_path / "a.toml"), "--csv", str(sheet)),
        *("--feedback", str(pages), "--jobs", jobs),
    )
    assert done.status == 0
    assert "h: admissible (4)" in done.out and "points (11.5)" in done.out
    rows = list(csv.DictReader(sheet.read_text().splitlines()))
    assert [(row["student"], row["points"]) for row in rows] == [
        ("ada", "11.5"),
        ("bob", "1"),
        ("eve", "0"),
    ]
    assert rows[0]["notes"] == ""
    assert "h: admissible: h is 3, but the board is 0 moves from the goal" in rows[1]["notes"]
    assert "h: better than misplaced: mean h: bob.py:h 3.00, misplaced" in rows[1]["notes"]
    assert "astar: agrees: " in rows[1]["notes"]
    assert "eve.py, line 1: SyntaxError: '(' was never closed" in rows[2]["notes"]
    assert sorted(page.name for page in pages.iterdir()) == ["ada.html", "bob.html", "eve.html"]
    page = (pages / "bob.html").read_text()
    assert "Homework &lt;3&gt;: bob" in page
    assert page.count("<svg") == page.count("</svg>") > 0


SOLUTIONS = """
goal = "1 2 3/4 5 0"
boards = ["1 2 3/0 4 5", "4 1 3/2 0 5"]

[[tasks]]
ask = "solution"
file = "part1.txt"
board = "1 2 3/0 4 5"

[[tasks]]
ask = "solution"
file = "part2.txt"

[[tasks]]
function = "h"
ask = "expansions"
algorithm = "greedy"
most = 1

[[tasks]]
function = "astar"
ask = "shortest"
"""


def test_solutions_are_graded_and_boards_can_be_named(run: Runner, tmp_path: Path) -> None:
    for student, file, text in (
        ("ada", "part1.txt", "moves: blank\n1 2 3\n0 4 5\nRR"),
        ("ada", "part2.txt", "moves: blank\n1 2 3\n0 4 5\nRLRR"),
        ("ada", "mine.py", MANHATTAN + ASTAR),
        ("bob", "part1.txt", "moves: blank\n1 2 3\n4 0 5\nR"),
        ("bob", "part2.txt", "moves: blank\n1 2 3\n0 4 5\nR"),
        ("eve", "part1.txt", "1 2 3\n0 4 5"),
        ("eve", "part2.txt", "what is this"),
    ):
        (tmp_path / "all" / student).mkdir(parents=True, exist_ok=True)
        (tmp_path / "all" / student / file).write_text(text)
    (tmp_path / "a.toml").write_text(SOLUTIONS)
    sheet = tmp_path / "out.csv"
    arguments = "--assignment", str(tmp_path / "a.toml"), "--csv", str(sheet)
    assert run("check", str(tmp_path / "all"), *arguments).status == 0
    ada, bob, eve = csv.DictReader(sheet.read_text().splitlines())
    assert (ada["points"], bob["points"], eve["points"]) == ("2", "0", "0")
    assert ada["part1.txt: solution"] == ada["astar: shortest"] == "1"
    assert "part2.txt: solution: 4 moves, the shortest solution has 2" in ada["notes"]
    assert "expanded states, the limit is 1" in ada["notes"]
    assert "it starts from 1 2 3/4 0 5, not from 1 2 3/0 4 5" in bob["notes"]
    assert "the goal is not reached after 1 move" in bob["notes"]
    assert "h: expansions: there is no Python file" in bob["notes"]
    assert "part1.txt: solution: the file has no moves" in eve["notes"]
    assert "part2.txt: solution: " in eve["notes"] and "line 1" in eve["notes"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("x = ", "Invalid value"),
        ("title = 'a'", "there are no [[tasks]]"),
        ("title = 'a'\n \udcff", "line 2, column 2: byte 0xff is not UTF-8 text"),
        ("tasks = [1]", "task 1: not a table"),
        (
            "[[tasks]]\npoints = -1",
            "points must be a number from 0 to 1,000,000,000, not '-1'",
        ),
        ("[[tasks]]\npoints = 1e308", "task 1: points must be a number from 0"),
        ("[[tasks]]\npoints = " + "9" * 400, "line 2: more than 19 digits in a number"),
        ("[[tasks]]\npoints = 0x" + "f" * 5000, "line 2: more than 19 digits in a number"),
        ("[[tasks]]\n" + "a." * 20_000 + "a = 1", "line 2: more than 9 parts in a key"),
        ("[[tasks]]\nask = 'better'\nfunction = 'h'\nheuristic = 'h.py'", "'h.py'"),
        ("boards = ['1 2 3/4 5 6/8 7 0']\n[[tasks]]\nfunction = 'h'\nask = 'solves'", "board 1: "),
        ("[[tasks]]\nask = 'solution'\nboard = '1 2'", "task 1: "),
        ("[[tasks]]\nask = 'solution'\nfunction = 'h'", "function cannot be used with solution"),
        ("[[tasks]]\nask = 'solves'\nfunction = 'h'\nfile = 'a'", "file cannot be used with"),
        ("[[tasks]]\nask = 'solves'", "task 1: function is missing"),
        ("goal = 7", "goal must be a text, not '7'"),
        ("x = " + "[" * 5000, "a.toml: "),
        ("[[tasks]]\nfunction = 'h'", "task 1: ask is missing"),
        ("[[tasks]]\nfunction = 'h'\nask = 'admisible'", "did you mean admissible?"),
        ("[[tasks]]\nfunction = 'h'\nask = 'solves'\nties = 'x'", "unknown"),
        ("[[tasks]]\nfuncton = 'h'", "task 1: unknown key 'functon'; did you mean function?"),
    ],
)
def test_a_wrong_assignment_is_reported_in_one_line(
    run: Runner, folder: Path, tmp_path: Path, text: str, words: str
) -> None:
    (tmp_path / "a.toml").write_text(text, errors="surrogateescape")
    done = run("check", str(folder), "--assignment", str(tmp_path / "a.toml"))
    assert done.status == 2
    assert words in done.error
    assert "a.toml: " in done.error
    assert len(done.error.splitlines()) == 1


def test_a_folder_that_cannot_be_read_gets_no_points_and_no_page_is_overwritten(
    run: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, pages, assignment = tmp_path / "all", tmp_path / "pages", tmp_path / "a.toml"
    assignment.write_text("[[tasks]]\nask = 'solution'")
    (folder / "ada").mkdir(parents=True)
    for name in ("bob.txt", "bob.md", "x" * 251 + ".txt"):
        (folder / name).write_text("1 2/0 3\nR")
    read = Path.iterdir

    def iterdir(path: Path) -> Iterator[Path]:
        if path.name == "ada":
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        return read(path)

    monkeypatch.setattr(Path, "iterdir", iterdir)
    sheet = tmp_path / "out.csv"
    done = run(
        *("check", str(folder), "--assignment", str(assignment)),
        *("--csv", str(sheet), "--feedback", str(pages)),
    )
    assert (done.status, done.error) == (0, "")
    rows = list(csv.DictReader(sheet.read_text().splitlines()))
    students = ["ada", "bob.md", "bob.txt", "x" * 251]
    assert [row["student"] for row in rows] == students
    assert rows[0]["notes"] == f"solution: Permission denied: {folder / 'ada'}"
    assert sorted(page.name for page in read(pages)) == [f"{name[:250]}.html" for name in students]


def test_a_folder_without_submissions_is_reported_in_one_line(run: Runner, tmp_path: Path) -> None:
    assignment = tmp_path / "a.toml"
    assignment.write_text("[[tasks]]\nfunction = 'h'\nask = 'admissible'")
    (tmp_path / "empty").mkdir()
    for name, words in (("a.toml", "is not a folder"), ("empty", "has no submissions")):
        bad(run("check", str(tmp_path / name), "--assignment", str(assignment)), words)


def test_options_of_grading_need_an_assignment(run: Runner, folder: Path) -> None:
    done = run("check", str(folder), "--feedback", "x")
    assert done.status == 2
    assert "require --assignment" in done.error
