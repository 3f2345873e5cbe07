"""What is said before a search that will hardly end, and when another method takes over."""

from __future__ import annotations

import pytest

from puzzler.board import shuffle
from puzzler.search import options
from tests.cli.conftest import Runner
from tests.instances import instances

LARGE = str(shuffle(5, 5, seed=1).start)
HARD = str(instances("hardest_15puzzle_1_5.txt")[0].board)


def test_what_cannot_be_expected_to_end_is_warned_of_on_standard_error(run: Runner) -> None:
    result = run("solve", LARGE, "--algorithm", "bfs", "--node-limit", "10", "--json")
    assert result.status == 1 and result.answers[0]["status"] == "limit"
    assert result.error.count("Breadth-first cannot finish most 5×5 boards: ") == 1


def test_a_list_is_warned_of_once_for_each_shape(run: Runner) -> None:
    boards = "\n".join([LARGE, LARGE, str(shuffle(4, 5, seed=1).start), LARGE])
    options = ("--batch", "--algorithm", "bfs", "--node-limit", "10")
    result = run("solve", "-", *options, stdin=boards)
    assert [result.error.count(f"most {shape} boards") for shape in ("5×5", "4×5")] == [1, 1]


def test_where_nothing_is_to_be_said_nothing_is(run: Runner) -> None:
    assert run("solve", LARGE, "--algorithm", "beam").error == ""
    assert run("solve", "1 2 3/4 0 6/7 5 8", "--algorithm", "bfs").error == ""


def test_anytime_goes_on_where_nobody_chose_and_memory_was_not_limited(
    run: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(options, "default_memory_bytes", lambda: 1_000_000)
    result = run("solve", HARD, "--node-limit", "200000", "--json")
    (answer,) = result.answers
    assert (result.status, answer["algorithm"], answer["status"]) == (0, "anytime", "solved")
    assert "out of memory (1.0 MB); anytime goes on" in result.error


def test_a_limit_that_was_given_is_a_limit(run: Runner) -> None:
    result = run("solve", HARD, "--memory-limit", "1", "--json")
    assert (result.status, result.answers[0]["algorithm"]) == (1, "astar")
