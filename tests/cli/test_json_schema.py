"""Answers in JSON follow the published schema."""

from __future__ import annotations

import io
import json
import re
import sys
from pathlib import Path
from typing import Any

import click
import pytest
from rich.text import Text

from puzzler import UnsolvableError, minimum_moves
from puzzler.cli.option_types import MEMORY_UNITS, TIME_UNITS, with_unit
from puzzler.cli.output import Output
from tests.cli.conftest import Runner

BOARD = "1 2 3/4 0 6/7 5 8"
HARDEST = "8 6 7/2 5 4/3 0 1"
SCHEMA = json.loads(
    (Path(__file__).parents[2] / "docs" / "reference" / "answer.schema.json").read_text()
)
TYPES: dict[str, Any] = {
    "string": str,
    "integer": int,
    "number": (int, float),
    "boolean": bool,
    "array": list,
    "object": dict,
    "null": type(None),
}


def validate(value: Any, schema: dict[str, Any]) -> None:
    """Check the keywords that the schema uses."""
    kinds = schema.get("type", list(TYPES))
    kinds = [kinds] if isinstance(kinds, str) else kinds
    assert any(isinstance(value, TYPES[kind]) for kind in kinds), (value, schema)
    assert value in schema.get("enum", [value])
    if "pattern" in schema:
        assert re.search(schema["pattern"], value)
    for item in value if isinstance(value, list) else ():
        validate(item, schema.get("items", {}))
    if isinstance(value, dict):
        choices = schema.get("anyOf", [schema])
        assert any(value.keys() >= set(each.get("required", ())) for each in choices)
        properties = schema.get("properties", {})
        assert schema.get("additionalProperties", True) or value.keys() <= properties.keys()
        for key, item in value.items():
            validate(item, properties.get(key, {}))


@pytest.mark.parametrize(
    ("board", "options", "expected"),
    [
        (BOARD, (), {"status": "solved", "limit": None, "guarantee": "proven optimal"}),
        (BOARD, ("--algorithm", "bfs"), {"goal_test": "late", "heuristic": None, "weight": None}),
        (
            BOARD,
            ("--algorithm", "astar"),
            {"goal_test": None, "duplicates_found": "early", "ties": "lifo"},
        ),
        ("1 2 3/4 5 6/8 7 0", (), {"status": "unsolvable", "guarantee": None, "length": None}),
        (
            HARDEST,
            ("--algorithm", "bfs", "--node-limit", "5"),
            {"status": "limit", "limit": "expansions"},
        ),
        (HARDEST, ("--algorithm", "walk"), {"status": "failed", "limit": None}),
    ],
)
def test_answers_follow_the_schema(
    run: Runner, board: str, options: tuple[str, ...], expected: dict[str, object]
) -> None:
    (answer,) = run("solve", board, *options, "--json").answers
    validate(answer, SCHEMA)
    assert {key: answer[key] for key in expected} == expected


def test_invalid_lines_and_files_follow_the_schema(run: Runner, tmp_path: Path) -> None:
    file = tmp_path / "boards.txt"
    file.write_text(f"{BOARD}\n1 1 3/4 5 6/7 8 0\n2 1 3/4 5 6/7 8 0\n")
    other = tmp_path / "other.txt"
    other.write_text(f"1 1 3/4 5 6/7 8 0\n{BOARD}\n")
    for words in ((str(file),), (str(other), str(tmp_path / "missing.txt"))):
        answers = run("solve", *words, "--json").answers
        assert "bad input" in [answer["status"] for answer in answers]
        for answer in answers:
            validate(answer, SCHEMA)


def test_the_page_documents_every_key() -> None:
    page = (Path(__file__).parents[2] / "docs" / "reference" / "json.md").read_text()
    answers = page.partition("\n## ")[0]
    assert re.findall(r"^\| `(\w+)`", answers, re.MULTILINE) == list(SCHEMA["properties"])


@pytest.mark.parametrize(
    "options", ["--weight 1.5", "--heuristic manhattan", "--ties fifo", "--depth-limit 10"]
)
def test_options_without_effect_are_errors(run: Runner, options: str) -> None:
    result = run("solve", BOARD, "--algorithm", "bfs", *options.split())
    assert result.status == 2
    flag = options.split(maxsplit=1)[0]
    assert result.error == f"puzzler: {flag} has no effect on Breadth-first\n"


def test_quiet_prints_only_the_moves(run: Runner) -> None:
    boards = f"{BOARD}\n1 2 3/4 5 6/8 7 0\n1 2 3/4 5 6/7 8 0\n"
    result = run("solve", "-", "--batch", "--quiet", stdin=boards)
    assert (result.status, result.out) == (3, "DR\nunsolvable\n\n")
    assert run("solve", BOARD, "-q", "--json").status == 2


