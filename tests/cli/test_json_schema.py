"""Answers in JSON follow the published schema."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from puzzler import UnsolvableError, minimum_moves
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
        assert value.keys() >= set(schema.get("required", ()))
        properties = schema.get("properties", {})
        assert schema.get("additionalProperties", True) or value.keys() <= properties.keys()
        for key, item in value.items():
            validate(item, properties.get(key, {}))


@pytest.mark.parametrize(
    ("board", "options", "expected"),
    [
        (BOARD, (), {"status": "solved", "limit": None, "guarantee": "proven optimal"}),
        (BOARD, ("--algorithm", "bfs"), {"goal_test": "late", "weight": None, "pruning": None}),
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


def test_the_page_explains_every_key() -> None:
    page = (Path(__file__).parents[2] / "docs" / "reference" / "json.md").read_text()
    assert re.findall(r"^\| `(\w+)`", page, re.MULTILINE) == list(SCHEMA["properties"])


@pytest.mark.parametrize(
    "options", ["--weight 1.5", "--heuristic manhattan", "--ties fifo", "--depth-limit 10"]
)
def test_options_without_effect_are_errors(run: Runner, options: str) -> None:
    result = run("solve", BOARD, "--algorithm", "bfs", *options.split())
    assert result.status == 2
    flag = options.split(maxsplit=1)[0]
    assert result.error == f"puzzler: {flag} has no effect on Breadth-first\n"


def test_no_length_of_an_unsolvable_board() -> None:
    with pytest.raises(UnsolvableError):
        minimum_moves("1 2 3/4 5 6/8 7 0")
