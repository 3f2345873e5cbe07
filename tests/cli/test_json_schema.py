"""All JSON follows the published schema."""

from __future__ import annotations

import io
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from rich.text import Text

from puzzler import UnsolvableError, minimum_moves
from puzzler.cli.option_types import MEMORY_UNITS, TIME_UNITS, with_unit
from puzzler.cli.output import Output
from tests.cli.conftest import Runner
from tests.search.test_custom_search import ASTAR

BOARD = "1 2 3/4 0 6/7 5 8"
HARDEST = "8 6 7/2 5 4/3 0 1"
REFERENCE = Path(__file__).parents[2] / "docs" / "reference"
SCHEMA = json.loads((REFERENCE / "answer.schema.json").read_text())
DEFINITIONS: dict[str, Any] = SCHEMA["$defs"]
TYPES: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "array": (list,),
    "object": (dict,),
    "null": (type(None),),
}
KEYWORDS = {
    *("$ref", "title", "type", "enum", "pattern", "items", "allOf", "required", "properties"),
    *("additionalProperties", "dependentRequired", "unevaluatedProperties"),
}


def validate(value: Any, schema: dict[str, Any]) -> set[str]:
    """Check the keywords that the schema uses. Return the keys of an object that it describes."""
    assert schema.keys() <= KEYWORDS
    if "$ref" in schema:
        return validate(value, DEFINITIONS[schema["$ref"].removeprefix("#/$defs/")])
    kinds = schema.get("type", list(TYPES))
    kinds = [kinds] if isinstance(kinds, str) else kinds
    assert any(type(value) in TYPES[kind] for kind in kinds), (value, schema)
    assert value in schema.get("enum", [value])
    if "pattern" in schema:
        assert re.search(schema["pattern"], value)
    for item in value if isinstance(value, list) else ():
        validate(item, schema.get("items", {}))
    if not isinstance(value, dict):
        return set()
    found = set[str]().union(*(validate(value, part) for part in schema.get("allOf", ())))
    assert value.keys() >= set(schema.get("required", ()))
    for key, others in schema.get("dependentRequired", {}).items():
        assert key not in value or value.keys() >= set(others)
    for key, item in schema.get("properties", {}).items():
        if key in value:
            found.add(key)
            validate(value[key], item)
    if "additionalProperties" in schema:
        for key in value.keys() - found:
            validate(value[key], schema["additionalProperties"])
            found.add(key)
    assert schema.get("unevaluatedProperties", True) or value.keys() <= found, value.keys() - found
    return found


def validate_answer(value: dict[str, Any], name: str) -> None:
    """Check an object of a command. The same object with another key must be invalid."""
    validate(value, DEFINITIONS[name])
    with pytest.raises(AssertionError):
        validate(value | {"unknown": 1}, DEFINITIONS[name])


