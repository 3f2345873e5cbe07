"""``puzzler lesson``."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest

from puzzler.game.lessons import reading
from puzzler.game.lessons.reading import bundled, read
from puzzler.window.main import app
from tests.cli.conftest import Runner
from tests.game.lessons.test_reading import LESSON

MINE = "my.toml"


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    file = tmp_path / MINE
    file.write_text(LESSON, "utf-8")
    return file


def test_the_list_has_every_lesson(run: Runner) -> None:
    result = run("lesson")
    assert result.status == 0
    assert all(name in result.out for name in bundled())


def test_a_lesson_is_printed_with_its_answers(run: Runner, mine: Path) -> None:
    result = run("lesson", MINE, "--text")
    assert (result.status, result.error) == (0, "")
    for words in ("A lesson", "1/2  One", "It expands 2 states", "? How long?", "2/2  Two"):
        assert words in result.out
    assert f"The answer: {letter_of('2')}  2\n  Yes.\n" in result.out


def letter_of(choice: str) -> str:
    question = read(LESSON, "my").steps[0].question
    assert question is not None
    return "AB"[question.choices.index(choice)]


@pytest.mark.parametrize(
    ("choice", "reply"), [("2", "Right. Yes.\n"), ("1", "Not quite. No.\n  The answer: ")]
)
def test_a_question_is_answered(run: Runner, mine: Path, choice: str, reply: str) -> None:
    out = run("lesson", MINE, "--text", stdin=f"{letter_of(choice).lower()}\n").out
    assert reply in out
    assert out.endswith(f"\n{int(reply.startswith('Right'))} of 1 answer right\n")


def test_an_invalid_answer_is_requested_again(run: Runner, mine: Path) -> None:
    result = run("lesson", MINE, "--text", stdin=f"two\n2\nC\n{letter_of('2')}\n")
    assert result.error.count("type the letter of a choice, A to B") == 3
    assert "Right. Yes." in result.out
    number = 'kind = "number"\nwords = "?"\nanswer = "length"\nright = "Yes."\nwrong = "No."\n'
    mine.write_text(LESSON[: LESSON.index("kind =")] + number, "utf-8")
    result = run("lesson", MINE, "--text", stdin="two\n1\n")
    assert "'two' is not a number" in result.error and "Not quite: it is 2. No." in result.out


def test_the_explanation_of_a_step_follows_the_answer(run: Runner, mine: Path) -> None:
    mine.write_text(LESSON.replace("[step.runs", 'reveal = "So it is."\n[step.runs'), "utf-8")
    out = run("lesson", MINE, "--text", stdin=f"{letter_of('2')}\n").out
    assert out.index("? How long?") < out.index("Right. Yes.") < out.index("So it is.")


def test_a_step_without_a_panel_prints_no_board(run: Runner, mine: Path) -> None:
    board = "1 2 3"
    assert board in run("lesson", MINE, "--text", stdin="a\n").out.replace("│", "")
    mine.write_text(re.sub(r'panel = "\w+"', 'panel = "text"', LESSON), "utf-8")
    assert board not in run("lesson", MINE, "--text", stdin="a\n").out.replace("│", "")


def test_a_prediction_shows_the_frontier_with_its_figures(run: Runner, mine: Path) -> None:
    predict = 'kind = "predict"\nright = "Yes."\nwrong = "No."\n'
    mine.write_text(LESSON[: LESSON.index("kind =")] + predict, "utf-8")
    out = run("lesson", MINE, "--text", stdin="c\n").out
    assert "The frontier holds 4 states. Selected first: lowest f" in out
    assert "    C  1 2 3/4 5 6/7 0 8   g 1  h 1  successor 2 of the last expansion\n" in out
    assert "Right. Yes." in out


def test_check_confirms_a_valid_lesson(run: Runner, mine: Path) -> None:
    result = run("lesson", MINE, "--check")
    assert (result.status, result.error) == (0, "")
    assert result.out == "my.toml: 2 steps, 3 claims, no errors\n"


def test_check_reports_file_line_and_word(run: Runner, mine: Path) -> None:
    mine.write_text(LESSON.replace("\nexpanded = 2", "\nexpanded = 5"), "utf-8")
    result = run("lesson", MINE, "--check")
    assert (result.status, result.out) == (2, "")
    assert result.error == "puzzler: my.toml: line 19: expanded: claimed 5, actual 2\n"
    mine.write_text(LESSON.replace('"manhattan"', '"manhatan"'), "utf-8")
    for arguments in (("--check",), ("--text",)):
        result = run("lesson", MINE, *arguments)
        assert result.status == 2
        assert result.error.startswith("puzzler: my.toml: line 12: unknown heuristic 'manhat")


def test_other_files_are_not_lessons(run: Runner) -> None:
    result = run("lesson", "geography")
    assert result.status == 2
    assert "unknown lesson 'geography'; choose from a-star, " in result.error
    result = run("lesson", "geography.toml")
    assert (result.status, result.error) == (2, "puzzler: geography.toml: file not found\n")
    assert run("lesson", "--text").status == 2
    assert "from a file, not from standard input" in run("lesson", "-", "--check").error
    assert "cannot be combined" in run("lesson", "greedy", "--text", "--check").error


@pytest.mark.parametrize("argument", [MINE, "a-star"])
def test_the_command_opens_the_window_with_a_lesson(
    run: Runner, mine: Path, monkeypatch: pytest.MonkeyPatch, argument: str
) -> None:
    opened: list[str] = []
    lessons = SimpleNamespace(begin=lambda lesson: opened.append(lesson.title))
    session = SimpleNamespace(lessons=lessons)
    monkeypatch.setattr(app, "run", lambda begin: begin(session) or 0)
    assert run("lesson", argument).status == 0
    assert opened == ["A lesson" if argument == MINE else "A*"]


def test_a_lesson_checks_a_heuristic_of_the_student(
    run: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    heuristic = tmp_path / "mine.py"
    heuristic.write_text("def h(board): return 0")
    out = run("lesson", "your-own", "--text", "--heuristic", str(heuristic)).out
    assert out.count("mean h: mine.py:h 0.00") == 3
    assert "\n0 of 3 answers right\n" in out
    checked: list[str] = []
    lessons = SimpleNamespace(
        begin=lambda lesson: None, check_code=lambda source: checked.append(source.title)
    )
    monkeypatch.setattr(app, "run", lambda begin: begin(SimpleNamespace(lessons=lessons)) or 0)
    assert run("lesson", "your-own", "--heuristic", str(heuristic)).status == 0
    assert checked == ["mine.py:h"]
    mine = "--heuristic", str(heuristic)
    for arguments in (
        ("greedy", *mine),
        ("--heuristic", "manhattan"),
        mine,
        ("your-own", "--check", *mine),
        (str(tmp_path), *mine),
    ):
        result = run("lesson", *arguments)
        assert (result.status, result.error.count("\n")) == (2, 1)
        assert "--heuristic" in result.error


def test_the_list_names_invalid_lessons(
    run: Runner, mine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad = mine.with_name("bad.toml")
    bad.write_text(LESSON.replace('"astar"', '"aster"'), "utf-8")
    monkeypatch.setattr(reading, "bundled", lambda: {"my": mine, "bad": bad})
    result = run("lesson")
    assert result.status == 2 and "A lesson" in result.out
    assert "bad.toml: line " in result.error and "'aster'" in result.error
    assert len(result.error.splitlines()) == 1


# ---- Folders of lessons -----------------------------------------------------------------------


@pytest.fixture
def course(tmp_path: Path) -> Path:
    folder = tmp_path / "course"
    folder.mkdir()
    first = LESSON.replace('title = "A lesson"', 'title = "The first"\nrank = 1')
    (folder / "z.toml").write_text(first, "utf-8")
    (folder / "a.toml").write_text(LESSON.replace("A lesson", 'The second"\nrank = 2#'), "utf-8")
    (folder / "notes.txt").write_text("no lesson", "utf-8")
    return folder


def test_a_folder_is_listed_by_rank(run: Runner, course: Path) -> None:
    result = run("lesson", "course", "--text")
    assert (result.status, result.error) == (0, "")
    assert result.out.index("The first") < result.out.index("The second")
    assert "notes" not in result.out and "greedy" not in result.out


def test_a_folder_is_checked(run: Runner, course: Path) -> None:
    result = run("lesson", "course", "--check")
    assert (result.status, result.error) == (0, "")
    assert [line.split(":")[0] for line in result.out.splitlines()] == ["a.toml", "z.toml"]
    (course / "a.toml").write_text(LESSON.replace("\nexpanded = 2", "\nexpanded = 5"), "utf-8")
    result = run("lesson", "course", "--check")
    assert result.status == 2 and "a.toml: line 19: expanded: claimed" in result.error
    assert result.out.startswith("z.toml: ")


def test_the_window_opens_with_the_list_of_a_folder(
    run: Runner, course: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(app, "run", lambda lessons: opened.append(lessons) or 0)
    assert run("lesson", "course").status == 0
    assert opened[0].folder == "course" and list(opened[0].lessons) == ["z", "a"]


def test_a_folder_without_lessons_is_an_error(run: Runner, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    result = run("lesson", "empty")
    assert result.status == 2
    assert result.error == "puzzler: empty: has no lessons (files that end in .toml)\n"


# ---- Printed pages
# ------------------------------------------------------------------------------------


def page_of(file: Path) -> ElementTree.Element:
    """Parse the page as XML, which fails if an element is not closed."""
    doctype, _, rest = file.read_text("utf-8").partition("\n")
    assert doctype == "<!DOCTYPE html>"
    page = ElementTree.fromstring(rest.replace(' xmlns="http://www.w3.org/2000/svg"', ""))
    assert page.tag == "html" and [each.tag for each in page] == ["head", "body"]
    return page


def words_of(element: ElementTree.Element) -> str:
    return " ".join(" ".join(element.itertext()).split())


def test_a_page_without_answers_and_one_with_them(run: Runner, mine: Path, tmp_path: Path) -> None:
    mine.write_text(LESSON.replace("[step.runs", 'reveal = "So *it* is."\n[step.runs'), "utf-8")
    assert run("lesson", MINE, "--html", "plain.html").status == 0
    plain = words_of(page_of(tmp_path / "plain.html"))
    assert "It expands 2 states" in plain and "How long?" in plain
    assert not any(words in plain for words in ("So it is", "Answer", "Yes.", "No."))
    assert run("lesson", MINE, "--html", "key.html", "--answers").status == 0
    page = page_of(tmp_path / "key.html")
    key = words_of(page)
    assert f"Answer: {letter_of('2')}." in key
    assert all(words in key for words in ("So it is", "Yes.", "No."))
    boards = [each.findtext("title") for each in page.iter("svg")]
    assert boards == ["1 2 3/4 0 6/7 5 8", "1 2 3/4 0 6/7 5 8"]
    assert "<em>it</em>" in (tmp_path / "key.html").read_text("utf-8")


def test_predictions_and_figures_are_printed(run: Runner, mine: Path, tmp_path: Path) -> None:
    predict = 'kind = "predict"\nright = "Yes & so."\nwrong = "No."\n'
    figures = LESSON[LESSON.rindex("[[step]]") :].replace('moment = "end"', 'panel = "figures"')
    mine.write_text(LESSON[: LESSON.index("kind =")] + predict + figures, "utf-8")
    run("lesson", MINE, "--html", "page.html", "--answers")
    page = page_of(tmp_path / "page.html")
    assert len(list(page.iter("li"))) == 4 and "successor 2 of the last" in words_of(page)
    assert "Answer: C. Yes & so." in words_of(page)
    assert [words_of(cell) for cell in page.iter("th")][:4] == [
        "Board",
        "Search",
        "Length",
        "Quality",
    ]
    assert "2" in [words_of(cell) for cell in page.iter("td")]


def test_all_lessons_are_printed_on_one_standalone_page(run: Runner, tmp_path: Path) -> None:
    assert run("lesson", "--html", "all.html", "--answers").status == 0
    page = page_of(tmp_path / "all.html")
    assert len(list(page.iter("article"))) == len(bundled())
    assert not {"img", "script", "link", "iframe"} & {each.tag for each in page.iter()}
    elements = "html head meta title style body article section h1 h2 p ul ol li em strong code div"
    elements += " span br figure figcaption svg g rect text table thead tbody tr th td"
    assert {each.tag for each in page.iter()} <= {*elements.split()}


def test_answers_require_a_page(run: Runner) -> None:
    result = run("lesson", "greedy", "--answers")
    assert result.status == 2 and "--answers requires --html" in result.error
