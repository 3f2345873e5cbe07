"""``puzzler review``: distances, mistakes, exit status and bad input."""

from __future__ import annotations

import itertools
import json
from pathlib import Path

import pytest

from puzzler.board import Board, Move, shuffle
from puzzler.game.review import proving
from puzzler.search.method import Method
from puzzler.search.solve import solve
from tests.cli.conftest import Runner
from tests.cli.test_solve import HARDEST, UNSOLVABLE, bad

KEYS = [
    *("status", "board", "goal", "length", "moves", "shortest", "lost", "mistakes", "distances"),
    *("lower_bounds", "upper_bounds", "seconds"),
]
NEAR = "1 2 3/0 5 6/4 7 8"


def test_a_review_in_json(run: Runner) -> None:
    result = run("review", HARDEST, "--moves", "rul drul,dlu", "--json")
    assert (result.status, result.error) == (0, "")
    (answer,) = result.answers
    assert list(answer) == KEYS
    boards = [Board.parse(HARDEST)]
    for letter in answer["moves"]:
        boards.append(boards[-1].apply(Move.from_letter(letter)))
    shortest = Method.shortest(3, 3)
    distances = [solve(board, method=shortest).length for board in boards]
    assert answer["status"] == "proven"
    assert answer["moves"] == "RULDRULDLU"
    assert answer["distances"] == answer["lower_bounds"] == answer["upper_bounds"] == distances
    assert (answer["length"], answer["shortest"]) == (10, 31)
    assert answer["lost"] == 10 - 31 + distances[-1]
    assert answer["mistakes"] == [
        index for index, (one, next_) in enumerate(itertools.pairwise(distances)) if next_ > one
    ]


def test_a_review_as_text(run: Runner) -> None:
    result = run("review", NEAR, "--moves", "RLDRR")
    assert (result.status, result.error) == (0, "")
    *lines, proof = result.out.splitlines()
    assert lines == [
        "board     1 2 3/0 5 6/4 7 8",
        "goal      1 2 3/4 5 6/7 8 0",
        "played    5 moves, solved",
        "shortest  3 moves",
        "extra     2 moves by 1 mistake",
        "stage     Column 1: 4 moves, 2 extra",
        "stage     Last 2x2: 1 move, 0 extra",
        "mistake   move 1, tile 5 (R): costs 2 moves, 4 left instead of 2",
    ]
    assert proof.startswith("proof     all distances proven in ")


@pytest.mark.parametrize(
    ("moves", "words"),
    [("DRR", "0 moves: no solution is shorter"), ("DR", "0 moves"), ("UD", "2 moves by 1 mistake"),
     ("UDRLDRR", "4 moves by 2 mistakes")],
)  # fmt: skip
def test_extra_moves(run: Runner, moves: str, words: str) -> None:
    lines = run("review", NEAR, "--moves", moves).out.splitlines()
    assert f"extra     {words}" in lines


def test_a_heuristic_is_compared_with_the_distances(run: Runner, tmp_path: Path) -> None:
    arguments = "review", NEAR, "--moves", "RLDRR", "--heuristic"
    lines = run(*arguments, "misplaced").out.splitlines()
    assert "heuristic misplaced: 3 at the start, distance 3" in lines
    assert not [line for line in lines if "too large" in line]
    mine = tmp_path / "mine.py"
    mine.write_text(
        "def h(board):\n    return 2 * sum(t != n + 1 for n, t in enumerate(board.tiles) if t)"
    )
    lines = run(*arguments, str(mine)).out.splitlines()
    at = lines.index("heuristic mine.py:h: 6 at the start, distance 3")
    assert lines[at + 1 : at + 3] == [
        "          mean 4.33 over 6 boards, mean distance 2.17",
        "          overestimates in 5 boards, first at the start: 6, distance 3",
    ]
    record = json.loads(run(*arguments, str(mine), "--json").out)
    assert (record["heuristic"], record["h_values"]) == (f"{mine}:h", [6, 8, 6, 4, 2, 0])
    assert record["too_large"] == [0, 1, 2, 3, 4]
    several = run("review", str(mine), str(mine), "--heuristic", "misplaced")
    assert several.status == 2 and "requires --json" in several.error
    mine.write_text("def h(board): return 1 / 0")
    failed = run(*arguments, str(mine))
    assert (failed.status, failed.error.count("\n")) == (2, 1)
    assert "mine.py, line 1: ZeroDivisionError" in failed.error


def test_a_heuristic_that_takes_too_long_is_stopped(run: Runner, tmp_path: Path) -> None:
    mine = tmp_path / "mine.py"
    mine.write_text("import time\ndef h(board):\n    time.sleep(1.5)\n    return 0")
    for board in (NEAR, str(Board.solved(4, 4).apply(Move.UP))):
        result = run(
            "review", board, "--moves", "", "--heuristic", str(mine), "--time-limit", "0.5"
        )
        assert result.status == 1
        assert "proof     stopped" in result.out


@pytest.mark.parametrize(
    ("moves", "words"),
    [
        ("DRR", ["played    3 moves, solved", "extra     0 moves: no solution is shorter"]),
        ("D", ["played    1 move, not solved: 2 left", "extra     0 moves"]),
        ("", ["played    0 moves, not solved: 3 left", "shortest  3 moves", "extra     0 moves"]),
    ],
)
def test_a_play_without_mistakes_has_no_list(run: Runner, moves: str, words: list[str]) -> None:
    lines = run("review", NEAR, "--moves", moves).out.splitlines()
    assert all(word in lines for word in words)
    assert not [line for line in lines if line.startswith("mistake")]


