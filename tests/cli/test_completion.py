"""Shell completion, through the interface of the shell."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

import puzzler
from puzzler.board.goal import GOALS
from puzzler.cli.commands import SUMMARIES
from puzzler.cli.option_types import METRICS, PRESETS
from puzzler.formats.registry import FORMATS
from puzzler.search.registry import ALGORITHMS, HEURISTICS
from puzzler.window.core.themes import find_themes
from tests.cli.conftest import Runner
from tests.programs import run_command

ROOT = Path(puzzler.__file__).parents[1]


@pytest.fixture
def complete(run: Runner, monkeypatch: pytest.MonkeyPatch):
    """Return the completions of the last word."""

    def words(*line: str) -> list[str]:
        monkeypatch.setenv("_PUZZLER_COMPLETE", "bash_complete")
        monkeypatch.setenv("COMP_WORDS", " ".join(["puzzler", *line]))
        monkeypatch.setenv("COMP_CWORD", str(len(line)))
        result = run()
        assert (result.status, result.error) == (0, "")
        out = result.out
        kinds = [line.partition(",")[::2] for line in out.splitlines()]
        return [word if kind == "plain" else kind for kind, word in kinds]

    return words


def test_commands_are_completed(complete) -> None:
    assert complete("") == list(SUMMARIES)
    assert complete("so") == ["solve"]
    assert complete("--vers") == ["--version"]
    assert complete("--log-level", "D") == ["DEBUG"]
    assert complete("--log-level", "WRONG", "solve", "--mem") == ["--memory-limit"]


def test_options_are_completed(complete) -> None:
    assert complete("solve", "board.txt", "--mem") == ["--memory-limit"]
    assert {*complete("solve", "--o")} == {"--output", "--order", "--optimal"}
    # other words are arguments of play
    assert complete("board.txt", "--see") == ["--seed"]


def test_names_are_completed(complete) -> None:
    assert complete("solve", "x", "--algorithm", "") == list(ALGORITHMS)
    assert complete("solve", "x", "--method", "") == list(PRESETS)
    assert complete("solve", "x", "--metric", "m") == [name for name in METRICS if name[0] == "m"]
    assert complete("solve", "x", "--heuristic", "man") == [
        name for name in HEURISTICS if name.startswith("man")
    ]
    assert complete("trace", "x", "--goal", "") == list(GOALS)
    assert complete("compare", "x", "--from", "") == list(FORMATS)
    assert complete("solve", "x", "--ties", "l") == ["low-g", "lifo"]
    assert "lodz" in complete("solve", "x", "--as", "")
    assert "id" not in complete("solve", "x", "--as", "")
    assert "solution" not in complete("convert", "x", "--to", "")
    assert complete("play", "--difficulty", "ha") == ["hard"]
    assert complete("record", "x", "y", "--theme", "") == list(find_themes())
    assert complete("lesson", "belief-z") == ["belief-zero"]
    assert complete("tables", "--build", "no such") == ["file"]
    assert complete("play", "--picture", "lag") == ["lagoon"]
    assert complete("compare", "x", "--sort", "exp") == ["expanded"]


def test_lists_of_names_are_completed(complete) -> None:
    assert complete("compare", "x", "--algorithms", "bfs,dfs,ast") == ["bfs,dfs,astar"]
    assert complete("compare", "x", "--heuristics", "zero,mis") == ["zero,misplaced"]
    assert complete("compare", "x", "--methods", "bfs,astar/mis") == ["bfs,astar/misplaced"]


def test_files_are_completed_by_the_shell(complete) -> None:
    assert complete("solve", "") == ["file"]
    assert complete("solve", "x", "--goal", "goal.t") == ["file"]


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash here")
def test_completion_in_a_real_shell(tmp_path: Path) -> None:
    (tmp_path / "puzzler").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m puzzler "$@"\n')
    (tmp_path / "puzzler").chmod(0o755)
    script = (
        f'export PATH="{tmp_path}:$PATH"; eval "$(_PUZZLER_COMPLETE=bash_source puzzler)"\n'
        "COMP_WORDS=(puzzler solve board.txt --algorithm ida); COMP_CWORD=4\n"
        '_puzzler_completion puzzler; echo "${COMPREPLY[@]}"\n'
    )
    file = tmp_path / "script.sh"
    file.write_text(script)
    done = run_command(["bash", "--norc", str(file)])
    assert done.stderr == ""
    assert done.stdout == "idastar\n"


def test_descriptions_have_one_line(run: Runner, monkeypatch) -> None:
    monkeypatch.setenv("_PUZZLER_COMPLETE", "fish_source")
    assert 'string split -m1 ","' in run().out
    monkeypatch.setenv("_PUZZLER_COMPLETE", "fish_complete")
    for option, names in (("--algorithm", ALGORITHMS), ("--heuristic", HEURISTICS)):
        monkeypatch.setenv("COMP_WORDS", f"puzzler solve x {option} ")
        monkeypatch.setenv("COMP_CWORD", "")
        lines = run().out.splitlines()
        assert [line.partition("\t")[0] for line in lines] == [f"plain,{name}" for name in names]
        assert all(line.partition("\t")[2] for line in lines)


@pytest.mark.parametrize(
    ("request_of_shell", "words", "cursor"),
    [
        ("bash_complete", None, None),
        ("zsh_complete", "puzzler solve", "x"),
        ("bash_complete", "puzzler solve", "9" * 5000),
        ("bsh_source", None, None),
    ],
)
def test_a_wrong_request_is_an_error_of_one_line(
    run: Runner,
    monkeypatch: pytest.MonkeyPatch,
    request_of_shell: str,
    words: str | None,
    cursor: str | None,
) -> None:
    monkeypatch.setenv("_PUZZLER_COMPLETE", request_of_shell)
    for name, value in (("COMP_WORDS", words), ("COMP_CWORD", cursor)):
        if value is not None:
            monkeypatch.setenv(name, value)
    reason = "is not a request of bash, zsh or fish"
    result = run()
    assert result.status == 2
    assert result.error == f"puzzler: _PUZZLER_COMPLETE={request_of_shell} {reason}\n"
