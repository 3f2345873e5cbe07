"""The commands and the script of ``examples``."""

from __future__ import annotations

import json
import re
import runpy
import shlex
from pathlib import Path

import click
import pytest

from puzzler.cli.app import PROGRAM
from puzzler.cli.commands import SUMMARIES
from tests.cli.conftest import Runner

EXAMPLES = Path(__file__).parents[2] / "examples"
COMMANDS = re.findall(r"^puzzler (.+)$", (EXAMPLES / "README.md").read_text("utf-8"), re.MULTILINE)


@pytest.mark.parametrize("command", [each for each in COMMANDS if "shuffle" not in each])
def test_the_commands_of_the_examples_succeed(
    run: Runner, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.chdir(EXAMPLES)
    result = run(*shlex.split(command))
    assert result.status == 0, result.error
    assert result.out


def test_every_option_in_the_documents_exists() -> None:
    root = EXAMPLES.parent
    pages = [*root.glob("*.md"), *(root / "docs").rglob("*.md"), EXAMPLES / "README.md"]
    uses = [
        (match[1], option)
        for page in pages
        for match in re.finditer(r"\bpuzzler ([a-z]+)([^\n`|#]*)", page.read_text("utf-8"))
        for option in re.findall(r"(?<!\S)(--[a-z][a-z-]+|-[a-zA-Z])(?=[\s=]|$)", match[2])
        if match[1] in SUMMARIES
    ]
    assert len(uses) > 100
    context = click.Context(PROGRAM)
    for name, option in uses:
        command = PROGRAM.get_command(context, name)
        assert command is not None
        known = [each for row in command.params for each in (*row.opts, *row.secondary_opts)]
        assert option in (*known, "--help"), f"puzzler {name} {option}"


def test_the_boards_are_created_by_their_command(run: Runner) -> None:
    output = run("shuffle", "--size", "3x3", "--count", "10", "--seed", "1").out
    assert output == (EXAMPLES / "boards.txt").read_text("utf-8")


def test_every_file_is_listed_and_the_script_prints_ten_lines(
    capsys: pytest.CaptureFixture[str],
) -> None:
    page = (EXAMPLES / "README.md").read_text("utf-8")
    names = {file.name for file in EXAMPLES.iterdir() if not file.name.startswith("__")}
    assert names == {*re.findall(r"`([\w.-]+)`", page.partition("| file")[2])} | {"README.md"}
    runpy.run_path(str(EXAMPLES / "jobs.py"), run_name="__main__")
    assert len(capsys.readouterr().out.splitlines()) == 10


def test_the_notebook_runs_and_has_no_outputs(capsys: pytest.CaptureFixture[str]) -> None:
    notebook = json.loads((EXAMPLES / "first-steps.ipynb").read_text("utf-8"))
    shown: list[object] = []
    names = {"__name__": "__main__", "display": lambda *values: shown.extend(values)}
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            assert not cell["outputs"] and cell["execution_count"] is None
            exec("".join(cell["source"]), names)
    assert len(shown) == 2 or "anywidget" in capsys.readouterr().out