def properties(schema: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the keys of objects, also of nested objects, with their schemas."""
    if "$ref" in schema:
        yield from properties(DEFINITIONS[schema["$ref"].removeprefix("#/$defs/")])
    for part in schema.get("allOf", ()):
        yield from properties(part)
    yield from properties(schema["items"]) if "items" in schema else ()
    for key, each in schema.get("properties", {}).items():
        yield key, each
        yield from properties(each)


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
        (BOARD, ("--all-optimal",), {"optimal_count": 1, "optimal_moves": ["DR"]}),
    ],
)
def test_answers_follow_the_schema(
    run: Runner, board: str, options: tuple[str, ...], expected: dict[str, object]
) -> None:
    (answer,) = run("solve", board, *options, "--json").answers
    validate_answer(answer, "solve")
    assert {key: answer[key] for key in expected} == expected


@pytest.mark.parametrize(
    ("name", "command"),
    [
        ("optimize", "optimize BOARD --moves LRDR"),
        ("optimize", "optimize moves.json moves.json"),
        ("compare", "compare BOARD --methods bfs,idastar/manhattan,anytime"),
        ("compare_list", "compare list.txt --methods bfs,walk"),
        ("trace", "trace BOARD --algorithm astar --heuristic manhattan"),
        ("trace", "trace BOARD --algorithm bidirectional"),
        ("trace", "trace BOARD --algorithm idastar --weight 1.5"),
        ("trace", "trace BOARD --algorithm astar --heuristic half.py"),
        ("review", "review BOARD --moves UDDR"),
        ("review", "review moves.json moves.json --heuristic half.py"),
        ("review", "review UNSOLVABLE --moves U"),
        ("review", "review moves.txt --batch --unordered --jobs 1"),
        ("check_heuristic", "check half.py --size 2x2"),
        ("check_heuristic", "check dice.py --size 2x2"),
        ("check_heuristic", "check large.py --size 2x2"),
        ("check_search", "check search.py:astar --size 2x2 --against bfs"),
        ("check_search", "check nothing.py --size 2x2"),
        ("shuffle", "shuffle --size 2x2 --count 2"),
        ("shuffle", "shuffle --daily"),
        ("methods", "methods"),
        ("tables", "tables"),
        ("lesson", "lesson"),
    ],
)
def test_every_command_follows_the_schema(run: Runner, name: str, command: str) -> None:
    for file, text in {
        "moves.json": json.dumps({"board": BOARD, "moves": "DR"}),
        "moves.txt": json.dumps({"board": "1 2/0 3", "moves": "R"}),
        "list.txt": "1 2/0 3\n0 1/3 2\n",
        "half.py": "CONSISTENT = True\ndef h(board):\n    return 0.5 * (board.tiles[-1] != 0)\n",
        "dice.py": "import random\ndef h(board):\n    return random.random()\n",
        "large.py": "ADMISSIBLE = True\ndef h(board):\n    return 9 * (board.tiles[0] == 0)\n",
        "search.py": ASTAR,
        "nothing.py": "def search(problem):\n    return None\n",
    }.items():
        Path(file).write_text(text)
    names = {"BOARD": BOARD, "UNSOLVABLE": "1 2 3/4 5 6/8 7 0"}
    answers = run(*(names.get(word, word) for word in command.split()), "--json").answers
    if name == "trace":
        validate_answer(answers.pop(0), "trace_method")
    assert answers
    for answer in answers:
        validate_answer(answer, name)


def test_converted_boards_follow_the_schema(run: Runner) -> None:
    for text in (BOARD, json.dumps({"board": BOARD, "moves": "DR"})):
        (answer,) = run("convert", "-", "--to", "json", stdin=text).answers
        validate_answer(answer, "convert")


def test_invalid_lines_and_files_follow_the_schema(run: Runner, tmp_path: Path) -> None:
    Path("boards.txt").write_text(f"{BOARD}\n1 1 3/4 5 6/7 8 0\n2 1 3/4 5 6/7 8 0\n")
    Path("other.txt").write_text(f"1 1 3/4 5 6/7 8 0\n{BOARD}\n")
    moves = json.dumps({"board": "1 2/0 3", "moves": "R"})
    Path("moves.txt").write_text(f"1 2 3/4 5\n{moves}\n")
    Path("codes").mkdir()
    Path("codes", "bad.py").write_text("def h(board):\n    return 1 / 0\n")
    for name, command in {
        "solve": "solve boards.txt",
        "solve ": "solve other.txt missing.txt",
        "optimize": "optimize moves.txt --batch",
        "review": "review moves.txt --batch",
        "review ": "review moves.txt missing.txt",
        "check_heuristic": "check codes --size 2x2",
    }.items():
        result = run(*command.split(), "--json")
        assert result.status == 2
        refused = [answer for answer in result.answers if answer["status"] == "bad input"]
        assert refused
        for answer in result.answers:
            validate_answer(answer, "refusal" if answer in refused else name.strip())


def test_every_object_has_a_definition() -> None:
    listed = [each["$ref"].removeprefix("#/$defs/") for each in SCHEMA["anyOf"]]
    assert listed == [name for name, each in DEFINITIONS.items() if "title" in each]
    assert not any(DEFINITIONS[name].get("unevaluatedProperties", True) for name in listed)


def test_the_page_documents_every_key_and_its_commands() -> None:
    page = (REFERENCE / "json.md").read_text()
    rows = re.findall(r"^\| `(\w+)` \| ([\w, ]+) \| (.+?) \|", page, re.MULTILINE)
    commands: dict[str, list[str]] = {}
    kinds: dict[str, set[str]] = {}
    for name, definition in DEFINITIONS.items():
        if "title" not in definition:
            continue
        command = name.partition("_")[0]
        for key, schema in properties(definition):
            commands.setdefault(key, [])
            if command not in (*commands[key], "refusal"):
                commands[key].append(command)
            kind = schema.get("type", "string")
            kinds.setdefault(key, set()).update([kind] if isinstance(kind, str) else kind)
    commands["error"] = ["solve", "optimize", "review", "check"]
    assert sorted(key for key, *_ in rows) == sorted(commands), "one row for each key"
    for key, printed_by, value in rows:
        assert printed_by.split(", ") == commands[key]
        assert ("null" in value.split()[-1]) == ("null" in kinds[key]) or "`" in value
        kinds[key] -= {"null"} | ({"integer"} if "number" in kinds[key] else set())
        assert len(kinds[key]) == 1, f"{key} has several types"


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
        with pytest.raises(ValueError, match="is not a number above 0"):
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
