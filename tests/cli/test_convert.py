"""``puzzler convert``: conversion between formats and reports of lost fields."""

from __future__ import annotations

from pathlib import Path

import pytest

from puzzler.board.parity import is_solvable
from puzzler.formats import registry
from puzzler.formats.registry import FORMATS
from tests.cli.conftest import Runner
from tests.cli.test_solve import HARDEST, bad

WRITABLE = [form for form in FORMATS.values() if form.write is not None]


@pytest.mark.parametrize("form", WRITABLE, ids=lambda form: form.name)
def test_an_example_is_read_and_written_unchanged(run: Runner, form) -> None:
    Path("example.txt").write_text(form.example + "\n")
    result = run("convert", "example.txt", "--from", form.name, "--to", form.name, "-o", "made.txt")
    assert (result.status, result.out, result.error) == (0, "", "")
    first = registry.read(form.example, form.name)
    assert registry.read(Path("made.txt").read_text(), form.name) == first
    assert is_solvable(first.start, first.goal_or_standard)


def test_a_goal_that_the_format_cannot_represent_is_named(run: Runner) -> None:
    bad(run("convert", HARDEST, "--to", "42"), "BOARD: ", "42", "snail")
    bad(run("convert", HARDEST, "--to", "columbia"), "columbia", "blank-first")
    bad(run("convert", HARDEST, "--to", "princeton", "--goal", "snail"), "princeton", "standard")
    bad(run("convert", "1 2 3/4 5 0", "--to", "princeton"), "square", "2x3")


def test_dropped_fields_are_reported(run: Runner) -> None:
    Path("in.txt").write_text("1.5\n\n1 2\n0 3\n\n1 2\n3 0\n")
    result = run("convert", "in.txt", "--to", "lodz")
    assert (result.status, result.out) == (0, "2 2\n1 2\n0 3\n")
    assert result.error == "puzzler: in.txt: dropped, because lodz cannot represent the weight\n"
    result = run("convert", "A B/_ C", "--to", "id")
    assert (result.status, result.out) == (0, "2x2:1,2,0,3\n")
    assert result.error == "puzzler: BOARD: dropped, because id cannot represent the letters\n"
    assert run("convert", "A B/_ C", "--to", "letters").error == ""


def test_a_list_is_converted_line_by_line(run: Runner) -> None:
    boards = "# two\n1 2 3/4 5 6/0 7 8\n1 2/0 3 # small\n"
    bad(run("convert", "-", "--to", "list", stdin=boards), "several boards", "--batch")
    result = run("convert", "-", "--to", "list", "--batch", stdin=boards)
    assert (result.status, result.out, result.error) == (0, "1 2 3 4 5 6 0 7 8\n1 2 0 3\n", "")
    result = run("convert", "-", "--to", "id", "--batch", stdin=boards)
    assert result.out == "3x3:1,2,3,4,5,6,0,7,8\n2x2:1,2,0,3\n"
    result = run("convert", "-", "--to", "grid", "--batch", stdin=boards)
    assert result.out.replace("  ", " ") == "1 2 3/4 5 6/0 7 8\n1 2/0 3\n"


def test_a_format_of_several_lines_cannot_be_a_list(run: Runner) -> None:
    boards = "1 2 3/4 5 6/0 7 8\n1 2/0 3\n"
    result = run("convert", "-", "--to", "princeton", "--batch", stdin=boards)
    bad(result, "standard input: ", "princeton take several lines")


def test_bad_lines_are_reported_and_the_rest_is_written(run: Runner) -> None:
    result = run("convert", "-", "--to", "id", "--batch", stdin="1 2/0 3\n1 2/0 y\n1 2/3 0\n")
    assert (result.status, result.out) == (2, "2x2:1,2,0,3\n2x2:1,2,3,0\n")
    assert result.error.startswith("puzzler: standard input: line 2, column 7: 'y'")


def test_writable_formats_are_listed(run: Runner) -> None:
    bad(run("convert", HARDEST), "--to")
    bad(run("convert", HARDEST, "--to", "pdf"), "'pdf'", "choose from", "princeton")
    bad(run("convert", HARDEST, "--to", "solution"), "'solution'", "choose from")
    help_text = run("convert", "--help").out
    for form in FORMATS:
        assert f"  {form} " in help_text


def test_an_error_about_the_goal_names_the_option(run: Runner) -> None:
    bad(run("convert", "1 2 3/4 5 6/7 8 0", "--to", "42"), "use --goal snail to change the goal")
    assert "--goal" not in run("convert", "1 2 3/4 5 0", "--to", "42").error
