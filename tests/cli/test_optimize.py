"""``puzzler optimize``, and options of ``solve`` for metrics and all optimal solutions."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from puzzler.board import Board, Move
from tests.cli.conftest import Runner
from tests.cli.test_json_schema import validate_answer
from tests.cli.test_solve import HARDEST, UNSOLVABLE, check_answer

NEAR = "1 2 3/4 0 6/7 5 8"


def test_a_solution_is_shortened(run: Runner) -> None:
    result = run("optimize", NEAR, "--moves", "left, right down right")
    assert (result.status, result.error) == (0, "")
    lines = result.out.splitlines()
    assert "solution 2 moves, proven optimal" in lines and "input    4 moves, 2 saved" in lines
    assert run("optimize", NEAR, "--moves", "5 8", "-q").out == "DR\n"
    (answer,) = run("optimize", NEAR, "--moves", "LRDR", "--json").answers
    validate_answer(answer, "optimize")
    assert (answer["length"], answer["given_length"], answer["optimal"]) == (2, 4, True)


def test_goals_and_files_are_accepted(run: Runner) -> None:
    Path("mine.json").write_text(json.dumps({"board": "1 2 3/4 5 6/7 8 0", "moves": "ULDR" * 3}))
    assert run("optimize", "mine.json", "-q").out == "\n"
    start = Board.solved(3, 3).apply_all([Move.UP, Move.UP, Move.LEFT, Move.LEFT])
    assert str(start).startswith("0")
    goal = str(start.apply(Move.DOWN))
    assert run("optimize", str(start), "--moves", "RLD", "--goal", goal, "-q").out == "D\n"


@pytest.mark.parametrize(
    ("moves", "reason"),
    [
        ("LRD", "after move 3, the last, the board is 1 2 3/4 5 6/7 0 8, not the goal"),
        ("LRDRR", "move 5 (R) is not possible"),
        ("5 1", "move 2: tile 1 is not next to the blank"),
    ],
)
def test_invalid_moves_are_reported_with_their_number(run: Runner, moves: str, reason: str) -> None:
    result = run("optimize", NEAR, "--moves", moves)
    assert (result.status, result.out) == (2, "")
    assert reason in result.error and result.error.count("\n") == 1


def test_each_line_and_each_file_is_shortened(run: Runner) -> None:
    good = json.dumps({"board": NEAR, "moves": "LRDR"})
    Path("list.txt").write_text(f'{good}\n{{"board": "{NEAR}", "moves": "D"}}\n{NEAR}\n')
    result = run("optimize", "list.txt", "--batch", "--json")
    assert result.status == 2 and result.answers[0]["given_length"] == 4
    assert [each["status"] for each in result.answers] == ["solved", "bad input", "bad input"]
    assert "list.txt: line 2: after move 1" in result.error
    assert "list.txt: line 3: the line has no moves" in result.error
    Path("one.json").write_text(good)
    Path("two.txt").write_text(NEAR)
    result = run("optimize", "one.json", "two.txt", "--json")
    assert (result.status, result.answers[0]["file"]) == (2, "one.json")
    assert result.error == "puzzler: two.txt contains no moves: use --moves\n"
    assert run("optimize", "one.json", "two.txt", "--moves", "DR").status == 2
    result = run("optimize", "one.json", "list.txt", "--batch", "--json")
    files = [(each["file"], each.get("line")) for each in result.answers]
    assert files == [("one.json", None), *(("list.txt", line) for line in (None, 2, 3))]


def test_solve_minimizes_multi_tile_moves(run: Runner) -> None:
    (answer,) = run("solve", HARDEST, "--metric", "multi", "--json").answers
    validate_answer(answer, "solve")
    check_answer(answer)
    assert (answer["metric"], answer["multi_tile_length"], answer["lower_bound"]) == (
        "multi",
        20,
        20,
    )
    out = run("solve", HARDEST, "--metric", "multi").out
    assert f"solution 20 multi-tile moves ({answer['length']} moves of one tile)" in out
    assert "slides   20 multi-tile moves" in out
    assert "slides   2 multi-tile moves" in run("solve", NEAR).out
    listed = run("solve", "-", "--batch", "--metric", "multi", "--json", stdin=f"{NEAR}\n")
    assert listed.answers[0]["metric"] == "multi"
    assert run("solve", UNSOLVABLE, "--metric", "multi").status == 3


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ("--metric multi --algorithm bfs", "--metric multi cannot be combined with --algorithm\n"),
        ("--optimal --algorithm bfs", "--optimal cannot be combined with --algorithm\n"),
        ("--optimal --method watch", "--optimal cannot be combined with --method\n"),
        ("--method watch --ties lifo", "--method cannot be combined with --ties\n"),
        ("--metric rows", "'rows'"),
        ("--limit 3", "--limit requires --all-optimal"),
        ("--all-optimal --algorithm bfs", "--all-optimal cannot be combined with another method"),
        ("--all-optimal --batch", "--all-optimal requires a single board"),
    ],
)
def test_conflicting_options_are_errors(run: Runner, options: str, reason: str) -> None:
    result = run("solve", NEAR, *options.split())
    assert result.status == 2 and reason in result.error


def test_a_promise_of_single_tile_moves_is_not_checked_with_multi_tile_moves(run: Runner) -> None:
    Path("puzzle3x3-31.txt").write_text("3\n8 6 7\n2 5 4\n3 0 1\n")
    result = run("solve", "puzzle3x3-31.txt", "--metric", "multi")
    assert result.status == 0 and "promises" not in result.error


@pytest.mark.parametrize(("metric", "count"), [("single", 40), ("multi", 2)])
def test_all_optimal_solutions_are_printed(run: Runner, metric: str, count: int) -> None:
    options = ("solve", HARDEST, "--all-optimal", "--metric", metric)
    (answer,) = run(*options, "--json").answers
    validate_answer(answer, "solve")
    assert answer["optimal_count"] == len(set(answer["optimal_moves"])) == count
    for moves in answer["optimal_moves"]:
        end = Board.parse(HARDEST).apply_all(map(Move.from_letter, moves))
        assert end == Board.solved(3, 3)
    assert run(*options, "-q").out.split() == answer["optimal_moves"]
    out = run(*options, "--limit", "1").out
    assert f"optimal  {count} optimal solutions, the first 1 listed\n" in out
    assert run("solve", UNSOLVABLE, "--all-optimal").status == 3