def test_a_custom_goal(run: Runner) -> None:
    options = ("--goal", "1 2/0 3", "--moves", "UDL", "--json")
    (answer,) = run("review", "1 2/3 0", *options).answers
    assert (answer["goal"], answer["distances"]) == ("1 2/0 3", [1, 2, 1, 0])


def test_a_file_with_its_own_letters(run: Runner, tmp_path: Path) -> None:
    (tmp_path / "board.txt").write_text("a b c\n_ e f\nd g h\n")
    result = run("review", "board.txt", "--moves", "RLDRR")
    assert "mistake   move 1, tile e (R): costs 2 moves, 4 left instead of 2" in result.out


def test_both_bounds_are_printed_for_a_large_board(
    run: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = shuffle(5, 5, seed=3).start
    moves = solve(start, algorithm="greedy").moves
    letters = "".join(move.letter for move in moves)
    options = ("--moves", letters, "--time-limit", "1")
    result = run("review", str(start), *options, "--json")
    (answer,) = result.answers
    assert (result.status, answer["status"]) == (1, "limit")
    assert (answer["shortest"], answer["lost"], answer["distances"][0]) == (None, None, None)
    assert answer["distances"][-5:] == [4, 3, 2, 1, 0]
    assert 80 < answer["lower_bounds"][0] <= answer["upper_bounds"][0] <= len(moves)
    for one, other in itertools.pairwise(
        zip(answer["lower_bounds"], answer["upper_bounds"], strict=True)
    ):
        assert abs(one[0] - other[0]) == abs(one[1] - other[1]) == 1
    words = run("review", str(start), *options)
    assert words.status == 1
    assert "proof     stopped after" in words.out
    assert " mistakes proven" in words.out or " mistake proven" in words.out


def test_ctrl_c_keeps_proven_distances(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(proving, "_by_halves", interrupted)
    result = run("review", NEAR, "--moves", "DRR", "--json")
    assert (result.status, result.answers[0]["status"]) == (130, "cancelled")
    assert result.answers[0]["upper_bounds"] == [3, 2, 1, 0]
    assert result.answers[0]["distances"] == [None, None, 1, 0]


def test_the_first_ctrl_c_ends_a_review_of_a_large_board(run: Runner, interrupt) -> None:
    large = str(shuffle(5, 5, None, 1).start)
    interrupt(1, 20_000)
    result = run("review", large, "--moves", "", "--json")
    assert (result.status, result.answers[0]["status"]) == (130, "cancelled")
    assert result.answers[0]["upper_bounds"][0] > result.answers[0]["lower_bounds"][0] > 0


def test_the_time_limit_holds_while_moves_are_replayed(run: Runner) -> None:
    result = run("review", NEAR, "--moves", "RL" * 5000, "--time-limit", "0.000001")
    assert (result.status, result.out) == (1, "")
    assert result.error == (
        "puzzler: stopped after 1e-06 s (--time-limit) before all 10,000 moves were replayed\n"
    )


def test_invalid_moves_are_reported(run: Runner) -> None:
    bad(run("review", NEAR, "--moves", "RXD"), "--moves: line 1, column 2: 'XD' is no")
    bad(run("review", NEAR, "--moves", "RRR"), "--moves: line 1, column 3: move 3 (R)")
    bad(run("review", NEAR, "--moves", "ULL"), "directions of the tile", "'moves: tile'")
    bad(run("review", NEAR, "--moves", "moves: up ULL"), "column 8: 'up' cannot move")
    bad(run("review", NEAR, "--moves", "R3"), "--moves: line 1, column 1: ", "move 3", "(R3)")
    bad(run("review", NEAR), "BOARD contains no moves", "--moves")
    bad(run("review", "1 2 3/4 5", "--moves", "R"), "row 2")
    bad(run("review", "-", "--moves", "R", stdin=f"{NEAR}\n{NEAR}\n"), "use --batch")


def test_an_unsolvable_board_is_an_error(run: Runner) -> None:
    result = run("review", UNSOLVABLE, "--moves", "U")
    assert (result.status, result.out) == (3, "")
    assert "unsolvable" in result.error
    result = run("review", UNSOLVABLE, "--moves", "U", "--json")
    (answer,) = result.answers
    assert result.status == 3
    assert (answer["status"], answer["distances"], answer["lost"]) == ("unsolvable", [], None)
    assert list(answer) == KEYS


def test_several_files_have_a_row_each(run: Runner, tmp_path: Path) -> None:
    texts = {
        "anna": run("solve", NEAR, "--json").out,
        "ben": run("solve", NEAR, "--json").out.replace('"RRD', '"LRRRD'),
        "cleo": NEAR,
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    files = [str(tmp_path / name) for name in texts]
    result = run("review", *files, str(tmp_path / "dan"))
    assert result.status == 2
    rows = [line.strip().split(maxsplit=5) for line in result.out.splitlines()[2:]]
    assert rows[0] == [files[0], "3", "3", "0", "0", "solved, the shortest solution"]
    assert rows[2][1:] == ["contains", "no", "moves"]
    assert " ".join(rows[3][1:]) == "file not found"
    answers = run("review", *files[:2], "--json").answers
    assert [answer["file"] for answer in answers] == files[:2]
    assert [answer["lost"] for answer in answers] == [0, 0]
    bad(run("review", *files, "--batch"), "--batch")
