"""The grid format and the registry of formats."""

from __future__ import annotations

import pytest

from puzzler.board import Board
from puzzler.formats import grid, registry


def test_a_comment_sets_another_goal() -> None:
    goal = Board.parse("1 2 3/8 0 4/7 6 5")
    text = "# goal: snail\n8 6 7\n2 5 4\n3 0 1"
    assert registry.read(text).goal == goal
    assert grid.write_text(registry.read(text)) == text


def test_columns_are_aligned() -> None:
    board = Board.parse("15 2 3 4/5 6 7 8/9 10 11 12/13 14 0 1")
    assert grid.write(board, blank="_") == "15  2  3  4\n 5  6  7  8\n 9 10 11 12\n13 14  _  1"


def test_every_format_has_a_description_and_the_grid_is_last() -> None:
    for name, form in registry.FORMATS.items():
        assert form.name == name
        assert form.summary
    assert list(registry.FORMATS)[-1] == "grid"
    assert registry.candidates("what is this?")[0].name == "grid"


START, GOAL = "7 2 4/5 0 6/8 3 1", "0 1 2/3 4 5/6 7 8"
ROWS = START.replace("/", "\n"), GOAL.replace("/", "\n")
LISTS = "[[7,2,4],[5,0,6],[8,3,1]]", "[[0,1,2],[3,4,5],[6,7,8]]"


@pytest.mark.parametrize(
    "text",
    [
        "\n\n".join(ROWS),
        "# start\n{}\n# and its goal\n{}\n".format(*ROWS),
        "\n  \n\n".join(ROWS).replace(" ", ","),
        f"{START} goal {GOAL}",
        "Start state:\n{}\nGoal state:\n{}".format(*ROWS),
        "initial = {}\ntarget = {}".format(*LISTS),
        "{}\n\n{}".format(*LISTS).replace("],", "],\n"),
        "724506831 GOAL: 012345678",
    ],
)
def test_the_goal_may_follow_as_a_second_board(text: str) -> None:
    contents = registry.read(text)
    assert contents.form == "grid"
    assert (contents.start, contents.goal) == (Board.parse(START), Board.parse(GOAL))
    assert registry.read(grid.write_text(contents)).goal == contents.goal


def test_an_empty_line_within_a_board_does_not_start_a_goal() -> None:
    contents = registry.read("1 2\n3 4\n\n5 6\n7 0")
    assert (contents.start, contents.goal) == (Board.solved(4, 2), None)


@pytest.mark.parametrize("text", ["b,a/*,c", "_ b\na c", "b a\n. c  # a comment"])
def test_notations_of_a_grid_are_read(text: str) -> None:
    contents = registry.read(text)
    assert registry.candidates(text)[0].name == "letters"
    assert contents.labels == ("", "a", "b", "c")


def test_the_goal_may_follow_on_the_next_line() -> None:
    contents = registry.read("# start\nB A\n# second row\n_ C\n\n# goal\n_ A\nB C\n")
    assert contents.start == Board.parse("2 1/0 3")
    assert contents.goal == Board.parse("0 1/2 3")
