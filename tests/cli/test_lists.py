"""Lists as papers publish them, and the letters of speed-solvers, on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Runner
from tests.cli.test_solve import bad
from tests.instances import DATA, instances

FILE = "hardest_8puzzle.txt"


def test_a_published_list_is_solved_to_its_lengths(run: Runner) -> None:
    result = run("solve", str(DATA / FILE), "--batch", "--optimal", "--json")
    assert (result.status, result.error) == (0, "")
    assert [(answer["board"], answer["length"]) for answer in result.answers] == [
        (str(instance.board), instance.length) for instance in instances(FILE)
    ]


def test_a_comment_says_the_goal_of_the_boards_below_it(run: Runner) -> None:
    text = "# Goal: 0 1 2 .. 8\nk9 1 3 1 2 0 4 5 6 7 8\n# goal: snail\n1 2 3/0 8 4/7 6 5\n"
    result = run("solve", "-", "--batch", "--json", stdin=text)
    assert [(answer["goal"], answer["length"]) for answer in result.answers] == [
        ("0 1 2/3 4 5/6 7 8", 1),
        ("1 2 3/8 0 4/7 6 5", 1),
    ]
    result = run("solve", "-", "--batch", "--json", "--goal", "standard", stdin=text)
    assert [answer["goal"] for answer in result.answers] == ["1 2 3/4 5 6/7 8 0"] * 2
    bad(run("solve", "-", "--batch", stdin="# goal: snale\n1 2 3 0"), "line 1, column 9", "'snale'")


@pytest.mark.parametrize(
    ("text", "length"),
    [
        ("8 2 0/4 6 1/3 7 5 R2U2LDLDRURDLULDRULURDLU", 24),
        ("3x3 R2 D L", 4),
        ("Puzzler 3x3 1,2,3; 0,5,6; 4,7,8 Moves 0 Each letter moves the blank", 3),
    ],
)
def test_what_speed_solvers_paste_is_solved(run: Runner, text: str, length: int) -> None:
    Path("board.txt").write_text(text, encoding="utf-8")
    for source in (text, "board.txt"):
        (answer,) = run("solve", source, "--optimal", "--json").answers
        assert (answer["status"], answer["length"]) == ("solved", length)


def test_who_moves_is_never_guessed(run: Runner) -> None:
    centre = "1 2 3/8 0 4/7 6 5"
    bad(run("solve", f"{centre} UDR"), "BOARD: line 1, column 19", "'moves: tile'")
    assert (
        run("solve", f"moves: tile {centre} UDR").status == 3
    )  # the standard goal is out of reach
