"""``puzzler trace``."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from puzzler.search.inspection.inspector import Inspector
from tests.cli.conftest import Runner
from tests.cli.test_solve import HARDEST, UNSOLVABLE, bad

SMALL = "1 2 3/4 0 6/7 5 8"
KEYS = ["index", "board", "parent", "move", "g", "h", "f", "successors"]
CHILD_KEYS = ["board", "move", "g", "h", "f", "fate"]


def test_a_line_of_json_an_expansion(run: Runner) -> None:
    result = run("trace", SMALL, "--algorithm", "idastar", "--heuristic", "manhattan", "--json")
    assert (result.status, result.error) == (0, "")
    first, second = result.answers
    assert list(first) == KEYS and list(first["successors"][0]) == CHILD_KEYS
    assert first | {"successors": 0} == {
        "index": 0, "board": SMALL, "parent": None, "move": None, "g": 0, "h": 2, "f": 2,
        "successors": 0,
    }  # fmt: skip
    assert [(child["move"], child["fate"]) for child in first["successors"]] == [
        ("U", "pruned"), ("D", "new"), ("L", "pruned"), ("R", "pruned"),
    ]  # fmt: skip
    assert (second["index"], second["parent"], second["move"]) == (1, 0, "D")
    assert second["successors"][-1] == {
        "board": "1 2 3/4 5 6/7 8 0", "move": "R", "g": 2, "h": 0, "f": 2, "fate": "goal",
    }  # fmt: skip


@pytest.mark.parametrize(
    "options",
    [
        ("--algorithm", "astar", "--heuristic", "misplaced", "--order", "RDLU", "--ties", "fifo"),
        ("--algorithm", "bfs"),
        ("--algorithm", "dfs", "--depth-limit", "10"),
        ("--algorithm", "bidirectional", "--weight", "1"),
    ],
)
def test_it_agrees_with_what_solve_counts(run: Runner, options: tuple[str, ...]) -> None:
    board = "4 1 3/7 2 6/0 5 8"
    solved = run("solve", board, *options, "--json").answers[0]
    expansions = run("trace", board, *options, "--json").answers
    assert [each["index"] for each in expansions] == list(range(solved["expanded"]))
    boards = [each["board"] for each in expansions]
    for each in expansions[1:]:
        if each["parent"] is not None:
            children = expansions[each["parent"]]["successors"]
            assert each["board"] in [child["board"] for child in children]
    assert boards[0] in (board, "1 2 3/4 5 6/7 8 0")  # from either end
    if options[1] != "dfs":  # which makes one successor at a time
        generated = sum(len(each["successors"]) for each in expansions)
        assert generated == solved["generated"]


def test_a_table(run: Runner) -> None:
    result = run("trace", HARDEST, "--expansions", "3", "--heuristic", "manhattan")
    assert (result.status, result.error) == (0, "")
    heading, _, first, second, third = result.out.rstrip().splitlines()
    assert heading.split() == KEYS
    assert first.split()[:4] == ["0", "8", "6", "7/2"]
    assert first.rstrip().endswith("U f 23 new, L f 21 new, R f 21 new")
    assert [line.split()[8:10] for line in (second, third)] == [["0", "R"], ["0", "L"]]


def test_a_table_is_cut_where_nobody_says_how_long(run: Runner) -> None:
    result = run("trace", HARDEST)
    assert result.status == 0
    assert len(result.out.rstrip().splitlines()) == 1002
    assert "only the first 1,000 are shown" in result.error


def test_a_sheet(run: Runner) -> None:
    assert run("trace", SMALL, "--csv", "a.csv").out == ""
    with Path("a.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    lines = run("trace", SMALL, "--json").answers
    assert list(rows[0]) == KEYS
    assert [json.loads(row["successors"]) for row in rows] == [line["successors"] for line in lines]
    assert [row["board"] for row in rows] == [line["board"] for line in lines]
    assert rows[0]["parent"] == rows[0]["move"] == ""


def test_how_it_ends(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run("trace", HARDEST, "--node-limit", "2", "--json").status == 1
    assert run("trace", HARDEST, "--expansions", "2", "--json").status == 0
    late = run("trace", HARDEST, "--heuristic", "walking-distance", "--time-limit", "1e-9")
    assert (late.status, late.error) == (1, "")
    unsolvable = run("trace", UNSOLVABLE)
    assert unsolvable.status == 3 and unsolvable.out == ""
    solved = run("trace", "1 2/3 0", "--json")
    assert (solved.status, solved.out) == (0, "")

    def interrupted(inspector: Inspector) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Inspector, "step", interrupted)
    assert run("trace", HARDEST, "--json").status == 130


def test_bad_input(run: Runner) -> None:
    bad(run("trace", SMALL, "--json", "--csv", "a.csv"), "--json prints and --csv writes a file")
    bad(run("trace", SMALL, "--expansions", "0"), "'0' is not a whole number from 1")
