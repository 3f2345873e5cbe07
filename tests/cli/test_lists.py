"""Lists as papers publish them, and the letters of speed-solvers, on the command line."""

from __future__ import annotations

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
