"""``puzzler compare``."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from puzzler.board import shuffle
from puzzler.search.engine.search import Search
from puzzler.search.registry import ALGORITHMS
from tests.cli.conftest import Runner
from tests.cli.test_solve import HARDEST, KEYS, TOO_HARD, UNSOLVABLE, bad

SMALL = "1 2 3/4 0 6/7 5 8"


def test_a_table(run: Runner) -> None:
    result = run("compare", HARDEST, "--algorithms", "bfs, astar,bfs", "--heuristic", "manhattan")
    assert (result.status, result.error) == (0, "")
    heading, _, first, second = result.out.rstrip().splitlines()
    assert heading.split()[:3] == ["algorithm", "h", "length"]
    assert first.split()[:3] == ["Breadth-first", "zero", "31"]
    assert second.split()[:3] == ["A*", "Manhattan", "31"]
    assert first.rstrip().endswith("proven shortest")
    assert "b*" in heading and first.split()[5] == "1.45"


def test_order_ties_and_depth_limit_hold_for_those_that_use_them(run: Runner) -> None:
    options = ("--order", "RDLU", "--ties", "fifo", "--depth-limit", "9")
    result = run("compare", SMALL, "--algorithms", "astar,dfs,anytime", *options, "--json")
    told = [
        (answer["order"], answer["ties"], answer["depth_limit"])
        for answer in json.loads(result.out)
    ]
    assert told == [("RDLU", "fifo", None), ("RDLU", None, 9), ("UDLR", None, None)]


def test_every_algorithm_by_default(run: Runner) -> None:
    answers = json.loads(run("compare", SMALL, "--json").out)
    assert [answer["algorithm"] for answer in answers] == list(ALGORITHMS)
    for answer in answers:
        assert list(answer) == KEYS


def test_limits_are_the_same_for_all(run: Runner) -> None:
    result = run(
        *("compare", TOO_HARD, "--algorithms", "astar,bfs", "--node-limit", "1000", "--json")
    )
    assert result.status == 1
    assert [answer["expanded"] for answer in json.loads(result.out)] == [1000, 1000]
    result = run("compare", TOO_HARD, "--algorithms", "astar", "--node-limit", "1000")
    assert "stopped by the limit of 1,000 expanded states" in result.out


def test_a_sheet(run: Runner) -> None:
    assert run("compare", SMALL, "--algorithms", "astar,greedy", "--csv", "a.csv").status == 0
    with Path("a.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["algorithm"] for row in rows] == ["astar", "greedy"]
    assert list(rows[0]) == KEYS[:-1]
    assert rows[0]["tiles"] == "[5, 8]"
    assert rows[0]["optimal"] in ("true", "false")


def test_ctrl_c_keeps_what_is_done(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    advance, calls = Search.advance, []

    def interrupted(search: Search, budget: int) -> object:
        calls.append(budget)
        if len(calls) > 1:
            raise KeyboardInterrupt
        return advance(search, budget)

    monkeypatch.setattr(Search, "advance", interrupted)
    result = run("compare", SMALL, "--algorithms", "astar,bfs,greedy", "--json", "--csv", "a.csv")
    assert result.status == 130
    answers = json.loads(result.out)
    assert [answer["status"] for answer in answers] == ["solved", "cancelled"]
    assert len(Path("a.csv").read_text().splitlines()) == 3


def test_an_unsolvable_board(run: Runner) -> None:
    result = run("compare", UNSOLVABLE, "--algorithms", "astar,bfs")
    assert result.status == 3
    assert result.out.count("unsolvable") == 2


def test_bad_input(run: Runner) -> None:
    bad(run("compare", SMALL, "--algorithms", "astar,foo"), "there is no algorithm 'foo'", "bfs")
    bad(run("compare", SMALL, "--algorithms", ""), "there is no algorithm ''")
    bad(run("compare", SMALL, "--heuristic", "foo"), "there is no heuristic 'foo'", "manhattan")
    bad(run("compare", SMALL, "--weight", "-1"), "'-1' is not a weight: weights go from 0 to 1,000")
    bad(run("compare", SMALL, "--time-limit", "0"), "'0' is not a number above 0")
    bad(run("compare", SMALL, "--node-limit", "1.5"), "'1.5' is not a whole number from 1")
    bad(run("compare", SMALL, "--memory-limit", "nan"), "'nan' is not a number above 0")
    bad(run("compare", SMALL, "--csv", "no/such/a.csv"), "there is no folder")
    bad(run("compare", "1 2/3 3"), "line 1, column 7")
    bad(run("compare", SMALL, "--goal", "1 2/3 0"), "the goal is 2x2, not 3x3")


def test_each_algorithm_is_guided_by_what_suits_it(run: Runner) -> None:
    board = str(shuffle(4, 5, 60, 1).start)
    options = ("--algorithms", "astar,anytime", "--node-limit", "2000", "--json")
    guides = {
        row["algorithm"]: row["heuristic"]
        for row in json.loads(run("compare", board, *options).out)
    }
    assert guides == {"astar": "manhattan+misplaced", "anytime": "learned"}
    same = json.loads(run("compare", board, *options, "--heuristic", "manhattan").out)
    assert {row["heuristic"] for row in same} == {"manhattan"}
    sheet = run("compare", board, *options, "--csv", "sheet.csv")
    assert sheet.status == 1  # A* has no answer within so few states
    rows = list(csv.DictReader(Path("sheet.csv").read_text().splitlines()))
    assert rows[1]["worth"].startswith("at most ") and int(rows[1]["lower_bound"]) > 0


def test_ctrl_c_ends_the_comparison_though_there_is_an_answer(
    run: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    advance = Search.advance

    def advance_once(search: Search, budget: int) -> object:
        if search.expanded:
            raise KeyboardInterrupt
        return advance(search, 20_000)

    monkeypatch.setattr(Search, "advance", advance_once)
    board = str(shuffle(5, 5, None, 1).start)
    result = run("compare", board, "--algorithms", "anytime,beam", "--json")
    assert result.status == 130
    assert [row["status"] for row in json.loads(result.out)] == ["solved"]
