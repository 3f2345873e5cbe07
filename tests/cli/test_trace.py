"""``puzzler trace``."""

from __future__ import annotations

import csv
from pathlib import Path
from types import SimpleNamespace

import pytest

from puzzler.search.inspection.inspector import Inspector
from tests.cli.conftest import Runner
from tests.cli.test_solve import HARDEST, UNSOLVABLE, bad

SMALL = "1 2 3/4 0 6/7 5 8"
KEYS = [
    *("expansion", "board", "parent", "move", "g", "h", "f"),
    *("side", "rank", "pass", "threshold", "successors"),
]
CHILD_KEYS = ["board", "move", "g", "h", "f", "outcome"]


def test_json_has_a_line_per_expansion(run: Runner) -> None:
    result = run("trace", SMALL, "--algorithm", "idastar", "--heuristic", "manhattan", "--json")
    assert (result.status, result.error) == (0, "")
    head, first, second = result.answers
    assert head["method"] == "IDA*, Manhattan" and head["goal"] == "1 2 3/4 5 6/7 8 0"
    assert (head["algorithm"], head["heuristic"], head["order"]) == ("idastar", "manhattan", "UDLR")
    assert list(first) == KEYS and list(first["successors"][0]) == CHILD_KEYS
    assert first | {"successors": 0} == {
        "expansion": 1, "board": SMALL, "parent": None, "move": None, "g": 0, "h": 2, "f": 2,
        "side": None, "rank": None, "pass": 1, "threshold": 2, "successors": 0,
    }  # fmt: skip
    assert [(child["move"], child["outcome"]) for child in first["successors"]] == [
        ("U", "pruned"), ("D", "new"), ("L", "pruned"), ("R", "pruned"),
    ]  # fmt: skip
    assert (second["expansion"], second["parent"], second["move"]) == (2, 1, "D")
    assert second["successors"][-1] == {
        "board": "1 2 3/4 5 6/7 8 0", "move": "R", "g": 2, "h": 0, "f": 2, "outcome": "goal",
    }  # fmt: skip


@pytest.mark.parametrize(
    "options",
    [
        ("--algorithm", "astar", "--heuristic", "misplaced", "--order", "RDLU", "--ties", "fifo"),
        ("--algorithm", "bfs", "--goal-test", "early"),
        ("--algorithm", "dfs", "--node-limit", "500"),
        ("--algorithm", "idastar", "--heuristic", "misplaced"),
        ("--algorithm", "bidirectional", "--weight", "1"),
    ],
)
def test_the_trace_has_the_counts_of_solve(run: Runner, options: tuple[str, ...]) -> None:
    board = "4 1 3/7 2 6/0 5 8"
    solved = run("solve", board, *options, "--json").answers[0]
    expansions = run("trace", board, *options, "--json").answers[1:]
    assert [each["expansion"] for each in expansions] == list(range(1, solved["expanded"] + 1))
    boards = [each["board"] for each in expansions]
    for each in expansions[1:]:
        if each["parent"] is not None:
            children = expansions[each["parent"] - 1]["successors"]
            assert each["board"] in [child["board"] for child in children]
    assert boards[0] in (board, "1 2 3/4 5 6/7 8 0")  # expanded from both ends
    fates = [child["outcome"] for each in expansions for child in each["successors"]]
    assert len(fates) == solved["generated"]
    assert fates.count("duplicate") == solved["duplicates"]
    assert fates.count("reopened") == solved["reopened"]


def test_bidirectional_expansions_have_side_and_rank(run: Runner) -> None:
    options = ("--algorithm", "bidirectional", "--heuristic", "manhattan", "--json")
    head, *expansions = run("trace", "4 1 3/7 2 6/0 5 8", *options).answers
    assert head["method"] == "Bidirectional, Manhattan"
    assert {each["side"] for each in expansions} == {"start", "goal"}
    assert all(each["rank"] == max(each["f"], 2 * each["g"]) for each in expansions)
    assert "side   rank" in run("trace", SMALL, *options[:-1]).out


def test_iterations_have_number_and_threshold(run: Runner) -> None:
    _, *expansions = run(
        "trace", HARDEST, "--algorithm", "iddfs", "--expansions", "9", "--json"
    ).answers
    assert [(each["pass"], each["threshold"]) for each in expansions] == [
        (1, 1), (2, 2), (2, 2), (2, 2), (2, 2), (3, 3), (3, 3), (3, 3), (3, 3),
    ]  # fmt: skip


