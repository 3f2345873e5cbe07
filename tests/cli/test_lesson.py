"""``puzzler lesson``."""

from __future__ import annotations

from pathlib import Path

import pytest

from puzzler.game.lessons import reading
from puzzler.game.lessons.reading import bundled
from puzzler.window import app
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


def test_a_lesson_is_read_out_with_its_answers(run: Runner, mine: Path) -> None:
    result = run("lesson", MINE, "--text")
    assert (result.status, result.error) == (0, "")
    for words in ("A lesson", "1/2  One", "It expands 2 states", "? How long?", "2/2  Two"):
        assert words in result.out
    assert "The answer: 2. Yes." in result.out


@pytest.mark.parametrize(
    ("typed", "reply"), [("2\n", "Right. Yes."), ("1\n", "Not quite: it is 2. No.")]
)
def test_a_question_is_answered(run: Runner, mine: Path, typed: str, reply: str) -> None:
    out = run("lesson", MINE, "--text", stdin=typed).out
    assert reply in out
    assert out.endswith(f"\n{int(reply.startswith('Right'))} of 1 answer right\n")


def test_what_is_no_answer_is_asked_again(run: Runner, mine: Path) -> None:
    result = run("lesson", MINE, "--text", stdin="two\n7\n2\n")
    assert "'two' is no number" in result.error and "there are 2 choices" in result.error
    assert "Right. Yes." in result.out


def test_check_says_that_all_is_right(run: Runner, mine: Path) -> None:
    result = run("lesson", MINE, "--check")
    assert (result.status, result.error) == (0, "")
    assert result.out == "my.toml: 2 steps, 3 claims, all right\n"


def test_check_says_what_is_wrong_with_file_line_and_word(run: Runner, mine: Path) -> None:
    mine.write_text(LESSON.replace("\nexpanded = 2", "\nexpanded = 5"), "utf-8")
    result = run("lesson", MINE, "--check")
    assert (result.status, result.out) == (2, "")
    assert result.error == "puzzler: my.toml: line 21: expanded is said to be 5 and is 2\n"
    mine.write_text(LESSON.replace('"manhattan"', '"manhatan"'), "utf-8")
    for arguments in (("--check",), ("--text",)):
        result = run("lesson", MINE, *arguments)
        assert result.status == 2
        assert result.error.startswith("puzzler: my.toml: line 12: unknown heuristic 'manhat")


def test_what_is_no_lesson(run: Runner) -> None:
    result = run("lesson", "geography")
    assert result.status == 2
    assert "no lesson is called 'geography'; there are a-star, " in result.error
    result = run("lesson", "geography.toml")
    assert (result.status, result.error) == (2, "puzzler: geography.toml: there is no such file\n")
    assert run("lesson", "--text").status == 2


@pytest.mark.parametrize("argument", [MINE, "a-star"])
def test_a_lesson_opens_the_window(
    run: Runner, mine: Path, monkeypatch: pytest.MonkeyPatch, argument: str
) -> None:
    opened = []
    monkeypatch.setattr(app, "run", lambda lesson: opened.append(lesson.title) or 0)
    assert run("lesson", argument).status == 0
    assert opened == ["A lesson" if argument == MINE else "A*"]


def test_a_lesson_that_is_wrong_is_named_beside_the_list(
    run: Runner, mine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad = mine.with_name("bad.toml")
    bad.write_text(LESSON.replace('"astar"', '"aster"'), "utf-8")
    monkeypatch.setattr(reading, "bundled", lambda: {"my": mine, "bad": bad})
    result = run("lesson")
    assert result.status == 2 and "A lesson" in result.out
    assert "bad.toml: line " in result.error and "'aster'" in result.error
    assert len(result.error.splitlines()) == 1
