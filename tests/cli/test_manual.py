"""``puzzler manual``: the page contains the help of every command."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from puzzler.cli.commands import SUMMARIES
from puzzler.cli.output import ExitStatus
from puzzler.formats.registry import FORMATS
from puzzler.search.registry import ALGORITHMS, HEURISTICS
from tests.cli.conftest import Runner
from tests.programs import run_command


def test_every_command_option_and_choice_is_documented(run: Runner) -> None:
    page = run("manual").out.replace("\\-", "-").replace("\\(aq", "'")
    for name in SUMMARIES:
        assert f".SS puzzler {name} " in page
        for line in run(name, "--help").out.partition("Options:\n")[2].splitlines():
            if line.startswith("  -"):
                option = line.split("  ")[1]
                assert f".B {option}" in page, option
    for name in (*ALGORITHMS, *HEURISTICS, *FORMATS):
        assert f"\n.B {name}\n" in page


def test_the_title_is_the_summary_of_the_program(run: Runner) -> None:
    assert "\npuzzler \\- play sliding\\-tile puzzles, watch" in run("manual").out


def test_the_page_is_written_to_a_file(run: Runner) -> None:
    result = run("manual", "-o", "puzzler.1")
    assert (result.status, result.out, result.error) == (0, "", "")
    assert Path("puzzler.1").read_text() == run("manual").out


def test_every_exit_status_is_documented(run: Runner) -> None:
    statuses = run("manual").out.partition("\n.SH EXIT STATUS\n")[2].partition("\n.SH ")[0]
    numbers = [line.removeprefix(".B ") for line in statuses.splitlines() if line[:2] == ".B"]
    assert numbers == [str(int(status)) for status in ExitStatus]


def test_text_is_never_a_macro_of_man(run: Runner) -> None:
    macros = (".TH", ".SH", ".SS", ".PP", ".TP", ".B ", ".br", ".nf", ".fi")
    for line in run("manual").out.splitlines():
        assert not line.startswith("'")
        assert not line.startswith(".") or line.startswith(macros), line


@pytest.mark.skipif(shutil.which("groff") is None, reason="there is no groff here")
def test_groff_prints_no_warning(run: Runner) -> None:
    page = run("manual").out
    done = run_command(["groff", "-man", "-ww", "-Tutf8", "-z"], input=page)
    assert (done.returncode, done.stderr) == (0, "")