def test_methods_and_shuffle_in_json(run: Runner, tmp_path: Path) -> None:
    names = {row["name"] for row in run("methods", "--json").answers}
    assert {"astar", "manhattan"} <= names
    file = tmp_path / "boards"
    assert run("shuffle", "--size", "2x2", "--seed", "4", "--json", "-o", str(file)).out == ""
    record = json.loads(file.read_text())
    assert record["seed"] == 4 and record["goal"] == "1 2/3 0"
    assert record["board"] == run("shuffle", "--size", "2x2", "--seed", "4").out.strip()


def test_help_and_version_are_commands(run: Runner) -> None:
    assert run("help").out == run("--help").out
    assert run("help", "solve").out == run("solve", "--help").out
    assert run("version").out == run("-V").out == run("--version").out


def test_limits_with_units() -> None:
    seconds, megabytes = map(with_unit, (TIME_UNITS, MEMORY_UNITS))
    assert [seconds(text) for text in ("90", "90s", "1.5m", "2h")] == [90, 90, 90, 7200]
    assert [megabytes(text) for text in ("500", "500mb", "2GB")] == [500, 500, 2000]
    for text in ("m", "-1s", "5 years"):
        with pytest.raises(click.BadParameter, match="is not a number above 0"):
            seconds(text)


def test_compare_prints_only_csv_and_one_message_for_an_unsolvable_board(run: Runner) -> None:
    sheet = run("compare", BOARD, "--methods", "bfs,astar", "--csv", "-")
    assert [line.split(",")[0] for line in sheet.out.splitlines()][1:] == [
        "Breadth-first",
        '"A*',
    ]
    result = run("compare", "1 2 3/4 5 6/8 7 0")
    assert (result.status, result.out, len(result.error.splitlines())) == (3, "", 1)


def test_a_table_for_a_closed_pipe(monkeypatch: pytest.MonkeyPatch) -> None:
    class ClosedPipe(io.StringIO):
        def write(self, _: str) -> int:
            raise BrokenPipeError

    monkeypatch.setattr("rich.console.Console.on_broken_pipe", lambda _: sys.exit(1))
    monkeypatch.setattr(sys, "stdout", ClosedPipe())
    with pytest.raises(BrokenPipeError):  # exit status 141, not 1
        Output().show(Text("a table"))


def test_an_unsolvable_board_has_no_length() -> None:
    with pytest.raises(UnsolvableError):
        minimum_moves("1 2 3/4 5 6/8 7 0")


def test_lists_in_json(run: Runner) -> None:
    (row, *_) = run("tables", "5x5", "--json").answers
    assert (row["size"], row["build_bytes"]) == ("5x5", None) and row["memory_bytes"] > 0
    names = [row["name"] for row in run("lesson", "--json").answers]
    assert "greedy" in names and len(names) > 20
    assert run("lesson", "greedy", "--json").status == 2


def test_boards_are_converted_to_json_and_back(run: Runner) -> None:
    (record,) = run("convert", "1 2 3/0 5 6/4 7 8", "--to", "json").answers
    assert record == {"board": "1 2 3/0 5 6/4 7 8", "goal": "1 2 3/4 5 6/7 8 0"}
    moved = json.dumps(record | {"moves": "DRR"})
    assert run("convert", "-", "--to", "json", stdin=moved).out.strip() == moved
    assert run("convert", "-", "--to", "grid", stdin=moved).out.splitlines()[-1] == "4 7 8"


def test_several_files_are_solved_in_order(run: Runner) -> None:
    Path("near.txt").write_text("1 2 3\n4 0 6\n7 5 8\n")
    Path("list.txt").write_text("1 2/0 3\n1 2/3 0\n")
    Path("bad.txt").write_text("1 2 3\n4 0\n")
    result = run("solve", "near.txt", "bad.txt", "list.txt", "near.txt", "--json")
    assert result.status == 2
    found = [(each["file"], each["status"]) for each in result.answers]
    near, listed = ("near.txt", "solved"), ("list.txt", "solved")
    assert found == [near, ("bad.txt", "bad input"), listed, listed, near]
    lists = run("solve", "list.txt", "near.txt", "list.txt", "--batch", "--json")
    assert [each["file"] for each in lists.answers[:2]] == ["list.txt"] * 2
    assert lists.answers[-1]["board"] == "1 2/3 0"
    assert run("solve", "near.txt", "near.txt", "-q").out == "DR\nDR\n"
    assert run("solve", "near.txt", "near.txt").out.count("file     near.txt\n") == 2


def test_help_groups_the_options(run: Runner) -> None:
    page = run("solve", "--help").out
    headings = re.findall(r"^(\w[\w ]+):$", page, re.MULTILINE)
    assert headings == [
        *("Arguments", "Input", "Method", "Limits", "Output", "Many boards", "General options")
    ]
    assert "of the text" not in run("shuffle", "--help").out
    assert "the goal in the input" not in " ".join(run("shuffle", "--help").out.split())


def test_a_redirected_table_is_as_wide_as_columns(
    run: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    table = run("compare", BOARD, "--methods", "bfs,astar").out
    assert max(map(len, table.splitlines())) <= 60
