"""Options of several commands: each command rejects the same values with the same message."""

from __future__ import annotations

import re

import pytest

from tests.cli.conftest import Runner
from tests.cli.test_solve import HARDEST, UNSOLVABLE, bad

COMMANDS = [
    ("solve", HARDEST),
    ("solve", UNSOLVABLE),
    ("compare", HARDEST),
    ("trace", HARDEST),
    ("review", HARDEST, "--moves", "U"),
    ("convert", HARDEST, "--to", "grid"),
    ("record", HARDEST, "out.gif"),
    ("play", HARDEST),
    ("shuffle", "--size", "3x3"),
    ("lesson", "belief-zero"),
    ("tables",),
]
BAD = [
    ("--goal", "1 2 3/4 5 0", "the goal is 2x3, not 3x3"),
    ("--goal", "snale", "'snale': neither an existing file nor a board"),
    ("--goal", "goal.txt", "goal.txt: file not found"),
    ("--goal", "1 2 2/4 5 6/8 7 0", "BOARD: line 1, column 5: tile 2 appears twice"),
    ("--algorithm", "magic", "'magic'"),
    ("--heuristic", "magic", "'magic'"),
    *(
        ("--weight", value, f"--weight': '{value}' is not a weight from 0 to 1,000")
        for value in ("-1", "nan", "inf", "heavy", "2000", "1.2345")
    ),
    ("--order", "UDL", "--order': 'UDL' is not an order of U, D, L and R, each once"),
    ("--ties", "mine", "--ties': unknown tie-break 'mine'; choose from high-g"),
    ("--depth-limit", "0", "--depth-limit': '0' is not a whole number from 1 to 1,000,000"),
    *(
        (option, value, f"{option}': '{value}' is not a number above 0")
        for option in ("--time-limit", "--memory-limit")
        for value in ("0", "-1", "-0.0", "nan", "-inf", "1e400", "lots")
    ),
    *(
        ("--node-limit", value, f"--node-limit': '{value}' is not a whole number from 1")
        for value in ("0", "-5")
    ),
    ("--node-limit", "1.5", "--node-limit': '1.5' is not a whole number from 1"),
    ("--jobs", "-1", "--jobs': '-1' is not a whole number from 0 to 1,024"),
    ("--log-level", "LOUD", "--log-level': 'LOUD' is not one of DEBUG, INFO"),
    ("--from", "pdf", "--from': unknown format 'pdf'; "),
    *(
        ("--size", value, f"--size': '{value}'")
        for value in ("1x9", "11x11", "4", "4x", "-3x3", "99999999999999x2")
    ),
    *(("--seed", value, "--seed': ") for value in ("-1", "1.5", "9" * 5000)),
    (
        "--difficulty",
        "cruel",
        "unknown difficulty 'cruel'; choose from easy, medium",
    ),
    ("--difficulty", "daily", "unknown difficulty 'daily'"),
    ("--daily", "tomorrow", "--daily': 'tomorrow' is not a date such as 2026-11-21"),
    ("--daily", "2026-02-30", "--daily': '2026-02-30' is not a date"),
    ("--csv", "no/such/a.csv", "no/such/a.csv: folder 'no/such'"),
    ("--output", "no/such/x", "no/such/x: folder 'no/such'"),
    ("--output", ".", ".: this is a folder, not a file"),
    ("--picture", "none.png", "none.png: file not found"),
    ("--no-such-option", "x", "No such option"),
]


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_invalid_option_values_are_rejected(run: Runner, command: tuple[str, ...]) -> None:
    options = {*re.findall(r"--[a-z-]+", run(command[0], "--help").out), "--no-such-option"}
    for option, value, words in BAD:
        if option in options:
            bad(run(*command, f"{option}={value}"), words)


@pytest.mark.parametrize(
    ("command", "options", "words"),
    [
        ("solve", ["--goal-test", "early"], "--goal-test has no effect on A*"),
        ("solve", ["--algorithm", "greedy", "--duplicates", "late"], "--duplicates has no"),
        ("solve", ["--algorithm", "idastar", "--no-pruning"], "--pruning has no effect"),
        ("play", ["--algorithm", "dfs", "--goal-test", "early"], "--goal-test has no effect"),
        ("compare", ["--algorithms", "dfs,idastar", "--goal-test", "early"], "on these methods"),
        ("trace", ["--duplicates", "late"], "--duplicates late cannot be traced for A*"),
        ("trace", ["--algorithm", "dfs", "--depth-limit", "5", "--duplicates", "late"], "--dup"),
        ("solve", ["--algorithm", "bfs", "--goal-test", "soon"], "'soon' is neither early nor"),
    ],
)
def test_an_option_without_effect_is_an_error(
    run: Runner, command: str, options: list[str], words: str
) -> None:
    result = run(command, "1 2 3/4 0 6/7 5 8", *options)
    assert result.status == 2 and words in result.error
    assert len(result.error.splitlines()) == 1


def test_the_time_of_the_goal_test_changes_the_counts(run: Runner) -> None:
    def expanded(*options: str) -> int:
        (answer,) = run("solve", "2 0 3/8 6 1/4 5 7", *options, "--json").answers
        count: int = answer["expanded"]
        return count

    astar = ("--heuristic", "manhattan")
    assert expanded(*astar) == expanded(*astar, "--duplicates", "early") == 1843
    assert expanded(*astar, "--duplicates", "late") == 1383
    assert expanded("--algorithm", "bfs") == 114_019
    assert expanded("--algorithm", "bfs", "--goal-test", "early") == 90_706


def test_the_default_method_prints_when_it_detects_duplicates(run: Runner) -> None:
    watch = ("--method", "watch")
    assert "duplicates late" in run("solve", "1 2 3 4/5 6 7 8/9 10 0 12/13 14 11 15", *watch).out
    assert "duplicates" not in run("solve", "1 2 3/4 0 6/7 5 8", *watch).out


def test_methods_have_names(run: Runner) -> None:
    board = "1 2 3/4 0 6/7 5 8"
    for name, algorithm in (("shortest", "idastar"), ("anytime", "anytime"), ("watch", "astar")):
        (answer,) = run("solve", board, "--method", name, "--json").answers
        assert (answer["algorithm"], answer["length"]) == (algorithm, 2)
    bad(run("solve", board, "--method", "best"), "unknown method", "watch")
    for other in ("--optimal", "--weight=2"):
        bad(run("solve", board, "--method", "watch", other), "cannot be combined with")
