"""``puzzler check --assignment``: a folder of submissions is graded."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from puzzler.search import search_checking
from tests.cli.conftest import Runner
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
    monkeypatch.setattr(search_checking, "SEARCH_BOARDS", 5)
    monkeypatch.setattr(search_checking, "MOST_RECORDED", 2000)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A right submission, one with mistakes, and one that is no Python."""
    folder = tmp_path / "submissions"
    (folder / "ada").mkdir(parents=True)
    (folder / "ada" / "mine.py").write_text(MANHATTAN + ASTAR)
    wrong = ASTAR.replace("            return actions", "            return None")
    (folder / "bob.py").write_text("def h(board): return 3\n" + wrong)
    (folder / "eve.py").write_text("def h(")
    (tmp_path / "a.toml").write_text(TASKS)
    return folder


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_row_and_a_page_for_each_student(
    run: Runner, folder: Path, tmp_path: Path, jobs: str
) -> None:
    sheet, pages = tmp_path / "out.csv", tmp_path / "pages"
    done = run(
        *("check", str(folder), "--assignment", str(tmp_path / "a.toml"), "--csv", str(sheet)),
        *("--feedback", str(pages), "--jobs", jobs),
    )
    assert done.status == 0
    rows = list(csv.DictReader(sheet.read_text().splitlines()))
    assert [(row["student"], row["points"]) for row in rows] == [
        ("ada", "11.5"),
        ("bob", "1"),
        ("eve", "0"),
    ]
    assert rows[0]["notes"] == ""
    assert "h: admissible: h is 3, but the goal is 0 moves away" in rows[1]["notes"]
    assert "h: better than misplaced: bob.py:h is 3.00 on average, misplaced" in rows[1]["notes"]
    assert "astar: agrees: " in rows[1]["notes"]
    assert "eve.py, line 1: '(' was never closed" in rows[2]["notes"]
    assert sorted(page.name for page in pages.iterdir()) == ["ada.html", "bob.html", "eve.html"]
    page = (pages / "bob.html").read_text()
    assert "Homework &lt;3&gt;: bob" in page
    assert '<td class="blank"></td>' in page


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("x = ", "Invalid value"),
        ("title = 'a'", "there are no [[tasks]]"),
        ("tasks = [1]", "task 1: not a table"),
        ("[[tasks]]\npoints = -1", "task 1: points must be a number, 0 or more, not '-1'"),
        ("goal = 7", "goal must be a text, not '7'"),
        ("x = " + "[" * 5000, "a.toml: "),
        ("[[tasks]]\nfunction = 'h'", "task 1: ask is missing"),
        ("[[tasks]]\nfunction = 'h'\nask = 'admisible'", "did you mean admissible?"),
        ("[[tasks]]\nfunction = 'h'\nask = 'solves'\nties = 'x'", "unknown"),
        ("[[tasks]]\nfuncton = 'h'", "task 1: unknown key 'functon'; did you mean function?"),
    ],
)
def test_a_wrong_assignment_is_told_in_one_line(
    run: Runner, folder: Path, tmp_path: Path, text: str, words: str
) -> None:
    (tmp_path / "a.toml").write_text(text)
    done = run("check", str(folder), "--assignment", str(tmp_path / "a.toml"))
    assert done.status == 2
    assert words in done.error
    assert "a.toml: " in done.error
    assert len(done.error.splitlines()) == 1


def test_options_of_grading_need_an_assignment(run: Runner, folder: Path) -> None:
    done = run("check", str(folder), "--feedback", "x")
    assert done.status == 2
    assert "go with --assignment" in done.error
