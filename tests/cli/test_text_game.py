"""``puzzler play --text``: commands that are piped in, and what is said to each."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.cli.conftest import Runner
from tests.cli.test_solve import bad

NEAR = "1 2 3/4 5 6/0 7 8"
Play = Callable[..., list[str]]


@pytest.fixture
def play(run: Runner) -> Play:
    """Plays the lines; what is said after the first board and the line on help."""

    def played(*lines: str, board: tuple[str, ...] = (NEAR,)) -> list[str]:
        result = run("play", "--text", *board, stdin="".join(f"{line}\n" for line in lines))
        assert (result.status, result.error) == (0, "")
        said = result.out.splitlines()
        return said[said.index("? lists the commands") + 1 :]

    return played


def test_a_game_is_played_to_its_end(play: Play) -> None:
    assert play("m", "left", "l", "R", "u", "8", "g") == [
        "possible are 4 down, 7 left",
        "7 left, 1 move",
        "7 left",
        "8 left, 2 moves: solved",
        "8 right, undone",
        "8 left, 2 moves: solved",
        "row 1: 1 2 3",
        "row 2: 4 5 6",
        "row 3: 7 8 blank",
    ]


def test_several_tiles_slide_and_come_back(play: Play) -> None:
    assert play("8", "l", "u", "row 3", "column 1") == [
        "7 and 8 left, 2 moves: solved",
        "7 and 8 left",
        "8 and 7 right, undone",
        "row 3: blank 7 8",
        "column 1: 1 4 blank",
    ]


def test_distance_hint_and_solution(play: Play, compiled: None) -> None:
    assert play("d", "h", "s", "h", "s", "d") == [
        "2 moves to the goal, proven",
        "7 left: a shortest solution of 2 moves begins so",
        "7 left, 1 move",
        "8 left, 2 moves: solved",
        "this is the goal",
        "this is the goal",
        "0 moves to the goal, proven",
    ]


def test_what_is_wrong_is_told_in_one_line_and_the_game_goes_on(play: Play) -> None:
    said = play("x", "row 4", "5", "9", "up", "up", "u", "u", "", "hello you", "l")
    assert said == [
        "'x' is no command: ? lists them",
        "there is no row 4: they are 1 to 3",
        "5 cannot move: possible are 4 down, 7 left",
        "there is no tile 9: they are 1 to 8",
        "nothing can move so: possible are 4 down, 7 left",
        "nothing can move so: possible are 4 down, 7 left",
        "nothing to undo",
        "nothing to undo",
        "'hello you' is no command: ? lists them",
        "no move yet",
    ]


def test_a_new_game_has_the_shape_and_the_goal_of_the_first(play: Play, run: Runner) -> None:
    options = ("--size", "3x3", "--goal", "blank-first", "--seed", "7")
    said = play("n", "g", "q", "b", board=options)
    assert said[0] == "3\N{MULTIPLICATION SIGN}3, a new game"
    assert said[4:] == ["row 1: blank 1 2", "row 2: 3 4 5", "row 3: 6 7 8"]
    bad(run("play", "--text", "--watch", NEAR), "--text")


def test_the_help_lists_every_command(play: Play) -> None:
    words = "\n".join(play("?"))
    assert all(f"{letter}: " in words for letter in "bgmldhsunq")