def test_the_trace_is_a_table(run: Runner) -> None:
    result = run("trace", HARDEST, "--expansions", "3", "--heuristic", "manhattan")
    assert (result.status, result.error) == (0, "")
    head, heading, _, first, second, third = result.out.rstrip().splitlines()
    assert head == "A*, Manhattan; goal 1 2 3/4 5 6/7 8 0"
    assert heading.split() == [key for key in KEYS if key not in KEYS[7:11]]
    assert first.split()[:4] == ["1", "8", "6", "7/2"]
    assert first.rstrip().endswith("U f 23 new, L f 21 new, R f 21 new")
    assert [line.split()[8:10] for line in (second, third)] == [["1", "R"], ["1", "L"]]


@pytest.mark.parametrize(("limit", "more"), [(1000, ()), (50, ("--expansions", "1000000"))])
def test_a_long_table_is_shortened(
    run: Runner, monkeypatch: pytest.MonkeyPatch, limit: int, more: tuple[str, ...]
) -> None:
    monkeypatch.setattr("puzzler.cli.commands.trace.MAX_SHOWN", limit)
    result = run("trace", HARDEST, *more)
    assert result.status == 0
    assert len(result.out.rstrip().splitlines()) == limit + 3
    assert f"only the first {limit:,} are shown" in result.error


def test_the_trace_can_be_csv(run: Runner) -> None:
    assert run("trace", SMALL, "--csv", "a.csv").out == ""
    with Path("a.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    lines = run("trace", SMALL, "--json").answers[1:]
    assert list(rows[0]) == KEYS
    assert rows[0]["successors"] == "U f 7 new, D f 3 new, L f 7 new, R f 7 new"
    assert [row["board"] for row in rows] == [line["board"] for line in lines]
    assert rows[0]["parent"] == rows[0]["move"] == ""


def test_the_exit_status_depends_on_the_end(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run("trace", HARDEST, "--node-limit", "2", "--json").status == 1
    assert run("trace", HARDEST, "--expansions", "2", "--json").status == 0
    late = run("trace", HARDEST, "--heuristic", "walking-distance", "--time-limit", "1e-9")
    assert (late.status, late.error) == (1, "")
    with monkeypatch.context() as patched:  # the time passes while lines are printed
        over = SimpleNamespace(is_over=True)
        patched.setattr("puzzler.cli.commands.trace.Deadline", lambda _: over)
        assert run("trace", HARDEST, "--json").status == 1
    unsolvable = run("trace", UNSOLVABLE)
    assert unsolvable.status == 3 and unsolvable.out == ""
    solved = run("trace", "1 2/3 0", "--json")
    assert solved.status == 0 and len(solved.answers) == 1

    def interrupted(inspector: Inspector) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Inspector, "step", interrupted)
    assert run("trace", HARDEST, "--json").status == 130


def test_bad_input_is_an_error(run: Runner) -> None:
    bad(run("trace", SMALL, "--json", "--csv", "a.csv"), "--json cannot be combined with --csv")
    bad(run("trace", SMALL, "--expansions", "0"), "'0' is not a whole number from 1")
    for limit in ("10^21", "1e21", "5E2"):
        assert run("trace", SMALL, "--expansions", limit).status == 0
    bad(run("trace", SMALL, "--expansions", "1" * 41), "whole number from 1 with at most 40 digits")


def test_a_shorter_path_to_a_state_in_the_frontier_replaces_it(run: Runner) -> None:
    options = ("--algorithm", "astar", "--heuristic", "manhattan", "--ties", "fifo")
    expansions = run("trace", "1 3 0/5 2 8/6 7 4", *options, "--json").answers[1:]
    g: dict[str, int] = {}
    replaced = 0
    for child in (child for each in expansions for child in each["successors"]):
        if child["outcome"] in ("new", "goal"):
            assert child["board"] not in g
        elif child["outcome"] == "replaced":
            assert child["g"] < g[child["board"]]
            replaced += 1
        if child["outcome"] != "duplicate":
            g[child["board"]] = child["g"]
    assert replaced
