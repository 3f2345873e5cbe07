"""The commands and the script of ``examples``."""

from __future__ import annotations

import json
import re
import runpy
import shlex
import shutil
from pathlib import Path

import click
import pytest

from puzzler.cli.app import PROGRAM
from puzzler.cli.commands import SUMMARIES
from tests.cli.conftest import Runner

EXAMPLES = Path(__file__).parents[2] / "examples"
ROOT = EXAMPLES.parent
PAGES = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), EXAMPLES / "README.md"]
COMMANDS, OPTIONS = (
    re.findall(r"^puzzler (.+)$", file.read_text("utf-8"), re.MULTILINE)
    for file in (EXAMPLES / "README.md", ROOT / "docs" / "reference" / "commands.md")
)


@pytest.mark.parametrize("command", [each for each in COMMANDS if "shuffle" not in each])
def test_the_commands_of_the_examples_succeed(
    run: Runner, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.chdir(EXAMPLES)
    result = run(*shlex.split(command))
    assert result.status == 0, result.error
    assert result.out


@pytest.mark.parametrize("command", OPTIONS)
def test_the_examples_of_options_succeed(
    run: Runner, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, command: str
) -> None:
    monkeypatch.chdir(shutil.copytree(EXAMPLES, tmp_path / "examples"))
    name, *words = shlex.split(command, comments=True)
    if "only parse" in command:
        parsed = PROGRAM.get_command(click.Context(PROGRAM), name)
        assert parsed is not None
        parsed.make_context(name, words)
    else:
        result = run(name, *words)
        assert result.status == 0, result.error


def test_every_option_is_in_an_example() -> None:
    """An option that several commands share needs one example."""
    examples: dict[str, set[str]] = {}
    for page in PAGES:
        for name, text in re.findall(r"\bpuzzler ([a-z]+)([^\n`|#]*)", page.read_text("utf-8")):
            examples.setdefault(name, set()).update(re.findall(r"[\w-]+", text))
    shown = dict[tuple[str, str], bool]()
    for name in SUMMARIES:
        command = PROGRAM.get_command(click.Context(PROGRAM), name)
        assert command is not None
        for row in command.params:
            if isinstance(row, click.Option):
                names = {*row.opts, *row.secondary_opts}
                key = max(row.opts, key=len), row.help or ""
                shown[key] = shown.get(key, False) or bool(names & examples.get(name, set()))
    assert [name for (name, _), is_shown in shown.items() if not is_shown] == []


def test_every_option_in_the_documents_exists() -> None:
    uses = [
        (match[1], option)
        for page in PAGES
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
